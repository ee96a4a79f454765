package pool_test

import (
	"sync"
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/pool"
)

func Test(t *testing.T) { passtest.Run(t, pool.Rule) }

type getter interface{ get() any }

type early struct{}

func (early) get() any { return late.Get() }

var (
	hidden getter = early{}
	first         = hidden.get()
	late          = sync.Pool{New: func() any { return new(int) }}
)

// TestCompiler holds that a pool can be used by initializers which do not mention it, and
// run before it is declared.
func TestCompiler(t *testing.T) {
	if first == nil {
		t.Error("the pool was empty, without New")
	}
}
