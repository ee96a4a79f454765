package retain

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// Copies reports where the package may make a second value of a struct that has the field, and
// retain it: at is the text of the first place that copies the struct, or a value that contains it,
// "" if there is none. others says that other code may do so: other packages that reach the type,
// other builds, or reflect and unsafe.
//
//	c := *s    *s = *t    return *s    f(*s)    append(list, *s)    Outer{inner: s}
//
// A copy in a local variable does not count if only other fields of it are read, nor one in a
// parameter of a function that changes no memory. Neither does a value that is moved: a literal, a
// result, or a local variable that is returned.
func Copies(pkg *source.Package, field *types.Var) (at string, others bool) {
	all := copiesOf(pkg)
	for _, c := range all.places {
		if holdsField(c.typ, field) && !(c.into != nil && harmless(pkg, c.into, field)) {
			return c.shown(pkg), false
		}
	}
	return "", all.unseen || slices.ContainsFunc(all.reached, func(t types.Type) bool { return holdsField(t, field) })
}

// A copying is a place at which a value of a struct or array is copied.
type copying struct {
	typ types.Type
	at  inspector.Cursor
	// into is the local variable or parameter that alone has the copy, nil if there is none.
	into *types.Var
}

// shown returns the text of the call or statement at a place, or the name of the parameter.
func (c copying) shown(pkg *source.Package) string {
	otherwise := "a declaration"
	if c.into != nil {
		otherwise = "operand " + c.into.Name()
	}
	return Shown(pkg, c.at, otherwise)
}

// copyings are the places of a package that copy structs and arrays.
type copyings struct {
	places []copying
	// reached are the structs that other packages may reach.
	reached []types.Type
	// unseen: other builds of the package, or code that knows no types, may copy any struct.
	unseen bool
}

type copyingsKey struct{}

func copiesOf(pkg *source.Package) copyings {
	return pkg.Once(copyingsKey{}, func() any {
		others := pkg.OtherBuilds()
		all := copyings{reached: reachedBy(pkg), unseen: others == nil || len(others) > 0 || pkg.Reflects()}
		if len(pkg.Files) == 0 {
			return all
		}
		f := copyFinder{pkg: pkg, info: pkg.Info}
		for cur := range pkg.Files[0].Cursor.Parent().Preorder() { // generated files, too
			f.node(cur)
		}
		all.places = f.places
		return all
	}).(copyings)
}

// Undisturbed reports whether code with the effects s changes no memory that other code reaches,
// and does not wait while other code changes it.
func Undisturbed(s effect.Summary) bool {
	return !s.Unknown() && !s.Waits && !s.MayChange(effect.Slots|effect.Maps)
}

// ComesBack reports whether a call may run code of the package that changes memory, or may wait
// while others do.
func ComesBack(pkg *source.Package, call *ast.CallExpr) bool {
	s := effect.Of(pkg, call)
	fn := source.Func(pkg.Info, call)
	own := fn == nil || fn.Pkg() == pkg.Types
	return s.Unknown() || s.Waits || own && s.MayChange(effect.Slots|effect.Maps)
}

// holdsField reports whether a value of type t contains the field.
func holdsField(t types.Type, field *types.Var) bool {
	return typefact.AnyPart(t, func(t types.Type) bool {
		s, ok := t.Underlying().(*types.Struct)
		return ok && slices.ContainsFunc(slices.Collect(s.Fields()), func(f *types.Var) bool { return f.Origin() == field })
	})
}

// harmless reports whether the field of the copy in v is not read while the original may have
// changed.
func harmless(pkg *source.Package, v, field *types.Var) bool {
	if v.Kind() == types.ResultVar || pkg.Captured(v) {
		return false
	}
	if v.Kind() == types.ParamVar || v.Kind() == types.RecvVar {
		if def, ok := pkg.Def(v); ok {
			for fn := range def.Enclosing((*ast.FuncDecl)(nil)) {
				if Undisturbed(effect.Of(pkg, fn.Node().(*ast.FuncDecl).Body)) {
					return true
				}
			}
		}
	}
	return pkg.Every(v, func(use inspector.Cursor) bool { return readsOthers(pkg, use, field) })
}

