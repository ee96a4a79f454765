package presize

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A slice of unknown length that stays in the function gets at most frameBytes bytes and maxElems
// elements, and none if minElems elements do not fit. They are on the stack, as any make of constant size
// below 64 KiB that does not escape (cmd/compile/internal/ir, MaxImplicitStackVarSize). They have to be
// cleared, so they are few.
const (
	frameBytes = 512
	maxElems   = 64
	minElems   = 8
)

// onStack offers a capacity on the stack for the slice that d declares, which grows in
// a loop, or by functions of the library that append, and that stays in the function. It reports whether it does.
//
//	var out []T
//	-----------------------------------------------
//	// out stays on the stack up to this capacity.
//	out := make([]T, 0, 64)
func (p *presizer) onStack(d source.Decl) bool {
	if d.Stmt == nil || !p.Universe(d.Stmt.Pos(), "make") ||
		d.HasComment() || !p.nilBlind(d.Var) {
		return false
	}
	if def, ok := p.Pkg.Def(d.Var); !ok || effect.Recursive(p.Pkg, def) {
		return false
	}
	typ := p.typeOf(d)
	if typ == "" || !p.growsUnknown(d) {
		return false
	}
	n := p.roomOnStack(d, retain.EmptySlice)
	if n == 0 {
		return false
	}
	text := "make(" + typ + ", 0, " + strconv.FormatInt(n, 10) + ")"
	p.Report(rule.Finding{
		At:      d.Node(),
		Message: d.Var.Name() + " grows by append although it stays in the function",
		Title:   "Keep " + d.Var.Name() + " on the stack up to " + strconv.FormatInt(n, 10) + " elements",
		Edits:   append(d.Set(text), p.aboutStack(d)...),
	})
	return true
}

// stays says where a capacity comes from that nothing in the code tells.
func stays(d source.Decl) string {
	return "// " + d.Var.Name() + " stays on the stack up to this capacity."
}

// aboutStack returns the edit that puts lines above the declaration: by default what stays says. Bytes that were not made with
// another size need no such words: room for a short text is often made so.
func (p *presizer) aboutStack(d source.Decl, lines ...string) []source.TextEdit {
	if len(lines) == 0 && source.IsBytes(d.Var.Type().Underlying()) {
		return nil
	}
	at := d.Node()
	if at == d.Name || len(lines) > 1 { // var v, w T; what is declared above is no part of var (…)
		at = d.Stmt
	}
	if len(lines) == 0 {
		lines = []string{stays(d)}
	}
	return []source.TextEdit{p.Before(at, lines...)}
}

// elems returns the number of elements that the slice gets in at most frame bytes, a power of two: up to textBytes
// bytes, or maxElems other elements. It is 0 if the size of an element is 0 or not known.
func (p *presizer) elems(d source.Decl, frame int64) int64 {
	elem := d.Var.Type().Underlying().(interface{ Elem() types.Type }).Elem()
	size, ok := p.Pkg.Sizeof(elem)
	if !ok || size == 0 {
		return 0
	}
	n := int64(maxElems)
	if source.IsBytes(d.Var.Type().Underlying()) {
		n = textBytes
	}
	for n*size > frame {
		n /= 2
	}
	return n
}

// growsUnknown reports whether the slice grows in a loop that begins behind its
// declaration, or by a function that appends what nothing tells.
func (p *presizer) growsUnknown(d source.Decl) bool {
	return slices.ContainsFunc(p.Pkg.Uses(d.Var), func(use inspector.Cursor) bool {
		s, ok := use.Parent().Node().(*ast.AssignStmt)
		if !ok || use.ParentEdgeKind() != edge.AssignStmt_Lhs {
			return false
		}
		part, adds := p.added(s, d.Var)
		return adds && (part.Open || source.LoopSince(use, d.Stmt.Pos())) || p.adds(s, d.Var)
	})
}
