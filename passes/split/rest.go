package split

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// heads returns n if some use of the parts is v[n:], -1 if none is.
func (p *splitter) heads(v *types.Var) int64 {
	for _, use := range p.Pkg.Uses(v) {
		if n, ok := p.tail(source.Parens(use)); ok {
			return n
		}
	}
	return -1
}

// tail recognises v[n:] around v at cur.
func (p *splitter) tail(cur inspector.Cursor) (n int64, ok bool) {
	slice, ok := cur.Parent().Node().(*ast.SliceExpr)
	if !ok || cur.ParentEdgeKind() != edge.SliceExpr_X || slice.Low == nil || slice.High != nil {
		return 0, false
	}
	n, ok = source.IntConst(p.Info, slice.Low)
	return n, ok && n > 0
}

// restOf recognises what uses all parts behind the first ones, of which the last must exist: their sum with the same
// separators, which is a part of the text, or a loop.
//
//	strings.Join(v[1:], ":")     for _, part := range v[1:] {
func (p *splitter) restOf(s site, cur inspector.Cursor, l list) (use, bool) {
	n, ok := p.tail(source.Parens(cur))
	if !ok || n != l.n-1 || n > 1 && !l.has(n-1, p.lengthsAt(cur, l.Var, l.all())) {
		return use{}, false
	}
	tail := source.Parens(source.Parens(cur).Parent())
	if loop, ok := tail.Parent().Node().(*ast.RangeStmt); ok && tail.ParentEdgeKind() == edge.RangeStmt_X {
		return use{'r', l.n - 1, tail.Parent()}, p.takesRest(s, loop)
	}
	join, ok := p.joins(s, tail)
	return use{'p', l.n - 1, join}, ok
}

// joins recognises a call of strings.Join of parts, at cur, with the separator at which they were split.
func (p *splitter) joins(s site, cur inspector.Cursor) (inspector.Cursor, bool) {
	call := source.ArgumentOf(cur)
	if call == nil || call.Args[0] != cur.Node() {
		return cur, false
	}
	if _, ok := source.CallTo(p.Info, call, "strings", "Join"); !ok {
		return cur, false
	}
	sep, ok := source.StringConst(p.Info, call.Args[1])
	return cur.Parent(), ok && sep == s.sep
}

// takesRest reports whether a loop over the parts behind the first ones can cut one after the other.
func (p *splitter) takesRest(s site, loop *ast.RangeStmt) bool {
	value, ok := loop.Value.(*ast.Ident)
	if !ok || s.limit >= 0 || loop.Key != nil && !source.IsBlank(loop.Key) || p.HasComment(loop.Pos(), loop.Body.Lbrace) {
		return false
	}
	v, isNew := p.Info.Defs[value].(*types.Var)
	return isNew && (!p.Pkg.Captured(v) || p.AtLeast("go1.22")) && p.cutsIn(s, loop.Body, value.Name)
}

// onlyLoop returns the loop among the uses, nil if there is none. It changes what tells whether there is more, and the
// rest. ok is false if that is used behind its beginning, or if the loop runs again.
func (p *splitter) onlyLoop(d source.Decl, uses []use) (loop *ast.RangeStmt, ok bool) {
	at := slices.IndexFunc(uses, func(u use) bool { return u.kind == 'r' })
	if at < 0 {
		return nil, true
	}
	loop = uses[at].cur.Node().(*ast.RangeStmt)
	for i, u := range uses {
		if i != at && (u.kind != 'p' || u.i == uses[at].i) && u.cur.Node().End() > loop.Pos() {
			return nil, false
		}
	}
	return loop, !source.LoopSince(uses[at].cur.Parent(), d.Stmt.Pos()) && !p.Pkg.InLiteral(d.Var)
}

// goesOn returns the edits of a loop that goes on where the first parts were cut.
//
//	for _, part := range v[1:] {
//	---------------------------------------------
//	for ok {
//	        var part string
//	        part, rest, ok = strings.Cut(rest, ",")
//
// Before go1.18 it is found by its end:
//
//	for ok {
//	        part := rest
//	        end := strings.Index(rest, ",")
//	        if ok = end >= 0; ok {
//	                part, rest = rest[:end], rest[end+1:]
//	        }
func (p *splitter) goesOn(s site, loop *ast.RangeStmt, rest, ok string) []source.TextEdit {
	part, from := p.Text(loop.Value), rest+", "+p.Text(s.call.Args[1])
	lines := []string{"var " + part + " string", part + ", " + rest + ", " + ok + " = " + s.q + "Cut(" + from + ")"}
	if !p.hasCut() {
		end := p.FreshIn(loop, "end", "next")
		lines = []string{part + " := " + rest, end + " := " + s.q + "Index(" + from + ")", "if " + ok + " = " + end + " >= 0; " + ok + " {",
			"\t" + part + ", " + rest + " = " + rest + "[:" + end + "], " + rest + "[" + end + "+" + p.width(s) + ":]", "}"}
	}
	return []source.TextEdit{source.Replace(loop.For, loop.Body.Lbrace, "for "+ok+" "), p.Top(loop.Body, lines...)}
}

// unguarded returns the edits that take a loop out of an if statement that has nothing else and asks whether there is
// more, as the loop asks that itself, and that question.
//
//	if len(v) > 1 {
//	        for _, part := range v[1:] { … }
//	}
//	----------------------------------------
//	for ok { … }
func (p *splitter) unguarded(loop *ast.RangeStmt, uses []use) (edits []source.TextEdit, asks use, ok bool) {
	for _, u := range uses {
		branch, isIf := u.cur.Parent().Node().(*ast.IfStmt)
		if !isIf || u.kind != '=' || branch.Init != nil || branch.Else != nil || len(branch.Body.List) != 1 || branch.Body.List[0] != loop {
			continue
		}
		if _, _, inList := source.StmtList(u.cur.Parent()); !inList {
			continue // behind an else
		}
		if !p.HasComment(branch.Pos(), loop.Pos()) && !p.HasComment(loop.End(), branch.End()) {
			return []source.TextEdit{source.Replace(branch.Pos(), loop.Pos(), ""), source.Replace(loop.End(), branch.End(), "")}, u, true
		}
	}
	return nil, use{}, false
}
