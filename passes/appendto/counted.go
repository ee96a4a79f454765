package appendto

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// counts lets a function count elements instead of listing them, if its callers only ask for the length.
//
//	func (s *store) open() []*item {       func (s *store) countOpen() int {
//		var out []*item                        n := 0
//		for _, it := range s.items {           for _, it := range s.items {
//			if !it.done {                          if !it.done {
//				out = append(out, it)                  n++
//			}                                      }
//		}                                      }
//		return out                             return n
//	}                                      }
//	len(s.open())                          s.countOpen()
func (a *appender) counts(t *inline.Func) {
	l := &list{producer: producer{Func: t}}
	if t.Body() != t.Decl.Body || !a.fillsList(l) || l.decl.Var == nil || t.Decl.Type.Results.List[0].Names != nil {
		return
	}
	calls, known := t.Calls()
	if !known {
		return
	}
	for _, cur := range calls {
		outer := source.ArgumentOf(cur)
		if outer == nil || !source.IsBuiltin(a.Info, outer, "len") || a.Pkg.FileOf(outer).HasComment(outer.Pos(), outer.End()) {
			return
		}
	}
	first := l.appends[0].Node()
	number := a.Fresh(t.Decl.Body.Lbrace+1, "n")
	if number != "n" {
		number = a.Fresh(t.Decl.Body.Lbrace+1, "count")
	}
	if !a.Universe(t.Decl.Body.Lbrace+1, "int", "len") || a.declaredIn(t.Decl)["len"] || number != "n" && number != "count" || l.decl.HasComment() {
		a.Refuse(first, "a name, or a comment, is in the way")
		return
	}
	edits, ok := a.counted(l, number)
	if !ok {
		a.Refuse(first, "what "+t.Name()+" appends, or asks room for, may panic, is more than elements, or is the only use of a variable")
		return
	}
	name := a.FreshBeside(t.Decl, "count"+inline.Capital(t.Name()))
	edits = append(edits, source.ReplaceNode(t.Decl.Name, name), source.ReplaceNode(t.Decl.Type.Results, "int"))
	for _, use := range a.Pkg.Uses(t.Obj) {
		edits = append(edits, source.ReplaceNode(use.Node(), name))
	}
	for _, cur := range calls {
		outer := source.ArgumentOf(cur)
		edits = append(edits, source.Replace(outer.Pos(), outer.Args[0].Pos(), ""), source.Replace(outer.Args[0].End(), outer.End(), ""))
	}
	a.Report(rule.Finding{
		At:      first,
		Message: "what " + t.Name() + " returns is only counted",
		Title:   "Count it",
		Class:   rule.Safe,
		Edits:   append(edits, a.documented(t, name)...),
	})
}

// counted returns the edits of the body: a number instead of the slice. ok is false if the function does more than
// to append, or an element may panic or have a side effect.
//
//	var out []T     out = append(out, x, y)     return out     return nil     return append(out, x)
//	-----------------------------------------------------------------------------------------------
//	n := 0          n += 2                      return n       return 0       return n + 1
func (a *appender) counted(l *list, number string) (edits []source.TextEdit, ok bool) {
	s := &series{list: *l}
	if !a.beginsEmpty(s) || !a.sized(s) && !a.sizedByRange(l) {
		return nil, false
	}
	edits = l.decl.Instead(number + " := 0")
	for _, cur := range l.appends {
		stmt := source.Parens(cur).Parent()
		more, ok := a.more(cur)
		if !ok {
			return nil, false
		}
		_, _, inList := source.StmtList(stmt)
		if _, isReturn := stmt.Node().(*ast.ReturnStmt); isReturn {
			continue
		}
		v, _, isAppend := a.Pkg.Appended(stmt.Node())
		if !isAppend || v != l.out || !inList {
			return nil, false
		}
		text := number + "++"
		if more != "1" {
			text = number + " += " + more
		}
		edits = append(edits, source.ReplaceNode(stmt.Node(), text))
	}
	for _, ret := range l.Returns() {
		if ret.Set != nil || len(ret.Values) != 1 {
			return nil, false
		}
		e := ret.Values[0]
		call, isCall := ast.Unparen(e).(*ast.CallExpr)
		lit, isLit := ast.Unparen(e).(*ast.CompositeLit)
		text := "len(" + a.Text(e) + ")"
		switch {
		case a.Pkg.Is(e, l.out):
			text = number
		case a.Info.Types[e].IsNil() || isLit && len(lit.Elts) == 0:
			text = "0"
		case isCall && source.IsBuiltin(a.Info, call, "append") && a.Pkg.Is(call.Args[0], l.out):
			more, _ := a.more(cursorOf(a.File, call))
			text = number + " + " + more
		case isLit:
			return nil, false
		}
		edits = append(edits, source.ReplaceNode(e, text))
	}
	return edits, a.Pkg.ReadBeside(uncounted(l)...)
}

// uncounted returns the nodes that are removed with the slice: its elements, and the value of its declaration.
func uncounted(l *list) (gone []ast.Node) {
	if l.decl.Value != nil {
		gone = append(gone, l.decl.Value)
	}
	for _, cur := range l.appends {
		if call := cur.Node().(*ast.CallExpr); !call.Ellipsis.IsValid() {
			for _, e := range call.Args[1:] {
				gone = append(gone, e)
			}
		}
	}
	return gone
}

// more returns the number of elements that the append at cur adds, as source text. ok is false if an operand may
// panic or have a side effect, or a comment would be lost.
func (a *appender) more(cur inspector.Cursor) (text string, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	for _, e := range call.Args[1:] {
		if !effect.Total(a.Info, e) || a.HasComment(e.Pos(), e.End()) {
			return "", false
		}
	}
	if call.Ellipsis.IsValid() {
		return "len(" + a.Text(call.Args[1]) + ")", true
	}
	return strconv.Itoa(len(call.Args) - 1), true
}

// sizedByRange reports whether the slice is made with room for the elements that the next statement ranges over: if
// the room panics, the loop does.
func (a *appender) sizedByRange(l *list) bool {
	made := ast.Unparen(l.decl.Value).(*ast.CallExpr)
	size, ok := ast.Unparen(made.Args[len(made.Args)-1]).(*ast.CallExpr)
	if !ok || len(l.decl.Rest) == 0 {
		return false
	}
	loop, ok := source.Unlabeled(l.decl.Rest[0]).(*ast.RangeStmt)
	return ok && a.Text(size.Args[0]) == a.Text(loop.X)
}

// documented returns the edit that renames the function in its doc comment, if that begins with the name.
func (a *appender) documented(t *inline.Func, name string) (edits []source.TextEdit) {
	doc := t.Decl.Doc
	if doc == nil || !strings.HasPrefix(doc.List[0].Text, "// "+t.Name()+" ") {
		return nil
	}
	start := doc.List[0].Pos() + token.Pos(len("// "))
	end, verb := start+token.Pos(len(t.Name())), ""
	if strings.HasPrefix(doc.List[0].Text, "// "+t.Name()+" returns ") {
		end, verb = end+token.Pos(len(" returns")), " counts"
	}
	return []source.TextEdit{source.Replace(start, end, name+verb)}
}
