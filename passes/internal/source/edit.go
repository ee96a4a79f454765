package source

import (
	"go/ast"
	"go/token"

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

// A TextEdit is an edit of a fix.
type TextEdit = analysis.TextEdit
