// Package coldaddr defines an analyzer that copies a variable where a branch hands out its
// address, or a text where an error retains it, so that the heap is used only if the branch runs.
//
// Invariant: nothing that uses the variable sees another value.
//
// Model: a variable is on the heap from its declaration on if its address escapes in any
// branch, even if that branch hardly ever runs. A copy made in the branch is allocated only
// when the branch runs. The same goes for an object whose pointer is only dereferenced before
// the branch. What a caller makes for a call, string(b) or a + b, is on the heap if any error
// retains the parameter.
//
// What it blurs: how often the branch runs.
//
// # Analyzer coldaddr
//
// coldaddr: copy a variable where only a branch needs its address
//
//	                                      if !tok.valid() {
//	if !tok.valid() {                         where := tok.where // only this copy is on the heap
//	    return &Error{&tok.where}     =>      return &Error{&where}
//	}                                     }
//
//	if n > 0 {                            if n > 0 {
//	                                          total := total // on the heap only here
//	    return func() { total++ }     =>      return func() { total++ }
//	}                                     }
//
//	p := &item{a, b}                      value := item{a, b}
//	if q, ok := table[*p]; ok {           if q, ok := table[value]; ok {
//	    return q                              return q
//	}                             =>      }
//	                                      p := new(item) // only what is kept is allocated
//	                                      *p = value
//	table[*p] = p                         table[*p] = p
//	return p                              return p
//
//	n, err := parse(string(b))            n, err := parse(string(b))
//	…                                     …
//	func parse(s string) (int, error) {   func parse(s string) (int, error) {
//	    if s == "" {                          if s == "" {
//	        return 0, &Error{s}       =>          return 0, &Error{strings.Clone(s)}
//
//	                                      o := options{n: 1}
//	                                      if len(opts) > 0 {
//	o := options{n: 1}                        with := o // only this copy is on the heap
//	for _, opt := range opts {                for _, opt := range opts {
//	    opt(&o)                       =>          opt(&with)
//	}                                         }
//	                                          o = with
//	                                      }
//
// Conditions:
//   - each address, of the variable or a field of it, is borrowed by a function or method
//     of the package that does not retain it, or escapes: as a result, as an element, as an
//     argument for an interface, for an unknown function or for one that may retain it, by an
//     assignment to anything but a local variable, or to a local variable that outlives the
//     iteration or lets the address escape in turn;
//   - the statement in which the address escapes uses the variable for nothing else, and
//     stands in a branch, or behind a statement that may leave;
//   - nothing uses the variable afterwards, and no function literal mentions it; or package
//     fmt or log prints what the pointer points to, a struct, array, slice or map
//     whose methods need no pointer;
//   - the variable is no composite literal without other uses, which could be made in the branch;
//   - the variable can be copied, has at most 1 KiB, is no result, and is a new one in each
//     iteration of its loop.
//
// Conditions for a variable that function literals share:
//   - the variable is assigned again, or has more than 128 bytes: otherwise the literals have a copy
//     already; and its address is taken nowhere;
//   - each literal is made in a branch, in a statement that uses the variable only in literals, in a block
//     that declares nothing of the same name, and is a result, an element, an argument for an unknown function,
//     or started by go;
//   - nothing uses the variable afterwards, and it can be copied, as above.
//
// Conditions for an object:
//   - it is p := &T{…} or p := new(T), of a struct or array that can be copied and has at
//     most 1 KiB; nothing assigns p again, no function literal mentions p, the function has no goto;
//   - until the object is retained, its fields are read and set, and its address is borrowed by
//     functions of the package that do not retain it; nothing compares p;
//   - once the object is retained, p is used only in the rest of the statement list, which
//     stands in no loop that begins behind the declaration;
//   - some path, other than that of an error, does not retain the object;
//   - if there is a single use that retains it, and the struct has three fields at most, that use
//     gets &T{a: p.a, b: p.b}.
//
// Conditions for a loop:
//   - it ranges over a slice or map that has a name, whose length no condition around the loop
//     asks for, and gives the address of a struct to a function value or a method of an interface;
//   - the struct is a local variable or a parameter, or what p := &T{…} points to, where p is never
//     another pointer; it can be copied and has at most 1 KiB, no other loop since its
//     declaration is around the loop, and the function has no goto;
//   - nothing else takes its address, but functions of the package that do not retain it, and no
//     function literal mentions it; something uses it behind the loop.
//
// Conditions for a text:
//   - it is a parameter of type string or []byte, for which some call in the package, outside
//     of tests, passes a conversion, a concatenation or a part of a local array, or a local
//     variable that holds one of these and lets it escape nowhere else;
//   - parts of it are compared, measured, looked up, copied and passed on to functions that are
//     known to do no more; everything else that gets it is an error or a panic, in a branch or
//     behind a statement that may leave;
//   - of bytes, only errors that fmt makes of them, beside operands without side effects.
//
// Class: safe; for a variable that is used after its address was handed out, but never
// assigned, review: "a change through the pointer is not seen in v, or through another
// pointer to it, which is not equal to it any more"; for one of more than 128 bytes in a function that may call itself,
// review: "a function that calls itself keeps N bytes of stack more at each level"; for a loop,
// review: "who keeps the address of v from the loop over opts does not see what becomes of v"; for a
// string that an error keeps, where unsafe is used: "the error has a copy of the text, also
// where unsafe code changes the bytes of a string".
//
// Not proposed: anything in generated files.
package coldaddr

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
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

