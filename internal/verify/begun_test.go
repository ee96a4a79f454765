package verify

import (
	"context"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestBegun: what was built to compare a set compares what is left of it, if nothing that
// was dropped changes the same functions, and once.
func TestBegun(t *testing.T) {
	candidate := func(id string, functions ...string) record.Candidate {
		return record.Candidate{ID: id, Functions: functions}
	}
	a, b, alsoA := candidate("a", "F"), candidate("b", "G"), candidate("c", "F", "H")
	for name, test := range map[string]struct {
		quick, set []record.Candidate
		why        string
		want       bool
	}{
		"all of it":                   {quick: []record.Candidate{a, b}, set: []record.Candidate{a, b}, want: true},
		"a part":                      {quick: []record.Candidate{a, b}, set: []record.Candidate{b}, want: true},
		"a part of what F has":        {quick: []record.Candidate{a, b, alsoA}, set: []record.Candidate{a, b}},
		"more":                        {quick: []record.Candidate{a}, set: []record.Candidate{a, b}},
		"something that was not seen": {quick: []record.Candidate{a, b}, set: []record.Candidate{alsoA}},
		"what does not build":         {quick: []record.Candidate{a, b}, set: []record.Candidate{a, b}, why: "syntax error"},
	} {
		build := make(chan *comparer, 1)
		build <- &comparer{why: test.why}
		close(build)
		begun := &begun{quick: test.quick, build: build}
		if got := begun.comparer(test.set) != nil; got != test.want {
			t.Errorf("%s: used: %v, want %v", name, got, test.want)
		}
		if test.want && begun.comparer(test.set) != nil {
			t.Errorf("%s: used twice", name)
		}
	}
	if new(judge).begun.comparer(nil) != nil {
		t.Error("nothing was begun, and is used")
	}
}

// TestBegin: of a package that cannot be compared nothing is built, and what was begun ends
// with the run.
func TestBegin(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	set := []record.Candidate{{ID: "a", Functions: []string{"F"}}}
	j := newJudge(Input{Package: "p", Candidates: set})
	defer j.close()
	end := j.begin(ctx, nil, set)
	if j.begun.comparer(set) != nil {
		t.Error("something was built to compare it")
	}
	if v, ok := j.begun.vetted(set); !ok || v.err == nil {
		t.Errorf("vet of a run that has ended says %+v, begun: %v", v, ok)
	}
	if _, ok := j.begun.vetted(set); ok {
		t.Error("what vet said is told twice")
	}
	end()
	if j.begun != nil {
		t.Error("what has ended is still there")
	}
}
