package mechanism

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// loopRemedy returns the remedy for a loop variable. The general one, to point into the slice, applies only if the
// variable is an unmodified copy of an element.
func (f *facts) loopRemedy() string {
	if f.isElement() {
		return ""
	}
	for _, step := range f.heap.Flow {
		if step.Why == "call parameter" || f.parameter(step) != "" {
			return "declare it before the loop, where nothing refers to it any more when the next round sets it"
		}
	}
	return "keep the value instead of a pointer, or make all of them in one array before the loop"
}

// isElement reports whether the variable of the site is a copy of an element of a slice or array, and the function
// does not modify the copy.
func (f *facts) isElement() bool {
	if f.site.Kind != record.PointVariable || len(f.path) < 2 {
		return false
	}
	id, ok := f.path[0].(*ast.Ident)
	v := f.src.info.Defs[id]
	if !ok || v == nil {
		return false
	}
	var of ast.Expr
	switch n := f.path[1].(type) {
	case *ast.RangeStmt:
		if n.Value == id {
			of = n.X
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if index, ok := n.Rhs[min(i, len(n.Rhs)-1)].(*ast.IndexExpr); ok && left == id {
				of = index.X
			}
		}
	}
	return of != nil && hasAddresses(f.src.info.TypeOf(of)) && !f.changed(v)
}

// hasAddresses reports whether elements of a type are addressable, as far as the type tells.
func hasAddresses(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return underlies[*types.Array](p.Elem())
	}
	return underlies[*types.Slice](t) || underlies[*types.Array](t)
}

// changed reports whether the function around the site assigns to a variable, or to a part of it, after its
// declaration.
func (f *facts) changed(v types.Object) bool {
	return exists(function(f.path), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(left ast.Expr) bool {
				id, isName := left.(*ast.Ident)
				return f.src.root(left) == v && !(isName && f.src.info.Defs[id] == v)
			})
		case *ast.IncDecStmt:
			return f.src.root(n.X) == v
		}
		return false
	})
}

// closureRemedy returns the remedy for a function literal: to make it once before the loop, if it captures nothing
// that the loop declares; otherwise to pass what it captures as parameters, if its type permits.
func (f *facts) closureRemedy() string {
	lit, rest, ok := inner[*ast.FuncLit](f.path)
	const pass = "pass what it carries as parameters, where its type may have them"
	loop := loopAround(rest)
	switch {
	case !ok:
		return ""
	case f.givenToTesting(rest):
		return measuring
	case loop == nil:
		return pass + ", or make it once, where what it carries stays the same"
	case f.carriesFrom(lit, rest):
		return pass
	}
	return "make it once, before the loop"
}

// givenToTesting reports whether the function literal at the start of a path is run by package testing:
// b.RunParallel(func(pb *testing.PB) {…}).
func (f *facts) givenToTesting(path []ast.Node) bool {
	call, ok := path[1].(*ast.CallExpr)
	return ok && slices.Contains(call.Args, path[0].(ast.Expr)) && strings.HasPrefix(f.called(call), "testing.")
}

// carriesFrom reports whether a function literal uses something that the innermost loop around it declares.
func (f *facts) carriesFrom(lit *ast.FuncLit, path []ast.Node) bool {
	loop := innerLoop(path[1:])
	return loop != nil && exists(lit, func(id *ast.Ident) bool {
		used := f.src.info.Uses[id]
		return used != nil && inside(used.Pos(), loop) && !inside(used.Pos(), lit)
	})
}

// handedOut begins remedies for a map that others retain.
const handedOut = "the map is handed out: "

// literalEntries is the number of entries of the map literal at the site; 0 if it is no map literal.
func (f *facts) literalEntries() int {
	lit, _, ok := inner[*ast.CompositeLit](f.path)
	if !ok || f.site.Kind != record.PointMapLiteral {
		return 0
	}
	return len(lit.Elts)
}

// handedOutRemedy returns the remedy for a map that others retain: to make it only when it gets an entry, or once if
// its entries never differ. It advises a slice instead only if the function can choose the type.
func (f *facts) handedOutRemedy() string {
	const slice = "keep a few entries in a slice"
	text, path := "make it where the first entry is put in, if all who put one in are yours", f.path
	lit, around, ok := inner[*ast.CompositeLit](f.path)
	if ok && f.site.Kind == record.PointMapLiteral {
		path = around
	} else if _, around := f.src.call(f.site.Pos); around != nil {
		path = around
	}
	given := f.givenType(path)
	switch {
	case f.literalEntries() == 0:
	case !f.differs(lit):
		text = "make it once, where its entries are always the same and nobody changes it"
	case given:
		return handedOut + "keep it and change its entries, where whoever has it needs it no longer"
	default:
		return handedOut + slice
	}
	if !given {
		text += ", or " + slice
	}
	return handedOut + text
}

// differs reports whether an expression may have another value each time: it refers to a local variable, or calls a
// function.
func (f *facts) differs(e ast.Expr) bool {
	return exists(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			kind, _ := f.src.callee(n)
			return kind != conversionCall
		case *ast.Ident:
			v, ok := f.src.info.Uses[n].(*types.Var)
			return ok && !v.IsField() && v.Parent() != v.Pkg().Scope()
		}
		return false
	})
}

// givenType reports whether the enclosing function cannot choose the type of the expression at the start of a path:
// another package declares the type, or the expression is an argument.
func (f *facts) givenType(path []ast.Node) bool {
	if len(path) == 0 {
		return false
	}
	e, ok := path[0].(ast.Expr)
	if !ok {
		return false
	}
	named, ok := types.Unalias(f.src.info.TypeOf(e)).(*types.Named)
	return ok && named.Obj().Pkg() != f.src.pkg.Types || f.src.argument(path) != nil
}
