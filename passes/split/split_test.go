package split_test

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/split"
)

func Test(t *testing.T) { passtest.Run(t, split.Rule) }

var address = "127.0.0.1:8080"

//go:noinline
func list() string {
	parts := strings.Split(address, ":")
	return parts[1]
}

//go:noinline
func gathered() string {
	parts := make([]string, 0, 16)
	for part := range strings.SplitSeq(address, ":") {
		parts = append(parts, part)
	}
	return parts[1]
}

// TestCompiler holds the toolchain to what gathering the parts on the stack rests on. If the
// first function makes no object any more, it has become superfluous.
func TestCompiler(t *testing.T) {
	before := testing.AllocsPerRun(100, func() { list() })
	after := testing.AllocsPerRun(100, func() { gathered() })
	if before != 1 || after != 0 {
		t.Errorf("%v objects with Split, %v with SplitSeq, want 1 and 0", before, after)
	}
}
