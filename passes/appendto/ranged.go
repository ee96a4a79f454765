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
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A series is a function that appends to a slice and returns the slice, over which its callers range.
type series struct {
	list
	loops []visited
}

// A visited is a loop for _, x := range f(…).
type visited struct {
	loop *ast.RangeStmt // stmt, or the range that a loop with a counter stands for
	stmt ast.Stmt
	call *ast.CallExpr
	held *source.Decl // list := f(…) in front of the loop; nil if there is none
}

// yields lets a function yield its elements to the loops of its callers, one by one.
//
//	func (n *node) above() []*node {           func (n *node) above(yield func(*node) bool) {
//		var out []*node
//		for p := n.up; p != nil; p = p.up {        for p := n.up; p != nil; p = p.up {
//			out = append(out, p)                       if !yield(p) {
//		}                                                  return
//		return out                                         }
//	}                                                  }
//	                                           }
//	for _, p := range n.above() {              for p := range n.above {
func (a *appender) yields(t *inline.Func) {
	s := &series{list: list{producer: producer{Func: t}}}
	if !a.fillsList(&s.list) || !a.visits(s) {
		return
	}
	first := s.appends[0].Node()
	if !a.rangesOverFunctions(s) || !a.mayYield(s, first) {
		return
	}
	class, ok := a.between(s)
	if !ok {
		return
	}
	edits, ok := a.handsOut(s)
	if !ok {
		a.Refuse(first, t.Name()+" may return something else than "+s.out.Name()+" when it has appended to it")
		return
	}
	head, ok := a.head(s)
	if !ok {
		return
	}
	edits = append(edits, head...)
	for _, v := range s.loops {
		edits = append(edits, a.over(s, v)...)
	}
	a.Report(rule.Finding{
		At:      first,
		Message: "what " + t.Name() + " returns is only ranged over",
		Title:   "Let " + t.Name() + " hand its elements to the loop",
		Class:   class,
		Edits:   edits,
	})
}

// visits finds the calls, and reports whether loops range over the elements of all of them.
func (a *appender) visits(s *series) bool {
	calls, known := s.Calls()
	if !known {
		return false
	}
	for _, cur := range calls {
		v, ok := a.ranges(cur)
		if !ok || len(v.call.Args) != s.Obj.Signature().Params().Len() && !s.Obj.Signature().Variadic() {
			return false
		}
		s.loops = append(s.loops, v)
	}
	return true
}

// ranges recognises the loop over the elements of the result of the call at cur.
//
//	for _, x := range f(…)     list := f(…); for _, x := range list     list := f(…); for i := range len(list) { x := list[i]
func (a *appender) ranges(cur inspector.Cursor) (v visited, ok bool) {
	v.call = cur.Node().(*ast.CallExpr)
	f := a.Pkg.FileOf(v.call)
	if d, isHeld := f.DeclWith(cur); isHeld {
		uses := a.Pkg.Uses(d.Var)
		if len(uses) == 0 || len(d.Rest) == 0 || d.Grouped() || d.HasComment() {
			return v, false
		}
		if cur, v.held = uses[0], &d; len(uses) > 1 {
			return v, a.byCounter(&v) && !f.HasComment(v.loop.For, v.loop.Body.Lbrace)
		}
	}
	cur = source.Parens(cur)
	v.loop, ok = cur.Parent().Node().(*ast.RangeStmt)
	v.stmt = v.loop
	if !ok || cur.ParentEdgeKind() != edge.RangeStmt_X || v.loop.Key != nil && !source.IsBlank(v.loop.Key) || v.loop.Tok == token.ASSIGN {
		return v, false
	}
	return v, (v.held == nil || source.Unlabeled(v.held.Rest[0]) == v.loop) && !f.HasComment(v.loop.For, v.loop.Body.Lbrace)
}

// byCounter recognises the loop over the elements of a list by a counter, which uses neither the list nor the counter
// for anything else.
func (a *appender) byCounter(v *visited) (ok bool) {
	v.stmt = source.Unlabeled(v.held.Rest[0])
	if v.loop, ok = a.Pkg.AsRange(v.stmt); !ok || v.loop.Value == nil || !a.Pkg.Is(v.loop.X, v.held.Var) {
		return false
	}
	counter := a.Info.Defs[v.loop.Key.(*ast.Ident)]
	return len(a.Pkg.Uses(v.held.Var)) == 2 && counter != nil && a.Pkg.Mentions(v.loop.Body, counter) == 0 && v.loop.X.Pos() < v.loop.Value.Pos()
}

