package passes_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/passes"
)

var packagesFlag = flag.String("packages", "", `packages of the standard library for TestEverything and TestOwn, comma separated; "std" for all`)

// short is the part of the standard library that TestEverything looks at unless
// told otherwise: packages with many findings of many kinds. Shorter is that of TestOwn, and of
// -short, with which the race detector runs.
const (
	short   = "archive/tar,encoding/csv,encoding/xml,go/doc,html/template,mime,net/url,regexp,strings,text/template/parse"
	shorter = "encoding/csv,net/url"
)

// mayImport are the packages that fixes add imports of.
var mayImport = []string{"bytes", "cmp", "encoding/hex", "errors", "fmt", "hash", "io", "maps", "math", "slices", "strconv", "strings", "sync"}

// TestEverything applies each fix that the suite offers for a corpus, alone, with
// all others of its pass, and with all others that it does not overlap. The result
// must type-check, and a second run of the pass on it must find nothing that was
// fixed. go run ./docs/results/harm does so for more, and runs tests.
func TestEverything(t *testing.T) {
	t.Parallel()
	c := newCorpus(t, short)
	found := make(map[string]int)
	for _, pkg := range c.packages {
		var all []record.Candidate
		for _, a := range passes.Suite {
			fixes := c.pass(t, pkg, a)
			found[a.Name()] += len(fixes)
			all = append(all, fixes...)
		}
		for _, set := range rewrite.Disjoint(all) {
			if _, err := c.version(pkg, set...); err != nil {
				t.Errorf("%s: all fixes of all passes: %v", pkg.Path, err)
			}
		}
	}
	for _, a := range passes.Suite {
		t.Logf("%-14s %4d fixes", a.Name(), found[a.Name()])
	}
}

// A corpus is packages and what it takes to check versions of them.
type corpus struct {
	prog     *load.Program
	checker  *retype.Checker
	packages []*load.Package
	paths    map[string]string // of files, by load.File.Name
}

// newCorpus has those packages, unless told otherwise.
func newCorpus(t *testing.T, list string) *corpus {
	if testing.Short() {
		list = shorter
	}
	if *packagesFlag != "" {
		list = *packagesFlag
	}
	return loadCorpus(t, t.TempDir(), "off", strings.Split(list, ",")...)
}

// loadCorpus loads the packages of a folder, in a workspace unless that is off.
func loadCorpus(t *testing.T, dir, work string, patterns ...string) *corpus {
	env := []string{"CGO_ENABLED=0", "GOWORK=" + work}
	opts := load.Options{Dir: dir, Patterns: patterns, Env: append(os.Environ(), env...)}
	prog, problems, err := load.Load(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Logf("left out: %s: %s", p.Package, p.Text)
	}
	opts.Env = env
	c := &corpus{prog: prog, paths: make(map[string]string)}
	if c.checker, err = retype.New(t.Context(), prog, opts, mayImport...); err != nil {
		t.Fatal(err)
	}
	for _, pkg := range prog.Packages() {
		if !pkg.Named {
			continue
		}
		with, err := c.checker.WithTests(pkg)
		if err != nil {
			t.Errorf("%s: %v", pkg.Path, err)
			continue
		}
		c.packages = append(c.packages, with)
		for _, f := range with.Files {
			c.paths[f.Name] = f.Path
		}
	}
	return c
}

// version applies fixes to a package and type-checks it.
func (c *corpus) version(pkg *load.Package, fixes ...record.Candidate) (*load.Package, error) {
	texts, err := rewrite.Apply(func(name string) ([]byte, error) { return os.ReadFile(c.paths[name]) }, fixes...)
	if err != nil {
		return nil, err
	}
	return c.checker.Check(pkg, texts)
}

// pass applies the fixes of one pass and returns them.
func (c *corpus) pass(t *testing.T, pkg *load.Package, a passes.Rule) []record.Candidate {
	var fixes []record.Candidate
	for _, fix := range c.fixes(t, pkg, a) {
		_, err := c.version(pkg, fix)
		if errors.Is(err, retype.ErrCycle) {
			continue // the standard library alone can have that
		}
		fixes = append(fixes, fix)
		if err != nil {
			t.Errorf("%s: %s alone: %v", position(fix), a.Name(), err)
		}
	}
	for _, set := range rewrite.Disjoint(fixes) {
		after, err := c.version(pkg, set...)
		if err != nil {
			t.Errorf("%s: all fixes of %s: %v", pkg.Path, a.Name(), err)
			continue
		}
		if again := c.fixes(t, after, a); len(again) > len(fixes)-len(set) {
			t.Errorf("%s: %s offers %d fixes in its own result, the first: %s", position(again[0]), a.Name(), len(again), again[0].Message)
		}
	}
	return fixes
}

// fixes are what a pass offers for a version of a package, in the form in which
// they are tried on a user's code.
func (c *corpus) fixes(t *testing.T, pkg *load.Package, a passes.Rule) []record.Candidate {
	proposed, err := rewrite.Propose(t.Context(), c.prog, rewrite.Options{Suite: []passes.Rule{a}, Tests: true, Packages: []*load.Package{pkg}})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range proposed.Failed {
		t.Error(err)
	}
	return slices.DeleteFunc(proposed.Candidates, func(c record.Candidate) bool { return len(c.Edits) == 0 })
}

func position(c record.Candidate) string { return fmt.Sprintf("%s:%d", c.Pos.File, c.Pos.Line) }

// TestDocs holds that each pass is documented in the form that drivers print.
func TestDocs(t *testing.T) {
	for _, r := range passes.Suite {
		a := r.Analyzer
		if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
			t.Error(err)
		}
		if !strings.HasPrefix(a.Doc, a.Name+": ") || !strings.Contains(a.Doc, "\n\n") {
			t.Errorf("%s: the documentation must begin with its name and a title: %q", a.Name, a.Doc)
		}
	}
}
