package equalfold

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A change is the rewrite of one comparison, or of several.
type change struct {
	class rule.Class
	edits []source.TextEdit
}

// change writes the comparison with EqualFold, and with a comparison of the lengths where the
// answer would differ without.
func (p *folder) change(s *site) (change, bool) {
	switch s.how {
	case oneOf:
		return p.cases(s)
	case prefix, suffix:
		return p.affix(s)
	}
	l := s.letters
	switch {
	case s.other == nil && p.through.Var != nil && noLetters(s.value):
		return p.instead(s, p.Text(s.x)+" "+s.cur.Node().(*ast.BinaryExpr).Op.String()+" "+s.text), true
	case s.other != nil:
		return p.instead(s, p.equal(s), rule.Letters.Caveat(l.lost.other+" no longer matches "+l.lost.ascii), rule.Letters.Caveat(l.forms)), true
	case !s.several && p.length(s) == int64(len(s.value)), !s.has(l.lost) && !s.has(l.gained):
		return p.instead(s, p.equal(s)), true
	case !s.has(l.lost) && !s.has(l.both) && p.twice(s):
		return p.instead(s, p.sized(s)), true
	}
	return p.instead(s, p.equal(s), s.differs(l.lost, l.gained)...), true
}

// noLetters reports whether a text has no ASCII letters, and nothing beyond ASCII: only the text itself
// is mapped to it.
func noLetters(text string) bool {
	for _, c := range []byte(text) {
		if c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z' {
			return false
		}
	}
	return true
}

// differs returns the caveats for those of two letters that the constant has.
func (s *site) differs(lost, gained letter) (caveats []rule.Caveat) {
	if s.has(lost) {
		caveats = append(caveats, rule.Letters.Caveat(lost.other+" no longer matches "+lost.ascii))
	}
	if s.has(gained) {
		caveats = append(caveats, rule.Letters.Caveat(gained.other+" matches "+gained.ascii))
	}
	return caveats
}

// instead replaces the comparison by a text.
func (p *folder) instead(s *site, text string, caveats ...rule.Caveat) change {
	return change{rule.Review(caveats...), []source.TextEdit{source.ReplaceNode(s.cur.Node(), text)}}
}

// mostCases is the largest number of constants that are compared one after the other.
const mostCases = 6

// cases writes a comparison in each case of a switch.
//
//	switch strings.ToLower(s) {     switch {
//	case "get", "":                 case strings.EqualFold(s, "get"), s == "":
//	---------------------------     -------------------------------------------
func (p *folder) cases(s *site) (c change, ok bool) {
	sw := s.cur.Node().(*ast.SwitchStmt)
	if !source.IsPath(s.x) || !p.twice(s) {
		return c, p.chosen(s, p.Text(s.x)+" would be evaluated, or written, twice")
	}
	n := 0
	for _, clause := range sw.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			one := &site{cur: s.cur, name: s.name, q: s.q, x: s.x, letters: s.letters}
			text, isConst := source.StringConst(p.Info, e)
			n++
			switch {
			case isConst && noLetters(text):
				c.edits = append(c.edits, source.ReplaceNode(e, p.Text(s.x)+" == "+p.Text(e)))
			case p.constant(one, e):
				c.class = c.class.And(rule.Review(one.differs(s.letters.lost, s.letters.gained)...))
				c.edits = append(c.edits, source.ReplaceNode(e, p.fold(one, p.Text(s.x))))
			default:
				return c, p.chosen(s, "a case is no constant of ASCII characters that "+s.name+" leaves alone")
			}
		}
	}
	start, end := sw.Switch+token.Pos(len("switch")), sw.Tag.End()
	if sw.Init != nil {
		start, end = sw.Tag.Pos(), sw.Body.Lbrace
	}
	if n > mostCases {
		return c, p.chosen(s, "so many cases are found faster in one text")
	}
	c.edits = append(c.edits, source.Replace(start, end, ""))
	return c, n > 0 && !p.HasComment(sw.Switch, sw.Body.Lbrace)
}

// fold returns the call of EqualFold for x, as source text.
func (p *folder) fold(s *site, x string) string {
	if s.other != nil {
		return s.q + "EqualFold(" + x + ", " + p.Text(s.other) + ")"
	}
	if strings.HasPrefix(s.name, "bytes") {
		return s.q + "EqualFold(" + x + ", []byte(" + s.text + "))"
	}
	return s.q + "EqualFold(" + x + ", " + s.text + ")"
}

