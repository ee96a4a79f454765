package valuefield

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// values is a list whose elements may be the objects that they point to.
type values struct {
	*finder
	*list
	elem    types.Type
	first   inspector.Cursor // of the first object that a function puts into it
	isPut   map[ast.Expr]bool
	known   map[*types.Var]bool // operands and variables that were looked at
	missing bool                // an element of a map is read that may not be there
	asked   bool                // a function asks whether the pointer that it is lent is nil
	values  map[*types.Var]bool // variables that pointed to a new object, and are one now
	edits   []source.TextEdit
}

// valueLists offers the lists of a package whose pointers nobody keeps.
func valueLists(r *rule.Run) {
	f := &finder{}
	for _, l := range f.find(r) {
		v := &values{finder: f, list: l, isPut: make(map[ast.Expr]bool), known: make(map[*types.Var]bool), values: make(map[*types.Var]bool)}
		if v.recognise() && v.check() {
			v.report()
		}
	}
}

// recognise requires that a function puts a new object into the list.
func (l *values) recognise() bool {
	for _, p := range l.puts {
		e := ast.Unparen(p.cur.Node().(ast.Expr))
		l.isPut[e] = true
		if t := typefact.Pointee(l.Info.TypeOf(e)); source.IsA[*types.Struct](t) {
			l.elem = t
		}
	}
	l.puts = slices.DeleteFunc(l.puts, func(p put) bool { return p.from != nil })
	slices.SortFunc(l.puts, func(a, b put) int { return int(a.cur.Node().Pos() - b.cur.Node().Pos()) })
	i := slices.IndexFunc(l.puts, l.isNew)
	if i >= 0 {
		l.first = l.puts[i].cur
	}
	return i >= 0
}

// isNew reports whether a function that is no test makes the object of a put, and not as one of the elements of a
// literal.
func (l *values) isNew(p put) bool {
	_, inFunc := source.EnclosingFunc(p.cur)
	file := l.Pkg.FileOf(p.cur.Node())
	e := ast.Unparen(p.cur.Node().(ast.Expr))
	_, isElement := p.cur.Parent().Node().(*ast.CompositeLit)
	return inFunc && file != nil && !file.IsTest() && !isElement && p.cur.ParentEdgeKind() != edge.KeyValueExpr_Value && l.object(e)
}

// made reports whether e makes a new object, and nothing else has it: &T{…}, new(T) or newT(…).
func (l *values) made(e ast.Expr) bool {
	if _, _, ok := source.NewOf(l.Info, e); ok {
		return true
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && source.Func(l.Info, call) != nil && l.makes(source.Func(l.Info, call))
}

// object reports whether e points to a new object: one that is made there, as {…} in a literal is, or that a
// variable is, or has pointed to since it was made.
func (l *values) object(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		if v, ok := l.Pkg.LocalVar(e.X); ok && e.Op == token.AND {
			return v.Kind() == types.LocalVar
		}
	case *ast.Ident:
		value, ok := l.Pkg.Only(e)
		return ok && l.made(value)
	}
	return l.made(e)
}

// makes reports whether a function of the package returns an object of its own, whoever calls it.
func (l *values) makes(fn *types.Func) bool {
	t, ok := inline.Declared(l.Pkg, fn)
	if !ok || t.Generic() || t.Big() || source.Has[*ast.DeferStmt](t.Decl.Body) {
		return false
	}
	returns := t.Returns()
	return len(returns) > 0 && !slices.ContainsFunc(returns, func(r inline.Return) bool {
		if len(r.Values) != 1 {
			return true
		}
		value, ok := l.Pkg.Only(r.Values[0])
		if !ok {
			value = r.Values[0]
		}
		if _, _, isNew := source.NewOf(l.Info, value); !ok || !isNew {
			return !isNew
		}
		v, _ := l.Pkg.LocalVar(r.Values[0])
		if l.Pkg.InLiteral(v) {
			return true
		}
		return !l.Pkg.Every(v, func(use inspector.Cursor) bool { return inline.IsReturned(l.Info, use) || lets(l.Pkg, v, use) })
	})
}

// lets reports whether a use of an object, or of the pointer to it, keeps nothing of it.
func lets(pkg *source.Package, v *types.Var, use inspector.Cursor) bool {
	k := &retain.Checker{Pkg: pkg, Var: v, Kind: retain.Large}
	return k.Lets(use) && !k.Doubted
}

