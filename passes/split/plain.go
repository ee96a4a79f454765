package split

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// needless is what is written without questions whether there is a second part, where the part itself, which is empty without a
// separator, gives the same answer: the edits that remove these questions, the uses that are left, and the name of a variable
// that the second part gets instead, if any.
func (p *splitter) needless(s site, d source.Decl, l list, uses []use) (edits []source.TextEdit, left []use, name string) {
	if l.n != 2 || l.exact || l.open || s.bytes {
		return nil, uses, ""
	}
	left = slices.Clone(uses)
	for _, u := range uses {
		branch, isIf := u.cur.Parent().Node().(*ast.IfStmt)
		if !isIf || u.kind != '=' && u.kind != '!' || branch.Init != nil || u.cur.ParentEdgeKind() != edge.IfStmt_Cond {
			continue
		}
		list, i, inList := source.StmtList(u.cur.Parent())
		if !inList || len(branch.Body.List) != 1 || p.Commented(branch) || !p.AloneOnLine(branch.Pos()) {
			continue // behind an else, or with a comment that may be about the question
		}
		gone := p.chosenAlike(s, d, u, branch, list[i+1:], uses)
		if gone == nil && name == "" {
			gone, name = p.setIfFound(d, u, branch, list[:i], uses)
		}
		edits = append(edits, gone...)
		left = slices.DeleteFunc(left, func(use use) bool {
			return slices.ContainsFunc(gone, func(e source.TextEdit) bool { return e.Pos <= use.cur.Node().Pos() && use.cur.Node().End() <= e.End })
		})
	}
	return edits, left, name
}

// chosenAlike returns the edits that leave one of two statements, which differ in that one has the second part where
// the other has "".
//
//	if len(v) == 1 {           if len(v) == 1 {           if len(v) == 2 {
//	        m[v[0]] = ""               return s, ""               return v[0], v[1]
//	} else {                   }                          }
//	        m[v[0]] = v[1]     return v[0], v[1]          return v[0], ""
//	}                          ------------------         -----------------
//	----------------------     return before, after       return before, after
//	m[before] = after
func (p *splitter) chosenAlike(s site, d source.Decl, u use, branch *ast.IfStmt, next []ast.Stmt, uses []use) []source.TextEdit {
	with, end := branch.Body.List[0], branch.End()
	var without ast.Stmt
	switch other, isElse := branch.Else.(*ast.BlockStmt); {
	case isElse && len(other.List) == 1:
		without = other.List[0]
	case branch.Else == nil && len(next) == 1 && isReturn(with) && isReturn(next[0]) && !p.Commented(next[0]):
		without, end = next[0], next[0].End()
	default:
		return nil
	}
	if u.kind == '!' {
		with, without = without, with
	}
	switch with.(type) {
	case *ast.AssignStmt, *ast.ReturnStmt, *ast.ExprStmt:
	default:
		return nil
	}
	whole, _ := p.Pkg.LocalVar(s.call.Args[0])
	if !effect.StableBetween(p.Pkg, s.call.Args[0], d.Node().Pos(), max(p.comesBack(u.cur, d.Stmt), end)) {
		whole = nil
	}
	if p.parted(with, whole, uses) != p.parted(without, whole, uses) {
		return nil
	}
	edits := []source.TextEdit{source.Replace(branch.Pos(), with.Pos(), ""), source.Replace(with.End(), end, "")}
	for _, e := range edits {
		if p.HasComment(e.Pos, e.End) {
			return nil
		}
	}
	return edits
}

// parted is the text of a statement where there is no separator: the second part is "", and the first is the same as the
// variable that is split, if any.
func (p *splitter) parted(stmt ast.Stmt, whole *types.Var, uses []use) (text string) {
	const first = "\x00" // which is no text of a program
	is := make(map[ast.Node]string)
	for _, u := range uses {
		if u.kind == 'p' {
			is[u.cur.Node()] = []string{first, `""`}[u.i]
		}
	}
	at := stmt.Pos()
	ast.Inspect(stmt, func(n ast.Node) bool {
		part, ok := is[n]
		if id, isName := n.(*ast.Ident); isName && whole != nil && p.Info.Uses[id] == whole {
			part, ok = first, true
		}
		if ok {
			text, at = text+p.Between(at, n.Pos())+part, n.End()
		}
		return !ok
	})
	return text + p.Between(at, stmt.End())
}

// setIfFound returns the edits that remove a variable for the second part, and its name, which is "" until the part is
// found.
//
//	v := strings.SplitN(s, "=", 2)
//	x := ""
//	if len(v) == 2 {
//	        x = v[1]
//	}
//	-------------------------------
//	_, x, _ := strings.Cut(s, "=")
func (p *splitter) setIfFound(d source.Decl, u use, branch *ast.IfStmt, before []ast.Stmt, uses []use) (edits []source.TextEdit, name string) {
	set, ok := branch.Body.List[0].(*ast.AssignStmt)
	if !ok || u.kind != '=' || branch.Else != nil || set.Tok != token.ASSIGN || len(set.Lhs) != 1 {
		return nil, ""
	}
	v, local := p.Pkg.LocalVar(set.Lhs[0])
	if !local || !types.Identical(v.Type(), types.Typ[types.String]) || p.Pkg.InLiteral(d.Var) {
		return nil, ""
	}
	second := 0
	for _, part := range uses {
		if part.kind == 'p' && part.i == 1 {
			second++
			ok = ok && ast.Unparen(set.Rhs[0]) == part.cur.Node()
		}
	}
	if !ok || second != 1 {
		return nil, ""
	}
	x, ok := p.DeclOf(v)
	if !ok || x.Grouped() || !slices.Contains(before, x.Stmt) || !slices.Contains(before, d.Stmt) || p.Commented(x.Stmt) || !p.isNothing(x.Value) || p.HasComment(branch.Pos(), branch.End()) {
		return nil, ""
	}
	from := min(x.Stmt.Pos(), d.Stmt.Pos())
	for id := range source.Idents(p.DeclAt(d.Stmt.Pos())) {
		if id.Name == v.Name() && from <= id.Pos() && id.Pos() < branch.End() && id != x.Name && !source.Contains(set, id) {
			return nil, ""
		}
	}
	return []source.TextEdit{p.Remove(x.Stmt), p.Remove(branch)}, v.Name()
}

// isNothing reports whether a variable is declared without a value, or with "".
func (p *splitter) isNothing(e ast.Expr) bool { return e == nil || p.isEmpty(e) }

func isReturn(s ast.Stmt) bool {
	_, ok := s.(*ast.ReturnStmt)
	return ok
}
