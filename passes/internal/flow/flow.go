// Package flow answers "may this run after that" inside one function body.
//
// Invariant: every order of evaluation that the language allows between two
// statements is walked, so "never reached" is proven. "Reached" is not: a path may
// be one that no input takes.
//
// Model: the control-flow graph of x/tools, whose nodes are statements and
// conditions, evaluated in the order of the source. Calls that never return
// (panic, os.Exit, log.Fatal, testing's FailNow) end a path.
//
// The model blurs panics out of other calls, the order inside one statement, and that two
// conditions may depend on one another; see [Guards] for the last.
package flow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A Graph is the control-flow graph of one function body.
type Graph struct {
	blocks []block // index is cfg.Block.Index
}

type block struct {
	nodes []ast.Node
	succs []int32
}

// New returns the graph of body, or nil if its order of evaluation is not known
// well enough: it contains a goto.
func New(info *types.Info, body *ast.BlockStmt) *Graph {
	targets := make(map[ast.Node]bool) // variables that range statements and select cases set
	comms := make(map[ast.Node]bool)   // sends and receives of select statements
	for n := range ast.Preorder(body) {
		switch n := n.(type) {
		case *ast.RangeStmt:
			targets[n.Key], targets[n.Value] = true, true
		case *ast.CommClause:
			comms[n.Comm] = n.Comm != nil
			if set, ok := n.Comm.(*ast.AssignStmt); ok {
				targets[set.Lhs[0]] = true
			}
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				return nil
			}
		}
	}
	c := cfg.New(body, func(call *ast.CallExpr) bool { return !neverReturns(info, call) })
	g := &Graph{blocks: make([]block, len(c.Blocks))}
	for i, b := range c.Blocks {
		g.blocks[i] = convert(b, targets, comms)
	}
	return g
}

// Around is [New] of the function around cur, nil where there is none, too.
func Around(pkg *source.Package, cur inspector.Cursor) *Graph {
	fn, ok := source.EnclosingFunc(cur)
	if !ok {
		return nil
	}
	return New(pkg.Info, source.Body(fn.Node()))
}

// convert copies a block with the order of the language. Package cfg sets the variables of a range
// statement once, before the loop, not at the start of each iteration. It sends and receives for
// all cases of a select, one after the other: the language evaluates the operands of all cases, and
// communicates for one.
func convert(b *cfg.Block, targets, comms map[ast.Node]bool) block {
	var out block
	if clause, ok := b.Stmt.(*ast.CommClause); ok && b.Kind == cfg.KindSelectCaseBody {
		switch s := clause.Comm.(type) {
		case *ast.SendStmt:
			out.nodes = append(out.nodes, s)
		case *ast.AssignStmt:
			rhs := &ast.BadExpr{From: s.Rhs[0].Pos(), To: s.Rhs[0].End()}
			out.nodes = append(out.nodes, &ast.AssignStmt{Lhs: s.Lhs, TokPos: s.TokPos, Tok: s.Tok, Rhs: []ast.Expr{rhs}})
		}
	}
	if r, ok := b.Stmt.(*ast.RangeStmt); ok && b.Kind == cfg.KindRangeBody {
		if set := rangeVars(r); set != nil {
			out.nodes = append(out.nodes, set)
		}
	}
	for _, n := range b.Nodes {
		switch {
		case comms[n]:
			out.nodes = append(out.nodes, operands(n)...)
		case !targets[n]:
			out.nodes = append(out.nodes, n)
		}
	}
	for _, s := range b.Succs {
		out.succs = append(out.succs, s.Index)
	}
	return out
}

// operands returns what a select evaluates of a case before one is chosen.
func operands(comm ast.Node) []ast.Node {
	switch comm := comm.(type) {
	case *ast.SendStmt:
		return []ast.Node{comm.Chan, comm.Value}
	case *ast.AssignStmt:
		return []ast.Node{comm.Rhs[0]}
	}
	return []ast.Node{comm}
}

// rangeVars returns an assignment of unknown values to the variables of r, nil if there are none.
func rangeVars(r *ast.RangeStmt) *ast.AssignStmt {
	set := &ast.AssignStmt{Tok: r.Tok, TokPos: r.TokPos}
	for _, e := range []ast.Expr{r.Key, r.Value} {
		if e != nil {
			set.Lhs = append(set.Lhs, e)
		}
	}
	if len(set.Lhs) == 0 {
		return nil
	}
	end := set.Lhs[len(set.Lhs)-1].End()
	set.Rhs = []ast.Expr{&ast.BadExpr{From: end, To: end}}
	return set
}

// After visits what may be evaluated after the node around n, each node at most once per block. The
// node itself is visited if a loop leads back to it. A path ends where visit returns false. found
// is false if n is not part of the graph, as in a function literal of the body.
func (g *Graph) After(n ast.Node, visit func(ast.Node) bool) (found bool) {
	for _, b := range g.blocks {
		for i, m := range b.nodes {
			if m.Pos() <= n.Pos() && n.End() <= m.End() {
				g.walk(b.nodes[i+1:], b.succs, visit)
				return true
			}
		}
	}
	return false
}

// Reaches reports whether the node around n may run before the node around to. It is false if n is
// not part of the graph.
func (g *Graph) Reaches(n, to ast.Node) bool {
	return g.Leads(n, func(m ast.Node) bool { return source.Contains(m, to) }, func(ast.Node) bool { return false })
}

