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

// limiterShare is the part of CPU time above which the collector's limiter begins to
// let memory grow over GOMEMLIMIT (gcCPULimiter in mgclimit.go).
const limiterShare = 0.5

// leastStep is how much is allocated at least between two collections, in bytes: where
// the limit leaves no room at all they follow one another, and each takes some time.
const leastStep = 64 << 10

// A Change is a program that does the same work and allocates otherwise.
type Change struct {
	// Rate and Live are factors of what is allocated and of what is live. 1 is as it was.
	Rate, Live float64
}

// Same is the program as it was observed.
var Same = Change{1, 1}

// Predict says what a run of a changed program at a setting does.
func (m *Model) Predict(s record.GCSetting, change Change) record.GCPrediction {
	g := m.play(s, change)
	p := record.GCPrediction{Setting: s, Cycles: g.cycles}
	peak := g.end
	for _, step := range g.steps {
		// The largest heap follows a collection that marked more than others, and the limit
		// lets it use all of the headroom.
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

// A game is a run that was played through.
type game struct {
	cycles   float64
	steps    []step
	end      float64 // the heap at the end of the run, bytes
	scanned  float64 // bytes by all collections, with what one costs by itself; what is allocated during one is marked and not scanned
	scanning float64 // nanoseconds of CPU of the collector
	other    float64 // and of all else
	thrashes bool
}

// A step is a collection: what was live before it, the room up to its goal, the heap at its
// end, in bytes, whether the goal was that of the limit, and whether the program asked for it
// before that.
type step struct {
	live, room, end float64
	limited, asked  bool
}

// highest is the largest heap of the usual collections, and the room of that one.
func (g *game) highest() (peak, room float64) {
	peak = g.end
	for _, s := range g.steps {
		if s.end >= peak || room == 0 {
			peak, room = max(peak, s.end), s.room
		}
	}
	return peak, room
}

// play lets the collector run along the clock of a changed program. What goes with the
// distance of collections goes with the work between them, which the clock of the
// program as it was observed measures: at half the rate the same room has twice the work.
func (m *Model) play(s record.GCSetting, change Change) *game {
	g := new(game)
	rate := change.Rate
	end := float64(m.allocated) * rate
	clock, live, heap := 0.0, m.curve[0].live*change.Live, 0.0
	forced, bound := m.forced, false // bound: the limit counts, and not GOGC
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

// goal is where the next collection ends, in bytes of heap, and whether the limit says
// so.
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

// percent is GOGC as a part; 0 where it is off.
func percent(s record.GCSetting) float64 { return float64(max(s.GOGC, 0)) / 100 }

// limitGoal is the heap at which the memory of the runtime reaches the limit.
func (m *Model) limitGoal(limit int64, peak float64) float64 {
	room := float64(limit) - m.nonHeap.of(peak)
	return room - max(room*headroomPercent/100, minHeadroom)
}

// mostLive is the largest live heap of the curve, in bytes.
func (m *Model) mostLive() (most float64) {
	for _, p := range m.curve {
		most = max(most, p.live)
	}
	return most
}
