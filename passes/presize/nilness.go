package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// nilBlind reports whether no use of v can tell a nil slice from an empty one.
func (p *presizer) nilBlind(v *types.Var) bool {
	return p.blindBut(v, func(inspector.Cursor) bool { return false })
}

// blindBut is nilBlind without the uses that are skipped.
func (p *presizer) blindBut(v *types.Var, skipped func(inspector.Cursor) bool) bool {
	return v.Kind() != types.ResultVar && p.Pkg.Every(v, func(use inspector.Cursor) bool { return skipped(use) || p.blindUse(use, v) }) // each return uses a result
}

// blindUse reports whether the use of v at cur does the same for nil and empty.
func (p *presizer) blindUse(cur inspector.Cursor, v *types.Var) bool {
	switch cur.ParentEdgeKind() {
	case edge.RangeStmt_X:
		return true
	case edge.IndexExpr_X: // v[i] panics in both cases
		return true
	case edge.AssignStmt_Lhs:
		assign := cur.Parent().Node().(*ast.AssignStmt)
		_, fills := p.added(assign, v)
		return fills || p.resumes(assign, cur.ParentEdgeIndex(), v)
	case edge.SliceExpr_X:
		part := source.Parens(cur.Parent())
		if assign, ok := part.Parent().Node().(*ast.AssignStmt); ok {
			return part.ParentEdgeKind() == edge.AssignStmt_Rhs && p.resumes(assign, part.ParentEdgeIndex(), v)
		}
		return p.within(cur.Parent().Node().(*ast.SliceExpr), v) && p.blindUse(part, v)
	case edge.CallExpr_Args:
		return p.blindArg(cur, cur.Parent().Node().(*ast.CallExpr), v)
	case edge.ReturnStmt_Results:
		fn, ok := source.EnclosingFunc(cur)
		decl, isDecl := fn.Node().(*ast.FuncDecl)
		return ok && isDecl && p.blindCallers(p.Info.Defs[decl.Name].(*types.Func), cur.ParentEdgeIndex())
	}
	return false
}

// blindCallers reports whether a function is only called in the package, and no use of its i-th result can tell nil from
// empty. What the function returns of a call of itself is looked at already.
func (p *presizer) blindCallers(fn *types.Func, i int) bool {
	t, ok := inline.Declared(p.Pkg, fn)
	if !ok || p.blind[fn] {
		return ok
	}
	p.blind[fn] = true
	defer delete(p.blind, fn)
	calls, ok := t.Calls()
	return ok && !slices.ContainsFunc(calls, func(call inspector.Cursor) bool {
		call = source.Parens(call)
		if s, isAssign := call.Parent().Node().(*ast.AssignStmt); isAssign && len(s.Rhs) == 1 {
			w, isLocal := p.Pkg.LocalVar(s.Lhs[i])
			set := func(use inspector.Cursor) bool { return use.ParentEdgeKind() == edge.AssignStmt_Lhs }
			return !source.IsBlank(s.Lhs[i]) && !(isLocal && p.blindBut(w, set))
		}
		result := fn.Signature().Results()
		return call.ParentEdgeKind() != edge.ExprStmt_X && !(result.Len() == 1 && p.blindUse(call, result.At(0)))
	})
}

// within reports whether e, a part of v, ends with v at the latest: v[:n] may reach behind the length of a slice that
// is not nil.
func (p *presizer) within(e *ast.SliceExpr, v *types.Var) bool {
	return e.High == nil || retain.Emptied(p.Info, e) || (&retain.Checker{Pkg: p.Pkg, Var: v}).Shorter(e)
}

// resumes reports whether the i-th assignment of a statement empties or shortens v, or adds to it by a function of the
// library.
//
//	v = nil    v = v[:0]    x, v = v[0], v[1:]    v = v[:len(v)-1]    v = strconv.AppendInt(v, n, 10)
func (p *presizer) resumes(s *ast.AssignStmt, i int, v *types.Var) bool {
	if s.Tok != token.ASSIGN || len(s.Lhs) != len(s.Rhs) || !p.Pkg.Is(s.Lhs[i], v) {
		return false
	}
	switch e := ast.Unparen(s.Rhs[i]).(type) {
	case *ast.SliceExpr:
		return p.Pkg.Is(e.X, v) && p.within(e, v)
	case *ast.CallExpr:
		return p.adds(s, v)
	default:
		return p.Info.Types[e].IsNil()
	}
}

