package scratch

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// An object is a struct type of the package, whose objects may have a field more.
type object struct {
	run     *rule.Run // over the file that declares it
	named   *types.Named
	typ     *types.Struct
	lit     *ast.StructType
	comment string // of the type
	// refused says why it may not.
	refused string
	caveats []rule.Caveat
	given   map[string]bool   // names of new fields
	keys    []source.TextEdit // what a literal needs with a field more
}

// objectOf returns the type that the receiver points to; false if it is no struct that can be edited.
func objectOf(r *rule.Run, recv *types.Var, known map[string]*object) (*object, bool) {
	p, ok := recv.Type().(*types.Pointer)
	if !ok {
		return nil, false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok {
		return nil, false
	}
	named = named.Origin()
	if o := known[named.Obj().Name()]; o != nil {
		return o, o.lit != nil
	}
	o := &object{named: named, given: make(map[string]bool)}
	known[named.Obj().Name()] = o
	o.typ, ok = named.Underlying().(*types.Struct)
	def, found := r.Pkg.Def(named.Obj())
	if !ok || !found {
		return nil, false
	}
	file := r.Pkg.FileOf(def.Node())
	spec, isSpec := def.Parent().Node().(*ast.TypeSpec)
	if file == nil || !isSpec || file.IsTest() != r.File.IsTest() {
		return nil, false
	}
	if o.lit, ok = spec.Type.(*ast.StructType); !ok {
		return nil, false // of another type, which has the fields
	}
	o.comment = spec.Doc.Text()
	if decl, ok := def.Parent().Parent().Node().(*ast.GenDecl); ok {
		o.comment += decl.Doc.Text()
	}
	o.run = &rule.Run{File: file, Pass: r.Pass, Info: r.Info}
	o.refused = o.check()
	return o, true
}

// check says why the struct may have no field more, "" if it may, and notes who would see the field.
func (o *object) check() string {
	pkg, name := o.run.Pkg, o.named.Obj().Name()
	others := pkg.OtherBuilds()
	switch {
	case !o.hides():
		return "all fields of " + an(name) + " are exported, and others may make one"
	case o.spelled():
		return "a struct without a name has the fields of " + an(name)
	case pkg.Measured(o.named):
		return "unsafe is asked for the size of " + an(name)
	case o.tagged():
		return "the fields of " + an(name) + " have tags, which others read"
	case !pkg.Everywhere(o.named.Obj()) || others == nil || others[name]:
		return "other builds of the package mention " + name
	case !o.keyed():
		return "a literal of " + name + " has no names of fields"
	}
	f := factsOf(pkg)
	switch {
	case f.elements[o.named]:
		return "there may be many objects of type " + name
	case f.converted[o.named]:
		return "a conversion makes something else of " + an(name)
	case f.inside[o.named] && pkg.Imports("sync/atomic"):
		return "on 32 bit an atomic number of 64 bits behind " + an(name) + " would move"
	case f.compared[o.named]:
		return "objects of type " + name + " are compared"
	}
	if token.IsExported(name) || f.seen[o.named] || pkg.Reflects() {
		o.caveats = append(o.caveats, rule.Identity.Caveat("what looks at all fields of "+an(name)+", as fmt and reflect do, finds one more"))
	}
	return ""
}

// keyed notes the edits that give the fields of the only literal without names their names, which it needs with a field
// more, and reports whether the literals can have a field more then.
func (o *object) keyed() bool {
	lits := o.run.Pkg.Unkeyed(o.typ.Field(0))
	if len(lits) > 1 {
		return false
	}
	for _, lit := range lits {
		if file := o.run.Pkg.FileOf(lit); file == nil || file.IsTest() != o.run.File.IsTest() {
			return false
		}
		for i, elt := range lit.Elts {
			if o.typ.Field(i).Name() == "_" {
				return false
			}
			o.keys = append(o.keys, source.Insert(elt.Pos(), o.typ.Field(i).Name()+": "))
		}
	}
	return true
}

// hides reports whether other packages give the names of fields in literals: they do not see a field, or get to no object of
// the type.
func (o *object) hides() bool {
	for f := range o.typ.Fields() {
		if !f.Exported() && f.Name() != "_" {
			return true
		}
	}
	if o.typ.NumFields() == 0 || token.IsExported(o.named.Obj().Name()) {
		return false
	}
	_, others := retain.Copies(o.run.Pkg, o.typ.Field(0))
	return !others
}

// spelled reports whether the package has a struct without a name that has the fields of this one, and can be assigned to it.
func (o *object) spelled() bool {
	for cur := range o.run.Pkg.Files[0].Cursor.Parent().Preorder((*ast.StructType)(nil)) {
		spec, named := cur.Parent().Node().(*ast.TypeSpec)
		if t := o.run.Info.TypeOf(cur.Node().(ast.Expr)); t != nil && types.Identical(t, o.typ) && !(named && !spec.Assign.IsValid()) {
			return true
		}
	}
	return false
}

func (o *object) tagged() bool {
	for i := range o.typ.NumFields() {
		if o.typ.Tag(i) != "" {
			return true
		}
	}
	return false
}

// synchronizes reports whether a value of type t is there for several goroutines, or holds one, as far
// as that is a struct of the package: a logger has locks of its own.
func synchronizes(t types.Type, pkg *types.Package, depth int) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		if path := named.Obj().Pkg().Path(); path == "sync" || path == "sync/atomic" || path == "context" {
			return true
		}
		if named.Obj().Pkg() != pkg {
			return false
		}
	}
	switch t := t.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Struct:
		return depth < 3 && typefact.AnyField(t, func(t types.Type) bool { return synchronizes(t, pkg, depth+1) })
	}
	return false
}

