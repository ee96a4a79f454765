package verify

import (
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify/equiv"
)

// apart maps words of a caveat to the aspects in which a candidate with it may
// differ. A caveat that is not listed names what the comparison does not look at
// anyway (memory that is kept, the identity of errors, how a text is cut into
// writes), and nothing is left out for it.
var apart = []struct {
	words   string
	aspects []string
}{
	{"nil becomes empty", []string{equiv.NilOrEmpty}},
	{"is empty rather than nil", []string{equiv.NilOrEmpty}},
	{"an empty result is nil where it was not", []string{equiv.NilOrEmpty}},
	// Who reads an element that was overwritten sees something else, so no
	// other argument may have the same memory.
	{"are overwritten, also for others that have the slice", []string{equiv.Elements, equiv.Shared, equiv.Overlap}},
	// A number in the billions takes all memory, or panics.
	{"is reserved before any is needed", []string{equiv.HugeNumbers}},
	{"a panic in a String or Error method is not caught", []string{equiv.CaughtPanics}},
	{"where making the value panics, it does so later", []string{equiv.LatePanics}},
	{" matches ", []string{equiv.Letters}}, // "U+0130 no longer matches i"
	{"a change through the pointer is not seen in", []string{equiv.Pointers}},
}

// aspectsOf is what the comparison leaves out for a candidate with these caveats,
// sorted.
func aspectsOf(caveats []string) []string {
	var all []string
	for _, caveat := range caveats {
		for _, a := range apart {
			if strings.Contains(caveat, a.words) {
				all = append(all, a.aspects...)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// laxer reports whether a function of c is compared in less, when all of set is in
// place, than the caveats of c themselves ask for.
func laxer(c record.Candidate, set []record.Candidate) bool {
	own := aspectsOf(c.Caveats)
	return slices.ContainsFunc(set, func(other record.Candidate) bool {
		shared := slices.ContainsFunc(other.Functions, func(name string) bool { return slices.Contains(c.Functions, name) })
		return shared && slices.ContainsFunc(aspectsOf(other.Caveats), func(a string) bool { return !slices.Contains(own, a) })
	})
}
