package fix

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/verify"
)

// A Run is what a run of fix knows when it says what is left. Sites and candidates in
// it are filled in.
type Run struct {
	Workloads []record.Workload
	Sites     []record.Site
	Verdicts  []record.Verdict
	Untried   []record.Candidate // of the class review, without -review
	Refusals  []rewrite.Refusal
	// Rewrites names those that can remove objects with a reason, of all that there are.
	Rewrites func(reason string) []string
	// Asked reports whether the suite of the run has a rewrite.
	Asked func(rewrite string) bool
	// Generated says that a file is made by a program.
	Generated func(file string) bool
	Lens      record.Lens
}

// Link names the measured sites that c may remove: those of the functions it
// edits for whose mechanism it is one of the rewrites. It also fills in what these
// functions allocate.
func (r *Run) Link(c *record.Candidate) {
	around := r.around(c)
	c.Heat = r.heat(around)
	if c.Observed != nil {
		return // it was made for its sites
	}
	c.Sites = nil
	for _, s := range around {
		if slices.Contains(r.Rewrites(s.Mechanism), c.Rewrite) {
			c.Sites = append(c.Sites, s.ID)
		}
	}
}

// around are the measured sites of the functions that c edits.
func (r *Run) around(c *record.Candidate) []*record.Site {
	var around []*record.Site
	changed := verify.Changed(*c)
	for i := range r.Sites {
		s := &r.Sites[i]
		if s.Match != record.Unmeasured && s.Package == c.Package && changed(s.Function, s.Pos.File) {
			around = append(around, s)
		}
	}
	return around
}

// heat is what sites together allocate in one operation of the workload that
// allocates most there.
func (r *Run) heat(sites []*record.Site) float64 {
	type key struct{ pkg, name string }
	ops := make(map[key]*record.Workload)
	for i := range r.Workloads {
		ops[key{r.Workloads[i].Package, r.Workloads[i].Name}] = &r.Workloads[i]
	}
	sums := make(map[key]float64)
	most := 0.0
	for _, s := range sites {
		for _, u := range s.Usage {
			k := key{u.Package, u.Workload}
			if w := ops[k]; w != nil {
				sums[k] += w.PerOp(u.Objects)
				most = max(most, sums[k])
			}
		}
	}
	return most
}

// A Join is what one version of the program allocates, and where.
type Join struct {
	Workloads []record.Workload
	Sites     []record.Site
	// Line maps a line of a file of this version to the line of the first one that it
	// stood on; 0 for a line that was not there.
	Line func(file string, line int) int
}

// Leave enters what is left: the difference of the join that r has and of joins with
// everything in place that was kept, each of other workloads. Workloads that none of
// them has were not counted again. Sites that only they have are added.
func (r *Run) Leave(joins ...Join) {
	for i := range r.Workloads {
		r.Workloads[i].Left = nil
	}
	for i := range r.Sites {
		r.Sites[i].Left = nil
	}
	for _, after := range joins {
		r.leave(after)
	}
	for i := range r.Verdicts {
		if v := &r.Verdicts[i]; v.Outcome == record.Kept {
			r.credit(&v.Candidate)
		}
	}
}

// credit names, of a kept candidate, the sites that have become less: of those that it
// is linked to if there are some, else of all in the functions that it edits. Where
// nothing was counted again it stays as it is.
func (r *Run) credit(c *record.Candidate) {
	counted := make(map[string]*record.Workload)
	for i := range r.Workloads {
		if w := &r.Workloads[i]; w.Left != nil {
			counted[w.Package+" "+w.Name] = w
		}
	}
	var linked, near []string
	for _, s := range r.around(c) {
		if !lighter(s, counted) {
			continue
		}
		near = append(near, s.ID)
		if slices.Contains(c.Sites, s.ID) {
			linked = append(linked, s.ID)
		}
	}
	switch {
	case linked != nil:
		c.Sites = linked
	case near != nil:
		c.Sites = near
	}
}

