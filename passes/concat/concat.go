// Package concat defines an analyzer that builds strings in one piece.
//
// Invariant: the bytes of the string, and the order in which operands are
// evaluated, stay; at every place where the string was read it reads the same.
//
// Model: a string that only grows at its end is a strings.Builder; a string that
// grows in consecutive statements is one expression.
//
// What it blurs: how often the string is read while it grows. strings.Builder
// hands out its bytes without copying, so that reading costs nothing.
//
// # Analyzer concat
//
// concat: build strings with one allocation
//
// Each s += x copies all of s to a new string. In a loop a strings.Builder of the
// right size makes one allocation of it:
//
//	s := ""                              var s strings.Builder
//	                                     length := len(parts)
//	                                     for _, p := range parts {
//	                                             length += len(p)
//	                                     }
//	                                     s.Grow(length)
//	for _, p := range parts {      =>    for _, p := range parts {
//		s += p + ","                         s.WriteString(p)
//	                                             s.WriteByte(',')
//	}                                    }
//	return s                             return s.String()
//
// In consecutive statements one expression does, because a + b + c is one
// allocation however many operands it has; and an operand that is written to a
// builder need not be made first:
//
//	s := a                               return a + b + c
//	s += b                         =>
//	s += c
//	return s
//
//	s := a                               s := a + b + c
//	s += b                         =>
//	s += c
//	if ok {                              if ok {
//		s += d                               s += d + e
//		s += e                         }
//	}
//
//	for len(s) < n {               =>    s = strings.Repeat("0", max(n, len(s))-len(s)) + s
//		s = "0" + s
//	}
//
//	b.WriteString(x + y)           =>    b.WriteString(x); b.WriteString(y)
//	_, err = w.WriteString(x + y)  =>    w.WriteString(x); _, err = w.WriteString(y)
//
// Pieces that are gathered in a slice for strings.Join are written where they are found:
//
//	var list []string                    var joined strings.Builder
//	for k, v := range m {                for k, v := range m {
//		list = append(list, k+"="+v)         if joined.Len() > 0 {
//	}                                                    joined.WriteByte(',')
//	                               =>            }
//	                                             joined.WriteString(k)
//	                                             joined.WriteByte('=')
//	                                             joined.WriteString(v)
//	                                     }
//	return strings.Join(list, ",")       return joined.String()
//
// Conditions of the safe class:
//   - the variable is a local string, not a named result, not captured by a
//     function literal, its address is not taken, and it is declared by a statement
//     of its own;
//   - it is changed only by s += x and s = s + x; everything else reads it;
//   - in a loop: at least one such statement is inside a loop that begins after the
//     declaration;
//   - in consecutive statements: no comment is lost and no operand reads s, and no loop that begins behind its
//     declaration is around those that it only grows by;
//   - where an operand is a call or a receive, it cannot change the others: they are
//     constants, calls, or local variables that only their name reaches;
//   - a builder, buffer or bufio.Writer whose operand is split is a variable or field that the operands
//     do not read, nor another one that it may be; they cannot panic and contain no calls, unless nobody but the
//     function itself can see what was written.
//
// For a slice that is joined:
//   - it is a local variable that no function literal captures, begins empty or with elements
//     that may be evaluated twice, and is only appended to, element by element, and joined; or
//     it is made in the length of what a loop ranges over, which sets each of its elements;
//   - the separator is the same wherever it is joined, and from its declaration on;
//   - the length can be computed, or each piece is a sum, or made by fmt.Sprintf;
//   - its length is compared with 0 only if no piece can be empty.
//
// What is made by fmt.Sprintf for such a string is written by fmt.Fprintf.
//
// Review, if the string, or what is joined, is read by something that may keep it, and may grow then: "a text that is
// kept while s grows keeps the memory of all of it". And if numbers among the pieces, or a
// branch, leave it open how long a joined text is: "who keeps the text keeps room for the
// longest that it may be"; no room is reserved for such a string. And if an operand that is written may panic, or is a call of the
// standard library that only looks: "where an operand panics, those before it have been written"; to a
// bufio.Writer: "the writer below sees other chunks of a text that is longer than the buffer, in Write
// instead of WriteString", and where one of them is made of bytes, "the bytes must not be those of w.AvailableBuffer, which
// it writes over". Where the statement asks for the error of a bufio.Writer: "an error of the writer below may come from a later
// write, or from Flush".
package concat

