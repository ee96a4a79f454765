package guardcall

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// A replacing is a statement that has a text, with what a Replacer replaces in it: x = r.Replace(x),
// y := r.Replace(x) or return r.Replace(x).
type replacing struct {
	cur  inspector.Cursor // of the statement
	stmt ast.Stmt
	call *ast.CallExpr
	text ast.Expr   // x
	name *ast.Ident // r
}

// replacers asks whether a text has anything that a Replacer replaces.
func (g *guarder) replacers() {
	for cur := range g.Cursor.Preorder((*ast.CallExpr)(nil)) {
		s, ok := g.replacing(cur)
		if !ok {
			continue
		}
		olds, ok := g.olds(s.name)
		if !ok || g.isAsked(s) {
			continue
		}
		if effect.Initializes(g.Pkg, g.Pass.Files, cur) {
			g.Refuse(s.call, "a variable of the package may need the text before there is "+s.name.Name)
			continue
		}
		g.ask(s, olds)
	}
}

// replacing recognises the statement around a call of Replace.
func (g *guarder) replacing(cur inspector.Cursor) (s replacing, ok bool) {
	if s.call, ok = source.CallOf(g.Info, cur.Node().(*ast.CallExpr), "strings", "Replacer.Replace"); !ok || len(s.call.Args) != 1 {
		return s, false
	}
	s.text = ast.Unparen(s.call.Args[0])
	tv := g.Info.Types[s.text]
	if s.name, ok = ast.Unparen(source.Receiver(g.Info, s.call)).(*ast.Ident); !ok || !source.IsPath(s.text) || tv.Value != nil || !source.IsString(tv.Type) {
		return s, false
	}
	s.cur = source.Parens(cur).Parent()
	if s.stmt, ok = s.cur.Node().(ast.Stmt); !ok || g.HasComment(s.stmt.Pos(), s.stmt.End()) {
		return s, false
	}
	_, _, ok = source.StmtList(s.cur)
	switch stmt := s.stmt.(type) {
	case *ast.ReturnStmt:
		return s, ok && len(stmt.Results) == 1
	case *ast.AssignStmt:
		if !ok || len(stmt.Lhs) != 1 || len(stmt.Rhs) != 1 {
			return s, false
		}
		return s, stmt.Tok == token.DEFINE || stmt.Tok == token.ASSIGN && g.Text(stmt.Lhs[0]) == g.Text(s.text)
	}
	return s, false
}

// olds returns what a Replacer that always is the same one replaces, if it is of the kind that copies
// a text also where it replaces nothing: several texts, at least one of them longer than a byte.
func (g *guarder) olds(name *ast.Ident) (olds []string, ok bool) {
	v, ok := g.Info.Uses[name].(*types.Var)
	if !ok || v.IsField() || v.Pkg() != g.Pkg.Types || v.Exported() && v.Kind() == types.PackageVar || len(g.Pkg.Writes(v)) > 0 || !g.Pkg.Same(v, g.Syntax) {
		return nil, false
	}
	value, ok := g.Pkg.Initial(v)
	if !ok {
		return nil, false
	}
	made, ok := source.CallTo(g.Info, value, "strings", "NewReplacer")
	if !ok || len(made.Args) < 4 || len(made.Args)%2 != 0 || made.Ellipsis.IsValid() {
		return nil, false
	}
	long := false
	for i, arg := range made.Args {
		lit, isLit := ast.Unparen(arg).(*ast.BasicLit)
		if i%2 == 1 {
			continue
		}
		if !isLit {
			return nil, false
		}
		old, _ := source.StringConst(g.Info, lit)
		if old == "" {
			return nil, false // there is one everywhere
		}
		long, olds = long || len(old) > 1, append(olds, old)
	}
	return olds, long
}

// isAsked reports whether the code asks already what the text contains: in an if around the statement,
// or in front of it.
func (g *guarder) isAsked(s replacing) bool {
	for guard := range guards(s.cur) {
		for n := range ast.Preorder(guard.Cond) {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 || g.Text(call.Args[0]) != g.Text(s.text) {
				continue
			}
			if fn := source.Func(g.Info, call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "strings" {
				return true
			}
		}
	}
	return false
}

// question is a call that asks whether one of the texts may be in x: for what they begin with.
func question(olds []string) (member, what string, ok bool) {
	common, firsts := olds[0], ""
	for _, old := range olds {
		for !strings.HasPrefix(old, common) {
			common = common[:len(common)-1]
		}
		r, _ := utf8.DecodeRuneInString(old)
		if r >= utf8.RuneSelf {
			return "", "", false
		}
		if !strings.ContainsRune(firsts, r) {
			firsts += string(r)
		}
	}
	member, what = "ContainsAny", firsts
	if common != "" {
		member, what = "Contains", common
	}
	usual := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == ' ' }
	return member, what, len(what) > 1 && member == "Contains" || !strings.ContainsFunc(what, usual)
}

// ask writes the question.
//
//	                                      if strings.ContainsAny(s, "&<") {
//	s = escaper.Replace(s)          =>        s = escaper.Replace(s)
//	                                      }
//
//	                                      if !strings.ContainsAny(s, "&<") {
//	                                          return s
//	                                      }
//	return escaper.Replace(s)       =>    return escaper.Replace(s)
func (g *guarder) ask(s replacing, olds []string) {
	member, what, ok := question(olds)
	if !ok {
		g.Refuse(s.call, "most texts have what begins something that "+s.name.Name+" replaces")
		return
	}
	q, edits, ok := g.Import("strings", member, s.call.Pos())
	if !ok {
		return
	}
	text, indent := g.Text(s.text), g.Indent(s.stmt.Pos())
	cond := q + member + "(" + text + ", " + verbs.Quote(what) + ")"
	why := "// " + s.name.Name + " copies a text also where it replaces nothing."
	in := func(set string) string { return fmt.Sprintf("if %s {\n%s\t%s\n%[2]s}", cond, indent, set) }
	switch stmt := s.stmt.(type) {
	case *ast.ReturnStmt:
		edits = append(edits, g.Before(stmt, why, "if !"+cond+" {", "\treturn "+text, "}"))
	case *ast.AssignStmt:
		lines := why + "\n" + indent + in(g.Text(stmt))
		if stmt.Tok == token.DEFINE {
			name := g.Text(stmt.Lhs[0])
			set := name + " = " + g.Between(s.call.Pos(), s.call.End())
			lines = name + " := " + text + "\n" + indent + why + "\n" + indent + in(set)
		}
		edits = append(edits, source.ReplaceNode(stmt, lines))
	}
	g.Report(rule.Finding{
		At:      s.call,
		Message: s.name.Name + " copies a text also where it replaces nothing",
		Title:   "Ask first whether there is anything to replace",
		Class:   rule.Safe,
		Edits:   edits,
	})
}
