package source

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// packageOf type-checks one file and indexes it.
func packageOf(t *testing.T, src string) *Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), Implicits: make(map[ast.Node]types.Object),
		Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil), GoVersion: "go1.23"}
	pkg, err := conf.Check("a", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil },
		ResultOf: make(map[*analysis.Analyzer]any),
	}
	for _, a := range Analyzer.Requires {
		pass.ResultOf[a] = inspector.New(pass.Files)
	}
	p, err := build(pass)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Package)
}

const expressions = `package a

type T struct{ n int; p *T; a [4]int }
func f() int { return 0 }
var global int

func _(x, y int, s []int, p *T, t T, m map[string]int, mi map[any]int, c chan int, e any, str string, b []byte, q func()) {
	_ = x + 1            // pure total fixed
	_ = global           // pure total
	_ = t.n              // pure total fixed
	_ = t.a              // pure total fixed
	_ = len(str)         // pure total fixed
	_ = string(str)      // pure total fixed
	_ = x / 2            // pure total fixed
	_ = m["a"]           // pure total
	_ = y                // pure total
	_ = s[0]             // pure
	_ = p.n              // pure
	_ = *p               // pure
	_ = x / y            // pure
	_ = x << y           // pure
	_ = mi[e]            // pure
	_ = e.(int)          // pure
	_ = s[1:]            // pure
	_ = e == e           // pure
	_ = [1]int(s)        // pure
	_ = len(m)           // pure total
	_ = string(b)        // pure total
	_ = f()              //
	_ = <-c              //
	_ = func() int { return 1 } //
	_ = append(s, 1)     //
	q = func() { y++ }
}
`

// TestExpressions holds what may be said of expressions; the comment lists it.
func TestExpressions(t *testing.T) {
	p := packageOf(t, expressions)
	f := p.Files[0]
	for cur := range f.Cursor.Preorder((*ast.AssignStmt)(nil)) {
		assign := cur.Node().(*ast.AssignStmt)
		if id, ok := assign.Lhs[0].(*ast.Ident); !ok || id.Name != "_" {
			continue
		}
		e := assign.Rhs[0]
		got := ""
		if Pure(p.Info, e) {
			got += " pure"
		}
		if Total(p.Info, e) {
			got += " total"
		}
		if p.Fixed(e, f.Syntax.FileStart, f.Syntax.FileEnd) {
			got += " fixed"
		}
		if want := commentBehind(f, assign); got != want {
			t.Errorf("%s:%s, want%s", f.Text(e), got, want)
		}
	}
}

// TestFixedLength holds between which statements a map keeps its length.
func TestFixedLength(t *testing.T) {
	for code, want := range map[string]bool{
		"x++; s[0] = x":                    true,
		"s = append(s, m[1])":              true,
		"for k := range m { s[0] = k }":    true,
		"s = []int(append(s, len(other)))": true,
		"m[x] = 1":                         false,
		"m[x]++":                           false,
		"other[x] = 1":                     false, // may be m
		"g[x] = 1":                         false,
		"for m[x] = range s {}":            false,
		"delete(other, x)":                 false,
		"clear(m)":                         false,
		"f()":                              false,
		"go func() { m[1] = 2 }()":         false,
		"<-c":                              false,
		"c <- 1":                           false,
		"for range c {}":                   false,
		"for range seq {}":                 false,
		"m = other":                        false,
	} {
		p := packageOf(t, `package a

func _[M ~map[int]int](f func(), m, other map[int]int, g M, s []int, x int, c chan int, seq func(func() bool)) {
	_ = len(m)
	`+code+`
}
`)
		body := p.Files[0].Syntax.Decls[0].(*ast.FuncDecl).Body
		e := body.List[0].(*ast.AssignStmt).Rhs[0]
		if got := p.Fixed(e, body.Lbrace, body.Rbrace); got != want {
			t.Errorf("%s: len(m) fixed: %v", code, got)
		}
	}
}

