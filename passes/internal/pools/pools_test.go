package pools

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"github.com/unheap/unheap/passes/internal/source"
)

// TestGraphParallel asks for the graphs of 400 functions in several goroutines, as the
// analyzers that share an index do. It fails under -race, and now and then without, if
// the map of graphs has no lock; and if two of them get different graphs.
func TestGraphParallel(t *testing.T) {
	var src strings.Builder
	src.WriteString("package p\n")
	for i := range 400 {
		fmt.Fprintf(&src, "func f%d(n int) int { for n > 0 { n-- }; return n }\n", i)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src.String(), 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	x := &Index{Pkg: &source.Package{Fset: fset, Info: info, Types: pkg}}
	var wg sync.WaitGroup
	graphs := make([]map[ast.Node]any, 4)
	for i := range graphs {
		graphs[i] = make(map[ast.Node]any)
		wg.Go(func() {
			for _, d := range file.Decls {
				graphs[i][d] = x.Graph(d)
			}
		})
	}
	wg.Wait()
	for _, d := range file.Decls {
		for _, g := range graphs[1:] {
			if g[d] == nil || g[d] != graphs[0][d] {
				t.Fatalf("%s has several graphs, or none", d.(*ast.FuncDecl).Name.Name)
			}
		}
	}
	if x.Graph(nil) != nil {
		t.Error("no function has a graph")
	}
}
