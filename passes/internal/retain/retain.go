// Package retain decides whether a buffer can be used again: whether anything may still
// refer to its memory, or could tell it from a new one.
//
// Invariant: [Checker.Lets] says yes only to uses that it knows; a method, function or
// shape that is not listed here is refused.
//
// Model: the buffer is in one local variable, or in one field of all objects of a type, and each
// use of it is judged alone, by the expression around it. A use that gives the memory to another variable, by a call
// or an assignment, asks the same of the other variable, see [Checker.ask].
//
// The model blurs readers and writers of other modules: they are trusted not to retain the bytes
// that they are given, as their contract says; see [Trust].
package retain

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A Kind is a group of types with the same rules of use.
type Kind int

const (
	Buffer     Kind = iota // bytes.Buffer, or a pointer to one
	EmptySlice             // a slice that begins empty and grows by append
	FullSlice              // a slice that has its length from the start
	Table                  // a map
	Stream                 // a reader or writer that works on another
	Digest                 // a hash.Hash
	Large                  // an array or struct, or a pointer to one
	borrowed               // a slice that a function was given
	called                 // a function
)

// A Checker judges the uses of one variable.
type Checker struct {
	Pkg  *source.Package
	Var  *types.Var
	Kind Kind
	// Fixed says that a FullSlice has a constant length, which is its capacity.
	Fixed bool
	// Deferred allows deferred calls of methods: the buffer stays in use until the
	// function ends.
	Deferred bool
	// Shrinks allows v = v[i:j]: the memory in front of i is not needed again.
	Shrinks bool
	// Cuts allows v[:n] of any n: beyond the length it shows old contents.
	Cuts bool
	// Drops allows v = nil: the memory is not needed again.
	Drops bool
	// InPlace allows uses in function literals that run only during the call that they are
	// arguments of, or are only called. If a literal sets the variable, it must be an argument, and nothing else in its
	// statement may mention it.
	InPlace bool
	// Trusting allows arguments of unknown code, with a caveat, see [Checker.Caveats].
	Trusting bool

	// Aliases allows the memory to be assigned to local variables: it stays as it is until the function ends.
	Aliases bool

	// Callers allows v to be returned by functions that are only called in the package, where the result is left alone.
	Callers bool

	asked   *question // that the checker answers, nil for a checker of other packages
	inquiry *inquiry
	rests   int // the first question in the inquiry that the answer rests on

	// exact: a borrowed slice has memory behind its length that must not be seen.
	exact bool
	// inside: the variable is in a Write or Read method, for which other types are judged elsewhere.
	inside bool

	// Escapes is set by Lets if the memory is passed where the compiler loses track of it, Copied
	// if io.Copy gives the buffer to an unknown reader or writer, Doubted if methods borrow it
	// that are [Doubted].
	Escapes, Copied, Doubted bool
	// Disturbed is set by Lets if unknown code runs while the memory of a field is in use. Such
	// code may call back and change it.
	Disturbed bool
	// Cut is set by Lets if the slice is cut at a place that may be beyond its length.
	Cut bool

	trusted []string   // names of unknown functions, see trusts
	of      types.Type // of the value in a parameter, see borrowedByFunc

	retains inspector.Cursor // see Retains
	at      ast.Expr         // v, or x.f of a field, at the use that is judged
}

// All reports whether every use of the variable leaves the buffer reusable.
func (k *Checker) All() bool {
	for _, use := range k.Pkg.Uses(k.Var) {
		if !k.Lets(use) {
			k.retains = use
			return false
		}
	}
	return true
}

// Retains returns the text of the call, or the first line of the statement, at which All returned
// false: it may retain the memory, or distinguish it from new memory.
func (k *Checker) Retains() string { return Shown(k.Pkg, k.retains, k.Var.Name()) }

