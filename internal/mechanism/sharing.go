package mechanism

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/typefact"
)

// manyInOne is the remedy for values that need a pointer.
const manyInOne = "make many in one array"

// returnedRemedy returns the remedy for a returned pointer. It does not advise to return the value if that is
// impossible, or makes an object as well.
func (f *facts) returnedRemedy() string {
	switch {
	case f.site.Kind == record.PointMakeSlice || f.site.Kind == record.PointSliceLiteral:
		if f.tooSmall() {
			return tooLittle
		}
		return "let the caller pass in a slice to append to, as strconv.AppendInt does, and use it again where nobody keeps it"
	case f.heap != nil && f.heap.Expr == "func literal":
		return "the function that is returned carries what it uses: make it once, where that does not differ"
	case f.becomesInterface():
		return "the result is an interface, for which a value would be an object too: return one that exists, where they repeat"
	}
	const passedIn = "let the caller pass in where it goes, for callers that share no pointer to it"
	var t types.Type
	if lit, ok := f.src.valueAt(f.site.Pos).(*ast.CompositeLit); ok {
		t = f.src.info.TypeOf(lit)
	} else if v := f.variable(); v != nil {
		t = v.Type()
	}
	if t != nil {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if typefact.NoCopy(t) {
			return passedIn
		}
	}
	return "return the value instead of a pointer, or " + passedIn
}

// becomesInterface reports whether a pointer to the value of the site is converted to an interface.
func (f *facts) becomesInterface() bool {
	if has(f.heap, "interface-converted") {
		return true
	}
	fn := function(f.path)
	signature := f.src.signature(fn)
	if signature == nil || f.heap == nil || f.heap.Pos != f.site.Pos {
		return false
	}
	v := f.variable()
	for ret := range returns(fn) {
		if signature.Results().Len() != len(ret.Results) {
			continue // the results have names, or come from one call
		}
		for i, r := range ret.Results {
			t := signature.Results().At(i).Type()
			if types.IsInterface(t) && !isErrorType(t) && (v != nil && f.src.leadsTo(r, v) || v == nil && inside(f.src.pos(f.site.Pos), r)) {
				return true
			}
		}
	}
	return false
}

// signature returns the signature of a function node; nil if there is none.
func (s source) signature(fn ast.Node) *types.Signature {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		if obj, ok := s.info.Defs[fn.Name].(*types.Func); ok {
			return obj.Signature()
		}
	case *ast.FuncLit:
		signature, _ := s.info.TypeOf(fn).(*types.Signature)
		return signature
	}
	return nil
}

// keptRemedy returns the remedy for a pointer that is stored: the value can be stored in its place only if nothing
// needs the pointer. Empty for the general remedy, which says that.
func (f *facts) keptRemedy() string {
	if text := f.storedRemedy(); text != "" {
		return text
	}
	switch f.site.Kind {
	case record.PointMakeSlice, record.PointSliceLiteral:
		return f.storedSliceRemedy()
	case record.PointNew, record.PointAddrLiteral, record.PointVariable:
	default:
		return ""
	}
	v := f.variable()
	switch {
	case f.refersToItself(v):
		return "it points to itself, so that no copy can take its place: " + manyInOne
	case f.becomesInterface() || f.keptAsInterface(v):
		return "it is kept as an interface, for which a value would be an object too: " + manyInOne
	case f.keptTwice(v) || f.identified():
		return "who has the pointer may share it or compare it: " + manyInOne
	}
	if field := f.mayBeNil(v); field != "" {
		return fmt.Sprintf("nil says that there is no %s: keep the value and a bool beside it, or %s", field, manyInOne)
	}
	if _, _, returned := inner[*ast.ReturnStmt](f.path); returned {
		return f.returnedRemedy() // the caller stores it
	}
	return ""
}

// refersToItself reports whether a pointer to v is stored in v.
func (f *facts) refersToItself(v types.Object) bool {
	if v == nil {
		return false
	}
	return f.assigns(func(left, right ast.Expr) bool { return f.src.pointsTo(right, v) && f.src.under(left, v) })
}

// pointsTo reports whether an expression is v, its address, or an append of one of them to a slice.
func (s source) pointsTo(e ast.Expr, v types.Object) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.info.Uses[e] == v
	case *ast.UnaryExpr:
		return e.Op == token.AND && s.pointsTo(e.X, v)
	case *ast.CallExpr:
		kind, obj := s.callee(e)
		return kind == builtinCall && obj.Name() == "append" && slices.ContainsFunc(e.Args[1:], func(e ast.Expr) bool { return s.pointsTo(e, v) })
	}
	return false
}

