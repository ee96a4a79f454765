package sink

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// dereferenced reports whether v is followed as a pointer before d on every way to
// it, or first thing behind it, so that it is not nil, or panics there as well.
func (s *sinker) dereferenced(v *types.Var, d decl) bool {
	if len(s.Pkg.Writes(v)) > 0 {
		return false
	}
	for c := d.Cur; ; c = c.Parent() {
		for _, n := range s.certain(c) {
			if s.follows(n, v) {
				return true
			}
		}
		if _, isFunc := c.Node().(*ast.FuncDecl); isFunc || c.Node() == s.Syntax {
			break
		}
	}
	list, i, _ := source.StmtList(d.Cur)
	if i+1 == len(list) {
		return false
	}
	next, ok := list[i+1].(*ast.IfStmt)
	return ok && next.Init == nil && effect.Of(s.Pkg, next.Cond).Quiet() && s.follows(next.Cond, v)
}

// certain lists what has run when c does: the statements before it in its list, of
// those with a body only the head, and the heads around it.
func (s *sinker) certain(c inspector.Cursor) []ast.Node {
	var nodes []ast.Node
	if list, i, ok := stmtList(c); ok {
		for _, stmt := range list[:i] {
			switch stmt := stmt.(type) {
			case *ast.IfStmt:
				if stmt.Init != nil {
					nodes = append(nodes, stmt.Init)
				}
				nodes = append(nodes, stmt.Cond)
			case *ast.SwitchStmt:
				if stmt.Init == nil && stmt.Tag != nil {
					nodes = append(nodes, stmt.Tag)
				}
			case *ast.RangeStmt:
				switch source.Core(s.Info.TypeOf(stmt.X)).(type) {
				case *types.Array, *types.Pointer: // need not be evaluated
				default:
					nodes = append(nodes, stmt.X)
				}
			case *ast.AssignStmt, *ast.ExprStmt, *ast.DeclStmt, *ast.SendStmt, *ast.IncDecStmt:
				nodes = append(nodes, stmt)
			}
		}
	}
	if parent, ok := c.Parent().Node().(*ast.IfStmt); ok && c.Node() != parent.Init && c.Node() != parent.Cond {
		nodes = append(nodes, parent.Cond)
	}
	return nodes
}

// follows reports whether evaluating n follows the pointer v in any case.
func (s *sinker) follows(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		if e, ok := m.(ast.Expr); ok && s.Info.Types[e].Value != nil {
			return false // the length of an array is not looked up
		}
		switch m := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if m.Op == token.LAND || m.Op == token.LOR {
				found = found || s.follows(m.X, v)
				return false
			}
		case *ast.UnaryExpr:
			if m.Op == token.AND {
				return false // &v.f may be no more than a sum
			}
		case *ast.SelectorExpr:
			sel := s.Info.Selections[m]
			if x, ok := s.Pkg.LocalVar(m.X); ok && x == v && sel != nil && sel.Kind() == types.FieldVal && sel.Indirect() && len(sel.Index()) == 1 {
				found = true
			}
		case *ast.StarExpr:
			x, ok := s.Pkg.LocalVar(m.X)
			found = found || ok && x == v
		}
		return !found
	})
	return found
}
