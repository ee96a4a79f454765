package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// textBytes is the room on the stack for a text of unknown length, in bytes.
const textBytes = 256

// A text is a buffer that only collects a text, or one after the other.
type text struct {
	writes, texts, lengths []inspector.Cursor // the uses that write, take the text, and ask for its length
	cuts                   []inspector.Cursor // calls of Reset and Truncate
	grows                  []inspector.Cursor // calls of Grow, which are not needed
	small                  bool               // a byte, a rune or a constant is written
	asBytes                bool               // a use takes the text by the method Bytes
	looks                  bool               // each text is only looked at
}

// textOnStack collects a text of unknown length on the stack instead of in a buffer: it is copied
// once, when it is complete, or not at all if it is only looked at. It reports whether it does. With first, only
// buffers are considered for which nothing else saves as much: those that are only looked at, emptied, or cut.
//
//	var b strings.Builder         b.WriteString(x)        b.WriteByte(c)      b.String()
//	--------------------------    --------------------    ----------------    ----------
//	b := make([]byte, 0, 256)     b = append(b, x...)     b = append(b, c)    string(b)
//
//	b.Reset()     b.Truncate(b.Len()-1)
//	---------     ---------------------
//	b = b[:0]     b = b[:len(b)-1]
func (p *presizer) textOnStack(d source.Decl, first bool) bool {
	t, ok := p.collected(d)
	if !ok || first && !t.looks && len(t.cuts) == 0 || len(t.texts) == 0 || !t.small || d.HasComment() || len(t.writes) < 2 && !source.LoopSince(t.writes[0], d.Stmt.Pos()) {
		return false
	}
	if def, ok := p.Pkg.Def(d.Var); !ok || effect.Recursive(p.Pkg, def) || !p.Universe(d.Stmt.Pos(), "make", "byte") {
		return false
	}
	name := d.Var.Name()
	edits := append(d.Set("make([]byte, 0, "+strconv.Itoa(textBytes)+")"), p.aboutStack(d, stays(d))...)
	for _, use := range t.writes {
		edit, ok := p.appended(use, name)
		if !ok {
			return false
		}
		edits = append(edits, edit...)
	}
	class := rule.Safe
	for _, use := range t.cuts {
		edit, cut, ok := p.cut(use, name)
		if !ok {
			return false
		}
		edits, class = append(edits, edit...), class.And(cut)
	}
	for _, use := range t.grows {
		edits = append(edits, p.Remove(source.Parens(use.Parent()).Parent().Parent().Node().(*ast.ExprStmt)))
	}
	look := func(uses []inspector.Cursor, builtin string) {
		for _, use := range uses {
			ok = ok && p.Universe(use.Node().Pos(), builtin)
			edits = append(edits, source.ReplaceNode(called(use), builtin+"("+name+")"))
		}
	}
	look(t.lengths, "len")
	for _, use := range t.texts {
		if p.method(use) == "Bytes" {
			edits = append(edits, source.ReplaceNode(called(use), name))
			continue
		}
		if write, ok := p.poured(use); ok {
			edits = append(edits, source.ReplaceNode(write, "Write"), source.ReplaceNode(called(use), name))
			continue
		}
		look([]inspector.Cursor{use}, "string")
	}
	if !ok {
		return false
	}
	if t.asBytes && !slices.ContainsFunc(d.Rest, func(s ast.Stmt) bool { return surelyWrites(s, t.writes) }) {
		class = class.And(rule.Review(rule.NilOrEmpty.Caveat("Bytes of an unused buffer is empty rather than nil")))
	}
	p.Report(rule.Finding{
		At:      d.Node(),
		Message: name + " grows although its text may fit on the stack",
		Title:   "Collect " + name + " on the stack up to " + strconv.Itoa(textBytes) + " bytes",
		Class:   class,
		Edits:   edits,
		Form:    "text on the stack",
	})
	return true
}

