package guardcall

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// arguments makes the texts that a function reads only where other parameters tell it to.
//
//	                                                var what string
//	                                                if o.debug {
//	m.add("id "+id, n, o.debug)           =>            what = "id " + id
//	                                                }
//	                                                m.add(what, n, o.debug)
//
//	func (m *match) add(what string, n int, debug bool) {
//		if n != 0 && debug {
//			m.notes += what
//		}
//		m.score += n
//	}
func (s *guarder) arguments(fn *inline.Func) {
	params := fn.Obj.Signature().Params()
	for i := range params.Len() {
		p := params.At(i)
		if !source.IsString(p.Type()) || len(s.Pkg.Writes(p)) > 0 {
			continue
		}
		t := guarded{Func: fn}
		for _, c := range s.needs(p, params) {
			t.condition = t.join(token.LAND, c)
		}
		if t.always() {
			continue
		}
		for _, use := range s.Pkg.Uses(fn.Obj) {
			sel, _ := use.Parent().Node().(*ast.SelectorExpr)
			if selection := s.Info.Selections[sel]; selection != nil && selection.Kind() == types.MethodExpr {
				continue // the receiver is the first argument
			}
			if call, ok := source.Called(use); ok && call.ParentEdgeKind() == edge.ExprStmt_X {
				s.argument(t, p, i, call)
			}
		}
	}
}

// needs returns the conditions, of other parameters alone, that hold wherever p is read: those of
// each if around each use.
func (s *guarder) needs(p *types.Var, params *types.Tuple) (conds []condition) {
	for i, use := range s.Pkg.Uses(p) {
		var around []condition
		for c := use; c.Node() != nil; c = c.Parent() {
			if _, isFunc := c.Node().(*ast.FuncDecl); isFunc {
				break
			}
			if c.ParentEdgeKind() != edge.IfStmt_Body {
				continue
			}
			for _, e := range conjuncts(c.Parent().Node().(*ast.IfStmt).Cond) {
				if s.settled(e, p, params) && s.plain(e) {
					around = append(around, condition{cond: e})
				}
			}
		}
		f := s.Pkg.FileOf(use.Node())
		if f == nil {
			return nil
		}
		if i == 0 {
			conds = around
			continue
		}
		conds = slices.DeleteFunc(conds, func(c condition) bool {
			return !slices.ContainsFunc(around, func(other condition) bool { return f.Text(c.cond) == f.Text(other.cond) })
		})
	}
	return conds
}

// conjuncts returns the operands of a chain of &&.
func conjuncts(e ast.Expr) []ast.Expr {
	e = ast.Unparen(e)
	if and, ok := e.(*ast.BinaryExpr); ok && and.Op == token.LAND {
		return append(conjuncts(and.X), conjuncts(and.Y)...)
	}
	return []ast.Expr{e}
}

// settled reports whether e has one answer from the call on: it is made of constants and of
// parameters other than p that keep their values, or fields of these, and of at least one.
func (s *guarder) settled(e ast.Expr, p *types.Var, params *types.Tuple) bool {
	does, known := effect.Of(s.Pkg, e), slices.Collect(params.Variables())
	for v := range does.Vars {
		if v == p || !slices.Contains(known, v) || len(s.Pkg.Writes(v)) > 0 {
			return false
		}
	}
	return len(does.Vars) > 0 && len(does.Derefs) == 0 && !does.Reads && !does.Follows && s.question(e, 0)
}

// argument makes the text for p, the argument i of a call, where the conditions hold.
func (s *guarder) argument(t guarded, p *types.Var, i int, at inspector.Cursor) {
	call, stmt := at.Node().(*ast.CallExpr), at.Parent().Node().(ast.Stmt)
	f := s.Pkg.FileOf(call)
	if _, _, ok := source.StmtList(at.Parent()); !ok || f == nil || !s.Pkg.Same(t.Obj, f.Syntax) || len(call.Args) <= i || !f.Universe(call.Pos(), "string") ||
		f.Jumps(call.Pos()) {
		return
	}
	text := call.Args[i]
	all := t.all()
	t.condition = condition{}
	for _, c := range all {
		if _, ok := s.operands(guarded{t.Func, c}, nil, call); ok {
			t.condition = t.join(token.LAND, c)
		}
	}
	operands, ok := s.operands(t, nil, call)
	if !ok || t.always() || s.Info.Types[text].Value != nil || !effect.Of(s.Pkg, text).Allocates || source.Has[*ast.FuncLit](text) {
		return
	}
	beside := append([]ast.Expr{call.Fun}, call.Args...)
	if does := effect.Of(s.Pkg, slices.DeleteFunc(beside, func(e ast.Expr) bool { return e == text })...); !does.Quiet() || does.Prints {
		s.Refuse(call, "what is evaluated beside the text may change it")
		return
	}
	class, ok := s.spared(t.Name(), s.followed(t, operands), text)
	if !ok {
		s.Refuse(call, "an argument has an effect, or may do more than follow a pointer")
		return
	}
	yes, no := s.asked(t, f, operands)
	for i := range yes {
		if s.asks(f, at.Parent(), yes[i], no[i]) {
			return
		}
	}
	if !s.means(t, f, operands, stmt.Pos()) {
		return
	}
	name := s.Fresh(stmt.Pos(), p.Name())
	s.Report(rule.Finding{
		At:      text,
		Message: "a text is made even if " + t.Name() + " does not read it",
		Title:   "ask " + strings.Join(yes, " && ") + " first",
		Class:   class,
		Edits: []source.TextEdit{
			f.Before(stmt, "var "+name+" string", "if "+strings.Join(yes, " && ")+" {", "\t"+name+" = "+f.Text(text), "}"),
			source.ReplaceNode(text, name),
		},
	})
}
