package sink

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// idle leaves before a value is made that is only handed out in a loop, with which the function ends, to
// those of a list that others may not have filled.
//
//	                                if len(s.hooks) == 0 {
//	                                        return
//	                                }
//	e := newEvent(name)             e := newEvent(name)
//	for _, h := range s.hooks {     for _, h := range s.hooks {
//		h.handle(e)                     h.handle(e)
//	}                               }
func (s *sinker) idle(d decl) {
	loop, end, ok := s.lastLoop(d)
	if !ok || d.val.Methods || s.Jumps(d.Stmt.Pos()) || d.Grouped() {
		return
	}
	first, class := s.firstOf(d, loop)
	if !s.Universe(first.Pos(), "len") {
		return
	}
	lines := []string{"if len(" + s.Text(loop.X) + ") == 0 {", "\t" + end, "}"}
	edit := s.Before(first, lines...)
	if doc := s.commentAbove(first); doc != nil {
		edit = source.Insert(doc.Pos(), strings.Join(lines, "\n"+s.Indent(doc.Pos()))+"\n"+s.Indent(doc.Pos()))
	}
	s.Report(rule.Finding{
		At:      d.Node(),
		Message: d.Var.Name() + " is made for a loop that may have nothing to do",
		Title:   "Leave where " + s.Text(loop.X) + " is empty",
		Class:   class,
		Edits:   []source.TextEdit{edit},
	})
}

// firstOf returns the first of the statements that only make values for the declaration and the loop, and
// the class of not making them.
func (s *sinker) firstOf(d decl, loop *ast.RangeStmt) (first ast.Stmt, class rule.Class) {
	first, class = d.Stmt, s.class(d)
	for cur, ok := d.Cur.PrevSibling(); ok; cur, ok = cur.PrevSibling() {
		one := false
		for found := range s.Decls(cur) {
			x, movable := s.recognise(found)
			one = movable && !x.Grouped() && x.Var != nil && s.Pkg.Every(x.Var, func(use inspector.Cursor) bool {
				return source.Contains(loop.Body, use.Node()) || first.Pos() <= use.Node().Pos() && use.Node().Pos() < loop.Pos()
			})
			if one {
				class = class.And(s.class(x))
			}
		}
		if !one {
			break
		}
		first = cur.Node().(ast.Stmt)
	}
	return first, class
}

// lastLoop returns the loop behind the declaration that alone needs the variable, and the return with
// which the function ends behind it.
func (s *sinker) lastLoop(d decl) (loop *ast.RangeStmt, end string, ok bool) {
	fn, inFunc := source.EnclosingFunc(d.Cur)
	if !inFunc || len(d.Rest) == 0 || d.Cur.Parent().Node() != ast.Node(source.Body(fn.Node())) {
		return nil, "", false
	}
	loop, ok = source.Unlabeled(d.Rest[0]).(*ast.RangeStmt)
	if !ok || !s.filled(loop.X) || strings.Contains(s.Text(fn.Node()), "len("+s.Text(loop.X)+")") {
		return nil, "", false
	}
	if !s.Pkg.Every(d.Var, func(use inspector.Cursor) bool { return source.Contains(loop.Body, use.Node()) && s.told(use) }) {
		return nil, "", false
	}
	switch rest := d.Rest[1:]; {
	case len(rest) == 0:
		return loop, "return", true
	case len(rest) == 1:
		ret, isReturn := rest[0].(*ast.ReturnStmt)
		return loop, s.Text(rest[0]), isReturn && !slices.ContainsFunc(ret.Results, func(e ast.Expr) bool { return !s.isThere(e) })
	}
	return nil, "", false
}

// told reports whether the value is an argument of a function that is found in a variable, or of a method
// that an interface has: of whoever listens.
func (s *sinker) told(use inspector.Cursor) bool {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	return ok && use.ParentEdgeKind() == edge.CallExpr_Args && !s.Info.Types[call.Fun].IsBuiltin() && typeutil.StaticCallee(s.Info, call) == nil &&
		!source.IsConversion(s.Info, call)
}

// filled reports whether e is a slice or map that is a field, or a variable of the package which does
// not begin with elements.
func (s *sinker) filled(e ast.Expr) bool {
	switch source.Core(s.Info.TypeOf(e)).(type) {
	case *types.Slice, *types.Map:
	default:
		return false
	}
	id, isName := ast.Unparen(e).(*ast.Ident)
	if !isName {
		return source.IsPath(e) && effect.Of(s.Pkg, e).Quiet()
	}
	v, isVar := s.Info.Uses[id].(*types.Var)
	if _, isLocal := s.Pkg.LocalVar(e); isLocal || !isVar {
		return false
	}
	begins, ok := s.Pkg.Initial(v)
	lit, isLit := ast.Unparen(begins).(*ast.CompositeLit)
	return !ok || begins == nil || isLit && len(lit.Elts) == 0
}

// isThere reports whether a result is a constant, or a local variable.
func (s *sinker) isThere(e ast.Expr) bool {
	tv := s.Info.Types[e]
	_, isLocal := s.Pkg.LocalVar(e)
	return tv.Value != nil || tv.IsNil() || isLocal
}
