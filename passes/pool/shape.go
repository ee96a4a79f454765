package pool

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

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
	// pool is a name for the pool, make the body of its New.
	pool, make string
	// take returns the statements that take the place of the declaration.
	take func(pool, indent string) string
	// edits change uses of the variable.
	edits   []source.TextEdit
	slice   bool
	caveats []rule.Caveat
}

// usable reports whether every use of the object keeps nothing, and notes the caveats.
func (p *pooler) usable(o *object) bool {
	k := &retain.Checker{Pkg: p.pkg, Var: o.v, Kind: o.kind, Fixed: true, Deferred: true}
	if !k.All() {
		return p.pass.Refuse(o.at, o.v.Name()+" may be retained, or told from another one, by "+k.Retains())
	}
	if o.slice && !k.Escapes {
		return false // on the stack already
	}
	if k.Doubted {
		o.caveats = append(o.caveats, rule.Contract.Caveat(retain.BorrowedCaveat))
	}
	if k.Copied {
		o.caveats = append(o.caveats, rule.Contract.Caveat(retain.CopyCaveat))
	}
	return true
}

// qualifier returns how the file writes the package of a call's function: "gzip.".
func qualifier(f *source.File, fun ast.Expr) string {
	if sel, ok := ast.Unparen(fun).(*ast.SelectorExpr); ok {
		return f.Text(sel.X) + "."
	}
	return "" // a dot import
}

// writers are the constructors of one argument whose result has a Reset with it.
var writers = map[string]struct{ pool, typ string }{
	"compress/gzip.NewWriter": {"gzipWriters", "Writer"},
	"compress/zlib.NewWriter": {"zlibWriters", "Writer"},
	"bufio.NewWriter":         {"bufioWriters", "Writer"},
	"bufio.NewReader":         {"bufioReaders", "Reader"},
}

