package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/term"
)

// renderList writes the source with the four lenses of a heap profile beside each line, and the reason below the
// expression it is about.
func (r *run) renderList(p *page) {
	p.gap()
	p.para(0, dim, r.lensLegend())
	sites := r.sitesByLine()
	for _, part := range r.byFunction(sites) {
		r.renderPart(p, part, sites)
	}
}

// A listed is the part of a listing that belongs to one function, as far as the sites show.
type listed struct {
	file, function string
	share          float64
	lines          []*record.SourceLine
}

// byFunction splits the source at gaps and where another function begins, and sorts the functions by cost.
func (r *run) byFunction(sites map[record.Position][]*record.Site) []*listed {
	shares := map[*record.Site]float64{}
	for i, share := range record.Shares(r.Sort, r.Workloads, r.Sites) {
		shares[r.Sites[i]] = share
	}
	var parts []*listed
	byName := map[[2]string]*listed{}
	for rest := r.Source; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Pos.File == rest[0].Pos.File && rest[n].Pos.Line == rest[n-1].Pos.Line+1 {
			n++
		}
		for _, run := range splitFunctions(rest[:n], sites) {
			key := [2]string{run.file, run.function}
			if byName[key] == nil {
				byName[key] = &listed{file: run.file, function: run.function}
				parts = append(parts, byName[key])
			}
			whole := byName[key]
			whole.lines = append(whole.lines, run.lines...)
			for _, l := range run.lines {
				for _, s := range sites[l.Pos] {
					whole.share += shares[s]
				}
			}
		}
		rest = rest[n:]
	}
	slices.SortStableFunc(parts, func(a, b *listed) int { return -cmp.Compare(a.share, b.share) })
	return parts
}

// splitFunctions splits consecutive lines between sites of different functions: at the middle line between the two.
func splitFunctions(lines []*record.SourceLine, sites map[record.Position][]*record.Site) []*listed {
	var parts []*listed
	last, from := -1, 0
	for i, l := range lines {
		at := slices.IndexFunc(sites[l.Pos], func(s *record.Site) bool { return s.Match != record.Unmeasured })
		if at < 0 {
			continue
		}
		name := sites[l.Pos][at].Function
		if len(parts) > 0 && parts[len(parts)-1].function == name {
			last = i
			continue
		}
		if len(parts) > 0 {
			cut := (last + i + 1) / 2
			parts[len(parts)-1].lines = lines[from:cut]
			from = cut
		}
		parts = append(parts, &listed{file: l.Pos.File, function: name})
		last = i
	}
	if len(parts) == 0 {
		return []*listed{{file: lines[0].Pos.File, lines: lines}}
	}
	parts[len(parts)-1].lines = lines[from:]
	return parts
}

// renderPart writes the lines of one function, with a mark for each gap.
func (r *run) renderPart(p *page, of *listed, sites map[record.Position][]*record.Site) {
	lines := of.lines
	g := r.listGrid(lines, sites)
	w := g.widths()
	margin := 0
	for _, n := range w {
		margin += n + columnGap
	}
	p.gap()
	title := r.place(record.Position{File: of.file})
	if of.function != "" {
		title += "  " + of.function[strings.LastIndexByte(of.function, '/')+1:]
	}
	p.line(p.paint(bold, title), p.paint(dim, fmt.Sprintf("  %s of the %s", percent(of.share), r.ranked())))
	p.line(g.format(p, g.rows[0], w))
	for i, line := range lines {
		if i > 0 && line.Pos.Line != lines[i-1].Pos.Line+1 {
			p.line(p.paint(dim, "..."))
		}
		p.line(g.format(p, g.rows[i+1], w), strings.Repeat(" ", columnGap), p.paint(plain, expandTabs(line.Text)))
		for _, s := range sites[line.Pos] {
			if s.Match != record.Unmeasured || r.Verbose {
				r.renderNote(p, margin, line.Text, s)
			}
		}
	}
}

// A lens is one column of a listing.
type lens struct {
	name string
	of   func(reach) float64
}

// figure is ".", for a line that allocates nothing, as most lines do, or the figure of the line.
func (l lens) figure(rw *row) string {
	if len(rw.steady) == 0 {
		return "."
	}
	return span(rw.over(l.of))
}

// lenses returns the columns for which the record has figures: a benchmark counts what is allocated, and only a
// profile knows what was still in use.
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
	return fmt.Sprintf("alloc_objects: %s; alloc_space: %s; %s. inuse_objects and inuse_space are known of a profile only (-profile), not of a %s.",
		objects, bytes, r.over(), r.kind())
}

// sitesByLine is keyed by position without column; the sites of a line are
// ordered by column.
func (r *run) sitesByLine() map[record.Position][]*record.Site {
	byLine := map[record.Position][]*record.Site{}
	for _, s := range r.Sites {
		key := record.Position{File: s.Pos.File, Line: s.Pos.Line}
		byLine[key] = append(byLine[key], s)
	}
	for _, sites := range byLine {
		slices.SortStableFunc(sites, func(a, b *record.Site) int { return a.Pos.Compare(b.Pos) })
	}
	return byLine
}

// listGrid is a row of figures for each line, below the heading.
func (r *run) listGrid(lines []*record.SourceLine, sites map[record.Position][]*record.Site) *grid {
	lenses := r.lenses()
	var heading []cell
	for _, l := range lenses {
		heading = append(heading, cell{text: l.name})
	}
	g := newGrid(append(heading, cell{text: "line"}))
	for _, line := range lines {
		rw := r.newRow(0, sites[line.Pos]...)
		var row []cell
		for _, l := range lenses {
			row = append(row, cell{l.figure(&rw), bold})
		}
		g.add(append(row, cell{text: fmt.Sprint(line.Pos.Line)}))
	}
	return g
}

// renderNote writes the reason with a caret under the column it is about. A note that would begin too far to the
// right starts at the margin.
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

// note is the reason, preceded by an explanation if the line has no figures.
func (r *run) note(s *record.Site) string {
	note := why(s)
	rw := r.newRow(0, s)
	switch {
	case s.Match == record.Unmeasured:
		note = "not reached by this run; " + note
	case len(rw.steady) == 0:
		note = "first call only; " + note
	}
	return strings.TrimRight(note, "; ")
}
