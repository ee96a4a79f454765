// # Analyzer unsafeview
//
// unsafeview: bytes under a string must not change or be reused
//
// A string made with unsafe.String saves a copy and is right under two conditions:
// nobody modifies the bytes as long as the string lives, and nobody else gets the
// memory, for which see poolescape. A slice made from a string must not be written at all.
//
//	for _, w := range words {
//		b = append(b[:0], w...) // changes the keys that are there
//		seen[unsafe.String(unsafe.SliceData(b), len(b))] = true
//	}
//
// Views are unsafe.String(unsafe.SliceData(b), n), unsafe.String(&b[i], n),
// *(*string)(unsafe.Pointer(&b)), their counterparts for slices of strings, and calls
// of functions of the package that do nothing but return such a view of their
// parameter. b is a local variable, a slice of one, *p, or buf.Bytes().
//
// Reported are:
//   - a write to b (an element, copy, clear, append to b[:n], Read, io.ReadFull,
//     strconv.Append, binary.Put; Reset or Truncate of a buffer that is written
//     again), if a path leads from the view to it and on to a use of the view;
//   - the same, if the view was stored before: as a map key or element, in a field, by
//     append, in a channel;
//   - a write to a slice that is a view of a string.
//
// Conditions: the variables are local and not captured by function literals; a path
// ends where b is given other memory or the view another value.
//
// Class: report only. The fix is a copy, and costs what the view saved.
//
// Not reported: functions with select or goto; memory outside of Go.
package check

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed unsafeview.go
var unsafeviewText string

// UnsafeView finds writes to memory that a string shares through package unsafe.
var UnsafeView = named("unsafeview", unsafeviewText, (*checker).unsafeview)

func (c *checker) unsafeview() {
	if !c.Pkg.Imports("unsafe") {
		return
	}
	for _, f := range c.Pkg.Files {
		for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil), (*ast.StarExpr)(nil)) {
			if v, ok := c.view(cur); ok {
				c.viewed(v)
			}
		}
	}
}

// A view is an expression that makes a string that shares the memory of bytes, or the other way round.
type view struct {
	cur  inspector.Cursor
	expr ast.Expr
	base *types.Var // the local variable whose memory is viewed
	held *types.Var // the local variable that holds the view; nil if none does
	g    *flow.Graph
}

// view returns the view of a local variable at cur; ok is false if there is none.
func (c *checker) view(cur inspector.Cursor) (v view, ok bool) {
	expr := cur.Node().(ast.Expr)
	of := retain.View(c.Pkg, expr)
	fn, inFunc := source.EnclosingFunc(cur)
	if of == nil || !inFunc {
		return view{}, false
	}
	v = view{cur: cur, expr: expr, g: c.Graph(fn.Node())}
	for id := range source.Idents(of) {
		if local, isLocal := c.Pkg.LocalVar(id); isLocal && v.base == nil && retain.SharesMemory(c.Pkg, of, local) {
			v.base = local
		}
	}
	v.held, _, _ = c.Pkg.Holder(cur)
	return v, v.base != nil && v.g != nil && !c.Pkg.InLiteral(v.base) && (v.held == nil || !c.Pkg.InLiteral(v.held))
}

// viewed reports the writes that break the view. If it is a view of a string as bytes, each write to the bytes does.
func (c *checker) viewed(v view) {
	if retain.IsReference(c.info.TypeOf(v.expr)) {
		for _, use := range c.Pkg.Uses(v.held) {
			if len(c.Pkg.Writes(v.held)) == 0 && retain.UseOf(c.Pkg, use)&retain.Writes != 0 {
				c.report(rule.Finding{At: use.Node(), Message: v.held.Name() + " is a view of a string: writing to it changes the string, or crashes the program"}, v.expr, "see here")
			}
		}
		return
	}
	if v.held == nil {
		if c.stays(v.cur) {
			c.modified(v, v.expr, nil)
		}
		return
	}
	c.modified(v, v.expr, v.held)
	for _, use := range c.Pkg.Uses(v.held) {
		if c.stays(use) {
			c.modified(v, use.Node(), nil)
		}
	}
}

// stays reports whether the value at cur is stored in a place that lasts, other than by a literal, which may be as
// short-lived as the view.
func (c *checker) stays(cur inspector.Cursor) bool {
	switch source.Parens(cur).ParentEdgeKind() {
	case edge.CompositeLit_Elts, edge.KeyValueExpr_Value:
		return false
	}
	return retain.Stored(c.Pkg, cur)
}

// modified reports the writes to the memory of v after the node from, if the variable held is used after the write. A
// nil held says that the view has been stored: then every write counts.
func (c *checker) modified(v view, from ast.Node, held *types.Var) {
	v.g.After(from, func(n ast.Node) bool {
		if held != nil && !flow.InScope(n, held) || !flow.InScope(n, v.base) {
			return false
		}
		if w := c.overwritten(v, n); w != nil {
			if held == nil || c.usedAfter(v.g, n, held) {
				message := fmt.Sprintf("%s is modified here, while the view of it that was made by %s lives", v.base.Name(), short(v.expr))
				c.report(rule.Finding{At: w, Message: message}, v.expr, "see here")
			}
			return false
		}
		return !c.renewed(n, v.base) && (held == nil || !flow.Sets(c.info, n, held))
	})
}

// overwritten returns the use in n that overwrites bytes of the viewed memory: a write, or a reset of a buffer that is
// written again; nil if there is none. Deferred calls are left out, as they run later.
func (c *checker) overwritten(v view, n ast.Node) ast.Node {
	if isDefer(n) {
		return nil
	}
	for _, use := range c.Pkg.UsesIn(n, v.base) {
		does := retain.UseOf(c.Pkg, use)
		adds := func(n ast.Node) bool { return c.first(n, v.base)&retain.Adds != 0 }
		sets := func(n ast.Node) bool { return flow.Sets(c.info, n, v.base) }
		if does&retain.Writes != 0 || does&retain.Clears != 0 && v.g.Leads(use.Node(), adds, sets) {
			return use.Node()
		}
	}
	return nil
}

// usedAfter reports whether a path leads from n to a use of held.
func (c *checker) usedAfter(g *flow.Graph, n ast.Node, held *types.Var) bool {
	uses := func(m ast.Node) bool { return flow.InScope(m, held) && flow.Mentions(c.info, m, held) }
	return g.Leads(n, uses, func(m ast.Node) bool { return !flow.InScope(m, held) || flow.Sets(c.info, m, held) })
}

// renewed reports whether n assigns to b anything but a part of b, so that b has other memory.
func (c *checker) renewed(n ast.Node, b *types.Var) bool {
	return flow.Sets(c.info, n, b) && len(c.mentions(n, b)) == 0
}

// short returns the name that messages give to the expression that made a view.
func short(e ast.Expr) string {
	if call, ok := e.(*ast.CallExpr); ok {
		return types.ExprString(call.Fun)
	}
	return types.ExprString(e)
}
