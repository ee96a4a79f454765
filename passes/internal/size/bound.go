package size

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// A bound says that a loop runs at most n+more times.
type bound struct {
	n     ast.Expr
	more  int64
	until token.Pos // where the loop may evaluate n
	// partly: the loop may end earlier, or begin later; skips: it may leave numbers out.
	partly, skips bool
	early         bool  // the loop evaluates n before all else
	by            int64 // the step in the head of the loop, 1 if there is none or nothing is known of it
}

// Limit returns the number that the iterations of a loop are bounded by. ok is false if there is none.
func Limit(f *source.File, s *ast.ForStmt) (n ast.Expr, ok bool) {
	b, ok := (&counter{file: f, pkg: f.Pkg, pos: s.Pos(), next: true}).bound(s)
	return b.n, ok
}

// bound returns the bound of a loop in which a whole number goes up to n, or from n down, by at least one in each
// iteration. The number is not negative. The condition may have other parts; of two bounds a constant one is taken.
//
//	for i := 0; i < n; i++        for i := 1; i <= n && ok; i++        for i := n-1; i >= 0; i--
//	for ; i < n; i++              for i < n { …; i++ }                 for i, n := 0, len(x); i < n; i += 2
func (c *counter) bound(s *ast.ForStmt) (found bound, ok bool) {
	conds := conjuncts(s.Cond)
	for i, cond := range conds {
		cond, isCompare := ast.Unparen(cond).(*ast.BinaryExpr)
		if !isCompare {
			continue
		}
		for _, one := range []ast.BinaryExpr{*cond, {X: cond.Y, Op: mirrored[cond.Op], Y: cond.X}} {
			b, isBound := c.boundBy(s, one)
			if isBound && (!ok || c.pkg.Info.Types[b.n].Value != nil) {
				found, ok = b, true
				found.early = i == 0 && c.sets(s.Init)
			}
		}
	}
	found.partly = found.partly || len(conds) > 1
	return found, ok
}

// sets reports whether the statement in the head of a loop, if there is one, only sets variables, without a call or panic.
func (c *counter) sets(init ast.Stmt) bool {
	set, ok := init.(*ast.AssignStmt)
	return init == nil || ok && !slices.ContainsFunc(set.Rhs, func(e ast.Expr) bool { return !effect.Total(c.pkg.Info, e) })
}

// conjuncts returns the parts of a condition that must all hold.
func conjuncts(cond ast.Expr) []ast.Expr {
	if and, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && and.Op == token.LAND {
		return append(conjuncts(and.X), conjuncts(and.Y)...)
	}
	return []ast.Expr{cond}
}

// mirrored are the operators of comparisons whose sides are exchanged.
var mirrored = map[token.Token]token.Token{
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ, token.NEQ: token.NEQ,
}

// boundBy returns the bound of a loop that runs while cond holds, which has the number at its left side.
func (c *counter) boundBy(s *ast.ForStmt, cond ast.BinaryExpr) (bound, bool) {
	at, ahead := c.plus(cond.X)
	v, ok := c.pkg.LocalVar(at)
	basic, isBasic := c.pkg.Info.TypeOf(at).Underlying().(*types.Basic)
	if !ok || !isBasic || basic.Info()&types.IsInteger == 0 || c.pkg.Captured(v) {
		return bound{}, false
	}
	up := cond.Op == token.LSS || cond.Op == token.LEQ || cond.Op == token.NEQ
	by, only, ok := c.steady(s, v, up)
	from := initial(s, at)
	isInt := types.Identical(v.Type(), types.Typ[types.Int])
	if !ok || !isInt && (cond.Op != token.LSS || ahead != 0) || cond.Op == token.NEQ && !only {
		return bound{}, false // the number may wrap around
	}
	if up {
		start, isConst := source.IntConst(c.pkg.Info, from)
		if !isConst && !c.notNegative(from) || isConst && start < 0 || cond.Op == token.NEQ && (start != 0 || !isConst || !NotNegative(c.pkg, cond.Y)) {
			return bound{}, false
		}
		b := bound{n: cond.Y, more: -start - ahead, until: s.End(), partly: !isConst, skips: !only, by: by}
		if cond.Op == token.LEQ {
			b.more++
		}
		return b, true
	}
	low, isConst := source.IntConst(c.pkg.Info, cond.Y)
	if from == at || ahead != 0 || cond.Op != token.GTR && cond.Op != token.GEQ || isConst && low < 0 || !isConst && !c.notNegative(cond.Y) {
		return bound{}, false
	}
	n, less := c.plus(from)
	b := bound{n: n, more: less - low, until: s.Init.End(), partly: !isConst, skips: !only, by: by}
	if cond.Op == token.GEQ {
		b.more++
	}
	return b, true
}

