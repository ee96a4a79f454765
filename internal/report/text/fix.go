package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// renderFix writes what all changes that held save together, then each with its proof, then briefly what was dropped
// and why, what was not tried and what is only reported, and last the sites that are left, each with the reason.
func (r *run) renderFix(p *page) {
	kept := filter(r.Verdicts, func(v *record.Verdict) bool { return v.Outcome == record.Kept })
	dropped := filter(r.Verdicts, func(v *record.Verdict) bool { return v.Outcome != record.Kept })
	slices.SortStableFunc(kept, func(a, b *record.Verdict) int {
		x, y := a.Saved(), b.Saved()
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(y.AllocsPerOp, x.AllocsPerOp), cmp.Compare(y.BytesPerOp, x.BytesPerOp))
	})
	p.gap()
	p.line(p.paint(bold, r.heldText(len(kept))))
	r.renderTogether(p, kept)
	for i, v := range kept {
		p.gap()
		r.renderKept(p, i+1, v, kept)
	}
	r.renderDropped(p, dropped)
	untried := r.untried()
	findings := filter(r.unjudged(), func(c *record.Candidate) bool { return !slices.Contains(untried, c) })
	r.renderCandidates(p, "not tried without -review: "+plural(len(untried), "candidate"), untried)
	r.renderCandidates(p, "reported, to look at: "+plural(len(findings), "finding"), findings)
	r.renderLeft(p)
}

// heldText is the summary in one line: how many changes held, and what to do next.
func (r *run) heldText(kept int) string {
	switch {
	case len(r.Verdicts)+len(r.Candidates) > 0:
	case r.End != nil && r.End.Interrupted:
		return "the run ended before candidates were asked for"
	default:
		return "no candidate was found"
	}
	text := "nothing was tried"
	if len(r.Verdicts) > 0 {
		text = fmt.Sprintf("%s of %s held", record.Count(kept), plural(len(r.Verdicts), "candidate"))
	}
	written := len(filter(r.Verdicts, func(v *record.Verdict) bool { return v.Written }))
	held := len(filter(r.Verdicts, r.heldBack))
	var next []string
	switch {
	case written > 0 && written < kept:
		text += fmt.Sprintf(" and %s %s %s", record.Count(written), pick(written, "is", "are"), r.writtenText())
	case written > 0:
		text += " and " + pick(kept, "is", "are") + " " + r.writtenText()
	case kept > 0 && (r.asked("w") || r.asked("commit")):
		text += " and nothing is written"
	case kept > held:
		next = append(next, "-w writes "+pick(kept, "it", "them"))
	}
	if held > 0 {
		next = append(next, fmt.Sprintf("%s only with -review", record.Count(held)))
	}
	if n := len(r.untried()); n > 0 {
		next = append(next, fmt.Sprintf("-review tries %s", record.Count(n)+more(len(r.Verdicts))))
	}
	if n := len(filter(r.Verdicts, func(v *record.Verdict) bool { return v.TestsReach })); n > 0 {
		next = append(next, fmt.Sprintf("%s more %s reached by tests only: -tests", record.Count(n), pick(n, "is", "are")))
	}
	if next != nil {
		text += ": " + strings.Join(next, ", ")
	}
	return text
}

// writtenText says where the rewrites that the run has written are.
func (r *run) writtenText() string {
	if r.asked("commit") {
		return "committed"
	}
	return "written"
}

// heldBack reports whether a kept change of class safe is not written without -review, for lack of evidence.
func (r *run) heldBack(v *record.Verdict) bool {
	return v.Outcome == record.Kept && !v.Written && v.WriteClass() == record.Review && !r.asked("review")
}

func more(others int) string {
	if others > 0 {
		return " more"
	}
	return ""
}

// asked reports whether a boolean flag was given.
func (r *run) asked(flag string) bool {
	return slices.ContainsFunc(r.Command, func(arg string) bool {
		name, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		return strings.HasPrefix(arg, "-") && name == flag && value != "false"
	})
}