// check requires that nobody can tell a copy of an object from the object.
func (l *values) check() bool {
	at := l.first.Node()
	size, sized := l.Pkg.Sizeof(l.elem)
	switch {
	case l.stays != "":
		return l.Refuse(at, "the list stays one of pointers: "+l.stays)
	case !sized || size == 0 || size > inline.MaxValue:
		return l.Refuse(at, "an element is too large to be copied")
	case typefact.NoCopy(l.elem):
		return l.Refuse(at, "an element must not be copied")
	case retain.Finalized(l.Pkg, l.elem):
		return l.Refuse(at, "a finalizer or cleanup is set on such objects")
	case l.Pkg.Unsafe(l.elem):
		return l.Refuse(at, "the package may ask unsafe for the place of an element")
	}
	for _, v := range l.vars {
		if owner := l.owners[v]; owner != nil && v.Exported() && printed(l.Pkg, owner) {
			return l.Refuse(at, "what finds "+v.Name()+" by its name may fill it, or call methods of its elements")
		}
	}
	for _, read := range l.reads {
		if id, isName := read.Node().(*ast.Ident); isName && !l.variable(l.Info.Defs[id].(*types.Var), false) || !isName && !l.pointer(read, false) {
			return false
		}
	}
	for _, p := range l.puts {
		if !l.put(p) {
			return false
		}
	}
	return !l.asked || !l.unset && !l.missing || l.keeps("a function does something else for nil")
}

// keeps refuses the list because of what is done with a pointer.
func (l *values) keeps(why string) bool { return l.Refuse(l.first.Node(), why) }

// variable judges a variable that has a pointer from the list, or a copy of that in a function that is lent it.
func (l *values) variable(v *types.Var, lent bool) bool {
	if known, ok := l.known[v]; ok {
		return known
	}
	l.known[v] = true // as long as the opposite is not seen
	if def, ok := l.Pkg.Def(v); ok && !lent && l.Pkg.InLiteral(v) && def.ParentEdgeKind() == edge.RangeStmt_Value {
		if file := l.Pkg.FileOf(def.Node()); file == nil || !file.AtLeast("go1.22") {
			l.known[v] = l.keeps(v.Name() + " is one variable for all iterations")
			return false
		}
	}
	if len(l.Pkg.Writes(v)) > 0 || lent && l.Pkg.InLiteral(v) {
		l.known[v] = l.keeps(v.Name() + " may point to another object later")
		return false
	}
	l.known[v] = l.Pkg.Every(v, func(use inspector.Cursor) bool { return l.pointer(use, lent) })
	return l.known[v]
}

// pointer judges a pointer from the list, at cur: its object is only read. lent says that it stays a pointer.
func (l *values) pointer(cur inspector.Cursor, lent bool) bool {
	cur = source.Parens(cur)
	e := cur.Node().(ast.Expr)
	if l.isPut[ast.Unparen(e)] && !lent {
		return true
	}
	kind, i := cur.ParentEdge()
	l.missing = l.missing || l.mayMiss(cur)
	switch parent := cur.Parent().Node().(type) {
	case *ast.SelectorExpr:
		return l.selected(cur, l.Info.Selections[parent], lent)
	case *ast.StarExpr:
		if l.Pkg.Changes(cur.Parent()) {
			return l.keeps(types.ExprString(e) + " is changed")
		}
		if !lent {
			l.followed(cur.Parent())
		}
		return true
	case *ast.BinaryExpr:
		isNil := source.ComparedWithNil(l.Info, cur)
		l.asked = l.asked || isNil
		return lent && isNil || l.keeps(types.ExprString(e)+" is compared")
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs && source.IsBlank(parent.Lhs[i]) {
			return true
		}
	case *ast.ValueSpec:
		if star, ok := parent.Type.(*ast.StarExpr); ok && !lent && len(parent.Names) == 1 {
			l.stars[star] = true
		} else if parent.Type != nil && !lent {
			return l.keeps("the type of " + parent.Names[i].Name + " is written in another way")
		}
	case *ast.CallExpr:
		return l.given(cur, parent, i, lent)
	}
	if v, _, ok := l.Pkg.Holder(cur); ok && v.Kind() == types.LocalVar && types.Identical(v.Type(), types.NewPointer(l.elem)) {
		return l.variable(v, lent)
	}
	return l.keeps(types.ExprString(e) + " may be kept, or become another pointer")
}

