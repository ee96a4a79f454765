package appendto

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A list is a function that appends to a slice and returns it, and is called to append that to
// another one.
type list struct {
	*inline.Func
	out     *types.Var // the slice
	decl    source.Decl
	appends []inspector.Cursor
	spreads []spread
	calls   []*ast.CallExpr // the others
}

// A spread is a call v = append(v, f(…)...), or return append(v, f(…)...).
type spread struct {
	append inspector.Cursor
	call   *ast.CallExpr
	v      *types.Var
}

// collects gives a function what its result is appended to.
//
//	func names(n *node) []string {            func names(out []string, n *node) []string {
//		var out []string
//		out = append(out, n.name)                 out = append(out, n.name)
//		for _, c := range n.list {                for _, c := range n.list {
//			out = append(out, names(c)...)            out = names(out, c)
//		}                                         }
//		return out                                return out
//	}                                         }
//	all := names(root)                        all := names(nil, root)
func (a *appender) collects(t *inline.Func) {
	l := &list{Func: t}
	if !a.isList(l) || !a.called(l) {
		return
	}
	first := l.appends[0].Node()
	if inline.MayRecover(a.Info, t.Body()) || a.Jumps(t.Decl.Body.Lbrace) {
		a.Refuse(first, t.Name()+" may recover from a panic, or has a goto")
		return
	}
	returns, nilReturns, ok := a.returns(l)
	if !ok {
		a.Refuse(first, t.Name()+" may return something else than "+l.out.Name()+" when it has appended to it")
		return
	}
	edits, nilBegins, ok := a.begins(l)
	if !ok {
		return
	}
	edits = append(edits, returns...)
	class := rule.Safe
	if len(l.calls) > 0 && !(nilBegins && nilReturns) {
		class = rule.Review(rule.NilOrEmpty.Caveat("what " + t.Name() + " returns is nil where it was empty"))
	}
	for _, s := range l.spreads {
		call := s.append.Node()
		edits = append(edits, source.Replace(call.Pos(), s.call.Pos(), ""), given(a.Pkg.FileOf(call), s.call, s.v.Name()), source.Replace(s.call.End(), call.End(), ""))
		if s.v == l.out {
			continue
		}
		for _, caveat := range a.shares(s, t.Name()).Caveats {
			if !slices.Contains(class.Caveats, caveat) {
				class = class.And(rule.Review(caveat))
			}
		}
	}
	for _, call := range l.calls {
		edits = append(edits, given(a.Pkg.FileOf(call), call, "nil"))
	}
	a.Report(rule.Finding{
		At:      first,
		Message: "what " + t.Name() + " returns is appended to something else",
		Title:   "Let " + t.Name() + " append to what it is given",
		Class:   class,
		Edits:   edits,
	})
}

// given puts a first argument in front of the others.
func given(f *source.File, call *ast.CallExpr, first string) source.TextEdit {
	if len(call.Args) == 0 {
		return source.Insert(call.Lparen+1, first)
	}
	return inFront(f, call.Lparen, call.Args[0].Pos(), first)
}

// inFront puts text in front of what stands at pos, the first of a list that opens with a
// parenthesis: on a line of its own, if pos is on one.
func inFront(f *source.File, open, pos token.Pos, text string) source.TextEdit {
	if strings.Contains(f.Between(open, pos), "\n") {
		return source.Insert(pos, text+",\n"+f.Indent(pos))
	}
	return source.Insert(pos, text+", ")
}

// shares says what is not known of the memory behind the slice v, which the function writes to
// before it returns.
func (a *appender) shares(s spread, name string) (class rule.Class) {
	fn, _ := source.EnclosingFunc(s.append)
	graph := flow.New(a.Info, source.Body(fn.Node()))
	later := func(use inspector.Cursor) bool {
		return graph != nil && graph.After(use.Node(), func(ast.Node) bool { return true }) && !graph.Reaches(use.Node(), s.call)
	}
	if !retain.OwnBut(a.Pkg, s.v, later) {
		class = rule.Review(rule.Sharing.Caveat(name + " must not read the memory behind the elements of " + s.v.Name() + ", which it writes to"))
	}
	if retain.Forks(a.Pkg, s.v) {
		class = class.And(rule.Review(rule.Sharing.Caveat(retain.ForksCaveat)))
	}
	return class
}

