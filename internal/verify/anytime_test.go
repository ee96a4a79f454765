package verify

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify/equiv"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// A world knows what is true of each candidate, and answers the judge's questions without
// a process. Its context ends at one of the questions.
type world struct {
	*judge
	t      *testing.T
	truth  map[string]truth // by Candidate.ID
	cutAt  int              // the question at which the context ends; 0 for none
	err    error            // what ends it; nil for a limit
	asked  int
	cancel context.CancelCauseFunc
	// proofs are the sets that passed a kind of question, by their keys.
	proofs map[string][]string
}

// A truth is what is wrong with a candidate.
type truth struct {
	noGain, testsFail, differs, slower, idle bool
	userFails                                string // the importer whose tests fail with it
}

var errWorld = errors.New("the disk is full")

// ask is called by each question; an error ends the run.
func (w *world) ask(ctx context.Context) error {
	w.asked++
	if w.asked == w.cutAt {
		if w.err != nil {
			return w.err
		}
		w.cancel(context.DeadlineExceeded)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

func (w *world) pass(kind string, set []record.Candidate) {
	w.proofs[kind] = append(w.proofs[kind], key(leaves(set)))
}

func (w *world) any(set []record.Candidate, wrong func(truth) bool) bool {
	return slices.ContainsFunc(leaves(set), func(c record.Candidate) bool { return wrong(w.truth[c.ID]) })
}

func (w *world) survey(ctx context.Context) error {
	w.distance = map[string]int{"near": 1, "far": 2}
	return w.ask(ctx)
}

func (w *world) begin(_ context.Context, _, _ []record.Candidate) func() { return func() {} }

func (w *world) measure(ctx context.Context, set []record.Candidate, _ scope) (*counts, error) {
	n := &counts{workloads: map[string]spread{}, runs: map[string]int{}, functions: map[string]map[string]spread{}}
	in := leaves(set)
	for _, c := range leaves(w.Candidates) {
		f := c.Functions[0]
		a := amount{10, 100, 1000}
		if contains(in, c) && !w.truth[c.ID].noGain {
			a = amount{1, 10, 100}
		}
		name := "Benchmark" + f
		n.workloads[name], n.runs[name] = spread{a, a}, 2
		n.functions[f] = map[string]spread{name: {a, a}}
	}
	w.counted[key(set)] = new(Counted)
	return n, w.ask(ctx)
}

func (w *world) check(ctx context.Context, set []record.Candidate) (*failure, int, error) {
	if err := w.ask(ctx); err != nil {
		return nil, 0, err
	}
	if w.any(set, func(t truth) bool { return t.testsFail }) {
		return &failure{outcome: record.TestsFail, reason: "TestX"}, 0, nil
	}
	w.passed[w.Package] = key(set)
	w.pass("own", set)
	return nil, 3, nil
}

func (w *world) testSet(ctx context.Context, set []record.Candidate, paths []string) (*failure, int, []string, error) {
	if err := w.ask(ctx); err != nil {
		return nil, 0, nil, err
	}
	for _, path := range paths {
		if w.any(set, func(t truth) bool { return t.userFails == path }) {
			return &failure{outcome: record.TestsFail, reason: path + ".TestX"}, 0, []string{path}, nil
		}
		w.passed[path] = key(set)
		w.pass(path, set)
	}
	return nil, 1, nil, nil
}

func (w *world) compare(ctx context.Context, set []record.Candidate) (comparison, error) {
	all := comparison{make(map[string]kit.Result), make(map[string]string)}
	for _, c := range leaves(set) {
		r := kit.Result{Name: c.Functions[0], Inputs: 100}
		if w.truth[c.ID].differs {
			r.Differs = "on 0"
		}
		all.results[c.Functions[0]] = r
	}
	return all, w.ask(ctx)
}

func (w *world) race(ctx context.Context, set []record.Candidate, names []string, faster question) (*contest, *failure, error) {
	w.races++
	race := newContest(w.races, names, faster)
	for !race.over() {
		for _, name := range race.left() {
			ratio := 0.5
			for _, c := range leaves(set) {
				switch t := w.truth[c.ID]; {
				case "Benchmark"+c.Functions[0] != name:
				case t.slower:
					ratio = 2
				case t.idle:
					ratio = 1
				}
			}
			race.see(name, 100, 100*ratio)
		}
		race.rounds++
	}
	return race, nil, w.ask(ctx)
}

// newWorld has candidates, each in a function of its own, every fourth of them a pool,
// of which some are wrong.
func newWorld(t *testing.T, seed uint64, users, partial bool) *world {
	r := rand.New(rand.NewPCG(seed, 3))
	w := &world{t: t, truth: make(map[string]truth), proofs: make(map[string][]string)}
	in := Input{Package: "p", Partial: partial, Faster: []string{"pool"}, Equiv: new(equiv.Package),
		Source: func(string) ([]byte, error) { return []byte(strings.Repeat("var _ = 0\n", 30)), nil }}
	if users {
		in.Users = []string{"far", "near"}
	}
	for i := range 2*firstPortion + 1 {
		id := fmt.Sprintf("c%02d", i)
		c := record.Candidate{ID: id, Rewrite: "presize", Functions: []string{"F" + id}, Edits: []record.Edit{{File: "p.go", Start: 10*i + 8, End: 10*i + 9, New: "1"}}}
		if i%4 == 3 {
			c.Rewrite = "pool"
		} else if i%2 == 1 {
			c.Form = "list"
		}
		in.Candidates = append(in.Candidates, c)
		var wrong truth
		switch r.IntN(12) {
		case 0:
			wrong.noGain = true
		case 1:
			wrong.testsFail = true
		case 2:
			wrong.differs = true
		case 3:
			wrong.slower = true
		case 4:
			wrong.idle = true
		case 5:
			wrong.userFails = []string{"near", "far"}[r.IntN(2)]
		}
		w.truth[id] = wrong
	}
	w.judge = newJudge(in)
	w.judge.steps = w
	return w
}

// right reports whether c may stand at all, as far as is found out before its time.
func (w *world) right(c record.Candidate, timed bool) bool {
	t := w.truth[c.ID]
	wrong := t.noGain || t.testsFail || t.differs || t.userFails != "" && len(w.Users) > 0 && !w.Partial
	return !wrong && !(timed && t.slower) && !(c.Rewrite == "pool" && (t.slower || t.idle))
}

// run judges, and returns the sets that stood, the verdicts, and the error.
func (w *world) run() (stood [][]record.Verdict, result Result, err error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	w.cancel = cancel
	defer cancel(nil)
	w.Standing = func(v []record.Verdict) { stood = append(stood, v) }
	result, err = w.finish(ctx)
	return stood, result, err
}

func kept(verdicts []record.Verdict) (set []record.Candidate) {
	for _, v := range verdicts {
		if v.Outcome == record.Kept {
			set = append(set, v.Candidate)
		}
	}
	return leaves(set)
}

// leaves returns the candidates of a set, with those that were joined in place of the whole.
func leaves(set []record.Candidate) (all []record.Candidate) {
	for _, c := range set {
		if len(c.Parts) > 0 {
			all = append(all, leaves(c.Parts)...)
		} else {
			all = append(all, c)
		}
	}
	return all
}

// TestAnytime: wherever a run is ended, by a limit or by an error, what is kept is what
// stood last; each set that stands has passed what it must have, and has all that is right of the set before it; and a
// run that is not ended keeps everything that is right and nothing else.
func TestAnytime(t *testing.T) {
	for seed := range uint64(12) {
		for _, kind := range []struct{ users, partial bool }{{false, false}, {true, false}, {true, true}} {
			whole := newWorld(t, seed, kind.users, kind.partial)
			stood, result, err := whole.run()
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range leaves(whole.Candidates) {
				users := whole.truth[c.ID].userFails == "" || !kind.users // without a limit all of them run
				if want := whole.right(c, true) && users; contains(kept(result.Verdicts), c) != want {
					t.Errorf("seed %d, %v: %s, %+v: kept is %v", seed, kind, c.ID, whole.truth[c.ID], !want)
				}
			}
			whole.checkStood(seed, stood, result)
			for cut := 1; cut < whole.asked; cut++ {
				for _, end := range []error{nil, errWorld} {
					w := newWorld(t, seed, kind.users, kind.partial)
					w.cutAt, w.err = cut, end
					stood, result, err := w.run()
					if !errors.Is(err, end) {
						t.Errorf("seed %d, cut %d: error %v, want %v", seed, cut, err, end)
					}
					w.checkStood(seed, stood, result)
				}
			}
		}
	}
}

func (w *world) checkStood(seed uint64, stood [][]record.Verdict, result Result) {
	var before []record.Candidate
	for _, verdicts := range stood {
		set := kept(verdicts)
		for _, c := range before {
			if w.right(c, true) && w.truth[c.ID].userFails == "" && c.Form == "" && !contains(set, c) { // one with a form goes with a whole
				w.t.Errorf("seed %d, cut %d: %s is right, and no longer stands", seed, w.cutAt, c.ID)
			}
		}
		before = set
		for _, c := range set {
			if !w.right(c, false) {
				w.t.Errorf("seed %d, cut %d: %s stands, %+v", seed, w.cutAt, c.ID, w.truth[c.ID])
			}
			for _, kind := range append([]string{"own"}, w.Users...) {
				if kind != "own" && w.Partial {
					continue
				}
				if !slices.ContainsFunc(w.proofs[kind], func(proof string) bool { return slices.Contains(splitKey(proof), c.ID) }) {
					w.t.Errorf("seed %d, cut %d: %s stands before the tests of %s ran with it", seed, w.cutAt, c.ID, kind)
				}
			}
		}
	}
	if got, last := key(kept(result.Verdicts)), key(before); got != last {
		w.t.Errorf("seed %d, cut %d: kept %q, and %q stood last", seed, w.cutAt, got, last)
	}
	for _, v := range result.Verdicts {
		switch {
		case v.Outcome == record.NotReached && v.Reason == "":
			w.t.Errorf("seed %d, cut %d: %s has no reason", seed, w.cutAt, v.Candidate.ID)
		case v.Outcome == record.Kept && v.Untimed == "" && v.Comparisons[0].Time.Samples == 0:
			w.t.Errorf("seed %d, cut %d: %s does not say that it has not been timed", seed, w.cutAt, v.Candidate.ID)
		case v.Outcome == record.Kept && v.Importers.Total != len(w.Users):
			w.t.Errorf("seed %d, cut %d: %s has importers %v", seed, w.cutAt, v.Candidate.ID, v.Importers)
		}
	}
}
