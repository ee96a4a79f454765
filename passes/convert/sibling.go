package convert

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// sibling replaces the call of a function that only converts the text back, and passes it on to another
// function, by a call of the latter.
//
//	Parse(string(b))            func Parse(s string) (T, error) { return ParseBytes([]byte(s)) }
//	----------------
//	ParseBytes(b)
func (c *converter) sibling(cur inspector.Cursor, call *ast.CallExpr) bool {
	i, text, ok := c.converted(call)
	if !ok {
		return false
	}
	fn, ok := inline.Declared(c.Pkg, typeutil.StaticCallee(c.Info, call))
	if !ok || fn.Generic() || fn.Directive(false) || len(fn.Decl.Body.List) != 1 {
		return false
	}
	ret, ok := fn.Decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	inner, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if !ok || !c.passesOn(fn, inner, i) || call.Ellipsis.IsValid() != inner.Ellipsis.IsValid() {
		return false
	}
	to := typeutil.StaticCallee(c.Info, inner)
	name, ok := c.sameReceiver(fn, call, inner)
	if !ok || to.Pkg() != c.Pkg.Types || !c.Pkg.Same(to, c.Syntax) || c.Pkg.FuncBody(to.Origin()) == nil {
		return false
	}
	if name.Pos() == call.Fun.Pos() && !c.Visible(inner.Fun, call.Pos()) {
		return c.Refuse(call, to.Name()+" means something else than in "+fn.Name())
	}
	if effect.Frames(c.Pkg, fn.Decl.Body) {
		return c.Refuse(call, to.Name()+" looks at the frames of its callers")
	}
	return c.report(call, c.siblingClass(cur, to, i, text), "the text is copied for "+fn.Name()+", which converts it back for "+to.Name(),
		source.ReplaceNode(name, to.Name()), source.ReplaceNode(call.Args[i], c.Text(text)))
}

// converted returns the index of the first argument that is string(b) or []byte(s), and b or s. ok is
// false if there is none, or the operand is a constant.
func (c *converter) converted(call *ast.CallExpr) (i int, text ast.Expr, ok bool) {
	for i, arg := range call.Args {
		text, ok := c.stringOf(arg)
		if !ok {
			text, ok = c.bytesOf(arg)
		}
		if ok {
			return i, text, c.Info.Types[text].Value == nil
		}
	}
	return 0, nil, false
}

// passesOn reports whether the call inner, in fn, has the parameters of fn as its arguments, in the same
// order and of the same types but for the i-th, which is converted, and the same results as fn.
func (c *converter) passesOn(fn *inline.Func, inner *ast.CallExpr, i int) bool {
	to := typeutil.StaticCallee(c.Info, inner)
	if to == nil || to.Signature().TypeParams() != nil || source.IsConversion(c.Info, inner) {
		return false
	}
	from, sig := fn.Obj.Signature(), to.Signature()
	if len(inner.Args) != from.Params().Len() || sig.Params().Len() != from.Params().Len() || sig.Variadic() != from.Variadic() || !types.Identical(sig.Results(), from.Results()) {
		return false
	}
	for k, arg := range inner.Args {
		p := from.Params().At(k)
		if k == i {
			arg, _ = c.conversion(arg)
		}
		if arg == nil || !c.Pkg.Is(arg, p) || k != i && !types.Identical(p.Type(), sig.Params().At(k).Type()) {
			return false
		}
	}
	s, b := from.Params().At(i).Type(), sig.Params().At(i).Type()
	return source.IsString(s) && source.IsBytes(b) || source.IsBytes(s) && source.IsString(b)
}

// sameReceiver returns the name of fn in a call of fn. ok is true if it can be replaced by the name of
// the function that fn calls: neither is a method, or both are, of the same receiver.
func (c *converter) sameReceiver(fn *inline.Func, call, inner *ast.CallExpr) (name *ast.Ident, ok bool) {
	recv := fn.Obj.Signature().Recv()
	if recv == nil {
		_, plain := ast.Unparen(inner.Fun).(*ast.Ident)
		name, ok = call.Fun.(*ast.Ident)
		return name, ok && plain
	}
	outer, isSelector := call.Fun.(*ast.SelectorExpr)
	if !isSelector || c.Info.Selections[outer] == nil || c.Info.Selections[outer].Kind() != types.MethodVal || len(c.Info.Selections[outer].Index()) != 1 {
		return nil, false
	}
	to := typeutil.StaticCallee(c.Info, inner).Signature().Recv()
	sel, isSelector := ast.Unparen(inner.Fun).(*ast.SelectorExpr)
	return outer.Sel, isSelector && to != nil && c.Pkg.Is(sel.X, recv) && types.Identical(to.Type(), recv.Type())
}

// siblingClass returns the class of passing text itself as the i-th argument of fn, instead of a copy.
func (c *converter) siblingClass(cur inspector.Cursor, fn *types.Func, i int, text ast.Expr) rule.Class {
	param := fn.Origin().Signature().Params().At(i)
	if source.IsString(param.Type()) {
		looked := !c.Pkg.Captured(param) && c.Pkg.Every(param, func(use inspector.Cursor) bool { return retain.LooksAt(c.Pkg, use, param) })
		if looked {
			return rule.Safe
		}
		return rule.Review(rule.Whole)
	}
	class := rule.Safe
	v, isVar := c.Pkg.LocalVar(text)
	if !isVar || !c.lastUse(cur, v) {
		class = rule.Review(rule.Sharing.Caveat(fn.Name() + " must neither change nor keep the bytes that it is given, nor let others change them meanwhile"))
	}
	if !isVar || !c.neverNil(v) {
		class = class.And(rule.Review(rule.NilOrEmpty.Caveat(fn.Name() + " is given nil where " + c.Text(text) + " is nil")))
	}
	return class
}

// neverNil reports whether v has one value only, which is not nil.
func (c *converter) neverNil(v *types.Var) bool {
	if len(c.Pkg.Writes(v)) > 0 {
		return false
	}
	switch value, _ := c.Pkg.Initial(v); value := value.(type) {
	case nil: // no value of its own: v, err := io.ReadAll(r)
		_, ok := retain.Whole(c.Pkg, v)
		return ok
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return source.IsBuiltin(c.Info, value, "make") || source.IsConversion(c.Info, value) && c.isString(value.Args[0])
	}
	return false
}

// lastUse reports whether v has one value only, with memory of its own, and nothing uses v after the call
// at cur, which has v as an argument.
func (c *converter) lastUse(cur inspector.Cursor, v *types.Var) bool {
	fn, inFunc := source.EnclosingFunc(cur)
	stmt, inList := source.EnclosingStmt(cur)
	if !inFunc || !inList || c.Pkg.Mentions(stmt.Node(), v) > 1 || len(c.Pkg.Writes(v)) > 0 {
		return false
	}
	graph := flow.New(c.Info, source.Body(fn.Node()))
	if graph == nil {
		return false
	}
	used := false
	found := graph.After(cur.Node(), func(n ast.Node) bool {
		used = used || flow.Mentions(c.Info, n, v)
		return !used && !flow.Sets(c.Info, n, v)
	})
	given := func(use inspector.Cursor) bool { return source.Contains(cur.Node(), use.Node()) }
	return found && !used && retain.OwnBut(c.Pkg, v, given)
}
