package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// node adds a statement or an expression.
func (w *walker) node(n ast.Node) {
	if n == nil || reflect.ValueOf(n).IsNil() {
		return
	}
	if e, isExpr := n.(ast.Expr); isExpr {
		w.expr(e)
		return
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		w.assign(n)
	case *ast.IncDecStmt:
		w.expr(n.X)
		w.target(n.X)
	case *ast.SendStmt:
		w.Waits, w.Panics, w.Works, w.Writes = true, true, true, w.Writes|Slots
		w.expr(n.Chan)
		w.expr(n.Value)
	case *ast.GoStmt:
		w.Waits, w.Works = true, true
		w.unknown("go")
		all(w, n.Call.Args...)
	case *ast.DeferStmt:
		w.call(n.Call)
	case *ast.RangeStmt:
		w.rangeOver(n)
	case *ast.SelectStmt:
		if len(n.Body.List) != 1 || n.Body.List[0].(*ast.CommClause).Comm != nil { // not only a default
			w.Waits, w.Works, w.Writes = true, true, w.Writes|Slots
		}
		w.node(n.Body)
	case *ast.ExprStmt:
		w.expr(n.X)
	case *ast.DeclStmt:
		w.declare(n)
	case *ast.ValueSpec:
		w.values(n.Values, len(n.Names))
	case *ast.CommentGroup: // of a declaration
	case *ast.BlockStmt:
		all(w, n.List...)
	case *ast.LabeledStmt:
		w.node(n.Stmt)
	case *ast.ReturnStmt:
		all(w, n.Results...)
	default:
		w.branch(n)
	}
}

// all adds each of the nodes.
func all[N ast.Node](w *walker, list ...N) {
	for _, n := range list {
		w.node(n)
	}
}

// branch adds a statement that contains others, of which only some may run.
func (w *walker) branch(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		all[ast.Node](w, n.Init, n.Cond, n.Body, n.Else)
	case *ast.ForStmt:
		all[ast.Node](w, n.Init, n.Cond, n.Post, n.Body)
	case *ast.SwitchStmt:
		all[ast.Node](w, n.Init, n.Tag, n.Body)
	case *ast.TypeSwitchStmt:
		w.node(n.Init)
		if s, ok := n.Assign.(*ast.AssignStmt); ok {
			all(w, s.Rhs...) // each clause declares the variable
		} else {
			w.node(n.Assign)
		}
		w.node(n.Body)
	case *ast.CaseClause:
		for _, e := range n.List {
			if tv := w.info.Types[e]; !tv.IsType() && !tv.IsNil() {
				w.Panics = w.Panics || ComparingPanics(tv.Type)
			}
			w.expr(e)
		}
		all(w, n.Body...)
	case *ast.CommClause:
		w.node(n.Comm)
		all(w, n.Body...)
	case *ast.BranchStmt, *ast.EmptyStmt:
	default:
		w.unknown("")
	}
}

func (w *walker) assign(s *ast.AssignStmt) {
	if op, ok := operators[s.Tok]; ok {
		w.operator(op, s.Lhs[0], s.Rhs[0], w.info.TypeOf(s.Lhs[0]))
		w.expr(s.Lhs[0])
	}
	w.values(s.Rhs, len(s.Lhs))
	for _, lhs := range s.Lhs {
		w.target(lhs)
	}
}

// values adds expressions that are assigned to n variables. v, ok := x.(T) does not panic.
func (w *walker) values(list []ast.Expr, n int) {
	if assert, ok := soleValue(list).(*ast.TypeAssertExpr); ok && n == 2 {
		w.expr(assert.X)
		return
	}
	all(w, list...)
}

func soleValue(list []ast.Expr) ast.Expr {
	if len(list) != 1 {
		return nil
	}
	return ast.Unparen(list[0])
}

var operators = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
	token.REM_ASSIGN: token.REM, token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}

func (w *walker) declare(s *ast.DeclStmt) {
	gen, ok := s.Decl.(*ast.GenDecl)
	if !ok || gen.Tok != token.VAR {
		return
	}
	for _, spec := range gen.Specs {
		w.node(spec)
	}
}

// target adds an assignment to e: the evaluation of its operands, and the memory that is written.
func (w *walker) target(e ast.Expr) {
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok && (id.Name == "_" || w.info.Defs[id] != nil) {
		return
	}
	if v := w.root(e); v != nil {
		if w.pkg == nil || w.pkg.Captured(v) {
			w.Writes |= Slots
		}
	} else if index, ok := e.(*ast.IndexExpr); ok && isMap(w.info.TypeOf(index.X)) {
		w.Writes |= Maps
		w.Follows = true // a map may be nil
		w.Panics = w.Panics || ComparingPanics(source.Core(w.info.TypeOf(index.X)).(*types.Map).Key())
	} else {
		w.Writes |= Slots
	}
	if _, isName := e.(*ast.Ident); !isName {
		w.expr(e) // its operands may read and panic
	}
}

func isMap(t types.Type) bool {
	return source.IsA[*types.Map](source.Core(t))
}

// root returns the local variable that holds e itself: e is the variable, a field of it, or an
// element of an array in it. It is nil for other memory.
func (w *walker) root(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return w.variable(e)
	case *ast.SelectorExpr:
		if sel := w.info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal && !sel.Indirect() {
			return w.root(e.X)
		}
	case *ast.IndexExpr:
		if source.IsA[*types.Array](source.Core(w.info.TypeOf(e.X))) {
			return w.root(e.X)
		}
	}
	return nil
}

// rangeOver adds a range statement.
func (w *walker) rangeOver(n *ast.RangeStmt) {
	w.expr(n.X)
	switch source.Core(w.info.TypeOf(n.X)).(type) {
	case *types.Slice, *types.Map:
		w.Reads = true
	case *types.Basic, *types.Array:
	case *types.Pointer:
		w.Reads, w.Follows = true, w.Follows || n.Value != nil
	case *types.Signature:
		call, _ := ast.Unparen(n.X).(*ast.CallExpr)
		if call == nil || !stdlib.Of(typeutil.StaticCallee(w.info, call)).Quiet {
			w.unknown("the iterator")
		}
		w.Reads = true
	default: // a channel, or a type parameter
		w.Waits, w.Works, w.Writes = true, true, w.Writes|Slots
	}
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if e != nil && n.Tok == token.ASSIGN {
			w.target(e)
		}
	}
	w.node(n.Body)
}
