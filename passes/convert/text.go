package convert

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// maxTexts is the largest number of conversions that replace one.
const maxTexts = 4

// A text is a variable that is declared with a string made of bytes, and looked at before it is retained.
type text struct {
	source.Decl
	bytes string     // the bytes, as an expression
	of    *types.Var // the variable that holds the bytes, if it has the same value wherever the text is used
	fn    ast.Node   // the function
	graph *flow.Graph
	nodes []ast.Node // of the graph, behind the declaration
	// looks are the uses for which a conversion needs no memory, serves those for which the bytes
	// do without a conversion, twins the arguments of functions that have a twin for bytes, and kept
	// all others. Uses behind a place are in none of the lists once there are places: they stay as they are.
	looks, serves, twins, kept []inspector.Cursor
	places                     []place
	scanner                    *types.Var // the bytes are its token; nil if they are not from a scanner
	imports                    []source.TextEdit
	bytesPackage               string // the qualifier of package bytes: "bytes."
}

// A place is a statement in front of which the text is made, since several statements that retain
// it may follow, and the node with the statement's list.
type place struct {
	stmt ast.Stmt
	list ast.Node
}

// text converts the bytes where the text is looked at, which takes no memory there, and again where
// it is retained.
//
//	name := string(b)                        if v, ok := table[string(b)]; ok {
//	if v, ok := table[name]; ok {                return v, nil
//	        return v, nil                    }
//	}                                        return nil, fmt.Errorf("no %q", string(b))
//	---------------------------------        ------------------------------------------
//	return nil, fmt.Errorf("no %q", name)
func (c *converter) text(d source.Decl) {
	t, ok := c.recognise(d)
	if !ok || !c.spares(t) {
		return
	}
	if d.HasComment() {
		c.Refuse(d.Node(), "a comment is in the way")
		return
	}
	if !c.lasts(t) {
		c.Refuse(d.Node(), "the bytes of "+d.Var.Name()+" may change before it is looked at")
		return
	}
	if _, _, inList := source.StmtList(d.Cur); !inList { // the init statement of an if or switch has to stay
		if t.of = nil; len(t.places) > 0 {
			return
		}
	}
	c.late(t)
}

// recognise matches v := string(b), the call of a function that consists of such a conversion, and the token
// of a scanner, and sorts the uses of v.
func (c *converter) recognise(d source.Decl) (*text, bool) {
	fn, ok := source.EnclosingFunc(d.Cur)
	if !ok || d.Value == nil || d.Type != nil || !source.IsString(d.Var.Type()) || len(c.Pkg.Writes(d.Var)) > 0 {
		return nil, false
	}
	t := &text{Decl: d, fn: fn.Node()}
	if b, ok := c.stringOf(d.Value); ok {
		t.bytes = c.Text(b)
		t.of, _ = c.Pkg.LocalVar(b)
	} else if b, ok := c.origin(t, d.Value); ok {
		t.bytes = b
	} else if call, ok := ast.Unparen(d.Value).(*ast.CallExpr); ok {
		if cur, ok := d.Cur.FindNode(call); ok {
			t.bytes, _ = c.unfolded(cur, call)
		}
	}
	if t.bytes == "" {
		return nil, false
	}
	return t, c.sort(t) && len(t.looks)+len(t.twins)+len(t.serves) > 0 && t.graph != nil
}

// sort sorts the uses of the variable. ok is false if one of them is in another function, or string means
// something else there.
func (c *converter) sort(t *text) (ok bool) {
	for _, use := range c.Pkg.Uses(t.Var) {
		in, _ := source.EnclosingFunc(use)
		switch {
		case in.Node() != t.fn || !c.Universe(use.Node().Pos(), "string"):
			return false
		case retain.BytesDo(c.Pkg, use):
			t.serves = append(t.serves, use)
		case retain.Looks(c.Pkg, use):
			t.looks = append(t.looks, use)
		case c.twinned(t, use):
			t.twins = append(t.twins, use)
		default:
			t.kept = append(t.kept, use)
		}
	}
	t.graph = flow.New(c.Info, source.Body(t.fn))
	return true
}

// spares reports whether some path need not make the text, and no path makes it more than once. It notes the
// places, and removes the uses behind them from the lists.
func (c *converter) spares(t *text) bool {
	t.graph.After(t.Name, func(n ast.Node) bool {
		again := source.Contains(n, t.Name)
		if !again {
			t.nodes = append(t.nodes, n)
		}
		return !again
	})
	groups := t.groups()
	for _, group := range groups {
		if len(group) == 1 && !t.reaches(group[0].Node(), group, false) {
			continue
		}
		p, ok := c.place(t, group)
		if !ok {
			return false
		}
		t.places = append(t.places, p)
	}
	inside := func(use inspector.Cursor) bool { return t.inside(use.Node()) }
	for _, uses := range []*[]inspector.Cursor{&t.looks, &t.serves, &t.twins, &t.kept} {
		*uses = slices.DeleteFunc(*uses, inside)
	}
	return (slices.ContainsFunc(t.looks, c.tells) || len(t.twins)+len(t.serves) > 0) && len(t.looks)+len(t.kept)+len(t.places) <= maxTexts &&
		t.graph.Avoids(c.Info, t.Name, func(n ast.Node) bool { return within(n, t.kept) || t.inside(n) })
}

