package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/passes/own"
)

// TestDirect proves the pairs of the rule direct as those of a user's file are: both functions
// of each do the same on generated inputs, but for what the pair names, and the second
// allocates less. Where the inputs have what no program has, another pair does for it, with
// the beginning of its name, and it is of class review.
func TestDirect(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries")
	}
	if !*longFlag && unproven(t, allOwnTime/4) == nil {
		return
	}
	// On a busy machine too few inputs may have been compared.
	if wrong := unproven(t, allOwnTime); wrong != nil {
		t.Error(wrong)
	}
}

// unproven says which pairs do not hold, and nothing is proven instead of them.
func unproven(t *testing.T, all time.Duration) (wrong error) {
	prove := func(name string) (held []string, others []*own.Pair) {
		r, err := readOwn(t.Context(), "../../passes/direct/pairs/"+name, &settings{})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.prove(t.Context(), all); err != nil {
			t.Fatal(err)
		}
		for i, p := range r.proofs {
			t.Logf("%-28s %s %v %q", r.pairs[i].Before, p.Outcome, p.Comparisons, p.Reasons)
			if p.Outcome == record.Held {
				held = append(held, r.pairs[i].Before)
			} else {
				others = append(others, r.pairs[i])
			}
		}
		return held, others
	}
	instead, others := prove("proof.go")
	for _, p := range others {
		wrong = errors.Join(wrong, fmt.Errorf("%s does not hold", p.Before))
	}
	_, others = prove("pairs.go")
	for _, p := range others {
		named := slices.ContainsFunc(instead, func(name string) bool { return strings.HasPrefix(name, p.Before) })
		if !named || len(p.Caveats) == 0 {
			wrong = errors.Join(wrong, fmt.Errorf("%s does not hold, and nothing is proven instead of it, or no caveat said", p.Before))
		}
	}
	return wrong
}
