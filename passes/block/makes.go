package block

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// A making is a call make([]T, n) or make([]T, 0, n) that each run of its statement
// evaluates once.
type making struct {
	call  *ast.CallExpr
	stmt  ast.Stmt
	size  ast.Expr   // n
	elem  int64      // the size of an element in bytes, above 0
	empty bool       // the length is 0
	v     *types.Var // v of v := make(…), nil if the slice goes elsewhere
}

// makes offers one block for the slices that a list of statements makes.
func (b *blocker) makes() {
	lists := make(map[ast.Node][]making)
	for cur := range b.Cursor.Preorder((*ast.CallExpr)(nil)) {
		m, stmt, ok := b.making(cur)
		if !ok {
			continue
		}
		list := stmt.Parent().Node()
		if last := lists[list]; len(last) > 0 && !b.together(last, m) {
			b.combine(list, last)
			lists[list] = nil
		}
		lists[list] = append(lists[list], m)
	}
	for cur := range b.Cursor.Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		b.combine(cur.Node(), lists[cur.Node()])
	}
}

// making recognises a call of make at cur, and its statement.
func (b *blocker) making(cur inspector.Cursor) (m making, stmt inspector.Cursor, ok bool) {
	m.call = cur.Node().(*ast.CallExpr)
	if !source.IsBuiltin(b.Info, m.call, "make") || len(m.call.Args) < 2 || b.HasComment(m.call.Pos(), m.call.End()) {
		return m, stmt, false
	}
	slice, isSlice := b.Info.TypeOf(m.call).Underlying().(*types.Slice)
	if !isSlice {
		return m, stmt, false
	}
	if m.elem, _ = b.Pkg.Sizeof(slice.Elem()); m.elem == 0 {
		return m, stmt, false
	}
	m.size = m.call.Args[len(m.call.Args)-1]
	if len(m.call.Args) == 3 {
		length, isConst := source.IntConst(b.Info, m.call.Args[1])
		m.empty = true
		if !isConst || length != 0 {
			return m, stmt, false
		}
	}
	_, isConst := source.IntConst(b.Info, m.size)
	if !isConst && !types.Identical(b.Info.TypeOf(m.size), types.Typ[types.Int]) {
		return m, stmt, false // the sum of sizes of another type may overflow
	}
	stmt, ok = b.evaluates(cur)
	if !ok {
		return m, stmt, false
	}
	m.stmt = stmt.Node().(ast.Stmt)
	m.v = b.defined(cur, m)
	return m, stmt, !b.onStack(m) && !b.isBlock(m)
}

// isBlock reports whether the slice is a block already: the address of an element is taken, or
// rows are cut off it.
func (b *blocker) isBlock(m making) bool {
	if m.v == nil {
		return false
	}
	return b.addressed(m.v) || !m.empty && len(b.Pkg.Writes(m.v)) > 0 && b.Pkg.Every(m.v, b.cutOff)
}

// cutOff reports whether the use of a slice at cur cuts a part off it, or sets it to the rest.
func (b *blocker) cutOff(cur inspector.Cursor) bool {
	kind := source.Parens(cur).ParentEdgeKind()
	return kind == edge.SliceExpr_X || kind == edge.AssignStmt_Lhs
}

// evaluates returns the statement that evaluates the expression at cur whenever it
// runs, as a value or as part of a literal.
func (b *blocker) evaluates(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := cur; ; c = c.Parent() {
		switch c.ParentEdgeKind() {
		case edge.ParenExpr_X, edge.CompositeLit_Elts, edge.KeyValueExpr_Value, edge.UnaryExpr_X:
			continue
		case edge.ValueSpec_Values:
			d, ok := b.DeclWith(c)
			return d.Cur, ok && len(d.Before()) == 0 // otherwise the size may mention a variable declared before
		case edge.AssignStmt_Rhs, edge.ReturnStmt_Results:
			stmt := c.Parent()
			_, _, ok := source.StmtList(stmt)
			return stmt, ok
		}
		return inspector.Cursor{}, false
	}
}

// defined returns v of v := make(…).
func (b *blocker) defined(cur inspector.Cursor, m making) *types.Var {
	if v, _, ok := b.Pkg.Holder(cur); ok && m.stmt.Pos() <= v.Pos() && v.Pos() < m.stmt.End() {
		return v
	}
	return nil
}

// onStack reports whether the slice is on the stack, as far as its uses tell: its size is
// constant and at most 64 KiB, and no statement stores, appends or returns it.
func (b *blocker) onStack(m making) bool {
	n, isConst := source.IntConst(b.Info, m.size)
	return isConst && m.v != nil && n*m.elem <= 1<<16 && !b.stored(m.v)
}

