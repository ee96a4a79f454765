package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// Universe reports whether each of the predeclared names still means what the
// language says at pos. A fix that writes len, string or append asks first.
func (f *File) Universe(pos token.Pos, names ...string) bool {
	scope := f.Pkg.scopeAt(f, pos)
	for _, name := range names {
		if s, _ := scope.LookupParent(name, pos); s != types.Universe {
			return false
		}
	}
	return true
}

// Declares reports whether name means a declaration of the package at pos.
func (f *File) Declares(pos token.Pos, name string) bool {
	s, _ := f.Pkg.scopeAt(f, pos).LookupParent(name, pos)
	return s == f.Pkg.Types.Scope()
}

// Means reports whether the name of obj means obj at pos.
func (f *File) Means(obj types.Object, pos token.Pos) bool {
	_, found := f.Pkg.scopeAt(f, pos).LookupParent(obj.Name(), pos)
	return found == obj
}

// Taken reports whether := at pos must not declare name: := would assign to the variable that the
// innermost scope has declared before, or would hide a result from a return without values.
func (f *File) Taken(pos token.Pos, name string) bool {
	scope := f.Pkg.scopeAt(f, pos)
	if obj := scope.Lookup(name); obj != nil && obj.Pos() < pos {
		return true
	}
	_, obj := scope.LookupParent(name, pos)
	v, isVar := obj.(*types.Var)
	return isVar && v.Kind() == types.ResultVar
}

// Visible reports whether e, which stands elsewhere, may be copied to pos: every name in it means
// the same object there, and e has no function literal.
func (f *File) Visible(e ast.Expr, pos token.Pos) bool {
	for range f.Misread(e, pos) {
		return false
	}
	return !Has[*ast.FuncLit](e) // a literal declares names of its own
}

// Names hands out names that no fix of the same pass has used. Its zero value is ready for use; it
// must belong to one run of one pass.
type Names struct {
	given map[place]bool
}

// A place is a name in a list of statements, or in a top-level declaration; in is nil for global
// names.
type place struct {
	in   ast.Node
	name string
}

// Fresh returns the first of the bases, or the last one with a number, such that the name means nothing at pos and occurs
// nowhere in the list of statements around pos: a declaration there shadows and captures nothing. A
// pass uses bases of its own, so that fixes of different passes do not collide either.
func (n *Names) Fresh(f *File, pos token.Pos, bases ...string) string {
	return n.fresh(f, pos, f.listAt(pos), bases...)
}

// Take hands out the names, which differ, for declarations at pos, if each of them is free there as [Names.Fresh] asks. It
// reports whether it does. Unlike Fresh it knows that a field of the same name is in nobody's way.
func (n *Names) Take(f *File, pos token.Pos, names ...string) bool {
	in := f.listAt(pos)
	for id := range Idents(in) {
		if v, isVar := f.Pkg.Info.ObjectOf(id).(*types.Var); (!isVar || !v.IsField()) && slices.Contains(names, id.Name) {
			return false
		}
	}
	scope := f.Pkg.scopeAt(f, pos)
	for i, name := range names {
		if _, obj := scope.LookupParent(name, pos); obj != nil || !token.IsIdentifier(name) || n.isGiven(in, name) || slices.Contains(names[:i], name) {
			return false
		}
	}
	for _, name := range names {
		n.pick(in, func(string) bool { return true }, name)
	}
	return true
}

// FreshIn is Fresh for a name that the head of stmt declares, whose scope is stmt: statements
// beside it may have the name.
func (n *Names) FreshIn(f *File, stmt ast.Stmt, bases ...string) string {
	return n.fresh(f, stmt.Pos(), stmt, bases...)
}

// FreshLabel is Fresh for a label, which must be unique in its function.
func (n *Names) FreshLabel(f *File, pos token.Pos, base string) string {
	return n.fresh(f, pos, f.DeclAt(pos), base)
}

