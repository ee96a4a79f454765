package concat

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A repetition is a loop that does nothing but add one constant text to a string, n times.
type repetition struct {
	loop   ast.Stmt
	grow   *ast.AssignStmt
	behind token.Pos // of grow and a comment on its line
	v      *types.Var
	text   ast.Expr // the constant
	front  bool     // it is put in front
	n      string   // how often, as source text, if least is 0
	least  string   // the smallest n for which the loop does nothing, as source text
	may    bool     // n may be smaller
}

// repeated adds all copies of a text at once.
//
//	for i := 0; i < n; i++ {                    for len(s) < n {
//	        s += " "                                    s = "0" + s
//	}                                           }
//	------------------------------------        --------------------------------------------
//	s += strings.Repeat(" ", max(n, 0))         s = strings.Repeat("0", max(n, len(s))-len(s)) + s
func (c *concatenator) repeated(cur inspector.Cursor) {
	x, ok := c.repetition(cur)
	if !ok {
		return
	}
	if x.may {
		if !c.AtLeast("go1.21") || !c.Universe(x.loop.Pos(), "max") {
			c.Refuse(x.loop, "the number of times may be negative, and this go has no max")
			return
		}
		x.n = "max(" + x.n + ", " + x.least + ")"
		if x.least != "0" {
			x.n += "-" + x.least
		}
	}
	q, edits, ok := c.Import("strings", "Repeat", x.loop.Pos())
	if !ok {
		return
	}
	text := q + "Repeat(" + c.Text(x.text) + ", " + x.n + ")"
	if name := x.v.Name(); x.front {
		text = name + " = " + text + " + " + name
	} else {
		text = name + " += " + text
	}
	c.Report(rule.Finding{
		At:      x.grow,
		Message: "each turn of the loop copies " + x.v.Name() + " to a new string",
		Title:   "Repeat the text with strings.Repeat",
		Class:   rule.Safe,
		Edits:   append(edits, source.Replace(x.loop.Pos(), x.grow.End(), text), source.Replace(x.behind, x.loop.End(), "")),
		Form:    "a text that is repeated",
	})
}

// repetition recognises the loop at cur. The number of times must be an int that the loop does not change.
func (c *concatenator) repetition(cur inspector.Cursor) (x repetition, ok bool) {
	var body *ast.BlockStmt
	switch loop := cur.Node().(type) {
	case *ast.ForStmt:
		x.loop, body = loop, loop.Body
	case *ast.RangeStmt:
		x.loop, body = loop, loop.Body
	default:
		return x, false
	}
	if _, _, inList := source.StmtList(cur); !inList || len(body.List) != 1 {
		return x, false
	}
	if x.grow, ok = body.List[0].(*ast.AssignStmt); !ok || len(x.grow.Lhs) != 1 || len(x.grow.Rhs) != 1 || !c.added(&x) {
		return x, false
	}
	if x.behind = c.LineBelow(x.grow.End()) - 1; x.behind >= x.loop.End() {
		x.behind = x.grow.End()
	}
	if c.HasComment(x.loop.Pos(), x.grow.End()) || c.HasComment(x.behind, x.loop.End()) {
		return x, false
	}
	switch loop := x.loop.(type) {
	case *ast.RangeStmt:
		return x, loop.Key == nil && loop.Value == nil && c.times(&x, loop.X, "0")
	case *ast.ForStmt:
		cond, isCond := loop.Cond.(*ast.BinaryExpr)
		if !isCond || cond.Op != token.LSS {
			return x, false
		}
		if grown, isLen := source.LenOf(c.Info, cond.X); isLen && c.Pkg.Is(grown, x.v) {
			text, _ := source.StringConst(c.Info, x.text)
			return x, loop.Init == nil && loop.Post == nil && len(text) == 1 && c.times(&x, cond.Y, "len("+x.v.Name()+")")
		}
		i, from, counts := c.counter(loop, cond)
		return x, counts && c.Pkg.Mentions(cond.Y, i) == 0 && c.times(&x, cond.Y, strconv.FormatInt(from, 10))
	}
	return x, false
}

// added recognises s += "x", s = s + "x" and s = "x" + s of a local variable.
func (c *concatenator) added(x *repetition) bool {
	v, ok := c.Pkg.LocalVar(x.grow.Lhs[0])
	if !ok || !source.IsString(v.Type()) || c.Pkg.Captured(v) {
		return false
	}
	x.v, x.text = v, x.grow.Rhs[0]
	if sum, isSum := ast.Unparen(x.text).(*ast.BinaryExpr); x.grow.Tok == token.ASSIGN {
		switch {
		case !isSum:
			return false
		case c.Pkg.Is(sum.X, v):
			x.text = sum.Y
		case c.Pkg.Is(sum.Y, v):
			x.text, x.front = sum.X, true
		}
	} else if x.grow.Tok != token.ADD_ASSIGN {
		return false
	}
	text, isConst := source.StringConst(c.Info, x.text)
	return isConst && text != "" && types.AssignableTo(c.Info.TypeOf(x.text), types.Typ[types.String])
}

// counter recognises a loop that counts a variable up by one from a constant.
func (c *concatenator) counter(loop *ast.ForStmt, cond *ast.BinaryExpr) (i *types.Var, from int64, ok bool) {
	begin, isAssign := loop.Init.(*ast.AssignStmt)
	next, isNext := loop.Post.(*ast.IncDecStmt)
	if !isAssign || begin.Tok != token.DEFINE || len(begin.Lhs) != 1 || len(begin.Rhs) != 1 || !isNext || next.Tok != token.INC {
		return nil, 0, false
	}
	i, ok = c.Pkg.LocalVar(begin.Lhs[0])
	from, isConst := source.IntConst(c.Info, begin.Rhs[0])
	return i, from, ok && isConst && from >= 0 && c.Pkg.Is(cond.X, i) && c.Pkg.Is(next.X, i)
}

// times notes how often a text is added: as often as limit is larger than least. It reports false if limit is no int, or may change.
func (c *concatenator) times(x *repetition, limit ast.Expr, least string) bool {
	does := effect.Of(c.Pkg, limit)
	if !types.Identical(types.Default(c.Info.TypeOf(limit)), types.Typ[types.Int]) || !effect.Pure(c.Info, limit) || !does.Quiet() || c.Pkg.Mentions(limit, x.v) > 0 {
		return false
	}
	x.n, x.least = c.Text(ast.Unparen(limit)), least
	n, isConst := source.IntConst(c.Info, limit)
	_, isLen := source.LenOf(c.Info, limit)
	x.may = least != "0" || !isLen && !(isConst && n >= 0)
	return true
}

// outside returns what is around the loop that does nothing but repeat a text by a statement, and the statement itself if there is none.
func (c *concatenator) outside(stmt inspector.Cursor) inspector.Cursor {
	loop := stmt.Parent().Parent()
	if _, ok := c.repetition(loop); ok {
		return loop.Parent()
	}
	return stmt
}
