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
// local variable that shares its memory (b := buf.Bytes(), b := *p, b := p[:n], also by
// way of a function of the package, or as a string by package unsafe); a result that does,
// when the Put is deferred.
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
package check

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed poolescape.go
var poolescapeText string

// PoolEscape finds pooled memory that is still used after it was put back.
var PoolEscape = named("poolescape", poolescapeText, (*checker).poolescape)

func (c *checker) poolescape() {
	for _, put := range c.Puts {
		switch {
		case !c.followed(put): // the variable may be changed or read by code that is not looked at
		case put.Defer != nil:
			c.results(put)
		default:
			c.usesAfter(put)
		}
	}
}

// followed reports whether all uses of the variable of put are in the body of its function, and the value put back is
// not a copy.
func (c *checker) followed(put *pools.Put) bool {
	if put.Var == nil || c.Graph(put.Func) == nil || !put.Addressed() && !retain.IsReference(put.Var.Type()) {
		return false
	}
	return c.within(put.Var, put.Func, put)
}

// usesAfter reports, for each path that begins at the Put, the first uses of the object and of variables that share
// its memory, except comparisons with nil.
func (c *checker) usesAfter(put *pools.Put) {
	if _, isGo := put.Cur.Parent().Node().(*ast.GoStmt); isGo {
		return // it runs at a time that is not known
	}
	aliases := c.aliases(put)
	c.Graph(put.Func).After(put.Call, func(n ast.Node) bool {
		if !flow.InScope(n, put.Var) {
			return false
		}
		for _, use := range c.mentions(n, put.Var) {
			if _, compared := source.Parens(use).Parent().Node().(*ast.BinaryExpr); !compared {
				c.escapes(put, use, put.Var)
				return false
			}
		}
		for _, a := range aliases {
			for _, use := range c.mentions(n, a) {
				c.escapes(put, use, a)
			}
		}
		return !flow.Sets(c.info, n, put.Var)
	})
}

// aliases returns the local variables that share the memory of the object.
func (c *checker) aliases(put *pools.Put) []*types.Var {
	if len(c.Pkg.Writes(put.Var)) > 0 {
		return nil // an alias may share the memory of an earlier object
	}
	var out []*types.Var
	for id := range source.Idents(source.Body(put.Func)) {
		if a, ok := c.info.Defs[id].(*types.Var); ok && id.Pos() < put.Call.Pos() && retain.IsAlias(c.Pkg, a, put.Var) && !c.Pkg.InLiteral(a) {
			out = append(out, a)
		}
	}
	return out
}

// escapes reports a use of v, the object or an alias of it.
func (c *checker) escapes(put *pools.Put, use inspector.Cursor, v *types.Var) {
	if flow.Related(c.info, put.Cur, use) {
		return
	}
	what := v.Name() + " is used after"
	if v != put.Var {
		what = fmt.Sprintf("%s shares the memory of %s and is used after", v.Name(), put.Var.Name())
	}
	for _, other := range c.Puts {
		if other.Var == v && source.Contains(other.Call, use.Node()) {
			what = v.Name() + " is put back twice, here after"
		}
	}
	message := fmt.Sprintf("%s %s went back to %s: another goroutine may own it", what, put.Var.Name(), put.Name())
	c.report(rule.Finding{At: use.Node(), Message: message}, put.Call, "put back here")
}

// results reports the results that share memory which a deferred Put puts back before the caller sees them.
func (c *checker) results(put *pools.Put) {
	if !c.Always(put) || len(c.Pkg.Writes(put.Var)) > 0 && !put.Addressed() {
		return // the result may share other memory, or the Put may not run
	}
	c.Graph(put.Func).After(put.Defer, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		for _, r := range ret.Results {
			cur, ok := put.File.Cursor.FindNode(r)
			if ok && retain.SharesMemory(c.Pkg, r, put.Var) && !flow.Related(c.info, put.Cur, cur) {
				message := fmt.Sprintf("the result shares the memory of %s, which the deferred Put gives back to %s: the caller reads what another goroutine writes", put.Var.Name(), put.Name())
				c.report(rule.Finding{At: r, Message: message}, put.Defer, "put back here")
			}
		}
		return true
	})
}
