package rule_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// run lets say speak about the functions of a file and returns the result of the
// rule and its diagnostics.
func run(t *testing.T, text string, say func(p *rule.Pass, fn *ast.FuncDecl)) (*rule.Result, []analysis.Diagnostic) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	a := rule.Analyzer("check/tested", "// # Analyzer tested\n//\n// tested: says\n", func(p *rule.Pass) {
		for _, d := range f.Decls {
			say(p, d.(*ast.FuncDecl))
		}
	})
	if a.Name != "tested" || !strings.HasSuffix(a.URL, "/passes/check/tested") {
		t.Errorf("name %s, URL %s", a.Name, a.URL)
	}
	var diagnostics []analysis.Diagnostic
	pass := &analysis.Pass{
		Analyzer: a, Fset: fset, Files: []*ast.File{f}, TypesInfo: new(types.Info),
		ResultOf: map[*analysis.Analyzer]any{inspect.Analyzer: inspector.New([]*ast.File{f})},
		ReadFile: func(string) ([]byte, error) { return nil, errors.New("not at hand") },
		Report:   func(d analysis.Diagnostic) { diagnostics = append(diagnostics, d) },
	}
	if pass.ResultOf[source.Analyzer], err = source.Analyzer.Run(pass); err != nil {
		t.Fatal(err)
	}
	result, err := a.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return result.(*rule.Result), diagnostics
}

func replace(n ast.Node) []analysis.TextEdit {
	return []analysis.TextEdit{{Pos: n.Pos(), End: n.End(), NewText: []byte("x")}}
}

const functions = `package p

func b() { /* kept */ }

func a() {}
`

// TestReport holds what a finding is in the result, and in other drivers.
func TestReport(t *testing.T) {
	caveat := rule.NilOrEmpty.Caveat(`a["] "] is nil`)
	result, diagnostics := run(t, functions, func(p *rule.Pass, fn *ast.FuncDecl) {
		p.Report(rule.Finding{At: fn.Name, Message: "costs", Title: "Do it", Class: rule.Review(caveat).And(rule.Review(caveat)), Edits: replace(fn.Name)})
	})
	if len(result.Findings) != 2 || len(diagnostics) != 2 || len(result.Refusals) != 0 {
		t.Fatalf("%d findings, %d diagnostics, refusals %+v", len(result.Findings), len(diagnostics), result.Refusals)
	}
	if got := result.Findings[0].Class.Caveats; len(got) != 1 || got[0] != caveat {
		t.Errorf("caveats %+v", got)
	}
	d := diagnostics[0]
	if want := `costs (review: a["] "] is nil)`; d.Message != want || d.Category != "tested" {
		t.Errorf("diagnostic %q of %s, want %q", d.Message, d.Category, want)
	}
	if want := `[review: a["] "] is nil] Do it`; d.SuggestedFixes[0].Message != want {
		t.Errorf("fix %q, want %q", d.SuggestedFixes[0].Message, want)
	}
}

// TestReportNoFix: a finding without edits is one without a fix, and not refused.
func TestReportNoFix(t *testing.T) {
	result, diagnostics := run(t, functions, func(p *rule.Pass, fn *ast.FuncDecl) {
		p.Refuse(fn.Name, "it is small")
		p.Report(rule.Finding{At: fn.Name, Message: "costs"})
	})
	if len(diagnostics) != 2 || diagnostics[0].SuggestedFixes != nil || diagnostics[0].Message != "costs" {
		t.Errorf("diagnostics %+v", diagnostics)
	}
	if len(result.Refusals) != 2 {
		t.Errorf("refusals %+v: a report has no fix, so why not is still asked", result.Refusals)
	}
}

// TestRefuse holds that refusals are sorted and said once, that a comment is not
// lost, and that of a place with a fix nothing is refused.
func TestRefuse(t *testing.T) {
	result, diagnostics := run(t, functions, func(p *rule.Pass, fn *ast.FuncDecl) {
		if fn.Name.Name == "a" {
			p.Refuse(fn, "another way does not hold")
			p.Report(rule.Finding{At: fn, Message: "costs", Title: "Do it", Edits: replace(fn.Body)})
			return
		}
		if p.Refuse(fn.Body, "z") || p.Refuse(fn.Body, "b") || p.Refuse(fn.Body, "b") {
			t.Error("a refusal is not false")
		}
		p.Report(rule.Finding{At: fn, Message: "costs", Title: "Do it", Edits: replace(fn.Body)})
	})
	if len(result.Findings) != 1 || len(diagnostics) != 1 {
		t.Errorf("findings %+v", result.Findings)
	}
	var got []string
	for _, r := range result.Refusals {
		got = append(got, r.Condition)
	}
	if want := "a comment stands in what is replaced, b, z"; strings.Join(got, ", ") != want {
		t.Errorf("refused: %q, want %s", got, want)
	}
}
