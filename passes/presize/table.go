package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// groupSlots is the number of keys in a group of a map (abi.MapGroupSlots): a map with more allocates again.
const groupSlots = 8

// assigned offers a size hint for a map, or a slice, that is assigned to a variable. The count runs before
// the assignment, so that the loop must not count by the variable, nor a recover return it.
func (p *presizer) assigned(cur inspector.Cursor) {
	s, isAssign := cur.Node().(*ast.AssignStmt)
	list, i, inList := source.StmtList(cur)
	if !isAssign || !inList || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 || p.Jumps(s.Pos()) {
		return
	}
	v, ok := p.Pkg.LocalVar(s.Lhs[0])
	if !ok || p.Pkg.InLiteral(v) || slices.ContainsFunc(p.Pkg.Uses(v), p.Pkg.Addressed) {
		return
	}
	if v.Kind() == types.ResultVar && inline.MayRecover(p.Info, p.DeclAt(s.Pos())) {
		return
	}
	d := source.Decl{File: p.File, Var: v, Stmt: s, Cur: cur, Value: s.Rhs[0], Rest: list[i+1:]}
	switch v.Type().Underlying().(type) {
	case *types.Map:
		p.roomFor(d, func(fill ast.Stmt) bool { return p.countsBy(fill, v) })
	case *types.Slice:
		p.refilled(d)
	}
}

// countsBy reports whether the head of a loop in s, or the source of a copy, mentions v.
func (p *presizer) countsBy(s ast.Stmt, v *types.Var) bool {
	for n := range ast.Preorder(s) {
		var counted []ast.Node
		switch n := n.(type) {
		case *ast.RangeStmt:
			counted = []ast.Node{n.X}
		case *ast.ForStmt:
			counted = []ast.Node{n.Init, n.Cond, n.Post}
		case *ast.ExprStmt:
			if p.Pkg.Mentions(n, v) > 1 {
				return true
			}
		}
		if slices.ContainsFunc(counted, func(n ast.Node) bool { return n != nil && p.Pkg.Mentions(n, v) > 0 }) {
			return true
		}
	}
	return false
}

// table offers a size hint for the map that d declares.
func (p *presizer) table(d source.Decl) {
	if d.Stmt != nil && !p.reassigned(d.Var) {
		p.roomFor(d, nil)
	}
}

// roomFor offers a size hint for a map that is filled behind d. A hint changes neither
// the contents nor the (random) order of a map, so that reads in between do no harm. There is no
// offer if bars, which may be nil, holds for a statement that fills the map.
func (p *presizer) roomFor(d source.Decl, bars func(ast.Stmt) bool) {
	text, ok := p.emptyMap(d)
	if !ok || p.fewKeys(d.Var) {
		return
	}
	leaf := func(s ast.Stmt) (size.Part, bool) { return p.stores(s, d.Var) }
	stmts, before := p.fills(d, leaf)
	if len(stmts) == 0 || bars != nil && slices.ContainsFunc(stmts, bars) {
		return
	}
	c, ok := p.first(d.Rest[:before], stmts, d.Stmt.Pos(), leaf)
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
	return "", false // a nil map cannot be filled
}

// copies reports whether a statement fills the map as a whole.
func (p *presizer) copies(c size.Count) bool {
	return slices.ContainsFunc(c.Leaves, isCopy)
}

// isCopy reports whether the leaf is maps.Copy(m, src), or the call of a function that fills m.
func isCopy(leaf ast.Stmt) bool {
	_, ok := leaf.(*ast.ExprStmt)
	return ok
}

// stored returns what recognises m[k] = v, m[k] += v, m[k]++, maps.Copy(m, src) and calls of functions that do.
func stored(pkg *source.Package) size.Adds {
	return size.Adds(func(s ast.Stmt, m *types.Var) (size.Part, bool) {
		var target ast.Expr
		switch s := s.(type) {
		case *ast.ExprStmt:
			call, ok := source.CallTo(pkg.Info, s.X, "maps", "Copy")
			if !ok || !pkg.Is(call.Args[0], m) || pkg.Mentions(s, m) > 1 {
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
		return storing(pkg, s, m), ok && pkg.Is(index.X, m)
	}).Or(pkg)
}

// storing returns what a statement adds that stores an element into the map m, or a field m: perhaps nothing if that also
// reads m, as what counts or groups does, so that many keys are equal.
func storing(pkg *source.Package, s ast.Stmt, m *types.Var) size.Part {
	set, ok := s.(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || pkg.Mentions(s, m) > 1 {
		return size.Part{K: 1, Spare: 1}
	}
	return size.Part{K: 1}
}

// reassigned reports whether another map is assigned to the variable.
func (p *presizer) reassigned(v *types.Var) bool {
	return slices.ContainsFunc(p.Pkg.Writes(v), func(w inspector.Cursor) bool { return source.Parens(w).ParentEdgeKind() != edge.IndexExpr_X })
}

// tableClass returns the class of a hint: keys may be equal, in particular if
// the map counts or groups.
func (p *presizer) tableClass(m *types.Var, c size.Count) rule.Class {
	t := m.Type().Underlying().(*types.Map)
	class := trust(c, p.unit(t.Key(), t.Elem()), true)
	if slices.ContainsFunc(c.Spare, func(s ast.Stmt) bool { return !isCopy(s) }) { // a function that puts no key is a branch
		class = class.And(rule.Review(tooMuch))
	}
	return class
}

// fewKeys reports whether the key type has at most 256 values.
func (p *presizer) fewKeys(m *types.Var) bool {
	key := m.Type().Underlying().(*types.Map).Key()
	n, ok := p.Pkg.Sizeof(key)
	return ok && n <= 1
}

// hint reports the map, and gives it room for the counted elements.
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
		Form:    formOf(d, c, lines),
		Local:   true,
	}
	if len(lines) > 0 {
		fix.Edits = append(fix.Edits, p.Before(d.Stmt, lines...))
	}
	fix.Edits = append(append(fix.Edits, source.ReplaceNode(d.Value, "make("+typ+", "+n+")")), renamed...)
	p.Report(fix)
}
