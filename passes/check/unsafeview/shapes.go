package unsafeview

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/source"
)

// viewed returns x if e is a view of x, nil otherwise:
//
//	unsafe.String(unsafe.SliceData(x), n)    unsafe.Slice(unsafe.StringData(x), n)
//	unsafe.String(&x[i], n)                  view(x), see findMakers
//	*(*string)(unsafe.Pointer(&x))           *(*[]byte)(unsafe.Pointer(&x))
func (c *checker) viewed(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.StarExpr:
		return c.reinterpreted(e)
	case *ast.CallExpr:
		switch {
		case c.unsafeCall(e, "String"):
			return c.pointed(e.Args[0], "SliceData")
		case c.unsafeCall(e, "Slice"):
			return c.pointed(e.Args[0], "StringData")
		case len(e.Args) == 1:
			if fn := typeutil.StaticCallee(c.info, e); fn != nil && c.makers[fn] {
				return e.Args[0]
			}
		}
	}
	return nil
}

// unsafeCall reports whether call is a call of the named function of unsafe.
func (c *checker) unsafeCall(call *ast.CallExpr, name string) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	b, ok := c.info.Uses[sel.Sel].(*types.Builtin)
	return ok && b.Name() == name && isUnsafe(c.info, sel.X)
}

func isUnsafe(info *types.Info, e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	pkg, ok := info.Uses[id].(*types.PkgName)
	return ok && pkg.Imported().Path() == "unsafe"
}

// pointed returns x of unsafe.NAME(x) or &x[i].
func (c *checker) pointed(e ast.Expr, name string) ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if c.unsafeCall(e, name) {
			return e.Args[0]
		}
	case *ast.UnaryExpr:
		index, ok := ast.Unparen(e.X).(*ast.IndexExpr)
		if ok && e.Op == token.AND && name == "SliceData" && isBytes(c.info.TypeOf(index.X)) {
			return index.X
		}
	}
	return nil
}

// reinterpreted returns x of *(*T)(unsafe.Pointer(&x)), where one of T and the
// type of x is a string and the other a slice of bytes.
func (c *checker) reinterpreted(star *ast.StarExpr) ast.Expr {
	outer, ok := ast.Unparen(star.X).(*ast.CallExpr)
	if !ok || !source.IsConversion(c.info, outer) || len(outer.Args) != 1 {
		return nil
	}
	inner, ok := ast.Unparen(outer.Args[0]).(*ast.CallExpr)
	if !ok || !source.IsConversion(c.info, inner) || len(inner.Args) != 1 {
		return nil
	}
	addr, ok := ast.Unparen(inner.Args[0]).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil
	}
	from, to := c.info.TypeOf(addr.X), c.info.TypeOf(star)
	if isString(to) && isByteSlice(from) || isString(from) && isByteSlice(to) {
		return addr.X
	}
	return nil
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}

func isByteSlice(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isByte(s.Elem())
}

// isBytes reports whether t is a slice or array of bytes.
func isBytes(t types.Type) bool {
	a, ok := t.Underlying().(*types.Array)
	return isByteSlice(t) || ok && isByte(a.Elem())
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

// findMakers finds the functions of one parameter whose every result is a view of
// it, or constant.
func (c *checker) findMakers() map[*types.Func]bool {
	makers := make(map[*types.Func]bool)
	for _, f := range c.Pkg.Files {
		for _, d := range f.Syntax.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil || fd.Recv != nil {
				continue
			}
			fn, ok := c.info.Defs[fd.Name].(*types.Func)
			if ok && c.makes(fn, fd.Body) {
				makers[fn] = true
			}
		}
	}
	return makers
}

func (c *checker) makes(fn *types.Func, body *ast.BlockStmt) bool {
	sig := fn.Signature()
	if sig.Params().Len() != 1 || sig.Results().Len() != 1 || sig.TypeParams().Len() > 0 || sig.Variadic() {
		return false
	}
	found := false
	for n := range ast.Preorder(body) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			continue
		}
		if len(ret.Results) != 1 {
			return false
		}
		r := ast.Unparen(ret.Results[0])
		if tv := c.info.Types[r]; tv.Value != nil || tv.IsNil() {
			continue
		}
		of := c.viewed(r)
		if of == nil || !flow.Names(c.info, of, sig.Params().At(0)) {
			return false
		}
		found = true
	}
	return found
}

