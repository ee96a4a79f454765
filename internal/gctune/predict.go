package gctune

import (
	"math"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// Constants of mgc.go and mgcpacer.go, Go 1.25 to 1.27, in bytes: heapMinimum (for
// GOGC=100), sweepMinHeapDistance, minRunway, memoryLimitMinHeapGoalHeadroom and
// memoryLimitHeapGoalHeadroomPercent. earliest is the part of the room before which no
// collection begins (minTriggerRatioNum ÷ triggerRatioDen).
const (
	heapMinimum     = 4 << 20
	sweepDistance   = 1 << 20
	runway          = 64 << 10
	minHeadroom     = 1 << 20
	headroomPercent = 3
	earliest        = 0.7
)

// limiterShare is the part of CPU time above which the collector's limiter lets memory grow over GOMEMLIMIT
// (gcCPULimiter in mgclimit.go).
const limiterShare = 0.5

// leastStep is the least number of bytes allocated between two collections: if the limit leaves no room at all,
// collections follow one another, and each takes some time.
const leastStep = 64 << 10

// A Change describes a program that does the same work but allocates differently.
type Change struct {
	// Rate and Live are the factors by which the allocated bytes and the live bytes change. 1 means no change.
	Rate, Live float64
}

// Same is the program without a change.
var Same = Change{1, 1}

// Predict returns the prediction for a run of a changed program at a setting.
func (m *Model) Predict(s record.GCSetting, change Change) record.GCPrediction {
	g := m.play(s, change)
	p := record.GCPrediction{Setting: s, Cycles: g.cycles}
	peak := g.end
	for _, step := range g.steps {
		// The largest heap follows a collection that marked more than others, and with the limit it uses all of the
		// headroom.
		if step.asked {
			peak = max(peak, step.end)
			continue
		}
		most := step.end + change.Rate*m.extra.of(step.room/change.Rate, 0)*(1+percent(s))
		if limit := float64(s.Limit) - m.nonHeap.of(step.end); step.limited || s.Limit > 0 && most > limit {
			most = limit
		}
		peak = max(peak, most)
	}
	p.Thrashes = g.thrashes
	if !m.hasCPU {
		p.Thrashes = slices.ContainsFunc(g.steps, func(s step) bool { return s.limited && s.room <= leastStep })
	}
	if p.Thrashes {
		peak = max(peak, m.mostLive()*change.Live) // the limit does not hold
	}
	p.PeakHeap = int64(peak)
	if m.hasSpace {
		p.PeakMemory = int64(m.memory.of(peak))
		if s.Limit > 0 {
			p.PeakMemory = min(p.PeakMemory, max(s.Limit+m.outside, int64(m.memory.of(m.mostLive()*change.Live))))
		}
	}
	if m.hasCPU {
		p.GCCPU = int64(g.scanning)
		p.CPU = p.GCCPU + int64(g.other)
	}
	return p
}

// A game is a simulated run.
type game struct {
	cycles   float64
	steps    []step
	end      float64 // the heap at the end of the run, in bytes
	scanned  float64 // bytes scanned by all collections, including a fixed cost for each; what is allocated during one is marked and not scanned
	scanning float64 // nanoseconds of CPU of the collector
	other    float64 // nanoseconds of CPU of everything else
	thrashes bool
}

// A step is a simulated collection: the live heap before it, the room up to its goal and the heap at its end, in
// bytes; whether the limit set the goal; and whether the program asked for the collection before that goal.
type step struct {
	live, room, end float64
	limited, asked  bool
}

// highest returns the largest heap of the usual collections, and the room of that collection.
func (g *game) highest() (peak, room float64) {
	peak = g.end
	for _, s := range g.steps {
		if s.end >= peak || room == 0 {
			peak, room = max(peak, s.end), s.room
		}
	}
	return peak, room
}

// play simulates the collector along the clock of a changed program. Figures that depend on the distance of
// collections depend on the work between them, which is measured by the clock of the program as it was observed: at
// half the rate the same room has twice the work.
func (m *Model) play(s record.GCSetting, change Change) *game {
	g := new(game)
	rate := change.Rate
	end := float64(m.allocated) * rate
	clock, live, heap := 0.0, m.curve[0].live*change.Live, 0.0
	forced, bound := m.forced, false // bound: the limit decides, and not GOGC
	most := math.Inf(1)              // time before the limiter lets memory grow over the limit
	if other := m.mutator.of(end/rate, 0) * float64(m.allocated); s.Limit > 0 && other > 0 {
		most = other * limiterShare / (1 - limiterShare)
	}
	for !bound || g.scanning < most {
		here := m.at(clock / rate)
		goal, limited := m.goal(s, live, here.roots, max(heap, live))
		bound = bound || limited
		next := clock + max((goal-live)*m.used.of((goal-live)/rate, 1), leastStep)
		asked := len(forced) > 0 && float64(forced[0])*rate <= next
		if asked {
			next, forced = float64(forced[0])*rate, forced[1:]
		}
		if next >= end {
			break
		}
		room := next - clock
		heap = max(heap, live+room)
		g.steps = append(g.steps, step{live, max(goal-live, leastStep), live + room, limited, asked})
		then := m.at(next / rate)
		live = then.live * change.Live
		scanned := live + then.roots + emptyCycle
		g.scanned += scanned
		g.scanning += m.scan.of(room/rate, 0) * scanned
		if !asked {
			live += rate * m.blackened(max(goal-live, 0)/rate) * change.Live
			g.cycles++
		}
		g.other += m.mutator.of(room/rate, 0) * room / rate
		clock = next
	}
	g.other += m.mutator.of((end-clock)/rate, 0) * (end - clock) / rate
	if g.thrashes = bound && g.scanning >= most; !g.thrashes {
		g.end = live + end - clock
	}
	return g
}

// goal returns the heap in bytes at which the next collection ends, and whether the limit sets it.
func (m *Model) goal(s record.GCSetting, live, roots, peak float64) (goal float64, byLimit bool) {
	goal = math.Inf(1)
	if s.GOGC >= 0 {
		goal = max(live+(live+roots)*percent(s), heapMinimum*percent(s), live+sweepDistance+runway)
	}
	if s.Limit > 0 {
		if limited := max(m.limitGoal(s.Limit, peak), live); limited < goal {
			return limited, true
		}
	}
	return goal, false
}

// percent returns GOGC as a fraction; 0 if it is off.
func percent(s record.GCSetting) float64 { return float64(max(s.GOGC, 0)) / 100 }

// limitGoal returns the heap at which the memory of the runtime reaches the limit.
func (m *Model) limitGoal(limit int64, peak float64) float64 {
	room := float64(limit) - m.nonHeap.of(peak)
	return room - max(room*headroomPercent/100, minHeadroom)
}

// mostLive returns the largest live heap of the curve, in bytes.
func (m *Model) mostLive() (most float64) {
	for _, p := range m.curve {
		most = max(most, p.live)
	}
	return most
}
