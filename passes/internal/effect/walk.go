package effect

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// A Walk is a list of the parts of a string that is made for one loop, and whose length
// may be asked for as well:
//
//	parts := strings.Split(s, ",")
//	… len(parts) …
//	for _, part := range parts { … }
type Walk struct {
	Decl source.Decl
	Call *ast.CallExpr // strings.Split with a constant separator, or strings.Fields
	Loop *ast.RangeStmt
	Lens []*ast.CallExpr // none of strings.Fields
}

// WalkOf returns the walk through the list v: one in which the string may be split, and its
// separators be counted, in the places in which the list is used, each once and with the
// same result. Whether the file's language has strings.SplitSeq is not asked.
func WalkOf(f *source.File, v *types.Var) (w Walk, ok bool) {
	pkg := f.Pkg
	if w.Decl, ok = f.DeclOf(v); !ok || !w.Decl.Typed() || len(w.Decl.Rest) == 0 || len(pkg.Writes(v)) > 0 || pkg.Captured(v) {
		return Walk{}, false
	}
	if w.Call, ok = splits(pkg.Info, w.Decl.Value); !ok || f.Jumps(w.Call.Pos()) {
		return Walk{}, false
	}
	last := token.NoPos
	for _, use := range pkg.Uses(v) {
		use = source.Parens(use)
		if !w.takes(pkg, use) || !f.Spelled(w.Call, use.Node().Pos(), "SplitSeq", "FieldsSeq", "Count") {
			return Walk{}, false
		}
		for _, arg := range w.Call.Args {
			if !f.Visible(arg, use.Node().Pos()) {
				return Walk{}, false
			}
		}
		last = max(last, use.Node().Pos())
	}
	if w.Loop == nil || Frames(pkg, w.Loop.Body) || !StableBetween(pkg, w.Call.Args[0], w.Call.Pos(), last) {
		return Walk{}, false
	}
	return w, len(w.Call.Args) == 2 || len(w.Lens) == 0
}

// splits recognises the call that makes the list.
func splits(info *types.Info, e ast.Expr) (*ast.CallExpr, bool) {
	if call, ok := source.CallTo(info, e, "strings", "Split"); ok {
		sep, isConst := source.StringConst(info, call.Args[1])
		return call, isConst && sep != ""
	}
	return source.CallTo(info, e, "strings", "Fields")
}

// takes notes what the list is used for at cur, and reports whether it is the one loop, or
// its length in a place that is come to once.
func (w *Walk) takes(pkg *source.Package, cur inspector.Cursor) bool {
	if source.LoopSince(cur.Parent().Parent(), w.Decl.Stmt.Pos()) {
		return false
	}
	switch parent := cur.Parent().Node().(type) {
	case *ast.RangeStmt:
		plain := parent.Key == nil || source.IsBlank(parent.Key)
		if cur.ParentEdgeKind() != edge.RangeStmt_X || w.Loop != nil || !plain || parent.Value != nil && parent.Tok != token.DEFINE {
			return false
		}
		w.Loop = parent
		return true
	case *ast.CallExpr:
		w.Lens = append(w.Lens, parent)
		return source.IsBuiltin(pkg.Info, parent, "len")
	}
	return false
}
