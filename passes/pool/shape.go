package pool

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// An object is a variable that holds something worth pooling.
type object struct {
	v    *types.Var
	kind retain.Kind
	// at is the declaration, instead returns the edits that put lines in its place.
	at      ast.Node
	instead func(lines ...string) []source.TextEdit
	// pool is a name for the pool, make the body of its New, and typ the type T if it holds *T.
	pool, make, typ string
	// from is the constructor, nil if a new object is zero.
	from *types.Func
	// name is that of the variable that holds the pointer from the pool: v itself, except for a slice.
	name string
	// then returns the statements that follow the Get; put is the call that puts the object back.
	then func(put string) []string
	// grows is true of a buffer; it goes back only if its capacity is at most the constant called limit.
	grows bool
	limit string
	// edits change uses of the variable.
	edits   []source.TextEdit
	slice   bool // v is a slice, name holds a pointer to it
	isLent  bool // see [pooler.lent], which has checked all uses
	others  bool // other functions put their objects into the same pool
	caveats []rule.Caveat
}

// usable reports whether no use retains the object, and notes the caveats.
func (p *pooler) usable(o *object) bool {
	if o.isLent {
		return true
	}
	k := &retain.Checker{Pkg: p.Pkg, Var: o.v, Kind: o.kind, Fixed: true, Deferred: true, InPlace: true, Aliases: true, Trusting: true}
	if !k.All() {
		return p.Refuse(o.at, o.v.Name()+" may be retained, or told from a new one, by "+k.Retains())
	}
	if o.slice && !k.Escapes {
		return false // on the stack already
	}
	o.caveats = append(o.caveats, k.Caveats()...)
	return true
}

// made recognises v := value.
func (p *pooler) made(o *object, value ast.Expr) bool {
	if typ, lit, ok := source.NewOf(p.Info, value); ok {
		return (lit == nil || len(lit.Elts) == 0) && (p.buffer(o, typ) || p.large(o, typ)) || p.lent(o, typ, lit)
	}
	switch e := value.(type) {
	case *ast.CompositeLit:
		o.edits = p.addresses(o.v)
		return len(e.Elts) == 0 && p.large(o, e.Type) || e.Type != nil && p.lent(o, e.Type, e)
	case *ast.CallExpr:
		return p.scratch(o, e) || p.writer(o, e)
	}
	return false
}

// writer recognises v := gzip.NewWriter(w) and the like.
//
//	z := gzip.NewWriter(w)
//	------------------------------
//	z := pool.Get().(*gzip.Writer)
//	z.Reset(w)
//	defer func() {
//		z.Reset(nil)
//		pool.Put(z)
//	}()
//
// The second Reset drops the reference to w.
func (p *pooler) writer(o *object, call *ast.CallExpr) bool {
	caveats, ok := retain.Stands(p.Pkg, call)
	if !ok {
		return false
	}
	fn := source.Func(p.Info, call)
	typ := strings.TrimPrefix(fn.Name(), "New")
	q, name, ok := p.Qualified(call, typ)
	if !ok {
		return p.Refuse(call, typ+" means something else here")
	}
	o.kind, o.from, o.pool, o.typ = retain.Stream, fn, path.Base(fn.Pkg().Path())+typ+"s", q+typ
	o.make = fmt.Sprintf("return %s(nil)", q+cmp.Or(name, fn.Name()))
	o.then = func(put string) []string {
		return append([]string{o.name + ".Reset(" + p.Text(call.Args[0]) + ")"}, pools.Deferred(o.name+".Reset(nil)", put)...)
	}
	o.caveats = append(o.caveats, caveats...)
	return p.global(call.Fun) && p.Universe(o.v.Pos(), "nil") && !p.hides(o, call.Args[0])
}

// global reports whether the names in e mean the same at package level.
func (p *pooler) global(e ast.Expr) bool { return p.Visible(e, p.DeclAt(e.Pos()).Pos()) }

