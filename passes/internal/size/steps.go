package size

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// stepped returns the source of a loop that goes over a slice or text in steps.
//
//	for i := 0; i < len(x); i += 2 {    for i := 1; i+1 < len(x); i += 3 {
func (c *counter) stepped(s *ast.ForStmt) (trips, bool) {
	init, isSet := s.Init.(*ast.AssignStmt)
	post, isStep := s.Post.(*ast.AssignStmt)
	if !isSet || !isStep || init.Tok != token.DEFINE || post.Tok != token.ADD_ASSIGN || len(init.Lhs) != 1 || len(init.Rhs) != 1 {
		return trips{}, false
	}
	info := c.pkg.Info
	i, ok := c.pkg.LocalVar(init.Lhs[0])
	start, isStart := source.IntConst(info, init.Rhs[0])
	step, isConst := source.IntConst(info, post.Rhs[0])
	cond, isCond := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || !isStart || !isConst || !isCond || cond.Op != token.LSS || !c.pkg.Is(post.Lhs[0], i) || start < 0 || c.pkg.WrittenIn(i, s.Body.Pos(), s.Body.End()) {
		return trips{}, false
	}
	at, ahead := ast.Unparen(cond.X), int64(0)
	if sum, isSum := at.(*ast.BinaryExpr); isSum && sum.Op == token.ADD {
		if ahead, ok = source.IntConst(info, sum.Y); !ok || ahead < 0 {
			return trips{}, false
		}
		at = sum.X
	}
	n, isLen := ast.Unparen(cond.Y).(*ast.CallExpr)
	if !isLen || !source.IsBuiltin(info, n, "len") || !c.pkg.Is(at, i) {
		return trips{}, false
	}
	return c.steps(n.Args[0], step, start+ahead+1)
}

// cut returns the source of a loop that cuts the slice or text that it looks at, each time by
// as much.
//
//	for len(b) >= 8 { …; b = b[8:] }    for s != "" { …; s = s[1:] }
func (c *counter) cut(s *ast.ForStmt) (trips, bool) {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok {
		return trips{}, false
	}
	info := c.pkg.Info
	x, needs := cond.X, int64(1)
	if call, isCall := ast.Unparen(x).(*ast.CallExpr); isCall && source.IsBuiltin(info, call, "len") {
		least, isConst := source.IntConst(info, cond.Y)
		x, ok = call.Args[0], isConst
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
		return trips{}, false // it is cut, and perhaps made anew, in each turn
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

// alwaysRuns reports whether each iteration of the loop that does not end it runs the statement.
func alwaysRuns(loop *ast.ForStmt, stmt ast.Stmt) bool {
	if loop.Post == stmt {
		return true
	}
	i := slices.Index(loop.Body.List, stmt)
	for _, before := range loop.Body.List[:max(i, 0)] {
		for n := range ast.Preorder(before) {
			if jump, ok := n.(*ast.BranchStmt); ok && (jump.Tok != token.BREAK || jump.Label != nil) {
				return false
			}
		}
	}
	return i >= 0
}

// steps returns the source of a loop that takes as many elements of x at a time, as long as
// there are those that it needs.
func (c *counter) steps(x ast.Expr, by, needs int64) (trips, bool) {
	more := by - needs
	t := source.Core(c.pkg.Info.TypeOf(x))
	if needs < 1 || more < 0 || by < 1 || by > 1<<10 || !c.ready(x) || !c.file.Universe(c.pos, "len") {
		return trips{}, false
	}
	each := int64(1) // of a text
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
