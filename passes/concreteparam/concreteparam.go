// Package concreteparam defines an analyzer that gives interface parameters of unexported
// functions the type of their arguments.
//
// Invariant: every call runs the same methods on the same values.
//
// Model: an argument that becomes an interface is copied to the heap, unless it is shaped
// like a pointer or the parameter has its type.
//
// What it blurs: the size of the code, if a type parameter makes several functions of one.
//
// # Analyzer concreteparam
//
// concreteparam: declare interface parameters with the type that all callers pass
//
//	func f(s fmt.Stringer) { … s.String() … }    =>    func f(s point) { … s.String() … }
//
// If callers pass several types, the parameter gets a type parameter:
//
//	func f[T fmt.Stringer](s T) { … s.String() … }
//
// Conditions:
//   - the function has no directive (//go:…) but go:noinline, is too big to be inlined, and
//     is neither variadic nor generic;
//   - the function, or method that no interface of the package has, is only called, and no
//     file beside the package, a test, one for another system or assembly, mentions it;
//   - each argument has the same type, which is no interface, is not shaped like a pointer,
//     and can be written in the file; or, for a function, one of up to 4 such types, with a
//     go version of 1.18 or later in the files of the function and of the calls, if the
//     function declares no types;
//   - for one type, no package-level variable needs the function for its value: calls of
//     known methods would have others initialized before it;
//   - the parameter is only used in calls of its methods, and is the only one of its
//     group of names.
//
// Class: safe.
//
// Not proposed: anything in generated files, or of functions that assembly, or a
// linkname, may know.
package concreteparam

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed concreteparam.go
var docText string

// Rule is the concreteparam rewrite.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("concreteparam", docText, run),
	Reasons:  []string{"boxing", "passed"},
}

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		for _, t := range inline.Funcs(r.File) {
			if t.Big() && !t.Generic() {
				(&finder{r}).parameters(t)
			}
		}
	}
}

type finder struct{ *rule.Run }

