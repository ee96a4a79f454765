package main

import (
	"fmt"
	"io"
	"math"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// A collector takes what a page needs of a record.
type collector struct {
	record.Ignore
	*result
}

func (c *collector) Tuning(m *record.Tuning) error {
	c.tuning = *m
	return nil
}

// Limits of the errors of a prediction, set by what the page is to show: relative ones,
// and in points for the collector's share of the CPU time.
const (
	cyclesLimit = 0.10
	peakLimit   = 0.10
	shareLimit  = 0.15
	sharePoints = 0.01
)

// write prints the page.
func write(w io.Writer, all []result, count int) error {
	var b strings.Builder
	version, _ := exec.Command("go", "env", "GOVERSION").Output()
	fmt.Fprintf(&b, `# gc: what was predicted and what was measured

Written by

    go run ./docs/results/gc > docs/results/gc.md

on %s, %s %s/%s, %d processors; every figure that is measured is the median of those of %d runs.

A model is fitted to runs at GOGC 25, 100 and 400. Every other setting of the grid was predicted and then run: the rows below.
*GC* is the share of marking in the CPU time. The peak of the heap is that of the one largest collection of a run, which on a
machine with other work can be one at which the collector waited for a processor. An error in bold is above its limit: 10 %% for collections and for the peak of
the heap, 15 %% or one point for the share. Counts of a handful of collections move by one.

## Errors in sum

| program | toolchain | settings | collections ≤ 10 %% | peak heap ≤ 10 %% | GC ≤ 15 %% or 1 point | median error of each | advised for | in a control group |
|---|---|--:|--:|--:|--:|--:|---|---|
`, time.Now().Format(time.DateOnly), strings.TrimSpace(string(version)), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), count)
	for _, r := range all {
		writeSum(&b, r)
	}
	for _, r := range all {
		writeCells(&b, r)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r result) toolchain() string {
	if r.version == "" {
		return "in force"
	}
	return r.version
}

// writeSum is the row of a subject.
func writeSum(b *strings.Builder, r result) {
	if r.err != nil {
		fmt.Fprintf(b, "| %s | %s | failed: %s |\n", r.name, r.toolchain(), strings.ReplaceAll(strings.TrimSpace(r.err.Error()), "\n", " "))
		return
	}
	var cycles, peaks, shares []float64
	inCycles, inPeaks, inShares := 0, 0, 0
	for _, x := range r.tuning.Checked {
		e := errorsOf(x)
		cycles, peaks, shares = append(cycles, e.cycles), append(peaks, e.peak), append(shares, e.share)
		inCycles += one(!e.badCycles)
		inPeaks += one(!e.badPeak)
		inShares += one(!e.badShare)
	}
	advised := "nothing"
	if a := r.tuning.Advised; a != (record.GCSetting{}) {
		advised = fmt.Sprintf("%d MiB: %s", r.tuning.Memory>>20, a.String())
	}
	fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d | %s, %s, %s | %s | %s |\n", r.name, r.toolchain(), len(r.tuning.Checked), inCycles, inPeaks, inShares,
		percent(median(cycles)), percent(median(peaks)), percent(median(shares)), advised, r.grouped)
}

// writeCells is the table of a subject.
func writeCells(b *strings.Builder, r result) {
	if r.err != nil {
		return
	}
	what := r.pkg
	if r.module != "" {
		what = r.module
	}
	fmt.Fprintf(b, "\n## %s, %s\n\n`%s`. %s\n\n| setting | collections | error | peak heap, MiB | error | GC | error | CPU time, s |\n|---|--:|--:|--:|--:|--:|--:|--:|\n", r.name, r.toolchain(), what, r.tuning.Rate)
	for _, x := range r.tuning.Checked {
		m, p, e := x.Measured, x.Predicted, errorsOf(x)
		name := m.Setting.String()
		if m.Setting == r.tuning.Advised {
			name += " (advised)"
		}
		fmt.Fprintf(b, "| %s | %d / %.0f | %s | %.1f / %.1f | %s | %s / %s | %s | %.2f / %.2f |\n", name,
			m.Cycles, p.Cycles, mark(percent(e.cycles), e.badCycles),
			mib(m.PeakHeap), mib(p.PeakHeap), mark(percent(e.peak), e.badPeak),
			percent(share(m.GCCPU, m.CPU)), percent(share(p.GCCPU, p.CPU)), mark(percent(e.share), e.badShare),
			float64(m.CPU)/1e9, float64(p.CPU)/1e9)
	}
}

// errs are the errors of one prediction, as parts of what was measured.
type errs struct {
	cycles, peak, share          float64
	badCycles, badPeak, badShare bool
}

func errorsOf(x record.GCPair) (e errs) {
	m, p := x.Measured, x.Predicted
	e.cycles = relative(math.Round(p.Cycles), float64(m.Cycles))
	e.badCycles = e.cycles > cyclesLimit
	e.peak = relative(float64(p.PeakHeap), float64(m.PeakHeap))
	e.badPeak = e.peak > peakLimit
	measured, predicted := share(m.GCCPU, m.CPU), share(p.GCCPU, p.CPU)
	e.share = relative(predicted, measured)
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
