package source

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A Capture is a variable that a part of a function mentions and another part of it
// declares.
type Capture struct {
	Var  *types.Var
	Uses []*ast.Ident
	// Name is that of the variable that takes its place, its own at first.
	Name string
}

// Captures lists the variables that n mentions and of which declared is true, in order of
// their first use. ok is false if it mentions a type, constant or label of that kind.
func (p *Package) Captures(n ast.Node, declared func(types.Object) bool) (list []Capture, ok bool) {
	for id := range Idents(n) {
		obj := p.Info.Uses[id]
		if obj == nil || !declared(obj) || n.Pos() <= obj.Pos() && obj.Pos() < n.End() {
			continue
		}
		v, isVar := obj.(*types.Var)
		if !isVar {
			return nil, false
		}
		if v.IsField() {
			continue
		}
		i := slices.IndexFunc(list, func(c Capture) bool { return c.Var == v })
		if i < 0 {
			i = len(list)
			list = append(list, Capture{Var: v, Name: v.Name()})
		}
		list[i].Uses = append(list[i].Uses, id)
	}
	return list, true
}

// Renamed returns the text of n with other names for the captured variables.
func (f *File) Renamed(n ast.Node, captures []Capture) string {
	var edits []TextEdit
	for _, c := range captures {
		for _, id := range c.Uses {
			edits = append(edits, ReplaceNode(id, c.Name))
		}
	}
	return f.Edited(n.Pos(), n.End(), edits)
}

// Edited returns the source from start to end with the edits, all of which lie there.
func (f *File) Edited(start, end token.Pos, edits []TextEdit) string {
	slices.SortFunc(edits, func(a, b TextEdit) int { return cmp.Compare(a.Pos, b.Pos) })
	var b strings.Builder
	for _, e := range edits {
		b.WriteString(f.Between(start, e.Pos))
		b.Write(e.NewText)
		start = e.End
	}
	b.WriteString(f.Between(start, end))
	return b.String()
}
