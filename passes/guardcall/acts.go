package guardcall

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/unheap/unheap/passes/internal/inline"
)

// A condition is that of an if, or several conditions, of which all have to hold (LAND), or at least
// one (LOR). The zero value holds in any case.
type condition struct {
	cond ast.Expr
	// idle: the function does nothing where cond holds; otherwise it does nothing where cond does not
	// hold. The condition that never holds is idle, and its cond is nil.
	idle  bool
	op    token.Token // LAND or LOR
	parts []condition
}

func (c condition) always() bool { return c.cond == nil && c.parts == nil && !c.idle }
func (c condition) never() bool  { return c.cond == nil && c.parts == nil && c.idle }

// not is the opposite of a condition that is that of an if.
func (c condition) not() condition {
	c.idle = !c.idle
	return c
}

// leaves lists the conditions of ifs that c is made of, in the order in which they are asked.
func (c condition) leaves() (all []condition) {
	if c.cond != nil {
		return []condition{c}
	}
	for _, p := range c.parts {
		all = append(all, p.leaves()...)
	}
	return all
}

// all lists the conditions that all have to hold for c to hold.
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

// either holds wherever one of two ways does something; the first way is taken where c holds. If both ways
// may do something the result holds wherever c does, even if the first way does nothing there.
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

// acts returns where the statements, with which the function ends, do anything: a condition that
// holds wherever they do.
func (s *guarder) acts(fn *inline.Func, list []ast.Stmt) condition {
	if len(list) == 0 {
		return condition{idle: true}
	}
	first, rest := list[0], list[1:]
	switch stmt := first.(type) {
	case *ast.ReturnStmt:
		return condition{idle: len(stmt.Results) == 0}
	case *ast.IfStmt:
		if stmt.Init == nil && s.askable(fn, stmt.Cond) {
			return condition{cond: stmt.Cond}.either(s.acts(fn, slices.Concat(stmt.Body.List, rest)), s.acts(fn, append(otherwise(stmt), rest...)))
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

// askable reports whether a condition can be asked elsewhere, and may have either answer: the compiler knows
// the value of a constant, and an error is nil as a rule.
func (s *guarder) askable(fn *inline.Func, cond ast.Expr) bool {
	return s.Info.Types[cond].Value == nil && !s.failed(cond) && s.question(cond, 0) && !s.countsArgs(fn, cond) &&
		!fn.File.HasComment(cond.Pos(), cond.End())
}