func (n *Names) fresh(f *File, pos token.Pos, in ast.Node, bases ...string) string {
	taken := make(map[string]bool)
	if in != nil {
		taken = NamesIn(in)
	}
	return n.pick(in, func(name string) bool {
		_, obj := f.Pkg.scopeAt(f, pos).LookupParent(name, pos)
		return obj == nil && !taken[name]
	}, bases...)
}

// listAt returns the node, a block or clause, whose list of statements is the innermost with a
// statement at pos; the top-level declaration around pos if there is none, and nil outside of
// declarations.
func (f *File) listAt(pos token.Pos) ast.Node {
	decl := f.DeclAt(pos)
	if decl == nil {
		return nil
	}
	var in ast.Node = decl
	for n := range ast.Preorder(decl) {
		if slices.ContainsFunc(Statements(n), func(s ast.Stmt) bool { return s.Pos() <= pos && pos < s.End() }) {
			in = n
		}
	}
	return in
}

// FreshGlobal returns a name for a new package-level declaration: neither declared nor mentioned in
// any file of the package, or beside it, nor the name of an import. It is the first of the bases that is free, or the last one with
// a number.
func (n *Names) FreshGlobal(p *Package, all []*ast.File, bases ...string) string {
	return n.pick(nil, func(name string) bool { return p.isFree(all, name) }, bases...)
}

// FreshBeside is FreshGlobal for a function or method beside fn. Methods of two types may be given
// the same name.
func (n *Names) FreshBeside(p *Package, all []*ast.File, fn *ast.FuncDecl, base string) string {
	of := receiverOf(fn) + "."
	free := func(name string) bool { return p.isFree(all, strings.TrimPrefix(name, of)) }
	return strings.TrimPrefix(n.pick(nil, free, strings.TrimPrefix(of+base, ".")), of)
}

// IsFreeGlobal reports whether FreshGlobal would return the name as it is.
func (n *Names) IsFreeGlobal(p *Package, all []*ast.File, name string) bool {
	return !n.given[place{nil, name}] && !token.IsKeyword(name) && p.isFree(all, name)
}

// isFree reports whether name is predeclared nowhere, and mentioned neither in the files of the
// package nor in those beside them.
func (p *Package) isFree(all []*ast.File, name string) bool {
	_, isTaken := p.named(all)[name]
	return !isTaken && types.Universe.Lookup(name) == nil && !p.Elsewhere(name)
}

// Promote reports whether v, a local variable, can be declared at package level under its name: the
// package mentions nothing else by that name. If so, it takes the name.
func (n *Names) Promote(p *Package, all []*ast.File, v *types.Var) bool {
	if n.given[place{nil, v.Name()}] || p.named(all)[v.Name()] != v || types.Universe.Lookup(v.Name()) != nil || p.Elsewhere(v.Name()) {
		return false
	}
	n.pick(nil, func(string) bool { return true }, v.Name())
	return true
}

type namedKey struct{}

// named returns the names that the files of the package mention, each with its object; nil if there
// are several.
func (p *Package) named(all []*ast.File) map[string]types.Object {
	return p.Once(namedKey{}, func() any {
		named := make(map[string]types.Object)
		add := func(name string, obj types.Object) {
			if other, ok := named[name]; ok && other != obj {
				obj = nil
			}
			named[name] = obj
		}
		for _, f := range all {
			for id := range Idents(f) {
				add(id.Name, p.Info.ObjectOf(id))
			}
			for _, spec := range f.Imports {
				if name := p.Info.PkgNameOf(spec); name != nil {
					add(name.Name(), name)
				}
			}
		}
		return named
	}).(map[string]types.Object)
}

// pick hands out the first of the bases that is free, or the last one with a number.
func (n *Names) pick(in ast.Node, free func(string) bool, bases ...string) string {
	if n.given == nil {
		n.given = make(map[place]bool)
	}
	name := ""
	for i := 0; i == 0 || n.isGiven(in, name) || token.IsKeyword(name) || !free(name); i++ {
		if i < len(bases) {
			name = bases[i]
		} else {
			name = bases[len(bases)-1] + strconv.Itoa(i-len(bases)+2)
		}
	}
	n.given[place{in, name}] = true
	return name
}

