// Package block defines an analyzer that lets the objects of a loop, slices made side by
// side, or an object and the objects that it owns, share one allocation.
//
// Invariant: each object or slice is as fresh, as zeroed and as distinct as before; the
// statements that fill and store it stay, in their order. The capacity of the block for
// a loop is a hint: if it is too small, append starts a second block, and pointers
// into the first stay valid. The block for slices has exactly the sum of their sizes, and each
// slice has its own capacity, so that append to one does not reach the next.
//
// Model: package size counts how many objects the loop makes, and that count is
// the capacity of a slice from which they are taken. Slices share a block if the sizes
// of all are known where the first is made.
//
// What it blurs: lifetimes. Objects of one block live and die together, so that
// one that is reachable keeps all the others alive; if one leaves the function, no analysis
// here knows how long it lives. And the count: if a loop makes more objects than it had elements
// when it began, a second block begins with copies of the objects of the first, which
// nothing reads; but copying them is a data race if another goroutine has them.
//
// # Analyzer block
//
// block: make the objects of a loop, or several slices, in one allocation
//
// A loop that makes an object per iteration and keeps its address allocates each
// one. Where their number is known they can be the elements of one slice:
//
//	                                      block := make([]node, len(names))
//	for i, name := range names {          for i, name := range names {
//		out = append(out, &node{name})  =>    block[i] = node{name}
//	}                                             out = append(out, &block[i])
//	                                      }
//
// Where no variable counts the iterations, or an inner loop makes the objects:
//
//	                                      block := make([]node, 0, len(names))
//	for name := range names {             for name := range names {
//		out = append(out, &node{name})  =>    block = append(block, node{name})
//	}                                             out = append(out, &block[len(block)-1])
//	                                      }
//
// Handled are &T{…} and new(T) as the right side of a statement of their own
// (p := …, x.f = …, s[i] = …, m[k] = …), in out = append(out, …) or, of a function of the package that stores it, in
// add(…), also as the only one in a literal there, and functions of
// the package that do nothing but return &T{…} of their parameters, as *T or as an interface. Likewise &v of a
// variable v that the iteration declares: block[i] = v. Objects of one type in one loop share one block.
//
// Conditions:
//   - T is not known to be of size zero;
//   - the statement stores or appends the object, or another one stores, appends or
//     returns its variable, or a function that has it as an argument does so: other objects are on the stack already;
//   - the loop may make more than one of them;
//   - the number of iterations can be computed before the outermost possible loop
//     without side effects (see presize);
//   - if the loop makes objects at some bytes of a text only, one takes at most 8 bytes;
//   - calls in the rest of the statement, if there are any, change nothing, and have the same value when the object is
//     made;
//   - a function is replaced by the literal that it returns only if each argument is free of
//     calls and has the type of the parameter, and every name means the same in both places;
//   - v is not mentioned behind the statement, nor by a function literal, and nothing else takes its address; it has at
//     most 1 KiB, and no loop since its declaration is around the statement;
//   - no comment is lost; the statement begins its line; the function has no goto.
//
// Slices made side by side, in statements of one list, are cut out of one block:
//
//	                                          block := make([]int, n+m)
//	prev := make([]int, n)              =>    prev := block[:n:n]
//	cur := make([]int, 0, m)                  cur := block[n:n]
//
// Conditions:
//   - they have one type, whose elements have a size; the length is the capacity, or 0;
//   - each run of the list makes all of them: none stands in a branch, and nothing in
//     between leaves the list;
//   - the sizes are int, made of constants and of local variables that nothing captures or
//     changes in between; none can be negative (lengths and constants, their
//     sums and products), or there are two of the same size, which panic in the same way (but
//     for the message below half of the smallest int): nothing that the first statement
//     evaluates before them can panic or have a side effect;
//   - one of constant size, up to 64 KiB, is stored, appended or returned: others are on
//     the stack already;
//   - no comment is lost; the first statement begins its line; the function has no goto.
//
// Rows of one width, one for each iteration, are cut out of one block likewise:
//
//	                                          cells := make([]float64, n*w)
//	for i := range m {                        for i := range m {
//		m[i] = make([]float64, w)     =>          m[i], cells = cells[:w:w], cells[w:]
//	}                                         }
//
// Conditions:
//   - the row is stored or appended, directly or by a variable: others are made once for the
//     loop by reusebuf;
//   - the number of iterations is known in front of the outermost possible loop, and does not change
//     while it runs, nor does the width, an int that is made of constants and local variables
//     and cannot panic;
//   - the elements have a size; no comment is lost; the function has no goto.
//
// An object and those that its fields point to become fields of one struct:
//
//	                                          all := new(struct {
//	                                              conn conn
//	                                              opts options
//	                                          })
//	                                          all.opts = options{n: 1}
//	return &conn{opts: &options{n: 1}}  =>    all.conn = conn{opts: &all.opts}
//	                                          return &all.conn
//
// Conditions:
//   - the statement is return &T{…}, x = &T{…} or x := &T{…}, where x is stored, appended or returned; or
//     v := T{…}, where &v leaves the function and v is only used by its address, fields and methods;
//   - fields of T are set to &U{…}, new(U) or a slice of at most eight elements in the literal, or to
//     &U{…} or new(U) by statements behind it in the same list, with no statement in between that leaves it;
//   - the operands of these literals have the same value before the rest of the statement is evaluated;
//   - all have sizes, of together at most 1 KiB; numbers of 64 bits that are given to sync/atomic are in T only;
//     no comment is lost.
//
// Class of these: review, "whoever keeps one of it and … keeps all N bytes, and what … points to", and as below.
//
// Class of the slices: safe if no part of them outlives the function (package retain looks
// at every use; they may be swapped), otherwise review, "one of
// the slices in use keeps the memory of all of them"; also review where the size of a later
// slice is a sum or product and a statement in between has a side effect: "a size that is too large
// for an int of 32 bits panics before the statements in front of it run".
//
// Class of the rows: review, "one row in use keeps all n of them", and where the width is no constant "a
// width that is negative, or rows that are too large together, panic in front of the loop".
//
// Class of the objects: safe if exactly n are made, they are plain memory (they
// may hold strings, but no pointers), and each is put into slices and maps that are
// local variables, read and written there, and borrowed by functions of the package that
// do not retain it: they all live until the function ends, at most. Those variables are declared in front of the block, and
// drop nothing: they are appended to, or each place is set once, by the number of the iteration. Otherwise review:
//   - "one element in use keeps all n of them", with the size of an element;
//   - "a finalizer or cleanup of an element fails or waits for all of them";
//   - "room for n is taken even if fewer are made", where the loop makes an object on
//     some iterations only or may stop early;
//   - "what the elements are made of is evaluated before x is read, as it is today, though the language leaves the order
//     open", where x is part of the statement, and a call in &T{…} may change it;
//   - "where x panics and what an element is made of does, too, the latter does so first", where x is part of the
//     statement, which evaluates it in front of &T{…};
//   - "memory for n is reserved before any is needed", as in presize;
//   - "elements are copied, while others may use them, if more are made than there was
//     room for", where the number of iterations could grow.
//
// Not proposed where the block takes more memory than the elements one by one, for a constant number of them and the
// heap's size classes, or where a type of the package that holds such elements has a method that removes one, as a tree
// has: one that stays would keep all that were removed.
package block

