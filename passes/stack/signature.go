package stack

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// maxValue is the size in bytes up to which a struct is returned by value. Copying
// more costs as much as a small allocation.
const maxValue = 128

// result splits a function whose every result is &T{…} or &v into one that returns the
// value, and one that takes its address in the caller's frame. It reports whether it
// does.
func (s *stacker) result(t *target) bool {
	if directive(t.decl, false) || !s.smallResult(t) || !s.repeatable(t, "") || s.mayRecover(t.decl.Body) || !s.worthwhile(t, true) {
		return false
	}
	star, ok := t.decl.Type.Results.List[0].Type.(*ast.StarExpr)
	if !ok || t.file.HasComment(t.decl.Type.Params.Pos(), t.decl.Type.Params.End()) {
		return false // an alias of a pointer
	}
	returns := ownReturns(t.decl.Body)
	var edits []source.TextEdit
	for _, ret := range returns {
		u, ok := ret.Results[0].(*ast.UnaryExpr)
		if !ok || !s.own(u) {
			return false
		}
		edits = append(edits, source.Replace(u.OpPos, u.X.Pos(), ""))
	}
	s.reportSplit(t, returns[0].Results[0], append(edits, s.wrap(t, star.X))...)
	return true
}

// wrap returns the edit that puts a function of the old name in front of the body,
// which gets a name of its own.
//
//	func f(a int) *T {
//		…
//	------------------------
//	func f(a int) *T {
//		v := fValue(a)
//		return &v
//	}
//
//	func fValue(a int) T {
//		…
func (s *stacker) wrap(t *target, typ ast.Expr) source.TextEdit {
	name := s.names.FreshGlobal(s.pkg, s.pass.Files, t.decl.Name.Name+"Value")
	if t.fn.Exported() {
		name = s.names.FreshGlobal(s.pkg, s.pass.Files, small(t.decl.Name.Name)+"Value")
	}
	v := s.names.Fresh(t.file, t.decl.Body.Lbrace+1, "v")
	call, params := t.forward(name, nil)
	return t.insert(fmt.Sprintf("\t%s := %s\n\treturn &%s\n}\n\nfunc %s(%s) %s {\n", v, call, v, t.method(name)+t.typeParams(), params, t.file.Text(typ)))
}

// smallResult reports whether the function has one result *T of which a copy does no
// harm, and returns something everywhere.
func (s *stacker) smallResult(t *target) bool {
	results := t.fn.Signature().Results()
	if results.Len() != 1 || results.At(0).Name() != "" {
		return false
	}
	p, ok := types.Unalias(results.At(0).Type()).(*types.Pointer)
	return ok && isStruct(p.Elem()) && s.copyable(p.Elem()) && len(ownReturns(t.decl.Body)) > 0
}

// own reports whether u is &T{…}, or &v of a variable that nobody else can reach.
func (s *stacker) own(u *ast.UnaryExpr) bool {
	if _, lit, ok := s.newLiteral(u); ok {
		return lit != nil
	}
	v, ok := s.pkg.LocalVar(u.X)
	if !ok || u.Op != token.AND || !isStruct(v.Type()) || s.pkg.InLiteral(v) {
		return false
	}
	for _, use := range s.pkg.Uses(v) {
		use = source.Parens(use)
		if use.ParentEdgeKind() == edge.UnaryExpr_X && source.Parens(use.Parent()).ParentEdgeKind() == edge.ReturnStmt_Results {
			continue
		}
		if !s.byValue(use) {
			return false
		}
	}
	return true
}

// byValue reports whether one use of a struct variable reads or writes it, or a field
// of it, without taking its address.
func (s *stacker) byValue(use inspector.Cursor) bool {
	for use.ParentEdgeKind() == edge.SelectorExpr_X {
		sel := s.info.Selections[use.Parent().Node().(*ast.SelectorExpr)]
		if sel == nil || sel.Kind() != types.FieldVal {
			return false // a method may take the address
		}
		use = source.Parens(use.Parent())
	}
	switch use.ParentEdgeKind() {
	case edge.UnaryExpr_X:
		return use.Parent().Node().(*ast.UnaryExpr).Op != token.AND
	case edge.SliceExpr_X, edge.IndexExpr_X:
		_, array := s.info.TypeOf(use.Node().(ast.Expr)).Underlying().(*types.Array)
		return !array
	}
	return true
}

