package appendto

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

const (
	// freeBytes is the size in bytes up to which the compiler puts a slice of variable length on the
	// stack (cmd/compile, -d=variablemakethreshold, since Go 1.25).
	freeBytes = 32
	// frameBytes is the size in bytes of the longest encoded text that goes on the stack.
	frameBytes = 512
	// longestSum is the length of the longest sum of the standard library, of SHA-512.
	longestSum = 64
)

// encoded encodes few bytes on the stack, where EncodeToString makes a slice, and then a
// string of it. The edits leave the argument alone, in which there may be another fix.
//
//	hex.EncodeToString(sum[:])
//	-------------------------------------------------------
//	string(hex.AppendEncode(make([]byte, 0, 2*len(sum)), sum[:]))
func (a *appender) encoded(m maker, cur inspector.Cursor) {
	sel, ok := ast.Unparen(m.call.Fun).(*ast.SelectorExpr)
	if !ok || !m.reads || !a.valueOnly(cur) {
		return
	}
	if sum, ok := source.CallTo(a.Info, m.call.Args[0], "hash", "Hash.Sum"); ok && a.streams(cur, source.Receiver(a.Info, sum)) {
		return // refused at the sum
	}
	n, ok := a.mostBytes(m.call.Args[0])
	if !ok {
		a.Refuse(m.call, "nothing says how many bytes are encoded")
		return
	}
	known := stdlib.Of(source.Func(a.Info, m.call))
	length := map[string]func(int) int{
		"encoding/hex": hex.EncodedLen, "encoding/base64": base64.StdEncoding.EncodedLen, "encoding/base32": base32.StdEncoding.EncodedLen,
	}[known.Path]
	if n > frameBytes || length(int(n)) <= freeBytes || length(int(n)) > frameBytes {
		return
	}
	need := length(int(n))
	buffer := verbs.Buffer(need)
	if sum := a.wholeArray(m.call.Args[0]); sum != nil && known.Path == "encoding/hex" && a.Universe(m.call.Pos(), "len") {
		buffer = "make([]byte, 0, 2*len(" + a.Text(sum) + "))" // which is constant
	}
	if effect.Room(a.Pkg, cur, need) < need {
		return // the function may call itself
	}
	a.Report(rule.Finding{
		At:      m.call,
		Message: m.name + " makes a slice, and a string of it",
		Title:   "Encode on the stack, and make the string of that",
		Edits: []source.TextEdit{
			source.Insert(m.call.Pos(), "string("),
			source.ReplaceNode(sel.Sel, "AppendEncode"),
			source.Insert(m.call.Args[0].Pos(), buffer+", "),
			source.Insert(m.call.End(), ")"),
		},
	})
}

// wholeArray returns x, the path to an array, of x[:]; nil for other expressions.
func (a *appender) wholeArray(e ast.Expr) ast.Expr {
	all, ok := ast.Unparen(e).(*ast.SliceExpr)
	if !ok || all.Low != nil || all.High != nil || !source.IsPath(all.X) || !source.IsA[*types.Array](typefact.Pointee(a.Info.TypeOf(all.X))) {
		return nil
	}
	return all.X
}

// valueOnly reports whether the call at cur may become a conversion: it is no statement, and no
// operand of a concatenation, which has its own fix.
func (a *appender) valueOnly(cur inspector.Cursor) bool {
	switch parent := source.Parens(cur).Parent().Node().(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
		return false
	case *ast.BinaryExpr:
		return parent.Op != token.ADD
	}
	return true
}

// mostBytes returns the largest length of e, if e is a slice of an array, a slice with a constant end,
// one made in a constant length, or the sum of a hash. ok is false for others.
func (a *appender) mostBytes(e ast.Expr) (n int64, ok bool) {
	if value, only := a.Pkg.Only(e); only {
		e = value
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.SliceExpr:
		end, ok := int64(0), false
		if e.High != nil {
			end, ok = source.IntConst(a.Info, e.High)
		}
		of := source.Core(a.Info.TypeOf(e.X))
		if pointer, isPointer := of.(*types.Pointer); isPointer {
			of = pointer.Elem().Underlying()
		}
		if array, isArray := of.(*types.Array); !ok && isArray {
			end, ok = array.Len(), true
		}
		if start, isConst := source.IntConst(a.Info, e.Low); e.Low != nil && isConst {
			end -= start
		}
		return end, ok && end >= 0
	case *ast.CallExpr:
		if source.IsBuiltin(a.Info, e, "make") && len(e.Args) > 1 {
			return source.IntConst(a.Info, e.Args[1])
		}
		if _, sums := source.CallTo(a.Info, e, "hash", "Hash.Sum"); sums {
			before, ok := a.mostBytes(e.Args[0])
			return longestSum + before, ok || a.Info.Types[e.Args[0]].IsNil()
		}
	}
	return 0, false
}
