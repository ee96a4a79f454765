package digest

import (
	"go/ast"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// stream keeps a hash that is written several times on the stack. If only its methods are called, the compiler knows
// its type. But io.WriteString takes it as an interface, to call its WriteString, which no hash has.
//
//	io.WriteString(h, s)
//	--------------------
//	h.Write([]byte(s))
func stream(r *rule.Run, h hash) {
	var calls []*ast.CallExpr
	methods := r.Pkg.Every(h.Var, func(use inspector.Cursor) bool {
		if call := source.ArgumentOf(use); call != nil && call.Args[0] == use.Node() {
			_, ok := source.CallTo(r.Info, call, "io", "WriteString")
			calls = append(calls, call)
			return ok && r.Universe(call.Pos(), "byte")
		}
		return use.ParentEdgeKind() == edge.SelectorExpr_X && source.Parens(use.Parent()).ParentEdgeKind() == edge.CallExpr_Fun
	})
	if !methods || len(calls) == 0 || r.Pkg.Captured(h.Var) || len(r.Pkg.Writes(h.Var)) > 0 {
		return
	}
	var edits []source.TextEdit
	for _, call := range calls {
		s := call.Args[1]
		edits = append(edits, source.Replace(call.Pos(), s.Pos(), h.Var.Name()+".Write([]byte("), source.Insert(s.End(), ")"))
	}
	r.Report(rule.Finding{
		At:      h.call,
		Message: "io.WriteString takes the hash as an interface",
		Title:   "Write bytes to the hash",
		Class:   rule.Safe,
		Edits:   edits,
	})
}
