package pool_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/pool"
)

func Test(t *testing.T) { passtest.Run(t, pool.Rule) }
