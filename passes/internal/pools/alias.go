package pools

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// SharesMemory reports whether the value of e reaches the memory that v holds: v
// itself, what it points to as a slice, a part of it, the Bytes of a bytes.Buffer,
// a local variable set once to one of these, or a composite literal with one.
// Fields of v are not counted: they may point elsewhere by the time v is reused.
func (x *Index) SharesMemory(e ast.Expr, v *types.Var) bool {
	info := x.Pkg.Info
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return IsReference(info.TypeOf(e)) && (flow.Names(info, e, v) || x.IsAlias(info.ObjectOf(e), v))
	case *ast.StarExpr:
		return isSlice(info.TypeOf(e)) && flow.Names(info, e.X, v)
	case *ast.SliceExpr:
		if star, ok := ast.Unparen(e.X).(*ast.StarExpr); ok && flow.Names(info, star.X, v) {
			return !isString(info.TypeOf(e))
		}
		return isSlice(info.TypeOf(e)) && x.SharesMemory(e.X, v)
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return ok && x.SharesMemory(lit, v)
	case *ast.CompositeLit:
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			if x.SharesMemory(el, v) {
				return true
			}
		}
	case *ast.CallExpr:
		return x.callShares(e, v)
	}
	return false
}

func (x *Index) callShares(call *ast.CallExpr, v *types.Var) bool {
	info := x.Pkg.Info
	if source.IsConversion(info, call) || source.IsBuiltin(info, call, "append") {
		return isSlice(info.TypeOf(call)) && isSlice(info.TypeOf(call.Args[0])) && x.SharesMemory(call.Args[0], v)
	}
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok {
		return false
	}
	known := stdlib.Of(fn)
	if known.Part == stdlib.Receiver {
		return flow.Names(info, source.Receiver(info, call), v)
	}
	return known.Part.Has(0) && len(call.Args) > 0 && x.SharesMemory(call.Args[0], v)
}

// IsAlias reports whether obj is a local variable, other than v, that is set
// once, to a value that shares the memory of v.
func (x *Index) IsAlias(obj types.Object, v *types.Var) bool {
	a, ok := obj.(*types.Var)
	if !ok || a == v || len(x.Pkg.Writes(a)) > 0 {
		return false
	}
	def, ok := x.Pkg.Def(a)
	if !ok || def.Node().Pos() < v.Pos() {
		return false
	}
	s, ok := def.Parent().Node().(*ast.AssignStmt)
	if !ok || len(s.Lhs) != len(s.Rhs) {
		return false
	}
	for i, lhs := range s.Lhs {
		if lhs == def.Node() {
			return x.SharesMemory(s.Rhs[i], v)
		}
	}
	return false
}

// Overwrites reports whether the slice at cur is an argument that the callee writes to.
// short says that it was cut, so that appending to it overwrites what came after.
func Overwrites(info *types.Info, cur inspector.Cursor, short bool) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Args {
		return false
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	if source.IsBuiltin(info, call, "copy", "clear") {
		return i == 0
	}
	if source.IsBuiltin(info, call, "append") {
		return i == 0 && short
	}
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return false
	}
	switch {
	case fn.FullName() == "io.ReadFull", fn.FullName() == "io.ReadAtLeast":
		return i == 1
	case fn.Pkg().Path() == "strconv" && strings.HasPrefix(fn.Name(), "Append"):
		return i == 0 && short
	case fn.Pkg().Path() == "encoding/binary":
		return i == 0 && strings.HasPrefix(fn.Name(), "Put")
	}
	return fn.Name() == "Read" && i == 0 && fn.Signature().Recv() != nil
}

// IsReference reports whether a copy of a value of type t shares memory with it.
func IsReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
