package effect

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/types"
	"io"
	"path/filepath"
	"strings"

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

// Body returns the body of fn in every build, nil if it has none in the package, or lies in
// a file of which others have another version.
func Body(pkg *source.Package, fn *types.Func) *ast.BlockStmt {
	if fn == nil || fn.Pkg() != pkg.Types {
		return nil
	}
	return bodies(pkg)[fn.Origin()]
}

type bodiesKey struct{}

// bodies maps the functions of the package to their bodies, but for those in files that
// belong to some builds only.
func bodies(pkg *source.Package) map[*types.Func]*ast.BlockStmt {
	return pkg.Once(bodiesKey{}, func() any {
		all, everywhere := make(map[*types.Func]*ast.BlockStmt), make(map[ast.Node]bool)
		for _, obj := range pkg.Info.Defs {
			fn, isFunc := obj.(*types.Func)
			if !isFunc {
				continue
			}
			cur, _ := pkg.Def(fn)
			decl, isDecl := cur.Parent().Node().(*ast.FuncDecl)
			if !isDecl || decl.Body == nil {
				continue // a method of an interface, or assembly
			}
			file := cur.Parent().Parent().Node()
			if _, seen := everywhere[file]; !seen {
				everywhere[file] = unconstrained(pkg, file.(*ast.File))
			}
			if everywhere[file] {
				all[fn] = decl.Body
			}
		}
		return all
	}).(map[*types.Func]*ast.BlockStmt)
}

// unconstrained reports whether neither a line in the file nor its name says for which
// builds it is.
func unconstrained(pkg *source.Package, f *ast.File) bool {
	for _, group := range f.Comments {
		for _, line := range group.List {
			if line.Pos() < f.Package && constraint.IsGoBuild(line.Text) {
				return false
			}
		}
	}
	nowhere := build.Context{GOOS: "none", GOARCH: "none", OpenFile: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package p")), nil
	}}
	match, err := nowhere.MatchFile("", filepath.Base(pkg.Fset.File(f.FileStart).Name()))
	return err == nil && match
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
	for fn, body := range bodies(pkg) {
		w := walker{pkg: pkg, info: pkg.Info, callees: make(map[*types.Func]bool)}
		w.node(body)
		w.Reads = w.Reads || w.mapLen
		x.summaries[fn] = w.Summary
		for callee := range w.callees {
			calls[callee] = append(calls[callee], fn)
		}
		for _, callee := range Mentions(pkg, body) {
			mentions[callee] = append(mentions[callee], fn)
		}
		for m := range ast.Preorder(body) {
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
	return a.Reads == b.Reads && a.World == b.World && a.Prints == b.Prints && a.Writes == b.Writes && len(a.Calls) == len(b.Calls) && a.Methods == b.Methods &&
		a.Panics == b.Panics && a.Follows == b.Follows && a.Allocates == b.Allocates && a.Waits == b.Waits
}

// Callee returns what the call may do besides evaluating its operands: that of a function of
// the package. ok is false for others.
func Callee(pkg *source.Package, call *ast.CallExpr) (s Summary, ok bool) {
	fn := typeutil.StaticCallee(pkg.Info, call)
	if fn == nil || Body(pkg, fn) == nil {
		return Summary{}, false
	}
	return Function(pkg, fn), true
}
