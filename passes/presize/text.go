package presize

import (
	"go/ast"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// textBytes is the room on the stack for a text of unknown length, in bytes.
const textBytes = 256

// A text is a buffer that only collects a text.
type text struct {
	writes, texts, lengths []inspector.Cursor // the uses that write, take the text, and ask for its length
	small                  bool               // a byte, a rune or a constant is written
	asBytes                bool               // a use takes the text by the method Bytes
}

// textOnStack collects a text of unknown length on the stack instead of in a buffer: it is copied
// once, when it is complete, or not at all if it is only looked at. It reports whether it does.
//
//	var b strings.Builder         b.WriteString(x)        b.WriteByte(c)      b.String()
//	--------------------------    --------------------    ----------------    ----------
//	b := make([]byte, 0, 256)     b = append(b, x...)     b = append(b, c)    string(b)
func (p *presizer) textOnStack(d source.Decl) bool {
	t, ok := p.collected(d)
	if !ok || len(t.texts) == 0 || !t.small || d.HasComment() || len(t.writes) < 2 && !source.LoopSince(t.writes[0], d.Stmt.Pos()) {
		return false
	}
	if def, ok := p.Pkg.Def(d.Var); !ok || effect.Recursive(p.Pkg, def) || !p.Universe(d.Stmt.Pos(), "make", "byte") {
		return false
	}
	name := d.Var.Name()
	edits := []source.TextEdit{d.Set("make([]byte, 0, " + strconv.Itoa(textBytes) + ")")}
	for _, use := range t.writes {
		edit, ok := verbs.Appended(p.File, use, name)
		if !ok {
			return false
		}
		edits = append(edits, edit...)
	}
	look := func(uses []inspector.Cursor, builtin string) {
		for _, use := range uses {
			ok = ok && p.Universe(use.Node().Pos(), builtin)
			edits = append(edits, source.ReplaceNode(called(use), builtin+"("+name+")"))
		}
	}
	look(t.lengths, "len")
	for _, use := range t.texts {
		if p.method(use) == "Bytes" {
			edits = append(edits, source.ReplaceNode(called(use), name))
			continue
		}
		look([]inspector.Cursor{use}, "string")
	}
	if !ok {
		return false
	}
	class := rule.Safe
	if t.asBytes && !slices.ContainsFunc(d.Rest, func(s ast.Stmt) bool { return surelyWrites(s, t.writes) }) {
		class = rule.Review(rule.NilOrEmpty.Caveat("Bytes of an unused buffer is empty rather than nil"))
	}
	p.Report(rule.Finding{
		At:      d.Node(),
		Message: name + " grows although its text may fit on the stack",
		Title:   "Collect " + name + " on the stack up to " + strconv.Itoa(textBytes) + " bytes",
		Class:   class,
		Edits:   edits,
		Form:    "text on the stack",
	})
	return true
}

// called returns the call of the method of the buffer at a use.
func called(use inspector.Cursor) ast.Node { return source.Parens(use.Parent()).Parent().Node() }

// isDropped reports whether nothing uses the result of the method of the buffer that is called at a use.
func isDropped(use inspector.Cursor) bool {
	switch source.Parens(source.Parens(use.Parent()).Parent()).ParentEdgeKind() {
	case edge.ExprStmt_X, edge.DeferStmt_Call, edge.GoStmt_Call:
		return true
	}
	return false
}

// collected sorts the uses of a buffer. ok is false if there is a use other than to write, to ask for the
// length, and to take the text, once outside of loops or in return statements.
func (p *presizer) collected(d source.Decl) (t text, ok bool) {
	k := &retain.Checker{Pkg: p.Pkg, Var: d.Var, Kind: retain.Buffer}
	returned := true
	for _, use := range p.Pkg.Uses(d.Var) {
		if slices.Contains([]string{"Len", "String", "Bytes"}, p.method(use)) && isDropped(use) {
			return t, false // len(b) cannot be a statement
		}
		switch p.method(use) {
		case "Len":
			t.lengths = append(t.lengths, use)
		case "String", "Bytes":
			t.texts = append(t.texts, use)
			returned = returned && isReturned(use)
			if p.method(use) == "Bytes" {
				t.asBytes = true
				if !k.Lets(use) || k.Escapes {
					return t, false
				}
			}
			if source.LoopSince(use, d.Stmt.Pos()) && !isReturned(use) {
				return t, false
			}
		case "WriteByte", "WriteRune":
			t.writes, t.small = append(t.writes, use), true
		case "WriteString", "Write", "":
			t.writes = append(t.writes, use)
		default:
			return t, false
		}
	}
	for _, use := range t.writes {
		for c := range use.Enclosing((*ast.CallExpr)(nil)) {
			t.small = t.small || slices.ContainsFunc(c.Node().(*ast.CallExpr).Args, func(e ast.Expr) bool { return p.Info.Types[e].Value != nil })
			break
		}
	}
	return t, len(t.texts) == 1 || returned
}
