package format

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// held takes the string out of an interface that holds one, if its text is all that fmt makes. The type assertion
// fails for named types, which may have methods.
func (p *formatter) held(cur inspector.Cursor, x ast.Expr) bool {
	if !p.mayHoldString(x) {
		return p.Refuse(cur.Node(), p.Text(x)+" is asked for a string already, or holds none")
	}
	if !p.Universe(cur.Node().Pos(), "string") || p.HasComment(cur.Node().Pos(), cur.Node().End()) || p.Jumps(cur.Node().Pos()) {
		return p.Refuse(cur.Node(), "a comment, a goto, or another meaning of string is in the way")
	}
	edits, ok := p.asksFirst(cur, x)
	if !ok {
		return p.Refuse(cur.Node(), "no statement in front of it could ask for the string")
	}
	name := source.CalleeName(cur.Node().(*ast.CallExpr))
	p.Report(rule.Finding{
		At:      cur.Node(),
		Message: "fmt." + name + " copies the string that " + p.Text(x) + " may hold",
		Title:   "Take the string out of " + p.Text(x) + " where it holds one",
		Class:   p.taken(cur),
		Edits:   edits,
	})
	return true
}

// holder recognises fmt.Sprint(x), and fmt.Sprintf with nothing but %v or %s, where x is an empty interface that can
// be evaluated twice.
func (p *formatter) holder(cur inspector.Cursor) (x ast.Expr, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	if _, isPlain := source.CallTo(p.Info, call, "fmt", "Sprint"); isPlain && len(call.Args) == 1 {
		x = call.Args[0]
	} else if _, isFormat := source.CallTo(p.Info, call, "fmt", "Sprintf"); isFormat && len(call.Args) == 2 {
		if format, _ := source.StringConst(p.Info, call.Args[0]); format == "%v" || format == "%s" {
			x = call.Args[1]
		}
	}
	if x == nil || p.Pkg.Asks(source.Parens(cur), "panic") {
		return nil, false // a panic is not worth another statement
	}
	switch ast.Unparen(x).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
	default:
		return nil, false // a call, or a value whose type is known
	}
	t := types.Unalias(p.Info.TypeOf(x))
	iface, isIface := t.Underlying().(*types.Interface)
	_, isParam := t.(*types.TypeParam)
	return x, isIface && !isParam && iface.Empty() && effect.Pure(p.Info, x) && !source.Has[*ast.CompositeLit](x)
}

// mayHoldString reports whether x may hold a string at cur, and no type assertion or type switch in the function asks
// for one.
func (p *formatter) mayHoldString(x ast.Expr) bool {
	decl := p.DeclAt(x.Pos())
	for n := range ast.Preorder(decl) {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil && p.isStringType(n.Type) && p.same(n.X, x) {
				return false
			}
		case *ast.TypeSwitchStmt:
			if !p.clauseMayHold(n, x) {
				return false
			}
		}
	}
	return true
}

// clauseMayHold reports whether a type switch around the call allows x to hold a string: it is not about x, or x is in
// a clause that strings get to.
func (p *formatter) clauseMayHold(s *ast.TypeSwitchStmt, x ast.Expr) bool {
	asks := false
	var around *ast.CaseClause
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		asks = asks || slices.ContainsFunc(clause.List, p.isStringType)
		if source.Contains(clause, x) {
			around = clause
		}
	}
	id, _ := ast.Unparen(x).(*ast.Ident)
	bound := around != nil && id != nil && p.Info.Implicits[around] == p.Info.Uses[id]
	switch {
	case !bound && !p.same(subject(s), x):
		return true
	case around == nil || around.List == nil:
		return !asks
	}
	return slices.ContainsFunc(around.List, p.isStringType)
}

// subject returns the x of switch x.(type).
func subject(s *ast.TypeSwitchStmt) ast.Expr {
	switch assign := s.Assign.(type) {
	case *ast.AssignStmt:
		return assign.Rhs[0].(*ast.TypeAssertExpr).X
	case *ast.ExprStmt:
		return ast.Unparen(assign.X).(*ast.TypeAssertExpr).X
	}
	return nil
}

