package reusebuf

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A carrier is a pointer that goes on from iteration to iteration.
type carrier struct {
	decl   source.Decl
	elem   types.Type
	stores []store
}

// A store sets the pointer to a variable, or an object, that is made in the iteration.
type store struct {
	cur   inspector.Cursor // of the assignment
	value ast.Expr         // x of &x, T{…} of &T{…}, or a pointer to such an object
	star  string           // in front of value, if that is a pointer
	owned bool             // nothing but the pointer leads to the object
}

// carried lets a pointer that goes on to the next iteration point to one variable in front of the loop,
// and not to one that each iteration makes.
//
//	                                 var last *edge
//	var last *edge                   var lastValue edge // what last points to
//	for _, e := range edges {        for _, e := range edges {
//		if last != nil {                 if last != nil {
//			cost(*last, e)       =>              cost(*last, e)
//		}                                }
//		last = &e                        lastValue = e
//	}                                    last = &lastValue
//	                                 }
func (r *reuser) carried(d source.Decl) {
	c, ok := r.carrier(d)
	if !ok || !r.reads(c) {
		return
	}
	text, ok := r.TypeText(c.elem, d.Stmt.End())
	if !ok {
		return
	}
	name := r.Fresh(d.Stmt.Pos(), d.Var.Name()+"Value")
	line := "var " + name + " " + text
	if rest := strings.TrimSpace(r.Between(d.Stmt.End(), r.LineBelow(d.Stmt.End()))); rest == "" || strings.HasPrefix(rest, "//") {
		line += " // what " + d.Var.Name() + " points to"
	}
	edits := []source.TextEdit{r.Below(d.Stmt, line)}
	for _, s := range c.stores {
		at := s.cur.Node()
		edits = append(edits, source.ReplaceNode(at, name+" = "+s.star+r.Text(s.value)+"\n"+r.Indent(at.Pos())+d.Var.Name()+" = &"+name))
	}
	r.Report(rule.Finding{
		At:      c.stores[0].cur.Node(),
		Message: d.Var.Name() + " points to a new variable in each iteration",
		Title:   "keep what " + d.Var.Name() + " points to in one variable",
		Class:   rule.Safe,
		Edits:   edits,
	})
}

// carrier recognises a pointer that begins as nil, and its stores, of which a loop has one at least.
func (r *reuser) carrier(d source.Decl) (c carrier, ok bool) {
	pointer, isPointer := types.Unalias(d.Var.Type()).(*types.Pointer)
	if !isPointer || d.Value != nil && !r.Info.Types[d.Value].IsNil() || d.HasComment() || r.Jumps(d.Stmt.Pos()) || r.Pkg.InLiteral(d.Var) {
		return c, false
	}
	c = carrier{decl: d, elem: pointer.Elem()}
	size, known := r.Pkg.Sizeof(c.elem)
	if typefact.NoCopy(c.elem) || !known || size == 0 || size > maxCarried {
		return c, false
	}
	loops := false
	for _, use := range r.Pkg.Uses(d.Var) {
		if source.Parens(use).ParentEdgeKind() != edge.AssignStmt_Lhs {
			continue
		}
		s, isNil, ok := r.store(source.Parens(use).Parent(), d.Var)
		if !ok {
			return c, false
		}
		if !isNil {
			c.stores = append(c.stores, s)
			loops = loops || source.LoopSince(s.cur, d.Var.Pos())
		}
	}
	return c, loops
}

// maxCarried is how many bytes may be copied in each iteration.
const maxCarried = 1 << 10

// store recognises v = &x, v = &T{…} and v = p, and v = nil.
func (r *reuser) store(cur inspector.Cursor, v *types.Var) (s store, isNil, ok bool) {
	assign := cur.Node().(*ast.AssignStmt)
	if _, _, inList := source.StmtList(cur); !inList || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || r.HasComment(assign.Pos(), assign.End()) {
		return s, false, false
	}
	value := ast.Unparen(assign.Rhs[0])
	if r.Info.Types[value].IsNil() {
		return s, true, true
	}
	if _, lit, isNew := source.NewOf(r.Info, value); isNew {
		return store{cur, lit, "", true}, false, lit != nil && source.LoopSince(cur, v.Pos())
	}
	if ref, isRef := value.(*ast.UnaryExpr); isRef && ref.Op == token.AND {
		x, isLocal := r.Pkg.LocalVar(ref.X)
		return store{cur, ast.Unparen(ref.X), "", false}, false, isLocal && r.setBefore(x, v, cur)
	}
	p, isLocal := r.Pkg.LocalVar(value)
	return store{cur, value, "*", false}, false, isLocal && r.madeBefore(p, v, cur)
}

