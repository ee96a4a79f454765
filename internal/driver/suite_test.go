package driver

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/mechanism"
)

// TestReasons: what a rule says it can remove is a reason that the catalogue has, and
// only checks, which look for mistakes, remove nothing.
func TestReasons(t *testing.T) {
	named := make(map[string]bool)
	for _, r := range everyRule() {
		if named[r.Name()] {
			t.Errorf("two rules are called %s", r.Name())
		}
		named[r.Name()] = true
		for _, reason := range r.Reasons {
			if _, ok := mechanism.Lookup(reason); !ok {
				t.Errorf("%s: there is no reason %s", r.Name(), reason)
			}
		}
		check := strings.Contains(r.Analyzer.URL, "/passes/check#")
		if check == (len(r.Reasons) > 0) {
			t.Errorf("%s: a check: %v; removes %q", r.Name(), check, r.Reasons)
		}
	}
}

// TestMayDiffer: of each rewrite of x/tools in the suite it is decided what it may differ
// in, as of ours; any other counts as review.
func TestMayDiffer(t *testing.T) {
	pkg := &load.Package{Info: new(types.Info)}
	kinds := make(map[string]string)
	for _, r := range modernizers() {
		for _, c := range mayDiffer(pkg, r.Name(), nil) {
			kinds[r.Name()] += c.Kind
		}
	}
	if want := map[string]string{"fmtappendf": "nil-or-empty"}; !maps.Equal(kinds, want) {
		t.Errorf("they may differ in %v, want %v", kinds, want)
	}
	if c := mayDiffer(pkg, "new", nil); len(c) != 1 || c[0].Kind != "contract" {
		t.Errorf("what nobody looked at may differ in %v", c)
	}
	b := ast.NewIdent("SplitSeq")
	b.NamePos = 10
	pkg.Info.Uses = map[*ast.Ident]types.Object{b: types.NewFunc(0, types.NewPackage("bytes", "bytes"), "SplitSeq", nil)}
	if c := mayDiffer(pkg, "stringsseq", []analysis.TextEdit{{Pos: 10, End: 15}}); len(c) != 1 || c[0].Kind != "contents" {
		t.Errorf("stringsseq of bytes may differ in %v", c)
	}
}

// TestParted: a sum of names and constants is written to a builder one by one, and nothing that
// could panic in between; a rune, bytes and one byte are written by their methods.
func TestParted(t *testing.T) {
	const text = `package p

func f(x, y string, f func() string, r rune, b []byte) (s string) {
	for range 3 {
		s += x + (", " + "and ") + y
	}
	switch s {
	case "":
		s += "(" + x
	}
	s += x + f()
	s += "a" + "b"
	s += string(r) + ", " + string(b)
	s += string(b[1:])
	s += string( /* the first */ r)
	return s
}
`
	const want = `	for range 3 {
		s.WriteString(x)
s.WriteString((", " + "and "))
s.WriteString(y)
	}
	switch s {
	case "":
		s.WriteByte('(')
s.WriteString(x)
	}
	s.WriteString(x + f())
	s.WriteString("a" + "b")
	s.WriteRune(r)
s.WriteString(", ")
s.Write(b)
	s.Write(b[1:])
	s.WriteString(string( /* the first */ r))
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{Files: []*ast.File{f}, TypesInfo: &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}}
	if _, err := new(types.Config).Check("p", fset, pass.Files, pass.TypesInfo); err != nil {
		t.Fatal(err)
	}
	var edits []analysis.TextEdit
	ast.Inspect(f, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			edits = append(edits, analysis.TextEdit{Pos: assign.Lhs[0].End(), End: assign.Rhs[0].Pos(), NewText: []byte(".WriteString(")},
				analysis.TextEdit{Pos: assign.End(), End: assign.End(), NewText: []byte(")")})
		}
		return true
	})
	edits = append(edits, parted(pass, edits)...)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int { return int(a.Pos - b.Pos) })
	got, at := "", f.FileStart
	for _, e := range edits {
		got += text[at-f.FileStart:e.Pos-f.FileStart] + string(e.NewText)
		at = e.End
	}
	got = strings.TrimSuffix(got+text[at-f.FileStart:], "\treturn s\n}\n")
	_, got, _ = strings.Cut(got, "{\n")
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