// lighter reports whether a site has fewer objects, or fewer bytes, left in a workload
// that was counted again.
func lighter(s *record.Site, counted map[string]*record.Workload) bool {
	return slices.ContainsFunc(s.Usage, func(u record.Usage) bool {
		w := counted[u.Package+" "+u.Workload]
		if w == nil || u.Objects == 0 {
			return false
		}
		var left record.Usage
		for _, l := range s.Left {
			if l.Package == u.Package && l.Workload == u.Workload {
				left = l
			}
		}
		after := record.Workload{Ops: w.Left.Ops}
		return after.PerOp(left.Objects) < w.PerOp(u.Objects) || after.PerOp(left.Bytes) < w.PerOp(u.Bytes)
	})
}

func (r *Run) leave(after Join) {
	for i := range r.Workloads {
		w := &r.Workloads[i]
		for _, now := range after.Workloads {
			if now.Name == w.Name && now.Package == w.Package && now.Failure == "" {
				w.Left = &record.Total{Ops: now.Ops, Objects: now.Objects, Bytes: now.Bytes}
			}
		}
	}
	byPlace, byID := make(map[string]int), make(map[string]int)
	for i, s := range r.Sites {
		byID[s.ID] = i
		byPlace[place(s, s.Pos.Line)] = i
	}
	met := make(map[int]bool)
	var rest []record.Site
	for _, s := range after.Sites { // by its line first: a number in an ID counts what stands before
		if s.Match == record.Unmeasured {
			continue
		}
		at, ok := byPlace[place(s, after.Line(s.Pos.File, s.Pos.Line))]
		if ok = ok && !met[at]; ok {
			met[at], r.Sites[at].Left = true, append(r.Sites[at].Left, s.Usage...)
		} else {
			rest = append(rest, s)
		}
	}
	for _, s := range rest {
		if at, ok := byID[s.ID]; ok && !met[at] {
			met[at], r.Sites[at].Left = true, append(r.Sites[at].Left, s.Usage...)
			continue
		}
		s.Left, s.Usage = s.Usage, nil
		r.Sites = append(r.Sites, s)
	}
}

// ordinal is what tells sites of one text apart in their IDs.
var ordinal = regexp.MustCompile(`( #[0-9]+)?( ~[0-9]+)?$`)

// place names a site by its text and a line.
func place(s record.Site, line int) string {
	return ordinal.ReplaceAllString(s.ID, "") + " " + s.Pos.File + ":" + strconv.Itoa(line)
}

// hotPart is how much of what is left, by the lens of the report, is worth a
// reason: the rest is crumbs.
const hotPart = 0.95

// Explain says of each site that is hot in what is left why it is still there, so that
// nobody goes on trying. Without Leave it is about what was measured.
func (r *Run) Explain() {
	var workloads []*record.Workload
	for i := range r.Workloads {
		workloads = append(workloads, &r.Workloads[i])
	}
	var sites []*record.Site
	for i := range r.Sites {
		sites = append(sites, &r.Sites[i])
	}
	workloads, left := record.Left(workloads, sites)
	shares := record.Shares(r.Lens, workloads, left)
	order := make([]int, len(shares))
	sum := 0.0
	for i, share := range shares {
		order[i] = i
		sum += share
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shares[b], shares[a]) })
	told := 0.0
	for _, i := range order {
		if shares[i] == 0 || told >= hotPart*sum {
			break
		}
		told += shares[i]
		sites[i].NotFixed = r.why(sites[i])
	}
}

