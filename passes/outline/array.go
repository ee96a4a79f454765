package outline

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// array lets a function return an array if its returns all have a list of the same length and its callers only
// look at the elements. It reports whether it said anything, a refusal included, so that no other rewrite is tried.
//
//	func pair(s string) []string {         func pair(s string) [2]string {
//		…                                      …
//		return []string{s[:i], s[i+1:]}        return [2]string{s[:i], s[i+1:]}
//	}                                      }
func (s *outliner) array(t *inline.Func) bool {
	i, typ, ok := s.listResult(t)
	if !ok {
		return false
	}
	lists, n := s.listsAt(t, i)
	size, sized := s.Pkg.Sizeof(s.Info.TypeOf(typ.Elt))
	if n == 0 || !sized || int64(n)*size > inline.MaxValue {
		return false
	}
	calls, known := t.Calls()
	if !known {
		return false
	}
	length := strconv.Itoa(n)
	edits := []source.TextEdit{source.Insert(typ.Lbrack+1, length)}
	for _, lit := range lists {
		if list, isList := lit.Type.(*ast.ArrayType); isList {
			edits = append(edits, source.Insert(list.Lbrack+1, length))
			continue
		}
		text, ok := s.TypeText(types.NewArray(s.Info.TypeOf(typ.Elt), int64(n)), lit.Pos())
		if !ok {
			return false
		}
		edits = append(edits, source.ReplaceNode(lit.Type, text))
	}
	for _, cur := range calls {
		uses, ok := s.looksAtElements(cur, i, n)
		if !ok {
			return s.Refuse(lists[0], "a caller of "+t.Name()+" does more with the list than look at its elements")
		}
		edits = append(edits, uses...)
	}
	s.Report(rule.Finding{
		At:      lists[0],
		Message: "the list of " + length + " that " + t.Name() + " returns is on the heap",
		Title:   "Return an array",
		Class:   rule.Safe,
		Edits:   edits,
	})
	return true
}

// listResult returns the index of the only result whose type is written as []T, and that type.
func (s *outliner) listResult(t *inline.Func) (index int, typ *ast.ArrayType, ok bool) {
	if t.Generic() || t.Directive(true) || t.Decl.Type.Results == nil || t.Body() != t.Decl.Body || s.usesResults(t) || inline.MayRecover(s.Info, t.Body()) {
		return 0, nil, false // after a recover the list is nil
	}
	at := 0
	for _, field := range t.Decl.Type.Results.List {
		list, isList := field.Type.(*ast.ArrayType)
		if isList && list.Len == nil {
			if typ != nil || len(field.Names) > 1 {
				return 0, nil, false
			}
			index, typ = at, list
		}
		at += max(len(field.Names), 1)
	}
	return index, typ, typ != nil
}

// listsAt returns the composite literals that a function returns as its i-th result, and the number of elements
// that all of them have. n is 0 if some return has no literal, or one of another length.
func (s *outliner) listsAt(t *inline.Func, i int) (lists []*ast.CompositeLit, n int) {
	for _, ret := range t.Returns() {
		if len(ret.Values) <= i {
			return nil, 0
		}
		lit, ok := ast.Unparen(ret.Values[i]).(*ast.CompositeLit)
		if !ok || len(lists) > 0 && len(lit.Elts) != n {
			return nil, 0
		}
		if _, isList := types.Unalias(s.Info.TypeOf(lit)).(*types.Slice); !isList {
			return nil, 0
		}
		for _, e := range lit.Elts {
			if _, keyed := e.(*ast.KeyValueExpr); keyed {
				return nil, 0
			}
		}
		lists, n = append(lists, lit), len(lit.Elts)
	}
	return lists, n
}

// looksAtElements reports whether the list of n elements that the call at cur returns as its i-th result could
// be an array: its elements are only looked at, in place or by way of a variable. The edits slice the array where a
// function gets it.
func (s *outliner) looksAtElements(cur inspector.Cursor, i, n int) (edits []source.TextEdit, ok bool) {
	outer := source.Parens(cur)
	switch outer.ParentEdgeKind() {
	case edge.RangeStmt_X:
		return nil, outer.Parent().Node().(*ast.RangeStmt).Tok != token.ASSIGN
	case edge.IndexExpr_X:
		return nil, s.isRead(outer.Parent(), n)
	case edge.CallExpr_Args:
		return nil, s.asksLen(outer)
	}
	v := s.declaredBy(outer, i)
	if v == nil || len(s.Pkg.Writes(v)) > 0 {
		return nil, false
	}
	ok = s.Pkg.Every(v, func(use inspector.Cursor) bool {
		use = source.Parens(use)
		switch use.ParentEdgeKind() {
		case edge.RangeStmt_X:
			return true
		case edge.IndexExpr_X:
			return s.isRead(use.Parent(), n)
		case edge.CallExpr_Args:
			if s.asksLen(use) {
				return s.mayBeConst(source.Parens(use.Parent()), v, int64(n))
			}
			edits = append(edits, source.Insert(use.Node().End(), "[:]"))
			return !s.Pkg.InLiteral(v) && !s.rangesOver(use, v) && retain.IsBorrowed(s.Pkg, v, use)
		}
		return false
	})
	return edits, ok
}

