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
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// straight joins a declaration and the growing statements that follow it directly.
//
//	s := a             s := a
//	s += b             s += b
//	s += c             return s
//	--------------     ------------
//	s := a + b + c     return a + b
func (c *concatenator) straight(d source.Decl) {
	if !c.copies(d) {
		return
	}
	texts, last, edits := c.growing(d.Var, d.Rest, source.Operands(c.Info, d.Value))
	if len(edits) == 0 || d.HasComment() {
		return
	}
	texts = append([]string{c.Text(d.Value)}, texts...)
	text := strings.Join(texts, " + ")
	edits = append(edits, d.Set(text)...)
	if d.Node() == ast.Node(d.Stmt) && !c.HasComment(d.Stmt.End(), last.Pos()) {
		edits = []source.TextEdit{source.Replace(d.Value.Pos(), last.End(), text)} // a comment after the last statement stays there
		if ret, ok := c.handedOn(d, last); ok {
			text = "return " + text
			edits = []source.TextEdit{source.Replace(d.Stmt.Pos(), last.End(), text), c.Remove(ret)}
			if !c.HasComment(last.End(), ret.Pos()) {
				edits = []source.TextEdit{source.Replace(d.Stmt.Pos(), ret.End(), text)}
			}
		}
	}
	c.Report(rule.Finding{
		At:      last,
		Message: "+= copies " + d.Var.Name() + " to a new string",
		Title:   "Build " + d.Var.Name() + " in one expression",
		Edits:   edits,
	})
}

// handedOn returns the statement return s, if it follows the last statement that s grows by, nothing behind it uses s, and no
// comment is about it.
func (c *concatenator) handedOn(d source.Decl, last ast.Stmt) (ret *ast.ReturnStmt, ok bool) {
	i := slices.Index(d.Rest, last) + 1
	if i == len(d.Rest) {
		return nil, false
	}
	ret, ok = d.Rest[i].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || !c.Pkg.Is(ret.Results[0], d.Var) || !c.Pkg.Every(d.Var, func(use inspector.Cursor) bool { return use.Node().Pos() < ret.End() }) {
		return nil, false
	}
	return ret, !c.HasComment(c.LineBelow(last.End()), c.LineBelow(ret.End()))
}

// copies reports whether growing the variable copies what it is declared as.
func (c *concatenator) copies(d source.Decl) bool {
	if d.Value == nil {
		return false // var s string; s += a: nothing is copied
	}
	v, isConst := source.StringConst(c.Info, d.Value)
	return !isConst || v != ""
}

// further joins growing statements that follow one another.
//
//	s += a
//	s += b
//	----------
//	s += a + b
func (c *concatenator) further(cur inspector.Cursor) {
	list, i, inList := source.StmtList(cur)
	first, isAssign := cur.Node().(*ast.AssignStmt)
	if !inList || !isAssign || len(first.Lhs) != 1 {
		return
	}
	v, isLocal := c.Pkg.LocalVar(first.Lhs[0])
	if !isLocal || v.Kind() == types.ResultVar || !source.IsString(v.Type()) || c.Pkg.Captured(v) || source.LoopSince(cur, v.Pos()) {
		return
	}
	all, ok := c.Pkg.Grows(first, v)
	if !ok || c.Pkg.ReadsInside(first, v) || c.HasComment(first.Pos(), first.End()) {
		return
	}
	if i > 0 {
		d, isDecl := c.DeclOf(v)
		if _, grows := c.Pkg.Grows(list[i-1], v); grows || isDecl && d.Stmt == list[i-1] && c.copies(d) {
			return // a part of what is joined there
		}
	}
	texts, last, edits := c.growing(v, list[i+1:], all)
	if len(edits) == 0 {
		return
	}
	value := first.Rhs[0]
	text := strings.Join(append([]string{c.Text(value)}, texts...), " + ")
	edits = append(edits, source.ReplaceNode(value, text))
	if !c.HasComment(first.End(), last.Pos()) {
		edits = []source.TextEdit{source.Replace(value.Pos(), last.End(), text)}
	}
	c.Report(rule.Finding{
		At:      last,
		Message: "+= copies " + v.Name() + " to a new string",
		Title:   "Add to " + v.Name() + " in one expression",
		Edits:   edits,
	})
}

