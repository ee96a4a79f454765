package sortfunc

import (
	"go/ast"
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
	t, others := s.kind.named.Obj(), p.Pkg.OtherBuilds()
	def, ok := p.Pkg.Def(t)
	if !ok || t.Exported() || p.Pkg.Linked(t.Name()) || p.Pkg.Elsewhere(t.Name()) || others == nil || others[t.Name()] || strings.Contains(text, t.Name()) {
		return nil
	}
	calls, gone := 0, make(map[ast.Decl]bool)
	for _, at := range append([]inspector.Cursor{def}, p.Pkg.Uses(t)...) {
		f := p.Pkg.FileOf(at.Node())
		if f == nil {
			return nil
		}
		decl := f.DeclAt(at.Node().Pos())
		method, _ := decl.(*ast.FuncDecl)
		spec, isGen := decl.(*ast.GenDecl)
		switch {
		case gone[decl]:
		case source.Contains(s.call, at.Node()):
			calls++
		case isGen && len(spec.Specs) == 1 && (at == def || p.asserts(spec.Specs[0])), s.kind.has(method) && source.Contains(method.Recv, at.Node()):
			carried := ""
			if method != nil && method == s.kind.less && f == p.Pkg.FileOf(s.call) { // the call has its comparison
				carried = text
			}
			if gone[decl] = true; !carries(f, decl, carried) {
				return nil
			}
			edits = append(edits, f.RemoveDecl(decl))
		default:
			return nil
		}
	}
	if calls != 1 {
		return nil // the slice is made by another mention of the type
	}
	return edits
}

// has reports whether the function is one of the three methods.
func (k *kind) has(fn *ast.FuncDecl) bool {
	return fn != nil && (fn == k.length || fn == k.less || fn == k.swap)
}

// asserts reports whether a declaration says that a type implements sort.Interface, and does nothing else.
//
//	var _ sort.Interface = byName(nil)    var _ sort.Interface = byName{}    var _ sort.Interface = &byName{}
func (p *sorter) asserts(s ast.Spec) bool {
	spec, ok := s.(*ast.ValueSpec)
	return ok && len(spec.Names) == 1 && spec.Names[0].Name == "_" && spec.Type != nil && source.IsNamed(p.Info.TypeOf(spec.Type), "sort", "Interface") &&
		len(spec.Values) == 1 && effect.Total(p.Info, spec.Values[0])
}

// carries reports whether the text has all comments that stand in a declaration, or behind it on its line, and no directive
// stands above it.
func carries(f *source.File, decl ast.Decl, text string) bool {
	if source.HasDirective(source.DocOf(decl)) {
		return false
	}
	comments := make(map[string]int)
	for _, group := range f.Syntax.Comments {
		for _, c := range group.List {
			if decl.Pos() <= c.Pos() && c.Pos() < f.LineBelow(decl.End()) {
				if comments[c.Text]++; strings.Count(text, c.Text) < comments[c.Text] {
					return false
				}
			}
		}
	}
	return true
}
