package split

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// lengths is a set of numbers of parts: bit i stands for i, the last bit for maxLength and all larger numbers.
type lengths uint64

const maxLength = 63

// upTo returns the numbers from 1 to n.
func upTo(n int64) lengths { return lengths(1)<<(n+1) - 2 }

// solutions returns the numbers n for which "n op k" is true; all numbers if k is out of range.
func solutions(op token.Token, k int64) (set lengths) {
	if k < 0 || k >= maxLength {
		return ^lengths(0)
	}
	for n := range int64(maxLength + 1) {
		is := map[token.Token]bool{
			token.EQL: n == k, token.NEQ: n != k,
			token.LSS: n < k, token.LEQ: n <= k, token.GTR: n > k, token.GEQ: n >= k,
		}[op]
		if is {
			set |= 1 << n
		}
	}
	return set
}

// lengthsAt returns the lengths of v that are possible where the use at cur is evaluated, out of
// those in all: by the conditions and cases around it, and those of branches before it that leave.
func (p *splitter) lengthsAt(cur inspector.Cursor, v *types.Var, all lengths) lengths {
	set := all
	for c := cur; c.Node().Pos() > v.Pos(); c = c.Parent() {
		kind := c.ParentEdgeKind()
		switch parent := c.Parent().Node().(type) {
		case *ast.IfStmt:
			switch kind {
			case edge.IfStmt_Body:
				set &= p.where(parent.Cond, v, true)
			case edge.IfStmt_Else:
				set &= p.where(parent.Cond, v, false)
			}
		case *ast.ForStmt:
			if kind == edge.ForStmt_Body && parent.Cond != nil {
				set &= p.where(parent.Cond, v, true)
			}
		case *ast.BinaryExpr:
			if kind == edge.BinaryExpr_Y && (parent.Op == token.LAND || parent.Op == token.LOR) {
				set &= p.where(parent.X, v, parent.Op == token.LAND)
			}
		case *ast.CaseClause:
			if kind == edge.CaseClause_Body {
				set &= p.inCase(c.Parent(), v)
			}
		}
		if list, i, ok := source.StmtList(c); ok {
			for _, s := range list[:i] {
				if branch, ok := s.(*ast.IfStmt); ok && s.Pos() > v.Pos() && flow.Ends(p.Info, branch.Body) {
					set &= p.where(branch.Cond, v, false)
				}
			}
		}
	}
	return set
}

// with returns the lengths with which the condition may have the given outcome, as leaf tells them for what it is made of.
func with(cond ast.Expr, want bool, leaf func(e ast.Expr, want bool) lengths) lengths {
	cond = ast.Unparen(cond)
	if not, ok := cond.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		return with(not.X, !want, leaf)
	}
	if both, ok := cond.(*ast.BinaryExpr); ok && (both.Op == token.LAND || both.Op == token.LOR) {
		x, y := with(both.X, want, leaf), with(both.Y, want, leaf)
		if want == (both.Op == token.LAND) {
			return x & y
		}
		return x | y
	}
	return leaf(cond, want)
}

// where returns the lengths of v with which the condition may have the given outcome.
func (p *splitter) where(cond ast.Expr, v *types.Var, want bool) lengths {
	return with(cond, want, func(e ast.Expr, want bool) lengths {
		cmp, ok := e.(*ast.BinaryExpr)
		if !ok {
			return ^lengths(0)
		}
		if (p.Pkg.Is(cmp.X, v) || p.Pkg.Is(cmp.Y, v)) && (cmp.Op == token.EQL || cmp.Op == token.NEQ) {
			return outcome(1, want == (cmp.Op == token.EQL)) // v is compared with nil: only nil has the length 0
		}
		x, y, op := cmp.X, cmp.Y, cmp.Op
		if !p.isLen(x, v) {
			x, y, op = y, x, mirrored[op]
		}
		if k, ok := source.IntConst(p.Info, y); ok && p.isLen(x, v) && op != 0 {
			if set := solutions(op, k); set != ^lengths(0) {
				return outcome(set, want)
			}
		}
		return ^lengths(0)
	})
}

// mirrored maps a comparison to the one with exchanged operands.
var mirrored = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ,
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ,
}

// isLen reports whether e is len(v).
func (p *splitter) isLen(e ast.Expr, v *types.Var) bool {
	x, _ := source.LenOf(p.Info, e)
	return p.Pkg.Is(x, v)
}

// inCase returns the lengths of v with which the clause at cur may run: those of its cases without those of the cases
// before it, and those of a clause that falls through to it. The default runs with all others.
func (p *splitter) inCase(cur inspector.Cursor, v *types.Var) lengths {
	clause := cur.Node().(*ast.CaseClause)
	sw, ok := cur.Parent().Parent().Node().(*ast.SwitchStmt)
	if !ok || sw.Tag != nil && !p.isLen(sw.Tag, v) {
		return ^lengths(0)
	}
	var falling lengths // of the clause before, if it falls through
	others, found, last := ^lengths(0), ^lengths(0), false
	for _, s := range sw.Body.List {
		other := s.(*ast.CaseClause)
		var own lengths
		for _, e := range other.List {
			own |= p.matches(sw, e, v, true) & others
			others &= p.matches(sw, e, v, false)
		}
		if other.List == nil && (source.FallsThrough(other) || falling != 0) {
			return ^lengths(0) // the lengths of the default are only known behind the last clause
		}
		own |= falling
		if falling = 0; source.FallsThrough(other) {
			falling = own
		}
		if other == clause {
			found, last = own, other.List == nil
		}
	}
	if last {
		return others
	}
	return found
}

// matches returns the lengths of v with which the case e of a switch may match, or not.
func (p *splitter) matches(sw *ast.SwitchStmt, e ast.Expr, v *types.Var, want bool) lengths {
	if sw.Tag == nil {
		return p.where(e, v, want)
	}
	k, ok := source.IntConst(p.Info, e)
	set := solutions(token.EQL, k)
	if !ok || set == ^lengths(0) {
		return ^lengths(0)
	}
	return outcome(set, want)
}
