package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestSized: types.Sizes panics on a size that depends on a type argument, as
// that of a map's value in a generic container.
func TestSized(t *testing.T) {
	const src = `package p
type List[T any] struct{ next *List[T]; value T }
type Pointers[T any] struct{ a *T; b []T; c map[string]T }
func f[T any](a T, b [3]T, c struct{ x T }, d List[T], e Pointers[T], g *T, h List[int], i interface{}, j int) {}`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []bool{false, false, false, false, true, true, true, true, true}
	params := pkg.Scope().Lookup("f").Type().(*types.Signature).Params()
	for i := range params.Len() {
		v := params.At(i)
		if got := Sized(v.Type()); got != want[i] {
			t.Errorf("Sized(%s) = %v", v.Type(), got)
		} else if got {
			types.SizesFor("gc", "amd64").Sizeof(v.Type()) // must not panic
		}
	}
}
