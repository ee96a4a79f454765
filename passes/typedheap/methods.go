package typedheap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A methods says what is known of the methods of a heap, which do the usual.
type methods struct {
	elem types.Type
	// zero is the value to which Pop sets the removed element; nil if it leaves the element as it is.
	zero ast.Expr
	// plain: Less cannot panic.
	plain bool
}

// methodsOf checks the methods of a heap; ok is false if one of them does more than the usual.
func methodsOf(r *rule.Run, named *types.Named, elem types.Type) (m *methods, ok bool) {
	decls := make(map[string]*ast.FuncDecl)
	for _, name := range []string{"Len", "Less", "Swap", "Push", "Pop"} {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, r.Pkg.Types, name)
		fn, _ := obj.(*types.Func)
		decl := r.Pkg.FuncDecl(fn)
		if decl == nil || decl.Body == nil || len(decl.Recv.List[0].Names) == 0 || r.Pkg.Differing(decl.Pos(), decl.End()) != nil {
			return nil, false
		}
		decls[name] = decl
	}
	if !r.Pkg.Everywhere(named.Obj()) {
		return nil, false
	}
	m = &methods{elem: elem, plain: plain(r, decls["Less"])}
	length, _ := does(r, decls["Len"], elem)
	push, set := does(r, decls["Push"], elem)
	pop, zero := does(r, decls["Pop"], elem)
	m.zero = zero
	return m, length == "return len(h)" && push == "h = append(h, x.(T))" && set == nil && pop == "h = h[:len(h)-1]; return "+last && looks(r, decls["Less"]) &&
		looks(r, decls["Swap"]) && exchanges(r, decls["Swap"], elem) && effect.Of(r.Pkg, decls["Less"].Body).Quiet()
}

// receiver returns the receiver of a method, and a function that reports whether e is the slice: the receiver, or what
// it points to.
func receiver(r *rule.Run, decl *ast.FuncDecl) (v *types.Var, isSlice func(e ast.Expr) bool) {
	v, _ = r.Info.Defs[decl.Recv.List[0].Names[0]].(*types.Var)
	return v, func(e ast.Expr) bool {
		e = ast.Unparen(e)
		if v != nil && source.IsA[*types.Pointer](v.Type()) {
			star, ok := e.(*ast.StarExpr)
			return ok && r.Pkg.Is(star.X, v)
		}
		return v != nil && r.Pkg.Is(e, v)
	}
}

// params returns the parameters of Less and Swap.
func params(r *rule.Run, decl *ast.FuncDecl) []*types.Var {
	return slices.Collect(r.Info.Defs[decl.Name].(*types.Func).Signature().Params().Variables())
}

// looks reports whether Less or Swap uses its receiver only for the elements at its parameters, and takes the address
// of none.
func looks(r *rule.Run, decl *ast.FuncDecl) bool {
	v, isSlice := receiver(r, decl)
	vars := params(r, decl)
	if v == nil || source.Has[*ast.FuncLit](decl.Body) || source.Has[*ast.DeferStmt](decl.Body) {
		return false
	}
	for _, p := range vars {
		if len(r.Pkg.Writes(p)) > 0 {
			return false
		}
	}
	return r.Pkg.Every(v, func(use inspector.Cursor) bool {
		if source.IsA[*types.Pointer](v.Type()) {
			use = source.Parens(use.Parent())
		}
		x, ok := use.Parent().Node().(*ast.IndexExpr)
		if !ok || use.ParentEdgeKind() != edge.IndexExpr_X || !isSlice(x.X) || r.Pkg.Addressed(use.Parent()) {
			return false
		}
		for _, p := range vars {
			if r.Pkg.Is(x.Index, p) {
				return true
			}
		}
		return false
	})
}

