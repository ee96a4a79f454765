// Package filterinplace defines an analyzer that filters slices in place.
//
// Invariant: the result has the same elements in the same order. No element is overwritten
// before it is read: after i elements at most i were appended.
//
// Model: a loop over a slice appends at most one element per iteration to a new slice.
// If nothing needs the old slice any more, the new one can have its memory.
//
// What it blurs: who else has the old slice. If the function made it, nobody; if it
// came from a caller, only the caller knows.
//
// # Analyzer filterinplace
//
// filterinplace: keep what passes a filter in the slice that is filtered
//
//	out := make([]T, 0, len(in))          out := in[:0]
//	for _, x := range in {                for _, x := range in {
//		if ok(x) {                =>              if ok(x) {
//			out = append(out, x)                  out = append(out, x)
//		}                                     }
//	}                                     }
//
//	var rest []T                          rest := s.list[:0]
//	for _, x := range s.list {            for _, x := range s.list {
//		if ok(x) {                =>              if ok(x) {
//			rest = append(rest, x)                rest = append(rest, x)
//		}                                     }
//	}                                     }
//	s.list = rest                         s.list = rest
//
// Conditions:
//   - out is declared empty, as var out []T, []T{} or make([]T, 0, n), with n a length or
//     constant, and used first by the loop; nothing between declaration and loop leaves the function or mentions in;
//   - the loop ranges over in by value, or goes through its indexes and begins by reading the
//     element; its body appends to out in one place, which no
//     inner loop or function literal contains, and mentions neither in nor out elsewhere;
//   - in is a parameter or local variable of the same type as out, which nothing
//     captures, and which is mentioned neither after the loop nor in a loop around it;
//   - nobody asks for the capacity of out;
//   - in is plausibly dead for others, too: it is set once, to the result of a call, a slice that the called
//     function has made and is not seen to retain; or it is a parameter of a function that other packages and
//     builds do not call and that is not used as a value, for which each caller, and there is one, passes the
//     result of such a call, the variable that it assigns the result to, or a variable that has the result of
//     such a call and is not used again.
//
// Or the loop ranges over a field, or over an entry of a field's map, and out is assigned to it behind the loop,
// with or without more elements. Nothing in between, nor an element that is added, leaves the function, mentions the
// field, or runs code that may mention it or is not known; and nothing sets a variable of the path to the field.
// No place of the package has the list while other code runs, which may filter it: passes, returns or stores it, copies
// the struct, ranges over the list and calls what is not known, or has it in a variable when a lock is given back; and
// behind the assignment out is only asked for its length and elements.
//
// Class: safe where in is set once, to strings.Split, strings.Fields, []byte(s) or
// []rune(s), and only read in between by len, elements and range; and out is not
// nil to begin with, and stays in the function, or has the capacity of in already and elements without pointers: what is
// left of in behind its end refers to a text. Otherwise review, "the elements of
// in are overwritten, also for others that have the slice", "an empty result is nil where it
// was not, or the other way round", "the result keeps all of in, however few pass", and, if
// in is a conversion, which may have more capacity than it needs, or if the results of several appends to out are
// assigned to other variables, "what is appended to it and kept under another name may share its array".
package filterinplace

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

//go:embed filterinplace.go
var docText string

// Rule is the filterinplace rewrite.
var Rule = rule.New("filterinplace", docText, run, "growth", "returned", "stored", "captured", "sent", "passed", "unknown-callee", "too-large", "variable-size")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
		x := &finder{r}
		l, ok := x.loop(cur)
		switch {
		case !ok:
		case l.in == nil:
			x.replacesField(l)
		case !x.dead(l):
			x.refuse(l, l.in.Name()+" is used after the loop, or shared with a function literal")
		case !x.single(l):
			x.refuse(l, l.out.Name()+" is used for more than one append in each iteration")
		default:
			if holder := x.holder(l); holder != "" {
				x.refuse(l, holder)
				break
			}
			x.fix(l)
		}
	}
}

type finder struct{ *rule.Run }

// refuse refuses the append, and the expression that makes out, if there is one.
func (x *finder) refuse(l *loop, condition string) {
	x.RefuseHere(l.appends, condition)
	if l.decl.Value != nil {
		x.RefuseHere(l.decl.Value, condition)
	}
}

// A loop is a filter that appends to out from in.
type loop struct {
	cur     inspector.Cursor
	rng     *ast.RangeStmt // the loop at cur, or what it would be as a range
	in, out *types.Var     // in is nil if the loop ranges over no local variable
	decl    source.Decl    // of out
	appends *ast.AssignStmt
}

