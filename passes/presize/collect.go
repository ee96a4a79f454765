package presize

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// firstRoom is how many bytes a bytes.Buffer asks for at first (bytes.smallBufferSize). A
// strings.Builder that begins with it grows in fewer steps up to some 2 kB.
const firstRoom = "64"

// keepsGrown is the caveat of a text that is not copied out of the memory that it grew in.
var keepsGrown = rule.Retention.Caveat("who keeps the text keeps the memory that it grew in, " + firstRoom + " bytes or up to twice its length")

// keepsTwice is that of one that began without room.
var keepsTwice = rule.Retention.Caveat("who keeps the text keeps the memory that it grew in, up to twice its length")

// keepsLater is that of a text that is taken while more is written.
var keepsLater = rule.Retention.Caveat("who keeps a text that is taken while the buffer grows keeps the memory of all of it")

// collects makes a strings.Builder of a bytes.Buffer that only makes a text, which it need
// not copy then. What is written in one piece needs no room beforehand.
//
//	var b bytes.Buffer        b.WriteString(x)    return b.String()
//	---------------------     ----------------
//	var b strings.Builder     b.Grow(64)
//	                          b.WriteString(x)    return b.String()
//
// or, if that saves as much, without Grow.
func (p *presizer) collects(d source.Decl) {
	fix, writes, ok := p.onlyText(d)
	if !ok {
		return
	}
	class := fix.Class
	fix.Form = "strings.Builder"
	if len(writes) > 1 || source.LoopSince(writes[0], d.Stmt.Pos()) || !p.inOnePiece(writes[0]) {
		fix.Class = class.And(rule.Review(keepsGrown))
		if !p.Pkg.Every(d.Var, func(use inspector.Cursor) bool { return p.method(use) != "Grow" }) {
			p.Report(fix)
			return
		}
		i := slices.IndexFunc(d.Rest, func(s ast.Stmt) bool { return p.Pkg.Mentions(s, d.Var) > 0 })
		plain := fix
		plain.Class = class.And(rule.Review(keepsTwice))
		if i < 0 || !begins(d.Rest[i], writes) {
			p.Report(plain) // perhaps nothing is written, and it needs no memory then
			return
		}
		fix.Form = "" // a size is guessed for each
		fix.Edits = append(slices.Clip(fix.Edits), p.Before(d.Rest[i], d.Var.Name()+".Grow("+firstRoom+")"))
		p.Report(fix)
		p.Offer(plain) // Grow saves steps, and says a number
		return
	}
	p.Report(fix)
}

// onlyText returns the finding that a bytes.Buffer which only makes a text is a strings.Builder,
// and where it is written to.
func (p *presizer) onlyText(d source.Decl) (fix rule.Finding, writes []inspector.Cursor, ok bool) {
	writes, class, ok := p.onlyMakesText(d)
	if !ok || len(writes) == 0 {
		return fix, nil, false
	}
	edits, ok := p.toBuilder(d, writes)
	return copied(d, class, edits), writes, ok
}

// copied is the finding that a text is copied out of the memory that d declares.
func copied(d source.Decl, class rule.Class, edits []source.TextEdit) rule.Finding {
	return rule.Finding{
		At:      d.Node(),
		Message: "the text that " + d.Var.Name() + " collects is copied",
		Title:   "Make " + d.Var.Name() + " a strings.Builder",
		Class:   class,
		Edits:   edits,
	}
}

// begins reports whether a statement surely writes to the buffer, a loop in each iteration.
func begins(s ast.Stmt, writes []inspector.Cursor) bool {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return begins(s.Stmt, writes)
	case *ast.BlockStmt:
		for _, s := range s.List {
			if begins(s, writes) {
				return true
			}
			if source.Has[*ast.BranchStmt](s) || source.Has[*ast.ReturnStmt](s) {
				return false
			}
		}
		return false
	case *ast.RangeStmt:
		return begins(s.Body, writes)
	case *ast.ForStmt:
		return begins(s.Body, writes)
	case *ast.IfStmt:
		if s.Else != nil && begins(s.Body, writes) && begins(s.Else, writes) {
			return true
		}
	}
	return slices.ContainsFunc(writes, func(w inspector.Cursor) bool {
		stmt, ok := source.EnclosingStmt(w)
		return ok && stmt.Node() == s
	})
}

// onlyMakesText reports whether the bytes.Buffer declared by d is only written to and turned
// into strings, so that a strings.Builder would do; where it is written to, and the class of
// that: strings of one strings.Builder share its memory.
func (p *presizer) onlyMakesText(d source.Decl) (writes []inspector.Cursor, class rule.Class, ok bool) {
	texts, returned := 0, true
	for _, use := range p.Pkg.Uses(d.Var) {
		switch p.method(use) {
		case "WriteString", "Write", "WriteByte", "WriteRune":
			writes = append(writes, use)
		case "Len":
		case "Grow":
			args := use.Parent().Parent().Node().(*ast.CallExpr).Args
			if !source.NotNegative(p.Info, args[0]) {
				return nil, class, false // the panic has another text
			}
		case "String":
			texts++
			returned = returned && isReturned(use)
			if source.LoopSince(use, d.Stmt.Pos()) {
				texts++
			}
		default:
			if !p.lent(use, d.Var) {
				return nil, class, false
			}
			writes = append(writes, use)
		}
	}
	if texts > 1 && !returned {
		class = rule.Review(keepsLater)
	}
	return writes, class, texts > 0
}

