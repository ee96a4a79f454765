// Package inline estimates what the compiler inlines, and splits functions in two so that the compiler
// inlines one of them.
//
// Invariant: the two parts of a split function together do what the function did, for every caller, as
// long as nothing in it looks at frames (see package effect).
//
// The model blurs the compiler's budget, which is estimated from the size of the body. If the
// estimate is wrong, the measurement shows no gain. Stack traces show one frame more.
package inline

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
)

// A Func is a declared function whose body is not empty.
type Func struct {
	File *source.File
	Decl *ast.FuncDecl
	Obj  *types.Func
}

// Funcs lists the functions of a file that have a body.
func Funcs(f *source.File) (list []*Func) {
	for _, d := range f.Syntax.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			fn, _ := f.Pkg.Info.Defs[fd.Name].(*types.Func)
			if t := (&Func{f, fd, fn}); t.hasBody() {
				list = append(list, t)
			}
		}
	}
	return list
}

func (f *Func) hasBody() bool {
	return f.Obj != nil && f.Decl.Body != nil && len(f.Decl.Body.List) > 0 && f.Decl.Name.Name != "_"
}

// Declared returns the Func of fn, if it is declared in a file that may be edited, and if no other build may replace
// it.
func Declared(pkg *source.Package, fn *types.Func) (*Func, bool) {
	decl := pkg.FuncDecl(fn)
	if decl == nil {
		return nil, false
	}
	t := &Func{pkg.FileOf(decl), decl, fn}
	return t, t.File != nil && t.hasBody()
}

// Name is the name of the function, without a receiver.
func (f *Func) Name() string { return f.Decl.Name.Name }

func (f *Func) info() *types.Info { return f.File.Pkg.Info }

// Generic reports whether the function, or the type that it is a method of, has type
// parameters.
func (f *Func) Generic() bool {
	return f.Decl.Type.TypeParams != nil || f.Obj.Signature().RecvTypeParams().Len() > 0
}

// Body is the body of the function or, if that does nothing but call a literal without parameters and return its
// results, the body of the literal.
//
//	func f() int { return func() int { … }() }
func (f *Func) Body() *ast.BlockStmt {
	body, _ := f.inner()
	return body
}

// Results are the results that the returns of Body set: those of the literal, if the function does nothing but call
// it.
func (f *Func) Results() *types.Tuple {
	_, results := f.inner()
	return results
}

// inner returns Body and Results.
func (f *Func) inner() (body *ast.BlockStmt, results *types.Tuple) {
	body, results = f.Decl.Body, f.Obj.Signature().Results()
	for {
		lit := onlyCalls(body)
		if lit == nil {
			return body, results
		}
		own := f.info().TypeOf(lit).(*types.Signature).Results()
		if !f.replaces(own, results) {
			return body, results
		}
		body, results = lit.Body, own
	}
}

// onlyCalls returns the literal that a body calls, if the body does nothing but return the results of that call.
//
//	return func() int { … }()    n := func() int { … }()
//	                             return n
func onlyCalls(body *ast.BlockStmt) *ast.FuncLit {
	if len(body.List) == 0 {
		return nil
	}
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return nil
	}
	values := ret.Results
	if len(body.List) == 2 {
		set, ok := body.List[0].(*ast.AssignStmt)
		if !ok || set.Tok != token.DEFINE || !slices.EqualFunc(set.Lhs, values, sameName) {
			return nil
		}
		values = set.Rhs
	}
	if len(body.List) > 2 || len(values) != 1 {
		return nil
	}
	call, ok := ast.Unparen(values[0]).(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return nil
	}
	lit, _ := ast.Unparen(call.Fun).(*ast.FuncLit)
	return lit
}

// sameName reports whether a and b are the same identifier.
func sameName(a, b ast.Expr) bool {
	x, ok := ast.Unparen(a).(*ast.Ident)
	y, ok2 := ast.Unparen(b).(*ast.Ident)
	return ok && ok2 && x.Name == y.Name
}

// replaces reports whether the results of a literal, own, can take the place of those of the function around it: the
// types are the same, no name differs, and no name of a result around it is used.
func (f *Func) replaces(own, around *types.Tuple) bool {
	if !types.Identical(own, around) {
		return false
	}
	for i := range own.Len() {
		named := own.At(i).Name() != "" && own.At(i).Name() != around.At(i).Name()
		if named || len(f.File.Pkg.Uses(around.At(i))) > 0 {
			return false
		}
	}
	return true
}

