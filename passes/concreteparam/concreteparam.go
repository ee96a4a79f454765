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
// If they pass pointers to what they have, that may be on the stack then:
//
//	func f(w io.Writer) { io.WriteString(w, …) }    =>    func f(w *bytes.Buffer) { w.WriteString(…) }
//
// If they pass a new hash, whose type has no name, the function makes it:
//
//	func sum(h hash.Hash, b []byte) []byte {        =>    func sum(b []byte) []byte {
//	                                                              h := sha1.New()
//	        h.Write(b)                                            h.Write(b)
//	        return h.Sum(nil)                                     return h.Sum(nil)
//	}                                                     }
//
// Conditions:
//   - the function has no directive (//go:…) but go:noinline, is too big to be inlined, and
//     is no method of a generic type; a function that becomes generic is none;
//   - the function, or method that no interface of the package has, is only called, and no
//     file beside the package, a test, one for another system or assembly, mentions it;
//   - each argument has the same type, which is no interface, is not shaped like a pointer,
//     other than one to a struct, whose address a caller takes of a local variable, has in one,
//     or makes, by bytes.NewReader, say, with methods declared for pointers, and can be written in the file; or, for a function, one of up to 4 such types, with a
//     go version of 1.18 or later in the files of the function and of the calls, if the
//     function declares no types;
//   - for one type, no package-level variable needs the function for its value: calls of
//     known methods would have others initialized before it;
//   - each argument is a new hash of crypto/md5, sha1, sha256 or sha512, hash/adler32, crc32
//     or fnv, the same in all calls, and no other argument is a call: one could panic before;
//   - the parameter is only used in calls of its methods, or in io.WriteString, which calls
//     that of a type that has it, and is the only one of its group of names.
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
	"go/token"
	"go/types"
	"go/version"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

//go:embed concreteparam.go
var docText string

// Rule is the concreteparam rewrite.
var Rule = rule.New("concreteparam", docText, run, "boxing", "passed")

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		for _, t := range inline.Funcs(r.File) {
			if t.Obj.Signature().RecvTypeParams() == nil {
				(&finder{r}).parameters(t)
			}
		}
	}
}

type finder struct{ *rule.Run }

// parameters gives parameters of an interface type the type that all callers pass.
//
//	func f(s fmt.Stringer) { … s.String() … }
//	-----------------------------------------
//	func f(s point) { … s.String() … }
func (s *finder) parameters(t *inline.Func) {
	if t.Directive(true) {
		return
	}
	calls, ok := t.Calls()
	if !ok {
		return
	}
	i, generic := 0, false
	for _, field := range t.Decl.Type.Params.List {
		p := parameter{t, field, i, calls, nil}
		if len(field.Names) == 1 && types.IsInterface(p.v().Type()) && s.methodsOnly(&p) && (t.Big() || len(p.strings) > 0) {
			passed := s.passed(calls, i)
			switch {
			case len(passed) == 1:
				s.concrete(p, passed[0])
			case len(passed) == 0 && s.made(p):
				return // it has changed the calls and parameters
			case !generic && len(p.strings) == 0 && s.infer(calls):
				generic = s.generic(p, passed)
			}
		}
		i += max(1, len(field.Names))
	}
}

// A parameter is a parameter of a function, declared alone, with all calls of the function.
type parameter struct {
	*inline.Func
	field *ast.Field
	i     int
	calls []inspector.Cursor
	// strings are the calls io.WriteString(p, …).
	strings []*ast.CallExpr
}

func (p parameter) v() *types.Var { return p.Obj.Signature().Params().At(p.i) }

// arg returns the argument of a call for the parameter.
func (p parameter) arg(call inspector.Cursor) ast.Expr { return call.Node().(*ast.CallExpr).Args[p.i] }

// concrete declares one parameter with the type of all its arguments.
//
//	func f(w io.Writer) { io.WriteString(w, …) }
//	------------------------------------------------
//	func f(w *bytes.Buffer) { w.WriteString(…) }
func (s *finder) concrete(p parameter, typ types.Type) {
	message := fmt.Sprintf("each call of %s copies its argument to the heap to make an interface of it", p.Name())
	if typefact.Boxless(typ) {
		if !s.ownPointer(p, typ) {
			return
		}
		message = fmt.Sprintf("what %s is called with is on the heap, since its methods are called through an interface", p.Name())
	}
	arg := p.arg(p.calls[0])
	if def, _ := s.Pkg.Def(p.Obj); effect.Initializes(s.Pkg, s.Pass.Files, def) {
		s.Refuse(arg, "a package-level variable may need "+p.Name()+" for its value")
		return
	}
	text, ok := p.File.TypeText(typ, p.field.Type.Pos())
	if !ok {
		return
	}
	edits, ok := s.retold(p, text)
	if !ok {
		s.Refuse(arg, "the comment of "+p.Name()+" speaks of the interface")
		return
	}
	edits = append(edits, source.ReplaceNode(p.field.Type, text))
	for _, call := range p.strings {
		m, _, _ := types.LookupFieldOrMethod(typ, false, s.Pkg.Types, "WriteString")
		if fn, isFunc := m.(*types.Func); !isFunc || !source.IsIO(fn) {
			return
		}
		edits = append(edits, source.Replace(call.Pos(), call.Args[1].Pos(), p.field.Names[0].Name+".WriteString("))
	}
	s.report(p, message, fmt.Sprintf("declare %s as the %s that all callers pass", p.field.Names[0].Name, text), edits...)
}

