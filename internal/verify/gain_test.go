package verify

import (
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestCredit holds what counts as a gain, from the objects per operation that
// each run of the old and of the new version charged to the function.
func TestCredit(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after []float64
		want          string // the reason of a refusal
	}{
		{"exact", []float64{3, 3}, []float64{2, 2}, ""},
		{"nothing", []float64{3, 3}, []float64{3, 3}, "no workload allocates less with it"},
		{"more", []float64{3, 3}, []float64{4, 4}, "BenchmarkX allocates more: 103 → 104 allocs/op, 1030 → 1040 B/op"},
		{"a pool is emptied now and then", []float64{17, 17}, []float64{0, 0.02}, ""},
		{"a pool is emptied often", []float64{17, 17}, []float64{4, 1}, ""},
		{"noise of maps", []float64{5430692, 5478102, 5441002}, []float64{5429448, 5450000, 5478102},
			"no workload allocates less with it by more than its count varies from run to run: BenchmarkX"},
		{"noise that looks like more", []float64{5430692, 5478102}, []float64{5478000, 5479000}, "no workload allocates less with it"},
		{"noise, and apart by less than it", []float64{110, 120}, []float64{100, 109},
			"no workload allocates less with it by more than its count varies from run to run: BenchmarkX"},
		{"noise, and well apart", []float64{110, 120}, []float64{50, 55}, ""},
		{"not charged in one of the runs", []float64{0, 10}, []float64{0, 0}, "no workload allocates less with it"},
	} {
		c := record.Candidate{ID: "c", Functions: []string{"F"}}
		v := &record.Verdict{Candidate: c}
		j := &judge{verdicts: map[string]*record.Verdict{"c": v}, before: heatOf(tt.before)}
		ok := j.credit(c, heatOf(tt.after))
		if v.Reason != tt.want || ok != (tt.want == "") || ok != (len(v.Comparisons) == 1) {
			t.Errorf("%s: %v, %q, %d comparisons, want %q", tt.name, ok, v.Reason, len(v.Comparisons), tt.want)
		}
	}
}

// TestCreditBytes holds that fewer objects of more bytes are refused where they do
// not make up for them.
func TestCreditBytes(t *testing.T) {
	for _, tt := range []struct {
		after amount
		want  string
	}{
		{amount{1, 1100}, ""},
		{amount{1, 1500}, "BenchmarkX allocates more bytes than fewer objects make up for: 5 → 1 allocs/op, 1000 → 1500 B/op"},
	} {
		of := func(a amount) *heat {
			s := map[string]spread{"BenchmarkX": {a, a}}
			return &heat{workloads: s, counts: map[string]int{"BenchmarkX": 2}, functions: map[string]map[string]spread{"F": s}}
		}
		c := record.Candidate{ID: "c", Functions: []string{"F"}}
		v := &record.Verdict{Candidate: c}
		j := &judge{verdicts: map[string]*record.Verdict{"c": v}, before: of(amount{5, 1000})}
		if ok := j.credit(c, of(tt.after)); v.Reason != tt.want || ok != (tt.want == "") {
			t.Errorf("%v: %v, %q, want %q", tt.after, ok, v.Reason, tt.want)
		}
	}
}

// heatOf is the heat of runs in which F allocates so many objects of 10 bytes
// and the rest of the benchmark 100.
func heatOf(runs []float64) *heat {
	h := new(heat)
	for _, n := range runs {
		one := func(n float64) spread { return spread{amount{n, 10 * n}, amount{n, 10 * n}} }
		run := &heat{
			workloads: map[string]spread{"BenchmarkX": one(100 + n)},
			counts:    map[string]int{"BenchmarkX": 1},
			functions: make(map[string]map[string]spread),
		}
		if n > 0 {
			run.functions["F"] = map[string]spread{"BenchmarkX": one(n)}
		}
		h.widen(run)
	}
	return h
}

func TestTops(t *testing.T) {
	got := tops([]string{"BenchmarkB/x", "BenchmarkA", "BenchmarkB/y"})
	if want := "^(BenchmarkA|BenchmarkB)$"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
