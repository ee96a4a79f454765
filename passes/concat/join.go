package concat

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// keepsRoom is the caveat of a builder that may reserve more than it needs.
var keepsRoom = rule.Retention.Caveat("who keeps the text keeps room for the longest that it may be")

// A list is a slice of strings that is filled only to be joined.
type list struct {
	source.Decl
	begin  []ast.Expr // the initial elements
	length ast.Expr   // n of make([]string, n); each element must be set
	adds   []addition
	joins  []*ast.CallExpr
	empty  []*ast.BinaryExpr // comparisons of len(list) with 0
	sep    string            // source of the separator; "" if it is the empty string
	sepLen size.Part
	name   string // name of the builder
}

// An addition is one statement that adds to a list: an append, or list[i] = x in a loop.
type addition struct {
	stmt  *ast.AssignStmt
	elems []ast.Expr
	index *ast.Ident
	loop  bool // it is in a loop that begins after the declaration
}

// joined writes the pieces of a text to a strings.Builder instead of a list.
//
//	var list []string             list = append(list, k+"="+v)    strings.Join(list, ",")
//	--------------------------    ----------------------------    -----------------------
//	var joined strings.Builder    if joined.Len() > 0 {           joined.String()
//	joined.Grow(n)                        joined.WriteByte(',')
//	                              }
//	                              joined.WriteString(k)
//	                              joined.WriteByte('=')
//	                              joined.WriteString(v)
func (c *concatenator) joined(d source.Decl) {
	l := list{Decl: d}
	if !c.starts(&l) || !c.Pkg.Every(d.Var, func(use inspector.Cursor) bool { return c.takes(&l, use) }) || len(l.joins) == 0 || len(l.adds) == 0 {
		return
	}
	if c.Pkg.Captured(d.Var) || c.Jumps(d.Stmt.Pos()) || d.HasComment() || !c.separated(&l) || l.length != nil && !c.setsAll(l) {
		return
	}
	if len(l.empty) > 0 && !c.filled(l) {
		c.Refuse(l.joins[0], "the number of pieces is asked for, and they may be empty")
		return
	}
	for _, a := range l.adds {
		if c.HasComment(a.stmt.Pos(), a.stmt.End()) || !effect.Ordered(c.Pkg, c.operandsOf(a.elems)...) {
			c.Refuse(l.joins[0], "a comment, or the order of evaluation, would be lost")
			return
		}
	}
	if !c.pays(l) {
		c.Refuse(l.joins[0], "a list of one or two pieces makes no object")
		return
	}
	l.name = c.Fresh(d.Stmt.Pos(), "joined")
	c.join(l)
}

// pays reports whether the list or its pieces allocate, as far as can be seen: two strings fit on the stack, constants
// do not allocate, and a single piece is the result of Join itself.
func (c *concatenator) pays(l list) bool {
	n := len(l.begin)
	for _, a := range l.adds {
		if a.loop {
			return true
		}
		for _, e := range a.elems {
			if c.Info.Types[e].Value == nil {
				n++
			}
		}
	}
	return n > 2
}

// starts recognises the initial value of a list: nil, empty, with elements, or with a length.
func (c *concatenator) starts(l *list) bool {
	if t, ok := types.Unalias(l.Var.Type()).(*types.Slice); !ok || !source.IsString(t.Elem()) || len(l.Rest) == 0 {
		return false
	}
	switch v := ast.Unparen(l.Value).(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		l.begin = v.Elts
		return !slices.ContainsFunc(v.Elts, func(e ast.Expr) bool {
			_, keyed := e.(*ast.KeyValueExpr)
			return keyed || !effect.Total(c.Info, e)
		})
	case *ast.CallExpr:
		if !source.IsBuiltin(c.Info, v, "make") || slices.ContainsFunc(v.Args[1:], func(e ast.Expr) bool { return !source.NotNegative(c.Info, e) || !effect.Total(c.Info, e) }) {
			return false
		}
		if n, ok := source.IntConst(c.Info, v.Args[1]); !ok || n != 0 {
			l.length = v.Args[1]
		}
		return l.length == nil || len(v.Args) == 2
	}
	return false
}

