package guardcall

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// getters returns the names of the methods that e calls without arguments, for one value, and that are named after what
// they return, other than after what they do: Location and ID, not Next and ReadByte. No method of the package that may be
// called there is seen to change anything.
func (s *guarder) getters(e ast.Expr) (names []string) {
	for call := range source.Nodes[*ast.CallExpr](e) {
		if len(call.Args) > 0 || source.Receiver(s.Info, call) == nil {
			continue
		}
		fn := source.Func(s.Info, call)
		if fn == nil || fn.Signature().Results().Len() != 1 || source.IsA[*types.Signature](fn.Signature().Results().At(0).Type()) {
			continue
		}
		if isDrawn(fn) || types.Identical(fn.Signature().Results().At(0).Type(), source.ErrorType) && !slices.Contains(faults, fn.Name()) {
			continue // a number that changes the next one, or whether something could be done
		}
		changes := func(m *types.Func) bool { return effect.Function(s.Pkg, m).Writes != 0 }
		if noun := strings.TrimPrefix(fn.Name(), "Get"); noun != "" && !slices.Contains(deeds, firstWord(noun)) &&
			!slices.ContainsFunc(effect.Implementations(s.Pkg, fn), changes) {
			names = append(names, fn.Name())
		}
	}
	return names
}

// faults are names of methods that only return an error.
var faults = []string{"Err", "GetErr", "GetError", "Cause", "Unwrap"}

// isDrawn reports whether a method returns a random number.
func isDrawn(fn *types.Func) bool {
	return fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path()+"/", "math/rand/")
}

// firstWord returns the first word of a name in small letters: "read" of ReadByte, "ids" of IDs.
func firstWord(name string) string {
	upper := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsUpper(r) })
	if upper < 0 {
		return strings.ToLower(name)
	}
	rest := name[upper:]
	if end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLower(r) }); end >= 0 {
		rest = rest[:end]
	}
	return strings.ToLower(name[:upper] + rest)
}

// deeds are what methods without arguments do, where their names say that they do something.
var deeds = strings.Fields("abort accept ack acquire advance alloc allocate await begin block borrow build bump call cancel clear close collect commit complete " +
	"compute connect consume create dec decode decr decrement delete dequeue detach dial discard disconnect do download drain draw drop emit " +
	"encode enqueue erase evict exec execute expire extract fetch fill finish fire flip flush generate go handle inc incr increment init invoke " +
	"join kill listen load lock login logout make mark move must new next notify open parse pause ping poll pop prepare process produce prune " +
	"publish pull purge push put quit rand random read receive reconnect recv refresh register release reload remove render reset resolve " +
	"restart restore resume retry revoke rewind roll rollback rotate run save scan schedule seek send serve set shift shuffle shutdown signal " +
	"skip sleep spawn start step stop store subscribe swap sync take tick toggle touch trigger try undo unlock unread unregister unsubscribe " +
	"update upload visit wait wake walk write yield")
