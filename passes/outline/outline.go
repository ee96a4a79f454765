// Package outline defines an analyzer that splits constructors, so that their callers can
// keep the result on the stack.
//
// Invariant: every caller sees the same values, and gets a new object where it got a new one
// before. No signature changes.
//
// Model: a result *T of a function that is not inlined is on the heap, since it outlives
// the frame. It can be in the caller's frame instead, if the part of the function that makes
// it is inlined: the rest moves to a function of its own.
//
// What it blurs: the compiler's budget for inlining, which is estimated from the size of
// the body. Whether anything is saved depends on what the caller does with the pointer: a
// caller that retains it has allocated a T even if the function returns nil. Stack traces
// show one frame more.
//
// # Analyzer outline
//
// outline: split constructors, so that callers can keep the result on the stack
//
// The allocation stays, to be inlined into the caller, and the rest becomes a function:
//
//	func New(r io.Reader) *T {            func New(r io.Reader) *T {
//	    t := &T{r: r}                         return initNew(new(T), r)
//	    …                            =>   }
//	    return t                          func initNew(t *T, r io.Reader) *T {
//	}                                         *t = T{r: r}
//	                                          …
//	                                          return t
//	                                      }
//
// Functions that return &T{…} or &v are split likewise, into one that returns T and one,
// which is inlined, that takes the address of that T; where they return nil as well, or an
// error, T is filled in place as above.
//
// Conditions:
//   - the function has no directive (//go:…), and is too big to be inlined;
//   - parameters have names and no comments among them; a function literal whose result is all that the
//     function returns is unwrapped, if that declares no name twice;
//   - the split makes no caller that returns a pointer itself too big to be inlined;
//   - the body calls neither recover, nor anything that is known to look at the frames of
//     callers: of runtime, log/slog, a method Helper, or through the package;
//   - some caller may keep the result on the stack, or no caller is known, other than through an interface; the package makes no
//     unsafe.Pointer of the address of a T, or of what leads to one: addresses become numbers with it;
//   - T is a struct, an array or a basic type, of at most 8 KiB, and no error, which callers hand on;
//   - each return returns an object that is made for it, or stands behind the statement that makes the
//     object, or returns an error that is not nil, as far as is seen: a caller that retains the result has then made an
//     object in vain, which the title says. A return of another object, or of nil, may be the one that callers see each time, for
//     which each of them would make an object, unless all callers are known and none keeps it or hands it on.
//
// For a constructor:
//   - a statement in no loop is t := &T{…} or t := new(T), outside of its scope nothing has
//     the name t, there is no goto, and t is not assigned again, nor mentioned by a function literal;
//     or t := make([]T, n), with a constant n, of at most 8 KiB; or the statement declares t as an array, or as a
//     struct that is too large to be copied or must not be; t becomes a pointer, and no function literal mentions t;
//   - a result that is an interface always holds a *T, which is the result of the new function; no
//     interface of the package has the method;
//   - nothing is seen to keep t: the pointer is neither stored nor given to a goroutine, to an interface of another
//     package or to a function value that is a parameter, a field or an element, which the compiler assumes to keep t;
//   - some return returns t as it is, a part of the list or array, or &t of a struct; returns before that statement
//     make their objects in t, too.
//
// For other results:
//   - one is *T, or an interface; returns are return &T{…}; or &v of a local variable that no function literal mentions,
//     and whose address only functions of the package get besides, which do not retain it; or a
//     call of a function of the package that returns such an object in all places, has
//     no other result, and is small enough to be inlined; or new(T).M(…), where M returns its
//     receiver;
//   - one statement behind these, which runs at most once, may be r = new(T), or r = new(T).M(…),
//     where r is the result, or returned;
//   - the function returns T if all returns are of these kinds, there is no other result, and the body does not
//     use the name of the result: T has at most 128 bytes and no Lock method, nor anything of sync inside; only
//     methods of package sync are deferred, others may recover, and let the function return nil;
//   - otherwise T is filled in place: v has at most 128 bytes, what a called function makes at most 2 KiB, and neither
//     has a Lock method; other results are not calls, nor changed by calls inside of T{…}, and at most one of a result
//     and T{…} can panic.
//
// Class: safe; review where T has more than 128 bytes and a caller calls itself, or more than
// 1 KiB and callers are not known: "a caller that calls itself keeps N bytes of stack at each
// level"; a stack may grow to 1 GB.
//
// Not proposed: anything in generated files.
package outline

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed outline.go
var docText string

