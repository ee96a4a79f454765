package reusebuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A buffer is a variable, or field, that is made anew in each iteration or call.
type buffer struct {
	v      *types.Var
	at     inspector.Cursor // of its declaration
	around token.Pos        // of the outermost loop
	end    token.Pos        // of its declaration
	rest   []ast.Stmt       // that follow it
	kind   retain.Kind
	// declare returns the statement that goes before the loop.
	declare func(name string) string
	// empty returns the lines that replace the declaration, or the assignment, at the given
	// indentation. It is nil if nothing has to replace it.
	empty func(name, indent string) string
	// points says that the buffer is the object to which the variable points.
	points bool
	// fixed says that the size is constant, so that the memory may be on the stack.
	fixed bool
	// before are the expressions that move before the loop.
	before  []ast.Expr
	caveats []rule.Caveat
	imports []source.TextEdit
}

// buffer recognises the declaration of a buffer.
func (r *reuser) buffer(d source.Decl) (*buffer, bool) {
	if !source.InLoop(d.Cur) || d.HasComment() || d.Type != nil && d.Value != nil {
		return nil, false
	}
	loop, ok := r.outermost(d.Cur)
	if !ok {
		return nil, false
	}
	b := &buffer{v: d.Var, at: d.Cur, around: loop.Pos(), end: d.Stmt.End(), rest: d.Rest}
	if d.Value == nil {
		return b, r.declared(b, d.Type)
	}
	return b, r.made(b, ast.Unparen(d.Value))
}

// declared recognises var v T, of a type whose zero value is empty.
func (r *reuser) declared(b *buffer, typ ast.Expr) bool {
	b.before, b.declare = []ast.Expr{typ}, as("var %s "+r.Text(typ))
	return !source.IsA[*types.Map](b.v.Type()) && r.emptied(b)
}

// as returns a function that puts a name into a declaration.
func as(format string) func(string) string {
	return func(name string) string { return fmt.Sprintf(format, name) }
}

// line returns a function that puts a name into a single statement.
func line(format string) func(string, string) string {
	return func(name, _ string) string { return fmt.Sprintf(format, name) }
}

// retains adds the caveat of slices and maps whose elements refer to other memory.
func (r *reuser) retains(b *buffer) {
	switch t := b.v.Type().Underlying().(type) {
	case *types.Slice:
		if retain.Holds(t.Elem()) {
			b.caveats = append(b.caveats, rule.Retention.Caveat("elements of an earlier iteration stay reachable until they are overwritten"))
		}
	case *types.Map:
		if retain.Holds(t.Key()) || retain.Holds(t.Elem()) {
			b.caveats = append(b.caveats, rule.Retention.Caveat("entries of an iteration stay reachable until the next one"))
		}
	}
}

// largest adds the caveat of a buffer that grows and that unbounded units, calls or iterations, use: one of them may make
// it large for all of those behind.
func (b *buffer) largest(what, unit string) {
	if b.kind == retain.Buffer || b.kind == retain.EmptySlice || b.kind == retain.Table || b.kind == retain.FullSlice && !b.fixed {
		b.caveats = append(b.caveats, rule.Largest(what, unit, b.kind == retain.Table))
	}
}

// serves reports whether a loop around cur that begins behind pos goes on for as long as what it calls, or waits for,
// lets it: a worker, say, or a server. Loops that count, or compare a length, have an end, and fmt calls no methods that
// wait.
//
//	for job := range jobs {     for {                             for s.Scan() {
//	                                conn, err := l.Accept()
func (r *reuser) serves(cur inspector.Cursor, pos token.Pos) bool {
	waits := func(nodes ...ast.Node) bool {
		does := effect.Of(r.Pkg, nodes...)
		return does.Waits || len(does.Calls) > 0
	}
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if loop.Node().Pos() < pos {
			break
		}
		open := false
		switch n := loop.Node().(type) {
		case *ast.ForStmt:
			cond, compares := ast.Unparen(n.Cond).(*ast.BinaryExpr)
			counts := compares && slices.Contains([]token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ}, cond.Op)
			open = n.Cond == nil || n.Post == nil && !counts || waits(n.Cond, n.Post)
		case *ast.RangeStmt:
			switch source.Core(r.Info.TypeOf(n.X)).(type) {
			case *types.Chan, *types.Signature:
				open = true
			}
		}
		if open && waits(loop.Node()) {
			return true
		}
	}
	return false
}