// poured returns the name of the method if the text that is taken at a use is written to a strings.Builder or bytes.Buffer,
// which can copy the bytes as well: a long text would be copied once more.
//
//	w.WriteString(b.String())
//	-------------------------
//	w.Write(b)
func (p *presizer) poured(use inspector.Cursor) (method *ast.Ident, ok bool) {
	cur, _ := p.Cursor.FindNode(called(use))
	call := source.ArgumentOf(cur)
	if call == nil {
		return nil, false
	}
	if kind, _ := source.WriterCall(p.Info, call, "WriteString"); kind != "Builder" && kind != "Buffer" {
		return nil, false
	}
	switch source.Parens(cur.Parent()).ParentEdgeKind() {
	case edge.DeferStmt_Call, edge.GoStmt_Call: // the bytes may be others by then
		return nil, false
	}
	return ast.Unparen(call.Fun).(*ast.SelectorExpr).Sel, true
}

// called returns the call of the method of the buffer at a use.
func called(use inspector.Cursor) ast.Node { return source.Parens(use.Parent()).Parent().Node() }

// isDropped reports whether nothing uses the result of the method of the buffer that is called at a use.
func isDropped(use inspector.Cursor) bool {
	switch source.Parens(source.Parens(use.Parent()).Parent()).ParentEdgeKind() {
	case edge.ExprStmt_X, edge.DeferStmt_Call, edge.GoStmt_Call:
		return true
	}
	return false
}

// collected sorts the uses of a buffer. ok is false if there is a use other than to write, to ask for the
// length, to empty or cut it, and to take the text: once outside of loops, in return statements, in loops that empty
// the buffer, or only to look at it.
func (p *presizer) collected(d source.Decl) (t text, ok bool) {
	k := &retain.Checker{Pkg: p.Pkg, Var: d.Var, Kind: retain.Buffer}
	emptied := make(map[ast.Node]bool) // the loops that do so
	var kept []inspector.Cursor
	for _, use := range p.Pkg.Uses(d.Var) {
		method := p.method(use)
		if slices.Contains([]string{"Len", "String", "Bytes"}, method) && isDropped(use) {
			return t, false // len(b) cannot be a statement
		}
		switch method {
		case "Len":
			t.lengths = append(t.lengths, use)
		case "String", "Bytes":
			t.texts = append(t.texts, use)
			t.asBytes = t.asBytes || method == "Bytes"
			if method == "Bytes" && (!k.Lets(use) || k.Escapes) {
				return t, false
			}
			if cur, _ := p.Cursor.FindNode(called(use)); method == "Bytes" || !retain.Looks(p.Pkg, cur) {
				kept = append(kept, use)
			}
		case "WriteByte", "WriteRune":
			t.writes, t.small = append(t.writes, use), true
		case "WriteString", "Write", "":
			t.writes = append(t.writes, use)
		case "Reset", "Truncate":
			t.cuts = append(t.cuts, use)
			if loop := loopSince(use, d); loop != nil && method == "Reset" {
				emptied[loop] = true
			}
		case "Grow":
			t.grows = append(t.grows, use)
		default:
			return t, false
		}
	}
	for _, use := range t.writes {
		for c := range use.Enclosing((*ast.CallExpr)(nil)) {
			t.small = t.small || slices.ContainsFunc(c.Node().(*ast.CallExpr).Args, func(e ast.Expr) bool { return p.Info.Types[e].Value != nil || p.bytesIn(e) != "" })
			break
		}
	}
	t.looks = len(kept) == 0
	rest := slices.DeleteFunc(kept, func(use inspector.Cursor) bool { return emptied[loopSince(use, d)] })
	ok = !slices.ContainsFunc(rest, func(use inspector.Cursor) bool { return !isReturned(use) }) || len(rest) == 1 && loopSince(rest[0], d) == nil
	return t, ok && !slices.ContainsFunc(t.grows, func(use inspector.Cursor) bool { return !p.needless(use, len(emptied) > 0) })
}

// loopSince is the innermost loop around a use that begins behind the declaration, nil for none.
func loopSince(use inspector.Cursor, d source.Decl) ast.Node {
	for loop := range source.Loops(use) {
		if loop.Node().Pos() > d.Stmt.Pos() {
			return loop.Node()
		}
		break
	}
	return nil
}

