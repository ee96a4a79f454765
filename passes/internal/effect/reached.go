package effect

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
)

// ReachedFrom returns the functions of the package that running n may call, directly or through
// others, as far as the package shows: functions that are mentioned; methods with the name of one
// that is called on an interface; where a function value is called, all functions that are used as
// values or that a literal mentions; and the methods of a type of the package that another package
// is given, unless it is known which it calls. Read and Write of an interface do not count: callers
// must say what those must not do.
func ReachedFrom(pkg *source.Package, n ast.Node) map[*types.Func]bool {
	g := reachesOf(pkg)
	reached := make(map[*types.Func]bool)
	queue := g.from(n)
	for ; len(queue) > 0; queue = queue[1:] {
		fn := queue[0]
		if reached[fn] {
			continue
		}
		reached[fn] = true
		queue = append(queue, g.edges[fn]...)
	}
	delete(reached, nil)
	return reached
}

// A reachGraph has what the functions of a package lead to; nil stands for any function value.
type reachGraph struct {
	pkg     *source.Package
	methods map[string][]*types.Func
	edges   map[*types.Func][]*types.Func
}

type reachesKey struct{}

func reachesOf(pkg *source.Package) *reachGraph {
	return pkg.Once(reachesKey{}, func() any {
		g := &reachGraph{pkg, methodsOf(pkg), make(map[*types.Func][]*types.Func)}
		for fn, body := range declared(pkg) {
			g.edges[fn] = g.from(body)
			if slices.ContainsFunc(pkg.Uses(fn), isValue) {
				g.edges[nil] = append(g.edges[nil], fn)
			}
			for lit := range source.Nodes[*ast.FuncLit](body) {
				g.edges[nil] = append(g.edges[nil], g.from(lit.Body)...)
			}
		}
		for _, f := range pkg.Files {
			for _, d := range f.Syntax.Decls {
				if decl, ok := d.(*ast.GenDecl); ok {
					g.edges[nil] = append(g.edges[nil], g.from(decl)...) // literals in variables of the package
				}
			}
		}
		return g
	}).(*reachGraph)
}

// methodsOf returns the methods that the package declares, by name.
func methodsOf(pkg *source.Package) map[string][]*types.Func {
	methods := make(map[string][]*types.Func)
	for fn := range declared(pkg) {
		if fn.Signature().Recv() != nil {
			methods[fn.Name()] = append(methods[fn.Name()], fn)
		}
	}
	return methods
}

// from returns the functions that the node itself mentions or calls.
func (g *reachGraph) from(n ast.Node) (list []*types.Func) {
	for _, fn := range Mentions(g.pkg, n) {
		recv := fn.Signature().Recv()
		switch {
		case fn.Pkg() == g.pkg.Types && (recv == nil || !types.IsInterface(recv.Type())):
			list = append(list, fn)
		case recv != nil && types.IsInterface(recv.Type()) && !source.IsIO(fn):
			list = append(list, g.methods[fn.Name()]...)
		}
	}
	for call := range source.Nodes[*ast.CallExpr](n) {
		if !source.IsConversion(g.pkg.Info, call) {
			list = append(list, g.called(call)...)
		}
	}
	return list
}

// streaming are functions of package io, with the only methods that they call on their arguments.
var streaming = map[string][]string{
	"io.ReadFull":    {"Read"},
	"io.ReadAtLeast": {"Read"},
	"io.WriteString": {"Write", "WriteString"},
}

// called returns the functions that a call may come to by its operands, or as a function value.
func (g *reachGraph) called(call *ast.CallExpr) (list []*types.Func) {
	switch fn := typeutil.Callee(g.pkg.Info, call).(type) {
	case *types.Builtin:
		return nil
	case *types.Func:
		if fn.Pkg() == g.pkg.Types {
			return nil
		}
	default:
		if _, isLit := ast.Unparen(call.Fun).(*ast.FuncLit); !isLit {
			return []*types.Func{nil}
		}
		return nil
	}
	only, known := streaming[source.Func(g.pkg.Info, call).FullName()]
	for _, arg := range call.Args {
		t := g.pkg.Info.TypeOf(arg)
		if t == nil {
			continue
		}
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		named, ok := types.Unalias(t).(*types.Named)
		if !ok || named.Obj().Pkg() != g.pkg.Types || types.IsInterface(t) {
			continue
		}
		for m := range types.NewMethodSet(types.NewPointer(named)).Methods() {
			if fn, ok := m.Obj().(*types.Func); ok && fn.Pkg() == g.pkg.Types && (!known || slices.Contains(only, fn.Name())) {
				list = append(list, fn.Origin())
			}
		}
	}
	return list
}
