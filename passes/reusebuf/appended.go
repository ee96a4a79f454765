package reusebuf

import (
	"go/ast"
	"go/types"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// appended recognises a copy, and the result of a function that appends to nothing: both are appended to
// the emptied buffer.
//
//	v := append([]T(nil), x...)    v := slices.Clone(x)          v := h.Sum(nil)
//	---------------------------    --------------------------    -------------------
//	v = append(v[:0], x...)        v = append(v[:0], x...)       v = h.Sum(v[:0])
func (r *reuser) appended(b *buffer, call *ast.CallExpr) bool {
	typ, ok := r.TypeText(b.v.Type(), b.around)
	if !ok || len(call.Args) == 0 || !source.IsA[*types.Slice](b.v.Type()) || r.Pkg.Mentions(call, b.v) > 0 || !r.emptied(b) {
		return false
	}
	front, behind := "", ""
	if of, edits := r.copied(call, ""); edits != nil {
		if !r.Universe(call.Pos(), "append") {
			return false
		}
		front, behind = "append(", ", "+r.Text(of)+"...)"
		b.fixed = source.IsConversion(r.Info, call) // the compiler may keep the bytes on the stack
	} else if r.onto(b, call) {
		front, behind = r.Text(call.Fun)+"(", r.Between(call.Args[0].End(), call.End())
	} else {
		return false
	}
	b.before, b.declare = nil, as("var %s "+typ)
	b.empty = func(name, _ string) string { return name + " = " + front + name + "[:0]" + behind }
	return true
}

// onto reports whether the call appends to its first argument, an empty slice, and returns the result. It
// notes the caveat of a hash that is not one of the library.
func (r *reuser) onto(b *buffer, call *ast.CallExpr) bool {
	if !r.Info.Types[call.Args[0]].IsNil() && !r.isNone(call.Args[0]) || call.Ellipsis.IsValid() && len(call.Args) == 1 {
		return false
	}
	if _, isSum := source.CallTo(r.Info, call, "hash", "Hash.Sum"); !isSum {
		return retain.Appends(r.Info, call)
	}
	hash := source.Receiver(r.Info, call)
	if hash == nil {
		return false
	}
	made, _ := r.Pkg.Only(hash)
	if constructor, ok := made.(*ast.CallExpr); !ok || stdlib.Of(source.Func(r.Info, constructor)).Size == "" {
		b.caveats = append(b.caveats, rule.Contract.Caveat(r.Text(call.Fun)+" must append, as hash.Hash says"))
	}
	return true
}