import (
	_ "embed"
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
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed block.go
var docText string

// Rule is the block rewrite.
var Rule = rule.New("block", docText, run, "returned", "stored", "loop-variable", "variable-size", "size-class")

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		b := &blocker{Run: r, makers: make(map[ast.Stmt]maker), closed: make(map[*types.Var]bool), keys: make(map[*ast.Ident]string), keeping: make(map[*types.Var]bool)}
		for cur := range r.Cursor.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil), (*ast.ExprStmt)(nil)) {
			if m, ok := b.recognise(cur); ok && b.check(&m) {
				b.makers[m.stmt] = m
			}
		}
		for open := -1; open != len(b.makers); { // an outer loop may get a block once an inner one has taken its makers
			open = len(b.makers)
			for cur := range r.Cursor.Preorder((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
				b.loop(cur)
			}
		}
		b.makes()
		b.rows()
		b.owners()
	}
}

type blocker struct {
	*rule.Run
	makers  map[ast.Stmt]maker    // the makers that have no block yet
	closed  map[*types.Var]bool   // the results of [blocker.container]
	keys    map[*ast.Ident]string // names for the blank keys of ranges
	keeping map[*types.Var]bool   // the results of [blocker.keptBy]
}

// A maker is a statement that makes one object.
type maker struct {
	cur      inspector.Cursor // of the statement
	stmt     ast.Stmt
	target   ast.Expr      // the left side
	declares bool          // the target is a variable that stmt declares
	call     *ast.CallExpr // the call that is given the value, as argument arg; nil if the value is assigned
	arg      int
	typed    bool       // the declaration says of which type the target is
	value    ast.Expr   // object, or append(x, object)
	object   ast.Expr   // &T{…}, new(T) or f(…)
	elem     types.Type // T
	typ      ast.Expr   // the expression T, nil for f(…)
	inPlace  bool       // the object is &T{…}, whose literal can stay where it is
	nested   bool       // the object is in a literal, which is the value or appended
	lit      string     // the text T{…}, unless inPlace
	as       string     // the interface that a variable declared with the object has; empty for other makers
	late     string     // what the compiler reads of the statement when the object is made, which may change it; empty if nothing
	sooner   string     // what of the statement may panic before the object is made, which may panic, too; empty if nothing
}

