package digest_test

import (
	"crypto/sha256"
	"testing"

	"github.com/unheap/unheap/passes/digest"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, digest.Rule) }

var text = "a text that does not fit into the buffer of a conversion on the stack"

//go:noinline
func hashed(s string) byte { h := sha256.New(); h.Write([]byte(s)); return h.Sum(nil)[0] }

//go:noinline
func summed(s string) byte { sum := sha256.Sum256([]byte(s)); return sum[:][0] }

// TestCompiler holds the toolchain to the model of the package comment. If the first
// function makes no object any more, the rewrite has become superfluous.
func TestCompiler(t *testing.T) {
	before := testing.AllocsPerRun(100, func() { hashed(text) })
	after := testing.AllocsPerRun(100, func() { summed(text) })
	if before < 1 || after >= before {
		t.Errorf("%v objects with a hash, %v without", before, after)
	}
}
