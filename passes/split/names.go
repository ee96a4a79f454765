package split

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// A naming is a statement that gives a part a name.
type naming struct {
	stmt  inspector.Cursor
	name  *ast.Ident
	tidy  bool // the variable gets the part trimmed, or in another case
	inner bool // the statement stands in another list than the declaration of the parts
}

// named returns the names that the code itself gives the parts, by their indexes, and the edits
// for the statements that do so.
//
//	host, port := v[0], v[1]        key := strings.TrimSpace(v[0])
//	------------------------        ------------------------------
//	                                key = strings.TrimSpace(key)
//
//	key, n := v[0], f()
//	-------------------
//	n := f()
//
// The edits remove the uses in gone.
func (p *splitter) named(d source.Decl, uses []use) (names map[int64]string, edits []source.TextEdit, gone map[use]bool) {
	found, of := make(map[ast.Node][]int64), make(map[int64]naming)
	for _, u := range uses {
		if n, ok := p.naming(d, u); ok && p.early(uses, u.i, n) && of[u.i].name == nil {
			of[u.i] = n
			found[n.stmt.Node()] = append(found[n.stmt.Node()], u.i)
		}
	}
	names, gone = make(map[int64]string), make(map[use]bool)
	for _, i := range slices.Sorted(maps.Keys(of)) {
		n := of[i]
		assign := n.stmt.Node().(*ast.AssignStmt)
		more := len(found[assign]) < len(assign.Lhs)
		if more && (p.Pkg.Mentions(assign, d.Var) > 1 || !p.allNew(assign)) {
			continue
		}
		names[i] = n.name.Name
		switch {
		case more:
			k := slices.Index(assign.Lhs, ast.Expr(n.name))
			edits = append(edits, without(assign.Lhs, k), without(assign.Rhs, k))
		case n.tidy:
			edits = append(edits, source.Replace(assign.TokPos, assign.TokPos+token.Pos(len(":=")), "="))
			continue
		case found[assign][0] == i:
			edits = append(edits, p.Remove(assign))
		}
		for _, u := range uses {
			gone[u] = gone[u] || source.Contains(assign, u.cur.Node())
		}
	}
	return names, edits, gone
}

// allNew reports whether an assignment declares all that it assigns to.
func (p *splitter) allNew(assign *ast.AssignStmt) bool {
	return !slices.ContainsFunc(assign.Lhs, func(e ast.Expr) bool { return p.Info.Defs[e.(*ast.Ident)] == nil })
}

// without returns the edit that removes one of several expressions from a list.
//
//	a, b := v[0], f()
//	-----------------
//	b := f()
func without(list []ast.Expr, k int) source.TextEdit {
	if k+1 < len(list) {
		return source.Replace(list[k].Pos(), list[k+1].Pos(), "")
	}
	return source.Replace(list[k-1].End(), list[k].End(), "")
}

// early reports whether the part may have the name from its declaration on: all other uses of the
// part stand in front of the statement, and run before the variable gets another value.
func (p *splitter) early(uses []use, i int64, n naming) bool {
	all := 0
	for _, u := range uses {
		if u.kind == 'p' && u.i == i {
			all++
			if u.cur.Node().Pos() > n.stmt.Node().End() {
				return false
			}
		}
	}
	return all == 1 || !n.inner && !n.tidy
}

// naming recognises the declaration of a variable with a part as its value. ok is false if something
// else has the name of the variable between the declaration of the parts and the statement.
func (p *splitter) naming(d source.Decl, u use) (n naming, ok bool) {
	if u.kind != 'p' {
		return n, false
	}
	cur := source.Parens(u.cur)
	if call := source.ArgumentOf(cur); call != nil {
		pkg := map[bool]string{true: "strings", false: "bytes"}[source.IsString(p.Info.TypeOf(call))]
		_, ok := source.CallTo(p.Info, call, pkg, "TrimSpace", "Trim", "TrimLeft", "TrimRight", "TrimPrefix", "TrimSuffix", "ToLower", "ToUpper")
		if !ok || call.Args[0] != cur.Node() || p.Pkg.Mentions(call, d.Var) > 1 {
			return n, false
		}
		cur, n.tidy = source.Parens(cur.Parent()), true
	}
	kind, i := cur.ParentEdge()
	if kind != edge.AssignStmt_Rhs {
		return n, false
	}
	n.stmt = cur.Parent()
	assign := n.stmt.Node().(*ast.AssignStmt)
	list, _, inList := source.StmtList(n.stmt)
	if !inList || assign.Tok != token.DEFINE || len(assign.Lhs) != len(assign.Rhs) || n.tidy && len(assign.Lhs) > 1 || !n.tidy && p.commented(assign) {
		return n, false
	}
	n.name = assign.Lhs[i].(*ast.Ident)
	v, isNew := p.Info.Defs[n.name].(*types.Var)
	if !isNew || p.Taken(d.Stmt.Pos(), v.Name()) || !types.Identical(v.Type(), p.Info.TypeOf(u.cur.Node().(ast.Expr))) || p.Pkg.InLiteral(d.Var) || source.LoopSince(n.stmt, d.Stmt.Pos()) {
		return n, false
	}
	around := p.DeclAt(assign.Pos())
	end := assign.End()
	if own, _, ok := source.StmtList(d.Cur); !ok || &own[0] != &list[0] {
		n.inner, end = true, around.End()
	}
	for id := range source.Idents(around) {
		if id.Name == v.Name() && d.Stmt.Pos() <= id.Pos() && id.Pos() < end && p.Info.ObjectOf(id) != v {
			return n, false
		}
	}
	return n, true
}

// commented reports whether a comment may be about the statement: above it, inside of it, or
// behind it on its line.
func (p *splitter) commented(stmt ast.Stmt) bool {
	file := p.Fset.File(stmt.Pos())
	line := file.Line(stmt.Pos())
	above := strings.TrimSpace(p.Between(file.LineStart(max(line-1, 1)), file.LineStart(line)))
	return strings.HasPrefix(above, "//") || strings.HasSuffix(above, "*/") || p.HasComment(stmt.Pos(), p.LineBelow(stmt.End()))
}
