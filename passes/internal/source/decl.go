package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A Decl is the declaration of one local variable that stands in a list of statements:
// v := x, var v T, var v = x or var v T = x, also as one of several in parentheses.
//
// Nothing else in its statement mentions the variable, so that its value may be another
// one, or be declared behind the statement as well.
type Decl struct {
	File *File
	Var  *types.Var
	Name *ast.Ident
	// Stmt is the statement, which may declare more; Cur is its cursor.
	Stmt ast.Stmt
	Cur  inspector.Cursor
	// Type and Value are what is written, nil if it is not; at least one of them is.
	Type, Value ast.Expr
	// Rest are the statements that follow in the list.
	Rest []ast.Stmt

	gen  *ast.GenDecl   // nil for v := x
	spec *ast.ValueSpec // nil for v := x
}

// Decls returns the declarations of the statement at cur.
func (f *File) Decls(cur inspector.Cursor) iter.Seq[Decl] {
	return func(yield func(Decl) bool) {
		if list, i, ok := StmtList(cur); ok {
			Decl{File: f, Stmt: list[i], Cur: cur, Rest: list[i+1:]}.each(yield)
		}
	}
}

// each yields the declarations of the statement, of which d knows the place.
func (d Decl) each(yield func(Decl) bool) {
	switch s := d.Stmt.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE && len(s.Lhs) == 1 && len(s.Rhs) == 1 {
			d.Name, d.Value = s.Lhs[0].(*ast.Ident), s.Rhs[0]
			if d.variable() {
				yield(d)
			}
		}
	case *ast.DeclStmt:
		d.gen = s.Decl.(*ast.GenDecl)
		for _, spec := range d.gen.Specs {
			if d.specified(spec) && !yield(d) {
				return
			}
		}
	}
}

// DeclOf returns the declaration of a local variable, false if it has none of this kind.
// One in front of a condition has no rest.
func (f *File) DeclOf(v *types.Var) (Decl, bool) {
	def, ok := f.Pkg.Def(v)
	if !ok {
		return Decl{}, false
	}
	return f.around(def, func(d Decl) bool { return d.Var == v })
}

// DeclWith returns the declaration whose value is the expression at cur, false if it is
// the value of none. One in front of a condition has no rest.
func (f *File) DeclWith(cur inspector.Cursor) (Decl, bool) {
	e := cur.Node().(ast.Expr)
	return f.around(cur, func(d Decl) bool { return d.Value != nil && ast.Unparen(d.Value) == ast.Unparen(e) })
}

// around returns the declaration in the statement around cur that is asked for.
func (f *File) around(cur inspector.Cursor, is func(Decl) bool) (found Decl, ok bool) {
	for stmt := range cur.Enclosing((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		d := Decl{File: f, Stmt: stmt.Node().(ast.Stmt), Cur: stmt}
		if list, i, inList := StmtList(stmt); inList {
			d.Rest = list[i+1:]
		}
		d.each(func(d Decl) bool {
			if is(d) {
				found, ok = d, true
			}
			return !ok
		})
		break
	}
	return found, ok
}

// Holder returns the local variable that a statement sets to the value at cur, and the
// statement: v := x, v = x or var v = x, also beside others, and v, ok := x.(T).
func (p *Package) Holder(cur inspector.Cursor) (v *types.Var, stmt inspector.Cursor, ok bool) {
	cur = Parens(cur)
	kind, i := cur.ParentEdge()
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if _, isCall := cur.Node().(*ast.CallExpr); kind != edge.AssignStmt_Rhs || len(parent.Lhs) != len(parent.Rhs) && isCall {
			return nil, stmt, false
		}
		v, ok = p.LocalVar(parent.Lhs[i])
		return v, cur.Parent(), ok
	case *ast.ValueSpec:
		if kind != edge.ValueSpec_Values || len(parent.Names) != len(parent.Values) {
			return nil, stmt, false
		}
		v, ok = p.LocalVar(parent.Names[i])
		return v, cur.Parent().Parent().Parent(), ok
	}
	return nil, stmt, false
}