// Leads reports whether the body may run from the node around n to one for which meets holds, without one in between
// for which ends holds. It is false if n is not part of the graph.
func (g *Graph) Leads(n ast.Node, meets, ends func(ast.Node) bool) (leads bool) {
	g.After(n, func(m ast.Node) bool {
		leads = leads || meets(m)
		return !leads && !ends(m)
	})
	return leads
}

// Avoids reports whether the body may run from the node around n to its end, or to n again, without
// a node for which meets holds. A return of an error is no such end.
func (g *Graph) Avoids(info *types.Info, n ast.Node, meets func(ast.Node) bool) bool {
	ends := false
	found := g.After(n, func(m ast.Node) bool {
		ret, isReturn := m.(*ast.ReturnStmt)
		switch {
		case ends || meets(m) || isReturn && Fails(info, ret):
			return false
		case isReturn || m.Pos() <= n.Pos() && n.End() <= m.End():
			ends = true
		}
		return !ends
	})
	return found && ends
}

// FromEntry visits what may be evaluated from the beginning of the body.
func (g *Graph) FromEntry(visit func(ast.Node) bool) {
	g.walk(g.blocks[0].nodes, g.blocks[0].succs, visit)
}

func (g *Graph) walk(nodes []ast.Node, succs []int32, visit func(ast.Node) bool) {
	if !all(nodes, visit) {
		return
	}
	seen := make([]bool, len(g.blocks))
	queue := append([]int32(nil), succs...)
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if !seen[i] {
			seen[i] = true
			if all(g.blocks[i].nodes, visit) {
				queue = append(queue, g.blocks[i].succs...)
			}
		}
	}
}

func all(nodes []ast.Node, visit func(ast.Node) bool) bool {
	for _, n := range nodes {
		if !visit(n) {
			return false
		}
	}
	return true
}

// Sets reports whether the node n of a graph gives v a new value.
func Sets(info *types.Info, n ast.Node, v *types.Var) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, lhs := range n.Lhs {
			if Names(info, lhs, v) {
				return true
			}
		}
	case *ast.ValueSpec:
		for _, id := range n.Names {
			if info.Defs[id] == v {
				return true
			}
		}
	}
	return false
}

// InScope reports whether n lies in the scope of v. A path that leaves the scope and comes back
// meets a new variable.
func InScope(n ast.Node, v *types.Var) bool {
	scope := v.Parent()
	return scope == nil || !scope.Pos().IsValid() || scope.Contains(n.Pos())
}

// Names reports whether e is v.
func Names(info *types.Info, e ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && v != nil && info.ObjectOf(id) == v
}

// Mentions reports whether n uses v, other than as the whole target of an assignment.
func Mentions(info *types.Info, n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.AssignStmt:
			for _, lhs := range m.Lhs {
				found = found || !Names(info, lhs, v) && Mentions(info, lhs, v)
			}
			for _, rhs := range m.Rhs {
				found = found || Mentions(info, rhs, v)
			}
			return false
		case *ast.Ident:
			found = found || info.Uses[m] == v
		}
		return !found
	})
	return found
}

// Guards returns the variables in the conditions of the if, for and switch statements around cur,
// inside the innermost one that also contains other. If the guards of cur and other share a
// variable, whether both run may depend on it.
func Guards(info *types.Info, cur inspector.Cursor, other ast.Node) map[types.Object]bool {
	vars := make(map[types.Object]bool)
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.SwitchStmt)(nil), (*ast.CaseClause)(nil), (*ast.ForStmt)(nil)) {
		n := c.Node()
		_, isIf := n.(*ast.IfStmt)
		if n.Pos() <= other.Pos() && other.End() <= n.End() && !(isIf && otherBranch(n.(*ast.IfStmt), cur.Node(), other)) {
			break
		}
		for _, e := range Conditions(n) {
			for id := range source.Idents(e) {
				vars[info.Uses[id]] = info.Uses[id] != nil
			}
		}
	}
	return vars
}

// otherBranch reports whether a and b stand in different branches of s.
func otherBranch(s *ast.IfStmt, a, b ast.Node) bool {
	in := func(n ast.Node) bool { return s.Body.Pos() <= n.Pos() && n.End() <= s.Body.End() }
	return in(a) != in(b)
}

// Conditions returns the conditions of an if, for, switch or case, none for other nodes.
func Conditions(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.IfStmt:
		return []ast.Expr{n.Cond}
	case *ast.ForStmt:
		if n.Cond != nil {
			return []ast.Expr{n.Cond}
		}
	case *ast.SwitchStmt:
		if n.Tag != nil {
			return []ast.Expr{n.Tag}
		}
	case *ast.CaseClause:
		return n.List
	}
	return nil
}

// Related reports whether a variable may decide whether a runs, and whether b runs, so that there
// need not be a path through both.
func Related(info *types.Info, a, b inspector.Cursor) bool {
	ga, gb := Guards(info, a, b.Node()), Guards(info, b, a.Node())
	for obj := range ga {
		if _, isVar := obj.(*types.Var); isVar && gb[obj] {
			return true
		}
	}
	return false
}

// neverReturns reports whether the call ends its goroutine or the program.
func neverReturns(info *types.Info, call *ast.CallExpr) bool {
	switch callee := typeutil.Callee(info, call).(type) {
	case *types.Builtin:
		return callee.Name() == "panic"
	case *types.Func:
		return stdlib.Of(callee).Never
	}
	return false
}
