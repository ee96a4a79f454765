package driver

import (
	"go/ast"
	"go/types"
	"maps"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/mechanism"
)

// TestReasons: what a rule says it can remove is a reason that the catalogue has, and
// only checks, which look for mistakes, remove nothing.
func TestReasons(t *testing.T) {
	named := make(map[string]bool)
	for _, r := range everyRule() {
		if named[r.Name()] {
			t.Errorf("two rules are called %s", r.Name())
		}
		named[r.Name()] = true
		for _, reason := range r.Reasons {
			if _, ok := mechanism.Lookup(reason); !ok {
				t.Errorf("%s: there is no reason %s", r.Name(), reason)
			}
		}
		check := strings.Contains(r.Analyzer.URL, "/passes/check#")
		if check == (len(r.Reasons) > 0) {
			t.Errorf("%s: a check: %v; removes %q", r.Name(), check, r.Reasons)
		}
	}
}

// TestMayDiffer: of each rewrite of x/tools in the suite it is decided what it may differ
// in, as of ours; any other counts as review.
func TestMayDiffer(t *testing.T) {
	pkg := &load.Package{Info: new(types.Info)}
	kinds := make(map[string]string)
	for _, r := range modernizers() {
		for _, c := range mayDiffer(pkg, r.Name(), nil) {
			kinds[r.Name()] += c.Kind
		}
	}
	if want := map[string]string{"fmtappendf": "nil-or-empty"}; !maps.Equal(kinds, want) {
		t.Errorf("they may differ in %v, want %v", kinds, want)
	}
	if c := mayDiffer(pkg, "new", nil); len(c) != 1 || c[0].Kind != "contract" {
		t.Errorf("what nobody looked at may differ in %v", c)
	}
	b := ast.NewIdent("SplitSeq")
	b.NamePos = 10
	pkg.Info.Uses = map[*ast.Ident]types.Object{b: types.NewFunc(0, types.NewPackage("bytes", "bytes"), "SplitSeq", nil)}
	if c := mayDiffer(pkg, "stringsseq", []analysis.TextEdit{{Pos: 10, End: 15}}); len(c) != 1 || c[0].Kind != "contents" {
		t.Errorf("stringsseq of bytes may differ in %v", c)
	}
}