// assigned recognises x = value, and a declaration of x with nothing evaluated in front of its value.
func (b *blocker) assigned(cur inspector.Cursor) (m maker, ok bool) {
	m = maker{cur: cur, stmt: cur.Node().(ast.Stmt)}
	if s, isExpr := m.stmt.(*ast.ExprStmt); isExpr {
		return b.given(m, s)
	}
	for d := range b.Decls(cur) {
		if d.Value != nil {
			m.target, m.value, m.declares, m.typed = d.Name, ast.Unparen(d.Value), true, d.Type != nil
		}
		return m, d.Value != nil && len(d.Before()) == 0
	}
	s, ok := cur.Node().(*ast.AssignStmt)
	if !ok || len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		return maker{}, false
	}
	m.target, m.value = s.Lhs[0], ast.Unparen(s.Rhs[0])
	return m, true
}

// given recognises the statement f(object), with one argument that is, or has, a new object.
func (b *blocker) given(m maker, s *ast.ExprStmt) (maker, bool) {
	call, ok := ast.Unparen(s.X).(*ast.CallExpr)
	if !ok || call.Ellipsis.IsValid() {
		return m, false
	}
	for i, arg := range call.Args {
		if _, _, isNew := source.NewOf(b.Info, arg); isNew || len(b.inner(arg)) > 0 {
			if m.value != nil {
				return m, false
			}
			m.value, m.call, m.arg = ast.Unparen(arg), call, i
		}
	}
	return m, m.value != nil
}

// recognise finds the object in x = object and in x = append(x, object), or the only one in a literal there.
func (b *blocker) recognise(cur inspector.Cursor) (maker, bool) {
	m, ok := b.assigned(cur)
	if !ok {
		return maker{}, false
	}
	m.object = m.value
	if call, ok := m.object.(*ast.CallExpr); ok && source.IsBuiltin(b.Info, call, "append") {
		if len(call.Args) != 2 || call.Ellipsis.IsValid() {
			return maker{}, false
		}
		m.object = ast.Unparen(call.Args[1])
	}
	if inner := b.inner(m.object); len(inner) == 1 && !b.isTaken(m) {
		m.object, m.nested = inner[0], true
	}
	t := b.Info.TypeOf(m.object)
	ptr, isPointer := types.Unalias(t).(*types.Pointer)
	if call, isCall := m.object.(*ast.CallExpr); isCall && types.IsInterface(t) {
		m.lit, m.elem, ok = b.inline(call)
		if ok && m.declares && !m.typed {
			m.as, ok = b.TypeText(t, m.stmt.Pos())
		}
		return m, ok
	}
	if !isPointer {
		return maker{}, false
	}
	m.elem = ptr.Elem()
	if b.copies(m) {
		m.inPlace = true
		return m, true
	}
	if typ, lit, ok := source.NewOf(b.Info, m.object); ok {
		m.typ, m.inPlace = typ, lit != nil
		if lit == nil {
			m.lit = b.zero(m.object.(*ast.CallExpr))
		}
		return m, true
	}
	call, ok := m.object.(*ast.CallExpr)
	if !ok {
		return maker{}, false
	}
	m.lit, _, ok = b.inline(call)
	return m, ok
}

