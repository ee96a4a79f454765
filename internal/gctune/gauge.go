package gctune

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	_ "embed"

	"github.com/unheap/unheap/internal/record"
)

// gaugeText is the template of the file with which a program is built so that it can be watched. {{.Package}},
// {{.Variable}} and {{.Trace}} stand for three names.
//
//go:embed gauge.go.tmpl
var gaugeText string

// JournalVariable is the environment variable that makes a program with a gauge write its journal to file descriptor
// 3.
const JournalVariable = "UNHEAP_GC_JOURNAL"

// Gauge returns the text of a file of package name that writes a journal.
func Gauge(name string) []byte {
	return []byte(strings.NewReplacer("{{.Package}}", name, "{{.Variable}}", JournalVariable, "{{.Trace}}", traceSetting).Replace(gaugeText))
}

// A sample is one line of a journal: the state of a program at one moment. Counters count from the program's start;
// sizes are in bytes.
type sample struct {
	at             time.Time
	cpu            time.Duration
	cycles, forced int64
	live, goal     int64 // live heap of the last collection, goal of the next
	roots          int64
	allocated      int64
	heap           int64 // objects, including dead ones that were not swept
	memory         int64 // of the runtime, without what it has returned to the system
	nonHeap        int64 // part of memory that is neither objects nor free
	rss            int64
	pause, latency time.Duration
	limited        int64 // number of the last collection during which the CPU limiter was on
	gogc, limit    int64 // the current setting; -1 and the largest number for none

	// CPU time in nanoseconds: of marking by goroutines that allocate, by workers (dedicated and fractional), by
	// processors with nothing else to do, and of the program in all.
	assist, dedicated, idle, busy int64
}

func (s sample) marking() int64 { return s.assist + s.dedicated + s.idle }

// A Journal is the output of a program with a gauge.
type Journal struct{ samples []sample }

// ReadJournal reads a journal to its end. It drops a last line that is incomplete: the program may have been killed
// while writing it.
func ReadJournal(r io.Reader) (*Journal, error) {
	j := new(Journal)
	in := bufio.NewReader(r)
	for line := 1; ; line++ {
		text, err := in.ReadString('\n')
		if err == io.EOF {
			return j, nil
		}
		if err != nil {
			return j, err
		}
		s, err := parseSample(text)
		if err != nil {
			return j, fmt.Errorf("journal of the collector, line %d: %v", line, err)
		}
		j.samples = append(j.samples, s)
	}
}

func parseSample(text string) (s sample, err error) {
	var at, cpu, pause, latency int64
	_, err = fmt.Sscan(text, &at, &cpu, &s.cycles, &s.forced, &s.live, &s.goal, &s.roots, &s.allocated,
		&s.heap, &s.memory, &s.nonHeap, &s.rss, &pause, &latency, &s.limited,
		&s.assist, &s.dedicated, &s.idle, &s.busy, &s.gogc, &s.limit)
	s.at, s.cpu, s.pause, s.latency = time.Unix(0, at), time.Duration(cpu), time.Duration(pause), time.Duration(latency)
	return s, err
}

