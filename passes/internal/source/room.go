package source

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// The edits here make the room they need: a statement that shares its line with others gets a
// line of its own, and whoever applies the fix lets gofmt indent what follows. Each statement
// must stand in a list ([StmtList]).

// Before returns the edit that puts the lines above stmt, at its indentation, and above a comment
// in front of it on its line. Without lines the edit changes nothing.
//
//	        stmt           { /* why */ stmt }
//	-----                  ------------------
//	line                   { line
//	line    stmt             /* why */ stmt }
func (f *File) Before(stmt ast.Node, lines ...string) TextEdit {
	pos := f.behindSeparator(stmt.Pos())
	return Insert(pos, f.joined(stmt.Pos(), lines)+strings.Repeat("\n"+f.Indent(stmt.Pos()), min(len(lines), 1)))
}

// Above returns the edit that puts text, a top-level declaration, above the declaration around pos
// and its doc comment.
func (f *File) Above(pos token.Pos, text string) TextEdit {
	return Insert(beginning(f.DeclAt(pos)), text+"\n\n")
}

// Behind returns the edit that puts text, a top-level declaration, behind the declaration around pos and a comment on its
// last line.
func (f *File) Behind(pos token.Pos, text string) TextEdit {
	end := f.DeclAt(pos).End()
	below := f.LineBelow(end)
	if strings.TrimSpace(f.Between(below, f.LineBelow(below))) != "" {
		text += "\n" // the next declaration stands on the next line
	}
	if rest := f.Between(end, below); strings.HasPrefix(strings.TrimSpace(rest), "//") {
		end += token.Pos(len(strings.TrimRight(rest, "\r\n")))
	}
	return Insert(end, "\n\n"+text)
}

// RemoveDecl returns the edit that removes a top-level declaration with its doc comment, the comment behind it on its last
// line, and the blank line below. Of a line with another declaration behind it the declaration goes with its semicolon.
func (f *File) RemoveDecl(decl ast.Decl) TextEdit {
	below := f.LineBelow(decl.End())
	rest := f.Between(decl.End(), below)
	if next := strings.TrimLeft(rest, " \t;"); strings.HasPrefix(strings.TrimLeft(rest, " \t"), ";") && strings.TrimSpace(next) != "" {
		return Replace(beginning(decl), below-token.Pos(len(next)), "")
	}
	if next := f.LineBelow(below); strings.TrimSpace(f.Between(below, next)) == "" {
		below = next
	}
	return Replace(beginning(decl), below, "")
}

// HasDirective reports whether a comment has a directive for the go command or the compiler, as //go:generate is.
func HasDirective(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:") })
}

// DocOf returns the doc comment of a top-level declaration, nil if it has none.
func DocOf(decl ast.Decl) *ast.CommentGroup {
	switch d := decl.(type) {
	case *ast.GenDecl:
		return d.Doc
	case *ast.FuncDecl:
		return d.Doc
	}
	return nil
}

// beginning returns where a top-level declaration begins, its doc comment included.
func beginning(decl ast.Decl) token.Pos {
	return start(DocOf(decl), decl)
}

// joined returns the lines, each but the first at the indentation of the line of pos.
func (f *File) joined(pos token.Pos, lines []string) string {
	return strings.Join(lines, "\n"+f.Indent(pos))
}

// behindSeparator returns where the comments begin that stand directly in front of pos on its line,
// behind other code; pos if there are none.
func (f *File) behindSeparator(pos token.Pos) token.Pos {
	start := pos
	for _, g := range slices.Backward(f.Syntax.Comments) {
		for _, c := range slices.Backward(g.List) {
			if c.End() <= start && strings.Trim(f.Between(c.End(), start), " \t") == "" && !f.AloneOnLine(c.Pos()) {
				start = c.Pos()
			} else if c.End() <= start {
				return start
			}
		}
	}
	return start
}

// Below returns the edit that puts the lines under stmt, at its indentation, and under a comment that
// stands behind stmt.
//
//	stmt // comment
//	---------------
//	stmt // comment
//	line
func (f *File) Below(stmt ast.Stmt, lines ...string) TextEdit {
	next, text := f.LineBelow(stmt.End()), f.Indent(stmt.Pos())+f.joined(stmt.Pos(), lines)
	rest := strings.TrimSpace(f.Between(stmt.End(), next))
	if rest == "" || strings.HasPrefix(rest, "//") {
		return Insert(next, text+"\n")
	}
	return Insert(stmt.End(), "\n"+text)
}

// Top returns the edit that makes the lines the first of a block, behind a comment that follows its
// brace.
//
//	{ // comment        { stmt }
//	----------------    --------
//	{ // comment        { line
//	        line          stmt }
func (f *File) Top(block *ast.BlockStmt, lines ...string) TextEdit {
	indent := f.Indent(block.Lbrace) + "\t"
	text := indent + strings.Join(lines, "\n"+indent) + "\n"
	pos := f.BodyStart(block)
	if pos == block.Lbrace+1 {
		text = "\n" + text
	}
	return Insert(pos, text)
}

