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

func (f *facts) concatenated() finding {
	if f.src.file != nil && looped(f.path) && f.accumulates() {
		return finding{ConcatLoop, f.expr() + " copies, in each iteration, all that was joined before"}
	}
	return finding{Concat, f.expr() + " makes a new string" + f.beyondBuffer()}
}

// beyondBuffer explains an object for a value that, by the compiler's word, does not escape.
func (f *facts) beyondBuffer() string {
	if f.stays && f.heap == nil {
		return "; it stays in the function, but needs more than the 32 bytes that the stack has for it"
	}
	return ""
}

// accumulates reports whether the concatenation is assigned to its own operand: s += x, s = s + x.
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
	return f.src.mentions(assign.Rhs[0], f.src.info.ObjectOf(left))
}

func (f *facts) converted(c construct) finding {
	if f.site.Primitive == "" { // not measured: no primitive says which one it is
		c = f.conversion()
	}
	switch c {
	case bytesToString:
		return finding{BytesToString, f.expr() + " copies the bytes, which may change, into a string, which may not" + f.beyondBuffer()}
	case stringToBytes, object: // a constant is copied to an object made for it
		return finding{StringToBytes, f.expr() + " copies the string, which may not change, into bytes, which may" + f.beyondBuffer()}
	case concatStrings: // []byte(a + b) joins directly into the bytes
		return f.concatenated()
	case convertRunes:
		return finding{Runes, f.expr() + " makes a new text or slice of runes" + f.beyondBuffer()}
	}
	return finding{}
}

// conversion returns the kind of conversion at the site, from the types.
func (f *facts) conversion() construct {
	call, _ := f.src.call(f.site.Pos)
	if call == nil || len(call.Args) != 1 {
		return unknownConstruct
	}
	to, from := elementSize(f.src.info.TypeOf(call)), elementSize(f.src.info.TypeOf(call.Args[0]))
	switch {
	case to == 0 && from == 1:
		return bytesToString
	case to == 1 && from == 0:
		return stringToBytes
	case to == 4 || to == 0 && from != unsized:
		return convertRunes
	}
	return unknownConstruct
}

// unsized is the elementSize of types that are neither text nor integers.
const unsized = -1

// elementSize is 0 for a string, 1 for []byte, and 4 for []rune and for integers, which string(n) converts as a
// character.
func elementSize(t types.Type) int {
	if t == nil {
		return unsized
	}
	slice, isSlice := t.Underlying().(*types.Slice)
	if isSlice {
		t = slice.Elem()
	}
	basic, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok:
		return unsized
	case isSlice && basic.Kind() == types.Byte:
		return 1
	case isSlice && basic.Kind() == types.Rune, !isSlice && basic.Info()&types.IsInteger != 0:
		return 4
	case !isSlice && basic.Info()&types.IsString != 0:
		return 0
	}
	return unsized
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
	if v := f.boxedVariable(); v != nil {
		f.cause = "each box of " + v.Pkg().Name() + "." + v.Name()
		f.causePos = record.Position{File: f.site.Pos.File} // the package
	}
	return finding{Boxing, why}
}

func (f *facts) called(call *ast.CallExpr) string {
	_, obj := f.src.callee(call)
	return name(obj)
}

// sized formats the requested size of one object; empty if it is not known.
func (f *facts) sized(format string) string {
	if n := f.size(); n > 0 {
		return fmt.Sprintf(format, record.Count(n))
	}
	return ""
}

