package verify

import (
	"context"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify/equiv"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
	"github.com/unheap/unheap/passes"
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

// TestAgree runs the comparison for the candidates of testdata/agree.txtar, all
// of them together, as a run of fix does.
func TestAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries")
	}
	j, want := marked(t, "testdata/agree.txtar")
	stay, err := j.agree(context.Background(), j.Candidates)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range j.Candidates {
		v := j.verdicts[c.ID]
		got := v.Reason + v.NoEquivalence
		if got == "" && v.Inputs > 0 && slices.ContainsFunc(stay, func(s record.Candidate) bool { return s.ID == c.ID }) {
			got = "agrees"
		}
		if !regexp.MustCompile(want[c.ID]).MatchString(got) {
			t.Errorf("%s: got %q, want %q", c.ID, got, want[c.ID])
		}
		if exempt := Aspects(c.Caveats); v.Outcome != record.Differs && !slices.Equal(v.Exempt, exempt) {
			t.Errorf("%s: compared apart from %q, want %q", c.ID, v.Exempt, exempt)
		}
	}
}

var mark = regexp.MustCompile(`(?s)\[\[(\w+):(.*?)=>(.*?)\]\]`)

// marked reads an archive whose p/p.go has marks, writes the module with their old
// texts, and returns a judge of the candidates, with what the archive wants of
// each.
func marked(t *testing.T, name string) (j *judge, want map[string]string) {
	t.Helper()
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	files := make(map[string][]byte)
	for _, f := range ar.Files {
		files[f.Name] = f.Data
	}
	want = words(files["want"])
	caveats := words(files["caveats"])
	j = newJudge(Input{Root: root, Dir: root, Env: []string{"GOWORK=off", "GOFLAGS="}, Package: "example.com/m/p", PackageDir: filepath.Join(root, "p")})
	var text []byte
	marks, at := files["p/p.go"], 0
	for _, m := range mark.FindAllSubmatchIndex(marks, -1) {
		text = append(text, marks[at:m[0]]...)
		id, start := string(marks[m[2]:m[3]]), len(text)
		text = append(text, marks[m[4]:m[5]]...)
		at = m[1]
		edit := record.Edit{File: "p/p.go", Start: start, End: len(text), New: string(marks[m[6]:m[7]])}
		if i := slices.IndexFunc(j.Candidates, func(c record.Candidate) bool { return c.ID == id }); i >= 0 {
			j.Candidates[i].Edits = append(j.Candidates[i].Edits, edit)
			continue
		}
		c := record.Candidate{ID: id, Class: record.Safe, Edits: []record.Edit{edit}}
		if caveats[id] != "" {
			kind, text, _ := strings.Cut(caveats[id], " ")
			c.Class, c.Caveats = record.Review, []record.Caveat{{Kind: kind, Text: text}}
		}
		j.Candidates = append(j.Candidates, c)
	}
	text = append(text, marks[at:]...)
	for name, text := range files {
		if strings.Contains(name, ".") || strings.Contains(name, "/") {
			write(t, filepath.Join(root, filepath.FromSlash(name)), text)
		}
	}
	write(t, filepath.Join(root, "p", "p.go"), text)
	j.Source = func(string) ([]byte, error) { return text, nil }
	j.Equiv = parsed(t, root, text)
	for i := range j.Candidates {
		c := &j.Candidates[i]
		for _, e := range c.Edits {
			c.Functions = append(c.Functions, around(j.Equiv, e.Start))
		}
		j.verdicts[c.ID] = &record.Verdict{Candidate: *c}
	}
	return j, want
}

