package mechanism

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// facts are what is known of a site.
type facts struct {
	site *record.Site
	src  source
	// path are the nodes around the site, innermost first; nil without source.
	path []ast.Node
	// heap is the verdict that puts the value on the heap; nil if there is
	// none. stays says that a verdict keeps it off.
	heap  *record.Decision
	stays bool
}

// A finding is what has been decided: the name of a reason, and in words why
// it holds here. The zero finding is none.
type finding struct{ mechanism, why string }

func newFacts(s *record.Site, src source) *facts {
	f := &facts{site: s, src: src, path: src.at(s.Pos)}
	for i := range s.Decisions {
		d := &s.Decisions[i]
		f.stays = f.stays || d.Kind == record.Stays
		if puts(d) && (f.heap == nil || better(d, f.heap, s.Pos)) {
			f.heap = d
		}
	}
	return f
}

// puts reports whether a verdict puts its value on the heap.
func puts(d *record.Decision) bool { return d.Kind == record.Escapes || d.Kind == record.Moved }

// better reports whether verdict d says more of the site at pos than old: one
// with a flow, and of those one on a copy that was inlined elsewhere. Where
// there is such a copy, it is what ran.
func better(d, old *record.Decision, pos record.Position) bool {
	if (len(d.Flow) > 0) != (len(old.Flow) > 0) {
		return len(d.Flow) > 0
	}
	return old.Pos == pos && d.Pos != pos
}

// decide finds the reason. The order is that of certainty: what runs outside
// of the user's code, then what the construct alone decides, then the way on
// which a value got away.
func decide(f *facts) finding {
	if f.site.Pos.Line == 0 {
		return f.nowhere()
	}
	if f.src.file != nil && f.src.poolNew(f.path) {
		return finding{PoolMiss, "the pool held nothing, so Get called New"}
	}
	switch construct := constructOf(f.site.Primitive); {
	case construct == startGoroutine:
		return finding{Goroutine, "more goroutines run at once than ever before, and each needs a record"}
	case construct == forRuntime:
		return finding{Runtime, fmt.Sprintf("%s keeps a record of its own", f.site.Primitive)}
	case len(f.site.Inside) > 0 || f.site.Callee != "":
		return f.outside(f.site.Callee)
	case construct == unknownConstruct && exported(f.site.Primitive):
		return f.outside(f.site.Primitive)
	case f.site.Kind != "":
		return f.byKind(construct)
	default:
		return f.byConstruct(construct)
	}
}

// nowhere is what no line of the user's asked for: goroutines of the runtime
// and of the library.
func (f *facts) nowhere() finding {
	function := f.site.Function
	if len(f.site.Inside) > 0 {
		function = f.site.Inside[0].Frame.Function
	}
	function = cmp.Or(function, f.site.Primitive)
	switch {
	case constructOf(f.site.Primitive) == startGoroutine || function == "runtime.malg":
		return finding{Goroutine, "more goroutines run at once than ever before, and each needs a record"}
	case function == "" || record.FunctionPackage(function) == "main":
		return finding{}
	case strings.HasPrefix(function, "runtime."):
		return finding{Runtime, function + " allocates for the runtime itself"}
	}
	return finding{ofCallee(function), "no line of the program called it: " + f.inside(function)}
}

// outside is what a function allocates that is not the user's. One that is
// called through an interface or a function value is known by what it
// allocates only.
func (f *facts) outside(called string) finding {
	if called == "" || strings.HasPrefix(called, ".") {
		if len(f.site.Inside) == 0 {
			return finding{}
		}
		called = f.site.Inside[0].Frame.Function
	}
	if called == "" {
		return finding{}
	}
	return finding{ofCallee(called), f.inside(called)}
}