func commentBehind(f *File, n ast.Node) string {
	line := f.Pkg.Fset.Position(n.Pos()).Line
	for _, g := range f.Syntax.Comments {
		if f.Pkg.Fset.Position(g.Pos()).Line == line {
			return g.List[0].Text[2:]
		}
	}
	return ""
}

// TestImport holds where imports go, and under which name.
func TestImport(t *testing.T) {
	tests := []struct{ src, qualifier, edit string }{
		{"package a\n\nimport \"strconv\"\n\nvar x = strconv.Itoa(1)\n", "strconv.", ""},
		{"package a\n\nimport s \"strconv\"\n\nvar x = s.Itoa(1)\n", "s.", ""},
		{"package a\n\nimport . \"strconv\"\n\nvar x = Itoa(1)\n", "", ""},
		{"package a\n\nimport \"fmt\"\n\nvar x = fmt.Sprint(1)\n", "strconv.", "import \"strconv\"\n"},
		{"package a\n\nimport (\n\t\"fmt\"\n)\n\nvar x = fmt.Sprint(1)\n", "strconv.", "\"strconv\"\n\t"},
		{"package a\n\nvar x = 1\n", "strconv.", "import \"strconv\"\n\n"},
		{"package a\n\nvar strconv, x = 1, 1\n", "strconv1.", "import strconv1 \"strconv\"\n\n"},
	}
	for _, test := range tests {
		f := packageOf(t, test.src).Files[0]
		qualifier, edits, ok := f.Import("strconv", "Itoa", f.Syntax.FileEnd-1)
		text := ""
		for _, e := range edits {
			text += string(e.NewText)
		}
		if !ok || qualifier != test.qualifier || text != test.edit {
			t.Errorf("%q: got %q, %q, %v", test.src, qualifier, text, ok)
		}
	}
}

// TestFiles holds which files a fix may edit, and with which version.
func TestFiles(t *testing.T) {
	tests := []struct {
		src   string
		files int
		newer bool // may use what is new in go1.22
	}{
		{"package a\n", 1, true},
		{"// Code generated by hand. DO NOT EDIT.\n\npackage a\n", 0, false},
		{"//go:build go1.21\n\npackage a\n", 1, false},
	}
	for _, test := range tests {
		p := packageOf(t, test.src)
		if len(p.Files) != test.files {
			t.Errorf("%q: %d files", test.src, len(p.Files))
		} else if len(p.Files) == 1 && p.Files[0].AtLeast("go1.22") != test.newer {
			t.Errorf("%q: version %s", test.src, p.Files[0].Go)
		}
	}
	f, err := parser.ParseFile(token.NewFileSet(), "a.go", "package a\n\nimport \"C\"\n", parser.ImportsOnly)
	if err != nil || !usesCgo(f) {
		t.Error("a file that imports C was not recognised", err)
	}
}

func TestDoc(t *testing.T) {
	const source = "// Package x does.\n//\n// # Analyzer x\n//\n// x: title\n//\n//\tcode\npackage x\n"
	if got, want := Doc(source), "x: title\n\n\tcode"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestElsewhere: names of files that are not part of the package.
func TestElsewhere(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":         "package a; func own() {}",
		"a_windows.go": "package a\n//go:linkname linked other.name\nfunc linked()\nvar _ = used(\"text\") // remarked",
		"a_test.go":    "package a; func broken( {",
		"a_arm64.s":    "TEXT ·assembled(SB), 0, $0\nCALL ·called(SB)",
		"a.txt":        "written",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	names := mentions(dir, map[string]bool{"a.go": true})
	for name, want := range map[string]bool{
		"own": false, "linked": true, "used": true, "text": false, "remarked": false, "broken": true,
		"assembled": true, "called": true, "written": false, "name": false,
	} {
		if names[name] != want {
			t.Errorf("%s: got %v, want %v", name, names[name], want)
		}
	}
	if got := mentions(filepath.Join(dir, "none"), nil); len(got) > 0 {
		t.Errorf("a folder that is not there mentions %v", got)
	}
}
