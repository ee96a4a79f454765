package presize

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// buffer offers a Grow for the strings.Builder or bytes.Buffer that d declares.
func (p *presizer) buffer(d source.Decl) {
	kind := source.WriterKind(d.Var.Type()) // "Builder" or "Buffer"
	_, pointer := types.Unalias(d.Var.Type()).(*types.Pointer)
	if kind == "" || kind == "Writer" || d.Stmt == nil || p.Pkg.InLiteral(d.Var) || p.isValue(d.Var, pointer) {
		return
	}
	if !p.freshBuffer(d, pointer) {
		p.given(d)
		return
	}
	if p.textOnStack(d, true) {
		return // which saves more than a known length does
	}
	leaf := func(s ast.Stmt) (size.Part, bool) { return p.written(s, d.Var) }
	all, _ := p.fills(d, leaf)
	for stmts := all; len(stmts) > 0; stmts = stmts[:len(stmts)-1] {
		c, ok := size.Of(p.File, nil, stmts, stmts[0].Pos(), leaf)
		if !ok {
			continue
		}
		if n, isConst := c.Const(); isConst && n <= firstBytes[kind] {
			break
		}
		if c.Loops || len(c.Leaves) > 1 {
			partly := !c.Loops && len(c.Leaves) < len(p.Pkg.Uses(d.Var))-1 // but for the use that takes the text
			if (partly || len(trust(c, 1, c.Loose).Caveats) > 0) && p.textOnStack(d, false) {
				return
			}
			if f, ok := p.grow(d, p.perByte(d.Var, c, nil, stmts, stmts[0].Pos(), leaf), stmts[0], kind); ok {
				p.Report(f)
			}
			return
		}
	}
	said := p.Said()
	onStack := p.textOnStack(d, false)
	if c, at, ok := p.atLeastOrAbout(d, all, leaf); ok {
		if f, ok := p.grow(d, c, at, kind); ok && onStack {
			p.Offer(f)
		} else if ok {
			p.Report(f)
		}
	}
	if p.Said() == said && kind == "Buffer" {
		p.collects(d)
	}
	if p.Said() == said {
		p.observedBuffer(d, kind)
	}
}

// atLeastOrAbout counts the least that is written to the buffer, or guesses it, in front of the statement at.
func (p *presizer) atLeastOrAbout(d source.Decl, stmts []ast.Stmt, leaf size.Leaf) (c size.Count, at ast.Stmt, ok bool) {
	if len(stmts) > 0 {
		if c, ok := p.least(d.Var, nil, stmts, stmts[0].Pos(), leaf); ok {
			return c, stmts[0], true
		}
	}
	return p.guess(d)
}

// firstBytes is how many bytes fit into the memory that a buffer makes for the first of them.
var firstBytes = map[string]int64{"Builder": 8, "Buffer": 64}

// isValue reports whether the buffer itself is used as a value. A strings.Builder must not be
// copied after a Grow, but may be while it is zero.
func (p *presizer) isValue(v *types.Var, pointer bool) bool {
	return !p.Pkg.Every(v, func(use inspector.Cursor) bool {
		switch use.ParentEdgeKind() {
		case edge.SelectorExpr_X, edge.UnaryExpr_X:
			return true
		case edge.StarExpr_X:
			return false
		}
		return pointer
	})
}

// freshBuffer reports whether d declares an empty buffer: T{}, &T{}, new(T),
// bytes.NewBuffer(nil), bytes.NewBufferString("") or the zero value.
func (p *presizer) freshBuffer(d source.Decl, pointer bool) bool {
	if _, lit, ok := source.NewOf(p.Info, d.Value); ok {
		return lit == nil || len(lit.Elts) == 0
	}
	switch v := ast.Unparen(d.Value).(type) {
	case nil:
		return !pointer
	case *ast.CompositeLit:
		return !pointer && len(v.Elts) == 0
	case *ast.CallExpr:
		if _, ok := source.CallTo(p.Info, v, "bytes", "NewBuffer"); ok {
			return p.Info.Types[v.Args[0]].IsNil()
		}
		if _, ok := source.CallTo(p.Info, v, "bytes", "NewBufferString"); ok {
			text, isConst := source.StringConst(p.Info, v.Args[0])
			return isConst && text == ""
		}
	}
	return false
}

// grow is the finding of the buffer, for which the counted length is reserved.
//
//	                     b.WriteString(…)
//	----------------
//	b.Grow(n)
//	                     b.WriteString(…)
func (p *presizer) grow(d source.Decl, c size.Count, at ast.Stmt, kind string) (fix rule.Finding, ok bool) {
	if !p.Universe(at.Pos(), "len") {
		return fix, false
	}
	name := d.Var.Name()
	lines, n, renamed := c.Lines(p.fresh(at.Pos()))
	fix = rule.Finding{
		At:      c.Leaves[0],
		Message: "the buffer " + name + " grows although " + known(c),
		Title:   "Grow " + name + " once, by " + c.String(),
		Class:   trust(c, 1, c.Loose).And(p.room(d.Var, c, p.shows(d.Var))),
	}
	if kind == "Buffer" {
		if p.shows(d.Var) && slices.ContainsFunc(p.Pkg.Uses(d.Var), retain.Rewinds) {
			fix.Class = fix.Class.And(rule.Review(rule.Sharing.Caveat("bytes that are retained while the buffer is emptied may be written over")))
		}
		if writes, class, text := p.onlyMakesText(d); text {
			edits, ok := p.toBuilder(d, writes)
			if !ok {
				return fix, false
			}
			fix.Edits = edits
			fix.Class = class.And(trust(c, 1, c.Loose)).And(p.room(d.Var, c, true))
			fix.Title = "Make " + name + " a strings.Builder of known length"
			if c.Guess {
				fix.Title = "Make " + name + " a strings.Builder with room for " + c.String()
			}
		} else if p.showsBytes(d.Var) && !c.Certain && !c.Sure { // Grow(0) leaves nil alone
			fix.Class = fix.Class.And(rule.Review(rule.NilOrEmpty.Caveat("Bytes of an unused buffer is empty rather than nil")))
		}
	}
	fix.Edits = append(fix.Edits, p.Before(at, append(lines, name+".Grow("+n+")")...))
	fix.Edits = append(fix.Edits, renamed...)
	return fix, true
}

// showsBytes reports whether a use can see the bytes of the buffer themselves,
// and so tell nil from empty.
func (p *presizer) showsBytes(v *types.Var) bool {
	hide := []string{"WriteString", "Write", "WriteByte", "WriteRune", "Len", "String", "WriteTo", "Read", "ReadByte", "ReadString"}
	return !p.Pkg.Every(v, func(use inspector.Cursor) bool { return slices.Contains(hide, p.method(use)) })
}

// method returns the name of the method called on the use of a variable, "" if
// it is used in another way.
func (p *presizer) method(use inspector.Cursor) string {
	if use.ParentEdgeKind() != edge.SelectorExpr_X {
		return ""
	}
	sel := use.Parent()
	if source.Parens(sel).ParentEdgeKind() != edge.CallExpr_Fun {
		return ""
	}
	return sel.Node().(*ast.SelectorExpr).Sel.Name
}