// Rule is the outline rewrite.
var Rule = rule.New("outline", docText, run, "returned", "stored", "captured", "sent", "passed", "unknown-callee", "loop-variable")

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		s := &outliner{r}
		for _, t := range inline.Funcs(r.File) {
			if t.Big() && !s.given(t) && !s.constructor(t) && !s.result(t) {
				s.fill(t)
			}
		}
	}
}

type outliner struct{ *rule.Run }

// A construction is the statement that makes the result of a constructor.
type construction struct {
	decl source.Decl
	v    *types.Var
	of   types.Type        // T, also of make([]T, n)
	typ  ast.Expr          // T of new(T) and of var v T, nil for a slice and for v := f()
	lit  *ast.CompositeLit // nil for new(T)
	size int64             // in bytes, 0 if it depends on type arguments
	// itself: the variable is the object, and its address is returned, or a list in it.
	itself bool
}

// result is the type of what the function returns.
func (c construction) result() types.Type {
	if c.itself {
		return types.NewPointer(c.of)
	}
	return c.v.Type()
}

// list reports whether the object is a slice.
func (c construction) list() bool { return source.IsA[*types.Slice](c.v.Type()) }

// at is where the object is made.
func (c construction) at() ast.Expr {
	if c.decl.Value == nil {
		return c.decl.Name
	}
	return c.decl.Value
}

// memory returns the expression that makes the zero object, and its type, as source text at pos.
func (c construction) memory(f *source.File, pos token.Pos) (value, typ string, ok bool) {
	switch {
	case c.list():
		return f.Text(c.decl.Value), f.Text(ast.Unparen(c.decl.Value).(*ast.CallExpr).Args[0]), f.Visible(c.decl.Value, pos)
	case c.typ != nil:
		typ, ok = f.Text(c.typ), f.Visible(c.typ, pos)
	default:
		typ, ok = f.TypeText(c.of, pos)
	}
	return "new(" + typ + ")", "*" + typ, ok
}

// constructor splits a function that has t := &T{…} and returns t. It reports false if there is
// no such statement, or if the function cannot be split.
func (s *outliner) constructor(t *inline.Func) bool {
	c, ok := s.made(t)
	if !ok || !s.splittable(t, c) {
		return false
	}
	params := t.Decl.Type.Params
	value, typ, ok := c.memory(t.File, t.Decl.Body.Lbrace+1)
	if !ok || t.File.HasComment(params.Pos(), params.End()) || !t.File.Universe(t.Decl.Body.Lbrace+1, "new", "make") {
		return false
	}
	set, ok := s.set(t, c)
	uses, ok2 := s.behind(c)
	if !ok || !ok2 {
		return false
	}
	edits := append(append(set, uses...), s.split(t, c.v.Name(), value, typ))
	var filled []ast.Stmt
	if i, _, ok := s.pointerResult(t); ok {
		for _, m := range s.madeAt(t, i) {
			if e, ok := m.fill(c.v.Name()); ok && m.stmt.End() < c.decl.Stmt.Pos() {
				edits, filled = append(edits, e...), append(filled, m.stmt)
			}
		}
	}
	there := func(ret ast.Stmt) bool {
		return slices.Contains(filled, ret) || c.decl.Stmt.Pos() < ret.Pos() && ret.Pos() < c.v.Parent().End()
	}
	own := !c.list() && !c.itself && retain.OnlyReturned(s.Pkg, c.v)
	extra, ok := s.onlyFails(t, c.at(), own, there)
	if ok {
		s.reportSplit(t, c.at(), c.size, extra, edits...)
	}
	return ok
}

// onlyFails reports whether each return that needs no new object returns an error, or all callers have the object in
// their frames, which costs them nothing. own says that returning the object is the only way by which other code gets it,
// extra is what the title says of returns of errors.
func (s *outliner) onlyFails(t *inline.Func, at ast.Expr, own bool, needs func(ast.Stmt) bool) (extra string, ok bool) {
	for _, ret := range t.Returns() {
		switch {
		case needs(ret.Stmt):
		case own && s.inFrames(t, at):
			return "", true
		case s.fails(ret):
			extra = "; one that keeps it has made it also where " + t.Name() + " returns an error"
		default:
			return "", s.Refuse(at, "a return of "+t.Name()+" needs no new object, but its callers would make one")
		}
	}
	return extra, true
}