// made recognises v := value.
func (p *pooler) made(f *source.File, o *object, value ast.Expr) bool {
	switch e := value.(type) {
	case *ast.CompositeLit:
		o.edits = p.addresses(o.v)
		return len(e.Elts) == 0 && p.large(f, o, e.Type)
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return ok && e.Op == token.AND && len(lit.Elts) == 0 && (p.buffer(f, o, lit.Type) || p.large(f, o, lit.Type))
	case *ast.CallExpr:
		if source.IsBuiltin(p.info, e, "new") {
			return p.info.Types[e.Args[0]].IsType() && (p.buffer(f, o, e.Args[0]) || p.large(f, o, e.Args[0]))
		}
		if source.IsBuiltin(p.info, e, "make") {
			return p.scratch(f, o, e)
		}
		return p.writer(f, o, e)
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
// The second Reset lets the object forget w.
func (p *pooler) writer(f *source.File, o *object, call *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(p.info, call).(*types.Func)
	if !ok || len(call.Args) != 1 || call.Ellipsis.IsValid() {
		return false
	}
	w, ok := writers[fn.FullName()]
	if !ok || fn.Pkg().Path() == "bufio" && !p.separate(call.Args[0]) || !p.single(call.Args[0]) {
		return false
	}
	q := qualifier(f, call.Fun)
	o.kind, o.pool = retain.Stream, w.pool
	o.make = fmt.Sprintf("return %s(nil)", f.Text(call.Fun))
	o.take = func(pool, in string) string {
		return fmt.Sprintf("%[1]s := %[2]s.Get().(*%[3]s%[4]s)\n%[5]s%[1]s.Reset(%[6]s)\n"+
			"%[5]sdefer func() {\n%[5]s\t%[1]s.Reset(nil)\n%[5]s\t%[2]s.Put(%[1]s)\n%[5]s}()",
			o.v.Name(), pool, q, w.typ, in, f.Text(call.Args[0]))
	}
	trust := retain.Trusted(p.pkg, p.info.TypeOf(call.Args[0]))
	if trust == retain.Doubted {
		o.caveats = append(o.caveats, rule.Contract.Caveat(retain.BorrowedCaveat))
	}
	return p.global(call.Fun) && trust != retain.Refused && f.Universe(o.v.Pos(), "nil")
}

// separate reports whether e is surely no bufio.Reader or Writer, which the
// constructor might return as it is.
func (p *pooler) separate(e ast.Expr) bool {
	t := p.info.TypeOf(e)
	return t != nil && !types.IsInterface(t) && !source.IsNamed(t, "bufio", "Reader") && !source.IsNamed(t, "bufio", "Writer")
}

// single reports whether e is one value, which is not nil.
func (p *pooler) single(e ast.Expr) bool {
	_, tuple := p.info.TypeOf(e).(*types.Tuple)
	return !tuple && !p.info.Types[e].IsNil()
}

// global reports whether the names in e are visible at package level.
func (p *pooler) global(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok {
			if obj := p.info.Uses[id]; obj != nil && obj.Pkg() == p.pkg.Types && obj.Parent() != p.pkg.Types.Scope() {
				if _, isPkg := obj.(*types.PkgName); !isPkg {
					return false
				}
			}
		}
	}
	return true
}

// reader recognises z, err := gzip.NewReader(r) with a test of err behind it.
//
//	z, err := gzip.NewReader(r)
//	------------------------------
//	z := pool.Get().(*gzip.Reader)
//	defer pool.Put(z)
//	err := z.Reset(r)
func (p *pooler) reader(f *source.File, cur inspector.Cursor) (*object, bool) {
	s, ok := cur.Node().(*ast.AssignStmt)
	if !ok || s.Tok != token.DEFINE || len(s.Lhs) != 2 || len(s.Rhs) != 1 || f.HasComment(s.Pos(), s.End()) {
		return nil, false
	}
	v, ok := p.info.Defs[s.Lhs[0].(*ast.Ident)].(*types.Var)
	if !ok {
		return nil, false
	}
	call, ok := source.CallTo(p.info, s.Rhs[0], "compress/gzip", "NewReader")
	if !ok || !p.single(call.Args[0]) {
		return nil, false
	}
	err, ok := s.Lhs[1].(*ast.Ident)
	if !ok || err.Name == "_" || !p.leavesOn(cur, err, v) {
		return nil, false // the variable is nil after an error
	}
	op := "="
	if p.info.Defs[err] != nil {
		op = ":="
	}
	q := qualifier(f, call.Fun)
	o := &object{v: v, at: s, instead: func(lines ...string) []source.TextEdit {
		return []source.TextEdit{source.ReplaceNode(s, strings.Join(lines, "\n"))}
	}}
	o.kind, o.pool = retain.Stream, "gzipReaders"
	o.caveats = append(o.caveats, rule.Retention.Caveat("the pool keeps what was last read until the next use, or two garbage collections"))
	o.make = fmt.Sprintf("return new(%sReader)", q)
	o.take = func(pool, in string) string {
		return fmt.Sprintf("%[1]s := %[2]s.Get().(*%[3]sReader)\n%[4]sdefer %[2]s.Put(%[1]s)\n%[4]s%[5]s %[6]s %[1]s.Reset(%[7]s)",
			o.v.Name(), pool, q, in, err.Name, op, f.Text(call.Args[0]))
	}
	return o, true
}

// leavesOn reports whether the statement after cur is if err != nil { …; return }
// without a mention of v.
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
	if !ok || cond.Op != token.NEQ || !p.info.Types[cond.Y].IsNil() {
		return false
	}
	id, ok := cond.X.(*ast.Ident)
	if !ok || p.info.Uses[id] != p.info.ObjectOf(err) {
		return false
	}
	for _, use := range p.pkg.Uses(v) {
		if s.Pos() <= use.Node().Pos() && use.Node().End() <= s.End() {
			return false
		}
	}
	_, returns := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt)
	return returns
}

// declared recognises a declaration of an object. The uses of var buf bytes.Buffer lose
// their &.
//
//	var buf bytes.Buffer; f(&buf)
//	--------------------------------------
//	buf := pool.Get().(*bytes.Buffer); f(buf)
func (p *pooler) declared(f *source.File, d source.Decl, o *object) bool {
	if d.Value != nil {
		return d.Typed() && p.made(f, o, ast.Unparen(d.Value))
	}
	o.edits = p.addresses(d.Var)
	return p.buffer(f, o, d.Type) || p.large(f, o, d.Type)
}

