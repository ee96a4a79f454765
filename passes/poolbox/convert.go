package poolbox

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/source"
)

// A plan is what must be rewritten to make a pool hold pointers.
type plan struct {
	make ast.Expr // what New returns, nil if there is no New
	file *source.File
	gets []*pools.Get
	puts map[*pools.Get][]*pools.Put
}

// convert returns the edits that make pool a pool of pointers, nil if it cannot be
// proven that they change nothing else.
func (b *boxer) convert(pool types.Object) []source.TextEdit {
	p := &plan{puts: make(map[*pools.Get][]*pools.Put)}
	if !b.declared(pool, p) || !b.taken(pool, p) || !b.returned(pool, p) {
		return nil
	}
	for _, get := range p.gets {
		if !b.once(p.puts[get]) {
			return nil
		}
	}
	return b.edits(p)
}

// declared finds the New of the pool in its declaration.
func (b *boxer) declared(pool types.Object, p *plan) bool {
	v, ok := pool.(*types.Var)
	if !ok || v.Exported() || b.Pkg.Elsewhere(v.Name()) {
		return false // others may use it
	}
	if v.IsField() {
		// A New would be another use of the field.
		return v.Pkg() == b.Pkg.Types && source.IsNamed(v.Type(), "sync", "Pool") && !b.unkeyed(v)
	}
	if v.Parent() != b.Pkg.Types.Scope() {
		return false
	}
	def, ok := b.Pkg.Def(v)
	if !ok || def.ParentEdgeKind() != edge.ValueSpec_Names {
		return false
	}
	spec := def.Parent().Node().(*ast.ValueSpec)
	p.file = b.fileOf(spec)
	if len(spec.Names) != 1 || p.file == nil {
		return false
	}
	if len(spec.Values) == 0 {
		return source.IsNamed(v.Type(), "sync", "Pool")
	}
	value := ast.Unparen(spec.Values[0])
	if u, ok := value.(*ast.UnaryExpr); ok && u.Op == token.AND {
		value = ast.Unparen(u.X)
	}
	lit, ok := value.(*ast.CompositeLit)
	if !ok || len(lit.Elts) > 1 {
		return false
	}
	if len(lit.Elts) == 1 {
		p.make = newResult(lit.Elts[0])
	}
	return len(lit.Elts) == 0 || p.make != nil
}

// unkeyed reports whether a composite literal sets the field without naming it.
func (b *boxer) unkeyed(field *types.Var) bool {
	for _, f := range b.pass.Files {
		for n := range ast.Preorder(f) {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || len(lit.Elts) == 0 {
				continue
			}
			s, ok := b.Pkg.Info.TypeOf(lit).Underlying().(*types.Struct)
			if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !ok || keyed {
				continue
			}
			for f := range s.Fields() {
				if f == field {
					return true
				}
			}
		}
	}
	return false
}

// newResult returns x of New: func() any { return x }.
func newResult(elt ast.Expr) ast.Expr {
	kv, ok := elt.(*ast.KeyValueExpr)
	if !ok {
		return nil
	}
	fn, ok := ast.Unparen(kv.Value).(*ast.FuncLit)
	if !ok || len(fn.Body.List) != 1 {
		return nil
	}
	ret, ok := fn.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	return ret.Results[0]
}

func (b *boxer) fileOf(n ast.Node) *source.File {
	for _, f := range b.Pkg.Files {
		if f.Syntax.FileStart <= n.Pos() && n.Pos() < f.Syntax.FileEnd {
			return f
		}
	}
	return nil
}

// taken checks the Gets, and that there are no other uses than Gets and Puts.
func (b *boxer) taken(pool types.Object, p *plan) bool {
	uses := len(b.Pkg.Uses(pool))
	var elem types.Type
	if p.make != nil {
		elem = b.Pkg.Info.TypeOf(p.make)
	}
	for _, get := range b.Gets {
		if get.Pool != pool || get.Via != nil {
			continue
		}
		uses--
		t, ok := b.sliceTaken(get)
		if !ok || elem != nil && !types.Identical(elem, t) {
			return false
		}
		elem = t
		p.gets = append(p.gets, get)
	}
	for _, put := range b.Puts {
		if put.Pool == pool && put.Via == nil {
			uses--
		}
	}
	if elem == nil {
		return false
	}
	_, isSlice := elem.Underlying().(*types.Slice)
	return isSlice && uses == 0
}