// made recognises v := value.
func (r *reuser) made(b *buffer, value ast.Expr) bool {
	b.before, b.declare = append(b.before, value), as("%s := "+r.Text(value))
	if typ, lit, ok := source.NewOf(r.Info, value); ok {
		return (lit == nil || len(lit.Elts) == 0) && source.IsBuffer(r.Info.TypeOf(typ)) && r.reset(b, retain.Buffer)
	}
	switch e := value.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0 && r.emptied(b)
	case *ast.CallExpr:
		if source.IsBuiltin(r.Info, e, "make") {
			return r.makes(b, e)
		}
		return r.appended(b, e) || r.constructed(b, e)
	}
	return false
}

// emptied notes how a buffer that begins empty is emptied again. It reports false if the type is none of
// bytes.Buffer, slice and map.
func (r *reuser) emptied(b *buffer) bool {
	if source.IsBuffer(b.v.Type()) {
		return r.reset(b, retain.Buffer)
	}
	switch b.v.Type().Underlying().(type) {
	case *types.Slice:
		b.kind, b.empty = retain.EmptySlice, line("%[1]s = %[1]s[:0]")
		r.retains(b)
		return true
	case *types.Map:
		r.retains(b)
		b.kind = retain.Table
		return r.clears(b)
	}
	return false
}

// reset notes that the buffer is emptied by its method Reset. It returns true.
func (r *reuser) reset(b *buffer, kind retain.Kind) bool {
	b.kind, b.empty = kind, line("%[1]s.Reset()")
	return true
}

// clears notes that the elements of a slice or map are cleared, unless all are set before they are read. It reports
// false if that is not possible.
func (r *reuser) clears(b *buffer) bool {
	if r.Pkg.SetsAll(b.rest, b.v) {
		b.empty = nil
		return true
	}
	_, ok := r.Clear(b.end, "", b.v.Type())
	b.empty = func(name, indent string) string {
		lines, _ := r.Clear(b.end, name, b.v.Type())
		return strings.Join(lines, "\n"+indent)
	}
	return ok
}

// makes recognises make(T, …).
func (r *reuser) makes(b *buffer, call *ast.CallExpr) bool {
	switch b.v.Type().Underlying().(type) {
	case *types.Map:
		if len(call.Args) == 2 && !r.constant(call.Args[1]) {
			return false // a hint of its own for each iteration
		}
		return r.emptied(b)
	case *types.Slice:
		if zero, ok := source.IntConst(r.Info, call.Args[1]); ok && zero == 0 {
			return r.emptied(b) && r.makesEmpty(b, call)
		}
		r.retains(b)
		return len(call.Args) == 2 && r.makesFull(b, call)
	}
	return false
}

func (r *reuser) constant(e ast.Expr) bool { return r.Info.Types[e].Value != nil }

// makesEmpty recognises make([]T, 0, n).
func (r *reuser) makesEmpty(b *buffer, call *ast.CallExpr) bool {
	if len(call.Args) == 2 || r.constant(call.Args[2]) {
		b.fixed = len(call.Args) == 3
		return true
	}
	n := call.Args[2]
	older := !r.AtLeast("go1.21")
	if !r.isInt(n) || !effect.Pure(r.Info, n) || older && !r.repeats(n) {
		return false
	}
	_, imports, ok := r.Emptied(call.Pos(), "", "", r.Info.TypeOf(call), "")
	if !ok {
		return false
	}
	how := " panics in other words"
	if older {
		how = " panics no more"
	}
	r.mayBeNegative(b, n, how)
	b.imports, b.before = imports, call.Args[:1]
	b.declare = as("var %s " + r.Text(call.Args[0]))
	b.empty = func(name, indent string) string {
		lines, _, _ := r.Emptied(call.Pos(), name+" = ", name, r.Info.TypeOf(call), r.Text(n))
		return strings.Join(lines, "\n"+indent)
	}
	return true
}

// makesFull recognises make([]T, n).
func (r *reuser) makesFull(b *buffer, call *ast.CallExpr) bool {
	b.kind = retain.FullSlice
	if !r.clears(b) {
		return false
	}
	if r.constant(call.Args[1]) {
		b.fixed = true
		return true
	}
	if r.steady(b, call.Args[1]) {
		r.mayBeNegative(b, call.Args[1], " panics even if the loop ends at once")
		return true
	}
	r.mayBeNegative(b, call.Args[1], " panics in other words")
	b.before = call.Args[:1]
	b.declare = as("var %s " + r.Text(call.Args[0]))
	return r.resized(b, call)
}

