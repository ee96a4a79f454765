package rangeaddr_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/rangeaddr"
)

func Test(t *testing.T) { passtest.Run(t, rangeaddr.Rule) }

type id [32]byte

type mixer interface{ Mix(p []byte) }

type sum byte

//go:noinline
func (s *sum) Mix(p []byte) { *s += sum(p[0]) }

//go:noinline
func copies(list []id, m mixer) {
	for _, v := range list {
		m.Mix(v[:])
	}
}

//go:noinline
func points(list []id, m mixer) {
	for i := range list {
		v := &list[i]
		m.Mix(v[:])
	}
}

// TestCompiler holds the toolchain to the model of the package comment.
func TestCompiler(t *testing.T) {
	list, m := make([]id, 10), new(sum)
	before := testing.AllocsPerRun(100, func() { copies(list, m) })
	after := testing.AllocsPerRun(100, func() { points(list, m) })
	if before != 10 || after != 0 {
		t.Errorf("%v objects with copies, %v with pointers, want 10 and 0", before, after)
	}
}