// Shown returns the text of the call, or the first line of the statement, around cur, otherwise if
// there is none or its text is not at hand.
func Shown(pkg *source.Package, cur inspector.Cursor, otherwise string) string {
	for c := range cur.Enclosing() {
		_, isCall := c.Node().(*ast.CallExpr)
		_, isStmt := c.Node().(ast.Stmt)
		if isCall || isStmt {
			f := pkg.FileOf(c.Node())
			if f == nil {
				return otherwise
			}
			text, _, _ := strings.Cut(f.Text(c.Node()), "\n")
			return text
		}
	}
	return otherwise
}

// Lets reports whether one use of the variable retains nothing of its memory, and cannot
// distinguish it from new memory.
func (k *Checker) Lets(use inspector.Cursor) bool {
	if !k.inTime(use) {
		return false
	}
	if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
		use = use.Parent()
	}
	k.at, _ = use.Node().(ast.Expr)
	use = source.Parens(use)
	switch k.Kind {
	case EmptySlice, FullSlice, borrowed:
		return k.slice(use)
	case Table:
		return k.table(use)
	case Large:
		return k.large(use)
	case called:
		return isSet(use) || source.ComparedWithNil(k.Pkg.Info, use) || k.calls(use, k.Deferred)
	}
	if use.ParentEdgeKind() == edge.UnaryExpr_X {
		u := use.Parent()
		return u.Node().(*ast.UnaryExpr).Op == token.AND && k.passed(source.Parens(u))
	}
	if use.ParentEdgeKind() == edge.SelectorExpr_X {
		return k.method(use)
	}
	return !source.IsA[*types.Struct](k.Var.Type()) && k.passed(use)
}

// is reports whether e is the variable, or the same field of the same object as at this use.
func (k *Checker) is(e ast.Expr) bool {
	if !k.Var.IsField() {
		return k.Pkg.Is(e, k.Var)
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, isVar := k.Pkg.Info.Uses[sel.Sel].(*types.Var)
	return isVar && v.Origin() == k.Var.Origin() && source.IsPath(sel) && types.ExprString(sel) == types.ExprString(k.at)
}

// inTime reports whether the use is evaluated where it stands, or, for Deferred, in the call of a
// method at the end of the function, or, for InPlace, before the call around it returns. A parameter may be
// used until the function returns. In a function literal a field is evaluated when the literal runs; a defer or
// go statement evaluates a field at once.
func (k *Checker) inTime(use inspector.Cursor) bool {
	for c := range use.Enclosing((*ast.FuncLit)(nil), (*ast.DeferStmt)(nil), (*ast.GoStmt)(nil)) {
		_, isLit := c.Node().(*ast.FuncLit)
		if isLit && k.Var.IsField() {
			return true
		}
		if !k.Var.IsField() && c.Node().Pos() < k.Var.Pos() {
			break // contains the declaration, too
		}
		if isLit && k.InPlace && k.meanwhile(use, c) || k.asked != nil && k.runsBefore(c, k.Deferred) {
			continue
		}
		d, ok := c.Node().(*ast.DeferStmt)
		if !ok || !k.Deferred || !isMethodOf(d.Call, use.Node()) {
			return false
		}
	}
	return true
}

// meanwhile reports whether the literal at lit, which has the use, runs while the variable is in use. A variable that
// holds the literal must be gone when v is, and the literal may then not set v.
func (k *Checker) meanwhile(use, lit inspector.Cursor) bool {
	fn, _, named := k.Pkg.Holder(lit)
	if named && fn.Pos() < k.Var.Pos() || isSet(use) && (named || k.held(lit)) {
		return false
	}
	return k.runsBefore(lit, k.Deferred)
}

// isSet reports whether the use assigns to the variable.
func isSet(use inspector.Cursor) bool {
	return source.Parens(use).ParentEdgeKind() == edge.AssignStmt_Lhs
}

// held reports whether the statement around the function literal at lit mentions the variable
// outside of the literal: it may use the old slice while the literal sets the variable.
func (k *Checker) held(lit inspector.Cursor) bool {
	stmt, ok := source.EnclosingStmt(lit)
	return !ok || k.Pkg.Mentions(stmt.Node(), k.Var) > k.Pkg.Mentions(lit.Node(), k.Var)
}

// isMethodOf reports whether call is x.M().
func isMethodOf(call *ast.CallExpr, x ast.Node) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.X == x
}

