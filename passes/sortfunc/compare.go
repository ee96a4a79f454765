package sortfunc

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// A comparison is the rewrite of the function literal less to a function that compares two elements.
type comparison struct {
	*sorter
	*site
	// nameA and nameB are the names of the elements in the new function, typ is the source of their type.
	nameA, nameB, typ string
	// a and b are the variables to which less assigns the elements; nil if there are none.
	a, b *types.Var
	// elems are the uses of elements, in source order.
	elems []elem
	// head are the statements that only assign the elements to variables, rest the statements after them.
	head, rest []ast.Stmt
	// careful says that operands may have effects: each must be evaluated as often as before, in the same order.
	careful bool
	// imports are the edits that import package cmp.
	imports []source.TextEdit
}

// An elem is x[i] or x[j], or a variable that stands for it.
type elem struct {
	ast.Expr
	second bool
}

// compare checks how less uses the elements; nil if it cannot be rewritten.
func (p *sorter) compare(s *site) *comparison {
	typ, ok := p.TypeText(s.elem, s.at)
	if !ok || !p.small(s.elem) || typefact.NoCopy(s.elem) || !p.Universe(s.at, "int") {
		return nil
	}
	c := &comparison{sorter: p, site: s, typ: typ, rest: s.less.Body.List}
	for k, v := range []*types.Var{s.i, s.j} {
		for _, use := range p.Pkg.Uses(v) {
			index := source.Parens(use).Parent()
			e, ok := index.Node().(*ast.IndexExpr)
			if !ok || !p.element(s, e, v) || p.Pkg.Changes(index) {
				return nil
			}
			c.elems = append(c.elems, elem{e, k == 1})
		}
	}
	c.names()
	slices.SortFunc(c.elems, func(x, y elem) int { return cmp.Compare(x.Pos(), y.Pos()) })
	return c
}

// names chooses the names of the elements: those of the variables of less, or new ones.
func (c *comparison) names() {
	n := 0
	for n < 2 && n < len(c.rest)-1 && c.naming(c.rest[n]) {
		n++
	}
	if n == 0 || c.a == nil || c.b == nil {
		c.nameA, c.nameB = pair(spot{c.src, c.less.Body.Lbrace}, spot{c.File, c.at})
		return
	}
	c.head, c.rest = c.rest[:n], c.rest[n:]
	c.nameA, c.nameB = c.a.Name(), c.b.Name()
	for _, v := range []*types.Var{c.a, c.b} {
		for _, use := range c.Pkg.Uses(v) {
			c.elems = append(c.elems, elem{use.Node().(ast.Expr), v == c.b})
		}
	}
}

// A spot is a position in a file.
type spot struct {
	file *source.File
	pos  token.Pos
}

// pair returns two names for the elements that are not in use at any of the places.
func pair(places ...spot) (a, b string) {
	for _, pair := range [][2]string{{"a", "b"}, {"x", "y"}, {"p", "q"}} {
		a, b = fresh(pair[0], places), fresh(pair[1], places)
		if a == pair[0] && b == pair[1] {
			break
		}
	}
	return a, b
}

// fresh returns base, or base with a number, such that the name is not in use at any of the places.
func fresh(base string, places []spot) string {
	for i := 1; ; i++ {
		name := base
		if i > 1 {
			name += strconv.Itoa(i)
		}
		taken := func(at spot) bool { return new(source.Names).Fresh(at.file, at.pos, name) != name }
		if !slices.ContainsFunc(places, taken) {
			return name
		}
	}
}

// naming reports whether stmt is p, q := x[i], x[j] or p := x[i], and nothing else is assigned to the variables, which
// it notes.
func (c *comparison) naming(stmt ast.Stmt) bool {
	define, ok := stmt.(*ast.AssignStmt)
	if !ok || define.Tok != token.DEFINE || len(define.Lhs) != len(define.Rhs) {
		return false
	}
	a, b := c.a, c.b
	for k, value := range define.Rhs {
		id := define.Lhs[k].(*ast.Ident)
		v, ok := c.Info.Defs[id].(*types.Var)
		if !ok || len(c.Pkg.Writes(v)) > 0 {
			return false
		}
		switch {
		case a == nil && c.element(c.site, value, c.i):
			a = v
		case b == nil && c.element(c.site, value, c.j):
			b = v
		default:
			return false
		}
	}
	c.a, c.b = a, b
	return true
}

