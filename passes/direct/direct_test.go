package direct

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, Rule) }

// TestPairs: each pair says what it is about, and nothing that the reader of it has to know
// the pair for.
func TestPairs(t *testing.T) {
	list, err := readAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		before, after := p.Docs()
		for _, doc := range []string{before, after} {
			if !strings.HasSuffix(doc, ".") || strings.Contains(doc, "\n") {
				t.Errorf("%s: %q is no sentence", p.Before, doc)
			}
		}
	}
}

// TestLibrary holds api.txt against the library: what stands there has the same type.
func TestLibrary(t *testing.T) {
	l := library("api.txt")
	var paths []string
	for p := range l {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	real, err := packages.Load(&packages.Config{Mode: packages.LoadTypes}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	name := func(p *types.Package) string { return p.Path() }
	for _, pkg := range real {
		part := l[pkg.PkgPath]
		for _, word := range part.Scope().Names() {
			have, want := part.Scope().Lookup(word), pkg.Types.Scope().Lookup(word)
			if want == nil {
				t.Errorf("package %s has no %s", pkg.PkgPath, word)
				continue
			}
			if _, isType := have.(*types.TypeName); !isType || types.IsInterface(have.Type()) {
				if a, b := types.TypeString(have.Type().Underlying(), name), types.TypeString(want.Type().Underlying(), name); !alike(have, want, a, b) {
					t.Errorf("%s.%s is\n%s\nand in api.txt\n%s", pkg.PkgPath, word, b, a)
				}
				continue
			}
			named := have.Type().(*types.Named)
			for m := range named.Methods() {
				obj, _, _ := types.LookupFieldOrMethod(want.Type(), true, pkg.Types, m.Name())
				if obj == nil || types.TypeString(obj.Type(), name) != types.TypeString(m.Type(), name) {
					t.Errorf("%s.%s.%s is %v, and in api.txt %v", pkg.PkgPath, word, m.Name(), obj, m)
				}
			}
		}
	}
}

// alike compares interfaces by their methods, since one may be made of others.
func alike(have, want types.Object, a, b string) bool {
	x, ok := have.Type().Underlying().(*types.Interface)
	y, ok2 := want.Type().Underlying().(*types.Interface)
	if !ok || !ok2 {
		return a == b
	}
	list := func(i *types.Interface) (all []string) {
		for m := range i.Methods() {
			all = append(all, m.FullName()+types.TypeString(m.Type(), nil))
		}
		return all
	}
	return slices.Equal(list(x), list(y))
}
