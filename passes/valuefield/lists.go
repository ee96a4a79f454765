package valuefield

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A finder finds the slices and maps of pointers to structs that a package has. Variables, fields,
// operands, results, types and expressions count as one list if the list goes from one to the other: all of
// them change their type, or none does.
type finder struct {
	*rule.Run
	parent map[any]any // for what counts as one list: a *types.Var, *types.TypeName, *types.Func or ast.Expr
	lists  map[any]*list
	order  []*list
	called map[*types.Func]bool // whose calls are all known
	owners map[*types.Var]*types.TypeName
	typed  map[*ast.Ident]bool // names of types that were noted as those of lists
}

// A list is what is known of one variable, field, operand, result, type or expression, and in the end of all that
// count as one list.
type list struct {
	node  any
	stars map[*ast.StarExpr]bool // *T of its types
	reads []inspector.Cursor     // pointers read from it, and variables that have one
	puts  []put
	vars  []*types.Var
	// moves: elements get in the place of others. unset: some are nil at first, or lie behind the length.
	moves, unset bool
	room         ast.Expr // a number, that may be huge, of elements for which room is made
	stays        string   // why it stays one of pointers
	at           ast.Node
}

// A put is a pointer that becomes an element.
type put struct {
	cur  inspector.Cursor
	from ast.Expr // the list that it is read from, nil if it is from none
}

// find returns the lists of a package.
func (f *finder) find(r *rule.Run) (all []*list) {
	*f = finder{
		Run: r, parent: make(map[any]any), lists: make(map[any]*list),
		called: make(map[*types.Func]bool), owners: make(map[*types.Var]*types.TypeName), typed: make(map[*ast.Ident]bool),
	}
	for cur := range r.Cursor.Parent().Preorder() {
		if e, isExpr := cur.Node().(ast.Expr); isExpr && f.isValue(cur, e) {
			f.expr(cur, e)
		}
	}
	for _, l := range f.order {
		if obj, ok := l.node.(*types.TypeName); ok && obj.IsAlias() {
			f.aliased(obj)
		}
	}
	for _, l := range f.order {
		if root := f.root(l.node); root == l.node {
			all = append(all, l)
		} else {
			f.list(root).add(l)
		}
	}
	return all
}

// aliased refuses a list with an alias for its type if the alias stands where it was not noted as the type of a list, as
// in an assertion: an expression has a type of its own, which leads to the list, but no alias.
func (f *finder) aliased(obj *types.TypeName) {
	for _, use := range f.Pkg.Uses(obj) {
		if id, ok := use.Node().(*ast.Ident); ok && !f.typed[id] {
			f.stay(obj, id, obj.Name()+" is used for something else than a list")
		}
	}
}

// add adds what is known of a part of the list.
func (l *list) add(part *list) {
	for star := range part.stars {
		l.stars[star] = true
	}
	l.reads, l.puts, l.vars = append(l.reads, part.reads...), append(l.puts, part.puts...), append(l.vars, part.vars...)
	l.moves, l.unset = l.moves || part.moves, l.unset || part.unset
	if l.room == nil {
		l.room = part.room
	}
	if l.stays == "" {
		l.stays, l.at = part.stays, part.at
	}
}

// elemOf returns T of a slice of *T, of a map to *T, or of a slice or map of these, where T is a struct with a
// name; otherwise nil.
func elemOf(t types.Type) types.Type {
	for range 3 { // a type may be a slice of itself
		if t == nil || !source.IsA[*types.Slice](t) && !source.IsA[*types.Map](t) {
			return nil
		}
		list, ok := source.Core(t).(interface{ Elem() types.Type })
		if !ok {
			return nil
		}
		t = list.Elem()
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			if _, named := types.Unalias(p.Elem()).(*types.Named); !named || !source.IsA[*types.Struct](p.Elem()) || source.Parametric(p.Elem()) {
				return nil
			}
			return p.Elem()
		}
	}
	return nil
}

