package block

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// A row is a statement of a loop that makes one slice of a table in each iteration.
type row struct {
	maker
	call  *ast.CallExpr // make([]T, width)
	width ast.Expr
	elem  int64 // the size of a T in bytes
}

// rows cuts the rows of a table, of one width, out of one block.
func (b *blocker) rows() {
	for cur := range b.Cursor.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		row, ok := b.row(cur)
		if !ok {
			continue
		}
		var loops []inspector.Cursor
		for loop := range source.Loops(cur) {
			loops = append([]inspector.Cursor{loop}, loops...)
		}
		for _, loop := range loops {
			if b.table(loop, row) {
				break
			}
		}
	}
}

// row recognises x = make([]T, n), x := make([]T, n) if x is stored, appended or returned, and
// x = append(x, make([]T, n)).
func (b *blocker) row(cur inspector.Cursor) (r row, ok bool) {
	if r.maker, ok = b.assigned(cur); !ok {
		return r, false
	}
	r.object = r.value
	if call, isCall := r.object.(*ast.CallExpr); isCall && source.IsBuiltin(b.Info, call, "append") {
		if len(call.Args) != 2 || call.Ellipsis.IsValid() {
			return r, false
		}
		r.object = ast.Unparen(call.Args[1])
	}
	if r.call, ok = r.object.(*ast.CallExpr); !ok || !source.IsBuiltin(b.Info, r.call, "make") || len(r.call.Args) != 2 {
		return r, false
	}
	slice, ok := b.Info.TypeOf(r.call).Underlying().(*types.Slice)
	if !ok {
		return r, false
	}
	r.width = r.call.Args[1]
	r.elem, _ = b.Pkg.Sizeof(slice.Elem())
	_, isConst := source.IntConst(b.Info, r.width)
	isInt := isConst || types.Identical(b.Info.TypeOf(r.width), types.Typ[types.Int])
	_, _, inList := source.StmtList(cur)
	return r, inList && isInt && r.elem > 0 && b.lasts(r) && b.ordered(&r.maker) && !b.HasComment(r.call.Pos(), r.call.End())
}

// lasts reports whether the row outlives the iteration that makes it.
func (b *blocker) lasts(r row) bool {
	v, isVar := b.Pkg.LocalVar(r.target)
	return !isVar || r.object != r.value || r.declares && b.stored(v)
}

// table offers one block for all rows that the loop at cur makes, if their number and width are known
// in front of it, and reports whether it does.
func (b *blocker) table(cur inspector.Cursor, r row) bool {
	loop := source.Unlabeled(cur.Node().(ast.Stmt))
	at, _ := b.Cursor.FindNode(loop)
	own, _ := source.EnclosingFunc(cur)
	_, _, inList := source.StmtList(cur)
	if !inList || b.Jumps(loop.Pos()) || !b.Universe(loop.Pos(), "make", "len") || !b.repeats(loop, r.maker, own) {
		return false
	}
	if !effect.Total(b.Info, r.width) || !effect.StableBetween(b.Pkg, r.width, loop.Pos(), loop.End()) || !b.Visible(r.width, loop.Pos()) {
		return b.Refuse(r.call, "the width of the rows is not known in front of the loop")
	}
	leaf := func(s ast.Stmt) (size.Part, bool) { return size.Part{K: 1}, s == r.stmt }
	count, ok := size.Of(b.File, nil, []ast.Stmt{loop}, loop.Pos(), leaf)
	if !ok || count.Ends || len(count.Leaves) != 1 || !b.bounded(at, map[ast.Stmt]maker{r.stmt: r.maker}) {
		return b.Refuse(r.call, "nothing says beforehand how many rows the loop makes")
	}
	if n, isConst := count.Const(); isConst && n < 2 {
		return false
	}
	return b.cutRows(cur.Node(), count, r)
}

// cutRows makes the block in front of the loop and cuts each row off it.
//
//	                                             cells := make([]T, n*w)
//	for i := range m {                           for i := range m {
//		m[i] = make([]T, w)                  =>      m[i], cells = cells[:w:w], cells[w:]
//		m = append(m, make([]T, w))          =>      m = append(m, cells[:w:w])
//	                                                     cells = cells[w:]
func (b *blocker) cutRows(loop ast.Node, count size.Count, r row) bool {
	fresh := func(base string) string { return b.Fresh(loop.Pos(), base) }
	name := b.Text(r.call.Args[0])
	if !b.Visible(r.call.Args[0], loop.Pos()) {
		return b.Refuse(r.call, "the loop declares "+name)
	}
	lines, n, edits := count.Lines(fresh)
	caveats := b.rowsKept(count, n, r)
	width := b.Text(r.width)
	if !brief(r.width) {
		width = fresh("width")
		lines = append(lines, width+" := "+b.Text(r.width))
	}
	if strings.ContainsAny(n, "+-/") {
		n = "(" + n + ")"
	}
	cells := fresh("cells")
	if cells != "cells" {
		cells = fresh("block")
	}
	lines = append(lines, cells+" := make("+name+", "+n+"*"+width+")")
	first, rest := fmt.Sprintf("%[1]s[:%[2]s:%[2]s]", cells, width), fmt.Sprintf("%s[%s:]", cells, width)
	edits = append(edits, b.Before(loop, lines...))
	if set, isSet := r.stmt.(*ast.AssignStmt); isSet && set.Tok == token.ASSIGN && r.object == r.value {
		edits = append(edits, source.Insert(r.target.End(), ", "+cells), source.Replace(set.Rhs[0].Pos(), set.End(), first+", "+rest))
	} else {
		edits = append(edits, source.ReplaceNode(r.call, first), b.Below(r.stmt, cells+" = "+rest))
	}
	b.Report(rule.Finding{
		At:      r.call,
		Message: "each row is made in an allocation of its own",
		Title:   "Cut the rows out of one block",
		Class:   rule.Review(caveats...),
		Edits:   edits,
	})
	return true
}

// rowsKept returns the caveats: the memory that a row keeps alive, and the panics that come earlier.
func (b *blocker) rowsKept(count size.Count, n string, r row) []rule.Caveat {
	if _, isConst := count.Const(); !isConst && !plain(n) {
		n = "n"
	}
	caveats := []rule.Caveat{rule.Retention.Caveat("one row in use keeps all " + n + " of them")}
	if !count.Sure {
		caveats = append(caveats, rule.Retention.Caveat("room for "+n+" rows is taken even if fewer are made"))
	}
	if b.Info.Types[r.width].Value == nil {
		caveats = append(caveats, rule.LatePanic.Caveat("a width that is negative, or rows that are too large together, panic in front of the loop"))
	}
	return caveats
}
