package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// room returns the class that the count for v asks for besides, where leaves says that the
// memory may leave the function: a count that may be too large for an int of 32 bits, and a
// result that keeps room for all of which it has few.
func (p *presizer) room(v *types.Var, c size.Count, leaves bool) rule.Class {
	class, few := rule.Safe, c.Loose && p.few(v, c.Leaves)
	if c.Wide != "" && (few || c.Times > 2) { // half of 2 GiB, as it grows, and the operand fill the 4
		class = rule.Review(rule.Reserves.Caveat(c.Wide + " panics where it is too large for an int of 32 bits"))
	}
	if few && leaves {
		class = class.And(rule.Review(rule.Retention.Caveat("who keeps the result keeps room for " + c.String() + ", however little is in it")))
	}
	return class
}

// few reports whether most of what is counted may be left out: of no statement behind the
// declaration of v it is certain that it, or each iteration of it, adds something.
func (p *presizer) few(v *types.Var, leaves []ast.Stmt) bool {
	for _, leaf := range leaves {
		cur, _ := p.Cursor.FindNode(leaf) // which it was found in
		outer := leaf
		for c := range cur.Enclosing() {
			stmt, ok := c.Node().(ast.Stmt)
			if !ok || c.ParentEdgeKind() == edge.FuncDecl_Body || stmt.Pos() <= v.Pos() && v.Pos() < stmt.End() {
				break
			}
			outer = stmt
		}
		if p.certain(outer, v, leaves) {
			return false
		}
	}
	return true
}

// certain reports whether a statement surely adds something to v, a loop in each iteration.
func (p *presizer) certain(s ast.Stmt, v *types.Var, leaves []ast.Stmt) bool {
	all := func(list []ast.Stmt) bool {
		return slices.ContainsFunc(list, func(s ast.Stmt) bool { return p.certain(s, v, leaves) })
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		return all(s.List)
	case *ast.LabeledStmt:
		return p.certain(s.Stmt, v, leaves)
	case *ast.IfStmt:
		return s.Else != nil && all(s.Body.List) && p.certain(s.Else, v, leaves)
	case *ast.SwitchStmt:
		hasDefault := false
		for _, clause := range s.Body.List {
			hasDefault = hasDefault || clause.(*ast.CaseClause).List == nil
		}
		return hasDefault && !slices.ContainsFunc(source.Clauses(s.Body), func(list []ast.Stmt) bool { return !all(list) })
	case *ast.ForStmt:
		return !p.mayLeave(s, v) && all(s.Body.List)
	case *ast.RangeStmt:
		return !p.mayLeave(s, v) && all(s.Body.List)
	}
	return slices.Contains(leaves, s)
}

// mayLeave reports whether a loop may go on, or end, early and hand out v, a result among
// others.
func (p *presizer) mayLeave(loop ast.Node, v *types.Var) bool {
	for n := range ast.Preorder(loop) {
		switch n := n.(type) {
		case *ast.BranchStmt:
			if n.Tok != token.FALLTHROUGH {
				return true
			}
		case *ast.ReturnStmt:
			if len(n.Results) == 0 && v.Kind() == types.ResultVar {
				return true // one that mentions v is no statement that only fills it
			}
		}
	}
	return false
}

// kept reports whether nobody outside of the function gets the memory of a slice, which a
// result and a field hand out.
func (p *presizer) kept(v *types.Var) bool {
	return v.Kind() != types.ResultVar && !v.IsField() && (&retain.Checker{Pkg: p.Pkg, Var: v, Kind: retain.EmptySlice}).All()
}

// shows reports whether somebody else may get the memory of a buffer: the String of a
// strings.Builder has it, that of a bytes.Buffer is a copy.
func (p *presizer) shows(b *types.Var) bool {
	return source.WriterKind(b.Type()) == "Builder" || !(&retain.Checker{Pkg: p.Pkg, Var: b, Kind: retain.Buffer}).All()
}
