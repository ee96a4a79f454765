package convert

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// heldRunes replaces a variable that holds the characters of a text: loops range over the text, and len counts
// its characters.
//
//	list := []rune(s)     for _, r := range list     len(list)
//	-----------------     ----------------------     -------------------------
//	                      for _, r := range s        utf8.RuneCountInString(s)
func (c *converter) heldRunes(d source.Decl) {
	if d.Value == nil || d.Type != nil || d.HasComment() || len(c.Pkg.Writes(d.Var)) > 0 || c.Pkg.Captured(d.Var) || c.Jumps(d.Stmt.Pos()) {
		return
	}
	arg, ok := c.conversion(d.Value)
	if !ok || !source.IsString(c.Info.TypeOf(arg)) || c.Info.Types[arg].Value != nil || !source.IsPath(arg) {
		return
	}
	list, ok := types.Unalias(d.Var.Type()).(*types.Slice)
	uses := c.Pkg.Uses(d.Var)
	if !ok || !types.Identical(list.Elem(), types.Typ[types.Rune]) || len(uses) == 0 {
		return
	}
	edits, last := []source.TextEdit{d.Remove()}, token.NoPos
	heads := make(map[ast.Node]bool)
	for _, use := range uses {
		use = source.Parens(use)
		last = max(last, use.Node().Pos())
		if !c.Visible(arg, use.Node().Pos()) {
			return
		}
		if loop, r, ok := c.Pkg.Over(use, d.Var); ok {
			if !c.Pkg.Unnumbered(r) || source.LoopSince(loop.Parent(), d.Stmt.Pos()) || c.HasComment(loop.Node().Pos(), r.Body.Lbrace) {
				return // the index would count bytes, or each iteration of an outer loop decode the text again
			}
			if !heads[loop.Node()] {
				heads[loop.Node()] = true
				edits = append(edits, c.Head(loop.Node(), r, c.ranging(r, arg))...)
			}
			continue
		}
		if source.LoopSince(use, d.Stmt.Pos()) {
			return
		}
		switch parent := use.Parent().Node().(type) {
		case *ast.CallExpr:
			q, imports, ok := c.Import("unicode/utf8", "RuneCountInString", parent.Pos())
			if !ok || !source.IsBuiltin(c.Info, parent, "len") || c.HasComment(parent.Pos(), parent.End()) {
				return
			}
			edits = append(append(edits, imports...), source.ReplaceNode(parent, q+"RuneCountInString("+c.Text(arg)+")"))
		default:
			return
		}
	}
	if !effect.StableBetween(c.Pkg, arg, d.Node().Pos(), last) {
		return
	}
	c.Report(rule.Finding{
		At:      d.Value,
		Message: "the string is copied to runes only to be ranged over, or counted",
		Title:   "Remove the conversion",
		Class:   rule.Safe,
		Edits:   edits,
	})
}

// ranging returns the head of the loop, over the text.
func (c *converter) ranging(r *ast.RangeStmt, text ast.Expr) string {
	if r.Value == nil {
		return "for range " + c.Text(text) + " "
	}
	return "for _, " + c.Text(r.Value) + " " + r.Tok.String() + " range " + c.Text(text) + " "
}
