package effect

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// call adds a call, with the evaluation of its operands.
func (w *walker) call(call *ast.CallExpr) {
	switch {
	case source.IsConversion(w.info, call):
		w.conversion(call)
		return
	case w.info.Types[call.Fun].IsBuiltin():
		w.builtin(call)
		return
	}
	w.Works = true
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		w.Literals = true
		all(w, call.Args...)
		w.node(lit.Body)
		return
	}
	fn := source.Func(w.info, call)
	known := stdlib.Of(fn)
	if !known.Known() || !w.receiver(call, fn, known) {
		w.other(call, fn, known)
		return
	}
	w.std(call, fn, known)
}

// other adds a call of a function whose effects package stdlib does not know.
func (w *walker) other(call *ast.CallExpr, fn *types.Func, known stdlib.Func) {
	all(w, call.Args...)
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	switch selection := w.info.Selections[sel]; {
	case selection != nil && selection.Kind() == types.MethodVal:
		w.selects(sel.X, selection)
	case selection != nil && selection.Kind() == types.MethodExpr:
		w.Reads, w.Follows = true, w.Follows || followed(selection) >= 0
	case fn == nil:
		w.expr(call.Fun)
	}
	w.Waits = w.Waits || known.Waits
	if fn == nil || !w.inPackage(fn) {
		w.unknown(source.CalleeName(call))
	}
}

// selects adds x of a method call x.M(…): on the way to the receiver x may be followed, or a
// pointer that is embedded in x.
func (w *walker) selects(x ast.Expr, method *types.Selection) {
	switch followed(method) {
	case -1:
		w.expr(x)
	case 0:
		w.follow(x)
	default:
		w.Reads, w.Follows = true, true
		w.expr(x)
	}
}

// followed returns how many fields are selected before the first pointer is followed on the
// way to the receiver of a method, -1 if none is. ([types.Selection.Indirect] is also true
// for a method that takes the very pointer.)
func followed(method *types.Selection) int {
	t, path := method.Recv(), method.Index()
	last := len(path) - 1
	for depth, field := range path[:last] {
		if source.IsA[*types.Pointer](t) {
			return depth
		}
		t = t.Underlying().(*types.Struct).Field(field).Type() // has embedded fields, and is no pointer
	}
	if source.IsA[*types.Pointer](t) && !source.IsA[*types.Pointer](method.Obj().(*types.Func).Signature().Recv().Type()) {
		return last
	}
	return -1
}

// inPackage adds the effects of a function of the package, and reports whether fn is one with a
// body.
func (w *walker) inPackage(fn *types.Func) bool {
	fn = fn.Origin()
	if w.pkg == nil || w.pkg.FuncBody(fn) == nil {
		return false
	}
	if w.callees != nil {
		w.callees[fn] = true
	} else {
		w.add(Function(w.pkg, fn))
	}
	return true
}

// std adds a call of a function of the standard library, without its receiver.
func (w *walker) std(call *ast.CallExpr, fn *types.Func, known stdlib.Func) {
	last := 0
	if n := len(call.Args); n > 0 {
		last = n - 1
	}
	for i, arg := range call.Args {
		w.argument(call, i, arg, known)
	}
	w.Allocates = w.Allocates || known.Allocates
	w.Reads, w.World = w.Reads || known.Unlike, w.World || known.World
	w.Waits = w.Waits || known.Waits
	if len(call.Args) > 0 {
		n, isConst := source.IntConst(w.info, call.Args[last])
		w.Panics = w.Panics || !known.Accepts(n, isConst)
	} else {
		w.Panics = w.Panics || known.Panics
	}
	w.Prints = w.Prints || known.Prints
	if known.Appends {
		w.appends(call)
	}
	if known.Compares && len(call.Args) > 0 {
		w.Panics = w.Panics || comparesInterfaces(w.info.TypeOf(call.Args[0]))
	}
	w.Panics = w.Panics || known.Slice && !source.IsA[*types.Slice](w.info.TypeOf(call.Args[0]))
	w.Follows = w.Follows || known.Follows && call.Ellipsis.IsValid()
	if known.Methods {
		w.formats(call, fn, known)
	}
}

// comparesInterfaces reports whether comparing values of type t, or elements of it, can panic.
func comparesInterfaces(t types.Type) bool {
	switch u := source.Core(t).(type) {
	case *types.Slice:
		return ComparingPanics(u.Elem())
	case *types.Map:
		return ComparingPanics(u.Elem())
	}
	return ComparingPanics(t)
}

