package text

import (
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestChecked: what was not found out of a rewrite that stands is said.
func TestChecked(t *testing.T) {
	for want, v := range map[string]record.Verdict{
		"builds, vet is clean; 3 tests passed":                                           {Tests: 3, Importers: record.Part{Done: 2, Total: 2}},
		"builds, vet says nothing more than without any change, 2 lines; 3 tests passed": {Tests: 3, Vet: 2},
		"builds, vet is clean; 3 tests passed; of 13 packages that import it, the tests of 4 have run": {
			Tests: 3, Importers: record.Part{Done: 4, Total: 13}},
		"builds, vet is clean; 3 tests passed; whether it is slower is not known: it has not been timed; BenchmarkX: 4 objects less for 100 B more: estimated 700 → 650 ns/op": {
			Tests: 3, Untimed: "it has not been timed", Trade: "BenchmarkX: 4 objects less for 100 B more: estimated 700 → 650 ns/op"},
		"builds, vet is clean; 3 tests passed; not compared on generated inputs: F was not compared: it has no body; tests run 1 of 2 lines that change": {
			Tests: 3, NoEquivalence: "F was not compared: it has no body", Reach: record.Part{Done: 1, Total: 2}},
	} {
		if got := checked(&v); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