// loop recognises for _, x := range in { … out = append(out, y) … }, and the declaration of out.
func (x *finder) loop(cur inspector.Cursor) (*loop, bool) {
	rng, ok := x.Pkg.AsRange(cur.Node())
	if !ok || rng.Value == nil {
		return nil, false
	}
	if !source.IsBlank(rng.Key) && rng.Tok != token.DEFINE {
		return nil, false
	}
	l := &loop{cur: cur, rng: rng}
	if l.in, _ = x.Pkg.LocalVar(rng.X); !source.IsA[*types.Slice](x.Info.TypeOf(rng.X)) {
		return nil, false
	}
	for n := range ast.Preorder(rng.Body) {
		if v, call, ok := x.Pkg.Appended(n); ok && len(call.Args) == 2 && !call.Ellipsis.IsValid() {
			if l.appends != nil {
				return nil, false // two in one iteration could overtake the reader
			}
			l.appends, l.out = n.(*ast.AssignStmt), v
		}
	}
	if l.appends == nil || !types.Identical(x.Info.TypeOf(rng.X), l.out.Type()) {
		return nil, false
	}
	if l.in == nil {
		l.decl, ok = x.DeclOf(l.out)
		return l, ok && x.empty(l)
	}
	return l, x.declared(l)
}

// declared reports whether out is declared empty in front of the loop, with nothing in between that
// leaves the function, or mentions in or out.
func (x *finder) declared(l *loop) (ok bool) {
	if l.decl, ok = x.DeclOf(l.out); !ok {
		return false
	}
	for _, n := range l.decl.After() {
		if x.touches(n, l.in) {
			return false
		}
	}
	for _, s := range l.decl.Rest {
		if source.Unlabeled(s) == l.cur.Node() {
			return x.empty(l)
		}
		if !passive(s) || x.touches(s, l.in) || flow.Mentions(x.Info, s, l.out) {
			return false
		}
	}
	return false
}

// touches reports whether n reads or sets v.
func (x *finder) touches(n ast.Node, v *types.Var) bool {
	return flow.Mentions(x.Info, n, v) || flow.Sets(x.Info, n, v)
}

// passive reports whether control continues behind s, unless s panics.
func passive(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.AssignStmt, *ast.DeclStmt, *ast.ExprStmt, *ast.IncDecStmt:
		return true
	}
	return false
}

// empty reports whether out is declared without elements.
func (x *finder) empty(l *loop) bool {
	if l.decl.Value == nil {
		return true
	}
	switch e := ast.Unparen(l.decl.Value).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		if !source.IsBuiltin(x.Info, e, "make") || len(e.Args) < 2 {
			return false
		}
		n, ok := source.IntConst(x.Info, e.Args[1])
		return ok && n == 0 && (len(e.Args) == 2 || x.isSize(l, e.Args[2]))
	}
	return false
}

// isSize reports whether make cannot panic for the capacity e, or panics where the loop would: e is a length, or a
// small constant.
func (x *finder) isSize(l *loop, e ast.Expr) bool {
	if n, ok := source.IntConst(x.Info, e); ok {
		return n < 1<<20 // the compiler rejects a negative constant
	}
	of, ok := source.LenOf(x.Info, e)
	return ok && (effect.Total(x.Info, of) || x.Text(of) == x.Text(l.rng.X))
}

// dead reports whether nothing mentions in after the loop has begun, and nothing shares it before.
func (x *finder) dead(l *loop) bool {
	if x.Pkg.Captured(l.in) || x.Pkg.Captured(l.out) {
		return false
	}
	used := slices.ContainsFunc(x.Pkg.Uses(l.in), func(use inspector.Cursor) bool {
		return use.Node().Pos() > l.rng.Body.Pos() || x.shares(use)
	})
	return !used && !source.LoopSince(l.cur.Parent(), l.in.Pos()) // where the next iteration would read it again
}

// single reports whether an iteration appends at most once and uses out in no other
// way, and nothing asks for the capacity of out.
func (x *finder) single(l *loop) bool {
	cur, ok := l.cur.FindNode(l.appends)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil)) {
		if c == l.cur {
			break
		}
		return false
	}
	if x.Jumps(l.cur.Node().Pos()) {
		return false // a goto may repeat the append
	}
	call := ast.Unparen(l.appends.Rhs[0]).(*ast.CallExpr)
	return x.Pkg.Mentions(l.rng.Body, l.out) == x.Pkg.Mentions(l.appends, l.out) && !x.Pkg.Asked(l.out, "cap") && !flow.Mentions(x.Info, call.Args[1], l.out)
}

