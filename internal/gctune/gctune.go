// Package gctune says what the garbage collector of a program costs, what it would
// cost at other settings of GOGC and GOMEMLIMIT, and which setting fits into a given
// memory.
//
// Invariant: a prediction is a function of what was observed in runs, and each of
// these runs is shown beside what the model says of it.
//
// Model: the program's clock is what it allocates. At each point of this clock a
// certain heap is live, and stacks and globals are scanned, whatever the settings are.
// The collector is then played through: a collection ends when the heap has reached its
// goal, which follows from what the last collection marked, GOGC and the limit (the
// rules of mgcpacer.go, Go 1.25 to 1.27), and costs time in proportion to what it
// scans. All other CPU time goes with the clock. Five figures depend on how far apart
// collections are, by which caches are warm, marking has time, and sweeping and write
// barriers are paid. Each figure is a function through the calibrated runs: what a byte
// scanned costs, what a byte allocated costs, how much of the way to the goal is used, how
// much counts as live because it was allocated while the collector marked, and how much
// more than that the largest heap of a run has.
//
// What the model blurs: the largest heap is one collection of many, in which marking waited
// for a processor, say; it is the least certain figure. Not in the model are a collection
// that comes because two minutes have passed, the cost of caches and pages of a larger heap,
// and what a program does because of its settings (a cache that asks for GOMEMLIMIT).
package gctune

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// Off is the value of GOGC for no collections.
const Off = -1

// A Cycle is a collection that has ended. Sizes are in bytes.
type Cycle struct {
	// Allocated is the clock at its end: bytes allocated since the start of the run.
	Allocated int64
	// End is the heap when marking ended, Live what was marked, Goal the heap at which it should have ended.
	End, Live, Goal int64
	// Roots is the size of the stacks and globals that were scanned.
	Roots int64
	// During is what was allocated while the collection marked, all of which counts as live, to a MiB; -1 if it is not
	// known.
	During int64
	// Forced says that the program asked for the collection.
	Forced bool
	// Count is the number of collections that this one stands for, the last of which was seen. End is then estimated,
	// for collections at equal distances.
	Count int64
}

// An Observation holds what was seen of one run of the program.
type Observation struct {
	Run    record.GCRun
	Cycles []Cycle
	// StartLive is the heap at the start of the run, in bytes.
	StartLive int64

	nonHeap int64 // bytes of the runtime's memory that are neither objects nor free
}

// summarise sets the figures of the run that are medians over its collections.
func (o *Observation) summarise() {
	o.Run.Live = median(o.Cycles, func(c Cycle) float64 { return float64(c.Live) })
	o.Run.Roots = median(o.Cycles, func(c Cycle) float64 { return float64(c.Roots) })
}

func median(cycles []Cycle, of func(Cycle) float64) int64 {
	var values []float64
	for _, c := range cycles {
		values = append(values, of(c))
	}
	return int64(middle(values))
}

