package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Function returns what calling fn, a function of the package, may do besides evaluating its
// operands. A function without a known body is unknown code.
func Function(pkg *source.Package, fn *types.Func) Summary {
	if s, ok := summaries(pkg)[fn.Origin()]; ok {
		return s
	}
	return Summary{Calls: []string{fn.Name()}}
}

// Frames reports whether code in n depends on the frame that it runs in: it recovers, or calls what
// may look at the frames of callers, as far as the package shows.
func Frames(pkg *source.Package, n ast.Node) bool {
	return source.Any(n, func(call *ast.CallExpr) bool {
		return !source.IsConversion(pkg.Info, call) && (source.IsBuiltin(pkg.Info, call, "recover") || framed(pkg).called(pkg, call))
	})
}

// looks reports whether fn may look at frames of its callers, and has no body in [declared] that
// says so: it is of another package, or another build may replace it.
func looks(pkg *source.Package, fn *types.Func) bool {
	switch fn.Pkg() {
	case nil:
		return false
	case pkg.Types:
		return !pkg.Everywhere(fn) && pkg.LooksAtFrames(fn)
	}
	return fn.Name() == "Helper" || stdlib.Of(fn).Frames || pkg.LooksAtFrames(fn)
}

// A frameSet has the functions that may look at frames of their callers.
type frameSet struct {
	// funcs are all that the package mentions, its own functions among them.
	funcs map[*types.Func]bool
	// methods are the names of methods of the package in funcs.
	methods map[string]bool
	// values: one of funcs is used other than by calling it.
	values bool
}

// called reports whether the call may be one of a function in the set.
func (s *frameSet) called(pkg *source.Package, call *ast.CallExpr) bool {
	switch fn := typeutil.Callee(pkg.Info, call).(type) {
	case *types.Func:
		recv := fn.Signature().Recv()
		return s.funcs[fn.Origin()] || recv != nil && types.IsInterface(recv.Type()) && s.methods[fn.Name()]
	case *types.Builtin:
		return false
	}
	return s.values
}

type framedKey struct{}

// framed returns the functions that may look at frames of their callers, or mention one that may.
func framed(pkg *source.Package) *frameSet {
	return pkg.Once(framedKey{}, func() any {
		s := &frameSet{make(map[*types.Func]bool), make(map[string]bool), false}
		mentions := make(map[*types.Func][]*types.Func)
		for fn, body := range declared(pkg) {
			for _, callee := range Mentions(pkg, body) {
				mentions[callee] = append(mentions[callee], fn)
			}
		}
		for callee := range mentions {
			if looks(pkg, callee) {
				s.funcs[callee] = true
				spread(callee, mentions, func(caller, _ *types.Func) bool {
					before := s.funcs[caller]
					s.funcs[caller] = true
					return !before
				})
			}
		}
		for fn := range s.funcs {
			if fn.Pkg() == pkg.Types && fn.Signature().Recv() != nil {
				s.methods[fn.Name()] = true
			}
			s.values = s.values || slices.ContainsFunc(pkg.Uses(fn), isValue)
		}
		return s
	}).(*frameSet)
}

// isValue reports whether a function whose name is at cur is used other than by calling it.
func isValue(cur inspector.Cursor) bool {
	if cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	return source.Parens(cur).ParentEdgeKind() != edge.CallExpr_Fun
}

// Mentions lists the functions that n mentions, in source order.
func Mentions(pkg *source.Package, n ast.Node) []*types.Func {
	var list []*types.Func
	for id := range source.Idents(n) {
		if fn, ok := pkg.Info.Uses[id].(*types.Func); ok {
			list = append(list, fn.Origin())
		}
	}
	return list
}

type initialKey struct{}

// Initializes reports whether initializing a package-level variable may need the function around
// cur, as for [Initializers]. It is true outside of functions.
func Initializes(pkg *source.Package, files []*ast.File, cur inspector.Cursor) bool {
	funcs := pkg.Once(initialKey{}, func() any {
		_, funcs := Initializers(pkg, files)
		return funcs
	}).(map[*types.Func]bool)
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn, _ := pkg.Info.Defs[decl.Node().(*ast.FuncDecl).Name].(*types.Func)
		return funcs[fn]
	}
	return true
}

// Initializers returns what initializes the package-level variables of the files: their
// declarations, and the bodies of the functions that these mention, directly or through others,
// which are the keys of funcs. What such a function mentions decides which variable is initialized
// first; a method that is called through an interface does not count.
func Initializers(pkg *source.Package, files []*ast.File) (nodes []ast.Node, funcs map[*types.Func]bool) {
	for _, f := range files {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.GenDecl); ok && decl.Tok == token.VAR {
				nodes = append(nodes, decl)
			}
		}
	}
	funcs = make(map[*types.Func]bool)
	for i := 0; i < len(nodes); i++ {
		for _, fn := range Mentions(pkg, nodes[i]) {
			if body := pkg.FuncBody(fn); body != nil && !funcs[fn] {
				funcs[fn] = true
				nodes = append(nodes, body)
			}
		}
	}
	return nodes, funcs
}

type declaredKey struct{}

// declared maps the functions of the package to their bodies. Functions that another build may
// replace are left out.
func declared(pkg *source.Package) map[*types.Func]*ast.BlockStmt {
	return pkg.Once(declaredKey{}, func() any {
		all := make(map[*types.Func]*ast.BlockStmt)
		for _, obj := range pkg.Info.Defs {
			fn, _ := obj.(*types.Func)
			if body := pkg.FuncBody(fn); body != nil {
				all[fn] = body
			}
		}
		return all
	}).(map[*types.Func]*ast.BlockStmt)
}

type summariesKey struct{}

// summaries returns the summaries of the functions of the package.
func summaries(pkg *source.Package) map[*types.Func]Summary {
	return pkg.Once(summariesKey{}, func() any { return sumUp(pkg) }).(map[*types.Func]Summary)
}

// sumUp walks every function once, and adds effects of callees to callers until nothing changes.
func sumUp(pkg *source.Package) map[*types.Func]Summary {
	all := make(map[*types.Func]Summary)
	calls := make(map[*types.Func][]*types.Func)
	for fn, body := range declared(pkg) {
		w := walker{pkg: pkg, info: pkg.Info, callees: make(map[*types.Func]bool)}
		w.node(body)
		w.Reads = w.Reads || w.mapLen
		all[fn] = w.Summary
		for callee := range w.callees {
			calls[callee] = append(calls[callee], fn)
		}
	}
	for fn := range all {
		spread(fn, calls, func(caller, callee *types.Func) bool {
			before := all[caller]
			after := before
			after.add(all[callee])
			all[caller] = after
			return !same(before, after)
		})
	}
	return all
}

// spread calls give for the callers of fn, and for the callers of each caller for which give
// returned true.
func spread(fn *types.Func, callers map[*types.Func][]*types.Func, give func(caller, callee *types.Func) bool) {
	for queue := []*types.Func{fn}; len(queue) > 0; queue = queue[1:] {
		for _, caller := range callers[queue[0]] {
			if give(caller, queue[0]) {
				queue = append(queue, caller)
			}
		}
	}
}

// same reports whether two summaries are equal, of which one has all effects of the other.
func same(a, b Summary) bool {
	return a.Reads == b.Reads && a.World == b.World && a.Prints == b.Prints && a.Writes == b.Writes && len(a.Calls) == len(b.Calls) && a.Methods == b.Methods &&
		a.Panics == b.Panics && a.Follows == b.Follows && a.Allocates == b.Allocates && a.Waits == b.Waits
}
