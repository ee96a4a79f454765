package mechanism

import (
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// Obstacle says in a clause what prevents a rewrite of a measured site: who owns the object, who may retain it, or
// what is not known before run time. It is never empty: if only its shape keeps the site from being rewritten, it
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
		if particulars[s.Mechanism] != nil && s.Remedy != "" {
			return fmt.Sprintf("it belongs to %s: %s", short(owner), s.Remedy)
		}
		text := "it belongs to " + short(owner)
		if better, ok := instead(owner); ok {
			return text + ": " + better
		}
		return fmt.Sprintf("%s, and no other call of package %s is known to avoid it", text, record.FunctionPackage(owner))
	}
	if slices.Contains(proven, s.Mechanism) && s.Match != record.Shared && s.Why != "" {
		return s.Why
	}
	return unknownShape
}

// unknownShape is the obstacle if there is no other.
const unknownShape = "no rewrite of ours knows this shape"

// Own reports whether s is allocated by the user's own expression, and not by a function of another package that it
// calls.
func Own(s *record.Site) bool { return ownerOf(s) == "" }

// ownerOf returns the function of another package that allocates s; empty if the user's own expression does.
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

// proven are the reasons whose Why is the obstacle, since the compiler has proven it: who retains the value, or that
// no stack has room for it. For other reasons (a text, a map, a slice that grows) another program may well avoid the
// object, and the only obstacle is that no rewrite knows how.
var proven = []string{
	Returned, Stored, Captured, Sent, Passed, UnknownCallee, LoopVariable, TooLarge, VariableSize,
	Boxing, Variadic, Panic, PoolBox, Closure, MethodValue, GoStatement, DeferLoop, RangeFunc,
	ReturnCopy, Clone, MapLarge, Channel, PoolMiss, Goroutine,
}
