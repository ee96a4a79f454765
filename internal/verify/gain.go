package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// gain measures the candidates and returns those that allocate less. All are measured together; candidates that
// change the same function are then measured apart, unless that function allocates exactly what it did.
func (j *judge) gain(ctx context.Context, live []record.Candidate) ([]record.Candidate, error) {
	var together *counts // of the candidates that hold
	live, err := j.sift(live, func(set []record.Candidate) (*failure, error) {
		n, f, err := j.runs(ctx, set, everything())
		if f == nil && err == nil {
			together = n
		}
		return f, err
	})
	if err != nil {
		return nil, err
	}
	counted := make(map[string]*counts) // by Candidate.ID
	var mixed []record.Candidate
	for _, c := range live {
		counted[c.ID] = together
		if sharesFunction(c, live) && !j.same(c.Functions, together) {
			mixed = append(mixed, c)
		}
	}
	for _, set := range rewrite.Groups(mixed, func(set []record.Candidate, c record.Candidate) bool { return sharesFunction(c, set) }) {
		alone, f, err := j.runs(ctx, set, j.scopeOf(set, together))
		if err != nil {
			return nil, err
		}
		if f != nil {
			alone = new(counts) // the set builds, or runs, only with the others
		}
		for _, c := range set {
			counted[c.ID] = alone
		}
	}
	j.superfluous(mixed, counted, together)
	var gained, doubtful []record.Candidate
	for _, c := range live {
		j.countedWith[c.ID] = counted[c.ID].first
		switch {
		case !j.credit(c, counted[c.ID]):
		case j.doubtful(c):
			doubtful = append(doubtful, c)
		default:
			gained = append(gained, c)
		}
	}
	confirmed, err := j.confirm(ctx, doubtful)
	if err != nil {
		return nil, err
	}
	felt, err := j.felt(ctx, append(gained, confirmed...))
	clear(j.countedWith)
	clear(j.logs)
	return felt, err
}

// runs counts a set. The failure is nil if the set builds and all workloads run with it.
func (j *judge) runs(ctx context.Context, set []record.Candidate, within scope) (*counts, *failure, error) {
	n, err := j.steps.measure(ctx, set, within)
	var died *crash
	var unbuilt *bench.BuildError
	var conflict *rewrite.Conflict
	switch {
	case errors.As(err, &died):
		return nil, &failure{outcome: record.TestsFail, reason: firstLine(died.Error()), at: j.functionsIn(set, died.Error())}, nil
	case errors.As(err, &unbuilt):
		return nil, &failure{outcome: record.BuildFail, reason: named(firstLine(unbuilt.Error())), at: j.functionsIn(set, unbuilt.Output)}, nil
	case errors.As(err, &conflict):
		return nil, &failure{outcome: record.BuildFail, reason: err.Error()}, nil
	case err != nil:
		return nil, nil, err
	}
	if name := j.lost(n); name != "" {
		f := &failure{outcome: record.TestsFail, reason: name + " no longer runs"}
		for _, w := range n.first.Workloads {
			if w.Name == name {
				f.at = j.functionsIn(set, w.Output)
			}
		}
		return nil, f, nil
	}
	return n, nil, nil
}

// lost returns a workload that ran before and does not run any more, or "".
func (j *judge) lost(after *counts) string {
	for _, name := range slices.Sorted(maps.Keys(j.before.workloads)) {
		if _, ok := after.workloads[name]; !ok {
			return name
		}
	}
	return ""
}

// same reports whether functions allocate what they did before, in every workload.
func (j *judge) same(functions []string, after *counts) bool {
	for name := range j.before.workloads {
		if j.before.of(functions, name) != after.of(functions, name) {
			return false
		}
	}
	return true
}

// sharesFunction reports whether another candidate changes a function that c
// changes.
func sharesFunction(c record.Candidate, all []record.Candidate) bool {
	return slices.ContainsFunc(all, func(other record.Candidate) bool {
		return other.ID != c.ID && overlaps(other.Functions, c.Functions)
	})
}

// overlaps reports whether two lists of names have a name in common.
func overlaps(names, others []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(others, name) })
}