// renderTogether writes a table of the workloads in which all changes together save something. Each change counts its
// own functions only, so the savings add up. For a single change, its proof below says the same.
func (r *run) renderTogether(p *page, kept []*record.Verdict) {
	if len(kept) < 2 {
		return
	}
	sums := map[workloadName]*record.Comparison{}
	for _, v := range kept {
		for _, c := range v.Comparisons {
			key := workloadName{c.Package, c.Workload}
			sum := sums[key]
			if sum == nil {
				first := c
				sums[key] = &first
				continue
			}
			sum.After.AllocsPerOp -= c.Before.AllocsPerOp - c.After.AllocsPerOp
			sum.After.BytesPerOp -= c.Before.BytesPerOp - c.After.BytesPerOp
			if sum.Time != c.Time { // judged in several parts, so there is no time for all
				sum.Time = record.TimeChange{}
			}
		}
	}
	const timeColumn = 3
	g := newGrid(cells("together", "allocs/op", "B/op", "time/op"), 0, 1, 2, timeColumn)
	g.drop(timeColumn)
	var short []string // entries of the column of times
	for _, w := range r.Workloads {
		c := sums[workloadName{w.Package, w.Name}]
		if c == nil {
			continue
		}
		g.add(cells(shortName(c.Workload), change(c.Before.AllocsPerOp, max(0, c.After.AllocsPerOp)),
			change(c.Before.BytesPerOp, max(0, c.After.BytesPerOp)), strings.TrimPrefix(timeChange(c.Time), "; ")))
		short = append(short, timeMedians(c.Time))
		if c.Time.Samples > 0 {
			delete(g.dropped, timeColumn)
		}
	}
	if g.width() > p.width-2 { // the intervals are below, with each change
		for i, text := range short {
			g.rows[1+i][timeColumn].text = text
		}
	}
	if !r.Verbose && len(g.rows) > shownWorkloads+2 {
		rest := len(g.rows) - 1 - shownWorkloads
		g.rows = g.rows[:1+shownWorkloads]
		defer p.para(2, dim, plural(rest, "more workload")+" (-v lists them)")
	}
	g.shrink(0, p.width-2)
	g.write(p)
}

func (r *run) renderKept(p *page, number int, v *record.Verdict, kept []*record.Verdict) {
	c := &v.Candidate
	p.line(r.heading(p, fmt.Sprint(number), c))
	r.renderProof(p, v, kept)
	if r.Shown != nil && r.Shown(c.ID) {
		p.labelled(3, "diff", labelWidth, plain, "above, where it first held")
		return
	}
	p.gap()
	renderDiff(p, v.Diff)
}

// heading is the line above a candidate: what is said of it, its place, its rewrite and its class.
func (r *run) heading(p *page, said string, c *record.Candidate) string {
	return p.paint(bold, said+"  "+r.place(c.Pos)) + "  " + p.paint(cyan, c.Rewrite) + "  " + p.paint(classStyle(c.Class), string(c.Class))
}

// renderProof writes what a change does, why, and how it was proven.
func (r *run) renderProof(p *page, v *record.Verdict, kept []*record.Verdict) {
	c := &v.Candidate
	say := func(label, text string) {
		if text != "" {
			p.labelled(3, label, labelWidth, plain, text)
		}
	}
	say("does", c.Message)
	if c.ProfileShare > 0 {
		say("profile", percent(c.ProfileShare)+" of what is allocated in it is in these functions")
	}
	say("why", r.whyOf(c))
	say("sizes", sizes(c.Observed))
	r.renderComparisons(p, v, kept)
	say("checked", checked(v))
	if r.heldBack(v) {
		say("write", "only with -review, since a function could not be compared and tests do not run all that changed")
	}
	for _, caveat := range c.Caveats {
		say("may", caveat.Text)
	}
}

// sizes says how large values became, and how much memory a capacity for most of them may leave unused.
func sizes(o *record.Observed) string {
	if o == nil {
		return ""
	}
	return fmt.Sprintf("half had room for at most %s in the end, 90 %% for %s, 99 %% for %s; of room for %s at most %s is unused",
		record.Count(o.P50), record.Count(o.P90), record.Count(o.P99), record.Count(o.Capacity), percent(o.Waste))
}

