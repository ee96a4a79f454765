package effect

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/source"
)

// A walker adds up what the nodes that it visits do.
type walker struct {
	pkg  *source.Package // nil if nothing but types is known
	info *types.Info
	Summary
	// callees collects the functions of the package that are called. If it is nil their
	// summaries are added instead.
	callees map[*types.Func]bool
	mapLen  bool // the length of a map is read
}

func (w *walker) expr(e ast.Expr) {
	if e == nil {
		return
	}
	e = ast.Unparen(e)
	if tv := w.info.Types[e]; tv.Value != nil || tv.IsType() || tv.IsNil() {
		return
	}
	switch e := e.(type) {
	case *ast.Ident:
		w.name(e)
	case *ast.BinaryExpr:
		w.operator(e.Op, e.X, e.Y, w.info.TypeOf(e))
		w.expr(e.X)
		w.expr(e.Y)
	case *ast.UnaryExpr:
		w.unary(e)
	case *ast.CompositeLit:
		w.literal(e)
	case *ast.FuncLit:
		w.Literals = true
		w.Allocates = w.Allocates || w.captures(e)
	case *ast.SelectorExpr:
		w.selector(e)
	case *ast.StarExpr:
		w.follow(e.X)
	case *ast.IndexExpr:
		w.index(e)
	case *ast.IndexListExpr:
		w.expr(e.X)
	case *ast.SliceExpr:
		w.slice(e)
	case *ast.TypeAssertExpr:
		w.Panics = w.Panics || e.Type != nil // not in the head of a type switch
		w.expr(e.X)
	case *ast.CallExpr:
		w.call(e)
	case *ast.KeyValueExpr:
		w.expr(e.Key)
		w.expr(e.Value)
	default:
		w.unknown("")
	}
}

// unknown adds unknown code.
func (w *walker) unknown(name string) { w.Calls = union(w.Calls, []string{name}) }

func (w *walker) name(id *ast.Ident) {
	v, isVar := w.info.ObjectOf(id).(*types.Var)
	switch {
	case !isVar:
	case isLocal(v):
		w.read(v)
	case !v.IsField():
		w.Reads = true
	}
}

// isLocal reports whether v is a local variable.
func isLocal(v *types.Var) bool {
	return !v.IsField() && v.Parent() != nil && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
}

func (w *walker) read(v *types.Var) {
	if w.Vars != nil {
		w.Vars[v] = true
	}
}

// variable returns the local variable that e names, nil for other expressions.
func (w *walker) variable(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	if v, ok := w.info.ObjectOf(id).(*types.Var); ok && isLocal(v) {
		return v
	}
	return nil
}

// follow adds reading what the pointer e points to.
func (w *walker) follow(e ast.Expr) {
	w.Reads = true
	v := w.variable(e)
	if v == nil {
		w.Follows = true
		w.expr(e)
		return
	}
	w.read(v)
	if w.Derefs != nil {
		w.Derefs[v] = true
	} else {
		w.Follows = true
	}
}

// operator adds what x op y does besides evaluating x and y; t is the type of the result.
func (w *walker) operator(op token.Token, x, y ast.Expr, t types.Type) {
	switch op {
	case token.EQL, token.NEQ:
		if !w.info.Types[x].IsNil() && !w.info.Types[y].IsNil() {
			w.Panics = w.Panics || ComparingPanics(w.info.TypeOf(x)) || ComparingPanics(w.info.TypeOf(y))
		}
	case token.QUO, token.REM:
		b, ok := t.Underlying().(*types.Basic)
		w.Panics = w.Panics || w.info.Types[y].Value == nil && !(ok && b.Info()&(types.IsFloat|types.IsComplex) != 0)
	case token.SHL, token.SHR:
		b, ok := w.info.TypeOf(y).Underlying().(*types.Basic)
		w.Panics = w.Panics || w.info.Types[y].Value == nil && !(ok && b.Info()&types.IsUnsigned != 0)
	case token.ADD:
		b, ok := source.Core(t).(*types.Basic)
		w.Allocates = w.Allocates || !ok || b.Info()&types.IsString != 0
	}
}

// ComparingPanics reports whether x == y, or x as a key, can panic for x of type t: it is,
// or may contain, an interface.
func ComparingPanics(t types.Type) bool {
	return typefact.AnyPart(t, func(t types.Type) bool {
		switch t.Underlying().(type) {
		case *types.Basic, *types.Pointer, *types.Chan, *types.Array, *types.Struct:
			return false
		}
		return true
	})
}

func (w *walker) unary(e *ast.UnaryExpr) {
	switch e.Op {
	case token.ARROW:
		w.Waits, w.Works, w.Writes = true, true, w.Writes|Slots
		w.expr(e.X)
	case token.AND:
		if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
			w.Allocates = true
			w.literal(lit)
		} else if w.variable(e.X) == nil { // the address of a variable does not change
			w.address(e.X)
		}
	default:
		w.expr(e.X)
	}
}

