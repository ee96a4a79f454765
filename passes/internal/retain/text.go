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

// LooksAt reports whether a use of the string v sets it, or looks at its bytes and keeps
// nothing.
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
		return !pkg.Changes(use.Parent()) // the map would keep it
	case edge.CallExpr_Args:
		return keepsNothing(pkg.Info, use.Parent().Node().(*ast.CallExpr), i)
	}
	return false
}

// stays reports whether the operand at cur, or the sum it is part of, is assigned to v.
func stays(pkg *source.Package, cur inspector.Cursor, v *types.Var) bool {
	for cur.ParentEdgeKind() == edge.BinaryExpr_X || cur.ParentEdgeKind() == edge.BinaryExpr_Y {
		cur = source.Parens(cur.Parent())
	}
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	return ok && len(assign.Lhs) == 1 && pkg.Is(assign.Lhs[0], v)
}

// keepsNothing reports whether a call does not keep the string that is its argument i:
// the conversion to []byte, copy and append copy it, and a function of the standard
// library copies what it writes, and has no result that the string could be a part of.
func keepsNothing(info *types.Info, call *ast.CallExpr, i int) bool {
	if source.IsConversion(info, call) {
		return source.IsBytes(info.TypeOf(call))
	}
	if source.IsBuiltin(info, call) {
		return source.IsBuiltin(info, call, "len", "copy") || source.IsBuiltin(info, call, "append") && i > 0 && call.Ellipsis.IsValid()
	}
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok || i >= fn.Signature().Params().Len() || !source.IsString(fn.Signature().Params().At(i).Type()) {
		return false // an interface has a copy on the heap
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

// Looks reports whether the string at cur is compared, looked up, or chosen by with constants: the compiler
// makes no copy of bytes that are converted there.
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

// constantCases reports whether a switch chooses by constants alone.
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

// BytesDo reports whether bytes do as well as the string at cur: len(v), v[i], append(x, v...).
func BytesDo(pkg *source.Package, cur inspector.Cursor) bool {
	if call := source.ArgumentOf(cur); call != nil {
		return source.IsBuiltin(pkg.Info, call, "len", "copy") || source.SpreadInto(pkg.Info, cur) != nil
	}
	return source.Parens(cur).ParentEdgeKind() == edge.IndexExpr_X
}

// Lent reports whether the slice at cur, which is v or a part of it, is only looked at,
// written to or copied: nothing retains it, or gets it by way of an interface, which the
// compiler does not see through.
func Lent(pkg *source.Package, v *types.Var, cur inspector.Cursor) bool {
	k := &Checker{Pkg: pkg, Var: v, Kind: borrowed}
	return k.inTime(cur) && k.slice(cur) && !k.Doubted && !k.Escapes
}

// LentWhole is Lent for a slice that nobody must see the memory behind of.
func LentWhole(pkg *source.Package, v *types.Var, cur inspector.Cursor) bool {
	k := &Checker{Pkg: pkg, Var: v, Kind: borrowed, exact: true}
	return k.inTime(cur) && k.slice(cur) && !k.Doubted
}