// inner returns the new objects that are elements of the composite literal e, and of literals in it.
//
//	T{n: n, p: &U{}}    T{m: V{p: new(U)}}    []T{{p: &U{}}}
func (b *blocker) inner(e ast.Expr) (objects []ast.Expr) {
	for _, elt := range source.Elements(e) {
		if _, _, isNew := source.NewOf(b.Info, elt); isNew {
			objects = append(objects, ast.Unparen(elt))
		}
		objects = append(objects, b.inner(elt)...)
	}
	return objects
}

// isTaken reports whether the address of an element is taken of the slice that the statement appends to, or sets an
// element of: that is a block.
func (b *blocker) isTaken(m maker) bool {
	list := m.target
	if index, ok := ast.Unparen(list).(*ast.IndexExpr); ok {
		list = index.X
	}
	v, ok := b.Pkg.LocalVar(list)
	return ok && b.addressed(v)
}

// addressed reports whether the address of an element of the slice v is taken.
func (b *blocker) addressed(v *types.Var) bool {
	return !b.Pkg.Every(v, func(use inspector.Cursor) bool {
		return use.ParentEdgeKind() != edge.IndexExpr_X || source.Parens(use.Parent()).ParentEdgeKind() != edge.UnaryExpr_X
	})
}

// copies reports whether the object is a variable of the iteration of which this is the last use, and of which
// nothing else takes the address: its value can be that of an element.
//
//	c := *n                      c := *n
//	c.next = nil                 c.next = nil
//	out = append(out, &c)   =>   block[i] = c
//	                             out = append(out, &block[i])
func (b *blocker) copies(m maker) bool {
	ref, ok := m.object.(*ast.UnaryExpr)
	if !ok || ref.Op != token.AND {
		return false
	}
	v, ok := b.Pkg.LocalVar(ref.X)
	if !ok || v.Kind() != types.LocalVar || b.Pkg.InLiteral(v) || source.LoopSince(m.cur, v.Pos()) || typefact.NoCopy(v.Type()) {
		return false
	}
	def, ok := b.Pkg.Def(v)
	if !ok || def.ParentEdgeKind() == edge.RangeStmt_Key || def.ParentEdgeKind() == edge.RangeStmt_Value || def.Parent().ParentEdgeKind() == edge.ForStmt_Init {
		return false
	}
	if n, ok := b.Pkg.Sizeof(v.Type()); !ok || n > maxCopied {
		return false
	}
	return b.Pkg.Every(v, func(use inspector.Cursor) bool {
		return source.Contains(ref, use.Node()) || use.Node().Pos() < m.stmt.Pos() && !b.Pkg.Addressed(use)
	})
}

// maxCopied is how many bytes are copied rather than made in an allocation of their own.
const maxCopied = 1 << 10

// zero returns the zero value of new(T) as source text: T{} or, if T has no literals, *new(T),
// which stays on the stack.
func (b *blocker) zero(call *ast.CallExpr) string {
	t := types.Unalias(b.Info.TypeOf(call.Args[0]))
	_, isParam := t.(*types.TypeParam)
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		if !isParam {
			return b.Text(call.Args[0]) + "{}"
		}
	}
	return "*" + b.Text(call)
}