// class returns the class of the fix.
func (x *finder) class(l *loop) rule.Class {
	class, in := rule.Safe, l.in.Name()
	if l.decl.Value == nil || !x.fresh(l) {
		class = rule.Review(
			rule.Overwrites.Caveat(fmt.Sprintf("the elements of %s are overwritten, also for others that have the slice", in)),
			rule.NilOrEmpty.Caveat("an empty result is nil where it was not, or the other way round"))
	}
	if !x.fresh(l) || !x.asLong(l) && !x.stays(l) {
		class = class.And(rule.Review(rule.Retention.Caveat(fmt.Sprintf("the result keeps all of %s, however few pass", in))))
	}
	if retain.Forks(x.Pkg, l.out) || x.roomy(l) && !x.stays(l) {
		class = class.And(rule.Review(rule.Sharing.Caveat(retain.ForksCaveat)))
	}
	return class
}

// asLong reports whether out keeps no more than it did: it is declared with the capacity len(in), so that its array is as
// long as that of in, and what is left of in behind its end refers to no other memory.
func (x *finder) asLong(l *loop) bool {
	if typefact.HasPointers(source.Core(l.out.Type()).(*types.Slice).Elem()) {
		return false
	}
	call, ok := ast.Unparen(l.decl.Value).(*ast.CallExpr)
	if !ok || len(call.Args) != 3 {
		return false
	}
	of, ok := source.LenOf(x.Info, call.Args[2])
	return ok && flow.Names(x.Info, of, l.in)
}

// roomy reports whether in is a conversion, the capacity of which the language leaves open.
func (x *finder) roomy(l *loop) bool {
	d, ok := x.DeclOf(l.in)
	if !ok || d.Value == nil {
		return false
	}
	call, ok := ast.Unparen(d.Value).(*ast.CallExpr)
	return ok && source.IsConversion(x.Info, call)
}

// stays reports whether nothing outside of the function retains the memory of out.
func (x *finder) stays(l *loop) bool {
	return (&retain.Checker{Pkg: x.Pkg, Var: l.out, Kind: retain.EmptySlice}).All()
}

// fresh reports whether nobody else has the memory of in, and in is not nil.
func (x *finder) fresh(l *loop) bool {
	d, ok := x.DeclOf(l.in)
	if !ok || len(x.Pkg.Writes(l.in)) > 0 || d.Value == nil || !x.makes(d.Value) {
		return false
	}
	return x.Pkg.Every(l.in, x.Pkg.Looked)
}

// holder says who may have the memory of in besides this function; it is "" if plausibly nobody has.
func (x *finder) holder(l *loop) string {
	others := "others may have the memory of " + l.in.Name()
	def, ok := x.Pkg.Def(l.in)
	switch {
	case x.fresh(l) || x.result(l.in):
		return ""
	case !ok || def.ParentEdgeKind() != edge.Field_Names:
		return others
	}
	fn, ok := x.function(l)
	if !ok {
		return others + ": the callers of a method or function literal are not known"
	}
	return x.callers(l, fn)
}

// function returns the function that declares in, if it is no method.
func (x *finder) function(l *loop) (*types.Func, bool) {
	def, ok := x.Pkg.Def(l.in)
	if !ok {
		return nil, false
	}
	cur, ok := source.EnclosingFunc(def)
	decl, isDecl := cur.Node().(*ast.FuncDecl)
	if !ok || !isDecl || decl.Recv != nil {
		return nil, false
	}
	fn, ok := x.Info.Defs[decl.Name].(*types.Func)
	return fn, ok
}

// result reports whether v is set once, to the result of a call.
func (x *finder) result(v *types.Var) bool {
	value, i, ok := x.assigned(v)
	return ok && len(x.Pkg.Writes(v)) == 0 && x.isCall(value, i)
}

// assigned returns the value that a variable or named result is declared with, nil for the zero value, and i if that
// is the i-th result of a call. ok is false for parameters and the variables of loops and switches.
func (x *finder) assigned(v *types.Var) (value ast.Expr, i int, ok bool) {
	if value, ok := x.Pkg.Initial(v); ok || v.Kind() == types.ResultVar {
		return value, 0, true
	}
	def, ok := x.Pkg.Def(v)
	if !ok {
		return nil, 0, false
	}
	_, i = def.ParentEdge()
	switch s := def.Parent().Node().(type) {
	case *ast.AssignStmt:
		return s.Rhs[0], i, s.Tok == token.DEFINE && def.Parent().ParentEdgeKind() != edge.TypeSwitchStmt_Assign
	case *ast.ValueSpec:
		return s.Values[0], i, true
	}
	return nil, 0, false
}

