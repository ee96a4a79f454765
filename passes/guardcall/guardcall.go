// Package guardcall defines an analyzer that asks the question with which a function begins
// before its arguments are made.
//
// Invariant: what the function does, and whether it does it, stays; arguments that are not
// made any more have no effect and cannot fail.
//
// Model: each argument for ...any that is no pointer is copied to the heap at the call, also
// by a function that returns at once because nobody listens.
//
// What it blurs: how often the answer is no.
//
// # Analyzer guardcall
//
// guardcall: call functions that begin with a question only if the answer lets them do something
//
//	                                      if l.verbose {
//	l.debugf("%d of %d", i, n)    =>          l.debugf("%d of %d", i, n)
//	                                      }
//
// Conditions:
//   - the function is one of the package, and has ...any; it begins with if cond { return }
//     and has no result; cond is of fields of the receiver, package-level variables,
//     constants, and Load of package sync/atomic; of the receiver itself only where it is a
//     pointer, or none, in both places;
//   - the call is a statement, its receiver a name or a field of one, not embedded; some
//     argument needs a copy, and no argument has an effect or can fail, but for a nil
//     receiver, in which cond then looks first;
//   - the names in cond mean the same there, and no if around it asks the same.
//
// Class: safe.
//
// Not proposed: anything in generated files.
package guardcall

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed guardcall.go
var docText string

// Rule is the guardcall rewrite.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("guardcall", docText, run),
	Reasons:  []string{"boxing", "variadic", "passed"},
}

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		for _, t := range inline.Funcs(r.File) {
			(&guarder{r}).guard(t)
		}
	}
}

type guarder struct{ *rule.Run }

// guard asks the question with which a function begins before its arguments are made.
//
//	                                      if l.verbose {
//	l.debugf("%d of %d", i, n)      =>        l.debugf("%d of %d", i, n)
//	                                      }
//
//	func (l *logger) debugf(format string, args ...any) {
//		if !l.verbose {
//			return
//		}
func (s *guarder) guard(t *inline.Func) {
	cond, ok := s.guarded(t)
	if !ok {
		return
	}
	for _, use := range s.Pkg.Uses(t.Obj) {
		x := ast.Expr(nil)
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
			sel := s.Info.Selections[use.Node().(*ast.SelectorExpr)]
			if sel == nil || sel.Kind() != types.MethodVal || len(sel.Index()) != 1 {
				continue // of an embedded field, or a method expression
			}
			x = use.Node().(*ast.SelectorExpr).X
		}
		if call, ok := source.Called(use); ok && call.ParentEdgeKind() == edge.ExprStmt_X {
			s.guardCall(t, cond, x, call)
		}
	}
}

// guarded recognises a function without results that begins with if cond { return },
// and where the condition can be asked elsewhere, too.
func (s *guarder) guarded(t *inline.Func) (ast.Expr, bool) {
	sig := t.Obj.Signature()
	if sig.Results().Len() > 0 || !sig.Variadic() || !types.IsInterface(sig.Params().At(sig.Params().Len()-1).Type().(*types.Slice).Elem()) {
		return nil, false
	}
	first, ok := t.Decl.Body.List[0].(*ast.IfStmt)
	if !ok || first.Init != nil || first.Else != nil || len(first.Body.List) != 1 || t.File.HasComment(first.Cond.Pos(), first.Cond.End()) {
		return nil, false
	}
	ret, ok := first.Body.List[0].(*ast.ReturnStmt)
	return first.Cond, ok && len(ret.Results) == 0 && s.question(t, first.Cond)
}

