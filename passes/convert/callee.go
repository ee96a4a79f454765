package convert

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// callee replaces the call of a function that consists of a conversion, if the text is only looked
// at: the compiler makes no copy for a conversion there, but does for the result of a function.
//
//	if el.Key() != k {            func (el *elem) Key() string { return string(el.key) }
//	--------------------------
//	if string(el.key) != k {
func (c *converter) callee(cur inspector.Cursor, call *ast.CallExpr) bool {
	if !retain.Looks(c.Pkg, cur) && !c.added(cur) {
		return false
	}
	b, ok := c.unfolded(cur, call)
	return ok && c.report(call, rule.Safe, "bytes are copied to a string that is only looked at", source.ReplaceNode(call, "string("+b+")"))
}

// unfolded returns b for the call of a function of the package that consists of return string(b), written
// with the arguments of the call. b may contain a call.
func (c *converter) unfolded(cur inspector.Cursor, call *ast.CallExpr) (bytes string, ok bool) {
	fn, ok := inline.Declared(c.Pkg, typeutil.StaticCallee(c.Info, call))
	if !ok || fn.Generic() || len(fn.Decl.Body.List) != 1 || fn.Directive(false) {
		return "", false
	}
	ret, ok := fn.Decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || fn.File.HasComment(ret.Pos(), ret.End()) {
		return "", false
	}
	b, ok := c.stringOf(ret.Results[0])
	if !ok || !source.IsString(c.Info.TypeOf(call)) || !c.pure(b) {
		return "", false
	}
	operands, ok := c.operands(fn, call)
	if !ok || !effect.Unfolds(c.Pkg, cur, true, b) {
		return "", c.Refuse(call, "the operands of "+fn.Name()+" cannot replace its parameters")
	}
	params, ok := c.Pkg.Captures(b, func(obj types.Object) bool { return operands[obj] != nil })
	if !ok || len(params) != len(operands) {
		return "", c.Refuse(call, fn.Name()+" does not look at all of its operands")
	}
	for _, obj := range c.Misread(b, call.Pos()) {
		if operands[obj] == nil {
			return "", c.Refuse(call, obj.Name()+" means something else than in "+fn.Name())
		}
	}
	return fn.File.Filled(b, operands, c.File), true
}

// pure reports whether b has no side effect, or is a call whose operands have none and are not
// captured by a function literal.
func (c *converter) pure(b ast.Expr) bool {
	call, ok := ast.Unparen(b).(*ast.CallExpr)
	if effect.Pure(c.Info, b) || !ok {
		return effect.Pure(c.Info, b)
	}
	for id := range source.Idents(b) {
		if v, ok := c.Pkg.LocalVar(id); ok && c.Pkg.Captured(v) {
			return false
		}
	}
	x := source.Receiver(c.Info, call)
	return typeutil.StaticCallee(c.Info, call) != nil && effect.Pure(c.Info, call.Args...) && (x == nil || effect.Pure(c.Info, x))
}

// added reports whether the string at cur is an operand of a concatenation.
func (c *converter) added(cur inspector.Cursor) bool {
	sum, ok := source.Parens(cur).Parent().Node().(*ast.BinaryExpr)
	return ok && sum.Op == token.ADD && source.IsString(types.Default(c.Info.TypeOf(sum)))
}

// operands maps the parameters of fn, and its receiver, to the arguments of the call. ok is
// false if an argument is no variable or field, or has another type than the parameter.
func (c *converter) operands(fn *inline.Func, call *ast.CallExpr) (operands map[types.Object]ast.Expr, ok bool) {
	sig := fn.Obj.Signature()
	operands = make(map[types.Object]ast.Expr)
	if sig.Variadic() || len(call.Args) != sig.Params().Len() || !inline.Named(fn.Decl.Type.Params, "") {
		return nil, false
	}
	for i, arg := range call.Args {
		if !source.IsPath(arg) || !types.Identical(c.Info.TypeOf(arg), sig.Params().At(i).Type()) {
			return nil, false
		}
		operands[sig.Params().At(i)] = arg
	}
	if sig.Recv() == nil {
		return operands, true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || c.Info.Selections[sel] == nil || c.Info.Selections[sel].Kind() != types.MethodVal || len(c.Info.Selections[sel].Index()) != 1 || !source.IsPath(sel.X) {
		return nil, false // a function value, or a method of an embedded field
	}
	operands[sig.Recv()] = sel.X
	selected := func(use inspector.Cursor) bool { return use.ParentEdgeKind() == edge.SelectorExpr_X }
	same := types.Identical(c.Info.TypeOf(sel.X), sig.Recv().Type())
	return operands, same || c.Pkg.Every(sig.Recv(), selected) // x.f is the same text for a T and a *T
}