// check refuses objects that cannot, or need not, come out of a block.
func (b *blocker) check(m *maker) bool {
	if _, _, ok := source.StmtList(m.cur); !ok {
		return false
	}
	if !b.sized(m.elem) || !b.kept(*m) {
		return false
	}
	if retain.Finalized(b.Pkg, m.elem) {
		return b.Refuse(m.object, "a finalizer or cleanup is set on such objects")
	}
	if !b.ordered(m) {
		return b.Refuse(m.object, "the rest of the statement may have side effects")
	}
	if m.inPlace {
		return !b.HasComment(m.stmt.Pos(), m.object.(*ast.UnaryExpr).X.Pos())
	}
	return !b.HasComment(m.stmt.Pos(), m.stmt.End())
}

// sized reports whether t is not known to be of size zero: such objects cost nothing.
func (b *blocker) sized(t types.Type) bool {
	size, ok := b.Pkg.Sizeof(t)
	return !ok || size > 0
}

// kept reports whether the address outlives the iteration, as far as the uses of the target
// tell.
func (b *blocker) kept(m maker) bool {
	if m.call != nil {
		return b.keptBy(m.call, m.arg)
	}
	v, ok := b.Pkg.LocalVar(m.target)
	call, isCall := m.value.(*ast.CallExpr)
	if !ok || isCall && source.IsBuiltin(b.Info, call, "append") {
		return true // x.f = &T{}, or appended
	}
	return b.stored(v)
}

// stored reports whether a statement assigns, stores, appends or returns v.
func (b *blocker) stored(v *types.Var) bool {
	return slices.ContainsFunc(b.Pkg.Uses(v), b.keeps)
}

// keeps reports whether a statement assigns, stores, appends or returns the value at cur.
func (b *blocker) keeps(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Rhs, edge.ReturnStmt_Results:
		return true
	}
	return b.storedAt(cur)
}

// storedAt reports whether the value at cur is stored or appended, or given to a function that does so.
func (b *blocker) storedAt(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	call := source.ArgumentOf(cur)
	return retain.Stored(b.Pkg, cur) || call != nil && (source.IsBuiltin(b.Info, call, "append") || b.keptBy(call, cur.ParentEdgeIndex()))
}

// keptBy reports whether the function that is called is one of the package, which stores its i-th parameter.
func (b *blocker) keptBy(call *ast.CallExpr, i int) bool {
	fn := typeutil.StaticCallee(b.Info, call)
	if fn == nil || fn.Pkg() != b.Pkg.Types || b.Pkg.FuncBody(fn.Origin()) == nil || fn.Signature().Variadic() || len(call.Args) != fn.Signature().Params().Len() {
		return false
	}
	param := fn.Origin().Signature().Params().At(i)
	if known, ok := b.keeping[param]; ok {
		return known
	}
	b.keeping[param] = false // the function may call itself
	b.keeping[param] = slices.ContainsFunc(b.Pkg.Uses(param), b.storedAt)
	return b.keeping[param]
}

// ordered reports whether the object may be made before the rest of the statement is evaluated, and notes what
// of the rest the compiler reads behind it, although the language leaves that open.
func (b *blocker) ordered(m *maker) bool {
	rest, object := b.rest(*m), effect.Of(b.Pkg, m.object)
	if !effect.Pure(b.Info, rest...) {
		beside := effect.Of(b.Pkg, rest...)
		return beside.MayMove(b.Pkg, m.object) && !(beside.MayEnd() && (object.MayEnd() || !object.Quiet() || object.Prints))
	}
	for _, e := range rest {
		_, isName := ast.Unparen(e).(*ast.Ident)
		if !object.Quiet() && !(b.private(e) && (isName || e == m.target && b.named(e))) {
			m.late = b.Text(e)
		}
		if b.sooner(*m, e) && object.MayEnd() {
			m.sooner = b.Text(e)
		}
	}
	return true
}

// sooner reports whether an expression of the statement may panic before the object is made: an assertion, or what comes
// before it. What is assigned to, or appended to, comes last.
func (b *blocker) sooner(m maker, e ast.Expr) bool {
	if !effect.Of(b.Pkg, e).Panics {
		return false
	}
	call, isCall := m.value.(*ast.CallExpr)
	last := m.call == nil && (e == m.target || isCall && e == call.Args[0])
	return source.Has[*ast.TypeAssertExpr](e) || !last && e.Pos() < m.object.Pos()
}

