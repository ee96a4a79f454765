package mechanism

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

// failing returns the innermost block around a node that ends in an error or a panic: successful calls do not run it.
// It is nil if there is none, or if that block is the whole function.
func (s source) failing(path []ast.Node) ast.Node {
	for i, n := range path {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		if len(list) > 0 && s.fails(list[len(list)-1], path[i:]) && !wholeBody(path, n) {
			return n
		}
	}
	return nil
}

// wholeBody reports whether n is the body of the function around path, which every call runs.
func wholeBody(path []ast.Node, n ast.Node) bool {
	_, body := parts(function(path))
	return body == nil || n == body
}

// fails reports whether a statement, with path around it, panics, ends the program or returns an error.
func (s source) fails(stmt ast.Stmt, path []ast.Node) bool {
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		return len(stmt.Results) > 0 && s.isError(stmt.Results[len(stmt.Results)-1], path)
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

// isError reports whether an expression is a non-nil error, as far as the text shows: a literal, a package variable,
// a variable that an enclosing condition has found not to be nil, or the result of a function whose name suggests an
// error.
func (s source) isError(e ast.Expr, path []ast.Node) bool {
	tv := s.info.Types[e]
	if tv.Type == nil || tv.IsNil() || !types.Implements(tv.Type, errorType) {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		_, obj := s.callee(e)
		fn, ok := obj.(*types.Func)
		return ok && (fn.Pkg() != nil && fn.Pkg().Name() == "errors" || namesError(fn))
	case *ast.Ident:
		v, ok := s.info.Uses[e].(*types.Var)
		return ok && (v.Parent() == v.Pkg().Scope() || s.tested(v, path))
	case *ast.SelectorExpr:
		v, ok := s.info.Uses[e.Sel].(*types.Var)
		return ok && !v.IsField()
	}
	return !types.IsInterface(tv.Type)
}

// namesError reports whether the name of a function suggests an error.
func namesError(fn types.Object) bool {
	return fn.Name() != "Err" && (strings.Contains(fn.Name(), "Err") || strings.HasPrefix(fn.Name(), "err"))
}

// tested reports whether an enclosing if or case says that v is not nil at the start of a path.
func (s source) tested(v *types.Var, path []ast.Node) bool {
	var not func(e ast.Expr) bool
	not = func(e ast.Expr) bool {
		switch e := ast.Unparen(e).(type) {
		case *ast.BinaryExpr:
			switch {
			case e.Op == token.LAND:
				return not(e.X) || not(e.Y)
			case e.Op == token.NEQ || e.Op == token.EQL:
				return s.isVariable(e.X, v) && (e.Op == token.NEQ) == s.info.Types[e.Y].IsNil()
			}
		case *ast.CallExpr:
			_, obj := s.callee(e)
			return len(e.Args) > 0 && s.isVariable(e.Args[0], v) && (name(obj) == "errors.Is" || name(obj) == "errors.As")
		}
		return false
	}
	for i, n := range path {
		switch n := n.(type) {
		case *ast.IfStmt:
			if i > 0 && path[i-1] == n.Body && not(n.Cond) {
				return true
			}
		case *ast.CaseClause:
			if len(n.List) == 1 && not(n.List[0]) {
				return true
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		}
	}
	return false
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// leavesOnFailure returns the line at which a variable escapes, if that is on a path that ends in an error or a
// panic, and the variable is made before that path begins; 0 otherwise. alone reports whether, as far as the code
// shows, it escapes nowhere else: then passing a copy on that path would leave the variable on the stack.
func (f *facts) leavesOnFailure() (line int, alone bool) {
	step := last(f.heap)
	src := f.src.of(step.Pos)
	if f.src.file == nil || src.file == nil || step.Pos.File != f.site.Pos.File {
		return 0, false
	}
	block := src.failing(src.at(step.Pos))
	if block == nil || inside(f.src.pos(f.site.Pos), block) {
		return 0, false
	}
	return step.Pos.Line, f.src.leavesIn(block, f.site)
}

// leavesIn reports whether, outside of a part of its function, the variable of a site is only read.
func (s source) leavesIn(part ast.Node, site *record.Site) bool {
	v := s.declaredAt(site.Pos)
	return v != nil && part != nil && s.allUses(v, func(path []ast.Node, captured bool) bool {
		return inside(path[0].Pos(), part) || !captured && s.looksAt(path, address)
	})
}

func inside(p token.Pos, n ast.Node) bool { return n.Pos() <= p && p < n.End() }

// readOnFailure returns the first line that reads the variable to which the value of the site is assigned, if it is
// read only on paths that end in an error or a panic, and nothing that the value is made of changes before; 0
// otherwise.
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
	first := 0
	for use := range each[*ast.Ident](around) {
		if f.src.info.Uses[use] != f.src.info.Defs[id] {
			continue
		}
		line := f.src.fset.Position(use.Pos())
		block := f.src.failing(f.src.at(record.Position{File: f.src.name, Line: line.Line, Column: line.Column}))
		if block == nil || inside(assign.Pos(), block) {
			return 0
		}
		first = cmp.Or(first, line.Line)
	}
	if f.changes(assign.Rhs[0], around, assign.End()) {
		return 0
	}
	return first
}

// changes reports whether a variable that an expression is made of is assigned, or has its address taken, after a
// position in the function.
func (f *facts) changes(e ast.Expr, around ast.Node, after token.Pos) bool {
	made := map[types.Object]bool{}
	for id := range each[*ast.Ident](e) {
		if used := f.src.info.Uses[id]; used != nil {
			made[used] = true
		}
	}
	return exists(around, func(n ast.Node) bool {
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
		return slices.ContainsFunc(written, func(w ast.Expr) bool {
			return w.End() > after && exists(w, func(id *ast.Ident) bool { return made[f.src.info.Uses[id]] })
		})
	})
}

// onFailure adds what is known about failing paths to a reason, and returns the remedy for that case; empty if there
// is nothing to say.
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
	if line, alone := f.leavesOnFailure(); alone {
		found.why += "; that is only on a path that ends in an error or panic"
		return copyBefore(f.site, line)
	} else if line > 0 {
		found.why += "; that line is on a path that ends in an error or panic, and the compiler names no other one"
	}
	return ""
}

// copyBefore is the remedy for a variable that escapes only on a rare path.
func copyBefore(s *record.Site, line int) string {
	return fmt.Sprintf("copy %s on that path, before line %d, and pass on the copy", s.Expr, line)
}

// Unused returns the remedy for the value of a site if it escapes by a single statement of its function, and that
// statement never ran while the path was counted; empty otherwise.
func Unused(s *record.Site, p *load.Program) string { return sourceOf(p, s.Pos.File).unused(s) }

func (s source) unused(site *record.Site) string {
	p := site.Path
	if p == nil || p.AwayPos.File != site.Pos.File || p.Away > 0 || p.Times == 0 || site.Kind != record.PointVariable {
		return ""
	}
	path := s.at(p.AwayPos)
	if stmt, _, ok := inner[ast.Stmt](path); !ok || function(path) != function(s.at(site.Pos)) || !s.leavesIn(stmt, site) {
		return ""
	}
	return copyBefore(site, p.AwayPos.Line)
}
