package format

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/edit"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// A target is a buffer that Fprintf writes to.
type target struct {
	name  string // the variable
	kind  string // "Builder", "Buffer" or "Writer"
	class edit.Class
	// private: nobody sees what was written if there is a panic.
	private bool
}

// writes replaces a Fprintf to a buffer by writes of its pieces.
//
//	fmt.Fprintf(&b, "%s=%d", k, v)
//	------------------------------------------------------------
//	b.WriteString(k)
//	b.WriteByte('=')
//	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(v), 10))
func (p *formatter) writes(s site) {
	stmt := edit.Parens(s.cur)
	if stmt.ParentEdgeKind() != edge.ExprStmt_X {
		return // the number of bytes or the error is used
	}
	if _, _, ok := edit.StmtList(stmt.Parent()); !ok || !p.file.AloneOnLine(s.call.Pos()) {
		return
	}
	t, ok := p.target(s.call.Args[0])
	if !ok || len(s.pieces) > 6 {
		return // so many lines are not what anybody wants to read
	}
	conv, edits, ok := p.strconv(s)
	if !ok {
		return
	}
	var lines []string
	for _, piece := range s.pieces {
		if piece.IsBytes() || piece.Arg != nil && len(s.pieces) > 1 && !t.private && !edit.Total(p.info, piece.Arg) {
			return // may share the buffer's array; may panic when half is written
		}
		lines = append(lines, p.write(t, piece, conv))
	}
	text := strings.Join(lines, "\n"+p.file.Indent(s.call.Pos()))
	p.report(s, append(edits, edit.ReplaceNode(s.call, text)), t.class)
}

// target recognises b and &b where b is a variable that is a buffer.
func (p *formatter) target(e ast.Expr) (target, bool) {
	e = ast.Unparen(e)
	if ref, ok := e.(*ast.UnaryExpr); ok && ref.Op == token.AND {
		e = ast.Unparen(ref.X)
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return target{}, false // would be evaluated several times
	}
	to := target{name: id.Name}
	if v, ok := p.file.Pkg.LocalVar(id); ok {
		to.private = p.file.Pkg.Private(v)
	}
	t := p.info.TypeOf(e)
	switch {
	case edit.IsNamed(t, "strings", "Builder"):
		to.kind = "Builder"
		return to, true
	case edit.IsNamed(t, "bytes", "Buffer"):
		to.kind = "Buffer"
		return to, p.file.AtLeast("go1.21")
	case edit.IsNamed(t, "bufio", "Writer"):
		to.kind, to.private = "Writer", false
		to.class = edit.Review("the writer below may see other chunks")
		return to, p.file.AtLeast("go1.18")
	}
	return target{}, false
}

// write returns the statement that writes one piece.
func (p *formatter) write(t target, piece verbs.Piece, conv string) string {
	switch {
	case piece.Arg == nil && len(piece.Text) == 1:
		lit := strings.TrimSuffix(strings.TrimPrefix(piece.Append("", ""), "append(, "), ")")
		return t.name + ".WriteByte(" + lit + ")"
	case piece.IsText():
		return t.name + ".WriteString(" + piece.String(conv) + ")"
	case piece.IsChar():
		return t.name + ".WriteRune(" + p.file.Text(piece.Arg) + ")"
	case t.kind == "Builder":
		// The array does not outlive the call: it is on the stack.
		return t.name + ".Write(" + piece.Append(conv, "make([]byte, 0, 32)") + ")"
	}
	return t.name + ".Write(" + piece.Append(conv, t.name+".AvailableBuffer()") + ")"
}
