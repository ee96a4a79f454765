//go:build go1.25

package kit

import "strings"

// The aspects in which two versions of a Case may be allowed to differ. The text
// stands in reports behind "apart from".
const (
	// NilOrEmpty: a slice may be nil in one version and empty in the other.
	NilOrEmpty = "nil or empty"
	// Shared: results may share other memory with arguments. That they change
	// when the function is called again is a difference all the same.
	Shared = "memory that results share with arguments"
	// Elements: slices within the arguments may hold other elements afterwards.
	// Their lengths, and whatever is no element of a slice, are compared.
	Elements = "elements of the arguments' slices afterwards"
	// Overlap: no two arguments share memory.
	Overlap = "arguments that share memory"
	// HugeNumbers: no huge numbers, of which a version may take the memory.
	HugeNumbers = "huge numbers"
	// CaughtPanics: the new version may panic where package fmt caught a panic in
	// the old one and wrote about it.
	CaughtPanics = "panics that package fmt catches"
	// LatePanics: where the old version panics, the new one may do anything.
	LatePanics = "inputs on which the old version panics"
	// Letters: no letters of which another one than the own capital or small
	// letter is the same to strings.EqualFold.
	Letters = "the letters İ, ı, ſ and K (Kelvin)"
	// Pointers: which pointers are equal. What they point to is compared.
	Pointers = "which pointers are equal"
)

// exemptions are a set of aspects.
type exemptions struct {
	nilOrEmpty, shared, elements, overlap, huge bool
	caughtPanics, latePanics, letters, pointers bool
	whole                                       bool // no aspect: show what callers do not see
	open                                        bool // no aspect: show what is to be seen of values of a Maker by its fields only
}

// of returns the field of an aspect, or nil if there is none of that name.
func (a *exemptions) of(aspect string) *bool {
	switch aspect {
	case NilOrEmpty:
		return &a.nilOrEmpty
	case Shared:
		return &a.shared
	case Elements:
		return &a.elements
	case Overlap:
		return &a.overlap
	case HugeNumbers:
		return &a.huge
	case CaughtPanics:
		return &a.caughtPanics
	case LatePanics:
		return &a.latePanics
	case Letters:
		return &a.letters
	case Pointers:
		return &a.pointers
	}
	return nil
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

// ofResults is what is left out of results, where elements are what they are, and fields what a
// function has put there.
func (a exemptions) ofResults() exemptions {
	a.elements, a.open = false, true
	return a
}

// excuses reports whether two outcomes of one input may differ because of how they
// panicked.
func (a exemptions) excuses(old, now outcome) bool {
	return a.latePanics && old.panicked ||
		a.caughtPanics && now.panicked && !old.panicked && strings.Contains(old.after, "(PANIC=")
}

// sameFolded are the letters of Letters.
var sameFolded = strings.NewReplacer("İ", "", "ı", "", "ſ", "", "\u212a", "")
