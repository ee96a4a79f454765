package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// headroom is the part of the memory that an advice leaves free, the default of unheap gc.
const headroom = 0.1

// nearness is the part by which, according to the model, a setting may be dearer than another and still count as near.
const nearness = 0.1

// writeBest says how far the CPU time at the advised setting is from the least that was measured among the settings it
// was chosen from, and from that at the current setting.
func writeBest(b *strings.Builder, all []result) {
	var rows strings.Builder
	var n, least, apart, saved, fits int
	var byModel, byClock, byLuck, gains, expected float64
	for _, r := range all {
		c, ok := compare(r.Tuning)
		if !ok {
			continue
		}
		n++
		least += one(c.toBest.ratio <= 1)
		expected += 1 / float64(c.near)
		apart += one(c.toBest.low > 1)
		byModel, byClock, byLuck = byModel+math.Log(c.predicted), byClock+math.Log(c.toBest.ratio), byLuck+math.Log(c.luck)
		gain := "does not fit"
		if c.now.Space() <= r.Tuning.Memory {
			fits++
			gain = c.today.String()
			gains += math.Log(c.today.ratio)
			saved += one(c.today.low > 1)
		}
		fmt.Fprintf(&rows, "| %s | %s | %d, %d | %.2f | %.2f | %.2f, GOGC=%d | %.2f | %s | %.2f | %s | %s |\n", r.name, r.Go, c.settings, c.near,
			float64(c.now.CPU)/1e9, float64(c.advised.CPU)/1e9, float64(c.best.CPU)/1e9, c.best.Setting.GOGC, c.predicted, c.toBest, c.luck, gain, percent(c.noise))
	}
	if n == 0 {
		return
	}
	mean := func(sum float64, n int) float64 { return math.Exp(sum / float64(max(n, 1))) }
	fmt.Fprintf(b, `
## How far the advised setting is from the best

The advice is the setting with the least CPU time by the model, of those with its limit that leave %s of the memory free, without GOGC=off, which
is never advised; one that saves less than 1 %% of today's time is not worth its memory. *Best other* is the one of them that took the least CPU time when it
was run. *Twice* is the median difference of two measurements of one setting: a limit that was not reached and none, and the fitted settings, run
again. From these differences come the intervals, 95 %% for all settings of a row at once (Dunnett 1955), and *by luck*: what the
first ratio would be if the settings that the model holds for dearer by a tenth at most (*near*) took the same time: the least of several figures with noise is
below each. *Predicted* is that ratio by the model.

| program | toolchain | settings, near | today, s | advised, s | best other, s | predicted | advised ÷ best other | by luck | today ÷ advised | twice |
|---|---|--:|--:|--:|---|--:|--:|--:|--:|--:|
%s| all, geometric mean | | | | | | %.2f | %.2f | %.2f | %.2f | |

The advised setting took the least time in %d of %d; by luck among those that are near it would in %.1f. It is slower than the best other beyond what the
noise explains in %d, and faster than today's beyond that in %d of the %d in which today's setting fits the memory. The settings that are near are the same
to the model and within the noise of this machine: telling them apart would take many more runs.
`, percent(headroom), rows.String(), mean(byModel, n), mean(byClock, n), mean(byLuck, n), mean(gains, fits), least, n, expected, apart, saved, fits)
}

// A comparison compares the CPU times at three settings of one program: the advised, the best and the current one.
type comparison struct {
	now, advised, best record.GCRun
	settings           int     // number of settings from which the advice was chosen, including the advised one
	near               int     // number of these that, by the model, are dearer than the advised one by at most nearness
	predicted          float64 // advised ÷ best by the model
	toBest, today      ratio   // advised ÷ best, today ÷ advised
	luck               float64 // toBest to be expected if all near settings took the same time
	noise              float64 // median difference between two measurements of one setting, as a part
}

// A ratio is a ratio with its interval.
type ratio struct{ ratio, low, high float64 }

func (r ratio) String() string { return fmt.Sprintf("%.2f [%.2f..%.2f]", r.ratio, r.low, r.high) }