// followed writes *p, and (*p).f without parentheses.
func (l *values) followed(cur inspector.Cursor) {
	star := cur.Node().(*ast.StarExpr)
	if outer := source.Parens(cur); outer.ParentEdgeKind() == edge.SelectorExpr_X {
		l.edits = append(l.edits, source.Replace(outer.Node().Pos(), star.X.Pos(), ""), source.Replace(star.X.End(), outer.Node().End(), ""))
		return
	}
	l.edits = append(l.edits, source.Replace(star.Pos(), star.X.Pos(), ""))
}

// mayMiss reports whether the element of a map that is read at cur may be none, and be used then.
//
//	if p, ok := m[k]; ok {
func (l *values) mayMiss(cur inspector.Cursor) bool {
	index, ok := cur.Node().(*ast.IndexExpr)
	if !ok || !source.IsA[*types.Map](l.Info.TypeOf(index.X)) || elemOf(l.Info.TypeOf(index.X)) == nil {
		return false
	}
	s, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(s.Lhs) != 2 || len(s.Rhs) != 1 {
		return true
	}
	p, isLocal := l.Pkg.LocalVar(s.Lhs[0])
	found, known := l.Pkg.LocalVar(s.Lhs[1])
	if !known || len(l.Pkg.Writes(found)) > 0 || found.Pos() < s.Pos() {
		return !source.IsBlank(s.Lhs[0])
	}
	return isLocal && !l.Pkg.Every(p, func(use inspector.Cursor) bool { return flow.NonNilAt(l.Pkg, found, use) })
}

// selected judges x.f and x.M of a pointer x at cur.
func (l *values) selected(cur inspector.Cursor, sel *types.Selection, lent bool) bool {
	e := cur.Node().(ast.Expr)
	if sel == nil {
		return l.keeps("a method of " + types.ExprString(e) + " is used without it")
	}
	if sel.Kind() == types.FieldVal {
		return !l.Pkg.Changes(cur.Parent()) || l.keeps(types.ExprString(cur.Parent().Node().(ast.Expr))+" is changed")
	}
	fn := sel.Obj().(*types.Func).Origin()
	recv := fn.Signature().Recv()
	if !source.IsA[*types.Pointer](recv.Type()) || behind(sel) {
		return true
	}
	fun := source.Parens(cur.Parent())
	if fun.ParentEdgeKind() != edge.CallExpr_Fun {
		return l.keeps("a method value has " + types.ExprString(e))
	}
	return l.follows(cur, source.Parens(fun.Parent()), fn, recv, lent)
}

// behind reports whether the receiver of a method is what an embedded pointer points to.
func behind(sel *types.Selection) bool {
	t := typefact.Pointee(sel.Recv())
	path := sel.Index()
	for _, i := range path[:len(path)-1] {
		st, ok := typefact.Pointee(t).Underlying().(*types.Struct)
		if !ok {
			return false
		}
		t = st.Field(i).Type()
	}
	return len(path) > 1 && (source.IsA[*types.Pointer](t) || types.IsInterface(t))
}

// given judges f(…, x, …) of a pointer x at cur.
func (l *values) given(cur inspector.Cursor, call *ast.CallExpr, i int, lent bool) bool {
	e := cur.Node().(ast.Expr)
	fn := source.Func(l.Info, call)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && l.Info.Selections[sel] != nil && l.Info.Selections[sel].Kind() == types.MethodExpr {
		fn = nil
	}
	if fn == nil || fn.Signature().Variadic() || i >= fn.Signature().Params().Len() {
		return l.keeps(types.ExprString(call.Fun) + " may keep " + types.ExprString(e))
	}
	fn = fn.Origin()
	if !l.follows(cur, source.Parens(cur.Parent()), fn, fn.Signature().Params().At(i), lent) {
		return false
	}
	if !lent {
		l.edits = append(l.edits, source.Insert(e.Pos(), "&"))
	}
	return true
}

// follows judges the call of a function that is lent the pointer at cur.
func (l *values) follows(cur, call inspector.Cursor, fn *types.Func, param *types.Var, lent bool) bool {
	e := cur.Node().(ast.Expr)
	kind := call.ParentEdgeKind()
	_, isElement := e.(*ast.IndexExpr)
	switch {
	case kind == edge.GoStmt_Call || kind == edge.DeferStmt_Call:
		return l.keeps(fn.Name() + " runs when " + types.ExprString(e) + " may be another one")
	case l.Pkg.FuncBody(fn) == nil || !types.Identical(param.Type(), types.NewPointer(l.elem)):
		return l.keeps(fn.Name() + " may keep " + types.ExprString(e))
	case !lent && isElement && source.IsA[*types.Map](l.Info.TypeOf(e.(*ast.IndexExpr).X)):
		return l.keeps("an element of a map has no address")
	case !lent && isElement && l.moves && !effect.Function(l.Pkg, fn).Quiet():
		return l.keeps(fn.Name() + " may put another element in the place of " + types.ExprString(e))
	}
	return l.variable(param, true)
}

