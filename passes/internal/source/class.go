package source

import (
	"bytes"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A Class says how far a fix preserves behaviour. The zero value is [Safe].
//
// A Review class carries its caveats: the ways in which the program may behave
// differently, in words a reader can check against her code.
type Class struct {
	// Caveats is empty for a safe fix.
	Caveats []string
}

// Safe is the class of a fix that preserves behaviour by construction.
var Safe = Class{}

// Review returns the class of a fix that may differ in the named ways.
func Review(caveats ...string) Class { return Class{Caveats: caveats} }

// And returns the class of two changes made together.
func (c Class) And(d Class) Class {
	return Class{Caveats: append(append([]string(nil), c.Caveats...), d.Caveats...)}
}

// prefix is how a fix's message begins: "[safe] " or "[review: a; b] ".
func (c Class) prefix() string {
	if len(c.Caveats) == 0 {
		return "[safe] "
	}
	return "[review: " + strings.Join(c.Caveats, "; ") + "] "
}

// ParseMessage splits the message of a fix into its class and the rest. ok is
// false if the message does not begin with a class, as in passes that are not
// ours.
func ParseMessage(message string) (class Class, rest string, ok bool) {
	if rest, ok := strings.CutPrefix(message, Safe.prefix()); ok {
		return Safe, rest, true
	}
	inner, ok := strings.CutPrefix(message, "[review: ")
	if !ok {
		return Class{}, message, false
	}
	caveats, rest, ok := strings.Cut(inner, "] ")
	if !ok {
		return Class{}, message, false
	}
	return Review(strings.Split(caveats, "; ")...), rest, true
}

// A Fix is one finding with its one fix.
type Fix struct {
	// At is what the finding points at.
	At ast.Node
	// Message says what costs an allocation, Title what the fix does.
	Message, Title string
	Class          Class
	Edits          []TextEdit
	// Related are other places that the reader needs to see. It may be empty.
	Related []analysis.RelatedInformation
}

// Report reports fix under the name of the pass. The caveats of its class stand
// in the message of the finding too, for drivers that show nothing else.
//
// It does nothing if the fix would lose a comment: a reader misses it more than
// an allocation. Passes look for comments where that decides between two fixes.
func Report(pass *analysis.Pass, fix Fix) {
	if losesComment(pass.Files, fix.Edits) {
		return
	}
	message := fix.Message
	if len(fix.Class.Caveats) > 0 {
		message += " (review: " + strings.Join(fix.Class.Caveats, "; ") + ")"
	}
	pass.Report(analysis.Diagnostic{
		Pos:      fix.At.Pos(),
		End:      fix.At.End(),
		Category: pass.Analyzer.Name,
		Message:  message,
		Related:  fix.Related,
		SuggestedFixes: []analysis.SuggestedFix{{
			Message:   fix.Class.prefix() + fix.Title,
			TextEdits: fix.Edits,
		}},
	})
}

// losesComment reports whether a comment stands in a text that is replaced, and
// in none that is put in.
func losesComment(files []*ast.File, edits []TextEdit) bool {
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				gone := slices.ContainsFunc(edits, func(e TextEdit) bool { return e.Pos < c.End() && c.Pos() < e.End })
				if gone && !slices.ContainsFunc(edits, func(e TextEdit) bool { return bytes.Contains(e.NewText, []byte(c.Text)) }) {
					return true
				}
			}
		}
	}
	return false
}

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
