package sharedbuf

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/source"
)

// fills reports whether one use of a buffer overwrites what it holds, in part or as
// a whole:
//
//	b[i] = x          b = b[:0]           b = append(b[:0], …)
//	copy(b[i:], x)    r.Read(b[:])        strconv.AppendInt(b[:0], …)
//	b.Reset()         b.Truncate(0)
func (s *searcher) fills(use inspector.Cursor) bool {
	use = source.Parens(use)
	switch use.ParentEdgeKind() {
	case edge.IndexExpr_X:
		return source.Parens(use.Parent()).ParentEdgeKind() == edge.AssignStmt_Lhs && plainAssign(use.Parent())
	case edge.AssignStmt_Lhs:
		return s.fromItself(use)
	case edge.SliceExpr_X:
		return pools.Overwrites(s.info, source.Parens(use.Parent()), s.emptied(use.Parent().Node()))
	case edge.SelectorExpr_X:
		return s.resets(source.Parens(use.Parent()))
	case edge.CallExpr_Args:
		return pools.Overwrites(s.info, use, false)
	}
	return false
}

// plainAssign reports whether the target at cur is assigned by =, which does not
// read it: a counter is not a buffer.
func plainAssign(cur inspector.Cursor) bool {
	assign, ok := source.Parens(cur).Parent().Node().(*ast.AssignStmt)
	return ok && assign.Tok.String() == "="
}

// fromItself reports whether the use at cur is b in b = b[:0] or b = append(b[:0], …).
// A list that only grows is no buffer.
func (s *searcher) fromItself(cur inspector.Cursor) bool {
	assign := cur.Parent().Node().(*ast.AssignStmt)
	if len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return false
	}
	rhs := ast.Unparen(assign.Rhs[0])
	if call, ok := rhs.(*ast.CallExpr); ok && source.IsBuiltin(s.info, call, "append") {
		rhs = ast.Unparen(call.Args[0])
	}
	if !s.emptied(rhs) {
		return false
	}
	id, ok := ast.Unparen(rhs.(*ast.SliceExpr).X).(*ast.Ident)
	return ok && s.info.Uses[id] == s.info.Uses[cur.Node().(*ast.Ident)]
}

// emptied reports whether n is b[:0], which makes room for something new.
func (s *searcher) emptied(n ast.Node) bool {
	e, ok := n.(*ast.SliceExpr)
	if !ok || e.High == nil {
		return false
	}
	high, ok := source.IntConst(s.info, e.High)
	return ok && high == 0
}

// resets reports whether the selector at cur is b.Reset or b.Truncate of a call.
func (s *searcher) resets(cur inspector.Cursor) bool {
	sel := cur.Node().(*ast.SelectorExpr)
	if sel.Sel.Name != "Reset" && sel.Sel.Name != "Truncate" || s.info.Selections[sel] == nil {
		return false
	}
	return cur.ParentEdgeKind() == edge.CallExpr_Fun
}

// usedAtOnce reports whether the write at use also yields the buffer's memory:
// b := strconv.AppendInt(buf[:0], …).
func (s *searcher) usedAtOnce(use inspector.Cursor) bool {
	arg := source.Parens(use)
	if arg.ParentEdgeKind() != edge.SliceExpr_X {
		return false
	}
	arg = source.Parens(arg.Parent())
	call, ok := arg.Parent().Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	_, isSlice := s.info.TypeOf(call).(*types.Slice)
	result := source.Parens(arg.Parent())
	return isSlice && result.ParentEdgeKind() != edge.ExprStmt_X && s.emptied(arg.Node())
}