// hasPointers reports whether the elements of e, which is a list, are pointers, and no lists themselves.
func (f *finder) hasPointers(e ast.Expr) bool {
	list, ok := source.Core(f.Info.TypeOf(e)).(interface{ Elem() types.Type })
	return ok && source.IsA[*types.Pointer](list.Elem())
}

// isValue reports whether e, at cur, is a list, as a value or where it is declared.
func (f *finder) isValue(cur inspector.Cursor, e ast.Expr) bool {
	t := f.Info.TypeOf(e)
	if t == nil || elemOf(t) == nil {
		return false
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return false
	case *ast.Ident:
		_, isVar := f.Info.ObjectOf(e).(*types.Var)
		return isVar && cur.ParentEdgeKind() != edge.SelectorExpr_Sel && !f.isKey(cur) && cur.ParentEdgeKind() != edge.Field_Names
	}
	return f.Info.Types[e].IsValue()
}

// isKey reports whether cur is the name of a field in a literal.
func (f *finder) isKey(cur inspector.Cursor) bool {
	return cur.ParentEdgeKind() == edge.KeyValueExpr_Key && !source.IsA[*types.Map](f.Info.TypeOf(cur.Parent().Parent().Node().(ast.Expr)))
}

// root returns what stands for all that counts as one list with n.
func (f *finder) root(n any) any {
	for f.parent[n] != nil {
		n = f.parent[n]
	}
	return n
}

// unite makes the lists of a and b one.
func (f *finder) unite(a, b any) {
	f.list(a)
	f.list(b)
	if a, b = f.root(a), f.root(b); a != b {
		f.parent[a] = b
	}
}

// list returns what is known of n.
func (f *finder) list(n any) *list {
	l := f.lists[n]
	if l == nil {
		l = &list{node: n, stars: make(map[*ast.StarExpr]bool)}
		f.lists[n] = l
		f.order = append(f.order, l)
	}
	return l
}

// stay notes why n stays a list of pointers.
func (f *finder) stay(n any, at ast.Node, why string) {
	if l := f.list(n); l.stays == "" {
		l.stays, l.at = why, at
	}
}

// node returns what an expression stands for: a variable, a field, or itself.
func (f *finder) node(e ast.Expr) any {
	e = ast.Unparen(e)
	id, _ := e.(*ast.Ident)
	if sel, ok := e.(*ast.SelectorExpr); ok {
		id = sel.Sel
	}
	if id != nil {
		if v, ok := f.Info.ObjectOf(id).(*types.Var); ok {
			return v.Origin()
		}
	}
	return e
}

// same makes the list that e stands for one with that of n, unless e is nil.
func (f *finder) same(n any, e ast.Expr) {
	switch {
	case f.Info.Types[e].IsNil():
	case elemOf(f.Info.TypeOf(e)) == nil:
		f.stay(n, e, types.ExprString(e)+" is of another type")
	default:
		f.unite(n, f.node(e))
	}
}

// expr notes where the list at cur comes from, and where it goes.
func (f *finder) expr(cur inspector.Cursor, e ast.Expr) {
	n := f.node(e)
	if named, ok := types.Unalias(f.Info.TypeOf(e)).(*types.Named); ok {
		f.named(n, named.Obj(), e)
	}
	if f.Pkg.FileOf(e) == nil {
		f.stay(n, e, "a file that must not be edited uses it")
	}
	f.comes(n, cur, e)
	f.goes(n, source.Parens(cur))
}

// comes notes what the list at cur is made of.
func (f *finder) comes(n any, cur inspector.Cursor, e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		f.variable(n, e)
	case *ast.CompositeLit:
		if e.Type != nil {
			f.typ(n, e.Type, e)
		}
		for i, elt := range e.Elts {
			if !f.hasPointers(e) {
				break
			}
			value := cur.ChildAt(edge.CompositeLit_Elts, i)
			if _, ok := elt.(*ast.KeyValueExpr); ok {
				value = value.ChildAt(edge.KeyValueExpr_Value, -1)
				f.list(n).unset = f.list(n).unset || source.IsA[*types.Slice](f.Info.TypeOf(e))
			}
			f.put(n, value)
		}
	case *ast.SliceExpr:
		f.same(n, e.X)
		f.list(n).moves = true
		f.list(n).unset = f.list(n).unset || f.hasPointers(e) && !f.within(e)
	case *ast.CallExpr:
		f.made(n, cur, e)
	case *ast.IndexExpr:
		f.same(n, e.X)
	default:
		f.stay(n, e, types.ExprString(e)+" is an element, or behind a pointer")
	}
}

