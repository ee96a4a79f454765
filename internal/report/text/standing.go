package text

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// Standing writes what is shown about a candidate while a run goes on: that it stands, with what it saves, or that it
// does not any more. With diff set it includes the candidate's diff to the original text.
func Standing(v *record.Verdict, o Options, diff bool) string {
	o.Width = max(o.Width, leastWidth)
	p := &page{width: o.Width, color: o.Color}
	r := &run{Options: o, Config: &record.Config{}}
	c := &v.Candidate
	if v.Outcome != record.Kept {
		p.line(p.paint(bold, "no longer holds  "+r.place(c.Pos)), "  ", p.paint(cyan, c.Rewrite), ": ", p.paint(plain, fmt.Sprintf("%s: %s", v.Outcome, v.Reason)))
		return p.String()
	}
	head := r.heading(p, "holds", c)
	if len(v.Comparisons) > 0 {
		saved := func(m record.Comparison) float64 { return m.Before.AllocsPerOp - m.After.AllocsPerOp }
		most := slices.MaxFunc(v.Comparisons, func(a, b record.Comparison) int { return cmp.Compare(saved(a), saved(b)) })
		head += "  " + p.paint(plain, fmt.Sprintf("%s: %s allocs/op, %s B/op", shortName(most.Workload),
			change(most.Before.AllocsPerOp, most.After.AllocsPerOp), change(most.Before.BytesPerOp, most.After.BytesPerOp)))
	}
	p.line(head)
	if diff {
		renderDiff(p, v.Diff)
		p.line("")
	}
	return p.String()
}
