package driver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify"
)

// link names the measured sites that c may remove: those of the functions it
// edits for whose mechanism it is one of the rewrites. It also fills in what these
// functions allocate.
func (r *fixing) link(c *record.Candidate) {
	around := r.around(c)
	c.Heat = r.heat(around)
	c.Sites = nil
	for _, s := range around {
		if removes(c.Rewrite, s) {
			c.Sites = append(c.Sites, s.ID)
		}
	}
}

// around are the measured sites of the functions that c edits.
func (r *fixing) around(c *record.Candidate) []*record.Site {
	var around []*record.Site
	changed := verify.Changed(*c)
	for i := range r.sites {
		s := &r.sites[i]
		if s.Match != record.Unmeasured && s.Package == c.Package && changed(s.Function, s.Pos.File) {
			around = append(around, s)
		}
	}
	return around
}

// removes reports whether a rewrite is one of those for the mechanism of s.
func removes(rewrite string, s *record.Site) bool {
	return slices.Contains(rewritesFor(s.Mechanism), rewrite)
}

// heat is what sites together allocate in one operation of the workload that
// allocates most there.
func (r *fixing) heat(sites []*record.Site) float64 {
	type key struct{ pkg, name string }
	sums := make(map[key]float64)
	most := 0.0
	for _, s := range sites {
		for i := range s.Usage {
			u := &s.Usage[i]
			if w := workloadOf(u, r.workloads); w != nil {
				k := key{u.Package, u.Workload}
				sums[k] += w.PerOp(u.Objects)
				most = max(most, sums[k])
			}
		}
	}
	return most
}

// hotPart is how much of what is left, by the lens of the report, is worth a
// reason: the rest is crumbs.
const hotPart = 0.95

// explainLeft says of each site that is hot and that no kept rewrite is about why
// that is so, so that nobody goes on trying.
func (r *fixing) explainLeft() {
	kept := r.removed()
	var workloads []*record.Workload
	for i := range r.workloads {
		workloads = append(workloads, &r.workloads[i])
	}
	var sites []*record.Site
	for i := range r.sites {
		sites = append(sites, &r.sites[i])
	}
	type part struct {
		site  *record.Site
		share float64
	}
	var left []part
	sum := 0.0
	for i, share := range record.Shares(record.Lens(r.sort), workloads, sites) {
		if share > 0 && !kept[sites[i].ID] {
			left = append(left, part{sites[i], share})
			sum += share
		}
	}
	slices.SortStableFunc(left, func(a, b part) int { return cmp.Compare(b.share, a.share) })
	told := 0.0
	for _, p := range left {
		if told >= hotPart*sum {
			break
		}
		told += p.share
		p.site.NotFixed = r.whyLeft(p.site)
	}
}

// removed are the IDs of the sites that kept candidates are about: those linked to
// one, all around one that is linked to none, and those of a function that an edited
// one calls, a constructor say, if as much was saved.
func (r *fixing) removed() map[string]bool {
	ids := make(map[string]bool)
	for _, v := range r.verdicts {
		c := &v.Candidate
		if v.Outcome != record.Kept {
			continue
		}
		for _, s := range r.around(c) {
			ids[s.ID] = ids[s.ID] || len(c.Sites) == 0 || slices.Contains(c.Sites, s.ID)
		}
		for i := range r.sites {
			if s := &r.sites[i]; removes(c.Rewrite, s) && r.covers(&v, s) && r.calls(c, s) {
				ids[s.ID] = true
			}
		}
	}
	return ids
}

// covers reports whether v saved at least nine in ten of the objects of s, in every
// workload that reaches s.
func (r *fixing) covers(v *record.Verdict, s *record.Site) bool {
	for i := range s.Usage {
		u := &s.Usage[i]
		w := workloadOf(u, r.workloads)
		if w == nil || u.Objects == 0 {
			continue
		}
		saved := slices.ContainsFunc(v.Comparisons, func(m record.Comparison) bool {
			return m.Workload == u.Workload && m.Package == u.Package && m.Before.AllocsPerOp-m.After.AllocsPerOp >= 0.9*w.PerOp(u.Objects)
		})
		if !saved {
			return false
		}
	}
	return true
}