// within reports whether a slice expression stays below the length: s[i:], s[:0], s[:len(s)-1].
func (f *finder) within(e *ast.SliceExpr) bool {
	if e.High == nil {
		return true
	}
	high := ast.Unparen(e.High)
	if minus, ok := high.(*ast.BinaryExpr); ok && minus.Op == token.SUB {
		if k, isConst := source.IntConst(f.Info, minus.Y); isConst && k >= 0 {
			high = ast.Unparen(minus.X)
		}
	}
	if k, isConst := source.IntConst(f.Info, high); isConst && k == 0 {
		return true
	}
	call, ok := high.(*ast.CallExpr)
	return ok && source.IsBuiltin(f.Info, call, "len") && source.IsPath(e.X) && types.ExprString(call.Args[0]) == types.ExprString(e.X)
}

// made notes the result of append, make, a conversion, or a function of the package.
func (f *finder) made(n any, cur inspector.Cursor, call *ast.CallExpr) {
	l := f.list(n)
	switch {
	case source.IsConversion(f.Info, call):
		f.typ(n, call.Fun, call)
		f.same(n, call.Args[0])
	case source.IsBuiltin(f.Info, call, "append"):
		f.same(n, call.Args[0])
		l.moves = l.moves || !f.fresh(call.Args[0])
		for i, arg := range call.Args[1:] {
			if call.Ellipsis.IsValid() {
				f.same(n, arg)
				l.moves = true
			} else if f.hasPointers(call) {
				f.put(n, cur.ChildAt(edge.CallExpr_Args, i+1))
			}
		}
	case source.IsBuiltin(f.Info, call, "make"):
		f.typ(n, call.Args[0], call)
		f.counts(l, cur, call)
	default:
		f.result(n, call, 0)
	}
}

// fresh reports whether e is nil, or a list that is made there.
func (f *finder) fresh(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		if source.IsConversion(f.Info, e) {
			return f.fresh(e.Args[0])
		}
		return source.IsBuiltin(f.Info, e, "make", "append")
	}
	return f.Info.Types[e].IsNil()
}

// counts notes for how many elements the make at cur has room, and whether some of them are nil.
func (f *finder) counts(l *list, cur inspector.Cursor, call *ast.CallExpr) {
	for i, arg := range call.Args[1:] {
		k, isConst := source.IntConst(f.Info, arg)
		isLength := i == 0 && f.hasPointers(call) && source.IsA[*types.Slice](f.Info.TypeOf(call))
		l.unset = l.unset || isLength && !(isConst && k == 0) && !f.filled(cur, arg)
		if !isConst && !source.NotNegative(f.Info, arg) {
			l.room = arg
		}
	}
}

