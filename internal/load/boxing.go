package load

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/typefact"
)

// callTargets registers the parameter types of a call's arguments.
func (s *scanner) callTargets(n *ast.CallExpr) {
	fun := s.info.Types[n.Fun]
	switch {
	case fun.IsType():
		if len(n.Args) == 1 {
			s.target(n.Args[0], fun.Type)
		}
	case fun.IsBuiltin():
		s.builtinTargets(n)
	default:
		if sig, ok := typefact.Core(fun.Type).(*types.Signature); ok {
			s.argumentTargets(n, sig)
		}
	}
}

func (s *scanner) argumentTargets(n *ast.CallExpr, sig *types.Signature) {
	params := sig.Params()
	for i, arg := range n.Args {
		switch last := params.Len() - 1; {
		case sig.Variadic() && i >= last && !n.Ellipsis.IsValid():
			if slice, ok := params.At(last).Type().(*types.Slice); ok {
				s.target(arg, slice.Elem())
			}
		case i <= last:
			s.target(arg, params.At(i).Type())
		}
	}
}

// builtinTargets registers the elements of append and the value of panic.
func (s *scanner) builtinTargets(n *ast.CallExpr) {
	fun, ok := ast.Unparen(n.Fun).(*ast.Ident)
	if !ok || len(n.Args) == 0 {
		return
	}
	switch fun.Name {
	case "panic":
		s.target(n.Args[0], types.Universe.Lookup("any").Type())
	case "append":
		slice, ok := typefact.Core(s.info.TypeOf(n)).(*types.Slice)
		if !ok || n.Ellipsis.IsValid() {
			return
		}
		for _, arg := range n.Args[1:] {
			s.target(arg, slice.Elem())
		}
	}
}

// literalTargets registers the types of the fields, elements and keys of a literal.
func (s *scanner) literalTargets(n *ast.CompositeLit) {
	t := typefact.Core(s.info.TypeOf(n))
	if pointer, ok := t.(*types.Pointer); ok {
		t = typefact.Core(pointer.Elem())
	}
	for i, elt := range n.Elts {
		key, value := ast.Expr(nil), elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			key, value = kv.Key, kv.Value
		}
		switch t := t.(type) {
		case *types.Slice:
			s.target(value, t.Elem())
		case *types.Array:
			s.target(value, t.Elem())
		case *types.Map:
			s.target(key, t.Key())
			s.target(value, t.Elem())
		case *types.Struct:
			s.fieldTarget(t, i, key, value)
		}
	}
}

func (s *scanner) fieldTarget(t *types.Struct, i int, key, value ast.Expr) {
	if id, ok := key.(*ast.Ident); ok {
		if field, ok := s.info.Uses[id].(*types.Var); ok {
			s.target(value, field.Type())
		}
		return
	}
	if i < t.NumFields() {
		s.target(value, t.Field(i).Type())
	}
}

func (s *scanner) returnTargets(n *ast.ReturnStmt) {
	results := s.signature().Results()
	if len(n.Results) != results.Len() {
		return
	}
	for i, value := range n.Results {
		s.target(value, results.At(i).Type())
	}
}

func (s *scanner) assignTargets(n *ast.AssignStmt) {
	if len(n.Lhs) != len(n.Rhs) {
		return
	}
	for i, value := range n.Rhs {
		s.target(value, s.info.TypeOf(n.Lhs[i]))
	}
}

func (s *scanner) specTargets(n *ast.ValueSpec) {
	if n.Type == nil || len(n.Names) != len(n.Values) {
		return
	}
	for _, value := range n.Values {
		s.target(value, s.info.TypeOf(n.Type))
	}
}

// target registers that e is converted to type to, if to is an interface.
func (s *scanner) target(e ast.Expr, to types.Type) {
	if e == nil || to == nil || !types.IsInterface(to) {
		return
	}
	if _, param := types.Unalias(to).(*types.TypeParam); !param {
		s.targets[e] = to
	}
}

// box emits the conversion of e into an interface, unless the conversion is known to be free: constants are read-only
// data, pointers are stored as they are, and for values of one byte the runtime has a table.
func (s *scanner) box(e ast.Expr, _ types.Type) {
	tv := s.info.Types[e]
	t := tv.Type
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && t == nil {
		t = s.info.TypeOf(id)
	}
	if t == nil || tv.Value != nil || tv.IsNil() {
		return
	}
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		s.emit(e, columnPos(e), record.Point{Kind: record.PointBox, Primitives: boxPrimitives})
		return
	}
	if _, tuple := t.(*types.Tuple); tuple || types.IsInterface(t) || typefact.PointerShaped(t) || typeName(t) != "" && typefact.Sized(t) && s.size(t) <= 1 {
		return
	}
	primitive, typed := s.boxPrimitive(t)
	point := record.Point{Kind: record.PointBox, Primitives: []string{primitive}, Size: s.size(t)}
	if primitive == "" {
		point.Primitives = boxPrimitives
	}
	if typed {
		point.Types = oneType(t)
	}
	s.emit(e, columnPos(e), point)
}

