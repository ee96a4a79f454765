package hoist

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// names are the names of the variables that hold the results of functions. Those that are
// not listed give a "text".
var names = map[string]string{
	"ToLower": "lower", "ToUpper": "upper", "ToTitle": "title", "Replace": "replaced", "ReplaceAll": "replaced", "ToValidUTF8": "valid",
	"Itoa": "number", "Quote": "quoted", "Join": "joined", "QueryEscape": "escaped", "PathEscape": "escaped", "EscapeString": "escaped",
}

// pure reports whether fn makes a string, an equal one for equal operands, and never panics.
func pure(fn *types.Func) bool {
	f, results := stdlib.Of(fn), fn.Signature().Results()
	return f.Quiet && f.Allocates && !f.Methods && !f.Calls && !f.Unlike && f.Accepts(0, false) && results.Len() == 1 && source.IsString(results.At(0).Type())
}

// prints reports whether the call makes an equal text for equal operands, as functions of fmt do
// for operands without methods and without memory behind them.
func (h *hoister) prints(call *ast.CallExpr) bool {
	_, ok := source.CallTo(h.Info, call, "fmt", "Sprintf", "Sprint", "Sprintln")
	return ok && effect.Of(h.Pkg, call).Inert()
}

// invariant moves a call in front of the loop in which it always gives an equal string.
//
//	                               for _, l := range lines { f(l, strings.ToLower(q)) }
//	-----------------------------
//	lower := strings.ToLower(q)
//	                               for _, l := range lines { f(l, lower) }
func (h *hoister) invariant(cur inspector.Cursor, call *ast.CallExpr) {
	fn := source.Func(h.Info, call)
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil || call.Ellipsis.IsValid() {
		return
	}
	base := cmp.Or(names[fn.Name()], "text")
	if !pure(fn) && !h.prints(call) || h.HasComment(call.Pos(), call.End()) || len(call.Args) == 0 {
		return
	}
	loop, ok := h.outermost(cur, func(loop ast.Stmt) bool {
		for _, arg := range call.Args {
			basic := source.IsA[*types.Basic](h.Info.TypeOf(arg)) // the elements of others may change
			if !basic || !effect.StableBetween(h.Pkg, arg, loop.Pos(), loop.End()) || !h.Visible(arg, loop.Pos()) {
				return false
			}
		}
		return h.Visible(call.Fun, loop.Pos())
	})
	if !ok || source.Parens(cur).ParentEdgeKind() == edge.ExprStmt_X {
		return
	}
	h.reportOnce(call, loop, base, fn.Pkg().Name()+"."+fn.Name()+" gives", rule.Safe)
}

// conversion moves the conversion of a text to bytes or characters, as the argument of a function.
//
//	                                for k := range m { d := distance([]rune(e.Name), []rune(k)) }
//	------------------------------
//	runes := []rune(e.Name)
//	                                for k := range m { d := distance(runes, []rune(k)) }
func (h *hoister) conversion(cur inspector.Cursor, call *ast.CallExpr) {
	outer := source.ArgumentOf(cur)
	if outer == nil || !source.IsConversion(h.Info, call) || h.HasComment(call.Pos(), call.End()) {
		return
	}
	slice, isSlice := types.Unalias(h.Info.TypeOf(call)).(*types.Slice)
	text := call.Args[0]
	if !isSlice || !source.IsString(types.Default(h.Info.TypeOf(text))) || !source.IsPath(text) || h.Info.Types[text].Value != nil {
		return
	}
	class, ok := h.given(outer, source.Parens(cur))
	if recv := source.Receiver(h.Info, outer); !ok || source.IsBytes(slice) && (recv == nil || !types.IsInterface(h.Info.TypeOf(recv))) {
		return // the compiler does not copy bytes for a function which it sees only reading them
	}
	doubted := false
	loop, ok := h.outermost(cur, func(loop ast.Stmt) bool {
		stable := effect.StableBetween(h.Pkg, text, loop.Pos(), loop.End())
		unseen := !stable && h.unseen(text, loop)
		doubted = doubted || unseen
		return (stable || unseen) && h.Visible(call, loop.Pos()) && h.isThere(text, loop)
	})
	if !ok {
		return
	}
	if doubted {
		class = class.And(rule.Review(rule.Order.Caveat("what the loop calls must not change " + h.Text(text))))
	}
	base := "bytes"
	if types.Identical(slice.Elem(), types.Typ[types.Rune]) {
		base = "runes"
	}
	h.reportOnce(call, loop, base, "the conversion gives", class)
}

// isThere reports whether the text can be evaluated in front of the loop: no pointer in it is nil there.
func (h *hoister) isThere(text ast.Expr, loop ast.Stmt) bool {
	sel, ok := ast.Unparen(text).(*ast.SelectorExpr)
	if effect.Total(h.Info, text) || !ok {
		return effect.Total(h.Info, text)
	}
	if selection := h.Info.Selections[sel]; selection == nil || len(selection.Index()) > 1 {
		return false // the field of an embedded struct, which may be embedded as a pointer
	}
	v, isVar := h.Pkg.LocalVar(sel.X)
	cur, found := h.Cursor.FindNode(loop)
	return isVar && found && flow.NonNilAt(h.Pkg, v, cur)
}