// filled reports whether the list that is made at cur, of that length, has all of its elements set by the loop
// behind its declaration, which does nothing else with it.
//
//	l := make([]*T, len(xs))
//	for i, x := range xs {
//		l[i] = &T{x: x}
//	}
func (f *finder) filled(cur inspector.Cursor, length ast.Expr) bool {
	file := f.Pkg.FileOf(cur.Node())
	if file == nil {
		return false
	}
	d, ok := file.DeclWith(cur)
	if !ok || len(d.Rest) == 0 || f.Pkg.Mentions(d.Rest[0], d.Var) != 1 || source.Has[*ast.BranchStmt](d.Rest[0]) {
		return false
	}
	loop, ok := f.Pkg.AsRange(d.Rest[0])
	if !ok || !source.IsPath(loop.X) {
		return false
	}
	if call, isCall := ast.Unparen(length).(*ast.CallExpr); isCall && source.IsBuiltin(f.Info, call, "len") {
		ok, length = source.IsA[*types.Slice](f.Info.TypeOf(loop.X)), call.Args[0]
	} else {
		ok = source.IsA[*types.Basic](f.Info.TypeOf(loop.X)) && !source.IsString(f.Info.TypeOf(loop.X))
	}
	key, isName := loop.Key.(*ast.Ident)
	return ok && isName && types.ExprString(length) == types.ExprString(loop.X) && slices.ContainsFunc(loop.Body.List, func(s ast.Stmt) bool {
		set, isAssign := s.(*ast.AssignStmt)
		if !isAssign || len(set.Lhs) != 1 {
			return false
		}
		index, isIndex := set.Lhs[0].(*ast.IndexExpr)
		i, isLocal := f.Pkg.LocalVar(key)
		return isIndex && isLocal && f.Pkg.Is(index.X, d.Var) && f.Pkg.Is(index.Index, i) && len(f.Pkg.Writes(i)) == 0
	})
}

// put notes that the pointer at cur becomes an element.
func (f *finder) put(n any, cur inspector.Cursor) {
	p := put{cur: cur, from: f.source(cur.Node().(ast.Expr))}
	if p.from != nil {
		f.unite(n, f.node(p.from))
	}
	f.list(n).puts = append(f.list(n).puts, p)
}

// source returns the list that a pointer is read from, at once or by a variable: l[i] or p of
// for _, p := range l, p := l[i] and p, ok := m[k].
func (f *finder) source(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if v, ok := f.Pkg.LocalVar(e); ok {
		def, found := f.Pkg.Def(v)
		if !found {
			return nil
		}
		switch s := def.Parent().Node().(type) {
		case *ast.RangeStmt:
			if def.ParentEdgeKind() == edge.RangeStmt_Value && elemOf(f.Info.TypeOf(s.X)) != nil {
				return s.X
			}
		case *ast.AssignStmt:
			if _, i := def.ParentEdge(); i < len(s.Rhs) {
				e = ast.Unparen(s.Rhs[i])
			}
		}
	}
	if index, ok := e.(*ast.IndexExpr); ok && f.Info.Types[index.X].IsValue() && elemOf(f.Info.TypeOf(index.X)) != nil {
		return index.X
	}
	return nil
}

// goes notes what becomes of the list at cur.
func (f *finder) goes(n any, cur inspector.Cursor) {
	kind, i := cur.ParentEdge()
	l := f.list(n)
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		f.assigned(n, parent.Lhs, parent.Rhs, i, kind == edge.AssignStmt_Lhs)
	case *ast.ValueSpec:
		var names []ast.Expr
		for _, name := range parent.Names {
			names = append(names, name)
		}
		f.assigned(n, names, parent.Values, i, kind == edge.ValueSpec_Names)
	case *ast.RangeStmt:
		switch id, isIdent := parent.Value.(*ast.Ident); {
		case kind == edge.RangeStmt_Key:
			f.stay(n, parent, "it comes from a channel or a function")
		case kind == edge.RangeStmt_Value:
			f.same(n, parent.X)
		case !f.hasPointers(parent.X):
		case isIdent && parent.Tok == token.DEFINE && id.Name != "_":
			l.reads = append(l.reads, cur.Parent().ChildAt(edge.RangeStmt_Value, -1))
		case parent.Value != nil && !source.IsBlank(parent.Value):
			f.stay(n, parent.Value, types.ExprString(parent.Value)+" points to an element behind the loop")
		}
	case *ast.IndexExpr:
		if f.hasPointers(parent.X) {
			f.index(n, source.Parens(cur.Parent()))
		}
	case *ast.SliceExpr, *ast.BinaryExpr, *ast.ExprStmt:
	case *ast.CallExpr:
		f.argument(n, cur, i)
	case *ast.ReturnStmt:
		f.returned(n, cur, i)
	case *ast.SelectorExpr: // a method
	case *ast.KeyValueExpr:
		f.member(n, cur.Parent().Parent().Node(), parent.Key, 0)
	case *ast.CompositeLit:
		f.member(n, parent, nil, i)
	default:
		f.stay(n, cur.Node(), "what becomes of "+types.ExprString(cur.Node().(ast.Expr))+" is not known")
	}
}