// kindAndSize is the type and size, as in "(int, 8 bytes) ", as far as they are known.
func (f *facts) kindAndSize() string {
	var parts []string
	if len(f.path) > 0 {
		if e, ok := f.boxedExpr(); ok && f.src.info.TypeOf(e) != nil {
			parts = append(parts, brief(f.typeText(f.src.info.TypeOf(e))))
		}
	}
	if n := f.size(); n > 0 {
		parts = append(parts, fmt.Sprintf("%s bytes", record.Count(n)))
	}
	if parts == nil {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ") "
}

// boxedExpr returns the expression that the site names.
func (f *facts) boxedExpr() (ast.Expr, bool) {
	for _, n := range f.path {
		if e, ok := n.(ast.Expr); ok && types.ExprString(e) == f.site.Expr {
			return e, true
		}
	}
	return nil, false
}

// size is the requested size of one object, in bytes; 0 if it varies or is not known.
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

func (f *facts) assignedMap() finding {
	if t := f.largeEntry(); t != "" {
		return finding{MapLarge, f.expr() + ": " + t}
	}
	if f.firstGroup() {
		return finding{MapGrowth, f.expr() + " inserts the first entry, which makes room for eight"}
	}
	return finding{MapGrowth, f.expr() + " inserts into a map that has no room left"}
}

// firstGroup reports whether the only object is the group of eight slots that an empty map gets at its first
// insertion.
func (f *facts) firstGroup() bool {
	if f.src.file == nil {
		return false
	}
	m := f.src.mapEntry(f.path)
	if m == nil || !typefact.Sized(m.Key()) || !typefact.Sized(m.Elem()) {
		return false
	}
	inSlot := func(t types.Type) types.Type {
		if f.src.sizes.Sizeof(t) > largeSlot {
			return types.NewPointer(t)
		}
		return t
	}
	field := func(name string, t types.Type) *types.Var { return types.NewField(token.NoPos, nil, name, t, false) }
	slot := types.NewStruct([]*types.Var{field("key", inSlot(m.Key())), field("elem", inSlot(m.Elem()))}, nil)
	group := types.NewStruct([]*types.Var{field("ctrl", types.Typ[types.Uint64]), field("slots", types.NewArray(slot, 8))}, nil)
	return f.size() == f.src.sizes.Sizeof(group)
}

func (f *facts) deferred() finding {
	if f.src.file != nil && !looped(f.path) {
		return finding{}
	}
	return finding{DeferLoop, "how many calls a loop defers is not known, so each is packed into an object"}
}

func (f *facts) madeSlice() finding {
	if f.src.file != nil && f.filled() {
		return finding{Clone, f.expr() + " is filled by the copy that follows"}
	}
	if f.heap == nil && f.stays {
		why := f.expr() + " stays in the function, but its size is not a constant"
		if n := f.size(); n > 0 {
			why += fmt.Sprintf(": it asked for %s bytes, and the stack has 32 for it", record.Count(n))
		}
		return finding{VariableSize, why}
	}
	return f.moved()
}

// filled reports whether the next statement copies into the slice that was made.
func (f *facts) filled() bool {
	assign, rest, ok := inner[*ast.AssignStmt](f.path)
	if !ok || len(assign.Lhs) != 1 || len(rest) < 2 {
		return false
	}
	list := statements(rest[1])
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

func (f *facts) methodValue() finding {
	found := finding{MethodValue, fmt.Sprintf("the function value %s carries its receiver %s", f.expr(), f.andGone())}
	if t, _ := f.ownMethod(); t != "" && f.wayOut().mechanism == Returned {
		f.cause = fmt.Sprintf("methods of %s return method values of their receiver", t)
		f.causePos = record.Position{File: f.site.Pos.File}
	}
	return found
}

// ownMethod returns the receiver's type and the method's name of a method value x.m within a method of x; empty for
// others.
func (f *facts) ownMethod() (receiver, name string) {
	sel, _, ok := inner[*ast.SelectorExpr](f.path)
	if !ok {
		return "", ""
	}
	x, ok := ast.Unparen(sel.X).(*ast.Ident)
	fn, isMethod := function(f.path).(*ast.FuncDecl)
	if !ok || !isMethod || fn.Recv == nil || len(fn.Recv.List[0].Names) == 0 {
		return "", ""
	}
	v := f.src.info.Uses[x]
	if v == nil || v != f.src.info.Defs[fn.Recv.List[0].Names[0]] {
		return "", ""
	}
	return f.typeText(v.Type()), sel.Sel.Name
}

func (f *facts) closure() finding {
	switch {
	case calledBy[*ast.GoStmt](f.path):
		return finding{GoStatement, "the function literal and what it uses are packed for the new goroutine"}
	case calledBy[*ast.DeferStmt](f.path):
		return f.deferred()
	}
	return finding{Closure, "the function literal carries variables " + f.andGone()}
}

// gone describes how the value at the site escapes.
func (f *facts) gone() string { return cmp.Or(f.wayOut().why, "outlives the call") }

func (f *facts) andGone() string { return "and " + f.gone() }
func (f *facts) which() string   { return "that " + f.gone() }

// largeEntry says which part of a map's entry is an object of its own; empty if there is none, or if the measured
// object is another one.
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
		if !typefact.Sized(part.t) {
			continue
		}
		size := f.src.sizes.Sizeof(part.t)
		if size > largeSlot && (f.site.Type == "" || f.size() == size) {
			return fmt.Sprintf("a %s of %d bytes is kept outside of the table", part.name, size)
		}
	}
	return ""
}
