package verify

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// noisy returns n times around ns with a drift that both sides of a pair
// share and noise that they do not.
func noisy(seed uint64, n int, ns float64) []float64 {
	drift := rand.New(rand.NewPCG(1, 1))
	own := rand.New(rand.NewPCG(seed, 2))
	out := make([]float64, n)
	for i := range out {
		out[i] = ns * (1 + drift.Float64()/2) * (1 + own.Float64()/20)
	}
	return out
}

func TestCompareTimes(t *testing.T) {
	tests := []struct {
		name          string
		before, after float64
		n             int
		slower        bool
	}{
		{"equal", 100, 100, 20, false},
		{"faster", 100, 50, 20, false},
		{"twice as slow", 100, 200, 20, true},
		{"twice as slow, three samples", 100, 200, 3, false},
		{"one percent", 100, 101, 20, false},
	}
	for _, tt := range tests {
		c := compareTimes(noisy(3, tt.n, tt.before), noisy(4, tt.n, tt.after), 10)
		if slower(c) != tt.slower || c.Samples != tt.n {
			t.Errorf("%s: %+v; want slower %v", tt.name, c, tt.slower)
		}
		if want := tt.after / tt.before; c.Ratio < want*0.9 || c.Ratio > want*1.1 {
			t.Errorf("%s: ratio %.2f, want about %.2f", tt.name, c.Ratio, want)
		}
	}
	if c := compareTimes(nil, nil, 1); c != (record.TimeChange{}) {
		t.Errorf("no samples: %+v", c)
	}
}

// TestCompareNoise: pairs that differ by noise alone are never slower.
func TestCompareNoise(t *testing.T) {
	for seed := range uint64(200) {
		if c := compareTimes(noisy(seed, 10, 100), noisy(seed+1000, 10, 100), 30); slower(c) {
			t.Errorf("seed %d: noise is called slower: %+v", seed, c)
		}
	}
}

func TestFewer(t *testing.T) {
	tests := []struct {
		before, after record.Measure
		want          bool
	}{
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 2, BytesPerOp: 100}, true},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 2, BytesPerOp: 900}, true},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 3, BytesPerOp: 84}, true},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 3, BytesPerOp: 92}, false},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 1e6}, record.Measure{AllocsPerOp: 3, BytesPerOp: 1e6 - 100}, false},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 2.97, BytesPerOp: 100}, false},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 900}, record.Measure{AllocsPerOp: 4, BytesPerOp: 100}, false},
		{record.Measure{AllocsPerOp: 1, BytesPerOp: 16}, record.Measure{AllocsPerOp: 1, BytesPerOp: 16}, false},
	}
	for _, tt := range tests {
		if got := fewer(tt.before, tt.after); got != tt.want {
			t.Errorf("fewer(%v, %v) = %v", tt.before, tt.after, got)
		}
	}
}

func TestDearer(t *testing.T) {
	tests := []struct {
		before, after record.Measure
		want          bool
	}{
		{record.Measure{AllocsPerOp: 8, BytesPerOp: 2040}, record.Measure{AllocsPerOp: 1, BytesPerOp: 1024}, false},
		{record.Measure{AllocsPerOp: 8, BytesPerOp: 2040}, record.Measure{AllocsPerOp: 1, BytesPerOp: 2304}, false},
		{record.Measure{AllocsPerOp: 16, BytesPerOp: 10776}, record.Measure{AllocsPerOp: 13, BytesPerOp: 12888}, true},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 2, BytesPerOp: 900}, true},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 3, BytesPerOp: 900}, false}, // more, which fewer says
	}
	for _, tt := range tests {
		if got := dearer(tt.before, tt.after); got != tt.want {
			t.Errorf("dearer(%v, %v) = %v", tt.before, tt.after, got)
		}
	}
}

func TestTiming(t *testing.T) {
	for workloads, want := range map[int]time.Duration{
		0: 50 * time.Millisecond, 1: 50 * time.Millisecond, 10: 50 * time.Millisecond,
		20: 25 * time.Millisecond, 50: 10 * time.Millisecond, 1000: 10 * time.Millisecond,
	} {
		if got := timing(workloads); got != want {
			t.Errorf("timing(%d) = %v, want %v", workloads, got, want)
		}
	}
}

func TestNoFaster(t *testing.T) {
	change := func(ratio float64, proven bool) record.TimeChange {
		return record.TimeChange{Ratio: ratio, Low: ratio - 0.1, High: ratio + 0.1, Samples: 10, Proven: proven}
	}
	tests := []struct {
		changes map[string]record.TimeChange
		want    string // the reason, empty for none
	}{
		{map[string]record.TimeChange{"BenchmarkA": change(0.5, true)}, ""},
		{map[string]record.TimeChange{"BenchmarkA": change(1.2, true), "BenchmarkB": change(0.5, true)}, ""},
		{map[string]record.TimeChange{"BenchmarkA": change(0.9, false), "BenchmarkB": change(0.8, false)},
			"fewer objects, and no time saved: BenchmarkB takes 0.80 × the time (0.70 to 0.90, n=10)"},
		{map[string]record.TimeChange{"BenchmarkA": change(0.96, true)},
			"fewer objects, and no time saved: BenchmarkA takes 0.96 × the time (0.86 to 1.06, n=10)"},
		{map[string]record.TimeChange{"BenchmarkA": change(1.5, true)},
			"fewer objects, and no time saved: BenchmarkA takes 1.50 × the time (1.40 to 1.60, n=10)"},
		{nil, "fewer objects, and no benchmark to show that this saves time"},
	}
	for _, tt := range tests {
		reason := ""
		if f := noFaster(tt.changes); f != nil {
			reason = f.reason
		}
		if reason != tt.want {
			t.Errorf("%v: %q, want %q", tt.changes, reason, tt.want)
		}
	}
}
