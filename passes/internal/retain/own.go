package retain

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// OwnRoom reports whether nobody but this function can see the memory behind the
// slice e, up to its capacity. Twins may use it as scratch: AppendFormat writes a
// fraction of a second in nine digits and cuts it, and all that append in several
// steps leave the first of them behind where the rest does not fit. append itself
// does neither.
//
// e is, or is appended to, a local variable that begins with memory of its own and
// is only appended to, read, or returned.
func OwnRoom(pkg *source.Package, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return len(e.Args) > 0 && (source.IsBuiltin(pkg.Info, e, "append") || Appends(pkg.Info, e)) && OwnRoom(pkg, e.Args[0])
	case *ast.SliceExpr:
		return OwnRoom(pkg, e.X)
	}
	v, ok := pkg.LocalVar(e)
	if !ok || !ownMemory(pkg, v) || pkg.Captured(v) {
		return false
	}
	k := &Checker{Pkg: pkg, Var: v, Kind: EmptySlice}
	for _, use := range pkg.Uses(v) {
		if !returned(pkg, use) && !k.Lets(use) {
			return false
		}
	}
	return !k.Doubted
}

// returned reports whether the use of a slice at cur, with what is appended to it,
// is a result. The function does nothing with it afterwards.
func returned(pkg *source.Package, cur inspector.Cursor) bool {
	for {
		cur = source.Parens(cur)
		switch kind, i := cur.ParentEdge(); kind {
		case edge.ReturnStmt_Results:
			return true
		case edge.CallExpr_Args:
			call := cur.Parent().Node().(*ast.CallExpr)
			if i != 0 || !source.IsBuiltin(pkg.Info, call, "append") && !Appends(pkg.Info, call) {
				return false
			}
		default:
			return false
		}
		cur = cur.Parent()
	}
}

// ownMemory reports whether v begins with nil, with new memory, or with a local
// array that nothing else mentions.
func ownMemory(pkg *source.Package, v *types.Var) bool {
	if v.Kind() == types.ResultVar {
		return true
	}
	value, ok := Initial(pkg, v)
	if !ok {
		return false
	}
	switch e := value.(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		if source.IsConversion(pkg.Info, e) {
			from := pkg.Info.Types[e.Args[0]]
			return from.IsNil() || from.Type != nil && source.IsString(from.Type)
		}
		return source.IsBuiltin(pkg.Info, e, "make")
	case *ast.SliceExpr:
		array, ok := pkg.LocalVar(e.X)
		if !ok || len(pkg.Uses(array)) != 1 {
			return false
		}
		_, ok = array.Type().Underlying().(*types.Array)
		return ok
	}
	return false
}

// Initial returns what the declaration of v sets it to, alone or beside others; nil is
// the zero value. ok is false for parameters, and for one of several results.
func Initial(pkg *source.Package, v *types.Var) (value ast.Expr, ok bool) {
	def, ok := pkg.Def(v)
	if !ok {
		return nil, false
	}
	var values []ast.Expr
	names := 0
	switch s := def.Parent().Node().(type) {
	case *ast.AssignStmt:
		names, values = len(s.Lhs), s.Rhs
	case *ast.ValueSpec:
		if len(s.Values) == 0 {
			return nil, true
		}
		names, values = len(s.Names), s.Values
	}
	if names == 0 || names != len(values) {
		return nil, false
	}
	_, i := def.ParentEdge()
	return ast.Unparen(values[i]), true
}

// UsualWriter reports whether e is a bufio.Writer of the usual size, which takes a text
// that is not longer than that, [UsualSize], in the same pieces from Write as from
// WriteString: a local variable that holds what bufio.NewWriter returned, and nothing
// else.
func UsualWriter(pkg *source.Package, e ast.Expr) bool {
	v, ok := pkg.LocalVar(e)
	if !ok || pkg.Captured(v) || len(pkg.Writes(v)) > 0 {
		return false
	}
	value, ok := Initial(pkg, v)
	if !ok {
		return false
	}
	_, ok = source.CallTo(pkg.Info, value, "bufio", "NewWriter")
	return ok
}

// UsualSize is how many bytes a bufio.Writer of the usual size holds (bufio.defaultBufSize).
const UsualSize = 4096