// isGiven reports whether the name was handed out for in, or a place inside of in or around it.
func (n *Names) isGiven(in ast.Node, name string) bool {
	for p := range n.given {
		if p.name == name && (p.in == in || p.in != nil && in != nil && (Contains(p.in, in) || Contains(in, p.in))) {
			return true
		}
	}
	return false
}

// DeclAt returns the top-level declaration around pos, nil if there is none.
func (f *File) DeclAt(pos token.Pos) ast.Decl {
	for _, d := range f.Syntax.Decls {
		if d.Pos() <= pos && pos < d.End() {
			return d
		}
	}
	return nil
}

// TypeText writes t as it is spelled at pos. ok is false if t cannot be written: a type of a
// package that the file does not import, a type that is not exported or whose name is shadowed, or
// a type with a channel, struct or function in it.
func (f *File) TypeText(t types.Type, pos token.Pos) (string, bool) {
	ok := true
	bare := map[*types.Package]bool{f.Pkg.Types: true} // packages written without a qualifier
	scope := f.Pkg.scopeAt(f, pos)
	text := types.TypeString(t, func(pkg *types.Package) string {
		if pkg == f.Pkg.Types {
			return ""
		}
		for _, spec := range f.Syntax.Imports {
			name := f.Pkg.Info.PkgNameOf(spec)
			if name == nil || name.Imported() != pkg {
				continue
			}
			if name.Name() == "." {
				bare[pkg] = true
				return ""
			}
			if _, obj := scope.LookupParent(name.Name(), pos); obj == name {
				return name.Name()
			}
		}
		ok = false
		return "?"
	})
	return text, ok && f.spellable(t, scope, pos, bare)
}

// spellable reports whether t may be written at pos, as for [File.TypeText]: the names in it mean
// their types there. Types of the bare packages are written without a qualifier.
func (f *File) spellable(t types.Type, scope *types.Scope, pos token.Pos, bare map[*types.Package]bool) bool {
	switch t := t.(type) {
	case *types.Basic:
		_, obj := scope.LookupParent(t.Name(), pos)
		return t.Info()&types.IsUntyped == 0 && obj == types.Universe.Lookup(t.Name())
	case *types.Chan:
		return false // has an Elem, but is refused like structs and functions
	case *types.Map:
		return f.spellable(t.Key(), scope, pos, bare) && f.spellable(t.Elem(), scope, pos, bare)
	case interface{ Elem() types.Type }: // *types.Pointer, *types.Slice, *types.Array
		return f.spellable(t.Elem(), scope, pos, bare)
	case *types.TypeParam:
		_, obj := scope.LookupParent(t.Obj().Name(), pos)
		return obj == t.Obj()
	case *types.Alias:
		return f.spellableName(t.Obj(), t.TypeArgs(), scope, pos, bare)
	case *types.Named:
		return f.spellableName(t.Obj(), t.TypeArgs(), scope, pos, bare)
	case *types.Interface:
		return t.Empty()
	}
	return false
}

func (f *File) spellableName(obj *types.TypeName, args *types.TypeList, scope *types.Scope, pos token.Pos, bare map[*types.Package]bool) bool {
	for t := range args.Types() {
		if !f.spellable(t, scope, pos, bare) {
			return false
		}
	}
	if obj.Pkg() != nil && !bare[obj.Pkg()] {
		return obj.Exported()
	}
	_, found := scope.LookupParent(obj.Name(), pos)
	return found == obj
}

// UsedOutside reports whether the function around the statement at cur mentions the name outside of
// the statement: a declaration of the name there could hide or repeat another one. It is true
// outside of functions.
func UsedOutside(cur inspector.Cursor, name string) bool {
	fn, ok := EnclosingFunc(cur)
	if !ok {
		return true
	}
	return Any(fn.Node(), func(id *ast.Ident) bool { return id.Name == name && !Contains(cur.Node(), id) })
}
