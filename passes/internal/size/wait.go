package size

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
)

// mayWait reports whether the statements contain what may take a lock or wait for
// another goroutine: channels, calls for their effect, calls that return an error or
// a function (acquire, lock). Calls for a value beside are taken to need no guard
// that others rely on.
func (c *counter) mayWait(stmts []ast.Stmt) bool {
	waits := false
	for _, s := range stmts {
		ast.Inspect(s, func(n ast.Node) bool {
			waits = waits || n != nil && c.nodeWaits(n)
			return !waits
		})
	}
	return waits
}

// plain reports whether the statements only give values to local variables, and do
// nothing that might not return.
func (c *counter) plain(stmts []ast.Stmt) bool {
	for _, s := range stmts {
		switch s := s.(type) {
		case *ast.AssignStmt, *ast.DeclStmt, *ast.IncDecStmt:
			if body := (&ast.BlockStmt{List: []ast.Stmt{s}}); !c.quiet(body) || c.stops(body) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (c *counter) nodeWaits(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SelectStmt:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.RangeStmt:
		switch source.Core(c.pkg.Info.TypeOf(n.X)).(type) {
		case *types.Chan, *types.Signature:
			return true
		}
	case *ast.ExprStmt:
		_, adds := c.leaf(n)
		return !adds && !c.ofStd(n.X)
	case *ast.AssignStmt:
		return len(n.Rhs) == 1 && c.guards(n.Rhs[0])
	}
	return false
}

// guards reports whether e is a call whose results are an error or a function.
func (c *counter) guards(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || source.IsConversion(c.pkg.Info, call) || c.ofStd(call) {
		return false
	}
	found := false
	isGuard := func(t types.Type) bool {
		_, isFunc := t.Underlying().(*types.Signature)
		return isFunc || types.Identical(t, types.Universe.Lookup("error").Type())
	}
	switch t := c.pkg.Info.TypeOf(call).(type) {
	case *types.Tuple:
		for v := range t.Variables() {
			found = found || isGuard(v.Type())
		}
	case nil:
	default:
		found = isGuard(t)
	}
	return found
}

// ofStd reports whether e calls a builtin, or a function of the standard library that
// neither locks nor waits.
func (c *counter) ofStd(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch fn := typeutil.Callee(c.pkg.Info, call).(type) {
	case *types.Builtin:
		return true
	case *types.Func:
		if fn.Pkg() == nil {
			return false
		}
		switch fn.Pkg().Path() {
		case "bytes", "errors", "fmt", "maps", "math", "path", "path/filepath", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf8":
			return true
		}
	}
	return false
}

// shared reports whether e, or its length, is read from memory that others may have
// too: anything but local variables themselves.
func (c *counter) shared(e ast.Expr) bool {
	if _, isMap := source.Core(c.pkg.Info.TypeOf(e)).(*types.Map); isMap {
		return true
	}
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.IndexExpr, *ast.StarExpr:
			return true
		case *ast.SelectorExpr:
			if sel := c.pkg.Info.Selections[n]; sel != nil && sel.Indirect() {
				return true
			}
		case *ast.Ident:
			v, isVar := c.pkg.Info.Uses[n].(*types.Var)
			if isVar && !v.IsField() && !c.ownOrOuter(n) {
				return true
			}
		}
	}
	return false
}

// ownOrOuter reports whether the identifier is a local variable that only its name
// reaches, and no variable of a loop: a counting loop would read the elements early.
func (c *counter) ownOrOuter(id *ast.Ident) bool {
	v, ok := c.pkg.LocalVar(id)
	if !ok || c.pkg.Captured(v) {
		return false
	}
	for _, l := range c.vars {
		if l == types.Object(v) {
			return false
		}
	}
	return true
}
