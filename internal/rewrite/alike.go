package rewrite

import (
	"fmt"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// joined makes one candidate of those of one form in one function: a reader who finds one branch
// of a switch rewritten asks why the next one, in the same words, is not. They are judged together,
// so that one that no workload runs is retained with one that pays. Of two fixes for one place the
// first goes with the first fixes of the others, the second with the second.
func joined(all []record.Candidate) (some []record.Candidate) {
	type kind struct{ fix, places int }
	var kinds []kind // of some
	fix := 0
	for i, c := range all {
		fix++
		if i == 0 || all[i-1].Pos != c.Pos || all[i-1].Rewrite != c.Rewrite {
			fix = 0
		}
		k := -1
		for j, first := range some {
			if kinds[j].fix == fix && alike(first, c) {
				k = j
			}
		}
		if k < 0 {
			some, kinds = append(some, c), append(kinds, kind{fix, 1})
			continue
		}
		kinds[k].places++
		some[k].Edits = append(slices.Clip(some[k].Edits), c.Edits...)
		some[k].Undeclares = append(slices.Clip(some[k].Undeclares), c.Undeclares...)
	}
	for k, of := range kinds {
		if of.places > 1 {
			some[k].Message += fmt.Sprintf(", in %d places", of.places)
		}
	}
	return some
}

// alike reports whether two candidates at different places may be one.
func alike(a, b record.Candidate) bool {
	return a.Form != "" && a.Rewrite == b.Rewrite && a.Form == b.Form && a.Pos.File == b.Pos.File &&
		a.Class == b.Class && a.Message == b.Message && slices.Equal(a.Caveats, b.Caveats) &&
		len(a.Functions) == 1 && slices.Equal(a.Functions, b.Functions) && !Conflicts(a, b)
}
