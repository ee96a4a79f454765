package a

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

// Methods that come to themselves take the memory out of the object meanwhile.

type folder struct {
	names map[string]string
	open  int
	each  func(name string) error
}

func (f *folder) walk(name string) {
	f.open++
	var list []string // want `list is made anew by each call of walk .review: nothing that walk calls may let another goroutine into walk of the same folder`
	for sub, in := range f.names {
		if in == name {
			list = append(list, sub)
		}
	}
	slices.Sort(list)
	for _, sub := range list {
		f.walk(sub)
	}
	f.open--
}

func (f *folder) visit(name string) error {
	f.open++
	subs := make([]string, 0, len(name)) // want `subs is made anew by each call of visit .review: `
	for sub := range f.names {
		subs = append(subs, sub)
	}
	for _, sub := range subs {
		if err := f.each(sub); err != nil {
			return err
		}
	}
	f.open--
	return nil
}

// The capacity is that of earlier calls, unless a variable would be left without a use.

func (f *folder) sized(words []string) (n int) {
	f.open++
	total := 2 * len(words)
	list := make([]int, 0, total) // want `list is made anew by each call of sized .review: `
	for _, w := range words {
		list = append(list, len(w), n)
		n++
	}
	return n + len(list)
}

func (f *folder) use() {
	f.each = func(name string) error { return f.visit(name) }
}

// A tape is read from by functions that know of nothing but Read.
type tape struct {
	in    io.Reader
	at    int
	order binary.ByteOrder
}

func (t *tape) Read(b []byte) (int, error) {
	t.at++
	return t.in.Read(b)
}

func (t *tape) full(b []byte) error {
	if _, err := io.ReadFull(t, b); err != nil {
		return errors.New("short")
	}
	return nil
}

func (t *tape) number() uint32 {
	var num [4]byte // want `num is made anew by each call of number .review: `
	_ = t.full(num[:])
	return t.order.Uint32(num[:])
}
