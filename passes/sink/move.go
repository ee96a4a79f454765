package sink

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// What fixes of class review may differ in.
var (
	panicsLater  = rule.LatePanic.Caveat("where making the value panics, it does so later, or not at all")
	methodsLater = rule.Order.Caveat("String, Error and Format methods of the operands run later, or not at all")
)

// class says what of the value is not proven.
func (s *sinker) class(d decl) rule.Class {
	class := rule.Safe
	panics := d.val.Panics || d.val.Follows
	for v := range d.val.Derefs {
		panics = panics || !s.dereferenced(v, d)
	}
	if d.val.Methods {
		class = class.And(rule.Review(methodsLater))
	}
	if panics {
		class = class.And(rule.Review(panicsLater))
	}
	return class
}

// move writes the declaration at the new place.
//
//	v := e
//	if c {       if c {
//	-----------------------------
//	             if c {
//	                     v := e
func (s *sinker) move(d decl, to place) {
	taken, edit, ok := s.take(d)
	if !ok {
		return
	}
	start := to.stmt.Node().Pos()
	put := s.insert(to, s.Indent(start)+taken+"\n")
	if use := s.returned(d, to); use != nil && taken == d.Text() {
		put = source.ReplaceNode(use, s.Text(d.Value))
	}
	s.Report(rule.Finding{
		At:      d.Node(),
		Message: d.Var.Name() + " is made where it may not be needed",
		Title:   "Make " + d.Var.Name() + " where it is needed",
		Class:   s.class(d),
		Edits:   []source.TextEdit{edit, put},
		Form:    taken,
		Local:   true,
		Related: []analysis.RelatedInformation{{Pos: start, End: start, Message: "it is needed here"}},
	})
}

// returned returns the only use of a variable without a written type if that is a result of the return at the new place,
// beside constants and nil.
//
//	err := e
//	if c {               if c {
//	-------------------------------------
//	        return nil, err      return nil, e
func (s *sinker) returned(d decl, to place) (use ast.Expr) {
	ret, isReturn := to.stmt.Node().(*ast.ReturnStmt)
	if !isReturn || d.Type != nil || len(s.Pkg.Uses(d.Var)) != 1 {
		return nil
	}
	for _, e := range ret.Results {
		switch tv := s.Info.Types[e]; {
		case s.Pkg.Is(e, d.Var):
			use = e
		case tv.Value == nil && !tv.IsNil():
			return nil
		}
	}
	return use
}

// insert puts the text, which is whole lines, at the new place.
//
//	func() {        f(msg) }
//	------------------------
//	func() {
//	        msg := e
//	                f(msg) }
func (s *sinker) insert(to place, text string) source.TextEdit {
	stmt := to.stmt.Node()
	if !s.AloneOnLine(stmt.Pos()) {
		return source.Insert(stmt.Pos(), "\n"+text+s.Indent(stmt.Pos()))
	}
	return source.Insert(s.above(stmt), text)
}

// take returns the declaration as it is written elsewhere, with the comments above and
// behind the declaration, and the edit that removes the declaration. ok is false if the comment above
// may be about more than the declaration: no blank line parts the declaration from the next statement,
// and the comment does not name the variable; or if a comment above the statements that end with the declaration may be about
// all of them, see [sinker.headed].
func (s *sinker) take(d decl) (text string, edit source.TextEdit, ok bool) {
	n := d.Node()
	start, end := s.lineStart(n.Pos()), s.LineBelow(n.End())
	rest := strings.TrimSpace(s.Between(n.End(), end))
	if !s.AloneOnLine(n.Pos()) || rest != "" && !strings.HasPrefix(rest, "//") {
		return d.Text(), d.Remove(), true // the line is that of others
	}
	text = d.Text() + s.Between(n.End(), end)
	if doc := s.commentAbove(n); doc != nil {
		about := s.Text(doc)
		apart := strings.TrimSpace(s.Between(end, s.LineBelow(end))) == ""
		if !apart && !s.names(doc, d.Var.Name()) || strings.HasPrefix(about, "//go:") || strings.Contains(about, "nolint") {
			return "", edit, false
		}
		start, text = s.lineStart(doc.Pos()), s.Between(doc.Pos(), n.Pos())+text
	}
	if s.headed(d) {
		return "", edit, false
	}
	if n != ast.Node(d.Stmt) && !d.Grouped() {
		return strings.TrimSpace(text), d.Remove(), start == s.lineStart(n.Pos()) // with the parentheses
	}
	return strings.TrimSpace(text), source.Replace(start, s.gap(start, end), ""), true
}

// headed reports whether a comment stands above the first of the statements that end with the declaration, without a blank line between
// them, and with one behind: it may say what all of them do. A comment that names the variable does not count.
//
//	// get line from scanner and split it
//	line := scanner.Text()
//	parts := strings.Split(line, " ")
func (s *sinker) headed(d decl) bool {
	list, i, ok := source.StmtList(d.Cur)
	below := s.LineBelow(d.Stmt.End())
	if !ok || strings.TrimSpace(s.Between(below, s.LineBelow(below))) != "" {
		return false
	}
	for ; i > 0 && s.lineOf(list[i-1].End())+1 == s.lineOf(list[i].Pos()); i-- {
		if doc := s.commentAbove(list[i-1]); doc != nil {
			return !s.names(doc, d.Var.Name())
		}
	}
	return false
}

// names reports whether a comment has the name as one of its words.
func (s *sinker) names(doc *ast.CommentGroup, name string) bool {
	return slices.Contains(strings.FieldsFunc(s.Text(doc), func(r rune) bool { return !isNameRune(r) }), name)
}

func isNameRune(r rune) bool {
	return r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= 0x80
}

// gap returns end, or, if blank lines would stand above and below of what is taken
// away, where the one below ends.
func (s *sinker) gap(start, end token.Pos) token.Pos {
	below := s.LineBelow(end)
	if strings.TrimSpace(s.Between(end, below)) != "" {
		return end
	}
	above := s.Between(s.Syntax.FileStart, start)
	if trimmed := strings.TrimRight(above, " \t\r\n"); strings.Count(above[len(trimmed):], "\n") > 1 || strings.HasSuffix(trimmed, "{") {
		return below
	}
	return end
}

// above returns the start of the line of stmt, or of the comment above it.
func (s *sinker) above(stmt ast.Node) token.Pos {
	if doc := s.commentAbove(stmt); doc != nil {
		return s.lineStart(doc.Pos())
	}
	return s.lineStart(stmt.Pos())
}

// commentAbove returns the comment that ends on the line above n and has its lines
// for itself, or nil. It is about what begins the line, as the head of a function on one line.
func (s *sinker) commentAbove(n ast.Node) *ast.CommentGroup {
	if !s.AloneOnLine(n.Pos()) {
		return nil
	}
	for _, g := range s.Syntax.Comments {
		behind := strings.TrimSpace(s.Between(g.End(), s.LineBelow(g.End())))
		if g.End() <= n.Pos() && s.lineOf(g.End())+1 == s.lineOf(n.Pos()) && s.AloneOnLine(g.Pos()) && behind == "" {
			return g
		}
	}
	return nil
}

// lineStart returns the start of the line on which pos stands alone.
func (s *sinker) lineStart(pos token.Pos) token.Pos {
	return pos - token.Pos(len(s.Indent(pos)))
}

func (s *sinker) lineOf(pos token.Pos) int { return s.Pkg.Fset.PositionFor(pos, false).Line }
