package hoist_test

import (
	"testing"

	"github.com/unheap/unheap/passes/hoist"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, hoist.Rule) }