// question reports whether a condition only looks at fields, package-level variables and
// constants, and loads atomic values.
func (s *guarder) question(t *inline.Func, cond ast.Expr) bool {
	ok := true
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			fn, isFunc := typeutil.Callee(s.Info, n).(*types.Func)
			ok = ok && isFunc && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" && fn.Name() == "Load" && len(n.Args) == 0
		case *ast.FuncLit, *ast.CompositeLit, *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr, *ast.StarExpr:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW && n.Op != token.AND
		case *ast.BinaryExpr:
			ok = ok && n.Op != token.QUO && n.Op != token.REM && n.Op != token.SHL && n.Op != token.SHR
		case *ast.Ident:
			v, isVar := s.Info.Uses[n].(*types.Var)
			ok = ok && !(isVar && !v.IsField() && v.Parent() != s.Pkg.Types.Scope() && v != t.Obj.Signature().Recv())
		}
		return ok
	})
	return ok
}

// guardCall asks cond around one call, in which x is the receiver.
func (s *guarder) guardCall(t *inline.Func, cond ast.Expr, x ast.Expr, call inspector.Cursor) {
	f, stmt := s.Pkg.FileOf(call.Node()), call.Parent()
	if _, _, ok := source.StmtList(stmt); !ok || f == nil {
		return
	}
	root, ok := s.root(t, cond, x)
	if !ok || !s.boxed(t, call.Node().(*ast.CallExpr), root) || !s.means(t, f, cond, stmt.Node().Pos()) {
		return
	}
	question := s.asked(t, f, cond, x)
	if asks(f, stmt, question) {
		return
	}
	indent := f.Indent(stmt.Node().Pos())
	end := stmt.Node().End()
	if below := f.LineBelow(end); strings.HasPrefix(strings.TrimSpace(f.Between(end, below)), "//") {
		end = below - 1 // the comment stays behind the call
	}
	s.Report(rule.Finding{
		At:      call.Node(),
		Message: fmt.Sprintf("the arguments are copied to the heap even if %s returns at once", t.Name()),
		Title:   "ask " + question + " first",
		Class:   rule.Safe,
		Edits: []source.TextEdit{
			source.Insert(stmt.Node().Pos(), "if "+question+" {\n"+indent+"\t"),
			source.Insert(end, "\n"+indent+"}"),
		},
	})
}

// root returns the variable with which the receiver x begins, if the condition surely
// looks into it. ok is false if x cannot be written, and evaluated, twice, or if the
// condition might leave out an evaluation that fails.
func (s *guarder) root(t *inline.Func, cond, x ast.Expr) (root *types.Var, ok bool) {
	if x == nil {
		return nil, true
	}
	taken, isPointer := source.IsA[*types.Pointer](t.Obj.Signature().Recv().Type()), source.IsA[*types.Pointer](s.Info.TypeOf(x))
	if isPointer != taken && !s.looksInto(t, cond) {
		return nil, false // l == nil, of an l that is no pointer here
	}
	first, looks := leftmost(cond)
	leading := s.Info.Uses[first] == t.Obj.Signature().Recv()
	id, isName := x.(*ast.Ident)
	if isName && isPointer && !taken {
		isName = false // the call looks into it
	}
	if !isName {
		id, looks = leftmost(x)
		ok = leading && source.IsPath(x)
	}
	if v, isVar := s.Info.Uses[id].(*types.Var); isVar && leading && looks {
		root = v
	}
	return root, isName || ok
}

// looksInto reports whether cond asks the receiver for fields and methods only, which T
// and *T both have.
func (s *guarder) looksInto(t *inline.Func, cond ast.Expr) bool {
	return s.Pkg.Every(t.Obj.Signature().Recv(), func(use inspector.Cursor) bool {
		return !source.Contains(cond, use.Node()) || use.ParentEdgeKind() == edge.SelectorExpr_X
	})
}

