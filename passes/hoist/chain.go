package hoist

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// fewReplaced is the smallest number of calls that a Replacer stands for: it copies its result once
// more, so that it costs as much as two calls.
const fewReplaced = 3

// A chain is a number of calls of strings.ReplaceAll, each on the result of the one before.
type chain struct {
	x     ast.Expr   // the text that the first call gets
	pairs []ast.Expr // the old and the new text of each call, in the order of the calls
	last  *ast.CallExpr
	later []ast.Stmt // the statements of the chain behind the first one
}

// replaced makes all replacements of a chain in one pass.
//
//	                                               func f(s string) string {
//	                                                       s = strings.ReplaceAll(s, "&", "&amp;")
//	                                                       s = strings.ReplaceAll(s, "<", "&lt;")
//	                                                       return strings.ReplaceAll(s, ">", "&gt;")
//	----------------------------------------------
//	var fReplacer = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
//	                                               func f(s string) string {
//	                                                       return fReplacer.Replace(s)
func (h *hoister) replaced(cur inspector.Cursor, call *ast.CallExpr) {
	c, ok := h.nested(call)
	if !ok || !h.begins(cur, c) || !h.repeated(cur) {
		return
	}
	first, inList := h.collect(cur, &c)
	if len(c.pairs) < 2*fewReplaced {
		return
	}
	if !independent(h.texts(c.pairs)) {
		h.Refuse(call, "the replacement of one text may be, or become, a text that is replaced later")
		return
	}
	end := call.End()
	if len(c.later) > 0 {
		end = c.later[len(c.later)-1].End()
	}
	decl, fn := h.decl(cur)
	if decl == nil || h.HasComment(call.Pos(), end) || inList && h.HasComment(first.Pos(), end) {
		return
	}
	text, ok := h.newReplacer(c, decl.Pos())
	if !ok {
		return
	}
	var edits []source.TextEdit
	for _, s := range append([]ast.Stmt{first}, c.later...) {
		if inList && len(c.later) > 0 && !source.Contains(s, c.last) {
			edits = append(edits, h.Remove(s))
		}
	}
	use := source.ReplaceNode(c.last, "\x00.Replace("+h.Text(c.x)+")")
	h.declare(cur, decl, fn, text, value{what: "a text for each kind that is replaced", title: "Replace all in one pass, by the variable ", name: "Replacer"}, use, edits...)
}

// nested recognises strings.ReplaceAll(x, "a", "b"), where x may be such a call in turn.
func (h *hoister) nested(e ast.Expr) (c chain, ok bool) {
	call, ok := source.CallTo(h.Info, e, "strings", "ReplaceAll")
	if !ok {
		if call, ok = source.CallTo(h.Info, e, "strings", "Replace"); !ok {
			return c, false
		}
		n, isConst := source.IntConst(h.Info, call.Args[3])
		if !isConst || n >= 0 {
			return c, false
		}
	}
	if !h.constants(call.Args[1:3]) || slices.ContainsFunc(call.Args[1:3], h.varies) {
		return c, false
	}
	c, inner := h.nested(call.Args[0])
	if !inner {
		c = chain{x: call.Args[0]}
	}
	c.pairs, c.last = append(c.pairs, call.Args[1:3]...), call
	return c, true
}

// varies reports whether the constant e may have another value in other builds: it mentions a constant
// of another package, or one that the package does not declare everywhere.
func (h *hoister) varies(e ast.Expr) bool {
	return source.Any(e, func(id *ast.Ident) bool {
		c, ok := h.Info.Uses[id].(*types.Const)
		return ok && c.Pkg() != nil && (c.Pkg() != h.Pkg.Types || !h.Pkg.Everywhere(c))
	})
}

// begins reports whether the chain at cur is no part of a longer one, around it or in the statement before.
func (h *hoister) begins(cur inspector.Cursor, c chain) bool {
	if outer := source.ArgumentOf(cur); outer != nil {
		if o, ok := h.nested(outer); ok && ast.Unparen(outer.Args[0]) == cur.Node() && len(o.pairs) > len(c.pairs) {
			return false
		}
	}
	stmt, ok := source.EnclosingStmt(cur)
	if !ok {
		return false
	}
	list, i, ok := source.StmtList(stmt)
	if !ok || i == 0 {
		return true
	}
	v, _, ok := h.sets(list[i-1])
	if !ok {
		return true
	}
	_, continues := h.next(list[i], v)
	return !continues || !h.Pkg.Is(c.x, v)
}