// Observe returns what the journal says of a run between two moments; a zero end is the end of the journal.
//
// A line of a journal is written when the program gets to it, and by then it may have allocated much. The trace of the
// same run, which may be nil, has the heap at the end of each collection, in MiB.
func (j *Journal) Observe(setting record.GCSetting, trace *Trace, begin, end time.Time) (*Observation, error) {
	samples := slices.DeleteFunc(slices.Clone(j.samples), func(s sample) bool {
		return s.at.Before(begin) || !end.IsZero() && s.at.After(end)
	})
	if len(samples) < 2 {
		return nil, errors.New("the program or its load ended before the collector could be watched: give it more to do")
	}
	first, last := samples[0], samples[len(samples)-1]
	if told := last.setting(); told != setting {
		return nil, fmt.Errorf("the program sets the collector itself, to %v (debug.SetGCPercent, debug.SetMemoryLimit), so that no setting can be tried: let it leave GOGC and GOMEMLIMIT of the environment alone", told)
	}
	o := &Observation{Run: record.GCRun{
		Setting:   setting,
		Wall:      last.at.Sub(first.at).Nanoseconds(),
		CPU:       (last.cpu - first.cpu).Nanoseconds(),
		Allocated: last.allocated - first.allocated,
		Cycles:    last.cycles - first.cycles,
		Forced:    last.forced - first.forced,
		MaxPause:  int64(last.pause),
		Latency:   int64(last.latency),
		RSS:       last.rss,
		Limited:   last.limited > first.cycles+first.forced,
	}, StartLive: first.heap}
	traced := trace.byNumber()
	var nonHeap []float64
	for i, s := range samples {
		o.Run.PeakMemory = max(o.Run.PeakMemory, s.memory)
		nonHeap = append(nonHeap, float64(s.nonHeap))
		if i > 0 {
			o.step(samples[i-1], s, first.allocated, traced)
		}
	}
	o.nonHeap = int64(middle(nonHeap))
	o.Run.PeakHeap = max(o.Run.PeakHeap, o.endHeap(last.allocated-first.allocated))
	if busy := last.busy - first.busy; busy > 0 {
		part := func(of int64) int64 { return int64(float64(o.Run.CPU) * float64(of) / float64(busy)) }
		o.Run.GCCPU = part(last.marking() - first.marking())
		o.Run.Assist, o.Run.Idle = part(last.assist-first.assist), part(last.idle-first.idle)
	}
	o.summarise()
	return o, nil
}

// setting returns the setting at that moment.
func (s sample) setting() record.GCSetting {
	told := record.GCSetting{GOGC: int(s.gogc), Limit: s.limit}
	if s.gogc < 0 {
		told.GOGC = Off
	}
	if s.limit == math.MaxInt64 {
		told.Limit = 0
	}
	return told
}

// step adds the collection that ended between two samples, if one did. If several did, only the last of them was seen,
// but the counters include all.
func (o *Observation) step(before, s sample, start int64, traced map[int64]Cycle) {
	if s.cycles == before.cycles && s.forced == before.forced {
		return
	}
	c := Cycle{
		Allocated: s.allocated - start,
		Live:      s.live,
		Roots:     s.roots,
		Goal:      before.goal,
		During:    -1,
		Forced:    s.forced > before.forced,
		Count:     (s.cycles - before.cycles) + (s.forced - before.forced),
	}
	since := c.Allocated - (before.allocated - start)
	if n := len(o.Cycles); n > 0 {
		since = c.Allocated - o.Cycles[n-1].Allocated
	}
	c.End = o.endHeap(c.Allocated - since + since/c.Count)
	if t, ok := traced[s.cycles+s.forced]; ok && c.Count == 1 {
		c.Allocated, c.End = o.ended(before.allocated-start, c.Allocated, t.End-half)
		c.During = t.During
	}
	for n := before.cycles + before.forced + 1; n < s.cycles+s.forced; n++ {
		o.Run.PeakHeap = max(o.Run.PeakHeap, traced[n].End) // of a collection that was not seen
	}
	o.Cycles = append(o.Cycles, c)
	o.Run.PeakHeap = max(o.Run.PeakHeap, c.End)
}

// ended returns the clock and the heap at the end of a collection. after and by are points of the clock between which
// it ended, and end is the heap then, in MiB, rounded down. The result is the middle of what both allow; if they
// contradict each other, the clock is believed.
func (o *Observation) ended(after, by, end int64) (clock, heap int64) {
	least, most := o.endHeap(after), o.endHeap(by)
	heap = (max(least, end) + min(most, end+2*half)) / 2
	heap = min(max(heap, least), most)
	return by - (most - heap), heap
}

// endHeap returns the heap at the point of the clock allocated, if there was no collection since the last one that is
// known.
func (o *Observation) endHeap(allocated int64) int64 {
	if len(o.Cycles) == 0 {
		return o.StartLive + allocated
	}
	last := o.Cycles[len(o.Cycles)-1]
	return last.Live + allocated - last.Allocated
}
