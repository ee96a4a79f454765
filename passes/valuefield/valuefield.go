// Package valuefield defines an analyzer that makes a field, or the elements of a list, the objects that
// they always point to.
//
// Invariant: each struct has an object of its own in the field, from when it is made, and nobody
// else has it then; whoever asks for its address gets the same one each time. An object that becomes an
// element of a list is only read from then on, so that nobody can tell a copy of it.
//
// Model: an object that is made for a field is an allocation beside that of the struct. One that is made
// for a list is an allocation, too, and the list has room for its address where it could have it.
//
// What it blurs: lifetimes. Who keeps the object keeps the struct that it is a part of. And copies: a list
// of values copies its elements when it grows.
//
// # Analyzer valuefield
//
// valuefield: make a field, or the elements of a list, the objects that they always point to
//
//	type conn struct {                         type conn struct {
//	    mu  *sync.Mutex                            mu  sync.Mutex
//	    out *bytes.Buffer                          out bytes.Buffer
//	}                                          }
//	                                     =>
//	c := &conn{mu: new(sync.Mutex)}            c := &conn{}
//	c.out = &bytes.Buffer{}
//	c.mu.Lock()                                c.mu.Lock()
//	c.out.WriteTo(w)                           c.out.WriteTo(w)
//	render(c.out)                              render(&c.out)
//
// Conditions:
//   - the field is not exported, declared alone as *U, or embedded, where U is another struct; an embedded one has no exported
//     methods with a pointer receiver, if other packages get to the type;
//     no file beside the package mentions it, nor do those of other builds mention the type of the
//     struct T; the package asks unsafe for the size and the parts of neither, nor makes an unsafe.Pointer of the
//     address of one, or of what leads to one;
//   - wherever a T is made, but in tests, the field is set to &U{…}, new(U), bytes.NewBuffer(nil),
//     list.New() or newU(…): in the literal, or behind it in the same list of statements, before anything but
//     other fields of it is used, and by no function that reads it; nothing else sets it, takes its address, or
//     compares it with nil;
//   - newU is a function of the package that is called for such fields, which change in one, and variables x := newU(…)
//     alone, which are never set again, and in tests or of at most 128 bytes; it defers nothing, and returns &U{…} or new(U),
//     or a U of at most 128 bytes without a Lock method that a variable is, or points to, from its declaration, or the
//     statement that sets a result with a name, until it is returned, while nothing keeps it; or newU has an exported name,
//     and is inlined: then a U of at most 128 bytes without a Lock method is copied, f: *NewU(…);
//   - the package has pointers to T only: every literal is &T{…}, or v := T{…} where only the address, fields and
//     methods of v are used; no other variable, no field, element,
//     parameter, result or type argument is a T, and no *p is a copy of one;
//   - no finalizer or cleanup is set on a U; numbers of 64 bits in it, or behind it, are not given to
//     sync/atomic, which on 32 bits wants them at the beginning of an object, or at the place that they have.
//
// The elements of a slice, or of a map, likewise:
//
//	var l []*node                              var l []node
//	for _, name := range names {               for _, name := range names {
//	    n := &node{name: name}                     n := node{name: name}
//	    l = append(l, n)                 =>        l = append(l, n)
//	}                                          }
//	for _, n := range l {                      for _, n := range l {
//	    render(n.name, depth(n))                   render(n.name, depth(&n))
//	}                                          }
//
// Conditions:
//   - all variables, fields, operands, results and types that the list goes through are known, and are not
//     exported: those of functions that are only called, and of structs that are not converted; it is no
//     element of something, has no address, and is given to nothing but len, append, copy, delete, functions
//     of the package, and those of sort and slices that sort it;
//   - each element is an object made for it: &T{…}, new(T), newT(…) of a function of the package that is
//     inlined and returns a new object, or a local variable that is a new object, or points to one, which
//     nothing else keeps, and which does not change when it is an element; or an element of the list itself;
//   - what is read from it is only read: fields, *p, and functions and methods of the package which
//     do no more with the pointer; it is not compared, kept, returned, captured or deferred there;
//   - T is a struct with a name, of a size up to 128 bytes, that may be copied; no finalizer or cleanup is
//     set on a T; the package makes no unsafe.Pointer of the address of a T, or of what leads to one.
//
// Class of the fields: safe, if the address of the object goes nowhere where it may be kept, fmt is given nothing
// that leads to a T, and other packages do not get to it. Otherwise review:
//   - "who keeps … of a T keeps all of it, and what … points to";
//   - "what prints a T prints … where it printed an address";
//   - "another package that copies a T, or makes one itself, has another … in it";
//   - "of the methods of … only a pointer to a T has those with a pointer receiver, which reflect may tell", of an
//     embedded one; and "reflect.DeepEqual tells a … that was never used from one that is empty again", of a list.
//
// Class of the elements: safe, if each is set before it can be read. Otherwise review:
//   - "an element that nothing has been put into is an empty T, where it was nil and panicked": the list is
//     made with a length, or cut at a place that may be beyond its length;
//   - "what is read with a key that is not there is an empty T, where nil panicked";
//   - "room for … of T is made at once", where the number is no length or constant;
//   - "what is appended to it and kept under another name may share its array, or no longer do so";
//   - "what prints a … prints the elements of … where it printed addresses".
//
// Not proposed: anything in generated files.
package valuefield

