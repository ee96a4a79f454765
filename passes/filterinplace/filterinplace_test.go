package filterinplace_test

import (
	"testing"

	"github.com/unheap/unheap/passes/filterinplace"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, filterinplace.Rule) }
