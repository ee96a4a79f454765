package source

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Replace returns the edit that puts text in the place of start..end.
func Replace(start, end token.Pos, text string) TextEdit {
	return TextEdit{Pos: start, End: end, NewText: []byte(text)}
}

// ReplaceNode returns the edit that puts text in the place of n.
func ReplaceNode(n ast.Node, text string) TextEdit {
	return Replace(n.Pos(), n.End(), text)
}

// Insert returns the edit that puts text at pos.
func Insert(pos token.Pos, text string) TextEdit { return Replace(pos, pos, text) }

// Before returns the edit that puts the given lines above the statement at stmt,
// at its indentation. It is "" safe: no lines, no change.
//
//	        stmt
//	-----
//	line
//	line    stmt
func (f *File) Before(stmt ast.Node, lines ...string) TextEdit {
	indent := f.Indent(stmt.Pos())
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line)
		b.WriteString("\n")
		b.WriteString(indent)
	}
	return Insert(stmt.Pos(), b.String())
}

// Below returns the edit that puts line under the statement stmt, at its
// indentation, and under the comment that may stand behind it.
//
//	stmt // comment
//	---------------
//	stmt // comment
//	line
func (f *File) Below(stmt ast.Stmt, line string) TextEdit {
	next := f.LineBelow(stmt.End())
	rest := strings.TrimSpace(f.Between(stmt.End(), next))
	if rest == "" || strings.HasPrefix(rest, "//") {
		return Insert(next, f.Indent(stmt.Pos())+line+"\n")
	}
	return Insert(stmt.End(), "\n"+f.Indent(stmt.Pos())+line)
}

// A TextEdit is an edit of a fix.
type TextEdit = analysis.TextEdit