// takes notes the use of the list at cur. It returns false if the use is of no kind that can be rewritten.
func (c *concatenator) takes(l *list, cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Lhs:
		s := cur.Parent().Node().(*ast.AssignStmt)
		v, call, ok := c.Pkg.Appended(s)
		_, _, inList := source.StmtList(cur.Parent())
		if !ok || v != l.Var || !inList || call.Ellipsis.IsValid() || len(call.Args) < 2 || c.Pkg.Mentions(s, v) != 2 || l.length != nil {
			return false
		}
		l.adds = append(l.adds, addition{s, call.Args[1:], nil, source.LoopSince(cur, l.Stmt.Pos())})
		return true
	case edge.IndexExpr_X:
		index := cur.Parent()
		s, ok := index.Parent().Node().(*ast.AssignStmt)
		i, isName := index.Node().(*ast.IndexExpr).Index.(*ast.Ident)
		if !ok || !isName || index.ParentEdgeKind() != edge.AssignStmt_Lhs || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || c.Pkg.Mentions(s, l.Var) != 1 || l.length == nil {
			return false
		}
		l.adds = append(l.adds, addition{s, s.Rhs, i, true})
		return true
	}
	call := source.ArgumentOf(cur)
	switch {
	case call == nil:
		return false
	case source.IsBuiltin(c.Info, call, "append"):
		_, _, ok := c.Pkg.Appended(source.Parens(cur.Parent()).Parent().Node())
		return ok
	case source.IsBuiltin(c.Info, call, "len"):
		cmp, ok := source.Parens(cur.Parent()).Parent().Node().(*ast.BinaryExpr)
		if !ok || c.HasComment(cmp.Pos(), cmp.End()) {
			return false
		}
		zero, isConst := source.IntConst(c.Info, cmp.Y)
		l.empty = append(l.empty, cmp)
		return isConst && zero == 0 && l.length == nil && slices.Contains([]token.Token{token.EQL, token.NEQ, token.GTR}, cmp.Op)
	}
	join, ok := source.CallTo(c.Info, call, "strings", "Join")
	if ok {
		l.joins = append(l.joins, join)
	}
	return ok && c.Pkg.Is(join.Args[0], l.Var) && !c.HasComment(join.Pos(), join.End())
}

// separated notes the separator. It must be the same wherever the list is joined, and unchanged since the list's
// declaration.
func (c *concatenator) separated(l *list) bool {
	e := l.joins[0].Args[1]
	text, isConst := source.StringConst(c.Info, e)
	for _, j := range l.joins {
		if c.Text(j.Args[1]) != c.Text(e) || !isConst && !effect.StableBetween(c.Pkg, j.Args[1], l.Stmt.Pos(), j.End()) {
			return c.Refuse(l.joins[0], "the separator may be another one")
		}
	}
	for _, a := range l.adds {
		if !c.Visible(e, a.stmt.Pos()) || !c.Visible(e, l.Stmt.Pos()) {
			return c.Refuse(l.joins[0], "the separator means something else where pieces are added")
		}
	}
	if l.sepLen = size.Bytes(c.Info, e); !isConst || text != "" {
		l.sep = c.Text(e)
	}
	return true
}

// setsAll reports whether each element of a list with a length is set once, in order: by a loop without branches that
// ranges over the slice or array whose length it is.
func (c *concatenator) setsAll(l list) bool {
	no := func() bool {
		return c.Refuse(l.joins[0], "elements of the list may be left out, or be set in another order")
	}
	call, ok := ast.Unparen(l.length).(*ast.CallExpr)
	if len(l.adds) != 1 || !ok || !source.IsBuiltin(c.Info, call, "len") {
		return no()
	}
	a := l.adds[0]
	cur, _ := c.Cursor.FindNode(a.stmt)
	around, isStmt := cur.Parent().Parent().Node().(ast.Stmt)
	loop, ok := c.Pkg.AsRange(around)
	if !ok || !isStmt || !slices.ContainsFunc(l.Rest, func(s ast.Stmt) bool { return source.Unlabeled(s) == around }) || loop.Tok != token.DEFINE || c.Text(loop.X) != c.Text(call.Args[0]) {
		return no()
	}
	key, ok := loop.Key.(*ast.Ident)
	if !ok || c.Info.Uses[a.index] == nil || c.Info.Uses[a.index] != c.Info.Defs[key] || source.Has[*ast.BranchStmt](loop.Body) {
		return no()
	}
	switch source.Core(c.Info.TypeOf(loop.X)).(type) {
	case *types.Slice, *types.Array:
	default:
		return no() // the keys of a string leave out indexes
	}
	i := c.Info.Defs[key].(*types.Var)
	if c.Pkg.Captured(i) || c.Pkg.WrittenIn(i, loop.Body.Pos(), loop.End()) || !effect.StableBetween(c.Pkg, call, l.Stmt.Pos(), loop.Body.Pos()) {
		return no()
	}
	return !slices.ContainsFunc(l.joins, func(j *ast.CallExpr) bool { return j.Pos() < loop.End() }) || no()
}

