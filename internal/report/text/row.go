package text

import (
	"cmp"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// A row is one or several sites as one line of the table.
type row struct {
	sites []*record.Site
	share float64 // of what is ranked by
	reach []reach // the workloads in which they allocate in the steady phase
}

// A reach is what the sites of a row cost one operation of one workload.
type reach struct {
	workload                   *record.Workload
	objects, bytes             float64
	asked, askedOf             float64 // bytes asked for, of blocks of so many bytes
	inuseObjects, inuseBytes   int64
	firstObjects, firstBytes   int64
	steadyObjects, steadyBytes int64
}

// newRow adds the usage of the sites up, workload by workload.
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
	for _, w := range r.workloads {
		if sum := sums[w]; sum != nil {
			rw.reach = append(rw.reach, *sum)
		}
	}
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
	c.inuseObjects += u.InuseObjects
	c.inuseBytes += u.InuseBytes
}

func (r *run) workload(u *record.Usage) *record.Workload {
	return r.byName[workloadName{u.Package, u.Workload}]
}

type workloadName struct{ pkg, name string }

// index looks at every message once, so that rendering a site does not.
func (r *run) index() {
	r.own = r.ownFolders()
	r.byName = map[workloadName]*record.Workload{}
	packages := map[string]bool{}
	for _, w := range r.workloads {
		r.byName[workloadName{w.Package, w.Name}] = w
		packages[w.Package] = true
	}
	r.packages = len(packages)
	r.inuse = slices.ContainsFunc(r.sites, func(s *record.Site) bool {
		return slices.ContainsFunc(s.Usage, func(u record.Usage) bool { return u.InuseObjects > 0 })
	})
}

// steady are the workloads in which the row allocates after the first
// operation, those with most objects per operation first.
func (rw *row) steady() []reach {
	steady := filter(rw.reach, func(c reach) bool { return c.steadyObjects > 0 || c.inuseObjects > 0 })
	slices.SortStableFunc(steady, func(a, b reach) int { return -cmp.Compare(a.objects, b.objects) })
	return steady
}

// over collects one figure of each workload in which the row is steady.
func (rw *row) over(get func(reach) float64) []float64 {
	var values []float64
	for _, c := range rw.steady() {
		values = append(values, get(c))
	}
	return values
}

// waste is the bytes per operation that were given but not asked for, and
// which part of the blocks they are. A tiny object inside of a block that
// another one opened asks for bytes and gets no block: that is no waste.
func (rw *row) waste() (bytes []float64, share float64, known bool) {
	var wasted, blocks float64
	for _, c := range rw.steady() {
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

// rank returns a row for each measured site that allocates in the steady
// phase, largest share first; equal ones by place.
func (r *run) rank() []row {
	var rows []row
	for i, share := range record.Shares(r.Sort, r.workloads, r.sites) {
		rw := r.newRow(share, r.sites[i])
		if len(rw.steady()) > 0 {
			rows = append(rows, rw)
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(
			-cmp.Compare(a.share, b.share),
			a.sites[0].Pos.Compare(b.sites[0].Pos),
			cmp.Compare(a.sites[0].ID, b.sites[0].ID),
		)
	})
	return rows
}

// cold is the share below which a site is folded away.
const cold = 0.01

// fold splits ranked rows into those shown in full and the cold rest. A rest
// of one is shown: folding it would save nothing.
func (r *run) fold(rows []row) (shown, rest []row) {
	n := len(rows)
	if first := slices.IndexFunc(rows, func(rw row) bool { return rw.share < cold }); first >= 0 && !r.Verbose {
		n = max(1, first)
	}
	if r.Top > 0 {
		n = min(n, r.Top)
	} else if n == len(rows)-1 {
		n++
	}
	return rows[:n], rows[n:]
}
