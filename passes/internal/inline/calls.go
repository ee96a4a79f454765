package inline

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// Calls returns the calls of an unexported function, which are all in files, the files of the package. ok is false if
// the function is used in any way but calls, if it may have callers that cannot be seen, or if it has none.
func (f *Func) Calls(files []*ast.File) (calls []inspector.Cursor, ok bool) {
	name, pkg := f.Name(), f.File.Pkg
	if f.Obj.Exported() || name == "init" || name == "main" || linked(files, name) || pkg.Elsewhere(name) || pkg.InInterface(f.Obj) {
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

// linked reports whether a go:linkname directive mentions the name.
func linked(files []*ast.File, name string) bool {
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname ") && strings.Contains(c.Text, name) {
					return true
				}
			}
		}
	}
	return false
}