// credit enters the change of each workload into the verdict of c. It reports whether no workload allocates more, and
// one allocates enough less to be worth a rewrite; otherwise c is refused.
func (j *judge) credit(c record.Candidate, after *counts) bool {
	v := j.verdicts[c.ID]
	v.Comparisons, v.Trade = nil, ""
	if name := j.lost(after); name != "" {
		j.refuse(c, failure{outcome: record.TestsFail, reason: name + " no longer runs"})
		return false
	}
	unsteady, once := "", ""
	for _, name := range slices.Sorted(maps.Keys(j.before.workloads)) {
		was, is := j.before.of(c.Functions, name), after.of(c.Functions, name)
		old, now := j.measures(name, was, is, after)
		switch {
		case fewer(now, old) && was.below(is):
			j.refuse(c, failure{outcome: record.NoGain, reason: name + " allocates more: " + change(old, now)})
			return false
		case dearer(old, now) && is.least.bytes > was.most.bytes:
			j.refuse(c, failure{outcome: record.NoGain, reason: name + " allocates more bytes than fewer objects make up for: " + change(old, now) + ", " + estimated(old, now)})
			return false
		case fewer(old, now) && is.below(was) && j.once(c.Functions, name, was, is, after):
			once = name
		case fewer(old, now) && is.below(was):
			v.Comparisons = append(v.Comparisons, record.Comparison{Workload: name, Package: j.Workload, Before: old, After: now})
			if now.BytesPerOp > old.BytesPerOp {
				v.Trade = trade(name, old, now)
			}
		case fewer(old, now):
			unsteady = name
		}
	}
	switch {
	case len(v.Comparisons) > 0:
		return j.worthwhile(c)
	case once != "":
		j.refuse(c, failure{outcome: record.NoGain, reason: "it saves in " + once + " what is made once, however many operations there are"})
	case unsteady != "":
		j.refuse(c, failure{outcome: record.NoGain, reason: "no workload allocates less with it by more than its count varies from run to run: " + unsteady})
	default:
		j.refuse(c, failure{outcome: record.NoGain, reason: "no workload allocates less with it"})
	}
	return false
}

// once reports whether a benchmark saves objects that its set-up makes, or the first of its operations, so that a longer
// run saves no more of them: less than a quarter as many in each operation that it has more. A count that varies by as
// much says nothing.
func (j *judge) once(functions []string, name string, was, is spread, after *counts) bool {
	saved := was.least.objects - is.least.objects
	old, counted := j.before.laterOf(functions, name)
	now, again := after.laterOf(functions, name)
	varies := max(was.most.objects-was.least.objects, is.most.objects-is.least.objects)
	return saved > 0 && varies < saved/4 && counted && (again || is.most.objects == 0) && old-now < saved/4
}

// laterOf is what functions allocate together in one operation that only the longer run of a benchmark has.
func (n *counts) laterOf(functions []string, workload string) (sum float64, counted bool) {
	for _, f := range functions {
		objects, ok := n.later[f][workload]
		sum, counted = sum+objects, counted || ok
	}
	return sum, counted
}

const (
	// floorCost is the part of a workload's estimated cost that a rewrite must save at least, however little code it
	// adds.
	floorCost = 1 // percent
	// floorObject and floorObjects are what suffices instead if the rewrite adds nothing: at least one whole object
	// of an operation, and one in a thousand of its objects. A rewrite that adds something does not profit: of the
	// diffs read cold none needed it, and one object of 56 was too little for a strings.Builder. Tests do not either,
	// as they run once and have no operation.
	floorObject, floorObjects = 1.0, 0.001
	// perObject is what saving one percent of a benchmark's objects is worth, in percent of its cost, if that is one
	// whole object, however small: readers of benchmarks look at allocs/op, and half of it was taken out by hand for 1 %
	// of the cost. It grows with the logarithm of the objects, up to perMany for many of them: the diffs that were
	// turned down when read cold saved eleven at most, and none of those is worth its price by this rule (one object of
	// four is worth 5 %, and the diff added a loop), while people made one block of 19 of 26 objects, and two of
	// 4,094 of 7,183.
	perObject, perMany, many = 0.2, 0.5, 100
)

