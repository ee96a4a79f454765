package appendto

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// sum handles h.Sum(nil) and reports whether call is one.
func (a *appender) sum(cur inspector.Cursor, call *ast.CallExpr) bool {
	if _, ok := source.CallTo(a.Info, call, "hash", "Hash.Sum"); !ok || !a.Info.Types[call.Args[0]].IsNil() {
		return false
	}
	recv := a.receiver(call)
	if recv == nil || a.HasComment(call.Pos(), call.End()) {
		return true
	}
	size := a.concrete(recv)
	outer := source.Parens(cur)
	if appending, ok := a.parentCall(outer); ok && a.isSpread(appending, outer) {
		a.sumOnto(call, appending, recv, size)
		return true
	}
	if size != "" && a.usedUp(outer) {
		a.reportSum(call, source.ReplaceNode(call.Args[0], "make([]byte, 0, "+size+")"), rule.Safe)
	}
	return true
}

// sumOnto appends the sum to the slice that was appended to.
//
//	append(b, h.Sum(nil)...)
//	------------------------
//	h.Sum(b)
func (a *appender) sumOnto(call, appending *ast.CallExpr, recv ast.Expr, size string) {
	dst := appending.Args[0]
	if !source.IsBytes(a.Info.TypeOf(dst)) || !a.private(dst) || !effect.Pure(a.Info, recv) ||
		a.HasComment(appending.Pos(), appending.End()) {
		return
	}
	class := rule.Safe
	if size == "" {
		class = rule.Review(rule.Contract.Caveat(a.short(recv, "the hash") + ".Sum must append, as hash.Hash says"))
	}
	text := a.Text(call.Fun) + "(" + a.Text(dst) + ")"
	a.reportSum(call, source.ReplaceNode(appending, text), class)
}

func (a *appender) reportSum(call *ast.CallExpr, change source.TextEdit, class rule.Class) {
	a.Report(rule.Finding{
		At:      call,
		Message: "Sum(nil) makes a slice that is only read",
		Title:   "Give Sum the slice to append to",
		Class:   class,
		Edits:   []source.TextEdit{change},
	})
}

// concrete returns the length of the sum, as a constant's name, if h is a local
// variable that has one known hash from its declaration on.
func (a *appender) concrete(h ast.Expr) string {
	v, ok := a.Pkg.LocalVar(h)
	if !ok || a.Pkg.Captured(v) || len(a.Pkg.Writes(v)) > 0 {
		return ""
	}
	def, ok := a.Pkg.Def(v)
	if !ok || def.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return ""
	}
	s := def.Parent().Node().(*ast.AssignStmt)
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return ""
	}
	call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return ""
	}
	fn, isFunc := typeutil.Callee(a.Info, call).(*types.Func)
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !isFunc || !isSel || stdlib.Of(fn).Size == "" || !a.Visible(sel.X, h.Pos()) {
		return ""
	}
	return a.Text(sel.X) + "." + stdlib.Of(fn).Size
}

// usedUp reports whether the slice at cur is read in its place, or is the value of
// a variable that is only read.
func (a *appender) usedUp(cur inspector.Cursor) bool {
	if a.read(cur) {
		return true
	}
	if cur.ParentEdgeKind() != edge.AssignStmt_Rhs {
		return false
	}
	s := cur.Parent().Node().(*ast.AssignStmt)
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return false
	}
	v, ok := a.Pkg.LocalVar(s.Lhs[0])
	if !ok || a.Pkg.Captured(v) || len(a.Pkg.Uses(v)) == 0 {
		return false
	}
	for _, use := range a.Pkg.Uses(v) {
		if !a.read(source.Parens(use)) {
			return false
		}
	}
	return true
}

// read reports whether the slice at cur is only looked at, or copied.
func (a *appender) read(cur inspector.Cursor) bool {
	switch kind := cur.ParentEdgeKind(); kind {
	case edge.SliceExpr_X:
		return a.read(source.Parens(cur.Parent()))
	case edge.IndexExpr_X, edge.RangeStmt_X:
		return true
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		if source.IsConversion(a.Info, call) {
			return source.IsString(a.Info.TypeOf(call).Underlying())
		}
		if source.IsBuiltin(a.Info, call, "len", "copy") {
			return true
		}
		fn, ok := typeutil.Callee(a.Info, call).(*types.Func)
		return ok && stdlib.Of(fn).Forgets(fn, cur.ParentEdgeIndex())
	}
	return false
}
