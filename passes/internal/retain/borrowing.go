package retain

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// trusts records that the memory of the variable is given, at cur, to unknown code, and reports
// whether it may be: the call runs where it stands, is not seen to retain the memory, and returns
// nothing that may lead to it.
func (k *Checker) trusts(cur inspector.Cursor) bool {
	call, isCall := source.Parens(cur).Parent().Node().(*ast.CallExpr)
	if !k.Trusting || !isCall || call.Ellipsis.IsValid() || source.IsBuiltin(k.Pkg.Info, call) || source.RunsLater(source.Parens(cur).Parent()) || retained(k.Pkg, cur, 0) {
		return false
	}
	sig, ok := source.Core(k.Pkg.Info.TypeOf(call.Fun)).(*types.Signature)
	if !ok {
		return false
	}
	objects := []types.Type{k.typ()}
	_, list := k.Pkg.Info.TypeOf(cur.Node().(ast.Expr)).Underlying().(*types.Slice)
	switch _, i := source.Parens(cur).ParentEdge(); {
	case list && (k.Pkg.FuncBody(source.Func(k.Pkg.Info, call)) != nil || sig.Variadic() && i >= sig.Params().Len()-1 || toInterface(sig, i)):
		return false // a body that was refused already, or a copy of the slice header on the heap
	case k.Kind == Buffer, k.Kind == Stream:
		objects = append(objects, types.NewSlice(types.Typ[types.Byte])) // the contents
	case k.Kind == borrowed && k.asked == nil && list && !k.methodStores(source.Func(k.Pkg.Info, call), i): // of an array
		objects = append(objects, k.Pkg.Info.TypeOf(cur.Node().(ast.Expr)))
	case k.Kind != EmptySlice && k.Kind != FullSlice:
		return false
	}
	if slices.ContainsFunc(objects, func(t types.Type) bool { return MayReturn(sig, t) }) {
		return false
	}
	if name := types.ExprString(call.Fun); !slices.Contains(k.trusted, name) {
		k.trusted = append(k.trusted, name)
	}
	fn := source.Func(k.Pkg.Info, call) // escape analysis follows a static call
	k.Escapes = k.Escapes || fn == nil || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type())
	return true
}

// methodStores reports whether a method of the package by the name of fn is seen to store its parameter i.
func (k *Checker) methodStores(fn *types.Func, i int) bool {
	if fn == nil {
		return false
	}
	for _, obj := range k.Pkg.Info.Defs {
		own, ok := obj.(*types.Func)
		if !ok || own.Name() != fn.Name() || own.Signature().Recv() == nil || i >= own.Signature().Params().Len() {
			continue
		}
		for _, use := range k.Pkg.Uses(own.Signature().Params().At(i)) {
			if stored(k.Pkg, use) {
				return true
			}
		}
	}
	return false
}

// trustCaveats returns what may differ after a fix that gives memory which is used again to unknown
// code.
func (k *Checker) trustCaveats() (list []rule.Caveat) {
	for _, name := range k.trusted {
		list = append(list, MustNotRetain(name, k.Var))
		if value, _ := k.Pkg.Initial(k.Var); value == nil && k.Kind == EmptySlice {
			list = append(list, rule.NilOrEmpty.Caveat(name+" may get an empty "+k.Var.Name()+" where it was nil"))
		}
	}
	return list
}

// A Borrowing judges the uses of a local variable whose address is passed to calls: each must run
// where it stands, and return nothing that may lead to the variable.
type Borrowing struct {
	Pkg *source.Package
	Var *types.Var
	// Points says that the variable is a pointer, and that the object behind it is meant.
	Points bool

	// To are the functions that may retain the address, Retainer is the call that is seen to
	// retain it, if there is one. Escapes is set if the compiler loses track of the address,
	// Guessed if To has a function of the package. Caveats are what else may differ.
	To       []string
	Retainer ast.Node
	Escapes  bool
	Guessed  bool
	Caveats  []rule.Caveat

	depth int // of calls
}

// All reports whether all uses are allowed.
func (l *Borrowing) All() bool {
	return !l.Pkg.InLiteral(l.Var) && l.Pkg.Every(l.Var, l.lets)
}

func (l *Borrowing) lets(use inspector.Cursor) bool {
	if !l.Points && !l.Pkg.Addressed(use) {
		return true
	}
	k := &Checker{Pkg: l.Pkg, Var: l.Var, Kind: Large}
	if k.Lets(use) {
		l.Escapes = l.Escapes || k.Escapes
		l.Caveats = append(l.Caveats, k.Caveats()...)
		return true
	}
	at, call, known := l.borrowedAt(use)
	if call == nil || !l.inPlace(*call) {
		return false
	}
	if retained(l.Pkg, at, 0) {
		l.Retainer = call.Node()
		return false
	}
	if !l.follow(call.Node().(*ast.CallExpr), at) {
		l.Escapes = l.Escapes || !known
		l.to(types.ExprString(call.Node().(*ast.CallExpr).Fun))
	}
	return true
}

// to records that a function may retain the address.
func (l *Borrowing) to(name string) {
	if !slices.Contains(l.To, name) {
		l.To = append(l.To, name)
	}
}

