package source

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
)

// Unsafe reports whether package unsafe may come by the address of a t in the package: it may become a number then, which
// neither the compiler nor a stack that grows knows of. That is so if the package makes an unsafe.Pointer of the address of
// a t, of a part of one, or of what leads to one. A pointer to a t has the type of t or of a part of it, unless unsafe
// has made another of it.
//
// What is only read as a text or as bytes, or as a number of the same size, does not count. Of what is read otherwise
// only that counts where the pointers in it lead:
//
//	*(*string)(unsafe.Pointer(&b))    *(*uint64)(unsafe.Pointer(&f))    (*[2]uintptr)(unsafe.Pointer(&s))[0]
func (p *Package) Unsafe(t types.Type) bool {
	u := p.unsafeUses()
	a := &addresses{of: t, seen: make(map[types.Type]bool)}
	return u.unknown || len(u.addressed)+len(u.read) > 0 && Parametric(t) ||
		slices.ContainsFunc(u.addressed, a.target) || slices.ContainsFunc(u.read, a.contents)
}

// Measured reports whether the package asks unsafe for a size, a place or a neighbour in memory of what is, contains or is a
// part of a t.
func (p *Package) Measured(t types.Type) bool {
	u := p.unsafeUses()
	return u.unknown || slices.ContainsFunc(u.measured, func(m types.Type) bool {
		return Parametric(m) || Parametric(t) || isPart(m, t) || isPart(t, m)
	})
}

// unsafeUses is what a package does with package unsafe.
type unsafeUses struct {
	addressed []types.Type // U of unsafe.Pointer(p), where p is a *U, and of operands of linked functions
	read      []types.Type // U of unsafe.Pointer(p) where nobody gets to know p itself, but pointers in *p
	measured  []types.Type // of unsafe.Sizeof(x), unsafe.Slice(&x, n), and the like
	unknown   bool         // it does something else, or another build imports unsafe
}

func (p *Package) unsafeUses() *unsafeUses {
	return p.Once("unsafe", func() any {
		u := &unsafeUses{unknown: len(p.Files) == 0 || p.othersImport("unsafe")}
		if u.unknown || !p.Imports("unsafe") {
			return u
		}
		imported := false
		for cur := range p.Files[0].Cursor.Parent().Preorder((*ast.ImportSpec)(nil), (*ast.CallExpr)(nil), (*ast.FuncDecl)(nil)) {
			switch n := cur.Node().(type) {
			case *ast.ImportSpec:
				imported = imported || n.Path.Value == `"unsafe"`
			case *ast.CallExpr:
				u.call(p, cur, n)
			case *ast.FuncDecl:
				if n.Body == nil && p.Linked(n.Name.Name) {
					for v := range p.Info.Defs[n.Name].(*types.Func).Signature().Params().Variables() {
						u.addressed = append(u.addressed, v.Type())
					}
				}
			}
		}
		u.unknown = u.unknown || !imported
		return u
	}).(*unsafeUses)
}

