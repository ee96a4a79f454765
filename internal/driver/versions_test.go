package driver

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/unheap/unheap/internal/diff"
)

// TestWords: inputs begin with the constants of what changed, of the tests of the package, of
// the rest of it, and of its fuzz corpora.
func TestWords(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"p/a.go":                     "package p\n\nimport \"strings\"\n\nvar _ = strings.Count(\"rest\", \"rest\")\n",
		"p/p.go":                     "package p\n\nconst change, rune, far = \"changed\", 'x', 1 << 40\n\nvar n = 0x10\n",
		"p/p_test.go":                "package p\n\nvar _ = \"tested\"\n",
		"p/testdata/fuzz/FuzzA/1a2b": "go test fuzz v1\nstring(\"fuzzed\")\nint(77)\n",
		"q/q.go":                     "package q\n\nvar _ = \"of another package\"\n",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p := &trial{change: &diff.Change{Old: dir, New: dir}}
	texts, numbers := p.words(&touched{dir: "p", files: []diff.File{{Name: "p/p.go"}}})
	if want := []string{"changed", "x", "tested", "rest", "fuzzed"}; !slices.Equal(texts, want) {
		t.Errorf("texts %q, want %q", texts, want)
	}
	if want := []int64{1, 40, 16, 77}; !slices.Equal(numbers, want) {
		t.Errorf("numbers %v, want %v", numbers, want)
	}
}
