package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// NonNil reports whether the expression at cur is a local variable that is surely not nil: a
// condition has found so, or the variable has been dereferenced, and it has kept its value since.
//
//	if err != nil {           if err == nil {        n := p.count
//		… err …                   return             … p …
//	}                         }
//	                          … err …
func NonNil(pkg *source.Package, cur inspector.Cursor) bool {
	v, ok := pkg.LocalVar(cur.Node().(ast.Expr))
	return ok && NonNilAt(pkg, v, cur)
}

// NonNilAt is [NonNil] of the variable v at cur. If v is a boolean it reports whether a condition
// has found v to be true.
func NonNilAt(pkg *source.Package, v *types.Var, cur inspector.Cursor) bool {
	return nonNil(pkg, v, cur, nil)
}

// nonNil is [NonNilAt], and holds also where v has been set to a value that is not nil. For those isValue says so, if it is not nil.
//
//	err = fmt.Errorf(…)
//	… err …
func nonNil(pkg *source.Package, v *types.Var, cur inspector.Cursor, isValue func(*source.Package, inspector.Cursor) bool) bool {
	f := pkg.FileOf(cur.Node())
	if !pkg.WrittenAround(v, cur) || f == nil || f.Jumps(cur.Node().Pos()) {
		return false
	}
	n := nilness{pkg: pkg, v: v, at: cur, isValue: isValue}
	for c := source.Parens(cur); ; c = c.Parent() {
		switch c.Node().(type) {
		case *ast.File, *ast.FuncDecl, *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			if pkg.WrittenIn(v, c.Node().Pos(), c.Node().End()) {
				return false // by an earlier iteration
			}
		}
		if n.branch(c) || n.behind(c) {
			return true
		}
	}
}

// A nilness decides whether the variable v is not nil, or true, at a place.
type nilness struct {
	pkg *source.Package
	v   *types.Var
	at  inspector.Cursor
	// isValue reports whether the value at a place is not nil, see nonNil.
	isValue func(*source.Package, inspector.Cursor) bool
}

// branch reports whether the part c of its parent is evaluated only if v is not nil.
func (n nilness) branch(c inspector.Cursor) bool {
	switch parent := c.Parent().Node().(type) {
	case *ast.IfStmt:
		switch c.ParentEdgeKind() {
		case edge.IfStmt_Body:
			return n.implied(parent.Cond, true) || n.followed(parent)
		case edge.IfStmt_Else:
			return n.implied(parent.Cond, false) || n.followed(parent)
		}
	case *ast.BinaryExpr:
		if c.ParentEdgeKind() == edge.BinaryExpr_Y {
			return parent.Op == token.LAND && n.implied(parent.X, true) || parent.Op == token.LOR && n.implied(parent.X, false) ||
				Follows(n.pkg.Info, parent.X, n.v) && !n.written(parent.X.Pos())
		}
	case *ast.CaseClause:
		s, isSwitch := c.Parent().Parent().Parent().Node().(*ast.SwitchStmt)
		return isSwitch && s.Tag == nil && c.ParentEdgeKind() == edge.CaseClause_Body && len(parent.List) == 1 && !fallsInto(s, parent) &&
			n.implied(parent.List[0], true)
	}
	return false
}

// fallsInto reports whether a clause in front of this one may go on into it.
func fallsInto(s *ast.SwitchStmt, clause *ast.CaseClause) bool {
	return source.Any(s.Body, func(b *ast.BranchStmt) bool { return b.Tok == token.FALLTHROUGH && b.Pos() < clause.Pos() })
}

// behind reports whether a statement in front of c, in the same list, leaves the list or panics if
// v is nil.
func (n nilness) behind(c inspector.Cursor) bool {
	list, i, ok := source.StmtList(c)
	if !ok {
		return false
	}
	for _, s := range list[:i] {
		if guard, ok := s.(*ast.IfStmt); ok && Ends(n.pkg.Info, guard.Body) && n.implied(guard.Cond, false) || n.followed(s) || n.set(c.Parent(), s) {
			return true
		}
	}
	return false
}

// set reports whether the statement s below cur sets v to a value that is not nil, and that v keeps.
func (n nilness) set(cur inspector.Cursor, s ast.Stmt) bool {
	set, ok := s.(*ast.AssignStmt)
	if !ok || n.isValue == nil || len(set.Lhs) != len(set.Rhs) || n.written(set.End()) {
		return false
	}
	i := slices.IndexFunc(set.Lhs, func(to ast.Expr) bool { return n.pkg.Is(to, n.v) })
	if i < 0 {
		return false
	}
	value, ok := cur.FindNode(set.Rhs[i])
	return ok && n.isValue(n.pkg, value)
}

