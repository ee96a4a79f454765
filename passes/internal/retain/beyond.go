package retain

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// Beyond returns the text of a place in the package that uses the slice in a field, or in an entry
// of a map in a field, while other code may change the slice in place: the code at changes, unknown
// code, or another goroutine. It returns "" if there is none.
//
//	subs := s.subs        return s.subs    f(s.subs)    for _, sub := range s.subs {    c := *s
//	s.mu.Unlock()                                               sub.notify()
//	… range subs …                                      }
//
// Uses of the field at changes do not count.
func Beyond(pkg *source.Package, field *types.Var, changes ast.Node) string {
	if !source.IsA[*types.Map](field.Type()) {
		if at, _ := Copies(pkg, field); at != "" {
			return at
		}
	}
	h := holding{pkg, field, changes}
	for _, use := range pkg.Uses(field) {
		if cur, ok := h.list(use); !ok || source.Contains(changes, use.Node()) || h.passes(cur) {
			continue
		}
		return Shown(pkg, use, field.Name())
	}
	return ""
}

// A holding judges the uses of a field for [Beyond].
type holding struct {
	pkg     *source.Package
	field   *types.Var
	changes ast.Node
}

// list returns where the slice of the field, or of an entry, is used. ok is false if only the map
// is used.
func (h holding) list(use inspector.Cursor) (cur inspector.Cursor, ok bool) {
	if cur = source.Parens(use); use.ParentEdgeKind() == edge.SelectorExpr_Sel {
		cur = source.Parens(use.Parent())
	}
	if !source.IsA[*types.Map](h.field.Type()) {
		return cur, true
	}
	switch cur.ParentEdgeKind() {
	case edge.IndexExpr_X:
		return source.Parens(cur.Parent()), true
	case edge.AssignStmt_Lhs, edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.KeyValueExpr_Key:
		return cur, false
	case edge.RangeStmt_X:
		return cur, !source.IsBlank(cur.Parent().Node().(*ast.RangeStmt).Value)
	}
	return cur, !h.pkg.Asks(cur, "len", "delete", "clear")
}

// passes reports whether the slice at cur is set, or read without other code meanwhile.
func (h holding) passes(cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.KeyValueExpr_Key, edge.AssignStmt_Lhs, edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return true
	case edge.AssignStmt_Rhs, edge.ValueSpec_Values:
		v, stmt, ok := h.pkg.Holder(cur)
		return ok && h.looksBehind(v, stmt) || h.stays(cur)
	case edge.RangeStmt_X:
		loop := cur.Parent().Node().(*ast.RangeStmt)
		if v, ok := h.pkg.LocalVar(loop.Value); source.IsA[*types.Map](h.pkg.Info.TypeOf(loop.X)) {
			return ok && loop.Tok == token.DEFINE && h.looksAt(v) && h.alone(loop.Body)
		}
		return source.IsBlank(loop.Value) || h.alone(loop.Body)
	case edge.SliceExpr_X:
		return h.passes(source.Parens(cur.Parent()))
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		if cur.Node() == call.Args[0] && source.IsBuiltin(h.pkg.Info, call, "append") {
			return h.stays(source.Parens(cur.Parent()))
		}
		return IsBorrowed(h.pkg, h.field, cur) && h.alone(call)
	}
	return IsBorrowed(h.pkg, h.field, cur)
}

// stays reports whether the value at cur is assigned to the expression that it is made of.
//
//	s.list = s.list[i:]    s.list = append(s.list[:i], s.list[j:]...)
func (h holding) stays(cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.AssignStmt_Rhs {
		return false
	}
	s := cur.Parent().Node().(*ast.AssignStmt)
	of := s.Rhs[i]
	for {
		switch e := ast.Unparen(of).(type) {
		case *ast.CallExpr:
			of = e.Args[0]
		case *ast.SliceExpr:
			of = e.X
		default:
			return len(s.Lhs) == len(s.Rhs) && types.ExprString(s.Lhs[i]) == types.ExprString(e)
		}
	}
}

// looksBehind reports whether a variable that the statement at stmt sets is only read, without
// other code up to its last use, which is in the list of the statement.
func (h holding) looksBehind(v *types.Var, stmt inspector.Cursor) bool {
	stmt, ok := source.EnclosingStmt(stmt)
	if !ok || v.Kind() == types.ResultVar || h.pkg.FileOf(stmt.Node()).Jumps(stmt.Node().Pos()) {
		return false
	}
	list, i, _ := source.StmtList(stmt)
	if end := list[len(list)-1].End(); !h.pkg.Every(v, func(use inspector.Cursor) bool { return use.Node().Pos() < end }) {
		return false
	}
	list = list[i:]
	for len(list) > 1 && h.pkg.Mentions(list[len(list)-1], v) == 0 {
		list = list[:len(list)-1]
	}
	var nodes []ast.Node
	for _, s := range list {
		nodes = append(nodes, s)
	}
	return h.looksAt(v) && h.alone(nodes...) && !source.LoopSince(stmt, v.Pos())
}

// looksAt reports whether v is only set and borrowed, and reached by nothing but its name.
func (h holding) looksAt(v *types.Var) bool {
	return !h.pkg.Captured(v) && h.pkg.Every(v, func(use inspector.Cursor) bool { return isSet(use) || IsBorrowed(h.pkg, v, use) })
}

// alone reports whether no code in the nodes may change the slice, or wait while other code does.
func (h holding) alone(nodes ...ast.Node) bool {
	for _, n := range nodes {
		if effect.Of(h.pkg, n).Unknown() || effect.Meets(h.pkg, n) || source.Contains(n, h.changes) {
			return false
		}
		for fn := range effect.ReachedFrom(h.pkg, n) {
			if body := h.pkg.FuncBody(fn); body == nil || source.Contains(body, h.changes) {
				return false
			}
		}
	}
	return true
}
