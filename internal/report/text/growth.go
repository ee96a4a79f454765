package text

import (
	"fmt"
	"math"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// What is kept from one operation to the next grows, so that an operation costs less, or
// more, the more of them there are. Half as many operations tell: see [record.PhaseHalf].

// dependOnN names the benchmarks whose figures another number of operations would change.
func (r *run) dependOnN(ws []*record.Workload) string {
	var names []string
	for _, w := range ws {
		if g := (growth{w, w.Objects, w.Bytes, w.HalfObjects, w.HalfBytes}); g.depends() {
			names = append(names, shortName(w.Name)+": "+g.String())
		}
	}
	if len(names) == 0 {
		return ""
	}
	limit := 2
	if r.Verbose {
		limit = len(names)
	}
	more := ""
	if len(names) > limit {
		more = fmt.Sprintf("; and of %d more", len(names)-limit)
		names = names[:limit]
	}
	return "figures depend on n, of " + strings.Join(names, "; ") + more + ". Measure as many as count, with -benchtime=1000x"
}

// A growth is what so many operations of a workload allocate, and half as many.
type growth struct {
	workload               *record.Workload
	objects, bytes         int64
	halfObjects, halfBytes int64
}

// depends reports whether one operation costs another amount than among half as many: by
// a tenth, by more than the one object or two that come by chance, and by what is worth a
// word.
func (g growth) depends() bool {
	return g.differs(g.objects, g.halfObjects, 2) && g.apart(g.objects, g.halfObjects) >= 0.1 ||
		g.differs(g.bytes, g.halfBytes, 2048) && g.apart(g.bytes, g.halfBytes) >= 64
}

// apart is how far the sums over all operations and over half as many are, per operation.
func (g growth) apart(all, half int64) float64 {
	return math.Abs(g.workload.PerOp(all) - g.perHalf(half))
}

// differs compares a sum over all operations with one over half as many.
func (g growth) differs(all, half int64, chance float64) bool {
	if g.workload.HalfOps == 0 {
		return false
	}
	// So many would be allocated if it went on as in the first half.
	expected := float64(half) * float64(g.workload.Ops) / float64(g.workload.HalfOps)
	apart := math.Abs(float64(all) - expected)
	if float64(all) > expected { // as when a collection happens to empty a pool
		chance *= 1 + math.Sqrt(float64(all)/chance)
	}
	return apart > 2*chance && apart > 0.1*float64(all)
}

// falls reports whether an operation allocates fewer objects, the more there are.
func (g growth) falls() bool {
	return g.differs(g.objects, g.halfObjects, 2) && g.perHalf(g.halfObjects) > g.workload.PerOp(g.objects)
}

func (g growth) perHalf(n int64) float64 { return float64(n) / float64(g.workload.HalfOps) }

func (g growth) String() string {
	w := g.workload
	what, all, half := "allocs/op", w.PerOp(g.objects), g.perHalf(g.halfObjects)
	if !g.differs(g.objects, g.halfObjects, 2) {
		what, all, half = "B/op", w.PerOp(g.bytes), g.perHalf(g.halfBytes)
	}
	return fmt.Sprintf("%s %s over %s operations, %s over %s", figure(all), what, count(w.Ops), figure(half), count(w.HalfOps))
}

// growths are those of the workloads in which a row costs another amount per operation
// than among half as many.
func (rw *row) growths() []growth {
	var all []growth
	for _, c := range rw.steady {
		if g := c.growth(); g.depends() {
			all = append(all, g)
		}
	}
	return all
}

func (c reach) growth() growth {
	return growth{c.workload, c.steadyObjects, c.steadyBytes, c.halfObjects, c.halfBytes}
}

// withN says how a row depends on the number of operations.
func (r *run) withN(rw *row) string {
	all := rw.growths()
	if len(all) == 0 {
		return ""
	}
	text := all[0].String()
	if len(r.workloads) > 1 {
		text = r.label(all[0].workload) + " " + text
	}
	if rw.rare() {
		return text + ": what is kept grows, and it ranks below what each operation pays"
	}
	return text + ": what is kept grows"
}
