package appendto

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A number is binary.Write of one number to a writer.
type number struct {
	call *ast.CallExpr
	kind string // of a buffer, see source.WriterKind; "" for another writer
	recv string // the writer, as source text
	bits int    // the size of the number
	x    string // the number, as source text of the unsigned type of that size
}

// number appends the bytes of a number, of which binary.Write makes an interface and a slice. The
// error comes from the same Write. It reports whether the call is one of binary.Write.
//
//	err := binary.Write(&buf, binary.BigEndian, n)
//	---------------------------------------------------------------------------
//	_, err := buf.Write(binary.BigEndian.AppendUint32(make([]byte, 0, 4), n))
func (a *appender) number(cur inspector.Cursor, call *ast.CallExpr) bool {
	if _, ok := source.CallTo(a.Info, call, "encoding/binary", "Write"); !ok {
		return false
	}
	n, ok := a.numberOf(call)
	if !ok || a.HasComment(call.Pos(), call.End()) {
		return true
	}
	var edits []source.TextEdit
	if n.x, edits, ok = a.bitsOf(call.Args[2], n.bits); !ok {
		return true
	}
	text, results := n.recv+".WriteByte("+n.x+")", 1
	if n.bits > 8 {
		if !a.Since(call, "go1.19", "binary.AppendByteOrder") {
			return true
		}
		dst := fmt.Sprintf("make([]byte, 0, %d)", n.bits/8)
		if n.kind == "Writer" {
			dst = n.recv + ".AvailableBuffer()"
		}
		text, results = fmt.Sprintf("%s.Write(%s.AppendUint%d(%s, %s))", n.recv, a.Text(call.Args[1]), n.bits, dst, n.x), 2
	}
	edit, ok := a.instead(cur, text, results)
	if !ok {
		a.Refuse(call, "there is no place for the two results of Write")
		return true
	}
	a.Report(rule.Finding{
		At:      call,
		Message: "binary.Write makes an interface, and a slice, of a number",
		Title:   "Append the bytes of the number",
		Form:    "number to a buffer",
		Edits:   append(edits, edit...),
	})
	return true
}

// numberOf recognises the buffer, the order and the size of the number.
func (a *appender) numberOf(call *ast.CallExpr) (n number, ok bool) {
	n.call = call
	w := source.Referent(call.Args[0])
	n.kind, n.recv = source.WriterKind(a.Info.TypeOf(w)), a.Text(w)
	if !source.IsPath(w) || a.Info.Types[w].IsNil() {
		return n, a.Refuse(call, "the writer has no name")
	}
	if n.kind == "Writer" && !a.Since(call, "go1.18", "bufio.Writer.AvailableBuffer") {
		return n, false
	}
	if !a.isOrder(call.Args[1]) {
		return n, a.Refuse(call, "the order of the bytes is not known")
	}
	basic, ok := types.Unalias(a.Info.TypeOf(call.Args[2])).Underlying().(*types.Basic)
	if !ok {
		return n, a.Refuse(call, "what is written is no number")
	}
	n.bits = map[types.BasicKind]int{
		types.Int8: 8, types.Uint8: 8, types.Int16: 16, types.Uint16: 16, types.Int32: 32, types.Uint32: 32,
		types.Int64: 64, types.Uint64: 64, types.Float32: 32, types.Float64: 64,
	}[basic.Kind()]
	if !effect.Pure(a.Info, call.Args[2]) && (n.kind == "Writer" || !effect.Sequenced(a.Pkg, call.Args[0], call.Args[2])) {
		return n, a.Refuse(call, "what makes the number may write to the same buffer")
	}
	return n, n.bits > 8 || n.bits > 0 && n.kind != "" // other writers have no WriteByte
}

// isOrder reports whether e is binary.LittleEndian, BigEndian or NativeEndian.
func (a *appender) isOrder(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if sel, isSel := ast.Unparen(e).(*ast.SelectorExpr); isSel {
		id, ok = sel.Sel, true
	}
	if !ok {
		return false
	}
	v, ok := a.Info.Uses[id].(*types.Var)
	return ok && !v.IsField() && v.Pkg() != nil && v.Pkg().Path() == "encoding/binary"
}

// bitsOf returns the expression of a number as an unsigned number of that many bits.
func (a *appender) bitsOf(e ast.Expr, bits int) (text string, edits []source.TextEdit, ok bool) {
	t := a.Info.TypeOf(e)
	text, want := a.Text(e), fmt.Sprintf("uint%d", bits)
	basic := types.Unalias(t).Underlying().(*types.Basic)
	if basic.Info()&types.IsFloat != 0 {
		if !types.Identical(t, basic) {
			return "", nil, a.Refuse(e, "binary.Write may change a NaN of a defined type")
		}
		math, edits, ok := a.Import("math", fmt.Sprintf("Float%dbits", bits), e.Pos())
		if !ok {
			return "", nil, false
		}
		return fmt.Sprintf("%sFloat%dbits(%s)", math, bits, text), edits, true
	}
	if v := a.Info.Types[e].Value; v != nil && constant.Sign(v) < 0 {
		return "", nil, a.Refuse(e, "a negative constant is no unsigned number")
	}
	if types.Identical(t, types.Universe.Lookup(want).Type()) {
		return text, nil, true
	}
	return want + "(" + text + ")", nil, a.Universe(e.Pos(), want)
}

// instead returns the edits that replace the call at cur, which returns an error, by one with one or two
// results, the last of which is an error.
//
//	f()      _ = f()      err := f()       return f()
//	-----    ---------    -------------    -------------
//	g()      _, _ = g()   _, err := g()    _, err := g()
//	                                       return err
func (a *appender) instead(cur inspector.Cursor, text string, results int) ([]source.TextEdit, bool) {
	call := cur.Node()
	outer := source.Parens(cur)
	if results == 1 {
		return []source.TextEdit{source.ReplaceNode(call, text)}, true
	}
	switch s := outer.Parent().Node().(type) {
	case *ast.ExprStmt:
		return []source.TextEdit{source.ReplaceNode(outer.Node(), text)}, true
	case *ast.AssignStmt:
		if len(s.Lhs) == 1 && len(s.Rhs) == 1 && outer.Node() == s.Rhs[0] {
			return []source.TextEdit{source.Insert(s.Lhs[0].Pos(), "_, "), source.ReplaceNode(s.Rhs[0], text)}, true
		}
	case *ast.ValueSpec:
		if len(s.Names) == 1 && s.Type == nil {
			return []source.TextEdit{source.Insert(s.Names[0].Pos(), "_, "), source.ReplaceNode(s.Values[0], text)}, true
		}
	case *ast.ReturnStmt:
		if _, _, inList := source.StmtList(outer.Parent()); inList && len(s.Results) == 1 && !a.HasComment(s.Pos(), s.End()) {
			err := a.Fresh(s.Pos(), "err")
			return []source.TextEdit{source.ReplaceNode(s, "_, "+err+" := "+text+"\n"+a.Indent(s.Pos())+"return "+err)}, true
		}
	}
	return nil, false
}
