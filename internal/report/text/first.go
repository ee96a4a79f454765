package text

import (
	"fmt"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// firstRows is how many causes the summary lists.
const firstRows = 3

// renderFirst writes the summary: the costliest causes that can be removed, what each costs, and the next command.
func (r *run) renderFirst(p *page, rows []row) {
	var first []row
	for i := range rows {
		if rw := &rows[i]; len(first) < firstRows && r.canGo(rw) {
			first = append(first, *rw)
		}
	}
	if len(rows) < 2 || len(first) == 0 {
		return
	}
	p.gap()
	g := newGrid(cells("", "what to do first"), 1, 2)
	g.rows = nil
	for i := range first {
		s := first[i].sites[0]
		g.add([]cell{{percent(first[i].share), heat(first[i].share)}, {r.place(decides(s)), bold}, {text: remedy(s)}})
	}
	p.line(p.paint(bold, "what to do first"))
	w := g.widths()
	for _, cells := range g.rows {
		head := g.format(p, cells[:2], w)
		used := 2 + w[0] + columnGap + w[1] + columnGap
		p.line("  ", head, strings.Repeat(" ", columnGap), p.paint(plain, fitEnd(cells[2].text, p.width-used)))
	}
	p.para(2, dim, "next: "+r.next(first))
}

// decides is where a site can be changed: for a site in test code, the place in the user's other code that causes it.
func decides(s *record.Site) record.Position {
	if s.Test && s.CausePos.File != "" {
		return s.CausePos
	}
	return s.Pos
}

// canGo reports whether a row is in the user's code, costs each operation something, and has a remedy.
func (r *run) canGo(rw *row) bool {
	s := rw.sites[0]
	can := wayOf(s) != record.WayNone && wayOf(s) != record.WayOthers
	return can && !rw.rare() && !r.testCode(rw) && s.Remedy != "" && rw.share >= cold
}

// next is the command to run next, in a sentence.
func (r *run) next(first []row) string {
	for i := range first {
		if s := first[i].sites[0]; s.Way == record.WayFix {
			command := "unheap fix"
			if s.RewriteClass == record.Review {
				command += " -review"
			}
			return command + " " + r.patterns() + " tries " + s.Rewrite + " and proves it"
		}
	}
	return fmt.Sprintf("unheap explain %s tells more of the first", first[0].sites[0].Mechanism)
}

// patterns are the packages that the command named: the arguments after the last flag that look like paths, since a
// flag's value may be an argument of its own.
func (r *run) patterns() string {
	var named []string
	for i := len(r.Command) - 1; i > 0 && !strings.HasPrefix(r.Command[i], "-"); i-- {
		if arg := r.Command[i]; strings.HasPrefix(arg, ".") || strings.Contains(arg, "/") {
			named = append([]string{arg}, named...)
		}
	}
	if named == nil {
		return "."
	}
	return strings.Join(named, " ")
}

// fitEnd shortens s to n cells at its end.
func fitEnd(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return strings.TrimRight(string(r[:max(0, n-1)]), " ,;") + "…"
}