// Unwrap returns the edits that replace the literal that the function consists of, and its call, by the literal's
// body; none if there is no such literal. ok is false if a comment would be lost, or a name be declared twice.
//
//	return func() int { … }()
//	-------------------------
//	…
func (f *Func) Unwrap() (edits []source.TextEdit, ok bool) {
	body := f.Body()
	if body == f.Decl.Body {
		return nil, true
	}
	list := f.Decl.Body.List
	start, end, after := body.Lbrace+1, body.Rbrace, list[len(list)-1].End()
	if f.redeclares(body) || f.File.HasComment(f.Decl.Body.Lbrace, start) || f.File.HasComment(end, f.Decl.Body.Rbrace) {
		return nil, false
	}
	if below := f.File.LineBelow(start); strings.TrimSpace(f.File.Between(start, below)) == "" {
		start = below
	}
	if below := f.File.LineBelow(after); f.File.AloneOnLine(end) && below <= f.Decl.Body.Rbrace {
		end, after = end-token.Pos(len(f.File.Indent(end))), below
	}
	return []source.TextEdit{source.Replace(list[0].Pos(), start, ""), source.Replace(end, after, "")}, true
}

// redeclares reports whether the body of the literal declares a name that is a parameter or result of the function.
func (f *Func) redeclares(body *ast.BlockStmt) bool {
	scope := f.info().Scopes[f.Decl.Type]
	for lit := range source.Nodes[*ast.FuncLit](f.Decl.Body) {
		if lit.Body.Lbrace > body.Lbrace || lit.Body.Rbrace < body.Rbrace {
			continue
		}
		own := f.info().Scopes[lit.Type]
		for _, name := range own.Names() {
			v, isVar := own.Lookup(name).(*types.Var)
			around := scope.Lookup(name)
			if around != nil && around.Pos() < f.Decl.Body.Lbrace && !(isVar && v.Kind() == types.ResultVar) {
				return true
			}
		}
	}
	return false
}

// Once reports whether the statement at cur is in Body, outside of literals and loops, so that it runs at most once
// for each call.
func (f *Func) Once(cur inspector.Cursor) bool {
	fn, ok := source.EnclosingFunc(cur)
	return ok && source.Body(fn.Node()) == f.Body() && !source.InLoop(cur)
}

// A Return is a statement that leaves a function.
type Return struct {
	Stmt *ast.ReturnStmt
	// Values are the returned values: the operands of the return or, if it has none, the values that the assignment in
	// front of it sets all named results to.
	//
	//	return t, nil    t, err = v, nil
	//	                 return
	Values []ast.Expr
	// Set is that assignment, or nil.
	Set *ast.AssignStmt
}

// Pos is where the return begins or, if there is Set, where Set begins.
func (r Return) Pos() token.Pos {
	if r.Set != nil {
		return r.Set.Pos()
	}
	return r.Stmt.Pos()
}

// End is where the return ends.
func (r Return) End() token.Pos { return r.Stmt.End() }

// Returns lists the return statements of Body, without those of literals in it.
func (f *Func) Returns() (all []Return) {
	body, ok := f.File.Cursor.FindNode(f.Body())
	if !ok {
		return nil
	}
	body.Inspect([]ast.Node{(*ast.FuncLit)(nil), (*ast.ReturnStmt)(nil)}, func(cur inspector.Cursor) bool {
		ret, isReturn := cur.Node().(*ast.ReturnStmt)
		if !isReturn {
			return false
		}
		r := Return{Stmt: ret, Values: ret.Results}
		if prev, ok := cur.PrevSibling(); ok && len(ret.Results) == 0 {
			if set, ok := prev.Node().(*ast.AssignStmt); ok && f.setsResults(set) {
				r.Values, r.Set = set.Rhs, set
			}
		}
		all = append(all, r)
		return true
	})
	return all
}

// setsResults reports whether the statement assigns one value to each of the named results, in their order.
func (f *Func) setsResults(set *ast.AssignStmt) bool {
	results := f.Results()
	if set.Tok != token.ASSIGN || len(set.Lhs) != results.Len() || len(set.Rhs) != results.Len() {
		return false
	}
	for i, target := range set.Lhs {
		if !f.File.Pkg.Is(target, results.At(i)) {
			return false
		}
	}
	return true
}

// IsReturned reports whether the expression at cur, which may stand in parentheses, is an operand of a return, or is
// assigned to a named result by the statement in front of a return without operands.
func IsReturned(info *types.Info, cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	kind, i := cur.ParentEdge()
	if kind != edge.AssignStmt_Rhs {
		return kind == edge.ReturnStmt_Results
	}
	set := cur.Parent().Node().(*ast.AssignStmt)
	next, ok := cur.Parent().NextSibling()
	if !ok || len(set.Lhs) != len(set.Rhs) {
		return false
	}
	ret, isReturn := next.Node().(*ast.ReturnStmt)
	id, isIdent := set.Lhs[i].(*ast.Ident)
	if !isReturn || !isIdent || len(ret.Results) > 0 {
		return false
	}
	v, isVar := info.Uses[id].(*types.Var)
	return isVar && v.Kind() == types.ResultVar
}

