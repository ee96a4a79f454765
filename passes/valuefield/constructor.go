package valuefield

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A constructor is a function newU that may return the object instead of the pointer.
type constructor struct {
	*rule.Run
	t        *inline.Func
	elem     types.Type         // U
	small    bool               // a U is copied for little
	copyable bool               // and may be
	stars    []*ast.StarExpr    // *U of the results
	objects  []ast.Expr         // &U{…}, new(U) and &v
	vars     []*types.Var       // that point to the object, and are to be it
	pointers []inspector.Cursor // uses of variables that become the object, without those that are returned
}

// A group is fields that become objects together, since functions make the objects of several of them.
type group struct {
	all    []*field // that may become objects
	fields []*field
	makes  []*constructor
}

// gather requires that functions that make the objects make them for fields that become objects alone, which it adds, or for
// variables that can be the object; or, if other packages may call them, that they are inlined, so that the object is copied.
func (g *group) gather() bool {
	for i := 0; i < len(g.fields); i++ {
		f := g.fields[i]
		for _, s := range f.sets {
			if s.made == nil || slices.ContainsFunc(g.makes, func(c *constructor) bool { return c.t.Obj == s.made }) {
				continue
			}
			if f.kept(s.made) {
				if !f.copyable() || !retain.Makes(f.Pkg, ast.Unparen(s.value).(*ast.CallExpr)) {
					return f.Refuse(s.value, "other packages may call "+s.made.Name())
				}
				continue
			}
			c, ok := f.constructor(s.made)
			if !ok {
				return f.Refuse(s.value, s.made.Name()+" does more than to return a new object")
			}
			if !f.Pkg.Every(s.made, func(use inspector.Cursor) bool { return g.takes(c, use) }) {
				return f.Refuse(s.value, s.made.Name()+" is used elsewhere, too")
			}
			g.makes = append(g.makes, c)
		}
	}
	return true
}

// kept reports whether a function goes on to return a pointer, since other packages may call it.
func (f *field) kept(fn *types.Func) bool { return fn.Exported() && f.Pkg.Types.Name() != "main" }

// small reports whether a U is copied for little, copyable that it may be, too.
func (f *field) small() bool {
	size, _ := f.Pkg.Sizeof(f.elem)
	return size <= inline.MaxValue
}

func (f *field) copyable() bool { return f.small() && !typefact.NoCopy(f.elem) }

// takes reports whether a use of the function is a call whose result a field gets, or a variable that never points to
// something else.
func (g *group) takes(c *constructor, use inspector.Cursor) bool {
	call, ok := source.Called(use)
	if !ok {
		return false
	}
	for _, f := range g.all {
		if slices.ContainsFunc(f.sets, func(s set) bool { return ast.Unparen(s.value) == call.Node() }) {
			if !slices.Contains(g.fields, f) {
				g.fields = append(g.fields, f)
			}
			return true
		}
	}
	file := c.Pkg.FileOf(call.Node())
	if file == nil || !c.small && !file.IsTest() {
		return false
	}
	d, ok := file.DeclWith(call)
	return ok && c.becomesObject(d, func(inspector.Cursor) bool { return false })
}

// becomesObject reports whether a variable that is declared with a pointer to a new object can be the object: it never points
// to another one, and each of its uses, but for those for which but holds, can be that of an object.
func (c *constructor) becomesObject(d source.Decl, but func(use inspector.Cursor) bool) bool {
	_, _, inList := source.StmtList(d.Cur)
	return inList && d.Type == nil && len(c.Pkg.Writes(d.Var)) == 0 && c.objectUses(d.Var, but)
}

// objectUses reports whether the variable can be an object for each of its uses.
func (c *constructor) objectUses(v *types.Var, but func(use inspector.Cursor) bool) bool {
	return c.Pkg.Every(v, func(use inspector.Cursor) bool {
		if but(use) {
			return true
		}
		c.pointers = append(c.pointers, use)
		return c.Pkg.FileOf(use.Node()) != nil && useOf(c.Run, use) != other
	})
}

// constructor recognises a function that returns a new object in all places: &U{…}, new(U), or one that a variable is or
// points to until then, while nothing else keeps it.
func (f *field) constructor(fn *types.Func) (*constructor, bool) {
	t, ok := inline.Declared(f.Pkg, fn)
	if !ok || f.Pkg.Elsewhere(fn.Name()) || f.Pkg.Linked(fn.Name()) || source.Parametric(f.elem) || t.Directive(true) || source.Has[*ast.DeferStmt](t.Decl.Body) {
		return nil, false
	}
	c := &constructor{Run: f.Run, t: t, elem: f.elem, small: f.small(), copyable: f.copyable()}
	c.stars, ok = results(t)
	for _, r := range t.Returns() {
		ok = ok && c.returned(r)
	}
	if ok && len(f.Pkg.Uses(t.Results().At(0))) > 0 {
		ok = c.becomes(t.Results().At(0))
	}
	return c, ok && len(t.Returns()) > 0
}