// readsOthers reports whether the use of a struct at cur reads a part that does not contain the
// field, or compares or sets the struct.
func readsOthers(pkg *source.Package, cur inspector.Cursor, field *types.Var) bool {
	for {
		cur = source.Parens(cur)
		switch cur.ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.BinaryExpr_X, edge.BinaryExpr_Y:
			return true
		case edge.SelectorExpr_X:
			sel := pkg.Info.Selections[cur.Parent().Node().(*ast.SelectorExpr)]
			if sel == nil || sel.Kind() != types.FieldVal || sel.Obj().(*types.Var).Origin() == field {
				return false
			}
		case edge.IndexExpr_X:
		default:
			return false
		}
		cur = cur.Parent()
		if !holdsField(pkg.Info.TypeOf(cur.Node().(ast.Expr)), field) {
			return true
		}
	}
}

// A copyFinder collects the places of a package that copy.
type copyFinder struct {
	pkg    *source.Package
	info   *types.Info
	places []copying
}

// add records a place that copies a t, if t can contain a field.
func (f *copyFinder) add(t types.Type, at inspector.Cursor, into *types.Var) {
	if t != nil && (source.IsA[*types.Struct](t) || source.IsA[*types.Array](t)) {
		f.places = append(f.places, copying{t, at, into})
	}
}

func (f *copyFinder) node(cur inspector.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.Ident:
		if _, isVar := f.info.Uses[n].(*types.Var); isVar {
			f.value(cur)
		}
		f.instance(cur, f.info.Instances[n])
	case *ast.SelectorExpr:
		f.value(cur)
		f.methodValue(cur)
	case *ast.IndexExpr, *ast.StarExpr, *ast.TypeAssertExpr:
		f.value(cur)
	case *ast.RangeStmt:
		f.elements(cur)
	case *ast.TypeSwitchStmt:
		f.cases(cur)
	case *ast.CallExpr:
		f.moved(cur)
	case *ast.FuncDecl:
		if recv := receiver(f.info, n); recv != nil {
			f.add(recv.Type(), cur, recv) // for all calls, through interfaces, too
		}
	}
}

func receiver(info *types.Info, fn *ast.FuncDecl) *types.Var {
	if obj, ok := info.Defs[fn.Name].(*types.Func); ok {
		return obj.Signature().Recv()
	}
	return nil
}

// value records where the value at cur, a variable or a part of one, is copied to.
func (f *copyFinder) value(cur inspector.Cursor) {
	tv, ok := f.info.Types[cur.Node().(ast.Expr)]
	if !ok || !tv.IsValue() || !source.IsA[*types.Struct](tv.Type) && !source.IsA[*types.Array](tv.Type) {
		return
	}
	at := cur
	cur = source.Parens(cur)
	var into *types.Var
	switch kind, _ := cur.ParentEdge(); kind {
	case edge.SelectorExpr_X, edge.SelectorExpr_Sel, edge.IndexExpr_X, edge.SliceExpr_X, edge.UnaryExpr_X,
		edge.AssignStmt_Lhs, edge.RangeStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value,
		edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.SwitchStmt_Tag, edge.CaseClause_List:
		return // a part of the value, its address, or an assignment to it; elements does ranges
	case edge.KeyValueExpr_Key:
		if id, ok := at.Node().(*ast.Ident); ok && f.info.Uses[id].(*types.Var).IsField() {
			return // the name of a field in a literal
		}
	case edge.AssignStmt_Rhs, edge.ValueSpec_Values:
		if dropped(cur) {
			return
		}
		into, _, _ = f.pkg.Holder(cur)
	case edge.ReturnStmt_Results:
		if v, ok := f.pkg.LocalVar(cur.Node().(ast.Expr)); ok && (v.Kind() == types.LocalVar || v.Kind() == types.ResultVar) && !f.pkg.Captured(v) {
			return // moved
		}
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		if source.IsBuiltin(f.info, call, "len", "cap") || isUnsafe(f.info, call) {
			return
		}
		into = f.operand(cur)
	}
	f.add(tv.Type, at, into)
}

// dropped reports whether the value at cur is assigned to the blank identifier.
func dropped(cur inspector.Cursor) bool {
	_, i := cur.ParentEdge()
	switch s := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		return source.IsBlank(s.Lhs[i])
	case *ast.ValueSpec:
		return source.IsBlank(s.Names[i])
	}
	return false
}

// isUnsafe reports whether a call is one of package unsafe.
func isUnsafe(info *types.Info, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && info.Uses[sel.Sel] != nil && info.Uses[sel.Sel].Pkg() == types.Unsafe
}

// operand returns the parameter of a function of the package that an argument becomes; nil if the
// function is not known, or not called where the call stands.
func (f *copyFinder) operand(cur inspector.Cursor) *types.Var {
	_, i := cur.ParentEdge()
	fn, operand := source.Parameter(f.info, cur.Parent().Node().(*ast.CallExpr), i)
	if f.pkg.FuncBody(fn) == nil || source.RunsLater(cur.Parent()) {
		return nil
	}
	return operand
}