// inFrames reports whether each caller of the function is known, and may have the object in its frame that is made at
// the given place, alone.
func (s *outliner) inFrames(t *inline.Func, at ast.Expr) bool {
	for v := range t.Obj.Signature().Results().Variables() {
		if source.IsA[*types.Pointer](v.Type()) && types.Identical(v.Type(), s.Info.TypeOf(at)) {
			return retain.LeftAlone(s.Pkg, t.Obj, v)
		}
	}
	return false
}

// fails reports whether the last of several results is an error, and known not to be nil.
func (s *outliner) fails(ret inline.Return) bool {
	if len(ret.Values) < 2 {
		return false
	}
	e := ast.Unparen(ret.Values[len(ret.Values)-1])
	if !types.AssignableTo(s.Info.TypeOf(e), source.ErrorType) {
		return false
	}
	cur, ok := s.File.Cursor.FindNode(e)
	return ok && flow.IsError(s.Pkg, cur)
}

// movable reports whether a result of that type, made at the given place of objects of the type of, may be on the stack
// of callers: neither unsafe nor those who handle errors get it, and its type is known.
func (s *outliner) movable(t *inline.Func, at ast.Node, of, result types.Type) bool {
	if s.Pkg.Unsafe(of) {
		return s.Refuse(at, "the package may turn the address of the result of "+t.Name()+" into a number, which changes when a stack grows")
	}
	for v := range t.Results().Variables() {
		if types.AssignableTo(result, v.Type()) && (source.IsError(result) || source.IsError(v.Type())) {
			return s.Refuse(at, "the result of "+t.Name()+" is an error, which callers hand on")
		}
	}
	if s.hidden(t, result) {
		return s.Refuse(at, "a result of "+t.Name()+" is an interface, in which the compiler does not know the object")
	}
	return true
}

// reportSplit reports that the result made at the given place is on the heap. Its size is in bytes, extra says what
// its callers pay besides.
func (s *outliner) reportSplit(t *inline.Func, at ast.Node, size int64, extra string, edits ...source.TextEdit) {
	unwrapped, ok := t.Unwrap()
	if caller := t.Crowded(); caller != nil {
		s.Refuse(at, "with "+t.Name()+" inlined, "+caller.Name.Name+" would be too big to be inlined, and its own result on the heap")
		return
	}
	if !ok {
		return
	}
	s.Report(rule.Finding{
		At:      at,
		Message: fmt.Sprintf("the result of %s is on the heap, since %s is too big to be inlined", t.Name(), t.Name()),
		Title:   "split " + t.Name() + ", so that its callers can keep the result on the stack" + extra,
		Class:   s.deep(t, size),
		Edits:   append(edits, unwrapped...),
	})
}

// maxFrame is the size in bytes up to which a result may be on the stack of callers in other packages,
// of which it is not known whether they call themselves.
const maxFrame = 1 << 10

// deep is the class of a result of that size: review if a caller calls itself, or may do so in another package,
// and the result is too large for that.
func (s *outliner) deep(t *inline.Func, size int64) rule.Class {
	limit := int64(effect.DeepBytes)
	if !slices.ContainsFunc(s.Pkg.Uses(t.Obj), func(use inspector.Cursor) bool { return effect.Recursive(s.Pkg, use) }) {
		limit = maxFrame
		if !t.Obj.Exported() {
			return rule.Safe
		}
	}
	if size > limit {
		return rule.Review(rule.Retention.Caveat(fmt.Sprintf("a caller that calls itself keeps %d bytes of stack at each level", size)))
	}
	return rule.Safe
}

