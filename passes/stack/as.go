package stack

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/edit"
)

// An asking is var e T, with errors.As(err, &e) in the statement behind it.
type asking struct {
	decl inspector.Cursor
	v    *types.Var
	typ  ast.Expr
	call *ast.CallExpr
}

// as asks an error for its own type first, which needs no address.
//
//	var e *T                          e, ok := err.(*T)
//	if errors.As(err, &e) {     =>    if !ok {
//	    …                                 var target *T
//	}                                     ok = errors.As(err, &target)
//	                                      e = target
//	                                  }
//	                                  if ok {
//	                                      …
//	                                  }
func (s *stacker) as(f *edit.File, decl inspector.Cursor) {
	a, ok := s.asking(decl)
	if !ok || f.AtLeast("go1.26") || edit.Jumps(decl) || !s.onceAddressed(a.v) || !s.concreteError(a) {
		return
	}
	err := a.call.Args[0]
	if !edit.Total(s.info, err) || !types.IsInterface(s.info.TypeOf(err)) || f.HasComment(decl.Node().Pos(), decl.Node().End()) || f.HasComment(a.call.Pos(), a.call.End()) {
		return
	}
	s.reportAs(f, a)
}

func (s *stacker) reportAs(f *edit.File, a asking) {
	decl := a.decl.Node()
	ok := s.names.Fresh(f, decl.Pos(), "ok")
	target := s.names.Fresh(f, decl.Pos(), "target")
	indent := "\n" + f.Indent(decl.Pos())
	err, typ, e := f.Text(a.call.Args[0]), f.Text(a.typ), a.v.Name()
	set := indent + "\t" + e + " = " + target
	if len(s.pkg.Uses(a.v)) == 1 { // only errors.As wants it
		e, set = "_", ""
	}
	end := decl.End()
	if below := f.LineBelow(end); strings.HasPrefix(strings.TrimSpace(f.Between(end, below)), "//") {
		end = below - 1
	}
	edit.Report(s.pass, edit.Fix{
		At:      decl,
		Message: "errors.As puts " + a.v.Name() + " on the heap each time",
		Title:   "ask the error itself first",
		Class:   edit.Safe,
		Edits: []edit.TextEdit{
			edit.ReplaceNode(decl, e+", "+ok+" := "+err+".("+typ+")"),
			edit.Insert(end, indent+"if !"+ok+" {"+
				indent+"\tvar "+target+" "+typ+
				indent+"\t"+ok+" = "+f.Between(a.call.Pos(), a.call.Lparen+1)+err+", &"+target+")"+
				set+
				indent+"}"),
			edit.ReplaceNode(a.call, ok),
		},
	})
}

// asking recognises the two statements.
func (s *stacker) asking(decl inspector.Cursor) (asking, bool) {
	list, i, ok := edit.StmtList(decl)
	gen, isGen := decl.Node().(*ast.DeclStmt).Decl.(*ast.GenDecl)
	if !ok || !isGen || gen.Tok != token.VAR || len(gen.Specs) != 1 || i+1 == len(list) {
		return asking{}, false
	}
	spec := gen.Specs[0].(*ast.ValueSpec)
	if len(spec.Names) != 1 || len(spec.Values) > 0 {
		return asking{}, false
	}
	v, ok := s.info.Defs[spec.Names[0]].(*types.Var)
	call, isCall := first(list[i+1])
	if !ok || !isCall {
		return asking{}, false
	}
	if _, ok := edit.CallTo(s.info, call, "errors", "As"); !ok {
		return asking{}, false
	}
	u, ok := call.Args[1].(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return asking{}, false
	}
	x, ok := s.pkg.LocalVar(u.X)
	return asking{decl, v, spec.Type, call}, ok && x == v
}

// first returns the call that a statement evaluates first, and always.
func first(stmt ast.Stmt) (*ast.CallExpr, bool) {
	var e ast.Expr
	switch stmt := stmt.(type) {
	case *ast.IfStmt:
		if stmt.Init != nil {
			return nil, false
		}
		e = stmt.Cond
	case *ast.AssignStmt:
		if len(stmt.Rhs) != 1 || len(stmt.Lhs) != 1 || stmt.Tok != token.DEFINE {
			return nil, false
		}
		e = stmt.Rhs[0]
	case *ast.ReturnStmt:
		if len(stmt.Results) != 1 {
			return nil, false
		}
		e = stmt.Results[0]
	}
	for {
		switch n := e.(type) {
		case *ast.ParenExpr:
			e = n.X
		case *ast.UnaryExpr:
			e = n.X
		case *ast.BinaryExpr:
			e = n.X
		case *ast.CallExpr:
			return n, true
		default:
			return nil, false
		}
	}
}

// onceAddressed reports whether the address of v is taken in one place only.
func (s *stacker) onceAddressed(v *types.Var) bool {
	n := 0
	for _, use := range s.pkg.Uses(v) {
		if s.pkg.Addressed(use) {
			n++
			if edit.Parens(use).ParentEdgeKind() != edge.UnaryExpr_X {
				return false
			}
		}
	}
	return n == 1
}

// concreteError reports whether the variable has a type that an error can be, and not
// an interface, which more than one type could have.
func (s *stacker) concreteError(a asking) bool {
	t := a.v.Type()
	if types.IsInterface(t) {
		return false
	}
	iface, ok := s.info.TypeOf(a.call.Args[0]).Underlying().(*types.Interface)
	return ok && types.Implements(t, iface)
}
