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
//   - the object is a slice, or one of the buffers, hashes, readers and writers that
//     poolreset knows, and held by one local variable, which is not assigned again, captured
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

//go:embed poolmiss.go
var poolmissText string

// PoolMiss finds pooled objects that are not put back.
var PoolMiss = named("poolmiss", poolmissText, (*checker).poolmiss)

func (c *checker) poolmiss() {
	for _, get := range c.Gets {
		if get.Pool == nil || !hasContents(get.Var) || c.Graph(get.Func) == nil {
			continue
		}
		puts := c.PutsOf(get)
		switch {
		case !c.private(get, puts): // code elsewhere may put it back
		case len(puts) == 0:
			c.neverPut(get)
		case !stdlib.TypeOf(get.Var.Type()).Stream: // an error may have broken a stream, which then should not go back
			c.lostOnReturn(get, puts)
		}
	}
}

// private reports whether only the function of get, and what it defers, have access to the object.
func (c *checker) private(get *pools.Get, puts []*pools.Put) bool {
	kept := slices.ContainsFunc(c.Pkg.Uses(get.Var), func(use inspector.Cursor) bool { return c.does(use)&(retain.Sets|retain.Retains) != 0 })
	return !kept && c.within(get.Var, get.Func, puts...) && len(c.Pkg.Writes(get.Var)) == 0
}

// neverPut reports a Get whose object is put back nowhere, if other objects of its pool are.
func (c *checker) neverPut(get *pools.Get) {
	if slices.ContainsFunc(c.Puts, func(put *pools.Put) bool { return put.Pool == get.Pool && put.Func != get.Func }) {
		message := fmt.Sprintf("%s is never put back to %s", get.Var.Name(), get.Name())
		c.report(rule.Finding{At: get.Call, Message: message}, nil, "")
	}
}

// lostOnReturn reports the returns between the Get and a Put that follows it in the same list of statements. Other
// Puts depend on conditions, which the returns may share.
func (c *checker) lostOnReturn(get *pools.Get, puts []*pools.Put) {
	list, i, ok := source.StmtList(get.Stmt)
	if !ok {
		return
	}
	var last ast.Node
	for _, put := range puts {
		stmt, ok := put.Stmt()
		for _, s := range list[i+1:] {
			if ok && s == stmt.Node() || put.Defer == s {
				last = s
			}
		}
	}
	if last == nil {
		return
	}
	c.Graph(get.Func).After(get.Call, func(n ast.Node) bool {
		puts := slices.ContainsFunc(puts, func(put *pools.Put) bool { return source.Contains(n, put.Call) })
		if puts || !flow.InScope(n, get.Var) || flow.Sets(c.info, n, get.Var) {
			return false
		}
		if ret, ok := n.(*ast.ReturnStmt); ok && ret.Pos() < last.Pos() && !c.guardedReturn(get, ret) {
			message := fmt.Sprintf("%s is not put back to %s on this return", get.Var.Name(), get.Name())
			c.report(rule.Finding{At: ret, Message: message}, get.Call, "taken here")
		}
		return true
	})
}

// guardedReturn reports whether a condition around ret concerns the object: whether it is nil, too big, or of the
// right type.
func (c *checker) guardedReturn(get *pools.Get, ret *ast.ReturnStmt) bool {
	cur, ok := get.File.Cursor.FindNode(ret)
	guards := flow.Guards(c.info, cur, get.Stmt.Node())
	return !ok || slices.ContainsFunc(get.Sets(c.info), func(obj types.Object) bool { return guards[obj] })
}