// isCall reports whether e is a call whose i-th result is a slice that the called function made.
func (x *finder) isCall(e ast.Expr, i int) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && !source.IsConversion(x.Info, call) && !source.IsBuiltin(x.Info, call, "append") && x.made(call, i, 0)
}

// made reports whether e, or its i-th result if e is a call, is a slice that was made for e and that nothing else is
// seen to have. Functions without a known body are taken to make what they return, unless they are known to
// return a part of something.
func (x *finder) made(e ast.Expr, i, depth int) bool {
	switch e := ast.Unparen(e).(type) {
	case nil, *ast.CompositeLit:
		return true
	case *ast.Ident:
		v, ok := x.Pkg.LocalVar(e)
		return x.Info.Types[e].IsNil() || ok && x.ownsAll(v, depth)
	case *ast.SliceExpr:
		return x.made(e.X, 0, depth)
	case *ast.CallExpr:
		switch {
		case source.IsBuiltin(x.Info, e, "make"):
			return true
		case source.IsBuiltin(x.Info, e, "append"):
			return x.made(e.Args[0], 0, depth)
		case source.IsConversion(x.Info, e):
			return source.IsString(x.Info.TypeOf(e.Args[0]).Underlying()) || x.made(e.Args[0], 0, depth)
		}
		return x.makes(e) || x.returns(source.Func(x.Info, e), i, depth+1)
	}
	return false
}

// maxDepth is the number of functions, each returning the result of the next one, that are followed.
const maxDepth = 4

// ownsAll reports whether each value of a local variable was made for it, and nothing shares it.
func (x *finder) ownsAll(v *types.Var, depth int) bool {
	if value, i, ok := x.assigned(v); !ok || !x.made(value, i, depth) || slices.ContainsFunc(x.Pkg.Uses(v), x.shares) {
		return false
	}
	for _, use := range x.Pkg.Writes(v) {
		s, ok := use.Parent().Node().(*ast.AssignStmt)
		if _, i := use.ParentEdge(); !ok || len(s.Lhs) != len(s.Rhs) || !x.Pkg.Is(s.Lhs[i], v) || !x.remains(s.Rhs[i], v, depth) {
			return false
		}
	}
	return true
}

// shares reports whether the slice at a use, or a part of it, is assigned to another variable, or stored in another
// value, or whether the address of an element is taken.
//
//	cache = list    b.list = list[:n]    lists = append(lists, list)    box{list}    c <- list    &list[i]
func (x *finder) shares(use inspector.Cursor) bool {
	v := x.Info.Uses[use.Node().(*ast.Ident)].(*types.Var)
	use = source.Parens(use)
	for use.ParentEdgeKind() == edge.SliceExpr_X {
		use = source.Parens(use.Parent())
	}
	_, i := use.ParentEdge()
	switch use.ParentEdgeKind() {
	case edge.IndexExpr_X:
		return x.Pkg.Addressed(use.Parent())
	case edge.CompositeLit_Elts, edge.KeyValueExpr_Value, edge.SendStmt_Value, edge.ValueSpec_Values:
		return true
	case edge.AssignStmt_Rhs:
		s := use.Parent().Node().(*ast.AssignStmt)
		return len(s.Lhs) != len(s.Rhs) || !x.Pkg.Is(s.Lhs[i], v) && !source.IsBlank(s.Lhs[i])
	case edge.CallExpr_Args:
		call := use.Parent().Node().(*ast.CallExpr)
		return i > 0 && !call.Ellipsis.IsValid() && source.IsBuiltin(x.Info, call, "append")
	}
	return false
}

// remains reports whether e, a value that v is set to, is made of v, or was made for it.
//
//	v = append(v, …)    v = v[:n]    v = f()
func (x *finder) remains(e ast.Expr, v *types.Var, depth int) bool {
	base := ast.Unparen(e)
	if call, ok := base.(*ast.CallExpr); ok && source.IsBuiltin(x.Info, call, "append") {
		base = ast.Unparen(call.Args[0])
	}
	if part, ok := base.(*ast.SliceExpr); ok {
		base = part.X
	}
	return x.Pkg.Is(base, v) || x.made(e, 0, depth)
}

