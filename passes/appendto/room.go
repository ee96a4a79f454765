package appendto

import (
	"go/ast"

	"github.com/unheap/unheap/passes/internal/retain"
)

// roomFor reports whether the twin of m may append to dst itself.
func (a *appender) roomFor(m maker, dst ast.Expr) bool {
	switch {
	case m.exact && !m.reads:
		return true
	case a.empty(dst):
		return false // would grow step by step
	}
	return retain.OwnRoom(a.Pkg, dst) && !(m.reads && cut(dst))
}

// cut reports whether e appends to a part of a slice: what it reads may lie behind.
func cut(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if _, ok := n.(*ast.SliceExpr); ok {
			return true
		}
	}
	return false
}