// words reads lines of a name and what is said of it.
func words(text []byte) map[string]string {
	m := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		m[name] = rest
	}
	return m
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// parsed type-checks p/p.go.
func parsed(t *testing.T, root string, text []byte) *equiv.Package {
	t.Helper()
	p := &equiv.Package{Path: "example.com/m/p", Module: "example.com/m", Dir: "p", Fset: token.NewFileSet(),
		Info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	f, err := parser.ParseFile(p.Fset, filepath.Join(root, "p", "p.go"), text, 0)
	if err != nil {
		t.Fatal(err)
	}
	p.Files = []*ast.File{f}
	if name := filepath.Join(root, "p", "p_unix.go"); exists(name) {
		f, err := parser.ParseFile(p.Fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		p.Files = append(p.Files, f)
	}
	conf := types.Config{Importer: importer.ForCompiler(p.Fset, "source", nil)}
	if p.Types, err = conf.Check(p.Path, p.Fset, p.Files, p.Info); err != nil {
		t.Fatal(err)
	}
	p.Source = os.ReadFile
	return p
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// around is the name of the function around an offset.
func around(p *equiv.Package, offset int) string {
	for _, d := range p.Files[0].Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && p.Fset.Position(fn.Pos()).Offset <= offset && offset < p.Fset.Position(fn.End()).Offset {
			return fn.Name.Name
		}
	}
	return ""
}

// TestExempt: each kind of caveat that a rule may have leaves out what it names, and
// no other kind is known.
func TestExempt(t *testing.T) {
	want := map[string][]string{
		"nil-or-empty":   {kit.NilOrEmpty},
		"overwrites":     {kit.Overlap, kit.Elements, kit.Shared},
		"reserves":       {kit.HugeNumbers},
		"uncaught-panic": {kit.CaughtPanics},
		"late-panic":     {kit.LatePanics},
		"letters":        {kit.Letters},
		"pointee":        {kit.Pointers},
	}
	var kinds []string
	for _, kind := range passes.Kinds {
		kinds = append(kinds, string(kind))
		text := "nil becomes empty" // which says nothing: the kind decides
		if got := Aspects([]record.Caveat{{Kind: string(kind), Text: text}}); !slices.Equal(got, want[string(kind)]) {
			t.Errorf("%s: got %q, want %q", kind, got, want[string(kind)])
		}
	}
	if got := slices.Sorted(maps.Keys(exemptions)); !slices.Equal(got, slices.Sorted(slices.Values(kinds))) {
		t.Errorf("the comparison knows the kinds %q, the rules %q", got, kinds)
	}
}

func TestDeathOf(t *testing.T) {
	for _, tt := range []struct{ stderr, want string }{
		{"", ""},
		{"exit status 1\n", ""},
		{"fatal error: concurrent map writes\n\ngoroutine 12 [running]:\np.F(...)\n", "fatal error: concurrent map writes"},
		{"runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\nruntime stack:\nx\n\ngoroutine 1 [running]:\n", "fatal error: stack overflow"},
		{"panic: oops\n\ngoroutine 7 [running]:\np.F.func1()\n", "panic: oops"},
		{"SIGQUIT: quit\n\ngoroutine 7 [running]:\n", ""},
	} {
		if got := deathOf(tt.stderr); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.stderr, got, tt.want)
		}
	}
}

// TestDyingStack: the goroutine that a panic ends the process from comes first, and says in
// which version it was.
func TestDyingStack(t *testing.T) {
	const stderr = "panic: boom\n\ngoroutine 7 [running]:\nexample.com/m/p/unheapold.serve()\n\tp.go:9\n\ngoroutine 1 [runnable]:\nexample.com/m/p.serve()\n\tp.go:9\n"
	if got := dyingStack(stderr); !strings.Contains(got, equiv.OldPath("example.com/m/p")+".serve") || strings.Contains(got, "p.serve()") {
		t.Errorf("got %q", got)
	}
	if got := dyingStack("exit status 2\n"); got != "" {
		t.Errorf("got %q where there is none", got)
	}
}

// TestFieldsOf: an edit in a struct adds what it declares, and a text that is no field nothing.
func TestFieldsOf(t *testing.T) {
	for text, want := range map[string][]string{
		"\thdr [8]byte // scratch memory of next\n": {"hdr"},
		"\n\ta, b int\n\tc string\n":                {"a", "b", "c"},
		"":                                          nil,
		"return x":                                  nil,
	} {
		if got := fieldsOf(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