//go:embed coldaddr.go
var docText string

// Rule is the coldaddr rewrite.
var Rule = rule.New("coldaddr", docText, run, "returned", "stored", "captured", "sent", "passed", "unknown-callee", "loop-variable", "bytes-to-string", "string-to-bytes", "concat")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.Ident)(nil), (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil), (*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
		s := &copier{r}
		switch cur.Node().(type) {
		case *ast.Ident:
			s.cold(cur)
			s.captured(cur)
		case *ast.RangeStmt, *ast.ForStmt:
			s.empty(cur)
		default:
			s.late(cur)
		}
	}
	for r := range pass.Runs() {
		for _, t := range inline.Funcs(r.File) {
			(&copier{r}).texts(t)
		}
	}
}

type copier struct{ *rule.Run }

// A handout is a place where a branch takes the address of a variable, or of a field of
// it, and lets the address escape.
type handout struct {
	expr     ast.Expr // what stands behind the &
	stmt     inspector.Cursor
	writable bool // the function or local variable that gets the address may be meant to write there
}

// maxCold is the size in bytes of the largest variable that is copied.
const maxCold = 1 << 10

// cold copies a variable where a branch takes its address, so that it is on the heap
// only if that branch runs.
func (s *copier) cold(decl inspector.Cursor) {
	v, ok := s.Info.Defs[decl.Node().(*ast.Ident)].(*types.Var)
	if !ok || v.IsField() || v.Kind() == types.ResultVar || v.Kind() == types.PackageVar || v.Kind() == types.RecvVar {
		return
	}
	list, ok := s.handouts(v)
	if !ok || len(list) == 0 || !s.duplicable(v.Type()) || !s.perIterationVar(decl) {
		return
	}
	class, ok := s.handoutClass(v, list)
	if !ok {
		return
	}
	if d, ok := s.DeclOf(v); ok && len(list) == len(s.Pkg.Uses(v)) {
		if _, isLit := ast.Unparen(d.Value).(*ast.CompositeLit); isLit {
			s.Refuse(decl.Node(), v.Name()+" has no other use, and could be made in the branch")
			return
		}
	}
	s.Report(rule.Finding{
		At:      decl.Node(),
		Message: fmt.Sprintf("%s is on the heap each time, since a branch takes its address", v.Name()),
		Title:   "copy " + v.Name() + " where its address is needed",
		Class:   class,
		Edits:   s.copies(list),
	})
}