// steady reports whether a slice has the length n in each iteration, all of which make it, so that one that is made before
// the loop does.
//
//	for … {                      b := make([]T, n)
//		b := make([]T, n)  =>    for … {
//		                         	clear(b)
func (r *reuser) steady(b *buffer, n ast.Expr) bool {
	if !b.at.Valid() || r.rare(b.at) {
		return false
	}
	loop, ok := r.outermost(b.at)
	return ok && r.isInt(n) && r.Visible(n, loop.Pos()) && len(r.Pkg.Writes(b.v)) == 0 && effect.StableBetween(r.Pkg, n, loop.Pos(), loop.End())
}

// resized notes how a slice gets the length n, and is cleared if it is not set anyway.
//
//	make([]T, n)
//	---------------------
//	if cap(b) < n {
//		b = make([]T, n)
//	}
//	b = b[:n]
//	clear(b)
func (r *reuser) resized(b *buffer, call *ast.CallExpr) bool {
	n := call.Args[1]
	if !r.sizable(n) || !r.Universe(call.Pos(), "cap") || !r.Universe(call.Pos(), "make") {
		return false
	}
	clear := b.empty
	b.empty = func(name, indent string) string {
		declare, n := r.size(n)
		if declare != "" {
			declare += "\n" + indent
		}
		text := declare + fmt.Sprintf("if cap(%[1]s) < %[2]s {\n%[4]s\t%[1]s = make(%[3]s, %[2]s)\n%[4]s}\n%[4]s%[1]s = %[1]s[:%[2]s]",
			name, n, r.Text(call.Args[0]), indent)
		if clear != nil {
			text += "\n" + indent + clear(name, indent)
		}
		return text
	}
	return true
}

// repeats reports whether the expression of a length may be written several times.
func (r *reuser) repeats(n ast.Expr) bool {
	return r.isInt(n) && (r.constant(n) || r.length(n) || source.IsPath(n))
}

// sizable reports whether [reuser.size] can write a length.
func (r *reuser) sizable(n ast.Expr) bool {
	return r.repeats(n) || !r.Jumps(n.Pos()) && (r.isInt(n) || fitsInt(r.Info.TypeOf(n)) && r.Universe(n.Pos(), "int"))
}

// size returns a name for a length that is used several times, and the statement that declares it. For an
// expression that may be repeated the name is the expression, and declare is "".
func (r *reuser) size(n ast.Expr) (declare, name string) {
	value := r.Text(n)
	if r.repeats(n) {
		return "", value
	}
	if !r.isInt(n) {
		value = "int(" + value + ")"
	}
	name = r.Fresh(n.Pos(), "n", "size")
	return name + " := " + value, name
}

// isInt reports whether the type of e is int, not a type declared as int.
func (r *reuser) isInt(e ast.Expr) bool {
	return types.Identical(r.Info.TypeOf(e), types.Typ[types.Int])
}

// fitsInt reports whether a length of type t keeps its value when converted to int, or becomes negative, on any
// machine.
func fitsInt(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch basic.Kind() {
	case types.Int, types.Int8, types.Int16, types.Int32, types.Uint, types.Uint8, types.Uint16, types.Uint32:
		return true
	}
	return false
}

// mayBeNegative adds the caveat of a size that may be negative as an int: make panics, and so does the
// rewritten code, but with another message.
func (r *reuser) mayBeNegative(b *buffer, n ast.Expr, how string) {
	if source.NotNegative(r.Info, n) {
		return
	}
	what := "a negative " + r.Text(n)
	if basic, ok := r.Info.TypeOf(n).Underlying().(*types.Basic); ok && basic.Info()&types.IsUnsigned != 0 {
		if basic.Kind() == types.Uint8 || basic.Kind() == types.Uint16 {
			return
		}
		what = r.Text(n) + " beyond the largest int"
	}
	b.caveats = append(b.caveats, rule.LatePanic.Caveat(what+how))
}

// length reports whether e is len(x), where x cannot panic: it is not negative, and cheap to evaluate twice.
func (r *reuser) length(e ast.Expr) bool {
	x, ok := source.LenOf(r.Info, e)
	return ok && effect.Total(r.Info, x)
}