// Initial returns what the declaration of v sets it to, alone or beside others; nil is
// the zero value. ok is false for parameters, and for one of several results.
func (p *Package) Initial(v *types.Var) (value ast.Expr, ok bool) {
	def, ok := p.Def(v)
	if !ok {
		return nil, false
	}
	var values []ast.Expr
	names := 0
	switch s := def.Parent().Node().(type) {
	case *ast.AssignStmt:
		names, values = len(s.Lhs), s.Rhs
	case *ast.ValueSpec:
		if len(s.Values) == 0 {
			return nil, true
		}
		names, values = len(s.Names), s.Values
	}
	if names == 0 || names != len(values) {
		return nil, false
	}
	_, i := def.ParentEdge()
	return ast.Unparen(values[i]), true
}

// Only returns the value that the local variable e has from its declaration on, and never
// another one, nor is its address taken. ok is false for other expressions.
func (p *Package) Only(e ast.Expr) (value ast.Expr, ok bool) {
	v, ok := p.LocalVar(e)
	if !ok || len(p.Writes(v)) > 0 {
		return nil, false
	}
	value, ok = p.Initial(v)
	return value, ok && value != nil
}

// specified notes what a specification declares, and reports whether it is one variable.
func (d *Decl) specified(s ast.Spec) bool {
	spec, ok := s.(*ast.ValueSpec)
	if !ok || d.gen.Tok != token.VAR || len(spec.Names) != 1 || len(spec.Values) > 1 {
		return false
	}
	d.spec, d.Name, d.Type, d.Value = spec, spec.Names[0], spec.Type, nil
	if len(spec.Values) == 1 {
		d.Value = spec.Values[0]
	}
	return d.variable()
}

// variable notes the variable, and reports whether there is one that the rest of the
// statement does not mention.
func (d *Decl) variable() bool {
	pkg := d.File.Pkg
	v, ok := pkg.Info.Defs[d.Name].(*types.Var)
	if !ok || d.Name.Name == "_" {
		return false
	}
	d.Var = v
	for _, use := range pkg.uses[v] {
		if d.Stmt.Pos() <= use.Node().Pos() && use.Node().Pos() < d.Stmt.End() {
			return false
		}
	}
	return true
}

// Grouped reports whether the statement declares others as well.
func (d *Decl) Grouped() bool { return d.gen != nil && len(d.gen.Specs) > 1 }

// Typed reports whether the variable has the type of its value: not that of an interface
// which holds it, say.
func (d *Decl) Typed() bool {
	return d.Value != nil && types.Identical(d.Var.Type(), d.File.Pkg.Info.TypeOf(d.Value))
}

// Before lists what the statement declares in front of the variable.
func (d *Decl) Before() []ast.Node {
	return d.others(func(pos token.Pos) bool { return pos < d.spec.Pos() })
}

// After lists what the statement declares behind the variable.
func (d *Decl) After() []ast.Node {
	return d.others(func(pos token.Pos) bool { return pos > d.spec.Pos() })
}

func (d *Decl) others(at func(token.Pos) bool) (nodes []ast.Node) {
	if d.gen == nil {
		return nil
	}
	for _, spec := range d.gen.Specs {
		if at(spec.Pos()) {
			nodes = append(nodes, spec)
		}
	}
	return nodes
}

// Node is what is written of the variable alone.
func (d *Decl) Node() ast.Node {
	if d.gen != nil && d.gen.Lparen.IsValid() {
		return d.spec
	}
	return d.Stmt
}

// HasComment reports whether a comment stands inside of the declaration.
func (d *Decl) HasComment() bool { return d.File.HasComment(d.Node().Pos(), d.Node().End()) }

