package size

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// trips says how often a loop runs.
type trips struct {
	k int64  // the number of iterations if f is empty
	f factor // the number of iterations otherwise
	// more is how many iterations there are besides.
	more int64
	// integer: f is a number rather than the length of something in memory.
	integer bool
	// bytes is how much memory there is for each iteration in what the loop ranges over; unsized
	// says that it depends on a type parameter.
	bytes   int64
	unsized bool
	// varies: f mentions a variable of a loop further out.
	varies bool
	// partly: the loop may end earlier, or begin later; skips: it may run less often.
	partly, skips bool
	// again: the range can be walked a second time with the same result.
	again bool
}

func (c *counter) trips(s ast.Stmt) (trips, bool) {
	if r, ok := c.pkg.AsRange(s); ok {
		return c.rangeSource(r)
	}
	loop := s.(*ast.ForStmt)
	if src, ok := c.cut(loop); ok {
		return src, true
	}
	if src, ok := c.linked(loop); ok {
		return src, true
	}
	return c.forSource(loop)
}

func (c *counter) rangeSource(s *ast.RangeStmt) (trips, bool) {
	info := c.pkg.Info
	switch x := ast.Unparen(s.X).(type) {
	case *ast.CompositeLit:
		if source.IsA[*types.Slice](info.TypeOf(x)) && !slices.ContainsFunc(x.Elts, isKeyed) {
			varies, seen := c.seen(x)
			return trips{k: int64(len(x.Elts)), varies: varies, again: seen && c.ready(x), bytes: c.elemBytes(source.Core(info.TypeOf(x)))}, true
		}
	case *ast.CallExpr:
		if !effect.Pure(info, x) {
			return c.callSource(x)
		}
	case *ast.TypeAssertExpr:
		if src, ok := c.named(x); ok {
			return src, true
		}
	}
	if src, ok := c.walk(s.X); ok {
		return src, true
	}
	if !c.ready(s.X) {
		return trips{}, false
	}
	x := c.length(s.X)
	varies, ok := c.seen(x)
	if !ok {
		return trips{}, false
	}
	f := factor{text: "len(" + c.file.Text(Measured(info, s.X)) + ")", from: []ast.Expr{s.X}, bytes: max(1, c.elemBytes(source.Core(info.TypeOf(s.X))))}
	if _, cut := ast.Unparen(s.X).(*ast.SliceExpr); cut {
		if l := c.lengthOf(s.X); len(l.factors) == 1 {
			f = l.factors[0]
		}
	}
	switch t := source.Core(info.TypeOf(s.X)).(type) {
	case *types.Slice, *types.Array, *types.Map:
		return trips{f: f, varies: varies, again: true, bytes: c.elemBytes(t), unsized: !typefact.Sized(elem(t))}, true
	case *types.Pointer: // to an array
		return trips{f: f, varies: varies, bytes: c.elemBytes(source.Core(t.Elem()))}, true
	case *types.Basic:
		if t.Info()&types.IsString != 0 {
			return trips{f: f, varies: varies, bytes: 1}, true // at least as many bytes as runes
		}
		src, ok := c.number(x, 0, s.X.End())
		src.varies = varies
		if src.integer && !c.next && !effect.StableBetween(c.pkg, s.X, c.pos, s.X.Pos()) {
			return trips{}, false // the number may have been reduced since pos
		}
		return src, ok
	}
	return trips{}, false // channels and functions tell no length
}

// walk counts the separators if the range is a list of parts that is made for this loop alone:
// taking its length would need the list, which strings.SplitSeq of go1.24 does without.
func (c *counter) walk(e ast.Expr) (trips, bool) {
	v, ok := c.pkg.LocalVar(e)
	if !ok {
		return trips{}, false
	}
	w, ok := effect.WalkOf(c.file, v)
	if !ok || w.Moves || len(w.Lens) > 0 || !c.file.AtLeast("go1.24") {
		return trips{}, false
	}
	src, ok := c.sequence(w.Call)
	src.bytes = c.elemBytes(v.Type()) // before the list is replaced
	return src, ok
}

// fixedLength reports whether the length of a value of type t is known from t: t is an array, or a
// pointer to one.
func fixedLength(t types.Type) bool {
	return source.IsA[*types.Array](t) || source.IsA[*types.Pointer](t)
}

// elem returns the type of the elements of a slice, array or map.
func elem(t types.Type) types.Type {
	return t.(interface{ Elem() types.Type }).Elem()
}

// elemBytes returns the size of an element of t, 0 if it depends on a type parameter or t has none.
func (c *counter) elemBytes(t types.Type) int64 {
	switch t := t.(type) {
	case *types.Slice:
		return c.sizeof(t.Elem())
	case *types.Array:
		return c.sizeof(t.Elem())
	case *types.Map:
		return c.sizeof(t.Key()) + c.sizeof(t.Elem())
	}
	return 0
}

