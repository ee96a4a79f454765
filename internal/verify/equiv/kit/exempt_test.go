package kit

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// even is the old version of the filters below.
func even(in []int) []int {
	out := []int{}
	for _, v := range in {
		if v&1 == 0 {
			out = append(out, v)
		}
	}
	return out
}

// evenInPlace overwrites what it reads, as a filter of class review does.
func evenInPlace(in []int) []int {
	out := in[:0]
	for _, v := range in {
		if v&1 == 0 {
			out = append(out, v)
		}
	}
	return out
}

// buffered is a state with a slice, for what is left in an argument.
type buffered struct {
	all  []int
	done int
}

// aparts are rewrites that differ in the aspects they name and in nothing else,
// if differs is empty, or in something else too: then the aspects must not hide
// it.
var aparts = []struct {
	Case
	differs string // a part of the difference that remains
}{
	{Case: Case{Name: "empty for nil", Old: func(in []int) (out []int) { return append(out, in...) },
		New:    func(in []int) []int { return append(make([]int, 0, len(in)), in...) },
		Exempt: []string{NilOrEmpty}}},
	{Case: Case{Name: "empty for nil, deep inside", Old: func(n int) map[string]*buffered { return map[string]*buffered{"a": {done: n}} },
		New:    func(n int) map[string]*buffered { return map[string]*buffered{"a": {all: []int{}, done: n}} },
		Exempt: []string{NilOrEmpty}}},
	{differs: "int{1, }", Case: Case{Name: "one element more for none", Old: func(in []int) (out []int) { return append(out, in...) },
		New: func(in []int) []int {
			if len(in) == 0 {
				return []int{1}
			}
			return slices.Clone(in)
		},
		Exempt: []string{NilOrEmpty}}},
	{differs: "shared memory", Case: Case{Name: "empty for nil, and shared", Old: even, New: func(in []int) []int {
		if !slices.ContainsFunc(in, func(v int) bool { return v&1 != 0 }) {
			return in
		}
		return even(in)
	}, Exempt: []string{NilOrEmpty}}},
	{differs: "arguments afterwards", Case: Case{Name: "empty for nil, and overwritten", Old: even, New: func(in []int) []int {
		return slices.Clone(evenInPlace(in))
	}, Exempt: []string{NilOrEmpty, Shared}}},
	{differs: "error", Case: Case{Name: "empty for nil, and an error lost", Old: func(in []int) ([]int, error) {
		if len(in) == 0 {
			return nil, errors.New("none")
		}
		return in, nil
	}, New: func(in []int) ([]int, error) { return append([]int{}, in...)[:len(in):len(in)], nil },
		Exempt: []string{NilOrEmpty, Shared}}},
	{differs: "panic", Case: Case{Name: "empty for nil, and a panic lost", Old: func(in []int) []int {
		if in == nil {
			panic("nil")
		}
		return in
	}, New: func(in []int) []int { return in },
		Exempt: []string{NilOrEmpty}}},
	{differs: "null", Case: Case{Name: "what follows from nil", Old: func(in []int) string { return text2(in == nil) },
		New:    func([]int) string { return text2(false) },
		Exempt: []string{NilOrEmpty}}},

	{Case: Case{Name: "filter in place", Old: even, New: evenInPlace, Exempt: []string{NilOrEmpty, Shared, Elements, Overlap}}},
	{differs: "results", Case: Case{Name: "wrong filter in place", Old: even, New: func(in []int) []int {
		return evenInPlace(in[:max(0, len(in)-1)])
	}, Exempt: []string{NilOrEmpty, Shared, Elements, Overlap}}},
	{differs: "kit.buffered", Case: Case{Name: "filter in place, and the length kept", Old: func(b *buffered) int {
		return len(even(b.all)) + b.done
	}, New: func(b *buffered) int {
		b.all = evenInPlace(b.all)
		return len(b.all) + b.done
	}, Exempt: []string{NilOrEmpty, Shared, Elements, Overlap}}},
	{differs: "kit.buffered", Case: Case{Name: "filter in place, and a field changed", Old: func(b *buffered) int {
		return len(even(b.all)) + b.done
	}, New: func(b *buffered) int {
		b.done += len(evenInPlace(b.all))
		return b.done
	}, Exempt: []string{NilOrEmpty, Shared, Elements, Overlap}}},
	{differs: "called again", Case: Case{Name: "a buffer of the package", Old: even, New: func(in []int) []int {
		ints = append(ints[:0], even(in)...)
		return ints
	}, Exempt: []string{NilOrEmpty, Shared, Elements, Overlap}}},

	{Case: Case{Name: "encoded behind the bytes", Old: func(dst, p []byte) []byte { return append(dst, hex.EncodeToString(p)...) },
		New: hex.AppendEncode, Exempt: []string{Overlap}}},
	{differs: "uint8", Case: Case{Name: "encoded behind the bytes, not named", Old: func(dst, p []byte) []byte { return append(dst, hex.EncodeToString(p)...) },
		New: hex.AppendEncode}},
	{differs: "result", Case: Case{Name: "encoded upside down", Old: func(dst, p []byte) []byte { return append(dst, hex.EncodeToString(p)...) },
		New:    func(dst, p []byte) []byte { return append(dst, strings.ToUpper(hex.EncodeToString(p))...) },
		Exempt: []string{Overlap}}},

	{Case: Case{Name: "a panic not caught", Old: func(t touchy) string { return fmt.Sprintf("<%s>", t) },
		New: func(t touchy) string { return "<" + t.String() + ">" }, Exempt: []string{CaughtPanics}}},
	{differs: "panic", Case: Case{Name: "a panic of its own", Old: func(t touchy) string { return fmt.Sprintf("<%s>", t) },
		New: func(t touchy) string {
			if t.n == 7 {
				panic("seven")
			}
			return fmt.Sprintf("<%s>", t)
		}, Exempt: []string{CaughtPanics}}},
	{Case: Case{Name: "made where it is used", Old: func(b []byte, use bool) string {
		s := string(b[2:4])
		if use {
			return s
		}
		return ""
	}, New: func(b []byte, use bool) string {
		if use {
			return string(b[2:4])
		}
		return ""
	}, Exempt: []string{LatePanics}}},
	{differs: "panic", Case: Case{Name: "panics where it did not", Old: func(b []byte, use bool) string { return "" },
		New: func(b []byte, use bool) string { return string(b[2:4])[:0] }, Exempt: []string{LatePanics}}},
	{differs: "results", Case: Case{Name: "made where it is used, wrongly", Old: func(b []byte, use bool) string {
		s := string(b[2:4])
		if use {
			return s
		}
		return ""
	}, New: func(b []byte, use bool) string {
		if use {
			return string(b[2:3])
		}
		return ""
	}, Exempt: []string{LatePanics}}},
	{Case: Case{Name: "letters", Old: func(s string) bool { return strings.ToLower(s) == "ski" || strings.ToLower(s) == "i̇" },
		New: func(s string) bool { return strings.EqualFold(s, "ski") || strings.EqualFold(s, "i̇") || s == "K" }, Exempt: []string{Letters}}},
	{Case: Case{Name: "a copy for each pointer", Old: func(p pair) [2]*pair { return [2]*pair{&p, &p} },
		New: func(p pair) [2]*pair { q := p; return [2]*pair{&p, &q} }, Exempt: []string{Pointers}}},
	{differs: "kit.pair", Case: Case{Name: "another value for one pointer", Old: func(p pair) [2]*pair { return [2]*pair{&p, &p} },
		New: func(p pair) [2]*pair { q := p; q.key += "x"; return [2]*pair{&p, &q} }, Exempt: []string{Pointers}}},
	{Case: Case{Name: "room before it is needed", Old: func(r io.ByteReader, n int) (out []byte) {
		for range n {
			c, err := r.ReadByte()
			if err != nil {
				break
			}
			out = append(out, c)
		}
		return out
	}, New: func(r io.ByteReader, n int) []byte {
		out := make([]byte, 0, max(n, 0))
		for range n {
			c, err := r.ReadByte()
			if err != nil {
				break
			}
			out = append(out, c)
		}
		if len(out) == 0 {
			return nil
		}
		return out
	}, Exempt: []string{HugeNumbers}}},
	{differs: "panic", Case: Case{Name: "room of a negative number", Old: func(n int) (out []byte) {
		for range n {
			out = append(out, 'x')
		}
		return out
	}, New: func(n int) []byte { return []byte(strings.Repeat("x", len(make([]byte, n)))) },
		Exempt: []string{HugeNumbers, NilOrEmpty}}},
}

