package sortfunc

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/source"
)

// interfaced recognises sort.Sort or sort.Stable of a slice converted to a type of the program whose methods do the
// usual: Len returns the length, Swap exchanges two elements. Less takes the place of the function literal of a
// [site].
//
//	type byKey []item      type byKey struct{ items []item }
//	sort.Sort(byKey(x))    sort.Sort(byKey{x})    sort.Sort(&byKey{x})
func (p *sorter) interfaced(call *ast.CallExpr) (*site, bool) {
	s := &site{call: call, at: call.Pos(), name: map[string]string{"Sort": "Slice", "Stable": "SliceStable"}[source.CalleeName(call)]}
	arg := call.Args[0]
	reverse, isReverse := source.CallTo(p.Info, arg, "sort", "Reverse")
	if isReverse {
		arg = reverse.Args[0]
	}
	k := p.kindOf(p.Info.TypeOf(arg))
	if k == nil || !p.usual(k) {
		return nil, false
	}
	s.less = &ast.FuncLit{Type: k.less.Type, Body: k.less.Body}
	if s.src = p.Pkg.FileOf(k.less); s.src == nil {
		return nil, false
	}
	if p.Pkg.Differing(k.less.Pos(), k.less.End()) != nil {
		return nil, p.Refuse(call, "Less may mean something else in other builds")
	}
	if len(k.less.Body.List) > 1 && p.sorts(k.named) > 1 {
		return nil, p.Refuse(call, "Less is long, and sorts in several places")
	}
	var ok bool
	if s.i, s.j, ok = p.indices(k.less.Type); !ok {
		return nil, false
	}
	if isReverse {
		s.i, s.j = s.j, s.i
	}
	s.elem, s.kind = k.slice.Elem(), k
	s.slice, ok = p.sorted(s, k)
	s.given = p.given(arg, k)
	return s, ok && s.given != "" && p.readable(s)
}

// A kind is a type that implements sort.Interface for a slice.
type kind struct {
	named              *types.Named
	slice              *types.Slice
	field              *types.Var // the only field, which holds the slice; nil if the type is a slice
	length, less, swap *ast.FuncDecl
}

// kindOf returns the kind of t, if t or *t is declared in the package and implements sort.Interface; nil otherwise.
func (p *sorter) kindOf(t types.Type) *kind {
	elem := typefact.Pointee(t)
	named, ok := types.Unalias(elem).(*types.Named)
	if !ok || named.Obj().Pkg() != p.Pkg.Types || !p.Pkg.Everywhere(named.Obj()) || named.TypeArgs().Len() > 0 {
		return nil
	}
	k := &kind{named: named}
	switch u := named.Underlying().(type) {
	case *types.Slice:
		if k.slice = u; elem != t {
			return nil
		}
	case *types.Struct:
		if u.NumFields() != 1 {
			return nil
		}
		k.field = u.Field(0)
		if k.slice, ok = k.field.Type().Underlying().(*types.Slice); !ok {
			return nil
		}
	default:
		return nil
	}
	for name, decl := range map[string]**ast.FuncDecl{"Len": &k.length, "Less": &k.less, "Swap": &k.swap} {
		m, _, _ := types.LookupFieldOrMethod(t, false, p.Pkg.Types, name)
		fn, _ := m.(*types.Func)
		if *decl = p.Pkg.FuncDecl(fn); *decl == nil || (*decl).Body == nil || len((*decl).Recv.List[0].Names) == 0 {
			return nil
		}
	}
	return k
}

// sorts returns the number of calls of functions of package sort with a value of the type.
func (p *sorter) sorts(named *types.Named) (n int) {
	for _, f := range p.Pkg.Files {
		for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil)) {
			call, ok := source.CallTo(p.Info, cur.Node().(*ast.CallExpr), "sort", "Sort", "Stable", "Reverse")
			if !ok {
				continue
			}
			if types.Identical(typefact.Pointee(p.Info.TypeOf(call.Args[0])), named) {
				n++
			}
		}
	}
	return n
}

// usual reports whether Len returns the length of the slice, and Swap exchanges two elements.
func (p *sorter) usual(k *kind) bool {
	if len(k.length.Body.List) != 1 || len(k.swap.Body.List) != 1 {
		return false
	}
	ret, ok := k.length.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	length, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(p.Info, length, "len") || !p.isSlice(k, k.length, length.Args[0]) {
		return false
	}
	swap, ok := k.swap.Body.List[0].(*ast.AssignStmt)
	i, j, isSwap := p.swapped(k.swap)
	if !ok || !isSwap || swap.Tok != token.ASSIGN || len(swap.Lhs) != 2 || len(swap.Rhs) != 2 {
		return false
	}
	at := func(e ast.Expr, index *types.Var) bool {
		x, ok := ast.Unparen(e).(*ast.IndexExpr)
		return ok && p.isSlice(k, k.swap, x.X) && p.Pkg.Is(x.Index, index)
	}
	if at(swap.Lhs[0], j) {
		i, j = j, i
	}
	return at(swap.Lhs[0], i) && at(swap.Lhs[1], j) && at(swap.Rhs[0], j) && at(swap.Rhs[1], i)
}

