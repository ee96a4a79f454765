// Package site joins what was measured with what the compiler decided and
// with the source text: every allocation lands on the expression of the user's
// that asked for it.
//
// Invariant: sums are conserved. Whatever was allocated in the first or the
// steady phase of a workload stands at exactly one site, so the sum over
// sites is the sum over allocations, in objects and in bytes. The result does
// not depend on the order of the input.
//
// Model: an allocation belongs to the innermost frame of its stack that is the
// user's. Allocations that returned to the same instruction there are one row;
// the rows of a line are matched to the points of that line, by the runtime
// function called, the type and the size, by the name of the callee, and by
// order where order is certain. A row that fits one point is that point; rows
// that fit several stay together and are called shared. Allocations in code
// that is not the user's stand at the call, with a list of what is inside.
//
// What the model blurs: copies of a line that inlining made are one site, and
// so are the instances of a generic function. Where control flow decides which
// of two equal expressions ran, nothing tells them apart.
package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// An Input is everything that the join looks at. It is not modified.
type Input struct {
	// Allocs are what was measured, in any order. Join is fast if those of
	// one stack share the slice.
	Allocs []record.Alloc
	// Decisions are the compiler's, in any order; none is possible.
	Decisions []record.Decision
	// Workloads give the order of each site's Usage. An Alloc of a workload
	// that is not listed gets a Usage behind those that are.
	Workloads []record.Workload
	// Points returns the points of a line, sorted by column. Nil: none.
	Points func(file string, line int) []record.Point
	// Own says that a package is the user's.
	Own func(pkg string) bool
	// Name returns the name of a package, by its import path, empty if it is not known. It is
	// needed where there are Points.
	Name func(pkg string) string
	// Source returns the text of one of the user's lines without the blanks
	// around it, empty for lines that are not the user's. Nil: no text.
	Source func(at record.Position) string
}

// A Result is the join.
type Result struct {
	// Sites are sorted by position. Mechanism, Why, Chain, Remedy, Removable
	// and Cost are empty: Match says how sure the place is, not the reason.
	Sites []record.Site
	// Unmeasured are the places where the compiler says heap and nothing was
	// measured, sorted by position; Dropped is how many more there are.
	Unmeasured []record.Site
	Dropped    int
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

// A Joiner joins allocations that come in parts, of which it keeps the sums: its
// memory grows with the places and the workloads that allocate in them, not with
// the stacks.
type Joiner struct {
	in Input
	c  *collector
}

// NewJoiner returns a Joiner that has seen nothing. Of in it takes the functions.
func NewJoiner(in Input) *Joiner {
	if in.Points == nil {
		in.Points = func(string, int) []record.Point { return nil }
	}
	if in.Source == nil {
		in.Source = func(record.Position) string { return "" }
	}
	return &Joiner{in: in, c: newCollector(in.Own)}
}

// Add charges the allocations of one workload, and keeps none of them.
func (j *Joiner) Add(w record.Workload, allocs []record.Alloc) {
	j.c.learnLoads([]record.Workload{w}, allocs)
	j.c.addAll(allocs)
}

// In returns a Joiner over the same sums that asks the functions of in, for a program
// that was not there when they were added. What is added to one is seen by both.
func (j *Joiner) In(in Input) *Joiner {
	other := NewJoiner(in)
	other.c = j.c
	return other
}

// Forget takes back what was added of a workload.
func (j *Joiner) Forget(pkg, name string) {
	if id, ok := j.c.loadIDs[loadKey{pkg, name}]; ok {
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
	unmeasured, dropped := b.unmeasured()
	return Result{
		Sites:      sites,
		Unmeasured: unmeasured,
		Dropped:    dropped,
		Workloads:  j.c.withMissing(workloads),
	}
}

// rank is the place of each workload, by its number, in the order asked for.
func (c *collector) rank(workloads []record.Workload) []int {
	rank := make([]int, len(c.loads))
	for i := range rank {
		rank[i] = len(workloads) + i
	}
	for i, w := range workloads {
		if id, ok := c.loadIDs[loadKey{w.Package, w.Name}]; ok {
			rank[id] = i
		}
	}
	return rank
}

// withMissing returns the workloads with Missing filled in. A profile of which
// nothing else is known misses nothing.
func (c *collector) withMissing(workloads []record.Workload) []record.Workload {
	sums := make([]int64, len(c.loads))
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
		if id, ok := c.loadIDs[loadKey{result[i].Package, result[i].Name}]; ok {
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
