// Package pools finds the sync.Pools of a package, and where objects are taken from them and put back.
//
// Invariant: each [Get] and [Put] that is listed takes or puts back an object. A field that could not
// be determined is nil.
//
// Model: an object is followed as long as it lives in one local variable of one
// function. A function of the package that returns what it got, or that puts back
// its parameter, stands for the Get or Put itself, one level deep.
//
// The model blurs objects in fields, slices and maps, and pools that are reached through interfaces
// or other packages: they are not followed.
package pools

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// Analyzer builds the [Index] of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "unheappools",
	Doc:        "unheappools: index the uses of sync.Pool for the unheap passes",
	Requires:   []*analysis.Analyzer{source.Analyzer},
	ResultType: reflect.TypeFor[*Index](),
	Run:        build,
}

// An Index lists the uses of sync.Pool in the hand-written, non-test files of a
// package, in source order.
type Index struct {
	Pkg  *source.Package
	Gets []*Get
	Puts []*Put

	graphs  sync.Map // of func() *flow.Graph by function: analyzers run at the same time
	getters map[*types.Func]*Get
	putters map[*types.Func]putter
}

// A Get is one call that takes an object from a pool.
type Get struct {
	// Pool is the variable or field of the pool, nil if the pool has no name.
	Pool types.Object
	// Call is the call of Get, or of the function that stands for it.
	Call *ast.CallExpr
	Cur  inspector.Cursor
	File *source.File
	// Func is the innermost function around the call, nil at package level.
	Func ast.Node
	// Var is the local variable that holds the object as a whole, Stmt the
	// statement that sets it; Var is nil if there is no such variable.
	Var  *types.Var
	Stmt inspector.Cursor
	// Via is the Get inside the function that Call calls, nil for a direct call.
	Via *Get
}

// A Put is one call that gives an object back to a pool.
type Put struct {
	// Pool is as in Get.
	Pool types.Object
	Call *ast.CallExpr
	Cur  inspector.Cursor
	File *source.File
	// Func is the function that gives the object back while it runs, or at its end. For a call in
	// a function literal that is deferred where it stands, that is the function around it.
	Func ast.Node
	// Arg is what goes back, Var the local variable in it, nil if there is none.
	Arg ast.Expr
	Var *types.Var
	// Defer is the statement that delays the call to the end of Func, nil
	// if it runs where it stands.
	Defer *ast.DeferStmt
	// Via is the Put inside the function that Call calls, nil for a direct call.
	Via *Put
}

// Addressed reports whether the address of Var goes back, not its value.
func (p *Put) Addressed() bool {
	_, ok := ast.Unparen(p.Arg).(*ast.UnaryExpr)
	return ok
}

// Stmt returns the statement in a list that is the call, or defers it; false if there is none.
func (p *Put) Stmt() (inspector.Cursor, bool) {
	switch p.Cur.ParentEdgeKind() {
	case edge.ExprStmt_X, edge.DeferStmt_Call:
		_, _, ok := source.StmtList(p.Cur.Parent())
		return p.Cur.Parent(), ok
	}
	return inspector.Cursor{}, false
}

// Sets returns the local variables that the statement of the Get sets: Var, and a second one for
// ok.
func (g *Get) Sets(info *types.Info) []types.Object {
	set := []types.Object{g.Var}
	if s, ok := g.Stmt.Node().(*ast.AssignStmt); ok && len(s.Lhs) > 1 {
		if id, ok := s.Lhs[1].(*ast.Ident); ok {
			set = append(set, info.ObjectOf(id))
		}
	}
	return set
}

// MayBeNil reports whether the function goes on if Get returned no object of the type: the type
// assertion has a second result.
func (g *Get) MayBeNil() bool {
	s, ok := g.Stmt.Node().(*ast.AssignStmt)
	return ok && len(s.Lhs) > 1
}

// Direct returns the Gets and Puts of the pool that are calls of its methods, not of functions that do so.
func (x *Index) Direct(pool types.Object) (gets []*Get, puts []*Put) {
	gets = slices.DeleteFunc(slices.Clone(x.Gets), func(get *Get) bool { return get.Pool != pool || get.Via != nil })
	puts = slices.DeleteFunc(slices.Clone(x.Puts), func(put *Put) bool { return put.Pool != pool || put.Via != nil })
	return gets, puts
}

