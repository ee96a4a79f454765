package text

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A row is a line of the table for one or several sites: those of one cause, or those that are folded.
type row struct {
	sites []*record.Site // largest share first
	share float64        // share of what sites are ranked by
	reach []reach        // the workloads in which they allocate
	// steady are the workloads in which the sites allocate after the first operation, most objects per operation
	// first.
	steady []reach
}

// A reach is what the sites of a row cost in one operation of one workload.
type reach struct {
	workload                   *record.Workload
	objects, bytes             float64
	asked, askedOf             float64 // bytes requested, and the bytes of the blocks they are in
	inuseObjects, inuseBytes   int64
	firstObjects, firstBytes   int64
	halfObjects, halfBytes     int64
	steadyObjects, steadyBytes int64
}

// newRow sums the usage of sites, workload by workload.
func (r *run) newRow(share float64, sites ...*record.Site) row {
	sums := map[*record.Workload]*reach{}
	for _, s := range sites {
		for i := range s.Usage {
			if w := r.workload(&s.Usage[i]); w != nil {
				if sums[w] == nil {
					sums[w] = &reach{workload: w}
				}
				sums[w].add(&s.Usage[i])
			}
		}
	}
	rw := row{sites: sites, share: share}
	for _, w := range r.Workloads {
		if sum := sums[w]; sum != nil {
			rw.reach = append(rw.reach, *sum)
		}
	}
	rw.steady = filter(rw.reach, func(c reach) bool { return c.steadyObjects > 0 || c.inuseObjects > 0 })
	slices.SortStableFunc(rw.steady, func(a, b reach) int { return -cmp.Compare(a.objects, b.objects) })
	return rw
}

func (c *reach) add(u *record.Usage) {
	c.objects += c.workload.PerOp(u.Objects)
	c.bytes += c.workload.PerOp(u.Bytes)
	if u.Requested >= 0 {
		c.asked += c.workload.PerOp(u.Requested)
		c.askedOf += c.workload.PerOp(u.Bytes)
	}
	c.steadyObjects += u.Objects
	c.steadyBytes += u.Bytes
	c.firstObjects += u.FirstObjects
	c.firstBytes += u.FirstBytes
	c.halfObjects += u.HalfObjects
	c.halfBytes += u.HalfBytes
	c.inuseObjects += u.InuseObjects
	c.inuseBytes += u.InuseBytes
}

func (r *run) workload(u *record.Usage) *record.Workload {
	return r.byName[workloadName{u.Package, u.Workload}]
}

type workloadName struct{ pkg, name string }

// index builds the indexes, so that rendering a site need not search all messages.
func (r *run) index() {
	r.own = r.ownFolders()
	r.byName = map[workloadName]*record.Workload{}
	packages := map[string]bool{}
	for _, w := range r.Workloads {
		r.byName[workloadName{w.Package, w.Name}] = w
		packages[w.Package] = true
	}
	r.packages = len(packages)
	r.inuse = slices.ContainsFunc(r.Sites, func(s *record.Site) bool {
		return slices.ContainsFunc(s.Usage, func(u record.Usage) bool { return u.InuseObjects > 0 })
	})
}

// over returns one figure for each workload in which the row is steady.
func (rw *row) over(get func(reach) float64) []float64 {
	values := make([]float64, len(rw.steady))
	for i, c := range rw.steady {
		values[i] = get(c)
	}
	return values
}

// waste returns the bytes per operation that were allocated but not requested, by workload, and their share of the
// blocks. A tiny object that shares the block of another one requests bytes and gets no block: that is no waste.
func (rw *row) waste() (bytes []float64, share float64, known bool) {
	var wasted, blocks float64
	for _, c := range rw.steady {
		if c.askedOf == 0 {
			continue
		}
		lost := max(0, c.askedOf-c.asked)
		bytes = append(bytes, lost)
		wasted += lost
		blocks += c.askedOf
	}
	return bytes, part(wasted, blocks), len(bytes) > 0
}

// rank returns a row for each cause, and for each measured site without one, that allocates in the steady phase. Rows
// that cost each operation something come first, then those that cost only some; within both the largest share first,
// and of equal ones those that are easier to remove.
func (r *run) rank() []row { return r.rankBy(causeOf) }

// causeOf is what the sites of one row have in common; empty for a site with a row of its own. siteAlone gives every
// site a row of its own.
func causeOf(s *record.Site) string { return s.Cause }
func siteAlone(*record.Site) string { return "" }

