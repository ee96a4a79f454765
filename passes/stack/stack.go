// Package stack defines an analyzer that lets values stay on the stack which only the
// shape of a function sends to the heap.
//
// Invariant: every caller sees the same values, and a variable of its own where it saw
// one. Signatures do not change, but for parameters of unexported functions.
//
// Model: a result *T of a function that is not inlined is on the heap, since it
// outlives the frame. It can be the caller's instead, if the part of the function that
// makes it is inlined. An argument that becomes an
// interface is copied to the heap, unless the parameter has its type.
//
// What it blurs: the compiler's budget for inlining, which is estimated from the size of
// the body. What the caller does with the pointer decides whether anything is won; one
// that keeps it, and gets nil, has paid for a T. Stack traces show one frame more.
//
// # Analyzer stack
//
// stack: keep small results and arguments on the caller's stack
//
// Constructors are split, so that the allocation is inlined into the caller:
//
//	func New(r io.Reader) *T {            func New(r io.Reader) *T {
//	    t := &T{r: r}                         return initNew(new(T), r)
//	    …                            =>   }
//	    return t                          func initNew(t *T, r io.Reader) *T {
//	}                                         *t = T{r: r}
//	                                          …
//	                                          return t
//	                                      }
//
// Functions that return &T{…} or &v are split likewise, into one that returns T and one,
// which is inlined, that takes its address; where they return nil as well, or an error,
// T is filled in place as above.
//
// So are functions that prepare something and then return a function literal, which with
// what it captures can be the caller's as well:
//
//	func adder(start int) func(int) int {        func adder(start int) func(int) int {
//	    …                                            start = prepareAdder(start)
//	    total := start                       =>      return func(n int) int { start += n; return start }
//	    return func(n int) int {                 }
//	        total += n                           func prepareAdder(start int) int {
//	        return total                             …
//	    }                                            total := start
//	}                                                return total
//	                                             }
//
// Interface parameters of unexported functions get the one type that all callers pass,
// or a type parameter if they pass several, where the function only calls methods; a
// function literal per iteration becomes one.
//
// Conditions, for all:
//   - the function has no directive (//go:…); for parameters, go:noinline is permitted;
//   - its body is too big to be inlined: otherwise the compiler does it for nothing.
//
// For all kinds of split:
//   - results have no names;
//   - what moves calls neither recover, nor anything that is known to look at the frames
//     of callers: of runtime, log/slog, a method Helper, or through the package;
//   - some caller may keep the result, or none is known; the package does not import
//     unsafe, with which addresses become numbers.
//
// For constructors and results:
//   - parameters have names, and there are no comments among them;
//   - T is a struct, and new(T) of it can be on the stack: it has at most 64 KiB.
//
// For a constructor:
//   - a statement of the body is t := &T{…} or t := new(T), before it nothing has that
//     name, there is no goto, and t is not assigned again, nor mentioned by a literal;
//   - some return returns t as it is.
//
// For a result:
//   - one is *T; returns are return &T{…}, or &v of a local variable whose address is
//     taken nowhere else and that no literal mentions;
//   - by value, if all returns are, and it is the only one: T has at most 128 bytes and no
//     Lock method, nor anything of sync inside; only methods of package sync are deferred,
//     others may recover, and let it return nil;
//   - in place otherwise: &v can be copied, likewise; other results are not calls, nor
//     changed by calls inside of T{…}, and not both they and T{…} can panic.
//
// For a function that returns a literal:
//   - it has no type parameters, since a generic call leaves no room for anything;
//   - that return is the last statement, and the only one; its other results are names
//     and constants; before it, only methods of package sync are deferred, and then
//     no result is a package-level variable;
//   - of the variables that it mentions, nobody takes the address before it, no literal
//     before it changes one, nor reads one that it changes; they have at most 128 bytes,
//     nothing of sync inside, and types that can be written;
//   - what is handed over is read there, not only assigned to;
//   - what stays is small enough: with one variable to hand over, there is room for two
//     arguments if it can have the place of a parameter, for the receiver otherwise;
//   - some caller may keep the function to itself, or it is exported.
//
// For a parameter:
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
// For a function literal that is made in each iteration, and there given to a method
// of an interface or a function value, which may keep it, as here,
//
//	                                      var limit2 int
//	                                      callback := func(n int) { sum += min(n, limit2) }
//	for _, limit := range limits {        for _, limit := range limits {
//	    v.Each(func(n int) {          =>      limit2 = limit
//	        sum += min(n, limit)              v.Each(callback)
//	    })                                }
//	}
//
// the conditions are:
//   - there is no goto in the function;
//   - it captures variables of the loop, which are set once in each iteration, before
//     the statement, and whose types can be written; of the rest of the loop it
//     mentions nothing.
//
// A variable of which only branches take the address, to hand it out,
//
//	                                      if !tok.valid() {
//	if !tok.valid() {                         where := tok.where
//	    return &Error{&tok.where}     =>      return &Error{&where}
//	}                                     }
//
// is copied there, if
//   - each address, of the variable or a field of it, is a result, an element, an
//     argument for an interface or to an unknown function, in a statement that uses the
//     variable for nothing else;
//   - nothing uses the variable afterwards, nor does a literal mention it; or package
//     fmt or log prints what the pointer points to, a struct, array, slice or map
//     whose methods need no pointer;
//   - the variable can be copied, has at most 1 KiB, is no result, and is a new one in each
//     iteration of its loop.
//
// A call of a function of the package that begins with a question, and has ...any, is
// made only if the answer lets it do something,
//
//	                                      if l.verbose {
//	l.debugf("%d of %d", i, n)    =>          l.debugf("%d of %d", i, n)
//	                                      }
//
// if
//   - the function begins with if cond { return } and has no result; cond is of fields of the
//     receiver, package-level variables, constants, and Load of package sync/atomic; of the
//     receiver itself only where it is a pointer, or none, in both places;
//   - the call is a statement, its receiver a name or a field of one, not embedded; some
//     argument needs a copy, and no argument has an effect or can fail, but for a nil
//     receiver, in which cond then looks first;
//   - the names in cond mean the same there, and no if around it asks the same.
//
// Class: safe; for a function literal review, "whoever keeps the function sees the
// values of later iterations"; for a variable that is used after its address was handed
// out, but never assigned, "a change through the pointer is not seen in v, or through
// another pointer to it".
//
// Not proposed: anything in generated files or of functions that assembly, or a
// linkname, may know.
package stack

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed stack.go
var docText string

