package review

import (
	"bytes"
	"io/fs"
	"sort"
)

type addr interface{ Bytes() []byte }

func addrs(s []addr) {
	sort.Slice(s, func(i, j int) bool { return bytes.Compare(s[i].Bytes(), s[j].Bytes()) < 0 }) // want "review: Bytes must not change the slice"
}

func files(s []fs.DirEntry) {
	sort.Slice(s, func(i, j int) bool { return s[i].Name() > s[j].Name() }) // want "review: Name must not change the slice"
}

func given[T any](s []*T, less func(a, b *T) bool) {
	sort.Slice(s, func(i, j int) bool { return less(s[i], s[j]) }) // want "review: less must not change the slice"
}

type weight struct{ f float64 }

func (w weight) of() float64 { calls++; return w.f }

var calls int

// Each operand is asked for once, as before.
func counted(s []weight) {
	sort.Slice(s, func(i, j int) bool { return s[i].of() < s[j].of() }) // want "review: of must not change the slice"
}

// Logging is done as often as before, of the same elements.
func logged(s []weight, log func(float64)) {
	sort.Slice(s, func(i, j int) bool { // want "review: log must not change the slice"
		log(s[i].f)
		return s[i].f < s[j].f
	})
}