// whyOf is the reason of the costliest site that a candidate is about. A site at or below the place of the finding is
// preferred to one above it: what is made at that place grows or is retained below.
func (r *run) whyOf(c *record.Candidate) string {
	sites := filter(r.Sites, func(s *record.Site) bool { return slices.Contains(c.Sites, s.ID) })
	if len(sites) == 0 {
		return ""
	}
	above := func(s *record.Site) int {
		if s.Pos.File == c.Pos.File && s.Pos.Line < c.Pos.Line {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(sites, func(a, b *record.Site) int {
		return cmp.Or(cmp.Compare(above(a), above(b)), cmp.Compare(b.Cost, a.Cost))
	})
	text := why(sites[0])
	if n := len(sites) - 1; n > 0 {
		text += fmt.Sprintf("; and %s more", plural(n, "place"))
	}
	return text
}

func classStyle(c record.Class) style {
	if c == record.Safe {
		return green
	}
	return yellow
}

// shownComparisons is how many workloads are shown for a change: those in which it saves most.
const shownComparisons = 3

// renderComparisons writes the effect of a change on the workloads, the largest saving first.
func (r *run) renderComparisons(p *page, v *record.Verdict, kept []*record.Verdict) {
	all := make([]*record.Comparison, len(v.Comparisons))
	for i := range v.Comparisons {
		all[i] = &v.Comparisons[i]
	}
	n := len(all)
	if !r.Verbose && n > shownComparisons+1 {
		n = shownComparisons
		slices.SortStableFunc(all, func(a, b *record.Comparison) int {
			return cmp.Compare(b.Before.AllocsPerOp-b.After.AllocsPerOp, a.Before.AllocsPerOp-a.After.AllocsPerOp)
		})
	}
	for _, c := range all[:n] {
		r.renderComparison(p, c, kept)
	}
	if rest := len(all) - n; rest > 0 {
		p.labelled(3, "", labelWidth, dim, fmt.Sprintf("and %s more (-v shows them)", record.Count(rest)))
	}
}

// renderComparison writes before and after for one workload: exact counts, and the time with its interval. The time
// is that of all changes that were kept together.
func (r *run) renderComparison(p *page, c *record.Comparison, kept []*record.Verdict) {
	b, a := c.Before, c.After
	text := timeChange(c.Time)
	if text != "" && len(filter(kept, func(v *record.Verdict) bool { return timed(v, c) })) > 1 {
		text += ", with all that held"
	}
	p.labelled(3, "in", labelWidth, plain, fmt.Sprintf("%s: %s allocs/op, %s B/op (%s)%s",
		shortName(c.Workload), change(b.AllocsPerOp, a.AllocsPerOp), change(b.BytesPerOp, a.BytesPerOp),
		counted(b, a), text))
}

// counted says how well the counts repeat.
func counted(before, after record.Measure) string {
	least := "least of " + plural(max(before.Samples, after.Samples), "run")
	if spread := max(before.Spread, after.Spread); spread > 0 {
		return least + ", which differ by up to " + figure(spread)
	}
	return "exact, " + least
}

// timed reports whether v was timed together with c.
func timed(v *record.Verdict, c *record.Comparison) bool {
	return slices.ContainsFunc(v.Comparisons, func(d record.Comparison) bool {
		return d.Workload == c.Workload && d.Package == c.Package && d.Time == c.Time
	})
}

func change(before, after float64) string {
	if before == after {
		return figure(before)
	}
	return figure(before) + " → " + figure(after)
}

// timeChange writes the medians before and after and the interval of the ratio. If no difference is proven, "~"
// stands in place of the ratio, which is the median of the pairs: with much noise it can even have another sign than
// the difference of the medians.
func timeChange(t record.TimeChange) string {
	medians := timeMedians(t)
	switch {
	case medians == "":
		return ""
	case t.Proven:
		medians += ", " + signed(t.Ratio)
	}
	return fmt.Sprintf("; %s [%s..%s, n=%d]", medians, signed(t.Low), signed(t.High), t.Samples)
}

// timeMedians is timeChange without its interval.
func timeMedians(t record.TimeChange) string {
	if t.Samples == 0 {
		return ""
	}
	mark := ""
	if !t.Proven {
		mark = " ~"
	}
	return fmt.Sprintf("%s → %s/op%s", duration(t.BeforeNs), duration(t.AfterNs), mark)
}

// signed prints a ratio of times as a change: 0.62 is "-38 %".
func signed(ratio float64) string { return fmt.Sprintf("%+.1f %%", 100*(ratio-1)) }

func checked(v *record.Verdict) string {
	parts := []string{"builds, vet is clean", plural(v.Tests, "test") + " passed"}
	if v.Vet > 0 {
		parts[0] = "builds, vet says nothing more than without any change, " + plural(v.Vet, "line")
	}
	if n := len(v.Red); n > 0 {
		parts[1] = fmt.Sprintf("only %s of %s ran and passed, without any change too these do not: %s",
			record.Count(v.Tests), plural(v.Tests+n, "test"), some(v.Red, shownPlaces))
	}
	if n := v.Importers; n.Done < n.Total {
		parts = append(parts, fmt.Sprintf("of %s that import it, the tests of %d have run", plural(n.Total, "package"), n.Done))
	}
	if len(v.Unsteady) > 0 {
		parts = append(parts, "failed once, and passed in three more runs: "+strings.Join(v.Unsteady, ", "))
	}
	if v.Inputs > 0 {
		text := "old and new agree on " + plural(v.Inputs, "generated input")
		if len(v.Exempt) > 0 {
			text += " (not compared, since it may differ: " + strings.Join(v.Exempt, ", ") + ")"
		}
		parts = append(parts, text)
	}
	if v.NoEquivalence != "" {
		text := "not compared on generated inputs: " + v.NoEquivalence
		if v.Reach.Total > 0 {
			text += fmt.Sprintf("; tests run %d of %s that change", v.Reach.Done, plural(v.Reach.Total, "line"))
		}
		parts = append(parts, text)
	}
	if n := len(v.Unmeasured); n > 0 {
		parts = append(parts, "no workload allocates in "+some(v.Unmeasured, shownPlaces)+", changed like the others")
	}
	if v.Untimed != "" {
		parts = append(parts, "whether it is slower is not known: "+v.Untimed)
	}
	if v.Trade != "" {
		parts = append(parts, v.Trade)
	}
	return strings.Join(parts, "; ")
}

// renderDiff writes a diff unchanged, so that it can be piped into patch. It escapes only control characters other
// than tabs, and other than a carriage return at the end of a line.
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
		line, end := strings.TrimSuffix(line, "\n"), "\n"
		if whole, ok := strings.CutSuffix(line, "\r"); ok {
			line, end = whole, "\r\n"
		}
		fields := strings.Split(line, "\t")
		for i, field := range fields {
			fields[i] = p.paint(st, field)
		}
		p.WriteString(strings.Join(fields, "\t") + end)
	}
}

