package sink

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// A place is where a declaration may go.
type place struct {
	stmt inspector.Cursor // goes before this statement
	// between is the code that may run after the old place and before the new one.
	between []ast.Node
}

// place finds the innermost list of statements that holds all uses of the variable
// and that no loop parts from the declaration, and in it the statement with the first
// use.
func (s *sinker) place(d decl) (place, bool) {
	uses := s.Pkg.Uses(d.Var)
	for _, level := range source.Levels(uses[0], d.Cur.Parent().Node()) {
		list := level.Parent().Node()
		if !slices.ContainsFunc(uses, func(use inspector.Cursor) bool { return !source.Contains(list, use.Node()) }) {
			return place{level, s.between(d, level)}, true
		}
	}
	return place{}, false
}

// between lists what may run after d and before stmt, in no order: statements, and
// the heads of those around stmt. It is nil if d is not in a list around stmt.
func (s *sinker) between(d decl, stmt inspector.Cursor) []ast.Node {
	home := d.Cur.Parent().Node()
	nodes := []ast.Node{}
	for c := stmt; ; c = c.Parent() {
		if list, i, ok := source.StmtList(c); ok && !source.IsClause(c.Node()) {
			start := 0
			if c.Parent().Node() == home {
				start = slices.Index(list, d.Stmt) + 1
			}
			if start > i {
				return nil
			}
			if start > 0 {
				nodes = append(nodes, d.After()...)
			}
			nodes = append(nodes, asNodes(list[start:i])...)
			if c.Parent().Node() == home {
				return nodes
			}
		}
		switch c.ParentEdgeKind() {
		case edge.File_Decls, edge.ForStmt_Body, edge.ForStmt_Cond, edge.ForStmt_Post, edge.RangeStmt_Body:
			return nil
		}
		nodes = append(nodes, s.heads(c)...)
	}
}

// heads lists what runs in the parent of c before c does.
func (s *sinker) heads(c inspector.Cursor) (nodes []ast.Node) {
	switch parent := c.Parent().Node().(type) {
	case *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
		return flow.Heads(s.Info, parent.(ast.Stmt))
	case *ast.BlockStmt:
		for _, clause := range parent.List {
			switch clause := clause.(type) {
			case *ast.CaseClause:
				nodes = append(nodes, asNodes(clause.List)...)
				if clause.Pos() < c.Node().Pos() && source.FallsThrough(clause) {
					nodes = append(nodes, asNodes(clause.Body)...)
				}
			case *ast.CommClause:
				if clause.Comm != nil {
					nodes = append(nodes, clause.Comm)
				}
			}
		}
	}
	return nodes
}

// asNodes returns the expressions, or statements, of a list.
func asNodes[N ast.Node](list []N) (nodes []ast.Node) {
	for _, n := range list {
		nodes = append(nodes, n)
	}
	return nodes
}

// pays reports whether something may come by the old place and not by the new one.
func (s *sinker) pays(d decl, to place) bool {
	home := d.Cur.Parent().Node()
	for c := to.stmt; c.Parent().Node() != home; c = c.Parent() {
		switch c.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.IfStmt_Else, edge.CaseClause_Body, edge.CommClause_Body:
			return true
		}
	}
	return slices.ContainsFunc(to.between, func(n ast.Node) bool { return flow.Leaves(s.Info, n) })
}
