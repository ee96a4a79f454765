package verify

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/unheap/unheap/internal/record"
)

// confidence of the intervals shown, and one minus the error rate of "proven"
// over all comparisons of a run.
const confidence = 0.95

// compareTimes returns the ratio after/before of times measured in pairs, in
// turn, so that a drift of the machine's speed touches both alike. before and
// after are nanoseconds per operation, one for each round. comparisons is the
// number of comparisons of the whole run: a claim needs as much more evidence
// (Bonferroni), or one in twenty candidates would be slower by luck.
//
// No distribution is assumed and no sample left out: the interval is that of
// the median of the ratios, proven is the exact U test of x/perf.
func compareTimes(before, after []float64, comparisons int) record.TimeChange {
	n := min(len(before), len(after))
	if n == 0 {
		return record.TimeChange{}
	}
	ratios := make([]float64, n)
	for i := range ratios {
		ratios[i] = after[i] / before[i]
	}
	thresholds := benchmath.DefaultThresholds
	thresholds.CompareAlpha = (1 - confidence) / float64(max(comparisons, 1))
	old := benchmath.NewSample(slices.Clone(before[:n]), &thresholds)
	now := benchmath.NewSample(slices.Clone(after[:n]), &thresholds)
	ratio := benchmath.AssumeNothing.Summary(benchmath.NewSample(ratios, &thresholds), confidence)
	test := benchmath.AssumeNothing.Compare(old, now)
	return record.TimeChange{
		BeforeNs: benchmath.AssumeNothing.Summary(old, confidence).Center,
		AfterNs:  benchmath.AssumeNothing.Summary(now, confidence).Center,
		Ratio:    ratio.Center,
		Low:      finite(ratio.Lo),
		High:     finite(ratio.Hi),
		Samples:  n,
		Proven:   test.P < thresholds.CompareAlpha,
	}
}

// finite replaces the infinite end of an interval, which too few samples
// have and JSON has not, by 0: "unknown".
func finite(x float64) float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	return x
}

// slowdown is the smallest proven ratio that counts as slower. Below it the
// placement of code and data alone moves a benchmark.
const slowdown = 1.03

// faster reports whether a change of time counts as saved, by the same measure.
func faster(t record.TimeChange) bool {
	return t.Proven && t.Low > 0 && t.High < 1 && t.Ratio < 1/slowdown
}

// slower reports whether a change of time vetoes a rewrite.
func slower(t record.TimeChange) bool {
	return t.Proven && t.Low > 1 && t.Ratio > slowdown
}

// poolNoise is the number of allocations per operation that a change must
// exceed to be one. Which objects a sync.Pool loses depends on when the
// collector runs, and moves an average by hundredths: 9.985 against 10 is
// the case of luthersystems/elps#537. A whole object of one operation in
// twenty is more than that.
const poolNoise = 0.05

// fewer reports whether after allocates less than before: fewer objects, or
// as many of fewer bytes. A change of at least 16 bytes and 1 % counts, since
// 16 bytes is the smallest block that can go away with pointers in it.
func fewer(before, after record.Measure) bool {
	switch d := before.AllocsPerOp - after.AllocsPerOp; {
	case d > poolNoise:
		return true
	case d < -poolNoise:
		return false
	}
	d := before.BytesPerOp - after.BytesPerOp
	return d >= 16 && d >= before.BytesPerOp/100
}

// objectBytes is how many more bytes an object that goes away may cost: room for
// all elements of a loop, say, of which few are kept. An object takes some 12 ns
// beside its bytes, and a byte with its part of a collection 0.5 ns (package
// cost); growing a slice copies as well.
const objectBytes = 64

// dearer reports whether fewer objects are paid for with too many bytes.
func dearer(before, after record.Measure) bool {
	objects := before.AllocsPerOp - after.AllocsPerOp
	return objects > poolNoise && after.BytesPerOp-before.BytesPerOp > objectBytes*objects
}