// growing returns the texts that the statements at the beginning of a list add to a string, behind all that is evaluated
// before, the last of the statements, and the edits that take them away.
func (c *concatenator) growing(v *types.Var, list []ast.Stmt, all []ast.Expr) (texts []string, last ast.Stmt, edits []source.TextEdit) {
	for _, s := range list {
		operands, ok := c.Pkg.Grows(s, v)
		if !ok || c.Pkg.ReadsInside(s.(*ast.AssignStmt), v) || !effect.Ordered(c.Pkg, append(all, operands...)...) {
			break
		}
		if c.HasComment(s.Pos(), s.End()) {
			return nil, nil, nil
		}
		all = append(all, operands...)
		texts = append(texts, c.operandText(s.(*ast.AssignStmt)))
		last, edits = s, append(edits, c.Remove(s))
	}
	return texts, last, edits
}

// operandText returns the source of x in s += x and s = s + x.
func (c *concatenator) operandText(s *ast.AssignStmt) string {
	v, _ := c.Pkg.LocalVar(s.Lhs[0])
	operands, _ := c.Pkg.Grows(s, v)
	if s.Tok == token.ADD_ASSIGN {
		return c.Text(s.Rhs[0])
	}
	var parts []string
	for _, e := range operands {
		parts = append(parts, c.Text(e))
	}
	return strings.Join(parts, " + ")
}

// operands writes the operands of a concatenation to a writer one by one.
//
//	b.WriteString(x + ",")      if _, err := w.WriteString(x + "\n"); err != nil {
//	----------------------      --------------------------------------------------
//	b.WriteString(x)            w.WriteString(x) // w retains an error for the next write
//	b.WriteByte(',')            if _, err := w.WriteString("\n"); err != nil {
//
// The methods of a builder and of a buffer return no error, and a bufio.Writer returns its first one from each later write,
// so that the last write says whether all of them went well.
func (c *concatenator) operands(cur inspector.Cursor) {
	stmt, call, asked := c.statement(cur)
	if stmt == nil || call == nil || c.HasComment(call.Pos(), call.End()) {
		return
	}
	kind, w := source.WriterCall(c.Info, call, "WriteString")
	if kind == "" || !source.IsPath(w) {
		return // the writer would be evaluated several times
	}
	operands := source.Operands(c.Info, call.Args[0])
	class, ok := c.apart(cur, kind, w, operands)
	if asked && kind == "Writer" {
		class = class.And(rule.Review(rule.Writes.Caveat("an error of the writer below may come from a later write, or from Flush")))
	}
	if len(operands) < 2 || !ok || !effect.Ordered(c.Pkg, operands...) {
		return
	}
	to, room := c.Text(w), stackRoom
	if known := stdlib.Named(source.Func(c.Info, call).Pkg().Path(), kind+".AvailableBuffer"); known.Path != "" && c.AtLeast(known.Since) {
		room = to + ".AvailableBuffer()"
	}
	c.Report(rule.Finding{
		At:      call.Args[0],
		Message: "the operands are copied to a string only to be copied to " + to,
		Title:   "Write the operands one by one",
		Class:   class,
		Form:    "operands to a " + kind,
		Edits:   c.writes(stmt, call, operands, asked, kind, to, room),
	})
}

// statement returns the statement of a list that is a call, or that asks a call for its error: an assignment of which the
// first variable is blank and the second a name, or an if that begins with one. cur is at the call's own statement. stmt is nil where no list has it.
func (c *concatenator) statement(cur inspector.Cursor) (stmt ast.Stmt, call *ast.CallExpr, asked bool) {
	switch s := cur.Node().(type) {
	case *ast.ExprStmt:
		call, _ = ast.Unparen(s.X).(*ast.CallExpr)
	case *ast.AssignStmt:
		if _, isName := s.Lhs[len(s.Lhs)-1].(*ast.Ident); isName && len(s.Lhs) == 2 && len(s.Rhs) == 1 && source.IsBlank(s.Lhs[0]) {
			call, asked = ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
		}
		if cur.ParentEdgeKind() == edge.IfStmt_Init {
			cur = cur.Parent()
		}
	}
	if _, _, inList := source.StmtList(cur); inList {
		stmt, _ = cur.Node().(ast.Stmt)
	}
	return stmt, call, asked
}