// assigned notes the one of targets, or values, that n is.
func (f *finder) assigned(n any, targets, values []ast.Expr, i int, target bool) {
	switch {
	case target && len(values) == len(targets):
		f.same(n, values[i])
	case target && len(values) > 0:
		switch value := ast.Unparen(values[0]).(type) {
		case *ast.CallExpr:
			f.result(n, value, i)
		case *ast.IndexExpr:
			f.same(n, value.X)
		default:
			f.stay(n, value, types.ExprString(value)+" is of any type")
		}
	case !target && i < len(targets) && !source.IsBlank(targets[i]):
		f.same(n, targets[i])
	}
}

// index notes an element, at cur, that is set or read.
func (f *finder) index(n any, cur inspector.Cursor) {
	kind, i := cur.ParentEdge()
	if kind != edge.AssignStmt_Lhs {
		f.list(n).reads = append(f.list(n).reads, cur)
		return
	}
	if s := cur.Parent().Node().(*ast.AssignStmt); len(s.Lhs) != len(s.Rhs) {
		f.stay(n, s, "a function sets an element")
		return
	}
	f.list(n).moves = true
	f.put(n, cur.Parent().ChildAt(edge.AssignStmt_Rhs, i))
}

// argument notes a list that a function is given.
func (f *finder) argument(n any, cur inspector.Cursor, i int) {
	call := cur.Parent().Node().(*ast.CallExpr)
	l := f.list(n)
	switch {
	case source.IsConversion(f.Info, call):
		if elemOf(f.Info.TypeOf(call)) == nil {
			f.stay(n, call, "it becomes one of another type")
		}
		return
	case source.IsBuiltin(f.Info, call, "len", "delete"), source.IsBuiltin(f.Info, call, "append") && (i == 0 || call.Ellipsis.IsValid()):
		return
	case source.IsBuiltin(f.Info, call, "cap"):
		if op, ok := source.Parens(cur.Parent()).Parent().Node().(*ast.BinaryExpr); ok && op.Op.Precedence() == token.LSS.Precedence() {
			return // it is compared, to make room
		}
	case source.IsBuiltin(f.Info, call, "append"):
		f.same(n, call)
		return
	case source.IsBuiltin(f.Info, call, "clear") && source.IsA[*types.Map](f.Info.TypeOf(call.Args[0])):
		return
	case source.IsBuiltin(f.Info, call, "copy"):
		f.same(n, call.Args[1-i])
		l.moves = true
		return
	}
	fn := source.Func(f.Info, call)
	switch {
	case fn == nil:
	case i == 0 && slices.Contains(sorts, fn.FullName()):
		l.moves = true
		return
	case f.known(fn) && i < fn.Signature().Params().Len() && elemOf(fn.Signature().Params().At(i).Type()) != nil:
		f.joins(n, fn.Signature().Params().At(i), call)
		return
	}
	f.stay(n, call, types.ExprString(call.Fun)+" is given it")
}

// sorts are functions that only change the places of elements, by what the package compares.
var sorts = []string{"sort.Slice", "sort.SliceStable", "sort.SliceIsSorted", "sort.Sort", "sort.Stable", "sort.IsSorted"}

// result makes n one with a result of a function of the package.
func (f *finder) result(n any, call *ast.CallExpr, i int) {
	fn := source.Func(f.Info, call)
	if fn == nil || !f.known(fn) {
		f.stay(n, call, types.ExprString(call.Fun)+" returns it")
		return
	}
	f.joins(n, fn.Signature().Results().At(i), call)
}

