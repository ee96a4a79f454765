package split

import (
	"go/ast"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// maxParts is the number of parts up to which each is cut into a variable.
const maxParts = 4

// A tally is what counted found out about the parts.
type tally struct {
	uses   []use
	total  int64             // the number of parts that are cut, the last of which is all the rest
	number string            // the expression of the number of parts
	asked  map[use]string    // see asksFor
	least  int64             // see asksFor
	edits  []source.TextEdit // edits that are made besides
}

// counted counts the separators, for other uses of the number of parts than [splitter.parts] knows, and cuts
// the parts that are used, each only where it is known to exist. It reports whether it does.
//
//	v := strings.Split(s, ":")                  switch len(v) {       v[0]     v[1]
//	----------------------------------------    ------------------    ------   -----
//	n := strings.Count(s, ":") + 1              switch n {            before   after
//	before, after, _ := strings.Cut(s, ":")
func (p *splitter) counted(s site, d source.Decl) bool {
	all, number := upTo(maxLength), s.q+"Count("+p.args(s)+") + 1"
	if s.name == "SplitN" {
		if s.limit < 2 || s.limit >= maxLength || !p.AtLeast("go1.21") || !p.Universe(d.Stmt.Pos(), "min") {
			return false
		}
		all, number = upTo(s.limit), "min("+number+", "+p.Text(s.call.Args[2])+")"
	}
	all &= p.guarded(s, d.Cur)
	var uses []use
	last, whole := int64(-1), true // the last part that is used, and whether it is all the text behind the others
	live, edits := p.live(s, d)
	for _, cur := range live {
		u, ok := p.measured(cur)
		if !ok || p.HasComment(u.cur.Node().Pos(), u.cur.Node().End()) {
			return false
		}
		uses = append(uses, u)
		if u.kind != 'p' {
			if _, never, always := p.settled(source.Parens(cur), d.Var); never || always {
				return p.Refuse(s.call, "the number of parts is compared with 0, though there is always a part")
			}
			continue
		}
		set := p.lengthsAt(cur, d.Var, all)
		if u.i >= maxParts || set&(1|upTo(u.i)) != 0 {
			return p.Refuse(s.call, "part "+strconv.FormatInt(u.i, 10)+" may not exist, or is one of many")
		}
		if u.i > last {
			last, whole = u.i, true
		}
		whole = whole && (u.i < last || set == 1<<(u.i+1) || u.i == s.limit-1)
	}
	total := last + 1
	if !whole || total < 2 {
		total++
	}
	t := tally{uses: uses, number: number, edits: edits}
	t.asked, t.least = p.asksFor(d, uses, all)
	t.total = max(total, t.least)
	two := t.total == 3 && last == 1 && t.least <= 2 && p.cuttable(s, 2) // the rest is cut off
	return len(live) > 0 && (two || p.cuttable(s, t.total)) && p.countInstead(s, d, t)
}

// countInstead declares the number, and the parts that are used, instead of the list, and edits the uses.
// It reports whether there is room for the declarations.
func (p *splitter) countInstead(s site, d source.Decl, t tally) bool {
	pos := d.Stmt.Pos()
	own, renamed, gone := p.named(d, t.uses)
	names, n := p.namesOf(s, d, t.total, own, t.uses), ""
	edits := append(t.edits, renamed...)
	ok := "_"
	if t.asked != nil {
		ok = p.Fresh(pos, "ok", "found")
	}
	for _, u := range t.uses {
		switch {
		case u.kind == 'p':
			if !gone[u] {
				edits = append(edits, source.ReplaceNode(u.cur.Node(), names[u.i]))
			}
			continue
		case t.asked != nil:
			edits = append(edits, source.ReplaceNode(source.Parens(u.cur).Parent().Node(), t.asked[u]+ok))
			continue
		case n == "":
			n = p.Fresh(pos, "n", "count")
		}
		edits = append(edits, source.ReplaceNode(u.cur.Node(), n))
	}
	var lines []string
	if n != "" {
		lines = append(lines, n+" := "+t.number)
	}
	if slices.ContainsFunc(names, func(name string) bool { return name != "_" }) {
		if n != "" && !effect.Pure(p.Info, s.call.Args[0]) {
			return false // would run twice
		}
		lines = append(lines, p.cuts(s, pos, names, ok, t.least)...)
	}
	title := "Count the parts, and cut those that are used"
	if t.asked != nil {
		title = "Cut the parts that are used"
	}
	head, fits := p.instead(d, lines)
	if fits {
		p.report(s, title, append(head, edits...)...)
	}
	return fits
}

// asksFor returns the operator in front of ok for each use of the number, if all ask only whether there are at
// least so many parts, which one of the calls of Cut says, and some part is used; nil otherwise. all are the possible
// numbers of parts.
//
//	len(v) == 1     1 < len(v)
//	-----------     ----------
//	!ok             ok
func (p *splitter) asksFor(d source.Decl, uses []use, all lengths) (asked map[use]string, least int64) {
	numbers := slices.DeleteFunc(slices.Clone(uses), func(u use) bool { return u.kind == 'p' })
	if len(numbers) == 0 || len(numbers) == len(uses) {
		return nil, 0
	}
	for least = 2; least == 2 || least <= maxParts && p.hasCut(); least++ {
		asked = make(map[use]string)
		for _, u := range numbers {
			cond, isCmp := source.Parens(u.cur).Parent().Node().(*ast.BinaryExpr)
			if !isCmp || p.HasComment(cond.Pos(), cond.End()) {
				return nil, 0
			}
			if p.where(cond, d.Var, true)&p.where(cond, d.Var, false)&all != 0 {
				return nil, 0 // a sum, or a comparison with what is not known
			}
			switch fewer := upTo(least-1) & all; p.where(cond, d.Var, true) & all {
			case fewer:
				asked[u] = "!"
			case all &^ fewer:
				asked[u] = ""
			}
		}
		if len(asked) == len(numbers) {
			return asked, least
		}
	}
	return nil, 0
}

// measured recognises kv[0], kv[1] and len(kv).
func (p *splitter) measured(cur inspector.Cursor) (use, bool) {
	cur = source.Parens(cur)
	if p.Pkg.Asks(cur, "len") {
		return use{'n', 0, cur.Parent()}, true
	}
	index, ok := cur.Parent().Node().(*ast.IndexExpr)
	if !ok || cur.ParentEdgeKind() != edge.IndexExpr_X || p.Pkg.Changes(cur.Parent()) {
		return use{}, false
	}
	i, isConst := source.IntConst(p.Info, index.Index)
	return use{'p', i, cur.Parent()}, isConst && i >= 0
}

// instead returns the edits that replace the declaration of a list by lines. ok is false if there is only room
// for one statement.
func (p *splitter) instead(d source.Decl, lines []string) (edits []source.TextEdit, ok bool) {
	edits, ok = d.Statements(lines...)
	return edits, ok || p.Refuse(d.Node(), "there is no room for more than one statement")
}