// put judges a new object that becomes an element, and writes it.
//
//	append(l, &T{a: 1})    append(l, new(T))    append(l, &v)    append(l, newT())
//	-------------------    -----------------    -------------    -----------------
//	append(l, T{a: 1})     append(l, T{})       append(l, v)     append(l, *newT())
func (l *values) put(p put) bool {
	e := ast.Unparen(p.cur.Node().(ast.Expr))
	if !l.object(e) {
		return l.keeps(types.ExprString(e) + " is not always a new object")
	}
	file := l.Pkg.FileOf(e)
	switch x := e.(type) {
	case *ast.CompositeLit: // {…} is a T then
		return true
	case *ast.Ident:
		return l.held(p, x)
	case *ast.UnaryExpr:
		if id, ok := ast.Unparen(x.X).(*ast.Ident); ok {
			return l.held(p, id)
		}
	case *ast.CallExpr:
		if source.Func(l.Info, x) != nil {
			l.edits = append(l.edits, source.Insert(e.Pos(), "*"))
			return true
		}
	}
	typ, lit, _ := source.NewOf(l.Info, e)
	edit := value(file, e, fresh{typ: typ, lit: lit})
	if lit == nil && inHead(p.cur) {
		edit.NewText = []byte("(" + string(edit.NewText) + ")")
	}
	if elts := p.cur.ParentEdgeKind(); lit != nil && p.cur.Node() == e && (elts == edge.CompositeLit_Elts || elts == edge.KeyValueExpr_Value) {
		edit = source.Replace(e.Pos(), lit.Lbrace, "") // as gofmt -s has it
	}
	l.edits = append(l.edits, edit)
	return true
}

// inHead reports whether what is assigned at cur stands where a { begins a block: if m[k] = new(T); ok {.
func inHead(cur inspector.Cursor) bool {
	if cur.ParentEdgeKind() != edge.AssignStmt_Rhs {
		return false
	}
	switch cur.Parent().ParentEdgeKind() {
	case edge.IfStmt_Init, edge.SwitchStmt_Init, edge.TypeSwitchStmt_Init, edge.ForStmt_Init, edge.ForStmt_Post:
		return true
	}
	return false
}

// held judges a new object that a variable has, or is: it is let go before it becomes an element, and only
// read then.
//
//	v := &T{a: 1}          v := newT()
//	v.b = 2                l = append(l, v)
//	l = append(l, v)
//	----------------       -----------------
//	v := T{a: 1}           v := newT()
//	v.b = 2                l = append(l, *v)
//	l = append(l, v)
func (l *values) held(p put, id *ast.Ident) bool {
	v, _ := l.Pkg.LocalVar(id)
	def, ok := l.Pkg.Def(v)
	if _, ranges := def.Parent().Node().(*ast.RangeStmt); !ok || ranges && !l.Pkg.FileOf(id).AtLeast("go1.22") {
		return l.keeps(v.Name() + " is one variable for all iterations")
	}
	if source.LoopSince(p.cur, v.Pos()) {
		return l.keeps(v.Name() + " becomes more than one element")
	}
	if l.Pkg.InLiteral(v) || !l.Pkg.Every(v, func(use inspector.Cursor) bool { return l.isPutOf(use) || lets(l.Pkg, v, use) }) {
		return l.keeps(v.Name() + " may be kept elsewhere")
	}
	if l.changesAfter(p.cur, v) {
		return l.keeps(v.Name() + " may be changed when it is an element")
	}
	e := ast.Unparen(p.cur.Node().(ast.Expr))
	if unary, ok := e.(*ast.UnaryExpr); ok {
		l.edits = append(l.edits, source.Replace(unary.Pos(), unary.X.Pos(), ""))
		return true
	}
	if l.becomesValue(v) {
		return true
	}
	l.edits = append(l.edits, source.Insert(e.Pos(), "*"))
	return true
}

// isPutOf reports whether the use of a variable, or its address, becomes an element.
func (l *values) isPutOf(use inspector.Cursor) bool {
	use = source.Parens(use)
	if use.ParentEdgeKind() == edge.UnaryExpr_X {
		use = use.Parent()
	}
	return l.isPut[ast.Unparen(use.Node().(ast.Expr))]
}

