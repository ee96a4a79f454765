package rewrite

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/internal/load"
)

// TestUndeclared tells which variables another rewrite must not count on: those whose
// declaration an edit takes away, or gives another type.
func TestUndeclared(t *testing.T) {
	const text = `package p

import "bytes"

func f() {
	a := bytes.Buffer{}
	var b bytes.Buffer
	c := new(bytes.Buffer)
	d := []chan int{}
	e := d
	_, _, _, _, _ = a, b, c, d, e
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	p, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	pkg, f := &load.Package{Types: p, Info: info}, &load.File{Syntax: file}
	for _, tt := range []struct{ old, new, want string }{
		{"bytes.Buffer{}", "strings.Builder{}", "a"},
		{"a := bytes.Buffer{}", "var a strings.Builder", "a"},
		{"a := bytes.Buffer{}", "var a = bytes.Buffer{}", ""},
		{"var b bytes.Buffer", "b := make([]byte, 0, 64)", "b"},
		{"c := new(bytes.Buffer)", "c := new(strings.Builder)", "c"},
		{"[]chan int{}", "make([]chan int, 0, 8)", ""},
		{"e := d", "", "e"},
		{"d\n\t_", "d\n\t_", ""},
	} {
		at := file.FileStart + token.Pos(strings.Index(text, tt.old))
		var got []string
		for _, v := range undeclared(pkg, f, analysis.TextEdit{Pos: at, End: at + token.Pos(len(tt.old)), NewText: []byte(tt.new)}) {
			got = append(got, v.Name())
		}
		slices.Sort(got)
		if list := strings.Join(slices.Compact(got), " "); list != tt.want {
			t.Errorf("%q to %q: got %q, want %q", tt.old, tt.new, list, tt.want)
		}
	}
}
