// Package poolcap defines an analyzer that finds buffers which go back to a pool
// however big they have become.
//
// Invariant: a finding is a pool whose buffers grow with the data, and a Put that no
// comparison of a length or capacity guards.
//
// Model: what was seen to grow at one Get of a pool may be big at each of its Puts.
//
// What it blurs: whether the data is ever big. That is the question the author has
// to answer; the pass says nothing where the code shows that she has.
//
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
package poolcap

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed poolcap.go
var docText string

// Rule is the poolcap check.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("check/poolcap", docText, run, pools.Analyzer),
}

func run(pass *rule.Pass) {
	c := &capper{pass: pass, Index: pools.Of(pass.Pass), info: pass.TypesInfo}
	for _, put := range c.Puts {
		if put.Via != nil || put.Pool == nil || put.Var == nil || !growable(put.Var.Type()) {
			continue // reported where it happens
		}
		grown := c.grown(put.Pool)
		if grown == nil || c.guarded(put) {
			continue
		}
		c.report(put, grown)
	}
}

type capper struct {
	pass *rule.Pass
	*pools.Index
	info *types.Info
}

// growable reports whether t is a type of buffer that Put keeps with its memory.
func growable(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	_, slice := p.Elem().Underlying().(*types.Slice)
	return slice || source.IsNamed(t, "bytes", "Buffer")
}

// grown returns a node that lets an object of the pool grow with the data, nil if
// there is none.
func (c *capper) grown(pool types.Object) ast.Node {
	for _, get := range c.Gets {
		if get.Pool != pool || get.Var == nil || !growable(get.Var.Type()) {
			continue
		}
		for _, use := range c.Pkg.Uses(get.Var) {
			if n := c.grows(use); n != nil {
				return n
			}
		}
	}
	return nil
}

// grows returns the call that lets the object grow, nil if the use does not.
func (c *capper) grows(use inspector.Cursor) ast.Node {
	use = source.Parens(use)
	switch use.ParentEdgeKind() {
	case edge.SelectorExpr_X:
		// buf.Write(data)
		sel := source.Parens(use.Parent())
		if call, ok := sel.Parent().Node().(*ast.CallExpr); ok && sel.ParentEdgeKind() == edge.CallExpr_Fun {
			if c.writes(call) {
				return call
			}
		}
	case edge.CallExpr_Args:
		// fmt.Fprint(buf, data)
		call := use.Parent().Node().(*ast.CallExpr)
		if fn, ok := typeutil.Callee(c.info, call).(*types.Func); ok && writesTo(fn) && c.variable(call.Args) {
			return call
		}
	case edge.StarExpr_X:
		return c.appends(use)
	}
	return nil
}

// writes reports whether call is a method of bytes.Buffer that adds an amount of
// data that is not constant.
func (c *capper) writes(call *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(c.info, call).(*types.Func)
	if !ok {
		return false
	}
	switch fn.FullName() {
	case "(*bytes.Buffer).Write", "(*bytes.Buffer).WriteString", "(*bytes.Buffer).ReadFrom":
		return c.variable(call.Args)
	}
	return false
}

// variable reports whether one of the arguments is not constant.
func (c *capper) variable(args []ast.Expr) bool {
	for _, arg := range args {
		if c.info.Types[arg].Value == nil && !c.constantBytes(arg) {
			return true
		}
	}
	return false
}

// constantBytes reports whether e is []byte("constant").
func (c *capper) constantBytes(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && source.IsConversion(c.info, call) && c.info.Types[call.Args[0]].Value != nil
}

// writesTo reports whether fn is a function of the standard library that copies its
// other arguments to a writer.
func writesTo(fn *types.Func) bool {
	switch fn.FullName() {
	case "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "io.Copy", "io.WriteString", "encoding/json.Indent", "encoding/json.Compact",
		"(*text/template.Template).Execute", "(*html/template.Template).Execute":
		return true
	}
	return false
}

// appends returns s for s of the form *p = append(…, data...), nil for others.
func (c *capper) appends(use inspector.Cursor) ast.Node {
	star := source.Parens(use.Parent())
	if star.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return nil
	}
	s := star.Parent().Node().(*ast.AssignStmt)
	if len(s.Rhs) != 1 {
		return nil
	}
	call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(c.info, call, "append") || !call.Ellipsis.IsValid() || !c.variable(call.Args[1:]) {
		return nil
	}
	return s
}

