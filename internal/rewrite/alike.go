package rewrite

import (
	"fmt"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// A likeness is what candidates have in common that may be one.
type likeness struct {
	rewrite, file, function, form, message string
	class                                  record.Class
	// fix is which of the fixes for one place it is, from 0.
	fix int
}

// joined makes one candidate of those of one form in one function: a reader who finds one branch
// of a switch rewritten asks why the next one, in the same words, is not. They are judged together,
// so that one that no workload runs is retained with one that pays. Of two fixes for one place the
// first goes with the first fixes of the others, the second with the second.
func joined(all []record.Candidate) (some []record.Candidate) {
	var places []int                 // of each of some
	firsts := make(map[likeness]int) // indices into some
	fix := 0
	for i, c := range all {
		fix++
		if i == 0 || all[i-1].Pos != c.Pos || all[i-1].Rewrite != c.Rewrite {
			fix = 0
		}
		if c.Form != "" && len(c.Functions) == 1 {
			of := likeness{c.Rewrite, c.Pos.File, c.Functions[0], c.Form, c.Message, c.Class, fix}
			if k, ok := firsts[of]; ok && slices.Equal(some[k].Caveats, c.Caveats) && !Conflicts(some[k], c) {
				places[k]++
				some[k].Edits = append(slices.Clip(some[k].Edits), c.Edits...)
				some[k].Undeclares = append(slices.Clip(some[k].Undeclares), c.Undeclares...)
				continue
			}
			firsts[of] = len(some)
		}
		some, places = append(some, c), append(places, 1)
	}
	for k, n := range places {
		if n > 1 {
			some[k].Message += fmt.Sprintf(", in %d places", n)
		}
	}
	return some
}