// leftmost returns the name that is evaluated first in e, nil if it begins otherwise,
// and whether a member of it is asked for.
func leftmost(e ast.Expr) (first *ast.Ident, selected bool) {
	for {
		next, isSelector := e, false
		switch n := e.(type) {
		case *ast.ParenExpr:
			next = n.X
		case *ast.UnaryExpr:
			next = n.X
		case *ast.BinaryExpr:
			next = n.X
		case *ast.SelectorExpr:
			next, isSelector = n.X, true
		case *ast.CallExpr:
			next = n.Fun
		case *ast.Ident:
			return n, selected
		default:
			return nil, false
		}
		e, selected = next, isSelector
	}
}

// skippable reports whether it does not matter if e is evaluated: nothing happens, and
// nothing fails, unless root is nil.
func (s *guarder) skippable(e ast.Expr, root *types.Var) bool {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && root != nil {
		field := s.Info.Selections[sel]
		id, isName := sel.X.(*ast.Ident)
		if isName && s.Info.Uses[id] == root && field != nil && field.Kind() == types.FieldVal && len(field.Index()) == 1 {
			return true
		}
	}
	return effect.Total(s.Info, e)
}

// boxed reports whether a variadic argument of the call needs a copy, and leaving out
// the evaluation of all of them changes nothing.
func (s *guarder) boxed(t *inline.Func, call *ast.CallExpr, root *types.Var) bool {
	if call.Ellipsis.IsValid() {
		return false
	}
	boxed := false
	for i, arg := range call.Args {
		tv := s.Info.Types[arg]
		if !s.skippable(arg, root) || source.IsA[*types.Tuple](tv.Type) {
			return false
		}
		if i >= t.Obj.Signature().Params().Len()-1 && tv.Value == nil && !tv.IsNil() && !types.IsInterface(tv.Type) && !typefact.Boxless(tv.Type) {
			boxed = true
		}
	}
	return boxed
}

// means reports whether the names of cond, but for that of the receiver, mean the same at
// pos, in f.
func (s *guarder) means(t *inline.Func, f *source.File, cond ast.Expr, pos token.Pos) bool {
	for _, obj := range f.Misread(cond, pos) {
		if obj != t.Obj.Signature().Recv() {
			return false
		}
	}
	return true
}

// asked returns the opposite of cond, with x in the place of the receiver.
func (s *guarder) asked(t *inline.Func, f *source.File, cond ast.Expr, x ast.Expr) string {
	not, isNot := ast.Unparen(cond).(*ast.UnaryExpr)
	isNot = isNot && not.Op == token.NOT
	if isNot {
		cond = ast.Unparen(not.X)
	}
	text := t.File.Text(cond)
	if x != nil {
		receiver, _ := s.Pkg.Captures(cond, func(obj types.Object) bool { return obj == t.Obj.Signature().Recv() })
		for i := range receiver {
			receiver[i].Name = f.Text(x)
		}
		text = t.File.Renamed(cond, receiver)
	}
	if isNot {
		return text
	}
	return opposite(s.Info, cond, text)
}

// opposite returns the opposite of a condition. A comparison keeps its operands, but
// for those of numbers that may not be comparable.
func opposite(info *types.Info, cond ast.Expr, text string) string {
	if b, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok {
		basic, isBasic := info.TypeOf(b.X).Underlying().(*types.Basic)
		op, known := map[token.Token]token.Token{
			token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
		}[b.Op]
		ordered := b.Op != token.EQL && b.Op != token.NEQ
		if known && (!ordered || isBasic && basic.Info()&types.IsInteger != 0) && strings.Count(text, b.Op.String()) == 1 {
			return strings.Replace(text, b.Op.String(), op.String(), 1)
		}
	}
	if _, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok {
		text = "(" + text + ")"
	}
	return "!" + text
}

// asks reports whether an if around the statement asks the question already.
func asks(f *source.File, stmt inspector.Cursor, question string) bool {
	for c := range stmt.Enclosing((*ast.IfStmt)(nil)) {
		cond := f.Text(c.Node().(*ast.IfStmt).Cond)
		if cond == question || slices.Contains(strings.Split(cond, " && "), question) {
			return true
		}
	}
	return false
}
