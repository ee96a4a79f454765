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

// firstRoom is the number of bytes that a bytes.Buffer allocates first (bytes.smallBufferSize). A
// strings.Builder that begins with as many grows in fewer steps up to some 2 kB.
const firstRoom = "64"

// The caveats of a text that shares the memory of the strings.Builder it was written to: one that began with
// firstRoom, one that began without room, and one to which more is written later.
var (
	keepsGrown = rule.Retention.Caveat("who keeps the text keeps the memory that it grew in, " + firstRoom + " bytes or up to twice its length")
	keepsTwice = rule.Retention.Caveat("who keeps the text keeps the memory that it grew in, up to twice its length")
	keepsLater = rule.Retention.Caveat("who keeps a text that is taken while the buffer grows keeps the memory of all of it")
)

// collects makes a strings.Builder of a bytes.Buffer that only makes a text, which the Builder
// does not copy. A text that is written in one piece needs no room beforehand.
//
//	var b bytes.Buffer        b.WriteString(x)    return b.String()
//	---------------------     ----------------
//	var b strings.Builder     b.Grow(64) // what a bytes.Buffer begins with
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
		if i < 0 || !surelyWrites(d.Rest[i], writes) {
			p.Report(plain) // perhaps nothing is written, and no memory is needed
			return
		}
		fix.Form = "" // the size is a guess
		fix.Edits = append(slices.Clip(fix.Edits), p.Before(d.Rest[i], d.Var.Name()+".Grow("+firstRoom+") // what a bytes.Buffer begins with"))
		p.Report(fix)
		p.Offer(plain) // Grow saves steps, but has a number that needs a reason
		return
	}
	p.Report(fix)
}

// onlyText returns the finding of a bytes.Buffer that only makes a text and can be a strings.Builder,
// and the uses that write to it.
func (p *presizer) onlyText(d source.Decl) (fix rule.Finding, writes []inspector.Cursor, ok bool) {
	writes, class, ok := p.onlyMakesText(d)
	if !ok || len(writes) == 0 {
		return fix, nil, false
	}
	edits, ok := p.toBuilder(d, writes)
	return asBuilder(d, class, edits), writes, ok
}

// asBuilder returns the finding that the variable of d can be a strings.Builder, which does not copy its text.
func asBuilder(d source.Decl, class rule.Class, edits []source.TextEdit) rule.Finding {
	return rule.Finding{
		At:      d.Node(),
		Message: "the text that " + d.Var.Name() + " collects is copied",
		Title:   "Make " + d.Var.Name() + " a strings.Builder",
		Class:   class,
		Edits:   edits,
	}
}

// surelyWrites reports whether each run of a statement, or each iteration of it if it is a loop, writes to
// the buffer.
func surelyWrites(s ast.Stmt, writes []inspector.Cursor) bool {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return surelyWrites(s.Stmt, writes)
	case *ast.BlockStmt:
		for _, s := range s.List {
			if surelyWrites(s, writes) {
				return true
			}
			if source.Has[*ast.BranchStmt](s) || source.Has[*ast.ReturnStmt](s) {
				return false
			}
		}
		return false
	case *ast.RangeStmt:
		return surelyWrites(s.Body, writes)
	case *ast.ForStmt:
		return surelyWrites(s.Body, writes)
	case *ast.IfStmt:
		if s.Else != nil && surelyWrites(s.Body, writes) && surelyWrites(s.Else, writes) {
			return true
		}
	}
	return slices.ContainsFunc(writes, func(w inspector.Cursor) bool {
		stmt, ok := source.EnclosingStmt(w)
		return ok && stmt.Node() == s
	})
}

// onlyMakesText reports whether the bytes.Buffer declared by d is only written to and turned
// into strings, so that a strings.Builder would do. It returns the uses that write, and the class
// of the change: strings of one strings.Builder share its memory.
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
				return nil, class, false // the panics of the two Grow methods differ
			}
		case "String":
			texts++
			returned = returned && isReturned(use)
			if source.LoopSince(use, d.Stmt.Pos()) {
				texts++
			}
		default:
			if !p.asWriter(use, d.Var) {
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

// asWriter reports whether the buffer is passed, as an io.Writer, to a function of the standard
// library that only writes to it.
func (p *presizer) asWriter(use inspector.Cursor, b *types.Var) bool {
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

// givenTo returns the call that has &b, or the pointer b, as its i-th argument. It returns an empty
// call if there is none.
func (p *presizer) givenTo(use inspector.Cursor) (call *ast.CallExpr, i int) {
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

// inOnePiece reports whether the use of the buffer writes once: by a method, or by fmt.Fprint,
// io.WriteString, binary.Write or an encoder of JSON that encodes once.
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

// toBuilder returns the edits that change the type of the variable.
//
//	var b bytes.Buffer        b := new(bytes.Buffer)        b := bytes.NewBuffer(nil)
//	---------------------     -------------------------     -------------------------
//	var b strings.Builder     b := new(strings.Builder)     b := new(strings.Builder)
//
// Where the variable is passed to a function, its name is replaced by itself: other fixes write to the
// spare room of a bytes.Buffer there, and have to be seen to conflict with this one.
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
