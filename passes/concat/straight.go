package concat

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// maxColumns is how long a line becomes before it is broken where the statements ended.
const maxColumns = 100

// straight joins a declaration and the growing statements that follow it directly.
//
//	s := a
//	s += b
//	s += c
//	--------------
//	s := a + b + c
func (c *concatenator) straight(d source.Decl) {
	if d.Value == nil {
		return // var s string; s += a: nothing is copied
	}
	if v, isConst := source.StringConst(c.Info, d.Value); isConst && v == "" {
		return
	}
	texts := []string{c.Text(d.Value)}
	var edits []source.TextEdit
	last := d.Stmt
	all := source.Operands(c.Info, d.Value)
	for _, s := range d.Rest {
		operands, ok := c.grows(s, d.Var)
		if !ok || c.readsInside(s.(*ast.AssignStmt), d.Var) || !effect.Ordered(c.Pkg, append(all, operands...)...) {
			break
		}
		all = append(all, operands...)
		texts = append(texts, c.operandText(s.(*ast.AssignStmt)))
		if c.HasComment(s.Pos(), s.End()) {
			return
		}
		last, edits = s, append(edits, c.Remove(s))
	}
	if len(edits) == 0 || d.HasComment() {
		return
	}
	text := strings.Join(texts, " + ")
	if c.Fset.Position(d.Value.Pos()).Column+len(text) > maxColumns {
		text = strings.Join(texts, " +\n"+c.Indent(d.Stmt.Pos())+"\t")
	}
	edits = append(edits, d.Set(text))
	if d.Node() == ast.Node(d.Stmt) && !c.HasComment(d.Stmt.End(), last.Pos()) {
		edits = []source.TextEdit{source.Replace(d.Value.Pos(), last.End(), text)} // a comment behind the last stays behind it
	}
	c.Report(rule.Finding{
		At:      last,
		Message: "+= copies " + d.Var.Name() + " to a new string",
		Title:   "Build " + d.Var.Name() + " in one expression",
		Edits:   edits,
	})
}

// operandText returns the source of x in s += x and s = s + x.
func (c *concatenator) operandText(s *ast.AssignStmt) string {
	v, _ := c.Pkg.LocalVar(s.Lhs[0])
	operands, _ := c.grows(s, v)
	if s.Tok == token.ADD_ASSIGN {
		return c.Text(s.Rhs[0])
	}
	var parts []string
	for _, e := range operands {
		parts = append(parts, c.Text(e))
	}
	return strings.Join(parts, " + ")
}

// operands writes the operands of a concatenation one by one.
//
//	b.WriteString(x + ",")
//	----------------------
//	b.WriteString(x)
//	b.WriteByte(',')
func (c *concatenator) operands(cur inspector.Cursor) {
	stmt, ok := cur.Node().(*ast.ExprStmt)
	if _, _, inList := source.StmtList(cur); !ok || !inList {
		return
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok || c.HasComment(call.Pos(), call.End()) {
		return
	}
	kind, w := source.WriterCall(c.Info, call, "WriteString")
	b, ok := w.(*ast.Ident)
	if !ok || kind == "Writer" {
		return // would be evaluated several times; would be seen in other chunks
	}
	v, isLocal := c.Pkg.LocalVar(b)
	private := isLocal && source.WriterKind(v.Type()) != "" && effect.Private(c.Pkg, v)
	shared := kind == "Buffer" && !(isLocal && effect.Closed(c.Pkg, v))
	operands := source.Operands(c.Info, call.Args[0])
	var lines []string
	for _, e := range operands {
		if !effect.Total(c.Info, e) && !private || c.Pkg.Mentions(e, c.Info.Uses[b]) > 0 {
			return // may be seen to panic, or to run, when half is written; or reads what was written
		}
		if shared && c.ofBytes(e) {
			return // may be the bytes of the buffer itself
		}
		lines = append(lines, c.writing(b.Name, e))
	}
	if len(lines) < 2 || !effect.Ordered(c.Pkg, operands...) {
		return
	}
	c.Report(rule.Finding{
		At:      call.Args[0],
		Message: "the operands are copied to a string only to be copied to " + b.Name,
		Title:   "Write the operands one by one",
		Form:    "operands to a " + kind,
		Edits:   []source.TextEdit{source.ReplaceNode(stmt, strings.Join(lines, "\n"+c.Indent(stmt.Pos())))},
	})
}

// ofBytes reports whether e contains a string made of bytes.
func (c *concatenator) ofBytes(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		call, ok := n.(*ast.CallExpr)
		if ok && source.IsConversion(c.Info, call) && source.IsString(c.Info.TypeOf(call)) && !source.IsString(c.Info.TypeOf(call.Args[0])) {
			return true
		}
	}
	return false
}