// A taking is the statement of a Get, in parts:
//
//	v := pool.Get().(T)    v, ok := pool.Get().(T)    v := pool.Get().(T)[:0]
type taking struct {
	stmt   *ast.AssignStmt
	assert *ast.TypeAssertExpr
	// slice is the [:0] around the assertion, nil if there is none.
	slice *ast.SliceExpr
}

// taking returns the parts of the statement of get.
func (b *boxer) taking(get *pools.Get) (t taking, ok bool) {
	t.stmt, ok = get.Stmt.(*ast.AssignStmt)
	if !ok || t.stmt.Tok != token.DEFINE {
		return t, false
	}
	e := ast.Unparen(t.stmt.Rhs[0])
	if t.slice, ok = e.(*ast.SliceExpr); ok {
		e = ast.Unparen(t.slice.X)
	}
	t.assert, ok = e.(*ast.TypeAssertExpr)
	if !ok || t.slice != nil && (t.slice.Low != nil || t.slice.High == nil || b.Pkg.Info.Types[t.slice.High].Value == nil) {
		return t, false
	}
	return t, b.Pkg.Info.Defs[t.stmt.Lhs[0].(*ast.Ident)] != nil
}

// sliceTaken returns T, if there is room for more lines after the statement.
func (b *boxer) sliceTaken(get *pools.Get) (types.Type, bool) {
	t, ok := b.taking(get)
	if !ok {
		return nil, false
	}
	cur, found := get.File.Cursor.FindNode(t.stmt)
	if !found {
		return nil, false
	}
	if _, _, inList := source.StmtList(cur); !inList || !get.File.Universe(t.stmt.Pos(), "new", "nil") {
		return nil, false
	}
	return b.Pkg.Info.TypeOf(t.assert.Type), true
}

// returned checks the Puts and gives each to the Get that set its variable.
func (b *boxer) returned(pool types.Object, p *plan) bool {
	for _, put := range b.Puts {
		if put.Pool != pool || put.Via != nil {
			continue
		}
		get := origin(p.gets, put)
		if get == nil || put.Addressed() || !effect.Pure(b.Pkg.Info, put.Arg) || !b.room(put) {
			return false
		}
		p.puts[get] = append(p.puts[get], put)
	}
	return true
}

// origin returns the Get whose variable put gives back.
func origin(gets []*pools.Get, put *pools.Put) *pools.Get {
	for _, get := range gets {
		if get.Var == put.Var && get.Func == put.Func {
			return get
		}
	}
	return nil
}

// statement returns the cursor of the statement that is, or defers, the call.
func statement(put *pools.Put) (inspector.Cursor, bool) {
	switch put.Cur.ParentEdgeKind() {
	case edge.ExprStmt_X, edge.DeferStmt_Call:
		return put.Cur.Parent(), true
	}
	return inspector.Cursor{}, false
}

// room reports whether a line can be put above the call.
func (b *boxer) room(put *pools.Put) bool {
	cur, ok := statement(put)
	if !ok {
		return false
	}
	_, _, inList := source.StmtList(cur)
	return inList
}

// braced reports whether the statement at cur stands alone between braces on one
// line, { stmt }, where another can be added before a semicolon.
func braced(f *source.File, cur inspector.Cursor) bool {
	block, ok := cur.Parent().Node().(*ast.BlockStmt)
	return ok && !f.AloneOnLine(cur.Node().Pos()) && len(block.List) == 1 && !f.HasComment(block.Pos(), block.End())
}