import (
	_ "embed"
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

//go:embed concat.go
var docText string

// Rule is the concat rewrite.
var Rule = rule.New("concat", docText, run, "concat", "concat-loop")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil), (*ast.ExprStmt)(nil)) {
		c := &concatenator{r}
		for d := range c.Decls(cur) {
			if source.IsString(d.Var.Type()) && !c.Pkg.Captured(d.Var) && !c.builder(d) {
				c.straight(d)
			}
			c.joined(d)
		}
		c.operands(cur)
		c.further(cur)
	}
	for r, cur := range pass.Nodes((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		(&concatenator{r}).repeated(cur)
	}
}

type concatenator struct{ *rule.Run }

// A growth lists the uses of a string that grows in a loop.
type growth struct {
	stmts []*ast.AssignStmt // the statements s += x
	reads []inspector.Cursor
}

// collect sorts the uses of the variable into growing statements and reads. ok is false if there is a use of another
// kind, or if none is in a loop.
func (c *concatenator) collect(d source.Decl) (g growth, ok bool) {
	inLoop, otherwise := false, false
	for _, use := range c.Pkg.Uses(d.Var) {
		use = source.Parens(use)
		if use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			assign := use.Parent().Node().(*ast.AssignStmt)
			_, grows := c.Pkg.Grows(assign, d.Var)
			if _, _, inList := source.StmtList(use.Parent()); !grows || !inList {
				otherwise = true
				continue
			}
			g.stmts = append(g.stmts, assign)
			inLoop = inLoop || source.LoopSince(c.outside(use.Parent()), d.Stmt.Pos())
			continue
		}
		if c.Pkg.OwnOperand(use, d.Var) {
			continue // the s of s = s + x
		}
		g.reads = append(g.reads, use)
	}
	if inLoop && otherwise {
		return growth{}, c.Refuse(g.stmts[0], d.Var.Name()+" is not only appended to, or there is no room for statements")
	}
	return g, inLoop && len(g.reads) > 0
}

// builder turns the string into a strings.Builder.
func (c *concatenator) builder(d source.Decl) bool {
	g, ok := c.collect(d)
	if !ok || c.Jumps(d.Stmt.Pos()) || d.HasComment() {
		return false
	}
	for _, s := range g.stmts {
		operands, _ := c.Pkg.Grows(s, d.Var)
		whole := s.Tok == token.ADD_ASSIGN // what is added is one expression
		if c.HasComment(s.Pos(), s.End()) || c.Pkg.ReadsInside(s, d.Var) || !whole && !effect.Ordered(c.Pkg, operands...) {
			return false
		}
	}
	grow, sized := c.grow(d, g)
	strings, edits, ok := c.Import("strings", "Builder", d.Stmt.Pos())
	if !ok {
		return false
	}
	if sized && grow.at == d.Rest[0] {
		edits = append(edits, c.declare(d, grow.head, strings, grow.lines)...) // Grow comes before the first write
	} else {
		edits = append(edits, c.declare(d, c.unsized(d), strings, nil)...)
		if sized {
			edits = append(edits, c.Before(grow.at, grow.lines...))
		}
	}
	edits = append(edits, grow.edits...)
	for _, s := range g.stmts {
		edits = append(edits, c.write(s, d.Var))
	}
	for _, read := range g.reads {
		if ret, rest, ok := c.returned(read, d.Var); ok {
			edits = append(edits, c.finish(ret, rest, d.Var))
		} else {
			edits = append(edits, c.read(read, d.Var))
		}
	}
	c.Report(rule.Finding{
		At:      g.stmts[0],
		Message: "each += copies " + d.Var.Name() + " to a new string",
		Title:   "Build " + d.Var.Name() + " in a strings.Builder",
		Class:   c.class(d, g, d.Var.Name()),
		Edits:   edits,
		Form:    "text that grows in a loop",
	})
	return true
}