// outcomes is the order in which dropped candidates are listed: what may interest the author of the code comes first.
var outcomes = []record.Outcome{
	record.Differs, record.TestsFail, record.BuildFail, record.Slower,
	record.NoGain, record.NotExercised, record.NotReached,
}

// renderDropped writes a line for each candidate that is wrong or slower, and one line for all that gained nothing
// for the same reason.
func (r *run) renderDropped(p *page, dropped []*record.Verdict) {
	if len(dropped) == 0 {
		return
	}
	slices.SortStableFunc(dropped, func(a, b *record.Verdict) int {
		return cmp.Or(slices.Index(outcomes, a.Outcome)-slices.Index(outcomes, b.Outcome), cmp.Compare(b.Candidate.Heat, a.Candidate.Heat))
	})
	if !r.Verbose {
		dropped = gather(dropped)
	}
	p.gap()
	p.line(p.paint(bold, "dropped: "+plural(len(dropped), "candidate")))
	const width = 14 // the longest outcome, and a gap
	for i := 0; i < len(dropped); {
		n := 1
		for !r.Verbose && i+n < len(dropped) && alike(dropped[i], dropped[i+n]) {
			n++
		}
		v := dropped[i]
		text := r.places(dropped[i : i+n])
		switch {
		case n > 1 && v.Outcome == record.NotExercised: // the reasons differ only in the function's name
			text = "no workload allocates in their functions: " + text
		case n > 1 && v.Reason != "":
			text = v.Reason + ": " + text
		case v.Reason != "":
			text += ": " + v.Reason
		}
		p.labelled(2, string(v.Outcome), width, plain, text)
		i += n
	}
}

// shownPlaces is how many dropped candidates with one reason are named: a package of which the workloads reach little
// has hundreds.
const shownPlaces = 12

// places names the candidates of one line.
func (r *run) places(alike []*record.Verdict) string {
	rest := 0
	if !r.Verbose && len(alike) > shownPlaces+2 {
		alike, rest = alike[:shownPlaces], len(alike)-shownPlaces
	}
	names := make([]string, len(alike))
	for i, v := range alike {
		names[i] = r.place(v.Candidate.Pos) + "  " + v.Candidate.Rewrite
	}
	text := strings.Join(names, ", ")
	if rest > 0 {
		text += fmt.Sprintf(" and %s more (-v lists them)", record.Count(rest))
	}
	return text
}

// gather moves verdicts that can share a line behind the first of them.
func gather(dropped []*record.Verdict) []*record.Verdict {
	var gathered []*record.Verdict
	for len(dropped) > 0 {
		first := dropped[0]
		gathered = append(gathered, first)
		var rest []*record.Verdict
		for _, v := range dropped[1:] {
			if alike(first, v) {
				gathered = append(gathered, v)
			} else {
				rest = append(rest, v)
			}
		}
		dropped = rest
	}
	return gathered
}

// alike reports whether two dropped candidates can share a line.
func alike(a, b *record.Verdict) bool {
	if a.Outcome != b.Outcome {
		return false
	}
	switch a.Outcome {
	case record.NotExercised:
		return true
	case record.NoGain, record.NotReached:
		return a.Reason == b.Reason
	}
	return false
}

