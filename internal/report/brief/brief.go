// Package brief writes a measured run in about two thousand bytes, for an agent, or for a person in a hurry.
//
// Invariant: the first lines are what costs most, and what is left out is counted. No line is a legend, and nothing
// is said about places that were not reached.
//
// Model: one line is one cause: a site, or sites that go away together. A cause has a name that is short, unique in
// the run and the same in the next run as long as the site exists.
//
// What it blurs: of several workloads only the one counts in which a site costs most.
package brief

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A Run is a recorded run, and the Handler that collects it. The zero value is an empty run.
type Run struct{ record.Collected }

// Budget is the default for the number of bytes written.
const Budget = 2000

// A Writer writes a run as brief lines when it is closed.
type Writer struct {
	Run
	To io.Writer
	// Budget is the number of bytes written, but at least one line; 0 means the constant Budget.
	Budget int
	// Last is an earlier run: only changes since it are written. If nil, the whole run is.
	Last *Run
}

// Close writes the lines.
func (w *Writer) Close() error {
	budget := cmp.Or(w.Budget, Budget)
	text := ""
	if w.Last != nil {
		text = w.Since(w.Last, budget)
	} else {
		text = w.Lines(budget)
	}
	_, err := io.WriteString(w.To, text)
	return err
}

// A cause is a site, or several that go away together, largest first.
type cause struct {
	name           string
	sites          []*record.Site
	share          float64
	objects, bytes float64 // per operation of the workload
	workload       string
}

// idDigits is the least number of digits in the name of a site.
const idDigits = 3

// Name is the full name of a site. Reports show as much of its beginning as is needed to tell it from the other sites
// of the run.
func Name(s *record.Site) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(s.ID)))[:16]
}

// names returns the short names of the measured sites, by ID.
func (r *Run) names() map[string]string {
	all := make([]string, 0, len(r.Sites))
	for _, s := range r.Sites {
		all = append(all, Name(s))
	}
	slices.Sort(all)
	names := make(map[string]string)
	for _, s := range r.Sites {
		name := Name(s)
		i, _ := slices.BinarySearch(all, name)
		n := idDigits
		for _, k := range []int{i - 1, i + 1} {
			if k >= 0 && k < len(all) {
				n = max(n, common(all[k], name)+1)
			}
		}
		names[s.ID] = name[:min(n, len(name))]
	}
	return names
}

func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// causes returns the causes that allocate in the steady phase, the costliest first.
func (r *Run) causes() (all []*cause) {
	shares := record.Shares(record.ByCost, r.Workloads, r.Sites)
	names := r.names()
	order := make([]int, len(r.Sites))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(shares[b], shares[a]), cmp.Compare(r.Sites[a].ID, r.Sites[b].ID))
	})
	byCause := make(map[string]*cause)
	for _, i := range order {
		s := r.Sites[i]
		if shares[i] == 0 {
			continue
		}
		key := together(s)
		c := byCause[key]
		if key == "" || c == nil {
			c = &cause{name: names[s.ID]}
			all = append(all, c)
			if key != "" {
				byCause[key] = c
			}
		}
		c.sites, c.share = append(c.sites, s), c.share+shares[i]
	}
	for _, c := range all {
		r.weigh(c)
	}
	slices.SortStableFunc(all, func(a, b *cause) int { return cmp.Compare(b.share, a.share) })
	return all
}

// together names what a site has in common with others that go away with it: its cause, or the rewrite of its line.
// It is empty for a site by itself.
func together(s *record.Site) string {
	switch {
	case s.Cause != "":
		return s.Package + " " + s.Cause
	case s.Rewrite != "":
		return fmt.Sprintf("%s:%d %s: %s", s.Pos.File, s.Pos.Line, s.Rewrite, s.Remedy)
	}
	return ""
}

// weigh sets the cost of a cause: that of one operation of the workload in which it costs most.
func (r *Run) weigh(c *cause) {
	for _, w := range r.Workloads {
		var objects, bytes float64
		for _, s := range c.sites {
			for _, u := range s.Usage {
				if u.Workload == w.Name && u.Package == w.Package {
					objects, bytes = objects+w.PerOp(u.Objects), bytes+w.PerOp(u.Bytes)
				}
			}
		}
		if objects > c.objects || objects == c.objects && bytes > c.bytes {
			c.objects, c.bytes, c.workload = objects, bytes, w.Name
		}
	}
}

// Lines writes the causes, one per line, as many as fit into the budget, and counts the rest.
func (r *Run) Lines(budget int) string {
	causes := r.causes()
	var b strings.Builder
	for i, p := range r.Problems {
		if b.Len() > budget/2 {
			fmt.Fprintf(&b, "! %d more packages have problems\n", len(r.Problems)-i)
			break
		}
		fmt.Fprintf(&b, "! %s: %s\n", p.Package, short(p.Text, 160))
	}
	if len(causes) == 0 {
		b.WriteString("nothing allocates after the first operation\n")
		return b.String()
	}
	// What the runtime and libraries do for themselves cannot be taken away: it is counted, not shown.
	var program, background []*cause
	for _, c := range causes {
		if s := c.sites[0]; s.Mechanism == "runtime" || s.Way == record.WayNone {
			background = append(background, c)
		} else {
			program = append(program, c)
		}
	}
	const rest = 40 // bytes for the line that counts the rest
	shown := 0
	for _, c := range program {
		line := r.line(c)
		if shown > 0 && b.Len()+len(line)+rest > budget {
			break
		}
		b.WriteString(line)
		shown++
	}
	if left := append(program[shown:], background...); len(left) > 0 {
		objects := 0.0
		for _, c := range left {
			objects += c.objects
		}
		fmt.Fprintf(&b, "+ %d causes %s/op\n", len(left), number(objects))
	}
	return b.String()
}

