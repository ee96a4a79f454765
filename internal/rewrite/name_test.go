package rewrite

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

func TestFuncName(t *testing.T) {
	src := `package p
func F() {}
func (t T) V() {}
func (*T) P() {}
func (t *G[K, _]) M() {}
func (G[K, V]) N() {}
`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"F", "T.V", "(*T).P", "(*G).M", "G.N"}
	for i, d := range f.Decls {
		if got := FuncName(d.(*ast.FuncDecl)); got != want[i] {
			t.Errorf("got %s, want %s", got, want[i])
		}
	}
}
