package format

import (
	"go/ast"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// constantText replaces the call by its text, if it has no operands. It leaves calls alone where the compiler would
// treat a constant differently: it may refuse one, or make the expression around it constant too.
//
//	s := fmt.Sprintf("100%%")
//	-------------------------
//	s := "100%"
func (p *formatter) constantText(s site) bool {
	if s.name != "Sprintf" || len(s.args()) > 0 || len(s.pieces) != 1 || !p.isValue(s) || p.HasComment(s.call.Pos(), s.call.End()) {
		return false
	}
	format := ast.Unparen(s.call.Args[0])
	text := p.Text(format)
	if value, _ := source.StringConst(p.Info, format); value != s.pieces[0].Text {
		if _, isLit := format.(*ast.BasicLit); !isLit {
			return false // a named constant
		}
		text = verbs.Quote(s.pieces[0].Text)
	}
	class := rule.Safe
	if p.Pkg.Views() {
		class = rule.Review(rule.View)
	}
	p.Report(rule.Finding{
		At:      s.call,
		Message: "fmt.Sprintf copies a constant",
		Title:   "Write the constant",
		Class:   class,
		Edits:   []source.TextEdit{source.ReplaceNode(s.call, text)},
	})
	return true
}

// isValue reports whether the text is returned, assigned, or passed to a function.
func (p *formatter) isValue(s site) bool {
	cur := source.Parens(s.cur)
	if _, inFunc := source.EnclosingFunc(cur); !inFunc {
		return false // the variable would be initialized before others
	}
	switch cur.ParentEdgeKind() {
	case edge.ReturnStmt_Results, edge.AssignStmt_Rhs, edge.ValueSpec_Values, edge.SendStmt_Value, edge.KeyValueExpr_Value:
		return true
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		return typeutil.StaticCallee(p.Info, call) != nil && len(call.Args) > 0
	}
	return false
}