// rangesOver reports whether a loop around cur ranges over v: over an array, it would range over a copy.
func (s *outliner) rangesOver(cur inspector.Cursor, v *types.Var) bool {
	for loop := range cur.Enclosing((*ast.RangeStmt)(nil)) {
		if s.Pkg.Is(loop.Node().(*ast.RangeStmt).X, v) {
			return true
		}
	}
	return false
}

// declaredBy returns the variable that a statement declares, without a type, with the i-th result of the call
// at cur; nil if there is none.
func (s *outliner) declaredBy(cur inspector.Cursor, i int) *types.Var {
	_, at := cur.ParentEdge()
	var names []*ast.Ident
	values := 0
	switch stmt := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		for _, e := range stmt.Lhs {
			id, _ := e.(*ast.Ident)
			names = append(names, id)
		}
		values = len(stmt.Rhs)
	case *ast.ValueSpec:
		if stmt.Type == nil {
			names = stmt.Names
		}
		values = len(stmt.Values)
	}
	if values == 1 {
		at = i
	}
	if at < 0 || at >= len(names) || names[at] == nil {
		return nil
	}
	v, _ := s.Info.Defs[names[at]].(*types.Var)
	if v == nil || v.Kind() != types.LocalVar {
		return nil
	}
	return v
}

// asksLen reports whether the expression at cur is the operand of len.
func (s *outliner) asksLen(cur inspector.Cursor) bool {
	call := source.ArgumentOf(cur)
	return call != nil && source.IsBuiltin(s.Info, call, "len")
}

// mayBeConst reports whether len(v) at cur may become the constant n, as the length of an array is one. An operation
// with a constant becomes a constant, too, which the compiler evaluates exactly: an index out of range, a division by zero
// or a constant that overflows would no longer compile.
func (s *outliner) mayBeConst(cur inspector.Cursor, v *types.Var, n int64) bool {
	at, sum := n, false
	for ; ; sum = true {
		parent, isOp := cur.Parent().Node().(*ast.BinaryExpr)
		if !isOp {
			break
		}
		other := parent.X
		if cur.ParentEdgeKind() == edge.BinaryExpr_X {
			other = parent.Y
		}
		k, isConst := source.IntConst(s.Info, other)
		switch {
		case parent.Op.Precedence() == token.EQL.Precedence():
			return source.Parens(cur.Parent()).ParentEdgeKind() != edge.CaseClause_List
		case s.Pkg.Mentions(other, v) > 0:
			return false // another length, which would be a constant, too
		case !isConst:
			return s.Info.Types[other].Value == nil && (!sum || parent.Op == token.ADD || parent.Op == token.SUB)
		case parent.Op == token.ADD:
			at += k
		case parent.Op == token.SUB && other == parent.Y:
			at -= k
		default:
			return false
		}
		cur = source.Parens(cur.Parent())
	}
	switch parent := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		return s.Pkg.Is(parent.X, v) && 0 <= at && at < n
	case *ast.CallExpr:
		return !source.IsConversion(s.Info, parent) && !source.IsBuiltin(s.Info, parent)
	case *ast.AssignStmt: // not x /= 0
		return parent.Tok == token.ASSIGN || parent.Tok == token.DEFINE || parent.Tok == token.ADD_ASSIGN || parent.Tok == token.SUB_ASSIGN
	case *ast.ValueSpec, *ast.ReturnStmt, *ast.RangeStmt, *ast.SwitchStmt:
		return true
	}
	return false
}

// isRead reports whether the index expression at cur, of a list of n elements, only reads the element: nothing sets
// it or a part of it, or takes its address, be it by a method call.
func (s *outliner) isRead(cur inspector.Cursor, n int) bool {
	if at, isConst := source.IntConst(s.Info, cur.Node().(*ast.IndexExpr).Index); isConst && at >= int64(n) {
		return false // would not compile
	}
	for {
		cur = source.Parens(cur)
		switch cur.ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value, edge.UnaryExpr_X, edge.SliceExpr_X:
			unary, isUnary := cur.Parent().Node().(*ast.UnaryExpr)
			_, isArray := s.Info.TypeOf(cur.Node().(ast.Expr)).Underlying().(*types.Array)
			return isUnary && unary.Op != token.AND || cur.ParentEdgeKind() == edge.SliceExpr_X && !isArray
		case edge.SelectorExpr_X:
			sel := s.Info.Selections[cur.Parent().Node().(*ast.SelectorExpr)]
			if sel.Kind() != types.FieldVal {
				fn, isFunc := sel.Obj().(*types.Func)
				return isFunc && (source.IsA[*types.Pointer](sel.Recv()) || !source.IsA[*types.Pointer](fn.Signature().Recv().Type()))
			}
			if sel.Indirect() {
				return true
			}
		case edge.IndexExpr_X:
			if !source.IsA[*types.Array](s.Info.TypeOf(cur.Node().(ast.Expr))) {
				return true
			}
		default:
			return true
		}
		cur = cur.Parent()
	}
}
