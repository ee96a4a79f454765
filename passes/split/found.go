package split

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// hasCut reports whether the language version has strings.Cut. Otherwise strings.Index is used.
func (p *splitter) hasCut() bool { return p.AtLeast(stdlib.Named("strings", "Cut").Since) }

// finder returns the name of the function that finds the separator.
func (p *splitter) finder() string {
	if p.hasCut() {
		return "Cut"
	}
	return "Index"
}

// cuttable reports whether n parts may be cut: any number with Cut, two with Index.
func (p *splitter) cuttable(s site, n int64) bool {
	return n == 2 && p.Universe(s.call.Pos(), "true", "false", "len") || p.Has(s.call, "strings", "Cut")
}

// sliced cuts two parts where they are used, if the separator is known to exist and the string
// has not changed. It reports whether it does.
//
//	kv := strings.SplitN(s, "=", 2)     len(kv) == 2     kv[0]     kv[1]
//	-------------------------------     ------------     -----     -------
//	i := strings.Index(s, "=")          i >= 0           s[:i]     s[i+1:]
func (p *splitter) sliced(s site, d source.Decl, l list, uses []use, idle []source.TextEdit) bool {
	arg := s.call.Args[0]
	if _, local := p.Pkg.LocalVar(arg); !local || p.Pkg.InLiteral(d.Var) {
		return false
	}
	pos, text := d.Stmt.Pos(), p.Text(arg)
	i := p.Fresh(pos, "i", "at", "end")
	parts := []string{text + "[:" + i + "]", text + "[" + i + "+" + p.width(s) + ":]"}
	edits, ok := p.instead(d, []string{i + " := " + s.q + "Index(" + p.args(s) + ")"})
	edits = append(edits, idle...)
	for _, u := range uses {
		ok = ok && p.Visible(s.call, u.cur.Node().Pos()) && effect.StableBetween(p.Pkg, arg, d.Node().Pos(), p.comesBack(u.cur, d.Stmt))
		switch {
		case !ok:
			return false
		case u.kind != 'p':
			cond := p.condition(s, u, l, i+" >= 0", i+" < 0", parts[1])
			edits, ok = append(edits, source.ReplaceNode(u.cur.Node(), cond)), cond != ""
		default:
			at, text := p.instance(s, u, i, parts)
			edits = append(edits, source.ReplaceNode(at, text))
			ok = l.has(1, p.lengthsAt(u.cur, l.Var, l.all()))
		}
	}
	if ok {
		p.report(s, "Take the parts with strings.Index", edits...)
	}
	return ok
}

// instance returns the text for the use of a part, and the node that it replaces. The length of the first part is
// the index of the separator, and a comparison of a length with 0 becomes one with the empty string.
//
//	len(kv[0])     kv[0] == ""     len(kv[1]) == 0     kv[0][1:]
//	----------     -----------     ---------------     ---------
//	i              s[:i] == ""     s[i+1:] == ""       s[1:i]
func (p *splitter) instance(s site, u use, i string, parts []string) (at ast.Node, text string) {
	cur := source.Parens(u.cur)
	isLen, of := p.Pkg.Asks(cur, "len"), cur
	if isLen {
		of = source.Parens(cur.Parent())
	}
	if cmp, ok := of.Parent().Node().(*ast.BinaryExpr); ok && (cmp.Op == token.EQL || cmp.Op == token.NEQ) && cmp.X == of.Node() && p.isEmpty(cmp.Y) {
		return cmp, parts[u.i] + " " + cmp.Op.String() + ` ""`
	}
	if isLen && u.i == 0 {
		return of.Node(), i
	}
	if cut, ok := cur.Parent().Node().(*ast.SliceExpr); ok && u.i == 0 && cut.X == cur.Node() && cut.High == nil && cut.Low != nil && p.Info.Types[cut.Low].Value != nil {
		return cut, p.Text(s.call.Args[0]) + "[" + p.Text(cut.Low) + ":" + i + "]"
	}
	return u.cur.Node(), parts[u.i]
}

