package outline

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
)

// result splits a function all returns of which make a small object into one that returns
// the object, and one that takes its address in the caller's frame. It reports false if the
// function has another shape, or cannot be split.
func (s *outliner) result(t *inline.Func) bool {
	if !s.smallResult(t) || s.usesResults(t) {
		return false
	}
	star, ok := t.Decl.Type.Results.List[0].Type.(*ast.StarExpr)
	if !ok || t.File.HasComment(t.Decl.Type.Params.Pos(), t.Decl.Type.Params.End()) {
		return false // the type is an alias of a pointer, or has a comment
	}
	returns := t.Returns()
	var edits []source.TextEdit
	for _, ret := range returns {
		p, ok := s.pointee(ret.Values[0])
		if !ok {
			return false
		}
		edits = append(edits, p.deref())
	}
	of, at := s.Info.TypeOf(star.X), returns[0].Values[0]
	if inline.MayRecover(s.Info, t.Body()) || !s.repeatable(t, at, "") || !s.movable(t, at, of, types.NewPointer(of)) {
		return false
	}
	s.reportSplit(t, at, 0, "", append(edits, s.wrap(t, star.X))...)
	return true
}

// wrap returns the edit that puts a function of the old name in front of the body. The body
// becomes a function with a new name that returns the type typ.
//
//	func f(a int) *T {
//		…
//	------------------------
//	func f(a int) *T {
//		v := fValue(a)
//		return &v
//	}
//
//	// fValue makes what f returns, …
//	func fValue(a int) T {
//		…
func (s *outliner) wrap(t *inline.Func, typ ast.Expr) source.TextEdit {
	name := s.FreshBeside(t.Decl, inline.Small(t.Name())+"Value")
	v := s.Fresh(t.Decl.Body.Lbrace+1, "v")
	call, params := t.Forward(name, nil)
	return t.Insert(fmt.Sprintf("\t%s := %s\n\treturn &%s\n}\n\n// %s makes what %s returns, which is inlined\n// so that its callers can keep the result on the stack.\nfunc %s(%s) %s {\n", v, call, v, name, t.Name(), t.Method(name)+t.TypeParams(), params, t.File.Text(typ)))
}

// smallResult reports whether the function has a return, and a single result *T, where T is
// small and may be copied.
func (s *outliner) smallResult(t *inline.Func) bool {
	results := t.Obj.Signature().Results()
	if results.Len() != 1 {
		return false
	}
	p, ok := types.Unalias(results.At(0).Type()).(*types.Pointer)
	return ok && retain.IsObject(p.Elem()) && s.copyable(p.Elem(), inline.MaxValue) && len(t.Returns()) > 0
}
