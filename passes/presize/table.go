package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// groupSlots is how many keys a map holds before it allocates again
// (internal/runtime/maps, abi.MapGroupSlots).
const groupSlots = 8

// table offers a size hint for the map that d declares. A hint changes neither
// the contents nor the (random) order of a map, so that reads in between do no harm.
func (p *presizer) table(d source.Decl) {
	text, ok := p.emptyMap(d)
	if !ok || d.Stmt == nil || p.Pkg.InLiteral(d.Var) || p.reassigned(d.Var) || p.fewKeys(d.Var) {
		return
	}
	leaf := func(s ast.Stmt) (size.Part, bool) { return p.stores(s, d.Var) }
	stmts, before := p.stored(d, leaf)
	if len(stmts) == 0 {
		return
	}
	c, ok := size.Behind(p.File, d.Rest[:before], stmts, d.Stmt.Pos(), leaf)
	if !ok || !c.Loops && !p.copies(c) || before > 0 && !c.Fixed(p.Pkg, d.Stmt.Pos(), stmts[0].Pos()) {
		return
	}
	if k, isConst := c.Const(); isConst && k <= groupSlots {
		return
	}
	p.hint(d, c, text)
}

// emptyMap returns the type as written in map[K]V{} or make(map[K]V).
func (p *presizer) emptyMap(d source.Decl) (text string, ok bool) {
	switch v := ast.Unparen(d.Value).(type) {
	case *ast.CompositeLit:
		return p.typeOf(d), len(v.Elts) == 0
	case *ast.CallExpr:
		if !source.IsBuiltin(p.Info, v, "make") {
			return "", false
		}
		if len(v.Args) == 2 {
			n, isConst := source.IntConst(p.Info, v.Args[1])
			return p.typeOf(d), isConst && n == 0
		}
		return p.typeOf(d), true
	}
	return "", false // a nil map is not filled
}

// stored returns the first statement after the declaration that mentions the
// map, and the loops that follow it directly, provided they store into it.
func (p *presizer) stored(d source.Decl, leaf size.Leaf) (stmts []ast.Stmt, before int) {
	for i, s := range d.Rest {
		if p.Pkg.Mentions(s, d.Var) == 0 {
			if len(stmts) > 0 {
				break
			}
			continue
		}
		if p.leafUses(s, d.Var, leaf) == 0 {
			break
		}
		if len(stmts) == 0 {
			before = i
		}
		stmts = append(stmts, s)
	}
	return stmts, before
}

// copies reports whether a map is copied as a whole.
func (p *presizer) copies(c size.Count) bool {
	return slices.ContainsFunc(c.Leaves, isCopy)
}

// isCopy reports whether the leaf is maps.Copy(m, src).
func isCopy(leaf ast.Stmt) bool {
	_, ok := leaf.(*ast.ExprStmt)
	return ok
}

// stores recognises m[k] = v, m[k] += v, m[k]++ and maps.Copy(m, src).
func (p *presizer) stores(s ast.Stmt, m *types.Var) (size.Part, bool) {
	var target ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := source.CallTo(p.Info, s.X, "maps", "Copy")
		if !ok || !p.Pkg.Is(call.Args[0], m) || p.Pkg.Mentions(s, m) > 1 {
			return size.Part{}, false
		}
		return size.Part{Of: call.Args[1:]}, true
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 || s.Tok == token.DEFINE {
			return size.Part{}, false
		}
		target = s.Lhs[0]
	case *ast.IncDecStmt:
		target = s.X
	default:
		return size.Part{}, false
	}
	index, ok := ast.Unparen(target).(*ast.IndexExpr)
	return size.Part{K: 1}, ok && p.Pkg.Is(index.X, m)
}

// reassigned reports whether the variable gets another map.
func (p *presizer) reassigned(v *types.Var) bool {
	for _, w := range p.Pkg.Writes(v) {
		if source.Parens(w).ParentEdgeKind() != edge.IndexExpr_X {
			return true
		}
	}
	return false
}

// tableClass returns the class of a hint: keys may be equal, in particular where
// the map counts or groups.
func (p *presizer) tableClass(m *types.Var, c size.Count) rule.Class {
	t := m.Type().Underlying().(*types.Map)
	class := trust(c, p.unit(t.Key(), t.Elem()), true)
	for _, leaf := range c.Leaves {
		if p.Pkg.Mentions(leaf, m) > 1 || !isPlain(leaf) && !isCopy(leaf) {
			return class.And(rule.Review(tooMuch))
		}
	}
	return class
}

// isPlain reports whether the statement is m[k] = v, as opposed to m[k]++.
func isPlain(s ast.Stmt) bool {
	assign, ok := s.(*ast.AssignStmt)
	return ok && assign.Tok == token.ASSIGN
}

// fewKeys reports whether the key type has at most 256 values.
func (p *presizer) fewKeys(m *types.Var) bool {
	key := m.Type().Underlying().(*types.Map).Key()
	n, ok := p.Pkg.Sizeof(key)
	return ok && n <= 1
}

// hint gives the map room for what will be stored.
//
//	m := map[K]V{}            m := make(map[K]V)
//	---------------------     ---------------------
//	m := make(map[K]V, n)     m := make(map[K]V, n)
func (p *presizer) hint(d source.Decl, c size.Count, typ string) {
	if typ == "" || !p.Universe(d.Stmt.Pos(), "make", "len") || d.HasComment() {
		return
	}
	lines, n, renamed := c.Lines(p.fresh(d.Stmt.Pos()))
	fix := rule.Finding{
		At:      d.Node(),
		Message: "the map " + d.Var.Name() + " grows although its size is known",
		Title:   "Make " + d.Var.Name() + " with room for " + c.String(),
		Class:   p.tableClass(d.Var, c),
	}
	if len(lines) > 0 {
		fix.Edits = append(fix.Edits, p.Before(d.Stmt, lines...))
	}
	fix.Edits = append(append(fix.Edits, source.ReplaceNode(d.Value, "make("+typ+", "+n+")")), renamed...)
	p.Report(fix)
}
