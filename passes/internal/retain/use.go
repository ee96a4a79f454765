package retain

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

// A Use is what one use of a variable does to the object that the variable contains, or points to:
// a slice, or a buffer, hash, reader or writer of the standard library. It is a set; the zero value
// only reads a length or element, or compares.
type Use int

const (
	Reads   Use = 1 << iota // consumes the contents, or copies them
	Adds                    // appends to the contents
	Writes                  // overwrites elements
	Clears                  // drops the contents, but not their memory
	Sets                    // gives the variable, or what it points to, another value
	Retains                 // may do anything, and retain the object
)

// UseOf returns what the use of a variable at cur does.
func UseOf(pkg *source.Package, cur inspector.Cursor) Use {
	v, _ := pkg.Info.Uses[cur.Node().(*ast.Ident)].(*types.Var)
	u := user{info: pkg.Info, v: v}
	cur = source.Parens(cur)
	switch cur.ParentEdgeKind() {
	case edge.StarExpr_X:
		u.pointer = true
		cur = source.Parens(cur.Parent())
	case edge.UnaryExpr_X:
		cur = source.Parens(cur.Parent()) // &v
	}
	return u.use(cur)
}

// A user judges one use of v. pointer says that the use is of what v points to.
type user struct {
	info    *types.Info
	v       *types.Var
	pointer bool
}

func (u user) use(cur inspector.Cursor) Use {
	switch kind, i := cur.ParentEdge(); kind {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.RangeStmt_X:
		return 0
	case edge.IndexExpr_X:
		switch source.Parens(cur.Parent()).ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.IncDecStmt_X:
			return Writes
		}
		return 0
	case edge.AssignStmt_Lhs:
		s := cur.Parent().Node().(*ast.AssignStmt)
		if len(s.Lhs) == len(s.Rhs) && u.isAppend(s.Rhs[i]) {
			return 0 // judged at the argument of append
		}
		return Sets
	case edge.SelectorExpr_X:
		return u.method(cur)
	case edge.SliceExpr_X:
		return u.part(cur)
	case edge.CallExpr_Args:
		return u.argument(cur, false)
	}
	return u.elsewhere()
}

// elsewhere returns what a use does that passes on the value. Code that has the slice behind a
// pointer v cannot change the length that v knows.
func (u user) elsewhere() Use {
	if u.pointer && source.IsA[*types.Slice](deref(u.v.Type())) {
		return 0
	}
	return Retains
}

func (u user) isAppend(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && source.IsBuiltin(u.info, call, "append")
}

// part judges v[i:j].
func (u user) part(cur inspector.Cursor) Use {
	e := cur.Parent().Node().(*ast.SliceExpr)
	cur = source.Parens(cur.Parent())
	use := u.elsewhere()
	if cur.ParentEdgeKind() == edge.CallExpr_Args {
		use = u.argument(cur, e.High != nil)
	}
	if Emptied(u.info, e) {
		return use&^Retains | Clears
	}
	return use
}

// Emptied reports whether e is x[:0].
func Emptied(info *types.Info, e ast.Expr) bool {
	s, ok := ast.Unparen(e).(*ast.SliceExpr)
	return ok && isZero(info, s.High) && (s.Low == nil || isZero(info, s.Low))
}

func isZero(info *types.Info, e ast.Expr) bool {
	n, ok := source.IntConst(info, e)
	return ok && n == 0
}

// method judges v.M. All methods of the types that have contents are known.
func (u user) method(cur inspector.Cursor) Use {
	sel := cur.Parent().Node().(*ast.SelectorExpr)
	known := stdlib.TypeOf(u.v.Type())
	if !known.Buffer && !known.Stream || source.Parens(cur.Parent()).ParentEdgeKind() != edge.CallExpr_Fun {
		return Retains
	}
	switch name := sel.Sel.Name; name {
	case "Grow", "Cap", "Len", "Available", "AvailableBuffer", "Buffered", "Size", "BlockSize":
		return 0
	case "Reset", "Truncate":
		return Clears
	case "ReadFrom":
		return Adds
	default:
		if strings.HasPrefix(name, "Write") && name != "WriteTo" {
			return Adds
		}
		return Reads
	}
}

// argument judges f(…, v, …). short says that v is cut there, so that an append overwrites what
// came after.
func (u user) argument(cur inspector.Cursor, short bool) Use {
	_, i := cur.ParentEdge()
	call := cur.Parent().Node().(*ast.CallExpr)
	if source.IsConversion(u.info, call) {
		if isString(u.info.TypeOf(call)) {
			return 0
		}
		return u.elsewhere()
	}
	if source.IsBuiltin(u.info, call) {
		return u.builtin(cur, call, i, short)
	}
	fn, ok := typeutil.Callee(u.info, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return u.elsewhere()
	}
	known := stdlib.Of(fn)
	if !stdlib.Streams(fn.Pkg().Path()) || strings.HasPrefix(fn.Name(), "New") && !known.Wraps.Has(i) {
		return u.elsewhere()
	}
	_, object := u.v.Type().Underlying().(*types.Slice)
	switch object = !object && !u.pointer; {
	case object && !strings.HasPrefix(fn.Name(), "Read"):
		return Adds
	case object:
		return Reads
	case known.Fills.Has(i), known.Writes.Has(i), known.Appends && i == 0 && short, i == 0 && fn.Name() == "Read":
		return Writes
	}
	return 0
}

// builtin judges append(v, …), copy(v, …) and other builtins.
func (u user) builtin(cur inspector.Cursor, call *ast.CallExpr, i int, short bool) Use {
	switch {
	case source.IsBuiltin(u.info, call, "append") && i == 0:
		use := Reads
		if u.goesBack(source.Parens(cur.Parent())) {
			use = Adds
		}
		if short {
			use |= Writes
		}
		return use
	case source.IsBuiltin(u.info, call, "copy", "clear") && i == 0:
		return Writes
	case source.IsBuiltin(u.info, call, "append") && !call.Ellipsis.IsValid(), source.IsBuiltin(u.info, call, "panic"):
		return u.elsewhere()
	}
	return 0
}

// goesBack reports whether the value at cur is assigned to v, or to what v points to.
func (u user) goesBack(cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.AssignStmt_Rhs {
		return false
	}
	target := ast.Unparen(cur.Parent().Node().(*ast.AssignStmt).Lhs[i])
	if star, ok := target.(*ast.StarExpr); ok {
		target = star.X
	}
	return flow.Names(u.info, target, u.v)
}
