package gctune

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// traceSetting, appended to other settings of GODEBUG, makes any Go program print a line for each collection.
const traceSetting = ",gctrace=1"

// TraceEnv returns the environment variable with that setting, after the settings of godebug.
func TraceEnv(godebug string) string { return "GODEBUG=" + godebug + traceSetting }

// traceLine matches a line printed with GODEBUG=gctrace=1 by Go 1.25 to 1.27 (in gcMarkTermination, mgc.go). Sizes are
// in MiB, rounded down.
var traceLine = regexp.MustCompile(`^gc (\d+) @([\d.]+)s \d+%: ([\d.+/]+) ms clock, ([\d.+/]+) ms cpu, (\d+)->(\d+)->(\d+) MB, (\d+) MB goal, (\d+) MB stacks, (\d+) MB globals, (\d+) P( \(forced\))?`)

// traceBegin matches the beginning of such a line in any release. Output of the program may precede it, a dot of
// progress, say.
var traceBegin = regexp.MustCompile(`gc \d+ .* ms clock, `)

// A Trace collects the lines printed with GODEBUG=gctrace=1 by one process.
type Trace struct {
	cycles []Cycle
	at     []time.Duration // since the start of the process
	pauses []time.Duration
	number []int64 // number of the collection, which the runtime counts from 1
	strays int     // lines that look like trace lines and are not
	mixed  bool    // the lines are those of more than one process
}

// half is the number of bytes that rounding down to MiB removes on average.
const half = 1 << 19

// Line takes a line of the standard error of the process, and reports whether it is one of the trace.
func (t *Trace) Line(text string) bool {
	begin := traceBegin.FindStringIndex(text)
	if begin == nil {
		return false
	}
	m := traceLine.FindStringSubmatch(text[begin[0]:])
	if m == nil {
		t.strays++
		return true
	}
	seconds, _ := strconv.ParseFloat(m[2], 64) // digits and points, or else 0
	var sizes [6]int64
	for i := range sizes {
		n, _ := strconv.ParseInt(m[5+i], 10, 64)
		sizes[i] = n << 20
	}
	c := Cycle{End: sizes[1] + half, Live: sizes[2] + half, Goal: sizes[3] + half, Roots: sizes[4] + sizes[5], During: sizes[1] - sizes[0], Forced: m[12] != "", Count: 1}
	before := int64(0)
	if n := len(t.cycles); n > 0 {
		before = t.cycles[n-1].Allocated - t.cycles[n-1].Live
	}
	c.Allocated = before + c.End
	number, _ := strconv.ParseInt(m[1], 10, 64)
	if n := len(t.number); n > 0 && number <= t.number[n-1] {
		t.mixed = true
	}
	t.number = append(t.number, number)
	t.cycles = append(t.cycles, c)
	t.at = append(t.at, time.Duration(seconds*float64(time.Second)))
	t.pauses = append(t.pauses, longestStop(m[3]))
	return true
}

// tracePart matches a line of the trace, or the part of one before or after what the program printed meanwhile: the
// runtime writes such a line in pieces.
var tracePart = regexp.MustCompile(`(gc \d+ @[\d.]+s \d+%: )?[\d.+/]* ms clock, .*\n?|gc \d+ @[\d.]+s \d+%: [\d.+/]*`)

// WithoutTrace returns the output of the program without the trace.
func WithoutTrace(text string) string { return tracePart.ReplaceAllString(text, "") }

// byNumber returns the collections by the number that the runtime gives them; none if the lines are of several
// processes.
func (t *Trace) byNumber() map[int64]Cycle {
	all := make(map[int64]Cycle)
	if t != nil && !t.mixed {
		for i, c := range t.cycles {
			all[t.number[i]] = c
		}
	}
	return all
}

// longestStop returns the longer of the two stops of a collection: the first and the last number of "0.018+1.2+0.005",
// in milliseconds.
func longestStop(clock string) time.Duration {
	parts := strings.Split(clock, "+")
	var longest float64
	for _, i := range []int{0, len(parts) - 1} {
		ms, _ := strconv.ParseFloat(parts[i], 64)
		longest = max(longest, ms)
	}
	return time.Duration(longest * float64(time.Millisecond))
}

// Observe returns what the trace says of the collections between two moments, which count from the start of the
// process. cpu is the CPU time of the whole process and may be 0.
func (t *Trace) Observe(s record.GCSetting, begin, end, cpu time.Duration) (*Observation, error) {
	if t.strays > 0 && len(t.cycles) == 0 {
		return nil, fmt.Errorf("GODEBUG=gctrace=1 printed %d lines in an unknown form", t.strays)
	}
	if t.mixed {
		return nil, ErrMixed
	}
	o := &Observation{Run: record.GCRun{Setting: s, Wall: int64(end - begin), CPU: int64(cpu)}}
	start := int64(0)
	for i, c := range t.cycles {
		if t.at[i] > end {
			break
		}
		if t.at[i] < begin {
			start, o.StartLive = c.Allocated, c.Live
			continue
		}
		c.Allocated -= start
		o.Cycles = append(o.Cycles, c)
		o.Run.Allocated = c.Allocated
		o.Run.PeakHeap = max(o.Run.PeakHeap, c.End)
		o.Run.MaxPause = max(o.Run.MaxPause, int64(t.pauses[i]))
		if c.Forced {
			o.Run.Forced++
		} else {
			o.Run.Cycles++
		}
	}
	if len(o.Cycles) == 0 {
		return nil, ErrNone
	}
	o.summarise()
	return o, nil
}

// ErrNone says that a program did not collect, or is no Go program.
var ErrNone = fmt.Errorf("the program printed no collection with %s: it is no Go program, never collects, sets the collector itself, or throws its standard error away", "GODEBUG=gctrace=1")

// ErrMixed says that the trace has the collections of several processes.
var ErrMixed = errors.New("GODEBUG=gctrace=1 printed the collections of more than one process: name the one that is to be tuned, without the program or shell that starts it")
