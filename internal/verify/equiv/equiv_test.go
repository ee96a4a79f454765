package equiv

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// load type-checks the Go files of the archive's package p.
func load(t *testing.T, ar *txtar.Archive) Package {
	t.Helper()
	p := Package{Path: "example.com/m/p", Module: "example.com/m", Dir: "p", Fset: token.NewFileSet(),
		Info: &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	source := make(map[string][]byte)
	p.Source = func(name string) ([]byte, error) { return source[name], nil }
	for _, f := range ar.Files {
		if !strings.HasPrefix(f.Name, "p/") {
			continue
		}
		source[f.Name] = f.Data
		file, err := parser.ParseFile(p.Fset, f.Name, f.Data, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		p.Files = append(p.Files, file)
	}
	conf := types.Config{Importer: importer.ForCompiler(p.Fset, "source", nil)}
	var err error
	if p.Types, err = conf.Check(p.Path, p.Fset, p.Files, p.Info); err != nil {
		t.Fatal(err)
	}
	return p
}

// exempt is what the comparison of a function of the module leaves out.
var exempt = map[string][]string{"NilExempt": {kit.NilOrEmpty, kit.HugeNumbers}, "MoreExempt": {kit.NilOrEmpty}}

// TestGenerate runs the whole of it on a module: package p holds the old
// versions, new/ the changed files, and want says what each function gets.
func TestGenerate(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test binary")
	}
	ar, err := txtar.ParseFile("testdata/module.txtar")
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, ar)
	wants := make(map[string]string) // function -> "agrees", "differs" or a part of the reason for skipping
	files := make(map[string][]byte)
	for _, f := range ar.Files {
		switch {
		case f.Name == "want":
			for line := range strings.Lines(string(f.Data)) {
				name, want, _ := strings.Cut(strings.TrimSpace(line), " ")
				wants[name] = want
			}
		case strings.HasPrefix(f.Name, "new/"):
			files["p/"+strings.TrimPrefix(f.Name, "new/")] = f.Data
		case files[f.Name] == nil:
			files[f.Name] = f.Data
		}
	}
	var functions []Function
	for _, name := range slices.Sorted(maps.Keys(wants)) {
		functions = append(functions, Function{Name: name, Exempt: exempt[name], Self: name == "(*T).Self"})
	}
	gen, err := Generate(p, functions)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(files, gen.Files)
	got := maps.Clone(gen.Skipped)
	for _, r := range runTest(t, files) {
		switch {
		case r.Differs != "":
			got[r.Name] = "differs"
		case r.Skipped != "":
			got[r.Name] = r.Skipped
		default:
			got[r.Name] = "agrees"
		}
	}
	for name, want := range wants {
		if !strings.Contains(got[name], want) {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
	if len(got) != len(wants) {
		t.Errorf("%d results for %d functions: %v", len(got), len(wants), got)
	}
}

// runTest writes the files to a module and runs the generated test there.
func runTest(t *testing.T, files map[string][]byte, args ...string) []kit.Result {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", append(append([]string{"test", "-count=1", "-v", "-run", "^" + TestName + "$"}, args...), "./p")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	results, err := Results(out)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestResults(t *testing.T) {
	if _, err := Results([]byte("ok\nunheap-equivalence {\"name\"\n")); err == nil {
		t.Error("a broken result line was accepted")
	}
	got, err := Results([]byte("=== RUN\nunheap-equivalence {\"name\":\"F\",\"running\":\"x\"}\nlog unheap-equivalence {\"name\":\"F\",\"inputs\":7}\n" +
		"unheap-equivalence {\"name\":\"G\",\"running\":\"x\"}\nfatal error: died\n"))
	if err != nil || !slices.Equal(got, []kit.Result{{Name: "F", Inputs: 7}, {Name: "G", Running: "x"}}) {
		t.Errorf("got %v, %v", got, err)
	}
}
