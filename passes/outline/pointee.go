package outline

import (
	"go/ast"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
)

// A pointee is an object that only a result points to:
//
//	&T{…}    &v    newT(…)
type pointee struct {
	result ast.Expr // &T{…}, &v or newT(…), without parentheses
	value  ast.Expr // T{…}, v or newT(…)
}

// deref returns the edit that returns the object instead of the pointer.
//
//	return &T{a: 1}    return newT(1)
//	---------------    --------------
//	return T{a: 1}     return *newT(1)
func (p pointee) deref() source.TextEdit {
	if p.result == p.value {
		return source.Insert(p.value.Pos(), "*")
	}
	return source.Replace(p.result.Pos(), p.value.Pos(), "")
}

// text returns the object as source text.
func (p pointee) text(f *source.File) string {
	if p.result == p.value {
		return "*" + f.Text(p.value)
	}
	return f.Text(p.value)
}

// maxCopied is the size in bytes up to which an object that a called function makes is copied to the memory of the
// caller. That is less work than to allocate, clear and collect as many bytes on the heap.
const maxCopied = 2 << 10

// limit is the size in bytes up to which the object is copied, which is less for a variable: that is copied once more.
func (p pointee) limit() int64 {
	if p.result == p.value {
		return maxCopied
	}
	return inline.MaxValue
}

// literal reports whether the object is a composite literal, which need not be copied.
func (p pointee) literal() bool {
	_, ok := ast.Unparen(p.value).(*ast.CompositeLit)
	return ok
}

// pointee recognises the object that the result e of a function points to.
func (s *outliner) pointee(e ast.Expr) (pointee, bool) {
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return pointee{e, e.X}, retain.IsOwn(s.Pkg, e)
	case *ast.CallExpr:
		return pointee{e, e}, retain.Makes(s.Pkg, e)
	}
	return pointee{}, false
}
