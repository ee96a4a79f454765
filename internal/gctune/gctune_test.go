package gctune

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// recorded reads the journal of a program that keeps a tree of 262,143 nodes and then
// allocates 60,000 blocks of 2 KiB, go1.26.8 linux/amd64, 2 busy processors.
func recorded(t *testing.T, name string, s record.GCSetting) *Observation {
	t.Helper()
	f, err := os.Open("testdata/" + name + ".journal")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	j, err := ReadJournal(f)
	if err != nil {
		t.Fatal(err)
	}
	o, err := j.Observe(s, nil, time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func fitted(t *testing.T) *Model {
	t.Helper()
	var all []*Observation
	for _, gogc := range calibration {
		all = append(all, recorded(t, fmt.Sprintf("gogc%d", gogc), record.GCSetting{GOGC: gogc}))
	}
	m, err := Fit(all)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestHeldOut predicts runs that the model has not seen.
func TestHeldOut(t *testing.T) {
	m := fitted(t)
	for _, c := range []struct {
		name string
		set  record.GCSetting
	}{
		{"gogc50", record.GCSetting{GOGC: 50}},
		{"gogc200", record.GCSetting{GOGC: 200}},
		{"gogc800", record.GCSetting{GOGC: 800}},
		{"limit24", record.GCSetting{GOGC: Off, Limit: 24 << 20}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := m.Predict(c.set, Same)
			want := recorded(t, c.name, c.set).Run
			near(t, "collections", got.Cycles, float64(want.Cycles), 0.15, 2)
			near(t, "peak heap", float64(got.PeakHeap), float64(want.PeakHeap), 0.2, 1<<20)
			near(t, "memory", float64(got.PeakMemory), float64(want.PeakMemory), 0.2, 1<<20)
		})
	}
}

// near wants x to differ from want by a part of it at most, or by so much.
func near(t *testing.T, what string, x, want, part, absolute float64) {
	t.Helper()
	if math.Abs(x-want) > max(part*want, absolute) {
		t.Errorf("%s: got %.6g, want %.6g", what, x, want)
	}
}

// steady is a model of a program that keeps live bytes and allocates so many.
func steady(live, allocated int64) *Model {
	return &Model{curve: []point{{0, float64(live), 0}, {float64(allocated), float64(live), 0}}, allocated: allocated, mutator: knots{{1, 1}}, scan: knots{{1, 1}}, hasCPU: true, hasSpace: true, memory: line{4 << 20, 1}}
}

// TestPredict holds the simulation to what follows from the rules with a pencil.
func TestPredict(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		name   string
		live   int64
		set    record.GCSetting
		cycles float64 // of 10 GiB
		peak   float64 // MiB
	}{
		{"100", 64 * mib, record.GCSetting{GOGC: 100}, 10240 / 64, 128},
		{"50", 64 * mib, record.GCSetting{GOGC: 50}, 10240 / 32, 96},
		{"smallest heap", mib, record.GCSetting{GOGC: 200}, 10240 / 7, 8},
		{"room to sweep", mib / 2, record.GCSetting{GOGC: 25}, 10240 / 1.0625, 1.5625},       // and not the smallest heap of 1 MiB
		{"limit", 64 * mib, record.GCSetting{GOGC: Off, Limit: 200 * mib}, 10240 / 130, 200}, // the goal is 3 % less than the limit
		{"limit above the goal", 64 * mib, record.GCSetting{GOGC: 100, Limit: 1000 * mib}, 10240 / 64, 128},
		{"off", 64 * mib, record.GCSetting{GOGC: Off}, 0, 10240 + 64},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := steady(c.live, 10240*mib).Predict(c.set, Same)
			near(t, "collections", p.Cycles, c.cycles, 0.01, 1)
			near(t, "peak heap", float64(p.PeakHeap)/mib, c.peak, 0.01, 0)
		})
	}
}

// TestCompare scales a prediction to the work of a run, and to that of a trace not: a trace
// ends with its last collection.
func TestCompare(t *testing.T) {
	const mib = 1 << 20
	m := steady(64*mib, 10240*mib)
	all := m.Predict(record.GCSetting{GOGC: 100}, Same).Cycles
	for _, c := range []struct {
		name string
		peak int64
		want float64
	}{
		{"journal", 128 * mib, all / 2},
		{"trace", 0, all},
	} {
		run := record.GCRun{Setting: record.GCSetting{GOGC: 100}, Allocated: 5120 * mib, PeakMemory: c.peak}
		near(t, c.name, m.Compare(run).Predicted.Cycles, c.want, 0.001, 0)
	}
}

