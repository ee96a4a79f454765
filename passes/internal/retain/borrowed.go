package retain

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Trust is how far a Write or Read method can be relied upon not to retain its slice. io.Writer and
// io.Reader forbid that, and fmt, io.Copy and encoding/json rely on it; but in a program where each
// call has a buffer of its own, nobody notices a method that does.
type Trust int

const (
	// Refused: the method is seen to retain the slice, or may retain it and is of the package, or
	// may pass it on to a method of the package that is seen to retain it.
	Refused Trust = iota
	// Doubted: the method may pass the slice on to a method that may retain it.
	Doubted
	// Borrowed: nothing is known against the method. Methods of other packages are trusted
	// unless their source retains the slice, those of other modules behind an interface always.
	Borrowed
)

// The caveats of [Checker.Doubted] and [Checker.Copied].
var (
	borrowedCaveat = rule.Contract.Caveat("no Write or Read of this module may keep the slice it is given")
	copyCaveat     = rule.Contract.Caveat("the other side of io.Copy must not keep the buffer")
)

// Caveats returns what may differ after a fix that uses the memory again, as far as the uses that
// were judged tell.
func (k *Checker) Caveats() (list []rule.Caveat) {
	if k.Doubted {
		list = append(list, borrowedCaveat)
	}
	if k.Copied {
		list = append(list, copyCaveat)
	}
	return append(list, k.trustCaveats()...)
}

// Stands reports whether call makes a reader or writer of bufio or compress on the operand, which
// its method Reset puts on another operand as if it were new, and returns the caveats of a fix that
// calls Reset. The operand is not nil, and does not retain what it is given; for bufio it is surely
// no reader or writer of bufio, which would be returned as it is.
func Stands(pkg *source.Package, call *ast.CallExpr) (caveats []rule.Caveat, ok bool) {
	fn := source.Func(pkg.Info, call)
	if known := stdlib.Of(fn); known.Resets != "stream" || !known.Wraps.Has(0) || len(call.Args) != 1 || call.Ellipsis.IsValid() || pkg.Info.Types[call.Args[0]].IsNil() {
		return nil, false
	}
	t := pkg.Info.TypeOf(call.Args[0])
	if fn.Pkg().Path() == "bufio" && (types.IsInterface(t) || source.IsNamed(t, "bufio", "Reader") || source.IsNamed(t, "bufio", "Writer")) {
		return nil, false
	}
	trust := Trusted(pkg, t)
	return (&Checker{Doubted: trust == Doubted}).Caveats(), trust != Refused
}

// Trusted returns how far a value of type t may be written to, or read from, with memory that is
// used again. A nil type is Refused.
func Trusted(pkg *source.Package, t types.Type) Trust {
	if t == nil {
		return Refused
	}
	trust := Borrowed
	for _, name := range []string{"Write", "Read"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, pkg.Types, name)
		if fn, ok := obj.(*types.Func); ok && ioMethod(fn) {
			trust = min(trust, trusted(pkg, fn))
		}
	}
	return trust
}

// trusted is [Trusted] for fn, a Write or Read method.
func trusted(pkg *source.Package, fn *types.Func) Trust {
	switch {
	case stdlib.TypeOf(fn.Signature().Recv().Type()).Last:
		return Borrowed
	case types.IsInterface(fn.Signature().Recv().Type()):
	case fn.Pkg() == pkg.Types && !forgets(pkg, fn.Origin()), fn.Pkg() != pkg.Types && pkg.Retains(fn):
		return Refused
	}
	return behind(pkg)
}

// behind returns how far the types of the module can be relied upon. Any of them may stand behind
// an interface, or a writer of another package.
func behind(pkg *source.Package) Trust {
	trust := Borrowed
	if pkg.HasRetainers() {
		trust = Doubted
	}
	for _, obj := range pkg.Info.Defs {
		fn, ok := obj.(*types.Func)
		if !ok || !ioMethod(fn) || types.IsInterface(fn.Signature().Recv().Type()) {
			continue
		}
		if forgets(pkg, fn) {
			continue
		}
		trust = min(trust, Doubted)
		for _, use := range pkg.Uses(fn.Signature().Params().At(0)) {
			if stored(pkg, use) {
				trust = Refused
			}
		}
	}
	return trust
}

// borrowable records that the memory is given to readers and writers, and reports whether it may
// be.
func (k *Checker) borrowable(trust Trust) bool {
	k.Escapes = true
	k.Doubted = k.Doubted || trust == Doubted
	return trust != Refused
}