// operandsOf returns the operands of all elements.
func (c *concatenator) operandsOf(elems []ast.Expr) (all []ast.Expr) {
	for _, e := range elems {
		all = append(all, source.Operands(c.Info, e)...)
	}
	return all
}

// filled reports whether no piece can be empty.
func (c *concatenator) filled(l list) bool {
	full := func(e ast.Expr) bool {
		return slices.ContainsFunc(source.Operands(c.Info, e), func(e ast.Expr) bool {
			text, isConst := source.StringConst(c.Info, e)
			_, isNumber := source.CallTo(c.Info, e, "strconv", "Itoa", "FormatInt", "FormatUint", "Quote", "FormatBool")
			return isConst && text != "" || isNumber
		})
	}
	for _, a := range l.adds {
		if !slices.ContainsFunc(a.elems, full) || slices.ContainsFunc(a.elems, func(e ast.Expr) bool { return !full(e) }) {
			return false
		}
	}
	return len(l.begin) == 0 || full(l.begin[0])
}

// join reports the finding with its edits.
func (c *concatenator) join(l list) {
	var class rule.Class
	qualifier, edits, ok := c.Import("strings", "Builder", l.Stmt.Pos())
	if !ok || !c.Universe(l.Stmt.Pos(), "len") {
		return
	}
	lines := []string{"var " + l.name + " " + qualifier + "Builder"}
	w := &joiner{concatenator: c, l: l}
	if l.sep != "" && l.length == nil && len(l.begin) == 0 && !slices.Contains(l.Rest, ast.Stmt(l.adds[0].stmt)) && !c.filled(l) {
		w.sep = c.Fresh(l.Stmt.Pos(), "sep")
		lines = append(lines, w.sep+` := ""`)
	}
	grow, sized := c.joinedRoom(l)
	switch {
	case sized && grow.at == l.Rest[0]:
		lines = append(lines, grow.lines...)
	case sized && len(l.begin) == 0:
		edits = append(edits, c.Before(grow.at, grow.lines...))
	case !c.allMade(l):
		c.Refuse(l.joins[0], "how long the pieces are is not known before")
		return
	}
	if sized {
		class, edits = grow.class, append(edits, grow.edits...)
	}
	for i, e := range l.begin {
		lines = append(lines, w.between(i > 0)...)
		lines = append(lines, w.piece(w.l.name, e, false)...)
	}
	edits = append(edits, l.Instead(lines...)...)
	for i, a := range l.adds {
		edits = append(edits, w.add(a, i == 0))
	}
	var g growth
	for _, a := range l.adds {
		g.stmts = append(g.stmts, a.stmt)
	}
	for _, j := range l.joins {
		read, _ := c.Cursor.FindNode(j)
		g.reads = append(g.reads, read)
		if sized && c.leaves(read) && g.early(read, l.Stmt.Pos()) {
			class = class.And(rule.Review(keepsRoom))
		}
		edits = append(edits, source.ReplaceNode(j, l.name+".String()"))
	}
	for _, cmp := range l.empty {
		edits = append(edits, source.ReplaceNode(cmp.X, l.name+".Len()"))
	}
	c.Report(rule.Finding{
		At:      l.joins[0],
		Message: "pieces are gathered in " + l.Var.Name() + " only to be joined",
		Title:   "Write the pieces to a strings.Builder",
		Class:   class.And(c.class(l.Decl, g, l.name)),
		Edits:   edits,
	})
}