// rangesOverFunctions reports whether the language versions of the function and of its callers have range over
// functions.
func (a *appender) rangesOverFunctions(s *series) bool {
	older := func(v visited) bool { return !a.Pkg.FileOf(v.loop).AtLeast("go1.23") }
	return a.AtLeast("go1.23") && !slices.ContainsFunc(s.loops, older)
}

// mayYield reports whether the function can call yield instead of each append. Otherwise it refuses the finding
// at the place.
func (a *appender) mayYield(s *series, at ast.Node) bool {
	switch {
	case s.Body() != s.Decl.Body || source.Has[*ast.DeferStmt](s.Decl.Body):
		return a.Refuse(at, s.Name()+" defers calls")
	case a.Jumps(s.Decl.Body.Lbrace):
		return a.Refuse(at, s.Name()+" has a goto")
	case effect.Frames(a.Pkg, s.Decl.Body):
		return a.Refuse(at, s.Name()+" looks at the frames of its callers")
	case s.decl.Var != nil && s.decl.HasComment():
		return a.Refuse(at, "a comment is in the way")
	case source.NamesIn(s.Decl)["yield"] || !a.Universe(s.Decl.Body.Lbrace+1, "bool"):
		return a.Refuse(at, s.Name()+" uses the name yield, or bool")
	}
	for _, cur := range s.appends {
		_, _, inList := source.StmtList(source.Parens(cur).Parent())
		call := cur.Node().(*ast.CallExpr)
		if !inList || call.Ellipsis.IsValid() || len(call.Args) < 2 || a.HasComment(call.Pos(), call.End()) || !effect.Pure(a.Info, call.Args[2:]...) {
			return a.Refuse(at, s.Name()+" appends more than elements")
		}
	}
	if s.decl.Value != nil && !a.Pkg.ReadBeside(s.decl.Value) {
		return a.Refuse(at, "only the room of "+s.out.Name()+" needs a variable")
	}
	return a.beginsEmpty(s) || a.Refuse(at, s.out.Name()+" does not begin empty")
}

// beginsEmpty reports whether the slice begins without elements, and its room has no side effect and is not negative.
func (a *appender) beginsEmpty(s *series) bool {
	switch v := ast.Unparen(s.decl.Value).(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return len(v.Elts) == 0
	case *ast.CallExpr:
		if source.IsConversion(a.Info, v) {
			return a.Info.Types[v.Args[0]].IsNil()
		}
		if !source.IsBuiltin(a.Info, v, "make") {
			return false
		}
		n, isConst := source.IntConst(a.Info, v.Args[1])
		return isConst && n == 0 && (len(v.Args) == 2 || source.NotNegative(a.Info, v.Args[2]) && effect.Pure(a.Info, v.Args[2]))
	}
	return false
}

// sized reports whether making the slice cannot panic.
func (a *appender) sized(s *series) bool {
	call, ok := ast.Unparen(s.decl.Value).(*ast.CallExpr)
	return !ok || effect.Total(a.Info, call.Args[len(call.Args)-1])
}

// between reports whether the iterations of the loops may run between the statements of the function,
// instead of after them, and in which class.
func (a *appender) between(s *series) (class rule.Class, ok bool) {
	first := s.appends[0].Node()
	does, callees := effect.Direct(a.Pkg, s.Decl.Body)
	if slices.Contains(callees, s.Obj) {
		return class, a.Refuse(first, s.Name()+" calls itself")
	}
	own := a.with(effect.Summary{}, callees)
	does = a.with(does, callees)
	_, keeps := a.changes(s, s.Decl.Body, nil)
	if does.Writes&effect.Slots != 0 || own.Writes != 0 || !keeps || does.Waits || does.Prints || !a.appendsOwn(s.Decl.Body, s.out) {
		return class, a.Refuse(first, s.Name()+" changes what a loop in between may see, or waits for others")
	}
	for _, v := range s.loops {
		c, ok := a.turns(s, does, v)
		if !ok {
			return class, false
		}
		class = class.And(c)
	}
	return class, true
}