import (
	_ "embed"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed valuefield.go
var docText string

// Rule is the valuefield rewrite.
var Rule = rule.New("valuefield", docText, run, "stored", "returned", "loop-variable")

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		valueLists(r)
		break // they are those of the package
	}
	var all []*field
	for r, cur := range pass.Nodes((*ast.TypeSpec)(nil)) {
		for _, f := range fields(r, cur.Node().(*ast.TypeSpec)) {
			if f.recognise() && f.check() {
				all = append(all, f)
			}
		}
	}
	done := make(map[*field]bool)
	for _, f := range all {
		g := group{all: all, fields: []*field{f}}
		if !done[f] && g.gather() {
			g.report()
			for _, f := range g.fields {
				done[f] = true
			}
		}
	}
}

// A field is one that points to a struct.
type field struct {
	*rule.Run
	v     *types.Var
	star  *ast.StarExpr   // *U
	elem  types.Type      // U
	owner *types.TypeName // T, of which it is a field
	sets  []set
	uses  []inspector.Cursor // x.f, without those that are set
}

// fields lists those of a struct type that may be recognised.
func fields(r *rule.Run, spec *ast.TypeSpec) (list []*field) {
	st, ok := spec.Type.(*ast.StructType)
	owner, isType := r.Info.Defs[spec.Name].(*types.TypeName)
	if !ok || !isType || owner.IsAlias() {
		return nil
	}
	for _, decl := range st.Fields.List {
		star, isPointer := decl.Type.(*ast.StarExpr)
		if !isPointer || len(decl.Names) > 1 {
			continue
		}
		name, _ := star.X.(*ast.Ident)
		if len(decl.Names) > 0 {
			name = decl.Names[0]
		}
		if name == nil || name.IsExported() || source.IsBlank(name) {
			continue
		}
		v, _ := r.Info.Defs[name].(*types.Var)
		elem := r.Info.TypeOf(star.X)
		size, known := r.Pkg.Sizeof(elem)
		if v != nil && source.IsA[*types.Struct](elem) && known && size > 0 {
			list = append(list, &field{Run: r, v: v, star: star, elem: elem, owner: owner})
		}
	}
	return list
}

// A set is a place that gives the field its object.
type set struct {
	at    inspector.Cursor // f: value in a literal, or x.f = value
	value ast.Expr
	fresh
}

// recognise sorts the uses of the field, and requires that all that set it make the object.
func (f *field) recognise() bool {
	for _, use := range f.Pkg.Uses(f.v) {
		s, isSet := f.set(use)
		if !isSet {
			if use.ParentEdgeKind() != edge.SelectorExpr_Sel {
				return false
			}
			f.uses = append(f.uses, use.Parent())
			continue
		}
		var ok bool
		if s.fresh, ok = f.fresh(s.value); !ok {
			return len(f.sets) > 0 && f.Refuse(s.value, f.v.Name()+" is not always a new object")
		}
		f.sets = append(f.sets, s)
	}
	return len(f.sets) > 0
}