// tells reports whether the use does more than compare with the empty string.
func (c *converter) tells(use inspector.Cursor) bool {
	compare, ok := source.Parens(use).Parent().Node().(*ast.BinaryExpr)
	return !ok || !c.isEmpty(compare.X) && !c.isEmpty(compare.Y)
}

// isEmpty reports whether e is the empty string.
func (c *converter) isEmpty(e ast.Expr) bool {
	s, isConst := source.StringConst(c.Info, e)
	return isConst && s == ""
}

// spelledOut returns the edit that makes a use of the text one of the bytes.
//
//	name == ""        f(name)
//	--------------    ----------------
//	len(name) == 0    f(string(name))
func (c *converter) spelledOut(use inspector.Cursor, bytes string) source.TextEdit {
	compare, ok := source.Parens(use).Parent().Node().(*ast.BinaryExpr)
	if ok && (compare.Op == token.EQL || compare.Op == token.NEQ) && c.isEmpty(compare.Y) && c.Universe(compare.Pos(), "len") {
		return source.ReplaceNode(compare, "len("+bytes+") "+compare.Op.String()+" 0")
	}
	return source.ReplaceNode(use.Node(), "string("+bytes+")")
}

// groups returns the uses that retain the text. Uses of which one may run after the other are in one group.
func (t *text) groups() (groups [][]inspector.Cursor) {
	for _, use := range t.kept {
		joined := []inspector.Cursor{use}
		groups = slices.DeleteFunc(groups, func(g []inspector.Cursor) bool {
			near := slices.ContainsFunc(g, func(other inspector.Cursor) bool { return t.together(use, other) })
			if near {
				joined = append(g, joined...)
			}
			return near
		})
		groups = append(groups, joined)
	}
	return groups
}

// together reports whether both uses may run after the declaration, before it runs again.
func (t *text) together(a, b inspector.Cursor) bool {
	one, other := []inspector.Cursor{a}, []inspector.Cursor{b}
	return t.reaches(a.Node(), other, false) || t.reaches(b.Node(), one, false) ||
		slices.ContainsFunc(t.nodes, func(n ast.Node) bool { return within(n, one) && within(n, other) })
}

// within reports whether one of the uses stands in n.
func within(n ast.Node, uses []inspector.Cursor) bool {
	return slices.ContainsFunc(uses, func(use inspector.Cursor) bool { return source.Contains(n, use.Node()) })
}

// reaches reports whether one of the uses may run after n, or with places one of the places, before the
// declaration runs again.
func (t *text) reaches(n ast.Node, uses []inspector.Cursor, places bool) bool {
	meets := func(m ast.Node) bool { return within(m, uses) || places && t.inside(m) }
	return t.graph.Leads(n, meets, func(m ast.Node) bool { return source.Contains(m, t.Name) })
}

// inside reports whether n stands behind a place, in its list.
func (t *text) inside(n ast.Node) bool {
	return slices.ContainsFunc(t.places, func(p place) bool { return source.Contains(p.list, n) && n.Pos() >= p.stmt.Pos() })
}

// place finds the innermost list of statements that contains all of the uses and stands in no loop behind the
// declaration, and its first statement with a use.
//
//	name := string(b)
//	if v, ok := table[name]; ok {        if v, ok := table[string(b)]; ok {
//	        return v                             return v
//	}                                    }
//	------------------------------------------------------------------------
//	                                     name := string(b)
//	v := newValue(name)                  v := newValue(name)
//	table[name] = v                      table[name] = v
func (c *converter) place(t *text, uses []inspector.Cursor) (place, bool) {
	for cur := uses[0]; cur.Node() != t.fn; cur = cur.Parent() {
		_, _, ok := source.StmtList(cur)
		list := cur.Parent().Node()
		if !ok || source.IsClause(cur.Node()) || source.LoopSince(cur, t.Stmt.Pos()) || slices.ContainsFunc(uses, func(use inspector.Cursor) bool { return !source.Contains(list, use.Node()) }) {
			continue
		}
		other := c.Info.Scopes[c.Syntax].Innermost(cur.Node().Pos()).Lookup(t.Var.Name())
		return place{cur.Node().(ast.Stmt), list}, other == nil || other == t.Var
	}
	return place{}, false
}

