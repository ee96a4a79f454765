package block_test

import (
	"testing"

	"github.com/unheap/unheap/passes/block"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, block.Rule) }
