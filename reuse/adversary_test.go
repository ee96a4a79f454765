package reuse_test

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/unheap/unheap/reuse"
)

// TestResetPanics: a value whose Reset panics is never handed out again, and
// the pool goes on.
func TestResetPanics(t *testing.T) {
	p := reuse.Pool[flat]{Reset: func(v *flat) bool {
		if v.a == 13 {
			panic("unlucky")
		}
		*v = flat{}
		return true
	}}
	l := p.Local()
	for name, x := range map[string]struct {
		get func() *flat
		put func(*flat)
	}{"Pool": {p.Get, p.Put}, "Local": {l.Get, l.Put}} {
		v := x.get()
		v.a = 13
		if got := panicked(func() { x.put(v) }); got != "unlucky" {
			t.Errorf("%s: panic %q", name, got)
		}
		if got := panicked(func() { x.put(v) }); !strings.Contains(got, "Put twice") {
			t.Errorf("%s: a second Put: %q", name, got)
		}
		for range 300 {
			w := x.get()
			if w == v || w.a != 0 {
				t.Fatalf("%s: the value is handed out again: %+v", name, *w)
			}
			x.put(w)
		}
	}
}

// TestResetPutsItself: a Reset that Puts its own value is caught.
func TestResetPutsItself(t *testing.T) {
	var p reuse.Pool[flat]
	p.Reset = func(v *flat) bool { p.Put(v); return true }
	if got := panicked(func() { p.Put(p.Get()) }); !strings.Contains(got, "Put twice") {
		t.Errorf("panic %q", got)
	}
}

// TestNoSize: a T without size is one like any other.
func TestNoSize(t *testing.T) {
	var p reuse.Pool[struct{}]
	a, b := p.Get(), p.Get()
	p.Put(a)
	p.Put(b)
	if got := panicked(func() { p.Put(b) }); !strings.Contains(got, "Put twice") {
		t.Errorf("panic %q", got)
	}
}

// TestAssignedB: whatever is done to B, nobody else's bytes are harmed and no
// two Buffers share an array.
func TestAssignedB(t *testing.T) {
	var p reuse.BufferPool
	for name, f := range map[string]func(b *reuse.Buffer){
		"nil":            func(b *reuse.Buffer) { b.B = nil },
		"no capacity":    func(b *reuse.Buffer) { b.B = b.B[:0:0] },
		"a suffix":       func(b *reuse.Buffer) { b.Extend(500); b.B = b.B[100:] },
		"a part":         func(b *reuse.Buffer) { b.Extend(500); b.B = b.B[100:200:300] },
		"another array":  func(b *reuse.Buffer) { b.B = make([]byte, 10, 777) },
		"a tiny one":     func(b *reuse.Buffer) { b.B = make([]byte, 1, 2) },
		"a huge one":     func(b *reuse.Buffer) { b.B = make([]byte, 5, 70<<20) },
		"append":         func(b *reuse.Buffer) { b.B = append(b.B, make([]byte, 9000)...) },
		"append, Write":  func(b *reuse.Buffer) { b.B = append(b.B, make([]byte, 900)...); b.Write(make([]byte, 9000)) },
		"Detach":         func(b *reuse.Buffer) { b.Extend(900); b.Detach() },
		"Detach, Write":  func(b *reuse.Buffer) { b.Extend(900); b.Detach(); b.Write(make([]byte, 5000)) },
		"Adopt, Grow":    func(b *reuse.Buffer) { b.Adopt(make([]byte, 3, 100)); b.Grow(5000) },
		"Set from B":     func(b *reuse.Buffer) { b.Extend(900); b.Set(b.B[10:]) },
		"SetString, far": func(b *reuse.Buffer) { b.SetString(strings.Repeat("x", 100_000)) },
	} {
		for range 1 + 20/slowdown {
			b := p.Get()
			f(b)
			p.Put(b)
			var out []*reuse.Buffer
			for i := range 6 {
				x := p.Get()
				if x.Len() != 0 {
					t.Fatalf("%s: Get returned %d bytes", name, x.Len())
				}
				x.Write(bytes.Repeat([]byte{byte(i)}, 300<<(i%3)))
				out = append(out, x)
			}
			for i, x := range out {
				if !bytes.Equal(x.B, bytes.Repeat([]byte{byte(i)}, 300<<(i%3))) {
					t.Fatalf("%s: two Buffers share an array", name)
				}
				p.Put(x)
			}
		}
	}
	runtime.GC()
}

// TestDetachedStays: a detached array is nobody else's.
func TestDetachedStays(t *testing.T) {
	var p reuse.BufferPool
	b := p.Get()
	b.WriteString("mine")
	mine := b.Detach()
	p.Put(b)
	for range 100 {
		x := p.Get()
		x.WriteString("yours")
		p.Put(x)
	}
	if string(mine) != "mine" {
		t.Errorf("a detached array has become %q", mine)
	}
}

// TestSetOverlap: the content may be set to a part of itself.
func TestSetOverlap(t *testing.T) {
	var p reuse.BufferPool
	b := p.Get()
	b.WriteString("0123456789")
	b.Set(b.B[3:7])
	if b.String() != "3456" {
		t.Errorf("%q", b)
	}
}
