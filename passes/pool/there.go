package pool

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// there finds a pool of the package that holds objects like o. It returns the statements that take o from the pool and put
// it back, by functions of the package that do so, if there are any; pool is nil if there is no such pool.
//
//	buf := bufPool.Get().(*bytes.Buffer)    buf := getBuffer()
//	buf.Reset()                             buf.Reset()
//	defer bufPool.Put(buf)                  defer putBuffer(buf)
func (p *pooler) there(o *object) (lines []string, pool *types.Var) {
	if o.slice || o.kind == retain.Large && !o.isLent {
		return nil, nil
	}
	for _, name := range p.Pkg.Types.Scope().Names() {
		pool, isVar := p.Pkg.Types.Scope().Lookup(name).(*types.Var)
		if isVar && name != o.name && !pool.Exported() && p.Declares(o.at.Pos(), name) && !p.Pkg.Elsewhere(name) && p.holds(pool, o) {
			return p.takes(pool, o), pool
		}
	}
	return nil, nil
}

// takes returns the statements that take o from the pool and put it back.
func (p *pooler) takes(pool *types.Var, o *object) []string {
	get, put := pool.Name()+".Get().(*"+o.typ+")", pool.Name()+".Put("+o.name+")"
	callable := func(fn *types.Func, operand *types.Tuple) bool {
		return fn != nil && fn.Name() != o.name && types.Identical(operand.At(0).Type(), o.pointer()) && p.Declares(o.at.Pos(), fn.Name()) && !p.Pkg.Elsewhere(fn.Name()) &&
			!p.comesTo(fn, o)
	}
	from, back := p.index.Wrappers(pool)
	if from != nil && callable(from, from.Signature().Results()) {
		get = from.Name() + "()"
	}
	capped := true
	if back != nil && callable(back, back.Signature().Params()) {
		put, capped = back.Name()+"("+o.name+")", false
	}
	lines := []string{o.name + " := " + get}
	o.others = true
	if o.kind != retain.Buffer {
		return append(lines, o.then(put)...)
	}
	lines = append(lines, o.name+".Reset()")
	if capped {
		return append(lines, pools.Deferred(pools.Capped(o.name, "1<<16", put)...)...)
	}
	return append(lines, "defer "+put)
}

// comesTo reports whether fn is the function that makes o, or may call it: a rewritten function would call itself without end.
func (p *pooler) comesTo(fn *types.Func, o *object) bool {
	decl, ok := p.DeclAt(o.at.Pos()).(*ast.FuncDecl)
	if !ok {
		return true // a function literal at package level, whose callers are not known
	}
	maker, _ := p.Info.Defs[decl.Name].(*types.Func)
	body := p.Pkg.FuncBody(fn)
	return fn == maker || body == nil || effect.ReachedFrom(p.Pkg, body)[maker]
}

// pointer returns the type of the pointers that the pool of o holds.
func (o *object) pointer() types.Type {
	if t := o.v.Type(); source.IsA[*types.Pointer](t) {
		return t
	}
	return types.NewPointer(o.v.Type())
}

// holds reports whether each object in a pool can stand for o once it is reset: the pool is only used by Get and
// Put, and its New, and each Put, gives it an object of the type, size and level of o.
//
//	var pool = sync.Pool{New: func() any { return new(bytes.Buffer) }}
func (p *pooler) holds(pool *types.Var, o *object) bool {
	made := p.newOf(pool)
	if made == nil || !types.Identical(p.Info.TypeOf(made), o.pointer()) || o.kind != retain.Buffer && !p.alike(made, o) {
		return false
	}
	for _, put := range p.index.Puts {
		if put.Pool == pool && !(types.Identical(p.Info.TypeOf(put.Arg), o.pointer()) && (o.kind != retain.Stream || p.taken(pool, put))) {
			return false
		}
	}
	return p.Pkg.Every(pool, func(use inspector.Cursor) bool {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		return ok && use.ParentEdgeKind() == edge.SelectorExpr_X && (sel.Sel.Name == "Get" || sel.Sel.Name == "Put") && source.Parens(use.Parent()).ParentEdgeKind() == edge.CallExpr_Fun
	})
}

// taken reports whether the object that is put back was taken from the pool, or is the parameter of the function
// that puts back for others, whose calls are among the Puts of the index.
func (p *pooler) taken(pool *types.Var, put *pools.Put) bool {
	if put.Var == nil || slices.ContainsFunc(p.Pkg.Writes(put.Var), func(use inspector.Cursor) bool { return !p.takesAgain(pool, use) }) {
		return false
	}
	if _, back := p.index.Wrappers(pool); back != nil && back.Signature().Params().At(0) == put.Var {
		return true
	}
	return slices.ContainsFunc(p.index.Gets, func(get *pools.Get) bool { return get.Pool == pool && get.Var == put.Var })
}

// takesAgain reports whether the write of a variable sets it to an object from the pool.
func (p *pooler) takesAgain(pool *types.Var, use inspector.Cursor) bool {
	return slices.ContainsFunc(p.index.Gets, func(get *pools.Get) bool {
		return get.Pool == pool && get.Var != nil && source.Contains(get.Stmt.Node(), use.Node())
	})
}

// alike reports whether New of a pool makes its objects like o: by the same constructor, or as zero values.
func (p *pooler) alike(made ast.Expr, o *object) bool {
	if call, ok := ast.Unparen(made).(*ast.CallExpr); ok && o.from != nil {
		fn := source.Func(p.Info, call)
		return fn != nil && fn.FullName() == o.from.FullName()
	}
	_, lit, ok := source.NewOf(p.Info, made)
	return ok && o.from == nil && (lit == nil || len(lit.Elts) == 0)
}

// newOf returns the expression that New of a pool returns; nil if New does more, or the variable is not declared as
// a pool outside of tests.
func (p *pooler) newOf(pool *types.Var) ast.Expr {
	value := p.declaredAs(pool)
	lit, ok := ast.Unparen(value).(*ast.CompositeLit)
	if !ok || len(lit.Elts) != 1 || !source.IsNamed(pool.Type(), "sync", "Pool") || source.IsA[*types.Pointer](pool.Type()) {
		return nil
	}
	element := lit.Elts[0]
	if kv, keyed := element.(*ast.KeyValueExpr); keyed {
		element = kv.Value
	}
	maker, ok := ast.Unparen(element).(*ast.FuncLit)
	if !ok || len(maker.Body.List) != 1 {
		return nil
	}
	ret, ok := maker.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	return ret.Results[0]
}

// declaredAs returns the value that a package-level variable is declared with, outside of tests; nil if it has none of its
// own.
func (p *pooler) declaredAs(v *types.Var) ast.Expr {
	for _, f := range p.Pkg.Files {
		if f.IsTest() {
			continue
		}
		gen, ok := f.DeclAt(v.Pos()).(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR {
			continue
		}
		for _, spec := range gen.Specs {
			if spec := spec.(*ast.ValueSpec); len(spec.Names) == 1 && len(spec.Values) == 1 && p.Info.Defs[spec.Names[0]] == v {
				return spec.Values[0]
			}
		}
	}
	return nil
}

// fromThere takes the object from a pool that the package has. It reports whether there is one.
//
//	var buf bytes.Buffer
//	------------------------------------
//	buf := bufPool.Get().(*bytes.Buffer)
//	buf.Reset()
//	defer bufPool.Put(buf)
func (p *pooler) fromThere(o *object) bool {
	lines, pool := p.there(o)
	if pool == nil {
		return false
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
