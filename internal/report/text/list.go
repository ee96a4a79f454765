package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/term"
)

// renderList writes the source with the four lenses of a heap profile beside
// each line, and the reason below the expression it belongs to.
func (r *run) renderList(p *page) {
	sites := r.sitesByLine()
	lenses := r.lenses()
	p.gap()
	p.para(0, dim, r.lensLegend())
	file, next := "", 0
	var g *grid
	for _, line := range r.lines {
		if line.Pos.File != file {
			file, next = line.Pos.File, line.Pos.Line
			g = r.listGrid(file, sites, lenses)
			p.gap()
			p.line(p.paint(bold, r.place(record.Position{File: file})))
			p.line(g.format(p, g.rows[0], g.widths()))
		}
		if line.Pos.Line != next {
			p.line(p.paint(dim, "..."))
		}
		next = line.Pos.Line + 1
		r.renderListed(p, g, line, sites[line.Pos], lenses)
	}
}

// A lens is one column of a listing.
type lens struct {
	name string
	of   func(reach) float64
}

// lenses are the columns that the record has figures for: a benchmark counts
// what is allocated, only a profile knows what was still in use.
func (r *run) lenses() []lens {
	all := []lens{
		{"alloc_objects", func(c reach) float64 { return c.objects }},
		{"alloc_space", func(c reach) float64 { return c.bytes }},
	}
	if r.kind() == record.KindProfile {
		all = append(all,
			lens{"inuse_objects", func(c reach) float64 { return float64(c.inuseObjects) }},
			lens{"inuse_space", func(c reach) float64 { return float64(c.inuseBytes) }})
	}
	return all
}

func (r *run) lensLegend() string {
	objects, bytes := units(r.kind())
	if r.kind() == record.KindProfile {
		return "alloc_objects, inuse_objects: objects; alloc_space, inuse_space: bytes; as the given profile has them."
	}
	return fmt.Sprintf("alloc_objects: %s; alloc_space: %s; over the n of the table above. inuse_objects and inuse_space are known of a profile only (-profile), not of a %s.",
		objects, bytes, r.kind())
}

// sitesByLine is keyed by position without column; the sites of a line are
// ordered by column.
func (r *run) sitesByLine() map[record.Position][]*record.Site {
	byLine := map[record.Position][]*record.Site{}
	for _, s := range r.sites {
		key := record.Position{File: s.Pos.File, Line: s.Pos.Line}
		byLine[key] = append(byLine[key], s)
	}
	for _, sites := range byLine {
		slices.SortStableFunc(sites, func(a, b *record.Site) int { return a.Pos.Compare(b.Pos) })
	}
	return byLine
}

// listGrid holds the figures of a whole file, so that its columns align.
func (r *run) listGrid(file string, sites map[record.Position][]*record.Site, lenses []lens) *grid {
	heading := []cell{}
	for _, l := range lenses {
		heading = append(heading, cell{text: l.name})
	}
	g := newGrid(append(heading, cell{text: "line"}))
	for _, line := range r.lines {
		if line.Pos.File == file {
			g.add(r.listCells(line, sites[line.Pos], lenses))
		}
	}
	return g
}

func (r *run) listCells(line *record.SourceLine, sites []*record.Site, lenses []lens) []cell {
	rw := r.newRow(0, sites...)
	var row []cell
	for _, l := range lenses {
		text := "."
		if len(rw.steady()) > 0 {
			text = span(rw.over(l.of))
		}
		row = append(row, cell{text, bold})
	}
	return append(row, cell{text: fmt.Sprint(line.Pos.Line)})
}

func (r *run) renderListed(p *page, g *grid, line *record.SourceLine, sites []*record.Site, lenses []lens) {
	head := g.format(p, r.listCells(line, sites, lenses), g.widths())
	p.line(head, "  ", p.paint(plain, expandTabs(line.Text)))
	margin := columnGap
	for _, w := range g.widths() {
		margin += w + columnGap
	}
	for _, s := range sites {
		if s.Match == record.Unmeasured && !r.Verbose {
			continue
		}
		r.renderNote(p, margin-columnGap, line.Text, s)
	}
}

// renderNote writes the reason with a caret under the column it is about; a
// note that would begin too far to the right starts at the margin.
func (r *run) renderNote(p *page, margin int, text string, s *record.Site) {
	const least = 40 // columns for words
	indent := margin
	if col := s.Pos.Column - 1; col > 0 && col <= len(text) {
		if at := margin + term.Width(term.Clean(expandTabs(text[:col]))); at+least <= p.width {
			indent = at
		}
	}
	p.labelled(indent, "^", 2, cyan, r.note(s))
}

// note is the reason, after what explains that the line has no figures.
func (r *run) note(s *record.Site) string {
	note := why(s)
	rw := r.newRow(0, s)
	switch {
	case s.Match == record.Unmeasured:
		note = "not reached by this run; " + note
	case len(rw.steady()) == 0:
		note = "first call only; " + note
	}
	return strings.TrimRight(note, "; ")
}