// isEmpty reports whether e is the constant "" or 0.
func (p *splitter) isEmpty(e ast.Expr) bool {
	value := p.Info.Types[e].Value
	return value != nil && (value.ExactString() == `""` || value.ExactString() == "0")
}

// finds is [splitter.cuts] for two parts if the language has no Cut. A text that is no variable or field is evaluated
// once, as the first part, which it stays if there is no separator.
//
//	before, after, ok := s, "", false
//	if i := strings.Index(s, "="); i >= 0 {
//	        before, after, ok = s[:i], s[i+1:], true
//	}
func (p *splitter) finds(s site, pos token.Pos, before, after, ok string) []string {
	if before == "_" && after == "_" {
		return []string{ok + " := " + s.q + "Contains(" + p.args(s) + ")"}
	}
	text := p.Text(s.call.Args[0])
	from := text
	if !source.IsPath(s.call.Args[0]) {
		if before == "_" {
			before = p.Fresh(pos, "before")
		}
		from = before
	}
	i := p.counter(s, pos, "")
	var names, without, with []string
	for _, part := range []struct{ name, without, with string }{
		{before, text, from + "[:" + i + "]"},
		{after, `""`, from + "[" + i + "+" + p.width(s) + ":]"},
		{ok, "false", "true"},
	} {
		if part.name != "_" {
			names, without, with = append(names, part.name), append(without, part.without), append(with, part.with)
		}
	}
	list := strings.Join(names, ", ")
	return append([]string{list + " := " + strings.Join(without, ", ")},
		p.ifFound(s, "Index", i, from, list+" = "+strings.Join(with, ", "))...)
}

// ifFound returns the lines that run stmt if the separator is in the string from, at the index i that find returns.
func (p *splitter) ifFound(s site, find, i, from, stmt string) []string {
	return []string{"if " + i + " := " + s.q + find + "(" + from + ", " + p.Text(s.call.Args[1]) + "); " + i + " >= 0 {", "\t" + stmt, "}"}
}

// counter returns a name for the index of the separator in [splitter.ifFound]: i, unless x, which is set there,
// or an operand of the call has that name.
func (p *splitter) counter(s site, pos token.Pos, x string) string {
	if x == "i" || source.NamesIn(s.call)["i"] {
		return p.Fresh(pos, "i", "at", "end")
	}
	return "i"
}

// width returns the length of the separator as source text: a number if the separator is a literal.
func (p *splitter) width(s site) string {
	if _, isLit := ast.Unparen(s.call.Args[1]).(*ast.BasicLit); isLit {
		return strconv.Itoa(len(s.sep))
	}
	return "len(" + p.Text(s.call.Args[1]) + ")"
}

// shortened is [splitter.assigned] if the language has no Cut: the variable gets the string, and then its first
// part. No function literal may capture the variable, and see the string. It reports whether it does.
//
//	x := strings.Split(s, sep)[0]
//	--------------------------------------
//	x := s
//	if i := strings.Index(x, sep); i >= 0 {
//	        x = x[:i]
//	}
func (p *splitter) shortened(s site, assign *ast.AssignStmt, stmt inspector.Cursor) bool {
	x := assign.Lhs[0].(*ast.Ident).Name
	v, local := p.Pkg.LocalVar(assign.Lhs[0])
	_, _, inList := source.StmtList(stmt)
	if !local || !inList || p.Pkg.Captured(v) || !source.IsString(v.Type()) || source.NamesIn(s.call.Args[1])[x] {
		return false
	}
	i := p.counter(s, assign.Pos(), x)
	lines := strings.Join(p.ifFound(s, "Index", i, x, x+" = "+x+"[:"+i+"]"), "\n"+p.Indent(assign.Pos()))
	title := "Take the first part with strings.Index"
	if p.Pkg.Is(s.call.Args[0], v) {
		p.report(s, title, source.ReplaceNode(assign, lines))
		return true
	}
	p.report(s, title, source.ReplaceNode(assign.Rhs[0], p.Text(s.call.Args[0])), p.Below(assign, lines))
	return true
}