// set recognises what gives the field a value.
func (f *field) set(use inspector.Cursor) (s set, ok bool) {
	if use.ParentEdgeKind() == edge.KeyValueExpr_Key {
		return set{at: use.Parent(), value: use.Parent().Node().(*ast.KeyValueExpr).Value}, true
	}
	target := source.Parens(use.Parent())
	kind, i := target.ParentEdge()
	if use.ParentEdgeKind() != edge.SelectorExpr_Sel || kind != edge.AssignStmt_Lhs {
		return s, false
	}
	stmt := target.Parent().Node().(*ast.AssignStmt)
	if len(stmt.Lhs) != len(stmt.Rhs) {
		return set{at: target.Parent(), value: stmt.Rhs[0]}, true
	}
	return set{at: target.Parent(), value: stmt.Rhs[i]}, true
}

// A fresh says how an object is made that nobody else has.
type fresh struct {
	typ  ast.Expr          // U of &U{…} and new(U)
	lit  *ast.CompositeLit // of &U{…}, nil for new(U)
	zero bool
	made *types.Func   // newU, nil if the object is made in place
	call *ast.CallExpr // of a function of the library
}

// fresh recognises &U{…}, new(U), bytes.NewBuffer(nil), list.New() and newU(…); not sync.NewCond(l),
// which is documented as the way to make a Cond.
func (f *field) fresh(e ast.Expr) (fresh, bool) {
	if typ, lit, ok := source.NewOf(f.Info, e); ok {
		return fresh{typ: typ, lit: lit, zero: lit == nil || len(lit.Elts) == 0}, types.Identical(f.Info.TypeOf(typ), f.elem)
	}
	if call, ok := source.CallOf(f.Info, e, "bytes", "NewBuffer"); ok {
		return fresh{zero: true, call: call}, f.Info.Types[call.Args[0]].IsNil()
	}
	if call, ok := source.CallOf(f.Info, e, "container/list", "New"); ok {
		return fresh{zero: true, call: call}, true // a List that is zero makes itself what New makes when it is first used
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return fresh{}, false
	}
	fn := source.Func(f.Info, call)
	return fresh{made: fn}, f.Pkg.FuncBody(fn) != nil && fn.Signature().Recv() == nil
}

// check requires that the object can be a part of the struct.
func (f *field) check() bool {
	name, others := f.v.Name(), f.Pkg.OtherBuilds()
	switch {
	case f.Pkg.Elsewhere(name), others == nil, others[f.owner.Name()]:
		return f.Refuse(f.star, "a file beside the package mentions "+name)
	case f.Pkg.Unsafe(f.elem), f.Pkg.Unsafe(f.owner.Type()), f.Pkg.Measured(f.owner.Type()):
		return f.Refuse(f.star, "the package may ask unsafe for the place of "+name)
	case retain.Finalized(f.Pkg, f.elem):
		return f.Refuse(f.star, "a finalizer or cleanup is set on such objects")
	case f.misaligned():
		return f.Refuse(f.star, "on 32 bit an atomic number of 64 bits has to come first")
	case f.owns(f.elem):
		return f.Refuse(f.star, "the struct would be a part of itself")
	case !f.Pkg.Everywhere(f.owner):
		return f.Refuse(f.star, "another build may declare "+f.owner.Name()+" otherwise")
	case f.v.Embedded() && f.promises():
		return f.Refuse(f.star, "other packages may rely on the methods of "+name+" that a "+f.owner.Name()+" would have no more")
	}
	return f.pointersOnly() && f.used() && f.makers()
}

