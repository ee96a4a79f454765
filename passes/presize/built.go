package presize

import (
	"go/ast"
	"go/types"
	"strconv"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// built makes a strings.Builder of a slice of bytes that is only appended to and then converted to a
// string, which a strings.Builder does not copy.
//
//	buf := make([]byte, 0, n)     buf = append(buf, s...)    buf = append(buf, a, 'b')    len(buf)     string(buf)
//	-------------------------     -----------------------    -------------------------    ---------    ------------
//	var buf strings.Builder       buf.WriteString(s)         buf.WriteByte(a)             buf.Len()    buf.String()
//	buf.Grow(n)                                              buf.WriteByte('b')
func (p *presizer) built(d source.Decl) (rule.Finding, bool) {
	n, ok := p.varyingRoom(d.Value)
	if !ok || d.HasComment() || p.Pkg.Captured(d.Var) || !types.Identical(d.Var.Type(), types.NewSlice(types.Typ[types.Byte])) {
		return rule.Finding{}, false
	}
	q, edits, ok := p.Import("strings", "Builder", d.Stmt.Pos())
	if !ok {
		return rule.Finding{}, false
	}
	name := d.Var.Name()
	edits = append(edits, d.Instead("var "+name+" "+q+"Builder", name+".Grow("+p.Text(n)+")")...)
	changed, ok := p.rewritten(d)
	fix := asBuilder(d, rule.Safe, append(edits, changed...))
	p.withRoom(&fix, n)
	return fix, ok
}

// given makes a strings.Builder of a bytes.Buffer that begins with room, or with a text, and only makes a text.
//
//	buf := bytes.NewBuffer(make([]byte, 0, n))     buf := new(strings.Builder)
//	                                               buf.Grow(n)
func (p *presizer) given(d source.Decl) {
	if len(d.Rest) == 0 {
		return
	}
	call, ok := source.CallTo(p.Info, d.Value, "bytes", "NewBuffer")
	if !ok {
		p.beginsWithText(d)
		return
	}
	n, ok := p.varyingRoom(call.Args[0])
	if !ok {
		return
	}
	fix, _, ok := p.onlyText(d)
	if !ok {
		return
	}
	fix.Edits = append(fix.Edits, p.Before(d.Rest[0], d.Var.Name()+".Grow("+p.Text(n)+")"))
	p.withRoom(&fix, n)
	p.Report(fix)
}

// beginsWithText makes a strings.Builder of a bytes.Buffer that begins with a text, and only makes a text,
// of known length.
//
//	buf := bytes.NewBufferString("<")     buf := new(strings.Builder)
//	                                      buf.Grow(len(s)+2)
//	                                      buf.WriteString("<")
func (p *presizer) beginsWithText(d source.Decl) {
	call, ok := source.CallTo(p.Info, d.Value, "bytes", "NewBufferString")
	if !ok || d.Grouped() || !effect.Total(p.Info, call.Args[0]) || source.NamesIn(call.Args[0])[d.Var.Name()] || !p.Universe(d.Stmt.Pos(), "len") {
		return
	}
	fix, _, ok := p.onlyText(d)
	if !ok {
		return
	}
	lines, renamed, known := p.reserved(d, call.Args[0], &fix)
	if !known {
		return
	}
	lines = append(lines, d.Var.Name()+".WriteString("+p.Text(call.Args[0])+")")
	fix.Edits = append(append(fix.Edits, p.Before(d.Rest[0], lines...)), renamed...)
	p.Report(fix)
}

// reserved returns the lines that reserve the length of a buffer that begins with a text, and adds to the title
// and the class of the finding. ok is false if the statements right behind the declaration do not tell the length.
func (p *presizer) reserved(d source.Decl, text ast.Expr, fix *rule.Finding) (lines []string, renamed []source.TextEdit, ok bool) {
	leaf := func(s ast.Stmt) (size.Part, bool) { return p.written(s, d.Var) }
	stmts, before := p.fills(d, leaf)
	if before > 0 {
		return nil, nil, false
	}
	for ; len(stmts) > 0; stmts = stmts[:len(stmts)-1] {
		c, ok := size.Of(p.File, nil, stmts, stmts[0].Pos(), leaf)
		if !ok {
			continue
		}
		part := size.Bytes(p.Info, text)
		for _, of := range part.Of {
			c = c.PlusLen(p.Text(of))
		}
		c = c.Plus(part.K)
		lines, n, renamed := c.Lines(p.fresh(d.Rest[0].Pos()))
		fix.Title += " of known length"
		fix.Class = fix.Class.And(trust(c, 1, c.Loose)).And(p.room(d.Var, c, true))
		return append(lines, d.Var.Name()+".Grow("+n+")"), renamed, true
	}
	return nil, nil, false
}

// varyingRoom returns the n of make([]byte, 0, n). ok is false if n is a constant, or no int.
func (p *presizer) varyingRoom(e ast.Expr) (n ast.Expr, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(p.Info, call, "make") || len(call.Args) != 3 {
		return nil, false
	}
	zero, isConst := source.IntConst(p.Info, call.Args[1])
	n = call.Args[2]
	return n, isConst && zero == 0 && p.Info.Types[n].Value == nil && types.Identical(p.Info.TypeOf(n), types.Typ[types.Int])
}

// withRoom adds the room for n, which a fix reserves, to the title and the class of the finding.
func (p *presizer) withRoom(fix *rule.Finding, n ast.Expr) {
	room := p.Text(n)
	fix.Title += " with room for " + room
	fix.Class = fix.Class.And(rule.Review(rule.Retention.Caveat("who keeps the text keeps room for " + room + ", however little is in it")))
	if !size.Bounded(p.Pkg, n) || !size.NotNegative(p.Pkg, n) {
		fix.Class = fix.Class.And(rule.Review(rule.LatePanic.Caveat(room + otherWords)))
	}
}

// rewritten returns the edits of all uses of a slice that becomes a strings.Builder. ok is false if there is a use
// other than to append by a statement, to ask for the length, and to convert to one string, or to strings that are
// returned.
func (p *presizer) rewritten(d source.Decl) (edits []source.TextEdit, ok bool) {
	name := d.Var.Name()
	texts, returned, looped := 0, true, false
	for _, use := range p.Pkg.Uses(d.Var) {
		use = source.Parens(use)
		if use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			written, ok := p.writing(use.Parent(), d.Var)
			if !ok {
				return nil, false
			}
			edits = append(edits, written...)
			continue
		}
		call := source.ArgumentOf(use)
		switch {
		case call == nil:
			return nil, false
		case source.IsBuiltin(p.Info, call, "append") && use.ParentEdgeIndex() == 0: // the left side of the statement is a use, too
		case source.IsBuiltin(p.Info, call, "len"):
			edits = append(edits, source.ReplaceNode(call, name+".Len()"))
		case source.IsConversion(p.Info, call) && types.Identical(p.Info.TypeOf(call), types.Typ[types.String]):
			texts++
			returned = returned && isReturned(use)
			looped = looped || source.LoopSince(use, d.Stmt.Pos())
			edits = append(edits, source.ReplaceNode(call, name+".String()"))
		default:
			return nil, false
		}
	}
	return edits, texts > 0 && (returned || texts == 1 && !looped)
}

