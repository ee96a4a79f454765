package text

import (
	"strings"

	"github.com/unheap/unheap/internal/term"
)

// A style is the parameter of an ANSI SGR sequence.
type style string

const (
	plain  style = ""
	bold   style = "1"
	dim    style = "2"
	red    style = "31"
	green  style = "32"
	yellow style = "33"
	cyan   style = "36"
)

// A page is the report as far as it has been written.
type page struct {
	strings.Builder
	width int
	color bool
}

// paint applies a style to s. All text from the record passes through here, so that nothing from the user's program
// can control the terminal.
func (p *page) paint(st style, s string) string {
	s = term.Clean(s)
	if !p.color || st == plain || s == "" {
		return s
	}
	return "\x1b[" + string(st) + "m" + s + "\x1b[0m"
}

// line writes a finished line, without trailing space.
func (p *page) line(parts ...string) {
	for len(parts) > 0 && strings.Trim(parts[len(parts)-1], " ") == "" {
		parts = parts[:len(parts)-1]
	}
	for i, part := range parts {
		if i == len(parts)-1 {
			part = strings.TrimRight(part, " ")
		}
		p.WriteString(part)
	}
	p.WriteByte('\n')
}

// gap writes an empty line, except at the top and after another one.
func (p *page) gap() {
	if s := p.String(); s != "" && !strings.HasSuffix(s, "\n\n") {
		p.WriteByte('\n')
	}
}

// para writes s wrapped at the given indent.
func (p *page) para(indent int, st style, s string) {
	p.labelled(indent, "", 0, st, s)
}

// labelled writes a label of the given width and s wrapped beside it.
func (p *page) labelled(indent int, label string, width int, st style, s string) {
	pad := strings.Repeat(" ", indent)
	head := p.paint(dim, label) + strings.Repeat(" ", max(0, width-term.Width(label)))
	for _, line := range term.Wrap(term.Clean(s), p.width-indent-width) {
		p.line(pad, head, p.paint(st, line))
		head = strings.Repeat(" ", width)
	}
}

// A cell is one entry of a table.
type cell struct {
	text  string
	style style
}

func cells(texts ...string) []cell {
	row := make([]cell, len(texts))
	for i, s := range texts {
		row[i] = cell{text: s}
	}
	return row
}

const columnGap = 2

// A grid is a table whose first row is the heading. The columns in left are aligned to the left, all others to the
// right.
type grid struct {
	left    map[int]bool
	rows    [][]cell
	dropped map[int]bool
}

func newGrid(heading []cell, left ...int) *grid {
	g := &grid{left: map[int]bool{}}
	for _, i := range left {
		g.left[i] = true
	}
	for i := range heading {
		heading[i].style = dim
	}
	g.add(heading)
	return g
}

func (g *grid) add(row []cell) {
	for i := range row {
		row[i].text = term.Clean(row[i].text)
	}
	g.rows = append(g.rows, row)
}

func (g *grid) widths() []int {
	var w []int
	for _, row := range g.rows {
		for i, c := range row {
			if i == len(w) {
				w = append(w, 0)
			}
			w[i] = max(w[i], term.Width(c.text))
		}
	}
	return w
}

// width is the width of the whole grid.
func (g *grid) width() int {
	total := -columnGap
	for i, n := range g.widths() {
		if !g.dropped[i] {
			total += n + columnGap
		}
	}
	return total
}

// drop leaves out a column, which must not be the first.
func (g *grid) drop(column int) {
	if g.dropped == nil {
		g.dropped = map[int]bool{}
	}
	g.dropped[column] = true
}

// shrink shortens the widest entries of one column until the grid fits, but only as far as different entries still
// differ: a line that the terminal breaks can be read, two names that look the same cannot.
func (g *grid) shrink(column, width int) {
	const least = 8 // a shorter name says nothing any more
	w := g.widths()
	over := g.width() - width
	if over <= 0 {
		return
	}
	n := max(least, w[column]-over)
	for n < w[column] && g.merges(column, n) {
		n++
	}
	for _, row := range g.rows {
		if column < len(row) {
			row[column].text = fitMiddle(row[column].text, n)
		}
	}
}

// merges reports whether different entries of a column look the same when shortened to n cells.
func (g *grid) merges(column, n int) bool {
	whole := map[string]string{} // from the shortened to the full entry
	for _, row := range g.rows {
		if column >= len(row) {
			continue
		}
		text := row[column].text
		if other, ok := whole[fitMiddle(text, n)]; ok && other != text {
			return true
		}
		whole[fitMiddle(text, n)] = text
	}
	return false
}

// fitMiddle shortens s to n cells by cutting out its middle, as both the start and the end of a name distinguish it
// from others: "BenchmarkDecode/large" -> "Benchma…e/large".
func fitMiddle(s string, n int) string {
	if term.Width(s) <= n {
		return s
	}
	head := term.Fit(s, n/2+1) // includes the ellipsis
	tail := []rune(s)
	for term.Width(head)+term.Width(string(tail)) > n {
		tail = tail[1:]
	}
	return head + string(tail)
}

// write prints all rows, indented.
func (g *grid) write(p *page) {
	w := g.widths()
	for _, row := range g.rows {
		p.line("  ", g.format(p, row, w))
	}
}

func (g *grid) format(p *page, row []cell, w []int) string {
	var b strings.Builder
	b.Grow(2 * p.width) // twice, for multi-byte letters and styles
	for i, c := range row {
		if g.dropped[i] {
			continue
		}
		if i > 0 {
			b.WriteString(strings.Repeat(" ", columnGap))
		}
		pad := strings.Repeat(" ", w[i]-term.Width(c.text))
		if !g.left[i] {
			b.WriteString(pad)
		}
		b.WriteString(p.paint(c.style, c.text))
		if g.left[i] {
			b.WriteString(pad)
		}
	}
	return b.String()
}
