package appendto

import (
	"go/ast"
	"go/token"
	"strconv"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// A part is an operand of a concatenation.
type part struct {
	expr  ast.Expr
	maker *maker // nil for an operand without a twin
}

// concatenation writes a concatenation with strings that are made for it into a
// buffer on the stack.
//
//	                                              key := "id-" + strconv.Itoa(n)
//	---------------------------------------------
//	text := append(make([]byte, 0, 32), "id-"...)
//	text = strconv.AppendInt(text, int64(n), 10)
//	                                              key := string(text)
func (a *appender) concatenation(cur inspector.Cursor, sum *ast.BinaryExpr) {
	parts, ok := a.parts(cur, sum)
	if !ok || a.Jumps(cur.Node().Pos()) || !a.standsAlone(cur) || a.HasComment(sum.Pos(), sum.End()) {
		return
	}
	stmt, ok := effect.Lift(a.File, source.Parens(cur))
	if !ok || a.isStep(cur) {
		return
	}
	text := a.Fresh(stmt.Pos(), "text", "line", "message")
	var appends []func(dst string) string
	for _, p := range parts {
		appends = append(appends, func(dst string) string { return a.appendPart(p, dst) })
	}
	lines := verbs.Fill(text, verbs.Buffer(effect.Room(a.Pkg, cur, a.need(parts))), appends)
	first := firstMaker(parts)
	a.Report(rule.Finding{
		At:      first.call,
		Message: first.name + " makes a string that is only copied",
		Title:   "Write the whole text into a buffer on the stack",
		Class:   rule.Safe,
		Edits:   []source.TextEdit{a.Before(stmt, lines...), source.ReplaceNode(sum, "string("+text+")")},
		Form:    "sum with a " + first.form(),
	})
}

// parts returns the operands of a whole concatenation. ok is false if no string is made for it,
// if an operand has side effects, or if there are more than six operands.
func (a *appender) parts(cur inspector.Cursor, sum *ast.BinaryExpr) (parts []part, ok bool) {
	if sum.Op != token.ADD || !source.IsString(a.Info.TypeOf(sum)) || a.Info.Types[sum].Value != nil {
		return nil, false
	}
	if outer, isSum := source.Parens(cur).Parent().Node().(*ast.BinaryExpr); isSum && outer.Op == token.ADD {
		return nil, false // a part of a longer concatenation
	}
	for _, e := range source.Operands(a.Info, sum) {
		p := part{expr: e}
		if call, isCall := ast.Unparen(e).(*ast.CallExpr); isCall {
			m, ok := a.recognise(call)
			if !ok || !m.quiet || !effect.Pure(a.Info, m.operands...) {
				return nil, false
			}
			p.maker = &m
		} else if !effect.Pure(a.Info, e) {
			return nil, false
		}
		parts = append(parts, p)
	}
	return parts, firstMaker(parts) != nil && len(parts) <= 6
}

// firstMaker returns the first maker, nil if there is none.
func firstMaker(parts []part) *maker {
	for _, p := range parts {
		if p.maker != nil {
			return p.maker
		}
	}
	return nil
}

// standsAlone reports whether the concatenation at cur is neither rarely evaluated nor left to
// another rule: an operand of panic, append, +=, WriteString or Write.
func (a *appender) standsAlone(cur inspector.Cursor) bool {
	outer := source.Parens(cur)
	if outer.ParentEdgeKind() == edge.AssignStmt_Rhs {
		return outer.Parent().Node().(*ast.AssignStmt).Tok != token.ADD_ASSIGN
	}
	call := source.ArgumentOf(outer)
	return call == nil || !source.IsBuiltin(a.Info, call, "panic", "append") && a.writer(call) == "" &&
		(!source.IsConversion(a.Info, call) || source.IsString(a.Info.TypeOf(call).Underlying()))
}

// appendPart returns the expression that appends a part to dst.
func (a *appender) appendPart(p part, dst string) string {
	if p.maker != nil {
		return p.maker.append(dst)
	}
	value, isConst := source.StringConst(a.Info, p.expr)
	if _, isLit := ast.Unparen(p.expr).(*ast.BasicLit); isLit && isConst && len(value) == 1 && value[0] < utf8.RuneSelf {
		return "append(" + dst + ", " + strconv.QuoteRune(rune(value[0])) + ")"
	}
	if conv, isCall := ast.Unparen(p.expr).(*ast.CallExpr); isCall && source.IsConversion(a.Info, conv) && source.IsBytes(a.Info.TypeOf(conv.Args[0])) {
		return "append(" + dst + ", " + a.Text(conv.Args[0]) + "...)"
	}
	return "append(" + dst + ", " + a.Text(p.expr) + "...)"
}

// need returns the room for the parts in bytes, with an estimate for those of unknown length.
func (a *appender) need(parts []part) int {
	need := 0
	for _, p := range parts {
		value, isConst := source.StringConst(a.Info, p.expr)
		switch {
		case p.maker != nil:
			need += p.maker.room
		case isConst:
			need += len(value)
		default:
			need += 32
		}
	}
	return need
}
