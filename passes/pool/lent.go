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

// minObject is the size in bytes of the smallest struct that is worth taking from a pool: to make a smaller one is as fast.
const minObject = 256

// lent notes how to pool a struct that is on the heap since its address goes to calls that are not known to borrow it only.
// The struct is zeroed before it goes back, so that the pool does not keep what it refers to alive.
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
	l := &retain.Borrowing{Pkg: p.Pkg, Var: o.v, Points: source.IsA[*types.Pointer](o.v.Type())}
	if slices.ContainsFunc(p.Pkg.Writes(o.v), defines) {
		return false
	}
	if !l.All() {
		return l.Retainer != nil && p.Refuse(o.at, "the address of "+o.v.Name()+" is kept by "+p.Text(l.Retainer))
	}
	if !l.Escapes || l.Guessed {
		return false
	}
	for _, name := range l.To {
		o.caveats = append(o.caveats, retain.MustNotRetain(name, o.v))
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

// hides reports whether e uses the name of the object for something else, like a type or another variable. The rewrite
// writes e behind the declaration of the object, where the name means the object.
//
//	request := &request{}    req := &request{next: req}    w := gzip.NewWriter(w)
func (p *pooler) hides(o *object, e ast.Expr) bool {
	return source.Any(e, func(id *ast.Ident) bool {
		obj := p.Info.Uses[id]
		return id.Name == o.name && obj != nil && obj.Parent() != nil
	})
}

// defines reports whether the variable at a use is set by := beside variables that it declares: such a statement cannot
// set *v instead.
//
//	v, err := f()
func defines(use inspector.Cursor) bool {
	s, ok := source.Parens(use).Parent().Node().(*ast.AssignStmt)
	return ok && s.Tok == token.DEFINE
}

// several returns the name of a pool for objects of that name, in the plural where an s makes it.
func several(name string) string {
	if strings.HasSuffix(name, "s") || strings.HasSuffix(name, "x") || strings.HasSuffix(name, "h") || strings.HasSuffix(name, "y") {
		return name + "Pool"
	}
	return name + "s"
}

// values returns the edits that write *v for v, for a variable that becomes a pointer, except where v is the operand of &
// or of a selector.
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
