package source

import "testing"

const unsafeTypes = `package a

import (
	_ "sync/atomic"
	"unsafe"
)

type (
	point  struct{ x, y float64 }
	line   struct{ from, to point }
	block  struct{ data [64]byte }
	text   struct{ s string }
	number struct{ n uint64 }
	flag   struct{ set bool }
	node   struct{ next *node; of *point }
	user   struct{ name any }
	other  struct{ x, y float64 }
)

var _ = unsafe.Sizeof(0)

`

// TestUnsafe checks of which types package unsafe may have the address.
func TestUnsafe(t *testing.T) {
	tests := []struct {
		name, code string
		yes, no    string // one type each
	}{
		{"the object", "func f(p *point) uintptr { return uintptr(unsafe.Pointer(p)) }", "point", "block"},
		{"one of the same form", "func f(p *other) unsafe.Pointer { return unsafe.Pointer(p) }", "point", "number"},
		{"a part", "func f(l *line) unsafe.Pointer { return unsafe.Pointer(&l.to) }", "line", "text"},
		{"a whole", "func f(l *line) unsafe.Pointer { return unsafe.Pointer(l) }", "line", "point"},
		{"what leads to it", "func f(n *node) unsafe.Pointer { return unsafe.Pointer(n) }", "point", "text"},
		{"a pointer to it", "func f(p *point) uintptr { return *(*uintptr)(unsafe.Pointer(&p)) }", "point", "flag"},
		{"a list of pointers", "func f(p []*point) unsafe.Pointer { return unsafe.Pointer(&p[0]) }", "point", "text"},
		{"an interface", "func f(u *user) unsafe.Pointer { return unsafe.Pointer(u) }", "point", ""},
		{"an element", "func f(b []byte) uintptr { return uintptr(unsafe.Pointer(&b[0])) }", "block", "point"},
		{"some elements", "func f(b []byte) unsafe.Pointer { return unsafe.Pointer((*[4]byte)(b)) }", "block", "point"},
		{"the head of a string", "func f(s string) uintptr { return (*struct{ p, n uintptr })(unsafe.Pointer(&s)).p }", "block", "text"},
		{"a word of a string", "func f(s string) uintptr { return (*[2]uintptr)(unsafe.Pointer(&s))[0] }", "block", "text"},
		{"words of a list", "func f(p []*point) uintptr { return (*(*[3]uintptr)(unsafe.Pointer(&p)))[0] }", "point", "text"},
		{"an address of a word", "func f(s *string) *uintptr { return &(*[2]uintptr)(unsafe.Pointer(s))[1] }", "text", "point"},
		{"a word that is set", "func f(s *string) { (*[2]uintptr)(unsafe.Pointer(s))[1] = 0 }", "text", "point"},
		{"words behind a string", "func f(s *string) uintptr { return (*[4]uintptr)(unsafe.Pointer(s))[3] }", "text", "point"},
		{"a method", "func f(s *string) uintptr { return (*head)(unsafe.Pointer(s)).words() }\ntype head struct{ p, n uintptr }\nfunc (h *head) words() uintptr { return h.p }", "text", "point"},
		{"a part of a number", "func f(n *uint64) byte { return (*[8]byte)(unsafe.Pointer(n))[0] }", "", "number"},
		{"bytes read as a text", "func f(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }", "", "text"},
		{"bytes set as a text", "func f(b *[]byte, s string) { *(*string)(unsafe.Pointer(b)) = s }", "block", "point"},
		{"a number read as another", "func f(n uint64) float64 { return *(*float64)(unsafe.Pointer(&n)) }", "", "number"},
		{"more bytes than one", "func f(b []byte) uint64 { return *(*uint64)(unsafe.Pointer(&b[0])) }", "block", "number"},
		{"an address of what is read", "func f(n *uint64) *float64 { return &*(*float64)(unsafe.Pointer(n)) }", "number", "block"},
		{"a list of what is read", "func f(n *uint64) []byte { return (*(*[8]byte)(unsafe.Pointer(n)))[:] }", "number", "text"},
		{"a number", "func f(n uintptr) *point { return (*point)(unsafe.Pointer(n)) }", "", "point"},
		{"views", "func f(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }", "", "block"},
		{"a linked function", "//go:linkname f a.g\nfunc f(p *point)", "point", "text"},
		{"a type parameter", "func f[T any](p *T) unsafe.Pointer { return unsafe.Pointer(p) }", "point", ""},
		{"sizes", "const n = unsafe.Sizeof(point{}) + unsafe.Offsetof(block{}.data)", "", "point"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := packageOf(t, unsafeTypes+tt.code)
			if tt.yes != "" && !p.Unsafe(p.Types.Scope().Lookup(tt.yes).Type()) {
				t.Errorf("unsafe has no %s", tt.yes)
			}
			if tt.no != "" && p.Unsafe(p.Types.Scope().Lookup(tt.no).Type()) {
				t.Errorf("unsafe may have a %s", tt.no)
			}
		})
	}
}

// TestMeasured checks of which types the package knows the place of parts.
func TestMeasured(t *testing.T) {
	tests := []struct {
		name, code, yes, no string
	}{
		{"a size", "const n = unsafe.Sizeof(line{})", "point", "block"},
		{"a size of a part", "const n = unsafe.Sizeof(point{})", "line", "block"},
		{"a field", "const n = unsafe.Offsetof(line{}.to)", "line", "text"},
		{"neighbours", "func f(b *block) []byte { return unsafe.Slice(&b.data[0], 64) }", "block", "text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := packageOf(t, unsafeTypes+tt.code)
			if !p.Measured(p.Types.Scope().Lookup(tt.yes).Type()) {
				t.Errorf("a %s is not measured", tt.yes)
			}
			if p.Measured(p.Types.Scope().Lookup(tt.no).Type()) {
				t.Errorf("a %s is measured", tt.no)
			}
		})
	}
}
