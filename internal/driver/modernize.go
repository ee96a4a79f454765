package driver

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/modernize"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/passes"
)

// modernizers are the analyzers of x/tools whose fixes remove allocations.
// They are verified like ours.
func modernizers() []passes.Rule {
	all := []passes.Rule{
		{Analyzer: oneByOne(modernize.StringsBuilderAnalyzer), Reasons: []string{"concat-loop"}},
		{Analyzer: modernize.StringsSeqAnalyzer, Reasons: []string{"split"}},
		{Analyzer: modernize.StringsCutAnalyzer, Reasons: []string{"split"}},
		{Analyzer: modernize.FmtAppendfAnalyzer, Reasons: []string{"format"}},
		{Analyzer: modernize.ErrorsAsTypeAnalyzer, Reasons: []string{"passed"}},
	}
	for _, a := range modernize.Suite {
		if a.Name == "reflecttypeassert" { // has no name of its own in v0.52
			all = append(all, passes.Rule{Analyzer: a, Reasons: []string{"reflect"}})
		}
	}
	return all
}

// oneByOne lets stringsbuilder write the operands of a sum one by one, which its next run would
// leave to concat.
func oneByOne(a *analysis.Analyzer) *analysis.Analyzer {
	own := *a
	own.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) {
			for i := range d.SuggestedFixes {
				fix := &d.SuggestedFixes[i]
				fix.TextEdits = append(fix.TextEdits, parted(pass, fix.TextEdits)...)
			}
			pass.Report(d)
		}
		return a.Run(&inner)
	}
	return &own
}

// parted returns the edits that part the sums which edits let a builder write, if their operands
// are names and constants, of which none can panic.
//
//	                  s += x + y
//	----------------------------
//	b.WriteString(x)
//	b.WriteString(y)
func parted(pass *analysis.Pass, edits []analysis.TextEdit) (more []analysis.TextEdit) {
	part := func(assign *ast.AssignStmt) {
		if assign.Tok != token.ADD_ASSIGN || !slices.ContainsFunc(edits, func(e analysis.TextEdit) bool {
			return e.Pos == assign.Lhs[0].End() && string(e.NewText) == ".WriteString("
		}) {
			return
		}
		again := []byte(")\n" + types.ExprString(assign.Lhs[0]) + ".WriteString(")
		var between []analysis.TextEdit
		for e := assign.Rhs[0]; ; {
			sum, isSum := e.(*ast.BinaryExpr)
			if !isSum || pass.TypesInfo.Types[e].Value != nil {
				if plain(pass.TypesInfo, e) {
					more = append(more, between...)
				}
				return
			}
			if !plain(pass.TypesInfo, sum.Y) {
				return
			}
			between = append(between, analysis.TextEdit{Pos: sum.X.End(), End: sum.Y.Pos(), NewText: again})
			e = sum.X
		}
	}
	for _, f := range pass.Files {
		if len(edits) == 0 || edits[0].Pos < f.FileStart || f.FileEnd < edits[0].Pos {
			continue
		}
		ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
			if assign, ok := n.(*ast.AssignStmt); ok {
				switch stack[len(stack)-1].(type) {
				case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause: // not in the head of a loop
					part(assign)
				}
			}
			return true
		})
	}
	return more
}

// plain reports whether e is a name or a constant.
func plain(info *types.Info, e ast.Expr) bool {
	_, isName := e.(*ast.Ident)
	return isName || info.Types[e].Value != nil
}

// mayDiffer gives fixes of x/tools the class that ours would have. Their package says
// what it takes for the same; where that is not what a program can see, it is a caveat.
func mayDiffer(pkg *load.Package, rewrite string, edits []analysis.TextEdit) []record.Caveat {
	switch rewrite {
	case modernize.FmtAppendfAnalyzer.Name:
		return []record.Caveat{{Kind: "nil-or-empty", Text: "an empty result becomes nil, and its capacity may be larger"}}
	case modernize.StringsSeqAnalyzer.Name:
		// for _, part := range bytes.Split(b, sep) { … }      all parts are cut before the first is seen
		// for part := range bytes.SplitSeq(b, sep) { … }      each is cut after the loop has seen the one before
		if usesBytes(pkg, edits) {
			return []record.Caveat{{Kind: "contents", Text: "a separator that the loop writes into the slice, or over, is seen"}}
		}
	case modernize.StringsBuilderAnalyzer.Name, modernize.StringsCutAnalyzer.Name, modernize.ErrorsAsTypeAnalyzer.Name, "reflecttypeassert":
	default:
		return []record.Caveat{{Kind: "contract", Text: "it holds what golang.org/x/tools promises of it, which was not looked at here"}}
	}
	return nil
}

// usesBytes reports whether one of edits is of the name of a function of package bytes.
func usesBytes(pkg *load.Package, edits []analysis.TextEdit) bool {
	for id, used := range pkg.Info.Uses {
		if used.Pkg() != nil && used.Pkg().Path() == "bytes" &&
			slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return e.Pos <= id.End() && id.Pos() <= e.End }) {
			return true
		}
	}
	return false
}
