package presize

import (
	"go/ast"
	"go/types"
	"slices"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// buffer offers a Grow for the strings.Builder or bytes.Buffer that d declares.
func (p *presizer) buffer(d source.Decl) {
	kind := source.WriterKind(d.Var.Type()) // "Builder" or "Buffer"
	_, pointer := types.Unalias(d.Var.Type()).(*types.Pointer)
	if kind == "" || kind == "Writer" || d.Stmt == nil || p.Pkg.InLiteral(d.Var) || p.isValue(d.Var, pointer) {
		return
	}
	if !p.freshBuffer(d, pointer) {
		p.given(d)
		return
	}
	if p.textOnStack(d, true) {
		return // which saves more than a known length does
	}
	leaf := func(s ast.Stmt) (size.Part, bool) { return p.writes(s, d.Var) }
	stmts, _ := p.fills(d, leaf)
	for ; len(stmts) > 0; stmts = stmts[:len(stmts)-1] {
		c, ok := size.Of(p.File, stmts, stmts[0].Pos(), true, leaf)
		if !ok {
			continue
		}
		if c.Loops || len(c.Leaves) > 1 {
			if len(trust(c, 1, c.Loose).Caveats) > 0 && p.textOnStack(d, false) {
				return
			}
			p.grow(d, c, stmts[0], kind)
			return
		}
	}
	said := p.Said()
	if !p.textOnStack(d, false) && kind == "Buffer" {
		p.collects(d)
	}
	if p.Said() == said {
		p.observedBuffer(d, kind)
	}
}

// isValue reports whether the buffer itself is used as a value. A strings.Builder must not be
// copied after a Grow, but may be while it is zero.
func (p *presizer) isValue(v *types.Var, pointer bool) bool {
	return !p.Pkg.Every(v, func(use inspector.Cursor) bool {
		switch use.ParentEdgeKind() {
		case edge.SelectorExpr_X, edge.UnaryExpr_X:
			return true
		case edge.StarExpr_X:
			return false
		}
		return pointer
	})
}

// freshBuffer reports whether d declares an empty buffer: T{}, &T{}, new(T),
// bytes.NewBuffer(nil), bytes.NewBufferString("") or the zero value.
func (p *presizer) freshBuffer(d source.Decl, pointer bool) bool {
	if _, lit, ok := source.NewOf(p.Info, d.Value); ok {
		return lit == nil || len(lit.Elts) == 0
	}
	switch v := ast.Unparen(d.Value).(type) {
	case nil:
		return !pointer
	case *ast.CompositeLit:
		return !pointer && len(v.Elts) == 0
	case *ast.CallExpr:
		if _, ok := source.CallTo(p.Info, v, "bytes", "NewBuffer"); ok {
			return p.Info.Types[v.Args[0]].IsNil()
		}
		if _, ok := source.CallTo(p.Info, v, "bytes", "NewBufferString"); ok {
			text, isConst := source.StringConst(p.Info, v.Args[0])
			return isConst && text == ""
		}
	}
	return false
}

// writes recognises b.WriteString(…), b.Write(…), b.WriteByte(…), b.WriteRune(…).
func (p *presizer) writes(s ast.Stmt, b *types.Var) (size.Part, bool) {
	stmt, ok := s.(*ast.ExprStmt)
	if !ok {
		return size.Part{}, false
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok {
		return size.Part{}, false
	}
	if kind, x := source.WriterCall(p.Info, call, "WriteString", "Write", "WriteByte", "WriteRune"); kind == "" || !p.Pkg.Is(x, b) {
		return size.Part{}, false
	}
	arg := call.Args[0]
	switch ast.Unparen(call.Fun).(*ast.SelectorExpr).Sel.Name {
	case "WriteByte":
		return size.Part{K: 1}, true
	case "WriteRune":
		if r, ok := source.IntConst(p.Info, arg); ok && r >= 0 {
			return size.Part{K: int64(max(1, utf8.RuneLen(rune(r))))}, true
		}
		if p.ofString(arg) {
			return size.Part{K: 1}, true // the count of the loop is in bytes, not runes
		}
		return size.Part{K: utf8.UTFMax}, true
	}
	return size.Bytes(p.Info, arg), true
}

// ofString reports whether e is the rune of a range over a string. The count ignores that an invalid
// byte is written as three.
func (p *presizer) ofString(e ast.Expr) bool {
	v, ok := p.Pkg.LocalVar(e)
	if !ok {
		return false
	}
	def, ok := p.Pkg.Def(v)
	if !ok || def.ParentEdgeKind() != edge.RangeStmt_Value {
		return false
	}
	b, ok := source.Core(p.Info.TypeOf(def.Parent().Node().(*ast.RangeStmt).X)).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// grow reports the buffer, and reserves the counted length.
//
//	                     b.WriteString(…)
//	----------------
//	b.Grow(n)
//	                     b.WriteString(…)
func (p *presizer) grow(d source.Decl, c size.Count, at ast.Stmt, kind string) {
	if !p.Universe(at.Pos(), "len") {
		return
	}
	name := d.Var.Name()
	lines, n, renamed := c.Lines(p.fresh(at.Pos()))
	fix := rule.Finding{
		At:      c.Leaves[0],
		Message: "the buffer " + name + " grows although its length is known",
		Title:   "Grow " + name + " once, by " + c.String(),
		Class:   trust(c, 1, c.Loose).And(p.room(d.Var, c, p.shows(d.Var))),
	}
	if kind == "Buffer" {
		if p.shows(d.Var) && slices.ContainsFunc(p.Pkg.Uses(d.Var), retain.Rewinds) {
			fix.Class = fix.Class.And(rule.Review(rule.Sharing.Caveat("bytes that are retained while the buffer is emptied may be written over")))
		}
		if writes, class, text := p.onlyMakesText(d); text {
			edits, ok := p.toBuilder(d, writes)
			if !ok {
				return
			}
			fix.Edits = edits
			fix.Class = class.And(trust(c, 1, c.Loose)).And(p.room(d.Var, c, true))
			fix.Title = "Make " + name + " a strings.Builder of known length"
		} else if p.showsBytes(d.Var) && !c.AlwaysPositive() {
			if !c.Sure {
				fix.Class = fix.Class.And(rule.Review(rule.NilOrEmpty.Caveat("Bytes of an unused buffer is empty rather than nil")))
			}
			fix.Edits = append(append(fix.Edits, p.Before(at, p.guarded(at, lines, name, n)...)), renamed...)
			p.Report(fix)
			return
		}
	}
	fix.Edits = append(fix.Edits, p.Before(at, append(lines, name+".Grow("+n+")")...))
	fix.Edits = append(fix.Edits, renamed...)
	p.Report(fix)
}

// guarded returns the lines that call Grow only if something will be written: Grow(0) makes the
// bytes of a buffer empty instead of nil.
//
//	if total := len(x) + len(y); total > 0 {
//		b.Grow(total)
//	}
func (p *presizer) guarded(at ast.Stmt, lines []string, name, n string) []string {
	cond := n + " > 0"
	if len(lines) == 0 || lines[len(lines)-1] != "}" { // an expression rather than a variable
		total := p.fresh(at.Pos())("size")
		cond, n = total+" := "+n+"; "+total+" > 0", total
	}
	return append(lines, "if "+cond+" {", "\t"+name+".Grow("+n+")", "}")
}

// showsBytes reports whether a use can see the bytes of the buffer themselves,
// and so tell nil from empty.
func (p *presizer) showsBytes(v *types.Var) bool {
	hide := []string{"WriteString", "Write", "WriteByte", "WriteRune", "Len", "String", "WriteTo", "Read", "ReadByte", "ReadString"}
	return !p.Pkg.Every(v, func(use inspector.Cursor) bool { return slices.Contains(hide, p.method(use)) })
}

// method returns the name of the method called on the use of a variable, "" if
// it is used in another way.
func (p *presizer) method(use inspector.Cursor) string {
	if use.ParentEdgeKind() != edge.SelectorExpr_X {
		return ""
	}
	sel := use.Parent()
	if source.Parens(sel).ParentEdgeKind() != edge.CallExpr_Fun {
		return ""
	}
	return sel.Node().(*ast.SelectorExpr).Sel.Name
}
