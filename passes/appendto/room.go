package appendto

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/edit"
	"github.com/unheap/unheap/passes/internal/keep"
)

// roomFor reports whether the twin of m may append to dst itself.
func (a *appender) roomFor(m maker, dst ast.Expr) bool {
	switch {
	case m.exact && !m.reads:
		return true
	case a.empty(dst):
		return false // would grow step by step
	}
	return a.ownRoom(dst) && !(m.reads && cut(dst))
}

// cut reports whether e appends to a part of a slice: what it reads may lie behind.
func cut(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if _, ok := n.(*ast.SliceExpr); ok {
			return true
		}
	}
	return false
}

// ownRoom reports whether nobody but this function can see the memory behind the
// slice e, up to its capacity. Twins may use it as scratch: AppendFormat writes a
// fraction of a second in nine digits and cuts it, and all that append in several
// steps leave the first of them behind where the rest does not fit. append itself
// does neither.
//
// e is, or is appended to, a local variable that begins with memory of its own and
// is only appended to, read, or returned.
func (a *appender) ownRoom(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return len(e.Args) > 0 && (edit.IsBuiltin(a.info, e, "append") || keep.Appends(a.info, e)) && a.ownRoom(e.Args[0])
	case *ast.SliceExpr:
		return a.ownRoom(e.X)
	}
	v, ok := a.pkg.LocalVar(e)
	if !ok || !a.ownMemory(v) || a.pkg.Captured(v) {
		return false
	}
	k := &keep.Keeper{Pkg: a.pkg, Var: v, Kind: keep.EmptySlice}
	for _, use := range a.pkg.Uses(v) {
		if !a.returned(use) && !k.Lets(use) {
			return false
		}
	}
	return !k.Doubted
}

// returned reports whether the use of a slice at cur, with what is appended to it,
// is a result. The function does nothing with it afterwards.
func (a *appender) returned(cur inspector.Cursor) bool {
	for {
		cur = edit.Parens(cur)
		switch kind, i := cur.ParentEdge(); kind {
		case edge.ReturnStmt_Results:
			return true
		case edge.CallExpr_Args:
			call := cur.Parent().Node().(*ast.CallExpr)
			if i != 0 || !edit.IsBuiltin(a.info, call, "append") && !keep.Appends(a.info, call) {
				return false
			}
		default:
			return false
		}
		cur = cur.Parent()
	}
}

// ownMemory reports whether v begins with nil, with new memory, or with a local
// array that nothing else mentions.
func (a *appender) ownMemory(v *types.Var) bool {
	if v.Kind() == types.ResultVar {
		return true
	}
	value, ok := a.value(v)
	if !ok {
		return false
	}
	switch e := value.(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		if edit.IsConversion(a.info, e) {
			from := a.info.Types[e.Args[0]]
			return from.IsNil() || from.Type != nil && edit.IsString(from.Type)
		}
		return edit.IsBuiltin(a.info, e, "make")
	case *ast.SliceExpr:
		array, ok := a.pkg.LocalVar(e.X)
		if !ok || len(a.pkg.Uses(array)) != 1 {
			return false
		}
		_, ok = array.Type().Underlying().(*types.Array)
		return ok
	}
	return false
}

// value returns what the declaration v := value or var v T sets v to; nil is the
// zero value. ok is false for parameters and others.
func (a *appender) value(v *types.Var) (value ast.Expr, ok bool) {
	def, ok := a.pkg.Def(v)
	if !ok {
		return nil, false
	}
	switch s := def.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(s.Lhs) == 1 && len(s.Rhs) == 1 {
			return ast.Unparen(s.Rhs[0]), true
		}
	case *ast.ValueSpec:
		if len(s.Values) == 0 {
			return nil, true
		}
		if len(s.Values) == 1 && len(s.Names) == 1 {
			return ast.Unparen(s.Values[0]), true
		}
	}
	return nil, false
}
