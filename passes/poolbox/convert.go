package poolbox

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/source"
)

// A plan is the code that must be rewritten to make a pool hold pointers.
type plan struct {
	make ast.Expr // the expression that New returns; nil if there is no New
	file *source.File
	gets []*pools.Get
}

// convert returns the edits that make pool a pool of pointers, or nil if it cannot be proven that they change nothing
// else.
func (b *boxer) convert(pool types.Object) []source.TextEdit {
	p := new(plan)
	if !b.declared(pool, p) || !b.taken(pool, p) || !b.returned(pool, p) {
		return nil
	}
	for _, get := range p.gets {
		if !b.once(get) {
			return nil
		}
	}
	return b.edits(p)
}

// declared finds New in the declaration of the pool.
func (b *boxer) declared(pool types.Object, p *plan) bool {
	v, ok := pool.(*types.Var)
	if !ok || v.Exported() || b.Pkg.Elsewhere(v.Name()) {
		return false // other packages, or other builds, may use it
	}
	if v.IsField() {
		// an assignment to New would be another use of the field, which is refused elsewhere
		return v.Pkg() == b.Pkg.Types && source.IsNamed(v.Type(), "sync", "Pool") && len(b.Pkg.Unkeyed(v)) == 0
	}
	if v.Parent() != b.Pkg.Types.Scope() {
		return false
	}
	p.file, p.make, ok = b.Index.Declared(v)
	return ok
}

// taken checks the Gets, and that the pool has no other uses than Gets and Puts.
func (b *boxer) taken(pool types.Object, p *plan) bool {
	var elem types.Type
	if p.make != nil {
		elem = b.Pkg.Info.TypeOf(p.make)
	}
	gets, puts := b.Direct(pool)
	for _, get := range gets {
		t, ok := b.sliceTaken(get)
		if !ok || elem != nil && !types.Identical(elem, t) {
			return false
		}
		elem = t
	}
	p.gets = gets
	return elem != nil && source.IsA[*types.Slice](elem) && len(b.Pkg.Uses(pool)) == len(gets)+len(puts)
}

// A taking is a statement that declares a variable with the result of a Get:
//
//	v := pool.Get().(T)    v, ok := pool.Get().(T)    var v = pool.Get().(T)[:0]
type taking struct {
	name   *ast.Ident
	assert *ast.TypeAssertExpr
	// slice is the slice expression [:0] around the type assertion; nil if there is none.
	slice *ast.SliceExpr
}

// taking takes the declaration apart.
func (b *boxer) taking(get *pools.Get) (t taking, ok bool) {
	var value ast.Expr
	if d, declared := get.File.DeclOf(get.Var); declared && d.Type == nil {
		t.name, value = d.Name, d.Value
	} else if s, isAssign := get.Stmt.Node().(*ast.AssignStmt); isAssign && s.Tok == token.DEFINE {
		t.name, value = s.Lhs[0].(*ast.Ident), s.Rhs[0]
	} else {
		return t, false
	}
	value = ast.Unparen(value)
	if t.slice, ok = value.(*ast.SliceExpr); ok {
		value = ast.Unparen(t.slice.X)
	}
	t.assert, ok = value.(*ast.TypeAssertExpr)
	if !ok || t.slice != nil && (t.slice.Low != nil || t.slice.High == nil || b.Pkg.Info.Types[t.slice.High].Value == nil) {
		return t, false
	}
	return t, b.Pkg.Info.Defs[t.name] != nil
}

// sliceTaken returns the type T of the slice, if lines can be added after the statement.
func (b *boxer) sliceTaken(get *pools.Get) (types.Type, bool) {
	if get.Var == nil {
		return nil, false
	}
	t, ok := b.taking(get)
	_, _, inList := source.StmtList(get.Stmt)
	if !ok || !inList || !get.File.Universe(t.name.Pos(), "new", "nil") {
		return nil, false
	}
	return b.Pkg.Info.TypeOf(t.assert.Type), true
}

// returned checks the Puts: each puts back the variable of one of the Gets.
func (b *boxer) returned(pool types.Object, p *plan) bool {
	_, puts := b.Direct(pool)
	for _, put := range puts {
		_, isStmt := put.Stmt()
		taken := slices.ContainsFunc(p.gets, func(get *pools.Get) bool { return get.Var == put.Var && get.Func == put.Func })
		if !taken || !isStmt || put.Addressed() || !effect.Pure(b.Pkg.Info, put.Arg) {
			return false
		}
	}
	return true
}

// once reports whether at most one of the Puts for a Get runs, and at most once.
func (b *boxer) once(get *pools.Get) bool {
	puts := b.PutsOf(get)
	for _, put := range puts {
		g := b.Graph(put.Func)
		if g == nil || put.Defer != nil && len(puts) > 1 {
			return false
		}
		var from ast.Node = put.Call
		if put.Defer != nil {
			from = put.Defer
		}
		again := func(n ast.Node) bool {
			return slices.ContainsFunc(puts, func(other *pools.Put) bool { return source.Contains(n, other.Call) })
		}
		if g.Leads(from, again, func(n ast.Node) bool { return !flow.InScope(n, put.Var) || source.Contains(n, get.Call) }) {
			return false
		}
	}
	return true
}

// stores reports whether the slice put back may differ from the slice taken.
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
		name := b.names.Fresh(get.File, get.Call.Pos(), get.Var.Name()+"p")
		edits = append(edits, b.takePointer(get, name)...)
		for _, put := range b.PutsOf(get) {
			edits = append(edits, b.putPointer(get, put, name)...)
		}
	}
	return edits
}

// makePointer rewrites the expression that New returns.
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

// takePointer rewrites one Get.
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
	f, stmt := get.File, get.Stmt.Node().(ast.Stmt)
	value := "*" + name
	edits := []source.TextEdit{
		source.ReplaceNode(t.name, name),
		source.Insert(t.assert.Type.Pos(), "*"),
	}
	if t.slice != nil {
		value = "(*" + name + ")" + f.Between(t.slice.X.End(), t.slice.End())
		edits = append(edits, source.Replace(t.slice.X.End(), t.slice.End(), ""))
	}
	lines := []string{get.Var.Name() + " := " + value}
	if get.MayBeNil() {
		lines = append([]string{"if " + name + " == nil {", "\t" + name + " = new(" + f.Text(t.assert.Type) + ")", "}"}, lines...)
	}
	return append(edits, f.Below(stmt, lines...))
}

// putPointer rewrites one Put.
//
//	pool.Put(b[:0])
//	---------------
//	*bp = b[:0]
//	pool.Put(bp)
func (b *boxer) putPointer(get *pools.Get, put *pools.Put, name string) []source.TextEdit {
	edits := []source.TextEdit{source.ReplaceNode(put.Arg, name)}
	if b.stores(get, put) {
		cur, _ := put.Stmt()
		edits = append(edits, put.File.Before(cur.Node(), fmt.Sprintf("*%s = %s", name, put.File.Text(put.Arg))))
	}
	return edits
}