// guarded reports whether the author has thought of the size: where an object of the
// pool is put back, or where the function that does so is called.
func (c *capper) guarded(put *pools.Put) bool {
	for _, other := range c.Puts {
		if other.Pool == put.Pool && c.asksSize(other.Func) {
			return true
		}
	}
	return false
}

// asksSize reports whether a condition in n mentions a length or capacity.
func (c *capper) asksSize(n ast.Node) bool {
	if n == nil {
		return false
	}
	for m := range ast.Preorder(n) {
		cond, ok := condition(m)
		if !ok {
			continue
		}
		for e := range ast.Preorder(cond) {
			if id, ok := e.(*ast.Ident); ok && sized(id.Name) {
				return true
			}
		}
	}
	return false
}

func condition(n ast.Node) (ast.Expr, bool) {
	switch n := n.(type) {
	case *ast.IfStmt:
		return n.Cond, true
	case *ast.CaseClause:
		return &ast.CallExpr{Fun: ast.NewIdent("_"), Args: n.List}, true
	case *ast.SwitchStmt:
		return n.Tag, n.Tag != nil
	}
	return nil, false
}

// sized reports whether a name is about size.
func sized(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"cap", "len", "size", "max", "limit"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

func (c *capper) report(put *pools.Put, grown ast.Node) {
	message := fmt.Sprintf("%s goes back to %s however big it has become: one large use keeps its memory for all small ones", put.Var.Name(), put.Name())
	f := rule.Finding{
		At: put.Call, Message: message,
		Related: []analysis.RelatedInformation{{Pos: grown.Pos(), End: grown.End(), Message: "grows with the data here"}},
	}
	if f.Edits = c.fix(put); f.Edits != nil {
		f.Title = "put " + put.Var.Name() + " back only up to 64 KiB"
		f.Class = rule.Review(rule.Retention.Caveat("buffers above 64 KiB are not reused"))
	}
	c.pass.Report(f)
}

// fix returns the edits that guard a Put of a bytes.Buffer.
//
//	pool.Put(buf)              defer pool.Put(buf)
//	-------------------------  -----------------------------
//	if buf.Cap() <= 1<<16 {    defer func() {
//	        pool.Put(buf)              if buf.Cap() <= 1<<16 {
//	}                                          pool.Put(buf)
//	                                   }
//	                           }()
func (c *capper) fix(put *pools.Put) []source.TextEdit {
	if !source.IsNamed(put.Var.Type(), "bytes", "Buffer") || !flow.Names(c.info, put.Arg, put.Var) {
		return nil
	}
	kind := put.Cur.ParentEdgeKind()
	deferred := kind == edge.DeferStmt_Call
	if kind != edge.ExprStmt_X && !deferred {
		return nil
	}
	cur := put.Cur.Parent()
	s := cur.Node()
	if _, _, ok := source.StmtList(cur); !ok || put.File.HasComment(s.Pos(), s.End()) {
		return nil
	}
	if deferred && (len(c.Pkg.Writes(put.Var)) > 0 || !c.steady(source.Receiver(c.info, put.Call))) {
		return nil // the literal would see another buffer, or another pool
	}
	in := put.File.Indent(s.Pos())
	guard := func(in string) string {
		return fmt.Sprintf("if %s.Cap() <= 1<<16 {\n%s\t%s\n%s}", put.Var.Name(), in, put.File.Text(put.Call), in)
	}
	text := guard(in)
	if deferred {
		text = fmt.Sprintf("defer func() {\n%s\t%s\n%s}()", in, guard(in+"\t"), in)
	}
	return []source.TextEdit{source.ReplaceNode(s, text)}
}

// steady reports whether no part of e, a pool, is ever assigned to.
func (c *capper) steady(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.IndexExpr, *ast.StarExpr:
			return false
		case *ast.Ident:
			if v, ok := c.info.Uses[n].(*types.Var); ok && !v.IsField() && reassigned(c.Pkg, v) {
				return false
			}
		}
	}
	return true
}

// reassigned reports whether an assignment gives v itself a new value.
func reassigned(pkg *source.Package, v *types.Var) bool {
	for _, use := range pkg.Uses(v) {
		if source.Parens(use).ParentEdgeKind() == edge.AssignStmt_Lhs {
			return true
		}
	}
	return false
}
