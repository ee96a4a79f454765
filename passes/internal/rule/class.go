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

// And returns the class of two changes made together. It has each caveat once.
func (c Class) And(d Class) Class {
	all := slices.Clip(c.Caveats)
	for _, caveat := range d.Caveats {
		if !slices.Contains(all, caveat) {
			all = append(all, caveat)
		}
	}
	return Class{Caveats: all}
}

// String returns the class as users see it: "safe", or "review: " and the caveats.
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
	// Text says what differs, in words that a reader can check in the code.
	Text string
}

// A Kind is the kind of difference that a caveat is about. A comparison of the old and the new version ignores
// differences of that kind, where it would notice them at all.
type Kind string

// The kinds of caveats.
const (
	// NilOrEmpty: a slice, map or string without elements is nil where it was empty, or the other way round.
	NilOrEmpty Kind = "nil-or-empty"
	// Overwrites: elements of a slice change that others may see through another slice.
	Overwrites Kind = "overwrites"
	// Reserves: memory for a number of elements that may be huge is allocated at once.
	Reserves Kind = "reserves"
	// UncaughtPanic: a panic that was turned into text is not any more.
	UncaughtPanic Kind = "uncaught-panic"
	// LatePanic: something panics later, or not at all.
	LatePanic Kind = "late-panic"
	// Letters: letters of other alphabets match that did not, or the other way round.
	Letters Kind = "letters"
	// Pointee: a change through a pointer is not seen elsewhere any more.
	Pointee Kind = "pointee"

	// Retention: memory is retained for longer, or more memory is.
	Retention Kind = "retention"
	// Spare: room is made for more than may come.
	Spare Kind = "spare"
	// Identity: values of different calls become the same value.
	Identity Kind = "identity"
	// Contract: a function that is not known must do what its interface promises, as a Write that does not retain the
	// slice.
	Contract Kind = "contract"
	// Writes: a text reaches a writer in other parts, or through another method.
	Writes Kind = "writes"
	// Order: something runs earlier, later, or not at all.
	Order Kind = "order"
	// Sharing: two slices share memory that did not before, or the other way round.
	Sharing Kind = "sharing"
	// Builds: another build of the package may declare a name differently.
	Builds Kind = "builds"
	// Contents: what an object held is dropped, or is replaced by what it holds at a later time.
	Contents Kind = "contents"
	// Observed: a number comes from a measurement, and need not suit other inputs.
	Observed Kind = "observed"
)

// Caveats that several rules have.
var (
	// View is for a string that was a copy and may now be the operand itself.
	View = Sharing.Caveat("the text may be an operand itself, which is no copy where unsafe code changes the bytes of a string")
	// Whole is for a string that was a copy and may now be the operand itself, or a part of it.
	Whole = Retention.Caveat("who keeps the text may keep an operand, and all of the memory that this is a part of")
	// Chunks is for a bufio.Writer, which passes on texts that are longer than its buffer.
	Chunks = Writes.Caveat("the writer below sees other chunks of a text that is longer than the buffer, in Write instead of WriteString")
)

// Largest is the caveat of memory that what uses again for each unit, a call or an iteration; cleared says that it is a
// map, all of whose room is cleared then.
func Largest(what, unit string, cleared bool) Caveat {
	text := what + " keeps as much memory as its largest " + unit + " needed"
	if cleared {
		text += ", which each later " + unit + " clears"
	}
	return Retention.Caveat(text)
}

// Kinds lists all kinds.
var Kinds = []Kind{
	NilOrEmpty, Overwrites, Reserves, UncaughtPanic, LatePanic, Letters, Pointee,
	Retention, Spare, Identity, Contract, Writes, Order, Sharing, Builds, Contents, Observed,
}

// Caveat returns a caveat of the kind with that text.
func (k Kind) Caveat(text string) Caveat { return Caveat{k, text} }