// once reports whether at most one of the puts runs for each Get, and that at most
// once.
func (b *boxer) once(puts []*pools.Put) bool {
	for _, put := range puts {
		g := b.Graph(put.Func)
		if g == nil || put.Defer != nil && len(puts) > 1 {
			return false
		}
		var from ast.Node = put.Call
		if put.Defer != nil {
			from = put.Defer
		}
		again := false
		g.After(from, func(n ast.Node) bool {
			for _, other := range puts {
				again = again || n.Pos() <= other.Call.Pos() && other.Call.End() <= n.End()
			}
			return !again && flow.InScope(n, put.Var) && !flow.Sets(b.Pkg.Info, n, put.Var)
		})
		if again {
			return false
		}
	}
	return true
}

// stores reports whether the slice that goes back may differ from the one taken.
func (b *boxer) stores(get *pools.Get, put *pools.Put) bool {
	t, ok := b.taking(get)
	return !ok || t.slice != nil || !flow.Names(b.Pkg.Info, put.Arg, put.Var) || len(b.Pkg.Writes(put.Var)) > 0
}

func (b *boxer) edits(p *plan) []source.TextEdit {
	var edits []source.TextEdit
	if p.make != nil {
		edits = append(edits, b.makePointer(p)...)
	}
	for _, get := range p.gets {
		name := b.names.Fresh(get.File, get.Stmt.Pos(), get.Var.Name()+"p")
		edits = append(edits, b.takePointer(get, name)...)
		for _, put := range p.puts[get] {
			edits = append(edits, b.putPointer(get, put, name)...)
		}
	}
	return edits
}

// makePointer changes what New returns.
//
//	return make([]byte, 1024)
//	-------------------------
//	b := make([]byte, 1024)
//	return &b
func (b *boxer) makePointer(p *plan) []source.TextEdit {
	cur, _ := p.file.Cursor.FindNode(p.make)
	ret := cur.Parent().Node()
	name := b.names.Fresh(p.file, ret.Pos(), "b")
	sep := "; "
	if p.file.AloneOnLine(ret.Pos()) {
		sep = "\n" + p.file.Indent(ret.Pos())
	}
	return []source.TextEdit{
		source.Replace(ret.Pos(), p.make.Pos(), name+" := "),
		source.Insert(p.make.End(), sep+"return &"+name),
	}
}

// takePointer changes one Get.
//
//	b := pool.Get().([]byte)[:0]      b, _ := pool.Get().([]byte)
//	----------------------------      -------------------------------
//	bp := pool.Get().(*[]byte)        bp, _ := pool.Get().(*[]byte)
//	b := (*bp)[:0]                    if bp == nil {
//	                                          bp = new([]byte)
//	                                  }
//	                                  b := *bp
func (b *boxer) takePointer(get *pools.Get, name string) []source.TextEdit {
	t, _ := b.taking(get)
	f := get.File
	value := "*" + name
	edits := []source.TextEdit{
		source.ReplaceNode(t.stmt.Lhs[0], name),
		source.Insert(t.assert.Type.Pos(), "*"),
	}
	if t.slice != nil {
		value = "(*" + name + ")" + f.Between(t.slice.X.End(), t.slice.End())
		edits = append(edits, source.Replace(t.slice.X.End(), t.slice.End(), ""))
	}
	line := get.Var.Name() + " := " + value
	if len(t.stmt.Lhs) == 2 {
		in := f.Indent(t.stmt.Pos())
		line = fmt.Sprintf("if %s == nil {\n%s\t%s = new(%s)\n%s}\n%s%s", name, in, name, f.Text(t.assert.Type), in, in, line)
	}
	return append(edits, f.Below(t.stmt, line))
}

// putPointer changes one Put.
//
//	pool.Put(b[:0])
//	---------------
//	*bp = b[:0]
//	pool.Put(bp)
func (b *boxer) putPointer(get *pools.Get, put *pools.Put, name string) []source.TextEdit {
	edits := []source.TextEdit{source.ReplaceNode(put.Arg, name)}
	if b.stores(get, put) {
		cur, _ := statement(put)
		set := fmt.Sprintf("*%s = %s", name, put.File.Text(put.Arg))
		if braced(put.File, cur) {
			return append(edits, source.Insert(cur.Node().Pos(), set+"; "))
		}
		edits = append(edits, put.File.Before(cur.Node(), set))
	}
	return edits
}