// Ends reports whether the body of an if statement does not go on behind the statement: it returns,
// leaves the loop or the iteration, or calls a function that never returns.
func Ends(info *types.Info, body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch s := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE || s.Tok == token.BREAK && s.Label == nil
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		return ok && neverReturns(info, call)
	}
	return false
}

// implied reports whether v is not nil, or true, at the place if cond has the value: v keeps its
// value in between.
func (n nilness) implied(cond ast.Expr, value bool) bool {
	cond = ast.Unparen(cond)
	if not, ok := cond.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		return n.implied(not.X, !value)
	}
	e, ok := cond.(*ast.BinaryExpr)
	if !ok {
		return value && n.pkg.Is(cond, n.v) && !n.written(cond.End())
	}
	if e.Op == token.LAND && value || e.Op == token.LOR && !value {
		return n.implied(e.X, value) || n.implied(e.Y, value)
	}
	if e.Op == token.NEQ != value || e.Op != token.NEQ && e.Op != token.EQL {
		return false
	}
	isNil := n.pkg.Is(e.X, n.v) && n.pkg.Info.Types[e.Y].IsNil() || n.pkg.Is(e.Y, n.v) && n.pkg.Info.Types[e.X].IsNil()
	return isNil && !n.written(e.End())
}

// written reports whether v may be assigned to between from and the place, other than by an
// assignment that contains the place.
func (n nilness) written(from token.Pos) bool {
	for _, use := range n.pkg.Writes(n.v) {
		if use.Node().Pos() < from || n.at.Node().Pos() <= use.Node().Pos() {
			continue
		}
		assign, ok := source.Parens(use).Parent().Node().(*ast.AssignStmt)
		if !ok || !source.Contains(assign, n.at.Node()) {
			return true
		}
	}
	return false
}

// followed reports whether the statement surely dereferences v, and v keeps its value from there to
// the place.
func (n nilness) followed(s ast.Stmt) bool {
	return slices.ContainsFunc(Heads(n.pkg.Info, s), func(head ast.Node) bool { return Follows(n.pkg.Info, head, n.v) }) && !n.written(s.Pos())
}

// Heads returns what a statement evaluates whenever it runs, and before the statements in it.
func Heads(info *types.Info, s ast.Stmt) []ast.Node {
	var init, first ast.Node
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.DeclStmt, *ast.ReturnStmt:
		first = s
	case *ast.IfStmt:
		init, first = s.Init, s.Cond
	case *ast.SwitchStmt:
		init, first = s.Init, s.Tag
	case *ast.TypeSwitchStmt:
		init, first = s.Init, s.Assign
	case *ast.ForStmt:
		init, first = s.Init, s.Cond
	case *ast.RangeStmt:
		switch source.Core(info.TypeOf(s.X)).(type) {
		case *types.Array, *types.Pointer: // the range need not be evaluated
		default:
			first = s.X
		}
	}
	return slices.DeleteFunc([]ast.Node{init, first}, func(n ast.Node) bool { return n == nil })
}

// Follows reports whether n surely dereferences v, a pointer, or calls a method of v, an interface,
// so that n panics if v is nil.
func Follows(info *types.Info, n ast.Node, v types.Object) bool {
	found := false
	Surely(info, n, func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			sel := info.Selections[e]
			found = found || sel != nil && is(info, e.X, v) && panicsOnNil(sel)
		case *ast.StarExpr:
			found = found || is(info, e.X, v)
		}
	})
	return found
}

// panicsOnNil reports whether x.f, or a call of x.f, panics if x is nil: f is a field of a pointer,
// or a method of an interface.
func panicsOnNil(sel *types.Selection) bool {
	if _, isParam := types.Unalias(sel.Recv()).(*types.TypeParam); isParam {
		return false
	}
	return sel.Kind() == types.FieldVal && source.IsA[*types.Pointer](sel.Recv()) || sel.Kind() == types.MethodVal && types.IsInterface(sel.Recv())
}

// Evaluates reports whether n surely reads the variable v.
func Evaluates(info *types.Info, n ast.Node, v types.Object) bool {
	found := false
	Surely(info, n, func(e ast.Expr) { found = found || is(info, e, v) })
	return found
}

func is(info *types.Info, e ast.Expr, v types.Object) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && info.Uses[id] == v
}

// Surely calls visit for each expression that is evaluated whenever n is, as long as none panics:
// not for the right sides of && and ||, nor inside of function literals.
func Surely(info *types.Info, n ast.Node, visit func(ast.Expr)) {
	if n == nil || reflect.ValueOf(n).IsNil() {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if tv := info.Types[e]; tv.Value != nil || tv.IsType() {
			return false // len(x.array)
		}
		visit(e)
		if op, ok := e.(*ast.BinaryExpr); ok && (op.Op == token.LAND || op.Op == token.LOR) {
			Surely(info, op.X, visit)
			return false
		}
		_, isLit := e.(*ast.FuncLit)
		return !isLit
	})
}
