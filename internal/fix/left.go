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

// A Run holds the results of a run of fix, to which its methods add what is left and why: they fill in Workloads,
// Sites, and the sites of candidates.
type Run struct {
	Workloads []record.Workload
	Sites     []record.Site
	Verdicts  []record.Verdict
	Untried   []record.Candidate // candidates of class review, in a run without -review
	Refusals  []rewrite.Refusal
	// Rewrites returns the names of all existing rewrites that can remove objects with a reason.
	Rewrites func(reason string) []string
	// Asked reports whether a rewrite is in the suite of the run.
	Asked func(rewrite string) bool
	// Generated reports whether a file is generated code.
	Generated func(file string) bool
	Lens      record.Lens
}

// Link sets c.Sites to the measured sites that c may remove: those in the functions it edits whose mechanism
// its rewrite can remove. It sets c.Heat to what these functions allocate.
func (r *Run) Link(c *record.Candidate) {
	around := r.around(c)
	c.Heat = r.heat(around)
	if c.Observed != nil {
		return // its sites were set when it was made
	}
	c.Sites = nil
	for _, s := range around {
		if slices.Contains(r.Rewrites(s.Mechanism), c.Rewrite) {
			c.Sites = append(c.Sites, s.ID)
		}
	}
}

// around returns the measured sites in the functions that c edits.
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

// heat is the number of objects that sites together allocate in one operation, in the workload where that is most.
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
	// Line returns the line that a line of a file of this version was in the first version. isNew says that it was none: was is then
	// the line in whose place it stands.
	Line func(file string, line int) (was int, isNew bool)
}

// Leave fills in what is left, from joins that were measured with all kept candidates in place, each of other
// workloads. A workload that is in no join was not counted again. Sites that only the joins have are added.
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

// credit sets the sites of a kept candidate to those that allocate less now: among its linked sites or, if none of
// these does, among all in the functions that it edits. If nothing was counted again, the sites stay as they are.
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

// lighter reports whether a site allocates fewer objects or fewer bytes in a workload that was counted again.
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
	for _, s := range after.Sites { // by line first: the number in an ID depends on the sites before it
		if s.Match == record.Unmeasured {
			continue
		}
		line, isNew := after.Line(s.Pos.File, s.Pos.Line)
		at, ok := byPlace[place(s, line)]
		if ok && !isNew && !met[at] {
			met[at], r.Sites[at].Left = true, append(r.Sites[at].Left, s.Usage...)
		} else {
			s.Pos.Line = line // a reader has the first version
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

// ordinal matches the numbers in an ID that distinguish sites with the same text.
var ordinal = regexp.MustCompile(`( #[0-9]+)?( ~[0-9]+)?$`)

// place identifies a site by its text and a line.
func place(s record.Site, line int) string {
	return ordinal.ReplaceAllString(s.ID, "") + " " + s.Pos.File + ":" + strconv.Itoa(line)
}

// hotPart is the share of what is left, by the lens of the report, for which reasons are given; the rest is too
// little to matter.
const hotPart = 0.95

// Explain sets NotFixed of the sites that make up hotPart of what is left: why each is still there, so that nobody
// goes on trying. Without a call of Leave it explains what was measured.
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

// why says why a site is left: the kind of its code, what became of the candidates for it, which condition refused a
// rewrite or, if none of these applies, what is in the way.
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
	case far != nil: // a call may be for one thing, and the candidate about another
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

// maker names the kept rewrites in the function of a site that exists only with them.
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

// attempts adds what became of the candidates for s: to near for those on its line, and to far for those elsewhere in
// its function, which may or may not be about s.
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
			if at.File == s.Pos.File && at.Line == s.Pos.Line { // the reason is shown at the candidate's own site only
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

// refused adds the conditions that refused a rewrite which recognised its shape in the function of s, and which can
// remove sites of its mechanism.
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

// enter adds a text about a rewrite at a place to near or far, unless it is there already.
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