// adds recognises v = strconv.AppendInt(v, n, 10) and its kin.
func (p *presizer) adds(s *ast.AssignStmt, v *types.Var) bool {
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 || !p.Pkg.Is(s.Lhs[0], v) {
		return false
	}
	call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
	return ok && s.Tok == token.ASSIGN && retain.Appends(p.Info, call) && p.Pkg.Is(call.Args[0], v)
}

// blindArg reports whether the call does the same for nil and empty, as its argument at cur.
func (p *presizer) blindArg(cur inspector.Cursor, call *ast.CallExpr, v *types.Var) bool {
	if source.IsBuiltin(p.Info, call, "len", "cap", "copy", "clear") {
		return true
	}
	assign, ok := source.Parens(cur.Parent()).Parent().Node().(*ast.AssignStmt)
	if ok {
		if _, fills := p.added(assign, v); fills {
			return true
		}
	}
	switch first := cur.ParentEdgeIndex() == 0; {
	case first && retain.Appends(p.Info, call):
		return ok && p.resumes(assign, 0, v)
	case source.IsBuiltin(p.Info, call, "append"):
		return !first && call.Ellipsis.IsValid()
	case source.IsConversion(p.Info, call):
		return source.IsString(p.Info.TypeOf(call))
	}
	fn := source.Func(p.Info, call)
	f := stdlib.Of(fn)
	return f.Blind || f.Forgets(fn, cur.ParentEdgeIndex()) || p.blindParam(fn, call, cur.ParentEdgeIndex())
}

// blindParam reports whether a function of the package only ranges over its i-th parameter, indexes it,
// asks for its length, or copies it.
func (p *presizer) blindParam(fn *types.Func, call *ast.CallExpr, i int) bool {
	if fn == nil || p.Pkg.FuncBody(fn.Origin()) == nil || call.Ellipsis.IsValid() || len(call.Args) != fn.Signature().Params().Len() || fn.Signature().Variadic() {
		return false
	}
	return p.Pkg.Every(fn.Origin().Signature().Params().At(i), func(use inspector.Cursor) bool {
		for use = source.Parens(use); use.ParentEdgeKind() == edge.SliceExpr_X; use = source.Parens(use.Parent()) {
			if use.Parent().Node().(*ast.SliceExpr).High != nil {
				return false // see blindUse
			}
		}
		switch use.ParentEdgeKind() {
		case edge.RangeStmt_X, edge.IndexExpr_X:
			return true
		case edge.CallExpr_Args:
			return source.IsBuiltin(p.Info, use.Parent().Node().(*ast.CallExpr), "len", "copy", "clear")
		}
		return false
	})
}

// captured reports whether the slice v can be reached other than by its name in the
// function that declares it. A function literal that only looks at the elements of v does not
// count if it is made after v has been filled, or is the comparison of a call of sort.Slice with v.
func (p *presizer) captured(v *types.Var) bool {
	if !p.Pkg.Captured(v) {
		return false
	}
	last := v.Pos()
	for _, w := range p.Pkg.Writes(v) {
		last = w.Node().Pos()
	}
	for _, use := range p.Pkg.Uses(v) {
		if p.Pkg.Addressed(use) {
			return true
		}
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			if n := lit.Node(); n.Pos() <= v.Pos() && v.Pos() < n.End() {
				break // the literal declares v
			}
			filled := last < lit.Node().Pos() && !source.LoopSince(lit, v.Pos())
			if !p.Pkg.Looked(use) || !filled && !p.compares(lit, v) {
				return true
			}
		}
	}
	return false
}

// compares reports whether the function literal at lit is less in a statement sort.Slice(v, less).
func (p *presizer) compares(lit inspector.Cursor, v *types.Var) bool {
	kind, i := lit.ParentEdge()
	if kind != edge.CallExpr_Args || i != 1 {
		return false
	}
	call, ok := source.CallTo(p.Info, lit.Parent().Node().(*ast.CallExpr), "sort", "Slice", "SliceStable")
	return ok && p.Pkg.Is(call.Args[0], v) && source.Parens(lit.Parent()).ParentEdgeKind() == edge.ExprStmt_X
}