// returns reports whether a function made its i-th result, as far as is known. Function values, methods of interfaces
// and functions of other packages, but for the standard library, are taken to do so: the caveat says what happens
// otherwise.
func (x *finder) returns(fn *types.Func, i, depth int) bool {
	if depth > maxDepth {
		return false
	}
	body := x.Pkg.FuncBody(fn)
	if body == nil {
		known := stdlib.Of(fn)
		return known.Path == "" || known.Known() && known.Part == 0 && fn.Signature().Recv() == nil
	}
	results := fn.Signature().Results()
	return !source.AnyOwn(body, func(ret *ast.ReturnStmt) bool {
		switch len(ret.Results) {
		case 0:
			return !x.ownsAll(results.At(i), depth)
		case results.Len():
			return !x.made(ret.Results[i], 0, depth)
		}
		return !x.made(ret.Results[0], i, depth)
	})
}

// callers says which caller of the function may use its argument for in again; it is "" if none is
// seen to.
func (x *finder) callers(l *loop, fn *types.Func) string {
	at := slices.Index(slices.Collect(fn.Signature().Params().Variables()), l.in)
	if at < 0 {
		return l.in.Name() + " is a result"
	}
	if x.isOpen(fn) {
		return fn.Name() + " is exported, and its callers in other packages are not known"
	}
	if others := x.Pkg.OtherBuilds(); others == nil || others[fn.Name()] {
		return "other builds of the package may call " + fn.Name()
	}
	uses := x.Pkg.Uses(fn)
	if len(uses) == 0 {
		return "nobody calls " + fn.Name()
	}
	for _, use := range uses {
		call, ok := source.Called(use)
		if !ok {
			return fn.Name() + " is used as a value, so its callers are not known"
		}
		args := call.Node().(*ast.CallExpr).Args
		if at >= len(args) || !x.isCall(args[at], 0) && !x.replaced(call, args[at]) && !x.lastUse(call, args[at]) {
			caller := x.Fset.Position(call.Node().Pos())
			return fmt.Sprintf("the caller at %s:%d may use again what it passes as %s", filepath.Base(caller.Filename), caller.Line, l.in.Name())
		}
	}
	return ""
}

// isOpen reports whether other packages can call the function.
func (x *finder) isOpen(fn *types.Func) bool { return fn.Exported() && fn.Pkg().Name() != "main" }

// lastUse reports whether the argument is a variable that has the result of a call, and
// that nothing uses after it is passed.
func (x *finder) lastUse(call inspector.Cursor, arg ast.Expr) bool {
	v, ok := x.Pkg.LocalVar(arg)
	if !ok || !x.result(v) || x.Pkg.Captured(v) || x.Jumps(call.Node().Pos()) || source.LoopSince(call, v.Pos()) {
		return false
	}
	return x.Pkg.Every(v, func(use inspector.Cursor) bool {
		return use.Node().Pos() <= arg.End() && x.Pkg.Looked(use) || use.Node() == ast.Unparen(arg)
	})
}

// replaced reports whether the result of the call is assigned to the argument.
func (x *finder) replaced(call inspector.Cursor, arg ast.Expr) bool {
	v, ok := x.Pkg.LocalVar(arg)
	s, isAssign := call.Parent().Node().(*ast.AssignStmt)
	return ok && isAssign && len(s.Lhs) == 1 && s.Tok == token.ASSIGN && flow.Names(x.Info, s.Lhs[0], v)
}

// makes reports whether e is a new slice that is never nil.
func (x *finder) makes(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	if source.IsConversion(x.Info, call) {
		b, ok := x.Info.TypeOf(call.Args[0]).Underlying().(*types.Basic)
		return ok && b.Info()&types.IsString != 0
	}
	return stdlib.Of(source.Func(x.Info, call)).Owned
}

// fix replaces the declaration of out.
//
//	out := make([]T, 0, len(in))        var out []T
//	----------------------------        -------------
//	out := in[:0]                       out := in[:0]
func (x *finder) fix(l *loop) {
	x.Report(rule.Finding{
		At:      l.decl.Node(),
		Message: fmt.Sprintf("%s gets a new array, though %s is not needed any more", l.out.Name(), l.in.Name()),
		Title:   fmt.Sprintf("filter %s in place", l.in.Name()),
		Class:   x.class(l),
		Edits:   l.decl.Set(l.in.Name() + "[:0]"),
	})
}