// edits returns the edits that make the literal compare two elements.
//
//	func(i, j int) bool {    return x[i].k < x[j].k          }
//	----------------------------------------------------------
//	func(a, b T) int    {    return cmp.Compare(a.k, b.k)    }
func (c *comparison) edits() ([]source.TextEdit, bool) {
	typ := c.less.Type
	all := []source.TextEdit{source.Replace(typ.Params.Opening, typ.Results.End(), "("+c.nameA+", "+c.nameB+" "+c.typ+") int")}
	if len(c.head) > 0 {
		all = append(all, source.Replace(c.head[0].Pos(), c.rest[0].Pos(), ""))
	}
	if text, ok := c.chain(); ok {
		return append(append(all, source.Replace(c.rest[0].Pos(), c.rest[len(c.rest)-1].End(), text)), c.imports...), true
	}
	var done []ast.Node
	for n := range ast.Preorder(c.less.Body) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			continue
		}
		text, ok := c.result(ret)
		if !ok {
			return nil, false
		}
		all, done = append(all, source.ReplaceNode(ret, text)), append(done, ret)
	}
	for _, e := range c.elems {
		within := func(n ast.Node) bool { return n.Pos() <= e.Pos() && e.End() <= n.End() }
		inHead := len(c.head) > 0 && e.Pos() < c.rest[0].Pos()
		if !inHead && !slices.ContainsFunc(done, within) {
			all = append(all, source.ReplaceNode(e, c.text(e, false)))
		}
	}
	return append(all, c.imports...), true
}

// text returns the source of n with the elements replaced by their names, which are exchanged if swap is set.
func (c *comparison) text(n ast.Node, swap bool) string {
	var b strings.Builder
	pos := n.Pos()
	for _, e := range c.elems {
		if e.Pos() < n.Pos() || n.End() < e.End() {
			continue
		}
		b.WriteString(c.src.Between(pos, e.Pos()))
		if e.second != swap {
			b.WriteString(c.nameB)
		} else {
			b.WriteString(c.nameA)
		}
		pos = e.End()
	}
	return b.String() + c.src.Between(pos, n.End())
}

// result returns the statement that replaces a return of less. It returns a number, negative where less returned true.
func (c *comparison) result(ret *ast.ReturnStmt) (string, bool) {
	e := ast.Unparen(ret.Results[0])
	if v := c.Info.Types[e].Value; v != nil {
		switch {
		case v.String() == "true":
			return "return -1", true
		case ret == c.rest[len(c.rest)-1] && c.tellsGreater():
			return "return 0", true
		}
		return "return 1", true
	}
	if text, ok := c.threeWay(e); ok {
		return text, true
	}
	indent := c.src.Indent(ret.Pos())
	if !c.src.AloneOnLine(ret.Pos()) {
		indent += "\t"
	}
	first, second, ok := c.bothWays(e)
	lines := []string{"if " + c.text(e, false) + " {", "\treturn -1", "}", "return 1"}
	if ok {
		lines = []string{"switch {", "case " + first + ":", "\treturn -1", "case " + second + ":", "\treturn 1", "}", "return 0"}
	} else if source.Has[*ast.CompositeLit](e) {
		return "", false // the head of an if statement has no room for it
	}
	return strings.Join(lines, "\n"+indent), true
}

// tellsGreater reports whether a return in front of the last statement may say that the first element is greater: less returns
// another value than true there.
func (c *comparison) tellsGreater() bool {
	last := c.rest[len(c.rest)-1]
	return source.Any(c.less.Body, func(ret *ast.ReturnStmt) bool {
		v := c.Info.Types[ret.Results[0]].Value
		return ret != last && (v == nil || v.String() != "true")
	})
}

