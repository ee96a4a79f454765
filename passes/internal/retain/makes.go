package retain

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// Makes reports whether the call is inlined and always returns a new object: it is one of a
// function of the package, which may return the result of another such function.
func Makes(pkg *source.Package, call *ast.CallExpr) bool { return makes(pkg, call, 0) }

func makes(pkg *source.Package, call *ast.CallExpr, depth int) bool {
	fn := source.Func(pkg.Info, call)
	if fn == nil || depth == maxCalls || fn.Pkg() != pkg.Types || fn.Signature().Results().Len() != 1 {
		return false
	}
	t, ok := inline.Declared(pkg, fn.Origin())
	if !ok || t.Big() || inline.MayRecover(pkg.Info, t.Body()) || !source.IsA[*types.Pointer](pkg.Info.TypeOf(call)) {
		return false
	}
	for _, ret := range t.Returns() {
		if len(ret.Values) == 0 {
			return false
		}
		e := ast.Unparen(ret.Values[0])
		inner, isCall := e.(*ast.CallExpr)
		if !isMade(pkg, e) && !(isCall && makes(pkg, inner, depth+1)) {
			return false
		}
	}
	return len(t.Returns()) > 0
}

// isMade reports whether the result e of an inlined function points to a new object, which begins
// as zero or as a literal.
//
//	&T{…}    new(T)    var v T; …; &v    v := T{…}; …; &v    v := &T{…}; …; v
func isMade(pkg *source.Package, e ast.Expr) bool {
	if typ, _, ok := source.NewOf(pkg.Info, e); ok {
		return IsObject(pkg.Info.TypeOf(typ))
	}
	if u, ok := e.(*ast.UnaryExpr); ok {
		v, isLocal := pkg.LocalVar(u.X)
		if !isLocal {
			return false
		}
		value, ok := pkg.Initial(v)
		_, isLit := value.(*ast.CompositeLit)
		return ok && (value == nil || isLit) && IsOwn(pkg, u)
	}
	value, ok := pkg.Only(e)
	if !ok {
		return false
	}
	v, _ := pkg.LocalVar(e)
	typ, _, isNew := source.NewOf(pkg.Info, value)
	return isNew && IsObject(pkg.Info.TypeOf(typ)) && OnlyReturned(pkg, v)
}

// IsOwn reports whether u is &T{…}, or &v of a variable, and returning it is the only way by which
// other code can reach the object.
func IsOwn(pkg *source.Package, u *ast.UnaryExpr) bool {
	if typ, lit, ok := source.NewOf(pkg.Info, u); ok && IsObject(pkg.Info.TypeOf(typ)) {
		return lit != nil
	}
	v, ok := pkg.LocalVar(u.X)
	if !ok || u.Op != token.AND || !IsObject(v.Type()) || pkg.InLiteral(v) {
		return false
	}
	return unshared(pkg, v, func(use inspector.Cursor) bool {
		returned := use.ParentEdgeKind() == edge.UnaryExpr_X && inline.IsReturned(pkg.Info, use.Parent())
		return returned || !pkg.Addressed(use)
	})
}

// unshared reports whether no use of v retains the address of v, or the pointer in v, except for
// those for which but holds.
func unshared(pkg *source.Package, v *types.Var, but func(use inspector.Cursor) bool) bool {
	k := &Checker{Pkg: pkg, Var: v, Kind: Large}
	return pkg.Every(v, func(use inspector.Cursor) bool { return but(use) || k.Lets(use) }) && !k.Doubted
}

// IsObject reports whether t is a struct, an array or basic: its values contain no other objects
// behind a pointer of their own.
func IsObject(t types.Type) bool {
	return source.IsA[*types.Struct](t) || source.IsA[*types.Array](t) || source.IsA[*types.Basic](t)
}

// LeftAlone reports whether fn is only called in the package, and each caller leaves the object alone that the result of fn
// points to: it can be in the frame of the caller.
func LeftAlone(pkg *source.Package, fn *types.Func, result *types.Var) bool {
	k := &Checker{Pkg: pkg, Var: result, Kind: Large}
	return k.ask(question{v: result, kind: Large, by: fn}) && !k.Doubted && !k.Escapes
}

// OnlyReturned reports whether returning it is the only way by which other code can reach the object that v points to.
func OnlyReturned(pkg *source.Package, v *types.Var) bool {
	return !pkg.InLiteral(v) && unshared(pkg, v, func(use inspector.Cursor) bool { return inline.IsReturned(pkg.Info, use) })
}

type finalizedKey struct{}

// Finalized reports whether the package sets a finalizer or cleanup on a value of type t, which
// must then be an object of its own.
func Finalized(pkg *source.Package, t types.Type) bool {
	if others := pkg.OtherBuilds(); others == nil || others["SetFinalizer"] || others["AddCleanup"] {
		return true
	}
	set := pkg.Once(finalizedKey{}, func() any {
		set := new(typeutil.Map)
		if len(pkg.Files) == 0 {
			return set
		}
		for cur := range pkg.Files[0].Cursor.Parent().Preorder((*ast.CallExpr)(nil)) {
			call, ok := source.CallOf(pkg.Info, cur.Node().(ast.Expr), "runtime", "SetFinalizer", "AddCleanup")
			if !ok || len(call.Args) == 0 {
				continue
			}
			if p, ok := pkg.Info.TypeOf(call.Args[0]).Underlying().(*types.Pointer); ok {
				set.Set(p.Elem(), true)
			}
		}
		return set
	}).(*typeutil.Map)
	return set.At(t) != nil
}