// under reports whether an expression is a field or element of v or of what v points to, and not v itself.
func (s source) under(e ast.Expr, v types.Object) bool {
	_, isName := ast.Unparen(e).(*ast.Ident)
	return !isName && s.within(e, v)
}

// assigns reports whether holds is true for an assignment in the function around the site.
func (f *facts) assigns(holds func(left, right ast.Expr) bool) bool {
	for left, right := range assignments(function(f.path)) {
		if holds(left, right) {
			return true
		}
	}
	return false
}

// keptAsInterface reports whether v is assigned to a variable of interface type, or appended to a slice of
// interfaces.
func (f *facts) keptAsInterface(v types.Object) bool {
	if v == nil {
		return false
	}
	assigned := f.assigns(func(left, right ast.Expr) bool {
		t := f.src.info.TypeOf(left)
		return t != nil && types.IsInterface(t) && f.src.pointsTo(right, v)
	})
	return assigned || exists(function(f.path), func(call *ast.CallExpr) bool {
		if f.called(call) != "append" || len(call.Args) < 2 {
			return false
		}
		slice, ok := f.src.info.TypeOf(call).Underlying().(*types.Slice)
		return ok && types.IsInterface(slice.Elem()) && f.src.pointsTo(call, v)
	})
}

// keptTwice reports whether a pointer to v is stored in more than one place.
func (f *facts) keptTwice(v types.Object) bool {
	if v == nil {
		return false
	}
	n := 0
	for left, right := range assignments(function(f.path)) {
		if _, isName := ast.Unparen(left).(*ast.Ident); !isName && f.src.pointsTo(right, v) {
			n++
		}
	}
	return n > 1
}

// identified reports whether the package compares pointers to values of the site's type, or uses them as keys of a
// map.
func (f *facts) identified() bool {
	t := f.pointed()
	if t == nil {
		return false
	}
	is := func(e ast.Expr) bool {
		tv, ok := f.src.info.Types[e]
		if !ok || tv.Type == nil || tv.IsNil() {
			return false
		}
		p, ok := types.Unalias(tv.Type).(*types.Pointer)
		return ok && types.Identical(p.Elem(), t)
	}
	return slices.ContainsFunc(f.src.files(), func(file *ast.File) bool {
		return exists(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				return (n.Op == token.EQL || n.Op == token.NEQ) && is(n.X) && is(n.Y)
			case *ast.MapType:
				return is(n.Key)
			}
			return false
		})
	})
}

// pointed returns the type of the value that the site makes; nil if it is not known.
func (f *facts) pointed() types.Type {
	if v := f.variable(); v != nil {
		if f.site.Kind == record.PointVariable {
			return v.Type()
		}
		if p, ok := v.Type().Underlying().(*types.Pointer); ok {
			return p.Elem()
		}
	}
	for _, n := range f.path {
		e, ok := n.(ast.Expr)
		if !ok {
			return nil
		}
		if t := f.src.info.TypeOf(e); t != nil && f.made(n) {
			if p, ok := t.Underlying().(*types.Pointer); ok {
				return p.Elem()
			}
			return t
		}
	}
	return nil
}

// mayBeNil returns the name of the field that stores a pointer to v, if its package compares the field with nil;
// empty otherwise.
func (f *facts) mayBeNil(v types.Object) string {
	for left, right := range assignments(function(f.path)) {
		sel, ok := ast.Unparen(left).(*ast.SelectorExpr)
		_, isCall := ast.Unparen(right).(*ast.CallExpr)
		if ok && !isCall && v != nil && f.src.pointsTo(right, v) && f.src.comparedWithNil(f.src.info.Uses[sel.Sel]) {
			return sel.Sel.Name
		}
	}
	return ""
}

func (s source) comparedWithNil(place types.Object) bool {
	return place != nil && slices.ContainsFunc(s.filesOf(place), func(file *ast.File) bool {
		return exists(file, func(e *ast.BinaryExpr) bool { return s.info.Types[e.Y].IsNil() && s.place(e.X) == place })
	})
}

