package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
)

var module = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.24\n",
	"a.go":   "package m\n\nimport \"strconv\"\n\nfunc f(n int) string { return strconv.Itoa(n) }\n\nvar x = 1\n",
	"c.go":   "package m\n\nimport _ \"bytes\"\n",
	"b.go":   "package m\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc init() { fmt.Println(f(1), x) }\n\nfunc g[T any](v T) (*os.File, error) { return nil, nil }\n",
}

// TestAround finds what is wrong with a fix where only its own file has bodies, and
// looks at all where a declaration changes.
func TestAround(t *testing.T) {
	dir := t.TempDir()
	for name, text := range module {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts := load.Options{Dir: dir, Patterns: []string{"."}, Env: append(os.Environ(), "GOWORK=off")}
	prog, problems, err := load.Load(t.Context(), opts)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	checker, err := retype.New(t.Context(), prog, opts)
	if err != nil {
		t.Fatal(err)
	}
	pkg := prog.Packages()[0]
	hollows := newHollows(prog)
	for _, tt := range []struct {
		name, old, new string
		whole          bool   // the fix is checked with all bodies
		want           string // part of the error
	}{
		{"right", "strconv.Itoa(n)", "strconv.FormatInt(int64(n), 10)", false, ""},
		{"a wrong type", "strconv.Itoa(n)", "n", false, "cannot use n"},
		{"an import that nothing needs any more", "strconv.Itoa(n)", "\"\"", false, "imported and not used"},
		{"another parameter", "f(n int)", "f(n int64)", true, "cannot use n"},
		{"another declaration", "var x = 1", "var y = 1", true, "undefined: x"},
	} {
		at := strings.Index(module["a.go"], tt.old)
		fix := record.Candidate{Edits: []record.Edit{{File: "a.go", Start: at, End: at + len(tt.old), New: tt.new}}}
		around := hollows.around(pkg, fix)
		if (around == pkg) != tt.whole {
			t.Errorf("%s: all of the package: %t", tt.name, around == pkg)
		}
		_, err := checker.Check(around, map[string][]byte{"a.go": []byte(strings.Replace(module["a.go"], tt.old, tt.new, 1))})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}