// inside says what was allocated below the line.
func (f *facts) inside(called string) string {
	text := short(called) + " allocates"
	var parts []string
	for _, in := range f.site.Inside {
		part, where := constructWords[constructOf(in.Primitive)], short(in.Frame.Function)
		switch {
		case where == short(called) && part == "":
			continue
		case where != short(called) && part == "":
			part = where
		case where != short(called):
			part += " in " + where
		}
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if len(parts) > 3 {
		parts = append(parts[:3], "…")
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// constructWords name a construct where its source is not shown.
var constructWords = map[construct]string{
	object: "an object", makeSlice: "make", makeCopy: "a copy", growSlice: "append", moveSlice: "a returned slice",
	concatStrings: "a concatenation", bytesToString: "a string from bytes", stringToBytes: "bytes from a string",
	convertRunes: "runes", box: "boxing", makeMap: "a map", assignMap: "a map's growth", makeChan: "a channel",
	deferCall: "a defer",
}

// short drops the folders of an import path: "json.Marshal" of
// "encoding/json.Marshal".
func short(function string) string {
	function = withoutTypeArguments(function)
	return function[strings.LastIndexByte(function, '/')+1:]
}

// byKind decides a site whose expression is known.
func (f *facts) byKind(c construct) finding {
	switch f.site.Kind {
	case record.PointAppend:
		return f.appended()
	case record.PointReturn:
		return finding{ReturnCopy, "the slice was built on the stack, and moves to the heap as it is returned"}
	case record.PointConcat, record.PointConcatAssign:
		return f.concatenated()
	case record.PointConvert:
		return f.converted(c)
	case record.PointBox:
		return f.boxed()
	case record.PointMakeMap, record.PointMapLiteral:
		return f.madeMap()
	case record.PointMapAssign:
		return f.assignedMap()
	case record.PointMakeChan:
		return finding{Channel, fmt.Sprintf("%s: goroutines share a channel, so it is always on the heap", f.expr())}
	case record.PointGo:
		return finding{GoStatement, "the arguments and variables of the go statement are packed for the new goroutine"}
	case record.PointDefer:
		return f.deferred()
	case record.PointRangeFunc:
		return f.ranged()
	case record.PointMakeSlice:
		return f.madeSlice()
	case record.PointCall:
		return f.inlined()
	case record.PointVariadic:
		return f.variadic()
	case record.PointClosure:
		return f.closure()
	case record.PointMethodValue:
		return finding{MethodValue, fmt.Sprintf("the function value %s carries its receiver %s", f.expr(), f.andGone())}
	case record.PointNew, record.PointAddrLiteral, record.PointSliceLiteral, record.PointVariable:
		return f.moved()
	}
	return finding{}
}

// inlined is a value of a body that was inlined into the line and was not
// reached: what was reached is known by its own line, or has a Callee.
func (f *facts) inlined() finding {
	if f.heap == nil {
		return finding{}
	}
	for _, function := range f.heap.Inlined {
		if m := ofCallee(function); m != Callee {
			return finding{m, fmt.Sprintf("%s, inlined here, allocates: %s", function, brief(clean(f.heap.Expr)))}
		}
	}
	return f.moved()
}

// byConstruct decides a site of which only the line is known. What the
// construct alone does not decide stays open.
func (f *facts) byConstruct(c construct) finding {
	where := "something on this line"
	switch c {
	case growSlice:
		return finding{Growth, where + " appends beyond its capacity"}
	case moveSlice:
		return finding{ReturnCopy, "the slice was built on the stack, and moves to the heap as it is returned"}
	case makeCopy:
		return finding{Clone, where + " makes a slice and copies into it"}
	case concatStrings:
		return f.concatenated()
	case bytesToString:
		return finding{BytesToString, where + " converts bytes to a string"}
	case stringToBytes:
		return finding{StringToBytes, where + " converts a string to bytes"}
	case convertRunes:
		return finding{Runes, where + " converts text to or from runes"}
	case box:
		return finding{Boxing, where + " becomes an interface"}
	case makeMap:
		return finding{Map, where + " makes a map"}
	case assignMap:
		return finding{MapGrowth, where + " inserts into a map"}
	case makeChan:
		return finding{Channel, where + " makes a channel"}
	case deferCall:
		return f.deferred()
	case makeSlice, object:
		return f.moved()
	}
	return finding{}
}

// expr is how the site's expression is called in a sentence.
func (f *facts) expr() string {
	switch {
	case f.site.Match == record.Shared:
		return "one of several expressions"
	case f.site.Expr != "":
		return f.site.Expr
	case f.heap != nil:
		return clean(f.heap.Expr)
	}
	return "it"
}

func (f *facts) appended() finding {
	call, _ := f.src.call(f.site.Pos)
	if call != nil && len(call.Args) == 2 && call.Ellipsis.IsValid() && f.src.emptySlice(call.Args[0]) {
		return finding{Clone, f.expr() + " copies a slice into a new one"}
	}
	return finding{Growth, f.expr() + " needs more room than its array has" + f.beyondBuffer()}
}

func (f *facts) concatenated() finding {
	if f.src.file != nil && looped(f.path) && f.accumulates() {
		return finding{ConcatLoop, f.expr() + " copies, in each iteration, all that was joined before"}
	}
	return finding{Concat, f.expr() + " makes a new string" + f.beyondBuffer()}
}

// beyondBuffer explains an object for a value that the compiler keeps local.
func (f *facts) beyondBuffer() string {
	if f.stays && f.heap == nil {
		return "; it stays in the function, but needs more than the 32 bytes that the stack has for it"
	}
	return ""
}

// accumulates reports whether the concatenation is added to its own variable:
// s += x, s = s + x.
func (f *facts) accumulates() bool {
	assign, _, ok := inner[*ast.AssignStmt](f.path)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return false
	}
	left, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return f.site.Kind == record.PointConcatAssign
	}
	if f.site.Kind == record.PointConcatAssign {
		return true
	}
	uses := false
	ast.Inspect(assign.Rhs[0], func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && f.src.info.Uses[id] == f.src.info.ObjectOf(left) {
			uses = true
		}
		return !uses
	})
	return uses
}