// made recognises the first statement that runs at most once and declares a variable t, which the function returns,
// as &T{…} or as a slice of constant length; or a variable whose address or elements the function returns. ok is false
// if the name of t is used outside of its scope.
func (s *outliner) made(t *inline.Func) (c construction, ok bool) {
	body, found := t.File.Cursor.FindNode(t.Decl.Body)
	if !found || t.File.Jumps(t.Decl.Pos()) {
		return construction{}, false
	}
	for cur := range body.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		for d := range t.File.Decls(cur) {
			c, isNew := s.begins(d)
			if isNew && (d.Typed() || d.Value == nil) && s.returned(t, d.Var) && t.Once(cur) {
				return c, !s.namedOutside(t, d)
			}
		}
	}
	return construction{}, false
}

// begins recognises the declaration of an object, or of a slice with memory of a constant size.
func (s *outliner) begins(d source.Decl) (c construction, ok bool) {
	c = construction{decl: d, v: d.Var}
	if typ, lit, ok := s.newLiteral(d.Value); ok {
		c.typ, c.lit, c.of = typ, lit, s.Info.TypeOf(typ)
		c.size, _ = s.Pkg.Sizeof(c.of)
		return c, true
	}
	if source.IsA[*types.Array](d.Var.Type()) || source.IsA[*types.Struct](d.Var.Type()) {
		c.itself, c.typ, c.of = true, d.Type, d.Var.Type()
		c.size, _ = s.Pkg.Sizeof(c.of)
		return c, !s.copyable(c.of, inline.MaxValue) || source.IsA[*types.Array](c.of)
	}
	call, ok := ast.Unparen(d.Value).(*ast.CallExpr)
	if d.Value == nil || !ok || !source.IsBuiltin(s.Info, call, "make") || len(call.Args) < 2 {
		return c, false
	}
	slice, isSlice := s.Info.TypeOf(call).Underlying().(*types.Slice)
	if !isSlice {
		return c, false
	}
	for _, arg := range call.Args[1:] {
		n, isConst := source.IntConst(s.Info, arg)
		if !isConst {
			return c, false
		}
		size, _ := s.Pkg.Sizeof(slice.Elem())
		c.size, c.of = n*size, slice.Elem()
	}
	return c, c.size > 0
}

// namedOutside reports whether the body uses the name of the variable outside of the variable's scope:
// there the name would mean the parameter that replaces the variable.
func (s *outliner) namedOutside(t *inline.Func, d source.Decl) bool {
	for id := range source.Idents(t.Decl.Body) {
		outside := id.Pos() < d.Name.Pos() || id.Pos() >= d.Var.Parent().End() ||
			d.Value != nil && source.Contains(d.Value, id) || d.Type != nil && source.Contains(d.Type, id) // token := &token{}
		if id.Name == d.Var.Name() && outside {
			return true
		}
	}
	return false
}

// maxObject is the size in bytes of the largest object that moves to the caller's stack: a
// goroutine starts with 2 KiB (runtime.stackMin), and each time the stack grows it is copied. A
// size that depends on type arguments is taken for a small one.
const maxObject = 8 << 10

// splittable reports whether the function can be split, and the variable moved to a caller's stack.
func (s *outliner) splittable(t *inline.Func, c construction) bool {
	if len(c.decl.Rest) == 0 || t.Decl.Type.Results == nil {
		return false
	}
	if c.itself && s.Pkg.InLiteral(c.v) || !c.itself && !c.list() && (s.Pkg.Captured(c.v) || len(s.Pkg.Writes(c.v)) > 0) {
		return s.Refuse(c.at(), c.v.Name()+" is assigned again, or a function literal shares it")
	}
	if why := s.escapes(c); why != "" {
		return s.Refuse(c.at(), c.v.Name()+" is on the heap in any case: "+why)
	}
	return c.size <= maxObject && s.repeatable(t, c.at(), c.v.Name()) && s.movable(t, c.at(), c.of, c.result())
}

// escapes says what keeps the object in any case, "" if nothing is seen to: other code, or a call that passes the object
// to a function value that is a parameter, a field or an element, which the compiler assumes to keep its arguments.
func (s *outliner) escapes(c construction) string {
	for _, use := range s.Pkg.Uses(c.v) {
		use = source.Parens(use)
		u, ok := use.Parent().Node().(*ast.UnaryExpr)
		addressed := ok && u.Op == token.AND
		if addressed {
			use = source.Parens(use.Parent())
		}
		if call := source.ArgumentOf(use); call != nil && s.unknown(call) {
			return types.ExprString(call.Fun) + " may be any function"
		}
		if (!c.itself || addressed) && retain.Kept(s.Pkg, use) {
			return retain.Shown(s.Pkg, use, c.v.Name()) + " keeps it"
		}
	}
	return ""
}

