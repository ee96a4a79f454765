package sortfunc

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// effects looks for what the function fn does besides returning. ok says that it
// assigns to nothing but its own variables, and neither starts nor waits for
// anything. unknown are the functions that it calls of which that is not known,
// sorted.
func (p *sorter) effects(fn ast.Node, body *ast.BlockStmt) (unknown []string, ok bool) {
	e := effects{sorter: p, fn: fn, seen: make(map[*types.Func]bool)}
	e.walk(body)
	slices.Sort(e.unknown)
	return slices.Compact(e.unknown), !e.found
}

type effects struct {
	*sorter
	fn      ast.Node // whose variables may be assigned to
	seen    map[*types.Func]bool
	found   bool
	unknown []string
}

// walk notes the effects of each statement and expression below body.
func (e *effects) walk(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case ast.Stmt:
			e.found = e.found || !e.harmless(n)
		case *ast.UnaryExpr:
			e.found = e.found || n.Op == token.ARROW
		case *ast.FuncLit:
			e.found = true
		case *ast.CallExpr:
			e.call(n)
		}
		return !e.found
	})
}

// harmless reports whether the statement, without those in it, changes nothing but
// variables of the function.
func (e *effects) harmless(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return !slices.ContainsFunc(s.Lhs, func(x ast.Expr) bool { return !e.own(x) })
	case *ast.IncDecStmt:
		return e.own(s.X)
	case *ast.RangeStmt:
		switch source.Core(e.info.TypeOf(s.X)).(type) {
		case *types.Slice, *types.Array, *types.Basic:
		default:
			return false // a channel, a function, or a map, whose order is random
		}
		return (s.Key == nil || e.own(s.Key)) && (s.Value == nil || e.own(s.Value))
	case *ast.BranchStmt:
		return s.Tok != token.GOTO
	case *ast.ExprStmt:
		call, isCall := ast.Unparen(s.X).(*ast.CallExpr)
		return !isCall || source.IsBuiltin(e.info, call, "panic") // or the head of a type switch
	case *ast.ReturnStmt, *ast.BlockStmt, *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.CaseClause, *ast.ForStmt, *ast.DeclStmt:
		return true
	}
	return false
}

// own reports whether x is a variable of the function.
func (e *effects) own(x ast.Expr) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return false
	}
	if def, isDef := e.info.Defs[id]; isDef && def == nil || id.Name == "_" {
		return true // x := y.(type)
	}
	v, isVar := e.info.Uses[id].(*types.Var)
	return e.info.Defs[id] != nil || isVar && e.fn.Pos() <= v.Pos() && v.Pos() < e.fn.End()
}

// call notes the effects of a call.
func (e *effects) call(call *ast.CallExpr) {
	if source.IsConversion(e.info, call) || source.IsBuiltin(e.info, call, "len", "cap", "min", "max", "real", "imag", "complex", "panic") {
		return
	}
	fn := typeutil.StaticCallee(e.info, call)
	if fn != nil && (isQuiet(fn) || e.seen[fn.Origin()] || e.inside(fn.Origin())) {
		return
	}
	name := callee(call)
	e.found = e.found || name == "" || isBuiltin(e.info, call)
	e.unknown = append(e.unknown, name)
}

func isBuiltin(info *types.Info, call *ast.CallExpr) bool {
	_, builtin := typeutil.Callee(info, call).(*types.Builtin)
	return builtin
}

// inside reports whether fn is a function of the package that is seen to have no
// effects.
func (e *effects) inside(fn *types.Func) bool {
	const deep = 8 // functions that are looked into
	def, ok := e.pkg.Def(fn)
	if !ok || len(e.seen) >= deep {
		return false
	}
	decl, ok := def.Parent().Node().(*ast.FuncDecl)
	if !ok || decl.Body == nil {
		return false
	}
	e.seen[fn] = true
	inner := effects{sorter: e.sorter, fn: decl, seen: e.seen}
	inner.walk(decl.Body)
	delete(e.seen, fn)
	return !inner.found && len(inner.unknown) == 0
}

// isQuiet reports whether fn is a function of the standard library that changes
// nothing that its caller sees, and calls nothing that it is given.
func isQuiet(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	for v := range fn.Signature().Params().Variables() {
		if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc {
			return false
		}
	}
	for _, verb := range []string{"Append", "Encode", "Unmarshal"} {
		if strings.HasPrefix(fn.Name(), verb) {
			return false // into a slice
		}
	}
	name := stdlib.FuncName(fn)
	switch fn.Pkg().Path() {
	case "cmp", "math", "math/bits", "path", "path/filepath", "strconv", "strings", "bytes", "unicode", "unicode/utf8":
		return fn.Signature().Recv() == nil
	case "time":
		typ, _, _ := strings.Cut(name, ".")
		return typ == "Time" && !strings.HasPrefix(fn.Name(), "Gob") || typ == "Duration"
	case "net/netip":
		return fn.Signature().Recv() != nil
	}
	return false
}