// unseen reports whether only unknown code can change a field in an iteration of the loop.
func (h *hoister) unseen(field ast.Expr, loop ast.Stmt) bool {
	sel, ok := ast.Unparen(field).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	does := effect.Of(h.Pkg, loop)
	return effect.StableBetween(h.Pkg, sel.X, loop.Pos(), loop.End()) && does.Writes&effect.Slots == 0 && !does.Waits
}

// given returns the class of giving a function the same slice in each iteration, as the argument at cur: the function
// can tell it from a new one if it changes or retains its argument.
func (h *hoister) given(call *ast.CallExpr, cur inspector.Cursor) (class rule.Class, ok bool) {
	fn := source.Func(h.Info, call)
	_, i := cur.ParentEdge()
	if fn == nil || fn.Signature().Variadic() || i >= fn.Signature().Params().Len() || types.IsInterface(fn.Signature().Params().At(i).Type()) {
		return class, false
	}
	known := stdlib.Of(fn)
	switch param := fn.Origin().Signature().Params().At(i); {
	case known.Known() && known.Forgets(fn, i) && !known.Writes.Has(i) && !known.Fills.Has(i):
		return class, true
	case known.Known():
		return class, false
	case fn.Pkg() == h.Pkg.Types && h.Pkg.FuncBody(fn.Origin()) != nil && h.Pkg.Every(param, h.Pkg.Looked):
		return class, true
	}
	return rule.Review(rule.Contract.Caveat(fn.Name() + " must neither change nor keep what it is given")), true
}

// sum moves a concatenation of invariant strings.
//
//	                               for _, l := range lines { m[prefix+name] += l }
//	-----------------------------
//	joined := prefix+name
//	                               for _, l := range lines { m[joined] += l }
func (h *hoister) sum(cur inspector.Cursor, e *ast.BinaryExpr) {
	if e.Op != token.ADD || !source.IsString(h.Info.TypeOf(e)) || h.Info.Types[e].Value != nil || h.HasComment(e.Pos(), e.End()) {
		return
	}
	switch parent := source.Parens(cur).Parent().Node().(type) {
	case *ast.BinaryExpr:
		if parent.Op == token.ADD {
			return // an operand of a longer concatenation makes no string of its own
		}
	case *ast.AssignStmt:
		if parent.Tok == token.ADD_ASSIGN {
			return // nor does an operand of +=
		}
	case *ast.CallExpr:
		if kind, _ := source.WriterCall(h.Info, parent, "WriteString"); kind != "" || parent.Ellipsis.IsValid() {
			return // the rule concat writes the operands one by one
		}
	}
	loop, ok := h.outermost(cur, func(loop ast.Stmt) bool {
		return effect.StableBetween(h.Pkg, e, loop.Pos(), loop.End()) && h.Visible(e, loop.Pos())
	})
	if !ok {
		return
	}
	h.reportOnce(e, loop, "joined", "the concatenation gives", rule.Safe)
}

// reportOnce gives the value of e a name before the loop.
//
//	                           for _, x := range list {
//	                                   f(x, a + b)
//	-------------------------------------------------
//	joined := a + b
//	                           for _, x := range list {
//	                                   f(x, joined)
func (h *hoister) reportOnce(e ast.Expr, loop ast.Stmt, base, what string, class rule.Class) {
	name := h.Fresh(loop.Pos(), base)
	h.Report(rule.Finding{
		At:      e,
		Message: what + " the same in each iteration",
		Title:   "Make the value once, before the loop",
		Class:   class,
		Edits:   []source.TextEdit{h.Before(loop, name+" := "+h.Text(e)), source.ReplaceNode(e, name)},
	})
}

// outermost returns the outermost loop around cur, within its function, for which
// ok holds and each iteration of which reaches cur without a branch. The returned
// statement is the loop or its label.
func (h *hoister) outermost(cur inspector.Cursor, ok func(loop ast.Stmt) bool) (ast.Stmt, bool) {
	var found ast.Stmt
	if h.Jumps(cur.Node().Pos()) {
		return nil, false // a goto may jump over the new variable, or back without setting it
	}
	for c := cur; ; c = c.Parent() {
		switch c.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.IfStmt_Else, edge.CaseClause_Body, edge.CommClause_Body, edge.CommClause_Comm, edge.BinaryExpr_Y,
			edge.FuncLit_Body, edge.FuncDecl_Body, edge.CaseClause_List:
			if !skippable(c) {
				continue
			}
			return found, found != nil
		case edge.RangeStmt_Body, edge.ForStmt_Body:
			loop := c.Parent()
			if loop.ParentEdgeKind() == edge.LabeledStmt_Stmt {
				loop = loop.Parent()
			}
			stmt := loop.Node().(ast.Stmt)
			if _, _, inList := source.StmtList(loop); !inList || !ok(stmt) {
				return found, found != nil
			}
			found = stmt
		case edge.File_Decls:
			return found, found != nil
		}
	}
}