// with adds the effects of functions of the package to a summary.
func (a *appender) with(s effect.Summary, callees []*types.Func) effect.Summary {
	for _, fn := range callees {
		called := effect.Function(a.Pkg, fn)
		s.Writes |= called.Writes
		s.Reads, s.Waits, s.Prints, s.World = s.Reads || called.Reads, s.Waits || called.Waits, s.Prints || called.Prints, s.World || called.World
		s.Panics, s.Follows = s.Panics || called.Panics, s.Follows || called.Follows || len(called.Derefs) > 0
		s.Calls = append(slices.Clip(s.Calls), called.Calls...)
		s.Methods = s.Methods || called.Methods
	}
	return s
}

// turns reports whether the iterations of one loop may run between the statements of the function, and in which
// class.
func (a *appender) turns(s *series, does effect.Summary, v visited) (class rule.Class, ok bool) {
	name, body := s.Name(), v.loop.Body
	f := a.Pkg.FileOf(v.loop)
	fn, inFunc := source.EnclosingFunc(cursorOf(f, v.stmt))
	turn, callees := effect.Direct(a.Pkg, body)
	own := a.with(effect.Summary{}, callees)
	turn = a.with(turn, callees)
	quiet, keeps := a.changes(s, body, v.call)
	reads := does.Unknown() || does.World || !a.ofOperands(s)
	switch {
	case !inFunc:
		return class, false
	case effect.Frames(a.Pkg, body):
		return class, a.Refuse(v.call, "the loop looks at the frames of its callers")
	case source.Has[*ast.DeferStmt](body):
		return class, a.Refuse(v.call, "the loop defers calls")
	case reads && turn.Waits:
		return class, a.Refuse(v.call, "the loop waits for others, who may change what "+name+" reads")
	case reads && (!keeps || own.Writes&(effect.Slots|effect.Maps) != 0 || turn.Writes&effect.Behind != 0 && !a.appendsOwn(body, nil)):
		return class, a.Refuse(v.call, "the loop may change what "+name+" reads")
	case (does.World || does.Unknown()) && (turn.World || turn.Prints || turn.Unknown() || !quiet):
		return class, a.Refuse(v.call, "what "+name+" finds may depend on what the loop does")
	}
	if reads && (turn.Unknown() || !quiet) {
		class = class.And(rule.Review(rule.Order.Caveat("what the loop calls must not change what " + name + " reads")))
	}
	if does.Unknown() {
		class = class.And(rule.Review(rule.Order.Caveat("what " + name + " calls runs between the turns of the loop, and not before them")))
	}
	shows := turn.MayWait() || turn.Prints || turn.Panics || !keeps || !quiet || does.Panics && turn.MayEnd()
	if does.MayEnd() && (shows || !a.sized(s) || flow.Exits(body) || source.Has[*ast.DeferStmt](fn.Node())) {
		class = class.And(rule.Review(rule.LatePanic.Caveat("where " + name + " panics, the loop has run for the elements in front, or has ended")))
	}
	return class, true
}

// ofOperands reports whether a function reads only its operands, of basic types, and memory of its own: it uses no
// variable and calls no function of the package.
func (a *appender) ofOperands(s *series) bool {
	sig := s.Obj.Signature()
	for p := range sig.Params().Variables() {
		if !source.IsA[*types.Basic](p.Type()) {
			return false
		}
	}
	if sig.Recv() != nil && !source.IsA[*types.Basic](sig.Recv().Type()) {
		return false
	}
	for id := range source.Idents(s.Decl.Body) {
		switch obj := a.Info.Uses[id].(type) {
		case *types.Var:
			if !obj.IsField() && obj.Parent() != nil && obj.Parent() == obj.Pkg().Scope() {
				return false
			}
		case *types.Func:
			if obj.Pkg() == a.Pkg.Types {
				return false
			}
		}
	}
	return true
}

// cursorOf returns the cursor of a node of the file.
func cursorOf(f *source.File, n ast.Node) inspector.Cursor {
	cur, _ := f.Cursor.FindNode(n)
	return cur
}

