package gctune

import (
	"math"

	"github.com/unheap/unheap/internal/record"
)

// Constants of mgcpacer.go, Go 1.25 to 1.27, in bytes: heapMinimum (for GOGC=100),
// memoryLimitMinHeapGoalHeadroom and memoryLimitHeapGoalHeadroomPercent.
const (
	heapMinimum     = 4 << 20
	minHeadroom     = 1 << 20
	headroomPercent = 3
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

// Predict plays a run of a changed program at a setting through.
func (m *Model) Predict(s record.GCSetting, change Change) record.GCPrediction {
	p := record.GCPrediction{Setting: s}
	rate := change.Rate
	end := float64(m.allocated) * rate
	clock, live, peak, scanned := 0.0, m.curve[0].live*change.Live, 0.0, 0.0
	forced, bound := m.forced, false // bound: the limit counts, and not GOGC
	other := m.mutator * float64(m.allocated)
	mostScanned := math.Inf(1) // before the limiter lets memory grow over the limit
	if s.Limit > 0 && m.scan > 0 {
		mostScanned = other * limiterShare / (1 - limiterShare) / m.scan
	}
	for !bound || scanned < mostScanned {
		here := m.at(clock / rate)
		goal, byLimit := m.goal(s, live, here.roots, max(peak, live))
		bound = bound || byLimit
		next := clock + max((goal-live)*m.used.of(goal-live, 1), leastStep)
		asked := len(forced) > 0 && float64(forced[0])*rate <= next
		if asked {
			next, forced = float64(forced[0])*rate, forced[1:]
		}
		if next >= end {
			break
		}
		peak = max(peak, live+next-clock, goal+min(m.highest.of(goal-live, 0), next-clock))
		then := m.at(next / rate)
		then.live *= change.Live
		live = then.live
		if !asked {
			live += m.black.of(next-clock, 0) * change.Live
			p.Cycles++
		}
		scanned += then.live + then.roots + emptyCycle
		clock = next
	}
	thrashes := bound && scanned >= mostScanned
	if !thrashes {
		peak = max(peak, live+end-clock)
	}
	p.PeakHeap = int64(peak)
	if m.hasSpace {
		p.PeakMemory = int64(m.memory.of(peak))
		if s.Limit > 0 {
			p.PeakMemory = min(p.PeakMemory, max(s.Limit+m.outside, int64(m.memory.of(m.mostLive()*change.Live))))
		}
	}
	if m.hasCPU {
		p.Thrashes = thrashes
		p.GCCPU = int64(m.scan * scanned)
		p.CPU = p.GCCPU + int64(other)
	}
	return p
}

// goal is where the next collection ends, in bytes of heap, and whether the limit says
// so.
func (m *Model) goal(s record.GCSetting, live, roots, peak float64) (goal float64, byLimit bool) {
	goal = math.Inf(1)
	if s.GOGC >= 0 {
		percent := float64(s.GOGC) / 100
		goal = max(live+(live+roots)*percent, heapMinimum*percent)
	}
	if s.Limit > 0 {
		if limited := max(m.limitGoal(s.Limit, peak), live); limited < goal {
			return limited, true
		}
	}
	return goal, false
}

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
