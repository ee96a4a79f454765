package mechanism

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/typefact"
)

// A way is the way of a value to the value that holds it.
type way struct {
	source
	holder   ast.Node     // the literal that holds it, or the call whose slice of extra arguments does
	variable types.Object // or the variable that does
	through  []stop
}

// A stop is a variable on a way.
type stop struct {
	variable types.Object
	of       stake
}

// A stake is how a variable relates to a value: it is the value, so that its address leads to it; it points to the
// value; or it may contain pointers to the value anywhere within.
type stake int

const (
	address stake = iota
	pointer
	content
)

// only reports whether a variable on the way is passed on along the way, and only read otherwise.
func (w *way) only(v stop) bool {
	return w.allUses(v.variable, func(path []ast.Node, captured bool) bool {
		if captured && (w.holder == nil || !inside(path[0].Pos(), w.holder)) {
			return false
		}
		return w.handsOn(v.variable, path) || w.looksAt(path, v.of)
	})
}

// keeps reports whether, as far as the function shows, code with access to the holder does not take the value out of
// it: it passes on the whole holder, or a pointer to it. A function literal's uses of the variables it captures are
// checked by only.
func (w *way) keeps() bool {
	if w.variable != nil {
		return w.allUses(w.variable, func(path []ast.Node, _ bool) bool {
			and, ok := path[1].(*ast.UnaryExpr)
			return ok && and.Op == token.AND || w.looksAt(path, content)
		})
	}
	if _, ok := w.holder.(*ast.CompositeLit); !ok {
		return w.holder != nil
	}
	path, _ := astutil.PathEnclosingInterval(w.file, w.holder.Pos(), w.holder.End())
	id, ok := assignedTo(path).(*ast.Ident)
	v := w.info.ObjectOf(id)
	if !ok || v == nil || v.Parent() == v.Pkg().Scope() { // not a local variable
		return true
	}
	return w.allUses(v, func(path []ast.Node, captured bool) bool {
		switch path[1].(type) {
		case *ast.ReturnStmt, *ast.CallExpr, *ast.AssignStmt, *ast.KeyValueExpr, *ast.CompositeLit, *ast.SendStmt:
			return !captured
		}
		return w.looksAt(path, content)
	})
}

// handsOn reports whether variable v at the start of a path, or its address, is stored in the holder or in another
// variable of the way, and nowhere else.
func (w *way) handsOn(v types.Object, path []ast.Node) bool {
	for i, n := range path[1:] {
		if n == w.holder {
			_, isFunc := n.(*ast.FuncLit)
			return !isFunc
		}
		switch n := n.(type) {
		case *ast.ParenExpr, *ast.KeyValueExpr, *ast.CompositeLit:
		case *ast.UnaryExpr:
			if n.Op != token.AND {
				return false
			}
		default:
			to := w.root(assignedTo(path[i:]))
			return to != nil && to != v && (to == w.variable || slices.ContainsFunc(w.through, func(s stop) bool { return s.variable == to }))
		}
	}
	return false
}

// assignedTo returns the expression to which the expression at the start of a path, or its address, is assigned; nil
// if there is none.
func assignedTo(path []ast.Node) ast.Expr {
	if and, ok := path[1].(*ast.UnaryExpr); ok && and.Op == token.AND {
		path = path[1:]
	}
	e, _ := path[0].(ast.Expr)
	switch n := path[1].(type) {
	case *ast.AssignStmt:
		if i := slices.Index(n.Rhs, e); i >= 0 && len(n.Lhs) == len(n.Rhs) {
			return n.Lhs[i]
		}
	case *ast.ValueSpec:
		if i := slices.Index(n.Values, e); i >= 0 && len(n.Names) == len(n.Values) {
			return n.Names[i]
		}
	}
	return nil
}

// root returns the variable that an expression is a part of, not behind a pointer; nil if there is none.
func (s source) root(e ast.Expr) types.Object {
	if e == nil {
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.info.ObjectOf(e)
	case *ast.SelectorExpr:
		if sel := s.info.Selections[e]; sel != nil && !sel.Indirect() {
			return s.root(e.X)
		}
	case *ast.IndexExpr:
		if underlies[*types.Array](s.info.TypeOf(e.X)) {
			return s.root(e.X)
		}
	}
	return nil
}