func (c *counter) sizeof(t types.Type) int64 {
	n, _ := c.pkg.Sizeof(t)
	return n
}

// ready reports whether e can be evaluated at pos: it cannot panic, or the code evaluates it there
// anyway.
func (c *counter) ready(e ast.Expr) bool {
	if c.file.HasComment(e.Pos(), e.End()) {
		return false
	}
	if effect.Total(c.pkg.Info, e) || c.next && effect.Pure(c.pkg.Info, e) {
		return true
	}
	v := c.through(e)
	return v != nil && (v == c.first || c.nonNil(v))
}

// nonNil reports whether the pointer v is not nil where the count is taken: it has been followed, or the
// declaration or assignment there follows it, and changes nothing that can be seen.
func (c *counter) nonNil(v *types.Var) bool {
	at, ok := c.file.Cursor.FindByPos(c.pos, c.pos)
	if !ok || flow.NonNilAt(c.pkg, v, at) {
		return ok
	}
	stmt, ok := source.EnclosingStmt(at)
	if !ok || stmt.Node().Pos() != c.pos {
		return false
	}
	switch s := stmt.Node().(type) {
	case *ast.AssignStmt, *ast.DeclStmt:
		return flow.Follows(c.pkg.Info, s, v) && effect.Of(c.pkg, s).Quiet()
	}
	return false
}

// looksThrough returns the pointer that the statement follows, before all else, to what it adds.
//
//	for _, x := range p.list {    out = append(out, p.list...)    if p.list != nil { for _, x := range p.list {
func (c *counter) looksThrough(s ast.Stmt) *types.Var {
	if x := c.asksFor(s); x != nil {
		return c.through(x)
	}
	if r, ok := c.pkg.AsRange(s); ok {
		return c.through(r.X)
	}
	if part, ok := c.leaf(s); ok && part.K == 0 && len(part.Of) == 1 {
		return c.through(part.Of[0])
	}
	return nil
}

// through returns the local pointer if e is a field behind one, so that e panics only if it is nil.
func (c *counter) through(e ast.Expr) *types.Var {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	field := c.pkg.Info.Selections[sel]
	v, isLocal := c.pkg.LocalVar(sel.X)
	if field == nil || field.Kind() != types.FieldVal || len(field.Index()) > 1 || fixedLength(field.Type()) || !isLocal || c.pkg.Captured(v) || len(c.pkg.Writes(v)) > 0 {
		return nil
	}
	return v
}

// seen reports whether the names in e mean the same at pos, except for variables of counting loops,
// and varies whether there are such variables.
func (c *counter) seen(e ast.Expr) (varies, ok bool) {
	if c.waits && !c.soon && c.shared(e) || c.changed(e) {
		return false, false
	}
	if !c.next && !effect.Kept(c.pkg, e, c.pos, e.Pos()) {
		c.sure = false
	}
	return c.early(e)
}

// early is seen without asking whether the value of e may change.
func (c *counter) early(e ast.Expr) (varies, ok bool) {
	for _, v := range c.vars {
		varies = varies || c.pkg.Mentions(e, v) > 0
	}
	for _, obj := range c.file.Misread(e, c.pos) {
		if !slices.Contains(c.vars, obj) {
			return false, false
		}
	}
	return varies, true
}

// number returns the trips of a loop that runs e+more times, never if that is negative, and may evaluate e
// again until end.
func (c *counter) number(e ast.Expr, more int64, end token.Pos) (trips, bool) {
	info := c.pkg.Info
	text := c.file.Text(e)
	if k, ok := source.IntConst(info, e); ok {
		return trips{k: max(k+more, 0)}, k < 1<<20
	}
	src, sure := trips{f: factor{text: text, from: []ast.Expr{e}}, more: max(more, 0)}, NotNegative(c.pkg, e)
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && source.IsBuiltin(info, call, "len", "cap") {
		if walk, ok := c.walk(call.Args[0]); ok && more == 0 {
			return walk, true
		}
		src.bytes = c.measured(call)
		src.f.from, src.f.bytes = call.Args, max(1, src.bytes)
	} else if call, ok := c.measures(e); ok {
		src.bytes = c.measured(call)
	} else if bytes := c.made(e, end); bytes > 0 {
		src.f.bytes, src.bytes, sure = bytes, bytes, true
	} else if c.asked(e) {
		src.bytes, sure = 1, true
	} else if src.integer = !Bounded(c.pkg, e); !src.integer {
		src.bytes = 1
	}
	if !types.Identical(info.TypeOf(e), types.Typ[types.Int]) && !strings.HasPrefix(src.f.text, "int(") {
		src.f.text = "int(" + src.f.text + ")"
		if !c.file.Universe(c.pos, "int") {
			return trips{}, false
		}
	}
	if (sure || c.unsigned(e)) && more >= 0 {
		return src, true
	}
	least := int64(0)
	if src.more = 0; src.integer && more < 0 {
		least, more = -more, 0 // the smallest number less three is a large one
	}
	// make and Grow panic if the number is negative; the loop does not. max is of Go 1.21.
	if !c.file.AtLeast("go1.21") || !c.file.Universe(c.pos, "max") {
		return trips{}, false
	}
	if more != 0 {
		src.f.text += fmt.Sprintf("%+d", more)
	}
	src.f.text = fmt.Sprintf("max(%s, %d)", src.f.text, least)
	if least > 0 {
		src.f.whole, src.f.less = src.f.text, least
		src.f.text += fmt.Sprintf("-%d", least)
	}
	return src, true
}

