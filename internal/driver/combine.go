package driver

import (
	"cmp"
	"context"
	"slices"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/passes"
)

// mostCombined is the number of candidates per package for which combine asks what other rules offer in their result:
// each must be type-checked, and each combined candidate is another build.
const mostCombined = 4

// combine adds combined candidates for those that conflict, if these have become known since the last call. Of
// conflicting candidates only one can be kept; the combined one is the first, and what the rules of the others offer
// in its result. All of them are judged.
func (r *fixing) combine(ctx context.Context) error {
	tried := make(map[string]int) // by package
	waiting := slices.Clone(r.waiting)
	slices.SortStableFunc(waiting, func(a, b record.Candidate) int { return cmp.Compare(r.promise(&b), r.promise(&a)) })
	for i := range waiting {
		first := &waiting[i]
		barred := r.barred(first)
		if len(barred) == 0 || r.combined[first.ID] || tried[first.Package] == mostCombined {
			continue
		}

		r.combined[first.ID] = true
		tried[first.Package]++
		if err := r.combineWith(ctx, *first, barred); err != nil && ctx.Err() != nil {
			return context.Cause(ctx) // other errors concern one candidate, which is judged alone
		}
	}
	return nil
}

// barred returns the candidates of other rules that conflict with first. Candidates that must save time are left out,
// and judged alone.
func (r *fixing) barred(first *record.Candidate) (barred []record.Candidate) {
	slow := r.mustSaveTime()
	if first.Heat == 0 || len(first.Of) > 0 || slices.Contains(slow, first.Rewrite) {
		return nil
	}
	for _, c := range r.waiting {
		if c.Package == first.Package && c.Rewrite != first.Rewrite && len(c.Of) == 0 && !slices.Contains(slow, c.Rewrite) && rewrite.Conflicts(*first, c) {
			barred = append(barred, c)
		}
	}
	return barred
}

// combineWith runs the rules of barred on the result of first, and adds what they offer, combined with first.
func (r *fixing) combineWith(ctx context.Context, first record.Candidate, barred []record.Candidate) error {
	once, err := rewrite.Apply(r.original, first)
	if err != nil {
		return err
	}
	program, err := r.version(ctx, once)
	if err != nil {
		return err
	}
	suite := slices.DeleteFunc(slices.Clone(r.suite), func(x passes.Rule) bool {
		return !slices.ContainsFunc(barred, func(c record.Candidate) bool { return c.Rewrite == x.Name() })
	})
	changed := slices.DeleteFunc(slices.Clone(program.Packages()), func(p *load.Package) bool { return p.Path != first.Package })
	proposed, err := rewrite.Propose(ctx, program, rewrite.Options{Suite: suite, Caveats: mayDiffer, Packages: changed})
	if err != nil {
		return err
	}
	var safe, all []record.Candidate
	for _, second := range proposed.Candidates {
		asked := slices.ContainsFunc(barred, func(c record.Candidate) bool {
			return c.Rewrite == second.Rewrite && slices.Equal(c.Functions, second.Functions)
		})
		if !asked || len(second.Edits) == 0 {
			continue
		}
		all = append(all, second)
		if second.Class == record.Safe {
			safe = append(safe, second)
		}
	}
	if !r.review || len(safe) == len(all) {
		all = nil
	}
	for _, set := range [][]record.Candidate{safe, all} {
		if len(set) == 0 {
			continue
		}
		if c, ok := rewrite.Combine(r.original, first, barred, rewrite.Disjoint(set)[0]); ok {
			r.link(&c)
			r.waiting = append(r.waiting, c)
		}
	}
	return nil
}

// settle removes from the verdicts the combined candidates that were not kept, and the parts of those that were, so
// that no change is reported twice.
func (r *fixing) settle() {
	parts := partsOf(r.verdicts)
	r.verdicts = slices.DeleteFunc(r.verdicts, func(v record.Verdict) bool {
		return parts[v.Candidate.ID] || v.Outcome != record.Kept && len(v.Candidate.Of) > 0
	})
}

// partsOf returns the IDs of the candidates that those which are kept were made of.
func partsOf(verdicts []record.Verdict) map[string]bool {
	parts := make(map[string]bool)
	for _, v := range verdicts {
		if v.Outcome == record.Kept {
			for _, id := range v.Candidate.Of {
				parts[id] = true
			}
		}
	}
	return parts
}
