package format

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// A target is the writer of a Fprintf: a buffer or a hash.
type target struct {
	name string     // as it is written: a variable, or a field of a variable
	id   *ast.Ident // last identifier of name
	// kind is "Builder", "Buffer" or "Writer", or "Hash" for a local hash. A Buffer in a version of Go without
	// AvailableBuffer counts as a Builder.
	kind string
	// method is "Write" or "WriteString" where the code calls that with a text from fmt.
	method string
	// private: if there is a panic, nobody sees what was written.
	private bool
	// pointer is the address of the target as it is written. isPointer says that name is a pointer, which may be nil.
	pointer   string
	isPointer bool
}

// writes replaces a Fprintf to a buffer, or the call outer that writes a text to it, by writes of the pieces.
//
//	fmt.Fprintf(&b, "%s=%d", k, v)
//	------------------------------------------------------------
//	b.WriteString(k)
//	b.WriteByte('=')
//	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(v), 10))
//
//	b.WriteString(fmt.Sprintf("%s=%d", k, v))
func (p *formatter) writes(s site, outer inspector.Cursor, t target) {
	s, before, ok := p.named(s, outer, &t)
	if !ok {
		return
	}
	if !p.piecewise(s, outer, t) {
		p.write1(s, outer, t, before)
		return
	}
	conv, edits, ok := p.qualify(s)
	if !ok {
		return
	}
	lines := before
	for _, piece := range s.pieces {
		lines = append(lines, p.write(t, piece, conv))
	}
	text := strings.Join(lines, "\n"+p.Indent(s.call.Pos()))
	p.report(s, append(edits, source.ReplaceNode(outer.Node(), text)), p.class(s))
}

// named gives names to the operands that must be evaluated before anything is written, and returns the lines that
// declare them. These operands are the calls, if a piece may not be written before the next operand is evaluated, and
// the operands in front of them that may panic. The target is evaluated before all of them. outer is the call that
// writes.
//
//	fmt.Fprintf(&e.buf, "%s=%d", x.Key(), n)
//	----------------------------------------
//	b := &e.buf
//	key := x.Key()
func (p *formatter) named(s site, outer inspector.Cursor, t *target) (with site, lines []string, ok bool) {
	calls, reads := 0, false // number of calls seen; the named operands come first
	args := s.args()
	for i, e := range args {
		if !effect.Pure(p.Info, e) && !p.calm(e) {
			calls = i + 1
		}
		reads = reads || p.mentions(e, t.id)
	}
	if calls == 0 || t.private && !reads && !s.readsBytes() && p.piecewise(s, outer, *t) {
		return s, nil, !reads
	}
	stmt, ok := effect.Lift(p.File, outer)
	if !ok || s.catches() || !effect.Undisturbed(p.File, outer, stmt, args...) || p.Jumps(s.call.Pos()) {
		return s, nil, false
	}
	switch {
	case t.name != t.id.Name:
		t.name = p.Fresh(stmt.Pos(), "b")
		lines = append(lines, t.name+" := "+t.pointer)
	case t.isPointer && !effect.Sequenced(p.Pkg, append([]ast.Expr{t.id}, args...)...):
		return s, nil, false // the name would mean another buffer
	}
	s.pieces = slices.Clone(s.pieces)
	for i, piece := range s.pieces {
		switch {
		case piece.Arg == nil:
			continue
		case calls > 0 && !p.calm(piece.Arg):
			name := p.Fresh(stmt.Pos(), p.called(piece.Arg))
			lines = append(lines, name+" := "+p.Text(piece.Arg))
			s.pieces[i] = piece.Named(name)
		case p.mentions(piece.Arg, t.id):
			return s, nil, false
		}
		calls--
	}
	return s, lines, true
}

// calm reports whether evaluating the operand at another time makes no difference.
func (p *formatter) calm(e ast.Expr) bool {
	return effect.Total(p.Info, e) || effect.Of(p.Pkg, e).Inert()
}

