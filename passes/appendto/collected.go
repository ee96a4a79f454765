package appendto

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A list is a function that appends to a slice and returns the slice, which callers append to
// another one.
type list struct {
	producer
	appends []inspector.Cursor // the calls of append in the function
	spreads []spread           // the calls of the function whose result is appended
	calls   []*ast.CallExpr    // the other calls of the function
	// whole is an existing slice that the function returns, a copy of which the rewritten one would return; nil if
	// there is none.
	whole ast.Expr
}

// A spread is a call v = append(v, f(…)...), or return append(v, f(…)...).
type spread struct {
	append inspector.Cursor
	call   *ast.CallExpr
	dst    ast.Expr   // v
	v      *types.Var // nil for a field, a variable of the package, or one that function literals share
	name   *ast.Ident // f
}

// collects gives a function the slice that callers append its result to, as a parameter.
//
//	func names(n *node) []string {            func appendNames(out []string, n *node) []string {
//		var out []string
//		out = append(out, n.name)                 out = append(out, n.name)
//		for _, c := range n.list {                for _, c := range n.list {
//			out = append(out, names(c)...)            out = appendNames(out, c)
//		}                                         }
//		return out                                return out
//	}                                         }
//	all := names(root)                        all := appendNames(nil, root)
func (a *appender) collects(t *inline.Func) {
	l := &list{producer: producer{Func: t}}
	if !a.isList(l) || !a.called(l) {
		return
	}
	first := l.appends[0].Node()
	if !a.lends(&l.producer, first) {
		return
	}
	returns, others, ok := a.returns(l)
	if !ok {
		a.Refuse(first, t.Name()+" may return something else than "+l.out.Name()+" when it has appended to it")
		return
	}
	edits, begins, ok := a.begins(l)
	if !ok {
		return
	}
	edits = append(edits, returns...)
	begin, class := a.begin(l, begins|others)
	if l.whole != nil {
		class = class.And(rule.Review(rule.Sharing.Caveat(t.Name() + " returns a copy where it returned " + a.Text(l.whole) + " itself, or another slice without elements")))
	}
	title := "Let " + t.Name() + " append to what it is given"
	name := a.appending(&l.producer)
	if l.kept {
		unwrapped, _ := l.Unwrap()
		edits, title = append(append(edits, unwrapped...), a.beside(l, name, begin)), "Let a function beside "+t.Name()+" append to what it is given"
	} else {
		edits = append(edits, a.renamed(&l.producer, name)...)
	}
	for _, s := range l.spreads {
		call := s.append.Node()
		f := a.Pkg.FileOf(call)
		if l.kept {
			edits = append(edits, source.ReplaceNode(s.name, name))
		}
		edits = append(edits, source.Replace(call.Pos(), s.call.Pos(), ""), inFront(f, s.call.Lparen, s.call.Args, f.Text(s.dst)), source.Replace(s.call.End(), call.End(), ""))
		if s.v != l.out {
			class = class.And(a.shares(s, t.Name()))
		}
	}
	for _, call := range l.calls {
		edits = append(edits, inFront(a.Pkg.FileOf(call), call.Lparen, call.Args, begin))
	}
	a.Report(rule.Finding{
		At:      first,
		Message: "what " + t.Name() + " returns is appended to something else",
		Title:   title,
		Class:   class,
		Edits:   edits,
	})
}