// parameters gives interface parameters the type that all callers pass.
//
//	func f(s fmt.Stringer) { … s.String() … }
//	-----------------------------------------
//	func f(s point) { … s.String() … }
func (s *stacker) parameters(t *target) {
	if directive(t.decl, true) || t.fn.Signature().Variadic() {
		return
	}
	calls, ok := s.calls(t)
	if !ok {
		return
	}
	i, generic := 0, false
	for _, field := range t.decl.Type.Params.List {
		if len(field.Names) == 1 && types.IsInterface(t.fn.Signature().Params().At(i).Type()) && s.methodsOnly(t.fn.Signature().Params().At(i)) {
			passed := s.passed(calls, i)
			if len(passed) == 1 {
				s.concrete(t, field, calls[0].Node().(*ast.CallExpr).Args[i], passed[0])
			} else if !generic && s.infer(calls) {
				generic = s.generic(t, field, calls[0].Node().(*ast.CallExpr).Args[i], passed)
			}
		}
		i += max(1, len(field.Names))
	}
}

// concrete declares one parameter with the type of all arguments.
func (s *stacker) concrete(t *target, field *ast.Field, arg ast.Expr, typ types.Type) {
	if boxless(typ) || s.initial()[t.fn] {
		return
	}
	text, ok := t.file.TypeText(typ, field.Type.Pos())
	if !ok {
		return
	}
	s.reportParameter(t, arg, fmt.Sprintf("declare %s as the %s that all callers pass", field.Names[0].Name, text), source.ReplaceNode(field.Type, text))
}

// maxTypes is how many versions of a function a type parameter may make of it.
const maxTypes = 4

// generic makes a type parameter of the type of one parameter. It reports whether it
// does: two of them would write to the same place.
//
//	func f(s fmt.Stringer) { … s.String() … }
//	---------------------------------------------
//	func f[T fmt.Stringer](s T) { … s.String() … }
func (s *stacker) generic(t *target, field *ast.Field, arg ast.Expr, passed []types.Type) bool {
	if len(passed) == 0 || len(passed) > maxTypes || t.decl.Recv != nil || !t.file.AtLeast("go1.18") || declaresType(t.decl.Body) || !slices.ContainsFunc(passed, needsCopy) {
		return false
	}
	name := s.names.Fresh(t.file, t.decl.Body.Lbrace+1, "T")
	s.reportParameter(t, arg, fmt.Sprintf("make a type parameter of the type of %s", field.Names[0].Name),
		source.Insert(t.decl.Name.End(), "["+name+" "+t.file.Text(field.Type)+"]"), source.ReplaceNode(field.Type, name))
	return true
}

// infer reports whether the files of the calls may call a generic function: each has a
// language version of its own.
func (s *stacker) infer(calls []inspector.Cursor) bool {
	for _, call := range calls {
		for c := range call.Enclosing((*ast.File)(nil)) {
			if v := s.info.FileVersions[c.Node().(*ast.File)]; v != "" && version.Compare(version.Lang(v), "go1.18") < 0 {
				return false
			}
		}
	}
	return true
}

// declaresType reports whether a function has a type of its own. With a type parameter
// that is one for each of its arguments, and may be an argument itself.
func declaresType(body *ast.BlockStmt) bool {
	for n := range ast.Preorder(body) {
		if _, ok := n.(*ast.TypeSpec); ok {
			return true
		}
	}
	return false
}

func needsCopy(t types.Type) bool { return !boxless(t) }

func (s *stacker) reportParameter(t *target, arg ast.Expr, title string, edits ...source.TextEdit) {
	s.pass.Report(rule.Finding{
		At:      arg,
		Message: fmt.Sprintf("each call of %s copies its argument to the heap to make an interface of it", t.decl.Name.Name),
		Title:   title,
		Class:   rule.Safe,
		Edits:   edits,
	})
}

// methodsOnly reports whether a parameter is used, and only to call its methods.
func (s *stacker) methodsOnly(p *types.Var) bool {
	uses := s.pkg.Uses(p)
	for _, use := range uses {
		if use.ParentEdgeKind() != edge.SelectorExpr_X || source.Parens(use.Parent()).ParentEdgeKind() != edge.CallExpr_Fun {
			return false
		}
	}
	return len(uses) > 0
}

// passed returns the types of the i-th argument in all calls, none if one of them is
// not known, is an interface already, or is a type parameter.
func (s *stacker) passed(calls []inspector.Cursor, i int) []types.Type {
	var list []types.Type
	for _, call := range calls {
		args := call.Node().(*ast.CallExpr).Args
		if i >= len(args) {
			return nil // a multi-value call
		}
		tv := s.info.Types[args[i]]
		if tv.Type == nil || tv.IsNil() || types.IsInterface(tv.Type) || isTuple(tv.Type) {
			return nil
		}
		if !slices.ContainsFunc(list, func(t types.Type) bool { return types.Identical(t, tv.Type) }) {
			list = append(list, tv.Type)
		}
	}
	return list
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// boxless reports whether an interface holds values of type t without an allocation.
func boxless(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0 || typefact.PointerShaped(t)
}
