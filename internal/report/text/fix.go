package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// renderFix writes the changes that held with their proof, then in short what
// was dropped and why, then the sites for which there is no change.
func (r *run) renderFix(p *page) {
	kept := filter(r.verdicts, func(v *record.Verdict) bool { return v.Outcome == record.Kept })
	dropped := filter(r.verdicts, func(v *record.Verdict) bool { return v.Outcome != record.Kept })
	p.gap()
	if len(r.verdicts)+len(r.candidates) == 0 {
		p.line(p.paint(bold, "no candidate was found"))
	} else {
		p.line(p.paint(bold, fmt.Sprintf("%s of %s held", count(int64(len(kept))), plural(len(r.verdicts), "candidate"))))
	}
	for i, v := range kept {
		p.gap()
		r.renderKept(p, i+1, v)
	}
	r.renderDropped(p, dropped)
	r.renderUnjudged(p)
	r.renderImpossible(p)
}

func (r *run) renderKept(p *page, number int, v *record.Verdict) {
	c := &v.Candidate
	p.line(p.paint(bold, fmt.Sprintf("%d  %s", number, r.place(c.Pos))), "  ", p.paint(cyan, c.Rewrite), "  ", p.paint(classStyle(c.Class), string(c.Class)))
	say := func(label, text string) {
		if text != "" {
			p.labelled(3, label, labelWidth, plain, text)
		}
	}
	say("why", c.Message)
	for i := range v.Comparisons {
		r.renderComparison(p, &v.Comparisons[i])
	}
	say("checked", checked(v))
	for _, caveat := range c.Caveats {
		say("may", caveat)
	}
	p.gap()
	renderDiff(p, v.Diff)
}

func classStyle(c record.Class) style {
	if c == record.Safe {
		return green
	}
	return yellow
}

// renderComparison is before and after of one workload: counts exactly, time
// with its interval.
func (r *run) renderComparison(p *page, c *record.Comparison) {
	b, a := c.Before, c.After
	p.labelled(3, "in", labelWidth, plain, fmt.Sprintf("%s: %s allocs/op, %s B/op (exact, least of %s)%s",
		shortName(c.Workload), change(b.AllocsPerOp, a.AllocsPerOp), change(b.BytesPerOp, a.BytesPerOp),
		plural(b.Samples, "run"), timeChange(c.Time)))
}

func change(before, after float64) string {
	if before == after {
		return figure(before)
	}
	return figure(before) + " → " + figure(after)
}

// timeChange says "~" where the change is within the noise.
func timeChange(t record.TimeChange) string {
	if t.Samples == 0 {
		return ""
	}
	mark := ""
	if !t.Proven {
		mark = " ~"
	}
	return fmt.Sprintf("; %s → %s/op%s, %s [%s..%s, n=%d]", duration(t.BeforeNs), duration(t.AfterNs), mark,
		signed(t.Ratio), signed(t.Low), signed(t.High), t.Samples)
}

// signed prints a ratio of times as a change: 0.62 is "-38 %".
func signed(ratio float64) string { return fmt.Sprintf("%+.1f %%", 100*(ratio-1)) }

func checked(v *record.Verdict) string {
	parts := []string{"builds, vet is clean", plural(v.Tests, "test") + " passed"}
	if v.Inputs > 0 {
		text := "old and new agree on " + plural(v.Inputs, "generated input")
		if len(v.Apart) > 0 {
			text += ", apart from: " + strings.Join(v.Apart, ", ")
		}
		parts = append(parts, text)
	}
	if v.NoEquivalence != "" {
		parts = append(parts, "not compared on generated inputs: "+v.NoEquivalence)
	}
	return strings.Join(parts, "; ")
}

// renderDiff keeps the text of a diff as it is, so that it can be piped into
// patch; only control characters other than tabs are escaped.
func renderDiff(p *page, diff string) {
	for line := range strings.Lines(diff) {
		st := plain
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
			st = bold
		case strings.HasPrefix(line, "@@"):
			st = cyan
		case strings.HasPrefix(line, "+"):
			st = green
		case strings.HasPrefix(line, "-"):
			st = red
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i, field := range fields {
			fields[i] = p.paint(st, field)
		}
		p.WriteString(strings.Join(fields, "\t") + "\n")
	}
}

// outcomes is the order in which dropped candidates are listed: what may
// interest the author of the code first.
var outcomes = []record.Outcome{
	record.Differs, record.TestsFail, record.BuildFail, record.Slower,
	record.NoGain, record.NotExercised, record.NotReached,
}

func (r *run) renderDropped(p *page, dropped []*record.Verdict) {
	if len(dropped) == 0 {
		return
	}
	slices.SortStableFunc(dropped, func(a, b *record.Verdict) int {
		return slices.Index(outcomes, a.Outcome) - slices.Index(outcomes, b.Outcome)
	})
	p.gap()
	p.line(p.paint(bold, "dropped: "+plural(len(dropped), "candidate")))
	const width = 14 // the longest outcome and a gap
	for _, v := range dropped {
		text := fmt.Sprintf("%s  %s", r.place(v.Candidate.Pos), v.Candidate.Rewrite)
		if v.Reason != "" {
			text += ": " + v.Reason
		}
		p.labelled(2, string(v.Outcome), width, plain, text)
	}
}

// renderUnjudged lists candidates without a verdict: a run that proposes
// only, or one that was cut short.
func (r *run) renderUnjudged(p *page) {
	judged := map[string]bool{}
	for _, v := range r.verdicts {
		judged[v.Candidate.ID] = true
	}
	rest := filter(r.candidates, func(c *record.Candidate) bool { return !judged[c.ID] })
	if len(rest) == 0 {
		return
	}
	p.gap()
	p.line(p.paint(bold, "not judged: "+plural(len(rest), "candidate")))
	for _, c := range rest {
		p.para(2, plain, fmt.Sprintf("%s  %s, %s: %s", r.place(c.Pos), c.Rewrite, c.Class, c.Message))
	}
}

// renderImpossible says of the sites that matter and have no candidate why
// nothing is offered, so that nobody keeps trying.
func (r *run) renderImpossible(p *page) {
	offered := r.offered()
	rows := filter(r.rank(), func(rw row) bool { return !offered[rw.sites[0].ID] })
	rows, rest := r.fold(rows)
	if len(rows) == 0 {
		return
	}
	p.gap()
	p.line(p.paint(bold, "no change offered: "+plural(len(rows)+len(rest), "site")))
	for _, rw := range rows {
		s := rw.sites[0]
		text := remedy(s)
		if text == "" {
			text = why(s)
		}
		p.para(2, plain, fmt.Sprintf("%s  %s  %s", percent(rw.share), r.place(s.Pos), siteText(s)))
		p.para(5, dim, text)
	}
	if len(rest) > 0 {
		p.para(2, dim, plural(len(rest), "colder site")+" (-v lists them)")
	}
}

// offered are the IDs of the sites that some candidate is about.
func (r *run) offered() map[string]bool {
	ids := map[string]bool{}
	for _, c := range r.candidates {
		for _, id := range c.Sites {
			ids[id] = true
		}
	}
	for _, v := range r.verdicts {
		for _, id := range v.Candidate.Sites {
			ids[id] = true
		}
	}
	return ids
}
