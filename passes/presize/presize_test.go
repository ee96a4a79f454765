package presize_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/presize"
)

func Test(t *testing.T) { passtest.Run(t, presize.Rule) }
