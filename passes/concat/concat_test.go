package concat_test

import (
	"testing"

	"github.com/unheap/unheap/passes/concat"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, concat.Rule) }