// appendsOwn reports whether n appends only to out and to slices with memory of their own, and calls no function
// of the package that appends to others.
func (a *appender) appendsOwn(n ast.Node, out *types.Var) bool {
	for m := range ast.Preorder(n) {
		call, ok := m.(*ast.CallExpr)
		if !ok {
			continue
		}
		appends := source.IsBuiltin(a.Info, call, "append") || retain.Appends(a.Info, call)
		if appends && !(out != nil && a.Pkg.Is(call.Args[0], out)) && !a.isFresh(call.Args[0]) && !retain.OwnRoom(a.Pkg, call.Args[0]) {
			return false
		}
		if fn := source.Func(a.Info, call); fn != nil && fn.Pkg() == a.Pkg.Types && effect.Function(a.Pkg, fn).Writes&effect.Behind != 0 {
			return false
		}
	}
	return true
}

// isFresh reports whether e is a new slice: no other slice can share the memory behind its elements.
func (a *appender) isFresh(e ast.Expr) bool {
	call, isCall := ast.Unparen(e).(*ast.CallExpr)
	return a.Info.Types[e].IsNil() || a.empty(e) || isCall && source.IsBuiltin(a.Info, call, "make")
}

// changes reports whether the statements of n leave alone what the function called at call reads. quiet is
// false if a call in n may change it unseen.
func (a *appender) changes(s *series, n, call ast.Node) (quiet, ok bool) {
	quiet = true
	for m := range ast.Preorder(n) {
		var targets []ast.Expr
		switch m := m.(type) {
		case *ast.AssignStmt:
			targets = m.Lhs
		case *ast.IncDecStmt:
			targets = []ast.Expr{m.X}
		case *ast.RangeStmt:
			targets = []ast.Expr{m.Key, m.Value}
		case *ast.CallExpr:
			if source.IsBuiltin(a.Info, m, "copy", "clear", "delete") || call != nil && !a.spares(s, m) {
				return false, false
			}
			quiet = quiet && effect.Of(a.Pkg, m).Writes&effect.Slots == 0
		}
		if slices.ContainsFunc(targets, func(e ast.Expr) bool { return e != nil && !a.separate(call, e) }) {
			return false, false
		}
	}
	return quiet, true
}

// spares reports whether the effects of a call are known, or its operands have none of the types that the
// function looks into, and it gets no slice or map to write to.
func (a *appender) spares(s *series, call *ast.CallExpr) bool {
	fn := source.Func(a.Info, call)
	known := stdlib.Of(fn)
	own := fn != nil && a.Pkg.FuncBody(fn.Origin()) != nil
	if source.IsConversion(a.Info, call) || source.IsBuiltin(a.Info, call) || own && !effect.Function(a.Pkg, fn).Unknown() || known.Known() && known.Writes == 0 {
		return true
	}
	operands := call.Args
	if x := source.Receiver(a.Info, call); x != nil {
		operands = append(slices.Clip(operands), x)
	}
	return !slices.ContainsFunc(operands, func(e ast.Expr) bool { return a.looksInto(s, a.Info.TypeOf(e)) }) &&
		!slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
			i := slices.Index(call.Args, e)
			return known.Writes.Has(i) && !types.IsInterface(a.Info.TypeOf(e)) && stdlib.TypeOf(a.Info.TypeOf(e)).Path == ""
		})
}

// looksInto reports whether the function selects from, calls a method of, indexes or ranges over something
// of type t, or what t points to.
func (a *appender) looksInto(s *series, t types.Type) bool {
	for n := range ast.Preorder(s.Decl.Body) {
		var x ast.Expr
		switch n := n.(type) {
		case *ast.SelectorExpr:
			x = n.X
		case *ast.IndexExpr:
			x = n.X
		case *ast.RangeStmt:
			x = n.X
		case *ast.StarExpr:
			x = n.X
		default:
			continue
		}
		of := a.Info.TypeOf(x)
		if of != nil && !source.IsA[*types.Basic](of) && types.Identical(pointee(of), pointee(t)) {
			return true
		}
	}
	return false
}

// pointee returns the element type of a pointer type; for other types, the type itself.
func pointee(t types.Type) types.Type {
	if p, isPointer := types.Unalias(t).(*types.Pointer); isPointer {
		return p.Elem()
	}
	return t
}

