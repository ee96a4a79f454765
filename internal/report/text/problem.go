package text

import (
	"strings"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/term"
)

// tailLines is how many lines of a failed program's output are shown.
const tailLines = 12

// renderProblems prints what could not be measured, each with its place in
// front as compilers do.
func (r *run) renderProblems(p *page) {
	for _, m := range r.Problems {
		p.gap()
		r.renderProblem(p, m)
	}
	for _, w := range r.failed() {
		p.gap()
		p.para(0, yellow, w.Package+" "+w.Name+": "+w.Failure)
		r.renderTail(p, w.Output)
	}
}

func (r *run) renderProblem(p *page, m *record.Problem) {
	text := m.Text
	switch {
	case m.Pos.File != "":
		text = r.place(m.Pos) + ": " + text
	case m.Package != "":
		text = m.Package + ": " + text
	}
	p.para(0, yellow, text)
	r.renderTail(p, m.Detail)
}

// renderTail writes the end of an output unchanged, without wrapping, which would move the column marks of compilers.
func (r *run) renderTail(p *page, output string) {
	output = strings.TrimRight(output, "\n")
	if output == "" {
		return
	}
	lines := strings.Split(output, "\n")
	if cut := len(lines) - tailLines; cut > 0 && !r.Verbose {
		p.line("    ", p.paint(dim, plural(cut, "line")+" before (-v shows them)"))
		lines = lines[cut:]
	}
	for _, line := range lines {
		p.line("    ", p.paint(plain, expandTabs(strings.TrimRight(line, "\r"))))
	}
}

// expandTabs puts tab stops every four columns.
func expandTabs(s string) string {
	const stop = 4
	var b strings.Builder
	for _, part := range strings.SplitAfter(s, "\t") {
		text, tab := strings.CutSuffix(part, "\t")
		b.WriteString(text)
		if tab {
			b.WriteString(strings.Repeat(" ", stop-term.Width(b.String())%stop))
		}
	}
	return b.String()
}
