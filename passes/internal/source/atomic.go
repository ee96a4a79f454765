package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/unheap/unheap/internal/typefact"
)

// Atomic reports whether the field is, or contains, a number of 64 bits whose address is given to sync/atomic. On 32-bit
// systems such a number is sure to be aligned only at the beginning of an object. If the package imports sync/atomic, numbers
// that another package declares, or whose names it sees, may be given there, but for those of a time.
func (p *Package) Atomic(field *types.Var) bool {
	seen := field.Exported() && p.Imports("sync/atomic") && !IsNamed(field.Type(), "time", "Time")
	return typefact.Wide(field.Type()) && (seen || p.atomics().given[field.Origin()]) || p.AtomicIn(field.Type())
}

// AtomicIn is Atomic for what is stored in an object of type t.
func (p *Package) AtomicIn(t types.Type) bool {
	if !typefact.Wide(t) || IsNamed(t, "time", "Time") {
		return false
	}
	if p.atomics().unknown {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return p.AtomicIn(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if p.Atomic(v) || v.Pkg() != p.Types && p.Imports("sync/atomic") && typefact.Wide(v.Type()) && !IsNamed(v.Type(), "time", "Time") {
				return true
			}
		}
	}
	return false
}

type atomicsKey struct{}

// atomics are the fields whose addresses functions of sync/atomic for numbers of 64 bits are given. unknown says that they
// may be given others.
type atomics struct {
	given   map[*types.Var]bool
	unknown bool
}

func (p *Package) atomics() atomics {
	return p.Once(atomicsKey{}, func() any { return p.findAtomics() }).(atomics)
}

func (p *Package) findAtomics() atomics {
	a := atomics{make(map[*types.Var]bool), len(p.Files) == 0 || p.othersImport("sync/atomic")}
	for obj, uses := range p.uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "sync/atomic" || fn.Signature().Recv() != nil || !typefact.Wide(typefact.Pointee(fn.Signature().Params().At(0).Type())) {
			continue
		}
		for _, use := range uses {
			call, ok := Called(use)
			a.unknown = a.unknown || !ok || !a.add(p, ast.Unparen(call.Node().(*ast.CallExpr).Args[0]))
		}
	}
	return a
}

// add notes what the address e is that of, and reports whether that is known: a variable or a field, or an element of one.
//
//	&n    &x.n    &x.list[i]
func (a *atomics) add(p *Package, e ast.Expr) bool {
	address, ok := e.(*ast.UnaryExpr)
	if !ok || address.Op != token.AND {
		return false
	}
	for e = ast.Unparen(address.X); ; {
		index, ok := e.(*ast.IndexExpr)
		if !ok || !IsA[*types.Array](p.Info.TypeOf(index.X)) {
			break
		}
		e = ast.Unparen(index.X)
	}
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		if v, isVar := p.Info.Uses[e.Sel].(*types.Var); isVar {
			a.given[v.Origin()] = true
			return true
		}
	}
	return false
}