// sets recognises s = strings.ReplaceAll(x, "a", "b") and s := strings.ReplaceAll(…) of a local variable.
func (h *hoister) sets(s ast.Stmt) (v *types.Var, c chain, ok bool) {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || assign.Tok != token.ASSIGN && assign.Tok != token.DEFINE {
		return nil, c, false
	}
	v, ok = h.Pkg.LocalVar(assign.Lhs[0])
	if !ok || h.Pkg.Captured(v) || !types.Identical(v.Type(), types.Typ[types.String]) {
		return nil, c, false
	}
	c, ok = h.nested(assign.Rhs[0])
	return v, c, ok
}

// next recognises a statement that replaces texts in v, and sets v to the result or returns it.
func (h *hoister) next(s ast.Stmt, v *types.Var) (c chain, ok bool) {
	if ret, isReturn := s.(*ast.ReturnStmt); isReturn {
		if len(ret.Results) != 1 || v.Kind() == types.ResultVar {
			return c, false
		}
		c, ok = h.nested(ret.Results[0])
		return c, ok && h.Pkg.Is(c.x, v)
	}
	w, c, ok := h.sets(s)
	return c, ok && w == v && h.Pkg.Is(c.x, v)
}

// collect adds the statements that continue the chain, and returns its first statement. ok is false if
// the chain is not assigned to a local variable in a list of statements.
func (h *hoister) collect(cur inspector.Cursor, c *chain) (first ast.Stmt, ok bool) {
	if kind := source.Parens(cur).ParentEdgeKind(); kind != edge.AssignStmt_Rhs {
		return nil, false
	}
	stmt := source.Parens(cur).Parent()
	list, i, ok := source.StmtList(stmt)
	v, _, isSet := h.sets(stmt.Node().(ast.Stmt))
	if !ok || !isSet {
		return nil, false
	}
	x := c.x
	goes := stmt.Node().(*ast.AssignStmt).Tok == token.DEFINE || v.Kind() == types.ParamVar || h.Pkg.Mentions(x, v) > 0
	for _, s := range list[i+1:] {
		more, ok := h.next(s, v)
		_, isReturn := s.(*ast.ReturnStmt)
		if !ok || isReturn && !goes { // nothing would read the variable, which does not compile
			break
		}
		c.pairs, c.later = append(c.pairs, more.pairs...), append(c.later, s)
		if isReturn {
			c.last = more.last
		}
	}
	return list[i], true
}

// texts returns the values of string constants.
func (h *hoister) texts(list []ast.Expr) (texts []string) {
	for _, e := range list {
		texts = append(texts, constant.StringVal(h.Info.Types[e].Value))
	}
	return texts
}

// independent reports whether all pairs of old and new texts may be replaced in one pass: no two old texts
// can overlap, and no new text, with the text beside it, can contain an old text of a later pair.
func independent(texts []string) bool {
	for i := 0; i < len(texts); i += 2 {
		old, written := texts[i], texts[i+1]
		for j := i + 2; j < len(texts); j += 2 {
			if overlap(old, texts[j]) || overlap(written, texts[j]) || written == "" && len(texts[j]) > 1 {
				return false
			}
		}
		if old == "" {
			return false
		}
	}
	return true
}

// overlap reports whether one text contains the other, or begins with a suffix of it.
func overlap(a, b string) bool {
	if a == "" || b == "" {
		return b == ""
	}
	meets := func(a, b string) bool {
		for n := 1; n < len(a); n++ {
			if strings.HasPrefix(b, a[n:]) {
				return true
			}
		}
		return false
	}
	return strings.Contains(a, b) || strings.Contains(b, a) || meets(a, b) || meets(b, a)
}

// mostColumns is the length up to which all pairs stand on one line.
const mostColumns = 100

// newReplacer returns the text of the call that makes the Replacer, at pos. ok is false if a name means
// something else there.
func (h *hoister) newReplacer(c chain, pos token.Pos) (text string, ok bool) {
	q, _, ok := h.Qualified(c.last, "NewReplacer")
	if !ok || !h.Spelled(c.last, pos, "NewReplacer") {
		return "", false
	}
	var args []string
	for _, e := range c.pairs {
		arg, ok := h.moved(e, pos)
		if !ok {
			return "", false
		}
		args = append(args, arg)
	}
	text = q + "NewReplacer("
	if line := strings.Join(args, ", "); len(text)+len(line) < mostColumns {
		return text + line + ")", true
	}
	for pair := range slices.Chunk(args, 2) {
		text += "\n\t" + strings.Join(pair, ", ") + ","
	}
	return text + "\n)", true
}
