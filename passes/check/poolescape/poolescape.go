// Package poolescape defines an analyzer that finds pooled memory which is still in
// use after it went back to its pool.
//
// Invariant: a finding names a path on which the object, or memory that is surely
// part of it, is used although another goroutine may own it by then.
//
// Model: package pools lists what is put back, package flow what runs afterwards.
//
// What it blurs: two conditions that exclude one another are recognised only if
// they share a variable; the pass is silent then, be they exclusive or not.
//
// # Analyzer poolescape
//
// poolescape: do not use or return pooled memory after Put
//
// After Put the object belongs to whoever calls Get next. Bytes of a buffer that
// went back are overwritten under the reader's eyes:
//
//	buf := pool.Get().(*bytes.Buffer)
//	buf.Reset()
//	defer pool.Put(buf)
//	render(buf)
//	return buf.Bytes() // returned after the deferred Put
//
// Reported are: a use of the variable after Put; a second Put of it; a use of a
// local variable that shares its memory (b := buf.Bytes(), b := *p, b := p[:n]); a
// result that does, when the Put is deferred.
//
// Conditions:
//   - the argument of Put is a local variable, or a slice or the address of one, and
//     no function literal but the deferred one that puts it back mentions it;
//   - a path leads from the Put to the use without a new value for the variable;
//   - Put and use do not hang on conditions with a common variable;
//   - a Put inside a deferred function literal is unconditional, or depends on the
//     object's size alone;
//   - functions of the package that always put back a parameter count as Put.
//
// Class: report only. Where the memory should have been copied, and whether it must
// be, is for the author to say.
//
// Not reported: comparisons with nil; functions with select or goto; fields of the
// object; uses in other goroutines; tests.
package poolescape

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed poolescape.go
var docText string

// Rule is the poolescape check.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("check/poolescape", docText, run, pools.Analyzer),
}

func run(pass *rule.Pass) {
	c := &checker{pass: pass, Index: pools.Of(pass.Pass), seen: make(map[ast.Node]bool)}
	for _, put := range c.Puts {
		switch {
		case !c.followed(put):
			continue // the variable may change or be read where we do not look
		case put.Defer != nil:
			c.results(put)
		default:
			c.uses(put)
		}
	}
}

type checker struct {
	pass *rule.Pass
	*pools.Index
	seen map[ast.Node]bool
}

// followed reports whether everything that happens to the variable of put is seen
// in the body of its function.
func (c *checker) followed(put *pools.Put) bool {
	if put.Var == nil || put.Func == nil || c.Graph(put.Func) == nil {
		return false
	}
	if !put.Addressed() && !pools.IsReference(put.Var.Type()) {
		return false // a copy went back
	}
	for _, use := range c.Pkg.Uses(put.Var) {
		fn, ok := source.EnclosingFunc(use)
		if !ok || fn.Node() != put.Func && !within(put.Defer, use.Node()) {
			return false
		}
	}
	return true
}

func within(d *ast.DeferStmt, n ast.Node) bool {
	return d != nil && d.Pos() <= n.Pos() && n.End() <= d.End()
}

// uses reports the first uses of the object on each path that begins at the Put.
func (c *checker) uses(put *pools.Put) {
	if _, isGo := put.Cur.Parent().Node().(*ast.GoStmt); isGo {
		return // runs at an unknown time
	}
	info := c.Pkg.Info
	aliases := c.aliases(put)
	c.Graph(put.Func).After(put.Call, func(n ast.Node) bool {
		if !flow.InScope(n, put.Var) {
			return false
		}
		for _, use := range c.mentions(n, put.Var) {
			if !harmless(use) {
				c.report(put, use, put.Var)
				return false
			}
		}
		for _, a := range aliases {
			for _, use := range c.mentions(n, a) {
				c.report(put, use, a)
			}
		}
		return !flow.Sets(info, n, put.Var)
	})
}

// aliases returns the local variables that share the memory of the object.
func (c *checker) aliases(put *pools.Put) []*types.Var {
	if len(c.Pkg.Writes(put.Var)) > 0 {
		return nil // an alias may be of an earlier object
	}
	var out []*types.Var
	for n := range ast.Preorder(source.Body(put.Func)) {
		id, ok := n.(*ast.Ident)
		if !ok || id.Pos() > put.Call.Pos() {
			continue
		}
		if a, ok := c.Pkg.Info.Defs[id].(*types.Var); ok && c.IsAlias(a, put.Var) && !c.Pkg.InLiteral(a) {
			out = append(out, a)
		}
	}
	return out
}