// method judges b.M at b.
func (k *Checker) method(use inspector.Cursor) bool {
	sel := source.Parens(use.Parent())
	if sel.ParentEdgeKind() != edge.CallExpr_Fun {
		return false // a method value, or a field
	}
	name := use.Parent().Node().(*ast.SelectorExpr).Sel.Name
	fn, _ := k.Pkg.Info.Uses[use.Parent().Node().(*ast.SelectorExpr).Sel].(*types.Func)
	if types.IsInterface(k.Var.Type()) && k.of != nil {
		obj, _, _ := types.LookupFieldOrMethod(k.of, true, k.Pkg.Types, name)
		fn, _ = obj.(*types.Func)
	}
	call := source.Parens(sel.Parent())
	switch {
	case stdlib.Of(fn).Copying:
		return true
	case name == "Bytes" && k.Kind == Buffer:
		return k.slice(call)
	case name == "ReadFrom" && k.Kind != Digest, name == "WriteTo" && k.Kind != Digest:
		args := call.Node().(*ast.CallExpr).Args
		return len(args) == 1 && k.borrowedBy(args[0])
	case name == "Sum" && k.Kind == Digest:
		return true // appends to its argument
	case k.Kind == Digest && IsHash(k.typ()):
		return hashMethods[name] != nil || name == "WriteString" || name == "Sum32" || name == "Sum64"
	}
	return false
}

// hashMethods are the methods of hash.Hash.
var hashMethods = func() map[string]*types.Signature {
	bytes, number := types.NewSlice(types.Typ[types.Byte]), types.Typ[types.Int]
	tuple := func(list ...types.Type) *types.Tuple {
		var vars []*types.Var
		for _, t := range list {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", t))
		}
		return types.NewTuple(vars...)
	}
	of := func(params, results *types.Tuple) *types.Signature {
		return types.NewSignatureType(nil, nil, nil, params, results, false)
	}
	return map[string]*types.Signature{
		"Write":     of(tuple(bytes), tuple(number, source.ErrorType)),
		"Sum":       of(tuple(bytes), tuple(bytes)),
		"Reset":     of(nil, nil),
		"Size":      of(nil, tuple(number)),
		"BlockSize": of(nil, tuple(number)),
	}
}()

// IsHash reports whether values of type t have the methods of hash.Hash.
func IsHash(t types.Type) bool {
	set := types.NewMethodSet(t)
	for name, want := range hashMethods {
		m := set.Lookup(nil, name) // an exported name needs no package
		if m == nil || !types.Identical(m.Type(), want) {
			return false
		}
	}
	return true
}