// plus returns x and k of x+k and x-k, e and 0 of other expressions.
func (c *counter) plus(e ast.Expr) (x ast.Expr, k int64) {
	sum, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
		return ast.Unparen(e), 0
	}
	k, isConst := source.IntConst(c.pkg.Info, sum.Y)
	if !isConst || k < 0 || k > 1<<10 {
		return ast.Unparen(e), 0
	}
	if sum.Op == token.SUB {
		k = -k
	}
	return ast.Unparen(sum.X), k
}

// initial returns the value that the head of the loop sets the variable v to, v if it sets none.
func initial(s *ast.ForStmt, v ast.Expr) ast.Expr {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || len(init.Lhs) != len(init.Rhs) {
		return v
	}
	for i, e := range init.Lhs {
		if id, isIdent := e.(*ast.Ident); isIdent && id.Name == v.(*ast.Ident).Name {
			return init.Rhs[i]
		}
	}
	return v
}

// steady reports whether the loop changes v in one direction only, by at least one in each iteration. by is the step
// in its head, and only says that this is 1, and the only one.
func (c *counter) steady(s *ast.ForStmt, v *types.Var, up bool) (by int64, only, ok bool) {
	by, only = 1, true
	for _, w := range c.pkg.Writes(v) {
		if w.Node().Pos() < s.Cond.Pos() || w.Node().Pos() >= s.End() {
			continue
		}
		cur := source.Parens(w)
		var step ast.Expr
		var isUp bool
		switch stmt := cur.Parent().Node().(type) {
		case *ast.IncDecStmt:
			isUp = stmt.Tok == token.INC
		case *ast.AssignStmt:
			if cur.ParentEdgeKind() != edge.AssignStmt_Lhs || len(stmt.Rhs) != 1 || stmt.Tok != token.ADD_ASSIGN && stmt.Tok != token.SUB_ASSIGN {
				return 0, false, false
			}
			step, isUp = stmt.Rhs[0], stmt.Tok == token.ADD_ASSIGN
		default:
			return 0, false, false
		}
		k, isConst := source.IntConst(c.pkg.Info, step)
		if isUp != up || step != nil && !(isConst && k >= 0) && !c.notNegative(step) {
			return 0, false, false
		}
		stmt := cur.Parent().Node().(ast.Stmt)
		ok = ok || (step == nil || isConst && k > 0) && alwaysRuns(s, stmt)
		only = only && stmt == s.Post && step == nil
		if stmt == s.Post && isConst {
			by = k
		}
	}
	return by, only, ok
}

// notNegative reports whether e is known not to be negative: also as a variable that begins so and only goes up.
func (c *counter) notNegative(e ast.Expr) bool {
	e = ast.Unparen(e)
	if c.unsigned(e) || NotNegative(c.pkg, e) || c.asked(e) {
		return true
	}
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		return c.notNegative(sum.X) && c.notNegative(sum.Y)
	}
	v, ok := c.pkg.LocalVar(e)
	if !ok {
		return false
	}
	def, ok := c.pkg.Def(v)
	if ok && def.ParentEdgeKind() == edge.RangeStmt_Key {
		return len(c.pkg.Writes(v)) == 0 && !source.IsA[*types.Map](source.Core(c.pkg.Info.TypeOf(def.Parent().Node().(*ast.RangeStmt).X)))
	}
	value, declared := c.pkg.Initial(v)
	return declared && (value == nil || c.notNegative(value)) && c.grows(v)
}

// grows reports whether nothing but steps up changes the number in v.
func (c *counter) grows(v *types.Var) bool {
	for _, w := range c.pkg.Writes(v) {
		cur := source.Parens(w)
		switch stmt := cur.Parent().Node().(type) {
		case *ast.IncDecStmt:
			if stmt.Tok != token.INC {
				return false
			}
		case *ast.AssignStmt:
			if stmt.Tok != token.ADD_ASSIGN || !source.NotNegative(c.pkg.Info, stmt.Rhs[0]) {
				return false
			}
		default:
			return false
		}
	}
	return !c.pkg.Captured(v)
}
