// Package poolmiss defines an analyzer that finds pooled objects which are not given
// back.
//
// Invariant: a finding is an object that only its function knows, and a return on
// which it is lost.
//
// Model: package flow walks from Get to the returns; a Put, or the registration of a
// deferred one, ends a path well.
//
// What it blurs: dropping an object is never wrong, it only costs the allocation that
// the pool was to save. Where it may be on purpose the pass is silent.
//
// # Analyzer poolmiss
//
// poolmiss: put back what comes out of a sync.Pool, on every path
//
//	buf := pool.Get().(*bytes.Buffer)
//	buf.Reset()
//	if err := encode(buf, v); err != nil {
//		return err // buf is lost to the pool
//	}
//	_, err := w.Write(buf.Bytes())
//	pool.Put(buf)
//	return err
//
// Reported are a Get without any Put, and a return between Get and Put.
//
// Conditions:
//   - the object is held by one local variable, which is not assigned again, captured
//     (but by a deferred function literal that puts it back), returned, stored, or
//     passed on, except to the standard library;
//   - for a return: the object is a bytes.Buffer, strings.Builder, hash.Hash or
//     slice, which no error can break; it is put back by a later statement of the
//     same list as the Get; and the conditions around the return do not mention it;
//   - for a Get without Put: some Put of the same pool exists in the package.
//
// Class: report only. Often a deferred Put is right, but it runs later.
//
// Not reported: paths that end in a panic; functions with select or goto; tests.
package poolmiss

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

//go:embed poolmiss.go
var docText string

// Rule is the poolmiss check.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("check/poolmiss", docText, run, pools.Analyzer),
}

func run(pass *rule.Pass) {
	c := &checker{pass: pass, Index: pools.Of(pass.Pass), info: pass.TypesInfo}
	for _, get := range c.Gets {
		if get.Var == nil || get.Pool == nil || c.Graph(get.Func) == nil {
			continue
		}
		puts := c.putsOf(get)
		if !c.private(get, puts) {
			continue // someone else may put it back
		}
		if len(puts) == 0 {
			c.never(get)
			continue
		}
		if unbreakable(get.Var.Type()) {
			c.returns(get, puts)
		}
	}
}

type checker struct {
	pass *rule.Pass
	*pools.Index
	info *types.Info
}

// putsOf returns the Puts of the object that get takes.
func (c *checker) putsOf(get *pools.Get) []*pools.Put {
	var puts []*pools.Put
	for _, put := range c.Puts {
		if put.Var == get.Var && put.Func == get.Func {
			puts = append(puts, put)
		}
	}
	return puts
}

// private reports whether only the function of get knows the object.
func (c *checker) private(get *pools.Get, puts []*pools.Put) bool {
	for _, use := range c.Pkg.Uses(get.Var) {
		if inPut(puts, use.Node()) {
			continue
		}
		fn, ok := source.EnclosingFunc(use)
		if !ok || fn.Node() != get.Func && !inDeferred(puts, use.Node()) || !c.kept(use) {
			return false
		}
	}
	return true
}

func inPut(puts []*pools.Put, n ast.Node) bool {
	for _, put := range puts {
		if source.Contains(put.Call, n) {
			return true
		}
	}
	return false
}

func inDeferred(puts []*pools.Put, n ast.Node) bool {
	for _, put := range puts {
		if put.Defer != nil && source.Contains(put.Defer, n) {
			return true
		}
	}
	return false
}

// kept reports whether one use of the variable leaves the object with its function.
func (c *checker) kept(use inspector.Cursor) bool {
	use = source.Parens(use)
	switch use.ParentEdgeKind() {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.IndexExpr_X:
		return true
	case edge.StarExpr_X:
		// The slice *p may be passed on: who gets it cannot put p back.
		_, slice := c.info.TypeOf(use.Parent().Node().(ast.Expr)).Underlying().(*types.Slice)
		return slice
	case edge.SelectorExpr_X:
		sel := source.Parens(use.Parent())
		fn, ok := c.info.Uses[use.Parent().Node().(*ast.SelectorExpr).Sel].(*types.Func)
		return ok && sel.ParentEdgeKind() == edge.CallExpr_Fun && standard(fn)
	case edge.CallExpr_Args:
		call := use.Parent().Node().(*ast.CallExpr)
		fn, ok := typeutil.Callee(c.info, call).(*types.Func)
		return ok && standard(fn) && !builds(fn) || source.IsBuiltin(c.info, call, "len", "cap", "append", "copy")
	}
	return false
}

