package load

import (
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/record"
)

var update = flag.Bool("update", false, "rewrite the expected part of testdata")

// write puts the files of an archive, except those named out.txt, below a new
// directory.
func write(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	for _, file := range archive.Files {
		if file.Name == "out.txt" {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func mustLoad(t *testing.T, dir string, patterns ...string) (*Program, []record.Problem) {
	t.Helper()
	p, problems, err := Load(context.Background(), Options{Dir: dir, Patterns: patterns, Tests: true})
	if err != nil {
		t.Fatal(err)
	}
	return p, problems
}

// TestPoints compares the points of the modules in testdata/points with their
// out.txt.
func TestPoints(t *testing.T) {
	files, err := filepath.Glob("testdata/points/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p, problems := mustLoad(t, write(t, archive), "./...")
			got := describe(p, problems)
			i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "out.txt" })
			if *update {
				if i < 0 {
					i, archive.Files = len(archive.Files), append(archive.Files, txtar.File{Name: "out.txt"})
				}
				archive.Files[i].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if i < 0 {
				t.Fatal("no out.txt")
			}
			if diff := cmp.Diff(string(archive.Files[i].Data), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func describe(p *Program, problems []record.Problem) string {
	var b strings.Builder
	for _, problem := range problems {
		fmt.Fprintf(&b, "problem %s: %s: %s\n", problem.Package, problem.Pos, problem.Text)
	}
	for _, point := range p.points {
		fmt.Fprintf(&b, "%s %s %s %q", point.Pos, point.Kind, point.Function, point.Expr)
		if point.Ordinal > 1 {
			fmt.Fprintf(&b, " #%d", point.Ordinal)
		}
		if point.Callee != "" {
			fmt.Fprintf(&b, " calls %s", point.Callee)
		}
		if len(point.Primitives) > 0 {
			fmt.Fprintf(&b, " %s", strings.TrimPrefix(point.Primitives[0], "runtime."))
		}
		if len(point.Types) > 0 {
			fmt.Fprintf(&b, " of %q", strings.Join(point.Types, "|"))
		}
		if point.Size > 0 {
			fmt.Fprintf(&b, " %d B", point.Size)
		}
		if point.Test {
			b.WriteString(" test")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// tree is a module for the tests of lookups.
const tree = `
-- go.mod --
module example.com/m

go 1.26
-- a.go --
package m

import "fmt"

type T[P any] struct{ p P }

func (t *T[P]) M() func() func() string {
	return func() func() string {
		for v := range t.all {
			_ = func() P { return v }
		}
		return func() string { return fmt.Sprint(t.p) }
	}
}

func (t *T[P]) all(yield func(P) bool) { yield(t.p) }

var F = func() int { return 1 }
-- b.x/main.go --
package main

//line gen.y:7
func main() { println(new(int)) }
-- b.x/note.txt --
what another program has rewritten
-- sub/go.mod --
module example.com/m/sub

go 1.26
`

func TestRel(t *testing.T) {
	dir := write(t, txtar.Parse([]byte(tree)))
	p, problems := mustLoad(t, dir, "./...")
	if len(problems) > 0 || p.Module() != "example.com/m" || p.Root() != dir {
		t.Fatalf("problems %v, module %q, root %q", problems, p.Module(), p.Root())
	}
	for _, test := range []struct{ pkg, file, want string }{
		{"example.com/m", dir + "/a.go", "a.go"},
		{"example.com/m [example.com/m.test]", dir + "/a.go", "a.go"},
		{"example.com/m_test", dir + "/x_test.go", "x_test.go"},
		{"main", dir + "/b.x/main.go", "b.x/main.go"},
		{"example.com/m", "./a.go", "a.go"},
		{"example.com/m/b.x", "example.com/m/b.x/main.go", "b.x/main.go"}, // -trimpath
		{"example.com/m", "/tmp/go-build1/b001/_cgo_gotypes.go", "example.com/m/_cgo_gotypes.go"},
		{"main", "/tmp/go-build1/b001/_testmain.go", "_testmain.go"},
		{"runtime", "/usr/local/go/src/runtime/malloc.go", "runtime/malloc.go"},
		{"runtime", "runtime/malloc.go", "runtime/malloc.go"},
		{"strings_test", "/usr/local/go/src/strings/x_test.go", "strings/x_test.go"},
		{"golang.org/x/mod/semver", "golang.org/x/mod@v0.42.0/semver/semver.go", "golang.org/x/mod/semver/semver.go"},
		{"example.com/dep", dir + "/vendor/example.com/dep/dep.go", "example.com/dep/dep.go"},
		{"", "/somewhere/else.go", "else.go"},
		{"example.com/m/b.x", "gen.y", "b.x/gen.y"}, // of a //line directive
		{"example.com/m", "../" + filepath.Base(dir) + "/b.x/main.go", "b.x/main.go"},
		{"example.com/m", "/usr/local/go/src/slices/iter.go", "slices/iter.go"}, // a literal inlined into m
		{"example.com/m", "<autogenerated>", ""},
		{"example.com/m", "", ""},
		{"example.com/m/b.x", dir + "/main.go", "b.x/main.go"},                     // what was printed in b.x, repeated in the root
		{"example.com/m/b.x", dir + "/example.com/m/b.x/note.txt", "b.x/note.txt"}, // before cgo, with -trimpath
	} {
		if got := p.Rel(test.pkg, filepath.FromSlash(test.file)); got != test.want {
			t.Errorf("Rel(%q, %q) = %q, want %q", test.pkg, test.file, got, test.want)
		}
	}
	for pkg, want := range map[string]bool{
		"example.com/m":                      true,
		"example.com/m [example.com/m.test]": true,
		"example.com/m_test":                 true,
		"example.com/m/b.x":                  true,
		"example.com/m/not/imported":         true,
		"example.com/mother":                 false,
		"main":                               true,
		"fmt":                                false,
		"":                                   false,
	} {
		if got := p.Own(pkg); got != want {
			t.Errorf("Own(%q) = %v, want %v", pkg, got, want)
		}
	}
}

func TestLookups(t *testing.T) {
	p, _ := mustLoad(t, write(t, txtar.Parse([]byte(tree))), "./...")
	for _, test := range []struct {
		line, column int
		function     string
	}{
		{8, 2, "example.com/m.(*T[...]).M"},
		{9, 3, "example.com/m.(*T[...]).M.func1"},
		{10, 23, "example.com/m.(*T[...]).M.func1.1"},
		{12, 26, "example.com/m.(*T[...]).M.func1.2"},
		{18, 22, "example.com/m.init.func1"},
		{5, 1, ""},
		{99, 1, ""},
	} {
		at := record.Position{File: "a.go", Line: test.line, Column: test.column}
		if got := p.functionAt(p.files[at.File], p.Path(at)); got != test.function {
			t.Errorf("functionAt(%v) = %q, want %q", at, got, test.function)
		}
	}
	at := record.Position{File: "a.go", Line: 12}
	if got, want := p.Source(at), "return func() string { return fmt.Sprint(t.p) }"; got != want {
		t.Errorf("Source = %q, want %q", got, want)
	}
	if got := p.Position(p.File("a.go"), p.Pos(at)); got != (record.Position{File: "a.go", Line: 12, Column: 3}) {
		t.Errorf("Position(Pos(%v)) = %v", at, got)
	}
	for _, missing := range []string{"", "../a.go", "fmt/print.go", "none.go"} {
		if lines := p.Lines(missing); lines != nil {
			t.Errorf("Lines(%q) = %q, want none", missing, lines)
		}
	}
	if points := p.Points("b.x/gen.y", 7); len(points) != 1 || points[0].Expr != "new(int)" {
		t.Errorf("points behind a //line directive: %v", points)
	}
}

// TestWorkspace: positions lead to files of every module that is looked at, from
// a root that holds them and the directory of the command.
func TestWorkspace(t *testing.T) {
	const text = `-- go.work --
go 1.25

use ./a
use ./x/b
-- a/go.mod --
module example.com/a
-- a/a.go --
package a

import "example.com/b"

func A() *int { return b.B() }
-- x/b/go.mod --
module example.com/b
-- x/b/b.go --
package b

func B() *int { return new(int) }
`
	t.Setenv("GOWORK", "")
	ws := write(t, txtar.Parse([]byte(text)))
	tests := []struct {
		dir, pattern, root string
		files              []string
	}{
		{".", "./a", ".", []string{"a/a.go", "x/b/b.go"}}, // b is imported
		{"a", ".", ".", []string{"a/a.go", "x/b/b.go"}},
		{"x/b", ".", "x/b", []string{"b.go"}},
		{".", "./x/b", ".", []string{"x/b/b.go"}},
		{"a", "../x/b", ".", []string{"x/b/b.go"}},
		{"x", "./b", "x", []string{"b/b.go"}},
	}
	for _, test := range tests {
		p, problems := mustLoad(t, filepath.Join(ws, filepath.FromSlash(test.dir)), test.pattern)
		var files []string
		for _, pkg := range p.Packages() {
			for _, f := range pkg.Files {
				if f.Path != filepath.Join(p.Root(), filepath.FromSlash(f.Name)) {
					t.Errorf("%s in %s: %s is %s", test.pattern, test.dir, f.Name, f.Path)
				}
				files = append(files, f.Name)
			}
		}
		if root, err := filepath.Rel(ws, p.Root()); err != nil || filepath.ToSlash(root) != test.root || len(problems) > 0 || !slices.Equal(files, test.files) {
			t.Errorf("%s in %s: files %v below %s, problems %v, %v; want %v below %s", test.pattern, test.dir, files, root, problems, err, test.files, test.root)
		}
		if module, dir := p.ModuleOf("example.com/b"); module != "example.com/b" || dir != filepath.Join(ws, "x", "b") {
			t.Errorf("%s in %s: b is of module %q in %q", test.pattern, test.dir, module, dir)
		}
	}
}

// TestStd names packages of the standard library: they, and only they, are own.
func TestStd(t *testing.T) {
	p, problems := mustLoad(t, t.TempDir(), "errors")
	if len(problems) > 0 || p.Module() != "" {
		t.Fatalf("problems %v, module %q", problems, p.Module())
	}
	if !p.Own("errors") || !p.Own("errors_test") || p.Own("runtime") || p.Own("internal/reflectlite") {
		t.Error("own packages are not those named")
	}
	if p.File("errors/errors.go") == nil || len(p.Lines("errors/errors.go")) == 0 {
		t.Error("no file errors/errors.go")
	}
}

// TestTrimpath holds that imported names have places that can be read, whatever the flags:
// a rule that cannot read the files of a package concludes nothing from it.
func TestTrimpath(t *testing.T) {
	t.Setenv("GOFLAGS", "-trimpath")
	dir := write(t, txtar.Parse([]byte("-- go.mod --\nmodule example.com/m\n-- a.go --\npackage m\n\nimport _ \"strings\"\n")))
	p, _ := mustLoad(t, dir, ".")
	for _, imp := range p.Packages()[0].Types.Imports() {
		name := p.Fset.Position(imp.Scope().Lookup("Split").Pos()).Filename
		if _, err := os.Stat(name); err != nil && !strings.HasPrefix(name, "$GOROOT") {
			t.Errorf("strings.Split: %v", err)
		}
	}
}

// TestLanguage holds that a module without a go line is of Go 1.16, as for the compiler: no rule writes
// what needs a later one.
func TestLanguage(t *testing.T) {
	t.Setenv("GOFLAGS", "")
	dir := write(t, txtar.Parse([]byte("-- go.mod --\nmodule example.com/m\n-- a.go --\npackage m\n")))
	p, _ := mustLoad(t, dir, ".")
	if got := p.Packages()[0].Types.GoVersion(); got != "go1.16" {
		t.Errorf("got %q, want go1.16", got)
	}
}

func TestErrors(t *testing.T) {
	empty := write(t, txtar.Parse([]byte("-- go.mod --\nmodule m\n-- docs/x.txt --\n")))
	for _, test := range []struct {
		name string
		opts Options
		want string
	}{
		{"nothing matches", Options{Dir: empty, Patterns: []string{"./..."}}, "no packages match ./..."},
		{"no Go files", Options{Dir: empty}, "no Go files in"},
		{"no such folder", Options{Dir: empty, Patterns: []string{"./none"}}, "none: directory not found"},
		{"no such package", Options{Dir: empty, Patterns: []string{"example.com/none"}}, "example.com/none"},
		{"no go command", Options{Dir: empty, Env: []string{"PATH="}}, "go"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "no go command" {
				t.Setenv("PATH", "")
			}
			_, _, err := Load(context.Background(), test.opts)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line with %q", err, test.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Load(ctx, Options{Dir: empty}); err != context.Canceled {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestUnread(t *testing.T) {
	text := `could not import math/rand/v2 (internal error in importing "math/rand/v2" (unexpected kind 9); please report an issue)`
	want := "could not import math/rand/v2: unheap, which " + runtime.Version() + " built, cannot read what the Go in use has compiled; build unheap with that Go"
	if got := unread(text); got != want {
		t.Errorf("unread(%q) = %q", text, got)
	}
	if other := "could not import a/b (no such package)"; unread(other) != other {
		t.Errorf("unread(%q) = %q", other, unread(other))
	}
}

// TestGenerated: a file is generated if it says so, or has the name of a program that a directive of the package runs.
func TestGenerated(t *testing.T) {
	sources := map[string]string{
		"ints.go":         "package p\n\n//go:generate pie Ints.*\n//go:generate go run ./cmd/gen@v1 -o x\n//go:generate go tool -n stringer -type=T\ntype Ints []int\n",
		"ints_pie.go":     "package p\n",
		"ints_gen.go":     "package p\n",
		"pie.go":          "package p\n",
		"ints_stamp.go":   "package p\n",
		"t_stringer.go":   "package p\n",
		"t_commented.go":  "// Code generated by hand. DO NOT EDIT.\n\npackage p\n",
		"t_pie_linux.go":  "package p\n",
		"not_generate.go": "package p\n\n// go:generate stamp is no directive.\n",
	}
	fset := token.NewFileSet()
	var files []*File
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		syntax, err := parser.ParseFile(fset, name, sources[name], parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, &File{Path: name, Syntax: syntax, Generated: ast.IsGenerated(syntax)})
	}
	markGenerated(files)
	var got []string
	for _, f := range files {
		if f.Generated {
			got = append(got, f.Path)
		}
	}
	if want := []string{"ints_gen.go", "ints_pie.go", "t_commented.go", "t_stringer.go"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
