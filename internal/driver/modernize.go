package driver

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/modernize"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/passes"
)

// modernizers returns analyzers of x/tools whose fixes remove allocations. Their fixes are verified like ours.
func modernizers() []passes.Rule {
	all := []passes.Rule{
		{Analyzer: oneByOne(modernize.StringsBuilderAnalyzer), Reasons: []string{"concat-loop"}},
		{Analyzer: modernize.StringsSeqAnalyzer, Reasons: []string{"split"}},
		{Analyzer: modernize.StringsCutAnalyzer, Reasons: []string{"split"}},
		{Analyzer: modernize.FmtAppendfAnalyzer, Reasons: []string{"format"}},
		{Analyzer: modernize.ErrorsAsTypeAnalyzer, Reasons: []string{"passed"}},
	}
	for _, a := range modernize.Suite {
		if a.Name == "reflecttypeassert" { // as of v0.52 it does not set its name
			all = append(all, passes.Rule{Analyzer: a, Reasons: []string{"reflect"}})
		}
	}
	return all
}

// oneByOne extends the fix of stringsbuilder: it writes the operands of a sum one by one, each by the method for its
// type. Without that, a next run would offer it by concat.
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

// parted returns the edits that split the sums which edits let a builder write, so that each operand is written by
// the method for its type. A sum stays whole unless all operands are names and constants, which cannot panic.
//
//	s += x + "," + string(r)     s += string(r)
//	------------------------     --------------
//	b.WriteString(x)             b.WriteRune(r)
//	b.WriteByte(',')
//	b.WriteRune(r)
func parted(pass *analysis.Pass, edits []analysis.TextEdit) (more []analysis.TextEdit) {
	part := func(assign *ast.AssignStmt, inList bool) {
		k := slices.IndexFunc(edits, func(e analysis.TextEdit) bool {
			return assign.Tok == token.ADD_ASSIGN && e.Pos == assign.Lhs[0].End() && string(e.NewText) == ".WriteString("
		})
		if k < 0 {
			return
		}
		operands := addends(pass.TypesInfo, assign.Rhs[0])
		if !inList || slices.ContainsFunc(operands, func(e ast.Expr) bool { return !plain(pass.TypesInfo, e) }) {
			operands = assign.Rhs
		}
		for i, e := range operands {
			method, bare := written(pass.TypesInfo, e)
			if more = append(more, bare...); i == 0 {
				edits[k].NewText = []byte("." + method + "(")
				continue
			}
			again := ")\n" + types.ExprString(assign.Lhs[0]) + "." + method + "("
			more = append(more, analysis.TextEdit{Pos: operands[i-1].End(), End: e.Pos(), NewText: []byte(again)})
		}
	}
	for _, f := range pass.Files {
		if len(edits) == 0 || edits[0].Pos < f.FileStart || f.FileEnd < edits[0].Pos {
			continue
		}
		ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
			if assign, ok := n.(*ast.AssignStmt); ok {
				switch stack[len(stack)-1].(type) {
				case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
					part(assign, true)
				default: // in the head of a loop
					part(assign, false)
				}
			}
			return true
		})
	}
	return more
}

// written returns the method of a builder that writes e, and the edits that turn e into its argument.
//
//	string(r)     string(bytes)     ","
//	---------     -------------     ---
//	r             bytes             ','
func written(info *types.Info, e ast.Expr) (method string, bare []analysis.TextEdit) {
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		if text := constant.StringVal(info.Types[e].Value); len(text) == 1 && text[0] < utf8.RuneSelf {
			return "WriteByte", []analysis.TextEdit{{Pos: lit.Pos(), End: lit.End(), NewText: []byte(strconv.QuoteRune(rune(text[0])))}}
		}
	}
	call, ok := converted(info, e)
	if !ok || call.Lparen+1 != call.Args[0].Pos() || call.Args[0].End() != call.Rparen { // for a comment in between
		return "WriteString", nil
	}
	method = "Write"
	if types.Identical(info.TypeOf(call.Args[0]), types.Typ[types.Rune]) {
		method = "WriteRune"
	}
	return method, []analysis.TextEdit{{Pos: call.Pos(), End: call.Lparen + 1}, {Pos: call.Rparen, End: call.End()}}
}

// converted recognises the conversion of a rune, or of bytes, to a string.
func converted(info *types.Info, e ast.Expr) (*ast.CallExpr, bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || !info.Types[call.Fun].IsType() || info.Types[e].Value != nil {
		return nil, false
	}
	from := info.TypeOf(call.Args[0])
	return call, types.Identical(from, types.Typ[types.Rune]) || types.Identical(from, types.NewSlice(types.Typ[types.Byte]))
}

// addends returns the operands, from left to right, of a sum that is neither constant nor in parentheses.
func addends(info *types.Info, e ast.Expr) []ast.Expr {
	sum, ok := e.(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD || info.Types[e].Value != nil {
		return []ast.Expr{e}
	}
	return append(addends(info, sum.X), sum.Y)
}

// plain reports whether e is a name, a constant, or a converted name.
func plain(info *types.Info, e ast.Expr) bool {
	if call, ok := converted(info, e); ok {
		e = call.Args[0]
	}
	_, isName := e.(*ast.Ident)
	return isName || info.Types[e].Value != nil
}

// mayDiffer returns the caveats for fixes of x/tools, by the standard of our own rules: a difference that x/tools
// accepts and a program can observe is a caveat.
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

// usesBytes reports whether one of edits replaces the name of a function of package bytes.
func usesBytes(pkg *load.Package, edits []analysis.TextEdit) bool {
	for id, used := range pkg.Info.Uses {
		if used.Pkg() != nil && used.Pkg().Path() == "bytes" &&
			slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return e.Pos <= id.End() && id.Pos() <= e.End }) {
			return true
		}
	}
	return false
}
