package scratch

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A group is the sites that share a field.
type group struct {
	sites    []*site
	together map[string]bool
}

// takes reports whether the site may share the field of the group: both are arrays, or slices, of
// one type, and neither method may run while the other one is at work.
func (g *group) takes(s *site) bool {
	first := g.sites[0]
	arrays := s.kind == array && first.kind == array && !s.alone && !first.alone && types.Identical(s.elem, first.elem)
	slice := func(k kind) bool { return k == sized || k == grown }
	lists := slice(s.kind) && slice(first.kind) && types.Identical(s.d.Var.Type(), first.d.Var.Type())
	if s.taken || first.taken || !arrays && !lists || s.object != first.object || len(common(g.together, s.together)) == 0 {
		return false
	}
	return !slices.ContainsFunc(g.sites, func(other *site) bool {
		return other.fn == s.fn || comesTo(s, other) || comesTo(other, s)
	})
}

// comesTo reports whether the method of the other site may run while the memory of s is in use.
func comesTo(s, other *site) bool {
	return slices.ContainsFunc(s.body, func(stmt ast.Stmt) bool { return effect.ReachedFrom(s.Pkg, stmt)[other.fn] })
}

func (g *group) add(s *site) {
	before := g.together
	if g.together = s.together; len(g.sites) > 0 {
		g.together = common(before, s.together)
	}
	g.sites = append(g.sites, s)
}

// report offers the field, and its use at each site. What several sites have to add is one edit.
func (g *group) report() {
	first := g.sites[0]
	o := first.object
	typ, imports, ok := g.fieldType()
	if !ok {
		for _, s := range g.sites {
			s.refuse("the type of " + s.d.Var.Name() + " cannot be written where " + o.named.Obj().Name() + " is declared")
		}
		return
	}
	name := o.free(g.names()...)
	if name == "" {
		for _, s := range g.sites {
			s.refuse(an(o.named.Obj().Name()) + " has fields of all names that would do")
		}
		return
	}
	declare := append(slices.Clip(o.keys), o.declare(name+" "+typ+" // "+g.comment()))
	for _, s := range g.sites {
		lines, more, ok := s.lines(name, g.len())
		if !ok {
			continue
		}
		edits := slices.Concat(s.d.Instead(lines...), declare, imports, more)
		if s.kind == buffer && source.IsBuffer(s.d.Var.Type()) {
			edits = append(edits, s.pointers()...)
		}
		if source.IsA[*types.Array](s.d.Var.Type()) {
			edits = append(edits, s.whole()...)
		}
		if s.keeps != nil {
			edits = append(edits, s.Below(s.keeps, s.recv.Name()+"."+name+" = "+s.d.Var.Name()))
		}
		s.Report(rule.Finding{
			At:      s.d.Node(),
			Message: fmt.Sprintf("%s is made anew by each call of %s", s.d.Var.Name(), s.fn.Name()),
			Title:   fmt.Sprintf("keep the memory of %s in the %s", s.d.Var.Name(), o.named.Obj().Name()),
			Class:   rule.Review(append(slices.Clip(s.caveats), o.caveats...)...),
			Edits:   edits,
			Form:    "field " + name + " of " + o.named.Obj().Name(),
		})
	}
}

// whole returns the edits that leave out what cuts nothing off a slice.
//
//	f(v[:])
//	-------
//	f(v)
func (s *site) whole() (edits []source.TextEdit) {
	for _, use := range s.Pkg.Uses(s.d.Var) {
		use = source.Parens(use)
		if use.ParentEdgeKind() == edge.SliceExpr_X {
			if e := use.Parent().Node().(*ast.SliceExpr); e.Low == nil && e.High == nil {
				edits = append(edits, source.ReplaceNode(e, s.d.Var.Name()))
			}
		}
	}
	return edits
}

// len is the length of the array that all sites share.
func (g *group) len() (n int64) {
	for _, s := range g.sites {
		n = max(n, s.len)
	}
	return n
}

