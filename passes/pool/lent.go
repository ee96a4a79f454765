package pool

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
)

// minObject is how many bytes an object has at least that is worth taking from a pool: a smaller one is made as fast.
const minObject = 256

// lent notes how to pool a struct whose address goes to calls of which it is not known whether they keep it, so that it is
// on the heap. It goes back as new, so that what it refers to is forgotten as well.
//
//	req := &request{id: id}
//	-----------------------------------
//	req := requests.Get().(*request)
//	*req = request{id: id}
//	defer func() {
//		*req = request{}
//		requests.Put(req)
//	}()
func (p *pooler) lent(o *object, typ ast.Expr, lit *ast.CompositeLit) bool {
	t := p.Info.TypeOf(typ)
	named, isNamed := types.Unalias(t).(*types.Named)
	size, known := p.Pkg.Sizeof(t)
	if !isNamed || !known || size < minObject || size > onStack || !source.IsA[*types.Struct](t) || typefact.NoCopy(t) || len(p.Pkg.Writes(o.v)) > 0 && source.IsA[*types.Pointer](o.v.Type()) {
		return false
	}
	if lit != nil && source.Has[*ast.FuncLit](lit) || !p.global(typ) || p.hides(o, typ) || lit != nil && p.hides(o, lit) {
		return false
	}
	l := &retain.Lender{Pkg: p.Pkg, Var: o.v, Points: source.IsA[*types.Pointer](o.v.Type())}
	if slices.ContainsFunc(p.Pkg.Writes(o.v), defines) {
		return false
	}
	if !l.All() {
		return l.Keeper != nil && p.Refuse(o.at, "the address of "+o.v.Name()+" is kept by "+p.Text(l.Keeper))
	}
	if !l.Escapes || l.Guessed {
		return false
	}
	for _, name := range l.To {
		o.caveats = append(o.caveats, retain.MustNotKeep(name, o.v))
	}
	o.caveats = append(o.caveats, l.Caveats...)
	o.kind, o.isLent = retain.Large, true
	o.pool, o.typ = several(inline.Small(named.Obj().Name())), p.Text(ast.Unparen(typ))
	o.make = fmt.Sprintf("return new(%s)", o.typ)
	if !l.Points {
		o.edits = append(p.addresses(o.v), p.values(o.v)...)
	}
	o.then = func(put string) (lines []string) {
		if lit != nil && len(lit.Elts) > 0 {
			lines = append(lines, "*"+o.name+" = "+p.Text(lit))
		} else if o.others {
			lines = append(lines, "*"+o.name+" = "+o.typ+"{}")
		}
		return append(lines, pools.Deferred("*"+o.name+" = "+o.typ+"{}", put)...)
	}
	return true
}

// hides reports whether e has a name that means the object behind its declaration, where the literal is assigned to it, it is reset with
// what it reads or writes, and the function that puts it back makes an empty one.
//
//	request := &request{}    req := &request{next: req}    w := gzip.NewWriter(w)
func (p *pooler) hides(o *object, e ast.Expr) bool {
	for id := range source.Idents(e) {
		if obj := p.Info.Uses[id]; id.Name == o.name && obj != nil && obj.Parent() != nil {
			return true
		}
	}
	return false
}

// defines reports whether the variable at a use is set by a statement that declares others, which cannot set what a pointer
// points to.
//
//	v, err := f()
func defines(use inspector.Cursor) bool {
	s, ok := source.Parens(use).Parent().Node().(*ast.AssignStmt)
	return ok && s.Tok == token.DEFINE
}

// several is what a pool of that name is called.
func several(name string) string {
	if strings.HasSuffix(name, "s") || strings.HasSuffix(name, "x") || strings.HasSuffix(name, "h") || strings.HasSuffix(name, "y") {
		return name + "Pool"
	}
	return name + "s"
}

// values returns the edits that make *v of each v that is a value, and no field of it, nor its address, for a variable that
// becomes a pointer.
func (p *pooler) values(v *types.Var) (edits []source.TextEdit) {
	for _, use := range p.Pkg.Uses(v) {
		switch source.Parens(use).ParentEdgeKind() {
		case edge.UnaryExpr_X:
			if p.Pkg.Addressed(use) {
				continue
			}
		case edge.SelectorExpr_X:
			continue
		}
		edits = append(edits, source.Insert(use.Node().Pos(), "*"))
	}
	return edits
}