// Rule is the stack rewrite.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("stack", docText, run),
	Reasons:  []string{"returned", "stored", "captured", "sent", "passed", "unknown-callee", "loop-variable", "variable-size", "boxing", "variadic", "closure", "method-value", "defer-loop", "range-func"},
}

func run(pass *rule.Pass) {
	s := &stacker{pass: pass, pkg: source.Of(pass.Pass), info: pass.TypesInfo, frames: make(map[*types.Func]bool)}
	s.initial = sync.OnceValue(s.initializing)
	for _, f := range s.pkg.Files {
		for _, d := range f.Syntax.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil || len(fd.Body.List) == 0 || fd.Name.Name == "_" {
				continue
			}
			fn, ok := s.info.Defs[fd.Name].(*types.Func)
			if !ok {
				continue
			}
			target := &target{file: f, decl: fd, fn: fn}
			s.guard(target)
			if !big(s.info, fd) {
				continue // the compiler does what can be done
			}
			if !s.moving() && !s.given(target) && !s.constructor(target) && !s.result(target) {
				s.fill(target)
			}
			if fd.Type.TypeParams == nil && !isGeneric(fn) {
				s.maker(target)
				s.parameters(target)
			}
		}
		for cur := range f.Cursor.Preorder((*ast.FuncLit)(nil)) {
			s.closure(f, cur)
		}
		for cur := range f.Cursor.Preorder((*ast.Ident)(nil)) {
			s.cold(f, cur)
		}
	}
}

type stacker struct {
	pass  *rule.Pass
	pkg   *source.Package
	info  *types.Info
	names source.Names
	// frames says of the functions that looksHere was asked about what it found.
	frames map[*types.Func]bool
	// initial returns the functions that package-level variables may need for their values.
	initial func() map[*types.Func]bool
}

// A target is a function that may be changed.
type target struct {
	file *source.File
	decl *ast.FuncDecl
	fn   *types.Func
}

// moving reports whether the package may turn addresses into numbers, which change when
// a stack grows.
func (s *stacker) moving() bool {
	return slices.Contains(s.pkg.Types.Imports(), types.Unsafe)
}

// isGeneric reports whether fn is a method of a generic type.
func isGeneric(fn *types.Func) bool { return fn.Signature().RecvTypeParams().Len() > 0 }

// directive reports whether a comment of the function talks to the toolchain, other
// than by go:noinline.
func directive(fd *ast.FuncDecl, allowNoinline bool) bool {
	if fd.Doc == nil {
		return false
	}
	for _, c := range fd.Doc.List {
		if strings.HasPrefix(c.Text, "//go:") && !(allowNoinline && strings.HasPrefix(c.Text, "//go:noinline")) {
			return true
		}
	}
	return false
}

// The compiler's budget for inlining is 80 nodes of its own tree, in which a call
// counts 57 more, and a function literal 15 (cmd/compile/internal/inline). Names of fields, blocks and parentheses are
// no nodes there; what is left is close to the compiler's count. Where it is wrong, the
// measurement shows that nothing is won.
const (
	budget      = 80
	callCost    = 57
	closureCost = 15
)

// big reports whether a function is not inlined.
func big(info *types.Info, fd *ast.FuncDecl) bool {
	if fd.Doc != nil && strings.Contains(commentText(fd.Doc), "//go:noinline") {
		return true
	}
	return cost(info, fd.Body.List) > budget
}

// cost estimates what the compiler counts for a list of statements: more than the
// budget for what it never inlines.
func cost(info *types.Info, list []ast.Stmt) int {
	sum := 0
	for _, stmt := range list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			w, inside := weight(info, n)
			sum += w
			return inside
		})
	}
	return sum
}