func (f *facts) converted(c construct) finding {
	switch c {
	case bytesToString:
		return finding{BytesToString, f.expr() + " copies the bytes, which may change, into a string, which may not" + f.beyondBuffer()}
	case stringToBytes, object: // a constant is copied from an object made for it
		return finding{StringToBytes, f.expr() + " copies the string, which may not change, into bytes, which may" + f.beyondBuffer()}
	case concatStrings: // []byte(a + b) joins into the bytes
		return f.concatenated()
	case convertRunes:
		return finding{Runes, f.expr() + " makes a new text or slice of runes" + f.beyondBuffer()}
	}
	return finding{}
}

func (f *facts) boxed() finding {
	why := fmt.Sprintf("%s %sis copied to the heap to become an interface", f.expr(), f.kindAndSize())
	if f.src.file != nil {
		switch call := f.src.argument(f.path); {
		case call == nil:
		case f.called(call) == "panic":
			return finding{Panic, why}
		case f.called(call) == "sync.(*Pool).Put":
			return finding{PoolBox, f.expr() + " is no pointer, so Put copies it to the heap"}
		}
	}
	if f.stays && f.heap == nil {
		why += ", because it is larger than the 1024 bytes that the stack has for it"
	}
	return finding{Boxing, why}
}

func (f *facts) called(call *ast.CallExpr) string {
	_, obj := f.src.callee(call)
	return name(obj)
}

// sized puts the requested size of one object into format; empty if it is not
// known.
func (f *facts) sized(format string) string {
	if n := f.size(); n > 0 {
		return fmt.Sprintf(format, n)
	}
	return ""
}

