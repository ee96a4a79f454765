// Package passtest runs the fixtures of a pass.
//
// Invariant: a fixture passes only if each finding is wanted, the fixes give the
// golden file, the golden file compiles, and the pass finds nothing in it; and if it offers and
// refuses what the fixture says is refused.
//
// Model: testdata/src/NAME is a package in the manner of
// [golang.org/x/tools/go/analysis/analysistest]; testdata/old and
// testdata/older, where there is one, are modules with old go directives.
package passtest

import (
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/internal/rule"
)

// Run runs all fixtures in the testdata folder of the calling test. If testdata has a folder with the name of the
// rule, it runs the fixtures in that folder.
func Run(t *testing.T, r rule.Rule) {
	t.Helper()
	a := r.Analyzer
	dir := analysistest.TestData()
	if own := filepath.Join(dir, r.Name()); exists(own) {
		dir = own
	}
	results := analysistest.RunWithSuggestedFixes(t, dir, a, packages(t, dir)...)
	silent(t, a, goldens(t, filepath.Join(dir, "src")), packages(t, dir)...)
	for _, name := range []string{"old", "older"} {
		if old := filepath.Join(dir, name); exists(old) {
			results = append(results, analysistest.RunWithSuggestedFixes(t, old, a, "./...")...)
			silent(t, a, filepath.Join(goldens(t, old), "src"), "./...")
		}
	}
	classes(t, results)
	said(t, results)
}

// classes requires that the fixtures say which findings are of class review: a want that has the word review matches
// no safe finding, and every other finding is matched by a want with that word.
func classes(t *testing.T, results []*analysistest.Result) {
	wanted, found := 0, 0
	for _, r := range results {
		for _, f := range r.Pass.Files {
			for _, group := range f.Comments {
				for _, c := range group.List {
					if strings.Contains(c.Text, "// want ") && strings.Contains(c.Text, "review: ") {
						wanted++
					}
				}
			}
		}
		for _, f := range r.Result.(*rule.Result).Findings {
			if len(f.Class.Caveats) > 0 && !f.Other {
				found++
				if pos := r.Pass.Fset.Position(f.At.Pos()); found > wanted {
					t.Logf("%s:%d: of class review", filepath.Base(pos.Filename), pos.Line)
				}
			}
		}
	}
	if wanted != found {
		t.Errorf("%d findings are of class review; the fixtures name %d", found, wanted)
	}
}

var (
	refused = regexp.MustCompile("// refused [\"`](.*)[\"`]$")
	offered = regexp.MustCompile("// or [\"`](.*?)[\"`](?: // want |$)")
	opened  = regexp.MustCompile("// open [\"`](.*?)[\"`](?: // refused |$)")
)

// said compares the comments of fixtures with the result of the rule. A comment // refused "regexp" requires a refusal
// in its line whose condition matches; // or "regexp" another form of a fix whose text matches; // open "regexp" an
// open finding whose text and caveats, with N in place of the number to be measured, match. In fixtures named observed
// every open finding must have such a comment.
func said(t *testing.T, results []*analysistest.Result) {
	for _, r := range results {
		conditions, texts, open := make(map[string]string), make(map[string]string), make(map[string]string) // by line
		line := func(pos token.Pos) string {
			p := r.Pass.Fset.Position(pos)
			return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
		}
		for _, x := range r.Result.(*rule.Result).Refusals {
			conditions[line(x.At.Pos())] += x.Condition + "\n"
		}
		for _, f := range r.Result.(*rule.Result).Findings {
			for _, e := range f.Edits {
				if f.Other {
					texts[line(f.At.Pos())] += string(e.NewText) + "\n"
				}
			}
		}
		unnamed := 0
		for _, o := range r.Result.(*rule.Result).Open {
			for _, e := range o.Edits {
				open[line(o.At.Pos())] += strings.ReplaceAll(string(e.NewText), rule.Hole, "N") + " " + o.Class.String() + "\n"
			}
			unnamed++
		}
		check := func(pattern *regexp.Regexp, verb string, said map[string]string, c *ast.Comment) {
			if m := pattern.FindStringSubmatch(c.Text); m != nil && !regexp.MustCompile(m[1]).MatchString(said[line(c.Pos())]) {
				t.Errorf("%s: %s %q, want %q", line(c.Pos()), verb, said[line(c.Pos())], m[1])
			}
		}
		for _, f := range r.Pass.Files {
			for _, group := range f.Comments {
				for _, c := range group.List {
					check(refused, "refused", conditions, c)
					check(offered, "offered", texts, c)
					check(opened, "open is", open, c)
					if opened.MatchString(c.Text) {
						unnamed--
					}
				}
			}
		}
		if strings.Contains(r.Pass.Pkg.Path(), "observed") && unnamed != 0 {
			t.Errorf("%s: open are %d more than are named: %q", r.Pass.Pkg.Path(), unnamed, open)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// packages lists the folders of testdata/src, without those with a dot in their names: these are modules that a
// fixture imports.
func packages(t *testing.T, dir string) []string {
	var names []string
	for _, e := range list(t, filepath.Join(dir, "src")) {
		switch {
		case strings.Contains(e.Name(), "."):
		case e.Name() == "internal": // internal stands for a package of the standard library
			for _, below := range list(t, filepath.Join(dir, "src", "internal")) {
				names = append(names, "internal/"+below.Name())
			}
		default:
			names = append(names, e.Name())
		}
	}
	return names
}

// list returns the entries of a folder.
func list(t *testing.T, dir string) []os.DirEntry {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

var want = regexp.MustCompile(`// want .*`)

// goldens copies the packages of the folder src to a new folder src, and returns its parent. Where a file has a golden
// version, that is copied instead.
func goldens(t *testing.T, src string) string {
	out := t.TempDir()
	err := filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		ext := filepath.Ext(name)
		if err != nil || d.IsDir() || ext != ".go" && ext != ".s" && ext != ".mod" {
			return err
		}
		from := name
		if exists(name + ".golden") {
			from += ".golden"
		}
		text, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		to := filepath.Join(out, "src", strings.TrimPrefix(name, src))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		return os.WriteFile(to, want.ReplaceAll(text, nil), 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// silent requires that the packages type-check and that the analyzer finds nothing in them.
func silent(t *testing.T, a *analysis.Analyzer, dir string, pkgs ...string) {
	t.Helper()
	for _, result := range analysistest.Run(quiet{t}, dir, a, pkgs...) {
		for _, err := range result.Pass.TypeErrors {
			t.Errorf("after the fixes: %v", err)
		}
		for _, d := range result.Diagnostics {
			pos := result.Pass.Fset.Position(d.Pos)
			t.Errorf("%s:%d: found where nothing should be: %s", strings.TrimPrefix(pos.Filename, dir), pos.Line, d.Message)
		}
	}
}

// quiet passes on all errors but unexpected diagnostics, which silent reports with their positions.
type quiet struct{ t *testing.T }

func (q quiet) Errorf(format string, args ...any) {
	if !strings.Contains(format, "unexpected %s") && !strings.Contains(format, "unexpected diagnostic") {
		q.t.Errorf(format, args...)
	}
}
