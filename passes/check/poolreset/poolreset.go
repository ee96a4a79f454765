// Package poolreset defines an analyzer that finds pooled buffers which still hold
// the contents of their previous user.
//
// Invariant: a finding names two places that together are the fault: one that puts
// an object back with contents, and one that takes it and adds to them.
//
// Model: on the paths from Get, the first thing that happens to the object counts;
// on the paths to Put, the last. An event is a cleaning (Reset and the like), a use,
// or something that this pass does not understand, which ends the path in silence.
//
// What it blurs: objects of the program's own types, which may be cleaned field by
// field, are not looked at.
//
// # Analyzer poolreset
//
// poolreset: reset what comes out of a sync.Pool
//
// An object from a pool is as its last user left it:
//
//	buf := pool.Get().(*bytes.Buffer)
//	fmt.Fprintf(buf, "id=%d", id) // appends to another request's bytes
//	send(buf.Bytes())
//	pool.Put(buf)
//
// Reported is the Get, if all of this holds:
//   - the object is a bytes.Buffer, strings.Builder, hash.Hash, bufio.Reader or
//     Writer, a Reader or Writer of compress/flate, gzip or zlib, or a slice;
//   - on some path, before anything that may clean it, it is written to, read from,
//     or appended to;
//   - some Put of the same pool is reached on a path where the object was written
//     to and not cleaned since, be it directly, by a deferred call, or in a function
//     of the package that puts back its parameter.
//
// Cleaning is Reset, Truncate(0), a slice [:0], and any assignment to the variable or
// to what it points to. Passing the object to a function outside the standard
// library, storing or capturing it ends the search: it may be cleaned there.
//
// Fix, for buffers, builders, hashes and slices that come directly from Get: a Reset,
// or [:0], in the line after.
//
// Class: review, "what the previous user left is dropped": that is the purpose, and
// it changes what the program does.
//
// Not reported: functions with select or goto; Gets in tests.
package poolreset

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed poolreset.go
var docText string

// Rule is the poolreset check.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("check/poolreset", docText, run, pools.Analyzer),
}

func run(pass *rule.Pass) {
	c := &checker{pass: pass, Index: pools.Of(pass.Pass), info: pass.TypesInfo}
	for _, get := range c.Gets {
		if get.Pool == nil || get.Var == nil || kindOf(get.Var.Type()) == other {
			continue
		}
		if get.Via != nil && get.Via.Var != nil && c.cleansIn(get.Via.Func, get.Via.Var) {
			continue // cleaned before we see it
		}
		if !c.usedUnclean(get) {
			continue
		}
		if put := c.uncleanPut(get.Pool); put != nil {
			c.report(get, put)
		}
	}
}

type checker struct {
	pass *rule.Pass
	*pools.Index
	info *types.Info
}

// usedUnclean reports whether a path from get adds to the object, or reads it,
// before anything cleans it.
func (c *checker) usedUnclean(get *pools.Get) bool {
	g := c.Graph(get.Func)
	return g != nil && c.dirtyAfter(g, get.Stmt, get.Var, true)
}

// dirtyAfter reports whether v is used unclean after the statement s. follow says
// to look at the variables b of b := *v, too.
func (c *checker) dirtyAfter(g *flow.Graph, s ast.Node, v *types.Var, follow bool) bool {
	dirty := false
	g.After(s, func(n ast.Node) bool {
		if dirty || !flow.InScope(n, v) {
			return false
		}
		if _, isDefer := n.(*ast.DeferStmt); isDefer {
			return true // runs after all that matters here
		}
		if b := c.copied(n, v); b != nil {
			dirty = follow && c.dirtyAfter(g, n, b, false)
			return false
		}
		switch c.event(n, v) {
		case use:
			dirty = true
			return false
		case clean, unknown:
			return false
		}
		return true
	})
	return dirty
}

// copied returns b if n is b := *v.
func (c *checker) copied(n ast.Node, v *types.Var) *types.Var {
	s, ok := n.(*ast.AssignStmt)
	if !ok || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return nil
	}
	star, ok := ast.Unparen(s.Rhs[0]).(*ast.StarExpr)
	if !ok || !flow.Names(c.info, star.X, v) {
		return nil
	}
	b, _ := c.Pkg.LocalVar(s.Lhs[0])
	return b
}

