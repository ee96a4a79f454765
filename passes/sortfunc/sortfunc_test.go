package sortfunc_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/sortfunc"
)

func Test(t *testing.T) { passtest.Run(t, sortfunc.Analyzer) }