// passed reports whether the buffer at cur is the argument of a function that uses it as a reader
// or writer and retains nothing.
func (k *Checker) passed(cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Args {
		return false
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	fn, ok := typeutil.Callee(k.Pkg.Info, call).(*types.Func)
	if !ok || call.Ellipsis.IsValid() && i == len(call.Args)-1 {
		return k.trusts(cur)
	}
	k.Escapes = true
	switch {
	case stdlib.Of(fn).Lends.Has(i):
		return true
	case fn.FullName() == "io.Copy":
		return k.copies(call.Args[1-i])
	}
	return stdlib.Of(fn).Wraps.Has(i) && k.wrapped(source.Parens(cur.Parent())) || k.borrowedByFunc(cur.Parent(), i) || k.trusts(cur)
}

// borrowedByFunc judges the argument i of a call of a function of the package: a buffer, reader,
// writer or hash whose methods are called there, or that is passed on likewise.
//
//	func encode(buf *bytes.Buffer, v value)    func encode(w io.Writer, v value)
func (k *Checker) borrowedByFunc(cur inspector.Cursor, i int) bool {
	fn, v := source.Parameter(k.Pkg.Info, cur.Node().(*ast.CallExpr), i)
	if v == nil || fn.Pkg() != k.Pkg.Types || k.Pkg.FuncBody(fn) == nil || k.asked == nil && source.RunsLater(cur) {
		return false
	}
	of := k.typ()
	if source.IsA[*types.Struct](of) {
		of = types.NewPointer(of)
	}
	if !types.IsInterface(v.Type()) && !types.Identical(v.Type(), of) || len(k.Pkg.Writes(v)) > 0 {
		return false
	}
	return k.ask(question{v: v, kind: k.Kind, of: of})
}

// typ returns the type of the value in the variable, where that has the type of an interface.
func (k *Checker) typ() types.Type {
	if k.of != nil {
		return k.of
	}
	return k.Var.Type()
}

// wrapped reports whether the wrapper made at call lives no longer than the buffer: one of its
// methods is called at once, or it is in a local variable of which only methods are called.
func (k *Checker) wrapped(call inspector.Cursor) bool {
	if call.ParentEdgeKind() == edge.SelectorExpr_X {
		return source.Parens(call.Parent()).ParentEdgeKind() == edge.CallExpr_Fun
	}
	w, stmt, ok := k.Pkg.Holder(call)
	if !ok || w.Pos() < stmt.Node().Pos() || k.Pkg.InLiteral(w) {
		return false
	}
	return k.Pkg.Every(w, func(use inspector.Cursor) bool {
		sel := source.Parens(use.Parent())
		return use.ParentEdgeKind() == edge.SelectorExpr_X && sel.ParentEdgeKind() == edge.CallExpr_Fun && !source.RunsLater(sel.Parent())
	})
}

// slice judges a use at cur of the slice: the variable, a slice of it, or the Bytes of a buffer.
func (k *Checker) slice(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	kind, i := cur.ParentEdge()
	switch kind {
	case edge.IndexExpr_X:
		return k.element(cur.Parent())
	case edge.RangeStmt_X:
		return !k.growsIn(cur.Parent().Node().(*ast.RangeStmt))
	case edge.SliceExpr_X:
		return k.within(cur.Parent().Node().(*ast.SliceExpr)) && (k.slice(cur.Parent()) || k.shortened(source.Parens(cur.Parent())))
	case edge.CallExpr_Args:
		return k.argument(cur, i)
	case edge.AssignStmt_Lhs:
		return k.reassigned(cur) || k.shortened(cur) || k.Kind == borrowed && k.asked != nil
	case edge.AssignStmt_Rhs, edge.ValueSpec_Values:
		return k.toItself(cur) || (k.Kind == borrowed || k.Aliases && k.isLast(cur)) && k.follows(cur, borrowed)
	case edge.ReturnStmt_Results:
		return (k.Kind == borrowed || k.Callers) && k.follows(cur, borrowed)
	}
	return false
}

// isLast reports whether the variable is not used behind cur, where the memory gets another name: in new memory it would
// go on alone once there is no room, in old memory there is room.
func (k *Checker) isLast(cur inspector.Cursor) bool {
	return !k.Pkg.InLiteral(k.Var) && !source.LoopSince(cur, k.Var.Pos()) && k.Pkg.Every(k.Var, func(use inspector.Cursor) bool {
		return use.Node().Pos() < cur.Node().End()
	})
}

// within reports whether a slice expression stays within the length, beyond which an old buffer has
// the contents of earlier iterations.
func (k *Checker) within(e *ast.SliceExpr) bool {
	if e.High == nil || k.Kind == borrowed && !k.exact {
		return true
	}
	if n, ok := source.IntConst(k.Pkg.Info, e.High); ok && n == 0 {
		return true
	}
	if k.Kind == FullSlice && k.Fixed && e.Max == nil /* capacity is length */ || k.Shorter(e) {
		return true
	}
	k.Cut = k.Cut || k.Cuts
	return k.Cuts
}

// Shorter reports whether e is s[i:len(s)] or s[i:len(s)-n].
func (k *Checker) Shorter(e *ast.SliceExpr) bool {
	high := ast.Unparen(e.High)
	if minus, ok := high.(*ast.BinaryExpr); ok && minus.Op == token.SUB {
		if n, isConst := source.IntConst(k.Pkg.Info, minus.Y); !isConst || n < 0 {
			return false
		}
		high = ast.Unparen(minus.X)
	}
	x, ok := source.LenOf(k.Pkg.Info, high)
	return ok && e.Max == nil && k.is(e.X) && k.is(x)
}

// element judges s[i] at cur: what its address is given to must leave it alone. A slice that grows leaves its elements behind.
func (k *Checker) element(cur inspector.Cursor) bool {
	return !k.Pkg.Addressed(cur) || !k.Var.IsField() && !k.grows() && k.as(Large, func(k *Checker) bool { return k.part(source.Parens(cur), false) })
}

// as judges memory that the variable leads to in another way: the array of a slice, say.
func (k *Checker) as(kind Kind, judge func(*Checker) bool) bool {
	other := *k
	other.Kind = kind
	ok := judge(&other)
	k.Doubted, k.Escapes, k.inquiry, k.rests, k.trusted = other.Doubted, other.Escapes, other.inquiry, other.rests, other.trusted
	return ok
}

// argument judges f(…, s, …) at the argument i.
func (k *Checker) argument(cur inspector.Cursor, i int) bool {
	call := cur.Parent().Node().(*ast.CallExpr)
	if source.IsConversion(k.Pkg.Info, call) {
		return isString(k.Pkg.Info.TypeOf(call))
	}
	switch {
	case source.IsBuiltin(k.Pkg.Info, call, "len", "copy", "clear"):
		return true
	case source.IsBuiltin(k.Pkg.Info, call, "append"):
		// append(x, s...) copies; s = append(s, …) stays with s.
		return i > 0 && call.Ellipsis.IsValid() || i == 0 && k.toItself(source.Parens(cur.Parent()))
	}
	fn, ok := typeutil.Callee(k.Pkg.Info, call).(*types.Func)
	if !ok {
		return k.trusts(cur)
	}
	if known := stdlib.Of(fn); (known.Copying && !ioMethod(fn) || known.Forgets(fn, i)) && !toInterface(fn.Origin().Signature(), i) {
		return true
	}
	if i == 0 && (stdlib.Of(fn).Appends || k.grows() && k.appender(call)) {
		return k.toItself(source.Parens(cur.Parent()))
	}
	switch {
	case i == 0 && k.ordersBytes(fn):
		k.Escapes = true
		return true
	case fn.FullName() == "io.ReadFull" && i == 1:
		return k.borrowedBy(call.Args[0])
	case fn.FullName() == "io.CopyBuffer" && i == 2:
		return k.borrowedBy(call.Args[0], call.Args[1])
	case ioMethod(fn) && i == 0 && len(call.Args) == 1:
		return k.borrowedByMethod(fn)
	}
	return k.passedOn(cur.Parent(), i) || k.trusts(cur)
}

// ordersBytes reports whether fn is a method of binary.ByteOrder that reads or writes a number, and
// the package does not implement it. Other packages are trusted.
func (k *Checker) ordersBytes(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || !source.IsNamed(recv.Type(), "encoding/binary", "ByteOrder") || fn.Name() == "String" {
		return false
	}
	for _, obj := range k.Pkg.Info.Defs {
		if own, ok := obj.(*types.Func); ok && own.Name() == fn.Name() && own.Signature().Recv() != nil {
			return false
		}
	}
	return true
}

// toInterface reports whether the parameter i is an interface.
func toInterface(sig *types.Signature, i int) bool {
	if i >= sig.Params().Len() {
		return false
	}
	_, isParam := types.Unalias(sig.Params().At(i).Type()).(*types.TypeParam)
	return !isParam && types.IsInterface(sig.Params().At(i).Type())
}

// Appends reports whether the call is one of a function of the standard library that appends to its
// first argument and returns the result.
func Appends(info *types.Info, call *ast.CallExpr) bool {
	return stdlib.Of(source.Func(info, call)).Appends
}

// ioMethod reports whether fn has the signature of the method of io.Writer or io.Reader.
func ioMethod(fn *types.Func) bool {
	return source.IsIO(fn) && fn.Name() != "WriteString"
}

// copies records that io.Copy gives the buffer to the reader or writer e, whose WriteTo or ReadFrom
// may retain it, though none is known that does.
func (k *Checker) copies(e ast.Expr) bool {
	if !k.borrowedBy(e) {
		return false
	}
	if stdlib.TypeOf(k.Pkg.Info.TypeOf(e)).Known {
		return true
	}
	k.Copied = k.Copied || !isDiscard(k.Pkg.Info, e)
	return true
}

// isDiscard reports whether e is io.Discard.
func isDiscard(info *types.Info, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && info.Uses[sel.Sel] != nil && info.Uses[sel.Sel].Pkg() != nil &&
		info.Uses[sel.Sel].Pkg().Path() == "io" && sel.Sel.Name == "Discard"
}

// reassigned judges s = x: x must be made of s, or be nil where Drops is set.
func (k *Checker) reassigned(cur inspector.Cursor) bool {
	s := cur.Parent().Node().(*ast.AssignStmt)
	if !k.grows() || len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Tok != token.ASSIGN {
		return false
	}
	return k.Drops && k.Pkg.Info.Types[s.Rhs[0]].IsNil() || k.madeOf(s.Rhs[0])
}

// grows reports whether the length of the slice may change. A new length is set before each use
// then.
func (k *Checker) grows() bool { return k.Kind == EmptySlice || k.Kind == FullSlice && !k.Fixed }

// madeOf reports whether e is s, s[:n], or the result of appending to one of these.
func (k *Checker) madeOf(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return k.is(e)
	case *ast.SliceExpr:
		return e.Low == nil && k.within(e) && k.madeOf(e.X)
	case *ast.CallExpr:
		if len(e.Args) == 0 {
			return false
		}
		return k.appends(e) && k.madeOf(e.Args[0])
	}
	return false
}

