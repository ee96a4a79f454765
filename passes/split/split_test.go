package split_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/split"
)

func Test(t *testing.T) { passtest.Run(t, split.Rule) }
