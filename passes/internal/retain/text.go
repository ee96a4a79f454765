package retain

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// LooksAt reports whether a use of the string v sets v, or reads its bytes and retains nothing.
func LooksAt(pkg *source.Package, use inspector.Cursor, v *types.Var) bool {
	use = source.Parens(use)
	switch kind, i := use.ParentEdge(); kind {
	case edge.AssignStmt_Lhs, edge.IndexExpr_X, edge.SwitchStmt_Tag:
		return true
	case edge.RangeStmt_X:
		return true // over its runes
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return use.Parent().Node().(*ast.BinaryExpr).Op != token.ADD || stays(pkg, use, v)
	case edge.AssignStmt_Rhs:
		return stays(pkg, use, v)
	case edge.SliceExpr_X:
		return LooksAt(pkg, use.Parent(), v)
	case edge.IndexExpr_Index:
		return !pkg.Changes(use.Parent()) // the map would retain the key
	case edge.CallExpr_Args:
		return copiesText(pkg.Info, use.Parent().Node().(*ast.CallExpr), i)
	}
	return false
}

// stays reports whether the operand at cur, or the sum that contains it, is assigned to v.
func stays(pkg *source.Package, cur inspector.Cursor, v *types.Var) bool {
	for cur.ParentEdgeKind() == edge.BinaryExpr_X || cur.ParentEdgeKind() == edge.BinaryExpr_Y {
		cur = source.Parens(cur.Parent())
	}
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	return ok && len(assign.Lhs) == 1 && pkg.Is(assign.Lhs[0], v)
}

// copiesText reports whether a call does not retain the string that is its argument i: the
// conversion to []byte, copy and append copy it, and a function of the standard library copies what
// it writes, and has no result that may be a part of the string.
func copiesText(info *types.Info, call *ast.CallExpr, i int) bool {
	if source.IsConversion(info, call) {
		return source.IsBytes(info.TypeOf(call))
	}
	if source.IsBuiltin(info, call) {
		return source.IsBuiltin(info, call, "len", "copy") || source.IsBuiltin(info, call, "append") && i > 0 && call.Ellipsis.IsValid()
	}
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok || i >= fn.Signature().Params().Len() || !source.IsString(fn.Signature().Params().At(i).Type()) {
		return false // an interface retains the string
	}
	if known := stdlib.Of(fn); !known.Known() || known.Part.Has(i) || known.Wraps.Has(i) {
		return false
	}
	for result := range fn.Signature().Results().Variables() {
		basic, ok := result.Type().Underlying().(*types.Basic)
		if !(ok && basic.Info()&(types.IsNumeric|types.IsBoolean) != 0) && result.Type().String() != "error" {
			return false
		}
	}
	return true
}

// Looks reports whether the string at cur is compared, is a key that is looked up, or the tag of a
// switch with constant cases: the compiler makes no copy there if the string is converted from
// bytes.
func Looks(pkg *source.Package, cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	isString := func(e ast.Expr) bool { return source.IsString(types.Default(pkg.Info.TypeOf(e))) }
	switch parent := cur.Parent().Node().(type) {
	case *ast.BinaryExpr:
		switch parent.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return isString(parent.X) && isString(parent.Y)
		}
	case *ast.SwitchStmt:
		return cur.ParentEdgeKind() == edge.SwitchStmt_Tag && constantCases(pkg, parent)
	case *ast.IndexExpr:
		m, isMap := source.Core(pkg.Info.TypeOf(parent.X)).(*types.Map)
		if !isMap || cur.ParentEdgeKind() != edge.IndexExpr_Index || !source.IsString(m.Key()) {
			return false
		}
		switch source.Parens(cur.Parent()).ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
			return false
		}
		return true
	}
	return false
}

// constantCases reports whether all cases of a switch are constants.
func constantCases(pkg *source.Package, sw *ast.SwitchStmt) bool {
	for _, clause := range sw.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			if pkg.Info.Types[e].Value == nil {
				return false
			}
		}
	}
	return true
}

// BytesDo reports whether bytes can replace the string at cur: len(v), v[i], append(x, v...).
func BytesDo(pkg *source.Package, cur inspector.Cursor) bool {
	if call := source.ArgumentOf(cur); call != nil {
		return source.IsBuiltin(pkg.Info, call, "len", "copy") || source.SpreadInto(pkg.Info, cur) != nil
	}
	return source.Parens(cur).ParentEdgeKind() == edge.IndexExpr_X
}

// IsBorrowed reports whether the slice at cur, which is v or a part of it, is only read, written to
// or copied: nothing retains it, or gets it through an interface, where the compiler loses track of
// it.
func IsBorrowed(pkg *source.Package, v *types.Var, cur inspector.Cursor) bool {
	k := &Checker{Pkg: pkg, Var: v, Kind: borrowed}
	return k.inTime(cur) && k.slice(cur) && !k.Doubted && !k.Escapes
}

// BorrowedExact is [IsBorrowed], through interfaces, too, of a slice whose memory behind its length
// must not be seen.
func BorrowedExact(pkg *source.Package, v *types.Var, cur inspector.Cursor) bool {
	k := &Checker{Pkg: pkg, Var: v, Kind: borrowed, exact: true}
	return k.inTime(cur) && k.slice(cur) && !k.Doubted
}
