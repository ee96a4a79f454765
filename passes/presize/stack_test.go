package presize_test

import (
	"fmt"
	"strings"
	"testing"
)

var table = map[string]int{"a": 1, "b": 2, "ccc": 3}

//go:noinline
func built() string {
	var b strings.Builder
	for k, v := range table {
		b.WriteString(k)
		fmt.Fprintf(&b, "=%d;", v)
	}
	return b.String()
}

//go:noinline
func collected() string {
	b := make([]byte, 0, 256)
	for k, v := range table {
		b = append(b, k...)
		b = fmt.Appendf(b, "=%d;", v)
	}
	return string(b)
}

// TestText holds the toolchain to what is said of a text on the stack: it is copied once.
func TestText(t *testing.T) {
	before, after := testing.AllocsPerRun(100, func() { built() }), testing.AllocsPerRun(100, func() { collected() })
	if after != 1 || before < 2 {
		t.Errorf("%v objects with a builder, %v without", before, after)
	}
}
