package typedheap

import (
	"go/ast"
	"go/token"
	"go/types"

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
	ok = measures(r, decls["Len"]) && looks(r, decls["Less"]) && looks(r, decls["Swap"]) && exchanges(r, decls["Swap"], elem) &&
		appends(r, decls["Push"], elem) && effect.Of(r.Pkg, decls["Less"].Body).Quiet()
	if !ok {
		return nil, false
	}
	m.zero, ok = cuts(r, decls["Pop"])
	return m, ok
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

// measures reports whether Len is return len(h).
func measures(r *rule.Run, decl *ast.FuncDecl) bool {
	_, isSlice := receiver(r, decl)
	ret, ok := only(decl).(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	return ok && source.IsBuiltin(r.Info, call, "len") && isSlice(call.Args[0])
}

// only returns the only statement of a body; nil if there are none or several.
func only(decl *ast.FuncDecl) ast.Stmt {
	if len(decl.Body.List) != 1 {
		return nil
	}
	return decl.Body.List[0]
}

// params returns the parameters of Less and Swap.
func params(r *rule.Run, decl *ast.FuncDecl) (vars []*types.Var) {
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			if v, ok := r.Info.Defs[name].(*types.Var); ok {
				vars = append(vars, v)
			}
		}
	}
	return vars
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
	ret, ok := only(decl).(*ast.ReturnStmt)
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

// appends reports whether Push is *h = append(*h, x.(T)), in one or two statements.
func appends(r *rule.Run, decl *ast.FuncDecl, elem types.Type) bool {
	_, isSlice := receiver(r, decl)
	vars := params(r, decl)
	list := decl.Body.List
	if len(vars) != 1 || len(list) == 0 || len(list) > 2 {
		return false
	}
	asserted := func(e ast.Expr) bool {
		assert, ok := ast.Unparen(e).(*ast.TypeAssertExpr)
		return ok && assert.Type != nil && r.Pkg.Is(assert.X, vars[0]) && types.Identical(r.Info.TypeOf(assert.Type), elem)
	}
	assign, ok := list[len(list)-1].(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || !isSlice(assign.Lhs[0]) {
		return false
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(r.Info, call, "append") || len(call.Args) != 2 || call.Ellipsis.IsValid() || !isSlice(call.Args[0]) {
		return false
	}
	if len(list) == 1 {
		return asserted(call.Args[1])
	}
	// item := x.(T)
	define, ok := list[0].(*ast.AssignStmt)
	if !ok || define.Tok != token.DEFINE || len(define.Lhs) != 1 || !asserted(define.Rhs[0]) {
		return false
	}
	v, ok := r.Pkg.LocalVar(define.Lhs[0])
	return ok && r.Pkg.Is(call.Args[1], v)
}

// A value says what a variable of Pop holds: the slice before it is cut, a number less than its length, or the last
// element.
type value struct {
	slice, elem bool
	less        int64 // how much less than the length of the slice; -1 for another value
}

// A cut is the state of the walk through the statements of Pop.
type cut struct {
	*rule.Run
	isSlice  func(e ast.Expr) bool
	vars     map[*types.Var]value
	done     bool // the slice has been cut
	zero     ast.Expr
	returned bool
}

// cuts reports whether Pop cuts off the last element and returns it. zero is the value to which it sets that element,
// or nil.
//
//	old := *h
//	n := len(old)
//	x := old[n-1]
//	old[n-1] = T{}
//	*h = old[:n-1]
//	return x
func cuts(r *rule.Run, decl *ast.FuncDecl) (zero ast.Expr, ok bool) {
	c := &cut{Run: r, vars: make(map[*types.Var]value)}
	_, c.isSlice = receiver(r, decl)
	for _, s := range decl.Body.List {
		if !c.statement(s) {
			return nil, false
		}
	}
	return c.zero, c.done && c.returned
}

func (c *cut) statement(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		c.returned = len(s.Results) == 1 && c.value(s.Results[0]).elem
		return c.returned
	case *ast.AssignStmt:
		if len(s.Lhs) != len(s.Rhs) || s.Tok != token.DEFINE && (s.Tok != token.ASSIGN || len(s.Lhs) > 1) {
			return false
		}
		var values []value
		for _, e := range s.Rhs {
			values = append(values, c.value(e))
		}
		if s.Tok == token.ASSIGN {
			return c.assign(s.Lhs[0], s.Rhs[0])
		}
		for i, e := range s.Lhs {
			v, ok := c.Pkg.LocalVar(e)
			if !ok || values[i] == none || len(c.Pkg.Writes(v)) > 0 {
				return false
			}
			c.vars[v] = values[i]
		}
		return true
	}
	return false
}

// assign accepts the assignments *h = old[:n-1] and old[n-1] = T{}.
func (c *cut) assign(target, e ast.Expr) bool {
	if x, ok := ast.Unparen(target).(*ast.IndexExpr); ok {
		ok = c.value(x).elem && c.zero == nil && c.isZero(e)
		c.zero = e
		return ok
	}
	part, ok := ast.Unparen(e).(*ast.SliceExpr)
	if !ok || !c.isSlice(target) || c.done || !c.value(part.X).slice || part.Max != nil || part.High == nil || c.value(part.High).less != 1 {
		return false
	}
	if part.Low != nil {
		if low, isConst := source.IntConst(c.Info, part.Low); !isConst || low != 0 {
			return false
		}
	}
	c.done = true
	return true
}

// isZero reports whether e is a zero value: nil, a constant, or a literal without elements.
func (c *cut) isZero(e ast.Expr) bool {
	lit, isLit := ast.Unparen(e).(*ast.CompositeLit)
	_, isBasic := ast.Unparen(e).(*ast.BasicLit)
	return isBasic || c.Info.Types[e].IsNil() || isLit && len(lit.Elts) == 0
}

var none = value{less: -1}

func (c *cut) value(e ast.Expr) value {
	e = ast.Unparen(e)
	if c.isSlice(e) && !c.done {
		return value{slice: true, less: -1}
	}
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := c.Pkg.LocalVar(e); ok {
			if known, ok := c.vars[v]; ok {
				return known
			}
		}
	case *ast.CallExpr:
		if source.IsBuiltin(c.Info, e, "len") && c.value(e.Args[0]).slice {
			return value{less: 0}
		}
	case *ast.BinaryExpr:
		x := c.value(e.X)
		if n, ok := source.IntConst(c.Info, e.Y); ok && e.Op == token.SUB && x.less >= 0 && n >= 0 {
			return value{less: x.less + n}
		}
	case *ast.IndexExpr:
		if c.zero == nil && c.value(e.X).slice && c.value(e.Index).less == 1 {
			return value{elem: true, less: -1}
		}
	}
	return none
}