// argument adds the argument i of a call of a known function.
func (w *walker) argument(call *ast.CallExpr, i int, arg ast.Expr, known stdlib.Func) {
	t := w.info.TypeOf(arg)
	if source.IsA[*types.Signature](t) && (known.Calls || known.Once) {
		w.callback(arg)
		return
	}
	if known.Writes.Has(i) && w.private(arg) {
		return // nothing else has the memory that is written
	}
	if (known.Lends.Has(i) || known.Follows) && w.mayBeNil(arg, known.Path) {
		w.follow(arg)
	} else {
		w.expr(arg)
	}
	if known.Writes.Has(i) {
		w.Writes |= Slots
		if isMap(t) {
			w.Writes |= Maps
		}
	}
	if known.Lends.Has(i) {
		w.stream(t)
	}
	if basic, ok := t.Underlying().(*types.Basic); !ok || basic.Kind() == types.UnsafePointer {
		w.Reads = w.Reads || !known.Methods || call.Ellipsis.IsValid()
	}
}

// mayBeNil reports whether a function of the package at path that follows the pointer arg may panic: arg is neither
// an address nor a variable of that package.
func (w *walker) mayBeNil(arg ast.Expr, path string) bool {
	switch e := ast.Unparen(arg).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return false
		}
	case *ast.SelectorExpr:
		if v, ok := w.info.Uses[e.Sel].(*types.Var); ok && !v.IsField() && v.Pkg().Path() == path {
			return false
		}
	}
	t := w.info.TypeOf(arg)
	return w.info.Types[arg].IsNil() || source.IsA[*types.Pointer](t) && !stdlib.TypeOf(t).NilSafe
}

// stream adds the methods that a function may call on a reader or writer of type t.
func (w *walker) stream(t types.Type) {
	if stdlib.TypeOf(t).Last {
		return
	}
	if types.IsInterface(t) || w.pkg == nil {
		w.unknown("Write")
		return
	}
	for _, name := range []string{"Write", "Read"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, w.pkg.Types, name)
		if fn, ok := obj.(*types.Func); ok && !w.inPackage(fn) {
			w.unknown(name)
		}
	}
}

// private reports whether arg is &v, or v, of a variable that is [Closed].
func (w *walker) private(arg ast.Expr) bool {
	v := w.variable(source.Referent(arg))
	return v != nil && w.pkg != nil && Closed(w.pkg, v)
}

// callback adds a function that the callee calls.
func (w *walker) callback(arg ast.Expr) {
	switch f := ast.Unparen(arg).(type) {
	case *ast.FuncLit:
		w.Literals, w.Allocates = true, w.Allocates || w.captures(f)
		w.node(f.Body)
		return
	case *ast.Ident:
		if fn, ok := w.info.Uses[f].(*types.Func); ok && (w.quiet(fn) || w.inPackage(fn)) {
			return
		}
	case *ast.SelectorExpr:
		if fn, ok := w.info.Uses[f.Sel].(*types.Func); ok && w.info.Selections[f] == nil && w.quiet(fn) {
			return // of another package
		}
	}
	if w.info.Types[arg].IsNil() {
		w.Panics = true
		return
	}
	w.expr(arg)
	w.unknown("the callback")
}

// quiet adds the effects of a function of the standard library that is called with any
// operands, and reports whether they are known.
func (w *walker) quiet(fn *types.Func) bool {
	f := stdlib.Of(fn)
	if !f.Quiet || f.Methods || f.Calls {
		return false
	}
	w.Panics = w.Panics || !f.Accepts(0, false) || f.Compares
	w.Allocates = w.Allocates || f.Allocates
	return true
}

// receiver adds x of a method call x.M(…) of a known method. It returns false for a method of an
// interface, one that is promoted from an embedded field, and one that is used as a function.
func (w *walker) receiver(call *ast.CallExpr, fn *types.Func, known stdlib.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || w.info.Selections[sel] == nil || len(w.info.Selections[sel].Index()) != 1 || w.info.Selections[sel].Kind() != types.MethodVal {
		return false
	}
	if types.IsInterface(recv.Type()) {
		return false
	}
	isPtr := source.IsA[*types.Pointer](w.info.TypeOf(sel.X))
	w.Reads = w.Reads || !source.IsA[*types.Basic](recv.Type())
	switch {
	case known.Writes&stdlib.Receiver != 0 && w.private(sel.X):
		return true
	case known.Writes&stdlib.Receiver != 0:
		w.Writes |= Slots
		w.Panics = w.Panics || known.Path == "strings" && w.copied(sel.X)
	}
	if source.IsA[*types.Pointer](recv.Type()) && isPtr && known.NilSafe || !isPtr {
		w.expr(sel.X)
	} else {
		w.follow(sel.X) // *x is copied, or the method looks into it
	}
	return true
}