// unjudged are the candidates without a verdict.
func (r *run) unjudged() []*record.Candidate {
	judged := map[string]bool{}
	for _, v := range r.Verdicts {
		judged[v.Candidate.ID] = true
	}
	return filter(r.Candidates, func(c *record.Candidate) bool { return !judged[c.ID] })
}

// untried returns the candidates of class review, if -review was not given.
func (r *run) untried() []*record.Candidate {
	return filter(r.unjudged(), func(c *record.Candidate) bool {
		return len(c.Edits) > 0 && c.Class == record.Review && !r.asked("review")
	})
}

// renderCandidates lists candidates, those in functions that allocate most first. Rewrites in functions that no
// workload reached are only counted; reports are listed in any case, as they may point out an error.
func (r *run) renderCandidates(p *page, heading string, list []*record.Candidate) {
	if len(list) == 0 {
		return
	}
	p.gap()
	p.line(p.paint(bold, heading))
	slices.SortStableFunc(list, func(a, b *record.Candidate) int { return cmp.Compare(b.Heat, a.Heat) })
	cold := 0
	for _, c := range list {
		if c.Heat == 0 && len(c.Edits) > 0 && !r.Verbose {
			cold++
			continue
		}
		text := fmt.Sprintf("%s  %s%s: %s", r.place(c.Pos), c.Rewrite, heatText(c), c.Message)
		if said := sizes(c.Observed); said != "" {
			text += " (" + said + ")"
		}
		if len(c.Caveats) > 0 {
			text += "; but " + c.Caveats[0].Text
			for _, caveat := range c.Caveats[1:] {
				text += "; " + caveat.Text
			}
		}
		p.para(2, plain, text)
	}
	if cold > 0 {
		p.para(2, dim, fmt.Sprintf("%s in functions that no workload allocates in (-v lists them)", record.Count(cold)))
	}
}

// heatText says what the functions of a candidate allocate, if that is known.
func heatText(c *record.Candidate) string {
	if c.Heat == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s allocs/op around it)", figure(c.Heat))
}

// renderLeft says why the sites that matter and have no rewrite are left, so that nobody keeps trying. Sites in test
// code share one reason.
func (r *run) renderLeft(p *page) {
	left := r.left()
	rows := filter(left.rankBy(siteAlone), func(rw row) bool { return rw.sites[0].NotFixed != "" })
	r.renderUncounted(p)
	if len(rows) == 0 {
		return
	}
	p.gap()
	p.line(p.paint(bold, "left, and why: "+plural(len(rows), "place")))
	tests := filter(rows, func(rw row) bool { return rw.sites[0].Test && !r.Verbose })
	if len(tests) > 1 {
		rows = filter(rows, func(rw row) bool { return !rw.sites[0].Test })
	}
	f := r.fold(rows)
	rest := append(f.rest, f.tests...)
	for _, rw := range f.shown {
		s := rw.sites[0]
		p.para(2, plain, fmt.Sprintf("%s  %s  %s", percent(rw.share), r.place(s.Pos), siteText(s)))
		p.para(5, dim, s.NotFixed)
	}
	if len(rest) > 0 {
		p.para(2, dim, plural(len(rest), "colder place")+" (-v lists them)")
	}
	if len(tests) > 1 {
		share := 0.0
		for _, rw := range tests {
			share += rw.share
		}
		p.para(2, plain, fmt.Sprintf("%s  %s of test code (-v lists them)", percent(share), plural(len(tests), "place")))
		p.para(5, dim, tests[0].sites[0].NotFixed)
	}
}

// left is the run as it is with all kept changes in place.
func (r *run) left() *run {
	after := *r
	after.Workloads, after.Sites = record.Left(r.Workloads, r.Sites)
	after.index()
	return &after
}

// renderUncounted names the workloads that were not counted again, for which it is not known what is left.
func (r *run) renderUncounted(p *page) {
	if !slices.ContainsFunc(r.Verdicts, func(v *record.Verdict) bool { return v.Outcome == record.Kept }) {
		return
	}
	if !slices.ContainsFunc(r.Workloads, func(w *record.Workload) bool { return w.Left != nil }) {
		return // a record by an older version
	}
	var names []string
	for _, w := range r.Workloads {
		if w.Left == nil && w.Failure == "" {
			names = append(names, shortName(w.Name))
		}
	}
	if len(names) > 0 {
		p.gap()
		p.para(0, plain, "what is left of "+some(names, shownPlaces)+" is not known: the run ended before it was counted again")
	}
}
