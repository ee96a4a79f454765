package pool

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// there finds a pool of the package that holds buffers, or objects, like o; nil if there is no such pool.
func (p *pooler) there(o *object) *types.Var {
	if o.slice || o.kind != retain.Buffer && !o.isLent {
		return nil
	}
	for _, name := range p.Pkg.Types.Scope().Names() {
		pool, isVar := p.Pkg.Types.Scope().Lookup(name).(*types.Var)
		if isVar && name != o.name && !pool.Exported() && p.Declares(o.at.Pos(), name) && !p.Pkg.Elsewhere(name) && p.holds(pool, o) {
			return pool
		}
	}
	return nil
}

// pointer returns the type of the pointers that the pool of o holds.
func (o *object) pointer() types.Type {
	if t := o.v.Type(); source.IsA[*types.Pointer](t) {
		return t
	}
	return types.NewPointer(o.v.Type())
}

// holds reports whether each object in a pool can stand for o once it is reset: the pool is only used by Get and
// Put, and its New, and each Put, gives it an object of the type of o.
//
//	var pool = sync.Pool{New: func() any { return new(bytes.Buffer) }}
func (p *pooler) holds(pool *types.Var, o *object) bool {
	made := p.newOf(pool)
	if made == nil || !types.Identical(p.Info.TypeOf(made), o.pointer()) || o.isLent && !isZero(p.Info, made) {
		return false
	}
	for _, put := range p.index.Puts {
		if put.Pool == pool && !types.Identical(p.Info.TypeOf(put.Arg), o.pointer()) {
			return false
		}
	}
	return p.Pkg.Every(pool, func(use inspector.Cursor) bool {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		return ok && use.ParentEdgeKind() == edge.SelectorExpr_X && (sel.Sel.Name == "Get" || sel.Sel.Name == "Put") && source.Parens(use.Parent()).ParentEdgeKind() == edge.CallExpr_Fun
	})
}

// isZero reports whether e makes an object that is zero.
func isZero(info *types.Info, e ast.Expr) bool {
	_, lit, ok := source.NewOf(info, e)
	return ok && (lit == nil || len(lit.Elts) == 0)
}

// newOf returns the expression that New of a pool returns; nil if New does more, or the variable is not declared as
// a pool outside of tests.
func (p *pooler) newOf(pool *types.Var) ast.Expr {
	f, made, ok := p.index.Declared(pool)
	if !ok || f.IsTest() || !source.IsNamed(pool.Type(), "sync", "Pool") || source.IsA[*types.Pointer](pool.Type()) {
		return nil
	}
	return made
}

// fromThere takes the object from a pool that the package has. It reports whether there is one.
//
//	var buf bytes.Buffer
//	------------------------------------
//	buf := bufPool.Get().(*bytes.Buffer)
//	buf.Reset()
//	defer bufPool.Put(buf)
func (p *pooler) fromThere(o *object) bool {
	pool := p.there(o)
	if pool == nil {
		return false
	}
	o.others = true
	lines, put := []string{o.name + " := " + pool.Name() + ".Get().(*" + o.typ + ")"}, pool.Name()+".Put("+o.name+")"
	if o.isLent {
		lines = append(lines, o.then(put)...)
	} else {
		lines = append(append(lines, o.name+".Reset()"), pools.Deferred(pools.Capped(o.name, "1<<16", put)...)...)
	}
	o.caveats = append(o.caveats, rule.Contract.Caveat("who else takes from "+pool.Name()+" must not keep what it puts back"))
	p.Report(rule.Finding{
		At:      o.at,
		Message: o.v.Name() + " is made in each call and used up in it; it could come from " + pool.Name(),
		Title:   "take " + o.v.Name() + " from " + pool.Name(),
		Class:   rule.Review(o.caveats...),
		Edits:   append(o.edits, o.instead(lines...)...),
	})
	return true
}