// PutsOf returns the Puts of the object that get takes, in the same function.
func (x *Index) PutsOf(get *Get) []*Put {
	var puts []*Put
	for _, put := range x.Puts {
		if put.Var == get.Var && put.Func == get.Func {
			puts = append(puts, put)
		}
	}
	return puts
}

// Capped returns the lines that put back a buffer, by the call put, unless it has a capacity of
// more than limit bytes: 1 << 16, as in package fmt, or a name for that.
func Capped(buffer, limit, put string) []string {
	return []string{"if " + buffer + ".Cap() <= " + limit + " {", "\t" + put, "}"}
}

// Deferred returns the lines of a statement that runs lines at the end of a function.
func Deferred(lines ...string) []string {
	out := []string{"defer func() {"}
	for _, line := range lines {
		out = append(out, "\t"+line)
	}
	return append(out, "}()")
}

// Name returns the name of the pool for a message.
func (p *Put) Name() string { return name(p.Pool) }

// Name returns the name of the pool for a message.
func (g *Get) Name() string { return name(g.Pool) }

func name(pool types.Object) string {
	if pool == nil {
		return "the pool"
	}
	return pool.Name()
}

// Of returns the Index of a pass. The pass must list [Analyzer] in its Requires.
func Of(pass *analysis.Pass) *Index { return pass.ResultOf[Analyzer].(*Index) }

// Graph returns the control-flow graph of a function, nil if it has no body or flow.New knows no
// graph.
func (x *Index) Graph(fn ast.Node) *flow.Graph {
	body := source.Body(fn)
	if body == nil {
		return nil
	}
	once, _ := x.graphs.LoadOrStore(fn, sync.OnceValue(func() *flow.Graph { return flow.New(x.Pkg.Info, body) }))
	return once.(func() *flow.Graph)()
}

func build(pass *analysis.Pass) (any, error) {
	x := &Index{
		Pkg:     source.Of(pass),
		getters: make(map[*types.Func]*Get),
		putters: make(map[*types.Func]putter),
	}
	x.each(x.direct)
	if len(x.Gets)+len(x.Puts) == 0 {
		return x, nil
	}
	for _, g := range x.Gets {
		x.getter(g)
	}
	for _, p := range x.Puts {
		x.putter(p)
	}
	x.each(x.wrapped)
	return x, nil
}

// each calls visit for every call in a file that is not a test.
func (x *Index) each(visit func(*source.File, inspector.Cursor, *ast.CallExpr)) {
	for _, f := range x.Pkg.Files {
		if f.IsTest() {
			continue // tests of a pool misuse it on purpose
		}
		for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil)) {
			visit(f, cur, cur.Node().(*ast.CallExpr))
		}
	}
}

// direct records a call of a method of sync.Pool.
func (x *Index) direct(f *source.File, cur inspector.Cursor, call *ast.CallExpr) {
	fn, ok := typeutil.Callee(x.Pkg.Info, call).(*types.Func)
	if !ok {
		return
	}
	switch fn.FullName() {
	case "(*sync.Pool).Get":
		x.Gets = append(x.Gets, x.get(f, cur, x.object(call)))
	case "(*sync.Pool).Put":
		if len(call.Args) == 1 {
			x.Puts = append(x.Puts, x.put(f, cur, x.object(call), call.Args[0]))
		}
	}
}

// object returns the variable or field p of a call p.Get() or x.p.Get().
func (x *Index) object(call *ast.CallExpr) types.Object {
	recv := source.Receiver(x.Pkg.Info, call)
	if u, ok := recv.(*ast.UnaryExpr); ok {
		recv = u.X
	}
	if recv == nil || !isPool(x.Pkg.Info.TypeOf(recv)) {
		return nil // an embedded pool
	}
	switch e := ast.Unparen(recv).(type) {
	case *ast.Ident:
		return x.Pkg.Info.Uses[e]
	case *ast.SelectorExpr:
		return x.Pkg.Info.Uses[e.Sel]
	case *ast.IndexExpr:
		if id, ok := ast.Unparen(e.X).(*ast.Ident); ok {
			return x.Pkg.Info.Uses[id] // an array of pools by size
		}
	}
	return nil
}