// standard reports whether fn belongs to a package of the standard library that
// works on buffers.
func standard(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	first, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	switch first {
	case "bufio", "bytes", "compress", "encoding", "fmt", "hash", "html", "image", "io", "strings", "text":
		return true
	}
	return false
}

// builds reports whether fn may return a value that keeps its argument, so that
// the object lives on in it.
func builds(fn *types.Func) bool {
	return strings.HasPrefix(fn.Name(), "New") && fn.Name() != "NewEncoder" && fn.Name() != "NewDecoder"
}

// unbreakable reports whether an object of type t can be reused after any error.
func unbreakable(t types.Type) bool {
	for _, name := range []string{"bytes.Buffer", "strings.Builder", "hash.Hash", "hash.Hash32", "hash.Hash64"} {
		pkg, typ, _ := strings.Cut(name, ".")
		if source.IsNamed(t, pkg, typ) {
			return true
		}
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	_, slice := t.Underlying().(*types.Slice)
	return slice
}

// never reports a Get whose object is put back nowhere, if others of its pool are.
func (c *checker) never(get *pools.Get) {
	for _, put := range c.Puts {
		if put.Pool == get.Pool && put.Func != get.Func {
			c.report(get, get.Call, fmt.Sprintf("%s is never put back to %s", get.Var.Name(), get.Name()))
			return
		}
	}
}

// returns reports the returns between the Get and a Put that follows it in the
// same list of statements.
func (c *checker) returns(get *pools.Get, puts []*pools.Put) {
	cur, ok := get.File.Cursor.FindNode(get.Stmt)
	if !ok {
		return
	}
	list, i, ok := source.StmtList(cur)
	if !ok {
		return
	}
	last := lastPut(list[i+1:], puts)
	if last == nil {
		return // every Put hangs on a condition, as the returns may do
	}
	c.Graph(get.Func).After(get.Stmt, func(n ast.Node) bool {
		if inNode(puts, n) || !flow.InScope(n, get.Var) || flow.Sets(c.info, n, get.Var) {
			return false
		}
		if ret, ok := n.(*ast.ReturnStmt); ok && ret.Pos() < last.Pos() {
			c.lost(get, ret)
		}
		return true
	})
}

// lastPut returns the last statement of list that is, or defers, one of puts.
func lastPut(list []ast.Stmt, puts []*pools.Put) ast.Stmt {
	var last ast.Stmt
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok && inPut(puts, call) {
				last = s
			}
		case *ast.DeferStmt:
			if inDefer(puts, s) {
				last = s
			}
		}
	}
	return last
}

func inDefer(puts []*pools.Put, d *ast.DeferStmt) bool {
	for _, put := range puts {
		if put.Defer == d {
			return true
		}
	}
	return false
}

// inNode reports whether the node of a graph puts the object back, or sees to it.
func inNode(puts []*pools.Put, n ast.Node) bool {
	for _, put := range puts {
		if source.Contains(n, put.Call) {
			return true
		}
	}
	return false
}

// lost reports ret, unless a condition around it has to do with the object.
func (c *checker) lost(get *pools.Get, ret *ast.ReturnStmt) {
	cur, ok := get.File.Cursor.FindNode(ret)
	if !ok {
		return
	}
	guards := flow.Guards(c.info, cur, get.Stmt)
	for _, lhs := range get.Stmt.(*ast.AssignStmt).Lhs {
		if v, ok := c.Pkg.LocalVar(lhs); ok && guards[v] {
			return // nil, or too big, or not of the right type
		}
	}
	c.report(get, ret, fmt.Sprintf("%s is not put back to %s on this return", get.Var.Name(), get.Name()))
}

func (c *checker) report(get *pools.Get, at ast.Node, message string) {
	d := rule.Finding{At: at, Message: message}
	if at != get.Call {
		d.Related = []analysis.RelatedInformation{{Pos: get.Call.Pos(), End: get.Call.End(), Message: "taken here"}}
	}
	c.pass.Report(d)
}
