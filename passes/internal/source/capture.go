package source

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A Capture is a variable that one part of a function declares and another part mentions.
type Capture struct {
	Var  *types.Var
	Uses []*ast.Ident
	// Name is the name that [File.Renamed] gives the uses: from [Package.Captures], the variable's own.
	Name string
}

// Captures lists the variables that n mentions and does not declare, and for which declared is
// true, in order of their first use. ok is false if n mentions a type, constant or label for which
// declared is true.
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

// Renamed returns the text of n with each captured variable under the Name of its Capture.
func (f *File) Renamed(n ast.Node, captures []Capture) string {
	var edits []TextEdit
	for _, c := range captures {
		for _, id := range c.Uses {
			edits = append(edits, ReplaceNode(id, c.Name))
		}
	}
	return f.Edited(n.Pos(), n.End(), edits)
}

// Filled returns the text of n with operands, which stand in the file from, in the place of the variables.
func (f *File) Filled(n ast.Node, operands map[types.Object]ast.Expr, from *File) string {
	names, _ := f.Pkg.Captures(n, func(obj types.Object) bool { return operands[obj] != nil })
	for i := range names {
		names[i].Name = from.Text(operands[names[i].Var])
	}
	return f.Renamed(n, names)
}

// Edited returns the source from start to end with the edits, which must lie in that range. It
// sorts edits.
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