// unknown reports whether a call is that of a function value of which it is not known what it is.
func (s *outliner) unknown(call *ast.CallExpr) bool {
	if source.IsConversion(s.Info, call) || source.IsBuiltin(s.Info, call) || source.Func(s.Info, call) != nil {
		return false
	}
	value, ok := s.Pkg.Only(call.Fun)
	return !ok || !source.IsA[*types.Signature](s.Info.TypeOf(value))
}

// repeatable reports whether a function can be split in two with the same parameters,
// nothing in it looks at the frames of its callers, and one of the callers may keep the result on
// the stack. taken is the name of the additional parameter of the second function, "" if it is still to
// be chosen.
func (s *outliner) repeatable(t *inline.Func, at ast.Node, taken string) bool {
	if t.Directive(false) {
		return s.Refuse(at, "a directive stands above "+t.Name())
	}
	if !inline.Named(t.Decl.Type.Params, taken) || !inline.Named(t.Decl.Recv, taken) || !inline.Named(t.Decl.Type.TypeParams, taken) {
		return s.Refuse(at, "a parameter of "+t.Name()+" has no name")
	}
	for v := range t.Obj.Signature().Results().Variables() {
		if v.Name() == taken && s.usesResults(t) {
			return s.Refuse(at, "a result of "+t.Name()+" has the name of the object")
		}
	}
	if effect.Frames(s.Pkg, t.Decl.Body) {
		return s.Refuse(at, t.Name()+" recovers, or looks at the frames of its callers")
	}
	return t.Worthwhile(true) || s.Refuse(at, "no caller of "+t.Name()+" can keep the result on the stack")
}

// returned reports whether some return has v as a result, or a part of a list or array v, or the address of an object v.
func (s *outliner) returned(t *inline.Func, v *types.Var) bool {
	object := source.IsA[*types.Array](v.Type()) || source.IsA[*types.Struct](v.Type())
	return slices.ContainsFunc(t.Returns(), func(ret inline.Return) bool {
		return slices.ContainsFunc(ret.Values, func(e ast.Expr) bool {
			switch e := ast.Unparen(e).(type) {
			case *ast.SliceExpr:
				return s.Pkg.Is(e.X, v)
			case *ast.UnaryExpr:
				return object && e.Op == token.AND && s.Pkg.Is(e.X, v)
			}
			return !object && s.Pkg.Is(e, v)
		})
	})
}

// behind returns the edits that let the uses of a variable that is the object itself be those of a pointer to it. ok is false if
// one cannot be.
//
//	&v    f(v)     v = x     v[:n]    v.f    v.M()
//	--    -----    ------    -----    ---    -----
//	v     f(*v)    *v = x    v[:n]    v.f    v.M()
func (s *outliner) behind(c construction) (edits []source.TextEdit, ok bool) {
	if !c.itself {
		return nil, true
	}
	for _, use := range s.Pkg.Uses(c.v) {
		cur := source.Parens(use)
		switch parent := cur.Parent().Node().(type) {
		case *ast.SelectorExpr, *ast.SliceExpr:
			continue
		case *ast.IndexExpr:
			if cur.ParentEdgeKind() == edge.IndexExpr_X {
				continue
			}
		case *ast.UnaryExpr:
			if c.decl.File.HasComment(parent.Pos(), parent.X.Pos()) {
				return nil, false
			}
			edits = append(edits, source.Replace(parent.Pos(), parent.X.Pos(), ""))
			continue
		case *ast.CallExpr:
			if source.IsBuiltin(s.Info, parent, "len", "cap") {
				continue
			}
		case *ast.RangeStmt:
			if cur.ParentEdgeKind() != edge.RangeStmt_X {
				return nil, false
			}
		case *ast.AssignStmt:
			if cur.ParentEdgeKind() == edge.AssignStmt_Lhs && parent.Tok == token.DEFINE {
				return nil, false
			}
		}
		edits = append(edits, source.Insert(use.Node().Pos(), "*"))
	}
	return edits, true
}