// rankBy is rank with cause in place of causeOf.
func (r *run) rankBy(cause func(*record.Site) string) []row {
	shares := record.Shares(r.Sort, r.Workloads, r.Sites)
	order := make([]int, len(shares))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compareSites(shares[a], shares[b], r.Sites[a], r.Sites[b]) })
	var rows []row
	byCause := map[[2]string]int{}
	for _, i := range order {
		s := r.Sites[i]
		rw := r.newRow(shares[i], s)
		if len(rw.steady) == 0 {
			continue
		}
		key := [2]string{s.Mechanism, cause(s)}
		if k, ok := byCause[key]; ok && key[1] != "" {
			rows[k] = r.newRow(rows[k].share+shares[i], append(rows[k].sites, s)...)
			continue
		}
		byCause[key] = len(rows)
		rows = append(rows, rw)
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(rareLast(&a), rareLast(&b)), compareSites(a.share, b.share, a.sites[0], b.sites[0]))
	})
	return rows
}

func compareSites(a, b float64, s, t *record.Site) int {
	if math.Abs(a-b) > 1e-9 {
		return -cmp.Compare(a, b)
	}
	return cmp.Or(cmp.Compare(effort(s), effort(t)), s.Pos.Compare(t.Pos), cmp.Compare(s.ID, t.ID))
}

// effort orders the ways in which a site can be removed, the easiest first.
func effort(s *record.Site) int {
	return slices.Index([]record.Way{record.WayFix, record.WayHand, record.WayReuse, "", record.WayOthers, record.WayNone}, s.Way)
}

func rareLast(rw *row) int {
	if rw.rare() {
		return 1
	}
	return 0
}

// kept are the reasons of values that grow and are retained from one operation to the next.
var kept = []string{"growth", "map-growth", "builder", "pool-miss", "runtime", "goroutine"}

// rare reports whether, in benchmarks only, less than every second operation allocates for a row, and what it
// allocates is retained: the longer the benchmark runs, the less an operation costs. That it is retained is known
// from the reason, or from the count of half as many operations.
func (rw *row) rare() bool {
	keeps := slices.Contains(kept, rw.sites[0].Mechanism)
	return !slices.ContainsFunc(rw.steady, func(c reach) bool {
		return c.workload.Kind != record.KindBenchmark || c.objects >= 0.5 || !keeps && !c.growth().falls()
	})
}

// testCode reports whether a row is due to test code alone: what tests, benchmarks and httptest allocate for
// themselves, without a cause in the user's other code.
func (r *run) testCode(rw *row) bool {
	for _, s := range rw.sites {
		by := s.Test || strings.HasPrefix(s.Callee, "net/http/httptest.") || s.Mechanism == "testing"
		if !by || r.own[path.Dir(s.CausePos.File)] && !strings.HasSuffix(s.CausePos.File, "_test.go") && s.CausePos.File != "" {
			return false
		}
	}
	return true
}

// cold is the share below which a site is folded, and large the share of the memory in use from which on a site is
// never folded.
const (
	cold  = 0.01
	large = 0.05
)

// A folding divides the rows of a table: rows shown in full, the cold rest, and the rows of test code.
type folding struct{ shown, rest, tests []row }

// fold divides ranked rows. A rest of one row is shown, as folding it would save nothing. Test code is folded unless
// there is nothing else.
func (r *run) fold(rows []row) folding {
	if r.Verbose {
		return folding{shown: rows}
	}
	var f folding
	for _, rw := range rows {
		if r.testCode(&rw) {
			f.tests = append(f.tests, rw)
		}
	}
	if len(f.tests) == len(rows) {
		f.tests = nil
	}
	inuse := inuseOf(rows...)
	for _, rw := range rows {
		switch {
		case f.tests != nil && r.testCode(&rw):
		case r.Top > 0 && len(f.shown) >= r.Top:
			f.rest = append(f.rest, rw)
		case rw.share >= cold || len(f.shown) == 0 || inuse > 0 && inuseOf(rw) >= large*inuse:
			f.shown = append(f.shown, rw)
		default:
			f.rest = append(f.rest, rw)
		}
	}
	if r.Top == 0 && len(f.rest) == 1 {
		f.shown, f.rest = append(f.shown, f.rest...), nil
	}
	return f
}

// inuseOf is the number of bytes of the rows that were in use.
func inuseOf(rows ...row) (sum float64) {
	for _, rw := range rows {
		for _, c := range rw.reach {
			sum += float64(c.inuseBytes)
		}
	}
	return sum
}
