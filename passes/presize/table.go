package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

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
	stmts, before := p.stored(d, leaf)
	if len(stmts) == 0 || bars != nil && slices.ContainsFunc(stmts, bars) {
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
	return "", false // a nil map cannot be filled
}

// stored returns the first statement after the declaration that mentions the map, and those that follow it directly,
// as long as they store into the map. before is the number of statements that come first.
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

// copies reports whether a statement fills the map as a whole.
func (p *presizer) copies(c size.Count) bool {
	return slices.ContainsFunc(c.Leaves, isCopy)
}

// isCopy reports whether the leaf is maps.Copy(m, src), or the call of a function that fills m.
func isCopy(leaf ast.Stmt) bool {
	_, ok := leaf.(*ast.ExprStmt)
	return ok
}

// stores recognises the statements of [presizer.puts], and calls of functions that fill m.
func (p *presizer) stores(s ast.Stmt, m *types.Var) (size.Part, bool) {
	if part, ok := p.puts(s, m); ok {
		return part, true
	}
	return p.fillsBy(s, m)
}

// puts recognises m[k] = v, m[k] += v, m[k]++ and maps.Copy(m, src).
func (p *presizer) puts(s ast.Stmt, m *types.Var) (size.Part, bool) {
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

// fillsBy recognises f(m, src), where f is a function of the package that stores into m for each element
// of src, and does nothing else with m.
func (p *presizer) fillsBy(s ast.Stmt, m *types.Var) (size.Part, bool) {
	stmt, isExpr := s.(*ast.ExprStmt)
	if !isExpr || p.Pkg.Mentions(s, m) != 1 {
		return size.Part{}, false
	}
	call, isCall := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !isCall {
		return size.Part{}, false
	}
	fn := typeutil.StaticCallee(p.Info, call)
	if fn == nil {
		return size.Part{}, false
	}
	callee, ok := inline.Declared(p.Pkg, fn.Origin())
	params := fn.Origin().Signature().Params()
	if !ok || params.Len() != len(call.Args) || fn.Signature().Variadic() && !call.Ellipsis.IsValid() {
		return size.Part{}, false
	}
	i := slices.IndexFunc(call.Args, func(e ast.Expr) bool { return p.Pkg.Is(e, m) })
	if i < 0 {
		return size.Part{}, false
	}
	of, ok := p.source(callee, params.At(i))
	for j, arg := range call.Args {
		if ok && params.At(j) == of && !p.Info.Types[arg].IsNil() {
			return size.Part{Of: []ast.Expr{arg}}, true
		}
	}
	return size.Part{}, false
}

// source returns the parameter for each element of which a function stores into its parameter m. ok is false if
// there is none, or if the function does something else with m.
func (p *presizer) source(fn *inline.Func, m *types.Var) (of *types.Var, ok bool) {
	body := fn.Decl.Body
	leaf := func(s ast.Stmt) (size.Part, bool) { return p.puts(s, m) }
	stmts, before := p.stored(source.Decl{Var: m, Rest: body.List}, leaf)
	uses := 0
	for _, s := range stmts {
		uses += p.leafUses(s, m, leaf)
	}
	if uses == 0 || uses != len(p.Pkg.Uses(m)) {
		return nil, false
	}
	c, ok := size.Of(fn.File, stmts, body.List[0].Pos(), before == 0, leaf)
	if !ok || c.Loose || len(p.tableClass(m, c).Caveats) > 0 {
		return nil, false
	}
	x, ok := c.Length()
	of, isVar := p.Pkg.LocalVar(x)
	return of, ok && isVar && of.Kind() == types.ParamVar && len(p.Pkg.Writes(of)) == 0
}

// reassigned reports whether another map is assigned to the variable.
func (p *presizer) reassigned(v *types.Var) bool {
	for _, w := range p.Pkg.Writes(v) {
		if source.Parens(w).ParentEdgeKind() != edge.IndexExpr_X {
			return true
		}
	}
	return false
}

// tableClass returns the class of a hint: keys may be equal, in particular if
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
	}
	if len(lines) > 0 {
		fix.Edits = append(fix.Edits, p.Before(d.Stmt, lines...))
	}
	fix.Edits = append(append(fix.Edits, source.ReplaceNode(d.Value, "make("+typ+", "+n+")")), renamed...)
	p.Report(fix)
}