// constructed recognises a call of a constructor.
func (r *reuser) constructed(b *buffer, call *ast.CallExpr) bool {
	b.before = []ast.Expr{call.Fun}
	fun := r.Text(call.Fun)
	if stdlib.Of(source.Func(r.Info, call)).Resets == "digest" {
		b.declare = as("%s := " + fun + "()")
		return r.reset(b, retain.Digest)
	}
	if r.foreignHash(call) {
		b.declare = as("%s := " + fun + "()")
		b.caveats = append(b.caveats, rule.Contract.Caveat("Reset must make of the hash what "+fun+" returns, and no method of it keep what it is given"))
		return r.reset(b, retain.Digest)
	}
	caveats, ok := retain.Stands(r.Pkg, call)
	if !ok || !r.Universe(call.Pos(), "nil") {
		return false
	}
	b.caveats = append(b.caveats, caveats...)
	if !stdlib.TypeOf(r.Info.TypeOf(call.Args[0])).Memory {
		b.caveats = append(b.caveats, rule.Retention.Caveat("what an iteration read from or wrote to stays reachable until the next one"))
	}
	b.kind, b.declare = retain.Stream, as("%s := "+fun+"(nil)")
	b.empty = line("%[1]s.Reset(" + r.Text(call.Args[0]) + ")")
	return true
}

// foreignHash recognises a call without arguments of a function New… outside of the standard library
// and of this package, whose result has the methods of hash.Hash.
func (r *reuser) foreignHash(call *ast.CallExpr) bool {
	fn := source.Func(r.Info, call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == r.Pkg.Types || fn.Signature().Recv() != nil || fn.Signature().Params().Len() > 0 || fn.Signature().Results().Len() != 1 {
		return false
	}
	first, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	return strings.Contains(first, ".") && strings.HasPrefix(fn.Name(), "New") && retain.IsHash(fn.Signature().Results().At(0).Type())
}

// appended recognises a copy, and the result of a function that appends to nothing: both are appended to
// the emptied buffer.
//
//	v := append([]T(nil), x...)    v := slices.Clone(x)          v := h.Sum(nil)
//	---------------------------    --------------------------    -------------------
//	v = append(v[:0], x...)        v = append(v[:0], x...)       v = h.Sum(v[:0])
func (r *reuser) appended(b *buffer, call *ast.CallExpr) bool {
	typ, ok := r.TypeText(b.v.Type(), b.around)
	if !ok || len(call.Args) == 0 || !source.IsA[*types.Slice](b.v.Type()) || r.Pkg.Mentions(call, b.v) > 0 || !r.emptied(b) {
		return false
	}
	front, behind := "", ""
	if of, edits := r.copied(call, ""); edits != nil {
		if !r.Universe(call.Pos(), "append") {
			return false
		}
		front, behind = "append(", ", "+r.Text(of)+"...)"
		b.fixed = source.IsConversion(r.Info, call) // the compiler may keep the bytes on the stack
	} else if r.onto(b, call) {
		front, behind = r.Text(call.Fun)+"(", r.Between(call.Args[0].End(), call.End())
	} else {
		return false
	}
	b.before, b.declare = nil, as("var %s "+typ)
	b.empty = func(name, _ string) string { return name + " = " + front + name + "[:0]" + behind }
	return true
}

// onto reports whether the call appends to its first argument, an empty slice, and returns the result. It
// notes the caveat of a hash that is not one of the library.
func (r *reuser) onto(b *buffer, call *ast.CallExpr) bool {
	if !r.Info.Types[call.Args[0]].IsNil() && !r.isNone(call.Args[0]) || call.Ellipsis.IsValid() && len(call.Args) == 1 {
		return false
	}
	if _, isSum := source.CallTo(r.Info, call, "hash", "Hash.Sum"); !isSum {
		return retain.Appends(r.Info, call)
	}
	hash := source.Receiver(r.Info, call)
	if hash == nil {
		return false
	}
	made, _ := r.Pkg.Only(hash)
	if constructor, ok := made.(*ast.CallExpr); !ok || stdlib.Of(source.Func(r.Info, constructor)).Size == "" {
		b.caveats = append(b.caveats, rule.Contract.Caveat(r.Text(call.Fun)+" must append, as hash.Hash says"))
	}
	return true
}