// returned makes n one with the result of the function around it.
func (f *finder) returned(n any, cur inspector.Cursor, i int) {
	around, ok := source.EnclosingFunc(cur)
	if !ok {
		return
	}
	decl, isDecl := around.Node().(*ast.FuncDecl)
	if !isDecl {
		f.stay(n, cur.Node(), "a function literal returns it")
		return
	}
	fn, _ := f.Info.Defs[decl.Name].(*types.Func)
	if fn == nil || !f.known(fn) || elemOf(fn.Signature().Results().At(i).Type()) == nil {
		f.stay(n, cur.Node(), decl.Name.Name+" returns it")
		return
	}
	f.joins(n, fn.Signature().Results().At(i), cur.Node())
}

// known reports whether all calls of a function are, so that its type may change. A list among its
// results that has no name gets its type here.
func (f *finder) known(fn *types.Func) bool {
	if known, ok := f.called[fn]; ok {
		return known
	}
	sig := fn.Signature()
	t, ok := inline.Declared(f.Pkg, fn)
	f.called[fn] = ok && !t.Generic() && !sig.Variadic() && !t.Directive(true) && f.Pkg.Everywhere(fn) && t.Body() == t.Decl.Body
	if !f.called[fn] {
		return false
	}
	calls, ok := t.Calls()
	for _, call := range calls {
		ok = ok && len(call.Node().(*ast.CallExpr).Args) == sig.Params().Len()
	}
	for _, r := range t.Returns() {
		ok = ok && (len(r.Stmt.Results) == 0 || len(r.Stmt.Results) == sig.Results().Len())
	}
	f.called[fn] = ok
	if ok && sig.Results().Len() > 0 && sig.Results().At(0).Name() == "" {
		for i, field := range t.Decl.Type.Results.List {
			if elemOf(sig.Results().At(i).Type()) != nil {
				f.typ(sig.Results().At(i), field.Type, field)
			}
		}
	}
	return ok
}

// member makes n one with the field of a struct that a literal sets: that of the name, or the i-th.
func (f *finder) member(n any, lit ast.Node, key ast.Expr, i int) {
	st, ok := source.Core(f.Info.TypeOf(lit.(ast.Expr))).(*types.Struct)
	if !ok {
		f.same(n, lit.(ast.Expr))
		return
	}
	field := st.Field(i)
	if id, isIdent := key.(*ast.Ident); isIdent {
		field = f.Info.ObjectOf(id).(*types.Var)
	}
	f.joins(n, field, lit)
}

// joins makes n one with an operand, result or field that gets it.
func (f *finder) joins(n any, v *types.Var, at ast.Node) {
	f.unite(n, v.Origin())
	if v.Kind() != types.ResultVar || v.Name() != "" {
		f.variable(v.Origin(), at)
	}
}

// variable notes what declares a variable or a field.
func (f *finder) variable(n any, at ast.Node) {
	v, ok := n.(*types.Var)
	if !ok || f.list(v).vars != nil {
		return
	}
	f.list(v).vars = []*types.Var{v}
	def, ok := f.Pkg.Def(v)
	isLocal := v.Kind() != types.FieldVar && v.Kind() != types.PackageVar
	switch {
	case !ok || v.Pkg() != f.Pkg.Types || !f.Pkg.Everywhere(v) || f.Pkg.FileOf(def.Node()) == nil:
		f.stay(v, at, v.Name()+" is declared elsewhere")
		return
	case !isLocal && (f.exported(v) || v.Embedded() || f.Pkg.Elsewhere(v.Name())):
		f.stay(v, at, "others may use "+v.Name())
		return
	}
	switch parent := def.Parent().Node().(type) {
	case *ast.Field:
		f.typ(v, parent.Type, parent)
		f.field(v, def.Parent())
		for _, name := range parent.Names {
			f.joins(v, f.Info.Defs[name].(*types.Var), parent)
		}
	case *ast.ValueSpec:
		if parent.Type != nil {
			f.typ(v, parent.Type, parent)
			for _, name := range parent.Names {
				f.joins(v, f.Info.Defs[name].(*types.Var), parent)
			}
		}
	case *ast.AssignStmt, *ast.RangeStmt:
	default:
		f.stay(v, parent, v.Name()+" is declared in another way")
	}
}