// appends reports whether the call appends to its first argument and returns the result.
func (k *Checker) appends(call *ast.CallExpr) bool {
	return source.IsBuiltin(k.Pkg.Info, call, "append") || Appends(k.Pkg.Info, call) || k.appender(call)
}

// toItself reports whether the expression at cur, or the result of appending to it, is assigned to
// the variable. Any other result of append may share memory with the next one.
func (k *Checker) toItself(cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind == edge.CallExpr_Args {
		return i == 0 && k.appends(cur.Parent().Node().(*ast.CallExpr)) && k.toItself(source.Parens(cur.Parent())) // s = append(append(s, …), …)
	}
	if kind != edge.AssignStmt_Rhs || !k.grows() {
		return false
	}
	s := cur.Parent().Node().(*ast.AssignStmt)
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Tok != token.ASSIGN {
		return false
	}
	return k.is(s.Lhs[0])
}

// growsIn reports whether the loop over the slice or map may assign to its variable, or, for a
// field, may call code that does. The loop reads the old elements: in new memory an append without
// room moves the slice away from them, in an old buffer there is room.
func (k *Checker) growsIn(loop *ast.RangeStmt) bool {
	if k.Kind == Buffer && loop.Value != nil && slices.ContainsFunc(k.Pkg.UsesIn(loop.Body, k.Var), Rewinds) {
		return true
	}
	if !k.Var.IsField() {
		return k.grows() && loop.Value != nil && k.Pkg.WrittenIn(k.Var, loop.Body.Pos(), loop.Body.End())
	}
	sets := func(use inspector.Cursor) bool {
		return k.grows() || source.Parens(use.Parent()).ParentEdgeKind() == edge.AssignStmt_Lhs
	}
	if loop.Value == nil && k.Kind != Table {
		return false // reads no elements, unless they are the keys of a map
	}
	s := effect.Of(k.Pkg, loop.Body)
	k.Disturbed = k.Disturbed || s.Unknown()
	return s.Waits || slices.ContainsFunc(k.Pkg.UsesIn(loop.Body, k.Var), sets) || k.callsBack(loop.Body)
}

