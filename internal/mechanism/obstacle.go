package mechanism

import (
	"fmt"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// Obstacle says in a clause what stands in the way of a rewrite of a measured
// site: who owns the object, who may keep it, what is not known before the program
// runs. It is never empty; for what only its shape keeps from being rewritten it
// says that.
func Obstacle(s *record.Site) string {
	if s.Match == record.Unexplained {
		return "no reason was found for it, so no rewrite is asked"
	}
	if s.Removable == string(No) {
		if rest, ok := strings.CutPrefix(s.Remedy, "nothing: "); ok {
			return rest
		}
	}
	if owner := ownerOf(s); owner != "" {
		return belongs(owner)
	}
	if text, ok := obstacles[s.Mechanism]; ok {
		return text
	}
	return unknownShape
}

// unknownShape is the obstacle of last resort.
const unknownShape = "no rewrite of ours knows this shape"

// ownerOf is the function of another package that allocates s, and "" if the
// user's own expression does.
func ownerOf(s *record.Site) string {
	switch s.Mechanism {
	case Goroutine, Runtime, Testing, Cgo:
		return ""
	}
	if s.Callee != "" && !strings.HasPrefix(s.Callee, ".") {
		return s.Callee
	}
	if len(s.Inside) > 0 { // called through an interface or a function value
		return s.Inside[0].Frame.Function
	}
	return ""
}

// belongs names the owner of an object, and the call that avoids it if there is
// one.
func belongs(callee string) string {
	text := "it belongs to " + short(callee)
	if instead, ok := advice[withoutTypeArguments(callee)]; ok {
		return text + ": " + instead
	}
	return fmt.Sprintf("%s, and no other call of package %s is known to avoid it", text, record.FunctionPackage(callee))
}

// obstacles are those of reasons that the user's own expressions have.
var obstacles = map[string]string{
	Returned:      "the caller gets a pointer to it, and another result would be another signature",
	Stored:        "it is kept beyond the call, so it has to be somewhere",
	Captured:      "a function that outlives the call shares the variable",
	Sent:          "another goroutine gets it",
	Passed:        "it is passed to a function that keeps it",
	UnknownCallee: "it is passed on through an interface or a function value, and who is behind that may keep it",
	LoopVariable:  "it is needed after its iteration",
	TooLarge:      "it is too large for a stack, and may not be used again as far as can be seen",
	VariableSize:  "its size is known at run time only, and was beyond the 32 bytes that the stack has for such a value",
	Boxing:        "it becomes an interface, and who gets that may keep it",
	Variadic:      "who is called may keep the slice of arguments",
	Panic:         "panic keeps what it is given",
	PoolBox:       "the pool hands out what was put in, so its type is that of every Get",
	Closure:       "the function outlives the call with what it carries",
	MethodValue:   "the function value outlives the call with its receiver",
	GoStatement:   "the new goroutine needs its arguments",
	Goroutine:     "each goroutine that runs at once has a record, and a program that runs fewer has fewer",
	DeferLoop:     "each deferred call needs its arguments until the function ends",
	RangeFunc:     "the iterator is too large to be inlined",
	IterPull:      "iter.Pull needs a coroutine",
	Growth:        "how many elements there will be cannot be seen before they are appended",
	ReturnCopy:    "one object is the least for a slice that is returned",
	Clone:         "the copy is asked for",
	ConcatLoop:    "the text is read while it grows, or its parts cannot be measured before",
	Concat:        "the text is needed by itself, and one object is the least for that",
	BytesToString: "the text is kept, or the bytes may change while it is used",
	StringToBytes: "the bytes are kept or changed",
	Runes:         "the runes are indexed or kept",
	Builder:       "how long the text will be cannot be seen before, or it is the text itself",
	Map:           "the map is kept, or used in a way that clearing it would show",
	MapGrowth:     "how many entries there will be cannot be seen before they are inserted",
	MapLarge:      "a map keeps what is larger than 128 bytes outside of its table",
	Channel:       "goroutines share a channel",
	PoolMiss:      "the pool was empty",
}
