package gctune

import (
	"errors"
	"runtime"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// A Polled collects the figures of a live service that is asked from time to time. What a collection marked is
// computed from the next goal and GOGC.
type Polled struct {
	setting record.GCSetting
	start   *runtime.MemStats
	last    *runtime.MemStats
	at      time.Time
	o       Observation
}

// NewPolled returns a Polled for a service that is known to run at a setting.
func NewPolled(s record.GCSetting) *Polled {
	return &Polled{setting: s, o: Observation{Run: record.GCRun{Setting: s}}}
}

// ErrOthers says that the figures of a service are not those of one process.
var ErrOthers = errors.New("the figures are not those of one process: the service was started again, or several answer at this address; name one of them")

// Add adds figures, in order of time. The error is [ErrOthers] if they cannot be of the same process as those before.
func (p *Polled) Add(at time.Time, m *runtime.MemStats) error {
	if p.last != nil && (m.NumGC < p.last.NumGC || m.TotalAlloc < p.last.TotalAlloc) {
		return ErrOthers
	}
	memory := int64(m.Sys - m.HeapReleased)
	p.o.Run.PeakMemory = max(p.o.Run.PeakMemory, memory)
	p.o.nonHeap = max(p.o.nonHeap, memory-int64(m.HeapSys-m.HeapReleased))
	p.o.Run.PeakHeap = max(p.o.Run.PeakHeap, int64(m.HeapAlloc))
	if p.start == nil {
		p.start, p.last, p.at = m, m, at
		p.o.StartLive = int64(m.HeapAlloc)
		return nil
	}
	p.o.Run.Wall = int64(at.Sub(p.at))
	p.o.Run.Allocated = int64(m.TotalAlloc - p.start.TotalAlloc)
	if n := int64(m.NumGC - p.last.NumGC); n > 0 {
		live := p.marked(m)
		c := Cycle{Live: live, Roots: int64(m.StackInuse), Goal: int64(p.last.NextGC), End: int64(p.last.NextGC), During: -1, Count: n}
		// At the last collection the heap was the live heap; what the heap has grown since was allocated since.
		c.Allocated = p.o.Run.Allocated - max(0, int64(m.HeapAlloc)-live)
		p.o.Run.PeakHeap = max(p.o.Run.PeakHeap, c.End)
		p.o.Cycles = append(p.o.Cycles, c)
		forced := int64(m.NumForcedGC - p.last.NumForcedGC)
		p.o.Run.Forced += forced
		p.o.Run.Cycles += n - forced
	}
	p.last = m
	return nil
}

// marked returns what the last collection marked, by inverting the computation of the next goal.
func (p *Polled) marked(m *runtime.MemStats) int64 {
	if p.setting.GOGC < 0 {
		return int64(min(m.HeapAlloc, m.NextGC))
	}
	part := float64(p.setting.GOGC) / 100
	if float64(m.NextGC) <= heapMinimum*part {
		return int64(min(m.HeapAlloc, m.NextGC)) // the goal of the smallest heap does not depend on it
	}
	return int64(max((float64(m.NextGC)-part*float64(m.StackInuse))/(1+part), 0))
}

// Observe returns what was seen so far.
func (p *Polled) Observe() *Observation {
	o := p.o
	o.summarise()
	return &o
}
