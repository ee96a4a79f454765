// Package unsafeview defines an analyzer that checks strings and byte slices which
// share memory by way of package unsafe.
//
// Invariant: a finding names the view and the place that breaks one of its two
// conditions, with a path between them.
//
// Model: a view is made at one expression from one local variable, and held by one
// local variable, or stored where it stays. Package flow says what happens after.
//
// What it blurs: memory that reaches another variable or function first is lost
// sight of, and the pass silent.
//
// # Analyzer unsafeview
//
// unsafeview: bytes under a string must not change or be reused
//
// A string made with unsafe.String saves a copy and is right under two conditions:
// nobody modifies the bytes as long as the string lives, and nobody else gets the
// memory. A slice made from a string must not be written at all.
//
//	b := pool.Get().(*[]byte)
//	defer pool.Put(b)
//	*b = strconv.AppendInt((*b)[:0], id, 10)
//	return unsafe.String(unsafe.SliceData(*b), len(*b)) // changes after return
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
//   - a use of the view after the memory went back to a sync.Pool, and a view in the
//     result of a function that puts it back in a deferred call;
//   - a write to a slice that is a view of a string.
//
// Conditions: the variables are local and not captured by function literals; a path
// ends where b is given other memory or the view another value.
//
// Class: report only. The fix is a copy, and costs what the view saved.
//
// Not reported: functions with select or goto; memory outside of Go.
package unsafeview

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed unsafeview.go
var docText string

// Rule is the unsafeview check.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("check/unsafeview", docText, run, pools.Analyzer),
}

func run(pass *rule.Pass) {
	c := &checker{pass: pass, Index: pools.Of(pass.Pass), info: pass.TypesInfo, reported: make(map[ast.Node]bool)}
	c.makers = c.findMakers()
	for _, f := range c.Pkg.Files {
		for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil), (*ast.StarExpr)(nil)) {
			if v, ok := c.view(cur); ok {
				c.check(v)
			}
		}
	}
}

type checker struct {
	pass *rule.Pass
	*pools.Index
	info     *types.Info
	makers   map[*types.Func]bool
	reported map[ast.Node]bool
}

// A view is one expression that makes a string of bytes, or bytes of a string.
type view struct {
	cur  inspector.Cursor
	expr ast.Expr
	of   ast.Expr   // what is viewed
	base *types.Var // the local variable that holds it
	held *types.Var // the local variable that holds the view, nil if none does
	fn   ast.Node
	g    *flow.Graph
}

// view recognises a view of a local variable at cur.
func (c *checker) view(cur inspector.Cursor) (view, bool) {
	expr := cur.Node().(ast.Expr)
	of := c.viewed(expr)
	if of == nil {
		return view{}, false
	}
	fn, ok := source.EnclosingFunc(cur)
	if !ok {
		return view{}, false
	}
	v := view{cur: cur, expr: expr, of: of, base: c.base(of), fn: fn.Node(), g: c.Graph(fn.Node())}
	v.held = c.holder(cur)
	if v.base == nil || v.g == nil || c.Pkg.InLiteral(v.base) || v.held != nil && c.Pkg.InLiteral(v.held) {
		return view{}, false
	}
	return v, true
}

// base returns the local variable b of b, b[i:j], *b and b.Bytes().
func (c *checker) base(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := c.Pkg.LocalVar(e)
		return v
	case *ast.SliceExpr:
		return c.base(e.X)
	case *ast.StarExpr:
		return c.base(e.X)
	case *ast.CallExpr:
		if call, ok := source.CallTo(c.info, e, "bytes", "Buffer.Bytes"); ok {
			return c.base(source.Receiver(c.info, call))
		}
	}
	return nil
}

// holder returns s of s := view.
func (c *checker) holder(cur inspector.Cursor) *types.Var {
	cur = source.Parens(cur)
	kind, i := cur.ParentEdge()
	if kind != edge.AssignStmt_Rhs {
		return nil
	}
	s := cur.Parent().Node().(*ast.AssignStmt)
	if len(s.Lhs) != len(s.Rhs) {
		return nil
	}
	v, _ := c.Pkg.LocalVar(s.Lhs[i])
	return v
}

func (c *checker) check(v view) {
	if pools.IsReference(c.info.TypeOf(v.expr)) {
		c.written(v)
		return
	}
	if v.held != nil {
		c.modified(v, v.expr, v.held)
		for _, use := range c.Pkg.Uses(v.held) {
			if c.stored(use) {
				c.modified(v, use.Node(), nil)
			}
		}
	} else if c.stored(v.cur) {
		c.modified(v, v.expr, nil)
	}
	c.recycled(v)
}

