package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A collector keeps the parts of a record that a page needs.
type collector struct {
	record.Ignore
	*result
}

func (c *collector) Config(m *record.Config) error {
	c.result.Go = m.GoVersion
	return nil
}

func (c *collector) Tuning(m *record.Tuning) error {
	c.result.Tuning = *m
	return nil
}

// Limits for the errors of a prediction, by which the page judges it: relative errors, and points for the collector's
// share of the CPU time.
const (
	cyclesLimit = 0.10
	peakLimit   = 0.10
	shareLimit  = 0.15
	sharePoints = 0.01
)

const head = `# gc: what was predicted and what was measured

Written by

    go run ./docs/results/gc -count=%d -state=DIR > docs/results/gc.md

on %s, %s/%s, %d processors. A model is fitted to runs at GOGC 25, 100 and 400, as many of each. Every setting of the
grid was predicted and then run as often: the rows below, of which each measured figure is the median. Three rows of each program are the
fitted settings, run again. *GC* is the share of marking in
the CPU time. *Peak heap* is the largest heap of a run at the end of a collection, one of many. An error in bold is above its
limit: 10 %% for collections and for the peak of the heap, 15 %% or one point for the share. *a / b* is what was measured, and what was predicted.
The advice is chosen by predicted CPU time, which goes with the machine's noise and is predicted worse than the collector's share of it.

The programs do so much work that there are ten collections or more at nearly every setting, because the error of a handful is none or a
fifth. The machine is a virtual one, and nearly all of its processors' time went to these programs; its owner takes processors away at
times, and the largest heap of a run is that of the collection which had to wait for one.

## Errors in sum

| program | toolchain | settings | collections ≤ 10 %% | peak heap ≤ 10 %% | GC ≤ 15 %% or 1 point | CPU time ≤ 15 %% | median error of the first three | advised for | in a control group |
|---|---|--:|--:|--:|--:|--:|--:|---|---|
`