// returned reports whether what is returned can be the object, and notes what changes for that.
func (c *constructor) returned(r inline.Return) bool {
	v := c.t.Results().At(0)
	if r.Set == nil && len(r.Values) > 0 {
		e := ast.Unparen(r.Values[0])
		if typ, _, ok := source.NewOf(c.Info, e); ok {
			c.objects = append(c.objects, e)
			return types.Identical(c.Info.TypeOf(typ), c.elem)
		}
		if u, ok := e.(*ast.UnaryExpr); ok {
			c.objects = append(c.objects, e)
			return c.copyable && retain.IsOwn(c.Pkg, u)
		}
		local, ok := c.Pkg.LocalVar(e)
		if !ok {
			return false
		}
		v = local
	}
	return c.becomes(v)
}

// becomes reports whether a variable that is returned can be the object, as [constructor.pointsToNew] has it.
func (c *constructor) becomes(v *types.Var) bool {
	if slices.Contains(c.vars, v) {
		return true
	}
	c.vars = append(c.vars, v)
	return c.copyable && c.pointsToNew(v)
}

// pointsToNew reports whether a variable points to one new object wherever it is used, and nothing keeps that until it is
// returned.
//
//	v := &U{a: 1}    func newU() (v *U) {
//	                     v = &U{a: 1}
//	-------------    --------------------
//	v := U{a: 1}     func newU() (v U) {
//	                     v = U{a: 1}
func (c *constructor) pointsToNew(v *types.Var) bool {
	d, ok := c.t.File.DeclOf(v)
	value, begins := d.Value, inspector.Cursor{}
	if v.Kind() == types.ResultVar {
		value, begins, ok = c.begun(v)
	}
	typ, _, isNew := source.NewOf(c.Info, value)
	if !ok || !isNew || !types.Identical(c.Info.TypeOf(typ), c.elem) || c.Pkg.InLiteral(v) {
		return false
	}
	c.objects = append(c.objects, value)
	but := func(use inspector.Cursor) bool { return use == begins || inline.IsReturned(c.Info, use) }
	if !c.Pkg.Every(v, func(use inspector.Cursor) bool { return but(use) || lets(c.Pkg, v, use) }) {
		return false
	}
	if v.Kind() == types.ResultVar {
		return c.objectUses(v, but)
	}
	return c.becomesObject(d, but)
}

// begun returns the value that a statement of the body gives a result in front of its other uses, and all returns, and
// the place of the result there.
func (c *constructor) begun(v *types.Var) (value ast.Expr, at inspector.Cursor, ok bool) {
	writes := c.Pkg.Writes(v)
	if len(writes) != 1 || c.t.File.Jumps(c.t.Decl.Pos()) {
		return nil, at, false
	}
	at = writes[0]
	set, isAssign := at.Parent().Node().(*ast.AssignStmt)
	if !isAssign || len(set.Lhs) != 1 || set.Tok != token.ASSIGN || !slices.Contains(c.t.Decl.Body.List, ast.Stmt(set)) {
		return nil, at, false
	}
	early := slices.ContainsFunc(c.t.Returns(), func(r inline.Return) bool { return r.Pos() < set.Pos() })
	return set.Rhs[0], at, !early && c.Pkg.Every(v, func(use inspector.Cursor) bool { return use == at || use.Node().Pos() > set.End() })
}

// results are the types *U of what a function returns, its own and those of the literals that it consists of, which have no
// names then.
func results(t *inline.Func) (stars []*ast.StarExpr, ok bool) {
	heads := []*ast.FuncType{t.Decl.Type}
	for n := range ast.Preorder(t.Decl.Body) {
		if lit, isLit := n.(*ast.FuncLit); isLit && source.Contains(lit, t.Body()) {
			heads = append(heads, lit.Type)
		}
	}
	for _, head := range heads {
		if head.Results.NumFields() != 1 || len(heads) > 1 && len(head.Results.List[0].Names) > 0 {
			return nil, false
		}
		star, isStar := head.Results.List[0].Type.(*ast.StarExpr)
		if !isStar {
			return nil, false
		}
		stars = append(stars, star)
	}
	return stars, true
}

// returnsValue makes a function return the object.
//
//	func newU() *U { return &U{a: 1} }    return &v
//	----------------------------------    ---------
//	func newU() U { return U{a: 1} }      return v
func (c *constructor) returnsValue() (edits []source.TextEdit) {
	for _, star := range c.stars {
		edits = append(edits, source.Replace(star.Pos(), star.X.Pos(), ""))
	}
	for _, e := range c.objects {
		typ, lit, _ := source.NewOf(c.Info, e)
		edits = append(edits, value(c.t.File, e, fresh{typ: typ, lit: lit}))
	}
	return edits
}