// measures returns the length that a local variable always has as its value.
//
//	n := len(x)
func (c *counter) measures(e ast.Expr) (length *ast.CallExpr, ok bool) {
	value, ok := c.pkg.Only(e)
	if !ok {
		return nil, false
	}
	length, ok = ast.Unparen(value).(*ast.CallExpr)
	return length, ok && source.IsBuiltin(c.pkg.Info, length, "len")
}

// measured returns the size of an element whose number the call of len or cap returns.
func (c *counter) measured(length *ast.CallExpr) int64 {
	t := source.Core(c.pkg.Info.TypeOf(length.Args[0]))
	if _, isText := t.(*types.Basic); isText {
		return 1
	}
	return c.elemBytes(t)
}

// length returns the lengths that the variable e always has as its value, if e is declared after pos, otherwise e.
func (c *counter) length(e ast.Expr) ast.Expr {
	if value, ok := c.pkg.Only(e); ok && Bounded(c.pkg, value) && len(maps.Collect(c.file.Misread(e, c.pos))) > 0 {
		return value
	}
	return e
}

// forSource returns the trips of a loop over numbers, as [counter.bound] describes it.
func (c *counter) forSource(s *ast.ForStmt) (trips, bool) {
	b, ok := c.bound(s)
	if !ok {
		return trips{}, false
	}
	defer func(next bool) { c.next = next }(c.next)
	c.next = c.next && b.early
	n, k := c.plus(c.length(b.n))
	b.more += k
	if c.written(n, s.Init) {
		return trips{}, false // n has another value in front of the loop
	}
	if x, isLen := source.LenOf(c.pkg.Info, n); isLen && b.by > 1 {
		if src, ok := c.steps(x, b.by, 1-b.more); ok {
			src.partly = b.partly
			return src, true
		}
	}
	if !effect.Total(c.pkg.Info, n) && !c.next || !effect.Pure(c.pkg.Info, n) && !c.asked(n) || c.file.HasComment(s.Pos(), s.Cond.End()) {
		return trips{}, false
	}
	varies, ok := c.seen(n)
	if !ok || varies && (b.partly || b.skips) {
		return trips{}, false
	}
	src, ok := c.number(n, b.more, b.until)
	src.varies, src.partly, src.skips = varies, b.partly, b.skips
	if src.integer && !effect.StableBetween(c.pkg, n, c.pos, b.until) && !(c.next && c.quiet(s.Body) && c.unwritten(n, s)) {
		return trips{}, false // the loop may change n
	}
	return src, ok
}

// unwritten reports whether the loop writes no local variable of e.
func (c *counter) unwritten(e ast.Expr, loop ast.Stmt) bool {
	for v := range effect.Of(c.pkg, e).Vars {
		if c.pkg.Captured(v) {
			return false
		}
	}
	return !c.written(e, loop)
}

// written reports whether a statement, which may be missing, writes a local variable of e.
func (c *counter) written(e ast.Expr, stmt ast.Stmt) bool {
	if stmt == nil {
		return false
	}
	for v := range effect.Of(c.pkg, e).Vars {
		if c.pkg.WrittenIn(v, stmt.Pos(), stmt.End()) {
			return true
		}
	}
	return false
}

// callSource returns the trips of a range over a call: of a sequence of the standard library whose
// length follows from its arguments, or of a slice or map, which needs a variable in front of the
// loop.
func (c *counter) callSource(call *ast.CallExpr) (trips, bool) {
	if src, ok := c.sequence(call); ok {
		return src, true
	}
	return c.named(call)
}

