package verify

import (
	"cmp"
	"context"

	"github.com/unheap/unheap/internal/verify/equiv"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// CompareTwins compares functions of in.Twins, each with the function that it names as its twin, and counts what both
// allocate. Of the other fields Root, Dir, Flags, Env, Package, PackageDir and Source are used. It returns the
// results by name; a function that could not be compared has a reason in Skipped.
func CompareTwins(ctx context.Context, in Input, functions []equiv.Function) (map[string]kit.Result, error) {
	j := newJudge(in)
	defer j.close()
	all := comparison{make(map[string]kit.Result), make(map[string]string)}
	c, err := j.buildComparer(ctx, nil, functions)
	if err != nil {
		return nil, err
	}
	defer c.remove()
	if err := j.compareAll(ctx, nil, functions, c, all); err != nil {
		return nil, err
	}
	for _, f := range functions {
		if _, ran := all.results[f.Name]; !ran {
			all.results[f.Name] = kit.Result{Name: f.Name, Skipped: cmp.Or(all.skipped[f.Name], "its comparison did not end")}
		}
	}
	return all.results, nil
}
