package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/fix"
)

// TestSources reads a list as the go command prints it, test variants and test
// programs among it.
func TestSources(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.go": "package a\n", "a_test.go": "package a_test\n", "c.go": "package c\n", "gone/fixed.go": ""} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list := strings.NewReplacer("DIR", filepath.ToSlash(dir), "MAIN", `"Module":{"Main":true}`).Replace(`
{"ImportPath":"fmt","Standard":true,"Dir":"DIR/std","GoFiles":["fmt.go"]}
{"ImportPath":"m/a","Dir":"DIR",MAIN,"Deps":["fmt"],"GoFiles":["a.go"],"XTestGoFiles":["a_test.go"],"EmbedFiles":["lost"]}
{"ImportPath":"m/a.test","Dir":"DIR",MAIN,"Deps":["fmt","m/a","m/a_test [m/a.test]"],"GoFiles":["/cache/main.go"]}
{"ImportPath":"m/b","Dir":"DIR",MAIN,"Deps":["fmt","m/a"]}
{"ImportPath":"m/c [m/c.test]","Dir":"DIR",MAIN,"Deps":["fmt","m/a"],"GoFiles":["c.go"]}
{"ImportPath":"m/d_test [m/d.test]","Dir":"DIR",MAIN,"Deps":["m/a"]}
{"ImportPath":"m/e","Dir":"DIR",MAIN,"Deps":["fmt"]}
{"ImportPath":"dep","Dir":"DIR/gone","Deps":["m/a"],"GoFiles":["fixed.go"]}
`)
	s, err := readSources([]byte(list), filepath.Join(dir, "gone"), "")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.importers("m/a"); !slices.Equal(got, []string{"m/b", "m/c", "m/d"}) {
		t.Errorf("importers %v", got)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	want := map[string]string{
		at("a.go"): fix.Sum([]byte("package a\n")), at("a_test.go"): fix.Sum([]byte("package a_test\n")),
		at("c.go"): fix.Sum([]byte("package c\n")), at("lost"): "",
	}
	for path, sum := range want {
		if got, ok := s.sums[path]; !ok || got != sum {
			t.Errorf("%s: sum %q, %v", path, got, ok)
		}
	}
	if len(s.sums) != len(want) {
		t.Errorf("%d sums, want %d", len(s.sums), len(want))
	}
	if _, err := readSources([]byte("{")); err == nil {
		t.Error("half a list was read")
	}
}
