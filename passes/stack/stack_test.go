package stack_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/stack"
)

func Test(t *testing.T) { passtest.Run(t, stack.Rule) }
