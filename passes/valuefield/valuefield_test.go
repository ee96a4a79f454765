package valuefield_test

import (
	"sync"
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/valuefield"
)

func Test(t *testing.T) { passtest.Run(t, valuefield.Rule) }

type pointing struct{ mu *sync.Mutex }

type holding struct{ mu sync.Mutex }

//go:noinline
func points() *pointing { return &pointing{mu: new(sync.Mutex)} }

//go:noinline
func holds() *holding { return &holding{} }

// TestCompiler holds the toolchain to the model of the package comment.
func TestCompiler(t *testing.T) {
	before := testing.AllocsPerRun(100, func() { points().mu.Lock() })
	after := testing.AllocsPerRun(100, func() { holds().mu.Lock() })
	if before != 2 || after != 1 {
		t.Errorf("%v objects with a pointer, %v with a value, want 2 and 1", before, after)
	}
}