// called returns a name for the value of an operand: after the method that returns it, or after its type.
func (p *formatter) called(e ast.Expr) string {
	call, isCall := ast.Unparen(e).(*ast.CallExpr)
	if isCall && len(call.Args) == 0 && source.Receiver(p.Info, call) != nil {
		name := inline.Small(strings.TrimPrefix(source.Func(p.Info, call).Name(), "Get"))
		if token.IsIdentifier(name) && types.Universe.Lookup(name) == nil {
			return name
		}
	}
	b, _ := p.Info.TypeOf(e).Underlying().(*types.Basic)
	switch {
	case b == nil && isCall && stdlib.Sums(source.Func(p.Info, call)):
		return "sum"
	case b == nil:
		return "value"
	case b.Info()&types.IsString != 0:
		return "text"
	case b.Info()&types.IsBoolean != 0:
		return "ok"
	}
	return "n"
}

// piecewise reports whether the pieces can be written one by one.
func (p *formatter) piecewise(s site, outer inspector.Cursor, t target) bool {
	stmt := source.Parens(outer)
	if stmt.ParentEdgeKind() != edge.ExprStmt_X || t.kind == "Writer" || t.kind == "Hash" || len(s.pieces) > 6 {
		return false // results are used, parts of the text can be seen or cost, or there would be too many lines
	}
	if _, _, ok := source.StmtList(stmt.Parent()); !ok {
		return false
	}
	if s.catches() && !t.private || s.padded() > 0 {
		return false // the method may write to the buffer, or there would be more lines
	}
	for _, piece := range s.pieces {
		if piece.IsBytes() && !p.unshared(s, t) {
			return false
		}
		if piece.Arg == nil || piece.IsNamed() {
			continue
		}
		if len(s.pieces) > 1 && !t.private && !p.calm(piece.Arg) {
			return false // an operand may panic after a part is written
		}
		if !piece.IsText() && t.kind != "Builder" && !t.private && !effect.Pure(p.Info, piece.Arg) && !p.calm(piece.Arg) {
			return false // an operand may write to the buffer while its free part is in use
		}
	}
	return true
}

// unshared reports whether nobody shares the array of the buffer when s writes to it, so that the bytes that are
// printed are not overwritten. Before s, only methods that copy have been called on the buffer.
func (p *formatter) unshared(s site, t target) bool {
	v, ok := p.Pkg.LocalVar(t.id)
	if !ok || !t.private || p.Jumps(s.call.Pos()) {
		return false
	}
	loop := source.LoopSince(s.cur, v.Pos())
	return p.Pkg.Every(v, func(use inspector.Cursor) bool {
		if !loop && use.Node().Pos() > s.call.End() {
			return true
		}
		if sel, isSel := use.Parent().Node().(*ast.SelectorExpr); isSel {
			switch sel.Sel.Name {
			case "Write", "WriteString", "WriteByte", "WriteRune", "Grow", "Len", "Cap", "Available", "Reset", "Truncate", "String":
				return true
			}
			return false
		}
		if use.ParentEdgeKind() == edge.UnaryExpr_X {
			use = use.Parent()
		}
		call := source.ArgumentOf(use)
		if call == nil {
			return false
		}
		_, prints := source.CallTo(p.Info, call, "fmt", "Fprint", "Fprintf", "Fprintln")
		return prints
	})
}