// retold returns the edits that make the comment of the function speak of the new type of a parameter. ok is false if it names the
// interface otherwise than as "an io.Writer", or if another parameter or result has that type, too. The words any and error of a
// comment need not be about the parameter.
func (s *finder) retold(p parameter, text string) (edits []source.TextEdit, ok bool) {
	old := p.File.Text(p.field.Type)
	named := regexp.MustCompile(`\b(an? )?` + regexp.QuoteMeta(old) + `\b`)
	if p.Decl.Doc == nil || types.Universe.Lookup(old) != nil || !named.MatchString(p.Decl.Doc.Text()) {
		return nil, true
	}
	if strings.Count(p.File.Between(p.Decl.Type.Params.Pos(), p.Decl.Type.End()), old) > 1 {
		return nil, false
	}
	text = strings.TrimPrefix(text, "*")
	article := "a "
	if strings.ContainsAny(text[:1], "aeiouAEIOU") {
		article = "an "
	}
	for _, c := range p.Decl.Doc.List {
		for _, at := range named.FindAllStringSubmatchIndex(c.Text, -1) {
			if at[2] < 0 {
				return nil, false
			}
			edits = append(edits, source.Replace(c.Pos()+token.Pos(at[0]), c.Pos()+token.Pos(at[1]), article+text))
		}
	}
	return edits, true
}

// ownPointer reports whether the arguments are pointers to a struct, and one of them points to a local variable, is
// held by one, or is new: then the struct may be on the stack once the calls are static.
func (s *finder) ownPointer(p parameter, typ types.Type) bool {
	pointer, ok := types.Unalias(typ).(*types.Pointer)
	if !ok || !source.IsA[*types.Struct](pointer.Elem()) || !s.byPointer(p, typ) {
		return false
	}
	return slices.ContainsFunc(p.calls, func(call inspector.Cursor) bool {
		switch arg := ast.Unparen(p.arg(call)).(type) {
		case *ast.Ident:
			v, ok := s.Pkg.LocalVar(arg)
			return ok && v.Kind() == types.LocalVar
		case *ast.UnaryExpr:
			_, isVar := s.Pkg.LocalVar(arg.X)
			_, isNew := ast.Unparen(arg.X).(*ast.CompositeLit)
			return isVar || isNew
		case *ast.CallExpr:
			known := stdlib.Of(source.Func(s.Info, arg))
			return source.IsBuiltin(s.Info, arg, "new") || known.Quiet && known.Allocates
		}
		return false
	})
}

// byPointer reports whether the methods that the function calls are declared for pointers to the type itself: the
// panic of another method has a different text if the pointer is nil.
func (s *finder) byPointer(p parameter, typ types.Type) bool {
	return s.Pkg.Every(p.v(), func(use inspector.Cursor) bool {
		name := "WriteString"
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok {
			name = sel.Sel.Name
		}
		m, index, _ := types.LookupFieldOrMethod(typ, false, s.Pkg.Types, name)
		fn, ok := m.(*types.Func)
		return ok && len(index) == 1 && source.IsA[*types.Pointer](fn.Signature().Recv().Type())
	})
}

// maxTypes is the number of type arguments, and so of versions of the function, that a type parameter may have.
const maxTypes = 4

// generic makes the type of one parameter a type parameter. It reports whether it does, since two such fixes would
// write to the same place. A type declared in the function would be a different one for each type argument, and may be
// a type argument itself.
//
//	func f(s fmt.Stringer) { … s.String() … }
//	---------------------------------------------
//	func f[T fmt.Stringer](s T) { … s.String() … }
func (s *finder) generic(p parameter, passed []types.Type) bool {
	if len(passed) == 0 || len(passed) > maxTypes || p.Decl.Recv != nil || p.Generic() || !p.File.AtLeast("go1.18") || source.Has[*ast.TypeSpec](p.Decl.Body) || !slices.ContainsFunc(passed, needsCopy) {
		return false
	}
	name := s.Fresh(p.Decl.Body.Lbrace+1, "T")
	s.report(p, fmt.Sprintf("each call of %s copies its argument to the heap to make an interface of it", p.Name()), fmt.Sprintf("make a type parameter of the type of %s", p.field.Names[0].Name),
		source.Insert(p.Decl.Name.End(), "["+name+" "+p.File.Text(p.field.Type)+"]"), source.ReplaceNode(p.field.Type, name))
	return true
}

// infer reports whether the language versions of all files with calls have generic functions.
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

func (s *finder) report(p parameter, message, title string, edits ...source.TextEdit) {
	s.Report(rule.Finding{
		At:      p.arg(p.calls[0]),
		Message: message,
		Title:   title,
		Class:   rule.Safe,
		Edits:   edits,
	})
}

// methodsOnly reports whether a parameter is used, and only in calls of its methods, or as the writer of
// io.WriteString, which calls its method of that name. It notes the latter calls.
func (s *finder) methodsOnly(p *parameter) bool {
	return len(s.Pkg.Uses(p.v())) > 0 && s.Pkg.Every(p.v(), func(use inspector.Cursor) bool {
		if call := source.ArgumentOf(use); call != nil && call.Args[0] == use.Node() {
			_, ok := source.CallTo(s.Info, call, "io", "WriteString")
			p.strings = append(p.strings, call)
			return ok
		}
		return use.ParentEdgeKind() == edge.SelectorExpr_X && source.Parens(use.Parent()).ParentEdgeKind() == edge.CallExpr_Fun
	})
}

// passed returns the types of argument i in all calls; none if one of them is not known, is an interface, or is a type
// parameter.
func (s *finder) passed(calls []inspector.Cursor, i int) []types.Type {
	var list []types.Type
	for _, call := range calls {
		args := call.Node().(*ast.CallExpr).Args
		if i >= len(args) {
			return nil // the arguments are the results of one call
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