// private reports whether e mentions no variables but those that only their names reach.
func (b *blocker) private(e ast.Expr) bool {
	for id := range source.Idents(e) {
		if v, isVar := b.Info.Uses[id].(*types.Var); isVar && !v.IsField() {
			if _, isLocal := b.Pkg.LocalVar(id); !isLocal || b.Pkg.Captured(v) {
				return false
			}
		}
	}
	return true
}

// named reports whether e is s[i] or x.f, where s and x are variables: an assignment indexes, and follows
// a pointer, after it has evaluated its right side.
func (b *blocker) named(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		_, ok := ast.Unparen(x.X).(*ast.Ident)
		return ok && effect.Total(b.Info, x.Index)
	case *ast.SelectorExpr:
		_, ok := ast.Unparen(x.X).(*ast.Ident)
		sel := b.Info.Selections[x]
		return ok && sel != nil && len(sel.Index()) == 1
	}
	return false
}

// rest returns the expressions of the statement beside the object.
func (b *blocker) rest(m maker) []ast.Expr {
	rest, value := []ast.Expr{m.target}, m.value
	if m.call != nil {
		rest = slices.Delete(slices.Clone(m.call.Args), m.arg, m.arg+1)
		if sel, ok := ast.Unparen(m.call.Fun).(*ast.SelectorExpr); ok && b.Info.Selections[sel] != nil {
			rest = append(rest, sel.X)
		}
	} else if call, ok := value.(*ast.CallExpr); ok && m.object != ast.Expr(call) {
		rest, value = append(rest, call.Args[0]), call.Args[1]
	}
	for value != nil && ast.Unparen(value) != m.object {
		var inner ast.Expr
		for _, elt := range source.Elements(value) {
			if source.Contains(elt, m.object) {
				inner = elt
			} else {
				rest = append(rest, elt)
			}
		}
		value = inner
	}
	return rest
}

// loop offers a block for each type that the loop at cur makes objects of.
func (b *blocker) loop(cur inspector.Cursor) {
	stmt, ok := source.EnclosingStmt(cur)
	if !ok || b.Jumps(cur.Node().Pos()) || !b.Universe(cur.Node().Pos(), "make", "append", "len") {
		return
	}
	for _, m := range b.inside(cur) {
		if _, open := b.makers[m.stmt]; open {
			b.group(cur, stmt, m.elem)
		}
	}
}

// inside returns the makers in the loop at cur, outside of function literals, that can run more than once.
func (b *blocker) inside(cur inspector.Cursor) []maker {
	var found []maker
	for c := range cur.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil), (*ast.ExprStmt)(nil)) {
		m, ok := b.makers[c.Node().(ast.Stmt)]
		if !ok {
			continue
		}
		own, _ := source.EnclosingFunc(cur)
		if fn, _ := source.EnclosingFunc(c); fn == own && !b.once(cur.Node(), m) && b.repeats(cur.Node(), m, own) {
			found = append(found, m)
		}
	}
	return found
}

// once reports whether the maker is the only statement in the loop that sets its variable, and stands in
// a branch for where that is nil: it is come to once.
//
//	if first == nil {
//		first = &node{}
//	}
func (b *blocker) once(loop ast.Node, m maker) bool {
	v, ok := b.Pkg.LocalVar(m.target)
	if !ok || m.declares || v.Pos() > loop.Pos() || b.Pkg.Captured(v) {
		return false
	}
	for _, w := range b.Pkg.Writes(v) {
		if source.Contains(loop, w.Node()) && !source.Contains(m.stmt, w.Node()) {
			return false
		}
	}
	for c := m.cur; c.Node() != loop; c = c.Parent() {
		branch, isIf := c.Parent().Node().(*ast.IfStmt)
		if !isIf || c.ParentEdgeKind() != edge.IfStmt_Body {
			continue
		}
		if cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr); ok && cond.Op == token.EQL && b.Pkg.Is(cond.X, v) && b.Info.Types[cond.Y].IsNil() {
			return true
		}
	}
	return false
}

