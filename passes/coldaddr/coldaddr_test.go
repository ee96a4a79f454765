package coldaddr_test

import (
	"testing"

	"github.com/unheap/unheap/passes/coldaddr"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, coldaddr.Rule) }

type config struct{ size int }

//go:noinline
func handed(opts ...func(*config)) int {
	c := config{size: 1}
	for _, opt := range opts {
		opt(&c)
	}
	return c.size
}

//go:noinline
func copied(opts ...func(*config)) int {
	c := config{size: 1}
	if len(opts) > 0 {
		with := c // only this copy is on the heap
		for _, opt := range opts {
			opt(&with)
		}
		c = with
	}
	return c.size
}

// TestOptions holds the toolchain to the model: the variable is on the heap, though there are no options.
func TestOptions(t *testing.T) {
	before := testing.AllocsPerRun(100, func() { handed() })
	after := testing.AllocsPerRun(100, func() { copied() })
	if before != 1 || after != 0 {
		t.Errorf("%v objects, %v with a copy, want 1 and 0", before, after)
	}
}