// addresses returns the edits that make v of each &v, for a variable that becomes a
// pointer.
func (p *pooler) addresses(v *types.Var) (edits []source.TextEdit) {
	for _, use := range p.pkg.Uses(v) {
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
//		if buf.Cap() <= 1<<16 {
//			pool.Put(buf)
//		}
//	}()
func (p *pooler) buffer(f *source.File, o *object, typ ast.Expr) bool {
	if !source.IsNamed(p.info.TypeOf(typ), "bytes", "Buffer") || !p.global(typ) {
		return false
	}
	if _, pointer := types.Unalias(p.info.TypeOf(typ)).(*types.Pointer); pointer {
		return false
	}
	name := f.Text(typ)
	o.kind, o.pool = retain.Buffer, "buffers"
	o.make = fmt.Sprintf("return new(%s)", name)
	o.take = func(pool, in string) string {
		v := o.v.Name()
		return fmt.Sprintf("%[1]s := %[2]s.Get().(*%[3]s)\n%[4]s%[1]s.Reset()\n%[4]sdefer func() {\n%[4]s\tif %[1]s.Cap() <= 1<<16 {\n%[4]s\t\t%[2]s.Put(%[1]s)\n%[4]s\t}\n%[4]s}()",
			v, pool, name, in)
	}
	return f.Universe(o.v.Pos(), "new")
}

// scratch recognises b := make([]byte, n) for a constant n that is big.
//
//	b := make([]byte, 4096)
//	-----------------------------
//	bp := pool.Get().(*[]byte)
//	defer pool.Put(bp)
//	b := *bp
//	clear(b)
func (p *pooler) scratch(f *source.File, o *object, call *ast.CallExpr) bool {
	if len(call.Args) != 2 || !source.IsBytes(o.v.Type()) || !f.AtLeast("go1.21") || !f.Universe(o.v.Pos(), "clear", "byte") {
		return false
	}
	n, ok := source.IntConst(p.info, call.Args[1])
	if !ok || n < 1024 || n > 1<<16 || !p.global(call.Args[1]) || len(p.pkg.Writes(o.v)) > 0 {
		return false
	}
	o.kind, o.slice, o.pool = retain.FullSlice, true, "blocks"
	o.make = fmt.Sprintf("b := %s; return &b", f.Text(call))
	pointer := p.names.Fresh(f, call.Pos(), o.v.Name()+"p")
	o.take = func(pool, in string) string {
		return fmt.Sprintf("%[1]s := %[2]s.Get().(*[]byte)\n%[4]sdefer %[2]s.Put(%[1]s)\n%[4]s%[3]s := *%[1]s\n%[4]sclear(%[3]s)",
			pointer, pool, o.v.Name(), in)
	}
	return true
}

// Variables above onStack bytes are on the heap although nothing else asks for it, from
// MaxStackVarSize of cmd/compile/internal/ir since Go 1.23. One above maxLarge is too much
// for a pool to hold.
const (
	onStack  = 128 << 10
	maxLarge = 16 << 20
)

// large notes how to pool an array or struct that is too large for the stack. It goes
// back as new, so that what it refers to is forgotten as well.
//
//	var table [1 << 16]int
//	-----------------------------------
//	table := pool.Get().(*[1 << 16]int)
//	defer func() {
//		*table = [1 << 16]int{}
//		pool.Put(table)
//	}()
func (p *pooler) large(f *source.File, o *object, typ ast.Expr) bool {
	t := p.info.TypeOf(typ)
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
	default:
		return false
	}
	if n, ok := p.pkg.Sizeof(t); !ok || n <= onStack || n > maxLarge {
		return false
	}
	name, ok := f.Text(typ), !ellipsis(typ)
	if !p.global(typ) {
		here, ok1 := f.TypeText(t, typ.Pos())
		there, ok2 := f.TypeText(t, topLevel(f, typ).Pos())
		name, ok = here, ok1 && ok2 && here == there // the length may be a local constant
	}
	if !ok {
		return false
	}
	o.kind, o.pool = retain.Large, "tables"
	o.make = fmt.Sprintf("return new(%s)", name)
	o.take = func(pool, in string) string {
		return fmt.Sprintf("%[1]s := %[2]s.Get().(*%[3]s)\n%[4]sdefer func() {\n%[4]s\t*%[1]s = %[3]s{}\n%[4]s\t%[2]s.Put(%[1]s)\n%[4]s}()",
			o.v.Name(), pool, name, in)
	}
	return true
}

// ellipsis reports whether t is [...]E, which only a literal can have.
func ellipsis(t ast.Expr) bool {
	array, ok := t.(*ast.ArrayType)
	if !ok {
		return false
	}
	_, ok = array.Len.(*ast.Ellipsis)
	return ok
}