// why says why a site is left: where it stands, what became of the candidates for it,
// which condition refused, and if nothing did, what is in the way.
func (r *Run) why(s *record.Site) string {
	switch {
	case s.Removable == string(mechanism.No) && s.Mechanism != "":
		return mechanism.Obstacle(s)
	case s.Test:
		return "it is in test code, which no rewrite touches"
	case r.Generated(s.Pos.File):
		return "its file is generated, so what generates it would have to change"
	}
	if s.Usage == nil {
		if text := r.maker(s); text != "" {
			return text
		}
	}
	var near, far []string
	r.attempts(s, &near, &far)
	r.refused(s, &near, &far)
	if near != nil {
		return strings.Join(near, "; ")
	}
	text := mechanism.Obstacle(s)
	switch {
	case far != nil && mechanism.Own(s):
		return strings.Join(far, "; ")
	case far != nil: // the call may be of one thing, and the candidate about another
		return text + "; " + strings.Join(far, "; ")
	}
	if names := slices.DeleteFunc(slices.Clone(r.Rewrites(s.Mechanism)), r.Asked); len(names) > 0 {
		text += " (not asked: " + strings.Join(names, ", ") + ")"
	}
	if s.Remedy != "" && !strings.Contains(text, s.Remedy) {
		text += "; by hand: " + s.Remedy
	}
	return text
}

// maker names the kept rewrites of the function of a site that only they have.
func (r *Run) maker(s *record.Site) string {
	var names []string
	for _, v := range r.Verdicts {
		c := &v.Candidate
		if v.Outcome == record.Kept && c.Package == s.Package && verify.Changed(*c)(s.Function, s.Pos.File) && !slices.Contains(names, c.Rewrite) {
			names = append(names, c.Rewrite)
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " makes it in place of what was removed"
	}
	return strings.Join(names, " and ") + " make it in place of what was removed"
}

// attempts tells what became of the candidates for s: of those on its line, and of
// those elsewhere in its function, which may or may not be about it.
func (r *Run) attempts(s *record.Site, near, far *[]string) {
	tell := func(before string, c *record.Candidate, behind string) {
		enter(s, c.Pos, before, c.Rewrite, behind, near, far)
	}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		if !slices.Contains(v.Candidate.Sites, s.ID) {
			continue
		}
		switch at := v.Candidate.Pos; v.Outcome {
		case record.Kept:
			if at.File == s.Pos.File && at.Line == s.Pos.Line {
				tell("", &v.Candidate, " holds, and leaves this")
			}
		case record.NotReached:
			tell("", &v.Candidate, " was not judged before the run ended")
		default:
			text := fmt.Sprintf(" was tried and dropped, %s", v.Outcome)
			if at.File == s.Pos.File && at.Line == s.Pos.Line { // that of others stands with them
				text += ": " + v.Reason
			}
			tell("", &v.Candidate, text)
		}
	}
	for i := range r.Untried {
		if c := &r.Untried[i]; slices.Contains(c.Sites, s.ID) {
			tell("-review tries ", c, ", with which "+caveats(c))
		}
	}
}

// refused tells which condition refused a rewrite that can remove such a site, where its
// shape was recognised.
func (r *Run) refused(s *record.Site, near, far *[]string) {
	for _, x := range r.Refusals {
		if x.Here && (x.Pos.File != s.Pos.File || x.Pos.Line != s.Pos.Line) {
			continue
		}
		inside := verify.Changed(record.Candidate{Package: x.Package, Functions: x.Functions, Edits: []record.Edit{{File: x.Pos.File}}})
		if x.Package == s.Package && slices.Contains(r.Rewrites(s.Mechanism), x.Rewrite) && inside(s.Function, s.Pos.File) {
			enter(s, x.Pos, "", x.Rewrite, " refused: "+x.Condition, near, far)
		}
	}
}

// enter adds a text about a rewrite at a place, once.
func enter(s *record.Site, at record.Position, before, name, behind string, near, far *[]string) {
	into := near
	if at.File != s.Pos.File || at.Line != s.Pos.Line {
		into, name = far, fmt.Sprintf("%s at line %d", name, at.Line)
	}
	if text := before + name + behind; !slices.Contains(*into, text) {
		*into = append(*into, text)
	}
}

// caveats are the texts of the caveats of c.
func caveats(c *record.Candidate) string {
	var texts []string
	for _, caveat := range c.Caveats {
		texts = append(texts, caveat.Text)
	}
	return strings.Join(texts, "; ")
}