// passedOnRemedy returns the remedy for a value that is passed to a function which, as far as the compiler knows,
// retains it. It advises to pass parts by value only if the function is the user's, and takes a pointer to a type of
// the user's.
func (f *facts) passedOnRemedy() string {
	if text := f.passedRemedy(); text != "" || f.heap == nil {
		return text
	}
	if taken := f.elsewhere(); taken != "" {
		return fmt.Sprintf("it is made only where there is no %s: see that there is one", taken)
	}
	value, again := "", f.againWhereNotKept()
	if f.byValue() {
		value = "pass what is needed of it by value"
	}
	switch {
	case value != "" && again != "":
		return value + ", or " + again
	case value != "" || again != "":
		return value + again
	case f.wayOut().mechanism == Passed && f.trail.end != "" && strings.HasPrefix(f.trail.end, "it is stored"):
		return "it is kept there: make it only where it is needed"
	case f.site.Kind == record.PointMakeSlice || f.site.Kind == record.PointSliceLiteral:
		return "it is handed out besides: let the caller pass in where it goes"
	}
	return "it is handed on besides: make it only where it is needed"
}

// againWhereNotKept is again for what is passed to a function that may retain it.
func (f *facts) againWhereNotKept() string {
	if strings.HasPrefix(f.trail.end, "it is stored") || strings.HasPrefix(f.trail.end, "it is sent") {
		return ""
	}
	step := last(f.heap)
	if strings.HasPrefix(step.Expr, "append(") { // in an inlined body
		return ""
	}
	if call, _ := f.src.call(step.Pos); call != nil && f.src.keptBy(call, f.leads) {
		return ""
	}
	if again := f.again(); again != "" {
		return again + ", where the function that is called does not keep it"
	}
	return ""
}

// leads reports whether an expression is the site's value, or leads to it.
func (f *facts) leads(e ast.Expr) bool {
	if v := f.variable(); v != nil {
		return f.src.leadsTo(e, v)
	}
	return inside(f.src.pos(f.site.Pos), e) || f.is(e)
}

// byValue reports whether the function that the value of the site is passed to could take it, or parts of it, by
// value: the function is the user's, and takes a pointer to a type of the user's.
func (f *facts) byValue() bool {
	call := f.sourceCall(last(f.heap))
	t := f.pointed()
	if call == nil || t == nil {
		return false
	}
	src := f.src.of(last(f.heap).Pos)
	kind, obj := src.callee(call)
	if kind != staticCall || !f.owned(obj.Pkg()) {
		return false
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && !f.owned(named.Obj().Pkg()) {
		return false
	}
	signature := obj.(*types.Func).Signature()
	for v := range signature.Params().Variables() {
		if p, ok := v.Type().Underlying().(*types.Pointer); ok && types.Identical(p.Elem(), t) {
			return true
		}
	}
	return false
}

// owned reports whether a package is the user's.
func (f *facts) owned(p *types.Package) bool {
	return p != nil && (p == f.src.pkg.Types || f.src.own != nil && f.src.own(p.Path()))
}

// unknownRemedy returns the remedy for a value passed to an unknown function. It advises to call a concrete type
// unless a function value is called, and to reuse the value only if nothing else retains it.
func (f *facts) unknownRemedy() string {
	if f.heap == nil {
		return ""
	}
	again := f.againWhereNotKept()
	if call := f.sourceCall(last(f.heap)); call != nil {
		if kind, _ := f.src.of(last(f.heap).Pos).callee(call); kind == dynamicCall {
			return cmp.Or(again, "it is handed on besides: make it only where it is needed")
		}
	}
	if again == "" {
		return "call a concrete type"
	}
	return "call a concrete type, or " + again
}

// largeRemedy returns the remedy for a value that is too large for any stack.
func (f *facts) largeRemedy() string {
	if again := f.again(); again != "" {
		return again + ", or make it smaller"
	}
	return "make it smaller"
}

// arrayLimit is the largest average size, in bytes, for which an array on the stack is advised.
const arrayLimit = 1 << 10

// variableSizeRemedy returns the remedy for a slice of variable size; an array on the stack is advised up to
// arrayLimit.
func (f *facts) variableSizeRemedy() string {
	if f.tooSmall() {
		return tooLittle
	}
	buffer := "take a buffer from a sync.Pool, which is not cleared as by make"
	if loop := loopAround(f.path); loop != nil && f.variable() != nil && inside(f.variable().Pos(), loop) {
		buffer = "make it once, before the loop, and clear it"
	}
	objects, requested := int64(0), int64(0)
	for _, u := range f.site.Usage {
		objects, requested = objects+u.Objects, requested+u.Requested
	}
	if objects > 0 && requested/objects > arrayLimit {
		return buffer
	}
	return "use an array of a fixed size for the usual case, or " + buffer
}