// allMade reports whether each piece is an object made for the list, which is not needed then.
func (c *concatenator) allMade(l list) bool {
	return !slices.ContainsFunc(l.adds, func(a addition) bool {
		return !a.loop || slices.ContainsFunc(a.elems, func(e ast.Expr) bool {
			_, isText := source.CallTo(c.Info, e, "fmt", "Sprintf")
			return !isText && len(source.Operands(c.Info, e)) < 2
		})
	})
}

// A room is the code that reserves the length of the joined text.
type room struct {
	reserve
	class rule.Class
}

// joinedRoom returns the code that reserves the length; ok is false if the length cannot be computed.
func (c *concatenator) joinedRoom(l list) (room, bool) {
	leaf := func(s ast.Stmt) (part size.Part, ok bool) {
		for _, a := range l.adds {
			if a.stmt != s {
				continue
			}
			for _, e := range c.operandsOf(a.elems) {
				p := size.Bytes(c.Info, e)
				part.K, part.Of = part.K+p.K, append(part.Of, p.Of...)
			}
			part.K += l.sepLen.K * int64(len(a.elems))
			for range a.elems {
				part.Of = append(part.Of, l.sepLen.Of...)
			}
			return part, true
		}
		return size.Part{}, false
	}
	stmts := c.inRow(l.Rest, l.Var)
	for ; len(stmts) > 0; stmts = stmts[:len(stmts)-1] {
		count, ok := size.Of(c.File, nil, stmts, stmts[0].Pos(), leaf)
		if !ok || len(count.Trusted) > 0 || len(count.Leaves) < len(l.adds) || count.Loose && (count.Density > maxGrowth || count.Wide != "") {
			continue
		}
		for i, e := range l.begin {
			part := size.Bytes(c.Info, e)
			count = count.Plus(part.K + l.sepLen.K*int64(min(i, 1)))
			for _, of := range part.Of {
				count = count.PlusLen(c.Text(of))
			}
		}
		var class rule.Class
		if count.Loose || slices.ContainsFunc(l.adds, func(a addition) bool {
			cur, _ := c.Cursor.FindNode(a.stmt)
			return c.bounded(c.operandsOf(a.elems)) || c.mayOmit(cur, l.Stmt.Pos())
		}) {
			class = rule.Review(keepsRoom)
		}
		lines, n, renamed := c.linesOf(count, stmts[0])
		return room{reserve{lines: append(lines, l.name+".Grow("+n+")"), at: stmts[0], edits: renamed}, class}, true
	}
	return room{}, false
}

// A joiner writes the statements that replace those of a list.
type joiner struct {
	*concatenator
	l   list
	sep string // the variable that holds the separator, empty before the first piece; "" if there is none
}

// add returns the edit of one addition; first says that it is the first of the list.
func (w *joiner) add(a addition, first bool) source.TextEdit {
	var lines []string
	known := len(w.l.begin) > 0 || !first && slices.Contains(w.l.Rest, ast.Stmt(w.l.adds[0].stmt)) // a piece is certain to precede
	for i, e := range a.elems {
		switch {
		case w.l.sep == "":
		case i > 0 || known:
			lines = append(lines, w.between(true)...)
		case first && slices.Contains(w.l.Rest, ast.Stmt(a.stmt)):
		case a.index != nil:
			lines = append(lines, w.only(a.index.Name+" > 0")...)
		case w.sep != "":
			lines = append(lines, w.l.name+".WriteString("+w.sep+")")
		default:
			lines = append(lines, w.only(w.l.name+".Len() > 0")...)
		}
		lines = append(lines, w.piece(w.l.name, e, a.loop)...)
	}
	if w.sep != "" {
		lines = append(lines, w.sep+" = "+w.l.sep)
	}
	return source.ReplaceNode(a.stmt, strings.Join(lines, "\n"+w.Indent(a.stmt.Pos())))
}

// between returns the statement that writes the separator; none if there is no separator or no piece before it.
func (w *joiner) between(before bool) []string {
	if w.l.sep == "" || !before {
		return nil
	}
	return []string{w.writing(w.l.name, stackRoom, w.l.joins[0].Args[1])}
}

// only returns lines that write the separator if cond holds.
func (w *joiner) only(cond string) []string {
	return []string{"if " + cond + " {", "\t" + w.between(true)[0], "}"}
}