// handoutClass says whether a program can tell the copies from the variable: not if nothing
// uses v afterwards. If v is never assigned, only the holder of the pointer can tell. ok is
// false if v is used afterwards, and assigned or writable through the pointer.
func (s *copier) handoutClass(v *types.Var, list []handout) (class rule.Class, ok bool) {
	graph := flow.Around(s.Pkg, list[0].stmt)
	for _, h := range list {
		if !s.alone(v, h, list) {
			return rule.Safe, false
		}
		if !s.forgets(h) && (graph == nil || s.usedAfter(graph, v, h.stmt)) {
			if h.writable {
				return rule.Safe, false
			}
			class = rule.Review(rule.Pointee.Caveat("a change through the pointer is not seen in " + v.Name() + ", or through another pointer to it, which is not equal to it any more"))
		}
	}
	assigned := func(use inspector.Cursor) bool { return !s.Pkg.Addressed(use) || s.borrowed(v, use) }
	if len(class.Caveats) > 0 && slices.ContainsFunc(s.Pkg.Writes(v), assigned) {
		return rule.Safe, false
	}
	return class.And(s.deep(list[0].stmt, v.Type())), true
}

// deep is the class of a variable of type t that moves to the stack: review if it is large and the
// function calls itself.
func (s *copier) deep(cur inspector.Cursor, t types.Type) rule.Class {
	size, _ := s.Pkg.Sizeof(t)
	if size <= effect.DeepBytes || !effect.Recursive(s.Pkg, cur) {
		return rule.Safe
	}
	return rule.Review(rule.Retention.Caveat(fmt.Sprintf("a function that calls itself keeps %d bytes of stack more at each level", size)))
}

// handouts lists the places where the address of v escapes. ok is false if one of them is
// not in a branch, or if it is not known whether the address escapes there.
func (s *copier) handouts(v *types.Var) (list []handout, ok bool) {
	if s.Pkg.InLiteral(v) {
		return nil, false
	}
	for _, use := range s.Pkg.Uses(v) {
		if !s.Pkg.Addressed(use) || s.borrowed(v, use) {
			continue
		}
		path := s.fieldPath(use)
		if path.ParentEdgeKind() != edge.UnaryExpr_X {
			return nil, false
		}
		held := s.outlived(path.Parent(), v)
		if !held && !s.leaks(path.Parent()) {
			return nil, false
		}
		stmt, ok := source.EnclosingStmt(path)
		if !ok || !simple(stmt.Node()) || !inBranch(stmt, v.Pos()) && !s.behindExit(stmt, v.Pos(), v) {
			return nil, false
		}
		list = append(list, handout{path.Node().(ast.Expr), stmt, held || s.mayWrite(path.Parent())})
	}
	return list, true
}

// fieldPath climbs from a use of a variable to the part of it that is selected there.
func (s *copier) fieldPath(use inspector.Cursor) inspector.Cursor {
	use = source.Parens(use)
	for use.ParentEdgeKind() == edge.SelectorExpr_X {
		sel := s.Info.Selections[use.Parent().Node().(*ast.SelectorExpr)]
		if sel == nil || sel.Kind() != types.FieldVal || sel.Indirect() {
			break
		}
		use = source.Parens(use.Parent())
	}
	return use
}

// borrowed reports whether a use of v that takes its address gives the address to a function
// or method of the package that does not retain it.
func (s *copier) borrowed(v *types.Var, use inspector.Cursor) bool {
	k := &retain.Checker{Pkg: s.Pkg, Var: v, Kind: retain.Large}
	return k.Lets(use) && !k.Doubted && !k.Escapes
}

// outlived reports whether the pointer to v made at cur is assigned to a local variable that
// may outlive v: a result, a variable declared outside of the loop that v is declared in, or
// one from which the pointer escapes.
func (s *copier) outlived(cur inspector.Cursor, v *types.Var) bool {
	holder, _, ok := s.Pkg.Holder(cur)
	if !ok || holder == v {
		return false
	}
	def, _ := s.Pkg.Def(v)
	return holder.Kind() == types.ResultVar || source.LoopSince(def, holder.Pos()) || slices.ContainsFunc(s.Pkg.Uses(holder), s.leaks)
}

