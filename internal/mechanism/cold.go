package mechanism

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/unheap/unheap/internal/record"
)

// A failing is the innermost block around a node that ends in an error or a panic.
// Calls that go well do not come by.
func (s source) failing(path []ast.Node) ast.Node {
	for _, n := range path {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		if len(list) > 0 && s.fails(list[len(list)-1]) && !wholeBody(path, n) {
			return n
		}
	}
	return nil
}

// wholeBody reports whether n is the body of the function around path: what every
// call does is no exception.
func wholeBody(path []ast.Node, n ast.Node) bool {
	switch f := function(path).(type) {
	case *ast.FuncDecl:
		return n == f.Body
	case *ast.FuncLit:
		return n == f.Body
	}
	return true
}

// fails reports whether a statement panics, ends the program or returns an error.
func (s source) fails(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		if len(stmt.Results) == 0 {
			return false
		}
		e := stmt.Results[len(stmt.Results)-1]
		tv := s.info.Types[e]
		return tv.Type != nil && !tv.IsNil() && types.Implements(tv.Type, errorType)
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch _, obj := s.callee(call); name(obj) {
		case "panic", "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf":
			return true
		}
	}
	return false
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// leavesOnFailure says in which line a value gets away, if that is on a path that ends
// in an error or a panic and the value is made before it is known that it will: one
// copy there would leave it on the stack everywhere else. 0 otherwise.
func (f *facts) leavesOnFailure() int {
	step := last(f.heap)
	src := f.src.of(step.Pos)
	if f.src.file == nil || src.file == nil || step.Pos.File != f.site.Pos.File {
		return 0
	}
	block := src.failing(src.at(step.Pos))
	if block == nil || inside(f.src.pos(f.site.Pos), block) {
		return 0
	}
	return step.Pos.Line
}

func inside(p token.Pos, n ast.Node) bool { return n.Pos() <= p && p < n.End() }

// readOnFailure says in which line the value of the site is read first, if all that
// reads the variable it is assigned to is on paths that end in an error or a panic,
// and nothing that it is made of changes in between. 0 otherwise.
func (f *facts) readOnFailure() int {
	if f.src.file == nil {
		return 0
	}
	assign, path, ok := inner[*ast.AssignStmt](f.path)
	if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return 0
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	around := function(path)
	if !ok || around == nil || f.src.info.Defs[id] == nil || f.src.failing(path) != nil {
		return 0
	}
	v, first, all := f.src.info.Defs[id], 0, true
	ast.Inspect(around, func(n ast.Node) bool {
		use, ok := n.(*ast.Ident)
		if !ok || f.src.info.Uses[use] != v {
			return all
		}
		line := f.src.fset.Position(use.Pos())
		block := f.src.failing(f.src.at(record.Position{File: f.src.name, Line: line.Line, Column: line.Column}))
		if block == nil || inside(assign.Pos(), block) {
			all = false
		} else if first == 0 {
			first = line.Line
		}
		return all
	})
	if !all || f.changes(assign.Rhs[0], around, assign.End()) {
		return 0
	}
	return first
}

// changes reports whether anything that an expression is made of may be another later
// in the function: it calls something, or a variable of it is assigned behind after.
func (f *facts) changes(e ast.Expr, around ast.Node, after token.Pos) bool {
	made := map[types.Object]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && f.src.info.Uses[id] != nil {
			made[f.src.info.Uses[id]] = true
		}
		return true
	})
	changed := false
	ast.Inspect(around, func(n ast.Node) bool {
		var written []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			written = n.Lhs
		case *ast.IncDecStmt:
			written = []ast.Expr{n.X}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				written = []ast.Expr{n.X}
			}
		}
		for _, w := range written {
			ast.Inspect(w, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				changed = changed || ok && w.End() > after && made[f.src.info.Uses[id]]
				return true
			})
		}
		return !changed
	})
	return changed
}

// onFailure completes a reason with what is known of paths that fail, and returns what
// to do then; empty if there is nothing to say.
func (f *facts) onFailure(found *finding) (remedy string) {
	if line := f.readOnFailure(); line > 0 {
		found.why += fmt.Sprintf("; it is read only on paths that end in an error or panic (line %d)", line)
		return fmt.Sprintf("make it where it is read, in line %d", line)
	}
	switch found.mechanism {
	case Passed, UnknownCallee, Stored, Captured:
	default:
		return ""
	}
	if f.site.Kind != record.PointVariable {
		return ""
	}
	if line := f.leavesOnFailure(); line > 0 {
		found.why += "; that is only on a path that ends in an error or panic"
		return copyBefore(f.site, line)
	}
	return ""
}

// copyBefore is what to do with a variable that gets away only on a rare path.
func copyBefore(s *record.Site, line int) string {
	return fmt.Sprintf("copy %s on that path, before line %d, and pass on the copy", s.Expr, line)
}

// Unused returns what to do with the value of a site if the line of its function by which
// it gets away was not run once while its path was counted; empty otherwise.
func Unused(s *record.Site) string {
	if s.Path == nil || s.Path.AwayPos.File != s.Pos.File || s.Path.Away > 0 || s.Path.Times == 0 || s.Kind != record.PointVariable {
		return ""
	}
	return copyBefore(s, s.Path.AwayPos.Line)
}
