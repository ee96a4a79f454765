package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// gain measures the candidates and returns those that allocate less. All are
// measured together; those that change one function are then told apart, unless
// that function allocates to the byte what it did.
func (j *judge) gain(ctx context.Context, live []record.Candidate) ([]record.Candidate, error) {
	var together *counts // of those that hold
	live, err := j.sift(live, func(set []record.Candidate) (*failure, error) {
		n, f, err := j.runs(ctx, set)
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
		alone, f, err := j.runs(ctx, set)
		if err != nil {
			return nil, err
		}
		if f != nil {
			alone = new(counts) // they build, or run, only with the others
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

// runs counts a set. The failure is nil if it builds, and all workloads run with it.
func (j *judge) runs(ctx context.Context, set []record.Candidate) (*counts, *failure, error) {
	n, err := j.steps.measure(ctx, set)
	var died *crash
	var unbuilt *bench.BuildError
	var conflict *rewrite.Conflict
	switch {
	case errors.As(err, &died):
		return nil, &failure{record.TestsFail, firstLine(died.Error())}, nil
	case errors.As(err, &unbuilt):
		return nil, &failure{record.BuildFail, named(firstLine(unbuilt.Error()))}, nil
	case errors.As(err, &conflict):
		return nil, &failure{record.BuildFail, err.Error()}, nil
	case err != nil:
		return nil, nil, err
	}
	if name := j.lost(n); name != "" {
		return nil, &failure{record.TestsFail, name + " no longer runs"}, nil
	}
	return n, nil, nil
}

// lost is a workload that does not run any more, or "".
func (j *judge) lost(after *counts) string {
	for _, name := range slices.Sorted(maps.Keys(j.before.workloads)) {
		if _, ok := after.workloads[name]; !ok {
			return name
		}
	}
	return ""
}

// same reports whether functions allocate what they did, in every workload.
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
		return other.ID != c.ID && slices.ContainsFunc(other.Functions, func(f string) bool { return slices.Contains(c.Functions, f) })
	})
}

// credit enters the change of each workload into the verdict of c and reports
// whether one of them allocates less, by what is worth a rewrite, and none more.
func (j *judge) credit(c record.Candidate, after *counts) bool {
	v := j.verdicts[c.ID]
	v.Comparisons, v.Trade = nil, ""
	if name := j.lost(after); name != "" {
		j.refuse(c, failure{record.TestsFail, name + " no longer runs"})
		return false
	}
	unsteady := ""
	for _, name := range slices.Sorted(maps.Keys(j.before.workloads)) {
		was, is := j.before.of(c.Functions, name), after.of(c.Functions, name)
		old, now := j.measures(name, was, is, after)
		switch {
		case fewer(now, old) && was.below(is):
			j.refuse(c, failure{record.NoGain, name + " allocates more: " + change(old, now)})
			return false
		case dearer(old, now) && is.least.bytes > was.most.bytes:
			j.refuse(c, failure{record.NoGain, name + " allocates more bytes than fewer objects make up for: " + change(old, now) + ", " + estimated(old, now)})
			return false
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
	case unsteady != "":
		j.refuse(c, failure{record.NoGain, "no workload allocates less with it by more than its count varies from run to run: " + unsteady})
	default:
		j.refuse(c, failure{record.NoGain, "no workload allocates less with it"})
	}
	return false
}

const (
	// floorCost is the part of a workload's estimated cost that a rewrite pays at least, however
	// little it adds.
	floorCost = 1 // percent
	// floorObject and floorObjects are what pays as well where nothing is added: a whole object of
	// one operation that is one of a thousand. Of the diffs read cold none that adds one needed it, and
	// one object of 56 was too little for a strings.Builder. A test runs once and has no operation.
	floorObject, floorObjects = 1.0, 0.001
	// perObject is what a percent of the objects of a benchmark pays where it is a whole one, however small they are, in percent of its
	// cost: allocs/op is what its readers look at, and half of it was taken out by hand for 1 % of the cost. No diff
	// that was read cold and turned down is worth its price by this: one object of four pays 5 %, and wanted a loop.
	perObject = 0.2
)

// priceTested is how many objects a test, an example or a fuzz target must save for each percent
// of the price. It is there for what the code does, not for how often, and only what it repeats
// is seen to be often.
const priceTested = 100

// worthwhile reports whether a workload pays for c by the floor, or refuses it.
func (j *judge) worthwhile(c record.Candidate) bool {
	most, best := -1.0, record.Comparison{}
	price, rare := j.price(c), ""
	floor := float64(max(floorCost, price)) / 100
	for _, m := range j.verdicts[c.ID].Comparisons {
		objects := m.Before.AllocsPerOp - m.After.AllocsPerOp
		part := (m.Before.Cost - m.After.Cost) / m.Before.Cost // of no cost no number, which is below the floor
		bench := strings.HasPrefix(m.Workload, "Benchmark")
		if bench && objects >= floorObject {
			part = max(part, perObject*objects/m.Before.AllocsPerOp)
		}
		whole := bench && objects >= floorObject && objects >= floorObjects*m.Before.AllocsPerOp
		often := bench || objects >= float64(priceTested*price)
		switch {
		case j.All || whole && price == 0 || part >= floor && often:
			return true
		case part >= floor:
			rare = fmt.Sprintf("only tests show it, which do not say that it is often: %s saves %.4g objects, and what it adds costs %d, which -all keeps", m.Workload, objects, priceTested*price)
		}
		if part > most {
			most, best = part, m
		}
	}
	if rare != "" {
		j.refuse(c, failure{record.NoGain, rare})
		return false
	}
	least := "1 %"
	if price > floorCost {
		least = fmt.Sprintf("%d %%, the price of what it adds", price)
	}
	j.refuse(c, failure{record.NoGain, fmt.Sprintf("it pays %.2g %% of what %s costs at most, %s: less than %s, which -all keeps",
		100*max(most, 0), best.Workload, change(best.Before, best.After), least)})
	return false
}

// trade says what fewer objects are paid for with.
func trade(name string, old, now record.Measure) string {
	return fmt.Sprintf("%s: %.4g objects less for %.4g B more: %s", name,
		old.AllocsPerOp-now.AllocsPerOp, now.BytesPerOp-old.BytesPerOp, estimated(old, now))
}

// estimated is the cost of two measures in words.
func estimated(old, now record.Measure) string {
	return fmt.Sprintf("estimated %.0f → %.0f ns/op", old.Cost, now.Cost)
}

// change is two measures in words.
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

// measures are the figures of a workload before and after a change of the
// functions that were and are charged with so much.
func (j *judge) measures(name string, was, is spread, after *counts) (old, now record.Measure) {
	total := j.before.workloads[name].least
	old = record.Measure{AllocsPerOp: total.objects, BytesPerOp: total.bytes, Cost: total.cost,
		Samples: j.before.runs[name], Spread: was.most.objects - was.least.objects}
	now = record.Measure{
		AllocsPerOp: total.objects - was.least.objects + is.least.objects,
		BytesPerOp:  total.bytes - was.least.bytes + is.least.bytes,
		Cost:        total.cost - was.least.cost + is.least.cost,
		Samples:     after.runs[name],
		Spread:      is.most.objects - is.least.objects,
	}
	return old, now
}