// equal returns a comparison with EqualFold alone.
//
//	strings.ToLower(s) != "true"
//	----------------------------
//	!strings.EqualFold(s, "true")
func (p *folder) equal(s *site) string {
	text := p.fold(s, p.Text(s.x))
	if s.not {
		return "!" + text
	}
	return text
}

// sized returns a comparison of the lengths and with EqualFold.
//
//	strings.ToLower(s) == "host"
//	--------------------------------------------------------
//	len(s) == len("host") && strings.EqualFold(s, "host")
func (p *folder) sized(s *site) string {
	x := p.Text(s.x)
	if s.not {
		return source.Enclosed(s.cur, token.LOR, "len("+x+") != len("+s.text+") || !"+p.fold(s, x))
	}
	return source.Enclosed(s.cur, token.LAND, "len("+x+") == len("+s.text+") && "+p.fold(s, x))
}

// affix writes the comparison of a prefix or a suffix.
//
//	strings.HasPrefix(strings.ToLower(s), "bearer ")
//	-------------------------------------------------------------------------------
//	strings.EqualFold(s[:min(len(s), len("bearer "))], "bearer ")
//	len(s) >= len("bearer ") && strings.EqualFold(s[:len("bearer ")], "bearer ")   before go1.21
func (p *folder) affix(s *site) (change, bool) {
	if !source.IsPath(s.x) || !p.twice(s) {
		return change{}, p.refuse(s.cur.Node(), p.Text(s.x)+" would be evaluated, or written, twice")
	}
	if s.cur.ParentEdgeKind() == edge.ExprStmt_X {
		return change{}, false
	}
	var caveats []rule.Caveat
	for _, l := range []letter{s.letters.lost, s.letters.both} {
		if s.has(l) {
			caveats = append(caveats, rule.Letters.Caveat(l.other+" no longer matches "+l.ascii))
		}
	}
	x, n := p.Text(s.x), "len("+s.text+")"
	part, all, limit := x+"[:"+n+"]", x+"[:min(len("+x+"), "+n+")]", "min"
	if s.how == suffix {
		part, all, limit = x+"[len("+x+")-"+n+":]", x+"[max(len("+x+")-"+n+", 0):]", "max"
	}
	if p.AtLeast("go1.21") && p.Universe(s.x.Pos(), limit) {
		return p.instead(s, p.fold(s, all), caveats...), true
	}
	return p.instead(s, source.Enclosed(s.cur, token.LAND, "len("+x+") >= "+n+" && "+p.fold(s, part)), caveats...), true
}

// twice reports whether the argument of the mapping may be written twice.
func (p *folder) twice(s *site) bool {
	const long = 40 // characters of it
	return !source.Has[*ast.CallExpr](s.x) && effect.Pure(p.Info, s.x) && len(p.Text(s.x)) <= long && p.Universe(s.x.Pos(), "len")
}

// length returns the length of the argument of the mapping in bytes, or -1 if it is not known.
func (p *folder) length(s *site) int64 {
	x, ok := ast.Unparen(s.x).(*ast.SliceExpr)
	if !ok || x.High == nil {
		return -1
	}
	low := int64(0)
	if x.Low != nil {
		low, ok = p.number(x.Low)
	}
	high, ok2 := p.number(x.High)
	if !ok || !ok2 {
		return -1
	}
	return high - low
}

// number returns the value of a constant, or of a variable that never has another value.
func (p *folder) number(e ast.Expr) (n int64, ok bool) {
	if n, ok := source.IntConst(p.Info, e); ok {
		return n, true
	}
	value, ok := p.Pkg.Only(e)
	if !ok {
		return 0, false
	}
	return source.IntConst(p.Info, value)
}

// report reports the change, at the comparison or at the tag of the switch.
func (p *folder) report(s *site, c change) {
	at, form := s.cur.Node(), s.name
	if sw, ok := at.(*ast.SwitchStmt); ok {
		at, form = sw.Tag, s.name+" of a switch"
	}
	p.Report(rule.Finding{
		At:      at,
		Message: s.name + " makes what is only compared",
		Title:   "Compare with EqualFold",
		Class:   c.class,
		Edits:   c.edits,
		Form:    form,
	})
}