// call notes a conversion to an unsafe.Pointer, or a call of a function of package unsafe.
func (u *unsafeUses) call(p *Package, cur inspector.Cursor, call *ast.CallExpr) {
	if len(call.Args) == 0 {
		return
	}
	arg := p.Info.TypeOf(call.Args[0])
	if IsConversion(p.Info, call) && isUnsafePointer(p.Info.TypeOf(call)) {
		switch to := Core(arg).(type) {
		case *types.Pointer:
			switch gives(p, cur, to.Elem()) {
			case contents:
				u.read = append(u.read, to.Elem())
			case address:
				u.addressed = append(u.addressed, to.Elem())
			}
		case *types.Basic: // a number, nil, or an unsafe.Pointer
		default:
			u.unknown = true
		}
		return
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	if ok {
		id = sel.Sel
	}
	if id == nil || p.Info.Uses[id] == nil || p.Info.Uses[id].Parent() != types.Unsafe.Scope() {
		return
	}
	if x, isField := ast.Unparen(call.Args[0]).(*ast.SelectorExpr); isField && id.Name == "Offsetof" {
		arg = p.Info.TypeOf(x.X)
	}
	switch t := Core(arg).(type) {
	case *types.Pointer:
		u.measured = append(u.measured, arg, t.Elem())
	case *types.Slice:
		u.measured = append(u.measured, t.Elem())
	default:
		u.measured = append(u.measured, arg)
	}
}

func isUnsafePointer(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// A gift is what an unsafe.Pointer gives away of the object that it points to.
type gift int

const (
	nothing  gift = iota
	contents      // where the pointers in it lead, as numbers perhaps
	address
)

// gives says what becomes of the unsafe.Pointer made at cur, of a pointer to a from: nothing, if the from is only read as a
// text or bytes where it is one of them, or is read and set as a value of no more bytes without pointers where it has none;
// its contents, if it or a part of it is only read as a value of no more bytes.
//
//	(*[2]uintptr)(unsafe.Pointer(&s))[0]    (*reflect.StringHeader)(unsafe.Pointer(&s)).Data
func gives(p *Package, cur inspector.Cursor, from types.Type) gift {
	conv := Parens(cur).Parent()
	call, ok := conv.Node().(*ast.CallExpr)
	if !ok || !IsConversion(p.Info, call) {
		return address
	}
	ptr, ok := Core(p.Info.TypeOf(call)).(*types.Pointer)
	if !ok {
		return address
	}
	to, v := ptr.Elem(), Parens(conv)
	if v.ParentEdgeKind() == edge.StarExpr_X {
		v = Parens(v.Parent())
		if isText(from) && isText(to) && v.ParentEdgeKind() != edge.UnaryExpr_X && v.ParentEdgeKind() != edge.AssignStmt_Lhs {
			return nothing
		}
	} else if v, ok = partOf(p, v, to); !ok {
		return address
	}
	for ok = true; ok; {
		v, ok = partOf(p, v, p.Info.TypeOf(v.Node().(ast.Expr)))
	}
	have, _ := p.Sizeof(from)
	want, ok := p.Sizeof(to)
	plain := !typefact.HasPointers(from) && !typefact.HasPointers(to)
	if !ok || want > have {
		return address
	}
	switch v.ParentEdgeKind() {
	case edge.UnaryExpr_X, edge.SliceExpr_X, edge.SelectorExpr_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return address
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X:
		if !plain {
			return address
		}
	}
	if plain {
		return nothing
	}
	return contents
}

// partOf returns the element or field of v, of type t, that stands around it, if there is one; otherwise v.
func partOf(p *Package, v inspector.Cursor, t types.Type) (inspector.Cursor, bool) {
	ok := v.ParentEdgeKind() == edge.IndexExpr_X && IsA[*types.Array](t)
	if v.ParentEdgeKind() == edge.SelectorExpr_X && IsA[*types.Struct](t) {
		field := p.Info.Selections[v.Parent().Node().(*ast.SelectorExpr)]
		ok = field != nil && field.Kind() == types.FieldVal && len(field.Index()) == 1
	}
	if !ok {
		return v, false
	}
	return Parens(v.Parent()), true
}

// isText reports whether t is a string or a list of bytes.
func isText(t types.Type) bool {
	s, isSlice := t.Underlying().(*types.Slice)
	return IsString(t) || isSlice && types.Identical(s.Elem().Underlying(), types.Typ[types.Byte])
}

// addresses are those of the objects of a type.
type addresses struct {
	of   types.Type
	seen map[types.Type]bool
}

// target reports whether what points to a t may point to the object or into it, or leads there.
func (p *addresses) target(t types.Type) bool {
	for inner := t; ; {
		if isPart(inner, p.of) {
			return true
		}
		array, ok := inner.Underlying().(*types.Array)
		if !ok {
			return p.contents(t)
		}
		inner = array.Elem() // (*[4]byte)(b) points to the elements of b
	}
}

// contents reports whether a pointer in a t may lead to the object.
func (p *addresses) contents(t types.Type) bool {
	if p.seen[t] {
		return false
	}
	p.seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return isUnsafePointer(u) || IsString(u) && p.target(types.Typ[types.Byte])
	case *types.Array:
		return p.contents(u.Elem())
	case *types.Chan:
		return p.contents(u.Elem())
	case *types.Map:
		return p.contents(u.Key()) || p.contents(u.Elem())
	case *types.Struct:
		return typefact.AnyField(u, p.contents)
	case interface{ Elem() types.Type }: // *types.Pointer, *types.Slice
		return p.target(u.Elem())
	}
	return true // an interface, a function, or a type parameter, which may hold anything
}

// isPart reports whether a t, whatever it is called, is a whole or a part of it.
func isPart(t, whole types.Type) bool {
	return typefact.AnyPart(whole, func(part types.Type) bool { return types.IdenticalIgnoreTags(t.Underlying(), part.Underlying()) })
}

// Linked reports whether a go:linkname directive in a file of the package mentions the name.
func (p *Package) Linked(name string) bool {
	for f := range p.Files[0].Cursor.Parent().Children() {
		for _, group := range f.Node().(*ast.File).Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname ") && strings.Contains(c.Text, name) {
					return true
				}
			}
		}
	}
	return false
}
