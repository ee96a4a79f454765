// Package site joins what was measured with the compiler's decisions and with the source text: every allocation is
// attributed to the expression of the user's that requested it.
//
// Invariant: sums are conserved. Everything allocated in the first or the steady phase of a workload is attributed to
// exactly one site, so the sum over sites is the sum over allocations, in objects and in bytes. The result does not
// depend on the order of the input.
//
// Model: an allocation belongs to the innermost frame of its stack that is the user's. Allocations that returned to
// the same instruction there are one row. The rows of a line are matched to the points of that line by the runtime
// function called, the type and the size, by the name of the callee, and by order where the order is certain. A row
// that fits exactly one point is that point; rows that fit several stay together and are called shared. Allocations
// in code that is not the user's are attributed to the call, with a list of what is inside.
//
// What the model blurs: copies of a line that inlining made are one site, and so are the instances of a generic
// function. If control flow decides which of two equal expressions ran, nothing tells them apart.
package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// An Input is everything that the join looks at. It is not modified.
type Input struct {
	// Allocs are the measured allocations, in any order. Join is fast if allocations of one stack share the slice.
	Allocs []record.Alloc
	// Decisions are the compiler's, in any order; may be empty.
	Decisions []record.Decision
	// Workloads give the order of each site's Usage. Workloads that are not listed come after those that are.
	Workloads []record.Workload
	// Points returns the points of a line, sorted by column; nil means that there are none.
	Points func(file string, line int) []record.Point
	// Own reports whether a package is the user's.
	Own func(pkg string) bool
	// Name returns the name of the package with an import path; empty if it is not known. It is required if Points is
	// set.
	Name func(pkg string) string
	// Source returns the text of one of the user's lines, without surrounding blanks; empty for lines that are not
	// the user's. Nil means that there is no text.
	Source func(at record.Position) string
}

// A Result is the join.
type Result struct {
	// Sites are sorted by position. Mechanism, Why, Chain, Remedy, Removable and Cost are empty: the join determines
	// the place, with Match as its certainty, not the reason.
	Sites []record.Site
	// Unmeasured are the places that the compiler puts on the heap and at which nothing was measured, sorted by
	// position; no more than a reader looks through.
	Unmeasured []record.Site
	// Workloads are those of the input with Missing filled in.
	Workloads []record.Workload
}

// Join attributes every allocation of in to a site.
func Join(in Input) Result {
	j := NewJoiner(in)
	j.c.learnLoads(in.Workloads, in.Allocs)
	j.c.addAll(in.Allocs)
	return j.Result(in.Workloads, in.Decisions)
}

// A Joiner joins allocations that are added in parts. It stores sums only: its memory grows with the places and with
// the workloads that allocate in them, not with the stacks.
type Joiner struct {
	in Input
	c  *collector
}

// NewJoiner returns an empty Joiner. It uses only the functions of in.
func NewJoiner(in Input) *Joiner {
	if in.Points == nil {
		in.Points = func(string, int) []record.Point { return nil }
	}
	if in.Source == nil {
		in.Source = func(record.Position) string { return "" }
	}
	return &Joiner{in: in, c: newCollector(in.Own)}
}

// Add charges the allocations of one workload, and retains none of them.
func (j *Joiner) Add(w record.Workload, allocs []record.Alloc) {
	j.c.learnLoads([]record.Workload{w}, allocs)
	j.c.addAll(allocs)
}

// In returns a Joiner with the same sums and the functions of in, for a program that did not exist when the sums were
// added. What is added to one of the Joiners is in both.
func (j *Joiner) In(in Input) *Joiner {
	other := NewJoiner(in)
	other.c = j.c
	return other
}

// Forget removes what was added for a workload.
func (j *Joiner) Forget(pkg, name string) {
	if id, ok := j.c.loads.ids[loadKey{pkg, name}]; ok {
		j.c.forget(id)
	}
}

// Result joins what was added with the compiler's decisions, in any order.
// Workloads give the order of each site's Usage, as in [Input].
func (j *Joiner) Result(workloads []record.Workload, decisions []record.Decision) Result {
	b := &builder{in: &j.in, c: j.c, decisions: indexDecisions(decisions), byKey: make(map[siteKey]*draft)}
	b.rank = j.c.rank(workloads)
	b.ownRows()
	b.outsideRows()
	sites := b.sites()
	return Result{
		Sites:      sites,
		Unmeasured: b.unmeasured(),
		Workloads:  j.c.withMissing(workloads),
	}
}

// rank returns the position of each workload, by its number, in the requested order.
func (c *collector) rank(workloads []record.Workload) []int {
	rank := make([]int, len(c.loads.list))
	for i := range rank {
		rank[i] = len(workloads) + i
	}
	for i, w := range workloads {
		if id, ok := c.loads.ids[loadKey{w.Package, w.Name}]; ok {
			rank[id] = i
		}
	}
	return rank
}

// withMissing returns the workloads with Missing filled in. In a profile from outside, whose total is not known,
// nothing is missing.
func (c *collector) withMissing(workloads []record.Workload) []record.Workload {
	sums := make([]int64, len(c.loads.list))
	for _, u := range c.units {
		for _, cell := range u.cells {
			sums[cell.load] += cell.objects
		}
	}
	result := slices.Clone(workloads)
	for i := range result {
		if result[i].Kind == record.KindProfile && result[i].Objects == 0 || result[i].Failure != "" {
			continue
		}
		result[i].Missing = result[i].Objects
		if id, ok := c.loads.ids[loadKey{result[i].Package, result[i].Name}]; ok {
			result[i].Missing -= sums[id]
		}
	}
	return result
}

// sortSites orders by position, then by ID, which is unique.
func sortSites(sites []record.Site) {
	slices.SortFunc(sites, func(a, b record.Site) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.ID, b.ID))
	})
}
