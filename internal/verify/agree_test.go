package verify

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify/equiv"
)

func TestRedeclares(t *testing.T) {
	const text = `package p

import "sync"

var pool = sync.Pool{New: func() any { return make([]byte, 10) }}

const size = 10

func f() { use(pool.Get()) }
`
	root := t.TempDir()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, filepath.Join(root, "q", "p.go"), text, 0)
	if err != nil {
		t.Fatal(err)
	}
	j := &judge{Input: Input{Root: root, Equiv: &equiv.Package{Fset: fset, Files: []*ast.File{f}}}}
	for _, c := range []struct {
		file, at string
		length   int
		want     bool
	}{
		{"q/p.go", "make(", 20, true},
		{"q/p.go", "var pool", 0, false}, // an insertion in front
		{"q/p.go", "pool = ", 0, true},
		{"q/p.go", "10\n", 2, false},
		{"q/p.go", "use(", 3, false},
		{"q/p.go", `"sync"`, 6, false},
		{"p.go", "make(", 20, false},
	} {
		start := strings.Index(text, c.at)
		edit := record.Edit{File: c.file, Start: start, End: start + c.length}
		if got := j.redeclares(record.Candidate{Edits: []record.Edit{edit}}); got != c.want {
			t.Errorf("%s at %q: %v, want %v", c.file, c.at, got, c.want)
		}
	}
}
