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
package check

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"golang.org/x/tools/go/ast/inspector"
)

//go:embed poolreset.go
var poolresetText string

// PoolReset finds pooled objects that still have the contents of their previous user when they are used.
var PoolReset = named("poolreset", poolresetText, (*checker).poolreset)

func (c *checker) poolreset() {
	for _, get := range c.Gets {
		if get.Pool == nil || !hasContents(get.Var) || c.Graph(get.Func) == nil {
			continue
		}
		if get.Via != nil && get.Via.Var != nil && c.cleansIn(get.Via.Func, get.Via.Var) {
			continue // cleaned before the variable has it
		}
		if !c.usedUnclean(get) {
			continue
		}
		if put := c.uncleanPut(get.Pool); put != nil {
			c.reportUnclean(get, put)
		}
	}
}

// Uses after which an object is clean, or nothing is known of it.
const cleans = retain.Clears | retain.Sets | retain.Retains

// usedUnclean reports whether on some path from get the object is added to, or read, before anything cleans it.
// Deferred calls are left out: they run too late to matter.
func (c *checker) usedUnclean(get *pools.Get) bool {
	unclean := false
	c.Graph(get.Func).After(get.Call, func(n ast.Node) bool {
		if unclean || !flow.InScope(n, get.Var) || isDefer(n) {
			return !unclean && isDefer(n)
		}
		does := c.first(n, get.Var)
		unclean = does != 0 && does&cleans == 0
		return does == 0
	})
	return unclean
}

// uncleanPut returns a Put of the pool whose object may have contents; nil if there is none.
func (c *checker) uncleanPut(pool types.Object) *pools.Put {
	for _, put := range c.Puts {
		if put.Pool != pool || !hasContents(put.Var) || c.Graph(put.Func) == nil {
			continue
		}
		if put.Via != nil && c.cleansIn(put.Via.Func, put.Via.Var) {
			continue
		}
		if retain.Emptied(c.info, put.Arg) || put.Defer != nil && c.cleansLater(put) {
			continue
		}
		if c.reachesUnclean(put) {
			return put
		}
	}
	return nil
}

// reachesUnclean reports whether, without a cleaning in between, a path leads from a write to the object to the Put
// or, if the Put is deferred, to the end of the function.
func (c *checker) reachesUnclean(put *pools.Put) bool {
	g := c.Graph(put.Func)
	var writes []ast.Node
	g.FromEntry(func(n ast.Node) bool {
		if !isDefer(n) && c.first(n, put.Var)&retain.Adds != 0 {
			writes = append(writes, n)
		}
		return true
	})
	found := false
	for _, w := range writes {
		g.After(w, func(n ast.Node) bool {
			if found || !flow.InScope(n, put.Var) || isDefer(n) {
				return !found && isDefer(n)
			}
			_, returns := n.(*ast.ReturnStmt)
			found = put.Defer != nil && returns || put.Defer == nil && source.Contains(n, put.Call)
			return !found && c.first(n, put.Var)&cleans == 0
		})
	}
	return found
}

// cleansLater reports whether a deferred call of the function cleans the object.
func (c *checker) cleansLater(put *pools.Put) bool {
	return source.Any(source.Body(put.Func), func(n *ast.DeferStmt) bool { return c.cleansIn(n, put.Var) })
}

// cleansIn reports whether something in n may clean the object that v holds.
func (c *checker) cleansIn(n ast.Node, v *types.Var) bool {
	return slices.ContainsFunc(c.Pkg.UsesIn(n, v), func(use inspector.Cursor) bool { return c.does(use)&cleans != 0 })
}

func (c *checker) reportUnclean(get *pools.Get, put *pools.Put) {
	v := get.Var.Name()
	f := rule.Finding{
		At:      get.Call,
		Message: fmt.Sprintf("%s is used as it comes out of %s, with what its previous user left in it", v, get.Name()),
	}
	if line, ok := cleaning(get); ok {
		f.Title = "clean " + v + " first"
		f.Class = rule.Review(rule.Contents.Caveat("what the previous user left is dropped"))
		f.Edits = []source.TextEdit{get.File.Below(get.Stmt.Node().(ast.Stmt), line)}
	}
	c.report(f, put.Call, "put back with contents here")
}

// cleaning returns the line that cleans the object, to follow the statement with the Get; ok is false if there is
// none.
//
//	buf := pool.Get().(*bytes.Buffer)
//	---------------------------------
//	buf := pool.Get().(*bytes.Buffer)
//	buf.Reset()
func cleaning(get *pools.Get) (line string, ok bool) {
	_, _, inList := source.StmtList(get.Stmt)
	if get.Via != nil || get.MayBeNil() || !inList {
		return "", false
	}
	v := get.Var.Name()
	_, isSlice := get.Var.Type().Underlying().(*types.Slice)
	switch {
	case isSlice:
		return fmt.Sprintf("%s = %s[:0]", v, v), true
	case sliceOf(get.Var) != nil:
		return fmt.Sprintf("*%s = (*%s)[:0]", v, v), true
	}
	return v + ".Reset()", stdlib.TypeOf(get.Var.Type()).Buffer // the Reset of a stream needs an argument
}