// middle returns the median of values; 0 if there are none.
func middle(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// A Model predicts runs of one program at other settings.
type Model struct {
	curve     []point
	forced    []int64 // points of the clock at which the program itself collects
	allocated int64   // the clock at the end of the run

	black    knots // bytes that count as live because they were allocated during a collection, by the room of that collection
	used     knots // bytes allocated between two collections ÷ the room, by the room
	extra    knots // bytes by which the live heap before the largest heap exceeds that before the usual heaps, by the room of the latter
	mutator  knots // nanoseconds of CPU, without the collector, per byte allocated, by the bytes between two collections
	scan     knots // nanoseconds of CPU per byte scanned, by the bytes between two collections
	memory   line  // memory of the runtime, by peak heap
	nonHeap  line  // the part of it that is neither objects nor free
	outside  int64 // resident memory that the runtime does not manage, in bytes
	hasCPU   bool
	hasSpace bool
}

// A point is what the heap holds at one point of the clock, in bytes.
type point struct {
	at, live, roots float64
}

// ErrFew says that there were too few collections to fit a model.
var ErrFew = errors.New("the collector ran fewer than three times: give the program more to do, or there is nothing to tune")

// emptyCycle is the cost of a collection that has nothing to scan, as the number of bytes whose scan costs the same:
// marking a heap of 0.1 MiB took 0.17 ms, that of a tree of pointers 1.6 ns a byte (go1.26.8 linux/amd64, 3,000 and 30
// calls of runtime.GC).
const emptyCycle = 128 << 10

// Fit fits a model to runs of the same program at several settings. The error is [ErrFew] if they have too few
// collections.
func Fit(all []*Observation) (*Model, error) {
	base := slices.MaxFunc(all, func(a, b *Observation) int { return cmp.Compare(len(a.Cycles), len(b.Cycles)) })
	if len(base.Cycles) < 3 {
		return nil, ErrFew
	}
	m := &Model{allocated: base.Run.Allocated}
	m.curve = append(m.curve, point{0, float64(base.StartLive), float64(base.Cycles[0].Roots)})
	for _, c := range base.Cycles {
		m.curve = append(m.curve, point{float64(c.Allocated), float64(c.Live), float64(c.Roots)})
		if c.Forced {
			m.forced = append(m.forced, c.Allocated)
		}
	}
	m.fitHeap(base, all)
	m.fitMemory(all)
	m.fitCPU(all)
	return m, nil
}

// at returns the curve's value at a point of the clock, interpolated.
func (m *Model) at(clock float64) point {
	i, found := slices.BinarySearchFunc(m.curve, clock, func(p point, clock float64) int { return cmp.Compare(p.at, clock) })
	switch {
	case found:
		return m.curve[i]
	case i == 0:
		return m.curve[0]
	case i == len(m.curve):
		return m.curve[i-1]
	}
	a, b := m.curve[i-1], m.curve[i]
	part := (clock - a.at) / (b.at - a.at)
	return point{clock, a.live + part*(b.live-a.live), a.roots + part*(b.roots-a.roots)}
}

// fitHeap fits three functions of the room, which is the distance from the live heap to the goal: how much of the room
// is used, how much of what is allocated counts as live because it was allocated during a collection, and how far the
// largest heap exceeds the usual ones.
func (m *Model) fitHeap(base *Observation, all []*Observation) {
	for _, o := range all {
		var black, planned, distance []float64
		for i, c := range o.Cycles {
			if c.Forced || i == 0 || c.Goal == 0 {
				continue
			}
			before := o.Cycles[i-1]
			planned = append(planned, float64(max(c.Goal-before.Live, leastStep)))
			distance = append(distance, float64(c.Allocated-before.Allocated)/float64(c.Count))
			excess := float64(c.Live) - m.at(float64(c.Allocated)).live
			if c.During >= 0 {
				excess = min(excess, float64(c.During+2*half))
			}
			black = append(black, excess)
		}
		if len(distance) > 0 {
			plan := middle(slices.Clone(planned))
			m.used = append(m.used, knot{plan, mean(distance) / mean(planned)})
			m.black = append(m.black, knot{plan, middle(black)})
		}
	}
	m.used, m.black = m.used.merged(), m.black.merged()
	m.whiten(base)
	m.fitCount(all)
	for _, o := range all {
		peak, room := m.play(o.Run.Setting, Same).highest()
		m.extra = append(m.extra, knot{room, (float64(o.Run.PeakHeap) - peak) / (1 + percent(o.Run.Setting))})
	}
	m.extra = m.extra.merged()
}

// fitCount adjusts how much of a room is used until the model gives the numbers of collections in the runs.
func (m *Model) fitCount(all []*Observation) {
	for range 8 {
		var factors knots
		for _, o := range all {
			g := m.play(o.Run.Setting, Same)
			if o.Run.Cycles > 0 && g.cycles > 0 {
				factors = append(factors, knot{g.usual(), g.cycles / float64(o.Run.Cycles)})
			}
		}
		factors = factors.merged()
		for i := range m.used {
			m.used[i].y *= factors.of(m.used[i].x, 1)
		}
	}
}

// usual returns the median room.
func (g *game) usual() float64 {
	var rooms []float64
	for _, s := range g.steps {
		rooms = append(rooms, s.room)
	}
	return max(middle(rooms), 1)
}

// whiten subtracts from the curve what was allocated during collections, of which the run at the smallest GOGC has
// left some. That amount grows with the room as fast as its excess over this run's does, and the pacer begins no
// collection sooner than it must. A point of the curve that stands out has more of it, as far as so much was
// allocated.
func (m *Model) whiten(base *Observation) {
	if len(m.black) == 0 {
		return
	}
	first := m.black[0]
	slope := 0.0
	if len(m.black) > 1 {
		next := m.black[1]
		slope = min(max((next.y-first.y)/(next.x-first.x), 0), 1-earliest)
	}
	left := slope * first.x
	for i := range m.black {
		m.black[i].y = max(m.black[i].y-first.y+left, 0)
	}
	raw := slices.Clone(m.curve)
	for i, c := range base.Cycles {
		most := max(float64(c.Live)-left, 0)
		least := most
		if c.During >= 0 {
			least = min(float64(c.Live-c.During-2*half), most)
		}
		around := (raw[i].live+raw[min(i+2, len(raw)-1)].live)/2 - left
		m.curve[i+1].live = min(max(around, least), most)
	}
}

// blackened returns how many bytes of a room count as live after a collection because they were allocated during it.
// Between two settings that were seen it rises as fast as the pacer allows.
func (m *Model) blackened(room float64) float64 {
	for i, p := range m.black {
		switch {
		case room > p.x:
		case i == 0:
			return min(p.y, (1-earliest)*room)
		default:
			before := m.black[i-1]
			return min(max(p.y, m.black.of(room, 0)), before.y+(1-earliest)*(room-before.x))
		}
	}
	return m.black.of(room, 0)
}

// mean returns the mean of one or more values.
func mean(values []float64) (sum float64) {
	for _, v := range values {
		sum += v / float64(len(values))
	}
	return sum
}

// knots are points of a function. It is constant outside of them, and linear in the logarithm of x between them, since
// the calibrated settings differ by factors.
type knots []knot

type knot struct{ x, y float64 }

// groups sorts the points and groups those of one setting, whose x are within a fifth of each other.
func (k knots) groups() (all []knots) {
	slices.SortFunc(k, func(a, b knot) int { return cmp.Compare(a.x, b.x) })
	for len(k) > 0 {
		n := 1
		for n < len(k) && k[n].x < 1.2*k[0].x {
			n++
		}
		all, k = append(all, k[:n]), k[n:]
	}
	return all
}

// middle returns the knot whose coordinates are the medians of those of all points.
func (k knots) middle() knot {
	var x, y []float64
	for _, p := range k {
		x, y = append(x, p.x), append(y, p.y)
	}
	return knot{middle(x), middle(y)}
}

// merged returns one point for each setting.
func (k knots) merged() (all knots) {
	for _, g := range k.groups() {
		all = append(all, g.middle())
	}
	return all
}

// of returns the value at x, or none if there are no points.
func (k knots) of(x, none float64) float64 {
	if len(k) == 0 {
		return none
	}
	for i, p := range k {
		switch {
		case x <= p.x && i == 0:
			return p.y
		case x <= p.x:
			before := k[i-1]
			return before.y + math.Log(x/before.x)/math.Log(p.x/before.x)*(p.y-before.y)
		}
	}
	return k[len(k)-1].y
}

// fitMemory fits the memory of the process as a function of its peak heap.
func (m *Model) fitMemory(all []*Observation) {
	var peaks, memory, other, outside []float64
	for _, o := range all {
		if o.Run.PeakMemory > 0 {
			peaks = append(peaks, float64(o.Run.PeakHeap))
			memory = append(memory, float64(o.Run.Space()))
			other = append(other, float64(o.nonHeap))
			outside = append(outside, float64(max(0, o.Run.RSS-o.Run.PeakMemory)))
		}
	}
	m.hasSpace = len(peaks) > 0
	m.outside = int64(middle(outside))
	m.memory = fitLine(peaks, memory, 1, 2)
	m.nonHeap = fitLine(peaks, other, 0, 0.5)
}

// fitCPU fits the cost of scanning, and that of everything else. If the runs do not know the collector's part of the
// CPU time, it is the part that grows with what they scanned.
func (m *Model) fitCPU(all []*Observation) {
	var scanned, cpu []float64
	for _, o := range all {
		clock := m.work(o.Run)
		if o.Run.CPU == 0 || clock == 0 {
			continue
		}
		bytes := m.play(o.Run.Setting, Same).scanned
		if bytes == 0 {
			continue // the run has no collection
		}
		scanned = append(scanned, bytes/clock)
		cpu = append(cpu, float64(o.Run.CPU)/clock)
		if o.Run.GCCPU > 0 {
			distance := clock / float64(max(o.Run.Cycles+o.Run.Forced, 1))
			m.scan = append(m.scan, knot{distance, float64(o.Run.GCCPU) / bytes})
			m.mutator = append(m.mutator, knot{distance, float64(o.Run.CPU-o.Run.GCCPU) / clock})
		}
	}
	m.scan, m.mutator, m.hasCPU = m.scan.merged(), m.mutator.falling(), len(m.scan) > 0 || len(cpu) > 1
	if len(m.scan) == 0 {
		fitted := fitLine(scanned, cpu, 0, math.Inf(1))
		m.scan, m.mutator = knots{{1, fitted.slope}}, knots{{1, max(fitted.at, 0)}}
	}
}

// work returns the number of bytes that a run allocated. A trace, which has no figure for the memory of the process,
// ends with its last collection: its program is taken to do the same work at every setting.
func (m *Model) work(r record.GCRun) float64 {
	if r.PeakMemory == 0 {
		return float64(m.allocated)
	}
	return float64(r.Allocated)
}

// falling returns points of a function that falls with x wherever the times of the runs show that: a setting counts as
// dearer than another with fewer collections only if each of its runs is. Other differences between runs are noise.
func (k knots) falling() (all knots) {
	groups := k.groups()
	slices.Reverse(groups)
	highest := math.Inf(-1)
	for i, g := range groups {
		p := g.middle()
		least := slices.MinFunc(g, func(a, b knot) int { return cmp.Compare(a.y, b.y) }).y
		if i > 0 && (least <= highest || p.y < all[i-1].y) {
			p.y = all[i-1].y
		} else {
			highest = slices.MaxFunc(g, func(a, b knot) int { return cmp.Compare(a.y, b.y) }).y
		}
		all = append(all, p)
	}
	slices.Reverse(all)
	return all
}

// A line is the function y = at + slope·x.
type line struct{ at, slope float64 }

func (l line) of(x float64) float64 { return l.at + l.slope*x }

// fitLine returns the line whose slope is the median of the slopes between all pairs of points (Theil 1950, Sen 1968),
// on which a few outliers have no influence. The slope is kept between least and most.
func fitLine(x, y []float64, least, most float64) line {
	var slopes, rest []float64
	for i := range x {
		for j := range i {
			if far := math.Abs(x[i] - x[j]); far > 0.02*math.Max(x[i], x[j]) {
				slopes = append(slopes, (y[i]-y[j])/(x[i]-x[j]))
			}
		}
	}
	slope := min(max(middle(slopes), least), most)
	for i := range x {
		rest = append(rest, y[i]-slope*x[i])
	}
	return line{middle(rest), slope}
}
