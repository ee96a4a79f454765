package verify

import (
	"context"
	"slices"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// complete adds wholes to the proven candidates. A whole is what one rule does in one file, in forms that a reader
// recognises: what is proven one by one, and what stands beside it and only says in other words what a reader understands
// as quickly, although it does not pay by itself, or, if it is safe, no workload runs it. A reader of the one asks why the
// other stays. A whole is proven like any candidate, what no workload runs in it by the comparison and the tests. It is a
// rival of its parts, and is chosen before them. If it does not hold, it is tried without what no workload runs.
func (j *judge) complete(ctx context.Context) error {
	for _, silent := range []bool{true, false} {
		var wholes []record.Candidate
		for _, alike := range j.kindred(j.choose(j.proven)) {
			if whole, ok := j.whole(alike, j.beside(alike, silent)); ok {
				wholes = append(wholes, whole)
			}
		}
		for _, set := range rewrite.Disjoint(wholes) {
			held, _, err := j.prove(ctx, set)
			if err != nil {
				return err
			}
			j.proven = slices.Concat(held, j.proven) // of what saves as much the first is chosen
		}
	}
	return nil
}

// whole returns the candidate that joins what pays with what is beside it, and adds it to those that are judged. Its price
// is that of what pays. ok is false if there is nothing to join, or if the same was tried before.
func (j *judge) whole(pays, beside []record.Candidate) (whole record.Candidate, ok bool) {
	whole = rewrite.Join(slices.Concat(pays, beside))
	if len(whole.Parts) < 2 || j.verdicts[whole.ID] != nil {
		return whole, false
	}
	price := 0
	for _, c := range pays {
		price += j.price(c)
	}
	j.prices[whole.ID] = price
	for _, c := range beside {
		if !contains(j.unpaid, c) {
			j.unrun[whole.ID] = append(j.unrun[whole.ID], c.Functions...)
		}
	}
	j.Candidates = append(j.Candidates, whole)
	j.expect([]record.Candidate{whole})
	return whole, true
}

// kindred divides the candidates that have a form, not of one function only, and are made by one finding each, into
// those that [kin] says belong together.
func (j *judge) kindred(all []record.Candidate) (groups [][]record.Candidate) {
	for _, c := range all {
		if c.Form == "" || c.Local || len(c.Of) > 0 {
			continue
		}
		i := slices.IndexFunc(groups, func(g []record.Candidate) bool { return kin(g[0], c) })
		if i < 0 {
			groups, i = append(groups, nil), len(groups)
		}
		groups[i] = append(groups[i], c)
	}
	return groups
}

// kin reports whether candidates are of one rule in one file, and may differ in the same ways.
func kin(a, b record.Candidate) bool {
	return a.Rewrite == b.Rewrite && a.Pos.File == b.Pos.File && a.Class == b.Class && slices.Equal(a.Caveats, b.Caveats)
}

// beside returns the candidates that a reader of alike expects to be changed, too: those that do not pay by themselves
// and, with silent, those that no workload runs.
func (j *judge) beside(alike []record.Candidate, silent bool) (some []record.Candidate) {
	for _, c := range slices.Concat(j.Candidates, j.Beside) {
		if c.Form == "" || c.Local || len(c.Of) > 0 || !kin(alike[0], c) || !contains(j.unpaid, c) && !(silent && j.silent(c)) || !j.rewords(c) {
			continue
		}
		if !slices.ContainsFunc(slices.Concat(alike, some), func(other record.Candidate) bool { return rewrite.Conflicts(other, c) }) {
			some = append(some, c)
		}
	}
	return some
}

// silent reports whether c is safe, no workload runs what it changes, and all of that can be compared.
func (j *judge) silent(c record.Candidate) bool {
	if v := j.verdicts[c.ID]; c.Class != record.Safe || j.Equiv == nil || len(c.Functions) == 0 || v != nil && v.Outcome != record.NotExercised {
		return false
	}
	skipped := make(map[string]string)
	test, err := j.generate(j.compared([]record.Candidate{c}, skipped))
	return err == nil && len(skipped) == 0 && len(test.Skipped) == 0
}
