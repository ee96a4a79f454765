package presize_test

import (
	"fmt"
	"slices"
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

//go:noinline
func varying() (n int) {
	keys := make([]string, 0, len(table))
	for k := range table {
		keys = append(keys, k)
	}
	seen := make([]bool, len(table)+64)
	for i, k := range keys {
		seen[i] = k != ""
	}
	return len(keys) + len(seen)
}

//go:noinline
func roomy() (n int) {
	keys := slices.Grow(make([]string, 0, 32), len(table))
	for k := range table {
		keys = append(keys, k)
	}
	seen := make([]bool, 256)
	if len(table)+64 > len(seen) {
		seen = make([]bool, len(table)+64)
	}
	seen = seen[:len(table)+64]
	for i, k := range keys {
		seen[i] = k != ""
	}
	return len(keys) + len(seen)
}

// TestVaries holds the toolchain to what is said of slices of variable length.
func TestVaries(t *testing.T) {
	before, after := testing.AllocsPerRun(100, func() { varying() }), testing.AllocsPerRun(100, func() { roomy() })
	if after != 0 || before != 2 {
		t.Errorf("%v objects of variable length, %v with room", before, after)
	}
}
