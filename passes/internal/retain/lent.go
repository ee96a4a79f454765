package retain

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// trusts notes that the memory of the variable is an operand, at cur, of a call of which it is not known whether that keeps
// it, and reports whether it may be: the call is made where it stands, is not seen to keep it, and returns nothing
// that may lead there.
func (k *Checker) trusts(cur inspector.Cursor) bool {
	call, isCall := source.Parens(cur).Parent().Node().(*ast.CallExpr)
	if !k.Trusting || !isCall || call.Ellipsis.IsValid() || source.IsBuiltin(k.Pkg.Info, call) || isGoOrDefer(source.Parens(cur).Parent()) || Kept(k.Pkg, cur) {
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
		return false // which was looked at, and may look beyond the end, or puts the slice on the heap
	case k.Kind == Buffer, k.Kind == Stream:
		objects = append(objects, types.NewSlice(types.Typ[types.Byte])) // what it has read, or will write
	case k.Kind != EmptySlice && k.Kind != FullSlice:
		return false
	}
	if slices.ContainsFunc(objects, func(t types.Type) bool { return MayReturn(sig, t) }) {
		return false
	}
	if name := types.ExprString(call.Fun); !slices.Contains(k.trusted, name) {
		k.trusted = append(k.trusted, name)
	}
	fn := source.Func(k.Pkg.Info, call) // a function that is known may not let it escape
	k.Escapes = k.Escapes || fn == nil || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type())
	return true
}

// trustCaveats are what a fix may differ in that lets calls have the memory of which nothing is known.
func (k *Checker) trustCaveats() (list []rule.Caveat) {
	for _, name := range k.trusted {
		list = append(list, MustNotKeep(name, k.Var))
		if value, _ := k.Pkg.Initial(k.Var); value == nil && k.Kind == EmptySlice {
			list = append(list, rule.NilOrEmpty.Caveat(name+" may get an empty "+k.Var.Name()+" where it was nil"))
		}
	}
	return list
}

// A Lender judges the uses of a local variable, or of a pointer to an object that alone leads there, of which the address
// goes only to calls that are made where they stand, and return nothing that may lead to it.
type Lender struct {
	Pkg *source.Package
	Var *types.Var
	// Points says that the variable is a pointer to an object, which is meant.
	Points bool

	// To is what is called of which it is not known whether that keeps the address; Keeper the
	// call that is seen to keep it; Escapes is set if the compiler loses track of it; Guessed, if a function of the
	// package is among these; Caveats are what may differ besides.
	To      []string
	Keeper  ast.Node
	Escapes bool
	Guessed bool
	Caveats []rule.Caveat

	depth int // of calls
}

// All reports whether all uses are such.
func (l *Lender) All() bool {
	return !l.Pkg.InLiteral(l.Var) && l.Pkg.Every(l.Var, l.lets)
}

func (l *Lender) lets(use inspector.Cursor) bool {
	if !l.Points && !l.Pkg.Addressed(use) {
		return true
	}
	k := &Checker{Pkg: l.Pkg, Var: l.Var, Kind: Large}
	if k.Lets(use) {
		l.Escapes = l.Escapes || k.Escapes
		l.Caveats = append(l.Caveats, k.Caveats()...)
		return true
	}
	at, call, known := l.lentAt(use)
	if call == nil || !l.lends(*call) {
		return false
	}
	if Kept(l.Pkg, at) {
		l.Keeper = call.Node()
		return false
	}
	if !l.follow(call.Node().(*ast.CallExpr), at) {
		l.Escapes = l.Escapes || !known
		l.to(types.ExprString(call.Node().(*ast.CallExpr).Fun))
	}
	return true
}

// to notes what is called.
func (l *Lender) to(name string) {
	if !slices.Contains(l.To, name) {
		l.To = append(l.To, name)
	}
}

// follow reports whether what a function of the package does with a pointer that it is given can be said as well, and notes
// what it calls in turn.
func (l *Lender) follow(call *ast.CallExpr, at inspector.Cursor) bool {
	fn := source.Func(l.Pkg.Info, call)
	if fn == nil || fn.Pkg() != l.Pkg.Types || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) {
		return false
	}
	v := fn.Origin().Signature().Recv()
	if kind, i := at.ParentEdge(); kind == edge.CallExpr_Args {
		_, v = operand(l.Pkg, call, i)
	}
	inner := &Lender{Pkg: l.Pkg, Var: v, Points: true, depth: l.depth + 1}
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

// lentAt returns where the use takes the address of the variable, or of a part of it, and the call that is given it; and
// whether that is a method that the compiler knows.
//
//	f(&v)    f(&v.f)    f(v[:])    v.M()    f(p)
func (l *Lender) lentAt(use inspector.Cursor) (at inspector.Cursor, call *inspector.Cursor, known bool) {
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

// part climbs from the use of a variable, or of a pointer to an object, to the part of it that is
// selected there.
func (l *Lender) part(use inspector.Cursor) inspector.Cursor {
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

// lends reports whether the call at cur is made where it stands, and returns nothing that may lead to the variable, or to
// what it points to.
func (l *Lender) lends(cur inspector.Cursor) bool {
	call := cur.Node().(*ast.CallExpr)
	if source.IsConversion(l.Pkg.Info, call) || source.IsBuiltin(l.Pkg.Info, call) || isGoOrDefer(cur) {
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

// MustNotKeep is the caveat of a variable whose memory is lent to what is called by that name.
func MustNotKeep(name string, v *types.Var) rule.Caveat {
	return rule.Sharing.Caveat(name + " must not keep " + v.Name() + ", which is used again")
}

// MayReturn reports whether a result of a function may be a value of type t that it was given, or what that points to, or a
// part of it, or lead there, by its type. An error is taken for a text.
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

// mayReach reports whether what a value of type t leads to may be an object, or a part of it.
func mayReach(t, object types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if mayReach(f.Type(), object, seen) {
				return true
			}
		}
		return false
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

// hasPart reports whether a value of type t has one of the type part in it, of an array in any length.
func hasPart(t, part types.Type) bool {
	if types.Identical(t.Underlying(), part.Underlying()) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if hasPart(f.Type(), part) {
				return true
			}
		}
	case *types.Array:
		array, isArray := part.Underlying().(*types.Array)
		return isArray && types.Identical(u.Elem(), array.Elem()) || hasPart(u.Elem(), part)
	case *types.Interface:
		_, isParam := types.Unalias(t).(*types.TypeParam)
		return isParam
	}
	return false
}