// line writes one cause:
//
//	a3f 292/op 4672B grow p/p.go:6+2 Double out = append(out, v) <BenchmarkA 100% | remedy>
func (r *Run) line(c *cause) string {
	s := c.sites[0]
	place := s.Pos.File
	if s.Pos.Line > 0 {
		place = fmt.Sprintf("%s:%d", s.Pos.File, s.Pos.Line)
	}
	if len(c.sites) > 1 {
		place += fmt.Sprintf("+%d", len(c.sites)-1)
	}
	facts := r.callers(s)
	if len(r.Workloads) > 1 {
		facts = append(facts, "in "+c.workload)
	}
	if s.Mechanism == "" {
		facts = append(facts, string(s.Match))
	}
	if s.Path != nil {
		facts = append(facts, "runs "+s.Path.Text)
	}
	if held := record.HeldBy(r.Sites, c.sites...); len(held) > 0 {
		with := &cause{sites: held}
		r.weigh(with)
		facts = append(facts, fmt.Sprintf("holds %d more, %s/op", len(held), number(with.objects)))
	}
	if len(s.Inside) > 0 {
		facts = append(facts, "in "+path.Base(s.Inside[0].Frame.Function))
	}
	parts := []string{}
	if len(facts) > 0 {
		parts = append(parts, strings.Join(facts, ", "))
	}
	remedy := short(s.Remedy, 150)
	if s.Rewrite != "" {
		remedy = fmt.Sprintf("fix %s (%s): %s", s.Rewrite, s.RewriteClass, remedy)
	}
	if remedy != "" {
		parts = append(parts, remedy)
	}
	code := cmp.Or(s.Expr, s.Source)
	return fmt.Sprintf("%s %s/op %sB %s %s %s `%s` <%s>\n", c.name, number(c.objects), number(c.bytes), cmp.Or(s.Mechanism, "?"), place, path.Base(s.Function), short(code, 60), strings.Join(parts, " | "))
}

// callers returns up to three callers of a site with their shares, in the order of the record: most objects first.
func (r *Run) callers(s *record.Site) (all []string) {
	total := int64(0)
	for _, c := range s.Callers {
		total += c.Objects
	}
	for i, c := range s.Callers {
		if i == 3 || len(c.Frames) == 0 || total == 0 {
			break
		}
		all = append(all, fmt.Sprintf("%s %d%%", path.Base(c.Frames[0].Function), c.Objects*100/total))
	}
	return all
}

// short is text on one line, cut to at most most bytes.
func short(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// number formats f with no more digits than matter.
func number(f float64) string {
	if f >= 100 || f == math.Trunc(f) {
		return fmt.Sprintf("%.0f", f)
	}
	return fmt.Sprintf("%.3g", f)
}

// Since writes which causes came, went or changed their cost since an earlier run, in the workloads that both runs
// have, the largest change first.
func (r *Run) Since(last *Run, budget int) string {
	both := make(map[string]bool)
	for _, w := range r.Workloads {
		both[w.Package+" "+w.Name] = slices.ContainsFunc(last.Workloads, func(old *record.Workload) bool { return old.Package == w.Package && old.Name == w.Name })
	}
	type change struct {
		site    *record.Site
		name    string
		old, is float64
	}
	was, now := last.perOp(both), r.perOp(both)
	names, oldNames := r.names(), last.names()
	byID := make(map[string]*change)
	for _, s := range last.Sites {
		byID[s.ID] = &change{site: s, name: oldNames[s.ID], old: was[s.ID]}
	}
	for _, s := range r.Sites {
		c := byID[s.ID]
		if c == nil {
			c = &change{}
			byID[s.ID] = c
		}
		c.site, c.name, c.is = s, names[s.ID], now[s.ID]
	}
	var all []*change
	for _, c := range byID {
		if math.Abs(c.old-c.is) > 0.005*max(c.old, c.is) {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *change) int {
		return cmp.Or(cmp.Compare(math.Abs(b.old-b.is), math.Abs(a.old-a.is)), cmp.Compare(a.site.ID, b.site.ID))
	})
	var b strings.Builder
	if len(all) == 0 {
		return "nothing has changed since the last run\n"
	}
	for i, c := range all {
		line := fmt.Sprintf("%s %s → %s %s %s:%d %s `%s`\n", c.name, number(c.old), number(c.is), cmp.Or(c.site.Mechanism, "?"),
			c.site.Pos.File, c.site.Pos.Line, path.Base(c.site.Function), short(cmp.Or(c.site.Expr, c.site.Source), 60))
		if i > 0 && b.Len()+len(line)+20 > budget {
			fmt.Fprintf(&b, "+ %d sites\n", len(all)-i)
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// perOp returns the objects of each site, by ID: those of one operation, summed over some workloads.
func (r *Run) perOp(of map[string]bool) map[string]float64 {
	all := make(map[string]float64)
	for _, w := range r.Workloads {
		if !of[w.Package+" "+w.Name] {
			continue
		}
		for _, s := range r.Sites {
			for _, u := range s.Usage {
				if u.Workload == w.Name && u.Package == w.Package {
					all[s.ID] += w.PerOp(u.Objects)
				}
			}
		}
	}
	return all
}
