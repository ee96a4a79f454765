package sink

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// lookups finds keys that are made to look into a map that may be empty.
func (s *sinker) lookups() {
	for cur := range s.Cursor.Preorder((*ast.IndexExpr)(nil)) {
		index := cur.Node().(*ast.IndexExpr)
		if class, ok := s.key(cur, index); ok {
			s.guard(source.Parens(cur), index, class)
		}
	}
}

// key reports whether the map may be asked for its length before the key is made.
func (s *sinker) key(cur inspector.Cursor, index *ast.IndexExpr) (rule.Class, bool) {
	m, ok := source.Core(s.Info.TypeOf(index.X)).(*types.Map)
	if !ok || !s.Universe(index.Pos(), "len") || !s.local(index.X) || !effect.Pure(s.Info, index.X) || s.asked(cur, index.X) {
		return rule.Class{}, false
	}
	if !source.IsA[*types.Basic](m.Key()) {
		return rule.Class{}, false
	}
	if call, ok := ast.Unparen(index.Index).(*ast.CallExpr); ok && source.IsConversion(s.Info, call) {
		return rule.Class{}, false // the compiler makes no copy for it
	}
	key := effect.Of(s.Pkg, index.Index)
	if !key.Movable() || !key.Allocates || key.Methods {
		return rule.Class{}, false
	}
	key.Panics = key.Panics || key.Follows
	for v := range key.Derefs {
		key.Panics = key.Panics || !flow.Follows(s.Info, index.X, v)
	}
	if key.Panics {
		return rule.Review(panicsLater), true
	}
	return rule.Safe, true
}

// local reports whether e is a variable of the function or a field. Tables of the
// package are rarely empty.
func (s *sinker) local(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := s.Pkg.LocalVar(e)
		return ok
	case *ast.SelectorExpr:
		return s.Info.Selections[e] != nil && s.local(e.X)
	}
	return false
}

// asked reports whether the function asks for the length of the map anywhere.
func (s *sinker) asked(cur inspector.Cursor, m ast.Expr) bool {
	fn, ok := source.EnclosingFunc(cur)
	return !ok || strings.Contains(s.Text(fn.Node()), "len("+s.Text(m)+")")
}

// guard writes the question for the length, where a missing key has no effect.
//
//	                  if v, ok := m[k]; ok { … }                   m[k]
//	----------------------------------------------    -------------------
//	if len(m) > 0 {                                   len(m) > 0 &&  m[k]
//	                  if v, ok := m[k]; ok { … }
//	}
func (s *sinker) guard(cur inspector.Cursor, index *ast.IndexExpr, class rule.Class) {
	ask := "len(" + s.Text(index.X) + ") > 0"
	var edits []source.TextEdit
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		around := cur.Parent().Parent()
		stmt, ok := around.Node().(*ast.IfStmt)
		_, _, inList := source.StmtList(around)
		if !ok || !inList || !s.onlyIfFound(parent, stmt) {
			return
		}
		edits = []source.TextEdit{source.Insert(stmt.Pos(), "if "+ask+" {\n"), source.Insert(stmt.End(), "\n}")}
	case *ast.BinaryExpr, *ast.IfStmt:
		and, isAnd := parent.(*ast.BinaryExpr)
		isCond := isAnd && and.Op == token.LAND || cur.ParentEdgeKind() == edge.IfStmt_Cond
		if !isCond || !types.Identical(s.Info.TypeOf(index), types.Typ[types.Bool]) {
			return
		}
		edits = []source.TextEdit{source.Insert(index.Pos(), ask+" && ")}
	default:
		return
	}
	s.Report(rule.Finding{
		At:      index.Index,
		Message: "a key is made to look into a map that may be empty",
		Title:   "Make the key only if the map has any",
		Class:   class,
		Edits:   edits,
	})
}

// onlyIfFound recognises if v, ok := m[k]; ok { … } without else.
func (s *sinker) onlyIfFound(init *ast.AssignStmt, stmt *ast.IfStmt) bool {
	if stmt.Init != init || stmt.Else != nil || init.Tok != token.DEFINE || len(init.Lhs) != 2 {
		return false
	}
	ok, isIdent := init.Lhs[1].(*ast.Ident)
	cond := ast.Unparen(stmt.Cond)
	for {
		and, isAnd := cond.(*ast.BinaryExpr)
		if !isAnd || and.Op != token.LAND {
			break
		}
		cond = ast.Unparen(and.X)
	}
	found, isVar := cond.(*ast.Ident)
	return isIdent && isVar && s.Info.Uses[found] != nil && s.Info.Uses[found] == s.Info.Defs[ok]
}
