package format

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// A target is a buffer that Fprintf writes to.
type target struct {
	name string // the variable
	id   *ast.Ident
	kind string // "Builder", "Buffer" or "Writer", or "Hash" for a local one
	// method is "Write" or "WriteString", where that is called with a text from fmt.
	method string
	// private: nobody sees what was written if there is a panic.
	private bool
	// pointer: the variable is one, and may be nil.
	pointer bool
}

// writes replaces a Fprintf to a buffer by writes of its pieces.
//
//	fmt.Fprintf(&b, "%s=%d", k, v)
//	------------------------------------------------------------
//	b.WriteString(k)
//	b.WriteByte('=')
//	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(v), 10))
func (p *formatter) writes(s site) {
	t, ok := p.target(s.call.Args[0])
	if !ok || p.reads(s, t) {
		return
	}
	if !p.piecewise(s, t) {
		p.write1(s, s.cur, t)
		return
	}
	conv, edits, ok := p.qualify(s)
	if !ok {
		return
	}
	var lines []string
	for _, piece := range s.pieces {
		lines = append(lines, p.write(t, piece, conv))
	}
	text := strings.Join(lines, "\n"+p.Indent(s.call.Pos()))
	p.report(s, append(edits, source.ReplaceNode(s.call, text)), p.class(s))
}

// reads reports whether an operand mentions the buffer that is written to.
func (p *formatter) reads(s site, t target) bool {
	for _, piece := range s.pieces {
		if piece.Arg != nil && p.mentions(piece.Arg, t.id) {
			return true
		}
	}
	return false
}

// piecewise reports whether the pieces can be written one by one.
func (p *formatter) piecewise(s site, t target) bool {
	stmt := source.Parens(s.cur)
	if stmt.ParentEdgeKind() != edge.ExprStmt_X || t.kind == "Writer" || t.kind == "Hash" || len(s.pieces) > 6 {
		return false // results are used; chunks can be seen, or cost; nobody wants to read so many lines
	}
	if _, _, ok := source.StmtList(stmt.Parent()); !ok {
		return false
	}
	if s.catches() && !t.private {
		return false // the method may write to the buffer
	}
	for _, piece := range s.pieces {
		if piece.IsBytes() || piece.Arg != nil && len(s.pieces) > 1 && !t.private && !effect.Total(p.Info, piece.Arg) {
			return false // may share the buffer's array; may panic when half is written
		}
		if piece.Arg != nil && !piece.IsText() && t.kind != "Builder" && !t.private && !effect.Pure(p.Info, piece.Arg) {
			return false // may write to the buffer while its free part is borrowed
		}
	}
	return true
}

// write1 makes the text in the free part of the buffer, or on the stack, and writes
// it at once, as fmt does. outer is the call that writes.
//
//	                                              _, err := fmt.Fprintf(w, "%s=%d", k, v)
//	--------------------------------------------
//	buf := append(w.AvailableBuffer(), k...)
//	buf = append(buf, '=')
//	buf = strconv.AppendInt(buf, int64(v), 10)
//	                                              _, err := w.Write(buf)
func (p *formatter) write1(s site, outer inspector.Cursor, t target) {
	if p.reads(s, t) || s.catches() {
		return
	}
	for _, piece := range s.pieces {
		if piece.IsBytes() && t.kind != "Hash" || piece.Arg != nil && !effect.Pure(p.Info, piece.Arg) {
			return // may share the buffer's array, or write to the buffer while it is borrowed
		}
	}
	stmt, ok := effect.Lift(p.File, outer)
	if !ok || p.HasComment(outer.Node().Pos(), outer.Node().End()) || p.Jumps(s.call.Pos()) {
		return
	}
	conv, edits, ok := p.qualify(s)
	if !ok {
		return
	}
	empty := t.name + ".AvailableBuffer()"
	if t.kind == "Builder" || t.kind == "Hash" {
		empty = p.room(s)
	}
	buf, lines := p.filled(s, stmt, conv, empty)
	text := t.name + ".Write(" + buf + ")"
	class := rule.Safe
	if t.kind == "Writer" && t.method == "WriteString" {
		class = rule.Review(rule.Chunks)
	}
	p.report(s, append(edits, p.Before(stmt, lines...), source.ReplaceNode(outer.Node(), text)), class)
}

// written recognises w.Write([]byte(fmt.Sprintf(…))) and w.WriteString(fmt.Sprintf(…)).
func (p *formatter) written(s site) (outer inspector.Cursor, t target, ok bool) {
	outer = source.Parens(s.cur)
	call, method := source.ArgumentOf(outer), "WriteString"
	if call != nil && source.IsConversion(p.Info, call) && source.IsBytes(p.Info.TypeOf(call)) {
		outer = source.Parens(outer.Parent())
		call, method = source.ArgumentOf(outer), "Write"
	}
	if call == nil || s.name != "Sprintf" && s.name != "Sprint" {
		return outer, target{}, false
	}
	kind, w := source.WriterCall(p.Info, call, method)
	if kind == "" {
		return outer, target{}, false
	}
	t, ok = p.target(w)
	t.method = method
	return outer.Parent(), t, ok
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
	to := target{name: id.Name, id: id, pointer: source.IsA[*types.Pointer](p.Info.TypeOf(e))}
	if v, ok := p.Pkg.LocalVar(id); ok {
		to.private = effect.Private(p.Pkg, v)
	}
	if p.hash(e) {
		to.kind = "Hash"
		return to, true
	}
	known := stdlib.TypeOf(p.Info.TypeOf(e))
	to.kind = source.WriterKind(p.Info.TypeOf(e))
	return to, to.kind != "" && p.AtLeast(stdlib.Named(known.Path, known.Name+".AvailableBuffer").Since)
}

// hash reports whether e is a local variable that holds one hash of the library, which nothing
// shares: the compiler knows its type, and that it does not retain what is written.
func (p *formatter) hash(e ast.Expr) bool {
	v, ok := p.Pkg.LocalVar(e)
	if !ok || p.Pkg.Captured(v) {
		return false
	}
	value, _ := p.Pkg.Only(e)
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return false
	}
	known := stdlib.Of(source.Func(p.Info, call))
	return known.Resets == "digest" || known.Size != ""
}

// write returns the statement that writes one piece.
func (p *formatter) write(t target, piece verbs.Piece, conv verbs.Names) string {
	switch {
	case piece.Arg == nil && len(piece.Text) == 1:
		lit := strings.TrimSuffix(strings.TrimPrefix(piece.Append(verbs.Names{}, ""), "append(, "), ")")
		return t.name + ".WriteByte(" + lit + ")"
	case piece.IsText():
		return t.name + ".WriteString(" + piece.String(conv) + ")"
	case piece.IsChar():
		return t.name + ".WriteRune(" + piece.Rune() + ")"
	case t.kind == "Builder" || t.pointer && !effect.Total(p.Info, piece.Arg):
		// The array does not outlive the call: it is on the stack. Nor does it need the
		// buffer, which may be nil, before the operand is evaluated.
		return t.name + ".Write(" + piece.Append(conv, "make([]byte, 0, 32)") + ")"
	}
	return t.name + ".Write(" + piece.Append(conv, t.name+".AvailableBuffer()") + ")"
}
