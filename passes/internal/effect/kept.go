package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/source"
)

// Kept reports whether e has one value from start to end: as [StableBetween], or because it is a field of
// what a local pointer leads to, or the length of one, and nothing there may change memory of its kind.
// Taking it panics if the pointer is nil.
func Kept(pkg *source.Package, e ast.Expr, start, end token.Pos) bool {
	if StableBetween(pkg, e, start, end) {
		return true
	}
	kinds := Slots
	if x, ok := source.LenOf(pkg.Info, e); ok {
		e, kinds = x, Slots|Maps
	}
	v, names := fieldOf(pkg, e)
	t := pkg.Info.TypeOf(e)
	if v == nil || pkg.Views() || pkg.Captured(v) || pkg.WrittenIn(v, start, end) {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Basic:
	default:
		return false
	}
	return !changes(pkg, start, end, kinds, func(w types.Type, field, of *types.Var) bool {
		if of != nil && madeBehind(pkg, of, v) {
			return false
		}
		if field != nil && slices.Contains(names, field.Name()) {
			return true
		}
		return holds(w, t) && !(field != nil && alike(w, t)) // another field is other memory
	})
}

// fieldOf returns the local variable of a pointer, and the names of the fields on the way from there,
// of p.f and p.f.g, where no other pointer is on the way.
func fieldOf(pkg *source.Package, e ast.Expr) (v *types.Var, names []string) {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			return nil, nil
		}
		s := pkg.Info.Selections[sel]
		if s == nil || s.Kind() != types.FieldVal || len(s.Index()) != 1 {
			return nil, nil
		}
		names = append(names, sel.Sel.Name)
		if s.Indirect() {
			v, _ = pkg.LocalVar(sel.X)
			return v, names
		}
		e = sel.X
	}
}

// madeBehind reports whether the variable of is, or points to, an object that is made when the pointer v has
// the value that it always has: v leads to another one.
func madeBehind(pkg *source.Package, of, v *types.Var) bool {
	if of.Pos() < v.Pos() || len(pkg.Writes(v)) > 0 {
		return false
	}
	if !source.IsA[*types.Pointer](source.Core(of.Type())) {
		return true
	}
	value, ok := pkg.Initial(of)
	if !ok || value == nil || len(pkg.Writes(of)) > 0 {
		return false
	}
	_, _, ok = source.NewOf(pkg.Info, value)
	return ok
}

// alike reports whether memory of one type may be looked at as memory of the other.
func alike(a, b types.Type) bool { return types.IdenticalIgnoreTags(a.Underlying(), b.Underlying()) }

// holds reports whether memory of type w may have memory of type t in it.
func holds(w, t types.Type) bool {
	return typefact.AnyPart(w, func(w types.Type) bool {
		_, isParam := types.Unalias(w).(*types.TypeParam)
		return isParam || alike(w, t)
	})
}

// changes reports whether something from start to end may change memory of one of the kinds that matters: a
// statement there that sets it, what it calls, or another goroutine that it waits for. What a statement sets
// has the type w, that of the map if it is an entry, and is a field, or none, of a local variable, or of none.
func changes(pkg *source.Package, start, end token.Pos, kinds Memory, matters func(w types.Type, field, of *types.Var) bool) bool {
	i := slices.IndexFunc(pkg.Files, func(f *source.File) bool { return f.Syntax.FileStart <= start && start <= f.Syntax.FileEnd })
	if i < 0 {
		return true // in a file that is not looked at
	}
	c := changer{pkg: pkg, kinds: kinds, matters: matters}
	ast.Inspect(pkg.Files[i].Syntax, func(n ast.Node) bool {
		if n == nil || c.found || n.End() <= start || end <= n.Pos() {
			return false
		}
		_, isCall := n.(*ast.CallExpr) // what is called runs when its operands are there
		if start <= n.Pos() && (n.End() <= end || isCall) {
			c.node(n)
		}
		_, isLit := n.(*ast.FuncLit)
		return !c.found && !isLit
	})
	return c.found
}

// A changer looks for what changes memory.
type changer struct {
	pkg     *source.Package
	kinds   Memory
	matters func(w types.Type, field, of *types.Var) bool
	found   bool
}

// node adds what a node does itself.
func (c *changer) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		c.set(n.Lhs...)
	case *ast.IncDecStmt:
		c.set(n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			c.set(n.Key, n.Value)
		}
		head := *n
		head.Body = &ast.BlockStmt{}
		c.found = c.found || Of(c.pkg, ast.Stmt(&head)).MayWait()
	case *ast.CallExpr:
		c.call(n)
	case *ast.UnaryExpr:
		c.found = c.found || n.Op == token.ARROW
	case *ast.GoStmt, *ast.SendStmt, *ast.SelectStmt:
		c.found = true
	}
}

// set adds what is assigned to.
func (c *changer) set(targets ...ast.Expr) {
	for _, e := range targets {
		var field, of *types.Var
		kind, t := Slots, c.pkg.Info.TypeOf(e)
		switch e := ast.Unparen(e).(type) {
		case nil:
			continue
		case *ast.Ident:
			v, ok := c.pkg.LocalVar(e)
			if e.Name == "_" || ok && !c.pkg.Captured(v) {
				continue
			}
		case *ast.SelectorExpr:
			field, _ = c.pkg.Info.Uses[e.Sel].(*types.Var)
			if field != nil && !field.IsField() {
				field = nil
			}
			if sel := c.pkg.Info.Selections[e]; sel != nil && len(sel.Index()) == 1 { // not of a pointer that is embedded
				of, _ = c.pkg.LocalVar(e.X)
			}
		case *ast.IndexExpr:
			if x := c.pkg.Info.TypeOf(e.X); isMap(x) {
				kind, t = Maps, x
			}
		}
		c.add(kind, t, field, of)
	}
}

func (c *changer) add(kind Memory, t types.Type, field, of *types.Var) {
	c.found = c.found || c.kinds&kind != 0 && (t == nil || c.matters(t, field, of))
}

// call adds what a call does, its operands apart.
func (c *changer) call(call *ast.CallExpr) {
	if !source.IsBuiltin(c.pkg.Info, call, "append", "clear", "copy", "delete") {
		does := Of(c.pkg, ast.Expr(call))
		c.found = c.found || does.MayWait() || does.MayChange(c.kinds)
		return
	}
	t := c.pkg.Info.TypeOf(call.Args[0])
	if isMap(t) {
		c.add(Maps, t, nil, nil)
	} else if elem, ok := source.Core(t).(*types.Slice); ok {
		c.add(Slots, elem.Elem(), nil, nil)
	} else {
		c.add(Slots|Maps, nil, nil, nil)
	}
}