// class returns the class of the fix. If the string is read while it grows and retained, it refers to the memory that is
// reserved for the final string.
func (c *concatenator) class(d source.Decl, g growth, name string) rule.Class {
	for _, read := range g.reads {
		if g.early(read, d.Stmt.Pos()) && !c.leaves(read) && !retain.LooksAt(c.Pkg, read, d.Var) {
			return rule.Review(rule.Retention.Caveat("a text that is kept while " + name + " grows keeps the memory of all of it"))
		}
	}
	return rule.Safe
}

// early reports whether the string may grow behind the read: a statement that grows it follows, or a loop that begins
// behind pos has both.
func (g growth) early(read inspector.Cursor, pos token.Pos) bool {
	return slices.ContainsFunc(g.stmts, func(s *ast.AssignStmt) bool {
		for loop := range read.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
			if loop.Node().Pos() > pos && source.Contains(loop.Node(), s) {
				return true
			}
		}
		return s.Pos() > read.Node().Pos()
	})
}

// leaves reports whether the read is a part of a return statement.
func (c *concatenator) leaves(read inspector.Cursor) bool {
	for range read.Enclosing((*ast.ReturnStmt)(nil)) {
		return true
	}
	return false
}

// tight reports whether a text of the string is kept, and fills whether each that is has all that its statements may
// add: none is left out, but for separators, and none adds a number, whose length is only a bound.
func (c *concatenator) tight(d source.Decl, g growth) (tight, fills bool) {
	fills = !slices.ContainsFunc(g.stmts, func(s *ast.AssignStmt) bool {
		operands, _ := c.Pkg.Grows(s, d.Var)
		cur, _ := c.Cursor.FindNode(s)
		if c.separates(cur, d.Var) {
			cur = cur.Parent().Parent()
		}
		return c.bounded(operands) || c.mayOmit(cur, d.Stmt.Pos())
	})
	for _, read := range g.reads {
		if !retain.LooksAt(c.Pkg, read, d.Var) {
			tight, fills = true, fills && !(c.leaves(read) && g.early(read, d.Stmt.Pos()))
		}
	}
	return tight, fills
}

// separates reports whether the statement at cur adds a short constant text where the string has one already, or in all
// iterations but the first one.
//
//	if s != "" {     if i > 0 {
//		s += ", "        s += ", "
//	}                }
func (c *concatenator) separates(cur inspector.Cursor, v *types.Var) bool {
	operands, grows := c.Pkg.Grows(cur.Node().(ast.Stmt), v)
	branch, ok := cur.Parent().Parent().Node().(*ast.IfStmt)
	if !grows || !ok || branch.Else != nil || slices.ContainsFunc(operands, func(e ast.Expr) bool { return c.Info.Types[e].Value == nil || size.Bytes(c.Info, e).K > maxGrowth }) {
		return false
	}
	cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ && cond.Op != token.GTR || c.Info.Types[cond.Y].Value == nil {
		return false
	}
	zero, isNumber := source.IntConst(c.Info, cond.Y)
	return zero == 0 && (c.Pkg.Mentions(cond.X, v) > 0 || isNumber && c.Pkg.Counts(cur.Parent().Parent().Parent().Parent().Node(), cond.X))
}

// bounded reports whether the length of an operand, not a string, is only a bound.
func (c *concatenator) bounded(operands []ast.Expr) bool {
	return slices.ContainsFunc(operands, func(e ast.Expr) bool {
		_, isConst := source.StringConst(c.Info, e)
		return !isConst && size.Bytes(c.Info, e).K > 0
	})
}