// compare returns the comparison for a record; ok is false if no setting was advised, or if the noise is not known.
func compare(t record.Tuning) (c comparison, ok bool) {
	var other []record.GCPair
	var advised record.GCPair
	for _, x := range t.Checked {
		s := x.Measured.Setting
		switch p := x.Predicted; {
		case s == t.Current:
			c.now = x.Measured
		case s == t.Advised:
			advised = x
		case s.Limit == t.Advised.Limit && s.GOGC >= 0 && !p.Thrashes && float64(p.PeakMemory) <= (1-headroom)*float64(t.Memory):
			other = append(other, x)
		}
	}
	twice := differences(t)
	if advised.Measured.CPU == 0 || c.now.CPU == 0 || len(other) == 0 || len(twice) == 0 {
		return c, false
	}
	best := slices.MinFunc(other, func(a, b record.GCPair) int { return cmp.Compare(a.Measured.CPU, b.Measured.CPU) })
	c.advised, c.best, c.settings = advised.Measured, best.Measured, len(other)+1
	c.predicted = float64(advised.Predicted.CPU) / float64(best.Predicted.CPU)
	c.near = 1
	for _, x := range other {
		c.near += one(float64(x.Predicted.CPU) <= (1+nearness)*float64(advised.Predicted.CPU))
	}
	var squares float64
	for _, d := range twice {
		squares += d * d
	}
	spread := math.Sqrt(squares / float64(len(twice))) // spread of the difference between two measurements
	c.toBest = around(c.advised.CPU, c.best.CPU, spread*critical(len(other), len(twice)))
	c.today = around(c.now.CPU, c.advised.CPU, spread*critical(1, len(twice)))
	c.luck = math.Exp(spread / math.Sqrt2 * highest(c.near-1))
	for i, d := range twice {
		twice[i] = math.Expm1(math.Abs(d))
	}
	c.noise = median(twice)
	return c, true
}

// around returns a / b, with an interval of ±by in logarithms.
func around(a, b int64, by float64) ratio {
	x := float64(a) / float64(b)
	return ratio{x, x * math.Exp(-by), x * math.Exp(by)}
}

// differences returns the logarithms of the ratios of two CPU times of one setting.
func differences(t record.Tuning) (all []float64) {
	for _, x := range twins(t.Checked) {
		all = append(all, math.Log(float64(x[0].CPU)/float64(x[1].CPU)))
	}
	for _, x := range t.Checked {
		var fitted []float64
		for _, r := range t.Runs {
			if r.Measured.Setting == x.Measured.Setting {
				fitted = append(fitted, float64(r.Measured.CPU))
			}
		}
		if n := len(fitted); n > 0 {
			slices.Sort(fitted)
			all = append(all, math.Log((fitted[(n-1)/2]+fitted[n/2])/2/float64(x.Measured.CPU)))
		}
	}
	return all
}

// critical returns the bound below which the largest of the differences between so many other settings and one setting
// stays with a probability of 95 %, in units of their spread, as estimated from n differences: Dunnett's two-sided
// test, by simulation.
func critical(others, n int) float64 {
	const draws = 20_000
	random := rand.New(rand.NewPCG(1, 2))
	all := make([]float64, draws)
	for i := range all {
		one, most, squares := random.NormFloat64(), 0.0, 0.0
		for range others {
			most = max(most, math.Abs(random.NormFloat64()-one))
		}
		for range n {
			x := random.NormFloat64()
			squares += x * x
		}
		all[i] = most / math.Sqrt2 / math.Sqrt(squares/float64(n))
	}
	slices.Sort(all)
	return all[draws*95/100]
}

// highest returns how far the largest of n figures is above their mean on average, in standard deviations: by
// simulation of the normal distribution. It is 0 for n = 0.
func highest(n int) (sum float64) {
	const draws = 20_000
	if n == 0 {
		return 0
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range draws {
		most := math.Inf(-1)
		for range n {
			most = max(most, random.NormFloat64())
		}
		sum += most / draws
	}
	return sum
}