// exchanges reports whether Swap does nothing but assign to elements, and to their fields of integer type that hold
// the index of the element.
func exchanges(r *rule.Run, decl *ast.FuncDecl, elem types.Type) bool {
	for _, s := range decl.Body.List {
		assign, ok := s.(*ast.AssignStmt)
		if !ok || assign.Tok != token.ASSIGN || !effect.Pure(r.Info, assign.Rhs...) || !effect.Pure(r.Info, assign.Lhs...) {
			return false
		}
		for _, target := range assign.Lhs {
			switch e := ast.Unparen(target).(type) {
			case *ast.IndexExpr:
				if !types.Identical(r.Info.TypeOf(e), elem) {
					return false
				}
			case *ast.SelectorExpr:
				b, ok := r.Info.TypeOf(e).Underlying().(*types.Basic)
				if !ok || b.Info()&types.IsInteger == 0 {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// plain reports whether Less returns a comparison of parts of elements that cannot panic.
func plain(r *rule.Run, decl *ast.FuncDecl) bool {
	if len(decl.Body.List) != 1 {
		return false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	_, isSlice := receiver(r, decl)
	var calm func(e ast.Expr) bool
	calm = func(e ast.Expr) bool {
		switch e := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			return isSlice(e.X)
		case *ast.SelectorExpr:
			sel := r.Info.Selections[e]
			return sel != nil && sel.Kind() == types.FieldVal && !sel.Indirect() && calm(e.X)
		case *ast.BinaryExpr:
			return source.IsA[*types.Basic](r.Info.TypeOf(e.X)) && e.Op != token.QUO && e.Op != token.REM && e.Op != token.SHL && e.Op != token.SHR &&
				calm(e.X) && calm(e.Y)
		case *ast.UnaryExpr:
			return (e.Op == token.NOT || e.Op == token.SUB) && calm(e.X)
		default:
			return r.Info.Types[e].Value != nil
		}
	}
	return calm(ret.Results[0])
}

// A method is the walk through the statements of Len, Push or Pop.
type method struct {
	*rule.Run
	isSlice func(e ast.Expr) bool
	elem    types.Type
	// vars has what local variables hold, in the words of [method.words].
	vars map[*types.Var]string
	// zero is the value to which the last element is set; cut: the receiver is another slice now.
	zero ast.Expr
	cut  bool
}

// last is the last element, in the words of [method.words].
const last = "h[len(h)-1]"

// does returns what the statements of a method do, in the words for the slice, the operand and the type of
// the elements when the method is called; "?" if they do anything else. zero is the value to which they set
// the last element, or nil.
//
//	old := *q
//	n := len(old)
//	e := old[n-1]
//	old[n-1] = T{}
//	*q = old[:n-1]
//	return e              h = h[:len(h)-1]; return h[len(h)-1]
func does(r *rule.Run, decl *ast.FuncDecl, elem types.Type) (text string, zero ast.Expr) {
	m := &method{Run: r, elem: elem, vars: make(map[*types.Var]string)}
	_, m.isSlice = receiver(r, decl)
	for _, v := range params(r, decl) {
		m.vars[v] = "x"
	}
	var all []string
	for _, s := range decl.Body.List {
		switch s := s.(type) {
		case *ast.ReturnStmt:
			if len(s.Results) == 1 {
				all = append(all, "return "+m.words(s.Results[0]))
			}
		case *ast.AssignStmt:
			switch {
			case s.Tok == token.DEFINE && m.holds(s):
			case s.Tok != token.ASSIGN || len(s.Lhs) > 1:
				return "?", nil
			case m.isSlice(s.Lhs[0]):
				all = append(all, "h = "+m.words(s.Rhs[0]))
				m.cut = true
			case m.words(s.Lhs[0]) == last && m.isZero(s.Rhs[0]):
				m.zero = s.Rhs[0]
			default:
				return "?", nil
			}
		default:
			return "?", nil
		}
	}
	return strings.Join(all, "; "), m.zero
}

// holds notes what the variables hold that the statement declares.
func (m *method) holds(s *ast.AssignStmt) bool {
	if len(s.Lhs) != len(s.Rhs) {
		return false
	}
	for i, e := range s.Lhs {
		v, ok := m.Pkg.LocalVar(e)
		words := m.words(s.Rhs[i])
		if !ok || strings.Contains(words, "?") || len(m.Pkg.Writes(v)) > 0 {
			return false
		}
		m.vars[v] = words
	}
	return true
}

// isZero reports whether e is a zero value: nil, a constant, or a literal without elements.
func (m *method) isZero(e ast.Expr) bool {
	lit, isLit := ast.Unparen(e).(*ast.CompositeLit)
	_, isBasic := ast.Unparen(e).(*ast.BasicLit)
	return isBasic || m.Info.Types[e].IsNil() || isLit && len(lit.Elts) == 0
}

// words returns e in terms of the slice h, the operand x and the type T of the elements, with ? for anything else, and for
// what has changed since the method was called.
func (m *method) words(e ast.Expr) string {
	e = ast.Unparen(e)
	if m.isSlice(e) && !m.cut {
		return "h"
	}
	if n, ok := source.IntConst(m.Info, e); ok {
		return strconv.FormatInt(n, 10)
	}
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := m.Pkg.LocalVar(e); ok && m.vars[v] != "" {
			return m.vars[v]
		}
	case *ast.CallExpr:
		switch {
		case source.IsBuiltin(m.Info, e, "len"):
			return "len(" + m.words(e.Args[0]) + ")"
		case source.IsBuiltin(m.Info, e, "append") && len(e.Args) == 2 && !e.Ellipsis.IsValid():
			return "append(" + m.words(e.Args[0]) + ", " + m.words(e.Args[1]) + ")"
		}
	case *ast.TypeAssertExpr:
		if e.Type != nil && types.Identical(m.Info.TypeOf(e.Type), m.elem) {
			return m.words(e.X) + ".(T)"
		}
	case *ast.BinaryExpr:
		if e.Op == token.SUB {
			return m.words(e.X) + "-" + m.words(e.Y)
		}
	case *ast.IndexExpr:
		if text := m.words(e.X) + "[" + m.words(e.Index) + "]"; text != last || m.zero == nil {
			return text
		}
	case *ast.SliceExpr:
		if e.High != nil && e.Max == nil && (e.Low == nil || m.words(e.Low) == "0") {
			return m.words(e.X) + "[:" + m.words(e.High) + "]"
		}
	}
	return "?"
}
