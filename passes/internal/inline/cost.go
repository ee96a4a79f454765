package inline

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/source"
)

// The compiler's budget for inlining is 80 nodes of its own tree, in which a call
// counts 57 more, unless it is inlined in turn: then it counts what is called. A function
// literal counts 15 more (cmd/compile/internal/inline). Names of
// fields, blocks and parentheses are no nodes there; what is left is close to the
// compiler's count.
const (
	Budget      = 80
	callCost    = 57
	closureCost = 15
)

// Cost estimates what the compiler counts for a list of statements: more than the
// budget for what it never inlines.
func Cost(pkg *source.Package, list []ast.Stmt) int { return (&estimate{pkg: pkg}).cost(list) }

// CostWithout estimates it without some of the nodes in the statements.
func CostWithout(pkg *source.Package, list []ast.Stmt, without ...ast.Node) int {
	return (&estimate{pkg: pkg, without: without}).cost(list)
}

// An estimate goes from a function to those of the package that it calls.
type estimate struct {
	pkg     *source.Package
	callers []*ast.FuncDecl // around the statements that are looked at
	without []ast.Node      // does not count
}

// maxCallers is how deep an estimate goes.
const maxCallers = 4

// body is what the body of a function counts.
func (e *estimate) body(fd *ast.FuncDecl) int {
	if comment(fd, "//go:noinline", func(string) bool { return true }) {
		return Budget + 1
	}
	inner := &estimate{pkg: e.pkg, callers: append(slices.Clone(e.callers), fd)}
	return inner.cost(fd.Body.List)
}

func (e *estimate) cost(list []ast.Stmt) int {
	sum := 0
	for _, stmt := range list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			if sum > Budget || n != nil && slices.Contains(e.without, n) {
				return false
			}
			w, inside := e.weight(n)
			sum += w
			return inside
		})
	}
	return sum
}

// Crowded returns a function of the package that is inlined, and returns a pointer, and that is not inlined any
// more once the function is, which it calls, and which does nothing then but call another one and return the
// address of what that returned.
func (f *Func) Crowded() *ast.FuncDecl {
	pkg := f.File.Pkg
	more := 0
	for _, list := range []*ast.FieldList{f.Decl.Recv, f.Decl.Type.Params} {
		more += list.NumFields()
	}
	const forward = 10 // v := f(…); return &v
	for _, use := range pkg.Uses(f.Obj) {
		file := pkg.FileOf(use.Node())
		if file == nil {
			continue
		}
		caller, ok := file.DeclAt(use.Node().Pos()).(*ast.FuncDecl)
		if !ok || caller.Body == nil || !returnsPointer(pkg.Info, caller) {
			continue
		}
		cost := (&estimate{pkg: pkg}).body(caller)
		if cost <= Budget && cost+forward+more > Budget {
			return caller
		}
	}
	return nil
}

// returnsPointer reports whether a result of the function is a pointer.
func returnsPointer(info *types.Info, fd *ast.FuncDecl) bool {
	results := info.Defs[fd.Name].(*types.Func).Signature().Results()
	for v := range results.Variables() {
		if source.IsA[*types.Pointer](v.Type()) {
			return true
		}
	}
	return false
}

// weight is what one node counts, and whether the nodes inside of it count as well.
func (e *estimate) weight(n ast.Node) (w int, inside bool) {
	info := e.pkg.Info
	switch n := n.(type) {
	case nil, *ast.BlockStmt, *ast.ParenExpr, *ast.ExprStmt, *ast.KeyValueExpr, *ast.SelectorExpr:
		return 0, true // of a selector, its name counts
	case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt:
		return Budget + 1, false
	case *ast.FuncLit:
		return closureCost + 1, false // its body is a function of its own
	case *ast.CallExpr:
		if source.IsConversion(info, n) {
			return 0, true
		}
		if source.IsBuiltin(info, n) {
			return 1, true
		}
		return e.call(n) + 1 + boxes(info, n), true
	case *ast.Ident:
		if info.Defs[n] != nil {
			return 3, true // a declaration besides
		}
		_, isPkg := info.Uses[n].(*types.PkgName)
		if isPkg || info.Types[n].IsType() {
			return 0, true
		}
	}
	return 1, true
}

// call is what a call counts besides its operands: what it calls, if that is inlined.
func (e *estimate) call(call *ast.CallExpr) int {
	fd := e.pkg.FuncDecl(source.Func(e.pkg.Info, call))
	if fd == nil || fd.Body == nil || len(e.callers) == maxCallers || slices.Contains(e.callers, fd) {
		return callCost
	}
	if body := e.body(fd); body <= Budget {
		return body
	}
	return callCost
}

// boxes is what the compiler counts for the list of arguments of a variadic call.
func boxes(info *types.Info, call *ast.CallExpr) int {
	sig, ok := info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() || len(call.Args) < sig.Params().Len() {
		return 0
	}
	return 2 + len(call.Args) - (sig.Params().Len() - 1)
}
