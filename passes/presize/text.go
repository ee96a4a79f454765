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

// textBytes is how much is given to a text of unknown length that is collected on the stack.
const textBytes = 256

// A text is a buffer that only collects one.
type text struct {
	writes, texts, lengths []inspector.Cursor
	small                  bool // something that is written is a byte, a rune or a constant
	lent                   bool // its bytes are given to a function
}

// textOnStack collects on the stack what a buffer collects of which nothing says how long it
// becomes: it is copied once, when it is whole, or not at all where it is only looked at.
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
	if t.lent && !slices.ContainsFunc(d.Rest, func(s ast.Stmt) bool { return begins(s, t.writes) }) {
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

// called is the call of the method of the buffer at a use.
func called(use inspector.Cursor) ast.Node { return source.Parens(use.Parent()).Parent().Node() }

// isDropped reports whether the call of the method of the buffer at a use is a statement.
func isDropped(use inspector.Cursor) bool {
	switch source.Parens(source.Parens(use.Parent()).Parent()).ParentEdgeKind() {
	case edge.ExprStmt_X, edge.DeferStmt_Call, edge.GoStmt_Call:
		return true
	}
	return false
}

// collected sorts the uses of a buffer that is only written to, by statements, measured, and
// turned into one text, which is taken outside of loops.
func (p *presizer) collected(d source.Decl) (t text, ok bool) {
	k := &retain.Checker{Pkg: p.Pkg, Var: d.Var, Kind: retain.Buffer}
	returned := true
	for _, use := range p.Pkg.Uses(d.Var) {
		if slices.Contains([]string{"Len", "String", "Bytes"}, p.method(use)) && isDropped(use) {
			return t, false // len(b) is no statement
		}
		switch p.method(use) {
		case "Len":
			t.lengths = append(t.lengths, use)
		case "String", "Bytes":
			t.texts = append(t.texts, use)
			returned = returned && isReturned(use)
			if p.method(use) == "Bytes" {
				t.lent = true
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
