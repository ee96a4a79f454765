package mechanism

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

// ReturnedOnly reports whether the object of a site escapes only because its function returns it, and its most
// frequent caller may leave it on its own stack: only then is anything gained by letting callers make the object. It
// reads what [Explain] has set.
func ReturnedOnly(s *record.Site, p *load.Program) bool {
	return returnedOnly(s, sourceOf(p, s.Pos.File))
}

func returnedOnly(s *record.Site, src source) bool {
	f := newFacts(s, src)
	if s.Mechanism != Returned || f.heap == nil || f.heap.Pos != s.Pos {
		return false // the function is inlined already, or retains the object
	}
	result := f.result(&finding{mechanism: Returned})
	if result == notHandedOn || len(s.Callers) == 0 {
		return true
	}
	called := s.Function
	for i := range s.Callers[0].Frames {
		by := &s.Callers[0].Frames[i]
		src := f.src.of(record.Position{File: by.File})
		if src.file == nil {
			return true
		}
		paths := src.callsOf(called, by.Line)
		if slices.ContainsFunc(paths, func(path []ast.Node) bool { return src.keepsResult(path, result) }) {
			return false
		}
		_, on := src.useInLine(called, by.Line, result)
		if on == notHandedOn {
			return true
		}
		if len(paths) == 0 || !src.onlyHandsOn(paths[0]) {
			return false // if it is not inlined, it would have to be split as well
		}
		called, result = by.Function, on
	}
	return true
}

// onlyHandsOn reports whether the function around a path is a single statement, and thus certainly inlined.
func (s source) onlyHandsOn(path []ast.Node) bool {
	fn, ok := function(path).(*ast.FuncDecl)
	return ok && len(fn.Body.List) == 1
}

// keepsResult reports whether a result of the call at the start of a path is stored in something else, or converted
// to an interface.
func (s source) keepsResult(path []ast.Node, result int) bool {
	if len(path) < 2 {
		return false
	}
	to := func(e ast.Expr) bool {
		id, isName := ast.Unparen(e).(*ast.Ident)
		t := s.info.TypeOf(e)
		return !isName || t != nil && types.IsInterface(t) && id.Name != "_"
	}
	switch n := path[1].(type) {
	case *ast.AssignStmt:
		return len(n.Rhs) == 1 && result < len(n.Lhs) && to(n.Lhs[result])
	case *ast.KeyValueExpr, *ast.CompositeLit, *ast.SendStmt:
		return true
	case *ast.CallExpr:
		kind, obj := s.callee(n)
		return kind == builtinCall && (obj.Name() == "append" || obj.Name() == "panic")
	case *ast.ReturnStmt:
		return s.returnsInterface(path, slices.IndexFunc(n.Results, func(e ast.Expr) bool { return e == path[0] }), result)
	}
	return false
}

// returnsInterface reports whether a return statement converts a call to an interface: result number of the function
// around path has an interface type, or, if the call returns several values, the result with the number result.
func (s source) returnsInterface(path []ast.Node, number, result int) bool {
	if _, several := s.info.TypeOf(path[0].(ast.Expr)).(*types.Tuple); several {
		number = result
	}
	sig := s.signature(function(path))
	return sig != nil && number >= 0 && number < sig.Results().Len() && types.IsInterface(sig.Results().At(number).Type())
}

// Unkept reports whether on some path, other than a failing one, the object of a site is not retained; a local
// variable points to it. line is where the first such path leaves, 0 if that is no single line. Without such a path
// nothing is gained by making the object later, where it is retained.
func Unkept(s *record.Site, p *load.Program) (line int, ok bool) {
	return sourceOf(p, s.Pos.File).unkept(s)
}

func (s source) unkept(site *record.Site) (line int, ok bool) {
	assign, path, ok := inner[*ast.AssignStmt](s.at(site.Pos))
	if !ok || site.Kind != record.PointAddrLiteral && site.Kind != record.PointNew || len(assign.Lhs) != 1 || len(path) < 2 {
		return 0, true
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	i := slices.Index(statements(path[1]), ast.Stmt(assign))
	if !ok || i < 0 || s.info.Defs[id] == nil {
		return 0, true
	}
	return s.unkeptIn(statements(path[1])[i+1:], s.info.Defs[id])
}

// statements returns the statements of a block or a clause; nil for other nodes.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// unkeptIn is unkept for a list of statements and the variable v that points to the object.
func (s source) unkeptIn(list []ast.Stmt, v types.Object) (line int, ok bool) {
	for _, stmt := range list {
		keeps := false
		ast.Inspect(stmt, func(n ast.Node) bool {
			leaves := false
			switch n := n.(type) {
			case *ast.Ident:
				keeps = keeps || s.info.Uses[n] == v && s.keepsPointer(n, stmt)
			case *ast.ReturnStmt:
				leaves = !s.mentions(n, v) && !s.complains(n)
			case *ast.BranchStmt:
				leaves = !s.complains(n)
			case *ast.FuncLit:
				return false
			}
			if leaves && line == 0 {
				line = s.fset.Position(n.Pos()).Line
			}
			return true
		})
		if keeps || line > 0 {
			return line, line > 0
		}
	}
	return 0, true
}

func (s source) mentions(n ast.Node, v types.Object) bool {
	return exists(n, func(id *ast.Ident) bool { return s.info.Uses[id] == v })
}

// keepsPointer reports whether a statement, other than in a block within it, passes on a pointer by this use of it.
func (s source) keepsPointer(use *ast.Ident, stmt ast.Stmt) bool {
	path, _ := astutil.PathEnclosingInterval(s.file, use.Pos(), use.End())
	for _, n := range path[1:] {
		switch n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			if inside(n.Pos(), stmt) && n != ast.Node(stmt) {
				return false
			}
		}
		if n == ast.Node(stmt) {
			break
		}
	}
	switch n := path[1].(type) {
	case *ast.ReturnStmt, *ast.KeyValueExpr, *ast.CompositeLit, *ast.SendStmt:
		return true
	case *ast.CallExpr:
		kind, _ := s.callee(n)
		return kind != staticCall // a static call may only read it
	case *ast.AssignStmt:
		return slices.Contains(n.Rhs, ast.Expr(use))
	}
	return false
}

// complains reports whether a statement that leaves is in a failing block, or in one that calls a function whose name
// suggests an error.
func (s source) complains(leaves ast.Stmt) bool {
	path, _ := astutil.PathEnclosingInterval(s.file, leaves.Pos(), leaves.End())
	if s.failing(path) != nil {
		return true
	}
	for _, n := range path[1:] {
		list := statements(n)
		if list == nil {
			continue
		}
		return !wholeBody(path, n) && slices.ContainsFunc(list, s.reportsError)
	}
	return false
}

// reportsError reports whether a statement calls, in any branch, a function whose name suggests an error.
func (s source) reportsError(stmt ast.Stmt) bool {
	return exists(stmt, func(call *ast.CallExpr) bool {
		_, obj := s.callee(call)
		return obj != nil && namesError(obj)
	})
}
