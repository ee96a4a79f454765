package retype

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/load"
)

var files = map[string]string{
	"go.mod":      "module example.com/m\n\ngo 1.20\n",
	"a/a.go":      "package a\n\nimport \"strings\"\n\nfunc up(s string) string { return strings.ToUpper(s) }\n\nfunc Up(s string) string { return up(s) }\n",
	"a/a_test.go": "package a\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestUp(t *testing.T) { _ = up(os.Args[0]) }\n",
	"b/b.go":      "package b\n\nimport \"example.com/m/a\"\n\nvar X = a.Up(\"x\")\n",
}

func newChecker(t *testing.T) (*Checker, *load.Package) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts := load.Options{Dir: dir, Patterns: []string{"./..."}, Env: append(os.Environ(), "GOWORK=off")}
	prog, problems, err := load.Load(t.Context(), opts)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	c, err := New(t.Context(), prog, opts, "strconv")
	if err != nil {
		t.Fatal(err)
	}
	return c, prog.Packages()[0]
}

// otherwise is a version of a.go that is right, and that its test does not fit.
var otherwise = strings.NewReplacer("up(s string)", "up(s []byte)", "ToUpper(s)", "ToUpper(string(s))", "return up(s)", "return up([]byte(s))").Replace(files["a/a.go"])

func TestCheck(t *testing.T) {
	c, pkg := newChecker(t)
	tests := []struct {
		name, old, new string
		want           string // part of the error
		cycle          bool
	}{
		{"unchanged", "", "", "", false},
		{"a new import", "func Up", "var _ = strconv.Itoa\n\nfunc Up", "undefined: strconv", false},
		{"an import of what was named", `import "strings"`, "import \"strings\"\nimport \"strconv\"\n\nvar _ = strconv.Itoa", "", false},
		{"an unused import", `import "strings"`, "import \"strings\"\nimport \"strconv\"", "imported and not used", false},
		{"an unused variable", "{ return up(s) }", "{ x := 1; return up(s) }", "declared and not used", false},
		{"no Go", "func Up(", "func (", "expected", false},
		{"a later language", "{ return up(s) }", "{ return up(s[:min(1, len(s))]) }", "go1.21", false},
		{"a test that no longer fits", files["a/a.go"], otherwise, "", false},
		{"a package that needs this one", `import "strings"`, "import \"strings\"\nimport _ \"example.com/m/b\"", "import cycle", true},
	}
	name := pkg.Files[0].Name
	for _, tt := range tests {
		text := strings.Replace(files["a/a.go"], tt.old, tt.new, 1)
		after, err := c.Check(pkg, map[string][]byte{name: []byte(text)})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
		if errors.Is(err, ErrCycle) != tt.cycle {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err == nil && (string(after.Files[0].Text) != text || after.Types == pkg.Types || pkg.Files[0].Text != nil) {
			t.Errorf("%s: the version is not one of its own", tt.name)
		}
	}
}

func TestWithTests(t *testing.T) {
	c, pkg := newChecker(t)
	with, err := c.WithTests(pkg)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkg.Files) != 1 || len(with.Files) != 2 || !with.Files[1].Test || with.Files[1].Name != "a/a_test.go" {
		t.Fatalf("%d files became %d", len(pkg.Files), len(with.Files))
	}
	if !c.Tested("example.com/m/a") || c.Tested("example.com/m/b") {
		t.Error("which packages have tests is not known")
	}
	if _, err := c.Check(with, map[string][]byte{"a/a.go": []byte(otherwise)}); err == nil {
		t.Error("a version that its test does not compile with")
	}
}