// write prints the page.
func write(w io.Writer, all []result) error {
	var b strings.Builder
	var latest found
	for _, r := range all {
		if r.Day > latest.Day {
			latest = r.found
		}
	}
	fmt.Fprintf(&b, head, latest.Count, latest.Day, runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	pairs := map[string]result{}
	var grids []result
	for _, r := range all {
		if pairs[r.name] = r; r.memory != "" || r.err != nil {
			writeSum(&b, r)
			grids = append(grids, r)
		}
	}
	writeTotal(&b, grids)
	writeRepeats(&b, grids)
	writeBest(&b, grids)
	if h, l := pairs[high.name], pairs[low.name]; h.Tuning.Cuts != nil && l.Tuning.Runs != nil {
		writeRate(&b, h.Tuning, l.Tuning)
	}
	for _, r := range grids {
		writeCells(&b, r)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeRate compares two programs with the same live heap.
func writeRate(b *strings.Builder, high, low record.Tuning) {
	h, l, cut := today(high), today(low), high.Cuts[0]
	fmt.Fprintf(b, `
## The same live heap at 40 times the rate

Two benchmarks, `+"`./programs/rate`"+`, do the same work on the same %.1f MiB of live heap at GOGC=100; *high* allocates 40 blocks a step, *low* one. What
the collector would do without the site that allocates %s of the bytes was predicted from runs of *high*, as `+"`unheap gc`"+` prints it beside
that site; *low* is that program.

| program | MiB allocated | collections | CPU time of the collector, s |
|---|--:|--:|--:|
| high, measured | %.0f | %d | %.3f |
| low, predicted from high | | %.0f | %.3f |
| low, measured | %.0f | %d | %.3f |
| high ÷ low, measured | %.1f | %.1f | %.1f |
| error of the prediction | | %s | %s |

The collections are not as many times more as the bytes: at the high rate more is allocated while the collector marks, which counts as live
and sets the next goal higher. Between those of *low* there is forty times the work, in which the heap leaves the caches.
`, mib(l.Live), percent(cut.Bytes),
		mib(h.Allocated), h.Cycles, seconds(h.GCCPU),
		cut.Predicted.Cycles, seconds(cut.Predicted.GCCPU),
		mib(l.Allocated), l.Cycles, seconds(l.GCCPU),
		float64(h.Allocated)/float64(l.Allocated), float64(h.Cycles)/float64(l.Cycles), float64(h.GCCPU)/float64(l.GCCPU),
		percent(relative(cut.Predicted.Cycles, float64(l.Cycles))), percent(relative(float64(cut.Predicted.GCCPU), float64(l.GCCPU))))
}

// today returns the run at the current setting whose CPU time of the collector is the median.
func today(t record.Tuning) record.GCRun {
	var runs []record.GCRun
	for _, x := range t.Runs {
		if x.Measured.Setting == t.Current {
			runs = append(runs, x.Measured)
		}
	}
	slices.SortFunc(runs, func(a, b record.GCRun) int { return cmp.Compare(a.GCCPU, b.GCCPU) })
	return runs[len(runs)/2]
}

func seconds(ns int64) float64 { return float64(ns) / 1e9 }

// writeTotal writes the rows for all results, for the settings to which no model was fitted, and for the programs that
// were not written for this page.
func writeTotal(b *strings.Builder, all []result) {
	always := func(result, record.GCPair) bool { return true }
	writeTotalOf(b, "all", all, always)
	writeTotalOf(b, "all, without the fitted settings", all, func(r result, x record.GCPair) bool {
		return !slices.ContainsFunc(r.Tuning.Runs, func(run record.GCPair) bool { return run.Measured.Setting == x.Measured.Setting })
	})
	public := slices.DeleteFunc(slices.Clone(all), func(r result) bool { return r.module == "" })
	writeTotalOf(b, "those that were not written for this", public, always)
}

// writeTotalOf writes the row for those results and settings for which counts is true.
func writeTotalOf(b *strings.Builder, name string, all []result, counts func(result, record.GCPair) bool) {
	var n, cycles, peaks, shares, cpu int
	for _, r := range all {
		for _, x := range r.Tuning.Checked {
			if !counts(r, x) {
				continue
			}
			e := errorsOf(x)
			n++
			cycles += one(!e.badCycles)
			peaks += one(!e.badPeak)
			shares += one(!e.badShare)
			cpu += one(!e.badCPU)
		}
	}
	part := func(k int) string { return fmt.Sprintf("%d (%s)", k, percent(float64(k)/float64(max(n, 1)))) }
	fmt.Fprintf(b, "| %s | | %d | %s | %s | %s | %s | | | |\n", name, n, part(cycles), part(peaks), part(shares), part(cpu))
}

// writeSum writes the row of a subject.
func writeSum(b *strings.Builder, r result) {
	if r.err != nil {
		fmt.Fprintf(b, "| %s | %s | failed: %s | | | | | | |\n", r.name, cmp.Or(r.version, "in force"), strings.ReplaceAll(strings.TrimSpace(r.err.Error()), "\n", " "))
		return
	}
	var cycles, peaks, shares []float64
	inCycles, inPeaks, inShares, inCPU := 0, 0, 0, 0
	for _, x := range r.Tuning.Checked {
		e := errorsOf(x)
		cycles, peaks, shares = append(cycles, e.cycles), append(peaks, e.peak), append(shares, e.share)
		inCycles += one(!e.badCycles)
		inPeaks += one(!e.badPeak)
		inShares += one(!e.badShare)
		inCPU += one(!e.badCPU)
	}
	advised := "nothing"
	if a := r.Tuning.Advised; a != (record.GCSetting{}) {
		advised = fmt.Sprintf("%d MiB: %s", r.Tuning.Memory>>20, a.String())
	}
	fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d | %d | %s, %s, %s | %s | %s |\n", r.name, r.Go, len(r.Tuning.Checked), inCycles, inPeaks, inShares, inCPU,
		percent(median(cycles)), percent(median(peaks)), percent(median(shares)), advised, r.Grouped)
}

// writeRepeats says how close two measurements are whose settings differ only in a limit that was not reached, judged
// by the limits for predictions.
func writeRepeats(b *strings.Builder, all []result) {
	b.WriteString(`
## How far a measurement repeats itself

Of the grid, settings with a GOMEMLIMIT that was not reached are those without one, measured again. Here the first takes the place of the
prediction: what is not within the limits cannot be expected of a prediction either.

| program | toolchain | pairs | collections ≤ 10 % | peak heap ≤ 10 % | GC ≤ 15 % or 1 point |
|---|---|--:|--:|--:|--:|
`)
	var total [4]int
	for _, r := range all {
		row := repeats(r.Tuning.Checked)
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d |\n", r.name, r.Go, row[0], row[1], row[2], row[3])
		for i, n := range row {
			total[i] += n
		}
	}
	part := func(i int) string {
		return fmt.Sprintf("%d (%s)", total[i], percent(float64(total[i])/float64(max(total[0], 1))))
	}
	fmt.Fprintf(b, "| all | | %d | %s | %s | %s |\n", total[0], part(1), part(2), part(3))
}

// twins returns pairs of runs: one at a setting with a limit that was not reached, and one at the same setting without
// a limit.
func twins(all []record.GCPair) (pairs [][2]record.GCRun) {
	for _, x := range all {
		i := slices.IndexFunc(all, func(y record.GCPair) bool {
			return y.Measured.Setting == record.GCSetting{GOGC: x.Measured.Setting.GOGC}
		})
		limit := x.Measured.Setting.Limit
		if i < 0 || limit == 0 || 10*max(x.Measured.PeakMemory, all[i].Measured.PeakMemory) > 9*limit {
			continue
		}
		pairs = append(pairs, [2]record.GCRun{all[i].Measured, x.Measured})
	}
	return pairs
}

// repeats returns the number of twins, and how many of them agree within the limits in collections, peaks and shares.
func repeats(all []record.GCPair) (row [4]int) {
	for _, x := range twins(all) {
		first := x[0]
		e := errorsOf(record.GCPair{Measured: x[1], Predicted: record.GCPrediction{
			Cycles: float64(first.Cycles), PeakHeap: first.PeakHeap, CPU: first.CPU, GCCPU: first.GCCPU,
		}})
		row[0]++
		row[1] += one(!e.badCycles)
		row[2] += one(!e.badPeak)
		row[3] += one(!e.badShare)
	}
	return row
}

// writeCells writes the table of a subject.
func writeCells(b *strings.Builder, r result) {
	if r.err != nil {
		return
	}
	what := r.pkg
	if r.module != "" {
		what = r.module
	}
	fmt.Fprintf(b, "\n## %s, %s\n\n`%s`. %s\n\n| setting | collections | error | peak heap, MiB | error | GC | error | CPU time, s |\n|---|--:|--:|--:|--:|--:|--:|--:|\n", r.name, r.Go, what, r.Tuning.Rate)
	for _, x := range r.Tuning.Checked {
		m, p, e := x.Measured, x.Predicted, errorsOf(x)
		name := m.Setting.String()
		if m.Setting == r.Tuning.Advised {
			name += " (advised)"
		}
		fmt.Fprintf(b, "| %s | %d / %.0f | %s | %.1f / %.1f | %s | %s / %s | %s | %.2f / %.2f |\n", name,
			m.Cycles, p.Cycles, mark(percent(e.cycles), e.badCycles),
			mib(m.PeakHeap), mib(p.PeakHeap), mark(percent(e.peak), e.badPeak),
			percent(share(m.GCCPU, m.CPU)), percent(share(p.GCCPU, p.CPU)), mark(percent(e.share), e.badShare),
			float64(m.CPU)/1e9, float64(p.CPU)/1e9)
	}
}

// An errs has the errors of one prediction, relative to what was measured.
type errs struct {
	cycles, peak, share                  float64
	badCycles, badPeak, badShare, badCPU bool
}

func errorsOf(x record.GCPair) (e errs) {
	m, p := x.Measured, x.Predicted
	e.cycles = relative(math.Round(p.Cycles), float64(m.Cycles))
	e.badCycles = e.cycles > cyclesLimit
	e.peak = relative(float64(p.PeakHeap), float64(m.PeakHeap))
	e.badPeak = e.peak > peakLimit
	measured, predicted := share(m.GCCPU, m.CPU), share(p.GCCPU, p.CPU)
	e.share = relative(predicted, measured)
	e.badCPU = relative(float64(p.CPU), float64(m.CPU)) > shareLimit
	e.badShare = e.share > shareLimit && math.Abs(predicted-measured) > sharePoints
	return e
}

func relative(x, want float64) float64 {
	if want == 0 {
		return math.Abs(x)
	}
	return math.Abs(x-want) / want
}

func share(gc, all int64) float64 { return float64(gc) / float64(max(all, 1)) }

func mib(n int64) float64 { return float64(n) / (1 << 20) }

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func mark(text string, bad bool) string {
	if bad {
		return "**" + text + "**"
	}
	return text
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}