// Directive reports whether the doc comment of the function has a //go: directive. With allowNoinline, go:noinline is
// not counted.
func (f *Func) Directive(allowNoinline bool) bool {
	return comment(f.Decl, "//go:", func(text string) bool {
		return !allowNoinline || !strings.HasPrefix(text, "//go:noinline")
	})
}

// comment reports whether the doc comment of a function has a line with that prefix for which meant is true.
func comment(fd *ast.FuncDecl, prefix string, meant func(text string) bool) bool {
	return fd.Doc != nil && slices.ContainsFunc(fd.Doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, prefix) && meant(c.Text)
	})
}

// MaxValue is the size in bytes up to which a value is passed by value. Copying more costs as much as a small
// allocation.
const MaxValue = 128

// Big reports whether the compiler does not inline the function or, if it does nothing but call a literal, the
// literal.
func (f *Func) Big() bool {
	e := &estimate{pkg: f.File.Pkg}
	return e.body(f.Decl) > Budget || f.Body() != f.Decl.Body && e.cost(f.Body().List) > Budget
}

// Worthwhile reports whether the result may stay in some caller: a caller that uses the result in place, assigns it to
// a variable, passes it to a function or, with returned, returns it. It is true for an exported function, whose
// callers are not known, and for a function that only tests call, unless callers go through an interface of the package,
// where nothing is inlined.
func (f *Func) Worthwhile(returned bool) bool {
	uses := f.File.Pkg.Uses(f.Obj)
	if (f.Obj.Exported() || len(uses) == 0) && !f.behindInterface() {
		return true
	}
	for _, use := range uses {
		if call, ok := source.Called(use); ok && f.mayStay(call, returned) {
			return true
		}
	}
	return false
}

// behindInterface reports whether the function is a method that an interface of the package has, and that other packages
// cannot call by name: of a type that is not exported, or without an exported name.
func (f *Func) behindInterface() bool {
	if !f.File.Pkg.InInterface(f.Obj) {
		return false
	}
	recv := types.TypeString(f.Obj.Signature().Recv().Type(), func(*types.Package) string { return "" })
	return !f.Obj.Exported() || !ast.IsExported(strings.TrimPrefix(recv, "*"))
}

// mayStay reports whether the result of the call at cur may stay in the function that has the call.
func (f *Func) mayStay(cur inspector.Cursor, returned bool) bool {
	cur = source.Parens(cur)
	switch parent := cur.Parent().Node().(type) {
	case *ast.CallExpr:
		copied := parent.Ellipsis.IsValid() && cur.Node() == parent.Args[len(parent.Args)-1]
		return copied || !source.IsBuiltin(f.info(), parent, "append", "panic")
	case *ast.AssignStmt:
		for _, lhs := range parent.Lhs {
			if v, ok := f.File.Pkg.LocalVar(lhs); ok && (returned || v.Kind() != types.ResultVar) {
				return true
			}
		}
		return false
	case *ast.ValueSpec:
		_, local := source.EnclosingFunc(cur)
		return local
	case *ast.ReturnStmt:
		return returned
	case *ast.KeyValueExpr, *ast.CompositeLit, *ast.SendStmt:
		return false
	}
	return true
}

// MayRecover reports whether a deferred call in n may recover, so that the function returns where it would have
// panicked. Only functions and methods of package sync are known not to recover.
func MayRecover(info *types.Info, n ast.Node) bool {
	return source.AnyOwn(n, func(n *ast.DeferStmt) bool { // the deferred calls of a literal run when the literal returns
		fn, ok := typeutil.Callee(info, n.Call).(*types.Func)
		return !ok || fn.Pkg() == nil || fn.Pkg().Path() != "sync"
	})
}

// Calls returns the calls of an unexported function. ok is false if the function is used in any way but calls, if it
// may have callers that cannot be seen, or if it has none.
func (f *Func) Calls() (calls []inspector.Cursor, ok bool) {
	name, pkg := f.Name(), f.File.Pkg
	if f.Obj.Exported() || name == "init" || name == "main" || pkg.Linked(name) || pkg.Elsewhere(name) || pkg.InInterface(f.Obj) {
		return nil, false
	}
	for _, use := range pkg.Uses(f.Obj) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			if sel := f.info().Selections[use.Parent().Node().(*ast.SelectorExpr)]; sel == nil || sel.Kind() != types.MethodVal {
				return nil, false
			}
		}
		call, ok := source.Called(use)
		if !ok || pkg.FileOf(use.Node()) == nil {
			return nil, false
		}
		calls = append(calls, call)
	}
	return calls, len(calls) > 0
}
