package verbs

import (
	"go/token"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// AppendRune returns an expression that appends char, an expression for a rune, to buf: by
// package utf8, or by a conversion where the language version has no function for it. Only a parameter gives char
// its type if it is untyped. ok is false if a name that the expression needs means something else at pos.
//
//	utf8.AppendRune(b, r)     append(b, string(r)...)     append(b, string(rune(0x20ac))...)
func AppendRune(f *source.File, pos token.Pos, buf, char string, untyped bool) (text string, imports []source.TextEdit, ok bool) {
	if !f.AtLeast(stdlib.Named("unicode/utf8", "AppendRune").Since) {
		if untyped {
			char = "rune(" + char + ")"
		}
		return "append(" + buf + ", string(" + char + ")...)", nil, f.Universe(pos, "append", "string") && (!untyped || f.Universe(pos, "rune"))
	}
	q, edits, ok := f.Import("unicode/utf8", "AppendRune", pos)
	return q + "AppendRune(" + buf + ", " + char + ")", edits, ok && q != buf+"." && (len(edits) == 0 || q == "utf8.")
}
