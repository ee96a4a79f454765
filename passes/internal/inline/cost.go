package inline

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/source"
)

// The compiler inlines a function of up to 80 nodes of its own tree. A call counts 57 more, unless the callee is
// inlined: then it counts the callee's body. A function literal counts 15 more (cmd/compile/internal/inline). Names of
// fields, blocks and parentheses are no nodes of that tree; without them, the count of nodes in go/ast is close to the
// compiler's.
const (
	Budget      = 80
	callCost    = 57
	closureCost = 15
)

// CostWithout estimates what the compiler counts for a list of statements without some nodes in the list. The cost is
// more than Budget if the list has a statement with which a function is never inlined.
func CostWithout(pkg *source.Package, list []ast.Stmt, without ...ast.Node) int {
	return (&estimate{pkg: pkg, without: without}).cost(list)
}

// An estimate descends from a function to the functions of the package that it calls.
type estimate struct {
	pkg     *source.Package
	callers []*ast.FuncDecl // the functions whose bodies the estimate is in, outermost first
	without []ast.Node      // nodes that do not count
}

// maxCallers is the number of calls in a row that an estimate follows.
const maxCallers = 4

// body returns what the body of a function counts.
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

// Crowded returns a caller of f that returns a pointer and that is inlined now, but would not be any more if f were
// inlined as a function that only calls another one and returns the address of the result. Nil if there is none.
func (f *Func) Crowded() *ast.FuncDecl {
	pkg := f.File.Pkg
	more := 0
	for _, list := range []*ast.FieldList{f.Decl.Recv, f.Decl.Type.Params} {
		more += list.NumFields()
	}
	const forward = 10 // what v := f(…); return &v counts
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

// weight returns what a node itself counts, and whether the nodes inside of it count as well.
func (e *estimate) weight(n ast.Node) (w int, inside bool) {
	info := e.pkg.Info
	switch n := n.(type) {
	case nil, *ast.BlockStmt, *ast.ParenExpr, *ast.ExprStmt, *ast.KeyValueExpr, *ast.SelectorExpr:
		return 0, true // of a selector, only its name counts
	case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt:
		return Budget + 1, false
	case *ast.FuncLit:
		return closureCost + 1, false // the body of a literal is a function of its own
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
			return 3, true // the name counts 1, its declaration 2
		}
		_, isPkg := info.Uses[n].(*types.PkgName)
		if isPkg || info.Types[n].IsType() {
			return 0, true
		}
	}
	return 1, true
}

// call returns what a call counts besides its operands: the body of the callee if it is inlined, or callCost.
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

// boxes returns what the compiler counts for the slice that holds the arguments of a variadic call.
func boxes(info *types.Info, call *ast.CallExpr) int {
	sig, ok := info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() || len(call.Args) < sig.Params().Len() {
		return 0
	}
	return 2 + len(call.Args) - (sig.Params().Len() - 1)
}
