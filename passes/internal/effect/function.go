package effect

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Function returns what calling fn, a function of the package, may do besides evaluating
// its operands. Of a function without a body here nothing is known.
func Function(pkg *source.Package, fn *types.Func) Summary {
	if s, ok := functions(pkg).summaries[fn.Origin()]; ok {
		return s
	}
	return Summary{Calls: []string{fn.Name()}}
}

// Frames reports whether something in n depends on whose frame it runs in: recover, or
// what looks at the frames of callers, as far as the package shows.
func Frames(pkg *source.Package, n ast.Node) bool {
	for m := range ast.Preorder(n) {
		switch m := m.(type) {
		case *ast.CallExpr:
			if source.IsBuiltin(pkg.Info, m, "recover") {
				return true
			}
		case *ast.Ident:
			if fn, ok := pkg.Info.Uses[m].(*types.Func); ok && (looks(pkg, fn) || functions(pkg).frames[fn.Origin()]) {
				return true
			}
		}
	}
	return false
}

// looks reports whether fn, of another package, may look at frames of its callers.
func looks(pkg *source.Package, fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg() != pkg.Types && (fn.Name() == "Helper" || stdlib.Of(fn).Frames)
}

// Mentions lists the functions of the package that n mentions, in source order.
func Mentions(pkg *source.Package, n ast.Node) []*types.Func {
	var list []*types.Func
	for m := range ast.Preorder(n) {
		if id, ok := m.(*ast.Ident); ok {
			if fn, ok := pkg.Info.Uses[id].(*types.Func); ok && fn.Pkg() == pkg.Types {
				list = append(list, fn.Origin())
			}
		}
	}
	return list
}

// Body returns the body of fn, nil if it has none in the package.
func Body(pkg *source.Package, fn *types.Func) *ast.BlockStmt { return body(pkg, fn) }

func body(pkg *source.Package, fn *types.Func) *ast.BlockStmt {
	if fn == nil || fn.Pkg() != pkg.Types {
		return nil
	}
	cur, ok := pkg.Def(fn.Origin())
	if !ok {
		return nil
	}
	decl, ok := cur.Parent().Node().(*ast.FuncDecl)
	if !ok {
		return nil // a method of an interface
	}
	return decl.Body
}

// An index has what is known of the functions of one package.
type index struct {
	summaries map[*types.Func]Summary
	frames    map[*types.Func]bool // those that may look at frames of their callers
}

type indexKey struct{}

// functions sums up the functions of the package, once.
func functions(pkg *source.Package) *index {
	return pkg.Once(indexKey{}, func() any { return newIndex(pkg) }).(*index)
}

// newIndex walks every function once, and then hands effects from callees to callers until
// nothing changes.
func newIndex(pkg *source.Package) *index {
	x := &index{summaries: make(map[*types.Func]Summary), frames: make(map[*types.Func]bool)}
	calls, mentions := make(map[*types.Func][]*types.Func), make(map[*types.Func][]*types.Func)
	for _, obj := range pkg.Info.Defs {
		fn, ok := obj.(*types.Func)
		if !ok || body(pkg, fn) == nil {
			continue
		}
		w := walker{pkg: pkg, info: pkg.Info, callees: make(map[*types.Func]bool)}
		w.node(body(pkg, fn))
		w.Reads = w.Reads || w.mapLen
		x.summaries[fn] = w.Summary
		for callee := range w.callees {
			calls[callee] = append(calls[callee], fn)
		}
		for _, callee := range Mentions(pkg, body(pkg, fn)) {
			mentions[callee] = append(mentions[callee], fn)
		}
		for m := range ast.Preorder(body(pkg, fn)) {
			if call, ok := m.(*ast.Ident); ok {
				callee, ok := pkg.Info.Uses[call].(*types.Func)
				x.frames[fn] = x.frames[fn] || ok && looks(pkg, callee)
			}
		}
	}
	for fn := range x.summaries {
		spread(fn, calls, func(caller, callee *types.Func) bool {
			before := x.summaries[caller]
			after := before
			after.add(x.summaries[callee])
			x.summaries[caller] = after
			return !same(before, after)
		})
		spread(fn, mentions, func(caller, callee *types.Func) bool {
			changed := x.frames[callee] && !x.frames[caller]
			x.frames[caller] = x.frames[caller] || x.frames[callee]
			return changed
		})
	}
	return x
}

// spread calls give for the callers of fn, and for those of each that give changes.
func spread(fn *types.Func, callers map[*types.Func][]*types.Func, give func(caller, callee *types.Func) bool) {
	for queue := []*types.Func{fn}; len(queue) > 0; queue = queue[1:] {
		for _, caller := range callers[queue[0]] {
			if give(caller, queue[0]) {
				queue = append(queue, caller)
			}
		}
	}
}

// same reports whether two summaries of one function are the same.
func same(a, b Summary) bool {
	return a.Reads == b.Reads && a.Writes == b.Writes && len(a.Calls) == len(b.Calls) && a.Methods == b.Methods &&
		a.Panics == b.Panics && a.Allocates == b.Allocates && a.Waits == b.Waits
}

// Callee returns what the call may do besides evaluating its operands: that of a function of
// the package. ok is false for others.
func Callee(pkg *source.Package, call *ast.CallExpr) (s Summary, ok bool) {
	fn := typeutil.StaticCallee(pkg.Info, call)
	if fn == nil || body(pkg, fn) == nil {
		return Summary{}, false
	}
	return Function(pkg, fn), true
}