// threeWay returns the statement that returns a number in place of a return of a condition.
//
//	L < R              F(…) < 0    x.Before(y)
//	------------------------------------------
//	cmp.Compare(L, R)  F(…)        x.Compare(y)
func (c *comparison) threeWay(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if text, ok := c.sign(e); ok {
			return text, true
		}
		if e.Op != token.LSS && e.Op != token.GTR || !c.comparable(e.X) || !c.comparable(e.Y) {
			return "", false
		}
		return c.cmp(ret(e.Op, c.text(e.X, false), c.text(e.Y, false), !c.careful && c.calm(e)), e.Pos())
	case *ast.CallExpr:
		if call, ok := source.CallTo(c.Info, e, "cmp", "Less"); ok {
			return c.cmp("Compare("+c.text(call.Args[0], false)+", "+c.text(call.Args[1], false)+")", e.Pos())
		}
		return c.time(e)
	}
	return "", false
}

// ret returns the call of cmp.Compare for x op y, without the qualifier. For > it is -Compare(x, y) or, with exchange,
// Compare(y, x): exchange says that the order of evaluation does not matter.
func ret(op token.Token, x, y string, exchange bool) string {
	switch {
	case op == token.LSS:
		return "Compare(" + x + ", " + y + ")"
	case exchange:
		return "Compare(" + y + ", " + x + ")"
	}
	return "-Compare(" + x + ", " + y + ")"
}

// cmp returns the statement that returns a call, with the qualifier of package cmp. The qualifier must be the same
// everywhere in the literal, so that the package is imported once.
func (c *comparison) cmp(call string, pos token.Pos) (string, bool) {
	q, imports, ok := c.Import("cmp", "Compare", pos)
	outside, _, _ := c.Import("cmp", "Compare", c.call.Pos())
	if !ok || q != outside || q == c.nameA+"." || q == c.nameB+"." {
		return "", false
	}
	c.imports = imports
	if rest, negative := strings.CutPrefix(call, "-"); negative {
		return "return -" + q + rest, true
	}
	return "return " + q + call, true
}

// chain returns the statement for three or more keys that are compared one after the other, none of which can panic
// where an earlier one does not: cmp.Or asks for all of them.
//
//	if a.k != b.k {              return cmp.Or(
//		return a.k < b.k             cmp.Compare(a.k, b.k),
//	}                        =>      cmp.Compare(a.l, b.l),
//	…                                …
//	return a.l < b.l             )
func (c *comparison) chain() (string, bool) {
	last := len(c.rest) - 1
	if last < 2 || c.careful || !c.AtLeast("go1.22") || c.src.HasComment(c.rest[0].Pos(), c.rest[last].End()) {
		return "", false
	}
	q, _, _ := c.Import("cmp", "Or", c.rest[0].Pos())
	text := "return " + q + "Or(\n"
	indent := c.src.Indent(c.rest[0].Pos())
	var followed []string
	for k, stmt := range c.rest {
		less := c.key(stmt, k == last)
		if less == nil || !c.calm(less) {
			return "", false
		}
		one, ok := c.threeWay(less)
		follows, sure := c.follows(less)
		if k == 0 {
			followed = follows
		}
		if !ok || !sure || slices.ContainsFunc(follows, func(x string) bool { return !slices.Contains(followed, x) }) {
			return "", false
		}
		text += indent + "\t" + strings.TrimPrefix(one, "return ") + ",\n"
	}
	return text + indent + ")", true
}

// key returns x < y of a return of it, which is last or stands in an if statement for x != y; nil if stmt is none.
func (c *comparison) key(stmt ast.Stmt, last bool) *ast.BinaryExpr {
	var differ *ast.BinaryExpr
	if cond, ok := stmt.(*ast.IfStmt); ok && !last && cond.Init == nil && cond.Else == nil && len(cond.Body.List) == 1 {
		differ, _ = ast.Unparen(cond.Cond).(*ast.BinaryExpr)
		stmt = cond.Body.List[0]
	}
	ret, ok := stmt.(*ast.ReturnStmt)
	if !ok || last != (differ == nil) {
		return nil
	}
	less, ok := ast.Unparen(ret.Results[0]).(*ast.BinaryExpr)
	if !ok || last {
		return less
	}
	if differ.Op != token.NEQ || !c.comparable(less.X) {
		return nil
	}
	x, y := c.text(less.X, false), c.text(less.Y, false)
	l, r := c.text(differ.X, false), c.text(differ.Y, false)
	if x == l && y == r || x == r && y == l {
		return less
	}
	return nil
}

