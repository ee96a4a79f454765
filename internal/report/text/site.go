package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/term"
)

// renderSites writes the table of sites, ranked, each with its reason, and one line for each kind of folded sites.
func (r *run) renderSites(p *page, rows []row) {
	if len(rows) > 0 {
		p.gap()
		r.renderHeadline(p, rows)
		p.gap()
		r.renderTable(p, r.fold(rows))
		p.gap()
		r.renderLegend(p, rows)
	}
	r.renderFirstOnly(p)
	r.renderUnmeasured(p)
}

// renderHeadline writes what a reader should learn in five seconds: how concentrated the cost is, and how much of it
// can be removed.
func (r *run) renderHeadline(p *page, rows []row) {
	const most = 0.8
	n, sum := 0, 0.0
	for _, rw := range rows {
		if sum >= most {
			break
		}
		sum += rw.share
		n++
	}
	sites := 0
	for _, rw := range rows {
		sites += len(rw.sites)
	}
	text := plural(sites, "allocation site")
	if sites > len(rows) {
		text += " of " + plural(len(rows), "cause")
	}
	if n < len(rows) {
		text += fmt.Sprintf("; the first %s %s of the %s", pick(n, "is", fmt.Sprintf("%d are", n)), percent(sum), r.ranked())
	}
	p.line(p.paint(bold, text))
	p.para(2, dim, r.ways(rows))
	p.para(2, dim, r.doubt())
	p.para(2, yellow, r.tellApart(rows))
}

// doubt says for how many objects there is no reason, or more than one possible site.
func (r *run) doubt() string {
	if r.End == nil {
		return ""
	}
	var parts []string
	for _, d := range []struct {
		n    int64
		what string
	}{{r.End.Unexplained, "unexplained"}, {r.End.Shared, "shared between reasons"}} {
		if d.n > 0 {
			parts = append(parts, fmt.Sprintf("%s (%s) %s", plural(int(d.n), "object"), percent(part(float64(d.n), float64(r.End.Objects))), d.what))
		}
	}
	return strings.Join(parts, ", ")
}

