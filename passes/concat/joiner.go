package concat

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/unheap/unheap/passes/internal/source"
)

// A joiner writes the statements that replace those of a list.
type joiner struct {
	*concatenator
	l   list
	sep string // the variable that holds the separator, empty before the first piece; "" if there is none
}

// add returns the edit of one addition; first says that it is the first of the list.
func (w *joiner) add(a addition, first bool) source.TextEdit {
	var lines []string
	known := len(w.l.begin) > 0 || !first && slices.Contains(w.l.Rest, ast.Stmt(w.l.adds[0].stmt)) // a piece is certain to precede
	for i, e := range a.elems {
		switch {
		case w.l.sep == "":
		case i > 0 || known:
			lines = append(lines, w.between(true)...)
		case first && slices.Contains(w.l.Rest, ast.Stmt(a.stmt)):
		case a.index != nil:
			lines = append(lines, w.only(a.index.Name+" > 0")...)
		case w.sep != "":
			lines = append(lines, w.l.name+".WriteString("+w.sep+")")
		default:
			lines = append(lines, w.only(w.l.name+".Len() > 0")...)
		}
		lines = append(lines, w.piece(w.l.name, e, a.loop)...)
	}
	if w.sep != "" {
		lines = append(lines, w.sep+" = "+w.l.sep)
	}
	return source.ReplaceNode(a.stmt, strings.Join(lines, "\n"+w.Indent(a.stmt.Pos())))
}

// between returns the statement that writes the separator; none if there is no separator or no piece before it.
func (w *joiner) between(before bool) []string {
	if w.l.sep == "" || !before {
		return nil
	}
	return []string{w.writing(w.l.name, stackRoom, w.l.joins[0].Args[1])}
}

// only returns lines that write the separator if cond holds.
func (w *joiner) only(cond string) []string {
	return []string{"if " + cond + " {", "\t" + w.between(true)[0], "}"}
}
