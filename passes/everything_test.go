package passes_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/passes"
)

var packagesFlag = flag.String("packages", "", `packages of the standard library for TestEverything, comma separated; "std" for all`)

// short is the part of the standard library that TestEverything looks at unless
// told otherwise: packages with many findings of many kinds.
const short = "archive/tar,encoding/csv,encoding/xml,go/doc,html/template,mime,net/url,regexp,strings,text/template/parse"

// TestEverything applies each fix that the suite offers for a corpus, alone, with
// all others of its pass, and with all others that it does not overlap. The result
// must type-check, and a second run of the pass on it must find nothing that was
// fixed.
func TestEverything(t *testing.T) {
	build.Default.CgoEnabled = false // the importer reads the same files as we do
	c := newCorpus()
	found := make(map[string]int)
	for _, path := range corpusPackages(t) {
		pkg, err := c.load(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var all []analysis.SuggestedFix
		for _, a := range passes.Suite {
			fixes := c.pass(t, pkg, a)
			found[a.Name] += len(fixes)
			all = append(all, fixes...)
		}
		if err := c.check(c.apply(pkg, compatible(all)...)); err != nil {
			t.Errorf("%s: all fixes of all passes: %v", path, err)
		}
	}
	for _, a := range passes.Suite {
		t.Logf("%-14s %4d fixes", a.Name, found[a.Name])
	}
}

// pass applies the fixes of one pass and returns them.
func (c *corpus) pass(t *testing.T, pkg *source, a *analysis.Analyzer) []analysis.SuggestedFix {
	fixes := fixesOf(c.run(t, pkg, a))
	for _, fix := range fixes {
		if _, _, ok := passes.ParseMessage(fix.Message); !ok {
			t.Errorf("%s: %s does not say its class: %q", c.position(fix), a.Name, fix.Message)
		}
		if err := c.check(c.apply(pkg, fix)); err != nil {
			t.Errorf("%s: %s alone: %v", c.position(fix), a.Name, err)
		}
	}
	if len(fixes) == 0 {
		return nil
	}
	kept := compatible(fixes)
	after := c.apply(pkg, kept...)
	if err := c.check(after); err != nil {
		t.Errorf("%s: all fixes of %s: %v", pkg.path, a.Name, err)
		return fixes
	}
	if again := fixesOf(c.run(t, after, a)); len(again) > len(fixes)-len(kept) {
		t.Errorf("%s: %s offers %d fixes in its own result, the first: %s", c.position(again[0]), a.Name, len(again), again[0].Message)
	}
	return fixes
}

func corpusPackages(t *testing.T) []string {
	list := *packagesFlag
	if list == "" {
		list = short
	}
	if list != "std" {
		return strings.Split(list, ",")
	}
	root := filepath.Join(build.Default.GOROOT, "src")
	var paths []string
	err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if base := d.Name(); base == "testdata" || base == "cmd" || base == "builtin" || base == "vendor" || strings.HasPrefix(base, "_") {
			return filepath.SkipDir
		}
		rel, err := filepath.Rel(root, name)
		if _, buildErr := build.ImportDir(name, 0); err == nil && buildErr == nil {
			paths = append(paths, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// A corpus loads packages from source and checks versions of them.
type corpus struct {
	fset     *token.FileSet
	importer types.ImporterFrom
}

// A source is one version of a package: file names and texts, syntax and types.
type source struct {
	path  string
	dir   string
	text  map[string][]byte
	files []*ast.File
	types *types.Package
	info  *types.Info
}

func newCorpus() *corpus {
	fset := token.NewFileSet()
	return &corpus{fset, importer.ForCompiler(fset, "source", nil).(types.ImporterFrom)}
}

func (c *corpus) load(path string) (*source, error) {
	bp, err := build.Import(path, "", 0)
	if err != nil {
		return nil, err
	}
	pkg := &source{path: path, dir: bp.Dir, text: make(map[string][]byte)}
	for _, name := range bp.GoFiles {
		name = filepath.Join(bp.Dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		pkg.text[name] = text
	}
	return pkg, c.check(pkg)
}

// check parses and type-checks pkg. Imports that are not used are removed, as
// whoever applies fixes does.
func (c *corpus) check(pkg *source) error {
	for range 2 {
		unused, err := c.checkOnce(pkg)
		if err != nil || len(unused) == 0 {
			return err
		}
		for name, paths := range unused {
			for _, path := range paths {
				spec := regexp.MustCompile(`(?m)^(import)?[ \t]*([\w.]+[ \t]+)?"` + regexp.QuoteMeta(path) + `"[^\n]*\n`)
				if loc := spec.FindIndex(pkg.text[name]); loc != nil {
					pkg.text[name] = slices.Delete(slices.Clone(pkg.text[name]), loc[0], loc[1])
				}
			}
		}
	}
	return nil
}

var notUsed = regexp.MustCompile(`^"([^"]+)" imported (as \w+ )?and not used`)

func (c *corpus) checkOnce(pkg *source) (unused map[string][]string, err error) {
	pkg.files = nil
	for _, name := range slices.Sorted(mapKeys(pkg.text)) {
		f, err := parser.ParseFile(c.fset, name, pkg.text[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		pkg.files = append(pkg.files, f)
	}
	pkg.info = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Implicits: make(map[ast.Node]types.Object), Scopes: make(map[ast.Node]*types.Scope),
		Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string),
	}
	unused = make(map[string][]string)
	conf := types.Config{
		Importer: fromDir{c.importer, pkg.dir},
		Error: func(e error) {
			te := e.(types.Error)
			if m := notUsed.FindStringSubmatch(te.Msg); m != nil {
				name := c.fset.Position(te.Pos).Filename
				unused[name] = append(unused[name], m[1])
			} else if err == nil && !te.Soft || strings.Contains(te.Msg, "declared and not used") {
				err = e
			}
		},
	}
	pkg.types, _ = conf.Check(pkg.path, c.fset, pkg.files, pkg.info) // errors come by above
	return unused, err
}

func mapKeys(m map[string][]byte) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// fromDir imports as a file in dir does, so that vendored packages are found.
type fromDir struct {
	types.ImporterFrom
	dir string
}

func (i fromDir) Import(path string) (*types.Package, error) { return i.ImportFrom(path, i.dir, 0) }

// run runs an analyzer and what it requires.
func (c *corpus) run(t *testing.T, pkg *source, a *analysis.Analyzer) []analysis.Diagnostic {
	results := make(map[*analysis.Analyzer]any)
	var diagnostics []analysis.Diagnostic
	var run func(*analysis.Analyzer)
	run = func(a *analysis.Analyzer) {
		for _, r := range a.Requires {
			run(r)
		}
		result, err := a.Run(&analysis.Pass{
			Analyzer: a, Fset: c.fset, Files: pkg.files, Pkg: pkg.types, TypesInfo: pkg.info,
			TypesSizes: types.SizesFor("gc", "amd64"), ResultOf: results,
			Report:           func(d analysis.Diagnostic) { diagnostics = append(diagnostics, d) },
			ReadFile:         func(name string) ([]byte, error) { return pkg.text[name], nil },
			ImportObjectFact: func(types.Object, analysis.Fact) bool { return false },
			ExportObjectFact: func(types.Object, analysis.Fact) {},
		})
		if err != nil {
			t.Errorf("%s: %s: %v", pkg.path, a.Name, err)
		}
		results[a] = result
	}
	run(a)
	return diagnostics
}

func fixesOf(diagnostics []analysis.Diagnostic) []analysis.SuggestedFix {
	var fixes []analysis.SuggestedFix
	for _, d := range diagnostics {
		fixes = append(fixes, d.SuggestedFixes...)
	}
	return fixes
}

// compatible returns the fixes that can be applied together: no two of them
// replace the same text, identical edits apart.
func compatible(fixes []analysis.SuggestedFix) []analysis.SuggestedFix {
	var kept []analysis.SuggestedFix
	for _, fix := range fixes {
		if !slices.ContainsFunc(kept, func(other analysis.SuggestedFix) bool { return conflict(fix, other) }) {
			kept = append(kept, fix)
		}
	}
	return kept
}

func conflict(a, b analysis.SuggestedFix) bool {
	for _, x := range a.TextEdits {
		for _, y := range b.TextEdits {
			same := x.Pos == y.Pos && x.End == y.End && bytes.Equal(x.NewText, y.NewText)
			if !same && x.Pos < y.End && y.Pos < x.End {
				return true
			}
		}
	}
	return false
}

// apply returns a version of pkg with the fixes applied, formatted.
func (c *corpus) apply(pkg *source, fixes ...analysis.SuggestedFix) *source {
	edits := make(map[string][]analysis.TextEdit)
	for _, fix := range fixes {
		for _, e := range fix.TextEdits {
			name := c.fset.File(e.Pos).Name()
			same := func(o analysis.TextEdit) bool {
				return o.Pos == e.Pos && o.End == e.End && bytes.Equal(o.NewText, e.NewText)
			}
			if !slices.ContainsFunc(edits[name], same) {
				edits[name] = append(edits[name], e)
			}
		}
	}
	after := &source{path: pkg.path, dir: pkg.dir, text: make(map[string][]byte)}
	for name, text := range pkg.text {
		after.text[name] = c.edit(text, edits[name])
	}
	return after
}

func (c *corpus) edit(text []byte, edits []analysis.TextEdit) []byte {
	if len(edits) == 0 {
		return text
	}
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	var out []byte
	last := 0
	for _, e := range edits {
		f := c.fset.File(e.Pos)
		out = append(append(out, text[last:f.Offset(e.Pos)]...), e.NewText...)
		last = f.Offset(e.End)
	}
	out = append(out, text[last:]...)
	if formatted, err := format.Source(out); err == nil {
		return formatted
	}
	return out // the parser will say what is wrong
}

func (c *corpus) position(fix analysis.SuggestedFix) string {
	last := fix.TextEdits[len(fix.TextEdits)-1]
	pos := c.fset.Position(last.Pos)
	return fmt.Sprintf("%s:%d", pos.Filename, pos.Line)
}

// TestDocs holds that each pass is documented in the form that drivers print.
func TestDocs(t *testing.T) {
	for _, a := range passes.Suite {
		if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
			t.Error(err)
		}
		if !strings.HasPrefix(a.Doc, a.Name+": ") || !strings.Contains(a.Doc, "\n\n") {
			t.Errorf("%s: the documentation must begin with its name and a title: %q", a.Name, a.Doc)
		}
	}
}