// lasts reports whether the bytes are unchanged wherever they are converted. It clears t.of if the variable
// of the bytes may have another value, or its name another meaning, at one of the uses.
func (c *converter) lasts(t *text) bool {
	reads := slices.Concat(t.looks, t.twins, t.kept)
	for _, use := range t.serves {
		if !c.Pkg.Asks(use, "len") {
			reads = append(reads, use)
		}
	}
	for _, use := range reads {
		if !effect.Unfolds(c.Pkg, use, true, use.Node().(ast.Expr)) {
			return false
		}
	}
	if source.Any(t.fn, func(loop *ast.RangeStmt) bool { return loop.End() > t.Stmt.End() && c.runs(loop) }) {
		return false
	}
	before := func(changes func(ast.Node) bool, uses []inspector.Cursor) bool {
		return slices.ContainsFunc(t.nodes, func(n ast.Node) bool { return changes(n) && t.reaches(n, uses, !t.inside(n)) })
	}
	written := func(n ast.Node) bool { return c.Pkg.WrittenIn(t.of, n.Pos(), n.End()) }
	if t.of != nil && (c.Pkg.Captured(t.of) || before(written, append(reads, t.serves...)) || !c.spelled(t)) {
		t.of = nil
	}
	if t.scanner != nil {
		return !before(func(n ast.Node) bool { return c.scans(t.scanner, n) }, append(reads, t.serves...))
	}
	return !before(c.changes, reads)
}

// runs reports whether the loop ranges over a function or a channel, so that unknown code, or another goroutine,
// runs between two iterations.
func (c *converter) runs(loop *ast.RangeStmt) bool {
	switch source.Core(c.Info.TypeOf(loop.X)).(type) {
	case *types.Slice, *types.Array, *types.Pointer, *types.Map, *types.Basic:
		return false
	}
	return true
}

// changes reports whether a node of the graph may change bytes.
func (c *converter) changes(n ast.Node) bool {
	if assign, ok := n.(*ast.AssignStmt); ok && isBad(assign) {
		return slices.ContainsFunc(assign.Lhs, func(e ast.Expr) bool {
			_, isLocal := c.Pkg.LocalVar(e)
			return !isLocal && !source.IsBlank(e)
		})
	}
	does := effect.Of(c.Pkg, n)
	return does.MayChange(effect.Slots|effect.Behind) || does.MayWait()
}

// isBad reports whether the node of a graph stands for the variables of a range loop.
func isBad(n *ast.AssignStmt) bool {
	_, bad := n.Rhs[0].(*ast.BadExpr)
	return bad
}

// spelled reports whether the name of the variable of the bytes means the variable wherever they are converted.
func (c *converter) spelled(t *text) bool {
	e := ast.Unparen(t.Value).(*ast.CallExpr).Args[0]
	hidden := func(pos token.Pos) bool { return !c.Visible(e, pos) }
	return !slices.ContainsFunc(slices.Concat(t.looks, t.serves, t.twins, t.kept), func(use inspector.Cursor) bool { return hidden(use.Node().Pos()) }) &&
		!slices.ContainsFunc(t.places, func(p place) bool { return hidden(p.stmt.Pos()) })
}

// late writes the conversions.
//
//	name := string(x.f)     name := string(b)     name := string(x.f)
//	if name == "" {         if name == "" {       if v, ok := table[name]; ok {
//	-----------------------------------------------------------------------------
//	name := x.f                                   nameBytes := x.f
//	if string(name) == ""   if string(b) == ""    if v, ok := table[string(nameBytes)]; ok {
//	                                              …
//	                                              name := string(nameBytes)
func (c *converter) late(t *text) {
	name := t.Var.Name()
	bytes := name
	var edits []source.TextEdit
	switch {
	case t.of != nil:
		bytes = t.of.Name()
		edits = append(edits, t.Remove())
	case len(t.places) > 0:
		bytes = c.Fresh(t.Stmt.Pos(), name+"Bytes")
		edits = t.Instead(bytes + " := " + t.bytes)
	default:
		edits = append(edits, source.ReplaceNode(t.Value, t.bytes))
	}
	for _, use := range append(t.looks, t.kept...) {
		edits = append(edits, c.spelledOut(use, bytes))
	}
	for _, use := range t.serves {
		if bytes != name {
			edits = append(edits, source.ReplaceNode(use.Node(), bytes))
		}
	}
	for _, use := range t.twins {
		edits = append(edits, c.onBytes(t, use, bytes)...)
	}
	for _, p := range t.places {
		edits = append(edits, c.Before(p.stmt, name+" := string("+bytes+")"))
	}
	c.Report(rule.Finding{
		At:      t.Node(),
		Message: "bytes are copied to a string that is looked at before it is kept",
		Title:   "Convert the bytes of " + name + " where it is looked at, and where it is kept",
		Class:   rule.Safe,
		Edits:   append(edits, t.imports...),
	})
}