// methodValue records x.M, if M has a copy of x as its receiver and is not called where it stands.
func (f *copyFinder) methodValue(cur inspector.Cursor) {
	sel := f.info.Selections[cur.Node().(*ast.SelectorExpr)]
	if sel == nil || sel.Kind() != types.MethodVal {
		return
	}
	call, ok := source.Called(cur)
	if recv := sel.Obj().(*types.Func).Signature().Recv(); !ok || source.RunsLater(call) {
		f.add(recv.Type(), cur, nil)
	}
}

// elements records the variable of a range that is set to each element.
func (f *copyFinder) elements(cur inspector.Cursor) {
	loop := cur.Node().(*ast.RangeStmt)
	if loop.Value == nil || source.IsBlank(loop.Value) {
		return
	}
	into, _ := f.pkg.LocalVar(loop.Value)
	f.add(element(f.info.TypeOf(loop.X)), cur, into)
}

// element returns the type of the elements of a slice, array or map, or of a pointer to one; nil
// for other types.
func element(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	switch t := source.Core(deref(t)).(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	}
	return nil
}

// cases records the variables that the cases of a type switch set.
func (f *copyFinder) cases(cur inspector.Cursor) {
	for _, stmt := range cur.Node().(*ast.TypeSwitchStmt).Body.List {
		clause := stmt.(*ast.CaseClause)
		if v, ok := f.info.Implicits[clause].(*types.Var); ok && len(f.pkg.Uses(v)) > 0 {
			f.add(v.Type(), cur, v)
		}
	}
}

// moved records calls that copy the elements of a slice: append, copy and the conversion to an
// array. The conversion of a pointer to one of another struct type counts as well, since the fields
// are other objects.
func (f *copyFinder) moved(cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	switch {
	case source.IsBuiltin(f.info, call, "append", "copy"):
		f.add(element(f.info.TypeOf(call.Args[0])), cur, nil)
	case source.IsConversion(f.info, call) && len(call.Args) == 1:
		switch t := f.info.TypeOf(call.Args[0]); {
		case t == nil:
		case source.IsA[*types.Slice](t):
			f.add(f.info.TypeOf(call), cur, nil)
		case source.IsA[*types.Pointer](t) && !types.Identical(deref(t), deref(f.info.TypeOf(call))):
			f.add(deref(t), cur, nil)
		}
	}
}

// instance records structs, and elements, that are type arguments: generic code that copies them
// knows them by another type. The pointers of sync/atomic copy nothing.
func (f *copyFinder) instance(cur inspector.Cursor, inst types.Instance) {
	if obj := f.info.Uses[cur.Node().(*ast.Ident)]; obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "sync/atomic" {
		return
	}
	for t := range inst.TypeArgs.Types() {
		for seen := new(typeutil.Map); t != nil && seen.At(t) == nil; t = element(t) { // type T []T is its own element
			seen.Set(t, true)
			f.add(t, cur, nil)
			if _, isPointer := t.Underlying().(*types.Pointer); isPointer {
				break
			}
		}
	}
}

// reachedBy returns the structs of the package that other packages may reach, and copy, from its
// exported names and their types.
func reachedBy(pkg *source.Package) []types.Type {
	if pkg.Types.Name() == "main" {
		return nil
	}
	r := &reacher{pkg: pkg.Types, seen: make(map[types.Type]bool)}
	for _, name := range pkg.Types.Scope().Names() {
		if token.IsExported(name) {
			r.visit(pkg.Types.Scope().Lookup(name).Type())
		}
	}
	return r.structs
}

type reacher struct {
	pkg     *types.Package
	seen    map[types.Type]bool
	structs []types.Type
}

func (r *reacher) visit(t types.Type) {
	if r.seen[t] {
		return
	}
	r.seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			r.visit(arg)
		}
		if t != t.Origin() {
			r.visit(t.Origin())
		} else if t.Obj().Pkg() == r.pkg {
			for i := range t.NumMethods() {
				if t.Method(i).Exported() {
					r.visit(t.Method(i).Signature())
				}
			}
			r.visit(t.Underlying())
		}
	case *types.Struct:
		r.structs = append(r.structs, t)
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				r.visit(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			r.visit(m.Signature())
		}
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				r.visit(v.Type())
			}
		}
	case *types.Map:
		r.visit(t.Key())
		r.visit(t.Elem())
	case interface{ Elem() types.Type }: // a pointer, slice, array or channel
		r.visit(t.Elem())
	}
}