// follows returns the texts of the pointers that e follows. ok is false if it may do so where that does not show.
func (c *comparison) follows(e ast.Expr) (texts []string, ok bool) {
	ok = true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			return !c.isElem(n)
		case *ast.SelectorExpr:
			if sel := c.Info.Selections[n]; sel != nil && sel.Indirect() {
				texts, ok = append(texts, c.text(n.X, false)), ok && len(sel.Index()) == 1
			}
		case *ast.StarExpr:
			texts = append(texts, c.text(n.X, false))
		case *ast.CallExpr:
			ok = ok && (source.IsBuiltin(c.Info, n, "len", "cap") || source.IsConversion(c.Info, n))
		}
		return ok
	})
	return texts, ok
}

// sign returns the statement for F(…) < 0, where F compares two elements and returns an int, and for a variable that
// has that result.
func (c *comparison) sign(e *ast.BinaryExpr) (string, bool) {
	zero, isConst := source.IntConst(c.Info, e.Y)
	if !isConst || !types.Identical(c.Info.TypeOf(e.X), types.Typ[types.Int]) {
		return "", false
	}
	x := ast.Unparen(e.X)
	value, once := c.Pkg.Only(x)
	call, isCall := x.(*ast.CallExpr)
	if _, isVar := c.Pkg.LocalVar(x); !isVar && (!isCall || source.IsConversion(c.Info, call) || !compares.MatchString(source.CalleeName(call))) {
		return "", false
	}
	if !once {
		value = x
	}
	text := c.text(x, false)
	known := slices.ContainsFunc([]string{"strings", "bytes", "cmp"}, func(pkgpath string) bool {
		_, ok := source.CallTo(c.Info, value, pkgpath, "Compare")
		return ok
	}) // the result is -1, 0 or 1
	switch {
	case e.Op == token.LSS && zero == 0, e.Op == token.EQL && zero == -1 && known:
		return "return " + text, true
	case !known || (e.Op != token.GTR || zero != 0) && (e.Op != token.EQL || zero != 1):
		return "", false
	case isCall && !c.careful && c.calm(call.Args[0]) && c.calm(call.Args[1]):
		return "return " + c.text(call.Fun, false) + "(" + c.text(call.Args[1], false) + ", " + c.text(call.Args[0], false) + ")", true
	}
	return "return -" + text, true
}

// compares matches the names of functions that compare.
var compares = regexp.MustCompile("(?i)cmp|compare")

// time returns the statement for x.Before(y) and x.After(y), where x is a time.Time.
func (c *comparison) time(e *ast.CallExpr) (string, bool) {
	call, ok := source.CallTo(c.Info, e, "time", "Time.Before", "Time.After")
	if !ok {
		return "", false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) != 1 {
		return "", false // a method expression
	}
	x, y := c.text(sel.X, false), c.text(call.Args[0], false)
	switch {
	case sel.Sel.Name == "Before":
		return "return " + x + ".Compare(" + y + ")", true
	case !c.careful && c.calm(sel.X) && c.calm(call.Args[0]) && isPath(call.Args[0]) && types.Identical(c.Info.TypeOf(sel.X), c.Info.TypeOf(call.Args[0])):
		return "return " + y + ".Compare(" + x + ")", true
	}
	return "return -" + x + ".Compare(" + y + ")", true
}

// isPath reports whether a selector may follow e.
func isPath(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		return true
	}
	return false
}