// priceTested is how many objects a test, an example or a fuzz target must save for each percent of the price. A test
// shows what the code does, not how often; only what the test itself repeats is seen to be frequent.
const priceTested = 100

// Objects of less than tinyObject bytes, on average, are not worth tinyLines lines, however many of a workload's they are:
// texts of a few digits, several of which share a block. Of two diffs with such lines for them, read cold, for two objects of
// three and one of three, none would have been merged.
const tinyObject, tinyLines = 8, 3

// worthwhile reports whether the saving in some workload reaches the floor or the price of c, and refuses c
// otherwise, as unpaid.
func (j *judge) worthwhile(c record.Candidate) bool {
	most, best := -1.0, record.Comparison{}
	price, rare := j.price(c), ""
	floor := float64(max(floorCost, price)) / 100
	long := j.burden(c).added >= tinyLines*pricedLine
	for _, m := range j.verdicts[c.ID].Comparisons {
		objects, bytes := m.Before.AllocsPerOp-m.After.AllocsPerOp, m.Before.BytesPerOp-m.After.BytesPerOp
		part := (m.Before.Cost - m.After.Cost) / m.Before.Cost // NaN for a cost of zero: below the floor
		bench := strings.HasPrefix(m.Workload, "Benchmark")
		if bench && objects >= floorObject {
			worth := perObject + (perMany-perObject)*min(math.Log(objects)/math.Log(many), 1)
			part = max(part, worth*objects/m.Before.AllocsPerOp)
		}
		whole := bench && objects >= floorObject && objects >= floorObjects*m.Before.AllocsPerOp
		often := bench || objects >= float64(priceTested*price)
		switch {
		case !j.All && part >= floor && long && 0 < bytes && bytes < tinyObject*objects: // objects that become one save none
			rare = fmt.Sprintf("the objects that it saves are tiny, which -all keeps: %s, %s", m.Workload, change(m.Before, m.After))
		case j.All || whole && price == 0 || part >= floor && often:
			return true
		case part >= floor:
			rare = fmt.Sprintf("only tests show it, which do not say that it is often: %s saves %.4g objects, and what it adds costs %d, which -all keeps", m.Workload, objects, priceTested*price)
		}
		if part > most {
			most, best = part, m
		}
	}
	j.unpaid = append(j.unpaid, c)
	if rare != "" {
		j.refuse(c, failure{outcome: record.NoGain, reason: rare})
		return false
	}
	least := "1 %"
	if price > floorCost {
		least = fmt.Sprintf("%d %%, the price of what it adds", price)
	}
	j.refuse(c, failure{outcome: record.NoGain, reason: fmt.Sprintf("it pays %.2g %% of what %s costs at most, %s: less than %s, which -all keeps",
		100*max(most, 0), best.Workload, change(best.Before, best.After), least)})
	return false
}

// trade says how many bytes more the fewer objects take, and what both cost.
func trade(name string, old, now record.Measure) string {
	return fmt.Sprintf("%s: %.4g objects less for %.4g B more: %s", name,
		old.AllocsPerOp-now.AllocsPerOp, now.BytesPerOp-old.BytesPerOp, estimated(old, now))
}

// estimated formats the estimated cost before and after.
func estimated(old, now record.Measure) string {
	return fmt.Sprintf("estimated %.0f → %.0f ns/op", old.Cost, now.Cost)
}

// change formats the allocations before and after.
func change(old, now record.Measure) string {
	figure := func(x float64) string {
		if x >= 1000 {
			return fmt.Sprintf("%.0f", x)
		}
		return fmt.Sprintf("%.4g", x)
	}
	return fmt.Sprintf("%s → %s allocs/op, %s → %s B/op",
		figure(old.AllocsPerOp), figure(now.AllocsPerOp), figure(old.BytesPerOp), figure(now.BytesPerOp))
}

// measures returns the figures of a workload before and after a change of functions, which were charged with was
// before and with is after.
func (j *judge) measures(name string, was, is spread, after *counts) (old, now record.Measure) {
	total := j.before.workloads[name].least
	now = total.minus(was.least).plus(is.least).measure(is, after.runs[name])
	return total.measure(was, j.before.runs[name]), now
}
