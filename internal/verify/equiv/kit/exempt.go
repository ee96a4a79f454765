//go:build go1.25

package kit

import "strings"

// The aspects in which the two versions of a Case may be allowed to differ. Reports show their texts after "apart
// from".
const (
	// NilOrEmpty: a slice may be nil in one version and empty in the other.
	NilOrEmpty = "nil or empty"
	// Shared: results may share other memory with arguments. A result that changes when the function is called again
	// is still a difference.
	Shared = "memory that results share with arguments"
	// Elements: slices within the arguments may have other elements afterwards. Their lengths, and everything that is
	// not an element of a slice, are compared.
	Elements = "elements of the arguments' slices afterwards"
	// Overlap: no two arguments are made to share memory.
	Overlap = "arguments that share memory"
	// HugeNumbers: no huge numbers are generated, as a version may allocate that much memory.
	HugeNumbers = "huge numbers"
	// CaughtPanics: the new version may panic where package fmt caught a panic in
	// the old one and wrote about it.
	CaughtPanics = "panics that package fmt catches"
	// LatePanics: where the old version panics, the new one may do anything.
	LatePanics = "inputs on which the old version panics"
	// Letters: no letters are generated that strings.EqualFold equates with any letter but their own capital or small
	// form.
	Letters = "the letters İ, ı, ſ and K (Kelvin)"
	// Pointers: which pointers are equal. What they point to is compared.
	Pointers = "which pointers are equal"
)

// exemptions is a set of aspects.
type exemptions struct {
	nilOrEmpty, shared, elements, overlap, huge bool
	caughtPanics, latePanics, letters, pointers bool
	whole                                       bool // no aspect: also show what callers do not see
	open                                        bool // no aspect: show the fields of values of an Open Maker
}

// of returns the field of an aspect, or nil if there is none of that name.
func (a *exemptions) of(aspect string) *bool {
	return map[string]*bool{
		NilOrEmpty:   &a.nilOrEmpty,
		Shared:       &a.shared,
		Elements:     &a.elements,
		Overlap:      &a.overlap,
		HugeNumbers:  &a.huge,
		CaughtPanics: &a.caughtPanics,
		LatePanics:   &a.latePanics,
		Letters:      &a.letters,
		Pointers:     &a.pointers,
	}[aspect]
}

func isAspect(name string) bool { return new(exemptions).of(name) != nil }

// exemptions is the set of c.Exempt, whose names refuse has checked.
func (c Case) exemptions() exemptions {
	var a exemptions
	for _, name := range c.Exempt {
		*a.of(name) = true
	}
	return a
}

// ofResults returns the exemptions for results, whose elements are always compared, as are the fields of values of an
// Open Maker, which the function has set.
func (a exemptions) ofResults() exemptions {
	a.elements, a.open = false, true
	return a
}

// excuses reports whether the outcomes of one input may differ because of how the versions panicked.
func (a exemptions) excuses(old, now outcome) bool {
	return a.latePanics && old.panicked ||
		a.caughtPanics && now.panicked && !old.panicked && strings.Contains(old.after, "(PANIC=")
}

// sameFolded removes the letters of the aspect Letters.
var sameFolded = strings.NewReplacer("İ", "", "ı", "", "ſ", "", "\u212a", "")