// comparable reports whether e may be an operand of cmp.Compare: it is an integer or a string, and its type does not
// depend on the other operand.
func (c *comparison) comparable(e ast.Expr) bool {
	return !source.Shifts(c.Info, e) && exact(c.Info.TypeOf(e))
}

// bothWays returns the conditions under which the first and the second element comes first. ok is false if evaluating
// the condition for the second one could panic or have an effect.
//
//	x[i].f < x[j].f              x[i].dir && !x[j].dir
//	--------------------------------------------------
//	a.f < b.f      a.f > b.f     a.dir && !b.dir    b.dir && !a.dir
func (c *comparison) bothWays(e ast.Expr) (first, second string, ok bool) {
	first = c.text(e, false)
	if less, isBinary := e.(*ast.BinaryExpr); isBinary && (less.Op == token.LSS || less.Op == token.GTR) {
		opposite := map[token.Token]string{token.LSS: " > ", token.GTR: " < "}[less.Op]
		return first, c.text(less.X, false) + opposite + c.text(less.Y, false), !c.careful && !source.Has[*ast.CompositeLit](e)
	}
	const long = 60 // characters, as the condition is written twice
	return first, c.text(e, true), len(first) <= long && c.both(e) && c.symmetric(e)
}

// both reports whether e uses both elements. After l.dir != r.dir, l.dir alone may stand for the comparison.
func (c *comparison) both(e ast.Expr) bool {
	var seen [2]bool
	for _, m := range c.elems {
		if e.Pos() <= m.Pos() && m.End() <= e.End() {
			seen[0], seen[1] = seen[0] || !m.second, seen[1] || m.second
		}
	}
	return seen[0] && seen[1]
}

// symmetric reports whether e depends on nothing but the two elements, and cannot panic whatever they are.
func (c *comparison) symmetric(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.symmetric(e.X)
	case *ast.UnaryExpr:
		return (e.Op == token.NOT || e.Op == token.SUB) && c.symmetric(e.X)
	case *ast.BinaryExpr:
		return source.IsA[*types.Basic](c.Info.TypeOf(e.X)) && !divides(e.Op) && c.symmetric(e.X) && c.symmetric(e.Y)
	case *ast.SelectorExpr:
		sel := c.Info.Selections[e]
		return sel != nil && sel.Kind() == types.FieldVal && !sel.Indirect() && c.symmetric(e.X)
	}
	return c.isElem(e) || c.Info.Types[e].Value != nil
}

// isElem reports whether e is an element that is compared.
func (c *comparison) isElem(e ast.Expr) bool {
	return slices.ContainsFunc(c.elems, func(m elem) bool { return m.Expr == e })
}

// divides reports whether x op y can panic.
func divides(op token.Token) bool {
	return op == token.QUO || op == token.REM || op == token.SHL || op == token.SHR
}

// calm reports whether the operands of e may be evaluated in any order: they can only panic for a nil pointer, and
// that panic is always the same.
func (c *comparison) calm(e ast.Expr) bool {
	calm := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			isElem := c.isElem(n)
			m, isMap := c.Info.TypeOf(n.X).Underlying().(*types.Map)
			calm = calm && (isElem || isMap && (ordered(m.Key()) || !effect.ComparingPanics(m.Key())))
			return !isElem
		case *ast.CallExpr:
			calm = calm && (source.IsBuiltin(c.Info, n, "len", "cap") || c.quiet(n))
		case *ast.BinaryExpr:
			calm = calm && !divides(n.Op)
		case *ast.SliceExpr, *ast.TypeAssertExpr:
			calm = false
		}
		return calm
	})
	return calm
}

// quiet reports whether a call is a conversion to a basic type, or of a function of the package that only returns
// something, or panics for a nil pointer.
func (c *comparison) quiet(call *ast.CallExpr) bool {
	if source.IsConversion(c.Info, call) {
		return source.IsA[*types.Basic](c.Info.TypeOf(call))
	}
	fn := source.Func(c.Info, call)
	if fn == nil {
		return false
	}
	does := effect.Function(c.Pkg, fn)
	return does.Quiet() && !does.Panics && !does.World && !does.Prints
}
