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
	"github.com/unheap/unheap/passes/internal/source"
)

// built makes a strings.Builder of bytes that are only appended to, and then copied into a
// string: its text is no copy. It takes an old version of Go as well.
//
//	buf := make([]byte, 0, n)     buf = append(buf, s...)    buf = append(buf, a, 'b')    len(buf)     string(buf)
//	-------------------------     -----------------------    -------------------------    ---------    ------------
//	var buf strings.Builder       buf.WriteString(s)         buf.WriteByte(a)             buf.Len()    buf.String()
//	buf.Grow(n)                                              buf.WriteByte('b')
func (p *presizer) built(d source.Decl) (rule.Finding, bool) {
	call, ok := ast.Unparen(d.Value).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(p.Info, call, "make") || len(call.Args) != 3 || d.HasComment() || p.Pkg.Captured(d.Var) {
		return rule.Finding{}, false
	}
	length, n := call.Args[1], call.Args[2]
	if zero, isConst := source.IntConst(p.Info, length); !isConst || zero != 0 || p.Info.Types[n].Value != nil ||
		!types.Identical(p.Info.TypeOf(n), types.Typ[types.Int]) || !types.Identical(d.Var.Type(), types.NewSlice(types.Typ[types.Byte])) {
		return rule.Finding{}, false
	}
	q, edits, ok := p.Import("strings", "Builder", d.Stmt.Pos())
	if !ok {
		return rule.Finding{}, false
	}
	name := d.Var.Name()
	edits = append(edits, d.Instead("var "+name+" "+q+"Builder", name+".Grow("+p.Text(n)+")")...)
	changed, ok := p.asBuilder(d)
	class := rule.Review(rule.Retention.Caveat("who keeps the text keeps room for " + p.Text(n) + ", however little is in it"))
	if !p.bounded(n) || !p.notNegative(n) {
		class = class.And(rule.Review(rule.LatePanic.Caveat(p.Text(n) + otherWords)))
	}
	return rule.Finding{
		At:      d.Node(),
		Message: "the text that " + name + " collects is copied",
		Title:   "Make " + name + " a strings.Builder with room for " + p.Text(n),
		Class:   class,
		Edits:   append(edits, changed...),
	}, ok
}

// asBuilder returns the edits of all uses of a slice that is only appended to by statements,
// measured, and turned into one text, or into texts that are returned.
func (p *presizer) asBuilder(d source.Decl) (edits []source.TextEdit, ok bool) {
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
		case source.IsBuiltin(p.Info, call, "append") && use.ParentEdgeIndex() == 0: // of a statement that writes
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

// writing turns the statement at cur, which appends to v, into one for each operand.
func (p *presizer) writing(cur inspector.Cursor, v *types.Var) (edits []source.TextEdit, ok bool) {
	stmt := cur.Node().(*ast.AssignStmt)
	_, appends := p.appends(stmt, v)
	if _, _, inList := source.StmtList(cur); !appends || !inList {
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

// constants returns the values of characters below utf8.RuneSelf, nil if one of them is something else.
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