// modified reports the writes to the memory of v that follow the node from, if the
// variable held is used after them, or if held is nil: the view is stored then.
func (c *checker) modified(v view, from ast.Node, held *types.Var) {
	v.g.After(from, func(n ast.Node) bool {
		if held != nil && !flow.InScope(n, held) || !flow.InScope(n, v.base) {
			return false
		}
		if w := c.write(n, v.base); w != nil {
			if held == nil || c.usedAfter(v.g, n, held) {
				c.report(w, fmt.Sprintf("%s is modified here, while the view of it that was made by %s lives", v.base.Name(), short(v.expr)), v.expr)
			}
			return false
		}
		return !c.renewed(n, v.base) && (held == nil || !flow.Sets(c.info, n, held))
	})
}

// usedAfter reports whether a path leads from n to a use of held.
func (c *checker) usedAfter(g *flow.Graph, n ast.Node, held *types.Var) bool {
	used := false
	g.After(n, func(m ast.Node) bool {
		if !flow.InScope(m, held) {
			return false
		}
		used = used || flow.Mentions(c.info, m, held)
		return !used && !flow.Sets(c.info, m, held)
	})
	return used
}

// recycled reports uses of the view after its memory went back to a pool.
func (c *checker) recycled(v view) {
	for _, put := range c.Puts {
		if put.Var == nil || put.Func != v.fn || len(c.Pkg.Writes(put.Var)) > 0 {
			continue
		}
		if !c.SharesMemory(v.of, put.Var) {
			continue
		}
		if put.Defer != nil {
			c.returned(v, put)
		} else if v.held != nil && put.Call.Pos() > v.expr.Pos() {
			c.usedAfterPut(v, put)
		}
	}
}

func (c *checker) usedAfterPut(v view, put *pools.Put) {
	v.g.After(put.Call, func(n ast.Node) bool {
		if !flow.InScope(n, v.held) {
			return false
		}
		for _, use := range c.Pkg.Uses(v.held) {
			if source.Contains(n, use.Node()) && !assigned(use) && !flow.Related(c.info, put.Cur, use) {
				c.report(use.Node(), fmt.Sprintf("%s is a view of memory that went back to %s", v.held.Name(), put.Name()), put.Call)
				return false
			}
		}
		return !flow.Sets(c.info, n, v.held)
	})
}

// returned reports the view, or the variable that holds it, in a result.
func (c *checker) returned(v view, put *pools.Put) {
	message := fmt.Sprintf("the result is a view of memory that the deferred Put gives back to %s", put.Name())
	if v.cur.ParentEdgeKind() == edge.ReturnStmt_Results {
		c.report(v.expr, message, put.Call)
	}
	if v.held == nil || len(c.Pkg.Writes(v.held)) > 0 {
		return
	}
	for _, use := range c.Pkg.Uses(v.held) {
		if use.ParentEdgeKind() == edge.ReturnStmt_Results && !flow.Related(c.info, put.Cur, use) {
			c.report(use.Node(), message, put.Call)
		}
	}
}

// written reports the writes to a slice that is a view of a string.
func (c *checker) written(v view) {
	if v.held == nil || len(c.Pkg.Writes(v.held)) > 0 {
		return
	}
	for n := range ast.Preorder(source.Body(v.fn)) {
		s, ok := n.(ast.Stmt)
		if !ok || compound(s) {
			continue
		}
		if w := c.write(s, v.held); w != nil {
			c.report(w, fmt.Sprintf("%s is a view of a string: writing to it changes the string, or crashes the program", v.held.Name()), v.expr)
		}
	}
}

func compound(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt, *ast.ReturnStmt:
		return false
	}
	return true
}

func assigned(use inspector.Cursor) bool {
	return source.Parens(use).ParentEdgeKind() == edge.AssignStmt_Lhs
}

// short is how a message calls the expression that made a view.
func short(e ast.Expr) string {
	if call, ok := e.(*ast.CallExpr); ok {
		return types.ExprString(call.Fun)
	}
	return types.ExprString(e)
}

func (c *checker) report(at ast.Node, message string, related ast.Node) {
	if c.reported[at] {
		return
	}
	c.reported[at] = true
	c.pass.Report(rule.Finding{
		At: at, Message: message,
		Related: []analysis.RelatedInformation{{Pos: related.Pos(), End: related.End(), Message: "see here"}},
	})
}