// address adds what &e does: it may follow pointers, but does not read e itself.
func (w *walker) address(e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if sel := w.info.Selections[e]; sel == nil || sel.Indirect() {
			w.selector(e)
			return
		}
		w.address(e.X)
	case *ast.IndexExpr:
		if source.IsA[*types.Array](source.Core(w.info.TypeOf(e.X))) {
			w.Panics = w.Panics || w.info.Types[e.Index].Value == nil
			w.expr(e.Index)
			w.address(e.X)
			return
		}
		w.index(e)
	case *ast.Ident:
	default:
		w.expr(e)
	}
}

// literal adds the making of a composite literal.
func (w *walker) literal(e *ast.CompositeLit) {
	t := source.Core(w.info.TypeOf(e))
	if p, ok := t.(*types.Pointer); ok {
		t = source.Core(p.Elem()) // &T, left out inside of another literal
		w.Allocates = true
	}
	isMap := false
	switch t := t.(type) {
	case *types.Map:
		isMap, w.Allocates = true, true
		w.Panics = w.Panics || ComparingPanics(t.Key())
	case *types.Slice:
		w.Allocates = w.Allocates || len(e.Elts) > 0
	}
	for _, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if isMap {
				w.element(kv.Key)
			}
			elt = kv.Value
		}
		w.element(elt)
	}
}

// element adds an element of a literal, whose type may be left out.
func (w *walker) element(e ast.Expr) {
	if lit, ok := e.(*ast.CompositeLit); ok {
		w.literal(lit)
	} else {
		w.expr(e)
	}
}

// captures reports whether the function literal mentions variables that are declared around it.
func (w *walker) captures(lit *ast.FuncLit) bool {
	return source.Any(lit.Body, func(id *ast.Ident) bool {
		v := w.variable(id)
		return v != nil && w.info.Uses[id] != nil && !(lit.Pos() <= v.Pos() && v.Pos() < lit.End())
	})
}

func (w *walker) selector(e *ast.SelectorExpr) {
	sel := w.info.Selections[e]
	switch {
	case sel == nil: // of another package
		_, isVar := w.info.Uses[e.Sel].(*types.Var)
		w.Reads = w.Reads || isVar
	case sel.Kind() == types.MethodVal:
		w.Follows, w.Reads, w.Allocates = true, true, true // may follow a nil pointer, or interface
		w.expr(e.X)
	case sel.Kind() == types.MethodExpr:
	case !sel.Indirect():
		w.expr(e.X)
	default:
		if source.IsA[*types.Pointer](source.Core(w.info.TypeOf(e.X))) && len(sel.Index()) == 1 {
			w.follow(e.X)
			return
		}
		w.Reads, w.Follows = true, true // an embedded pointer
		w.expr(e.X)
	}
}

// index adds x[i].
func (w *walker) index(e *ast.IndexExpr) {
	switch t := source.Core(w.info.TypeOf(e.X)).(type) {
	case *types.Map:
		w.Reads = true
		w.Panics = w.Panics || ComparingPanics(t.Key())
	case *types.Array:
		w.Panics = w.Panics || w.info.Types[e.Index].Value == nil
	case *types.Signature:
		w.expr(e.X) // an instance of a generic function
		return
	case *types.Basic:
		w.Panics = true
	default:
		w.Reads, w.Panics = true, true
	}
	w.expr(e.X)
	w.expr(e.Index)
}

// slice adds x[i:j], which reads the bounds of x, and not its elements.
func (w *walker) slice(e *ast.SliceExpr) {
	for _, i := range []ast.Expr{e.Low, e.High, e.Max} {
		if i == nil {
			continue
		}
		if n, ok := source.IntConst(w.info, i); !ok || n != 0 {
			w.Panics = true
		}
		w.expr(i)
	}
	switch source.Core(w.info.TypeOf(e.X)).(type) {
	case *types.Basic, *types.Slice:
		w.expr(e.X)
	case *types.Array:
		w.address(e.X)
	case *types.Pointer:
		w.Follows = true // to an array
		w.expr(e.X)
	default:
		w.Panics = true
		w.expr(e.X)
	}
}

// conversion adds T(x).
func (w *walker) conversion(call *ast.CallExpr) {
	all(w, call.Args...)
	to, from := w.info.TypeOf(call), w.info.TypeOf(call.Args[0])
	if _, isParam := types.Unalias(to).(*types.TypeParam); types.IsInterface(to) && !isParam {
		w.Allocates = true
		return
	}
	switch target := source.Core(to).(type) {
	case *types.Basic:
		switch operand := source.Core(from).(type) {
		case *types.Basic:
			w.Allocates = w.Allocates || target.Info()&types.IsString != 0 && operand.Info()&types.IsInteger != 0
		case *types.Slice:
			w.Allocates, w.Reads = true, true // the elements are copied
		case *types.Interface:
			w.Allocates, w.Reads = true, true // a type parameter of several types
		}
	case *types.Slice:
		w.Allocates = w.Allocates || source.IsA[*types.Basic](source.Core(from))
	case *types.Array, *types.Pointer:
		isSlice := source.IsA[*types.Slice](source.Core(from))
		w.Panics = w.Panics || isSlice // if it is too short
		w.Reads = w.Reads || isSlice && source.IsA[*types.Array](target)
	case *types.Interface:
		w.Allocates, w.Reads, w.Panics = true, true, true // a type parameter of several types
	}
}