// promises reports whether a value of the struct, which other packages get to, has exported methods by the pointer that it
// would not have by the object.
func (f *field) promises() bool {
	if _, others := retain.Copies(f.Pkg, f.v); !others {
		return false
	}
	of, value := types.NewMethodSet(types.NewPointer(f.elem)), types.NewMethodSet(f.elem)
	for m := range of.Methods() {
		if m.Obj().Exported() && value.Lookup(f.Pkg.Types, m.Obj().Name()) == nil {
			return true
		}
	}
	return false
}

// misaligned reports whether a number of 64 bits that is given to sync/atomic may be in a U, or stand behind one and move by
// other than a multiple of 8 bytes.
func (f *field) misaligned() bool {
	sizes := types.SizesFor("gc", "386")
	shift, behind := sizes.Sizeof(f.elem)-sizes.Sizeof(f.v.Type()), false
	for v := range f.owner.Type().Underlying().(*types.Struct).Fields() {
		if behind && shift%8 != 0 && f.Pkg.Atomic(v) {
			return true
		}
		behind = behind || v == f.v
	}
	named, ok := types.Unalias(f.elem).(*types.Named)
	foreign := !ok || named.Obj().Pkg() != f.Pkg.Types
	return f.Pkg.AtomicIn(f.elem) || foreign && typefact.Wide(f.elem)
}

// used requires that all uses can be those of an object.
func (f *field) used() bool {
	for _, x := range f.uses {
		if file := f.Pkg.FileOf(x.Node()); file == nil {
			return f.Refuse(f.star, "a generated file uses "+f.v.Name())
		}
		if useOf(f.Run, x) == other {
			return f.Refuse(x.Node(), f.v.Name()+" is compared with nil, or may become another one")
		}
	}
	return true
}

// A kind is how a field that is a pointer is used.
type kind int

const (
	part    kind = iota // x.f.g, x.f.M(): the same of an object
	pointee             // *x.f
	pointer             // x.f
	other
)

// useOf says how the field at x is used.
func useOf(r *rule.Run, x inspector.Cursor) kind {
	x = source.Parens(x)
	switch x.ParentEdgeKind() {
	case edge.SelectorExpr_X:
		return part
	case edge.StarExpr_X:
		return pointee
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		if source.ComparedWithNil(r.Info, x) {
			return other
		}
	case edge.SwitchStmt_Tag, edge.CaseClause_List, edge.UnaryExpr_X, edge.AssignStmt_Lhs, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return other
	}
	return pointer
}

// report writes the fields as objects.
//
//	f *U    f: &U{a: 1},    x.f = new(U)    x.f    *x.f    x.f.g
//	----    ------------    ------------    ---    ----    -----
//	f U     f: U{a: 1},                     &x.f   x.f     x.f.g
func (g *group) report() {
	var edits []source.TextEdit
	var pointers []inspector.Cursor
	var parts []string
	var class rule.Class
	first := g.fields[0]
	for _, f := range g.fields {
		edits = append(edits, source.Replace(f.star.Pos(), f.star.X.Pos(), ""))
		for _, s := range f.sets {
			edits = append(edits, f.place(s)...)
		}
		pointers, class = append(pointers, f.uses...), class.And(f.class())
		parts = append(parts, f.v.Name()+" of "+f.owner.Name())
	}
	title := "Make " + first.v.Name() + " a part of " + first.owner.Name()
	if len(parts) > 1 {
		title += ", and likewise " + strings.Join(parts[1:], ", ")
	}
	for _, c := range g.makes {
		edits, pointers = append(edits, c.returnsValue()...), append(pointers, c.pointers...)
	}
	for _, x := range pointers {
		switch useOf(first.Run, x) {
		case pointee:
			star := source.Parens(x).Parent().Node().(*ast.StarExpr)
			edits = append(edits, source.Replace(star.Pos(), star.X.Pos(), ""))
		case pointer:
			edits = append(edits, source.Insert(x.Node().Pos(), "&"))
		}
	}
	first.Report(rule.Finding{
		At:      first.sets[0].value,
		Message: "each " + first.owner.Name() + " has its " + first.v.Name() + " in an allocation of its own",
		Title:   title,
		Class:   class,
		Edits:   edits,
	})
}

