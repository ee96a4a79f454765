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

// lengths is a set of numbers of parts: bit i stands for i, the last for all from it on.
type lengths uint64

const maxLength = 63

// upTo returns the numbers from 1 to n, or to all from n on.
func upTo(n int64) lengths { return lengths(1)<<(n+1) - 2 }

// compared returns the numbers of which "n op k" is true, all if k is not understood.
func compared(op token.Token, k int64) (set lengths) {
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

// lengthsAt returns how many parts of v there may be where the use at cur is evaluated, out of
// those in all: by the conditions and cases around it, and the branches before it that leave.
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

// where returns the lengths of v with which the condition may have the given outcome.
func (p *splitter) where(cond ast.Expr, v *types.Var, want bool) lengths {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if cond.Op == token.NOT {
			return p.where(cond.X, v, !want)
		}
	case *ast.BinaryExpr:
		switch cond.Op {
		case token.LAND, token.LOR:
			x, y := p.where(cond.X, v, want), p.where(cond.Y, v, want)
			if want == (cond.Op == token.LAND) {
				return x & y
			}
			return x | y
		}
		if (p.Pkg.Is(cond.X, v) || p.Pkg.Is(cond.Y, v)) && (cond.Op == token.EQL || cond.Op == token.NEQ) {
			return outcome(1, want == (cond.Op == token.EQL)) // compared with nil, which alone has no length
		}
		x, y, op := cond.X, cond.Y, cond.Op
		if !p.isLen(x, v) {
			x, y, op = y, x, mirrored[op]
		}
		if k, ok := source.IntConst(p.Info, y); ok && p.isLen(x, v) && op != 0 {
			set := compared(op, k)
			if !want && set != ^lengths(0) {
				set = ^set
			}
			return set
		}
	}
	return ^lengths(0)
}

// mirrored are the comparisons with their operands exchanged.
var mirrored = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ,
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ,
}

// isLen reports whether e is len(v).
func (p *splitter) isLen(e ast.Expr, v *types.Var) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && source.IsBuiltin(p.Info, call, "len") && p.Pkg.Is(call.Args[0], v)
}

// inCase returns the lengths of v with which the clause at cur may run: those of its cases, and not those of the cases
// before it, or of all others if it is the default, and those of a clause that falls through to it.
func (p *splitter) inCase(cur inspector.Cursor, v *types.Var) lengths {
	clause := cur.Node().(*ast.CaseClause)
	sw, ok := cur.Parent().Parent().Node().(*ast.SwitchStmt)
	if !ok || sw.Tag != nil && !p.isLen(sw.Tag, v) {
		return ^lengths(0)
	}
	var falling lengths // of the clause before, where it falls through
	others, found, last := ^lengths(0), ^lengths(0), false
	for _, s := range sw.Body.List {
		other := s.(*ast.CaseClause)
		var own lengths
		for _, e := range other.List {
			own |= p.matches(sw, e, v, true) & others
			others &= p.matches(sw, e, v, false)
		}
		if other.List == nil && (falls(other) || falling != 0) {
			return ^lengths(0) // the default may be anywhere
		}
		own |= falling
		if falling = 0; falls(other) {
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
	set := compared(token.EQL, k)
	if !ok || set == ^lengths(0) {
		return ^lengths(0)
	}
	if !want {
		return ^set
	}
	return set
}

// falls reports whether a clause falls through to the next one.
func falls(clause *ast.CaseClause) bool {
	if len(clause.Body) == 0 {
		return false
	}
	b, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
	return ok && b.Tok == token.FALLTHROUGH
}