// together reports whether m can share a block with the makings of a group, which come before it: it has
// their type and runs whenever the first one does, its size is known in front of the first one, and
// their sizes, the sum of which is its place in the block, are still known at m.
func (b *blocker) together(group []making, m making) bool {
	first, last := group[0], group[len(group)-1]
	if !types.Identical(b.Info.TypeOf(first.call), b.Info.TypeOf(m.call)) || b.leaves(first.stmt.Pos(), m.stmt) {
		return false
	}
	for _, before := range group {
		if !effect.StableBetween(b.Pkg, before.size, first.stmt.Pos(), m.call.End()) || !b.Visible(before.size, m.call.Pos()) {
			return false
		}
	}
	return last.stmt.Pos() <= m.stmt.Pos() && effect.StableBetween(b.Pkg, m.size, first.stmt.Pos(), m.call.End()) && b.Visible(m.size, first.stmt.Pos())
}

// leaves reports whether a statement between from and to might leave the list, so that the memory
// of a slice that to makes would be taken for nothing.
func (b *blocker) leaves(from token.Pos, to ast.Stmt) bool {
	cur, _ := b.Cursor.FindNode(to)
	list, end, _ := source.StmtList(cur)
	return slices.ContainsFunc(list[:end], func(s ast.Stmt) bool { return s.Pos() >= from && mayLeave(s) })
}

func mayLeave(s ast.Stmt) bool {
	return source.Has[*ast.ReturnStmt](s) || source.Has[*ast.BranchStmt](s)
}

// combine offers one block for the group.
func (b *blocker) combine(list ast.Node, group []making) {
	if len(group) < 2 {
		return
	}
	first := group[0]
	cur, ok := b.Cursor.FindNode(first.stmt)
	if !ok || b.Jumps(cur.Node().Pos()) || !effect.StableBetween(b.Pkg, first.size, first.stmt.Pos(), first.call.End()) {
		return
	}
	same := b.same(group)
	for _, m := range group {
		if !size.NotNegative(b.Pkg, m.size) && !(same && b.panicsAlike(group)) {
			return
		}
	}
	class := rule.Review(rule.Retention.Caveat("one of the slices in use keeps the memory of all of them"))
	if b.stay(group) {
		class = rule.Safe
	}
	if !same && b.wraps(group) {
		class = class.And(rule.Review(rule.LatePanic.Caveat("a size that is too large for an int of 32 bits panics before the statements in front of it run")))
	}
	b.Report(rule.Finding{
		At:      first.call,
		Message: strconv.Itoa(len(group)) + " slices of one type are made in allocations of their own",
		Title:   "Cut the slices out of one block",
		Class:   class,
		Edits:   b.cuts(group, same),
	})
}

// panicsAlike reports whether a size that is negative, or too large, makes the block panic
// where it made the first slice of two panic: twice the size is negative or too large as
// well, and nothing is evaluated before the first slice that could panic or have a side effect.
func (b *blocker) panicsAlike(group []making) bool {
	cur, ok := b.Cursor.FindNode(group[0].call)
	return ok && len(group) == 2 && b.beginsWith(cur)
}

// wraps reports whether the size of a later slice is a sum or product, which may overflow, and
// a statement between the first slice and that one has a side effect: the block panics before the
// statement, the slice behind it.
func (b *blocker) wraps(group []making) bool {
	cur, _ := b.Cursor.FindNode(group[0].stmt)
	list, start, _ := source.StmtList(cur)
	return slices.ContainsFunc(group[1:], func(m making) bool {
		does := effect.Of(b.Pkg, list[start:slices.Index(list, m.stmt)]...)
		return !b.length(m.size) && (!does.Quiet() || does.Prints)
	})
}

// length reports whether e is a constant or the length of something.
func (b *blocker) length(e ast.Expr) bool {
	if value, ok := b.Pkg.Only(e); ok {
		return b.length(value)
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return b.Info.Types[e].Value != nil || ok && source.IsBuiltin(b.Info, call, "len", "cap")
}

// beginsWith reports whether nothing that its statement evaluates before the expression
// at cur can panic or have an effect.
func (b *blocker) beginsWith(cur inspector.Cursor) bool {
	for c := cur; ; c = c.Parent() {
		kind, i := c.ParentEdge()
		var before []ast.Expr
		switch parent := c.Parent().Node().(type) {
		case *ast.CompositeLit:
			if source.IsA[*types.Map](source.Core(b.Info.TypeOf(parent))) {
				return false // a key may panic, as it cannot be hashed
			}
			before = parent.Elts[:i]
		case *ast.ReturnStmt:
			before = parent.Results[:i]
		case *ast.AssignStmt:
			before = append(parent.Lhs[:len(parent.Lhs):len(parent.Lhs)], parent.Rhs[:i]...)
		}
		for _, e := range before {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				e = pair.Value // the key is a field or an index
			}
			if !effect.Total(b.Info, e) {
				return false
			}
		}
		if kind == edge.ReturnStmt_Results || kind == edge.AssignStmt_Rhs || kind == edge.ValueSpec_Values {
			return true
		}
	}
}

