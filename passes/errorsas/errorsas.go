// Package errorsas defines an analyzer that asks for the type of an error without a
// variable on the heap.
//
// Invariant: the same error is found, and the variable has the same value, also where
// none is found, unless the method As of an error does more than set its target.
//
// Model: errors.As takes the address of a variable as an any, so that the variable
// goes to the heap, whatever the error is. As looks at the error itself first, and only
// then at its method As and at what it wraps. An assertion answers that first
// question without the variable; errors.AsType of go1.26 answers all of them.
//
// What it blurs: how many errors are wrapped. Those that are cost the variable still,
// where there is no AsType; a nil error does not any more.
//
// # Analyzer errorsas
//
// errorsas: use errors.AsType, or assert first, instead of errors.As
//
//	var e *Error                         =>   e, matched := errors.AsType[*Error](err)
//	matched := errors.As(err, &e)
//
// and before go1.26:
//
//	var e *Error                         =>   e, ok := err.(*Error)
//	if errors.As(err, &e) { … }               if !ok && err != nil {
//	                                                  var target *Error
//	                                                  ok = errors.As(err, &target)
//	                                                  e = target
//	                                          }
//	                                          if ok { … }
//
// Conditions:
//   - the variable is declared without a value in the statement before, its address is
//     taken only there, no function literal mentions it, and its type is an error and
//     not an interface;
//   - errors.As is all of a definition, or what a condition evaluates first;
//   - without AsType, the error is a variable or a field, which can be looked at twice, and
//     of an interface that the type of the variable implements.
//
// All of class review: the method As of a wrapped error could keep the address of its
// target, set it later, or set it and return false. Its documentation does not
// foresee that.
//
// Left to x/tools: if errors.As(err, &e) { … } where e is used in the if statement
// only and there is AsType (errorsastype).
package errorsas

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed errorsas.go
var docText string

// Rule is the errorsas rewrite.
var Rule = rule.New("errorsas", docText, run, "passed")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil)) {
		p := &asserter{r}
		if s, ok := p.recognise(cur); ok && p.check(s) {
			p.rewrite(s)
		}
	}
}

type asserter struct{ *rule.Run }

// A site is a call of errors.As with the address of a variable, and the declaration of the variable.
type site struct {
	call  *ast.CallExpr
	q     string // "errors."
	err   ast.Expr
	v     *types.Var
	decl  source.Decl // var v typ
	typ   ast.Expr
	stmt  inspector.Cursor // the statement of the call, which follows decl
	ident *ast.Ident       // ok of ok := errors.As(…); nil for a return or an if statement
}

func (p *asserter) recognise(cur inspector.Cursor) (*site, bool) {
	call, ok := source.CallTo(p.Info, cur.Node().(*ast.CallExpr), "errors", "As")
	if !ok {
		return nil, false
	}
	q, _, ok := p.Qualified(call, "As", "AsType")
	addr, ok2 := ast.Unparen(call.Args[1]).(*ast.UnaryExpr)
	if !ok || !ok2 || addr.Op != token.AND {
		return nil, false
	}
	s := &site{call: call, q: q, err: ast.Unparen(call.Args[0])}
	if s.v, ok = p.Pkg.LocalVar(addr.X); !ok {
		return nil, false
	}
	s.stmt, s.ident, ok = statement(p.File, cur)
	return s, ok && p.declared(s)
}

// statement returns the statement that evaluates the expression at cur before
// anything else: ok := expr, or a return or an if statement whose condition begins with it.
func statement(f *source.File, cur inspector.Cursor) (stmt inspector.Cursor, ok *ast.Ident, found bool) {
	for {
		cur = source.Parens(cur)
		parent := cur.Parent()
		switch kind := cur.ParentEdgeKind(); kind {
		case edge.UnaryExpr_X:
			cur = parent // the type is bool
		case edge.BinaryExpr_X:
			if op := parent.Node().(*ast.BinaryExpr).Op; op != token.LAND && op != token.LOR {
				return parent, nil, false // the order with the other operand is not specified
			}
			cur = parent
		case edge.IfStmt_Cond:
			return parent, nil, parent.Node().(*ast.IfStmt).Init == nil
		case edge.ReturnStmt_Results:
			return parent, nil, len(parent.Node().(*ast.ReturnStmt).Results) == 1
		case edge.AssignStmt_Rhs, edge.ValueSpec_Values:
			d, ok := f.DeclWith(cur)
			if !ok || d.Grouped() || !d.Typed() {
				return parent, nil, false
			}
			_, isCall := ast.Unparen(d.Value).(*ast.CallExpr)
			return d.Cur, d.Name, isCall
		default:
			return parent, nil, false
		}
	}
}

