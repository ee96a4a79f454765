// Package check defines analyzers that look for mistakes with memory that is used again:
// objects of a sync.Pool, package-level buffers, and strings that share bytes.
//
// Invariant: a finding names places that together are the fault, and if one must run after
// the other there is a path between them.
//
// Model: package pools lists what is taken from a pool and put back, package retain says
// what one use of a variable does, package flow what may run afterwards. A check asks these
// three; it knows no function or method by its name.
//
// What it blurs: memory that reaches a field, another function or goroutine is lost sight
// of. Two conditions that exclude one another are recognised only if they share a variable.
// The checks are silent then, and in functions with select or goto, and in tests.
package check

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Rules lists the checks.
var Rules = []rule.Rule{PoolReset, PoolEscape, PoolCap, PoolMiss, SharedBuf, UnsafeView}

// A checker is one run of one check over a package.
type checker struct {
	pass *rule.Pass
	*pools.Index
	info *types.Info
	said map[ast.Node]bool
}

// named returns the check of that name. file is the text of the file with its documentation.
func named(name, file string, run func(*checker)) rule.Rule {
	a := rule.Analyzer("check/"+name, file, func(pass *rule.Pass) {
		run(&checker{pass: pass, Index: pools.Of(pass.Pass), info: pass.TypesInfo, said: make(map[ast.Node]bool)})
	}, pools.Analyzer)
	a.URL = "https://pkg.go.dev/github.com/unheap/unheap/passes/check#hdr-Analyzer_" + name
	return rule.Rule{Analyzer: a}
}

// report reports a mistake, once for each place. other is the second place that makes it one, which what describes.
func (c *checker) report(f rule.Finding, other ast.Node, what string) {
	at := f.At.(ast.Node)
	if c.said[at] {
		return
	}
	c.said[at] = true
	if other != nil {
		f.Related = []analysis.RelatedInformation{{Pos: other.Pos(), End: other.End(), Message: what}}
	}
	c.pass.Report(f)
}

// hasContents reports whether the object that v holds has contents that its next user would find: it is a slice, a
// pointer to a slice, or a buffer or stream of the standard library.
func hasContents(v *types.Var) bool {
	if v == nil {
		return false
	}
	known := stdlib.TypeOf(v.Type())
	return known.Buffer || known.Stream || sliceOf(v) != nil
}

// sliceOf returns the slice type of v, or of what v points to; nil if neither is a slice.
func sliceOf(v *types.Var) *types.Slice {
	s, _ := typefact.Pointee(v.Type()).Underlying().(*types.Slice)
	return s
}

// does returns what one use of a variable does to it. A use that puts it back counts as doing nothing.
func (c *checker) does(use inspector.Cursor) retain.Use {
	for _, put := range c.Puts {
		if source.Contains(put.Call, use.Node()) {
			return 0
		}
	}
	return retain.UseOf(c.Pkg, use)
}

// first returns what the first use of v in n does that changes the length of its contents or depends on it.
func (c *checker) first(n ast.Node, v *types.Var) retain.Use {
	for _, use := range c.Pkg.UsesIn(n, v) {
		if does := c.does(use); does&^retain.Writes != 0 {
			return does
		}
	}
	return 0
}

// mentions returns the uses of v in n, without the assigned v of v = x.
func (c *checker) mentions(n ast.Node, v *types.Var) []inspector.Cursor {
	return slices.DeleteFunc(c.Pkg.UsesIn(n, v), func(use inspector.Cursor) bool {
		return source.Parens(use).ParentEdgeKind() == edge.AssignStmt_Lhs
	})
}

// within reports whether all uses of v are in fn outside of function literals, or in the deferred call of one of puts.
func (c *checker) within(v *types.Var, fn ast.Node, puts ...*pools.Put) bool {
	return c.Pkg.Every(v, func(use inspector.Cursor) bool {
		in, ok := source.EnclosingFunc(use)
		return ok && in.Node() == fn || slices.ContainsFunc(puts, func(put *pools.Put) bool {
			return put.Defer != nil && source.Contains(put.Defer, use.Node())
		})
	})
}

func isDefer(n ast.Node) bool {
	_, ok := n.(*ast.DeferStmt)
	return ok
}