func isPool(t types.Type) bool { return t != nil && source.IsNamed(t, "sync", "Pool") }

func (x *Index) get(f *source.File, cur inspector.Cursor, pool types.Object) *Get {
	g := &Get{Pool: pool, Call: cur.Node().(*ast.CallExpr), Cur: cur, File: f}
	if fn, ok := source.EnclosingFunc(cur); ok {
		g.Func = fn.Node()
	}
	g.Var, g.Stmt = x.holder(cur)
	return g
}

// holder returns v and the statement for
//
//	v := P.Get().(T)    v, ok := P.Get().(T)    v = P.Get().(T)    v := get()
//	v := P.Get().(T)[:0]    var v = P.Get().(T)
func (x *Index) holder(cur inspector.Cursor) (*types.Var, inspector.Cursor) {
	cur = source.Parens(cur)
	if cur.ParentEdgeKind() == edge.TypeAssertExpr_X {
		cur = source.Parens(cur.Parent())
	}
	if cur.ParentEdgeKind() == edge.SliceExpr_X {
		cur = cur.Parent()
	}
	v, stmt, _ := x.Pkg.Holder(cur)
	return v, stmt
}

func (x *Index) put(f *source.File, cur inspector.Cursor, pool types.Object, arg ast.Expr) *Put {
	p := &Put{Pool: pool, Call: cur.Node().(*ast.CallExpr), Cur: cur, File: f, Arg: arg}
	p.Var = x.local(arg)
	fn, ok := source.EnclosingFunc(cur)
	if !ok {
		return p
	}
	p.Func = fn.Node()
	if cur.ParentEdgeKind() == edge.DeferStmt_Call {
		p.Defer = cur.Parent().Node().(*ast.DeferStmt)
		return p
	}
	// defer func() { …; pool.Put(v) }()
	if lit, ok := fn.Node().(*ast.FuncLit); ok && fn.ParentEdgeKind() == edge.CallExpr_Fun {
		call := fn.Parent()
		if call.ParentEdgeKind() == edge.DeferStmt_Call && !declaredIn(p.Var, lit) {
			p.Defer = call.Parent().Node().(*ast.DeferStmt)
			if outer, ok := source.EnclosingFunc(call); ok {
				p.Func = outer.Node()
			}
		}
	}
	return p
}

func declaredIn(v *types.Var, n ast.Node) bool {
	return v != nil && n.Pos() <= v.Pos() && v.Pos() < n.End()
}

// local returns the variable v of v, &v, v[:n] and (v).
func (x *Index) local(e ast.Expr) *types.Var {
	switch y := ast.Unparen(e).(type) {
	case *ast.SliceExpr:
		e = y.X
	case *ast.UnaryExpr:
		if y.Op == token.AND {
			e = y.X
		}
	}
	v, _ := x.Pkg.LocalVar(e)
	return v
}

// Declared returns the file that declares a package-level variable as a pool, and x of its
// New: func() any { return x }, nil if it has none. ok is false if New does more.
func (x *Index) Declared(pool *types.Var) (f *source.File, made ast.Expr, ok bool) {
	def, ok := x.Pkg.Def(pool)
	if !ok || def.ParentEdgeKind() != edge.ValueSpec_Names {
		return nil, nil, false
	}
	spec := def.Parent().Node().(*ast.ValueSpec)
	f = x.Pkg.FileOf(spec)
	if len(spec.Names) != 1 || f == nil {
		return nil, nil, false
	}
	if len(spec.Values) == 0 {
		return f, nil, source.IsNamed(pool.Type(), "sync", "Pool")
	}
	lit, ok := source.Referent(spec.Values[0]).(*ast.CompositeLit)
	if !ok || len(lit.Elts) == 0 {
		return f, nil, ok
	}
	kv, ok := lit.Elts[0].(*ast.KeyValueExpr)
	if !ok || len(lit.Elts) > 1 {
		return nil, nil, false
	}
	made = Returned(kv.Value)
	return f, made, made != nil
}

// Returned returns x of func() any { return x }; nil for another expression.
func Returned(e ast.Expr) ast.Expr {
	fn, ok := ast.Unparen(e).(*ast.FuncLit)
	if !ok || len(fn.Body.List) != 1 {
		return nil
	}
	ret, ok := fn.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	return ret.Results[0]
}

