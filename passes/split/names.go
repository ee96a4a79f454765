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

// A naming is the statement that gives a part its name in the code as it is.
type naming struct {
	stmt  inspector.Cursor
	name  *ast.Ident
	tidy  bool // the part is trimmed, or put into other letters, for it
	inner bool // it stands in another list of statements than the declaration of the parts
}

// named returns the names that the code itself gives the parts, by their numbers, and the edits
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
// The edits take the uses of gone away.
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

// without is the edit that takes one of several expressions out of their list.
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

// early reports whether the name may be there from the beginning: all uses of the part but the
// one that it is made of stand in front of it, and run before it has another value.
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

// naming recognises the declaration of a variable, of nothing but the part, of which nothing
// else has the name where it would be seen.
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