// split returns the edit that puts a function of the old name in front of the body. The body becomes
// a function with a new name and the additional parameter v of type typ, for which the first one passes value.
//
//	func New(a int) *T {
//		…
//	-----------------------------------
//	func New(a int) *T {
//		return initNew(new(T), a)
//	}
//
//	// initNew is the rest of New, …
//	func initNew(t *T, a int) *T {
//		…
func (s *outliner) split(t *inline.Func, v, value, typ string) source.TextEdit {
	name := s.restName(t)
	call, params := t.Forward(name, []string{value})
	decl := t.Method(name) + t.TypeParams()
	return t.Insert(fmt.Sprintf("\treturn %s\n}\n\n// %s is the rest of %s, which is inlined\n// so that its callers can keep the result on the stack.\nfunc %s(%s) %s {\n", call, name, t.Name(), decl,
		strings.TrimSuffix(v+" "+typ+", "+params, ", "), s.results(t)))
}

// restName is a name for the function that gets the body: the old name in small letters, unless it begins with
// New or the small name is taken; otherwise init with what follows New, or with the old name.
func (s *outliner) restName(t *inline.Func) string {
	name, small := t.Decl.Name.Name, inline.Small(t.Decl.Name.Name)
	if small != name && !strings.HasPrefix(name, "New") && !token.IsKeyword(small) && types.Universe.Lookup(small) == nil {
		if s.FreshBeside(t.Decl, small) == small {
			return small
		}
	}
	if what, ok := strings.CutPrefix(inline.Capital(name), "New"); ok && token.IsExported(what) && s.FreshBeside(t.Decl, "init"+what) == "init"+what {
		return "init" + what
	}
	return s.FreshBeside(t.Decl, "init"+inline.Capital(name))
}