// mayOmit reports whether a branch may skip the statement at cur, of which pos is in front.
func (c *concatenator) mayOmit(cur inspector.Cursor, pos token.Pos) bool {
	for outer := range cur.Parent().Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil), (*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
		if outer.Node().Pos() < pos {
			return false
		}
		switch n := outer.Node().(type) {
		case *ast.RangeStmt, *ast.ForStmt:
			if source.Has[*ast.BranchStmt](c.Pkg.Iteration(n)) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// maxGrowth is how many bytes may be reserved for each byte that the loop ranges over, if that is only a bound.
const maxGrowth = 4

// A reserve is the code that reserves the final length: lines to be put in front of the statement at, and edits of the
// loop.
type reserve struct {
	lines []string
	at    ast.Stmt
	edits []source.TextEdit
	head  beginning // if at follows the declaration directly
}

// A beginning is the value of the string before it grows.
type beginning struct {
	name   string     // name of the variable to which it is assigned, if it must be evaluated first
	writes []ast.Expr // otherwise the operands of the value
}

// beginning takes the value apart, or gives it a name: its length is needed before it is written. calls says that the
// code that counts calls a function, which must run after the value is evaluated.
func (c *concatenator) beginning(d source.Decl, calls bool) beginning {
	switch {
	case d.Value == nil:
		return beginning{}
	case c.Info.Types[d.Value].Value == nil && (calls || !effect.Total(c.Info, d.Value)):
		return beginning{name: c.Fresh(d.Stmt.Pos(), "head")}
	}
	return beginning{writes: source.Operands(c.Info, d.Value)}
}

// unsized returns the beginning if its length is not needed: the operands of the value, or the whole value if it
// matters when they are evaluated.
func (c *concatenator) unsized(d source.Decl) beginning {
	if d.Value == nil {
		return beginning{}
	}
	if operands := source.Operands(c.Info, d.Value); effect.Ordered(c.Pkg, operands...) {
		return beginning{writes: operands}
	}
	return beginning{writes: []ast.Expr{d.Value}}
}

// finishing returns the largest number of constant bytes that a return adds.
func (c *concatenator) finishing(g growth, v *types.Var) int64 {
	var most int64
	for _, read := range g.reads {
		_, rest, ok := c.returned(read, v)
		var sum int64
		for _, e := range rest {
			sum += size.Bytes(c.Info, e).K
		}
		if ok {
			most = max(most, sum)
		}
	}
	return most
}

// grow returns the code that reserves the final length; ok is false if that length cannot be computed, or a text that is
// kept may be shorter.
func (c *concatenator) grow(d source.Decl, g growth) (reserve, bool) {
	tight, fills := c.tight(d, g)
	if tight && !fills {
		return reserve{}, false
	}
	leaf := func(s ast.Stmt) (size.Part, bool) {
		operands, ok := c.Pkg.Grows(s, d.Var)
		var part size.Part
		for _, e := range operands {
			p := size.Bytes(c.Info, e)
			part.K += p.K
			part.Of = append(part.Of, p.Of...)
		}
		return part, ok
	}
	pieces := func(s ast.Stmt) (size.Part, bool) {
		part, ok := leaf(s)
		if cur, found := c.Cursor.FindNode(s); ok && found {
			ok = !c.separates(cur, d.Var)
		}
		return part, ok
	}
	stmts := c.inRow(d.Rest, d.Var)
	for ; len(stmts) > 0; stmts = stmts[:len(stmts)-1] {
		count, ok := size.Of(c.File, nil, stmts, stmts[0].Pos(), leaf)
		if !ok || !count.Loops || len(count.Trusted) > 0 || count.Loose && (count.Density > maxGrowth || count.Wide != "") {
			continue // it might reserve far more than is needed
		}
		if exact, ok := size.Of(c.File, nil, stmts, stmts[0].Pos(), pieces); tight && (!ok || exact.Loose) || !c.Universe(stmts[0].Pos(), "len") {
			return reserve{}, false
		}
		count = count.Plus(c.finishing(g, d.Var))
		var head beginning
		if stmts[0] == d.Rest[0] { // the value is written after Grow, and so counts
			head = c.beginning(d, count.Range != nil)
			count = c.plus(count, head)
		}
		lines, n, renamed := c.linesOf(count, stmts[0])
		return reserve{append(lines, d.Var.Name()+".Grow("+n+")"), stmts[0], renamed, head}, true
	}
	return reserve{}, false
}

// inRow returns the statements from the first of a list that mentions v, as long as they do.
func (c *concatenator) inRow(list []ast.Stmt, v *types.Var) (stmts []ast.Stmt) {
	for _, s := range list {
		if c.Pkg.Mentions(s, v) > 0 {
			stmts = append(stmts, s)
		} else if len(stmts) > 0 {
			break
		}
	}
	return stmts
}

// linesOf returns [size.Count.Lines] with names of this rule's own: presize may add size and list beside it.
func (c *concatenator) linesOf(count size.Count, at ast.Stmt) (lines []string, n string, renamed []source.TextEdit) {
	own := map[string]string{"size": "length", "list": "values"}
	return count.Lines(func(base string) string { return c.Fresh(at.Pos(), own[base]) })
}

// plus returns the count with the length of the beginning added.
func (c *concatenator) plus(count size.Count, b beginning) size.Count {
	if b.name != "" {
		return count.PlusLen(b.name)
	}
	for _, e := range b.writes {
		part := size.Bytes(c.Info, e)
		count = count.Plus(part.K)
		for _, of := range part.Of {
			count = count.PlusLen(c.Text(of))
		}
	}
	return count
}

// declare returns the edits of the declaration.
//
//	s := ""                   s := x + ":"              s := f()
//	---------------------     ---------------------     ---------------------
//	var s strings.Builder     var s strings.Builder     head := f()
//	                          s.Grow(n)                 var s strings.Builder
//	                          s.WriteString(x)          s.Grow(n)
//	                          s.WriteByte(':')          s.WriteString(head)
func (c *concatenator) declare(d source.Decl, b beginning, qualifier string, grow []string) []source.TextEdit {
	lines := append([]string{"var " + d.Var.Name() + " " + qualifier + "Builder"}, grow...)
	if b.name != "" {
		lines = append([]string{b.name + " := " + c.Text(d.Value)}, lines...)
		lines = append(lines, d.Var.Name()+".WriteString("+b.name+")")
	}
	for _, e := range b.writes {
		lines = append(lines, c.piece(d.Var.Name(), e, true)...)
	}
	return d.Instead(lines...)
}

// write returns the edit of a growing statement.
//
//	s += a + ","
//	------------------
//	s.WriteString(a)
//	s.WriteByte(',')
func (c *concatenator) write(s *ast.AssignStmt, v *types.Var) source.TextEdit {
	var lines []string
	if s.Tok == token.ADD_ASSIGN {
		lines = c.piece(v.Name(), s.Rhs[0], true)
	} else {
		operands, _ := c.Pkg.Grows(s, v)
		for _, e := range operands {
			lines = append(lines, c.piece(v.Name(), e, true)...)
		}
	}
	return source.ReplaceNode(s, strings.Join(lines, "\n"+c.Indent(s.Pos())))
}

// piece returns the statements that write one piece, operand by operand if it does not matter when each is evaluated.
// In a loop it pays to move the builder to the heap, which fmt.Fprintf does.
func (c *concatenator) piece(name string, e ast.Expr, loop bool) (lines []string) {
	operands := source.Operands(c.Info, e)
	if !effect.Ordered(c.Pkg, operands...) {
		operands = []ast.Expr{e}
	}
	for _, e := range operands {
		if text, isConst := source.StringConst(c.Info, e); isConst && text == "" {
			continue
		}
		line := c.writing(name, stackRoom, e)
		if call, ok := source.CallOf(c.Info, e, "fmt", "Sprintf"); ok && loop {
			if q, _, ok := c.Qualified(call, "Fprintf"); ok {
				line = q + "Fprintf(&" + name + ", " + c.Between(call.Args[0].Pos(), call.Rparen) + ")"
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// stackRoom is an empty slice on the stack with room for a number.
const stackRoom = "make([]byte, 0, 20)"

// writing returns the statement that writes one operand to the builder. room is the slice that a number is appended
// to.
func (c *concatenator) writing(name, room string, e ast.Expr) string {
	_, isLit := ast.Unparen(e).(*ast.BasicLit) // a named constant is left alone, as the name says more
	if v, ok := source.StringConst(c.Info, e); ok && isLit && len(v) == 1 && v[0] < 0x80 {
		return name + ".WriteByte(" + strconv.QuoteRune(rune(v[0])) + ")"
	}
	if call, ok := source.CallTo(c.Info, e, "strconv", "Itoa"); ok && !source.Shifts(c.Info, call.Args[0]) && c.Universe(e.Pos(), "make", "byte", "int64") {
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
			return name + ".Write(" + c.Text(sel.X) + ".AppendInt(" + room + ", int64(" + c.Text(call.Args[0]) + "), 10))"
		}
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && source.IsConversion(c.Info, call) {
		arg := call.Args[0]
		switch t := c.Info.TypeOf(arg); {
		case source.IsBytes(t):
			return name + ".Write(" + c.Text(arg) + ")"
		case !source.IsString(c.Info.TypeOf(call)) || c.Info.Types[call].Value != nil:
		case types.Identical(t, types.Typ[types.Rune]):
			return name + ".WriteRune(" + c.Text(arg) + ")"
		case types.Identical(t, types.Typ[types.Byte]) && c.Universe(e.Pos(), "rune"):
			return name + ".WriteRune(rune(" + c.Text(arg) + "))"
		}
	}
	return name + ".WriteString(" + c.Text(ast.Unparen(e)) + ")"
}

// returned recognises return s + x, and returns the operands of x.
func (c *concatenator) returned(read inspector.Cursor, v *types.Var) (ret *ast.ReturnStmt, rest []ast.Expr, ok bool) {
	for cur := range read.Enclosing((*ast.ReturnStmt)(nil)) {
		ret := cur.Node().(*ast.ReturnStmt)
		_, _, inList := source.StmtList(cur)
		operands := source.Operands(c.Info, ret.Results[0])
		ok := inList && len(ret.Results) == 1 && len(operands) > 1 && operands[0] == read.Node() && effect.Ordered(c.Pkg, operands[1:]...) &&
			c.Pkg.Mentions(ret, v) == 1 && !c.HasComment(ret.Pos(), ret.End())
		return ret, operands[1:], ok
	}
	return nil, nil, false
}

// finish returns the edit of a return that adds to the string.
//
//	return s + "]"
//	------------------
//	s.WriteByte(']')
//	return s.String()
func (c *concatenator) finish(ret *ast.ReturnStmt, rest []ast.Expr, v *types.Var) source.TextEdit {
	text := ""
	for _, e := range rest {
		text += strings.Join(c.piece(v.Name(), e, true), "\n"+c.Indent(ret.Pos())) + "\n" + c.Indent(ret.Pos())
	}
	return source.ReplaceNode(ret, text+"return "+v.Name()+".String()")
}

// read returns the edit of a use that reads the string.
//
//	f(s)            s != ""          len(s)
//	-----------     ------------     ---------
//	f(s.String())   s.Len() > 0      s.Len()
func (c *concatenator) read(use inspector.Cursor, v *types.Var) source.TextEdit {
	parent := use.Parent().Node()
	if c.HasComment(parent.Pos(), parent.End()) {
		parent = nil // a comment would be lost
	}
	switch parent := parent.(type) {
	case *ast.CallExpr:
		if source.IsBuiltin(c.Info, parent, "len") {
			return source.ReplaceNode(parent, v.Name()+".Len()")
		}
	case *ast.BinaryExpr:
		if text, ok := source.StringConst(c.Info, parent.Y); ok && text == "" && use.ParentEdgeKind() == edge.BinaryExpr_X {
			switch parent.Op {
			case token.NEQ:
				return source.ReplaceNode(parent, v.Name()+".Len() > 0")
			case token.EQL:
				return source.ReplaceNode(parent, v.Name()+".Len() == 0")
			}
		}
	}
	// The edit replaces the name by itself, too, so that it conflicts with an edit of a statement around it, which has
	// a copy of the name.
	return source.ReplaceNode(use.Node(), v.Name()+".String()")
}
