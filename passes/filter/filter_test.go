package filter_test

import (
	"testing"

	"github.com/unheap/unheap/passes/filter"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, filter.Rule) }
