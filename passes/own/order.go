package own

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// An item is a step in the evaluation of a body: a parameter is read, or a node has an effect.
type item struct {
	node    ast.Node
	hole    int  // index of the parameter; -1 for an effect
	branch  bool // the step may not be evaluated, or more than once
	literal bool // the step is evaluated when a function literal is called
	does    effect.Summary
}

// order lists the steps of the body in the order of their evaluation. Nodes within a node are evaluated before it, and
// of two other nodes the first is, so the end of a node is its place in the order.
func (b *body) order() {
	cur, _ := b.file.Cursor.FindNode(b.decl.Body)
	for c := range cur.Preorder() {
		it := item{node: c.Node(), hole: -1}
		switch n := c.Node().(type) {
		case *ast.Ident:
			v, ok := b.LocalVar(n)
			if !ok {
				continue
			}
			if it.hole = b.hole(v); it.hole < 0 {
				continue
			}
		case *ast.CallExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.SelectorExpr, *ast.BinaryExpr, *ast.UnaryExpr, *ast.TypeAssertExpr, *ast.AssignStmt, *ast.IncDecStmt, *ast.RangeStmt:
			if it.does = effect.Of(b.Package, n); it.does.Inert() {
				continue
			}
		default:
			continue
		}
		for up := range c.Enclosing() {
			if up == cur {
				break
			}
			it.branch = it.branch || branches(up.Parent().Node(), up.Node())
			if _, isLit := up.Node().(*ast.FuncLit); isLit {
				it.literal = true
			}
		}
		b.items = append(b.items, it)
	}
	slices.SortStableFunc(b.items, func(x, y item) int { return cmp.Compare(x.node.End(), y.node.End()) })
}

// branches reports whether part is evaluated not at all, or more than once, when the node n around it is evaluated.
func branches(n, part ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		return part != n.Init && part != n.Cond
	case *ast.ForStmt:
		return part != n.Init
	case *ast.RangeStmt:
		return part != n.X
	case *ast.CaseClause, *ast.FuncLit:
		return true
	case *ast.BinaryExpr:
		return (n.Op == token.LAND || n.Op == token.LOR) && part == n.Y
	}
	return false
}

// commute reports whether two pieces of code can be evaluated in either order with the same outcome.
func commute(a, b effect.Summary) bool {
	still := func(s effect.Summary) bool { return s.Quiet() && !s.World && !s.Prints }
	return a.Inert() || b.Inert() || still(a) && still(b) && !(a.MayEnd() && b.MayEnd())
}

// A filling is the expression of the code that fills a parameter.
type filling struct {
	ast.Expr
	does effect.Summary
	// steady: the expression has the same value, whenever and however often the match evaluates it.
	steady bool
	// settled: it also has that value when a function literal is called later.
	settled bool
	// creates: each evaluation makes an object of its own, by a composite literal.
	creates bool
}

// fillings returns the filling of each parameter.
func (m *match) fillings() []filling {
	all := make([]filling, len(m.holes))
	for i, places := range m.holes {
		e := places[0]
		f := filling{Expr: e, does: effect.Of(m.code.Pkg, e)}
		f.settled = effect.Pure(m.info(), e) && f.does.Inert()
		for v := range f.does.Vars {
			written := len(m.code.Pkg.Writes(v)) > 0
			f.settled = f.settled && !written
			f.does.Reads = f.does.Reads || written && m.code.Pkg.Captured(v) // a closure may write the variable
		}
		f.steady = f.settled || effect.Steady(m.code.Pkg, e)
		if f.creates = m.creates(e); f.creates {
			f.steady, f.settled = false, false
		}
		if m.receives[i] { // filled by the address of the variable, which is always the same
			f.does.Reads, f.steady, f.settled = false, true, true
			if cur, ok := m.code.Cursor.FindNode(e); ok {
				maps.DeleteFunc(f.does.Derefs, func(v *types.Var, _ bool) bool { return flow.NonNilAt(m.code.Pkg, v, cur) })
			}
		}
		if !f.steady && f.does.Literals {
			f.does.Reads = true // each evaluation makes another closure
		}
		all[i] = f
	}
	return all
}

// creates reports whether each evaluation of e makes an object of its own: it has a literal of a slice or map, or the
// address of a literal.
func (m *match) creates(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.AND && source.Has[*ast.CompositeLit](n.X) {
				return true
			}
		case *ast.CompositeLit:
			switch source.Core(m.info().TypeOf(n)).(type) {
			case *types.Slice, *types.Map, *types.Pointer:
				return true
			}
		}
	}
	return false
}

