package convert

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/edit"
)

// otherLetters is the caveat of comparisons of texts with i, k or s.
const otherLetters = "the letters İ, ı, ſ and K (Kelvin) compare otherwise"

// A side is what a comparison converts, and how.
type side struct {
	call  *ast.CallExpr
	other ast.Expr // the text
	upper bool
}

// fold compares without a copy in other letters.
//
//	strings.ToLower(x) == "br"        strings.ToLower(x) != "zstd"
//	-----------------------------     -------------------------------------------
//	strings.EqualFold(x, "br")        !(len(x) == 4 && strings.EqualFold(x, "zstd"))
//
// EqualFold and ToLower agree on ASCII. Beside it, İ becomes i but does not fold to
// it, and ſ folds to s but does not become it; ToUpper has the same trouble with ı and
// the sign of Kelvin. With an ſ in the place of s a text is longer, and the Kelvin
// that becomes k is longer still.
func (c *converter) fold(cur inspector.Cursor, cmp *ast.BinaryExpr) {
	if cmp.Op != token.EQL && cmp.Op != token.NEQ || c.file.HasComment(cmp.Pos(), cmp.End()) {
		return
	}
	s, text, ok := c.folded(cmp)
	if !ok || !inCase(text, s.upper) {
		return
	}
	x := c.file.Text(s.call.Args[0])
	class, length := edit.Safe, ""
	switch mixed := ambiguous(text, s.upper); {
	case mixed == "s" && edit.Total(c.info, s.call.Args[0]) && c.file.Universe(cmp.Pos(), "len"):
		length = "len(" + x + ") == " + strconv.Itoa(len(text)) + " && "
	case mixed != "":
		class = edit.Review(otherLetters)
	}
	out := length + c.file.Text(s.call.Fun.(*ast.SelectorExpr).X) + ".EqualFold(" + x + ", " + c.file.Text(s.other) + ")"
	if length != "" && (cmp.Op == token.NEQ || isOperand(cur)) {
		out = "(" + out + ")"
	}
	if cmp.Op == token.NEQ {
		out = "!" + out
	}
	c.report(cmp, class, "the text is copied in other letters only to be compared", edit.ReplaceNode(cmp, out))
}

// folded recognises ToLower(x) == "text", from either side.
func (c *converter) folded(cmp *ast.BinaryExpr) (s side, text string, ok bool) {
	for _, ends := range [][2]ast.Expr{{cmp.X, cmp.Y}, {cmp.Y, cmp.X}} {
		text, isConst := edit.StringConst(c.info, ends[1])
		for _, name := range []string{"ToLower", "ToUpper"} {
			call, isCall := edit.CallTo(c.info, ends[0], "strings", name)
			if !isCall || !isConst {
				continue
			}
			_, isSel := call.Fun.(*ast.SelectorExpr)
			return side{call, ends[1], name == "ToUpper"}, text, isSel
		}
	}
	return side{}, "", false
}

// inCase reports whether text is ASCII with no letter of the other case.
func inCase(text string, upper bool) bool {
	for _, c := range []byte(text) {
		if c >= 0x80 || upper && 'a' <= c && c <= 'z' || !upper && 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return text != ""
}

// ambiguous returns the letters of text to which others fold, or which others become:
// "s" if there is only that.
func ambiguous(text string, upper bool) string {
	if upper {
		if strings.ContainsAny(text, "IK") {
			return "IK"
		}
		return ""
	}
	switch {
	case strings.Contains(text, "i"), strings.Contains(text, "s") && strings.Contains(text, "k"):
		return "iks"
	case strings.Contains(text, "s"):
		return "s"
	}
	return ""
}

// isOperand reports whether the expression at cur is an operand as it stands.
func isOperand(cur inspector.Cursor) bool {
	switch cur.Parent().Node().(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr:
		return true
	}
	return false
}
