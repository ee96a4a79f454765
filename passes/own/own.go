// Package own makes rewrites of pairs of functions that a user writes in a file of her own
// module: what the body of before… does is done as in the body of after….
//
//	func beforeQuote(s string) string { return fmt.Sprintf("%q", s) }
//	func afterQuote(s string) string  { return strconv.Quote(s) }
//
// Invariant: a place is rewritten only if it does what a call of before… with the
// expressions in the place of its parameters would do, and what a call of after… with the
// same would do, in this order. That both do the same is not asked here; whoever uses a pair
// has compared them.
//
// Model: a parameter is a hole, which an expression fills that may be passed for it; a type
// parameter is one for a type. Names are compared by what they stand for, so that imports,
// parentheses and conversions to the same type do not matter. A local variable that is used
// once stands for its value, in the pair and in the code. A call evaluates its arguments
// first, once, and from left to right; in the code that holds if an argument has no effect
// that shows, or if nothing that the place does before could tell.
//
// What it blurs: statements match statements one by one. Two ways to write a loop are two.
package own

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A Source is a type-checked package with a file of pairs.
type Source struct {
	Fset  *token.FileSet
	File  *ast.File   // the file with the pairs
	Files []*ast.File // all files of the package, File among them
	Types *types.Package
	Info  *types.Info
	Sizes types.Sizes
	// ReadFile returns the text of a file.
	ReadFile func(name string) ([]byte, error)
}

// A Pair is one rule of the user's: two functions that do the same.
type Pair struct {
	// Before and After are the names of the functions. Before is also the name of the rule.
	Before, After string
	Pos           token.Position // position of the name of before
	// Generic says that the functions have type parameters.
	Generic bool
	// Open are the names of parameters whose types are interfaces: their values may have any type that implements
	// these.
	Open []string
	// Message and Title are those of the rule's findings.
	Message, Title string
	// Caveats are the differences between the two functions that the user declares by
	//
	//	//unheap:differs KIND in words that a reader can check
	//
	// in the doc comment of either.
	Caveats []rule.Caveat

	before, after *body
}

// Class returns the class of a fix: safe, or review with the caveats of the pair, and with notes on what is not known
// of the pair.
func (p *Pair) Class(notes ...string) rule.Class {
	class := rule.Review(p.Caveats...)
	for _, note := range notes {
		class = class.And(rule.Review(rule.Contract.Caveat(note)))
	}
	return class
}

// Rule returns the rewrite. Its fixes have the given class.
func (p *Pair) Rule(class rule.Class) rule.Rule {
	doc := "// # Analyzer " + p.Before + "\n//\n// " + p.Before + ": write as " + p.After + " does what " + p.Before + " does\n\npackage own\n"
	a := rule.Analyzer(p.Before, doc, func(pass *rule.Pass) { p.Run(pass, class) })
	a.URL = ""
	return rule.Rule{Analyzer: a}
}

// Run reports the places of all files but that of the pairs that do what before does.
func (p *Pair) Run(pass *rule.Pass, class rule.Class) {
	for r := range pass.Runs() {
		if r.Pass.Fset.File(r.Syntax.FileStart).Name() != p.Pos.Filename && p.mayOccur(r.Pkg) && p.after.available(r.Pkg) {
			s := &site{Run: r, pair: p, class: class}
			s.search(r.Cursor)
		}
	}
}

type mentionedKey struct{}

// mayOccur reports whether a package uses all functions and methods that before uses. This is quick, and false for
// most pairs.
func (p *Pair) mayOccur(pkg *source.Package) bool {
	mentioned := pkg.Once(mentionedKey{}, func() any {
		functions := make(map[*types.Func]bool)
		for _, obj := range pkg.Info.Uses {
			if fn, ok := obj.(*types.Func); ok {
				functions[fn.Origin()] = true
			}
		}
		names := make(map[string]bool)
		for fn := range functions {
			names[fn.FullName()] = true
		}
		return names
	}).(map[string]bool)
	return !source.Any(p.before.decl.Body, func(id *ast.Ident) bool {
		fn, ok := p.before.Info.Uses[id].(*types.Func)
		return ok && !mentioned[fn.Origin().FullName()]
	})
}

// available reports whether the packages that the code imports have the functions and methods that after uses: the
// code may use another version of a module than the pair.
func (b *body) available(pkg *source.Package) bool {
	for _, imp := range pkg.Types.Imports() {
		for _, fn := range b.functions {
			if fn.Pkg().Path() != imp.Path() {
				continue
			}
			name, method, isMethod := strings.Cut(stdlib.FuncName(fn), ".")
			have := imp.Scope().Lookup(name)
			if isMethod && have != nil {
				have, _, _ = types.LookupFieldOrMethod(have.Type(), true, imp, method)
			}
			if have == nil || fn.Signature().TypeParams() == nil && !make(typeArgs).unify(fn.Type(), have.Type()) {
				return false
			}
		}
	}
	return true
}

// A body is one function of a pair, taken apart.
type body struct {
	*source.Package
	file  *source.File
	decl  *ast.FuncDecl
	sig   *types.Signature
	stmts []ast.Stmt // without the declarations of inlined variables
	// results are the operands of the return at the end; empty if there is none.
	results []ast.Expr
	// inlined has the values of local variables that stand for their values; only in before.
	inlined map[*types.Var]ast.Expr
	items   []item
	calls   []stdlib.Func // the functions of the standard library that not every version has
	// functions are the functions of other packages that are not in the table of the standard library.
	functions []*types.Func
	// varies are the names of parameters that no constant may fill: with a constant before costs nothing.
	varies []string
}

// Docs returns the doc comments of both functions, without directives.
func (p *Pair) Docs() (before, after string) {
	return strings.TrimSpace(p.before.decl.Doc.Text()), strings.TrimSpace(p.after.decl.Doc.Text())
}

// hole returns the index of the parameter v, or -1 if v is no parameter.
func (b *body) hole(v *types.Var) int {
	for i := range b.sig.Params().Len() {
		if b.sig.Params().At(i) == v {
			return i
		}
	}
	return -1
}

// local reports whether v is declared in the body.
func (b *body) local(v *types.Var) bool {
	return v != nil && !v.IsField() && b.decl.Body.Pos() <= v.Pos() && v.Pos() < b.decl.Body.End()
}
