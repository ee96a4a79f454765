package concat_test

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/passes/concat"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, concat.Rule) }

var words = []string{"a", "list", "of", "a", "few", "words"}

//go:noinline
func gathered() string {
	list := make([]string, 0, len(words))
	for _, w := range words {
		list = append(list, w+"=")
	}
	return strings.Join(list, ",")
}

//go:noinline
func written() string {
	var joined strings.Builder
	length := 2 * len(words)
	for _, w := range words {
		length += len(w)
	}
	joined.Grow(length)
	for _, w := range words {
		if joined.Len() > 0 {
			joined.WriteByte(',')
		}
		joined.WriteString(w)
		joined.WriteByte('=')
	}
	return joined.String()
}

// TestJoin holds the toolchain to what writing pieces at once rests on.
func TestJoin(t *testing.T) {
	before := testing.AllocsPerRun(100, func() { gathered() })
	after := testing.AllocsPerRun(100, func() { written() })
	if before != 8 || after != 1 {
		t.Errorf("%v objects with Join, %v with a strings.Builder, want 8 and 1", before, after)
	}
}
