package rule

import (
	"slices"
	"strings"
)

// A Class says how far a fix preserves behaviour. The zero value is [Safe].
type Class struct {
	// Caveats is empty for a safe fix.
	Caveats []Caveat
}

// Safe is the class of a fix that preserves behaviour by construction.
var Safe = Class{}

// Review returns the class of a fix that may differ in the named ways.
func Review(caveats ...Caveat) Class { return Class{Caveats: caveats} }

// And returns the class of two changes made together, each caveat once.
func (c Class) And(d Class) Class {
	all := slices.Clip(c.Caveats)
	for _, caveat := range d.Caveats {
		if !slices.Contains(all, caveat) {
			all = append(all, caveat)
		}
	}
	return Class{Caveats: all}
}

// String is the class as a reader sees it: "safe", or "review: " and the caveats.
func (c Class) String() string {
	if len(c.Caveats) == 0 {
		return "safe"
	}
	var words []string
	for _, caveat := range c.Caveats {
		words = append(words, caveat.Text)
	}
	return "review: " + strings.Join(words, "; ")
}

// A Caveat is one way in which a program may behave differently after a fix.
type Caveat struct {
	Kind Kind
	// Text says it in words that a reader can check against her code.
	Text string
}

// A Kind is what kind of difference a caveat is about. Who compares the old and the
// new version leaves that out, if it looks at it at all.
type Kind string

// The kinds of caveats.
const (
	// NilOrEmpty: a slice, map or text of no elements is nil where it was not, or
	// the other way round.
	NilOrEmpty Kind = "nil-or-empty"
	// Overwrites: elements of a slice that others may have, too, are changed.
	Overwrites Kind = "overwrites"
	// Reserves: memory for a number that may be huge is asked for at once.
	Reserves Kind = "reserves"
	// UncaughtPanic: a panic is not turned into text any more.
	UncaughtPanic Kind = "uncaught-panic"
	// LatePanic: something panics later, or not at all.
	LatePanic Kind = "late-panic"
	// Letters: letters of other alphabets match, or do not.
	Letters Kind = "letters"
	// Pointee: a change through a pointer is not seen elsewhere.
	Pointee Kind = "pointee"

	// Retention: memory is kept longer, or more of it.
	Retention Kind = "retention"
	// Identity: values of different calls become one.
	Identity Kind = "identity"
	// Contract: a function of somebody else's must hold what its kind promises: a
	// Write that does not keep the slice.
	Contract Kind = "contract"
	// Writes: a text reaches a writer in other parts, or by another method.
	Writes Kind = "writes"
	// Order: something runs earlier, later, or not at all.
	Order Kind = "order"
	// Sharing: two slices share memory that did not, or the other way round.
	Sharing Kind = "sharing"
	// Builds: another build of the package may declare a name otherwise.
	Builds Kind = "builds"
	// Contents: what an object held is dropped, or is that of a later time.
	Contents Kind = "contents"
	// Observed: a number is from a measurement, and says nothing of other inputs.
	Observed Kind = "observed"
)

// Caveats of several rules.
var (
	// View is that of a text that was a copy and may be the operand itself.
	View = Sharing.Caveat("the text may be an operand itself, which is no copy where unsafe code changes the bytes of a string")
	// Whole is that of a text that was a copy and may be the operand itself.
	Whole = Retention.Caveat("who keeps the text may keep an operand, and all of the memory that this is a part of")
	// Chunks is that of a bufio.Writer, which passes on what is longer than its buffer.
	Chunks = Writes.Caveat("the writer below sees other chunks of a text that is longer than the buffer, in Write instead of WriteString")
)

// Kinds lists all kinds.
var Kinds = []Kind{
	NilOrEmpty, Overwrites, Reserves, UncaughtPanic, LatePanic, Letters, Pointee,
	Retention, Identity, Contract, Writes, Order, Sharing, Builds, Contents, Observed,
}

// Caveat returns the caveat of the kind in these words.
func (k Kind) Caveat(text string) Caveat { return Caveat{k, text} }
