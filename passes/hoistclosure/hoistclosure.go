// Package hoistclosure defines an analyzer that makes one function literal of one per
// iteration.
//
// Invariant: while the call that gets it runs, the literal sees what it saw before.
//
// Model: a function literal that is given to a method of an interface, or to a function
// value, may be kept there, and is on the heap with what it captures. Made before the loop
// it is there once; the variables of the loop that it mentions become variables outside of
// it, which are set in each iteration.
//
// What it blurs: whether somebody keeps it.
//
// # Analyzer hoistclosure
//
// hoistclosure: make one function literal for all iterations
//
//	                                      var limit2 int
//	                                      callback := func(n int) { sum += min(n, limit2) }
//	for _, limit := range limits {        for _, limit := range limits {
//	    v.Each(func(n int) {          =>      limit2 = limit
//	        sum += min(n, limit)              v.Each(callback)
//	    })                                }
//	}
//
// Conditions:
//   - there is no goto in the function;
//   - the callee is not known; nothing is deferred, or runs in another goroutine;
//   - the literal captures variables of the loop, which are set once in each iteration,
//     before the statement, and whose types can be written; of the rest of the loop it
//     mentions nothing.
//
// Class: review: "whoever keeps the function sees the values of later iterations".
//
// Not proposed: literals that capture nothing of the loop, which hoist moves, and anything
// in generated files.
package hoistclosure

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed hoistclosure.go
var docText string

// Rule is the hoistclosure rewrite.
var Rule = rule.New("hoistclosure", docText, run, "closure", "captured", "loop-variable")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.FuncLit)(nil)) {
		(&hoister{r}).closure(cur)
	}
}

type hoister struct{ *rule.Run }

// closure replaces a function literal in a loop by one made before the loop.
func (s *hoister) closure(cur inspector.Cursor) {
	loop, stmt, ok := s.perIteration(cur)
	if !ok {
		return
	}
	lit := cur.Node().(*ast.FuncLit)
	captures, ok := s.Pkg.Captures(lit, func(obj types.Object) bool { return loop.Pos() <= obj.Pos() && obj.Pos() < loop.End() })
	if !ok || len(captures) == 0 {
		return // it is the same in each iteration: the rule hoist moves it
	}
	slices.SortFunc(captures, func(a, b source.Capture) int { return cmp.Compare(a.Var.Name(), b.Var.Name()) })
	var before, set []string
	for i := range captures {
		c := &captures[i]
		typ, ok := s.TypeText(c.Var.Type(), loop.Pos())
		if !ok || c.Var.Pos() > stmt.Pos() || len(s.Pkg.Writes(c.Var)) > 0 {
			return
		}
		c.Name = s.Fresh(loop.Pos(), c.Var.Name())
		before = append(before, fmt.Sprintf("var %s %s", c.Name, typ))
		set = append(set, fmt.Sprintf("%s = %s", c.Name, c.Var.Name()))
	}
	fn := s.Fresh(loop.Pos(), "callback") // the rule hoist uses the name fn
	before = append(before, fn+" := "+s.Renamed(lit, captures))
	s.Report(rule.Finding{
		At:      lit,
		Message: "the function literal is made in each iteration, for a callee that may keep it",
		Title:   "make one function literal for all iterations",
		Class:   rule.Review(rule.Contents.Caveat("whoever keeps the function sees the values of later iterations")),
		Edits: []source.TextEdit{
			// for _, x := range list { v.Each(func() { … x … }) }
			// ---------------------------------------------------
			// var x2 T
			// callback := func() { … x2 … }
			// for _, x := range list { x2 = x; v.Each(callback) }
			s.Before(loop, before...),
			s.Before(stmt, set...),
			source.ReplaceNode(lit, fn),
		},
	})
}

// perIteration returns the innermost loop around a function literal that is an argument of a dynamic call, and the
// statement of the call.
func (s *hoister) perIteration(cur inspector.Cursor) (loop, stmt ast.Node, ok bool) {
	if cur = source.Parens(cur); cur.ParentEdgeKind() != edge.CallExpr_Args || s.Jumps(cur.Node().Pos()) {
		return nil, nil, false
	}
	call := cur.Parent()
	if !s.dynamic(call.Node().(*ast.CallExpr)) {
		return nil, nil, false // the compiler knows whether the callee retains the literal
	}
	if source.RunsLater(call) {
		return nil, nil, false
	}
	at, ok := source.EnclosingStmt(call)
	if !ok {
		return nil, nil, false
	}
	for c := range source.Loops(at) {
		_, _, inList := source.StmtList(c)
		return c.Node(), at.Node(), inList
	}
	return nil, nil, false // there is no loop, or the loop is part of the statement
}

// dynamic reports whether call calls a method of an interface, or a function value.
func (s *hoister) dynamic(call *ast.CallExpr) bool {
	if source.IsConversion(s.Info, call) || source.IsBuiltin(s.Info, call) {
		return false
	}
	return typeutil.StaticCallee(s.Info, call) == nil
}