// writes returns the edits that write the operands one by one. The last write takes the place of the call where the
// statement asks for its error.
func (c *concatenator) writes(stmt ast.Stmt, call *ast.CallExpr, operands []ast.Expr, asked bool, kind, to, room string) []source.TextEdit {
	var lines []string
	for _, e := range operands {
		lines = append(lines, c.writing(to, room, e))
	}
	if !asked {
		return []source.TextEdit{source.ReplaceNode(stmt, strings.Join(lines, "\n"+c.Indent(stmt.Pos())))}
	}
	last := len(lines) - 1
	if kind == "Writer" {
		lines[last-1] += " // " + to + " retains an error for the next write"
	}
	return []source.TextEdit{
		c.Before(stmt, lines[:last]...),
		source.ReplaceNode(call.Args[0], c.Text(ast.Unparen(operands[last]))),
	}
}

// apart returns the class of a fix that evaluates each operand after the ones before it have been written to w.
func (c *concatenator) apart(cur inspector.Cursor, kind string, w ast.Expr, operands []ast.Expr) (class rule.Class, ok bool) {
	v, isLocal := c.Pkg.LocalVar(w)
	private := isLocal && source.WriterKind(v.Type()) != "" && effect.Private(c.Pkg, v)
	shared := kind == "Buffer" && !(isLocal && effect.Closed(c.Pkg, v))
	for _, e := range operands {
		switch {
		case c.mentions(e, w), shared && c.ofBytes(e), !private && c.asksWriter(e):
			return class, false // the operand may read what was written, or be the bytes of the buffer itself
		case private, effect.Total(c.Info, e):
		case c.onlyLooks(e):
			if !c.mayPanic(cur, w, e) {
				break
			}
			class = class.And(rule.Review(rule.LatePanic.Caveat("where an operand panics, those before it have been written")))
		default:
			return class, false // the operand may have an effect when a part is written
		}
	}
	if kind == "Writer" {
		class = class.And(rule.Review(rule.Chunks))
		if slices.ContainsFunc(operands, c.ofBytes) {
			class = class.And(rule.Review(rule.Sharing.Caveat("the bytes must not be those of " + c.Text(w) + ".AvailableBuffer, which it writes over")))
		}
	}
	return class, true
}

// asksWriter reports whether e is made by a method of a builder, buffer or bufio.Writer, or from one, which may be the one
// that is written to, under another name, or the one below that.
func (c *concatenator) asksWriter(e ast.Expr) bool {
	return source.Any(e, func(x ast.Expr) bool { return c.Info.TypeOf(x) != nil && source.WriterKind(c.Info.TypeOf(x)) != "" })
}

// mayPanic reports whether evaluating e may panic after w has been evaluated: it does more than dereference pointers
// that are not nil.
func (c *concatenator) mayPanic(cur inspector.Cursor, w, e ast.Expr) bool {
	does := effect.Of(c.Pkg, e)
	for v := range does.Derefs {
		if sel, ok := ast.Unparen(w).(*ast.SelectorExpr); (!ok || !c.Pkg.Is(sel.X, v)) && !flow.NonNilAt(c.Pkg, v, cur) {
			return true
		}
	}
	return does.Panics || does.Follows
}

// mentions reports whether e uses the variable or field that the writer w is.
func (c *concatenator) mentions(e, w ast.Expr) bool {
	id, isIdent := ast.Unparen(w).(*ast.Ident)
	if sel, ok := ast.Unparen(w).(*ast.SelectorExpr); ok && !isIdent {
		id = sel.Sel
	}
	return c.Pkg.Mentions(e, c.Info.Uses[id]) > 0
}

// onlyLooks reports whether evaluating e calls only functions of the standard library that read their operands and
// write to no writer.
func (c *concatenator) onlyLooks(e ast.Expr) bool {
	does, callees := effect.Direct(c.Pkg, e)
	return len(callees) == 0 && does.Quiet() && !does.Literals
}

// ofBytes reports whether e contains a conversion of bytes to a string.
func (c *concatenator) ofBytes(e ast.Expr) bool {
	return source.Any(e, func(call *ast.CallExpr) bool {
		return source.IsConversion(c.Info, call) && source.IsString(c.Info.TypeOf(call)) && !source.IsString(c.Info.TypeOf(call.Args[0]))
	})
}
