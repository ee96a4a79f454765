package coldaddr

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// captured copies a variable in front of the statement of a branch that makes the function literals which
// share it.
func (s *copier) captured(decl inspector.Cursor) {
	v, ok := s.Info.Defs[decl.Node().(*ast.Ident)].(*types.Var)
	if !ok || v.IsField() || v.Kind() == types.ResultVar || v.Kind() == types.PackageVar || !s.byReference(v) {
		return
	}
	stmts, ok := s.sharing(decl, v)
	if !ok || len(stmts) == 0 || !s.duplicable(v.Type()) || !s.perIterationVar(decl) {
		return
	}
	graph := flow.Around(s.Pkg, stmts[0])
	var edits []source.TextEdit
	for _, stmt := range stmts {
		if graph == nil || s.usedAfter(graph, v, stmt) {
			s.Refuse(decl.Node(), v.Name()+" is used after a function literal shares it")
			return
		}
		edits = append(edits, s.Before(stmt.Node(), v.Name()+" := "+v.Name()+" // on the heap only here"))
	}
	s.Report(rule.Finding{
		At:      decl.Node(),
		Message: fmt.Sprintf("%s is on the heap each time, since a function literal in a branch shares it", v.Name()),
		Title:   "copy " + v.Name() + " where the function literal is made",
		Class:   s.deep(stmts[0], v.Type()),
		Edits:   edits,
	})
}

// byReference reports whether function literals share the variable itself, rather than a copy of it: it is
// assigned again, or is large.
func (s *copier) byReference(v *types.Var) bool {
	if !s.Pkg.InLiteral(v) {
		return false
	}
	size, ok := s.Pkg.Sizeof(v.Type())
	return len(s.Pkg.Writes(v)) > 0 || !ok || size > inline.MaxValue
}

// sharing lists the statements that make the function literals which mention v. ok is false if one of them
// does not stand in a branch in which v could be declared, uses v outside of its literals, or makes a literal
// that does not escape; or if the address of v is taken.
func (s *copier) sharing(decl inspector.Cursor, v *types.Var) (stmts []inspector.Cursor, ok bool) {
	for _, use := range s.Pkg.Uses(v) {
		if s.Pkg.Addressed(use) {
			return nil, false
		}
		lit, ok := literalOf(decl, use)
		if !ok {
			continue
		}
		stmt, ok := source.EnclosingStmt(lit)
		if !ok || !simple(stmt.Node()) || !inBranch(stmt, v.Pos()) || !s.declarable(stmt, v) || !s.leaksLiteral(lit) {
			return nil, false
		}
		if !slices.Contains(stmts, stmt) {
			stmts = append(stmts, stmt)
		}
	}
	for _, stmt := range stmts {
		for _, use := range s.Pkg.UsesIn(stmt.Node(), v) {
			if _, ok := literalOf(decl, use); !ok {
				return nil, false
			}
		}
	}
	return stmts, true
}

// literalOf returns the outermost function literal that is around use but not around decl.
func literalOf(decl, use inspector.Cursor) (lit inspector.Cursor, ok bool) {
	for c := range use.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if source.Contains(c.Node(), decl.Node()) {
			break
		}
		lit, ok = c, true
	}
	return lit, ok
}

// declarable reports whether a variable of the name of v can be declared in front of the statement.
func (s *copier) declarable(stmt inspector.Cursor, v *types.Var) bool {
	scope := s.Info.Scopes[s.Syntax].Innermost(stmt.Node().Pos())
	return scope != nil && scope.Lookup(v.Name()) == nil
}

// leaksLiteral reports whether the literal at cur goes where the compiler loses track of it.
func (s *copier) leaksLiteral(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	switch kind, i := cur.ParentEdge(); kind {
	case edge.CallExpr_Fun:
		return cur.Parent().ParentEdgeKind() == edge.GoStmt_Call
	case edge.CallExpr_Args:
		return s.leaks(cur) && !s.onlyCalls(cur.Parent().Node().(*ast.CallExpr), i)
	}
	return s.leaks(cur)
}

// onlyCalls reports whether call is one of a function of the package that only calls its i-th argument.
func (s *copier) onlyCalls(call *ast.CallExpr, i int) bool {
	t, ok := inline.Declared(s.Pkg, source.Func(s.Info, call))
	if !ok || i >= t.Obj.Signature().Params().Len() {
		return false
	}
	return s.Pkg.Every(t.Obj.Signature().Params().At(i), func(use inspector.Cursor) bool {
		return use.ParentEdgeKind() == edge.CallExpr_Fun
	})
}
