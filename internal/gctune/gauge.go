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

// gaugeText is the file that a program is built with so that it can be watched, with
// {{.Package}}, {{.Variable}} and {{.Trace}} for three names.
//
//go:embed gauge.go.tmpl
var gaugeText string

// JournalVariable is the environment variable that makes a program with a gauge write
// its journal to descriptor 3.
const JournalVariable = "UNHEAP_GC_JOURNAL"

// Gauge returns the text of a file of package name that writes a journal.
func Gauge(name string) []byte {
	return []byte(strings.NewReplacer("{{.Package}}", name, "{{.Variable}}", JournalVariable, "{{.Trace}}", traceSetting).Replace(gaugeText))
}

// A sample is one line of a journal: the state of a program at one moment. Counters
// count from its start; sizes are bytes.
type sample struct {
	at             time.Time
	cpu            time.Duration
	cycles, forced int64
	live, goal     int64 // of the last collection, for the next one
	roots          int64
	allocated      int64
	heap           int64 // objects, dead ones that were not swept included
	memory         int64 // of the runtime, without what it gave back
	nonHeap        int64 // of memory: neither objects nor free
	rss            int64
	pause, latency time.Duration
	limited        int64 // the last collection in which the CPU limiter was on
	gogc, limit    int64 // what the collector is told; -1 and the largest number for none

	// Time that processors of the runtime were given, nanoseconds: for marking by those who
	// allocate, by workers (dedicated and fractional), by processors with nothing else to
	// do, and for all.
	assist, dedicated, idle, busy int64
}

func (s sample) marking() int64 { return s.assist + s.dedicated + s.idle }

// A Journal is what a program with a gauge wrote.
type Journal struct{ samples []sample }

// ReadJournal reads a journal to its end. A last line that was cut short is left out:
// the program may have been killed while writing it.
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

// Observe makes an observation of a run between two moments; the zero end is that of
// the journal.
//
// A line of a journal is written when the program gets to it, in which time much can be
// allocated. The trace of the same run, which may be nil, says in MiB where each
// collection ended.
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

// setting is what the collector was told.
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

// step adds the collection that ended between two samples, if one did. Of several the
// last is seen; the counters have all.
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
		o.Run.PeakHeap = max(o.Run.PeakHeap, traced[n].End) // of one that was not seen
	}
	o.Cycles = append(o.Cycles, c)
	o.Run.PeakHeap = max(o.Run.PeakHeap, c.End)
}

// ended is the clock and the heap at the end of a collection that was between two points of
// the clock, when the heap was so large in MiB, rounded down: the middle of what both say.
// Where they contradict one another the clock is believed.
func (o *Observation) ended(after, by, end int64) (clock, heap int64) {
	least, most := o.endHeap(after), o.endHeap(by)
	heap = (max(least, end) + min(most, end+2*half)) / 2
	heap = min(max(heap, least), most)
	return by - (most - heap), heap
}

// endHeap is the heap when allocated bytes had been allocated, without a collection
// since the last one that is known.
func (o *Observation) endHeap(allocated int64) int64 {
	if len(o.Cycles) == 0 {
		return o.StartLive + allocated
	}
	last := o.Cycles[len(o.Cycles)-1]
	return last.Live + allocated - last.Allocated
}