// separate reports whether the function called at call cannot read e, which the loop sets: a local variable, a
// part of one, or an entry of a map of its own.
func (a *appender) separate(call ast.Node, e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			w, isLocal := a.Pkg.LocalVar(x)
			return x.Name == "_" || isLocal && !a.Pkg.Captured(w)
		case *ast.SelectorExpr:
			if sel := a.Info.Selections[x]; sel == nil || sel.Indirect() {
				return false
			}
			e = x.X
		case *ast.IndexExpr:
			w, isLocal := a.Pkg.LocalVar(x.X)
			switch source.Core(a.Info.TypeOf(x.X)).(type) {
			case *types.Map:
				return isLocal && a.ownMap(w) && (call == nil || a.Pkg.Mentions(call, w) == 0)
			case *types.Array:
				e = x.X
				continue
			}
			return false
		default:
			return false
		}
	}
}

// ownMap reports whether v is declared with a new map, which leaves the function only as a result.
func (a *appender) ownMap(v *types.Var) bool {
	value, ok := a.Pkg.Initial(v)
	if !ok || len(a.Pkg.Writes(v)) > 0 || a.Pkg.Captured(v) {
		return false
	}
	call, isCall := value.(*ast.CallExpr)
	if _, isLit := value.(*ast.CompositeLit); !isLit && !(isCall && source.IsBuiltin(a.Info, call, "make")) {
		return false
	}
	k := &retain.Checker{Pkg: a.Pkg, Var: v, Kind: retain.Table}
	return a.Pkg.Every(v, func(use inspector.Cursor) bool {
		return source.Parens(use).ParentEdgeKind() == edge.ReturnStmt_Results || k.Lets(use)
	})
}

// handsOut returns the edits that pass elements to yield instead of appending them, and return nothing.
//
//	var out []T
//	out = append(out, x)     out = append(out, x)     return out     return append(out, x)
//	--------------------------------------------------------------------------------------
//	if !yield(x) {           yield(x)                 return         yield(x)
//		return                                                       return
//	}
func (a *appender) handsOut(s *series) (edits []source.TextEdit, ok bool) {
	graph := flow.New(a.Info, s.Decl.Body)
	if graph == nil {
		return nil, false
	}
	if s.decl.Var != nil {
		edits = append(edits, s.decl.Remove())
	}
	for _, cur := range s.appends {
		stmt := source.Parens(cur).Parent()
		if v, _, ok := a.Pkg.Appended(stmt.Node()); ok && v == s.out && !inline.IsReturned(a.Info, source.Parens(cur)) {
			edits = append(edits, source.ReplaceNode(stmt.Node(), a.hand(cur, a.isLast(s, stmt))))
		}
	}
	for _, ret := range s.Returns() {
		text, ok := a.leaving(s, graph, ret)
		if !ok {
			return nil, false
		}
		last := a.isFinal(s, ret.Stmt)
		switch {
		case last && text == "" && ret.Set != nil:
			edits = append(edits, a.Remove(ret.Set))
			fallthrough
		case last && text == "":
			edits = append(edits, a.Remove(ret.Stmt))
		case last:
			edits = append(edits, source.Replace(ret.Pos(), ret.End(), text))
		case text == "":
			edits = append(edits, source.Replace(ret.Pos(), ret.End(), "return"))
		default:
			edits = append(edits, source.Replace(ret.Pos(), ret.End(), text+"\n"+a.Indent(ret.Pos())+"return"))
		}
	}
	return edits, true
}

// leaving returns the statements that replace the operand of a return statement, in front of it. ok is false if
// the function may return something else than the slice after an append.
func (a *appender) leaving(s *series, graph *flow.Graph, ret inline.Return) (text string, ok bool) {
	if len(ret.Values) == 0 {
		return "", true
	}
	e := ret.Values[0]
	call, isCall := ast.Unparen(e).(*ast.CallExpr)
	if isCall && source.IsBuiltin(a.Info, call, "append") && a.Pkg.Is(call.Args[0], s.out) {
		return a.hand(cursorOf(a.File, call), true), true
	}
	lit, isLit := ast.Unparen(e).(*ast.CompositeLit)
	isEmpty := a.Info.Types[e].IsNil() || isLit && len(lit.Elts) == 0
	return "", a.Pkg.Is(e, s.out) || isEmpty && !a.appendedBefore(s, graph, ret.Stmt)
}

// appendedBefore reports whether something may have been appended when the statement runs.
func (a *appender) appendedBefore(s *series, graph *flow.Graph, stmt ast.Node) bool {
	return slices.ContainsFunc(s.appends, func(cur inspector.Cursor) bool { return graph.Reaches(cur.Node(), stmt) })
}