// boxPrimitive returns the function that the compiler calls to box a t, and whether that function is told the
// type. The name is empty if it depends on type arguments. The rules are those of cmd/compile/internal/walk,
// dataWordFuncName.
func (s *scanner) boxPrimitive(t types.Type) (name string, typed bool) {
	if typeName(t) == "" || !typefact.Sized(t) {
		return "", false
	}
	size, align, pointers := s.size(t), s.file.Package.Sizes.Alignof(t), typefact.HasPointers(t)
	word := s.file.Package.Sizes.Alignof(types.Typ[types.Uint64])
	switch {
	case size == 2 && align == 2:
		return "runtime.convT16", false
	case size == 4 && align == 4 && !pointers:
		return "runtime.convT32", false
	case size == 8 && align == word && !pointers:
		return "runtime.convT64", false
	}
	switch sole := typefact.Sole(t).Underlying().(type) {
	case *types.Basic:
		if sole.Info()&types.IsString != 0 {
			return "runtime.convTstring", false
		}
	case *types.Slice:
		return "runtime.convTslice", false
	}
	if !pointers {
		return "runtime.convTnoptr", true
	}
	return "runtime.convT", true
}

// stackLimit is the size in bytes above which a variable is put on the heap
// even if nothing points to it: ir.MaxStackVarSize.
const stackLimit = 128 << 10

// movable returns the local variables of file that may have to live on the heap: those whose address is taken, those
// that a closure or the body of a range-over-func loop refers to, and those that are too large.
func movable(file *File) map[types.Object]bool {
	info := file.Package.Info
	moved := make(map[types.Object]bool)
	var closures []ast.Node // the closures that the walk is in, outermost first
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			closures = append(closures, n)
			ast.Inspect(n.Type, visit)
			ast.Inspect(n.Body, visit)
			closures = closures[:len(closures)-1]
			return false
		case *ast.Ident:
			if v := localVar(info.Uses[n]); v != nil && len(closures) > 0 && declaredOutside(v, closures[len(closures)-1]) {
				moved[v] = true
			}
			markLarge(moved, file.Package, info.Defs[n])
		case *ast.RangeStmt:
			if isFunc(info.TypeOf(n.X)) {
				ast.Inspect(n.X, visit)
				closures = append(closures, n.Body)
				ast.Inspect(n.Body, visit)
				closures = closures[:len(closures)-1]
				markLoopVars(moved, n, info)
				return false
			}
		case ast.Expr:
			if taken := addressTaken(n, info); taken != nil {
				moved[taken] = true
			}
		}
		return true
	}
	ast.Inspect(file.Syntax, visit)
	return moved
}

// markLoopVars marks variables of the enclosing function that a range-over-func loop assigns to, as the loop's body
// is a closure.
func markLoopVars(moved map[types.Object]bool, n *ast.RangeStmt, info *types.Info) {
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if id, ok := e.(*ast.Ident); ok {
			if v := localVar(info.Uses[id]); v != nil {
				moved[v] = true
			}
		}
	}
}

func markLarge(moved map[types.Object]bool, pkg *Package, obj types.Object) {
	v := localVar(obj)
	if v == nil || pkg.Sizes == nil || !typefact.Sized(v.Type()) {
		return
	}
	if pkg.Sizes.Sizeof(v.Type()) > stackLimit {
		moved[v] = true
	}
}

// localVar returns obj if it is a variable of a function, else nil.
func localVar(obj types.Object) *types.Var {
	v, ok := obj.(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

func declaredOutside(v *types.Var, n ast.Node) bool {
	return v.Pos() < n.Pos() || v.Pos() >= n.End()
}

// captures reports whether a function literal refers to a variable of an outer function. A literal that does not is
// read-only data.
func captures(lit *ast.FuncLit, info *types.Info) bool {
	found := false
	ast.Inspect(lit, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v := localVar(info.Uses[id])
			found = found || v != nil && declaredOutside(v, lit)
		}
		return !found
	})
	return found
}

// addressTaken returns the local variable that e takes the address of: &v,
// &v.f, v[:] of an array, v.M() with a pointer receiver; nil for none.
func addressTaken(e ast.Expr, info *types.Info) *types.Var {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return rootVar(e.X, info)
		}
	case *ast.SliceExpr:
		if _, ok := typefact.Core(info.TypeOf(e.X)).(*types.Array); ok {
			return rootVar(e.X, info)
		}
	case *ast.SelectorExpr:
		selection := info.Selections[e]
		if selection == nil || selection.Kind() != types.MethodVal || selection.Indirect() {
			return nil
		}
		fn, ok := selection.Obj().(*types.Func)
		if !ok {
			return nil
		}
		if _, pointer := typefact.Receiver(fn); pointer {
			return rootVar(e.X, info)
		}
	}
	return nil
}

// rootVar returns the local variable whose memory holds e.
func rootVar(e ast.Expr, info *types.Info) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return localVar(info.ObjectOf(e))
	case *ast.SelectorExpr:
		if _, pointer := typefact.Core(info.TypeOf(e.X)).(*types.Pointer); !pointer && info.Selections[e] != nil {
			return rootVar(e.X, info)
		}
	case *ast.IndexExpr:
		if _, ok := typefact.Core(info.TypeOf(e.X)).(*types.Array); ok {
			return rootVar(e.X, info)
		}
	}
	return nil
}
