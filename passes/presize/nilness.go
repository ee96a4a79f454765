package presize

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// nilBlind reports whether no use of v can tell a nil slice from an empty one.
func (p *presizer) nilBlind(v *types.Var) bool {
	blind := func(use inspector.Cursor) bool { return p.blindUse(use, v) }
	return v.Kind() != types.ResultVar && p.Pkg.Every(v, blind) // a result is used by every return
}

func (p *presizer) blindUse(cur inspector.Cursor, v *types.Var) bool {
	switch cur.ParentEdgeKind() {
	case edge.RangeStmt_X:
		return true
	case edge.IndexExpr_X: // v[i] panics alike
		return true
	case edge.AssignStmt_Lhs:
		assign := cur.Parent().Node().(*ast.AssignStmt)
		_, fills := p.appends(assign, v)
		return fills
	case edge.CallExpr_Args:
		return p.blindArg(cur, cur.Parent().Node().(*ast.CallExpr), v)
	}
	return false
}

// blindArg reports whether the callee treats nil and empty alike.
func (p *presizer) blindArg(cur inspector.Cursor, call *ast.CallExpr, v *types.Var) bool {
	if source.IsBuiltin(p.Info, call, "len", "cap", "copy", "clear") {
		return true
	}
	if source.IsBuiltin(p.Info, call, "append") {
		if cur.ParentEdgeIndex() > 0 {
			return call.Ellipsis.IsValid()
		}
		kind := source.Parens(cur.Parent()).ParentEdgeKind()
		if kind != edge.AssignStmt_Rhs {
			return false
		}
		_, fills := p.appends(source.Parens(cur.Parent()).Parent().Node().(ast.Stmt), v)
		return fills
	}
	if source.IsConversion(p.Info, call) {
		return source.IsString(p.Info.TypeOf(call))
	}
	fn := source.Func(p.Info, call)
	f := stdlib.Of(fn)
	return f.Blind || f.Forgets(fn, cur.ParentEdgeIndex())
}