// weight is what one node counts, and whether the nodes inside of it count as well.
func weight(info *types.Info, n ast.Node) (w int, inside bool) {
	switch n := n.(type) {
	case nil, *ast.BlockStmt, *ast.ParenExpr, *ast.ExprStmt, *ast.KeyValueExpr, *ast.SelectorExpr:
		return 0, true // of a selector, its name counts
	case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt:
		return budget + 1, false
	case *ast.FuncLit:
		return closureCost + 1, false // its body is a function of its own
	case *ast.CallExpr:
		if source.IsConversion(info, n) {
			return 0, true
		}
		if isBuiltin(info, n) {
			return 1, true
		}
		return callCost + 1 + boxes(info, n), true
	case *ast.Ident:
		if info.Defs[n] != nil {
			return 3, true // a declaration besides
		}
		_, isPkg := info.Uses[n].(*types.PkgName)
		if isPkg || info.Types[n].IsType() {
			return 0, true
		}
	}
	return 1, true
}

// boxes is what the compiler counts for the list of arguments of a variadic call.
func boxes(info *types.Info, call *ast.CallExpr) int {
	sig, ok := info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() || len(call.Args) < sig.Params().Len() {
		return 0
	}
	return 2 + len(call.Args) - (sig.Params().Len() - 1)
}

func commentText(doc *ast.CommentGroup) string {
	var b strings.Builder
	for _, c := range doc.List {
		b.WriteString(c.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

func isBuiltin(info *types.Info, call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = info.Uses[id].(*types.Builtin)
	return ok
}

// calls returns the calls of a function that nobody outside of the package can see,
// and false if it is used in any other way.
func (s *stacker) calls(t *target) ([]inspector.Cursor, bool) {
	name := t.decl.Name.Name
	if t.fn.Exported() || name == "init" || name == "main" || s.linked(name) || s.pkg.Elsewhere(name) || s.inInterface(t.fn) {
		return nil, false
	}
	var calls []inspector.Cursor
	for _, use := range s.pkg.Uses(t.fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent() // x.method
			if sel := s.info.Selections[use.Node().(*ast.SelectorExpr)]; sel == nil || sel.Kind() != types.MethodVal {
				return nil, false
			}
		}
		use = source.Parens(use)
		if use.ParentEdgeKind() != edge.CallExpr_Fun || s.fileOf(use.Node()) == nil {
			return nil, false
		}
		calls = append(calls, use.Parent())
	}
	return calls, len(calls) > 0
}

// inInterface reports whether an interface of the package has a method of the name
// of fn, if that is a method, so that it may be called unseen.
func (s *stacker) inInterface(fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return false
	}
	for id, obj := range s.info.Defs {
		m, ok := obj.(*types.Func)
		if ok && id.Name == fn.Name() && m.Signature().Recv() != nil && types.IsInterface(m.Signature().Recv().Type()) {
			return true
		}
	}
	return false
}

// linked reports whether a go:linkname directive mentions the name.
func (s *stacker) linked(name string) bool {
	for _, f := range s.pass.Files {
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

// fileOf returns the file of n, nil if no fix may touch it.
func (s *stacker) fileOf(n ast.Node) *source.File {
	for _, f := range s.pkg.Files {
		if f.Syntax.FileStart <= n.Pos() && n.Pos() < f.Syntax.FileEnd {
			return f
		}
	}
	return nil
}

// capital returns name with a capital first letter.
func capital(name string) string {
	_, n := utf8.DecodeRuneInString(name)
	return strings.ToUpper(name[:n]) + name[n:]
}

// small returns name with a small first letter.
func small(name string) string {
	_, n := utf8.DecodeRuneInString(name)
	return strings.ToLower(name[:n]) + name[n:]
}

// given reports whether a function returns what its first parameter points to: the
// caller says where the result goes, as after a split.
func (s *stacker) given(t *target) bool {
	params := t.fn.Signature().Params()
	if params.Len() == 0 {
		return false
	}
	if _, pointer := types.Unalias(params.At(0).Type()).(*types.Pointer); !pointer {
		return false
	}
	for _, ret := range ownReturns(t.decl.Body) {
		for _, e := range ret.Results {
			if id, ok := ast.Unparen(e).(*ast.Ident); ok && s.info.Uses[id] == params.At(0) {
				return true
			}
		}
	}
	return false
}

// ownReturns lists the return statements of a body, without those of literals.
func ownReturns(body *ast.BlockStmt) []*ast.ReturnStmt {
	var out []*ast.ReturnStmt
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			out = append(out, n)
		}
		return true
	})
	return out
}

// newLiteral returns T and the literal of e = &T{…}; for new(T) the literal is nil.
func (s *stacker) newLiteral(e ast.Expr) (typ ast.Expr, lit *ast.CompositeLit, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		if ok && e.Op == token.AND && lit.Type != nil && isStruct(s.info.TypeOf(lit)) {
			return lit.Type, lit, true
		}
	case *ast.CallExpr:
		if source.IsBuiltin(s.info, e, "new") && s.info.Types[e.Args[0]].IsType() && isStruct(s.info.TypeOf(e.Args[0])) {
			return e.Args[0], nil, true
		}
	}
	return nil, nil, false
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}