// skippable reports whether an iteration may skip the node at cur, a branch, a body or a right operand:
// true of all but the right operand of an operator other than && and ||.
func skippable(cur inspector.Cursor) bool {
	b, ok := cur.Parent().Node().(*ast.BinaryExpr)
	return !ok || b.Op == token.LAND || b.Op == token.LOR
}

// closure moves a function literal in front of the loop if it captures no variable that is declared
// in the loop: the literals of all iterations then share the same variables anyway.
//
//	                                for _, x := range xs { x.each(func(n int) { sum += n }) }
//	------------------------------
//	fn := func(n int) { sum += n }
//	                                for _, x := range xs { x.each(fn) }
//
//	                                for range n { go func() { defer wg.Done(); … }() }
//	------------------------------
//	work := func() { defer wg.Done(); … }
//	                                for range n { go work() }
func (h *hoister) closure(cur inspector.Cursor, lit *ast.FuncLit) {
	outer, name := source.Parens(cur), "fn"
	switch outer.ParentEdgeKind() {
	case edge.CallExpr_Args:
		if h.converted(outer) || h.onStack(outer) {
			return
		}
	case edge.CallExpr_Fun:
		if outer.Parent().ParentEdgeKind() != edge.GoStmt_Call {
			return // the literal is on the stack
		}
		name = "work"
	default:
		return
	}
	loop, ok := h.outermost(cur, func(loop ast.Stmt) bool { return h.capturesBefore(lit, loop) })
	if !ok {
		return
	}
	h.reportOnce(lit, loop, name, "the function literal is", rule.Safe)
}

// methodValue moves a method value in front of the loop if its receiver is the same in
// each iteration. The evaluation cannot fail, as it follows no pointer.
//
//	                                for _, x := range xs { x.each(s.add) }
//	------------------------------
//	fn := s.add
//	                                for _, x := range xs { x.each(fn) }
func (h *hoister) methodValue(cur inspector.Cursor, e *ast.SelectorExpr) {
	sel := h.Info.Selections[e]
	if sel == nil || sel.Kind() != types.MethodVal || len(sel.Index()) != 1 || types.IsInterface(sel.Recv()) {
		return // the receiver is an interface, which may be nil, or an embedded field
	}
	outer := source.Parens(cur)
	if outer.ParentEdgeKind() != edge.CallExpr_Args || h.converted(outer) || h.onStack(outer) || h.HasComment(e.Pos(), e.End()) {
		return
	}
	loop, ok := h.outermost(cur, func(loop ast.Stmt) bool { return h.bound(sel, e.X, loop) })
	if !ok {
		return
	}
	h.reportOnce(e, loop, "fn", "the method value is", rule.Safe)
}

// bound reports whether the method value with the receiver x is the same in each iteration. With
// a receiver T it holds a copy of x, with a receiver *T the address of x, or x itself if x is a pointer.
func (h *hoister) bound(sel *types.Selection, x ast.Expr, loop ast.Stmt) bool {
	v, ok := h.Pkg.LocalVar(x)
	if !ok || !h.Visible(x, loop.Pos()) {
		return false
	}
	byPointer := source.IsA[*types.Pointer](sel.Obj().(*types.Func).Signature().Recv().Type())
	isPointer := source.IsA[*types.Pointer](v.Type())
	switch {
	case byPointer && !isPointer:
		return true // the address of a variable from before the loop
	case byPointer == isPointer:
		return effect.StableBetween(h.Pkg, x, loop.Pos(), loop.End())
	}
	return false // what it points to is copied, and may change
}

// converted reports whether the function value at cur is the operand of a conversion or of a
// builtin function, and might get another type elsewhere.
func (h *hoister) converted(cur inspector.Cursor) bool {
	call := cur.Parent().Node().(*ast.CallExpr)
	return source.IsConversion(h.Info, call) || source.IsBuiltin(h.Info, call)
}

// onStack reports whether the function value at cur is the argument of a library function that only
// calls it, so that it is on the stack.
func (h *hoister) onStack(cur inspector.Cursor) bool {
	return stdlib.Of(source.Func(h.Info, cur.Parent().Node().(*ast.CallExpr))).Calls
}

// capturesBefore reports whether the literal captures local variables, all of them
// declared before the loop, and whether its other names mean the same in front of the loop. A
// literal that captures nothing is not allocated.
func (h *hoister) capturesBefore(lit *ast.FuncLit, loop ast.Stmt) bool {
	for range h.Misread(lit, loop.Pos()) {
		return false
	}
	return effect.Of(h.Pkg, lit).Allocates
}
