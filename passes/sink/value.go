package sink

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// dereferenced reports whether v is no nil pointer at d, or is followed by what stands first behind it, so
// that it panics there as well.
func (s *sinker) dereferenced(v *types.Var, d decl) bool {
	if flow.NonNilAt(s.Pkg, v, d.Cur) {
		return true
	}
	list, i, _ := source.StmtList(d.Cur)
	if i+1 >= len(list) {
		return false
	}
	heads := flow.Heads(s.Info, list[i+1])
	return effect.Of(s.Pkg, heads...).Quiet() && slices.ContainsFunc(heads, func(head ast.Node) bool { return flow.Follows(s.Info, head, v) })
}