// write1 builds the text in the free part of the buffer, or on the stack, and writes it at once, as fmt does. outer is
// the call that writes.
//
//	                                              _, err := fmt.Fprintf(w, "%s=%d", k, v)
//	--------------------------------------------
//	buf := append(w.AvailableBuffer(), k...)
//	buf = append(buf, '=')
//	buf = strconv.AppendInt(buf, int64(v), 10)
//	                                              _, err := w.Write(buf)
//
// The lines before stand in front of it.
func (p *formatter) write1(s site, outer inspector.Cursor, t target, before []string) {
	if s.catches() {
		return
	}
	if s.readsBytes() && t.kind != "Hash" && !p.unshared(s, t) {
		return
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
	p.report(s, append(edits, p.Before(stmt, append(before, lines...)...), source.ReplaceNode(outer.Node(), text)), class)
}

// printed offers another form: Fprintf, which writes in one piece as well, adds no line, but takes the operands as
// interfaces.
//
//	w.WriteString(fmt.Sprintf("%s=%d", k, v))
//	-----------------------------------------
//	fmt.Fprintf(&w, "%s=%d", k, v)
func (p *formatter) printed(s site, outer inspector.Cursor, pointer string) {
	twin := "F" + strings.TrimPrefix(s.name, "S")
	q, _, ok := p.Qualified(s.call, twin)
	if !ok {
		return
	}
	args := strings.Replace(", "+p.Between(s.call.Lparen+1, s.call.Rparen), ", \n", ",\n", 1)
	f := p.finding(s, []source.TextEdit{source.ReplaceNode(outer.Node(), q+twin+"("+pointer+args+")")}, rule.Safe)
	f.Title = "Let fmt write the text"
	p.Offer(f)
}

// written recognises the calls w.Write([]byte(fmt.Sprintf(…))) and w.WriteString(fmt.Sprintf(…)).
func (p *formatter) written(s site, value inspector.Cursor) (outer inspector.Cursor, t target, ok bool) {
	outer = value
	call, method := source.ArgumentOf(outer), "WriteString"
	if value != source.Parens(s.cur) {
		method = "Write"
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

// target returns the target b of an expression b or &b, where b is a variable or a field that is a buffer.
func (p *formatter) target(e ast.Expr) (target, bool) {
	e = ast.Unparen(e)
	pointer := p.Text(e)
	isPointer := source.IsA[*types.Pointer](p.Info.TypeOf(e))
	if ref, ok := e.(*ast.UnaryExpr); ok && ref.Op == token.AND {
		e, isPointer = ast.Unparen(ref.X), false
	} else if !isPointer {
		pointer = "&" + pointer
	}
	if !source.IsPath(e) {
		return target{}, false // the expression would be evaluated several times
	}
	id, ok := e.(*ast.Ident)
	if sel, isSel := e.(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, p.Info.Selections[sel] != nil
	}
	if !ok {
		return target{}, false // the field belongs to another package
	}
	to := target{name: p.Text(e), id: id, pointer: pointer, isPointer: isPointer}
	if v, ok := p.Pkg.LocalVar(id); ok {
		to.private = effect.Private(p.Pkg, v)
	}
	if p.hash(e) {
		to.kind = "Hash"
		return to, true
	}
	known := stdlib.TypeOf(p.Info.TypeOf(e))
	to.kind = source.WriterKind(p.Info.TypeOf(e))
	if to.kind != "" && !p.AtLeast(stdlib.Named(known.Path, known.Name+".AvailableBuffer").Since) {
		if to.kind == "Writer" {
			return to, false // what is written to it would be on the heap
		}
		to.kind = "Builder"
	}
	return to, to.kind != ""
}

// hash reports whether e is a local variable that holds one hash of the library and is not shared: the compiler then
// knows its type, and that it does not retain what is written.
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

// write returns the statement that writes one piece to the target.
func (p *formatter) write(t target, piece verbs.Piece, conv verbs.Names) string {
	switch {
	case piece.Arg == nil && len(piece.Text) == 1:
		lit := strings.TrimSuffix(strings.TrimPrefix(piece.Append(verbs.Names{}, ""), "append(, "), ")")
		return t.name + ".WriteByte(" + lit + ")"
	case piece.IsContents():
		return t.name + ".Write(" + piece.Contents() + ")"
	case piece.IsText():
		return t.name + ".WriteString(" + piece.String(conv) + ")"
	case piece.IsChar():
		return t.name + ".WriteRune(" + piece.Rune() + ")"
	case t.kind == "Builder" || t.isPointer && !piece.IsNamed() && !p.calm(piece.Arg):
		// The array does not outlive the call, so it is on the stack. And the target, which may be nil, is not used
		// before the operand is evaluated.
		return t.name + ".Write(" + piece.Append(conv, "make([]byte, 0, 32)") + ")"
	}
	return t.name + ".Write(" + piece.Append(conv, t.name+".AvailableBuffer()") + ")"
}