// parameters gives interface parameters the type that all callers pass.
//
//	func f(s fmt.Stringer) { … s.String() … }
//	-----------------------------------------
//	func f(s point) { … s.String() … }
func (s *finder) parameters(t *inline.Func) {
	if t.Directive(true) || t.Obj.Signature().Variadic() {
		return
	}
	calls, ok := s.calls(t)
	if !ok {
		return
	}
	i, generic := 0, false
	for _, field := range t.Decl.Type.Params.List {
		if len(field.Names) == 1 && types.IsInterface(t.Obj.Signature().Params().At(i).Type()) && s.methodsOnly(t.Obj.Signature().Params().At(i)) {
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
func (s *finder) concrete(t *inline.Func, field *ast.Field, arg ast.Expr, typ types.Type) {
	if typefact.Boxless(typ) {
		return
	}
	if def, _ := s.Pkg.Def(t.Obj); effect.Initializes(s.Pkg, s.Pass.Files, def) {
		s.Refuse(arg, "a package-level variable may need "+t.Name()+" for its value")
		return
	}
	text, ok := t.File.TypeText(typ, field.Type.Pos())
	if !ok {
		return
	}
	s.reportParameter(t, arg, fmt.Sprintf("declare %s as the %s that all callers pass", field.Names[0].Name, text), source.ReplaceNode(field.Type, text))
}

// maxTypes is how many versions of a function a type parameter may make of it.
const maxTypes = 4

// generic makes a type parameter of the type of one parameter. It reports whether it
// does: two of them would write to the same place. A type that the function declares would
// be one for each type argument, and may be an argument itself.
//
//	func f(s fmt.Stringer) { … s.String() … }
//	---------------------------------------------
//	func f[T fmt.Stringer](s T) { … s.String() … }
func (s *finder) generic(t *inline.Func, field *ast.Field, arg ast.Expr, passed []types.Type) bool {
	if len(passed) == 0 || len(passed) > maxTypes || t.Decl.Recv != nil || !t.File.AtLeast("go1.18") || source.Has[*ast.TypeSpec](t.Decl.Body) || !slices.ContainsFunc(passed, needsCopy) {
		return false
	}
	name := s.Fresh(t.Decl.Body.Lbrace+1, "T")
	s.reportParameter(t, arg, fmt.Sprintf("make a type parameter of the type of %s", field.Names[0].Name),
		source.Insert(t.Decl.Name.End(), "["+name+" "+t.File.Text(field.Type)+"]"), source.ReplaceNode(field.Type, name))
	return true
}

// infer reports whether the files of the calls may call a generic function: each has a
// language version of its own.
func (s *finder) infer(calls []inspector.Cursor) bool {
	for _, call := range calls {
		for c := range call.Enclosing((*ast.File)(nil)) {
			if v := s.Info.FileVersions[c.Node().(*ast.File)]; v != "" && version.Compare(version.Lang(v), "go1.18") < 0 {
				return false
			}
		}
	}
	return true
}

func needsCopy(t types.Type) bool { return !typefact.Boxless(t) }

func (s *finder) reportParameter(t *inline.Func, arg ast.Expr, title string, edits ...source.TextEdit) {
	s.Report(rule.Finding{
		At:      arg,
		Message: fmt.Sprintf("each call of %s copies its argument to the heap to make an interface of it", t.Name()),
		Title:   title,
		Class:   rule.Safe,
		Edits:   edits,
	})
}

// methodsOnly reports whether a parameter is used, and only to call its methods.
func (s *finder) methodsOnly(p *types.Var) bool {
	return len(s.Pkg.Uses(p)) > 0 && s.Pkg.Every(p, func(use inspector.Cursor) bool {
		return use.ParentEdgeKind() == edge.SelectorExpr_X && source.Parens(use.Parent()).ParentEdgeKind() == edge.CallExpr_Fun
	})
}

// passed returns the types of the i-th argument in all calls, none if one of them is
// not known, is an interface already, or is a type parameter.
func (s *finder) passed(calls []inspector.Cursor, i int) []types.Type {
	var list []types.Type
	for _, call := range calls {
		args := call.Node().(*ast.CallExpr).Args
		if i >= len(args) {
			return nil // a multi-value call
		}
		tv := s.Info.Types[args[i]]
		if tv.Type == nil || tv.IsNil() || types.IsInterface(tv.Type) || source.IsA[*types.Tuple](tv.Type) {
			return nil
		}
		if !slices.ContainsFunc(list, func(t types.Type) bool { return types.Identical(t, tv.Type) }) {
			list = append(list, tv.Type)
		}
	}
	return list
}

// calls returns the calls of a function that nobody outside of the package can see,
// and false if it is used in any other way.
func (s *finder) calls(t *inline.Func) ([]inspector.Cursor, bool) {
	name := t.Name()
	if t.Obj.Exported() || name == "init" || name == "main" || s.linked(name) || s.Pkg.Elsewhere(name) || s.inInterface(t.Obj) {
		return nil, false
	}
	var calls []inspector.Cursor
	for _, use := range s.Pkg.Uses(t.Obj) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			if sel := s.Info.Selections[use.Parent().Node().(*ast.SelectorExpr)]; sel == nil || sel.Kind() != types.MethodVal {
				return nil, false
			}
		}
		call, ok := source.Called(use)
		if !ok || s.Pkg.FileOf(use.Node()) == nil {
			return nil, false
		}
		calls = append(calls, call)
	}
	return calls, len(calls) > 0
}

// inInterface reports whether an interface of the package has a method of the name
// of fn, if that is a method, so that it may be called unseen.
func (s *finder) inInterface(fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return false
	}
	for id, obj := range s.Info.Defs {
		m, ok := obj.(*types.Func)
		if ok && id.Name == fn.Name() && m.Signature().Recv() != nil && types.IsInterface(m.Signature().Recv().Type()) {
			return true
		}
	}
	return false
}

// linked reports whether a go:linkname directive mentions the name.
func (s *finder) linked(name string) bool {
	for _, f := range s.Pass.Files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname ") && strings.Contains(c.Text, name) {
					return true
				}
			}
		}
	}
	return false
}