// repeats reports whether the loop, in the function own, may run the maker twice.
func (b *blocker) repeats(loop ast.Node, m maker, own inspector.Cursor) bool {
	graph, again := flow.New(b.Info, source.Body(own.Node())), false
	return graph == nil || graph.After(m.object, func(n ast.Node) bool {
		again = again || source.Contains(n, m.object)
		return !again && source.Contains(loop, n)
	}) && again
}

// group offers one block for the objects of type elem in the loop.
func (b *blocker) group(loop, stmt inspector.Cursor, elem types.Type) {
	group := make(map[ast.Stmt]maker)
	var first maker
	for _, m := range b.inside(loop) {
		if types.Identical(m.elem, elem) {
			if len(group) == 0 {
				first = m
			}
			group[m.stmt] = m
		}
	}
	leaf := func(s ast.Stmt) (size.Part, bool) {
		_, ok := group[s]
		return size.Part{K: 1}, ok
	}
	count, ok := size.Of(b.File, nil, []ast.Stmt{loop.Node().(ast.Stmt)}, loop.Node().Pos(), leaf)
	if !ok || len(count.Leaves) != len(group) {
		b.Refuse(first.object, "nothing says beforehand how many the loop makes")
		return // an inner loop may still be counted
	}
	if size, ok := b.Pkg.Sizeof(elem); count.Ends || ok && count.Loose && count.Density >= 1 && size > maxGrowth {
		b.Refuse(first.object, "the loop may make far fewer than there would be room for")
		return
	}
	name, ok := b.typeText(first, loop)
	if n, isConst := count.Const(); !ok || isConst && n < 2 {
		return
	}
	for s := range group {
		delete(b.makers, s)
	}
	var more rule.Class
	if !b.bounded(loop, group) {
		more = rule.Review(rule.Sharing.Caveat("elements are copied, while others may use them, if more are made than there was room for"))
	}
	b.report(count, group, first, loop, stmt, name, more)
}

// maxGrowth is the number of bytes that a block may take, without proof that they are needed, for each byte of a text.
const maxGrowth = 8

// bounded reports whether the loop makes no more objects than were counted in
// front of it: no loop around an object changes its number of iterations after the count.
func (b *blocker) bounded(loop inspector.Cursor, group map[ast.Stmt]maker) bool {
	for _, m := range group {
		for c := range m.cur.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
			if c.Node().Pos() < loop.Node().Pos() {
				break
			}
			if !b.steady(c.Node(), loop.Node()) {
				return false
			}
		}
	}
	return true
}

// steady reports whether the loop n, which is outer or stands in it, has the number of
// iterations that it had when outer began.
func (b *blocker) steady(n, outer ast.Node) bool {
	switch n := n.(type) {
	case *ast.RangeStmt:
		isMap := source.IsA[*types.Map](source.Core(b.Info.TypeOf(n.X))) // entries may be added as it runs
		return !isMap && (n == outer || effect.StableBetween(b.Pkg, n.X, outer.Pos(), outer.End()))
	case *ast.ForStmt:
		if limit, ok := size.Limit(b.File, n); ok {
			return effect.StableBetween(b.Pkg, limit, outer.Pos(), outer.End())
		}
		cond, ok := n.Cond.(*ast.BinaryExpr) // of a loop that shortens a list, or goes through one
		return ok && n == outer && effect.StableBetween(b.Pkg, cond.Y, outer.Pos(), outer.End())
	}
	return false
}

// typeText returns T as source text in front of the loop. ok is false if it cannot be written there.
func (b *blocker) typeText(m maker, loop inspector.Cursor) (text string, ok bool) {
	pos := loop.Node().Pos()
	if t := m.typ; t != nil && b.Visible(t, pos) && !b.HasComment(t.Pos(), t.End()) {
		return b.Text(t), !source.IsOpen(t)
	}
	return b.TypeText(m.elem, pos)
}

