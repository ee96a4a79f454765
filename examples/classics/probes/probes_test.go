package probes

import (
	"bytes"
	"testing"
)

func TestCut(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("three bytes with room for more: no panic")
		}
	}()
	if s := Cut([]byte("12345")); s != "1234" {
		t.Errorf("got %q", s)
	}
	Cut([]byte("12345")[:3])
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Key", "kEY", true},
		{"\u212a", "k", true},       // the Kelvin sign, and ToLower maps it to k
		{"\u017f", "s", false},      // the long s is its own lower case
		{"\u03c3", "\u03c2", false}, // so are both forms of sigma
		{"\xff", "\ufffd", true},    // ToLower replaces invalid UTF-8
		{"Stra\u00dfe", "STRASSE", false},
	} {
		if Equal(c.a, c.b) != c.want {
			t.Errorf("Equal(%q, %q) is not %v", c.a, c.b, c.want)
		}
	}
}

func TestSnapshot(t *testing.T) {
	b := bytes.NewBufferString("before")
	s := Snapshot(b)
	b.Reset()
	b.WriteString("AFTER!")
	if string(s) != "before" {
		t.Errorf("the snapshot became %q", s)
	}
}

func TestClone(t *testing.T) {
	if Clone(nil) != nil || Clone([]int{}) != nil {
		t.Error("nothing to copy: not nil")
	}
	src := []int{1, 2}
	if c := Clone(src); len(c) != 2 || &c[0] == &src[0] {
		t.Errorf("got %v", c)
	}
}

// Inputs and results of the benchmarks.
var (
	data      = []byte("0123456789012345678901234567890123456789")
	upper     = "SOME TEXT IN UPPER CASE, LONGER THAN 32 BYTES"
	buffer    = bytes.NewBuffer(data)
	ints      = make([]int, 100)
	text      string
	same      bool
	snapshot  []byte
	cloneSink []int
)

func BenchmarkProbeCut(b *testing.B) {
	for b.Loop() {
		text = Cut(data)
	}
}

func BenchmarkProbeEqual(b *testing.B) {
	for b.Loop() {
		same = Equal(upper, upper)
	}
}

func BenchmarkProbeSnapshot(b *testing.B) {
	for b.Loop() {
		snapshot = Snapshot(buffer)
	}
}

func BenchmarkProbeClone(b *testing.B) {
	for b.Loop() {
		cloneSink = Clone(ints)
	}
}
