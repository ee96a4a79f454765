package mechanism

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// deepest bounds how many functions of the package a value is followed into to find out whether they put it back.
const deepest = 3

// An end is what a function finally does with what it took from a pool. Each node is the first of its kind.
type end struct {
	back     ast.Node // puts it back, or defers that
	deferred bool
	later    ast.Node // in a function literal that is called later: puts it back
	away     ast.Node // passes it to another goroutine, or another package of the program
	in       string   // the field or literal that stores it; empty for none
	field    types.Object
}

// givenBack completes the description of the function around path, where holder has the result of the call at the
// path's start.
func (s source) givenBack(h *holding, path []ast.Node, holder types.Object) {
	if holder == nil || function(path) == nil {
		return
	}
	has := s.holders(function(path), holder)
	e := s.endOf(path, has)
	early := s.returnBefore(path, e.back, has)
	switch line := func(n ast.Node) int { return s.fset.Position(n.Pos()).Line }; {
	case e.deferred && early == nil:
		h.text += ", which puts it back"
	case e.back != nil && early == nil:
		h.text += fmt.Sprintf(", which puts it back in line %d", line(e.back))
	case e.in != "":
		s.keptIn(h, e.in, e.field)
	case e.back == nil && e.later != nil:
		h.text += fmt.Sprintf(", in which a function literal puts it back (line %d)", line(e.later))
	case e.back == nil && e.away != nil:
		h.text, h.away = h.text+fmt.Sprintf(", which hands it on in line %d", line(e.away)), true
	case e.back == nil:
		h.text, h.lost = h.text+", which does not put it back", true
	default:
		h.text, h.lost = h.text+fmt.Sprintf(", which returns in line %d without Put", line(early)), true
	}
}

// endOf returns what the function around a path does, after the call at the path's start, with the expressions for
// which has is true.
func (s source) endOf(path []ast.Node, has func(ast.Expr) bool) (e end) {
	call := path[0]
	for n := range each[ast.Node](function(path)) {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch {
			case s.releases(n, has, 0):
				s.release(&e, n, path)
			case n.Pos() > call.End() && s.entrusts(n, has):
				e.away = first(e.away, n)
			}
		case *ast.SendStmt:
			if has(n.Value) {
				e.away = first(e.away, n)
			}
		case *ast.GoStmt:
			if slices.ContainsFunc(n.Call.Args, has) {
				e.away = first(e.away, n)
			}
		case *ast.Ident:
			if n.Pos() > call.End() && e.in == "" && has(n) {
				around, _ := astutil.PathEnclosingInterval(s.file, n.Pos(), n.End())
				e.in, e.field = s.keeper(around)
			}
		}
	}
	return e
}

// entrusts reports whether a call passes an expression for which has is true to another package of the program, which
// may put it back.
func (s source) entrusts(call *ast.CallExpr, has func(ast.Expr) bool) bool {
	_, obj := s.callee(call)
	if obj == nil || obj.Pkg() == nil || s.own == nil || obj.Pkg() == s.pkg.Types || !s.own(obj.Pkg().Path()) {
		return false
	}
	sel, isMethod := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return isMethod && has(sel.X) || slices.ContainsFunc(call.Args, has)
}

// release notes a call n that puts back what the call at the start of a path took.
func (s source) release(e *end, n *ast.CallExpr, path []ast.Node) {
	around, _ := astutil.PathEnclosingInterval(s.file, n.Pos(), n.End())
	switch d, _, isDeferred := inner[*ast.DeferStmt](around); {
	case isDeferred:
		e.deferred = true
		if d.Pos() > path[0].End() {
			e.back = first(e.back, d)
		}
	case n.Pos() < path[0].End():
	case function(around) != function(path):
		e.later = first(e.later, n)
	default:
		e.back = first(e.back, n)
	}
}

// returnsBack reports whether the function around path also returns a function literal that puts back what holder
// has.
func (s source) returnsBack(path []ast.Node, holder types.Object) bool {
	return exists(function(path), func(ret *ast.ReturnStmt) bool {
		return slices.ContainsFunc(ret.Results, func(r ast.Expr) bool {
			lit, ok := ast.Unparen(r).(*ast.FuncLit)
			return ok && s.releasedIn(lit, holder, 0)
		})
	})
}

// first returns found unless it is nil, and n otherwise.
func first(found, n ast.Node) ast.Node {
	if found != nil {
		return found
	}
	return n
}

// keptIn completes the description of a function that stores what it took in a field or literal, with the function
// that puts back what the field has.
func (s source) keptIn(h *holding, in string, field types.Object) {
	h.in = in
	h.text += ", which keeps it in " + in
	if by, line := s.backFrom(field); by != "" {
		h.back = by
		h.text += fmt.Sprintf(", from where %s puts it back (line %d)", by, line)
	}
}

// returnBefore returns the first return between the call at the start of a path and back, except returns for the case
// that the call returned nothing. It is nil if there is none, or if back is nil.
func (s source) returnBefore(path []ast.Node, back ast.Node, has func(ast.Expr) bool) (early ast.Node) {
	around := function(path)
	if back == nil || around == nil {
		return nil
	}
	ast.Inspect(around, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == around
		case *ast.IfStmt:
			if s.asksWhether(n.Cond, path, has) {
				return false
			}
		case *ast.ReturnStmt:
			if early == nil && n.Pos() > path[0].End() && n.End() < back.Pos() {
				early = n
			}
		}
		return true
	})
	return early
}