// Rewinds reports whether a use of a buffer may let the next text be written in the place of this one: all but
// to append, and to ask. Where there is no room, the next text is written to new memory instead.
func Rewinds(use inspector.Cursor) bool {
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	return ok && !strings.HasPrefix(sel.Sel.Name, "Write") && !slices.Contains([]string{"Bytes", "String", "Len", "Cap", "Available"}, sel.Sel.Name)
}

// callsBack reports whether a call in n may run a function of the package that changes memory.
func (k *Checker) callsBack(n ast.Node) bool {
	for call := range source.Nodes[*ast.CallExpr](n) {
		if source.IsConversion(k.Pkg.Info, call) || source.IsBuiltin(k.Pkg.Info, call) {
			continue
		}
		fn := source.Func(k.Pkg.Info, call)
		if fn == nil || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) {
			return true
		}
		if fn.Pkg() == k.Pkg.Types && !Undisturbed(effect.Function(k.Pkg, fn)) {
			return true
		}
	}
	return false
}

// table judges a use of a map.
func (k *Checker) table(cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	switch kind {
	case edge.IndexExpr_X:
		return true // elements of a map have no address
	case edge.RangeStmt_X:
		return !k.growsIn(cur.Parent().Node().(*ast.RangeStmt))
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		return source.IsBuiltin(k.Pkg.Info, call, "len", "delete", "clear") || k.passedOn(cur.Parent(), i)
	}
	return false
}