// free returns a name for a new field, the first of those offered that means nothing yet where the
// fields of the struct are looked for; "" if all are taken.
func (o *object) free(names ...string) string {
	f, others := factsOf(o.run.Pkg), o.run.Pkg.OtherBuilds()
	for _, name := range names {
		if o.given[name] || token.IsKeyword(name) || token.IsExported(name) || others[name] || o.means(o.named, name) {
			continue
		}
		if !slices.ContainsFunc(f.around(o.named), func(t types.Type) bool { return o.means(t, name) }) {
			o.given[name] = true
			return name
		}
	}
	return ""
}

// means reports whether a value of type t has a field or method of the name.
func (o *object) means(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, o.run.Pkg.Types, name)
	return obj != nil
}

// copies says which place copies an object, "" if none does, and notes who else may.
func (o *object) copies() string {
	at, others := retain.Copies(o.run.Pkg, o.typ.Field(0))
	if others && at == "" && len(o.caveats) == 0 {
		o.caveats = append(o.caveats, rule.Sharing.Caveat("a copy of "+an(o.named.Obj().Name())+" shares the memory with it"))
	}
	return at
}

// declare returns the edit that adds a field as the last one, so that those in front stay where
// they are.
//
//	struct {                struct { r io.Reader }
//		r io.Reader
//	----------------        ----------------------
//		r io.Reader     struct { r io.Reader
//		field                   field
//	}                       }
func (o *object) declare(field string) source.TextEdit {
	end := o.lit.Fields.Closing
	indent := o.run.Indent(end)
	if o.run.AloneOnLine(end) {
		return source.Insert(end-token.Pos(len(indent)), indent+"\t"+field+"\n")
	}
	return source.Insert(end, "\n"+indent+"\t"+field+"\n"+indent)
}

// Facts are what a package does with its structs.
type facts struct {
	elements, converted, compared, seen, inside map[*types.Named]bool
	// lists are the types whose elements were looked at.
	lists map[*types.Named]bool
	// started are the structs that another goroutine may have.
	started map[*types.Named]bool
	// embedding are the structs that embed the struct, or a pointer to it.
	embedding map[*types.Named][]types.Type
	// replaced are the places that set all of an object anew.
	replaced map[*types.Named][]inspector.Cursor
}

type factsKey struct{}

func factsOf(pkg *source.Package) *facts {
	return pkg.Once(factsKey{}, func() any {
		set := func() map[*types.Named]bool { return make(map[*types.Named]bool) }
		f := &facts{set(), set(), set(), set(), set(), set(), set(), make(map[*types.Named][]types.Type), make(map[*types.Named][]inspector.Cursor)}
		for _, obj := range pkg.Info.Defs {
			if name, ok := obj.(*types.TypeName); ok && !name.IsAlias() {
				f.held(name.Type())
			}
		}
		for _, tv := range pkg.Info.Types {
			f.listed(tv.Type)
			if _, unnamed := tv.Type.(*types.Struct); unnamed && tv.IsType() {
				f.held(tv.Type)
			}
		}
		if len(pkg.Files) > 0 {
			for cur := range pkg.Files[0].Cursor.Parent().Preorder((*ast.GoStmt)(nil), (*ast.AssignStmt)(nil), (*ast.CallExpr)(nil), (*ast.BinaryExpr)(nil), (*ast.SwitchStmt)(nil)) {
				f.node(pkg.Info, cur)
			}
		}
		pkg.Interfaced(f.boxed)
		return f
	}).(*facts)
}

// structOf returns the struct of the package that t is, or points to; nil if there is none.
func structOf(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	named, ok := types.Unalias(typefact.Pointee(t)).(*types.Named)
	if !ok || !source.IsA[*types.Struct](named) {
		return nil
	}
	return named.Origin()
}

