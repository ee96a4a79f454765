package own

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/internal/rule"
)

// load reads the pairs of the only file of a package below testdata/pairs/src.
func load(t *testing.T, path string) ([]*Pair, error) {
	t.Helper()
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	list, err := packages.Load(&packages.Config{
		Mode: packages.LoadSyntax, Env: append(os.Environ(), "GO111MODULE=off", "GOPATH="+filepath.Join(dir, "pairs")+string(filepath.ListSeparator)+dir, "GOWORK=off", "GOFLAGS="),
	}, path)
	if err != nil || len(list) != 1 || len(list[0].Errors) > 0 {
		t.Fatalf("%s: %v %v", path, err, list[0].Errors)
	}
	p := list[0]
	return Read(Source{Fset: p.Fset, File: p.Syntax[0], Files: p.Syntax, Types: p.Types, Info: p.TypesInfo, Sizes: p.TypesSizes, ReadFile: os.ReadFile})
}

// Test rewrites the fixtures with all pairs of testdata/pairs.
func Test(t *testing.T) {
	pairs, err := load(t, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	passtest.Run(t, rule.Rule{Analyzer: rule.Analyzer("own", "// # Analyzer own\n//\n// own: the pairs of the fixtures\n", func(pass *rule.Pass) {
		for _, p := range pairs {
			p.Run(pass, p.Class())
		}
	})})
}

var says = regexp.MustCompile(`"([^"]*)"`)

// TestRefused holds what Read says of pairs that cannot be used: the words that stand behind
// each place, and nothing else.
func TestRefused(t *testing.T) {
	pairs, err := load(t, "refused")
	if err == nil || len(pairs) > 0 {
		t.Fatalf("%d pairs, error %v", len(pairs), err)
	}
	said := make(map[string][]string) // by line
	for line := range strings.Lines(err.Error()) {
		_, rest, _ := strings.Cut(line, "refused.go:")
		number, text, _ := strings.Cut(rest, ":")
		_, text, _ = strings.Cut(text, ": ")
		said[number] = append(said[number], strings.TrimSpace(text))
	}
	file, err := os.ReadFile("testdata/pairs/src/refused/refused.go")
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for line := range strings.Lines(string(file)) {
		number++
		_, comment, _ := strings.Cut(line, "// says ")
		want := says.FindAllStringSubmatch(comment, -1)
		got := said[strconv.Itoa(number)]
		if len(got) != len(want) {
			t.Errorf("line %d: %q is said, want %q", number, got, want)
			continue
		}
		for i, w := range want {
			if !regexp.MustCompile(w[1]).MatchString(got[i]) {
				t.Errorf("line %d: %q is said, want %q", number, got[i], w[1])
			}
		}
	}
}