// reader recognises z, err := gzip.NewReader(r) with a test of err behind it.
//
//	z, err := gzip.NewReader(r)
//	------------------------------
//	z := pool.Get().(*gzip.Reader)
//	defer pool.Put(z)
//	err := z.Reset(r)
func (p *pooler) reader(cur inspector.Cursor) (*object, bool) {
	s, ok := cur.Node().(*ast.AssignStmt)
	if !ok || s.Tok != token.DEFINE || len(s.Lhs) != 2 || len(s.Rhs) != 1 || p.HasComment(s.Pos(), s.End()) {
		return nil, false
	}
	v, ok := p.Info.Defs[s.Lhs[0].(*ast.Ident)].(*types.Var)
	if !ok {
		return nil, false
	}
	call, ok := source.CallTo(p.Info, s.Rhs[0], "compress/gzip", "NewReader")
	if !ok || p.Info.Types[call.Args[0]].IsNil() {
		return nil, false
	}
	err, ok := s.Lhs[1].(*ast.Ident)
	if !ok || err.Name == "_" || !p.leavesOn(cur, err, v) {
		return nil, false // the variable is nil after an error
	}
	op := "="
	if p.Info.Defs[err] != nil {
		op = ":="
	}
	q, _, ok := p.Qualified(call, "Reader")
	if !ok {
		return nil, p.Refuse(call, "Reader means something else here")
	}
	o := &object{v: v, name: v.Name(), at: s, instead: func(lines ...string) []source.TextEdit {
		return []source.TextEdit{source.ReplaceNode(s, strings.Join(lines, "\n"+p.Indent(s.Pos())))}
	}}
	if p.hides(o, call.Args[0]) {
		return nil, false
	}
	o.kind, o.pool, o.typ = retain.Stream, "gzipReaders", q+"Reader"
	o.caveats = append(o.caveats, rule.Retention.Caveat("the pool keeps what was last read until the next use, or two garbage collections"))
	o.make = fmt.Sprintf("return new(%sReader)", q)
	o.then = func(put string) []string {
		return []string{"defer " + put, fmt.Sprintf("%s %s %s.Reset(%s)", err.Name, op, o.name, p.Text(call.Args[0]))}
	}
	return o, true
}

// leavesOn reports whether the statement after cur is if err != nil { …; return }, and does
// not mention v.
func (p *pooler) leavesOn(cur inspector.Cursor, err *ast.Ident, v *types.Var) bool {
	list, i, _ := source.StmtList(cur)
	if i+1 >= len(list) {
		return false
	}
	s, ok := list[i+1].(*ast.IfStmt)
	if !ok || s.Init != nil || len(s.Body.List) == 0 {
		return false
	}
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !p.Info.Types[cond.Y].IsNil() {
		return false
	}
	if id, ok := cond.X.(*ast.Ident); !ok || p.Info.Uses[id] != p.Info.ObjectOf(err) {
		return false
	}
	_, returns := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt)
	return returns && p.Pkg.Mentions(s, v) == 0
}

// declared recognises the declaration of an object. Uses of var buf bytes.Buffer lose their &.
//
//	var buf bytes.Buffer; f(&buf)
//	--------------------------------------
//	buf := pool.Get().(*bytes.Buffer); f(buf)
func (p *pooler) declared(d source.Decl, o *object) bool {
	if d.Value != nil {
		return d.Typed() && p.made(o, ast.Unparen(d.Value))
	}
	o.edits = p.addresses(d.Var)
	return p.buffer(o, d.Type) || p.large(o, d.Type) || p.lent(o, d.Type, nil)
}

// addresses returns the edits that write v for &v, for a variable that becomes a pointer.
func (p *pooler) addresses(v *types.Var) (edits []source.TextEdit) {
	for _, use := range p.Pkg.Uses(v) {
		use = source.Parens(use)
		if use.ParentEdgeKind() == edge.UnaryExpr_X {
			edits = append(edits, source.ReplaceNode(use.Parent().Node(), v.Name()))
		}
	}
	return edits
}

