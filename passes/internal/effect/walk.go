package effect

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A Walk is a list of the parts of a string that is made for one loop. Its length may be used as
// well:
//
//	parts := strings.Split(s, ",")
//	… len(parts) …
//	for _, part := range parts { … }
type Walk struct {
	Decl source.Decl
	Call *ast.CallExpr   // strings.Split with a constant separator, strings.Fields or FieldsFunc
	Loop ast.Stmt        // ranges over parts, or over its indexes
	Body *ast.BlockStmt  // of Loop
	Lens []*ast.CallExpr // len(parts); none for Fields and FieldsFunc
	// Parts are the elements in Body, if Loop ranges over the indexes.
	Parts []*ast.IndexExpr
	// Counter is the index, which no iteration sets; nil if only Parts use it.
	Counter *types.Var
	// Moves says that the string may have another value where the list is used, and needs a name.
	Moves bool

	index *types.Var
}

// WalkOf returns the walk through the list v. In it the string may be split part by part, by
// strings.SplitSeq, FieldsSeq or FieldsFuncSeq of go1.24, or by strings.Cut or Index, and its
// separators may be counted, where the list is used: each use is reached once, and the separator has
// the same value there, as has the string, unless Moves is true. ok is false for other lists, and for
// lists of fields before go1.24.
func WalkOf(f *source.File, v *types.Var) (w Walk, ok bool) {
	pkg := f.Pkg
	if w.Decl, ok = f.DeclOf(v); !ok || !w.Decl.Typed() || len(w.Decl.Rest) == 0 || len(pkg.Writes(v)) > 0 || pkg.Captured(v) {
		return Walk{}, false
	}
	if w.Call, ok = splits(pkg, w.Decl.Value); !ok || f.Jumps(w.Call.Pos()) {
		return Walk{}, false
	}
	last := token.NoPos
	for _, use := range pkg.Uses(v) {
		use = source.Parens(use)
		if !w.takes(pkg, use) || !f.Spelled(w.Call, use.Node().Pos(), "Cut", "Index", "SplitSeq", "FieldsSeq", "FieldsFuncSeq", "Count") {
			return Walk{}, false
		}
		for range f.Misread(w.Call, use.Node().Pos()) {
			return Walk{}, false
		}
		last = max(last, use.Node().Pos())
	}
	if w.Loop == nil || Frames(pkg, w.Body) || !w.counts(pkg) {
		return Walk{}, false
	}
	w.Moves = !StableBetween(pkg, w.Call.Args[0], w.Call.Pos(), last) && (len(w.Lens) > 0 || w.Decl.Rest[0] != w.Loop)
	isSplit := source.Func(pkg.Info, w.Call).Name() == "Split"
	return w, (isSplit || len(w.Lens) == 0) && (isSplit || f.AtLeast("go1.24"))
}

// splits returns e as a call that makes the list, false for other expressions.
func splits(pkg *source.Package, e ast.Expr) (*ast.CallExpr, bool) {
	if call, ok := source.CallTo(pkg.Info, e, "strings", "Split"); ok {
		sep, isConst := source.StringConst(pkg.Info, call.Args[1])
		return call, isConst && sep != ""
	}
	if call, ok := source.CallTo(pkg.Info, e, "strings", "FieldsFunc"); ok {
		return call, Timeless(pkg, call.Args[1])
	}
	return source.CallTo(pkg.Info, e, "strings", "Fields")
}

// takes records what the list is used for at cur, and reports whether it is the one loop, or an
// element in it, or the length in a place that is reached once.
func (w *Walk) takes(pkg *source.Package, cur inspector.Cursor) bool {
	if part, ok := cur.Parent().Node().(*ast.IndexExpr); ok && cur.ParentEdgeKind() == edge.IndexExpr_X {
		w.Parts = append(w.Parts, part)
		return w.index != nil && pkg.Is(part.Index, w.index) && source.Contains(w.Body, part) && !pkg.Changes(cur.Parent())
	}
	call := source.ArgumentOf(cur)
	isLen := call != nil && source.IsBuiltin(pkg.Info, call, "len")
	head := cur
	if isLen {
		head = source.Parens(cur.Parent())
	}
	if w.goes(pkg, head, isLen) {
		around := head.Parent()
		for around.Node() != w.Loop {
			around = around.Parent()
		}
		return !source.LoopSince(around.Parent(), w.Decl.Stmt.Pos())
	}
	w.Lens = append(w.Lens, call)
	return isLen && !source.LoopSince(cur, w.Decl.Stmt.Pos())
}

// goes records the loop whose head ends in the list at cur, or in its length, and reports whether
// it is the first one.
//
//	for _, part := range parts     for i := range parts     for i := 0; i < len(parts); i++
func (w *Walk) goes(pkg *source.Package, cur inspector.Cursor, isLen bool) bool {
	if w.Loop != nil {
		return false
	}
	switch parent := cur.Parent().Node().(type) {
	case *ast.RangeStmt:
		if cur.ParentEdgeKind() != edge.RangeStmt_X || parent.Key != nil && parent.Tok != token.DEFINE && !source.IsBlank(parent.Key) {
			return false
		}
		if key, ok := parent.Key.(*ast.Ident); ok && key.Name != "_" {
			w.index, _ = pkg.Info.Defs[key].(*types.Var)
		} else if isLen || parent.Value != nil && parent.Tok != token.DEFINE {
			return false
		}
		w.Loop, w.Body = parent, parent.Body
	case *ast.BinaryExpr:
		loop, ok := cur.Parent().Parent().Node().(*ast.ForStmt)
		if !ok || !isLen || cur.Parent().ParentEdgeKind() != edge.ForStmt_Cond || cur.ParentEdgeKind() != edge.BinaryExpr_Y {
			return false
		}
		if w.index, _, ok = pkg.Counter(loop); !ok {
			return false
		}
		w.Loop, w.Body = loop, loop.Body
	default:
		return false
	}
	return true
}

// counts records whether the index is used for more than the parts, and reports whether no
// iteration sets it.
func (w *Walk) counts(pkg *source.Package) bool {
	if w.index != nil && pkg.Mentions(w.Body, w.index) > len(w.Parts) {
		w.Counter = w.index
	}
	return w.index == nil || !pkg.Captured(w.index) && !pkg.WrittenIn(w.index, w.Body.Pos(), w.Body.End())
}

// Timeless reports whether calls of the function e may be made at any time and in any order: it
// reads its arguments and what nothing changes, has no effect, and returns.
func Timeless(pkg *source.Package, e ast.Expr) bool {
	var s Summary
	if lit, isLit := ast.Unparen(e).(*ast.FuncLit); isLit {
		s = Of(pkg, lit.Body)
		for v := range s.Vars {
			if outside := v.Pos() < lit.Pos() || v.Pos() >= lit.End(); outside && len(pkg.Writes(v)) > 0 {
				return false
			}
		}
	} else if fn := source.Func(pkg.Info, &ast.CallExpr{Fun: e}); fn != nil && fn.Pkg() == pkg.Types {
		s = Function(pkg, fn)
	} else {
		known := stdlib.Of(fn)
		return known.Quiet && !known.Panics && !known.Methods && fn.Signature().Recv() == nil
	}
	return s.Inert()
}
