package size

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// cut returns the trips of a loop that shortens the slice or text in its condition, by the same
// number of elements in each iteration.
//
//	for len(b) >= 8 { …; b = b[8:] }    for s != "" { …; s = s[1:] }
func (c *counter) cut(s *ast.ForStmt) (trips, bool) {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok {
		return trips{}, false
	}
	info := c.pkg.Info
	x, needs := cond.X, int64(1)
	if of, isLen := source.LenOf(info, x); isLen {
		least, isConst := source.IntConst(info, cond.Y)
		x, ok = of, isConst
		switch {
		case cond.Op == token.GEQ:
			needs = least
		case cond.Op == token.GTR:
			needs = least + 1
		default:
			ok = ok && cond.Op == token.NEQ && least == 0
		}
	} else {
		text, isConst := source.StringConst(info, cond.Y)
		ok = isConst && text == "" && cond.Op == token.NEQ
	}
	v, isLocal := c.pkg.LocalVar(x)
	cur, found := c.file.Cursor.FindNode(s)
	if !ok || needs < 1 || !isLocal || !found || c.pkg.Captured(v) || !c.next && !effect.StableBetween(c.pkg, x, c.pos, x.Pos()) {
		return trips{}, false
	}
	if source.LoopSince(cur.Parent(), c.pos-1) {
		return trips{}, false // an outer loop changes x, too
	}
	by, always := int64(0), false
	for _, write := range c.pkg.Writes(v) {
		if at := write.Node().Pos(); at < s.Pos() || at >= s.End() {
			continue
		}
		assign, isAssign := source.Parens(write).Parent().Node().(*ast.AssignStmt)
		if !isAssign || source.Parens(write).ParentEdgeKind() != edge.AssignStmt_Lhs || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || assign.Tok != token.ASSIGN {
			return trips{}, false
		}
		rest, isCut := ast.Unparen(assign.Rhs[0]).(*ast.SliceExpr)
		if !isCut || !c.pkg.Is(rest.X, v) || rest.High != nil {
			return trips{}, false
		}
		low, isConst := source.IntConst(info, rest.Low)
		if !isConst || low < 1 || by != 0 && by != low {
			return trips{}, false
		}
		by, always = low, always || alwaysRuns(s, assign)
	}
	if !always {
		return trips{}, false
	}
	return c.steps(x, by, needs)
}

// alwaysRuns reports whether each iteration of the loop runs the statement, or ends the loop.
func alwaysRuns(loop *ast.ForStmt, stmt ast.Stmt) bool {
	if loop.Post == stmt {
		return true
	}
	i := slices.Index(loop.Body.List, stmt)
	for _, before := range loop.Body.List[:max(i, 0)] {
		if source.Any(before, func(jump *ast.BranchStmt) bool { return jump.Tok != token.BREAK || jump.Label != nil }) {
			return false
		}
	}
	return i >= 0
}

// steps returns the trips of a loop that takes by elements of x in each iteration, as long as there
// are needs of them.
func (c *counter) steps(x ast.Expr, by, needs int64) (trips, bool) {
	more := by - needs
	t := source.Core(c.pkg.Info.TypeOf(x))
	if needs < 1 || more < 0 || by < 1 || by > 1<<10 || !c.ready(x) || !c.file.Universe(c.pos, "len") {
		return trips{}, false
	}
	each := int64(1) // byte of a text
	switch t := t.(type) {
	case *types.Slice:
		each = c.elemBytes(t)
	case *types.Basic:
	default:
		return trips{}, false
	}
	varies, ok := c.seen(x)
	text := "len(" + c.file.Text(x) + ")"
	if more > 0 {
		text = "(" + text + "+" + strconv.FormatInt(more, 10) + ")"
	}
	if by > 1 {
		text += "/" + strconv.FormatInt(by, 10)
	}
	return trips{f: factor{text: text, from: []ast.Expr{x}, bytes: max(1, by*each), part: by > 1}, varies: varies, bytes: by * each}, ok
}

// linked returns the trips of a loop over the elements of a list, from either end.
//
//	for e := l.Front(); e != nil; e = e.Next() {
func (c *counter) linked(s *ast.ForStmt) (trips, bool) {
	init, isSet := s.Init.(*ast.AssignStmt)
	post, isStep := s.Post.(*ast.AssignStmt)
	cond, isCond := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !c.next || !isSet || !isStep || !isCond || init.Tok != token.DEFINE || post.Tok != token.ASSIGN || len(init.Lhs) != 1 || len(post.Lhs) != 1 || cond.Op != token.NEQ {
		return trips{}, false
	}
	for first, next := range map[string]string{"Front": "Next", "Back": "Prev"} {
		begin, isFirst := source.CallTo(c.pkg.Info, init.Rhs[0], "container/list", "List."+first)
		step, isNext := source.CallTo(c.pkg.Info, post.Rhs[0], "container/list", "Element."+next)
		e, isVar := c.pkg.LocalVar(init.Lhs[0])
		if !isFirst || !isNext || !isVar || !c.pkg.Is(post.Lhs[0], e) || !c.pkg.Is(cond.X, e) || !c.pkg.Info.Types[cond.Y].IsNil() || c.pkg.WrittenIn(e, s.Body.Pos(), s.Body.End()) {
			continue
		}
		list, from := source.Receiver(c.pkg.Info, begin), source.Receiver(c.pkg.Info, step)
		if list == nil || from == nil || !c.pkg.Is(from, e) || !effect.Pure(c.pkg.Info, list) || c.file.HasComment(s.Init.Pos(), s.Cond.End()) {
			return trips{}, false
		}
		varies, ok := c.early(list)
		each := c.sizeof(e.Type().(*types.Pointer).Elem())
		return trips{f: factor{text: c.file.Text(list) + ".Len()", from: []ast.Expr{begin}, bytes: max(1, each), part: true}, varies: varies, bytes: each}, ok
	}
	return trips{}, false
}