// exported reports whether other packages may use what is declared.
func (f *finder) exported(obj types.Object) bool {
	return obj.Exported() && f.Pkg.Types.Name() != "main"
}

// field notes whether the operand, result or field of a struct that is declared at cur may change its type.
func (f *finder) field(v *types.Var, cur inspector.Cursor) {
	of := cur.Parent().Parent()
	switch cur.Parent().ParentEdgeKind() {
	case edge.FuncDecl_Recv:
		return
	case edge.FuncType_Params, edge.FuncType_Results:
		if decl, ok := of.Parent().Node().(*ast.FuncDecl); ok {
			if fn, isFunc := f.Info.Defs[decl.Name].(*types.Func); isFunc && f.known(fn) {
				return
			}
		}
		f.stay(v, cur.Node(), "a function whose calls are not all known has "+v.Name())
	case edge.StructType_Fields:
		spec, ok := of.Parent().Node().(*ast.TypeSpec)
		if owner, isType := f.Info.Defs[identOf(spec)].(*types.TypeName); ok && isType && !owner.IsAlias() && !f.converted(v, owner) {
			f.owners[v] = owner
			return
		}
		f.stay(v, cur.Node(), "a struct has "+v.Name()+" that other types may be converted to")
	}
}

func identOf(spec *ast.TypeSpec) *ast.Ident {
	if spec == nil {
		return nil
	}
	return spec.Name
}

// converted reports whether a struct with the field is converted to another, or may be assigned to one without
// a name.
func (f *finder) converted(v *types.Var, owner *types.TypeName) bool {
	for cur := range f.Cursor.Parent().Preorder((*ast.StructType)(nil)) {
		spec, declares := cur.Parent().Node().(*ast.TypeSpec)
		if (!declares || spec.Assign.IsValid()) && types.Identical(f.Info.TypeOf(cur.Node().(ast.Expr)), owner.Type().Underlying()) {
			return true
		}
	}
	for cur := range f.Cursor.Parent().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if source.IsConversion(f.Info, call) && len(call.Args) == 1 {
			for _, e := range []ast.Expr{call, call.Args[0]} {
				t := f.Info.TypeOf(e)
				if p, ok := source.Core(t).(*types.Pointer); ok {
					t = p.Elem()
				}
				if st, ok := source.Core(t).(*types.Struct); ok && slices.Contains(slices.Collect(st.Fields()), v) {
					return true
				}
			}
		}
	}
	return false
}

// typ notes the type of n as it is written: []*T, map[K]*T, a list of those, or a name for one.
func (f *finder) typ(n any, e ast.Expr, at ast.Node) {
	switch e := ast.Unparen(e).(type) {
	case *ast.ArrayType:
		f.typ(n, e.Elt, at)
		return
	case *ast.MapType:
		f.typ(n, e.Value, at)
		return
	case *ast.StarExpr:
		f.list(n).stars[e] = true
		return
	case *ast.Ident:
		if obj, ok := f.Info.Uses[e].(*types.TypeName); ok {
			f.typed[e] = true
			f.named(n, obj, e)
			return
		}
	}
	f.stay(n, at, "its type is written in another way")
}

// named makes n one with a type that has a name.
func (f *finder) named(n any, obj *types.TypeName, at ast.Node) {
	_, known := f.lists[obj]
	f.unite(n, obj)
	if known {
		return
	}
	def, ok := f.Pkg.Def(obj)
	if !ok || f.exported(obj) || f.Pkg.Elsewhere(obj.Name()) || !f.Pkg.Everywhere(obj) {
		f.stay(obj, at, "others may use "+obj.Name())
		return
	}
	spec, ok := def.Parent().Node().(*ast.TypeSpec)
	if !ok || spec.TypeParams != nil {
		f.stay(obj, at, obj.Name()+" is declared in another way")
		return
	}
	f.typ(obj, spec.Type, spec)
}