// mentions returns the uses of v in the node n of a graph, but not the v of v = x.
func (c *checker) mentions(n ast.Node, v *types.Var) []inspector.Cursor {
	var out []inspector.Cursor
	for _, use := range c.Pkg.Uses(v) {
		if n.Pos() <= use.Node().Pos() && use.Node().End() <= n.End() && !target(n, use.Node()) {
			out = append(out, use)
		}
	}
	return out
}

func target(n, id ast.Node) bool {
	s, ok := n.(*ast.AssignStmt)
	if !ok || s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		return false
	}
	for _, lhs := range s.Lhs {
		if ast.Unparen(lhs) == id {
			return true
		}
	}
	return false
}

// harmless reports whether a use only asks whether the variable is nil.
func harmless(use inspector.Cursor) bool {
	b, ok := source.Parens(use).Parent().Node().(*ast.BinaryExpr)
	return ok && (b.Op == token.EQL || b.Op == token.NEQ)
}

// results reports the results that share the memory which a deferred Put gives
// away before the caller sees them.
func (c *checker) results(put *pools.Put) {
	if !c.certain(put) || len(c.Pkg.Writes(put.Var)) > 0 && !put.Addressed() {
		return // the memory may be another one, or stay with the caller
	}
	c.Graph(put.Func).After(put.Defer, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		for _, r := range ret.Results {
			if c.SharesMemory(r, put.Var) {
				if cur, ok := put.File.Cursor.FindNode(r); ok {
					c.reportResult(put, cur)
				}
			}
		}
		return true
	})
}

// certain reports whether a deferred Put runs whatever happened before.
func (c *checker) certain(put *pools.Put) bool {
	for cur := range put.Cur.Enclosing() {
		switch n := cur.Node().(type) {
		case *ast.DeferStmt:
			return true
		case *ast.IfStmt:
			if !pools.SizeTest(c.Pkg.Info, n.Cond, put.Var) {
				return false
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
			return false
		case *ast.BlockStmt:
			if leavesEarly(n, put.Call) {
				return false
			}
		}
	}
	return false
}

// leavesEarly reports whether a return in block may skip the call.
func leavesEarly(block *ast.BlockStmt, call ast.Node) bool {
	for n := range ast.Preorder(block) {
		if ret, ok := n.(*ast.ReturnStmt); ok && ret.Pos() < call.Pos() {
			return true
		}
	}
	return false
}

func (c *checker) report(put *pools.Put, use inspector.Cursor, v *types.Var) {
	if c.seen[use.Node()] || flow.Related(c.Pkg.Info, put.Cur, use) {
		return
	}
	c.seen[use.Node()] = true
	what := v.Name() + " is used after"
	if v != put.Var {
		what = fmt.Sprintf("%s shares the memory of %s and is used after", v.Name(), put.Var.Name())
	} else if c.putsAgain(use, v) {
		what = v.Name() + " is put back twice, here after"
	}
	c.pass.Report(rule.Finding{
		At:      use.Node(),
		Message: fmt.Sprintf("%s %s went back to %s: another goroutine may own it", what, put.Var.Name(), put.Name()),
		Related: []analysis.RelatedInformation{{Pos: put.Call.Pos(), End: put.Call.End(), Message: "put back here"}},
	})
}

func (c *checker) putsAgain(use inspector.Cursor, v *types.Var) bool {
	for _, p := range c.Puts {
		if p.Var == v && p.Call.Pos() <= use.Node().Pos() && use.Node().End() <= p.Call.End() {
			return true
		}
	}
	return false
}

func (c *checker) reportResult(put *pools.Put, result inspector.Cursor) {
	if c.seen[result.Node()] || flow.Related(c.Pkg.Info, put.Cur, result) {
		return
	}
	c.seen[result.Node()] = true
	c.pass.Report(rule.Finding{
		At:      result.Node(),
		Message: fmt.Sprintf("the result shares the memory of %s, which the deferred Put gives back to %s: the caller reads what another goroutine writes", put.Var.Name(), put.Name()),
		Related: []analysis.RelatedInformation{{Pos: put.Defer.Pos(), End: put.Defer.End(), Message: "put back here"}},
	})
}
