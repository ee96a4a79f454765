package retain

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// OwnRoom reports whether only this function can see the memory behind the length of the slice e,
// up to its capacity. Functions like append may use it as scratch: AppendFormat writes a fraction
// of a second in nine digits and cuts them, and a function that appends in several steps leaves the
// first of them behind if the rest does not fit. append itself does neither.
//
// e is a local variable, or appends to one, that begins with memory of its own and is only appended
// to, read, or returned.
func OwnRoom(pkg *source.Package, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return len(e.Args) > 0 && (source.IsBuiltin(pkg.Info, e, "append") || Appends(pkg.Info, e)) && OwnRoom(pkg, e.Args[0])
	case *ast.SliceExpr:
		return OwnRoom(pkg, e.X)
	}
	v, ok := pkg.LocalVar(e)
	return ok && OwnBut(pkg, v, func(use inspector.Cursor) bool {
		return returned(use, func(call *ast.CallExpr) bool {
			return source.IsBuiltin(pkg.Info, call, "append") || Appends(pkg.Info, call)
		})
	})
}

// OwnBut is [OwnRoom] of a local variable, in which uses for which later holds do not count.
func OwnBut(pkg *source.Package, v *types.Var, later func(use inspector.Cursor) bool) bool {
	if !ownMemory(pkg, v) || pkg.Captured(v) {
		return false
	}
	k := &Checker{Pkg: pkg, Var: v, Kind: EmptySlice}
	return pkg.Every(v, func(use inspector.Cursor) bool { return later(use) || k.Lets(use) }) && !k.Doubted
}

// ownMemory reports whether v begins with nil, with new memory, or with a local array that nothing
// else mentions.
func ownMemory(pkg *source.Package, v *types.Var) bool {
	if v.Kind() == types.ResultVar {
		return true
	}
	value, ok := pkg.Initial(v)
	switch e := value.(type) {
	case nil:
		_, isRead := Whole(pkg, v)
		return ok || isRead
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
		return ok && len(pkg.Uses(array)) == 1 && source.IsA[*types.Array](array.Type())
	}
	return false
}

// Whole returns the call of io.ReadAll whose result declares v: bytes that nothing else has, and
// that are not nil. ok is false for other variables.
//
//	v, err := io.ReadAll(r)
func Whole(pkg *source.Package, v *types.Var) (*ast.CallExpr, bool) {
	def, ok := pkg.Def(v)
	if !ok {
		return nil, false
	}
	s, ok := def.Parent().Node().(*ast.AssignStmt)
	if _, i := def.ParentEdge(); !ok || i != 0 || len(s.Rhs) != 1 {
		return nil, false
	}
	if call, ok := source.CallTo(pkg.Info, s.Rhs[0], "io/ioutil", "ReadAll"); ok {
		return call, true
	}
	return source.CallTo(pkg.Info, s.Rhs[0], "io", "ReadAll")
}

// UsualWriter reports whether e is a bufio.Writer of the usual size: a local variable that only
// ever holds the result of bufio.NewWriter. Such a writer takes a text of up to [UsualSize] bytes
// in the same pieces from Write as from WriteString.
func UsualWriter(pkg *source.Package, e ast.Expr) bool {
	value, _ := pkg.Only(e)
	_, ok := source.CallTo(pkg.Info, value, "bufio", "NewWriter")
	return ok
}

// UsualSize is the size in bytes of a bufio.Writer by default (bufio.defaultBufSize).
const UsualSize = 4096