// Holds reports whether a value of type t may keep more alive than plain memory: it may point to an
// object with a finalizer, or be a connection or file. Strings and slices of plain values are
// plain.
func Holds(t types.Type) bool { return holds(t, 0) }

// holds is [Holds] with a limit: slices may contain themselves.
func holds(t types.Type, depth int) bool {
	if depth > 4 {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	case *types.Array:
		return holds(t.Elem(), depth)
	case *types.Slice:
		return holds(t.Elem(), depth+1)
	case *types.Struct:
		return typefact.AnyField(t, func(t types.Type) bool { return holds(t, depth) })
	}
	return true
}

// runsBefore reports whether the statement or function literal at cur runs before the function around it returns: it is
// called where it stands, given to a function that only calls it, in a local variable that is only called, or deferred,
// if that may be.
//
//	slices.SortFunc(list, func(a, b T) int {…})    try(func() error {…})    func() {…}()    defer func() {…}()
func (k *Checker) runsBefore(cur inspector.Cursor, deferred bool) bool {
	if _, isLit := cur.Node().(*ast.FuncLit); !isLit {
		_, isDefer := cur.Node().(*ast.DeferStmt)
		return isDefer && deferred
	}
	if k.calls(source.Parens(cur), deferred) {
		return true
	}
	v, _, ok := k.Pkg.Holder(cur)
	return ok && v.Kind() == types.LocalVar && k.ask(question{v: v, kind: called, deferred: deferred})
}

// calls reports whether the function at cur is called, or given to a function that only calls it before it returns.
func (k *Checker) calls(cur inspector.Cursor, deferred bool) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Fun && kind != edge.CallExpr_Args || isGo(cur.Parent()) || !deferred && source.RunsLater(cur.Parent()) {
		return false
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	return kind == edge.CallExpr_Fun || stdlib.Of(source.Func(k.Pkg.Info, call)).Calls ||
		k.gives(cur.Parent(), k.params(call, i), question{kind: called, deferred: true})
}

func isGo(call inspector.Cursor) bool {
	return source.Parens(call).ParentEdgeKind() == edge.GoStmt_Call
}