// kindAndSize is "(int, 8 bytes) ", as far as it is known.
func (f *facts) kindAndSize() string {
	var parts []string
	if len(f.path) > 0 {
		if e, ok := f.boxedExpr(); ok && f.src.info.TypeOf(e) != nil {
			parts = append(parts, brief(f.typeText(f.src.info.TypeOf(e))))
		}
	}
	if n := f.size(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d bytes", n))
	}
	if parts == nil {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ") "
}

// boxedExpr finds the expression that the site names.
func (f *facts) boxedExpr() (ast.Expr, bool) {
	for _, n := range f.path {
		if e, ok := n.(ast.Expr); ok && types.ExprString(e) == f.site.Expr {
			return e, true
		}
	}
	return nil, false
}

// size is the number of bytes asked for by one object, 0 if it varies or is
// not known.
func (f *facts) size() int64 {
	var size int64
	for _, u := range f.site.Usage {
		objects, requested := u.Objects, u.Requested
		if objects == 0 {
			continue
		}
		if requested <= 0 || requested%objects != 0 || size > 0 && requested/objects != size {
			return 0
		}
		size = requested / objects
	}
	return size
}

func (f *facts) madeMap() finding {
	if f.heap == nil { // a hint or a literal with more than eight entries
		return finding{Map, f.expr() + " makes a map with more room than the stack has for it"}
	}
	return finding{Map, "the map " + f.expr() + " " + f.gone()}
}

func (f *facts) assignedMap() finding {
	if t := f.largeEntry(); t != "" {
		return finding{MapLarge, f.expr() + ": " + t}
	}
	return finding{MapGrowth, f.expr() + " inserts into a map that has no room left"}
}

func (f *facts) deferred() finding {
	if f.src.file != nil && !looped(f.path) {
		return finding{}
	}
	return finding{DeferLoop, "how many calls a loop defers is not known, so each is packed into an object"}
}

func (f *facts) ranged() finding {
	return finding{RangeFunc, "the body is a function of its own, since this is " + iteratorNotInlined}
}

func (f *facts) madeSlice() finding {
	if f.src.file != nil && f.filled() {
		return finding{Clone, f.expr() + " is filled by the copy that follows"}
	}
	if f.heap == nil && f.stays {
		why := f.expr() + " stays in the function, but its size is not a constant"
		if n := f.size(); n > 0 {
			why += fmt.Sprintf(": it asked for %d bytes, and the stack has 32 for it", n)
		}
		return finding{VariableSize, why}
	}
	return f.moved()
}

// filled reports whether a made slice is the target of a copy in the next
// statement.
func (f *facts) filled() bool {
	assign, rest, ok := inner[*ast.AssignStmt](f.path)
	if !ok || len(assign.Lhs) != 1 || len(rest) < 2 {
		return false
	}
	var list []ast.Stmt
	switch block := rest[1].(type) {
	case *ast.BlockStmt:
		list = block.List
	case *ast.CaseClause:
		list = block.Body
	case *ast.CommClause:
		list = block.Body
	}
	i := slices.Index(list, ast.Stmt(assign))
	if i < 0 || i+1 >= len(list) {
		return false
	}
	next, ok := list[i+1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := next.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 || f.called(call) != "copy" {
		return false
	}
	to, ok1 := call.Args[0].(*ast.Ident)
	made, ok2 := assign.Lhs[0].(*ast.Ident)
	return ok1 && ok2 && f.src.info.Uses[to] == f.src.info.ObjectOf(made)
}

func (f *facts) variadic() finding {
	return finding{Variadic, "the extra arguments of the call are put into a slice " + f.which()}
}

func (f *facts) closure() finding {
	switch {
	case f.src.file == nil:
	case f.statement(func(n ast.Node) bool { _, ok := n.(*ast.GoStmt); return ok }):
		return finding{GoStatement, "the function literal and what it uses are packed for the new goroutine"}
	case f.statement(func(n ast.Node) bool { _, ok := n.(*ast.DeferStmt); return ok }):
		return f.deferred()
	}
	return finding{Closure, "the function literal carries variables " + f.andGone()}
}

// statement reports whether the function literal at the site is what a go or
// defer statement calls.
func (f *facts) statement(is func(ast.Node) bool) bool {
	lit, rest, ok := inner[*ast.FuncLit](f.path)
	if !ok || len(rest) < 3 {
		return false
	}
	call, ok := rest[1].(*ast.CallExpr)
	return ok && call.Fun == lit && is(rest[2])
}

// gone says how the value at the site gets away.
func (f *facts) gone() string { return cmp.Or(f.wayOut().why, "outlives the call") }

func (f *facts) andGone() string { return "and " + f.gone() }
func (f *facts) which() string   { return "that " + f.gone() }

// largeEntry says which part of a map's entry has an object of its own; empty
// if none, or if the object that was measured is another one.
func (f *facts) largeEntry() string {
	if f.src.file == nil {
		return ""
	}
	m := f.src.mapEntry(f.path)
	if m == nil {
		return ""
	}
	for _, part := range []struct {
		name string
		t    types.Type
	}{{"key", m.Key()}, {"value", m.Elem()}} {
		size := f.src.sizes.Sizeof(part.t)
		if size > largeSlot && (f.site.Type == "" || f.size() == size) {
			return fmt.Sprintf("a %s of %d bytes is kept outside of the table", part.name, size)
		}
	}
	return ""
}