// maxName is how long the name of a field is that anybody would write.
const maxName = 16

// names are the names that the field may have: the name of the variable, if all sites have the same, unless that
// name is one letter, which says nothing in a struct; or that with Buf behind it, as other fields often have it.
func (g *group) names() []string {
	name := g.sites[0].d.Var.Name()
	if slices.ContainsFunc(g.sites, func(s *site) bool { return s.d.Var.Name() != name }) {
		name = "scratch"
	}
	long := map[kind]string{array: "scratch", digest: "hash", table: "seen"}[g.sites[0].kind]
	if long == "" {
		long = "buf"
	}
	if len(name) == 1 {
		name = long
	}
	names := []string{name, name + "Buf", long, "scratch", inline.Small(g.sites[0].fn.Name()) + "Buf"}
	return slices.DeleteFunc(names, func(n string) bool { return len(n) > maxName && n != name || n == long+"Buf" })
}

// comment says which methods use the field.
func (g *group) comment() string {
	var methods []string
	for _, s := range g.sites {
		if !slices.Contains(methods, s.fn.Name()) {
			methods = append(methods, s.fn.Name())
		}
	}
	switch n := len(methods); {
	case n == 1:
		return "scratch memory of " + methods[0]
	case n <= 3:
		return "scratch memory of " + strings.Join(methods[:n-1], ", ") + " and " + methods[n-1]
	}
	return "scratch memory"
}

// fieldType is the type of the field, as it is written where the struct is declared.
func (g *group) fieldType() (text string, imports []source.TextEdit, ok bool) {
	s := g.sites[0]
	at := s.object.run
	pos := s.object.lit.Pos()
	switch s.kind {
	case array:
		elem, ok := at.TypeText(s.elem, pos)
		return "[" + g.arrayLen() + "]" + elem, nil, ok
	case buffer:
		q, imports, ok := at.Import("bytes", "Buffer", pos)
		return q + "Buffer", imports, ok
	case digest:
		named, isNamed := types.Unalias(s.d.Var.Type()).(*types.Named)
		if !isNamed || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "hash" {
			return "", nil, false
		}
		q, imports, ok := at.Import("hash", named.Obj().Name(), pos)
		return q + named.Obj().Name(), imports, ok
	}
	text, ok = at.TypeText(s.d.Var.Type(), pos)
	return text, nil, ok
}

// arrayLen is how the length of the array is written: as it is where it was, if that can be read where
// the struct is declared.
func (g *group) arrayLen() string {
	n := g.len()
	for _, s := range g.sites {
		if s.len == n && s.File == s.object.run.File {
			if e := s.lenExpr(); e != nil && s.Visible(e, s.object.lit.Pos()) {
				return s.Text(e)
			}
		}
	}
	return strconv.FormatInt(n, 10)
}

// lenExpr is the length of an array as it is written, nil for [...]T.
func (s *site) lenExpr() ast.Expr {
	typ := s.d.Type
	switch e := ast.Unparen(s.d.Value).(type) {
	case *ast.CompositeLit:
		typ = e.Type
	case *ast.CallExpr:
		return e.Args[1]
	}
	if a, ok := typ.(*ast.ArrayType); ok && !source.IsOpen(a) {
		return a.Len
	}
	return nil
}