// calls reports whether a function of c called that of s when it allocated.
func (r *fixing) calls(c *record.Candidate, s *record.Site) bool {
	changed := verify.Changed(*c)
	return slices.ContainsFunc(r.allocs, func(a record.Alloc) bool {
		i := slices.IndexFunc(a.Stack, func(f record.Frame) bool {
			return f.Function == s.Function && f.File == s.Pos.File && f.Line == s.Pos.Line
		})
		return i >= 0 && i+1 < len(a.Stack) && changed(a.Stack[i+1].Function, a.Stack[i+1].File)
	})
}

// whyLeft says why no rewrite of s was kept: where it stands, what became of the
// candidates for it, and if there were none, what is in the way.
func (r *fixing) whyLeft(s *record.Site) string {
	switch f := r.program.File(s.Pos.File); {
	case s.Removable == string(mechanism.No) && s.Mechanism != "":
		return mechanism.Obstacle(s)
	case s.Test:
		return "it is in test code, which no rewrite touches"
	case f != nil && f.Generated:
		return "its file is generated, so what generates it would have to change"
	}
	near, far := r.attempts(s)
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
	if asked := r.asked(s); asked != "" {
		text += " (" + asked + ")"
	}
	if s.Remedy != "" && !strings.Contains(text, s.Remedy) {
		text += "; by hand: " + s.Remedy
	}
	return text
}

// attempts tells what became of the candidates for s: of those on its line, and of
// those elsewhere in its function, which may or may not be about it.
func (r *fixing) attempts(s *record.Site) (near, far []string) {
	tell := func(before string, c *record.Candidate, behind string) {
		into, name := &near, c.Rewrite
		if c.Pos.File != s.Pos.File || c.Pos.Line != s.Pos.Line {
			into, name = &far, fmt.Sprintf("%s at line %d", name, c.Pos.Line)
		}
		if text := before + name + behind; !slices.Contains(*into, text) {
			*into = append(*into, text)
		}
	}
	for i := range r.verdicts {
		v := &r.verdicts[i]
		if !slices.Contains(v.Candidate.Sites, s.ID) {
			continue
		}
		switch v.Outcome {
		case record.Kept:
		case record.NotReached:
			tell("", &v.Candidate, " was not judged before the run ended")
		default:
			tell("", &v.Candidate, fmt.Sprintf(" was tried and dropped, %s: %s", v.Outcome, v.Reason))
		}
	}
	for i := range r.untried {
		if c := &r.untried[i]; slices.Contains(c.Sites, s.ID) {
			tell("-review tries ", c, ", with which "+joined(c.Caveats))
		}
	}
	return near, far
}

// joined are the texts of caveats.
func joined(caveats []record.Caveat) string {
	var texts []string
	for _, c := range caveats {
		texts = append(texts, c.Text)
	}
	return strings.Join(texts, "; ")
}

// asked says which rewrites looked at s in vain, and which were not asked; empty
// if there are none for its mechanism.
func (r *fixing) asked(s *record.Site) string {
	var asked, not []string
	for _, name := range rewritesFor(s.Mechanism) {
		if r.has(name) {
			asked = append(asked, name)
		} else {
			not = append(not, name)
		}
	}
	var parts []string
	if asked != nil {
		parts = append(parts, list(asked)+" found nothing to do")
	}
	if not != nil {
		parts = append(parts, list(not)+" not asked")
	}
	return strings.Join(parts, ", ")
}

func (r *fixing) has(rewrite string) bool {
	for _, a := range r.suite {
		if a.Name() == rewrite {
			return true
		}
	}
	return false
}

// list is "a", "a and b", "a, b and c".
func list(names []string) string {
	n := len(names) - 1
	if n < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n], ", ") + " and " + names[n]
}
