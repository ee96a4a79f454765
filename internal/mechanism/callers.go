package mechanism

import (
	"fmt"
	"go/ast"

	"github.com/unheap/unheap/internal/record"
)

// dropped completes the reason of what is returned where the caller that asks most
// often does nothing with it, and returns what to do then; empty otherwise.
func (f *facts) dropped(found *finding) (remedy string) {
	if found.mechanism != Returned && found.mechanism != ReturnCopy || len(f.site.Callers) == 0 {
		return ""
	}
	by := &f.site.Callers[0].Frames[0]
	src := f.src.of(record.Position{File: by.File})
	if src.file == nil {
		return ""
	}
	call, path := src.callOf(base(f.site.Function), by.Line)
	if call == nil || !drops(path) {
		return ""
	}
	found.why += fmt.Sprintf("; %s (%s:%d) drops it", short(by.Function), by.File, by.Line)
	return "give callers that need no result a form that makes none"
}

// drops reports whether nothing is done with any result of the call at the start of a
// path.
func drops(path []ast.Node) bool {
	switch n := path[1].(type) {
	case *ast.ExprStmt:
		return true
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if id, ok := left.(*ast.Ident); !ok || id.Name != "_" {
				return false
			}
		}
		return true
	}
	return false
}
