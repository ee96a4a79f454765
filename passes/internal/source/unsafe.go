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
// What is only read as a text or as bytes, or as a number of the same size, does not count:
//
//	*(*string)(unsafe.Pointer(&b))    *(*uint64)(unsafe.Pointer(&f))
func (p *Package) Unsafe(t types.Type) bool {
	u := p.unsafeUses()
	a := &addresses{of: t, seen: make(map[types.Type]bool)}
	return u.unknown || len(u.addressed) > 0 && Parametric(t) || slices.ContainsFunc(u.addressed, a.target)
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
			if !readAs(p, cur, to.Elem()) {
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

// readAs reports whether the unsafe.Pointer made at cur, of a pointer to a from, does nothing but to let the from be read as a
// text or bytes where it is one of them, or as a value of no more bytes without pointers where it has none.
func readAs(p *Package, cur inspector.Cursor, from types.Type) bool {
	conv := Parens(cur).Parent()
	call, ok := conv.Node().(*ast.CallExpr)
	if !ok || !IsConversion(p.Info, call) || Parens(conv).ParentEdgeKind() != edge.StarExpr_X {
		return false
	}
	star := Parens(conv).Parent()
	to := p.Info.TypeOf(star.Node().(ast.Expr))
	used := Parens(star).ParentEdgeKind()
	if to == nil || used == edge.UnaryExpr_X {
		return false
	}
	if isText(from) || isText(to) {
		return isText(from) && isText(to) && used != edge.AssignStmt_Lhs
	}
	if used == edge.SelectorExpr_X || used == edge.IndexExpr_X || used == edge.SliceExpr_X {
		return false // a part may have its address taken
	}
	have, ok := p.Sizeof(from)
	want, ok2 := p.Sizeof(to)
	return ok && ok2 && want <= have && !typefact.HasPointers(from) && !typefact.HasPointers(to)
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
