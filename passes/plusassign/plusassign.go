// Package plusassign defines an analyzer that writes s += x as s = s + x where the
// result can be on the stack.
//
// Invariant: the language defines the one by the other.
//
// Model: the compiler keeps a string of up to 32 bytes on the stack if the sum that makes
// it does not leave the function. It asks that of s + x, but not of s += x.
//
// What it blurs: how long the string becomes.
//
// # Analyzer plusassign
//
// plusassign: write s += x as s = s + x, whose result can be on the stack
//
//	key := user                  key := user
//	key += ":" + id        =>    key = key + ":" + id
//	return seen[key]             return seen[key]
//
// Conditions:
//   - s is a local variable and no result, whose address is not taken and which no literal captures;
//   - no loop between its declaration and the statement: there the result outlives the
//     iteration, and is on the heap either way;
//   - wherever s is read, its bytes are looked at and not kept: it is compared, looked up
//     in a map, indexed, ranged over, its length taken, copied by append, copy or a
//     conversion, or given to a function of the standard library that has no results but
//     numbers, booleans and errors.
//
// Class: safe.
package plusassign

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed plusassign.go
var docText string

// Rule is the plusassign rewrite.
var Rule = rule.New("plusassign", docText, run, "concat")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.AssignStmt)(nil)) {
		if v, ok := recognise(r, cur); ok && check(r, cur, v) {
			edit(r, cur.Node().(*ast.AssignStmt), v)
		}
	}
}

// recognise matches s += x, where s is a local string variable.
func recognise(r *rule.Run, cur inspector.Cursor) (*types.Var, bool) {
	s := cur.Node().(*ast.AssignStmt)
	if s.Tok != token.ADD_ASSIGN {
		return nil, false
	}
	v, ok := r.Pkg.LocalVar(s.Lhs[0])
	return v, ok && source.IsString(v.Type())
}

// check refuses strings that are on the heap in either form, or that are shared.
func check(r *rule.Run, cur inspector.Cursor, v *types.Var) bool {
	if r.Pkg.Captured(v) {
		return r.Refuse(cur.Node(), "a function literal, or a pointer, shares "+v.Name())
	}
	if source.LoopSince(cur, v.Pos()) {
		return r.Refuse(cur.Node(), v.Name()+" grows in a loop")
	}
	looked := v.Kind() != types.ResultVar && r.Pkg.Every(v, func(use inspector.Cursor) bool { return retain.LooksAt(r.Pkg, use, v) })
	return looked || r.Refuse(cur.Node(), v.Name()+" may leave the function")
}

// edit writes the sum out.
//
//	s += x
//	---------
//	s = s + x
func edit(r *rule.Run, s *ast.AssignStmt, v *types.Var) {
	r.Report(rule.Finding{
		At:      s,
		Message: v.Name() + " += … is on the heap even where " + v.Name() + " could be on the stack",
		Title:   "Write " + v.Name() + " = " + v.Name() + " + …",
		Class:   rule.Safe,
		Edits:   []source.TextEdit{source.Replace(s.TokPos, s.TokPos+token.Pos(len("+=")), "= "+v.Name()+" +")},
	})
}
