package poolbox

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// An array is a pool of slices of one constant length that can hold pointers to arrays instead. Neither code that
// takes a slice nor code that puts it back needs to keep the pointer, which can be computed from the slice.
type array struct {
	pool types.Object
	// made are the calls make([]T, n) that New returns.
	made []*ast.CallExpr
	// length is n, of type int64, of the first of them.
	length int64
	n      ast.Expr
	elem   ast.Expr
}

// cut is the caveat of a pool to which slices from elsewhere may be put back.
var cut = rule.Sharing.Caveat("a slice that is put back with more room than its length has no more than that when it is taken again")

// arrays returns the edits that make pool a pool of pointers to arrays, or nil if that cannot be done.
func (b *boxer) arrays(pool types.Object) (edits []source.TextEdit, class rule.Class) {
	a := &array{pool: pool}
	if !b.known(a) || !b.uniform(a) {
		return nil, rule.Safe
	}
	for _, call := range a.made {
		if !b.spelled(a, call) || !b.Pkg.FileOf(call).Universe(call.Pos(), "new") {
			return nil, rule.Safe
		}
		edits = append(edits, source.ReplaceNode(call, "new("+b.text(a)+")"))
	}
	gets, puts := b.Direct(pool)
	for _, get := range gets {
		e, ok := b.slices(a, get)
		if !ok {
			return nil, rule.Safe
		}
		edits = append(edits, e...)
	}
	for _, put := range puts {
		full, own := b.full(a, put)
		if !full || !put.File.AtLeast("go1.17") || !b.spelled(a, put.Call) {
			b.pass.Refuse(put.Arg, "what is put back may have another length than "+b.text(a))
			return nil, rule.Safe
		}
		if !own {
			class = rule.Review(cut)
		}
		edits = append(edits, source.Insert(put.Arg.Pos(), "(*"+b.text(a)+")("), source.Insert(put.Arg.End(), ")"))
	}
	return edits, class
}

// known takes apart all uses of the pool: Get, Put, and assignments to New. It returns false if there is another use.
func (b *boxer) known(a *array) bool {
	p := new(plan)
	if !b.declared(a.pool, p) {
		return false
	}
	if p.make != nil && !a.makes(b, p.make) {
		return false
	}
	calls := make(map[ast.Node]bool)
	gets, puts := b.Direct(a.pool)
	for _, get := range gets {
		calls[ast.Unparen(get.Call.Fun)] = true
	}
	for _, put := range puts {
		calls[ast.Unparen(put.Call.Fun)] = true
	}
	return b.Pkg.Every(a.pool, func(use inspector.Cursor) bool {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		use = source.Parens(use)
		return use.ParentEdgeKind() == edge.SelectorExpr_X && (calls[use.Parent().Node()] || b.sets(a, use.Parent()))
	}) && len(a.made) > 0
}

// sets recognises an assignment to New, pool.New = func() any { return make([]T, n) }.
func (b *boxer) sets(a *array, sel inspector.Cursor) bool {
	kind, i := source.Parens(sel).ParentEdge()
	s, ok := source.Parens(sel).Parent().Node().(*ast.AssignStmt)
	if kind != edge.AssignStmt_Lhs || !ok || s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) || sel.Node().(*ast.SelectorExpr).Sel.Name != "New" {
		return false
	}
	made := pools.Returned(s.Rhs[i])
	return made != nil && b.Pkg.FileOf(s) != nil && a.makes(b, made)
}

// makes notes the call make([]T, n) that New returns.
func (a *array) makes(b *boxer, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(b.Pkg.Info, call, "make") || len(call.Args) != 2 || b.Pkg.FileOf(call) == nil || b.Pkg.FileOf(call).HasComment(call.Pos(), call.End()) {
		return false
	}
	typ, ok := call.Args[0].(*ast.ArrayType)
	n, isConst := source.IntConst(b.Pkg.Info, call.Args[1])
	if !ok || typ.Len != nil || !isConst || n < 1 {
		return false
	}
	if len(a.made) == 0 {
		a.length, a.n, a.elem = n, call.Args[1], typ.Elt
	}
	a.made = append(a.made, call)
	return true
}

// uniform reports whether all values that New may return have the same type and length.
func (b *boxer) uniform(a *array) bool {
	for _, call := range a.made {
		n, _ := source.IntConst(b.Pkg.Info, call.Args[1])
		if n != a.length || !types.Identical(b.Pkg.Info.TypeOf(call), b.Pkg.Info.TypeOf(a.made[0])) {
			return false
		}
	}
	return true
}

// text returns the source of the array type, [n]T.
func (b *boxer) text(a *array) string {
	f := b.Pkg.FileOf(a.n)
	return "[" + f.Text(a.n) + "]" + f.Text(a.elem)
}

// spelled reports whether [n]T means the same at the call as where New makes the slices.
func (b *boxer) spelled(a *array, at *ast.CallExpr) bool {
	f := b.Pkg.FileOf(at)
	return f != nil && f.Visible(a.n, at.Pos()) && f.Visible(a.elem, at.Pos())
}

// slices rewrites one Get.
//
//	pool.Get().([]byte)
//	--------------------------
//	pool.Get().(*[512]byte)[:]
func (b *boxer) slices(a *array, get *pools.Get) ([]source.TextEdit, bool) {
	cur := source.Parens(get.Cur)
	if cur.ParentEdgeKind() != edge.TypeAssertExpr_X || !b.spelled(a, get.Call) {
		return nil, false
	}
	assert := cur.Parent().Node().(*ast.TypeAssertExpr)
	if assert.Type == nil || !types.Identical(b.Pkg.Info.TypeOf(assert), b.Pkg.Info.TypeOf(a.made[0])) {
		return nil, false // a type assertion to another type, or with a second result
	}
	edits := []source.TextEdit{source.ReplaceNode(assert.Type, "*"+b.text(a))}
	if cur.Parent().ParentEdgeKind() != edge.SliceExpr_X {
		edits = append(edits, source.Insert(assert.End(), "[:]"))
	}
	return edits, !get.File.HasComment(assert.Type.Pos(), assert.Type.End())
}

// full reports whether the slice put back surely has the length of the arrays. own says that it is what the same
// function took from the pool.
//
//	b := pool.Get().([]byte); …; pool.Put(b)    pool.Put(b[:512])
func (b *boxer) full(a *array, put *pools.Put) (full, own bool) {
	if part, ok := ast.Unparen(put.Arg).(*ast.SliceExpr); ok {
		low, isLow := int64(0), part.Low == nil
		if !isLow {
			low, isLow = source.IntConst(b.Pkg.Info, part.Low)
		}
		high, isHigh := int64(0), false
		if part.High != nil {
			high, isHigh = source.IntConst(b.Pkg.Info, part.High)
		}
		isSlice := source.IsA[*types.Slice](b.Pkg.Info.TypeOf(part.X))
		return isSlice && isLow && isHigh && low == 0 && high == a.length && part.Max == nil, false
	}
	if put.Var == nil || !flow.Names(b.Pkg.Info, put.Arg, put.Var) || len(b.Pkg.Writes(put.Var)) > 0 {
		return false, false
	}
	if !types.Identical(put.Var.Type(), b.Pkg.Info.TypeOf(a.made[0])) {
		return false, false // a Get would panic after such a Put
	}
	for _, get := range b.Gets {
		if get.Pool == a.pool && get.Via == nil && get.Var == put.Var && get.Func == put.Func {
			t, ok := b.taking(get)
			return ok && t.slice == nil, true
		}
	}
	return false, false
}