// valueAt returns the literal that a verdict at a position is about, or the call if it is about the slice of extra
// arguments; nil if it is about something else.
func (s source) valueAt(at record.Position) ast.Node {
	p := s.pos(at)
	for _, n := range s.at(at) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if lit, ok := ast.Unparen(n.X).(*ast.CompositeLit); ok && n.OpPos == p {
				return lit
			}
		case *ast.CompositeLit:
			if n.Lbrace == p {
				return n
			}
		case *ast.FuncLit:
			if n.Pos() == p {
				return n
			}
		case *ast.CallExpr:
			if n.Lparen == p {
				return n
			}
		}
	}
	return nil
}

// declaredAt returns the variable that is declared at a position; nil if there is none.
func (s source) declaredAt(at record.Position) types.Object {
	for _, n := range s.at(at) {
		if id, ok := n.(*ast.Ident); ok && s.info.Defs[id] != nil && id.Pos() == s.pos(at) {
			return s.info.Defs[id]
		}
	}
	return nil
}

// named returns the variable with a name on the line of a step; nil if there is none.
func (s source) named(name string, at record.Position) types.Object {
	for id := range each[*ast.Ident](function(s.at(at))) {
		if v := s.info.ObjectOf(id); v != nil && id.Name == name && s.fset.Position(id.Pos()).Line == at.Line {
			return v
		}
	}
	return nil
}

// allUses reports whether holds is true for all uses of a local variable in its function. Each use is the start of a
// path; captured says that it is in a function literal.
func (s source) allUses(v types.Object, holds func(path []ast.Node, captured bool) bool) bool {
	path, _ := astutil.PathEnclosingInterval(s.file, v.Pos(), v.Pos())
	around := function(path)
	return around != nil && !exists(around, func(id *ast.Ident) bool {
		if s.info.Uses[id] != v {
			return false
		}
		path, _ := astutil.PathEnclosingInterval(s.file, id.Pos(), id.End())
		for len(path) > 1 && isParen(path[1]) {
			path = path[1:]
		}
		return !holds(path, function(path) != around)
	})
}

func isParen(n ast.Node) bool {
	_, is := n.(*ast.ParenExpr)
	return is
}

// looksAt reports whether the use of a variable at the start of a path only reads: nothing gets hold of the value of
// which the variable has a stake.
func (s source) looksAt(path []ast.Node, of stake) bool {
	use, ok := path[0].(ast.Expr)
	if !ok {
		return false
	}
	// A copy of the value itself is no pointer to it, nor is anything without pointers.
	harmless := func() bool { return of == address || !typefact.HasPointers(s.info.TypeOf(use)) }
	switch n := path[1].(type) {
	case *ast.SelectorExpr:
		if sel := s.info.Selections[n]; n.X != use || sel == nil || sel.Kind() != types.FieldVal {
			return false // a method may keep its receiver
		}
		return s.looksAt(path[1:], within(of, s.info.TypeOf(use)))
	case *ast.IndexExpr:
		if n.X != use {
			return harmless() || !underlies[*types.Map](s.info.TypeOf(n.X)) || !assigned(path[1:])
		}
		return s.looksAt(path[1:], within(of, s.info.TypeOf(use)))
	case *ast.StarExpr:
		return s.looksAt(path[1:], within(of, s.info.TypeOf(use)))
	case *ast.ParenExpr:
		return s.looksAt(path[1:], of)
	case *ast.BinaryExpr, *ast.IncDecStmt:
		return true
	case *ast.UnaryExpr:
		return n.Op != token.AND
	case *ast.SliceExpr:
		return of == address && !underlies[*types.Array](s.info.TypeOf(use))
	case *ast.RangeStmt:
		return n.X == use && (harmless() || of == pointer)
	case *ast.AssignStmt:
		return slices.Contains(n.Lhs, use) || harmless()
	case *ast.CallExpr:
		kind, obj := s.callee(n)
		if kind == builtinCall && (slices.Contains([]string{"len", "cap", "clear"}, obj.Name()) || obj.Name() == "copy" && of == pointer) {
			return true
		}
		return n.Fun == use || harmless()
	}
	return harmless()
}

// within returns the stake of what a value of type t contains or points to: what a pointer to the site's value points
// to is that value itself.
func within(of stake, t types.Type) stake {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		if of == pointer {
			return address
		}
	}
	return of
}