// check says why the matching code does not do the same as a call of before, which would evaluate its arguments first;
// empty if it does.
func (m *match) check(fillings []filling) string {
	for i, f := range fillings {
		if name := m.sig.Params().At(i).Name(); slices.Contains(m.varies, name) && m.info().Types[f.Expr].Value != nil {
			return "a constant fills " + name
		}
		if why := m.checkHole(m.sig.Params().At(i).Name(), f, m.holes[i]); why != "" {
			return why
		}
	}
	code := make(map[ast.Node]ast.Node)
	for _, n := range m.nodes {
		code[n.body] = n.code
	}
	var before []item // the effects so far, in the order of the code
	for _, it := range m.items {
		if it.hole >= 0 {
			f, place := fillings[it.hole], code[it.node]
			name := m.sig.Params().At(it.hole).Name()
			if it.literal && !f.settled {
				return "what fills " + name + " is evaluated when a function literal is called, and may be another one then"
			}
			if place != ast.Node(m.first(it.hole)) {
				continue // a later use, which has the same value
			}
			if it.branch && f.creates {
				return "what fills " + name + " may be made more than once, each time another one"
			}
			if it.branch && !f.steady && !f.does.Inert() {
				return "what fills " + name + " may not be evaluated, and has an effect or may panic"
			}
			for _, done := range m.items {
				at := code[done.node]
				if done.hole < 0 && at != nil && at.End() <= place.Pos() && !commute(done.does, f.does) {
					return "what fills " + name + " is evaluated after something that it may depend on"
				}
			}
			continue
		}
		at := code[it.node]
		if at == nil {
			continue // a conversion to the same type, or a variable that stands for its value
		}
		for _, done := range before {
			if at.End() < done.node.End() && !commute(done.does, it.does) {
				return "its calls are in another order"
			}
		}
		before = append(before, item{node: at, does: it.does})
	}
	return ""
}

// filled returns the fillings, and those that are hoisted; why says why the match cannot be rewritten, empty if it can.
func (m *match) filled(p *Pair) (all []filling, hoists []int, why string) {
	all = m.fillings()
	if why = m.check(all); why == "" {
		hoists, why = m.hoists(p, all)
	}
	return all, hoists, why
}

// checkHole says why the expressions that fill one parameter cannot be evaluated once instead.
func (m *match) checkHole(name string, f filling, places []ast.Expr) string {
	if len(places) > 1 && !effect.Pure(m.code.Pkg.Info, f.Expr) {
		return name + " is filled twice, each time by a call"
	}
	if len(places) > 1 && !f.steady {
		for _, it := range m.items {
			if it.hole < 0 && !it.does.Quiet() {
				return "what fills " + name + " may change between its places"
			}
		}
	}
	for _, w := range m.vars {
		if source.NamesIn(f.Expr)[w.Name()] {
			return "what fills " + name + " mentions " + w.Name() + ", which what matches declares"
		}
	}
	return ""
}

// abandoned returns the name of a local variable that is read only in the filling of parameter i, so that the code
// would not compile if the filling were removed; "" if there is none.
func (m *match) abandoned(i int, f filling) string {
	for _, v := range slices.SortedFunc(maps.Keys(f.does.Vars), func(v, w *types.Var) int { return cmp.Compare(v.Pos(), w.Pos()) }) {
		reads := func(use inspector.Cursor) bool {
			in := slices.ContainsFunc(m.holes[i], func(e ast.Expr) bool { return source.Contains(e, use.Node()) })
			return !in && source.Parens(use).ParentEdgeKind() != edge.AssignStmt_Lhs
		}
		if v.Kind() == types.LocalVar && !slices.ContainsFunc(m.code.Pkg.Uses(v), reads) {
			return v.Name()
		}
	}
	return ""
}

