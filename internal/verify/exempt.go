package verify

import (
	"slices"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// exemptions maps kinds of caveats to the aspects in which a candidate with such a caveat may differ. A kind without
// aspects names something that the comparison does not look at anyway: memory that is retained, the identity of
// errors, how a text is cut into writes, another build, room that suffices for what was measured.
var exemptions = map[string][]string{
	"nil-or-empty": {kit.NilOrEmpty},
	// A reader of an element that was overwritten sees another value, so no other argument may share its memory.
	"overwrites": {kit.Elements, kit.Shared, kit.Overlap},
	// A number in the billions takes all memory, or panics.
	"reserves":       {kit.HugeNumbers},
	"uncaught-panic": {kit.CaughtPanics},
	"late-panic":     {kit.LatePanics},
	"letters":        {kit.Letters},
	"pointee":        {kit.Pointers},
	"retention":      nil,
	"spare":          nil,
	"identity":       nil,
	"contract":       nil,
	"writes":         nil,
	"order":          nil,
	"sharing":        nil,
	"contents":       nil,
	"builds":         nil,
	"observed":       nil,
}

// Aspects returns the aspects that the comparison leaves out for a candidate with these caveats, sorted, for
// equiv.Function.Exempt.
func Aspects(caveats []record.Caveat) []string {
	var all []string
	for _, c := range caveats {
		all = append(all, exemptions[c.Kind]...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// laxer reports whether, with all of set in place, a function of c is compared in fewer aspects than the caveats of c
// themselves ask for.
func laxer(c record.Candidate, set []record.Candidate) bool {
	own := Aspects(c.Caveats)
	return slices.ContainsFunc(set, func(other record.Candidate) bool {
		return overlaps(other.Functions, c.Functions) && slices.ContainsFunc(Aspects(other.Caveats), func(a string) bool { return !slices.Contains(own, a) })
	})
}