// needless reports whether a call of Grow asks for no more than there is, or, of a buffer that is emptied, for room that
// the texts behind the first do not have.
func (p *presizer) needless(use inspector.Cursor, emptied bool) bool {
	call := called(use).(*ast.CallExpr)
	n, isConst := source.IntConst(p.Info, call.Args[0])
	x, isLen := source.LenOf(p.Info, call.Args[0])
	asks := isConst && n >= 0 && n <= textBytes || emptied && isLen && effect.Total(p.Info, x)
	stmt, isStmt := source.Parens(use.Parent()).Parent().Parent().Node().(*ast.ExprStmt)
	return asks && isStmt && !p.HasComment(stmt.Pos(), p.LineBelow(stmt.End()))
}

// lastUse reports whether nothing behind the statement at the use of a local variable, in a list with others, can read the variable.
func (p *presizer) lastUse(use inspector.Cursor) bool {
	v, ok := p.Pkg.LocalVar(use.Node().(ast.Expr))
	if !ok || p.Pkg.InLiteral(v) || source.LoopSince(use, v.Pos()) || source.Has[*ast.LabeledStmt](p.DeclAt(v.Pos())) {
		return false
	}
	stmt, _ := source.EnclosingStmt(use)
	list, _, inList := source.StmtList(stmt)
	return inList && len(list) > 1 && !slices.ContainsFunc(p.Pkg.Uses(v), func(other inspector.Cursor) bool { return other.Node().Pos() > use.Node().Pos() })
}

// cut writes a statement that takes away from the buffer, all of it, or some bytes at its end. It panics in other words where there
// are fewer, if nothing says how many there are.
func (p *presizer) cut(use inspector.Cursor, name string) (edits []source.TextEdit, class rule.Class, ok bool) {
	call := called(use).(*ast.CallExpr)
	stmt, isStmt := source.Parens(use.Parent()).Parent().Parent().Node().(*ast.ExprStmt)
	if !isStmt || p.HasComment(call.Pos(), call.End()) {
		return nil, class, false
	}
	if len(call.Args) == 0 {
		if p.lastUse(use) && !p.HasComment(stmt.Pos(), p.LineBelow(stmt.End())) {
			return []source.TextEdit{p.Remove(stmt)}, class, true
		}
		return []source.TextEdit{source.ReplaceNode(stmt, name+" = "+name+"[:0]")}, class, true
	}
	edits = []source.TextEdit{
		source.Replace(stmt.Pos(), call.Args[0].Pos(), name+" = "+name+"[:"),
		source.Replace(call.Args[0].End(), stmt.End(), "]"),
	}
	n, isConst := source.IntConst(p.Info, call.Args[0])
	less, isDiff := ast.Unparen(call.Args[0]).(*ast.BinaryExpr)
	switch {
	case isConst:
		return edits, class, n == 0
	case !isDiff || less.Op != token.SUB:
		return nil, class, false
	}
	n, isConst = source.IntConst(p.Info, less.Y)
	if !p.isLength(less.X, use) || !isConst || n < 0 {
		return nil, class, false
	}
	if !p.surely(use, n) {
		class = rule.Review(rule.LatePanic.Caveat("Truncate panics in other words where nothing was written"))
	}
	return edits, class, true
}

// isLength reports whether e is the length of the buffer at a use.
func (p *presizer) isLength(e ast.Expr, use inspector.Cursor) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Len" && p.Pkg.Is(sel.X, p.Info.Uses[use.Node().(*ast.Ident)].(*types.Var))
}

// surely reports whether there are n bytes at a use: the condition of the if statement around it asks for them.
func (p *presizer) surely(use inspector.Cursor, n int64) bool {
	stmt, ok := source.EnclosingStmt(use)
	if !ok || stmt.Parent().ParentEdgeKind() != edge.IfStmt_Body {
		return false
	}
	branch := stmt.Parent().Parent().Node().(*ast.IfStmt)
	cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	if !ok || branch.Body.List[0] != stmt.Node() || !p.isLength(cond.X, use) {
		return false
	}
	least, isConst := source.IntConst(p.Info, cond.Y)
	switch cond.Op {
	case token.GTR, token.NEQ:
		least++
	case token.GEQ:
	default:
		return false
	}
	return isConst && least >= n && (cond.Op != token.NEQ || least == 1)
}