// swapped returns the two parameters of Swap.
func (p *sorter) swapped(swap *ast.FuncDecl) (i, j *types.Var, ok bool) {
	fn, ok := p.Info.Defs[swap.Name].(*types.Func)
	if !ok || fn.Signature().Params().Len() != 2 {
		return nil, nil, false
	}
	return fn.Signature().Params().At(0), fn.Signature().Params().At(1), true
}

// isSlice reports whether e is the slice that a method of k sorts: its receiver, if that is a slice, or the field.
func (p *sorter) isSlice(k *kind, method *ast.FuncDecl, e ast.Expr) bool {
	recv, _ := p.Info.Defs[method.Recv.List[0].Names[0]].(*types.Var)
	if recv == nil {
		return false
	}
	if source.IsA[*types.Slice](recv.Type()) {
		return p.Pkg.Is(e, recv)
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && p.Info.Uses[sel.Sel] == k.field && p.Pkg.Is(sel.X, recv)
}

// sorted returns the expression by which Less names the slice. ok is false if Less does anything with its receiver but
// read the two elements.
func (p *sorter) sorted(s *site, k *kind) (slice ast.Expr, ok bool) {
	recv, _ := p.Info.Defs[k.less.Recv.List[0].Names[0]].(*types.Var)
	for n := range ast.Preorder(k.less.Body) {
		if x, isIndex := n.(*ast.IndexExpr); isIndex && p.isSlice(k, k.less, x.X) {
			slice = x.X
		}
	}
	if slice == nil {
		return nil, false
	}
	return slice, p.Pkg.Every(recv, func(use inspector.Cursor) bool {
		if !source.IsA[*types.Slice](recv.Type()) {
			use = source.Parens(use.Parent()) // recv.field
		}
		x, isIndex := use.Parent().Node().(*ast.IndexExpr)
		return isIndex && p.isSlice(k, k.less, x.X) && (p.Pkg.Is(x.Index, s.i) || p.Pkg.Is(x.Index, s.j))
	})
}

// given returns the source of the slice that is sorted: x of byKey(x) and byKey{x}; "" if it cannot be written.
func (p *sorter) given(arg ast.Expr, k *kind) string {
	arg = ast.Unparen(arg)
	if p.HasComment(arg.Pos(), arg.End()) {
		return ""
	}
	switch e := arg.(type) {
	case *ast.CallExpr:
		if k.field == nil && source.IsConversion(p.Info, e) && !p.Info.Types[e.Args[0]].IsNil() {
			return p.Text(e.Args[0])
		}
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok && e.Op == token.AND {
			return p.only(lit, k)
		}
	case *ast.CompositeLit:
		if k.field != nil {
			return p.only(e, k)
		}
	}
	switch {
	case source.IsA[*types.Pointer](p.Info.TypeOf(arg)):
		return "" // the pointer may be shared
	case k.field == nil:
		return p.Text(arg)
	case source.IsPath(arg):
		return p.Text(arg) + "." + k.field.Name()
	}
	return ""
}

// only returns x of T{x} and T{f: x}.
func (p *sorter) only(lit *ast.CompositeLit, k *kind) string {
	if len(lit.Elts) != 1 {
		return ""
	}
	x := lit.Elts[0]
	if kv, ok := x.(*ast.KeyValueExpr); ok {
		x = kv.Value
	}
	if inner, ok := x.(*ast.CompositeLit); p.Info.Types[x].IsNil() || ok && inner.Type == nil {
		return ""
	}
	return p.Text(x)
}

// readable reports whether the body of Less means the same at the call of sort.
func (p *sorter) readable(s *site) bool {
	for _, obj := range p.File.Misread(s.less.Body, s.at) {
		switch obj := obj.(type) {
		case *types.Var:
			if obj == s.i || obj == s.j || p.Pkg.Is(base(s.slice), obj) {
				continue
			}
		case *types.PkgName:
			if q, imports, ok := p.Import(obj.Imported().Path(), "", s.at); ok && len(imports) == 0 && q == obj.Name()+"." {
				continue // the file of the call imports the package, too
			}
		}
		return p.Refuse(s.call, obj.Name()+" of Less means something else here")
	}
	return !strings.Contains(s.src.Text(s.less.Body), "`") && !source.Has[*ast.FuncLit](s.less.Body)
}

// base returns x of x.f.
func base(e ast.Expr) ast.Expr {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return e
}

// literal returns Less as a function literal that compares two elements, to be written at the call of sort.
func (c *comparison) literal() (text string, imports []source.TextEdit, ok bool) {
	all, ok := c.edits()
	if !ok {
		return "", nil, false
	}
	start, end := c.less.Type.Params.Opening, c.less.Body.End()
	inside := func(e source.TextEdit) bool { return start <= e.Pos && e.End <= end }
	imports = slices.DeleteFunc(slices.Clone(all), inside)
	all = slices.DeleteFunc(all, func(e source.TextEdit) bool { return !inside(e) })
	text = "func" + c.src.Edited(start, end, all)
	return strings.ReplaceAll(text, "\n", "\n"+c.Indent(c.call.Pos())), imports, true
}
