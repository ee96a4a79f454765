package retain

import (
	"go/ast"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// A question is whether all uses of a variable leave the memory alone that it is given: of a parameter of a function that is
// called, or of a local variable that the memory is assigned to.
type question struct {
	v    *types.Var
	kind Kind
	of   types.Type // see Checker.of

	exact, inside bool // see Checker
	returns       bool // the function may return the memory
	deferred      bool // of a function: it may be called when the function around it returns
	appends       bool // the function returns v, with what it appends; see Checker.appendsTo
	callers       bool // see Checker.Callers
	// by is the function whose result v is, and whose callers are meant; nil for other variables.
	by *types.Func
}

// An answer is what is known of a question, with what is to be said of the code that was looked at.
type answer struct{ lets, doubted, escapes, copied bool }

// An inquiry is the questions that are being answered, in the order in which they came up, and behind each those with an
// answer that rests on it.
type inquiry struct {
	open []question
	at   map[question]int // in open
}

type answersKey struct{}

// ask answers a question, and records what is to be said of the answer.
//
// The answers are the greatest fixpoint: a question that comes up while it is being answered is answered with yes. That is sound
// since memory is retained by one statement, behind finitely many calls and assignments that hand it on. Each of those is a
// use of a variable of which a question was asked; the last one hands the memory to no variable, and is judged without an
// assumption. A no is final. A yes is forgotten if a question in front of it gets a no, as it may rest on that, and is
// final once it rests on no question that is open.
func (k *Checker) ask(q question) bool {
	answers := k.Pkg.Once(answersKey{}, func() any { return new(sync.Map) }).(*sync.Map)
	if known, ok := answers.Load(q); ok {
		return k.told(known.(answer))
	}
	if k.inquiry == nil {
		k.inquiry = &inquiry{at: make(map[question]int)}
	}
	in, i := k.inquiry, len(k.inquiry.open)
	if open, ok := in.at[q]; ok {
		k.rests = min(k.rests, open)
		return true
	}
	in.open, in.at[q] = append(in.open, q), i
	inner := &Checker{Pkg: k.Pkg, Var: q.v, Kind: q.kind, of: q.of, Deferred: q.kind != called || q.deferred, exact: q.exact, inside: q.inside, asked: &q, inquiry: in, rests: i}
	a := answer{inner.answers(), inner.Doubted, inner.Escapes, inner.Copied}
	if a.lets && inner.rests < i {
		k.rests = min(k.rests, inner.rests)
		return k.told(a)
	}
	for _, later := range in.open[i:] {
		delete(in.at, later)
		if a.lets {
			answers.Store(later, a)
		}
	}
	in.open = in.open[:i]
	answers.Store(q, a)
	return k.told(a)
}

// answers reports whether all uses that the question is about leave the memory alone.
func (k *Checker) answers() bool {
	switch {
	case k.asked.by != nil:
		return k.calledHere(k.asked.by)
	case k.asked.appends:
		return k.appendsTo()
	}
	return k.All()
}

// calledHere reports whether the function is only called in the package, where its result is left alone.
func (k *Checker) calledHere(fn *types.Func) bool {
	t, ok := inline.Declared(k.Pkg, fn)
	if !ok {
		return false
	}
	calls, ok := t.Calls()
	return ok && !slices.ContainsFunc(calls, func(call inspector.Cursor) bool {
		return !source.RunsLater(call) && !k.result(source.Parens(call), fn.Signature().Results(), k.Kind)
	})
}

// told records what is to be said of an answer.
func (k *Checker) told(a answer) bool {
	if a.lets {
		k.Doubted, k.Escapes, k.Copied = k.Doubted || a.doubted, k.Escapes || a.escapes, k.Copied || a.copied
	}
	return a.lets
}

// gives reports whether the call at cur, of functions of the package, leaves the memory alone that becomes their parameters.
// The functions may return it if the result is left alone, too.
func (k *Checker) gives(cur inspector.Cursor, params []*types.Var, q question) bool {
	q.inside = k.inside
	for _, q.v = range params {
		if k.ask(q) {
			continue
		}
		maybe := q
		maybe.returns = true
		sig, _ := source.Core(k.Pkg.Info.TypeOf(cur.Node().(*ast.CallExpr).Fun)).(*types.Signature)
		if q.kind != Large && q.kind != borrowed || sig == nil || !k.result(source.Parens(cur), sig.Results(), q.kind) || !k.ask(maybe) {
			return false
		}
	}
	return len(params) > 0
}

// result reports whether the memory is left alone that the call at cur may return.
func (k *Checker) result(cur inspector.Cursor, results *types.Tuple, kind Kind) bool {
	leads := -1
	for i := range results.Len() {
		if leadsTo(results.At(i).Type(), kind) && leads >= 0 {
			return false
		} else if leadsTo(results.At(i).Type(), kind) {
			leads = i
		}
	}
	switch {
	case leads < 0:
		return false
	case cur.ParentEdgeKind() == edge.ExprStmt_X:
		return true
	case results.Len() > 1:
		return k.into(cur, leads, kind)
	case kind == Large:
		return k.Points(cur)
	}
	return k.slice(cur)
}

// follows reports whether the memory that the pointer or slice at cur leads to is left alone by the variable that it is
// assigned to, or by the caller, if it is returned.
//
//	cur := p    prev = cur    part := b[i:j]    return p
func (k *Checker) follows(cur inspector.Cursor, kind Kind) bool {
	cur = source.Parens(cur)
	_, i := cur.ParentEdge()
	ret, ok := cur.Parent().Node().(*ast.ReturnStmt)
	if !ok {
		return k.into(cur, i, kind)
	}
	outer, _ := source.EnclosingFunc(cur)
	decl, ok := outer.Node().(*ast.FuncDecl)
	if !ok || !k.mayReturn(kind) && !k.passesUp() {
		return false
	}
	fn := k.Pkg.Info.Defs[decl.Name].(*types.Func)
	results := fn.Signature().Results()
	if direct := len(ret.Results) == results.Len() && leadsTo(results.At(i).Type(), kind); !direct || k.mayReturn(kind) {
		return direct
	}
	q := k.given(results.At(i))
	q.callers, q.by = true, fn
	return kind == q.kind && k.ask(q)
}

// passesUp reports whether the function may return the memory to callers that leave it alone.
func (k *Checker) passesUp() bool { return k.Callers || k.asked != nil && k.asked.callers }

// into reports whether the statement around the expression at cur assigns its i-th value to a local variable that leaves
// the memory alone.
func (k *Checker) into(cur inspector.Cursor, i int, kind Kind) bool {
	var to ast.Expr
	switch s := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		to = s.Lhs[i]
	case *ast.ValueSpec:
		to = s.Names[i]
	}
	if to == nil || source.IsBlank(to) {
		return to != nil
	}
	w, ok := k.Pkg.LocalVar(to)
	if !ok || k.asked == nil && !k.Aliases || !leadsTo(w.Type(), kind) || w.Kind() == types.ResultVar && !k.mayReturn(kind) {
		return false
	}
	q := k.given(w)
	q.kind, q.returns, q.callers = kind, k.mayReturn(kind), k.passesUp()
	return k.ask(q)
}