// borrowedByMethod is [Checker.borrowable] for the call of fn, a Write or Read method.
func (k *Checker) borrowedByMethod(fn *types.Func) bool {
	switch {
	case !k.inside:
		return k.borrowable(trusted(k.Pkg, fn))
	case fn.Pkg() == k.Pkg.Types && !types.IsInterface(fn.Signature().Recv().Type()):
		return k.forgets(fn.Origin(), 0)
	}
	return true
}

// borrowedBy is [Checker.borrowable] for values.
func (k *Checker) borrowedBy(readersAndWriters ...ast.Expr) bool {
	trust := Borrowed
	if k.inside {
		return true
	}
	for _, e := range readersAndWriters {
		trust = min(trust, Trusted(k.Pkg, k.Pkg.Info.TypeOf(e)))
	}
	return k.borrowable(trust)
}

// maxCalls is how many functions of the package a question is followed through that is no [question].
const maxCalls = 3

// forgets reports whether fn, a Write or Read method, retains nothing of its argument. It trusts
// the methods behind interfaces, which [behind] looks at one by one.
func forgets(pkg *source.Package, fn *types.Func) bool {
	k := &Checker{Pkg: pkg, Kind: borrowed, inside: true}
	return k.forgets(fn, 0)
}

// forgets reports whether fn retains nothing of its parameter i, a slice or a map.
func (k *Checker) forgets(fn *types.Func, i int) bool {
	return k.Pkg.FuncBody(fn) != nil && k.ask(k.given(fn.Signature().Params().At(i)))
}

// given is the question about a parameter that is given the slice or map.
func (k *Checker) given(v *types.Var) question {
	q := question{v: v, kind: borrowed, inside: k.inside, exact: k.exact || k.Kind == EmptySlice || k.Kind == FullSlice || k.Kind == Buffer}
	if k.Kind == Table {
		q.kind = Table
	}
	return q
}

// passedOn judges f(…, s, …) of a function f of the package, at the argument i of the call at cur.
func (k *Checker) passedOn(cur inspector.Cursor, i int) bool {
	return k.gives(cur, k.params(cur.Node().(*ast.CallExpr), i), k.given(nil))
}

// shortened judges s = s[i:] at either side, which a borrowed slice allows, and Shrinks.
func (k *Checker) shortened(cur inspector.Cursor) bool {
	_, i := cur.ParentEdge()
	s, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || k.Kind != borrowed && !k.Shrinks || s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) {
		return false
	}
	part, ok := ast.Unparen(s.Rhs[i]).(*ast.SliceExpr)
	return ok && k.is(s.Lhs[i]) && k.is(part.X)
}

// stored is [Stored] for the slice at cur, or a part of it.
func stored(pkg *source.Package, cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	for cur.ParentEdgeKind() == edge.SliceExpr_X {
		cur = source.Parens(cur.Parent())
	}
	return Stored(pkg, cur)
}

// Stored reports whether the value at cur is stored beyond local variables: in a literal, a map, a
// slice, a field, a channel, a variable of the package, or what a pointer points to.
//
//	T{v}    m[v] = x    x.f = v    s[i] = v    *p = v    list = append(list, v)    ch <- v
func Stored(pkg *source.Package, cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	switch kind, i := cur.ParentEdge(); kind {
	case edge.SendStmt_Value, edge.CompositeLit_Elts, edge.KeyValueExpr_Value:
		return true
	case edge.IndexExpr_Index:
		index := source.Parens(cur.Parent())
		_, isMap := source.Core(pkg.Info.TypeOf(index.Node().(*ast.IndexExpr).X)).(*types.Map)
		return isMap && (index.ParentEdgeKind() == edge.AssignStmt_Lhs || index.ParentEdgeKind() == edge.IncDecStmt_X)
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		return i > 0 && source.IsBuiltin(pkg.Info, call, "append") && !call.Ellipsis.IsValid()
	case edge.AssignStmt_Rhs:
		s := cur.Parent().Node().(*ast.AssignStmt)
		if len(s.Lhs) != len(s.Rhs) {
			return false
		}
		_, field := ast.Unparen(s.Lhs[i]).(*ast.SelectorExpr)
		_, element := ast.Unparen(s.Lhs[i]).(*ast.IndexExpr)
		_, pointed := ast.Unparen(s.Lhs[i]).(*ast.StarExpr)
		id, isName := ast.Unparen(s.Lhs[i]).(*ast.Ident)
		return field || element || pointed || isName && pkg.Info.Uses[id] != nil && pkg.Info.Uses[id].Parent() == pkg.Types.Scope()
	}
	return false
}