// lines are the statements that take the place of the declaration.
//
//	hdr := d.hdr[:]     b := d.scratch[:4]     list := d.list[:0]
//	clear(hdr)          clear(b)
func (s *site) lines(name string, room int64) (lines []string, imports []source.TextEdit, ok bool) {
	v, field := s.d.Var.Name(), s.recv.Name()+"."+name
	switch s.kind {
	case array:
		high := ""
		if s.len < room {
			high = strconv.FormatInt(s.len, 10)
			if e := s.lenExpr(); e != nil {
				high = s.Text(e)
			}
		}
		return append([]string{v + " := " + field + "[:" + high + "]"}, s.cleaning(v)...), nil, true
	case sized:
		return s.sizedLines(v, field)
	case grown:
		if s.size == nil || s.droppable() {
			return append([]string{v + " := " + field + "[:0]"}, s.takes(field)...), nil, true
		}
		lines, imports, ok := s.Emptied(s.d.Stmt.Pos(), v+" := ", field, s.d.Var.Type(), s.Text(s.size))
		return append(lines, s.takes(field)...), imports, ok && (s.AtLeast("go1.21") || s.repeats())
	case buffer:
		return []string{v + " := &" + field, v + ".Reset()"}, nil, true
	}
	reset, ok := field+".Reset()", s.Universe(s.d.Stmt.Pos(), "nil")
	if s.kind == table {
		clears, isClear := s.Clear(s.d.Stmt.Pos(), field, s.cleared())
		reset, ok = strings.Join(clears, "\n\t"), ok && isClear
	}
	return []string{
		"if " + field + " == nil {\n\t" + field + " = " + s.Text(s.d.Value) + "\n} else {\n\t" + reset + "\n}",
		v + " := " + field,
	}, nil, ok
}

// sizedLines give a slice its length.
//
//	if cap(d.buf) < n {
//		d.buf = make([]byte, n)
//	}
//	buf := d.buf[:n]
//	clear(buf)
func (s *site) sizedLines(v, field string) (lines []string, imports []source.TextEdit, ok bool) {
	if !s.Universe(s.d.Stmt.Pos(), "cap", "make") {
		return nil, nil, false
	}
	n := s.Text(s.size)
	if !s.repeats() {
		name := s.Fresh(s.d.Stmt.Pos(), "size", "n")
		lines, n = append(lines, name+" := "+n), name
	}
	make := ast.Unparen(s.d.Value).(*ast.CallExpr)
	lines = append(lines,
		"if cap("+field+") < "+n+" {\n\t"+field+" = make("+s.Text(make.Args[0])+", "+n+")\n}",
		v+" := "+field+"[:"+n+"]")
	lines = append(lines, s.takes(field)...)
	return append(lines, s.cleaning(v)...), nil, true
}

// cleaning are the lines that clear the memory, if a use could tell it from new memory.
func (s *site) cleaning(v string) (lines []string) {
	if !s.clean {
		lines, _ = s.Clear(s.d.Stmt.Pos(), v, s.cleared())
	}
	return lines
}

// takes are the lines that take the memory out of the object while it is in use.
//
//	names := w.names[:0]
//	w.names = nil // walk may be called again meanwhile
func (s *site) takes(field string) []string {
	if !s.taken {
		return nil
	}
	return []string{field + " = nil // " + s.fn.Name() + " may be called again meanwhile"}
}

// droppable reports whether the capacity that a slice begins with may be left out, since later calls
// have that of earlier ones: it is nothing but a number, and all that it names is used elsewhere, too.
func (s *site) droppable() bool {
	if !effect.Total(s.Info, s.size) {
		return false
	}
	for id := range source.Idents(s.size) {
		switch obj := s.Info.Uses[id].(type) {
		case *types.PkgName:
			return false
		case *types.Var:
			if !obj.IsField() && s.method.Body.Pos() < obj.Pos() && s.Pkg.Mentions(s.size, obj) == len(s.Pkg.Uses(obj)) {
				return false
			}
		}
	}
	return true
}

// pointers are the edits for a buffer that becomes a pointer to one.
//
//	w.WriteTo(&buf)    w.WriteTo(buf)
func (s *site) pointers() (edits []source.TextEdit) {
	for _, use := range s.Pkg.Uses(s.d.Var) {
		use = source.Parens(use)
		if ref, ok := use.Parent().Node().(*ast.UnaryExpr); ok {
			edits = append(edits, source.Replace(ref.Pos(), ref.X.Pos(), ""))
		}
	}
	return edits
}