var ints []int

// A touchy is a Stringer that panics.
type touchy struct{ n int }

func (t touchy) String() string {
	if t.n < 0 {
		panic("negative")
	}
	return "ok"
}

func text2(null bool) string {
	if null {
		return "null"
	}
	return "[]"
}

// TestExempt: an aspect that is left out hides that aspect and no other.
func TestExempt(t *testing.T) {
	for _, tt := range aparts {
		r := runCase(t, tt.Case)
		switch {
		case tt.differs == "" && (r.Differs != "" || r.Skipped != "" || r.Inputs < 50):
			t.Errorf("%s: %+v", tt.Name, r)
		case !strings.Contains(r.Differs, tt.differs):
			t.Errorf("%s: %+v; want a difference of %q", tt.Name, r, tt.differs)
		}
		if tt.differs != "" {
			continue
		}
		tt.Exempt = nil
		if r := runCase(t, tt.Case); r.Differs == "" {
			t.Errorf("%s: no difference although nothing is left out: %+v", tt.Name, r)
		}
	}
}

func TestExemptUnknown(t *testing.T) {
	r := runCase(t, Case{Name: "unknown", Old: even, New: even, Exempt: []string{"everything"}})
	if !strings.Contains(r.Skipped, "everything") {
		t.Errorf("%+v; want the unknown aspect named", r)
	}
}