// writing returns the edits that turn the statement at cur, which appends to v, into one for each operand.
func (p *presizer) writing(cur inspector.Cursor, v *types.Var) (edits []source.TextEdit, ok bool) {
	stmt := cur.Node().(*ast.AssignStmt)
	if _, _, inList := source.StmtList(cur); !p.appends(stmt, v) || !inList {
		return nil, false
	}
	call := ast.Unparen(stmt.Rhs[0]).(*ast.CallExpr)
	operands := call.Args[1:]
	method := "WriteByte"
	if call.Ellipsis.IsValid() {
		switch t := p.Info.TypeOf(operands[0]); {
		case types.Identical(types.Default(t), types.Typ[types.String]):
			method = "WriteString"
		case source.IsBytes(t):
			method = "Write"
		default:
			return nil, false
		}
	}
	if bytes := p.constants(operands); len(bytes) > 1 && !call.Ellipsis.IsValid() {
		return []source.TextEdit{source.ReplaceNode(stmt, v.Name()+".WriteString("+strconv.Quote(string(bytes))+")")}, true
	}
	at := stmt.Pos()
	for _, e := range operands {
		text := v.Name() + "." + method + "("
		if at != stmt.Pos() {
			text = ")\n" + p.Indent(stmt.Pos()) + text
		}
		edits = append(edits, source.Replace(at, e.Pos(), text))
		at = e.End()
	}
	return append(edits, source.Replace(at, stmt.End(), ")")), len(operands) == 1 || effect.Ordered(p.Pkg, operands...)
}

// constants returns the values of constants below utf8.RuneSelf, nil if an expression is something else.
func (p *presizer) constants(list []ast.Expr) (bytes []byte) {
	for _, e := range list {
		c, isConst := source.IntConst(p.Info, e)
		if !isConst || c < 0 || c >= utf8.RuneSelf {
			return nil
		}
		bytes = append(bytes, byte(c))
	}
	return bytes
}
