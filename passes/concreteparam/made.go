package concreteparam

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// made moves the constructor of a hash, which all calls pass, into the function: where a hash is made and used in one
// function, the compiler knows its type, which is not exported.
//
//	func sum(h hash.Hash, b []byte) []byte { … h.Write(b) … }     sum(sha1.New(), b)
//	-----------------------------------------------------------------------------------
//	func sum(b []byte) []byte { h := sha1.New(); … h.Write(b) … }     sum(b)
func (s *finder) made(p parameter) bool {
	first, ok := s.making(p, p.calls[0])
	if !ok || !types.Identical(s.Info.TypeOf(first), p.v().Type()) {
		return false
	}
	fn := source.Func(s.Info, first)
	for _, cur := range p.calls {
		call := cur.Node().(*ast.CallExpr)
		if making, ok := s.making(p, cur); !ok || source.Func(s.Info, making) != fn || !effect.Pure(s.Info, others(call, p.i)...) {
			return false
		}
	}
	q, edits, ok := p.File.Import(fn.Pkg().Path(), fn.Name(), p.Decl.Body.Lbrace+1)
	if !ok || p.File.Jumps(p.Decl.Pos()) {
		return false
	}
	params, name := p.Decl.Type.Params, p.field.Names[0].Name
	edits = append(edits, source.Without(params.List, slices.Index(params.List, p.field), params.Closing), p.File.Before(p.Decl.Body.List[0], name+" := "+q+fn.Name()+"()"))
	for _, cur := range p.calls {
		call := cur.Node().(*ast.CallExpr)
		edits = append(edits, source.Without(call.Args, p.i, call.Rparen))
	}
	s.Report(rule.Finding{
		At:      first,
		Message: "a hash is made for " + p.Name() + ", which calls its methods through an interface",
		Title:   "make the hash in " + p.Name(),
		Class:   rule.Safe,
		Edits:   edits,
	})
	return true
}

// making returns the call that makes a hash, if that is the argument of the call at cur.
func (s *finder) making(p parameter, cur inspector.Cursor) (*ast.CallExpr, bool) {
	call := cur.Node().(*ast.CallExpr)
	if p.i >= len(call.Args) || s.Pkg.FileOf(call) == nil {
		return nil, false
	}
	making, ok := ast.Unparen(call.Args[p.i]).(*ast.CallExpr)
	if !ok || len(making.Args) > 0 {
		return nil, false
	}
	known := stdlib.Of(source.Func(s.Info, making))
	return making, known.Resets == "digest" || known.Whole != ""
}

// others returns the operands of a call without argument i: the other arguments, and x of x.f(…).
func others(call *ast.CallExpr, i int) []ast.Expr {
	list := slices.Delete(slices.Clone(call.Args), i, i+1)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		list = append(list, sel.X)
	}
	return list
}