// A putter is a function that puts back one of its parameters.
type putter struct {
	put *Put
	// param is the index of the parameter, -1 the receiver.
	param int
}

// getter records a function that returns the object of g in every return.
func (x *Index) getter(g *Get) {
	decl, ok := g.Func.(*ast.FuncDecl)
	if !ok || decl.Body == nil {
		return
	}
	fn, ok := x.Pkg.Info.Defs[decl.Name].(*types.Func)
	if !ok || fn.Signature().Results().Len() != 1 {
		return
	}
	for ret := range source.Nodes[*ast.ReturnStmt](decl.Body) {
		if len(ret.Results) != 1 {
			return
		}
		if !flow.Names(x.Pkg.Info, ret.Results[0], g.Var) && unassert(ret.Results[0]) != g.Call {
			return
		}
	}
	x.getters[fn] = g
}

// unassert returns e of e.(T).
func unassert(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if t, ok := e.(*ast.TypeAssertExpr); ok {
		return ast.Unparen(t.X)
	}
	return e
}

// putter records a function that puts back a parameter whenever it is called, unless the object is
// too big. A Put under another condition, as that a reference count is zero, leaves the caller with
// the object.
func (x *Index) putter(p *Put) {
	decl, ok := p.Func.(*ast.FuncDecl)
	if !ok || p.Var == nil || !x.always(p, decl) {
		return
	}
	fn, ok := x.Pkg.Info.Defs[decl.Name].(*types.Func)
	if !ok || len(x.Pkg.Writes(p.Var)) > 0 {
		return
	}
	if recv := fn.Signature().Recv(); recv == p.Var {
		x.putters[fn] = putter{put: p, param: -1}
	}
	params := fn.Signature().Params()
	for i := range params.Len() {
		if params.At(i) == p.Var && !fn.Signature().Variadic() {
			x.putters[fn] = putter{put: p, param: i}
		}
	}
}

// Always reports whether a deferred Put gives the object back whatever happened before, unless the
// size of the object, or nil, prevents it.
func (x *Index) Always(p *Put) bool {
	fn, ok := source.EnclosingFunc(p.Cur)
	return p.Cur.ParentEdgeKind() == edge.DeferStmt_Call || ok && x.always(p, fn.Node())
}

// always reports whether every call of fn, the innermost function around the Put, runs the Put,
// unless the size of the object, or nil, prevents it.
func (x *Index) always(p *Put, fn ast.Node) bool {
	for n := range ast.Preorder(source.Body(fn)) {
		switch n := n.(type) {
		case *ast.IfStmt:
			if !sizeTest(x.Pkg.Info, n.Cond, p.Var) {
				return false
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return false
		}
	}
	return true
}

// sizeTest reports whether a condition asks only for the size of v, or whether it is nil.
func sizeTest(info *types.Info, cond ast.Expr, v *types.Var) bool {
	sized := false
	for n := range ast.Preorder(cond) {
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, isMethod := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			isMethod = isMethod && slices.Contains([]string{"Cap", "Len", "Size"}, sel.Sel.Name)
			if !isMethod && !source.IsBuiltin(info, n, "cap", "len") && !source.IsConversion(info, n) {
				return false
			}
			sized = true
		case *ast.Ident:
			sized = sized || n.Name == "nil"
		}
	}
	return sized && flow.Mentions(info, cond, v)
}

// wrapped records a call of a getter or putter.
func (x *Index) wrapped(f *source.File, cur inspector.Cursor, call *ast.CallExpr) {
	fn := typeutil.StaticCallee(x.Pkg.Info, call)
	if fn == nil {
		return
	}
	fn = fn.Origin()
	if via := x.getters[fn]; via != nil {
		g := x.get(f, cur, via.Pool)
		g.Via = via
		x.Gets = append(x.Gets, g)
	}
	via, ok := x.putters[fn]
	if !ok {
		return
	}
	arg := source.Receiver(x.Pkg.Info, call)
	if via.param >= 0 {
		if len(call.Args) <= via.param || call.Ellipsis.IsValid() {
			return
		}
		arg = call.Args[via.param]
	}
	if arg == nil {
		return
	}
	p := x.put(f, cur, via.put.Pool, arg)
	p.Via = via.put
	x.Puts = append(x.Puts, p)
}
