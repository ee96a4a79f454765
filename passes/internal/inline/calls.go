package inline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// Calls returns the calls of an unexported function. ok is false if the function is used in any way but calls, if it
// may have callers that cannot be seen, or if it has none.
func (f *Func) Calls() (calls []inspector.Cursor, ok bool) {
	name, pkg := f.Name(), f.File.Pkg
	if f.Obj.Exported() || name == "init" || name == "main" || pkg.Linked(name) || pkg.Elsewhere(name) || pkg.InInterface(f.Obj) {
		return nil, false
	}
	for _, use := range pkg.Uses(f.Obj) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			if sel := f.info().Selections[use.Parent().Node().(*ast.SelectorExpr)]; sel == nil || sel.Kind() != types.MethodVal {
				return nil, false
			}
		}
		call, ok := source.Called(use)
		if !ok || pkg.FileOf(use.Node()) == nil {
			return nil, false
		}
		calls = append(calls, call)
	}
	return calls, len(calls) > 0
}