// isList reports whether the function declares a slice, uses it for nothing but to append to
// it, and returns it.
func (a *appender) isList(l *list) bool {
	results := l.Decl.Type.Results
	if l.Generic() || l.Directive(true) || results == nil || l.Obj.Signature().Results().Len() != 1 || !source.IsA[*types.Slice](l.Obj.Signature().Results().At(0).Type()) {
		return false
	}
	for _, ret := range l.Returns() {
		if len(ret.Values) != 1 {
			return false // says nothing
		}
		if v, ok := a.Pkg.LocalVar(ret.Values[0]); ok && (l.out == nil || l.out == v) {
			l.out = v
		}
	}
	if l.out == nil || l.out.Kind() != types.LocalVar || !types.Identical(l.out.Type(), l.Obj.Signature().Results().At(0).Type()) || a.Pkg.Captured(l.out) {
		return false
	}
	var ok bool
	if l.decl, ok = a.DeclOf(l.out); !ok || source.InLoop(l.decl.Cur) {
		return false
	}
	return a.Pkg.Every(l.out, func(use inspector.Cursor) bool {
		use = source.Parens(use)
		switch kind, i := use.ParentEdge(); kind {
		case edge.ReturnStmt_Results:
			return true
		case edge.AssignStmt_Lhs:
			v, _, ok := a.Pkg.Appended(use.Parent().Node())
			return ok && v == l.out
		case edge.CallExpr_Args:
			_, ok := a.target(use.Parent())
			l.appends = append(l.appends, use.Parent())
			return ok && i == 0
		}
		return false
	}) && len(l.appends) > 0
}

// target returns v, if the call at cur is that of v = append(v, …) or return append(v, …).
func (a *appender) target(cur inspector.Cursor) (*types.Var, bool) {
	call := cur.Node().(*ast.CallExpr)
	if !source.IsBuiltin(a.Info, call, "append") {
		return nil, false
	}
	v, isVar := a.Pkg.LocalVar(call.Args[0])
	switch parent := source.Parens(cur).Parent().Node().(type) {
	case *ast.AssignStmt:
		w, _, ok := a.Pkg.Appended(parent)
		return w, ok && isVar && w == v
	case *ast.ReturnStmt:
		return v, isVar && len(parent.Results) == 1
	}
	return nil, false
}

// called finds the calls, and reports whether one of them is appended to a local variable of the
// same type, and the others can do without.
func (a *appender) called(l *list) bool {
	calls, ok := l.Calls(a.Pass.Files)
	for _, cur := range calls {
		call := cur.Node().(*ast.CallExpr)
		if f := a.Pkg.FileOf(call); f.HasComment(call.Lparen, call.End()) || !f.Universe(call.Pos(), "nil") || len(call.Args) != l.Obj.Signature().Params().Len() {
			return false
		}
		spreads := source.SpreadInto(a.Info, cur)
		if spreads == nil {
			l.calls = append(l.calls, call)
			continue
		}
		appends := source.Parens(cur).Parent()
		v, isTarget := a.target(appends)
		if !isTarget || a.Pkg.Captured(v) || !types.Identical(v.Type(), l.out.Type()) || a.Pkg.Mentions(call, v) > 0 || a.Pkg.FileOf(call).HasComment(spreads.Pos(), spreads.End()) {
			l.calls = append(l.calls, call)
			continue
		}
		l.spreads = append(l.spreads, spread{appends, call, v})
	}
	return ok && len(l.spreads) > 0
}