// leaks reports whether the pointer made at cur goes where the compiler loses track of
// it: a result, another value, an interface, or a function that is unknown or retains it.
func (s *copier) leaks(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	kind, i := cur.ParentEdge()
	switch kind {
	case edge.ReturnStmt_Results, edge.KeyValueExpr_Value, edge.CompositeLit_Elts, edge.SendStmt_Value:
		return true
	case edge.AssignStmt_Rhs:
		assign := cur.Parent().Node().(*ast.AssignStmt)
		if len(assign.Lhs) != len(assign.Rhs) {
			return false
		}
		_, local := s.Pkg.LocalVar(assign.Lhs[i])
		return !local
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		if source.IsConversion(s.Info, call) || source.IsBuiltin(s.Info, call) {
			return source.IsBuiltin(s.Info, call, "append", "panic")
		}
		fn := typeutil.StaticCallee(s.Info, call)
		sig, _ := s.Info.TypeOf(call.Fun).Underlying().(*types.Signature)
		return fn == nil || s.Pkg.FuncBody(fn) != nil || types.IsInterface(source.ParamType(sig, i, call.Ellipsis.IsValid()))
	}
	return false
}

// mayWrite reports whether the pointer made at cur is an argument of a function that may
// write through it, as json.Unmarshal does; append only stores it, fmt and log only read.
func (s *copier) mayWrite(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	if cur.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	if source.IsBuiltin(s.Info, call) || source.IsConversion(s.Info, call) {
		return false
	}
	_, i := cur.ParentEdge()
	fn, prints := s.printer(call)
	return !prints || i < writers(fn)
}

// simple reports whether all of a statement runs once when it is reached.
func simple(stmt ast.Node) bool {
	switch stmt.(type) {
	case *ast.ReturnStmt, *ast.ExprStmt, *ast.AssignStmt, *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt:
		return true
	}
	return false
}

// inBranch reports whether there is a condition between begin, where a variable or a
// function is declared, and the statement.
func inBranch(stmt inspector.Cursor, begin token.Pos) bool {
	for c := stmt; c.Node().Pos() > begin; c = c.Parent() {
		switch c.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.IfStmt_Else:
			return true
		case edge.CaseClause_Body:
			return c.Parent().Node().Pos() > begin
		}
	}
	return false
}

// behindExit reports whether a statement between begin and the given one, of those around
// it too, may leave without having taken the address of one of the variables.
func (s *copier) behindExit(stmt inspector.Cursor, begin token.Pos, vars ...*types.Var) bool {
	for c := stmt; c.Node().Pos() > begin; c = c.Parent() {
		list, i, _ := source.StmtList(c)
		for _, before := range list[:i] {
			hands := slices.ContainsFunc(vars, func(v *types.Var) bool {
				return slices.ContainsFunc(s.Pkg.UsesIn(before, v), s.Pkg.Addressed)
			})
			if before.Pos() > begin && !hands && flow.Leaves(s.Info, before) {
				return true
			}
		}
	}
	return false
}

// duplicable reports whether a value of type t is small enough to copy, and may be copied.
func (s *copier) duplicable(t types.Type) bool {
	size, ok := s.Pkg.Sizeof(t)
	return ok && size <= maxCold && !typefact.NoCopy(t)
}

// perIterationVar reports whether the variable is a new one in each iteration of the
// loop that declares it, if one does.
func (s *copier) perIterationVar(decl inspector.Cursor) bool {
	switch decl.ParentEdgeKind() {
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		return s.AtLeast("go1.22")
	}
	return decl.Parent().ParentEdgeKind() != edge.ForStmt_Init
}

// alone reports whether the statement of h uses v for handouts of the same part only.
func (s *copier) alone(v *types.Var, h handout, list []handout) bool {
	handed := 0
	for _, o := range list {
		if o.stmt == h.stmt {
			handed++
			if types.ExprString(o.expr) != types.ExprString(h.expr) {
				return false
			}
		}
	}
	return s.Pkg.Mentions(h.stmt.Node(), v) == handed
}

// usedAfter reports whether v may be used after the statement, before its declaration runs again.
func (s *copier) usedAfter(graph *flow.Graph, v *types.Var, stmt inspector.Cursor) bool {
	used := false
	def, _ := s.Pkg.Def(v)
	found := graph.After(stmt.Node(), func(n ast.Node) bool {
		if source.Contains(n, def.Node()) {
			return false // another variable from here on
		}
		used = used || s.Pkg.Mentions(n, v) > 0
		return !used
	})
	return used || !found
}