// Set returns the edit that gives the variable another value, and the type of that value.
//
//	v := x          var v T          var ( v T )          var v T = x
//	----------      ----------       --------------       ------------
//	v := value      v := value       var ( v = value )    var v = value
func (d *Decl) Set(value string) TextEdit {
	switch {
	case d.gen != nil && d.gen.Lparen.IsValid():
		return ReplaceNode(d.spec, d.Name.Name+" = "+value)
	case d.gen != nil && d.Value == nil:
		return ReplaceNode(d.Stmt, d.Name.Name+" := "+value)
	case d.gen != nil:
		return Replace(d.Name.End(), d.Value.End(), " = "+value)
	}
	return ReplaceNode(d.Value, value)
}

// Instead returns the edits that put statements in the place of the declaration, and
// those of the others of its group around them. Comments stay where they are.
//
//	v := x     var (            var (
//	                a = b            v T
//	                v T              w = d
//	           )                )
//	------     ------------     ---------
//	lines      var (            lines
//	                a = b       var (
//	           )                     w = d
//	           lines            )
func (d *Decl) Instead(lines ...string) []TextEdit {
	text := d.File.joined(d.Stmt.Pos(), lines)
	if d.gen == nil || !d.gen.Lparen.IsValid() {
		return []TextEdit{ReplaceNode(d.Stmt, text)}
	}
	first, last := d.spec == d.gen.Specs[0], d.spec == d.gen.Specs[len(d.gen.Specs)-1]
	edits := []TextEdit{ReplaceNode(d.spec, text)}
	indent := "\n" + d.File.Indent(d.Stmt.Pos())
	if first {
		edits = append(edits, Replace(d.gen.Pos(), d.gen.Lparen+1, ""))
	} else {
		edits = append(edits, Insert(start(d.spec.Doc, d.spec), ")"+indent))
	}
	end := d.spec.End()
	if d.spec.Comment != nil {
		end = d.spec.Comment.End()
	}
	if last {
		return append(edits, Replace(d.gen.Rparen, d.gen.Rparen+1, ""))
	}
	rest := d.File.Between(end, d.gen.Rparen)
	if trimmed := strings.TrimLeft(rest, " \t"); strings.HasPrefix(trimmed, ";") {
		return append(edits, Replace(end, end+token.Pos(len(rest)-len(trimmed))+1, indent+"var ("))
	}
	return append(edits, Insert(end, indent+"var ("))
}

// Statements is Instead of a declaration that may stand in front of a condition, where one line has room, or
// all go before the statement, if no name means something else around it. ok is false if there is no room.
//
//	if v := x; v {    line
//	--------------    line
//	if v {            if v {
func (d *Decl) Statements(lines ...string) (edits []TextEdit, ok bool) {
	_, _, inList := StmtList(d.Cur)
	if inList || len(lines) == 1 && !strings.Contains(lines[0], "\n") {
		return d.Instead(lines...), true
	}
	var cond ast.Expr
	switch stmt := d.Cur.Parent().Node().(type) {
	case *ast.IfStmt:
		cond = stmt.Cond
	case *ast.SwitchStmt:
		cond = stmt.Tag
	}
	outer := d.Cur.Parent()
	if _, _, inList := StmtList(outer); !inList || cond == nil || d.File.HasComment(d.Stmt.Pos(), cond.Pos()) || UsedOutside(outer, d.Var.Name()) {
		return nil, false
	}
	return []TextEdit{d.File.Before(outer.Node(), lines...), Replace(d.Stmt.Pos(), cond.Pos(), "")}, true
}

// Remove returns the edit that takes the declaration away, and leaves the others of its
// group.
func (d *Decl) Remove() TextEdit {
	if !d.Grouped() {
		return d.File.Remove(d.Stmt)
	}
	return d.File.Remove(&ast.DeclStmt{Decl: &ast.GenDecl{TokPos: d.spec.Pos(), Specs: []ast.Spec{d.spec}}})
}

// Text returns the declaration as a statement of its own.
func (d *Decl) Text() string {
	if d.gen == nil || !d.gen.Lparen.IsValid() {
		return d.File.Text(d.Stmt)
	}
	return "var " + strings.TrimSpace(d.File.Text(d.spec))
}
