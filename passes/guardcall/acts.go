package guardcall

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// A condition is one of an if, or several of which all have to hold, or one. The zero
// value holds in any case.
type condition struct {
	cond ast.Expr
	// idle: the function does nothing where cond holds; otherwise nothing where it does not. Of the
	// condition that never holds cond is nil.
	idle bool
	// frames say, for a condition of a function that is called, what stands for its parameters: what
	// the function gives them that calls it, the innermost first.
	frames []frame
	op     token.Token // LAND or LOR
	parts  []condition
}

// A frame is a call of a guarded function in another one.
type frame struct {
	file  *source.File
	given map[types.Object]ast.Expr
}

func (c condition) always() bool { return c.cond == nil && c.parts == nil && !c.idle }
func (c condition) never() bool  { return c.cond == nil && c.parts == nil && c.idle }

// not is the opposite of one condition.
func (c condition) not() condition {
	c.idle = !c.idle
	return c
}

// leaves lists the conditions that it is made of, in the order in which they are asked.
func (c condition) leaves() (all []condition) {
	if c.cond != nil {
		return []condition{c}
	}
	for _, p := range c.parts {
		all = append(all, p.leaves()...)
	}
	return all
}

// all lists those that have to hold.
func (c condition) all() []condition {
	switch {
	case c.op == token.LAND:
		return c.parts
	case c.cond == nil && c.parts == nil:
		return nil
	}
	return []condition{c}
}

// join is c && d, or c || d.
func (c condition) join(op token.Token, d condition) condition {
	none, whole := condition.never, condition.always
	if op == token.LAND {
		none, whole = whole, none
	}
	switch {
	case none(c) || whole(d):
		return d
	case none(d) || whole(c):
		return c
	}
	var parts []condition
	for _, x := range []condition{c, d} {
		if x.op == op {
			parts = append(parts, x.parts...)
		} else {
			parts = append(parts, x)
		}
	}
	return condition{op: op, parts: parts}
}

// either holds wherever one of two ways does something, of which c chooses the first: where both may,
// also where c holds and the first one does not.
func (c condition) either(first, second condition) condition {
	switch {
	case first.never():
		return c.not().join(token.LAND, second)
	case second.never():
		return c.join(token.LAND, first)
	}
	return c.join(token.LOR, second)
}

// most is how many conditions a question has at most.
const most = 5

// An actor finds out when functions act.
type actor struct {
	*guarder
	fn     *inline.Func
	around []*types.Func // that are looked at
}

// acts returns where the statements, with which the function ends, do anything: a condition that
// holds wherever they do.
func (a actor) acts(list []ast.Stmt) condition {
	if len(list) == 0 {
		return condition{idle: true}
	}
	first, rest := list[0], list[1:]
	switch s := first.(type) {
	case *ast.ReturnStmt:
		return condition{idle: len(s.Results) == 0}
	case *ast.IfStmt:
		if s.Init != nil || !a.askable(s.Cond) {
			break
		}
		return condition{cond: s.Cond}.either(a.acts(slices.Concat(s.Body.List, rest)), a.acts(append(otherwise(s), rest...)))
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			return a.calls(call).join(token.LOR, a.acts(rest))
		}
	}
	return condition{}
}

// otherwise returns the statements of the else.
func otherwise(s *ast.IfStmt) []ast.Stmt {
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		return slices.Clone(e.List)
	case nil:
		return nil
	}
	return []ast.Stmt{s.Else}
}

// calls is acts for a call of a guarded function, which is given no more than names and constants
// for what that asks for.
func (a actor) calls(call *ast.CallExpr) condition {
	fn := source.Func(a.Info, call)
	if fn == nil || len(a.around) == deepest || slices.Contains(a.around, fn) || !a.Pkg.Everywhere(fn.Origin()) {
		return condition{}
	}
	callee, ok := inline.Declared(a.Pkg, fn)
	if !ok || callee.Generic() {
		return condition{}
	}
	x := source.Receiver(a.Info, call)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && x != nil && (a.Info.Selections[sel].Kind() != types.MethodVal || len(a.Info.Selections[sel].Index()) != 1) {
		return condition{}
	}
	t, ok := a.recognise(callee, append(a.around, a.fn.Obj)...)
	if !ok || !a.silent(t, x, call) {
		return condition{}
	}
	given, ok := a.operands(t, x, call)
	if !ok {
		return condition{}
	}
	for _, e := range given {
		if _, isLit := e.(*ast.BasicLit); !isLit && !source.IsPath(e) {
			return condition{} // an operation, which would need parentheses
		}
	}
	return t.condition.inside(frame{a.fn.File, given})
}

// silent reports whether nothing shows that the call is evaluated whose function does nothing: what is
// followed for the receiver is so by the question, too.
func (a actor) silent(t guarded, x ast.Expr, call *ast.CallExpr) bool {
	followed := make(map[*types.Var]bool)
	if x != nil {
		recv := t.Obj.Signature().Recv()
		if ident(x) == nil && !t.leaves()[0].evaluates(a.Info, recv) || source.IsA[*types.Pointer](a.Info.TypeOf(x)) != source.IsA[*types.Pointer](recv.Type()) {
			return false
		}
		for v := range effect.Of(a.Pkg, x).Derefs {
			followed[v] = true
		}
	}
	return !slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		fails, ok := a.spared(followed, e)
		return fails || !ok || source.Has[*ast.FuncLit](e)
	})
}

// inside returns the condition as one of a function that is called in the frame.
func (c condition) inside(f frame) condition {
	c.frames, c.parts = append(slices.Clone(c.frames), f), slices.Clone(c.parts)
	for i, p := range c.parts {
		c.parts[i] = p.inside(f)
	}
	return c
}

// askable reports whether a condition can be asked elsewhere. The compiler knows a constant, and
// what is never done then. There is no error as a rule.
func (a actor) askable(cond ast.Expr) bool {
	return a.Info.Types[cond].Value == nil && !a.failed(cond) && a.question(cond, 0) && !a.countsArgs(a.fn, cond) &&
		!a.fn.File.HasComment(cond.Pos(), cond.End())
}