// uncleanPut returns a Put of pool which an object reaches with contents.
func (c *checker) uncleanPut(pool types.Object) *pools.Put {
	for _, put := range c.Puts {
		if put.Pool != pool || put.Var == nil || kindOf(put.Var.Type()) == other {
			continue
		}
		if put.Via != nil && c.cleansIn(put.Via.Func, put.Via.Var) {
			continue
		}
		if c.emptied(put.Arg) || put.Defer != nil && c.cleansLater(put) {
			continue
		}
		if c.reachesUnclean(put) {
			return put
		}
	}
	return nil
}

// reachesUnclean reports whether a path leads from a write to the object to the Put,
// or to the end of the function if it is deferred, without a cleaning.
func (c *checker) reachesUnclean(put *pools.Put) bool {
	g := c.Graph(put.Func)
	if g == nil {
		return false
	}
	var writes []ast.Node
	g.FromEntry(func(n ast.Node) bool {
		if c.fills(n, put.Var) {
			writes = append(writes, n)
		}
		return true
	})
	found := false
	for _, w := range writes {
		g.After(w, func(n ast.Node) bool {
			if found || !flow.InScope(n, put.Var) {
				return false
			}
			if _, isDefer := n.(*ast.DeferStmt); isDefer {
				return true
			}
			_, returns := n.(*ast.ReturnStmt)
			if put.Defer != nil && returns || put.Defer == nil && source.Contains(n, put.Call) {
				found = true
				return false
			}
			e := c.event(n, put.Var)
			return e != clean && e != unknown
		})
	}
	return found
}

// fills reports whether n surely leaves contents in the object that v holds.
func (c *checker) fills(n ast.Node, v *types.Var) bool {
	if k := kindOf(v.Type()); k == slice || k == slicePointer {
		// v = append(…)  or  *v = append(…)
		s, ok := n.(*ast.AssignStmt)
		if !ok || !c.appended(s, s.Lhs[0]) {
			return false
		}
		star, ok := s.Lhs[0].(*ast.StarExpr)
		return flow.Names(c.info, s.Lhs[0], v) || ok && flow.Names(c.info, star.X, v)
	}
	_, isDefer := n.(*ast.DeferStmt)
	return !isDefer && c.event(n, v) == use
}

// cleansLater reports whether a deferred call of the function cleans the object.
func (c *checker) cleansLater(put *pools.Put) bool {
	for n := range ast.Preorder(source.Body(put.Func)) {
		if d, ok := n.(*ast.DeferStmt); ok && c.cleansIn(d, put.Var) {
			return true
		}
	}
	return false
}

// cleansIn reports whether something in n may clean what v holds.
func (c *checker) cleansIn(n ast.Node, v *types.Var) bool {
	for _, cur := range c.Pkg.Uses(v) {
		if source.Contains(n, cur.Node()) {
			if e := c.eventOf(cur, kindOf(v.Type())); e == clean || e == unknown {
				return true
			}
		}
	}
	return false
}

func (c *checker) report(get *pools.Get, put *pools.Put) {
	v := get.Var.Name()
	message := fmt.Sprintf("%s is used as it comes out of %s, with what its previous user left in it", v, get.Name())
	f := rule.Finding{
		At: get.Call, Message: message,
		Related: []analysis.RelatedInformation{{Pos: put.Call.Pos(), End: put.Call.End(), Message: "put back with contents here"}},
	}
	if e, ok := c.fix(get); ok {
		f.Title = "clean " + v + " first"
		f.Class = rule.Review(rule.Contents.Caveat("what the previous user left is dropped"))
		f.Edits = []source.TextEdit{e}
	}
	c.pass.Report(f)
}

// fix returns the edit that cleans the object where it is taken.
//
//	buf := pool.Get().(*bytes.Buffer)
//	---------------------------------
//	buf := pool.Get().(*bytes.Buffer)
//	buf.Reset()
func (c *checker) fix(get *pools.Get) (e source.TextEdit, ok bool) {
	s := get.Stmt.(*ast.AssignStmt)
	cur, found := get.File.Cursor.FindNode(s)
	if get.Via != nil || len(s.Lhs) != 1 || !found {
		return e, false // nil may come out
	}
	if _, _, inList := source.StmtList(cur); !inList {
		return e, false
	}
	v := get.Var.Name()
	var line string
	switch kindOf(get.Var.Type()) {
	case buffer:
		line = v + ".Reset()"
	case slicePointer:
		line = fmt.Sprintf("*%s = (*%s)[:0]", v, v)
	case slice:
		line = fmt.Sprintf("%s = %s[:0]", v, v)
	default:
		return e, false // Reset needs an argument that only the author knows
	}
	return get.File.Below(s, line), true
}