// hoists lists the parameters whose fillings after evaluates too often, too late or in another order, so that they are
// to be evaluated in front of it. The list is in the order of the code. why is not empty if after does not evaluate a
// filling that must be evaluated. A path need not be if the caveats of the pair include a later or missing panic.
func (m *match) hoists(p *Pair, fillings []filling) (list []int, why string) {
	after, loses := p.after, slices.ContainsFunc(p.Caveats, func(c rule.Caveat) bool { return c.Kind == rule.LatePanic })
	late, counts, branched := make(map[int]bool), make([]int, len(fillings)), make([]bool, len(fillings))
	quiet := true
	for k, it := range after.items {
		if it.hole < 0 {
			quiet = quiet && it.does.Quiet()
			continue
		}
		f := fillings[it.hole]
		counts[it.hole]++
		branched[it.hole] = branched[it.hole] || it.branch
		if it.literal && !f.settled || it.branch && !f.steady && !f.does.Inert() {
			late[it.hole] = true
		}
		for _, done := range after.items[:k] {
			does := done.does
			if done.hole >= 0 {
				if m.first(done.hole).Pos() <= m.first(it.hole).Pos() {
					continue
				}
				does = fillings[done.hole].does
			}
			late[it.hole] = late[it.hole] || !commute(does, f.does)
		}
	}
	for i, f := range fillings {
		switch does := f.does; {
		case counts[i] == 0 && (!does.Quiet() || does.MayEnd() && !(loses && source.IsPath(f.Expr)) || does.Prints):
			return nil, after.decl.Name.Name + " does not use what fills " + m.sig.Params().At(i).Name() + ", which has an effect or may panic"
		case counts[i] == 0 && m.abandoned(i, f) != "":
			return nil, after.decl.Name.Name + " does not use what fills " + m.sig.Params().At(i).Name() + ", without which nothing uses " + m.abandoned(i, f)
		case counts[i] > 1 && !f.steady && !(effect.Pure(m.info(), f.Expr) && quiet):
			late[i] = true
		case f.creates && branched[i] && !quiet:
			late[i] = true
		}
	}
	for i, f := range fillings {
		if late[i] || slices.Contains(slices.Collect(maps.Values(late)), true) && !f.steady && !f.does.Inert() {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b int) int { return cmp.Compare(m.first(a).Pos(), m.first(b).Pos()) })
	return list, ""
}

// first returns the expression that fills parameter i where it is evaluated first.
func (m *match) first(i int) ast.Expr {
	return slices.MinFunc(m.holes[i], func(a, b ast.Expr) int { return cmp.Compare(a.Pos(), b.Pos()) })
}

// moves says why the values of the variables in m.through may not be computed at the match, which ends in stmt,
// instead of at their declarations; empty if they may.
func (m *match) moves(stmt ast.Stmt, lifts bool) string {
	for _, d := range m.through {
		name := d.Var.Name()
		end := slices.Index(d.Rest, stmt)
		if end < 0 {
			return name + " is set in another block"
		}
		if !lifts {
			return "what is evaluated beside the use of " + name + " might come before its value"
		}
		if d.Grouped() || m.code.Jumps(d.Stmt.Pos()) {
			return name + " is declared with others, or may be jumped over"
		}
		does := effect.Of(m.code.Pkg, d.Value)
		var past []ast.Node
		for _, s := range d.Rest[:end] {
			if !slices.ContainsFunc(m.through, func(other source.Decl) bool { return other.Stmt == s }) {
				past = append(past, s)
			}
		}
		if !mayPass(m.code.Pkg, does, past) {
			return "what lies between " + name + " and its use may see the difference"
		}
		if !m.code.Visible(d.Value, stmt.Pos()) {
			return "a name in the value of " + name + " means something else at its use"
		}
	}
	return ""
}

// mayPass reports whether something with the effects does may be evaluated after the nodes past instead of before
// them.
func mayPass(pkg *source.Package, does effect.Summary, past []ast.Node) bool {
	if len(past) == 0 {
		return true
	}
	other := effect.Of(pkg, past...)
	for v := range does.Vars {
		if slices.ContainsFunc(past, func(n ast.Node) bool { return pkg.WrittenIn(v, n.Pos(), n.End()) }) || pkg.Captured(v) && len(pkg.Writes(v)) > 0 && !other.Quiet() {
			return false
		}
	}
	for v := range other.Vars {
		if pkg.Captured(v) && !does.Quiet() {
			return false
		}
	}
	if (does.MayEnd() || !does.Quiet() || does.Prints) && slices.ContainsFunc(past, leaves) {
		return false
	}
	return commute(does, other) && !(does.MayEnd() && slices.ContainsFunc(past, func(n ast.Node) bool { return setsResult(pkg, n) }))
}

// leaves reports whether a statement may end the statements around it, or defers a call.
func leaves(n ast.Node) bool {
	return source.Has[*ast.ReturnStmt](n) || source.Has[*ast.BranchStmt](n) || source.Has[*ast.DeferStmt](n)
}

// setsResult reports whether n assigns to a named result, which a deferred call sees.
func setsResult(pkg *source.Package, n ast.Node) bool {
	return source.Any(n, func(id *ast.Ident) bool {
		v, ok := pkg.Info.Uses[id].(*types.Var)
		return ok && v.Kind() == types.ResultVar && pkg.WrittenIn(v, n.Pos(), n.End())
	})
}
