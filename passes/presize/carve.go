package presize

import (
	"go/ast"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// retains is the caveat of slices that are cut from one array.
var retains = rule.Retention.Caveat("keeping one of the slices keeps the memory of all")

// carve offers one array for the nil slices that d declares in the iterations of
// the loop around it. Two counts are needed: what all iterations add, and what one
// adds. If the two do not agree, because the loop changes what it ranges over, a slice
// grows as before; its capacity ends where the next one begins.
//
//	                                  array := make([]T, total)
//	for _, row := range rows {        for _, row := range rows {
//	        var x []T                         var x []T
//	                                          if n := len(row); 0 < n && n <= len(array) {
//	                                                  x, array = array[:0:n], array[n:]
//	                                          }
//	        for _, v := range row {           for _, v := range row {
func (p *presizer) carve(d source.Decl, stmts []ast.Stmt, leaf size.Leaf) {
	loop, ok := p.iteration(d)
	if !ok || p.nilBlind(d.Var) {
		return // such a slice can be emptied and reused in each iteration
	}
	one, ok := size.Of(p.File, stmts, d.Stmt.Pos(), true, leaf)
	all, ok2 := size.Of(p.File, []ast.Stmt{loop}, loop.Pos(), true, leaf)
	if !ok || !ok2 || !one.Sure || !p.worthwhile(d.Var, one) || len(all.Trusted) > 0 || all.Range != nil || one.Range != nil {
		return // BAD: an empty slice would not need to be sure
	}
	typ, ok := p.TypeText(d.Var.Type(), loop.Pos())
	inner, n, _ := one.Lines(p.fresh(d.Stmt.Pos()))
	if _, isConst := one.Const(); isConst || !ok || len(inner) > 0 || !p.Universe(loop.Pos(), "make", "len") || !p.Universe(d.Stmt.Pos(), "len") {
		return // BAD: constant lengths could be counted, too
	}
	lines, total, _ := all.Lines(p.fresh(loop.Pos()))
	array, count := p.Fresh(loop.Pos(), "array"), p.Fresh(loop.Pos(), "n")
	lines = append(lines, array+" := make("+typ+", "+total+")")
	name := d.Var.Name()
	cut := []string{
		"if " + count + " := " + n + "; 0 < " + count + " && " + count + " <= len(" + array + ") {",
		"\t" + name + ", " + array + " = " + array + "[:0:" + count + "], " + array + "[" + count + ":]",
		"}",
	}
	p.Report(rule.Finding{
		At:      d.Node(),
		Message: name + " gets an array of its own in each iteration",
		Title:   "Cut each " + name + " from one array for " + all.String(),
		Class:   p.sliceClass(d.Var, all).And(rule.Review(retains)),
		Edits:   []source.TextEdit{p.Before(loop, lines...), p.Below(d.Stmt, cut...)},
	})
}

// iteration returns the range loop whose body has the declaration in its statement list.
func (p *presizer) iteration(d source.Decl) (*ast.RangeStmt, bool) {
	if d.Stmt == nil || d.Cur.ParentEdgeKind() != edge.BlockStmt_List {
		return nil, false
	}
	body := d.Cur.Parent()
	if body.ParentEdgeKind() != edge.RangeStmt_Body {
		return nil, false
	}
	loop := body.Parent()
	_, _, inList := source.StmtList(loop)
	r := loop.Node().(*ast.RangeStmt)
	return r, inList
}
