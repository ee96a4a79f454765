// Package sharedbuf defines an analyzer that finds package-level buffers which two
// goroutines may fill at the same time.
//
// Invariant: a finding is a function that overwrites a package variable and then uses
// what it wrote, and that may be running twice, with no lock in sight.
//
// Model: a static call graph of the package from the functions that may run
// concurrently (the roots) to the one that fills the buffer.
//
// What it blurs: whether anyone does run it twice. For an exported function only its
// callers know; where its documentation speaks of concurrency, the pass is silent.
//
// # Analyzer sharedbuf
//
// sharedbuf: do not keep scratch buffers in package variables
//
// A buffer that is made once and shared saves an allocation per call, and gives each
// caller the bytes of another as soon as there are two goroutines:
//
//	var digits [20]byte
//
//	func Format(n int) string {
//		b := strconv.AppendInt(digits[:0], int64(n), 10)
//		return string(b)
//	}
//
// A local array does not allocate either, if it does not escape; otherwise each
// goroutine, or a sync.Pool, can have its own.
//
// Reported is the first write to a buffer in a function, if all of this holds:
//   - the buffer is a variable of package level: a slice or array of basic type, a
//     bytes.Buffer, strings.Builder or hash.Hash;
//   - the function writes its elements, truncates or resets it, or appends to a part of
//     it, and on some path uses it afterwards;
//   - the function is a root, or roots reach it by static calls: exported functions
//     and methods outside commands (package main, and paths with cmd/), HTTP handlers, and
//     functions started by a go statement inside a loop;
//   - no function on the way calls a method Lock, RLock, TryLock, CompareAndSwap or Do,
//     or sync.OnceFunc and its kin;
//   - neither the documentation of the variable, nor of the function, nor of the
//     package, mentions concurrency, goroutines or threads.
//
// Class: report only.
//
// Not reported: init functions and initializers; assignments of a whole new value, as
// in a setter; writes through pointers or other variables; functions with select or
// goto; tests.
package sharedbuf

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed sharedbuf.go
var docText string

// Rule is the sharedbuf check.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("check/sharedbuf", docText, run),
}

func run(pass *rule.Pass) {
	s := &searcher{pass: pass, pkg: source.Of(pass.Pass), info: pass.TypesInfo}
	buffers := s.buffers()
	if len(buffers) == 0 || s.speaks() {
		return
	}
	reached := s.reach()
	for _, fn := range reached {
		for _, buf := range buffers {
			s.check(fn, buf)
		}
	}
}

type searcher struct {
	pass *rule.Pass
	pkg  *source.Package
	info *types.Info
}

// buffers lists the package variables that may serve as buffers, in source order.
func (s *searcher) buffers() []*types.Var {
	var out []*types.Var
	for _, f := range s.files() {
		for _, decl := range f.Syntax.Decls {
			gd, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range gd.Specs {
				spec, ok := spec.(*ast.ValueSpec)
				if !ok || concurrent(gd.Doc, spec.Doc, spec.Comment) {
					continue
				}
				for _, name := range spec.Names {
					if v, ok := s.info.Defs[name].(*types.Var); ok && bufferType(v.Type()) {
						out = append(out, v)
					}
				}
			}
		}
	}
	return out
}

// files are the hand-written files that are not tests.
func (s *searcher) files() []*source.File {
	var out []*source.File
	for _, f := range s.pkg.Files {
		if !strings.HasSuffix(s.pkg.Fset.File(f.Syntax.FileStart).Name(), "_test.go") {
			out = append(out, f)
		}
	}
	return out
}

func bufferType(t types.Type) bool {
	for _, name := range []string{"bytes.Buffer", "strings.Builder", "hash.Hash", "hash.Hash32", "hash.Hash64"} {
		pkg, typ, _ := strings.Cut(name, ".")
		if source.IsNamed(t, pkg, typ) {
			return true
		}
	}
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return basic(t.Elem())
	case *types.Array:
		return basic(t.Elem())
	}
	return false
}

func basic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// speaks reports whether the documentation of the package is about concurrency.
func (s *searcher) speaks() bool {
	for _, f := range s.pkg.Files {
		if concurrent(f.Syntax.Doc) {
			return true
		}
	}
	return false
}

// concurrent reports whether one of the comments shows that its author has thought
// of concurrency.
func concurrent(docs ...*ast.CommentGroup) bool {
	for _, doc := range docs {
		text := strings.ToLower(doc.Text())
		for _, word := range []string{"concurren", "goroutine", "thread", "parallel", "race"} {
			if strings.Contains(text, word) {
				return true
			}
		}
	}
	return false
}

// check reports the first write to buf in the function, if what it writes is used
// afterwards.
func (s *searcher) check(fn reachedFunc, buf *types.Var) {
	for _, use := range s.pkg.Uses(buf) {
		in, ok := source.EnclosingFunc(use)
		if !ok || !source.Contains(fn.node, use.Node()) || !s.fills(use) {
			continue
		}
		g := flow.New(s.info, source.Body(in.Node()))
		if g == nil || !s.usedLater(g, use.Node(), buf) && !s.usedAtOnce(use) {
			continue
		}
		s.pass.Report(rule.Finding{
			At:      use.Node(),
			Message: fmt.Sprintf("%s is shared: %s, and may overwrite here what another goroutine is using", buf.Name(), fn.why),
		})
		return
	}
}

// usedLater reports whether a path leads from the write at n to a use of buf that is
// not itself a write.
func (s *searcher) usedLater(g *flow.Graph, n ast.Node, buf *types.Var) bool {
	used := false
	g.After(n, func(m ast.Node) bool {
		for _, use := range s.pkg.Uses(buf) {
			if source.Contains(m, use.Node()) && !s.fills(use) {
				used = true
			}
		}
		return !used
	})
	return used
}