// leadsTo reports whether a variable of type t leads to memory in the way of the kind: as a pointer or as a slice.
func leadsTo(t types.Type, kind Kind) bool {
	if kind == Large {
		return source.IsA[*types.Pointer](t)
	}
	return source.IsA[*types.Slice](t)
}

// mayReturn reports whether the function may return the memory, in the way of the kind.
func (k *Checker) mayReturn(kind Kind) bool {
	return k.asked != nil && k.asked.returns && k.asked.kind == kind
}

// params returns the parameters of functions of the package that the argument i of a call may become, nil if it may be given
// to other code. A method without an exported name that an interface of the package has is one that the package declares.
func (k *Checker) params(call *ast.CallExpr, i int) (all []*types.Var) {
	fn, _ := typeutil.Callee(k.Pkg.Info, call).(*types.Func)
	if fn == nil || fn.Pkg() != k.Pkg.Types || fn.Signature().Recv() == nil || !types.IsInterface(fn.Signature().Recv().Type()) {
		if fn, v := source.Parameter(k.Pkg.Info, call, i); v != nil && k.Pkg.FuncBody(fn) != nil {
			return []*types.Var{v}
		}
		return nil
	}
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn.Exported() || fn.Signature().Variadic() || k.Pkg.Info.Selections[sel].Kind() != types.MethodVal || k.Pkg.Elsewhere(fn.Name()) {
		return nil
	}
	for _, obj := range k.Pkg.Info.Defs {
		m, ok := obj.(*types.Func)
		if !ok || m.Name() != fn.Name() || m.Signature().Recv() == nil || types.IsInterface(m.Signature().Recv().Type()) {
			continue
		}
		if params := m.Signature().Params(); k.Pkg.FuncBody(m) != nil && i < params.Len() {
			all = append(all, params.At(i))
		} else {
			return nil
		}
	}
	k.Escapes = true
	return all
}