// buffer notes how to pool a bytes.Buffer.
//
//	buf := new(bytes.Buffer)
//	-------------------------------
//	buf := pool.Get().(*bytes.Buffer)
//	buf.Reset()
//	defer func() {
//		if buf.Cap() <= maxBuffer {
//			pool.Put(buf)
//		}
//	}()
func (p *pooler) buffer(o *object, typ ast.Expr) bool {
	if !source.IsBuffer(p.Info.TypeOf(typ)) || !p.global(typ) {
		return false
	}
	o.kind, o.pool, o.typ, o.grows = retain.Buffer, "buffers", p.Text(typ), true
	o.make = fmt.Sprintf("return new(%s)", o.typ)
	o.then = func(put string) []string {
		return append([]string{o.name + ".Reset()"}, pools.Deferred(pools.Capped(o.name, o.limit, put)...)...)
	}
	return p.Universe(o.v.Pos(), "new")
}

// scratch recognises b := make([]byte, n) for a constant n from 1024 to 65536.
//
//	b := make([]byte, 4096)
//	-----------------------------
//	bp := pool.Get().(*[]byte)
//	defer pool.Put(bp)
//	b := *bp
//	clear(b)
func (p *pooler) scratch(o *object, call *ast.CallExpr) bool {
	if !source.IsBuiltin(p.Info, call, "make") || len(call.Args) != 2 || !source.IsBytes(o.v.Type()) || !p.Universe(o.v.Pos(), "byte") {
		return false
	}
	n, ok := source.IntConst(p.Info, call.Args[1])
	clears, isClear := p.Clear(o.v.Pos(), o.v.Name(), o.v.Type())
	if !ok || !isClear || n < 1024 || n > 1<<16 || !p.global(call.Args[1]) || len(p.Pkg.Writes(o.v)) > 0 {
		return false
	}
	o.kind, o.slice, o.pool, o.typ = retain.FullSlice, true, "blocks", "[]byte"
	o.make = fmt.Sprintf("b := %s; return &b", p.Text(call))
	o.name = p.Fresh(call.Pos(), o.v.Name()+"p")
	o.then = func(put string) []string {
		return append([]string{"defer " + put, o.v.Name() + " := *" + o.name}, clears...)
	}
	return true
}

// Variables of more than onStack bytes are on the heap even if they do not escape, see
// MaxStackVarSize of cmd/compile/internal/ir since Go 1.23. One of more than maxLarge bytes is
// too much for a pool to hold.
const (
	onStack  = 128 << 10
	maxLarge = 16 << 20
)

// large notes how to pool an array or struct that is too large for the stack. It is zeroed
// before it goes back, so that the pool does not keep what it refers to alive.
//
//	var table [1 << 16]int
//	-----------------------------------
//	table := pool.Get().(*[1 << 16]int)
//	defer func() {
//		*table = [1 << 16]int{}
//		pool.Put(table)
//	}()
func (p *pooler) large(o *object, typ ast.Expr) bool {
	t := p.Info.TypeOf(typ)
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
	default:
		return false
	}
	if n, ok := p.Pkg.Sizeof(t); !ok || n <= onStack || n > maxLarge {
		return false
	}
	name, ok := p.Text(typ), !source.IsOpen(typ) && !p.hides(o, typ)
	if ok && !p.global(typ) {
		here, ok1 := p.TypeText(t, typ.Pos())
		there, ok2 := p.TypeText(t, p.DeclAt(typ.Pos()).Pos())
		name, ok = here, ok1 && ok2 && here == there // the length may be a local constant
	}
	if !ok {
		return false
	}
	o.kind, o.pool, o.typ = retain.Large, "tables", name
	o.make = fmt.Sprintf("return new(%s)", name)
	o.then = func(put string) []string {
		return pools.Deferred("*"+o.name+" = "+name+"{}", put)
	}
	return true
}