// returns appends what the function returns where it has not appended anything.
//
//	return nil     return g(x)
//	----------     --------------------------
//	return out     return append(out, g(x)...)
//
// isNil says that it returns no empty slice there.
func (a *appender) returns(l *list) (edits []source.TextEdit, isNil, ok bool) {
	graph := flow.New(a.Info, l.Body())
	if graph == nil {
		return nil, false, false
	}
	isNil = true
	for _, ret := range l.Returns() {
		e := ret.Values[0]
		if a.Pkg.Mentions(e, l.out) > 0 {
			continue
		}
		if a.HasComment(e.Pos(), e.End()) || slices.ContainsFunc(l.appends, func(use inspector.Cursor) bool { return graph.Reaches(use.Node(), ret.Stmt) }) {
			return nil, false, false
		}
		lit, isLit := ast.Unparen(e).(*ast.CompositeLit)
		text := l.out.Name()
		switch {
		case a.Info.Types[e].IsNil():
		case isLit && len(lit.Elts) == 0:
			isNil = false
		case isLit || len(l.calls) > 0:
			return nil, false, false // has elements, which may be without a type; would be copied for those who have it whole
		default:
			text = "append(" + text + ", " + a.Text(e) + "...)"
		}
		edits = append(edits, source.ReplaceNode(e, text))
	}
	return edits, isNil, true
}

// begins makes a parameter of the slice. isNil says that it begins as nil.
func (a *appender) begins(l *list) (edits []source.TextEdit, isNil, ok bool) {
	name, params := l.out.Name(), l.Decl.Type.Params
	for id := range source.Idents(l.Decl) {
		obj := a.Info.ObjectOf(id)
		if id.Name == name && obj != l.out && obj != nil && obj.Parent() != nil { // no field or method
			return nil, false, a.Refuse(l.decl.Node(), name+" means something else in front of its declaration")
		}
	}
	typ := l.Decl.Type.Results.List[0].Type
	if l.decl.HasComment() || a.HasComment(params.Pos(), params.End()) || a.HasComment(typ.Pos(), typ.End()) {
		return nil, false, a.Refuse(l.decl.Node(), "a comment is in the way")
	}
	if edits, isNil, ok = a.empties(l); !ok {
		return nil, false, a.Refuse(l.decl.Node(), name+" does not begin empty")
	}
	first := name + " " + a.Text(typ)
	if len(params.List) == 0 {
		return append(edits, source.Insert(params.Opening+1, first)), isNil, true
	}
	return append(edits, inFront(a.File, params.Opening, params.List[0].Pos(), first)), isNil, true
}

// empties takes the declaration away, or leaves the room that it asks for.
//
//	var out []T     out := []T{}     out := make([]T, 0, len(x))
//	---------------------------------------------------------------
//	                                 out = slices.Grow(out, len(x))
func (a *appender) empties(l *list) (edits []source.TextEdit, isNil, ok bool) {
	gone := []source.TextEdit{l.decl.Remove()}
	switch v := ast.Unparen(l.decl.Value).(type) {
	case nil:
		return gone, true, true
	case *ast.CompositeLit:
		return gone, false, len(v.Elts) == 0
	case *ast.CallExpr:
		if source.IsConversion(a.Info, v) {
			return gone, true, a.Info.Types[v.Args[0]].IsNil()
		}
		if !source.IsBuiltin(a.Info, v, "make") {
			return nil, false, false
		}
		if n, ok := source.IntConst(a.Info, v.Args[1]); !ok || n != 0 {
			return nil, false, false
		}
		if len(v.Args) == 2 {
			return gone, false, true
		}
		q, edits, ok := a.Import("slices", "Grow", l.decl.Stmt.Pos())
		if !ok || !source.NotNegative(a.Info, v.Args[2]) || l.decl.Grouped() || !a.Since(l.decl.Node(), "go1.21", "slices.Grow") {
			return nil, false, false
		}
		text := l.out.Name() + " = " + q + "Grow(" + l.out.Name() + ", " + a.Text(v.Args[2]) + ")"
		return append(edits, source.ReplaceNode(l.decl.Stmt, text)), false, true
	}
	return nil, false, false
}
