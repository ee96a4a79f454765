package guardcall

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/unheap/unheap/passes/internal/source"
)

// getters returns the names of the methods that e calls without arguments, for one value, and that are named after what
// they return, other than after what they do: Location and ID, not Next and ReadByte.
func (s *guarder) getters(e ast.Expr) (names []string) {
	for n := range ast.Preorder(e) {
		call, isCall := n.(*ast.CallExpr)
		if !isCall || len(call.Args) > 0 || source.Receiver(s.Info, call) == nil {
			continue
		}
		fn := source.Func(s.Info, call)
		if fn == nil || fn.Signature().Results().Len() != 1 || source.IsA[*types.Signature](fn.Signature().Results().At(0).Type()) {
			continue
		}
		if noun := strings.TrimPrefix(fn.Name(), "Get"); noun != "" && !slices.Contains(deeds, firstWord(noun)) {
			names = append(names, fn.Name())
		}
	}
	return names
}

// firstWord returns the first word of a name in small letters: "read" of ReadByte, "id" of IDs.
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
var deeds = strings.Fields("accept acquire advance alloc allocate await begin block build call cancel clear close collect commit complete " +
	"compute connect consume create decode decrement delete dequeue dial discard do drain emit encode evict exec execute fetch fill finish fire " +
	"flush generate go handle increment inc dec init invoke join kill listen load lock make mark move must new next notify open parse " +
	"ping poll pop prepare process produce publish pull push put read receive recv refresh register release reload remove render reset " +
	"resolve resume retry rewind roll rotate run save scan schedule seek send serve set shift shutdown signal skip sleep spawn start step " +
	"stop store subscribe swap sync take tick toggle trigger try unlock unread update visit wait walk write yield")