// again returns an inner loop over numbers, which adds k in each iteration, as a counting loop,
// since it depends on a loop around it. Nothing may leave these loops early: the counting loop runs
// to its end.
//
//	for _, r := range ranges {
//		for i := r.Lo; i <= r.Hi; i += r.Step { list = append(list, i) }
//	----------------------------------------------------------------
//	for _, r := range ranges {
//		for i := r.Lo; i <= r.Hi; i += r.Step { n++ }
func (c *counter) again(s ast.Stmt, body sum) (sum, bool) {
	loop, ok := s.(*ast.ForStmt)
	k, isConst := Count{terms: body.terms, loops: body.loops}.Const()
	if !ok || !isConst || len(c.ranges) == 0 || !c.plainly || c.mayStop(c.ranges[0]) || loop.Init == nil || loop.Cond == nil || loop.Post == nil || c.file.HasComment(loop.Pos(), loop.Body.Lbrace) {
		return sum{}, false
	}
	init, isSet := loop.Init.(*ast.AssignStmt)
	if !isSet || init.Tok != token.DEFINE || len(init.Lhs) != 1 || len(init.Rhs) != 1 {
		return sum{}, false
	}
	i, isVar := c.pkg.LocalVar(init.Lhs[0])
	step, isStep := stepOf(loop.Post)
	if !isVar || !isStep || !c.pkg.Is(step[0], i) || !source.IsA[*types.Basic](i.Type()) || c.pkg.Captured(i) || c.pkg.WrittenIn(i, loop.Body.Pos(), loop.Body.End()) {
		return sum{}, false
	}
	from := append([]ast.Expr{init.Rhs[0], loop.Cond}, step[1:]...)
	for _, e := range from {
		if !c.repeats(e, i) {
			return sum{}, false
		}
	}
	if !c.surelyEnds(loop) || c.mayFollowNil(s, c.ranges[0].Body) {
		c.trusted = append(c.trusted, c.file.Text(loop.Cond))
	}
	head := c.file.Between(loop.Pos(), loop.Body.Lbrace)
	add := "++"
	if k > 1 {
		add = " += " + strconv.FormatInt(k, 10)
	}
	return sum{loops: []string{head + "{\n\t%s" + add + "\n}"}, from: from, varies: true}, !strings.Contains(head, "%")
}

// surelyEnds reports whether the loop counts whole numbers by one, up to below a bound or down to
// above one. Other loops may run for ever, and what they add would need all memory.
func (c *counter) surelyEnds(loop *ast.ForStmt) bool {
	post, isStep := loop.Post.(*ast.IncDecStmt)
	cond, isCompare := ast.Unparen(loop.Cond).(*ast.BinaryExpr)
	if !isStep || !isCompare || !(post.Tok == token.INC && cond.Op == token.LSS || post.Tok == token.DEC && cond.Op == token.GTR) {
		return false
	}
	basic, ok := c.pkg.Info.TypeOf(post.X).Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0 // one more than a large floating-point number is that number
}

// mayFollowNil reports whether the body of a loop may follow a nil pointer in front of s. That
// would end the loop at once, when no memory is needed yet.
func (c *counter) mayFollowNil(s ast.Stmt, body ast.Stmt) bool {
	does := effect.Of(c.pkg, body)
	cur, ok := c.file.Cursor.FindNode(s)
	if does.Follows || !ok {
		return true
	}
	for v := range does.Derefs {
		if !flow.NonNilAt(c.pkg, v, cur) {
			return true
		}
	}
	return false
}

// stepOf returns the variable that a loop steps, and the step unless it is one.
//
//	i++    i -= n
func stepOf(post ast.Stmt) (list []ast.Expr, ok bool) {
	switch post := post.(type) {
	case *ast.IncDecStmt:
		return []ast.Expr{post.X}, true
	case *ast.AssignStmt:
		return append(slices.Clone(post.Lhs), post.Rhs...), len(post.Lhs) == 1 && (post.Tok == token.ADD_ASSIGN || post.Tok == token.SUB_ASSIGN)
	}
	return nil, false
}

// repeats reports whether an expression in the head of a loop over i has the same values in a
// counting loop as when something is added: it cannot panic, and is made of i, of constants, of
// numbers in variables of the loops around it, and of variables that keep their value. These loops
// must change nothing that they range over.
func (c *counter) repeats(e ast.Expr, i *types.Var) bool {
	if !effect.Total(c.pkg.Info, e) || source.Has[*ast.CallExpr](e) && !c.converts(e) {
		return false
	}
	for id := range source.Idents(e) {
		v, isVar := c.pkg.Info.Uses[id].(*types.Var)
		switch {
		case !isVar || v.IsField() || v == i:
		case slices.Contains(c.vars, types.Object(v)):
			if c.pkg.Captured(v) || c.pkg.WrittenIn(v, c.pos, c.ranges[0].End()) {
				return false
			}
		case v.Pos() > c.pos || c.pkg.Captured(v) || c.pkg.WrittenIn(v, c.pos, c.ranges[0].End()) || v.Parent() == c.pkg.Types.Scope():
			return false
		}
	}
	return !slices.ContainsFunc(c.ranges, func(r *ast.RangeStmt) bool { return !c.quiet(r.Body) })
}

// converts reports whether all calls in e are conversions.
func (c *counter) converts(e ast.Expr) bool {
	return !source.Any(e, func(call *ast.CallExpr) bool { return !source.IsConversion(c.pkg.Info, call) })
}
