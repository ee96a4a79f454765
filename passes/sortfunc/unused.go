package sortfunc

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// unused returns the edits that remove the type of a site, with its methods and what asserts that it implements
// sort.Interface, if the call of sort, which text replaces, is all that uses it.
//
//	type byName []T
//
//	func (s byName) Len() int { return len(s) }    var _ sort.Interface = byName(nil)
//	---------------------------------------------------------------------------------
func (p *sorter) unused(s *site, text string) (edits []source.TextEdit) {
	k := s.kind
	t := k.named.Obj()
	others := p.Pkg.OtherBuilds()
	if t.Exported() || p.Pkg.Elsewhere(t.Name()) || others == nil || others[t.Name()] {
		return nil
	}
	def, ok := p.Pkg.Def(t)
	if !ok {
		return nil
	}
	decls, calls := []ast.Decl{declAround(def)}, 0
	for _, use := range p.Pkg.Uses(t) {
		decl := declAround(use)
		method, isFunc := decl.(*ast.FuncDecl)
		switch {
		case source.Contains(s.call, use.Node()):
			calls++
		case isFunc && slices.Contains([]*ast.FuncDecl{k.length, k.less, k.swap}, method) && source.Contains(method.Recv, use.Node()), p.asserts(decl):
			decls = append(decls, decl)
		default:
			return nil
		}
	}
	for _, decl := range slices.Compact(decls) {
		f := p.Pkg.FileOf(decl)
		if g, isGen := decl.(*ast.GenDecl); f == nil || isGen && len(g.Specs) > 1 || !carries(f, decl, text) {
			return nil
		}
		edits = append(edits, f.RemoveDecl(decl))
	}
	if calls != 1 || strings.Contains(text, t.Name()) {
		return nil // the slice is made by another mention of the type
	}
	return edits
}

// declAround returns the declaration of a package or its type around cur.
func declAround(cur inspector.Cursor) (decl ast.Decl) {
	for outer := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.GenDecl)(nil)) {
		decl = outer.Node().(ast.Decl)
	}
	return decl
}

// asserts reports whether a declaration says that a type implements sort.Interface: var _ sort.Interface = byName(nil).
func (p *sorter) asserts(decl ast.Decl) bool {
	g, ok := decl.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR || len(g.Specs) != 1 {
		return false
	}
	spec := g.Specs[0].(*ast.ValueSpec)
	return len(spec.Names) == 1 && spec.Names[0].Name == "_" && spec.Type != nil && source.IsNamed(p.Info.TypeOf(spec.Type), "sort", "Interface") &&
		len(spec.Values) == 1 && effect.Of(p.Pkg, spec.Values[0]).Quiet()
}

// carries reports whether the text has all comments that stand in a declaration, or behind it on its line.
func carries(f *source.File, decl ast.Decl, text string) bool {
	for _, group := range f.Syntax.Comments {
		for _, c := range group.List {
			if decl.Pos() <= c.Pos() && c.Pos() < f.LineBelow(decl.End()) && !strings.Contains(text, c.Text) {
				return false
			}
		}
	}
	return true
}