func (p *formatter) isStringType(e ast.Expr) bool { return source.IsString(p.Info.TypeOf(e)) }

// same reports whether both expressions are spelled alike.
func (p *formatter) same(a, b ast.Expr) bool {
	return types.ExprString(ast.Unparen(a)) == types.ExprString(ast.Unparen(b))
}

// asksFirst returns the edits that put the type assertion in front of the call.
func (p *formatter) asksFirst(cur inspector.Cursor, x ast.Expr) ([]source.TextEdit, bool) {
	stmt, ok := source.EnclosingStmt(cur)
	if !ok {
		return nil, false
	}
	if source.Parens(cur).Parent() == stmt {
		switch s := stmt.Node().(type) {
		case *ast.ReturnStmt:
			if p.small(s.Results, cur.Node()) {
				return p.returnsEarly(s, cur, x), true
			}
		case *ast.AssignStmt:
			switch {
			case len(s.Lhs) != 1:
			case s.Tok == token.DEFINE && p.startsAsString(s, x):
				return p.startsAs(s, cur, x), true
			case s.Tok != token.DEFINE && effect.Pure(p.Info, s.Lhs[0]):
				return p.branches(s, cur, x), true
			}
		}
	}
	return p.asksBefore(cur, x)
}

// small reports whether the results beside the call can be written twice: they are names and constants.
func (p *formatter) small(results []ast.Expr, call ast.Node) bool {
	return !slices.ContainsFunc(results, func(e ast.Expr) bool {
		tv := p.Info.Types[e]
		return ast.Unparen(e) != call && tv.Value == nil && !tv.IsNil() && !source.IsPath(e)
	})
}

// returnsEarly returns the edits that return the string if x holds one.
//
//	                                   return fmt.Sprint(x)
//	--------------------------------------------------------
//	if s, ok := x.(string); ok {
//	        return s
//	}
//	                                   return fmt.Sprint(x)
func (p *formatter) returnsEarly(stmt ast.Stmt, cur inspector.Cursor, x ast.Expr) []source.TextEdit {
	head, s := p.condition(stmt, x)
	return []source.TextEdit{p.Before(stmt, head, "\t"+p.with(stmt, cur, s), "}")}
}

// branches returns the edits that assign the string if x holds one.
//
//	                                   v = fmt.Sprint(x)
//	--------------------------------------------------------
//	if s, ok := x.(string); ok {
//	        v = s
//	} else {
//	                                   v = fmt.Sprint(x)
//	}
func (p *formatter) branches(stmt ast.Stmt, cur inspector.Cursor, x ast.Expr) []source.TextEdit {
	head, s := p.condition(stmt, x)
	return []source.TextEdit{p.Before(stmt, head, "\t"+p.with(stmt, cur, s), "} else {"), p.Below(stmt, "}")}
}

// condition returns the head of an if statement, to stand in front of stmt, that declares a variable for the string in
// x, and the name of the variable. The block may only repeat stmt.
func (p *formatter) condition(stmt ast.Stmt, x ast.Expr) (head, s string) {
	names := source.NamesIn(stmt)
	s, ok := "s", "ok"
	if names[s] || names[ok] {
		s, ok = p.Fresh(stmt.Pos(), s), p.Fresh(stmt.Pos(), ok)
	}
	return "if " + s + ", " + ok + " := " + p.asserted(x) + "; " + ok + " {", s
}

// asserted returns the type assertion on x.
func (p *formatter) asserted(x ast.Expr) string {
	if _, isStar := x.(*ast.StarExpr); isStar {
		return "(" + p.Text(x) + ").(string)"
	}
	return p.Text(x) + ".(string)"
}

// with returns the text of the statement with the call replaced by the variable s.
func (p *formatter) with(stmt ast.Stmt, cur inspector.Cursor, s string) string {
	call := source.Parens(cur).Node()
	return p.Between(stmt.Pos(), call.Pos()) + s + p.Between(call.End(), stmt.End())
}