// same reports whether the sizes of all slices are the same expression.
func (b *blocker) same(group []making) bool {
	for _, m := range group {
		if b.Text(m.size) != b.Text(group[0].size) {
			return false
		}
	}
	return true
}

// stay reports whether no slice of the group, nor a part of one, outlives the function.
func (b *blocker) stay(group []making) bool {
	vars := make(map[types.Object]bool)
	for _, m := range group {
		if m.v == nil {
			return false
		}
		vars[m.v] = true
	}
	for _, m := range group {
		k := &retain.Checker{Pkg: b.Pkg, Var: m.v, Kind: retain.FullSlice, Fixed: b.Info.Types[m.size].Value != nil}
		if m.empty {
			k.Kind = retain.EmptySlice
		}
		stays := b.Pkg.Every(m.v, func(use inspector.Cursor) bool { return b.swapped(use, vars) || k.Lets(use) })
		if !stays || k.Doubted || k.Copied {
			return false
		}
	}
	return true
}

// swapped reports whether the variable at cur is swapped with others of vars.
func (b *blocker) swapped(cur inspector.Cursor, vars map[types.Object]bool) bool {
	s, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || s.Tok != token.ASSIGN {
		return false
	}
	for _, e := range append(append([]ast.Expr(nil), s.Lhs...), s.Rhs...) {
		id, ok := e.(*ast.Ident)
		if !ok || !vars[b.Info.Uses[id]] {
			return false
		}
	}
	return true
}

// cuts returns the edits that replace each make by a part of the block, whose capacity ends where
// the next part begins.
//
//	                             a := make([]T, n)    b := make([]T, 0, m)
//	---------------------------------------------------------------------
//	block := make([]T, n+m)
//	                             a := block[:n:n]     b := block[n:n]
func (b *blocker) cuts(group []making, same bool) []source.TextEdit {
	first := group[0]
	fresh := func(base string) string { return b.Fresh(first.stmt.Pos(), base) }
	block := fresh("block")
	var lines []string
	texts := make([]string, len(group))
	for i, m := range group {
		texts[i] = b.Text(m.size)
		if strings.ContainsAny(texts[i], "+* ") && !same {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	if same && !brief(first.size) {
		size := fresh("size")
		lines = append(lines, size+" := "+texts[0])
		for i := range texts {
			texts[i] = size
		}
	}
	// upTo is the sum of the first i sizes.
	upTo := func(i int) string {
		switch {
		case !same:
			return strings.Join(texts[:i], "+")
		case i == 1:
			return texts[0]
		}
		return strconv.Itoa(i) + "*" + texts[0]
	}
	length := ""
	if first.empty && !size.NotNegative(b.Pkg, first.size) {
		length = "0, " // a negative size panics with the same words, about the capacity
	}
	lines = append(lines, block+" := make("+b.Text(first.call.Args[0])+", "+length+upTo(len(group))+")")
	edits := []source.TextEdit{b.Before(first.stmt, lines...)}
	for i, m := range group {
		from, to := "", upTo(i+1)
		if i > 0 {
			from = upTo(i)
		}
		end := i == len(group)-1 && length == "" // the part ends at the length of the block
		edits = append(edits, source.ReplaceNode(m.call, block+part(from, to, m.empty, end)))
	}
	return edits
}

// part returns the slice expression of one slice: [from:to:to], or [from:from:to] if it begins
// empty. from is "" for the first slice; the last one needs no capacity, as it ends where the block does.
func part(from, to string, empty, last bool) string {
	end := to
	if empty {
		end = from
		if from == "" {
			end = "0"
		}
	}
	switch {
	case last && !empty:
		return "[" + from + ":]"
	case last:
		return "[" + from + ":" + end + "]"
	}
	return "[" + from + ":" + end + ":" + to + "]"
}

// brief reports whether e, a name or a literal, may be written several times.
func brief(e ast.Expr) bool {
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	}
	return false
}
