// Package mechanism is the catalogue of the reasons why a value is on the heap, and decides which of them holds for a
// measured site.
//
// Invariant: it never guesses. A site whose facts fit no reason stays unexplained; a reason that no program of
// internal/testprog proves is not in the catalogue.
//
// Model: three facts meet at a site. The runtime function that was called says which construct allocated (append, a
// conversion, a map); the compiler's flow says where a pointer went that forced a variable off the stack; the syntax
// gives both their names. Values that are allocated whether they escape or not (growth, concatenation, channels) are
// named by their construct; values that would be on the stack if they did not escape (variables, literals, make) are
// named by the way in which they escape.
//
// What the model blurs: a value may escape in several ways. The compiler reports the first one it finds, and so does
// the catalogue: removing that one may uncover the next.
package mechanism

import "slices"

// A Removable says whether a change of the user's code can avoid the objects.
type Removable string

const (
	Yes    Removable = "yes"
	Partly Removable = "partly" // fewer or cheaper objects, or only in some cases
	No     Removable = "no"
)

// A Mechanism is one reason.
type Mechanism struct {
	// Name is what sites, reports and "unheap explain" call it: "growth".
	Name string
	// Title is the reason in one line, without a full stop.
	Title string
	// Remedy says in one line what to do, without a full stop.
	Remedy string
	// Doc explains the reason, in paragraphs separated by empty lines.
	Doc string
	// Before and After are Go code with and without the objects. After is
	// empty when no code avoids them.
	Before, After string
	Removable     Removable
	// CannotRemove says when the object must stay, and why; empty if it never must.
	CannotRemove string
	// Program is the name of the program in internal/testprog that proves the reason.
	Program string
	// Cost is set if the entry explains what an object costs rather than why it is there. No site has such a reason.
	Cost bool
}

// catalogue is in the order of reading: what leaves the stack, what is too big
// for it, interfaces, functions, slices, text, maps, the library, the runtime,
// and what blocks cost.
var catalogue = slices.Concat(leaving, tooBig, interfaces, functions, arrays, text, tables, library, background, cost)

// List returns the whole catalogue, in the order of reading.
func List() []Mechanism { return slices.Clone(catalogue) }

// Lookup returns the reason of the given name.
func Lookup(name string) (Mechanism, bool) {
	i := slices.IndexFunc(catalogue, func(m Mechanism) bool { return m.Name == name })
	if i < 0 {
		return Mechanism{}, false
	}
	return catalogue[i], true
}
