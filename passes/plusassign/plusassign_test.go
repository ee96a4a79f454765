package plusassign_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/plusassign"
)

func Test(t *testing.T) { passtest.Run(t, plusassign.Rule) }

var user, id = "ada", "1815"

//go:noinline
func assigned() int { key := user; key += ":" + id; return len(key) }

//go:noinline
func summed() int { key := user; key = key + ":" + id; return len(key) }

// TestCompiler holds the toolchain to the fact of the package comment. If the first
// function makes no object any more, the rewrite has become superfluous.
func TestCompiler(t *testing.T) {
	before := testing.AllocsPerRun(100, func() { assigned() })
	after := testing.AllocsPerRun(100, func() { summed() })
	if before != 1 || after != 0 {
		t.Errorf("%v objects with +=, %v with +, want 1 and 0", before, after)
	}
}