// changesAfter reports whether the variable, or what it points to, may change behind the statement around cur.
func (l *values) changesAfter(cur inspector.Cursor, v *types.Var) (changes bool) {
	fn, ok := source.EnclosingFunc(cur)
	if !ok {
		return true
	}
	visit := func(n ast.Node) bool {
		if n.Pos() <= v.Pos() && v.Pos() < n.End() {
			return false // another one
		}
		for _, use := range l.Pkg.UsesIn(n, v) {
			changes = changes || !l.isPutOf(use) && !l.looks(v, use)
		}
		return !changes
	}
	stmt, _ := source.EnclosingStmt(cur)
	g := flow.New(l.Info, source.Body(fn.Node()))
	return g == nil || !visit(stmt.Node()) || !g.After(cur.Node(), visit) || changes
}

// looks reports whether a use of a variable leaves the object unchanged that the variable is, or points to.
func (l *values) looks(v *types.Var, use inspector.Cursor) bool {
	if source.IsA[*types.Pointer](v.Type()) {
		return l.pointer(use, true)
	}
	return !l.Pkg.Changes(use)
}

// becomesValue makes a variable that points to a new object the object, if it is used for fields, methods and
// elements only.
func (l *values) becomesValue(v *types.Var) bool {
	def, _ := l.Pkg.Def(v)
	file := l.Pkg.FileOf(def.Node())
	d, ok := file.DeclOf(v)
	if !ok || d.Type != nil || len(d.Rest) == 0 || !l.Pkg.Every(v, func(use inspector.Cursor) bool {
		return l.isPutOf(use) || source.Parens(use).ParentEdgeKind() == edge.SelectorExpr_X
	}) {
		return false
	}
	typ, lit, ok := source.NewOf(l.Info, d.Value)
	if ok && !l.values[v] {
		l.values[v] = true
		l.edits = append(l.edits, value(file, d.Value, fresh{typ: typ, lit: lit}))
	}
	return ok
}

// report writes the list as one of values.
//
//	[]*T    map[K]*T
//	----    --------
//	[]T     map[K]T
func (l *values) report() {
	for star := range l.stars {
		l.edits = append(l.edits, source.Replace(star.Pos(), star.X.Pos(), ""))
	}
	slices.SortFunc(l.edits, func(a, b source.TextEdit) int { return int(a.Pos - b.Pos) })
	name := l.name()
	l.Report(rule.Finding{
		At:      l.first.Node(),
		Message: "each element of " + name + " is an allocation of its own",
		Title:   "Make the elements of " + name + " the objects that they point to",
		Class:   l.class(),
		Edits:   l.edits,
	})
}

// name is what the list is called where the first object is put into it.
func (l *values) name() string {
	first := source.Parens(l.first)
	switch parent := first.Parent().Node().(type) {
	case *ast.CallExpr:
		return types.ExprString(parent.Args[0])
	case *ast.AssignStmt:
		_, i := first.ParentEdge()
		if index, ok := ast.Unparen(parent.Lhs[i]).(*ast.IndexExpr); ok {
			return types.ExprString(index.X)
		}
	}
	return "the list"
}

// class says what may be seen of it.
func (l *values) class() (class rule.Class) {
	name := types.TypeString(l.elem, types.RelativeTo(l.Pkg.Types))
	if l.unset {
		class = class.And(rule.Review(rule.LatePanic.Caveat("an element that nothing has been put into is an empty " + name + ", where it was nil and panicked")))
	}
	if l.missing {
		class = class.And(rule.Review(rule.LatePanic.Caveat("what is read with a key that is not there is an empty " + name + ", where nil panicked")))
	}
	if l.room != nil {
		class = class.And(rule.Review(rule.Reserves.Caveat("room for " + types.ExprString(l.room) + " of " + name + " is made at once")))
	}
	if slices.ContainsFunc(l.vars, func(v *types.Var) bool { return retain.Forks(l.Pkg, v) }) { // elements of another size have another capacity
		class = class.And(rule.Review(rule.Sharing.Caveat(retain.ForksCaveat)))
	}
	for _, v := range l.vars {
		if owner := l.owners[v]; owner != nil && printed(l.Pkg, owner) {
			class = class.And(rule.Review(rule.Contract.Caveat("what prints a " + owner.Name() + " prints the elements of " + v.Name() + " where it printed addresses")))
		}
	}
	return class
}
