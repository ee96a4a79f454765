// # Analyzer poolcap
//
// poolcap: do not put huge buffers back into a sync.Pool
//
// One large request makes one large buffer. Put back, it serves small requests from
// then on and stays in memory as long as the pool is in use (golang/go#23199):
//
//	buf.ReadFrom(r)     =>     buf.ReadFrom(r)
//	pool.Put(buf)              if buf.Cap() <= 1<<16 {
//	                               pool.Put(buf)
//	                           }
//
// Reported is a Put, if all of this holds:
//   - it puts back a local variable that is a *bytes.Buffer or a pointer to a slice;
//   - some function that gets from the same pool lets it grow by an amount that is not
//     constant: Write, WriteString, ReadFrom, fmt.Fprint and other functions of the
//     standard library that write, or *p = append(…) with elements of a slice;
//   - no condition in a function that puts back to this pool, itself or through a
//     function of the package, mentions a size: a name with cap, len, size, max or
//     limit in it.
//
// Fix, for a bytes.Buffer in a Put that is a statement of its own: the condition
// above, with 64 KiB, the limit of package fmt. A deferred Put becomes a deferred
// function literal.
//
// Class: review, "buffers above 64 KiB are not reused": the right limit depends on
// the traffic.
//
// Not reported: fields and types of the program's own that hold a buffer.
package check

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed poolcap.go
var poolcapText string

// PoolCap finds buffers that go back to a pool however large they have grown.
var PoolCap = named("poolcap", poolcapText, (*checker).poolcap)

func (c *checker) poolcap() {
	for _, put := range c.Puts {
		if put.Via != nil || put.Pool == nil || !growable(put.Var) {
			continue // reported where that function puts it back
		}
		if grown := c.grown(put.Pool); grown != nil && !c.guarded(put) {
			c.reportGrown(put, grown)
		}
	}
}

// growable reports whether a Put of v retains the memory that it has grown to: v is a *bytes.Buffer, or a pointer to a
// slice.
func growable(v *types.Var) bool {
	if v == nil {
		return false
	}
	return source.IsA[*types.Pointer](v.Type()) && (sliceOf(v) != nil || source.IsNamed(v.Type(), "bytes", "Buffer"))
}

// grown returns a call by which an object of the pool grows with the data; nil if there is none.
func (c *checker) grown(pool types.Object) ast.Node {
	for _, get := range c.Gets {
		if get.Pool != pool || !growable(get.Var) {
			continue
		}
		for _, use := range c.Pkg.Uses(get.Var) {
			if call := callOf(use); call != nil && c.does(use)&retain.Adds != 0 && c.variable(call) {
				return call
			}
		}
	}
	return nil
}

// callOf returns the call of which the variable at use is an operand: the receiver, or an argument, also dereferenced
// or sliced.
func callOf(use inspector.Cursor) *ast.CallExpr {
	for c := range use.Enclosing((*ast.CallExpr)(nil)) {
		return c.Node().(*ast.CallExpr)
	}
	return nil
}

// variable reports whether the amount of data that the call adds is not constant.
func (c *checker) variable(call *ast.CallExpr) bool {
	if source.IsBuiltin(c.info, call, "append") && !call.Ellipsis.IsValid() {
		return false
	}
	if name := source.CalleeName(call); name == "WriteByte" || name == "WriteRune" {
		return false
	}
	from := 1
	if source.Receiver(c.info, call) != nil {
		from = 0
	}
	return slices.ContainsFunc(call.Args[from:], func(arg ast.Expr) bool {
		conversion, ok := ast.Unparen(arg).(*ast.CallExpr)
		if ok && source.IsConversion(c.info, conversion) {
			arg = conversion.Args[0] // []byte("constant")
		}
		return c.info.Types[arg].Value == nil
	})
}

// guarded reports whether the author has considered the size: a condition in a function that puts back to the pool,
// directly or through another function, mentions a size.
func (c *checker) guarded(put *pools.Put) bool {
	for _, other := range c.Puts {
		if other.Pool != put.Pool || other.Func == nil {
			continue
		}
		if source.Any(other.Func, func(n ast.Node) bool { return slices.ContainsFunc(flow.Conditions(n), mentionsSize) }) {
			return true
		}
	}
	return false
}

// mentionsSize reports whether e contains a name that means a size.
func mentionsSize(e ast.Expr) bool {
	for id := range source.Idents(e) {
		if slices.ContainsFunc([]string{"cap", "len", "size", "max", "limit"}, func(word string) bool {
			return strings.Contains(strings.ToLower(id.Name), word)
		}) {
			return true
		}
	}
	return false
}

func (c *checker) reportGrown(put *pools.Put, grown ast.Node) {
	v := put.Var.Name()
	f := rule.Finding{
		At:      put.Call,
		Message: fmt.Sprintf("%s goes back to %s however big it has become: one large use keeps its memory for all small ones", v, put.Name()),
	}
	if lines := c.capped(put); lines != nil {
		stmt, _ := put.Stmt()
		f.Title = "put " + v + " back only up to 64 KiB"
		f.Class = rule.Review(rule.Retention.Caveat("buffers above 64 KiB are not reused"))
		f.Edits = []source.TextEdit{source.ReplaceNode(stmt.Node(), strings.Join(lines, "\n"+put.File.Indent(stmt.Node().Pos())))}
	}
	c.report(f, grown, "grows with the data here")
}

// capped returns the statement, in lines, that guards the Put of a bytes.Buffer; nil if there is none.
//
//	pool.Put(buf)              defer pool.Put(buf)
//	-------------------------  -----------------------------
//	if buf.Cap() <= 1<<16 {    defer func() {
//	        pool.Put(buf)              if buf.Cap() <= 1<<16 {
//	}                                          pool.Put(buf)
//	                                   }
//	                           }()
func (c *checker) capped(put *pools.Put) []string {
	_, ok := put.Stmt()
	if !ok || sliceOf(put.Var) != nil || !flow.Names(c.info, put.Arg, put.Var) {
		return nil
	}
	lines := pools.Capped(put.Var.Name(), "1<<16", put.File.Text(put.Call))
	if put.Cur.ParentEdgeKind() != edge.DeferStmt_Call {
		return lines
	}
	if len(c.Pkg.Writes(put.Var)) > 0 || !c.steady(source.Receiver(c.info, put.Call)) {
		return nil // the literal would use the buffer, or pool, of a later time
	}
	return pools.Deferred(lines...)
}

// steady reports whether no part of e, a pool, is ever assigned to.
func (c *checker) steady(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.IndexExpr, *ast.StarExpr:
			return false
		case *ast.Ident:
			for _, use := range c.Pkg.Uses(c.info.Uses[n]) {
				if source.Parens(use).ParentEdgeKind() == edge.AssignStmt_Lhs {
					return false
				}
			}
		}
	}
	return true
}