// startsAsString reports whether the declared variable may be assigned the string of x before it is assigned the text:
// its name does not hide x, and no function literal captures it, which would see both assignments.
func (p *formatter) startsAsString(s *ast.AssignStmt, x ast.Expr) bool {
	v, ok := p.Pkg.LocalVar(s.Lhs[0])
	if !ok || p.Pkg.Captured(v) {
		return false
	}
	return !source.Any(x, func(id *ast.Ident) bool {
		obj, _ := p.Info.Uses[id].(*types.Var)
		return id.Name == v.Name() && (obj == nil || !obj.IsField())
	})
}

// startsAs declares the variable by the type assertion, and assigns the text if x holds no string.
//
//	v     := fmt.Sprint(x)
//	----------------------------
//	v, ok := x.(string)
//	if !ok {
//	        v = fmt.Sprint(x)
//	}
func (p *formatter) startsAs(stmt *ast.AssignStmt, cur inspector.Cursor, x ast.Expr) []source.TextEdit {
	v := stmt.Lhs[0]
	ok := p.Fresh(stmt.Pos(), "ok", "isString")
	return []source.TextEdit{
		source.Insert(v.End(), ", "+ok),
		source.ReplaceNode(source.Parens(cur).Node(), p.asserted(x)),
		p.Below(stmt, "if !"+ok+" {", "\t"+p.Text(v)+" = "+p.Text(cur.Node()), "}"),
	}
}

// asksBefore makes the text in front of the statement.
//
//	                        f(fmt.Sprint(x))
//	-----------------------------------------
//	s, ok := x.(string)
//	if !ok {
//	        s = fmt.Sprint(x)
//	}
//	                        f(s)
//
// The new statements panic only where x does: fmt catches the panic of a method.
func (p *formatter) asksBefore(cur inspector.Cursor, x ast.Expr) ([]source.TextEdit, bool) {
	call := cur.Node().(*ast.CallExpr)
	stmt, ok := effect.LiftAs(p.File, cur, effect.Total(p.Info, x))
	if s := (site{cur: cur, call: call}); !ok || !p.usedAsValue(s) || p.value(s) != source.Parens(cur) || !effect.Undisturbed(p.File, cur, stmt, call) {
		return nil, false
	}
	text, isText := p.Fresh(stmt.Pos(), "s", "text", "str"), p.Fresh(stmt.Pos(), "ok", "isString")
	return []source.TextEdit{
		p.Before(stmt, text+", "+isText+" := "+p.asserted(x), "if !"+isText+" {", "\t"+text+" = "+p.Text(call), "}"),
		source.ReplaceNode(call, text),
	}, true
}

// taken returns the class of a fix whose text was a copy: whoever retains the text now retains the string in the
// interface. Code that only reads the text cannot tell.
func (p *formatter) taken(cur inspector.Cursor) rule.Class {
	class := rule.Safe
	if p.Pkg.Views() {
		class = rule.Review(rule.View)
	}
	if p.onlyLookedAt(cur) {
		return class
	}
	return class.And(rule.Review(rule.Whole))
}

// onlyLookedAt reports whether nothing retains the text: it is only read where it is made, or in the local variable
// that it is assigned to.
func (p *formatter) onlyLookedAt(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	if cur.ParentEdgeKind() == edge.AssignStmt_Rhs {
		_, i := cur.ParentEdge()
		assign := cur.Parent().Node().(*ast.AssignStmt)
		v, ok := p.Pkg.LocalVar(assign.Lhs[i])
		return ok && v.Kind() == types.LocalVar && !p.Pkg.Captured(v) && source.IsString(v.Type()) &&
			p.Pkg.Every(v, func(use inspector.Cursor) bool { return retain.LooksAt(p.Pkg, use, v) })
	}
	return retain.LooksAt(p.Pkg, cur, nil)
}
