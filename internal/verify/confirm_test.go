package verify

import (
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestConfirm: a fraction of an object that two runs have shown must show again.
func TestConfirm(t *testing.T) {
	for _, tt := range []struct {
		name                 string
		before, after        []float64 // of two runs
		beforeAgain, again   []float64
		doubtful, stillSaves bool
	}{
		{"a whole object", []float64{3, 3}, []float64{2, 2}, nil, nil, false, true},
		{"by chance", []float64{83.59, 83.59}, []float64{83.49, 83.49}, []float64{83.5, 83.55, 83.61, 83.47}, []float64{83.5, 83.6, 83.48}, true, false},
		{"once in ten operations", []float64{0.1, 0.1}, []float64{0, 0}, []float64{0.1, 0.1}, []float64{0, 0}, true, true},
		{"no longer runs", []float64{0.1, 0.1}, []float64{0, 0}, []float64{0.1}, nil, true, false},
	} {
		c := record.Candidate{ID: "c", Functions: []string{"F"}}
		v := &record.Verdict{Candidate: c}
		j := &judge{Input: Input{Bench: ".", All: true}, verdicts: map[string]*record.Verdict{"c": v}, before: countsOf(tt.before)}
		if !j.credit(c, countsOf(tt.after)) {
			t.Errorf("%s: no gain: %s", tt.name, v.Reason)
			continue
		}
		if got := j.doubtful(c); got != tt.doubtful {
			t.Errorf("%s: doubtful: %v", tt.name, got)
		}
		if !tt.doubtful {
			continue
		}
		j.before.widen(countsOf(tt.beforeAgain))
		if got := j.stillSaves(c, countsOf(tt.again)); got != tt.stillSaves || got != (v.Reason == "") || got != (len(v.Comparisons) == 1) {
			t.Errorf("%s: %v, %q, %d comparisons", tt.name, got, v.Reason, len(v.Comparisons))
		}
	}
}