// hand returns the statements that pass the elements appended at cur to yield. With last, nothing runs behind them.
func (a *appender) hand(cur inspector.Cursor, last bool) string {
	args := cur.Node().(*ast.CallExpr).Args[1:]
	if last && len(args) == 1 {
		return "yield(" + a.Text(args[0]) + ")"
	}
	var calls []string
	for _, e := range args {
		calls = append(calls, "!yield("+a.Text(e)+")")
	}
	indent := a.Indent(cur.Node().Pos())
	return "if " + strings.Join(calls, " || ") + " {\n" + indent + "\treturn\n" + indent + "}"
}

// isFinal reports whether the statement is the last one of the function.
func (a *appender) isFinal(s *series, stmt ast.Stmt) bool {
	body := s.Decl.Body.List
	return body[len(body)-1] == stmt
}

// isLast reports whether the function only returns behind the statement at cur.
func (a *appender) isLast(s *series, cur inspector.Cursor) bool {
	for {
		list, i, ok := source.StmtList(cur)
		if !ok || i+1 < len(list) && !a.returnsOnly(list[i+1]) {
			return false
		}
		block := cur.Parent()
		if block.Node() == s.Decl.Body || i+1 < len(list) {
			return true
		}
		if cur = block.Parent(); block.ParentEdgeKind() != edge.IfStmt_Body {
			return false
		}
	}
}

// returnsOnly reports whether the statement returns nothing, or a variable or field.
func (a *appender) returnsOnly(stmt ast.Stmt) bool {
	ret, ok := stmt.(*ast.ReturnStmt)
	return ok && (len(ret.Results) == 0 || len(ret.Results) == 1 && source.IsPath(ast.Unparen(ret.Results[0])))
}

// head returns the edits that change the type of the function.
//
//	func (n *node) above() []*node {                    func kids(n *node, of int) []*node {
//		…                                               	…
//	}                                                   }
//	--------------------------------------------------------------------------------------
//	func (n *node) above(yield func(*node) bool) {      func kids(n *node, of int) iter.Seq[*node] {
//		…                                               	return func(yield func(*node) bool) {
//	}                                                   		…
//	                                                    	}
//	                                                    }
func (a *appender) head(s *series) (edits []source.TextEdit, ok bool) {
	params, results, inside := s.Decl.Type.Params, s.Decl.Type.Results, s.Decl.Body.Lbrace+1
	array, isArray := s.typ.(*ast.ArrayType)
	if a.HasComment(params.Pos(), results.End()) || !isArray || !a.Visible(array.Elt, inside) {
		return nil, a.Refuse(s.appends[0].Node(), "the type of the result of "+s.Name()+" has a name, or a comment")
	}
	yield := "yield func(" + a.Text(array.Elt) + ") bool"
	if params.NumFields() == 0 {
		edits = append(edits, source.Replace(params.Opening+1, results.End(), yield+")"))
	} else {
		q, imports, ok := a.Import("iter", "Seq", s.Decl.Pos())
		if !ok {
			return nil, false
		}
		edits = append(imports, source.Replace(results.Pos(), results.End(), q+"Seq["+a.Text(array.Elt)+"]"),
			s.Insert("\treturn func("+yield+") {\n"), source.Insert(s.Decl.Body.Rbrace, "\t}\n"))
	}
	return append(edits, a.says(s.Func, "yields")...), true
}

// over returns the edits that range over the function instead of its result.
//
//	for _, p := range n.above() {     for _, k := range kids(n, 3) {
//	----------------------------------------------------------------
//	for p := range n.above {          for k := range kids(n, 3) {
func (a *appender) over(s *series, v visited) (edits []source.TextEdit) {
	f, head, text := a.Pkg.FileOf(v.loop), "for ", ""
	if v.loop.Value != nil && !source.IsBlank(v.loop.Value) {
		head += f.Text(v.loop.Value) + " := "
	}
	if v.held != nil {
		edits = append(edits, v.held.Remove())
	}
	if text = f.Text(v.call); s.Decl.Type.Params.NumFields() == 0 {
		text = f.Between(v.call.Pos(), v.call.Lparen)
	}
	if v.stmt != v.loop {
		return append(edits, source.Replace(v.loop.For, v.loop.Body.Lbrace, head+"range "+text+" {"))
	}
	return append(edits, source.Replace(v.loop.For, v.loop.X.End(), head+"range "+text))
}