// declared finds the declaration of the variable, which must be the statement before the call's.
func (p *asserter) declared(s *site) bool {
	var ok bool
	s.decl, ok = p.DeclOf(s.v)
	if !ok || s.decl.Value != nil || len(s.decl.Rest) == 0 || s.decl.Rest[0] != s.stmt.Node() {
		return false
	}
	s.typ = s.decl.Type
	return p.Visible(s.typ, s.stmt.Node().Pos()) // a type that a declaration in the same group declares is not
}

// check reports whether nothing but errors.As needs the variable's address, and the call can be rewritten.
func (p *asserter) check(s *site) bool {
	if p.Pkg.InLiteral(s.v) {
		return p.Refuse(s.call, "a function literal mentions "+s.v.Name())
	}
	if types.IsInterface(s.v.Type()) || !source.IsError(s.v.Type()) || p.Jumps(s.call.Pos()) {
		return false
	}
	if !p.Pkg.Every(s.v, func(use inspector.Cursor) bool { return p.Pkg.Addressed(use) == source.Contains(s.call, use.Node()) }) {
		return p.Refuse(s.call, "the address of "+s.v.Name()+" is taken elsewhere, or it is the error")
	}
	typ := source.NamesIn(s.typ)
	if typ[s.v.Name()] || s.ident != nil && (source.NamesIn(s.call)[s.ident.Name] || typ[s.ident.Name]) {
		return false // the new variables would hide names in their own declaration
	}
	if p.AtLeast("go1.26") {
		return !p.byTools(s)
	}
	if !source.IsPath(s.err) || !p.assertable(s) {
		return p.Refuse(s.call, p.Text(s.err)+" cannot be looked at twice, or be asserted")
	}
	return p.Universe(s.call.Pos(), "nil")
}

// assertable reports whether a type assertion of the error to the type of the variable compiles.
func (p *asserter) assertable(s *site) bool {
	iface, ok := p.Info.TypeOf(s.err).Underlying().(*types.Interface)
	return ok && types.Implements(s.v.Type(), iface)
}

// byTools reports whether the analyzer errorsastype of x/tools offers a fix.
func (p *asserter) byTools(s *site) bool {
	cond, ok := s.stmt.Node().(*ast.IfStmt)
	if !ok {
		return false
	}
	e := cond.Cond
	if not, ok := e.(*ast.UnaryExpr); ok {
		e = not.X
	}
	if e != s.call {
		return false
	}
	return p.Pkg.Every(s.v, func(use inspector.Cursor) bool { return source.Contains(cond, use.Node()) })
}

// rewrite moves the call in front of the statement.
//
//	var e *Error                              if errors.As(err, &e) { … }
//	---------------------------------------------------------------------
//	e, ok := errors.AsType[*Error](err)       if ok { … }
func (p *asserter) rewrite(s *site) {
	ok, stmt := "", s.stmt.Node()
	if s.ident != nil {
		ok = s.ident.Name
	} else {
		ok = p.Fresh(s.call.Pos(), "ok", "found")
	}
	lines, title := p.assertion(s, ok), "Assert before errors.As"
	if p.AtLeast("go1.26") {
		lines, title = []string{p.name(s) + ", " + ok + " := " + s.q + "AsType[" + p.Text(s.typ) + "](" + p.Text(s.err) + ")"}, "Use errors.AsType"
	}
	edits := []source.TextEdit{s.decl.Remove()}
	if s.ident != nil {
		edits = append(edits, source.ReplaceNode(stmt, strings.Join(lines, "\n"+p.Indent(stmt.Pos()))))
	} else {
		edits = append(edits, p.Before(stmt, lines...), source.ReplaceNode(s.call, ok))
	}
	p.Report(rule.Finding{
		At:      s.call,
		Message: "errors.As needs a variable on the heap",
		Title:   title,
		Class:   rule.Review(rule.Contract.Caveat("an As method must do nothing with its target but set it and return true")),
		Edits:   edits,
	})
}

// name returns the name of the variable, or _ if only errors.As uses it.
func (p *asserter) name(s *site) string {
	if len(p.Pkg.Uses(s.v)) == 1 {
		return "_"
	}
	return s.v.Name()
}

// assertion returns the lines that first assert the type of the error itself.
func (p *asserter) assertion(s *site, ok string) []string {
	typ, err := p.Text(s.typ), p.Text(s.err)
	target := p.Fresh(s.call.Pos(), "target")
	lines := []string{
		p.name(s) + ", " + ok + " := " + err + ".(" + typ + ")",
		"if !" + ok + " && " + err + " != nil {",
		"\tvar " + target + " " + typ,
		"\t" + ok + " = " + s.q + "As(" + err + ", &" + target + ")",
	}
	if p.name(s) != "_" {
		lines = append(lines, "\t"+s.v.Name()+" = "+target)
	}
	return append(lines, "}")
}