// TestSlope finds what a byte costs from CPU times alone.
func TestSlope(t *testing.T) {
	var all []*Observation
	for _, n := range []int64{40, 20, 10} {
		set := record.GCSetting{GOGC: int(10000 / n)} // of 10 MiB
		o := &Observation{StartLive: 10 << 20, Run: record.GCRun{Setting: set, Cycles: n, Allocated: 1000 << 20, CPU: 3*(1000<<20) + n*2*(10<<20+emptyCycle)}}
		for i := range n {
			o.Cycles = append(o.Cycles, Cycle{Allocated: (i + 1) * (1000 << 20) / n, Live: 10 << 20, Count: 1})
		}
		all = append(all, o)
	}
	m, err := Fit(all)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "ns for a byte scanned", m.scan.of(1, 0), 2, 0.05, 0)
	near(t, "ns for a byte allocated", m.mutator.of(1, 0), 3, 0.05, 0)
}

// TestFalling takes a cost of collecting often from runs that all show it, and from no others.
func TestFalling(t *testing.T) {
	for _, c := range []struct {
		name string
		runs knots
		want []float64
	}{
		{"dearer", knots{{10, 9}, {10, 8}, {10, 7}, {40, 3}, {40, 4}, {40, 5}}, []float64{8, 4}},
		{"overlap", knots{{10, 9}, {10, 6}, {10, 4}, {40, 3}, {40, 4}, {40, 5}}, []float64{4, 4}},
		{"cheaper", knots{{10, 1}, {40, 4}}, []float64{4, 4}},
		{"none", nil, nil},
	} {
		var got []float64
		for _, p := range c.runs.falling() {
			got = append(got, p.y)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestRate is row D2: the same heap at 40 times the rate collects 40 times as often.
func TestRate(t *testing.T) {
	m := steady(64<<20, 100<<30)
	slow, fast := m.Predict(record.GCSetting{GOGC: 100}, Change{1.0 / 40, 1}), m.Predict(record.GCSetting{GOGC: 100}, Same)
	near(t, "collections", fast.Cycles, 40*slow.Cycles, 0, 40)
	near(t, "GC CPU", float64(fast.GCCPU), 40*float64(slow.GCCPU), 0.03, 0)
}

// TestAsked has a program that asks for a collection long before the limit.
func TestAsked(t *testing.T) {
	m := steady(8<<20, 64<<20)
	m.forced = []int64{20 << 20}
	if p := m.Predict(record.GCSetting{GOGC: Off, Limit: 1 << 30}, Same); p.Cycles != 0 || p.PeakHeap != 52<<20 {
		t.Errorf("got %v collections, a peak of %d MiB", p.Cycles, p.PeakHeap>>20)
	}
}

func TestThrash(t *testing.T) {
	m := steady(64<<20, 10<<30)
	if p := m.Predict(record.GCSetting{GOGC: 100, Limit: 66 << 20}, Same); !p.Thrashes || p.GCCPU > p.CPU*51/100 {
		t.Errorf("a limit of 66 MiB for 64 MiB of live heap: %+v", p)
	}
	if p := m.Predict(record.GCSetting{GOGC: 100, Limit: 512 << 20}, Same); p.Thrashes {
		t.Errorf("a limit of 512 MiB for 64 MiB of live heap: %+v", p)
	}
}

func TestFew(t *testing.T) {
	if _, err := Fit([]*Observation{{Cycles: make([]Cycle, 2)}}); err != ErrFew {
		t.Errorf("two collections: got %v", err)
	}
}

func TestJournal(t *testing.T) {
	const whole = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21\n"
	j, err := ReadJournal(strings.NewReader(whole + whole + "16 17"))
	if err != nil || len(j.samples) != 2 {
		t.Errorf("cut short: %v, %d samples", err, len(j.samples))
	}
	if _, err := ReadJournal(strings.NewReader("1 2 x\n")); err == nil {
		t.Error("no error for a line that is no sample")
	}
	if _, err := j.Observe(record.GCSetting{}, nil, time.Now(), time.Time{}); err == nil {
		t.Error("no error for a run without samples")
	}
}

// TestBoth has a journal whose lines are written late, and a trace that says in MiB where
// collections ended.
func TestBoth(t *testing.T) {
	const mib = 1 << 20
	line := func(cycles, live, goal, allocated int) string {
		return fmt.Sprintln(int64(allocated)*1000, 1, cycles, 0, live*mib, goal*mib, 0, allocated*mib, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, int64(math.MaxInt64))
	}
	// From 10 MiB the heap grows to 20.5: 10.5 were allocated at that end, and 14 at the line.
	text := line(1, 10, 20, 0) + line(1, 10, 20, 8) + line(2, 12, 24, 14) + line(4, 11, 24, 60)
	j, err := ReadJournal(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var trace Trace
	for _, l := range []string{
		"gc 2 @0.1s 1%: 0.1+1+0.1 ms clock, 0+0/0/0+0 ms cpu, 17->20->12 MB, 20 MB goal, 0 MB stacks, 0 MB globals, 2 P",
		"gc 3 @0.2s 1%: 0.1+1+0.1 ms clock, 0+0/0/0+0 ms cpu, 22->50->12 MB, 24 MB goal, 0 MB stacks, 0 MB globals, 2 P",
	} {
		if !trace.Line(l) {
			t.Fatal(l)
		}
	}
	// The line says 10 MiB of heap at first, which is what was live.
	j.samples[0].heap = 10 * mib
	alone, err := j.Observe(record.GCSetting{GOGC: 100}, nil, time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if c := alone.Cycles[0]; c.End != 24*mib || c.Allocated != 14*mib || c.During != -1 {
		t.Errorf("the journal alone: %+v", c)
	}
	both, err := j.Observe(record.GCSetting{GOGC: 100}, &trace, time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if c := both.Cycles[0]; c.End != 20*mib+half || c.Allocated != 10*mib+half || c.During != 3*mib {
		t.Errorf("both: %+v", c)
	}
	if both.Run.PeakHeap != 50*mib+half {
		t.Errorf("the collection that the journal has no line of: peak %d", both.Run.PeakHeap)
	}
}

func TestWithoutTrace(t *testing.T) {
	const text = "begins\ngc 1 @0.006s 22%: 0.97+12+0.004 ms clock, of any release\ngc 2 @0.023s 8%: 0.25+0.33+panic: here\n0.004 ms clock, of any release\n"
	if got := WithoutTrace(text); got != "begins\npanic: here\n" {
		t.Errorf("got %q", got)
	}
	if got := TraceEnv("panicnil=1"); got != "GODEBUG=panicnil=1,gctrace=1" {
		t.Errorf("got %q", got)
	}
}

// TestAdvise looks at what is said where something is wrong, and where nothing is.
func TestAdvise(t *testing.T) {
	const mib = 1 << 20
	heavy := steady(64*mib, 10<<30)
	heavy.scan = knots{{1, 0.5}}
	light := steady(64*mib, 10<<30)
	light.scan = knots{{1, 0.001}}
	outside := steady(64*mib, 10<<30)
	outside.outside, outside.scan = 60*mib, knots{{1, 0.5}}
	for _, c := range []struct {
		name    string
		model   *Model
		need    Need
		rate    string // in Rate
		warning string // in Warnings; empty for none
		advised record.GCSetting
	}{
		{"light", light, Need{Current: record.GCSetting{GOGC: 100}}, "neither", "", record.GCSetting{}},
		{"light in a container", light, Need{Current: record.GCSetting{GOGC: 100}, Memory: 400 * mib, Headroom: 0.1}, "neither", "", record.GCSetting{GOGC: 100, Limit: 360 * mib}},
		{"heavy", heavy, Need{Current: record.GCSetting{GOGC: 100}, Memory: 1024 * mib, Headroom: 0.1}, "a setting brings that to", "", record.GCSetting{GOGC: 800, Limit: 921 * mib}},
		{"small heap", steady(mib, 10<<30), Need{Current: record.GCSetting{GOGC: 100}}, "Cut the allocation rate first: 1 MiB are live", "", record.GCSetting{GOGC: 300}},
		{"off", heavy, Need{Current: record.GCSetting{GOGC: Off}}, "neither", "never collects", record.GCSetting{GOGC: 800}},
		{"limit above", outside, Need{Current: record.GCSetting{GOGC: 100, Limit: 180 * mib}, Memory: 200 * mib, Headroom: 0.05}, "Cut", "is killed before", record.GCSetting{GOGC: 100, Limit: 130 * mib}},
		{"thrashes", heavy, Need{Current: record.GCSetting{GOGC: 100, Limit: 66 * mib}}, "Cut", "without end", record.GCSetting{GOGC: 100}},
		{"more than the machine has", light, Need{Current: record.GCSetting{GOGC: 100}, Memory: 400 * mib, From: "-memory", Headroom: 0.1, Machine: 300 * mib}, "neither", "400 MiB (-memory) is more than the 300 MiB that this machine has", record.GCSetting{GOGC: 100, Limit: 360 * mib}},
		{"too little", heavy, Need{Current: record.GCSetting{GOGC: 100}, Memory: 64 * mib, Headroom: 0.1}, "Cut", "No setting fits", record.GCSetting{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got record.Tuning
			c.model.Advise(&got, c.need)
			if !strings.Contains(got.Rate, c.rate) {
				t.Errorf("rate: %s", got.Rate)
			}
			if all := strings.Join(got.Warnings, " "); !strings.Contains(all, c.warning) || (all == "") != (c.warning == "") {
				t.Errorf("warnings: %q", all)
			}
			if got.Advised != c.advised {
				t.Errorf("advised %+v, want %+v; why: %v", got.Advised, c.advised, got.Why)
			}
		})
	}
}

func TestContainer(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
		from  string
	}{
		{"none", nil, 0, ""},
		{"v2", map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "1000\n"}, 1000, "cgroup v2"},
		{"v2 without a limit", map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 0, ""},
		{"v1", map[string]string{"proc/self/cgroup": "9:cpu:/x\n4:memory:/d\n", "sys/fs/cgroup/memory/d/memory.limit_in_bytes": "500\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 500, "cgroup v1"},
		{"v1 without a limit", map[string]string{"proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := fstest.MapFS{}
			for name, text := range c.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			if got, from := Container(root); got != c.want || from != c.from {
				t.Errorf("got %d from %q", got, from)
			}
		})
	}
}

// TestTrace reads what three releases print.
func TestTrace(t *testing.T) {
	for version, text := range map[string]string{
		"go1.25.9": "gc 1 @0.006s 22%: 0.97+12+0.004 ms clock, 1.9+7.6/1.1/0+0.009 ms cpu, 3->7->6 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\n" +
			"gc 2 @0.029s 34%: 0.11+35+0.033 ms clock, 0.23+34/0.77/16+0.067 ms cpu, 11->13->7 MB, 13 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)\n",
		"go1.26.8": "gc 1 @0.008s 7%: 0.97+8.0+0.044 ms clock, 0.34+0.36/2.1/0.12+0.089 ms cpu, 3->7->6 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\n" +
			"gc 2 @0.029s 13%: 0.10+4.3+0.004 ms clock, 0.21+2.7/0.91/0.083+0.009 ms cpu, 11->13->7 MB, 13 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)\n",
		"go1.27.1": "gc 1 @0.006s 15%: 0.97+31+0.56 ms clock, 4.5+6.3/8.7/1.4+1.1 ms cpu, 3->7->6 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\n" +
			"gc 2 @0.029s 15%: 0.099+10+0.007 ms clock, 0.19+5.2/3.2/4.1+0.014 ms cpu, 11->13->7 MB, 13 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)\n",
	} {
		t.Run(version, func(t *testing.T) {
			var trace Trace
			for l := range strings.Lines(text) {
				if !trace.Line(strings.TrimSpace(l)) {
					t.Errorf("not taken: %s", l)
				}
			}
			if trace.Line("gc is a word of a log") {
				t.Error("a line of the program is taken")
			}
			o, err := trace.Observe(record.GCSetting{GOGC: 100}, 0, time.Second, 0)
			if err != nil {
				t.Fatal(err)
			}
			if o.Run.Cycles != 1 || o.Run.Forced != 1 || o.Run.PeakHeap != 13<<20+half || o.Run.Allocated != 14<<20+half || o.Run.MaxPause != int64(970*time.Microsecond) {
				t.Errorf("got %+v", o.Run)
			}
		})
	}
}

func TestTraceUnknown(t *testing.T) {
	var trace Trace
	trace.Line("gc 1 at 0.006s: 0.97 ms clock, of another release")
	if _, err := trace.Observe(record.GCSetting{}, 0, time.Second, 0); err == nil || !strings.Contains(err.Error(), "unknown form") {
		t.Errorf("got %v", err)
	}
	if _, err := new(Trace).Observe(record.GCSetting{}, 0, time.Second, 0); err != ErrNone {
		t.Errorf("got %v", err)
	}
}

// TestTraceBehindText has dots of progress before the lines of a trace.
func TestTraceBehindText(t *testing.T) {
	const line = "gc 1 @0.020s 0%: 0.01+1.0+0.002 ms clock, 0.03+0.1/0.3/0.2+0.0 ms cpu, 4->4->1 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P"
	trace := new(Trace)
	if !trace.Line("..gc." + line) {
		t.Error("the line was not seen")
	}
	o, err := trace.Observe(record.GCSetting{GOGC: 100}, 0, time.Second, 0)
	if err != nil || o.Run.Cycles != 1 {
		t.Errorf("got %+v, %v; want one collection", o, err)
	}
	if got := WithoutTrace("..gc." + line + "\n.\n"); got != "..gc..\n" {
		t.Errorf("without the trace it is %q", got)
	}
}

// TestTraceMixed has the collections of two processes.
func TestTraceMixed(t *testing.T) {
	trace := new(Trace)
	for _, n := range []int{1, 2, 1} {
		trace.Line(fmt.Sprintf("gc %d @0.020s 0%%: 0.01+1.0+0.002 ms clock, 0.03+0.1/0.3/0.2+0.0 ms cpu, 4->4->1 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P", n))
	}
	if _, err := trace.Observe(record.GCSetting{GOGC: 100}, 0, time.Second, 0); err != ErrMixed {
		t.Errorf("got %v, want %v", err, ErrMixed)
	}
	if got := trace.byNumber(); len(got) != 0 {
		t.Errorf("byNumber says %v of numbers that two have", got)
	}
}

// TestPolledOthers watches a service that is started again.
func TestPolledOthers(t *testing.T) {
	for _, next := range []runtime.MemStats{{NumGC: 1, TotalAlloc: 9 << 20}, {NumGC: 5, TotalAlloc: 1 << 20}} {
		p := NewPolled(record.GCSetting{GOGC: 100})
		if err := p.Add(time.Unix(1, 0), &runtime.MemStats{NumGC: 5, TotalAlloc: 8 << 20}); err != nil {
			t.Fatal(err)
		}
		if err := p.Add(time.Unix(2, 0), &next); err != ErrOthers {
			t.Errorf("%d collections, %d bytes after 5 and %d: got %v, want %v", next.NumGC, next.TotalAlloc, 8<<20, err, ErrOthers)
		}
	}
}

// TestThrashWithout is a limit below what lives: the heap is no smaller than that, and
// it is said where CPU time is not known too.
func TestThrashWithout(t *testing.T) {
	for _, known := range []bool{true, false} {
		m := steady(30<<20, 1<<30)
		m.hasCPU = known
		if !known {
			m.scan, m.mutator = nil, nil
		}
		p := m.Predict(record.GCSetting{GOGC: 100, Limit: 20 << 20}, Same)
		if !p.Thrashes || p.PeakHeap < 30<<20 {
			t.Errorf("CPU time known %v: got %+v; want one that thrashes, and 30 MiB of heap or more", known, p)
		}
		if p := m.Predict(record.GCSetting{GOGC: 100, Limit: 200 << 20}, Same); p.Thrashes {
			t.Errorf("CPU time known %v: %+v thrashes", known, p)
		}
	}
}

// TestAdviseNothing has a program that never collects by itself: no setting is better.
func TestAdviseNothing(t *testing.T) {
	m := steady(1<<20, 1<<20)
	m.hasCPU, m.scan, m.mutator = false, nil, nil
	var got record.Tuning
	m.Advise(&got, Need{Current: record.GCSetting{GOGC: 100}})
	if got.Advised != (record.GCSetting{}) {
		t.Errorf("advised %v: %v", got.Advised, got.Why)
	}
}

// TestFind names the command that shows sites where they are not known and would be noticed.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		scan float64
		cuts []record.GCCut
		want bool
	}{
		{0.5, nil, true},
		{0.001, nil, false},
		{0.5, []record.GCCut{{Bytes: 0.5}}, false},
	} {
		m := steady(64<<20, 10<<30)
		m.scan = knots{{1, c.scan}}
		var got record.Tuning
		m.Advise(&got, Need{Current: record.GCSetting{GOGC: 100}, Find: "unheap find", Cuts: c.cuts})
		if strings.Contains(got.Rate, "unheap find") != c.want {
			t.Errorf("%v ns a byte, %d sites: %s", c.scan, len(c.cuts), got.Rate)
		}
	}
}

// TestMedian takes each figure by itself.
func TestMedian(t *testing.T) {
	var all []*Observation
	for i, cpu := range []int64{30, 10, 20} {
		all = append(all, &Observation{Run: record.GCRun{CPU: cpu, PeakHeap: int64(10 * i), Limited: i == 1}})
	}
	if m := Median(all); m.CPU != 20 || m.PeakHeap != 10 || !m.Limited {
		t.Errorf("got %+v", m)
	}
}
