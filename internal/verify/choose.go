package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// disjoint deals candidates into sets without conflicts, so that each can be
// tried together with others. There are as many as there are candidates for one
// text.
func disjoint(all []record.Candidate) [][]record.Candidate {
	return deal(all, func(set []record.Candidate, c record.Candidate) bool { return rival(set, c) >= 0 })
}

// deal puts each candidate into the first set in which nothing clashes with it:
// the first set has whatever fits, in order, the next what is left.
func deal(all []record.Candidate, clashes func(set []record.Candidate, c record.Candidate) bool) [][]record.Candidate {
	var sets [][]record.Candidate
next:
	for _, c := range all {
		for i, set := range sets {
			if !clashes(set, c) {
				sets[i] = append(set, c)
				continue next
			}
		}
		sets = append(sets, []record.Candidate{c})
	}
	return sets
}

// rival is the index of the first of set that edits the same text as c, or -1.
func rival(set []record.Candidate, c record.Candidate) int {
	return slices.IndexFunc(set, func(other record.Candidate) bool { return rewrite.Conflicts(other, c) })
}

// choose takes, of candidates for the same text that all hold, the one that
// saves most: objects first, then the safe one, then bytes. It goes from the
// largest saving down, which is not always the largest sum: one candidate in
// the way of two others wins if it saves more than either.
func (j *judge) choose(gained []record.Candidate) []record.Candidate {
	ranked := slices.Clone(gained)
	slices.SortStableFunc(ranked, func(a, b record.Candidate) int {
		x, y := j.saving(a), j.saving(b)
		return cmp.Or(cmp.Compare(y.objects, x.objects), cmp.Compare(b.Class, a.Class), cmp.Compare(y.bytes, x.bytes))
	})
	var chosen []record.Candidate
	for _, c := range ranked {
		if i := rival(chosen, c); i >= 0 {
			j.refuse(c, failure{record.NoGain, fmt.Sprintf("%s at %s edits the same text and is preferred", chosen[i].Rewrite, chosen[i].Pos)})
			continue
		}
		chosen = append(chosen, c)
	}
	return chosen
}

// saving is what c takes away from one operation of each workload, summed.
func (j *judge) saving(c record.Candidate) (sum amount) {
	for _, m := range j.verdicts[c.ID].Comparisons {
		sum.objects += m.Before.AllocsPerOp - m.After.AllocsPerOp
		sum.bytes += m.Before.BytesPerOp - m.After.BytesPerOp
	}
	return sum
}