// BodyStart returns where the statements of a block begin: in the line below the brace, if nothing but
// a comment stands behind the brace.
func (f *File) BodyStart(block *ast.BlockStmt) token.Pos {
	after := block.Lbrace + 1
	next := f.LineBelow(after)
	rest := strings.TrimSpace(f.Between(after, next))
	if rest == "" || strings.HasPrefix(rest, "//") {
		return next
	}
	return after
}

// Remove returns the edit that removes a statement with its line or its semicolon. A comment on the
// line stays. Of the first line of a block, of a line between two blank ones, and of one below a comment, the blank line
// below goes with it; the comment then stands above what follows.
//
//	stmt         stmt // why      a; stmt; b
//	----         -----------      ----------
//	             // why           a; b
func (f *File) Remove(stmt ast.Stmt) TextEdit {
	below := f.LineBelow(stmt.End())
	rest := f.Between(stmt.End(), below)
	switch trimmed := strings.TrimLeft(rest, " \t"); {
	case strings.TrimSpace(rest) == "" && f.AloneOnLine(stmt.Pos()):
		start := stmt.Pos() - token.Pos(len(f.Indent(stmt.Pos())))
		above := strings.TrimRight(f.Between(f.Syntax.FileStart, start), " \t")
		line := strings.TrimSpace(above[strings.LastIndexByte(strings.TrimSuffix(above, "\n"), '\n')+1:])
		opens := line == "" || strings.HasSuffix(line, "{") || strings.HasPrefix(line, "//")
		if next := f.LineBelow(below); opens && strings.TrimSpace(f.Between(below, next)) == "" {
			below = next
		}
		return Replace(start, below, "")
	case strings.HasPrefix(trimmed, ";"):
		end := stmt.End() + token.Pos(len(rest)-len(trimmed)) + 1
		space := f.Between(end, below)
		return Replace(stmt.Pos(), end+token.Pos(len(space)-len(strings.TrimLeft(space, " \t"))), "")
	}
	return Replace(stmt.Pos(), stmt.End(), "")
}

// RemoveElement returns the edit that removes an element from a literal, with its comma, and with
// its line if nothing else stands there. A comment on the line stays.
func (f *File) RemoveElement(lit *ast.CompositeLit, i int) TextEdit {
	start, end := lit.Elts[i].Pos(), lit.Elts[i].End()
	below := f.LineBelow(end)
	if before, _, found := strings.Cut(f.Between(end, below), ","); found && strings.TrimSpace(before) == "" {
		end += token.Pos(len(before) + 1)
	}
	if f.AloneOnLine(start) && strings.TrimSpace(f.Between(end, below)) == "" {
		return Replace(start-token.Pos(len(f.Indent(start))), below, "")
	}
	if i+1 < len(lit.Elts) && lit.Elts[i+1].Pos() < below {
		end = lit.Elts[i+1].Pos()
	}
	return Replace(start, end, "")
}

// Without returns the edit that removes element i from a list with commas, which ends at closing.
//
//	a, b := v[0], f()
//	-----------------
//	b := f()
func Without[N ast.Node](list []N, i int, closing token.Pos) TextEdit {
	switch {
	case i+1 < len(list):
		return Replace(list[i].Pos(), list[i+1].Pos(), "")
	case i > 0:
		return Replace(list[i-1].End(), list[i].End(), "")
	}
	return Replace(list[i].Pos(), closing, "")
}

// Replace returns the edit that puts text in the place of the source from start to end.
func Replace(start, end token.Pos, text string) TextEdit {
	return TextEdit{Pos: start, End: end, NewText: []byte(text)}
}

// ReplaceNode returns the edit that puts text in the place of n.
func ReplaceNode(n ast.Node, text string) TextEdit {
	return Replace(n.Pos(), n.End(), text)
}

// Insert returns the edit that puts text at pos.
func Insert(pos token.Pos, text string) TextEdit { return Replace(pos, pos, text) }

// A TextEdit is one replacement in the source.
type TextEdit = analysis.TextEdit

// Commented reports whether a comment may be about the statement: above it, inside of it, or
// behind it on its line.
func (f *File) Commented(stmt ast.Stmt) bool {
	lines := f.Pkg.Fset.File(stmt.Pos())
	line := lines.Line(stmt.Pos())
	above := strings.TrimSpace(f.Between(lines.LineStart(max(line-1, 1)), lines.LineStart(line)))
	return strings.HasPrefix(above, "//") || strings.HasSuffix(above, "*/") || f.HasComment(stmt.Pos(), f.LineBelow(stmt.End()))
}
