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
	if in.Points == nil {
		in.Points = func(string, int) []record.Point { return nil }
	}
	if in.Source == nil {
		in.Source = func(record.Position) string { return "" }
	}
	c := collect(&in)
	b := &builder{in: &in, c: c, decisions: indexDecisions(in.Decisions), byKey: make(map[siteKey]*draft)}
	b.ownRows()
	b.outsideRows()
	sites := b.sites()
	unmeasured, dropped := b.unmeasured()
	return Result{
		Sites:      sites,
		Unmeasured: unmeasured,
		Dropped:    dropped,
		Workloads:  c.withMissing(),
	}
}

// withMissing returns the input's workloads with Missing filled in. A profile
// of which nothing else is known misses nothing.
func (c *collector) withMissing() []record.Workload {
	sums := make([]int64, len(c.loads))
	for _, u := range c.units {
		for _, cell := range u.cells {
			sums[cell.load] += cell.objects
		}
	}
	result := slices.Clone(c.in.Workloads)
	for i := range result {
		if result[i].Kind == record.KindProfile && result[i].Objects == 0 {
			continue
		}
		result[i].Missing = result[i].Objects - sums[c.loadIDs[loadKey{result[i].Package, result[i].Name}]]
	}
	return result
}

// sortSites orders by position, then by ID, which is unique.
func sortSites(sites []record.Site) {
	slices.SortFunc(sites, func(a, b record.Site) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.ID, b.ID))
	})
}