// asksWhether reports whether a condition holds if the call at the start of a path returned nothing, or not the
// asserted type: x == nil, !ok.
func (s source) asksWhether(cond ast.Expr, path []ast.Node, has func(ast.Expr) bool) bool {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		return cond.Op == token.EQL && has(cond.X) && s.info.Types[cond.Y].IsNil()
	case *ast.UnaryExpr:
		assign, _, ok := inner[*ast.AssignStmt](path)
		if !ok || cond.Op != token.NOT || len(assign.Lhs) != 2 {
			return false
		}
		id, ok := assign.Lhs[1].(*ast.Ident)
		return ok && s.isVariable(cond.X, s.info.ObjectOf(id))
	}
	return false
}

// holders returns a function that reports whether an expression is the local variable v, or another variable to which
// v, a part of it, or what it points to is assigned.
func (s source) holders(around ast.Node, v types.Object) func(ast.Expr) bool {
	all := []types.Object{v}
	has := func(e ast.Expr) bool {
		id, ok := unwrapped(e).(*ast.Ident)
		return ok && s.info.Uses[id] != nil && slices.Contains(all, s.info.Uses[id])
	}
	for assign := range each[*ast.AssignStmt](around) {
		id, ok := assign.Lhs[0].(*ast.Ident)
		if !ok || len(assign.Rhs) != 1 || !has(assign.Rhs[0]) {
			continue
		}
		if v, ok := s.info.ObjectOf(id).(*types.Var); ok && v.Parent() != v.Pkg().Scope() {
			all = append(all, v)
		}
	}
	return has
}

// unwrapped removes slicing, dereferencing, & and type assertions from an expression.
func unwrapped(e ast.Expr) ast.Expr {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.TypeAssertExpr:
			e = x.X
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return e
			}
			e = x.X
		default:
			return e
		}
	}
}

// giving are prefixes of the names of functions that put something back.
var giving = []string{"put", "free", "release", "recycle", "close", "return"}

// releases reports whether a call may put back an expression for which has is true: it is the receiver or an argument
// of a function with such a name, or of a function of the package that releases that parameter.
func (s source) releases(call *ast.CallExpr, has func(ast.Expr) bool, depth int) bool {
	of := -1 // index of the argument; -1 is the receiver
	sel, isMethod := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !isMethod || !has(sel.X) {
		if of = slices.IndexFunc(call.Args, has); of < 0 {
			return false
		}
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		return s.releasesParameter(lit.Type.Params, of, lit.Body, depth)
	}
	_, obj := s.callee(call)
	if obj == nil {
		return false
	}
	name := strings.ToLower(obj.Name())
	if slices.ContainsFunc(giving, func(begin string) bool { return strings.HasPrefix(name, begin) }) {
		return true
	}
	fn := s.declared(obj)
	if fn == nil || fn.Body == nil || depth == deepest {
		return false
	}
	if of < 0 {
		return s.releasesParameter(fn.Recv, 0, fn.Body, depth)
	}
	return s.releasesParameter(fn.Type.Params, of, fn.Body, depth)
}

// releasesParameter reports whether the body of a function puts back the parameter with a number in list.
func (s source) releasesParameter(list *ast.FieldList, number int, body *ast.BlockStmt, depth int) bool {
	all := names(list)
	return number < len(all) && s.releasedIn(body, s.info.Defs[all[number]], depth)
}

// releasedIn reports whether a part of a function puts back what variable v has.
func (s source) releasedIn(part ast.Node, v types.Object, depth int) bool {
	if v == nil {
		return false
	}
	has := s.holders(part, v)
	return exists(part, func(call *ast.CallExpr) bool { return s.releases(call, has, depth+1) })
}

// backFrom returns the function of the package that puts back what a field has, and the line; empty if there is none.
func (s source) backFrom(field types.Object) (function string, line int) {
	v, ok := field.(*types.Var)
	if !ok || !v.IsField() {
		return "", 0
	}
	is := func(e ast.Expr) bool {
		sel, ok := unwrapped(e).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		of, ok := s.info.Uses[sel.Sel].(*types.Var)
		return ok && of.Origin() == v.Origin()
	}
	for _, decl := range s.functions() {
		for n := range each[ast.Node](decl) {
			found := false
			switch n := n.(type) {
			case *ast.CallExpr:
				found = s.releases(n, is, 0)
			case *ast.AssignStmt: // b := x.buf
				for i, right := range n.Rhs {
					if len(n.Lhs) == len(n.Rhs) && is(right) {
						id, ok := n.Lhs[i].(*ast.Ident)
						found = found || ok && s.releasedIn(decl, s.info.Defs[id], 0)
					}
				}
			}
			if found {
				return decl.Name.Name, s.fset.Position(n.Pos()).Line
			}
		}
	}
	return "", 0
}

// functions returns the functions that the package declares.
func (s source) functions() (all []*ast.FuncDecl) {
	for _, file := range s.files() {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				all = append(all, fn)
			}
		}
	}
	return all
}

// files returns the files of the package.
func (s source) files() (all []*ast.File) {
	for _, file := range s.pkg.Files {
		all = append(all, file.Syntax)
	}
	return all
}

// declared returns the declaration of a function or method in the package; nil if it is not there.
func (s source) declared(obj types.Object) *ast.FuncDecl {
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	all := s.functions()
	i := slices.IndexFunc(all, func(decl *ast.FuncDecl) bool { return s.info.Defs[decl.Name] == fn.Origin() })
	if i < 0 {
		return nil
	}
	return all[i]
}
