package guardcall

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// ident returns e as a name, nil if it is none.
func ident(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

// means reports whether the names of the question, but for those of the operands, mean the same
// at pos, in f.
func (s *guarder) means(t guarded, f *source.File, operands map[types.Object]ast.Expr, pos token.Pos) bool {
	for _, c := range t.leaves() {
		for _, obj := range f.Misread(c.cond, pos) {
			if operands[obj] == nil {
				return false
			}
		}
	}
	return true
}

// asked returns the questions whether the function does something, and the opposite of each, with
// the operands. Questions whose answer is known are left out.
func (s *guarder) asked(t guarded, f *source.File, operands map[types.Object]ast.Expr) (yes, no []string) {
	all := slices.DeleteFunc(slices.Clone(t.all()), func(c condition) bool { return s.present(c, operands) })
	for _, c := range all {
		holds, not := s.phrase(c, f, operands)
		if len(all) > 1 && isOr(holds) {
			holds = "(" + holds + ")"
		}
		yes, no = append(yes, holds), append(no, not)
	}
	return yes, no
}

// isOr reports whether the text of an expression is an || of several.
func isOr(text string) bool {
	e, _ := parser.ParseExpr(text)
	or, ok := e.(*ast.BinaryExpr)
	return ok && or.Op == token.LOR
}

// phrase writes the question of a condition, and the opposite of that.
func (s *guarder) phrase(c condition, f *source.File, operands map[types.Object]ast.Expr) (holds, not string) {
	if c.cond == nil {
		ops := map[token.Token]token.Token{token.LAND: token.LOR, token.LOR: token.LAND}
		var yes, no []string
		for _, part := range c.parts {
			y, n := s.phrase(part, f, operands)
			if c.op == token.LAND && isOr(y) {
				y = "(" + y + ")"
			}
			yes, no = append(yes, y), append(no, n)
		}
		return strings.Join(yes, " "+c.op.String()+" "), strings.Join(no, " "+ops[c.op].String()+" ")
	}
	cond, idle := positive(c.cond, c.idle)
	text := func(e ast.Expr) string { return s.words(e, f, operands) }
	if answer := operands[s.Info.Uses[ident(cond)]]; answer != nil && !source.IsPath(answer) {
		cond, idle = positive(answer, idle)
		text = func(e ast.Expr) string { return f.Text(e) }
	}
	holds, not = text(cond), opposite(s.Info, cond, text)
	if idle {
		holds, not = not, holds
	}
	return holds, not
}

// words writes e, which stands in a file of the package, with the operands in the place of the names that
// stand for them, for f.
func (s *guarder) words(e ast.Expr, f *source.File, operands map[types.Object]ast.Expr) string {
	names, _ := s.Pkg.Captures(e, func(obj types.Object) bool { return operands[obj] != nil })
	for i := range names {
		names[i].Name = f.Text(operands[names[i].Var])
	}
	return s.Pkg.FileOf(e).Renamed(e, names)
}

var opposites = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

// opposite returns the opposite of a condition; text writes its parts. A comparison becomes the opposite
// comparison of the same operands, except an ordering of numbers that may be NaN.
func opposite(info *types.Info, cond ast.Expr, text func(ast.Expr) string) string {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		x := ast.Unparen(e.X)
		if op, isBinary := x.(*ast.BinaryExpr); isBinary && op.Op == token.LOR {
			x = e.X // in the parentheses
		}
		if e.Op == token.NOT {
			return text(x)
		}
	case *ast.BinaryExpr:
		basic, isBasic := info.TypeOf(e.X).Underlying().(*types.Basic)
		op, known := opposites[e.Op]
		ordered := e.Op != token.EQL && e.Op != token.NEQ
		switch {
		case e.Op == token.LOR:
			return opposite(info, e.X, text) + " && " + opposite(info, e.Y, text)
		case known && (!ordered || isBasic && basic.Info()&types.IsInteger != 0):
			return text(e.X) + " " + op.String() + " " + text(e.Y)
		}
		return "!(" + text(cond) + ")"
	}
	return "!" + text(cond)
}

// guards yields the ifs around a statement, with true, and the ifs in front of the statement, or in front of a
// statement around it, with false.
func guards(stmt inspector.Cursor) iter.Seq2[*ast.IfStmt, bool] {
	return func(yield func(guard *ast.IfStmt, around bool) bool) {
		for c := stmt; c.ParentEdgeKind() != edge.File_Decls; c = c.Parent() {
			if guard, ok := c.Node().(*ast.IfStmt); ok && !yield(guard, true) {
				return
			}
			list, i, _ := source.StmtList(c)
			for _, s := range list[:i] {
				if guard, ok := s.(*ast.IfStmt); ok && !yield(guard, false) {
					return
				}
			}
		}
	}
}

// asks reports whether the question is asked already: an if around the statement asks for all that has to hold,
// or for one part of an ||, or an if before the statement leaves where the answer is no.
func (s *guarder) asks(f *source.File, stmt inspector.Cursor, yes, no string) bool {
	parts := func(text string) []string { return strings.Split(strings.ReplaceAll(text, " || ", " && "), " && ") }
	for guard, around := range guards(stmt) {
		cond := f.Text(guard.Cond)
		asked := strings.Split(cond, " && ")
		switch {
		case !around && cond == no && flow.Ends(s.Info, guard.Body):
			return true
		case !around:
		case isOr(yes) && slices.ContainsFunc(parts(yes), func(part string) bool { return slices.Contains(parts(cond), part) }):
			return true
		case !slices.ContainsFunc(strings.Split(yes, " && "), func(part string) bool { return !slices.Contains(asked, part) }):
			return true
		}
	}
	return false
}
