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

// room returns the class of a count for v that may be too large for an int of 32 bits, or far
// above the number of elements. leaves says that the memory may leave the function.
func (p *presizer) room(v *types.Var, c size.Count, leaves bool) rule.Class {
	class, few := rule.Safe, c.Loose && p.few(v, c)
	// Twice a length is no danger if it is needed: an operand of 1 GiB, the result of 2 GiB and the half that it
	// grows from fill the 4 GiB of addresses anyway.
	if c.Wide != "" && (few || c.Times > 2) {
		class = rule.Review(rule.Reserves.Caveat(c.Wide + " panics where it is too large for an int of 32 bits"))
	}
	if few && leaves {
		class = class.And(rule.Review(rule.Spare.Caveat("who keeps the result keeps room for " + c.String() + ", however little is in it")))
	}
	return class
}

// few reports whether most of the counted elements may not be added: no statement behind the place
// of the count is certain to add something to v, in each iteration if it is a loop.
func (p *presizer) few(v *types.Var, c size.Count) bool {
	at, leaves := c.At, slices.DeleteFunc(slices.Clone(c.Leaves), func(s ast.Stmt) bool { return slices.Contains(c.Spare, s) })
	for _, leaf := range leaves {
		cur, _ := p.Cursor.FindNode(leaf)
		outer := leaf
		for c := range cur.Enclosing() {
			stmt, ok := c.Node().(ast.Stmt)
			if !ok || c.ParentEdgeKind() == edge.FuncDecl_Body || stmt.Pos() < at && at < stmt.End() {
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

// certain reports whether each run of a statement, or each iteration of it if it is a loop, adds something to v.
func (p *presizer) certain(s ast.Stmt, v *types.Var, leaves []ast.Stmt) bool {
	some := func(list []ast.Stmt) bool {
		return slices.ContainsFunc(list, func(s ast.Stmt) bool { return p.certain(s, v, leaves) })
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		return some(s.List)
	case *ast.LabeledStmt:
		return p.certain(s.Stmt, v, leaves)
	case *ast.IfStmt:
		return s.Else != nil && some(s.Body.List) && p.certain(s.Else, v, leaves)
	case *ast.SwitchStmt:
		return source.HasDefault(s.Body) && !slices.ContainsFunc(source.Clauses(s.Body), func(list []ast.Stmt) bool { return !some(list) })
	case *ast.ForStmt:
		return !p.mayLeave(s, v) && some(s.Body.List)
	case *ast.RangeStmt:
		return !p.mayLeave(s, v) && some(s.Body.List)
	}
	return slices.Contains(leaves, s)
}

// mayLeave reports whether an iteration of a loop may end early, with v still in use.
func (p *presizer) mayLeave(loop ast.Node, v *types.Var) bool {
	for n := range ast.Preorder(loop) {
		switch n := n.(type) {
		case *ast.BranchStmt:
			if n.Tok != token.FALLTHROUGH {
				return true
			}
		case *ast.ReturnStmt:
			if len(n.Results) == 0 && v.Kind() == types.ResultVar || p.Pkg.Mentions(n, v) > 0 {
				return true
			}
		}
	}
	return false
}

// kept reports whether the memory of a slice stays in the function, and in callers that leave it alone: v is neither a
// named result nor a field, and no use retains it.
func (p *presizer) kept(v *types.Var) bool {
	return v.Kind() != types.ResultVar && !v.IsField() && (&retain.Checker{Pkg: p.Pkg, Var: v, Kind: retain.EmptySlice, Callers: true}).All()
}

// shows reports whether the memory of a buffer may leave the function. The String of a
// strings.Builder shares its memory, that of a bytes.Buffer is a copy.
func (p *presizer) shows(b *types.Var) bool {
	return source.WriterKind(b.Type()) == "Builder" || !(&retain.Checker{Pkg: p.Pkg, Var: b, Kind: retain.Buffer}).All()
}
