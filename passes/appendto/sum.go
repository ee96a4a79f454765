package appendto

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// sum rewrites h.Sum(nil), and reports whether call is such a call.
func (a *appender) sum(cur inspector.Cursor, call *ast.CallExpr) bool {
	if _, ok := source.CallTo(a.Info, call, "hash", "Hash.Sum"); !ok || !a.Info.Types[call.Args[0]].IsNil() {
		return false
	}
	recv := source.Receiver(a.Info, call)
	if recv == nil || a.Info.Types[recv].IsType() || a.HasComment(call.Pos(), call.End()) {
		return true
	}
	if a.streams(cur, recv) {
		return a.Refuse(call, "a sum costs little beside the stream that is hashed") || true
	}
	size := a.concrete(recv)
	outer := source.Parens(cur)
	if appending := source.SpreadInto(a.Info, outer); appending != nil {
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
	class, hash := rule.Safe, a.Text(recv)
	if len(hash) > 40 || strings.ContainsAny(hash, "\n;]") {
		hash = "the hash"
	}
	if size == "" {
		class = rule.Review(rule.Contract.Caveat(hash + ".Sum must append, as hash.Hash says"))
	}
	text := a.Text(call.Fun) + "(" + a.Text(dst) + ")"
	a.reportSum(call, source.ReplaceNode(appending, text), class)
}

// reportSum reports a Sum whose argument changes.
func (a *appender) reportSum(call *ast.CallExpr, change source.TextEdit, class rule.Class) {
	a.Report(rule.Finding{
		At:      call,
		Message: "Sum(nil) makes a slice that is only read",
		Title:   "Give Sum the slice to append to",
		Class:   class,
		Edits:   []source.TextEdit{change},
	})
}

// concrete returns the length of the sum, as the name of a constant, if h is a local variable
// that has a single value, of a known constructor; "" otherwise.
func (a *appender) concrete(h ast.Expr) string {
	made, _ := a.Pkg.Only(h)
	call, ok := made.(*ast.CallExpr)
	if !ok {
		return ""
	}
	size := stdlib.Of(source.Func(a.Info, call)).Size
	q, _, _ := a.Qualified(call)
	if size == "" || q == "" || !a.Visible(call.Fun, h.Pos()) {
		return ""
	}
	return q + size
}

// streams reports whether a whole stream goes to h before the sum at cur is taken once: package io copies it, or a loop
// writes it. A text that io.WriteString writes, say, is none.
func (a *appender) streams(cur inspector.Cursor, h ast.Expr) bool {
	v, ok := a.Pkg.LocalVar(h)
	return ok && !source.InLoop(cur) && !a.Pkg.Every(v, func(use inspector.Cursor) bool {
		call := source.ArgumentOf(use)
		if call != nil {
			_, copies := source.CallTo(a.Info, call, "io", "Copy", "CopyN", "CopyBuffer", "TeeReader", "MultiWriter")
			return !copies && !source.InLoop(use)
		}
		return !source.InLoop(use)
	})
}

// usedUp reports whether the slice at cur is only read, in place or by way of a variable.
func (a *appender) usedUp(cur inspector.Cursor) bool {
	if a.read(cur) {
		return true
	}
	d, ok := a.DeclWith(cur)
	if !ok || a.Pkg.Captured(d.Var) || len(a.Pkg.Uses(d.Var)) == 0 {
		return false
	}
	return a.Pkg.Every(d.Var, a.read)
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
		fn := source.Func(a.Info, call)
		return stdlib.Of(fn).Forgets(fn, cur.ParentEdgeIndex())
	}
	return false
}