// setBefore reports whether x is a variable of an iteration that has its last value when the statement at
// cur stores its address in v, and whose address nothing else takes.
func (r *reuser) setBefore(x, v *types.Var, cur inspector.Cursor) bool {
	if r.Pkg.InLiteral(x) || !r.ofIteration(x, v, cur) {
		return false
	}
	return !slices.ContainsFunc(r.Pkg.Writes(x), func(w inspector.Cursor) bool {
		if r.Pkg.Addressed(w) {
			return !source.Contains(cur.Node(), w.Node())
		}
		return w.Node().Pos() > cur.Node().Pos()
	})
}

// madeBefore reports whether p is a variable of an iteration that is declared with a new object, and nothing but p
// leads to the object until the statement at cur stores p in v.
func (r *reuser) madeBefore(p, v *types.Var, cur inspector.Cursor) bool {
	value, ok := r.Pkg.Initial(p)
	if !ok || value == nil || len(r.Pkg.Writes(p)) > 0 || r.Pkg.InLiteral(p) || !r.ofIteration(p, v, cur) {
		return false
	}
	k := &retain.Checker{Pkg: r.Pkg, Var: p, Kind: retain.Large}
	_, _, ok = source.NewOf(r.Info, value)
	return ok && r.Pkg.Every(p, func(use inspector.Cursor) bool {
		return source.Contains(cur.Node(), use.Node()) || use.Node().Pos() < cur.Node().Pos() && !r.compares(use) && k.Lets(use)
	})
}

// ofIteration reports whether each iteration of a loop around the statement at cur, which v is declared in
// front of, has a variable x of its own, and comes to the statement once.
func (r *reuser) ofIteration(x, v *types.Var, cur inspector.Cursor) bool {
	def, ok := r.Pkg.Def(x)
	if !ok || source.LoopSince(cur, x.Pos()) {
		return false
	}
	switch def.ParentEdgeKind() {
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		return r.AtLeast("go1.22") && x.Pos() > v.Pos()
	}
	return source.LoopSince(def, v.Pos()) && def.Parent().ParentEdgeKind() != edge.ForStmt_Init
}

// reads reports whether the pointer is only compared with nil and followed, and what it points to is changed only if
// nothing else leads to it.
func (r *reuser) reads(c carrier) bool {
	k := &retain.Checker{Pkg: r.Pkg, Var: c.decl.Var, Kind: retain.Large}
	owned := !slices.ContainsFunc(c.stores, func(s store) bool { return !s.owned })
	for _, use := range r.Pkg.Uses(c.decl.Var) {
		kind := source.Parens(use).ParentEdgeKind()
		if kind == edge.AssignStmt_Lhs {
			continue
		}
		if r.Pkg.Addressed(use) || !r.compares(use) && !k.Lets(use) || r.compares(use) && !source.ComparedWithNil(r.Info, use) || !owned && r.changesBehind(use) {
			return r.Refuse(c.stores[0].cur.Node(), "what "+c.decl.Var.Name()+" points to may be kept, or changed, by "+retain.Shown(r.Pkg, use, c.decl.Var.Name()))
		}
	}
	return true
}

// compares reports whether the pointer at cur is an operand of a comparison.
func (r *reuser) compares(cur inspector.Cursor) bool {
	_, ok := source.Parens(cur).Parent().Node().(*ast.BinaryExpr)
	return ok
}

// changesBehind reports whether what the pointer at cur leads to may be changed there: it is assigned to, or the
// pointer is given to a function.
func (r *reuser) changesBehind(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	if cur.ParentEdgeKind() == edge.CallExpr_Args {
		return true
	}
	for {
		switch parent := cur.Parent().Node().(type) {
		case *ast.StarExpr, *ast.IndexExpr:
		case *ast.SelectorExpr:
			sel := r.Info.Selections[parent]
			if sel == nil || sel.Kind() != types.FieldVal {
				fn, ok := r.Info.Uses[parent.Sel].(*types.Func)
				return !ok || source.IsA[*types.Pointer](fn.Signature().Recv().Type())
			}
		default:
			switch cur.ParentEdgeKind() {
			case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value, edge.UnaryExpr_X, edge.SliceExpr_X:
				return true
			}
			return false
		}
		cur = source.Parens(cur.Parent())
	}
}