// shares returns the class of a call that writes to the memory behind the slice v before it returns: review if other
// code may share that memory.
func (a *appender) shares(s spread, name string) (class rule.Class) {
	dst := types.ExprString(s.dst)
	reads := rule.Review(rule.Sharing.Caveat(name + " must not read the memory behind the elements of " + dst + ", which it writes to"))
	if s.v == nil {
		class = reads.And(rule.Review(rule.Sharing.Caveat(retain.ForksCaveat)))
		if !retain.Undisturbed(effect.Of(a.Pkg, s.call)) {
			class = class.And(rule.Review(rule.Order.Caveat("what " + name + " calls, and others meanwhile, must not give " + dst + " another value")))
		}
		return class
	}
	graph := flow.Around(a.Pkg, s.append)
	later := func(use inspector.Cursor) bool {
		return graph != nil && graph.After(use.Node(), func(ast.Node) bool { return true }) && !graph.Reaches(use.Node(), s.call)
	}
	if !retain.OwnBut(a.Pkg, s.v, later) {
		class = reads
	}
	if retain.Forks(a.Pkg, s.v) {
		class = class.And(rule.Review(rule.Sharing.Caveat(retain.ForksCaveat)))
	}
	return class
}

// isList reports whether the function declares a slice, only appends to it, and returns it. It sets out, typ, decl and
// appends.
func (a *appender) isList(l *list) bool {
	results := l.Decl.Type.Results
	if l.Directive(true) || results == nil || l.Obj.Signature().Results().Len() != 1 || !source.IsA[*types.Slice](l.Obj.Signature().Results().At(0).Type()) {
		return false
	}
	result := l.Obj.Signature().Results().At(0)
	if l.out = a.listOf(l); l.out == nil || !types.Identical(l.out.Type(), result.Type()) || a.Pkg.Captured(l.out) || len(a.Pkg.Uses(result)) > 0 {
		return false
	}
	l.typ = results.List[0].Type
	var ok bool
	if l.decl, ok = a.DeclOf(l.out); !ok || source.InLoop(l.decl.Cur) {
		return false
	}
	return a.Pkg.Every(l.out, func(use inspector.Cursor) bool {
		use = source.Parens(use)
		switch kind, i := use.ParentEdge(); kind {
		case edge.ReturnStmt_Results, edge.AssignStmt_Rhs:
			return inline.IsReturned(a.Info, use)
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

// listOf returns the local variable that a function returns, as it is or with something appended; nil if there
// is none, or if a return has another number of values.
func (a *appender) listOf(l *list) (out *types.Var) {
	returned := func(e ast.Expr) {
		if v, ok := a.Pkg.LocalVar(e); ok && out == nil && v.Kind() == types.LocalVar {
			out = v
		}
	}
	for _, ret := range l.Returns() {
		if len(ret.Values) != 1 {
			return nil
		}
		returned(ret.Values[0])
	}
	for _, ret := range l.Returns() {
		if call, ok := ast.Unparen(ret.Values[0]).(*ast.CallExpr); ok && source.IsBuiltin(a.Info, call, "append") {
			returned(call.Args[0])
		}
	}
	return out
}

// target returns v if the call at cur stands in v = append(v, …) or return append(v, …).
func (a *appender) target(cur inspector.Cursor) (*types.Var, bool) {
	call := cur.Node().(*ast.CallExpr)
	if !source.IsBuiltin(a.Info, call, "append") {
		return nil, false
	}
	v, isVar := a.Pkg.LocalVar(call.Args[0])
	switch parent := source.Parens(cur).Parent().Node().(type) {
	case *ast.AssignStmt:
		w, _, ok := a.Pkg.Appended(parent)
		return v, isVar && (ok && w == v || inline.IsReturned(a.Info, cur))
	case *ast.ReturnStmt:
		return v, isVar && len(parent.Results) == 1
	}
	return nil, false
}

// called sorts the calls. It reports whether the result of one is appended to a slice of the same type, and
// all others can pass an additional argument. If not all calls are known, the function is kept for the others.
func (a *appender) called(l *list) bool {
	for name, cur := range a.plain(&l.producer) {
		call := cur.Node().(*ast.CallExpr)
		if s, ok := a.spreadOf(l, cur); ok {
			s.name = name
			l.spreads = append(l.spreads, s)
		} else if !l.kept && !a.mayGive(l, call) {
			return false
		} else if !l.kept {
			l.calls = append(l.calls, call)
		}
	}
	return len(l.spreads) > 0
}

// mayGive reports whether a call can have one more argument.
func (a *appender) mayGive(l *list, call *ast.CallExpr) bool {
	f := a.Pkg.FileOf(call)
	return !f.HasComment(call.Lparen, call.End()) && f.Universe(call.Pos(), "nil") && len(call.Args) == l.Obj.Signature().Params().Len()
}

// spreadOf recognises a call whose result is appended to a variable or field of the same type.
func (a *appender) spreadOf(l *list, cur inspector.Cursor) (spread, bool) {
	call := cur.Node().(*ast.CallExpr)
	spreads := source.SpreadInto(a.Info, cur)
	if spreads == nil || !a.mayGive(l, call) {
		return spread{}, false
	}
	appends := source.Parens(cur).Parent()
	s := spread{append: appends, call: call, dst: spreads.Args[0]}
	if !types.Identical(a.Info.TypeOf(s.dst), l.out.Type()) || a.Pkg.FileOf(call).HasComment(spreads.Pos(), spreads.End()) {
		return spread{}, false
	}
	v, isTarget := a.target(appends)
	if isTarget && !a.Pkg.Captured(v) && a.Pkg.Mentions(call, v) == 0 {
		s.v = v
		return s, true
	}
	local, isLocal := a.Pkg.LocalVar(s.dst)
	shared := !isLocal || a.Pkg.InLiteral(local) && a.Pkg.Mentions(call, local) == 0
	return s, shared && a.stays(appends, spreads) && effect.Of(a.Pkg, call).Writes&effect.Slots == 0
}

// stays reports whether the append at cur stands in x.f = append(x.f, …), or in v = append(v, …).
func (a *appender) stays(cur inspector.Cursor, call *ast.CallExpr) bool {
	s, ok := source.Parens(cur).Parent().Node().(*ast.AssignStmt)
	if !ok || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return false
	}
	target, list := ast.Unparen(s.Lhs[0]), ast.Unparen(call.Args[0])
	return source.IsPath(target) && source.IsPath(list) && types.ExprString(target) == types.ExprString(list)
}

// beside returns the edit that moves the body to a new function, which appends, and which the function calls.
//
//	func Names(n *node) []string {
//		…
//	-----------------------------------
//	func Names(n *node) []string {
//		return appendNames(nil, n)
//	}
//
//	// appendNames appends to out what Names returns.
//	func appendNames(out []string, n *node) []string {
//		…
func (a *appender) beside(l *list, name, begin string) source.TextEdit {
	out, typ := l.out.Name(), a.Text(l.typ)
	call, params := l.Forward(name, []string{begin})
	params = strings.TrimSuffix(out+" "+typ+", "+params, ", ")
	return l.Insert("\treturn " + call + "\n}\n\n// " + name + " appends to " + out + " what " + l.Name() + " returns.\nfunc " + l.Method(name) + l.TypeParams() + "(" + params + ") " + typ + " {\n")
}

// A lack says how a function makes a slice without elements: as nil, as an empty slice, or both.
type lack int

const (
	isNil lack = 1 << iota
	isEmpty
)

// begin returns the argument of callers that do not append the result, and the class of what changes
// for them.
func (a *appender) begin(l *list, made lack) (string, rule.Class) {
	switch {
	case made == isNil:
		return "nil", rule.Safe
	case made == isEmpty && !slices.ContainsFunc(l.calls, func(call *ast.CallExpr) bool {
		return a.Pkg.FileOf(call) != a.File || !a.Visible(l.typ, call.Pos())
	}):
		return a.Text(l.typ) + "{}", rule.Safe // which needs no memory
	case len(l.calls) == 0 && !l.kept:
		return "nil", rule.Safe
	}
	return "nil", rule.Review(rule.NilOrEmpty.Caveat("what " + l.Name() + " returns is nil where it was empty"))
}

// returns returns the edits of return statements that return another value than the slice, before anything is
// appended.
//
//	return nil     return g(x)
//	----------     --------------------------
//	return out     return append(out, g(x)...)
//
// made says which slices without elements these return. ok is false if one may run after an append, or would
// copy a new slice.
func (a *appender) returns(l *list) (edits []source.TextEdit, made lack, ok bool) {
	graph := flow.New(a.Info, l.Body())
	if graph == nil {
		return nil, 0, false
	}
	for _, ret := range l.Returns() {
		e := ret.Values[0]
		if a.Pkg.Mentions(e, l.out) > 0 {
			continue
		}
		if a.HasComment(e.Pos(), e.End()) || slices.ContainsFunc(l.appends, func(use inspector.Cursor) bool { return graph.Reaches(use.Node(), ret.Stmt) }) {
			return nil, 0, false
		}
		lit, isLit := ast.Unparen(e).(*ast.CompositeLit)
		text := l.out.Name()
		switch {
		case a.Info.Types[e].IsNil():
			made |= isNil
		case isLit && len(lit.Elts) == 0:
			made |= isEmpty
		case isLit:
			return nil, 0, false // the elements may be without a type
		default:
			if len(l.calls) > 0 || l.kept {
				l.whole = e
			}
			if l.whole != nil && !effect.Pure(a.Info, e) {
				return nil, 0, false // e may be new, and would be copied
			}
			text = "append(" + text + ", " + a.Text(e) + "...)"
		}
		edits = append(edits, source.ReplaceNode(e, text))
	}
	return edits, made, true
}

// begins returns the edits that make the slice a parameter. made says how it was declared.
func (a *appender) begins(l *list) (edits []source.TextEdit, made lack, ok bool) {
	name, params := l.out.Name(), l.Decl.Type.Params
	if l.decl.HasComment() || a.HasComment(params.Pos(), params.End()) || a.HasComment(l.typ.Pos(), l.typ.End()) {
		return nil, 0, a.Refuse(l.decl.Node(), "a comment is in the way")
	}
	if edits, made, ok = a.empties(l); !ok {
		return nil, 0, a.Refuse(l.decl.Node(), name+" does not begin empty")
	}
	if l.kept {
		return edits, made, true
	}
	return append(edits, inFront(a.File, params.Opening, params.List, name+" "+a.Text(l.typ))), made, true
}

// empties returns the edits that remove the declaration, but keep its request for room.
//
//	var out []T     out := []T{}     out := make([]T, 0, len(x))
//	---------------------------------------------------------------
//	                                 out = slices.Grow(out, len(x))
func (a *appender) empties(l *list) (edits []source.TextEdit, made lack, ok bool) {
	gone := []source.TextEdit{l.decl.Remove()}
	switch v := ast.Unparen(l.decl.Value).(type) {
	case nil:
		return gone, isNil, true
	case *ast.CompositeLit:
		return gone, isEmpty, len(v.Elts) == 0
	case *ast.CallExpr:
		if source.IsConversion(a.Info, v) {
			return gone, isNil, a.Info.Types[v.Args[0]].IsNil()
		}
		if !source.IsBuiltin(a.Info, v, "make") {
			return nil, 0, false
		}
		if n, ok := source.IntConst(a.Info, v.Args[1]); !ok || n != 0 {
			return nil, 0, false
		}
		if len(v.Args) == 2 {
			return gone, isEmpty, true
		}
		lines, edits, ok := a.Grow(l.decl.Stmt.Pos(), l.out.Name(), l.out.Type(), a.Text(v.Args[2]))
		if !ok || !source.NotNegative(a.Info, v.Args[2]) || l.decl.Grouped() || len(lines) > 1 && !effect.Pure(a.Info, v.Args[2]) {
			return nil, 0, false
		}
		return append(edits, source.ReplaceNode(l.decl.Stmt, strings.Join(lines, "\n"+a.Indent(l.decl.Stmt.Pos())))), isEmpty, true
	}
	return nil, 0, false
}