func pick(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// ranked names the quantity that shares are shares of.
func (r *run) ranked() string {
	switch r.Sort {
	case record.ByObjects:
		return "objects"
	case record.ByBytes:
		return "bytes"
	case record.ByInuse:
		return "bytes in use"
	}
	return "estimated cost"
}

// ways sums the shares of the rows by the way in which they can be removed.
func (r *run) ways(rows []row) string {
	sums, tests := map[record.Way]float64{}, 0.0
	for i := range rows {
		if rows[i].share > 0 && r.testCode(&rows[i]) {
			tests += rows[i].share
			continue
		}
		for _, s := range rows[i].sites {
			sums[wayOf(s)] += rows[i].share / float64(len(rows[i].sites))
		}
	}
	var parts []string
	for _, kind := range []struct {
		way  record.Way
		text string
	}{
		{record.WayFix, "has a rewrite in fix"}, {record.WayHand, "can go by hand"},
		{record.WayReuse, "by reuse: one that is kept, or a pool"},
		{record.WayOthers, "is in functions that are not yours"}, {record.WayNone, "stays"},
	} {
		if sums[kind.way] > 0 {
			parts = append(parts, percent(sums[kind.way])+" "+kind.text)
		}
	}
	if tests > 0 {
		parts = append(parts, percent(tests)+" is test code")
	}
	return strings.Join(parts, "; ")
}

// wayOf is the way in the record or, for records by older versions, what can be derived.
func wayOf(s *record.Site) record.Way {
	switch {
	case s.Way != "":
		return s.Way
	case s.Removable == "no":
		return record.WayNone
	case s.Match == record.Unexplained:
		return ""
	}
	return record.WayHand
}

// renderTable writes the rows. The figures of all rows are aligned in columns; the place and the text about it stand
// to the right and below.
func (r *run) renderTable(p *page, f folding) {
	g := newGrid(r.siteHeading(), r.placeColumn())
	for i := range f.shown {
		g.add(r.siteFigures(fmt.Sprint(i+1), &f.shown[i]))
	}
	if len(f.rest) > 0 {
		g.add(r.restFigures(f.rest, "colder site", ""))
	}
	if len(f.tests) > 0 {
		g.add(r.restFigures(f.tests, "site", " in test code"))
	}
	g.rows = append(g.rows, r.missingRows()...)
	w := g.widths()
	for i, cells := range g.rows {
		head := g.format(p, cells, w)
		if i == 0 || i > len(f.shown) {
			p.line(head)
			continue
		}
		bare := strings.TrimRight(g.format(&page{}, cells, w), " ")
		r.renderSite(p, strings.TrimRight(head, " "), p.width-term.Width(bare), &f.shown[i-1])
	}
}

// kind is the kind of workload that decides the units of the table: benchmark if kinds are mixed.
func (r *run) kind() record.WorkloadKind {
	kind := record.KindBenchmark
	for i, w := range r.Workloads {
		if w.Kind == record.KindBenchmark {
			return w.Kind
		}
		if i == 0 {
			kind = w.Kind
		}
	}
	return kind
}

func (r *run) siteHeading() []cell {
	share := "cost ~"
	if r.Sort != record.ByCost {
		share = string(r.Sort)
	}
	objects, bytes := units(r.kind())
	heading := cells("#", share, objects, bytes, "waste")
	if r.inuse {
		heading = append(heading, cells("in use", "in use B")...)
	}
	return append(heading, cell{text: "place"})
}

// placeColumn is the index of the last column, the only one aligned to the left.
func (r *run) placeColumn() int { return len(r.siteHeading()) - 1 }

func (r *run) siteFigures(number string, rw *row) []cell {
	row := []cell{
		{text: number},
		{percent(rw.share), heat(rw.share)},
		{span(rw.over(func(c reach) float64 { return c.objects })), bold},
		{text: span(rw.over(func(c reach) float64 { return c.bytes }))},
		{text: wasteCell(rw)},
	}
	if r.inuse {
		row = append(row,
			cell{text: span(rw.over(func(c reach) float64 { return float64(c.inuseObjects) }))},
			cell{text: span(rw.over(func(c reach) float64 { return float64(c.inuseBytes) }))})
	}
	return append(row, cell{r.place(rw.sites[0].Pos), bold})
}

func wasteCell(rw *row) string {
	_, share, known := rw.waste()
	if !known {
		return "-"
	}
	return percent(share)
}

func heat(share float64) style {
	switch {
	case share >= 0.25:
		return red
	case share >= 0.05:
		return yellow
	}
	return plain
}

// restFigures is the row with the sum of all folded rows, whose sites are called noun, with what follows the noun.
func (r *run) restFigures(rest []row, noun, behind string) []cell {
	var sites []*record.Site
	share := 0.0
	for _, rw := range rest {
		sites = append(sites, rw.sites...)
		share += rw.share
	}
	sum := r.newRow(share, sites...)
	cells := r.siteFigures("", &sum)
	cells[len(cells)-1] = cell{plural(len(sites), noun) + behind + " (-v lists)", dim}
	return cells
}

// tellApart says what would help to find the reasons that a profile does not show.
func (r *run) tellApart(rows []row) string {
	unknown := func(rw row) bool {
		return slices.ContainsFunc(rw.sites, func(s *record.Site) bool { return s.Match == record.Unexplained || s.Match == record.Shared })
	}
	given := slices.ContainsFunc(r.Command, func(arg string) bool { return strings.HasPrefix(strings.TrimLeft(arg, "-"), "binary") })
	if r.kind() != record.KindProfile || given || !slices.ContainsFunc(rows, unknown) {
		return ""
	}
	return "With -binary=FILE, the program that the profile was taken from, allocations on one line are told apart and have their reasons."
}

// missingRows show what the stock counter counted but could not attribute, so that the column still adds up.
func (r *run) missingRows() [][]cell {
	var missing []float64
	for _, w := range r.Workloads {
		if w.Failure == "" && w.Missing != 0 {
			missing = append(missing, w.PerOp(w.Missing))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	row := cells("", "", span(missing), "", "")
	if r.inuse {
		row = append(row, cells("", "")...)
	}
	return [][]cell{append(row, cell{"difference between the counter and the sum of the places", yellow})}
}

// bodyIndent is the column at which the text below a site begins, labelWidth the width of the label before it.
const (
	bodyIndent = 5
	labelWidth = 9
)

// renderSite writes a site. head has its figures and place, already formatted; room is the number of columns beside
// them.
func (r *run) renderSite(p *page, head string, room int, rw *row) {
	s := rw.sites[0]
	expr := siteText(s)
	if columnGap+term.Width(term.Clean(expr)) <= room {
		p.line(head, "  ", p.paint(cyan, expr))
		expr = ""
	} else {
		p.line(head)
	}
	say := func(label, text string) {
		if text != "" {
			p.labelled(bodyIndent, label, labelWidth, plain, text)
		}
	}
	say("at", expr)
	say("why", why(s))
	if s.Match != record.Unexplained {
		say("remedy", remedy(s))
	}
	say("places", r.placesOf(rw))
	say("holds", r.heldBy(rw))
	if s.Path != nil {
		say("runs", s.Path.Text)
	}
	if text := r.withN(rw); text != "" {
		say("with n", text)
	} else if rw.rare() {
		say("rarely", "what grows is kept: the longer it runs, the less of it each operation pays. It ranks below what all of them pay")
	}
	r.renderChain(p, s)
	say("grows", r.ladder(s.Ladder))
	if s.Mechanism != "testing" {
		say("inside", r.inside(s))
	}
	say("wastes", wasted(rw))
	say("in", r.workloadsOf(rw))
	say("from", r.callersOf(rw))
	say("first", r.firstOf(rw))
	if r.Verbose {
		say("id", s.ID)
		say("by", strings.TrimSpace(s.Primitive+" "+s.Type))
	}
}

// placesOf lists the other places of a row with several sites, and their common cause.
func (r *run) placesOf(rw *row) string {
	if len(rw.sites) < 2 {
		return ""
	}
	var names []string
	for _, s := range rw.sites[1:] {
		names = append(names, r.place(s.Pos))
	}
	return fmt.Sprintf("%d of one cause: %s; also %s", len(rw.sites), rw.sites[0].Cause, r.some(names, 3))
}

// heldBy says which other sites are on the heap because of the row's, and what they cost.
func (r *run) heldBy(rw *row) string {
	held := record.HeldBy(r.Sites, rw.sites...)
	if len(held) == 0 {
		return ""
	}
	sum := r.newRow(0, held...)
	var names []string
	for _, s := range held {
		names = append(names, strings.TrimSpace(r.place(s.Pos)+" "+s.Expr))
	}
	objects, _ := units(r.kind())
	return fmt.Sprintf("%s, on the heap since it is, of %s %s: %s", plural(len(held), "more site"),
		span(sum.over(func(c reach) float64 { return c.objects })), objects, r.some(names, 3))
}

// callersOf says which functions called the row's, with the share of objects of each; empty if only tests did, which
// the workloads name.
func (r *run) callersOf(rw *row) string {
	sums, all := map[string]int64{}, int64(0)
	var names []string
	own := false
	for _, s := range rw.sites {
		for _, c := range s.Callers {
			f := c.Frames[0]
			name := r.frame(f)
			if sums[name] == 0 {
				names = append(names, name)
			}
			sums[name] += c.Objects
			all += c.Objects
			own = own || !strings.HasSuffix(f.File, "_test.go")
		}
	}
	if !own {
		return ""
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(sums[b], sums[a]) })
	for i, name := range names {
		names[i] = name + " " + percent(part(float64(sums[name]), float64(all)))
	}
	if len(names) == 1 {
		return names[0] + r.before(rw)
	}
	return r.some(names, 2)
}

func (r *run) frame(f record.Frame) string {
	return fmt.Sprintf("%s (%s)", f.Function[strings.LastIndexByte(f.Function, '/')+1:], r.place(record.Position{File: f.File, Line: f.Line}))
}

// before continues from the only caller to its callers, as long as there is exactly one and it is no test.
func (r *run) before(rw *row) string {
	var text strings.Builder
	for k := 1; ; k++ {
		next := ""
		for _, s := range rw.sites {
			for _, c := range s.Callers {
				if len(c.Frames) <= k || strings.HasSuffix(c.Frames[k].File, "_test.go") || next != "" && next != r.frame(c.Frames[k]) {
					return text.String()
				}
				next = r.frame(c.Frames[k])
			}
		}
		text.WriteString(", from " + next)
	}
}

// siteText is the expression, or the whole line if the join could not determine which part of it allocates.
func siteText(s *record.Site) string {
	text := cmp.Or(s.Expr, s.Source)
	if s.Test {
		text += "  (test code)"
	}
	return text
}

func why(s *record.Site) string {
	switch s.Match {
	case record.Unexplained:
		text := "unexplained: it was measured here, and no reason was found"
		if by := strings.TrimSpace(s.Type + " by " + s.Primitive); s.Primitive != "" {
			text += " (" + by + ")"
		}
		return text
	case record.Shared:
		return strings.TrimSuffix("shared: several allocations of this line that cannot be told apart; "+reason(s), "; ")
	}
	return reason(s)
}

func reason(s *record.Site) string {
	switch {
	case s.Mechanism == "":
		return s.Why
	case s.Why == "":
		return s.Mechanism
	}
	return s.Mechanism + ": " + s.Why
}

// shownSteps is how many steps of a chain are shown, plus one if just one would be left out. The last step, where the
// value escapes, is always shown.
const shownSteps = 4

func (r *run) renderChain(p *page, s *record.Site) {
	label := "flow"
	for i, step := range s.Chain {
		if !r.Verbose && len(s.Chain) > shownSteps+1 && i >= shownSteps-1 && i < len(s.Chain)-1 {
			if i == shownSteps-1 {
				p.labelled(bodyIndent, label, labelWidth, dim, plural(len(s.Chain)-shownSteps, "more step"))
			}
			continue
		}
		text := step.Text
		if step.Pos.File != "" {
			text = r.place(step.Pos) + ": " + text
		}
		p.labelled(bodyIndent, label, labelWidth, dim, text)
		label = ""
	}
}

// A ladder of more than longLadder blocks is shown as its first shownRungs blocks and its last one.
const (
	longLadder = 8
	shownRungs = 4
)

// ladder writes the block sizes of growth: 0→16→32→64 B. A single block is no growth, and gives "".
func (r *run) ladder(blocks []int64) string {
	if len(blocks) < 2 {
		return ""
	}
	var b strings.Builder
	b.WriteString("0")
	for i, size := range blocks {
		cut := len(blocks) > longLadder && !r.Verbose
		switch {
		case cut && i == shownRungs:
			b.WriteString("→…")
		case !cut || i < shownRungs || i == len(blocks)-1:
			b.WriteString("→" + record.Count(size))
		}
	}
	b.WriteString(" B")
	if len(blocks) > longLadder && !r.Verbose {
		fmt.Fprintf(&b, ", %d sizes", len(blocks))
	}
	return b.String()
}

// inside says which functions called by the user's line allocated.
func (r *run) inside(s *record.Site) string {
	var total int64
	objects := map[string]int64{} // sums over types and sizes
	var places []string
	for _, in := range s.Inside {
		name := inner(in.Frame)
		if objects[name] == 0 && in.Objects > 0 {
			places = append(places, name)
		}
		objects[name] += in.Objects
		total += in.Objects
	}
	var names []string
	for _, name := range places {
		names = append(names, fmt.Sprintf("%s %s", name, percent(part(float64(objects[name]), float64(total)))))
	}
	if len(names) == 0 {
		return ""
	}
	return r.some(names, 3) + " of the objects"
}

// inner formats a frame as "strconv.FormatInt (strconv/itoa.go:34)".
func inner(f record.Frame) string {
	name := f.Function[strings.LastIndexByte(f.Function, '/')+1:]
	if f.File == "" {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, record.Position{File: f.File, Line: f.Line})
}

// wasted says how much of a site's blocks is wasted, if it is worth a line.
func wasted(rw *row) string {
	const worth = 0.1
	bytes, share, known := rw.waste()
	if !known || share < worth {
		return ""
	}
	asked := rw.over(func(c reach) float64 { return c.asked })
	blocks := rw.over(func(c reach) float64 { return c.askedOf })
	return fmt.Sprintf("%s B of blocks for %s B asked for: %s B lost", span(blocks), span(asked), span(bytes))
}

// workloadsOf names the workloads of a row; empty if the run has only one.
func (r *run) workloadsOf(rw *row) string {
	if len(r.Workloads) < 2 {
		return ""
	}
	steady := rw.steady
	var names []string
	for _, c := range steady {
		names = append(names, r.label(c.workload)+" "+figure(c.objects))
	}
	objects, _ := units(r.kind())
	return r.some(names, 3) + " " + objects
}

// firstOf says what the first operation allocated beyond a steady one.
func (r *run) firstOf(rw *row) string {
	for _, c := range rw.steady {
		if more := float64(c.firstObjects) - c.objects; more >= 1 {
			return fmt.Sprintf("the first call of %s makes %s, later ones %s",
				r.label(c.workload), plural(int(c.firstObjects), "object"), figure(c.objects))
		}
	}
	return ""
}

func remedy(s *record.Site) string {
	text := strings.TrimPrefix(s.Remedy, "nothing: ")
	switch wayOf(s) {
	case record.WayFix:
		command := "fix"
		if s.RewriteClass == record.Review {
			command = "fix -review"
		}
		return fmt.Sprintf("%s (%s): %s", command, s.Rewrite, text)
	case record.WayHand:
		return strings.TrimSuffix("by hand: "+text, ": ")
	case record.WayReuse:
		return "reuse: " + text
	case record.WayNone:
		return strings.TrimSuffix("stays: "+text, ": ")
	}
	return text
}

// renderLegend says how the figures were measured, and which of them are exact.
func (r *run) renderLegend(p *page, rows []row) {
	p.para(0, dim, r.exactness())
	if slices.ContainsFunc(rows, func(rw row) bool { return len(rw.steady) > 1 }) {
		p.para(0, dim, "a..b: least and most among the "+string(r.kind())+"s that reach the place.")
	}
	p.para(0, dim, "unheap explain NAME tells more of a reason (the word after why).")
	if r.Sort == record.ByCost {
		p.para(0, dim, "cost ~: share of the estimated time of all allocation, for ranking only (-sort objects, -sort bytes)"+r.weighting()+".")
	}
}

// weighting says what shares refer to if several workloads ran.
func (r *run) weighting() string {
	switch {
	case len(r.Workloads) < 2 || r.kind() == record.KindProfile:
		return ""
	case r.kind() == record.KindTest:
		return ", in one run of each test"
	}
	return ", in one operation of each benchmark"
}

func (r *run) exactness() string {
	objects, bytes := units(r.kind())
	figures := objects + ", " + bytes + " and waste"
	switch {
	case r.kind() == record.KindProfile:
		return figures + ": as the given profile has them; a sampled profile estimates."
	case r.Counter == "" || r.Counter == "exact":
		return figures + ": exact, every object " + r.over() + "."
	}
	return figures + ": from the stock profile" + stockReason(r.Counter) + "; the sum is exact, objects below 16 bytes may lack a place."
}

// stockReason returns " (why)" for the counter "stock: why".
func stockReason(counter string) string {
	why := strings.TrimLeft(strings.TrimPrefix(counter, "stock"), ":, ")
	if why == "" {
		return ""
	}
	return " (" + why + ")"
}

// over says how often the workloads ran.
func (r *run) over() string {
	if r.kind() == record.KindTest {
		if slices.ContainsFunc(r.Workloads, warm) {
			return "of the second run of each test"
		}
		return "of one run of each test"
	}
	return "of the n operations in the table above"
}

// asideWidth is the width of the labels below the table.
const asideWidth = 17

// renderFirstOnly lists sites that only the first operation reaches: caches, tables and pools that are filled.
func (r *run) renderFirstOnly(p *page) {
	var names []string
	var objects, bytes int64
	for _, s := range r.Sites {
		rw := r.newRow(0, s)
		if len(rw.steady) > 0 {
			continue
		}
		var n int64
		for _, c := range rw.reach {
			n += c.firstObjects
			bytes += c.firstBytes
		}
		if n > 0 {
			objects += n
			names = append(names, fmt.Sprintf("%s (%s)", r.place(s.Pos), record.Count(n)))
		}
	}
	if len(names) == 0 {
		return
	}
	p.gap()
	p.labelled(0, "first call only", asideWidth, plain, fmt.Sprintf("%s, %s, %s B: %s",
		plural(len(names), "site"), plural(int(objects), "object"), record.Count(bytes), r.some(names, 3)))
}

// renderUnmeasured writes one line about the sites that the compiler puts on the heap and the run never reached.
func (r *run) renderUnmeasured(p *page) {
	sites := filter(r.Sites, func(s *record.Site) bool { return s.Match == record.Unmeasured })
	if len(sites) == 0 {
		return
	}
	p.gap()
	text := plural(len(sites), "place") + " that the compiler puts on the heap and this run did not reach"
	if !r.Verbose {
		p.labelled(0, "not reached", asideWidth, plain, text+" (-v lists them)")
		return
	}
	p.labelled(0, "not reached", asideWidth, plain, text+":")
	for _, s := range sites {
		p.para(2, plain, strings.TrimRight(r.place(s.Pos)+"  "+siteText(s)+"  "+s.Mechanism, " "))
	}
}