// report writes the block before the loop and takes each object from it; more are the
// caveats that do not follow from the count.
//
//	                                     for … {                                        for i, … {
//	-----------------------------------------------------------------------------------------------
//	block := make([]T, 0, n)                                   block := make([]T, n)
//	                                     for … {                                        for i, … {
func (b *blocker) report(count size.Count, group map[ast.Stmt]maker, first maker, loop, stmt inspector.Cursor, name string, more rule.Class) {
	block := b.naming(stmt.Node().Pos(), first.elem)
	lines, n, renamed := count.Lines(func(base string) string { return b.Fresh(stmt.Node().Pos(), base) })
	x, counts := index{}, false
	if len(more.Caveats) == 0 { // the number of objects is bounded
		x, counts = b.counter(loop, group)
	}
	room := "0, " + n
	if counts {
		room = n
	}
	lines = append(lines, block+" := make([]"+name+", "+room+")")
	edits := append([]source.TextEdit{b.Before(stmt.Node(), lines...)}, renamed...)
	if counts && x.key != nil {
		edits = append(edits, source.ReplaceNode(x.key, x.name))
	}
	for i, leaf := range count.Leaves {
		if counts {
			edits = append(edits, b.place(group[leaf], block+"["+x.at(i)+"]")...)
		} else {
			edits = append(edits, b.take(group[leaf], block)...)
		}
	}
	class := b.class(count, first.elem, n)
	for _, leaf := range count.Leaves {
		if m := group[leaf]; m.late != "" {
			class = class.And(rule.Review(rule.Order.Caveat("what the elements are made of is evaluated before " + m.late + " is read, as it is today, though the language leaves the order open")))
		}
		if m := group[leaf]; m.sooner != "" {
			more = more.And(rule.Review(rule.Order.Caveat("where " + m.sooner + " panics and what an element is made of does, too, the latter does so first")))
		}
	}
	class = class.And(more)
	if count.Sure && len(count.Trusted) == 0 && len(more.Caveats) == 0 && b.local(group, loop.Node().Pos()) {
		class = rule.Safe
	}
	if why := b.unwanted(count, first.elem); len(class.Caveats) > 0 && why != "" {
		b.Refuse(first.object, why)
		return
	}
	message := "makes each " + name + " in an allocation of its own"
	if strings.Contains(name, "\n") {
		message = "makes each element in an allocation of its own"
	}
	b.Report(rule.Finding{
		At:      first.object,
		Message: message,
		Title:   "Make all elements in one block",
		Class:   class,
		Edits:   edits,
	})
}

// naming returns a name for a block of elements of a type: block, or nodeBlock for a node.
func (b *blocker) naming(pos token.Pos, elem types.Type) string {
	name := b.Fresh(pos, "block")
	named, ok := types.Unalias(elem).(*types.Named)
	if name == "block" || !ok {
		return name
	}
	return b.Fresh(pos, inline.Small(named.Obj().Name())+"Block")
}

// address is the text of the address of an element, as the statement takes it.
func (m maker) address(element string) string {
	if m.as != "" {
		return m.as + "(&" + element + ")"
	}
	return "&" + element
}

// take replaces the making of an object by an append to the block.
//
//	out = append(out, &            T{…}   )
//	--------------------------------------------------------------------
//	block = append(block,          T{…})
//	out = append(out,                      &block[len(block)-1]   )
func (b *blocker) take(m maker, block string) []source.TextEdit {
	return b.apart(m, block+" = append("+block+", ", ")", block+"[len("+block+")-1]")
}

// apart writes the value of an object, between begin and end, in front of the statement, which takes the address of the
// element.
func (b *blocker) apart(m maker, begin, end, element string) []source.TextEdit {
	end += "\n" + b.Indent(m.stmt.Pos()) + b.Between(m.stmt.Pos(), m.object.Pos()) + m.address(element)
	if m.inPlace {
		lit := m.object.(*ast.UnaryExpr).X
		return []source.TextEdit{source.Replace(m.stmt.Pos(), lit.Pos(), begin), source.Insert(m.object.End(), end)}
	}
	return []source.TextEdit{source.Replace(m.stmt.Pos(), m.object.End(), begin+m.lit+end)}
}
