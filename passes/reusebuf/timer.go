package reusebuf

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// staleTick is what timers did before go1.23, and still do with that setting.
var staleTick = rule.Contents.Caveat("with GODEBUG=asynctimerchan=1 an iteration may see the tick of the one before")

// timer makes one timer in front of the loop that each iteration resets.
//
//	for … {                          var t *time.Timer
//		                         for … {
//		                                 if t == nil {
//		t := time.NewTimer(d)                    t = time.NewTimer(d)
//		                                 } else {
//		                                         t.Reset(d)
//		                                 }
func (r *reuser) timer(d source.Decl) {
	call, ok := source.CallTo(r.Info, d.Value, "time", "NewTimer")
	if !ok || !d.Typed() || !source.InLoop(d.Cur) || d.HasComment() || r.Pkg.InLiteral(d.Var) {
		return
	}
	if !r.Pkg.Every(d.Var, r.ticks) {
		r.Refuse(d.Node(), d.Var.Name()+" may be retained")
		return
	}
	if start, ok := r.start(call); ok {
		q, _, _ := r.Qualified(call)
		r.fix(d, &buffer{
			v: d.Var, declare: as("var %s *" + q + "Timer"), empty: start,
			before: []ast.Expr{call.Fun}, caveats: []rule.Caveat{staleTick},
		})
	}
}

// start returns the lines that start a timer, given the call that makes one.
func (r *reuser) start(call *ast.CallExpr) (start func(name, indent string) string, ok bool) {
	q, _, ok := r.Qualified(call, "Timer", "NewTimer")
	if !ok || !r.Universe(call.Pos(), "nil") || !r.Since(call, "go1.23", "timer without stale ticks") {
		return nil, false
	}
	d := r.Text(call.Args[0])
	return func(name, indent string) string {
		return "if " + name + " == nil {\n" +
			indent + "\t" + name + " = " + q + "NewTimer(" + d + ")\n" +
			indent + "} else {\n" +
			indent + "\t" + name + ".Reset(" + d + ")\n" +
			indent + "}"
	}, true
}

// ticks recognises <-t.C, and t.Stop() and t.Reset(d) where they stand.
func (r *reuser) ticks(use inspector.Cursor) bool {
	if use.ParentEdgeKind() != edge.SelectorExpr_X {
		return false
	}
	sel := source.Parens(use.Parent())
	switch use.Parent().Node().(*ast.SelectorExpr).Sel.Name {
	case "C":
		return received(sel)
	case "Stop", "Reset":
		call := source.Parens(sel.Parent()).ParentEdgeKind()
		return sel.ParentEdgeKind() == edge.CallExpr_Fun && call != edge.GoStmt_Call && call != edge.DeferStmt_Call
	}
	return false
}

// received reports whether a receive operation has the channel at cur.
func received(cur inspector.Cursor) bool {
	e, ok := cur.Parent().Node().(*ast.UnaryExpr)
	return ok && e.Op == token.ARROW
}

// after makes one timer for the calls of time.After in the iterations of a loop that waits in a select.
//
//	for … {                                 var timer *time.Timer
//		                                for … {
//		                                        if timer == nil {
//		                                                timer = time.NewTimer(d)
//		                                        } else {
//		                                                timer.Reset(d)
//		                                        }
//		select {                                select {
//		case <-time.After(d):                   case <-timer.C:
func (r *reuser) after(cur inspector.Cursor) {
	call, ok := source.CallTo(r.Info, cur.Node().(*ast.CallExpr), "time", "After")
	if !ok || !received(source.Parens(cur)) {
		return
	}
	wait, ok := selects(cur)
	if !ok || !source.InLoop(wait) {
		return
	}
	loop, ok := r.outermost(wait)
	if !ok || r.Jumps(call.Pos()) || !r.Spelled(call, loop.Pos(), "Timer") {
		return
	}
	start, ok := r.start(call)
	if !ok {
		return
	}
	q, _, _ := r.Qualified(call)
	name := r.Fresh(loop.Pos(), "timer")
	class := rule.Review(staleTick)
	if !effect.Steady(r.Pkg, call.Args[0]) {
		class = class.And(rule.Review(rule.Order.Caveat("the duration is computed before what the other cases wait for")))
	}
	r.Report(rule.Finding{
		At:      call,
		Message: "a timer is made in each iteration",
		Title:   "make the timer once, and start the timer anew",
		Class:   class,
		Edits: []source.TextEdit{
			r.Before(loop, "var "+name+" *"+q+"Timer"),
			r.Before(wait.Node(), start(name, r.Indent(wait.Node().Pos()))),
			source.ReplaceNode(call, name+".C"),
		},
	})
}

// selects returns the select that has the expression at cur in the communication of a case. ok is false if
// there is none, or it does not stand in a list of statements.
func selects(cur inspector.Cursor) (wait inspector.Cursor, ok bool) {
	for c := cur; ; c = c.Parent() {
		switch c.ParentEdgeKind() {
		case edge.CommClause_Comm:
			wait := c.Parent().Parent().Parent()
			_, _, inList := source.StmtList(wait)
			return wait, inList
		case edge.CommClause_Body, edge.BlockStmt_List, edge.FuncLit_Body, edge.File_Decls:
			return c, false
		}
	}
}