// stored reports whether the value at cur is put where it stays: in a map, a slice, a
// field or a channel.
//
//	m[v] = x    x.f = v    s[i] = v    list = append(list, v)    ch <- v
func (c *checker) stored(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	kind, i := cur.ParentEdge()
	switch kind {
	case edge.IndexExpr_Index:
		index := source.Parens(cur.Parent())
		_, isMap := c.info.TypeOf(index.Node().(*ast.IndexExpr).X).Underlying().(*types.Map)
		return isMap && (index.ParentEdgeKind() == edge.AssignStmt_Lhs || index.ParentEdgeKind() == edge.IncDecStmt_X)
	case edge.SendStmt_Value:
		return true
	case edge.CallExpr_Args:
		return i > 0 && source.IsBuiltin(c.info, cur.Parent().Node().(*ast.CallExpr), "append")
	case edge.AssignStmt_Rhs:
		s := cur.Parent().Node().(*ast.AssignStmt)
		if len(s.Lhs) != len(s.Rhs) || s.Tok != token.ASSIGN {
			return false
		}
		switch ast.Unparen(s.Lhs[i]).(type) {
		case *ast.SelectorExpr, *ast.IndexExpr:
			return true
		}
	}
	return false
}

// write returns the use of b in n that overwrites bytes of it, nil if there is none.
func (c *checker) write(n ast.Node, b *types.Var) ast.Node {
	if _, isDefer := n.(*ast.DeferStmt); isDefer {
		return nil // runs later
	}
	for _, use := range c.Pkg.Uses(b) {
		if source.Contains(n, use.Node()) && c.overwrites(use) {
			return use.Node()
		}
	}
	return nil
}

// overwrites reports whether one use of b changes bytes that b had before.
func (c *checker) overwrites(use inspector.Cursor) bool {
	use = source.Parens(use)
	if use.ParentEdgeKind() == edge.StarExpr_X {
		use = source.Parens(use.Parent()) // *p
	}
	switch use.ParentEdgeKind() {
	case edge.IndexExpr_X:
		kind := source.Parens(use.Parent()).ParentEdgeKind()
		return kind == edge.AssignStmt_Lhs || kind == edge.IncDecStmt_X
	case edge.SliceExpr_X:
		s := use.Parent().Node().(*ast.SliceExpr)
		return pools.Overwrites(c.info, source.Parens(use.Parent()), s.High != nil)
	case edge.CallExpr_Args:
		return pools.Overwrites(c.info, use, false)
	case edge.SelectorExpr_X:
		return c.restarts(use.Parent())
	}
	return false
}

// restarts reports whether the selector at cur resets a bytes.Buffer that its
// function writes to.
func (c *checker) restarts(cur inspector.Cursor) bool {
	sel := cur.Node().(*ast.SelectorExpr)
	if sel.Sel.Name != "Reset" && sel.Sel.Name != "Truncate" || !source.IsNamed(c.info.TypeOf(sel.X), "bytes", "Buffer") {
		return false
	}
	fn, ok := source.EnclosingFunc(cur)
	v, isLocal := c.Pkg.LocalVar(sel.X)
	if !ok || !isLocal || c.Graph(fn.Node()) == nil {
		return false
	}
	again := false
	c.Graph(fn.Node()).After(sel, func(n ast.Node) bool {
		again = again || c.fills(n, v)
		return !again && !flow.Sets(c.info, n, v)
	})
	return again
}

// fills reports whether n calls a method of the buffer v that adds to it.
func (c *checker) fills(n ast.Node, v *types.Var) bool {
	for m := range ast.Preorder(n) {
		sel, ok := m.(*ast.SelectorExpr)
		if ok && flow.Names(c.info, sel.X, v) && (strings.HasPrefix(sel.Sel.Name, "Write") || sel.Sel.Name == "ReadFrom") {
			return true
		}
	}
	return false
}

// renewed reports whether n gives b memory of its own: an assignment of anything but
// a part of b.
func (c *checker) renewed(n ast.Node, b *types.Var) bool {
	if !flow.Sets(c.info, n, b) {
		return false
	}
	s, ok := n.(*ast.AssignStmt)
	if !ok {
		return true
	}
	for _, rhs := range s.Rhs {
		if flow.Mentions(c.info, rhs, b) {
			return false
		}
	}
	return true
}