// usesResults reports whether the body uses the names of results.
func (s *outliner) usesResults(t *inline.Func) bool {
	for v := range t.Results().Variables() {
		if len(s.Pkg.Uses(v)) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(t.Returns(), func(ret inline.Return) bool { return len(ret.Values) == 0 })
}

// results returns the types of the results as source text, with their names if the body uses them. Of an interface that always
// holds a pointer to T it is *T, so that callers know whose methods they call.
func (s *outliner) results(t *inline.Func) string {
	list := t.Decl.Type.Results.List
	i, star, always := s.always(t)
	if !always && (len(list[0].Names) == 0 || s.usesResults(t)) {
		return t.File.Text(t.Decl.Type.Results)
	}
	var types []string
	for _, field := range list {
		types = append(types, slices.Repeat([]string{t.File.Text(field.Type)}, max(len(field.Names), 1))...)
	}
	if always {
		types[i] = star
	}
	if len(types) == 1 {
		return types[0]
	}
	return "(" + strings.Join(types, ", ") + ")"
}

// always returns the index of a result that is an interface and always holds a pointer to one type, and *T as source text.
// Methods that are called through an interface, and so are not inlined, have none.
func (s *outliner) always(t *inline.Func) (index int, star string, ok bool) {
	results, list := t.Results(), t.Decl.Type.Results
	if s.Pkg.InInterface(t.Obj) || s.usesResults(t) || t.File.HasComment(list.Pos(), list.End()) {
		return 0, "", false
	}
	for i := range results.Len() {
		of := s.holds(t, i)
		if of == nil {
			continue
		}
		same := !slices.ContainsFunc(t.Returns(), func(ret inline.Return) bool {
			return len(ret.Values) != results.Len() || !types.Identical(s.Info.TypeOf(ret.Values[i]), of)
		})
		if star, ok = t.File.TypeText(of, t.Decl.Body.Lbrace+1); same && ok {
			return i, star, true
		}
	}
	return 0, "", false
}

// holds returns the type *T of what some return gives the i-th result, if that is an interface; otherwise nil.
func (s *outliner) holds(t *inline.Func, i int) types.Type {
	for _, ret := range t.Returns() {
		if i < len(ret.Values) && types.IsInterface(t.Results().At(i).Type()) && source.IsA[*types.Pointer](s.Info.TypeOf(ret.Values[i])) {
			return s.Info.TypeOf(ret.Values[i])
		}
	}
	return nil
}

// hidden reports whether a result that is an interface, other than one that always holds the same type, may hold the
// object. Callers call its methods without knowing them, and the compiler assumes that those keep the object.
func (s *outliner) hidden(t *inline.Func, object types.Type) bool {
	index, _, always := s.always(t)
	for _, ret := range t.Returns() {
		for i, e := range ret.Values { // fewer than there are results, if e is a call with several
			other := types.IsInterface(t.Results().At(i).Type()) && !(always && i == index)
			if other && types.Identical(s.Info.TypeOf(e), object) {
				return true
			}
		}
	}
	return false
}

// set returns the edits that make the declaration fill what new(T) made. ok is false if a comment
// would be lost.
//
//	t := &T{a: a}     t := &T{}    var t [4]byte    t := sum(b)
//	-------------     ---------    -------------    -----------
//	*t = T{a: a}                                    *t = sum(b)
func (s *outliner) set(t *inline.Func, c construction) (edits []source.TextEdit, ok bool) {
	f, first, set := t.File, c.decl.Stmt, "*"+c.v.Name()+" = "
	switch {
	case c.itself && c.decl.Value != nil && !isZero(c.decl.Value):
		if c.decl.Grouped() || c.decl.Value.End() < first.End() {
			return c.decl.Instead(set + f.Text(c.decl.Value)), !c.decl.HasComment()
		}
		return []source.TextEdit{source.Replace(first.Pos(), c.decl.Value.Pos(), set)}, !f.HasComment(first.Pos(), c.decl.Value.Pos())
	case c.list() || c.itself && c.decl.Grouped():
		return []source.TextEdit{c.decl.Remove()}, !c.decl.HasComment()
	case c.lit == nil || len(c.lit.Elts) == 0:
		below := f.LineBelow(first.End())
		if c.decl.Grouped() && !f.HasComment(first.Pos(), first.End()) {
			return []source.TextEdit{c.decl.Remove()}, true
		}
		if c.decl.Grouped() || !f.AloneOnLine(first.Pos()) || strings.TrimSpace(f.Between(first.End(), below)) != "" {
			if c.typ == nil {
				return c.decl.Instead(set + f.Text(c.decl.Value)), !c.decl.HasComment()
			}
			return c.decl.Instead(set + s.zero(f, c.typ)), !c.decl.HasComment()
		}
		return []source.TextEdit{f.Remove(first)}, !f.HasComment(t.BodyStart(), first.End())
	case c.lit.End() < first.End(): // in parentheses, of the expression or of the declaration
		return c.decl.Instead(set + f.Text(c.lit)), true
	}
	return []source.TextEdit{source.Replace(first.Pos(), c.lit.Pos(), set)}, !f.HasComment(first.Pos(), c.lit.Pos())
}

// isZero reports whether e is T{}.
func isZero(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// zero returns the zero value of a type as source text.
func (s *outliner) zero(f *source.File, typ ast.Expr) string {
	if source.IsA[*types.Basic](s.Info.TypeOf(typ)) {
		return "*new(" + f.Text(typ) + ")"
	}
	return f.Text(typ) + "{}"
}

// given reports whether a function returns its first parameter, a pointer, by way of a variable
// or of a method that returns its receiver: the caller makes the object, as after a split.
func (s *outliner) given(t *inline.Func) bool {
	params := t.Obj.Signature().Params()
	if params.Len() == 0 || !source.IsA[*types.Pointer](params.At(0).Type()) {
		return false
	}
	return slices.ContainsFunc(t.Returns(), func(ret inline.Return) bool {
		return slices.ContainsFunc(ret.Values, func(e ast.Expr) bool { return s.returnsVar(e, params.At(0), 0) })
	}) || !s.Pkg.Every(params.At(0), func(use inspector.Cursor) bool {
		v, _, set := s.Pkg.Holder(use)
		return !set || v.Kind() != types.ResultVar && !s.returned(t, v)
	})
}

// newLiteral returns T and the literal of e = &T{…}; for new(T) the literal is nil.
func (s *outliner) newLiteral(e ast.Expr) (typ ast.Expr, lit *ast.CompositeLit, ok bool) {
	typ, lit, ok = source.NewOf(s.Info, e)
	return typ, lit, ok && retain.IsObject(s.Info.TypeOf(typ))
}