// follow reports whether it is known what a function of the package does with a pointer that it is
// given, and records what the function calls with it.
func (l *Borrowing) follow(call *ast.CallExpr, at inspector.Cursor) bool {
	fn := source.Func(l.Pkg.Info, call)
	if fn == nil || fn.Pkg() != l.Pkg.Types || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) {
		return false
	}
	v := fn.Origin().Signature().Recv()
	if kind, i := at.ParentEdge(); kind == edge.CallExpr_Args {
		_, v = source.Parameter(l.Pkg.Info, call, i)
	}
	inner := &Borrowing{Pkg: l.Pkg, Var: v, Points: true, depth: l.depth + 1}
	if v == nil || l.Pkg.FuncBody(fn.Origin()) == nil || l.depth > maxCalls || !source.IsA[*types.Pointer](v.Type()) || len(l.Pkg.Writes(v)) > 0 || !inner.All() {
		l.Guessed = true
		return false
	}
	l.Guessed = l.Guessed || inner.Guessed
	l.Escapes = l.Escapes || inner.Escapes
	l.Caveats = append(l.Caveats, inner.Caveats...)
	for _, name := range inner.To {
		l.to(name)
	}
	return true
}

// borrowedAt returns where the use takes the address of the variable, or of a part of it, the call
// that is given the address, nil if there is none, and whether that calls a method of the variable.
//
//	f(&v)    f(&v.f)    f(v[:])    v.M()    f(p)
func (l *Borrowing) borrowedAt(use inspector.Cursor) (at inspector.Cursor, call *inspector.Cursor, known bool) {
	at = l.part(use)
	to := at.Parent()
	switch at.ParentEdgeKind() {
	case edge.CallExpr_Args:
		if at != source.Parens(use) {
			return at, nil, false
		}
	case edge.SelectorExpr_X:
		fun := source.Parens(at.Parent())
		if fun.ParentEdgeKind() != edge.CallExpr_Fun {
			return at, nil, false // a method value
		}
		to, known = fun.Parent(), true
	case edge.UnaryExpr_X, edge.SliceExpr_X:
		at = source.Parens(at.Parent())
		if at.ParentEdgeKind() != edge.CallExpr_Args {
			return at, nil, false
		}
		to = at.Parent()
	default:
		return at, nil, false
	}
	return at, &to, known
}

// part returns the largest part of the variable, or of the object that it points to, that the use
// selects.
func (l *Borrowing) part(use inspector.Cursor) inspector.Cursor {
	use = source.Parens(use)
	for first := true; ; first = false {
		switch use.ParentEdgeKind() {
		case edge.SelectorExpr_X:
			sel := l.Pkg.Info.Selections[use.Parent().Node().(*ast.SelectorExpr)]
			through := l.Points && first && sel != nil && len(sel.Index()) == 1
			if sel == nil || sel.Kind() != types.FieldVal || sel.Indirect() && !through {
				return use
			}
		case edge.IndexExpr_X:
		default:
			return use
		}
		use = source.Parens(use.Parent())
	}
}

// inPlace reports whether the call at cur runs where it stands, and returns nothing that may lead
// to the variable, or to what it points to.
func (l *Borrowing) inPlace(cur inspector.Cursor) bool {
	call := cur.Node().(*ast.CallExpr)
	if source.IsConversion(l.Pkg.Info, call) || source.IsBuiltin(l.Pkg.Info, call) || source.RunsLater(cur) {
		return false
	}
	if value, only := l.Pkg.Only(call.Fun); only && source.IsA[*types.Signature](l.Pkg.Info.TypeOf(value)) {
		if _, isLit := ast.Unparen(value).(*ast.FuncLit); isLit {
			return false // the compiler knows the literal
		}
	}
	sig, ok := source.Core(l.Pkg.Info.TypeOf(call.Fun)).(*types.Signature)
	return ok && !MayReturn(sig, l.Var.Type())
}

// MustNotRetain is the caveat that the function name borrows v, whose memory is used again.
func MustNotRetain(name string, v *types.Var) rule.Caveat {
	return rule.Sharing.Caveat(name + " must not keep " + v.Name() + ", which is used again")
}

// MayReturn reports whether, by its type, a result of a function may lead to a value of type t that
// the function was given, to what the value points to, or to a part of that. Errors are assumed not
// to.
func MayReturn(sig *types.Signature, t types.Type) bool {
	object := t
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		object = t.Elem()
	case *types.Slice:
		object = types.NewArray(t.Elem(), 0)
	}
	for result := range sig.Results().Variables() {
		if !types.Identical(result.Type(), source.ErrorType) && mayReach(result.Type(), object, make(map[types.Type]bool)) {
			return true
		}
	}
	return false
}

// mayReach reports whether a value of type t may lead to the object, or to a part of it.
func mayReach(t, object types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		return typefact.AnyField(u, func(t types.Type) bool { return mayReach(t, object, seen) })
	case *types.Array:
		return mayReach(u.Elem(), object, seen)
	case *types.Map:
		return mayReach(u.Key(), object, seen) || mayReach(u.Elem(), object, seen)
	case *types.Pointer:
		return hasPart(object, u.Elem()) || mayReach(u.Elem(), object, seen)
	case *types.Slice:
		return hasPart(object, types.NewArray(u.Elem(), 0)) || mayReach(u.Elem(), object, seen)
	}
	return true // an interface, a function, a channel, a type parameter
}

// hasPart reports whether a value of type t contains one of type part, where arrays of all lengths
// are the same.
func hasPart(t, part types.Type) bool {
	array, isArray := part.Underlying().(*types.Array)
	return typefact.AnyPart(t, func(t types.Type) bool {
		_, isParam := types.Unalias(t).(*types.TypeParam)
		own, ok := t.Underlying().(*types.Array)
		return isParam || types.Identical(t.Underlying(), part.Underlying()) || isArray && ok && types.Identical(own.Elem(), array.Elem())
	})
}