// forgets reports whether the statement of h prints what the pointer points to and does nothing else:
// a struct, array, slice or map that has no printing method with a pointer receiver.
func (s *copier) forgets(h handout) bool {
	t := s.Info.TypeOf(h.expr)
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array, *types.Slice, *types.Map:
	default:
		return false // printed as an address
	}
	pointer, value := types.NewMethodSet(types.NewPointer(t)), types.NewMethodSet(t)
	for _, name := range []string{"String", "Error", "Format", "GoString"} {
		if pointer.Lookup(s.Pkg.Types, name) != nil && value.Lookup(s.Pkg.Types, name) == nil {
			return false
		}
	}
	es, ok := h.stmt.Node().(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := es.X.(*ast.CallExpr)
	return ok && s.prints(call, h.expr)
}

// prints reports whether call prints the argument &e, and none as an address.
func (s *copier) prints(call *ast.CallExpr, e ast.Expr) bool {
	i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool {
		u, ok := ast.Unparen(arg).(*ast.UnaryExpr)
		return ok && ast.Unparen(u.X) == ast.Unparen(e)
	})
	fn, ok := s.printer(call)
	if !ok || i < 0 || i < writers(fn) || call.Ellipsis.IsValid() {
		return false // part of another argument, or written to
	}
	switch strings.TrimPrefix(fn.Name(), "Fp") {
	case "Print", "Println", "rint", "rintln":
		return true
	case "Printf", "rintf":
		format, ok := source.StringConst(s.Info, call.Args[writers(fn)])
		letters, _ := verbs.Letters(format)
		return ok && !strings.Contains(letters, "p")
	}
	return false
}

// printer returns the function of a call. ok is false if it is none of those of fmt and log
// that print their arguments or make an error of them.
func (s *copier) printer(call *ast.CallExpr) (fn *types.Func, ok bool) {
	fn = source.Func(s.Info, call)
	return fn, stdlib.Of(fn).Methods
}

// writers is how many arguments of a printing function it writes to: 1 for Fprint and its kin, else 0.
func writers(fn *types.Func) int {
	if stdlib.Of(fn).Lends.Has(0) {
		return 1
	}
	return 0
}

// copies returns the edits that copy the variable, or the field, in front of each statement
// in which its address escapes. The copy of a variable has its name, where that is free and means nothing further on.
//
//	if bad {                  if bad {
//		return &tok.pos           pos := tok.pos // only this copy is on the heap
//	}                     =>      return &pos
//	                          }
func (s *copier) copies(list []handout) []source.TextEdit {
	names := make(map[token.Pos]string)
	var edits []source.TextEdit
	for _, h := range list {
		at := h.stmt.Node()
		name, ok := names[at.Pos()]
		if !ok {
			name = s.copyName(h)
			names[at.Pos()] = name
			edits = append(edits, s.Before(at, name+" := "+s.Text(h.expr)+" // only this copy is on the heap"))
		}
		if name != s.Text(h.expr) {
			edits = append(edits, source.ReplaceNode(h.expr, name))
		}
	}
	return edits
}

// copyName returns the name for the copy of what is handed out.
func (s *copier) copyName(h handout) string {
	if v, ok := s.Pkg.LocalVar(h.expr); ok && s.declarable(h.stmt, v) {
		block, end := s.Info.Scopes[s.Syntax].Innermost(h.stmt.Node().Pos()), h.stmt.Node().End()
		if !slices.ContainsFunc(s.Pkg.Uses(v), func(use inspector.Cursor) bool { return end <= use.Node().Pos() && use.Node().Pos() < block.End() }) {
			return v.Name()
		}
	}
	return s.Fresh(h.stmt.Node().Pos(), bases(h.expr)...)
}

// bases are names for a copy of e, the best first: that of the field, if e is one, and that with what it is a field of.
func bases(e ast.Expr) []string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return []string{"kept", e.Name + "Copy"}
	case *ast.SelectorExpr:
		field := e.Sel.Name
		switch of := ast.Unparen(e.X).(type) {
		case *ast.Ident:
			return []string{inline.Small(field), of.Name + inline.Capital(field)}
		case *ast.SelectorExpr:
			return []string{inline.Small(field), inline.Small(of.Sel.Name) + inline.Capital(field)}
		}
		return []string{inline.Small(field)}
	}
	return []string{"kept"}
}
