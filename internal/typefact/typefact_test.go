package typefact

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

const src = `package p

import (
	"strings"
	"sync"
	"sync/atomic"
)

type List[T any] struct{ next *List[T]; value T }
type Pointers[T any] struct{ a *T; b []T; c map[string]T }

type spin struct{ n uint32 }
func (s *spin) Lock() {}
func (s *spin) Unlock() {}

type inner struct{ n uint32 }
func (s *inner) lock() {}

type reference struct{ *spin } // a copy has the same lock
type byValue struct{}
func (byValue) Lock() {}
type noCopy struct{}
type guarded struct{ _ noCopy; n int }
type locker interface{ Lock() }
type plain struct{ a, b int }

func f[T any](
	a T, //                               P
	b [3]T, //                            P
	c struct{ x T }, //                   P
	d List[T], //                         P
	e Pointers[T], //                     sized P
	g *T, //                              sized shaped P
	h List[int], //                       sized P
	i interface{}, //                     sized P
	j int, //                             sized
	k struct{ p *int }, //                sized shaped P
	l [1]map[string]int, //               sized shaped P
	m [2]*int, //                         sized P
	n struct{}, //                        sized
	o [0]*int, //                         sized
	p struct{ a int; b string }, //       sized P
	q sync.Mutex, //                      sized nocopy
	r [2]struct{ mu sync.RWMutex }, //    sized nocopy
	s *sync.Mutex, //                     sized shaped P
	t struct{ mu *sync.Mutex }, //        sized shaped P
	u atomic.Int64, //                    sized nocopy
	v spin, //                            sized nocopy
	w inner, //                           sized nocopy
	x reference, //                       sized shaped P
	y byValue, //                         sized
	z guarded, //                         sized nocopy
	aa locker, //                         sized P
	ab strings.Builder, //                sized P nocopy
	ac struct{ b strings.Builder }, //    sized P nocopy
	ad plain, //                          sized
	ae struct{ l locker }, //             sized P
) {}`

// TestFacts compares every answer with what the parameter's comment says. types.Sizes
// panics on a size that depends on a type argument.
func TestFacts(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(src, "\n")
	for v := range pkg.Scope().Lookup("f").Type().(*types.Signature).Params().Variables() {
		_, want, _ := strings.Cut(lines[fset.Position(v.Pos()).Line-1], "//")
		var got []string
		for _, fact := range []struct {
			name string
			is   func(types.Type) bool
		}{{"sized", Sized}, {"shaped", PointerShaped}, {"P", HasPointers}, {"nocopy", NoCopy}} {
			if fact.is(v.Type()) {
				got = append(got, fact.name)
			}
		}
		if text := strings.Join(got, " "); text != strings.TrimSpace(want) {
			t.Errorf("%s %s: %q, want %q", v.Name(), v.Type(), text, strings.TrimSpace(want))
		}
		if Sized(v.Type()) {
			types.SizesFor("gc", "amd64").Sizeof(v.Type()) // must not panic
		}
	}
}

func TestBlock(t *testing.T) {
	for _, test := range []struct {
		size     int64
		pointers bool
		want     int64
	}{{0, false, 0}, {4, false, 4}, {8, false, 8}, {12, false, 16}, {8, true, 8}, {17, false, 24}, {512, true, 512}, {520, true, 576}, {40000, false, 40960}} {
		if got := Block(test.size, test.pointers); got != test.want {
			t.Errorf("Block(%d, %v) = %d, want %d", test.size, test.pointers, got, test.want)
		}
	}
}
