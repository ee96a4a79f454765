package split

import (
	"cmp"
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
	all &= p.guarded(s, d)
	if !effect.Pure(p.Info, s.call.Args[0]) {
		return false // the operand would be evaluated twice
	}
	var uses []use
	last, whole := int64(-1), true // the last part that is used, and whether it is all the text behind the others
	live, edits := p.live(d.Var)
	for _, cur := range live {
		u, ok := p.measured(cur)
		if !ok || p.HasComment(u.cur.Node().Pos(), u.cur.Node().End()) {
			return false
		}
		uses = append(uses, u)
		if u.kind != 'p' {
			if _, never, always := p.settled(source.Parens(cur), d.Var); never || always {
				return p.Refuse(s.call, "there is always a part, and the number is asked for it")
			}
			continue
		}
		set := p.lengthsAt(cur, d.Var, all)
		if u.i >= maxParts || set&(1|upTo(u.i)) != 0 {
			return p.Refuse(s.call, "part "+strconv.FormatInt(u.i, 10)+" may not be there, or is one of many")
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
	return len(live) > 0 && p.cuttable(s, total) && p.countInstead(s, d, uses, total, number, edits)
}

// countInstead declares the number, and those of the first total parts that are used, instead of the
// list, and adds the edits of the uses. It reports whether there is room for the declarations.
func (p *splitter) countInstead(s site, d source.Decl, uses []use, total int64, number string, edits []source.TextEdit) bool {
	pos := d.Stmt.Pos()
	names, n := slices.Repeat([]string{"_"}, int(total)), ""
	own, renamed, gone := p.named(d, uses)
	edits = append(edits, renamed...)
	ok, asked := "_", p.asksForOne(d, uses)
	if asked != nil {
		ok = p.Fresh(pos, "ok")
	}
	for _, u := range uses {
		switch {
		case u.kind == 'p':
			if names[u.i] == "_" {
				names[u.i] = cmp.Or(own[u.i], p.Fresh(pos, partNames[min(total, maxParts)][u.i]))
			}
			if !gone[u] {
				edits = append(edits, source.ReplaceNode(u.cur.Node(), names[u.i]))
			}
			continue
		case asked != nil:
			edits = append(edits, source.ReplaceNode(source.Parens(u.cur).Parent().Node(), asked[u]+ok))
			continue
		case n == "":
			n = p.Fresh(pos, "n")
		}
		edits = append(edits, source.ReplaceNode(u.cur.Node(), n))
	}
	var lines []string
	if n != "" {
		lines = append(lines, n+" := "+number)
	}
	if slices.ContainsFunc(names, func(name string) bool { return name != "_" }) {
		lines = append(lines, p.cuts(s, pos, names, ok, "_")...)
	}
	title := "Count the parts, and cut those that are used"
	if asked != nil {
		title = "Cut the parts that are used"
	}
	head, fits := p.instead(d, lines)
	if fits {
		p.report(s, title, append(head, edits...)...)
	}
	return fits
}

// asksForOne returns the operator in front of ok for each use of the number, if all ask only whether there
// is more than one part, which the first Cut says, and some part is used; nil otherwise.
//
//	len(v) == 1     1 < len(v)
//	-----------     ----------
//	!ok             ok
func (p *splitter) asksForOne(d source.Decl, uses []use) map[use]string {
	asked := make(map[use]string)
	for _, u := range uses {
		if u.kind == 'p' {
			continue
		}
		cond, isCmp := source.Parens(u.cur).Parent().Node().(*ast.BinaryExpr)
		if !isCmp || p.HasComment(cond.Pos(), cond.End()) {
			return nil
		}
		switch kind, ok := p.compares(cond, list{d.Var, 1, true, ^lengths(0)}); {
		case !ok:
			return nil
		case kind == '=':
			asked[u] = "!"
		default:
			asked[u] = ""
		}
	}
	if len(asked) == 0 || len(asked) == len(uses) || !p.hasCut() {
		return nil
	}
	return asked
}

// measured recognises kv[0], kv[1] and len(kv).
func (p *splitter) measured(cur inspector.Cursor) (use, bool) {
	cur = source.Parens(cur)
	if call := source.ArgumentOf(cur); call != nil && source.IsBuiltin(p.Info, call, "len") {
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