// named returns the trips of a range over a call or assertion that needs a variable in front of the
// loop.
func (c *counter) named(e ast.Expr) (trips, bool) {
	if !c.next || c.ranged != nil || !c.file.Visible(e, c.pos) || c.file.HasComment(e.Pos(), e.End()) {
		return trips{}, false // e would be evaluated too early
	}
	switch t := source.Core(c.pkg.Info.TypeOf(e)).(type) {
	case *types.Slice, *types.Map:
		c.ranged = e
		return trips{f: factor{text: "len(" + named + ")", bytes: max(1, c.elemBytes(t))}, again: true, bytes: c.elemBytes(t), unsized: !typefact.Sized(elem(t))}, true
	}
	return trips{}, false
}

// sequence returns the trips of a range over a sequence of the standard library.
func (c *counter) sequence(call *ast.CallExpr) (trips, bool) {
	info := c.pkg.Info
	if len(call.Args) == 0 || !c.ready(call.Args[0]) {
		return trips{}, false
	}
	varies, ok := c.seen(call.Args[0])
	if !ok || varies {
		return trips{}, false
	}
	arg := c.file.Text(call.Args[0])
	if _, ok := source.CallTo(info, call, "strings", "Split", "SplitSeq"); ok {
		sep, isConst := source.StringConst(info, call.Args[1])
		q, _, isNamed := c.file.Qualified(call, "Count")
		if !isConst || sep == "" || !isNamed || !c.file.Visible(call.Args[1], c.pos) || !c.file.Visible(call.Fun, c.pos) {
			return trips{}, false
		}
		text := q + "Count(" + arg + ", " + c.file.Text(call.Args[1]) + ")+1"
		return trips{f: factor{text: text, from: call.Args, like: call, bytes: 1}, bytes: 1}, true
	}
	_, isMap := source.CallTo(info, call, "maps", "Keys", "Values", "All")
	_, isSlice := source.CallTo(info, call, "slices", "Values", "All", "Backward")
	if isMap || isSlice {
		bytes := c.elemBytes(source.Core(info.TypeOf(call.Args[0])))
		return trips{f: factor{text: "len(" + arg + ")", from: call.Args, bytes: max(1, bytes)}, bytes: bytes}, true
	}
	return trips{}, false
}

// times returns what a loop adds whose body adds t.
func (s trips) times(t term) term {
	if s.f.text == "" {
		return term{s.k * t.k, t.factors}
	}
	return term{t.k, append([]factor{s.f}, t.factors...)}
}

// made returns the size of an element of a slice with room for e elements that is made before the count, 0 if there is
// none: e fits into an int, is not negative, and counts elements that are in memory.
//
//	s := make([]T, n)
//	for i := 0; i < n; i++ {
func (c *counter) made(e ast.Expr, end token.Pos) (bytes int64) {
	at, ok := c.file.Cursor.FindByPos(c.pos, c.pos)
	if !ok || !effect.Total(c.pkg.Info, e) || c.file.Jumps(c.pos) {
		return 0
	}
	for cur := range at.Enclosing() {
		list, i, _ := source.StmtList(cur)
		for _, s := range list[:i] {
			for _, head := range flow.Heads(c.pkg.Info, s) {
				flow.Surely(c.pkg.Info, head, func(made ast.Expr) {
					call, ok := made.(*ast.CallExpr)
					if ok && bytes == 0 && c.makes(call, e) && effect.StableBetween(c.pkg, e, call.Pos(), end) {
						bytes = c.elemBytes(source.Core(c.pkg.Info.TypeOf(call)))
					}
				})
			}
		}
	}
	return bytes
}

// makes reports whether the call makes a slice with the capacity e, or n for e = int(n).
func (c *counter) makes(call *ast.CallExpr, e ast.Expr) bool {
	if !source.IsBuiltin(c.pkg.Info, call, "make") || len(call.Args) < 2 || !source.IsA[*types.Slice](c.pkg.Info.TypeOf(call)) {
		return false
	}
	n := call.Args[len(call.Args)-1]
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	toInt := ok && source.IsConversion(c.pkg.Info, conv) && types.Identical(c.pkg.Info.TypeOf(conv), types.Typ[types.Int])
	return c.alike(n, e) || toInt && c.alike(n, conv.Args[0])
}

// alike reports whether two expressions have the same text, and their names the same meaning.
func (c *counter) alike(a, b ast.Expr) bool {
	meant := func(e ast.Expr) (objects []types.Object) {
		for id := range source.Idents(e) {
			objects = append(objects, c.pkg.Info.ObjectOf(id))
		}
		return objects
	}
	return types.ExprString(ast.Unparen(a)) == types.ExprString(ast.Unparen(b)) && slices.Equal(meant(a), meant(b))
}
