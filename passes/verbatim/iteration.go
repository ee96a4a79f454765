package verbatim

import (
	"go/ast"
	"go/token"
	"slices"
)

// A written says what an iteration has written so far: nothing, its unit once, or either of the two.
type written int

const (
	none written = iota
	once
	either
)

// A place describes where in the loop a list of statements is.
type place struct {
	// outer: the list is the body of the loop. last: nothing runs after it in the iteration.
	outer, last bool
	inSwitch    bool
}

// walk returns what an iteration has written after the statements, if it had written before at their start; ends says
// that control does not get past them. ok is false if the loop cannot be asked.
func (c *change) walk(list []ast.Stmt, before written, at place) (after written, ends, ok bool) {
	for i, s := range list {
		behind := list[i+1:]
		a, writes, ok := c.leaf(s, behind, before, at)
		switch {
		case !ok:
			return 0, false, false
		case !writes:
			inner := place{last: at.last && len(behind) == 0, inSwitch: at.inSwitch}
			if before, ends, ok = c.statement(s, before, inner); !ok || ends && len(behind) > 0 {
				return 0, false, false
			}
		case a.changes: // the statements after it do not matter any more
			a.end = list[len(list)-1].End()
			c.answers = append(c.answers, a)
			return once, true, true
		default:
			before = once
			c.answers = append(c.answers, a)
			if a.ends {
				return once, true, true
			}
		}
	}
	return before, ends, true
}

func (c *change) statement(s ast.Stmt, before written, at place) (after written, ends, ok bool) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return c.walk(s.List, before, at)
	case *ast.IfStmt:
		if s.Init != nil && !c.repeats(s.Init) || !c.repeats(s.Cond) {
			return 0, false, false
		}
		branches := []ast.Stmt{s.Body}
		if s.Else != nil {
			branches = append(branches, s.Else)
		}
		return c.either(branches, s.Else == nil, before, at)
	case *ast.SwitchStmt:
		if s.Init != nil && !c.repeats(s.Init) || s.Tag != nil && !c.repeats(s.Tag) {
			return 0, false, false
		}
		var branches []ast.Stmt
		falls := true
		for _, clause := range s.Body.List {
			clause := clause.(*ast.CaseClause)
			falls = falls && clause.List != nil
			for _, e := range clause.List {
				if !c.repeats(e) {
					return 0, false, false
				}
			}
			branches = append(branches, &ast.BlockStmt{List: clause.Body})
		}
		at.inSwitch = true
		return c.either(branches, falls, before, at)
	case *ast.BranchStmt:
		return c.branch(s, before, at)
	case *ast.ReturnStmt:
		c.answers = append(c.answers, answer{pos: s.Pos(), end: s.End(), changes: true, inSwitch: at.inSwitch})
		return before, true, true
	}
	return before, false, c.repeats(s)
}

// branch is statement for a break, a continue or a fallthrough. A loop that builds a text and ends early leaves a part
// of the text out.
func (c *change) branch(s *ast.BranchStmt, before written, at place) (after written, ends, ok bool) {
	c.skips = true
	leaves := s.Tok == token.CONTINUE || s.Tok == token.BREAK && !at.inSwitch
	switch {
	case !c.branches(s) || c.builds && (!leaves || before == either):
		return 0, false, false
	case c.builds && (before == none || s.Tok == token.BREAK):
		c.answers = append(c.answers, answer{pos: s.Pos(), end: s.End(), changes: true, inSwitch: at.inSwitch})
	}
	return before, leaves, true
}

// either is walk for a choice between the branches in list; falls says that none of them may run.
func (c *change) either(list []ast.Stmt, falls bool, before written, at place) (after written, ends, ok bool) {
	var ways []written
	if falls {
		ways = append(ways, before)
	}
	for _, branch := range list {
		after, ends, ok := c.statement(branch, before, at)
		if !ok {
			return 0, false, false
		}
		if !ends {
			ways = append(ways, after)
		}
	}
	switch {
	case len(ways) == 0:
		return before, true, true
	case slices.ContainsFunc(ways, func(w written) bool { return w != ways[0] }):
		return either, false, true
	}
	return ways[0], false, true
}