// listed notes the structs of which there are lists, maps, channels or generic containers.
func (f *facts) listed(t types.Type) {
	if t == nil {
		return
	}
	switch t := types.Unalias(t).(type) {
	case *types.Map:
		f.many(t.Key())
		f.many(t.Elem())
	case *types.Slice, *types.Array, *types.Chan:
		f.many(t.(interface{ Elem() types.Type }).Elem())
	case *types.Named:
		if f.lists[t] {
			return // type tree []tree
		}
		f.lists[t] = true
		for arg := range t.TypeArgs().Types() {
			f.many(arg)
		}
		if u := t.Underlying(); u != nil && !source.IsA[*types.Struct](t) && !source.IsA[*types.Interface](t) {
			f.listed(u)
		}
	}
}

func (f *facts) many(t types.Type) {
	f.mark(f.elements, structOf(t))
	f.listed(t)
}

// held notes what the fields of a struct are: a struct with a pointer to itself is a list or tree, and a struct
// inside of another one is seen with that.
func (f *facts) held(t types.Type) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	outer, _ := t.(*types.Named)
	for field := range s.Fields() {
		f.listed(field.Type())
		inner := structOf(field.Type())
		if inner == nil {
			continue
		}
		if outer != nil && inner == outer.Origin() {
			f.elements[inner] = true
		}
		if !source.IsA[*types.Pointer](field.Type()) {
			f.seen[inner], f.inside[inner] = true, true
		}
		if field.Embedded() {
			f.embedding[inner] = append(f.embedding[inner], t)
			f.seen[inner] = true
		}
	}
}

// around are the structs that embed t, directly or through other structs.
func (f *facts) around(t *types.Named) (all []types.Type) {
	all = slices.Clone(f.embedding[t])
	for i := 0; i < len(all); i++ {
		if named, ok := all[i].(*types.Named); ok && !slices.Contains(all[:i], all[i]) {
			all = append(all, f.embedding[named.Origin()]...)
		}
	}
	return all
}

// eachStruct calls do for the struct that t is, or is an array of, and for those in it.
func eachStruct(t types.Type, do func(*types.Named)) {
	if t == nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		eachStruct(u.Elem(), do)
	case *types.Struct:
		if s := structOf(t); s != nil {
			do(s)
		}
		for field := range u.Fields() {
			eachStruct(field.Type(), do)
		}
	}
}

// node notes what a statement or expression sets, compares, converts or starts.
func (f *facts) node(info *types.Info, cur inspector.Cursor) {
	switch n := cur.Node().(type) {
	case *ast.GoStmt:
		f.starts(info, n.Call)
	case *ast.AssignStmt:
		for _, lhs := range n.Lhs {
			if tv, ok := info.Types[lhs]; ok { // neither declared nor blank
				eachStruct(tv.Type, func(s *types.Named) { f.replaced[s] = append(f.replaced[s], cur) })
			}
		}
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			f.compares(info.TypeOf(n.X))
		}
	case *ast.SwitchStmt:
		if n.Tag != nil {
			f.compares(info.TypeOf(n.Tag))
		}
	case *ast.CallExpr:
		switch fn := source.Func(info, n); {
		case source.IsConversion(info, n):
			f.converts(info, n)
		case fn != nil && slices.Contains([]string{"Go", "TryGo", "AfterFunc"}, fn.Name()):
			for _, arg := range n.Args { // of a group, say
				f.starts(info, arg)
			}
		}
	}
}

// starts notes the structs that another goroutine has, which runs what n mentions.
func (f *facts) starts(info *types.Info, n ast.Node) {
	for id := range source.Idents(n) {
		if v, ok := info.Uses[id].(*types.Var); ok {
			f.mark(f.started, structOf(v.Type()))
		}
	}
}

// converts notes the structs that a conversion makes of one another, of one without a name, or of an unsafe pointer.
func (f *facts) converts(info *types.Info, call *ast.CallExpr) {
	from, to := structOf(info.TypeOf(call.Args[0])), structOf(info.TypeOf(call))
	if from != to && !types.IsInterface(info.TypeOf(call)) && !info.Types[call.Args[0]].IsNil() {
		f.mark(f.converted, from, to)
	}
}

func (f *facts) mark(set map[*types.Named]bool, structs ...*types.Named) {
	for _, s := range structs {
		if s != nil {
			set[s] = true
		}
	}
}

// boxed notes that a value of type t becomes that of an interface, or one of any type, which may compare it; false
// lets the search go on.
func (f *facts) boxed(t types.Type) bool {
	f.mark(f.seen, structOf(t))
	f.compares(t)
	return false
}

// compares notes that values of type t are compared, with all structs in them.
func (f *facts) compares(t types.Type) {
	eachStruct(t, func(s *types.Named) { f.compared[s] = true })
}

// an returns a name with its article.
func an(name string) string {
	if strings.ContainsRune("AEIOUaeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}