// copied reports whether x, a strings.Builder, is or is in a variable that is declared as a copy of another value. The
// methods of a copy that write panic if the original has text.
func (w *walker) copied(x ast.Expr) bool {
	for !source.IsA[*types.Pointer](w.info.TypeOf(x)) {
		switch e := ast.Unparen(x).(type) {
		case *ast.SelectorExpr:
			x = e.X
		case *ast.IndexExpr:
			if !source.IsA[*types.Array](w.info.TypeOf(e.X)) {
				return false
			}
			x = e.X
		default:
			v := w.variable(e)
			if v == nil || v.Kind() == types.ResultVar || w.pkg == nil {
				return false
			}
			value, ok := w.pkg.Initial(v)
			lit, isLit := ast.Unparen(value).(*ast.CompositeLit)
			return !ok || value != nil && (!isLit || len(lit.Elts) > 0)
		}
	}
	return false
}

// appends adds a call of append, or of a function that appends to its first argument.
func (w *walker) appends(call *ast.CallExpr) {
	w.Allocates, w.Reads = true, true
	if !fresh(w.info, call.Args[0]) {
		w.Writes |= Behind
	}
}

// fresh reports whether nothing else has the memory behind the length of the slice e: it is nil, a
// literal or made here.
func fresh(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return source.IsConversion(info, e) && info.Types[e.Args[0]].IsNil() || source.IsBuiltin(info, e, "make")
	case *ast.CompositeLit:
		return true
	}
	return info.Types[e].IsNil()
}

func (w *walker) builtin(call *ast.CallExpr) {
	if !source.IsBuiltin(w.info, call, looking...) {
		w.Works = true
	}
	name := source.CalleeName(call)
	w.Panics = w.Panics || name == "String" || name == "Slice" // of package unsafe, for a length below 0
	is := func(names ...string) bool { return source.IsBuiltin(w.info, call, names...) }
	switch {
	case is("len", "cap"):
		switch source.Core(w.info.TypeOf(call.Args[0])).(type) {
		case *types.Basic, *types.Slice, *types.Array, *types.Pointer:
		case *types.Map:
			w.mapLen = true
		case *types.Chan:
			w.Waits, w.Reads = true, true // others send and receive
		default:
			w.Reads = true
		}
	case is("new"):
		w.Allocates = true
	case is("make"):
		w.Allocates = true
		w.Panics = w.Panics || !w.isSize(call.Args[1:])
	case is("append"):
		w.appends(call)
	case is("copy", "clear", "delete"):
		w.Reads = true
		if m, ok := source.Core(w.info.TypeOf(call.Args[0])).(*types.Map); ok {
			w.Writes |= Maps
			w.Panics = w.Panics || is("delete") && ComparingPanics(m.Key())
		} else {
			w.Writes |= Slots
		}
	case is("close"):
		w.Waits, w.Panics, w.Writes = true, true, w.Writes|Slots
	case is("panic"):
		w.Panics = true
	case is("print", "println"):
		w.Prints = true
	case is("recover"):
		w.unknown("recover")
	}
	all(w, call.Args...)
}

// looking are the builtins that only return a value.
var looking = []string{"len", "cap", "min", "max", "real", "imag", "complex"}

// isSize reports whether make does not panic for the sizes: each is a length, and the length of the
// slice is not above its capacity.
func (w *walker) isSize(sizes []ast.Expr) bool {
	for _, size := range sizes {
		if !w.isLen(size) {
			return false
		}
	}
	if len(sizes) < 2 || w.info.Types[sizes[1]].Value != nil && w.info.Types[sizes[0]].Value != nil {
		return true
	}
	n, ok := source.IntConst(w.info, sizes[0])
	return ok && n == 0
}

// isLen reports whether e is the length of something whose elements have a size of at least one
// byte, a constant that is not negative, or a sum of these.
func (w *walker) isLen(e ast.Expr) bool {
	if w.info.Types[e].Value != nil {
		n, ok := source.IntConst(w.info, e)
		return ok && n >= 0
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return e.Op == token.ADD && w.isLen(e.X) && w.isLen(e.Y)
	case *ast.CallExpr:
		if !source.IsBuiltin(w.info, e, "len", "cap") {
			return false
		}
		t := source.Core(w.info.TypeOf(e.Args[0]))
		s, ok := t.(*types.Slice)
		if !ok || w.pkg == nil {
			return !types.IsInterface(t)
		}
		size, ok := w.pkg.Sizeof(s.Elem())
		return ok && size > 0
	}
	return false
}