// isReturned reports whether the use is a part of a return statement.
func isReturned(use inspector.Cursor) bool {
	for range use.Enclosing((*ast.ReturnStmt)(nil)) {
		return true
	}
	return false
}

// lent reports whether the buffer is given, as an io.Writer, to a function of the standard
// library that only writes to it.
func (p *presizer) lent(use inspector.Cursor, b *types.Var) bool {
	call, i := p.givenTo(use)
	fn := source.Func(p.Info, call)
	if fn == nil || i >= fn.Signature().Params().Len() || !source.IsNamed(fn.Signature().Params().At(i).Type(), "io", "Writer") {
		return false
	}
	known := stdlib.Of(fn)
	if !known.Lends.Has(i) && !(known.Wraps.Has(i) && strings.HasPrefix(known.Path, "encoding/")) {
		return false
	}
	return (&retain.Checker{Pkg: p.Pkg, Var: b, Kind: retain.Buffer}).Lets(use)
}

// givenTo returns the call that is given &b, or the pointer b, and as which argument.
func (p *presizer) givenTo(use inspector.Cursor) (*ast.CallExpr, int) {
	use = source.Parens(use)
	if use.ParentEdgeKind() == edge.UnaryExpr_X {
		use = source.Parens(use.Parent())
	}
	kind, i := use.ParentEdge()
	if kind != edge.CallExpr_Args {
		return &ast.CallExpr{Fun: new(ast.Ident)}, 0
	}
	return use.Parent().Node().(*ast.CallExpr), i
}

// inOnePiece reports whether the use of the buffer writes once: it is a method, or given to
// fmt.Fprint, io.WriteString, binary.Write or an encoder of JSON that encodes once.
func (p *presizer) inOnePiece(use inspector.Cursor) bool {
	if p.method(use) != "" {
		return true
	}
	call, _ := p.givenTo(use)
	switch fn := stdlib.Of(source.Func(p.Info, call)); fn.Path + "." + fn.Name {
	case "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "io.WriteString", "encoding/binary.Write":
		return true
	case "encoding/json.NewEncoder":
		for cur := range use.Enclosing((*ast.CallExpr)(nil)) {
			return p.encodesOnce(source.Parens(cur))
		}
	}
	return false
}

// encodesOnce reports whether one value is encoded by the encoder that is made at cur.
func (p *presizer) encodesOnce(cur inspector.Cursor) bool {
	enc, _, ok := p.Pkg.Holder(cur)
	if !ok {
		return cur.ParentEdgeKind() == edge.SelectorExpr_X && cur.Parent().Node().(*ast.SelectorExpr).Sel.Name == "Encode"
	}
	n := 0
	for _, use := range p.Pkg.Uses(enc) {
		if p.method(use) == "Encode" {
			n++
		}
		if source.LoopSince(use, enc.Pos()) {
			return false
		}
	}
	return n == 1
}

// toBuilder changes the type of the variable.
//
//	var b bytes.Buffer        b := new(bytes.Buffer)        b := bytes.NewBuffer(nil)
//	---------------------     -------------------------     -------------------------
//	var b strings.Builder     b := new(strings.Builder)     b := new(strings.Builder)
//
// Where it is given to a function its name is replaced by itself, so that a fix that writes
// to the room of a bytes.Buffer there is seen to touch the same text.
func (p *presizer) toBuilder(d source.Decl, writes []inspector.Cursor) ([]source.TextEdit, bool) {
	strings, edits, ok := p.Import("strings", "Builder", d.Stmt.Pos())
	if !ok || d.HasComment() {
		return nil, false
	}
	for _, use := range writes {
		if p.method(use) == "" {
			edits = append(edits, source.ReplaceNode(use.Node(), d.Var.Name()))
		}
	}
	if d.Type != nil {
		typ := d.Type
		if star, isStar := ast.Unparen(typ).(*ast.StarExpr); isStar {
			typ = star.X
		}
		edits = append(edits, source.ReplaceNode(typ, strings+"Builder"))
	}
	if d.Value == nil {
		return edits, true
	}
	typ, _, isNew := source.NewOf(p.Info, d.Value)
	if !isNew {
		switch v := ast.Unparen(d.Value).(type) {
		case *ast.CompositeLit:
			typ = v.Type
		case *ast.CallExpr:
			if !p.Universe(d.Stmt.Pos(), "new") {
				return nil, false
			}
			return append(edits, source.ReplaceNode(v, "new("+strings+"Builder)")), true
		}
	}
	return append(edits, source.ReplaceNode(typ, strings+"Builder")), true
}