// class says who else may see that the object is a part of the struct.
func (f *field) class() (class rule.Class) {
	name, owner := f.v.Name(), f.owner.Name()
	if slices.ContainsFunc(f.uses, f.leaves) || f.v.Embedded() && f.methodsKeep() {
		class = class.And(rule.Review(rule.Retention.Caveat("who keeps " + name + " of a " + owner + " keeps all of it" + retain.AlsoKept(f.owner.Type(), name))))
	}
	_, others := retain.Copies(f.Pkg, f.v)
	if others {
		class = class.And(rule.Review(rule.Pointee.Caveat("another package that copies a " + owner + ", or makes one itself, has another " + name + " in it")))
	}
	if others || printed(f.Pkg, f.owner) {
		class = class.And(rule.Review(rule.Contract.Caveat("what prints a " + owner + " prints " + name + " where it printed an address")))
		if f.v.Embedded() {
			class = class.And(rule.Review(rule.Contract.Caveat("of the methods of " + name + " only a pointer to a " + owner + " has those with a pointer receiver, which reflect may tell")))
		}
		if slices.ContainsFunc(f.sets, func(s set) bool { return s.call != nil && source.IsNamed(f.elem, "container/list", "List") }) {
			class = class.And(rule.Review(rule.Contract.Caveat("reflect.DeepEqual tells a " + name + " that was never used from one that is empty again")))
		}
	}
	return class
}

// methodsKeep reports whether a method of the object, which its owner has as well, may keep the address of the object.
func (f *field) methodsKeep() bool {
	set := types.NewMethodSet(types.NewPointer(f.elem))
	for i := range set.Len() {
		fn := set.At(i).Obj().(*types.Func).Origin()
		recv := fn.Signature().Recv()
		k := &retain.Checker{Pkg: f.Pkg, Var: recv, Kind: retain.Large}
		if source.IsA[*types.Pointer](recv.Type()) && (f.Pkg.FuncBody(fn) == nil || !k.All()) {
			return true
		}
	}
	return false
}

// leaves reports whether the address of the object may go where it is kept.
func (f *field) leaves(x inspector.Cursor) bool {
	for call := range x.Enclosing((*ast.CallExpr)(nil)) {
		if call.ParentEdgeKind() == edge.GoStmt_Call {
			return true
		}
		break
	}
	k := &retain.Checker{Pkg: f.Pkg, Var: f.v, Kind: retain.Large}
	if useOf(f.Run, x) != part {
		return useOf(f.Run, x) == pointer && !k.Points(x)
	}
	sel := source.Parens(x).Parent()
	fn, ok := f.Info.Uses[sel.Node().(*ast.SelectorExpr).Sel].(*types.Func)
	if ok && fn.Pkg() != nil && slices.Contains([]string{"sync", "bytes", "strings", "bufio"}, fn.Pkg().Path()) {
		// None keeps what it is a method of, but for WaitGroup.Go, which gives it to a goroutine.
		return source.Parens(sel).ParentEdgeKind() != edge.CallExpr_Fun || fn.Name() == "Go"
	}
	return !k.Points(x)
}

// printed reports whether a package makes an interface of something that leads to a T: fmt, say,
// may look at it.
func printed(pkg *source.Package, owner *types.TypeName) bool {
	known := make(map[types.Type]bool)
	return pkg.Interfaced(func(t types.Type) bool {
		if _, ok := known[t]; !ok {
			known[t] = leadsTo(t, owner, make(map[types.Type]bool))
		}
		return known[t]
	})
}

// leadsTo reports whether a value of type t has a T in it, or points to one.
func leadsTo(t types.Type, owner *types.TypeName, seen map[types.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Origin().Obj() == owner {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Struct:
		return typefact.AnyField(t, func(t types.Type) bool { return leadsTo(t, owner, seen) })
	case *types.Map:
		return leadsTo(t.Key(), owner, seen) || leadsTo(t.Elem(), owner, seen)
	case interface{ Elem() types.Type }:
		return leadsTo(t.Elem(), owner, seen)
	}
	return false
}
