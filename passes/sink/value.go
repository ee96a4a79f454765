package sink

import (
	"go/ast"
	"go/types"

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
	var head ast.Expr
	switch next := list[i+1].(type) {
	case *ast.IfStmt:
		if next.Init == nil {
			head = next.Cond
		}
	case *ast.SwitchStmt:
		if next.Init == nil {
			head = next.Tag
		}
	}
	return head != nil && effect.Of(s.Pkg, head).Quiet() && flow.Follows(s.Info, head, v)
}
