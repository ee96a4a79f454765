package retain

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// SharesMemory reports whether e leads to the memory of v: e is v, the slice that v points to, a
// part of it, a string that is a [View] of it, the result of a function that returns a part of an
// argument, a local variable that is only set to one of these, or a literal with one. Fields of v
// do not count, since they may point elsewhere when v is used again.
func SharesMemory(pkg *source.Package, e ast.Expr, v *types.Var) bool {
	return sharer{pkg: pkg, info: pkg.Info}.shares(e, v)
}

// IsAlias reports whether obj is a local variable, other than v, that only ever has a value which
// shares the memory of v.
func IsAlias(pkg *source.Package, obj types.Object, v *types.Var) bool {
	return sharer{pkg: pkg, info: pkg.Info}.isAlias(obj, v)
}

// A sharer finds shared memory. depth is how many functions of the package it has followed.
type sharer struct {
	pkg   *source.Package
	info  *types.Info
	depth int
}

func (s sharer) shares(e ast.Expr, v *types.Var) bool {
	if of := s.view(e); of != nil {
		return s.shares(of, v)
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		t := s.info.TypeOf(e)
		return (IsReference(t) || isString(t)) && (flow.Names(s.info, e, v) || s.isAlias(s.info.ObjectOf(e), v))
	case *ast.StarExpr:
		return source.IsA[*types.Slice](s.info.TypeOf(e)) && flow.Names(s.info, e.X, v)
	case *ast.SliceExpr:
		if star, ok := ast.Unparen(e.X).(*ast.StarExpr); ok && flow.Names(s.info, star.X, v) {
			return !isString(s.info.TypeOf(e))
		}
		return flow.Names(s.info, e.X, v) || s.shares(e.X, v)
	case *ast.UnaryExpr:
		switch x := ast.Unparen(e.X).(type) {
		case *ast.CompositeLit:
			return s.shares(x, v)
		case *ast.IndexExpr:
			return e.Op == token.AND && (flow.Names(s.info, x.X, v) || s.shares(x.X, v))
		}
	case *ast.CompositeLit:
		return slices.ContainsFunc(source.Elements(e), func(elt ast.Expr) bool { return s.shares(elt, v) })
	case *ast.CallExpr:
		return s.call(e, v)
	}
	return false
}

// call is shares for the result of a call.
func (s sharer) call(call *ast.CallExpr, v *types.Var) bool {
	if source.IsConversion(s.info, call) || source.IsBuiltin(s.info, call, "append") {
		return source.IsA[*types.Slice](s.info.TypeOf(call)) && source.IsA[*types.Slice](s.info.TypeOf(call.Args[0])) && s.shares(call.Args[0], v)
	}
	fn, ok := typeutil.Callee(s.info, call).(*types.Func)
	if !ok {
		return false
	}
	part := s.part(fn)
	if recv := source.Receiver(s.info, call); part&stdlib.Receiver != 0 && recv != nil {
		return flow.Names(s.info, recv, v) || s.shares(recv, v)
	}
	for i, arg := range call.Args {
		if part.Has(i) && s.shares(arg, v) {
			return true
		}
	}
	return false
}

// part returns the operands of fn whose memory its only result may share. For a function of the
// package they follow from its return statements.
func (s sharer) part(fn *types.Func) stdlib.Args {
	switch known := stdlib.Of(fn); {
	case known.Appends:
		return 1
	case known.Part != 0:
		return known.Part
	}
	body := s.pkg.FuncBody(fn)
	if body == nil || s.depth == maxCalls || fn.Signature().Results().Len() != 1 {
		return 0
	}
	s.depth++
	var part stdlib.Args
	for ret := range source.Nodes[*ast.ReturnStmt](body) {
		if len(ret.Results) != 1 {
			continue
		}
		for i := range min(fn.Signature().Params().Len(), 15) {
			if s.shares(ret.Results[0], fn.Origin().Signature().Params().At(i)) {
				part |= 1 << i
			}
		}
	}
	return part
}

func (s sharer) isAlias(obj types.Object, v *types.Var) bool {
	a, ok := obj.(*types.Var)
	if !ok || a == v || len(s.pkg.Writes(a)) > 0 {
		return false
	}
	value, ok := s.pkg.Initial(a)
	return ok && value != nil && a.Pos() > v.Pos() && s.shares(value, v)
}

// View returns x if e is a string with the memory of bytes x, or bytes with the memory of a string
// x, made by package unsafe; nil otherwise:
//
//	unsafe.String(unsafe.SliceData(x), n)    unsafe.Slice(unsafe.StringData(x), n)
//	unsafe.String(x = &b[i], n)              view(x), a function of the package
//	*(*string)(unsafe.Pointer(&x))           *(*[]byte)(unsafe.Pointer(&x))
func View(pkg *source.Package, e ast.Expr) ast.Expr {
	return sharer{pkg: pkg, info: pkg.Info}.view(e)
}

func (s sharer) view(e ast.Expr) ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		outer, ok1 := s.converted(e.X)
		inner, ok2 := s.converted(outer)
		addr, ok3 := inner.(*ast.UnaryExpr)
		if ok1 && ok2 && ok3 && addr.Op == token.AND && isString(s.info.TypeOf(e)) != isString(s.info.TypeOf(addr.X)) {
			return addr.X
		}
	case *ast.CallExpr:
		switch {
		case s.isUnsafe(e, "String"), s.isUnsafe(e, "Slice"):
			if data, ok := ast.Unparen(e.Args[0]).(*ast.CallExpr); ok && (s.isUnsafe(data, "SliceData") || s.isUnsafe(data, "StringData")) {
				return data.Args[0]
			}
			if addr, ok := ast.Unparen(e.Args[0]).(*ast.UnaryExpr); ok {
				return addr
			}
		case len(e.Args) == 1:
			fn := typeutil.StaticCallee(s.info, e)
			if fn != nil && fn.Pkg() == s.pkg.Types && isString(s.info.TypeOf(e)) != isString(s.info.TypeOf(e.Args[0])) && s.part(fn).Has(0) {
				return e.Args[0]
			}
		}
	}
	return nil
}

// converted returns x of T(x), false for other expressions.
func (s sharer) converted(e ast.Expr) (ast.Expr, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !source.IsConversion(s.info, call) {
		return nil, false
	}
	return ast.Unparen(call.Args[0]), true
}

// isUnsafe reports whether call calls the named function of package unsafe.
func (s sharer) isUnsafe(call *ast.CallExpr, name string) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && s.info.Uses[sel.Sel] != nil && s.info.Uses[sel.Sel] == types.Unsafe.Scope().Lookup(name)
}

// IsReference reports whether a copy of a value of type t shares memory with it.
func IsReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
