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

// rewrite offers EqualFold, together with a look at the length where that makes it
// the same.
func (p *folder) rewrite(s *site) {
	if s.how != equal {
		p.affix(s)
		return
	}
	l := s.letters
	switch {
	case s.other != nil:
		p.report(s, rule.Review(rule.Letters.Caveat(l.lost.other+" no longer matches "+l.lost.ascii), rule.Letters.Caveat(l.forms)), p.equal(s))
	case p.length(s) == int64(len(s.value)), !s.has(l.lost) && !s.has(l.gained):
		p.report(s, rule.Safe, p.equal(s))
	case !s.has(l.lost) && !s.has(l.both) && p.twice(s):
		p.report(s, rule.Safe, p.sized(s))
	default:
		var caveats []rule.Caveat
		if s.has(l.lost) {
			caveats = append(caveats, rule.Letters.Caveat(l.lost.other+" no longer matches "+l.lost.ascii))
		}
		if s.has(l.gained) {
			caveats = append(caveats, rule.Letters.Caveat(l.gained.other+" matches "+l.gained.ascii))
		}
		p.report(s, rule.Review(caveats...), p.equal(s))
	}
}

// fold is the call of EqualFold for x.
func (p *folder) fold(s *site, x string) string {
	if s.other != nil {
		return s.q + "EqualFold(" + x + ", " + p.Text(s.other) + ")"
	}
	if strings.HasPrefix(s.name, "bytes") {
		return s.q + "EqualFold(" + x + ", []byte(" + s.text + "))"
	}
	return s.q + "EqualFold(" + x + ", " + s.text + ")"
}

// equal compares with EqualFold alone.
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

// sized compares the lengths, too.
//
//	strings.ToLower(s) == "host"
//	--------------------------------------------------------
//	len(s) == len("host") && strings.EqualFold(s, "host")
func (p *folder) sized(s *site) string {
	x := p.Text(s.x)
	if s.not {
		return p.enclosed(s, token.LOR, "len("+x+") != len("+s.text+") || !"+p.fold(s, x))
	}
	return p.enclosed(s, token.LAND, "len("+x+") == len("+s.text+") && "+p.fold(s, x))
}

// enclosed puts text, an operation op, into parentheses where it stands among others.
func (p *folder) enclosed(s *site, op token.Token, text string) string {
	switch parent := s.cur.Parent().Node().(type) {
	case *ast.BinaryExpr:
		if parent.Op == op {
			return text
		}
	case *ast.UnaryExpr:
	default:
		return text
	}
	return "(" + text + ")"
}

// affix compares the beginning or the end.
//
//	strings.HasPrefix(strings.ToLower(s), "bearer ")
//	-------------------------------------------------------------------------------
//	len(s) >= len("bearer ") && strings.EqualFold(s[:len("bearer ")], "bearer ")
func (p *folder) affix(s *site) {
	if !source.IsPath(s.x) || !p.twice(s) {
		p.Refuse(s.cur.Node(), p.Text(s.x)+" would be evaluated, or written, twice")
		return
	}
	if s.cur.ParentEdgeKind() == edge.ExprStmt_X {
		return
	}
	var caveats []rule.Caveat
	for _, l := range []letter{s.letters.lost, s.letters.both} {
		if s.has(l) {
			caveats = append(caveats, rule.Letters.Caveat(l.other+" no longer matches "+l.ascii))
		}
	}
	x, n := p.Text(s.x), "len("+s.text+")"
	part := x + "[:" + n + "]"
	if s.how == suffix {
		part = x + "[len(" + x + ")-" + n + ":]"
	}
	p.report(s, rule.Review(caveats...), p.enclosed(s, token.LAND, "len("+x+") >= "+n+" && "+p.fold(s, part)))
}

// twice reports whether the argument of the mapping may be written twice.
func (p *folder) twice(s *site) bool {
	const long = 40 // characters of it
	return !source.Has[*ast.CallExpr](s.x) && effect.Pure(p.Info, s.x) && len(p.Text(s.x)) <= long && p.Universe(s.x.Pos(), "len")
}

// length is the length of the argument of the mapping, -1 if it is not known.
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

// number is the value of a constant, or of a variable that never has another one.
func (p *folder) number(e ast.Expr) (int64, bool) {
	if n, ok := source.IntConst(p.Info, e); ok {
		return n, true
	}
	value, ok := p.Pkg.Only(e)
	if !ok {
		return 0, false
	}
	return source.IntConst(p.Info, value)
}

func (p *folder) report(s *site, class rule.Class, text string) {
	p.Report(rule.Finding{
		At:      s.cur.Node(),
		Message: s.name + " makes what is only compared",
		Title:   "Compare with EqualFold",
		Class:   class,
		Edits:   []source.TextEdit{source.ReplaceNode(s.cur.Node(), text)},
		Form:    s.name,
	})
}
