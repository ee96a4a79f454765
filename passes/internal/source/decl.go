package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A Decl is the declaration of one local variable: v := x, var v T, var v = x or var v T = x, also
// as one of several in parentheses, or of those in var v, w T.
//
// No other part of the statement mentions the variable, so that an edit may change its value or
// declare it behind the statement.
type Decl struct {
	File *File
	Var  *types.Var
	Name *ast.Ident
	// Stmt is the statement, which may declare more; Cur is its cursor.
	Stmt ast.Stmt
	Cur  inspector.Cursor
	// Type and Value are what is written, nil if it is not; at least one of them is.
	Type, Value ast.Expr
	// Rest are the statements that follow in the list, none if Stmt stands in front of a condition.
	Rest []ast.Stmt

	gen  *ast.GenDecl   // nil for v := x
	spec *ast.ValueSpec // nil for v := x
}

// Decls yields the declarations in the statement at cur, none if it is not in a list of statements.
func (f *File) Decls(cur inspector.Cursor) iter.Seq[Decl] {
	return func(yield func(Decl) bool) {
		if list, i, ok := StmtList(cur); ok {
			Decl{File: f, Stmt: list[i], Cur: cur, Rest: list[i+1:]}.each(yield)
		}
	}
}

// each yields d once for each declaration in its statement.
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
			for i := range names(spec) {
				if d.specified(spec.(*ast.ValueSpec), i) && !yield(d) {
					return
				}
			}
		}
	}
}

// DeclOf returns the declaration of v, false if v is declared in another way.
func (f *File) DeclOf(v *types.Var) (Decl, bool) {
	def, ok := f.Pkg.Def(v)
	if !ok {
		return Decl{}, false
	}
	return f.around(def, func(d Decl) bool { return d.Var == v })
}

// DeclWith returns the declaration whose value is the expression at cur, false if there is none.
func (f *File) DeclWith(cur inspector.Cursor) (Decl, bool) {
	e := cur.Node().(ast.Expr)
	return f.around(cur, func(d Decl) bool { return d.Value != nil && ast.Unparen(d.Value) == ast.Unparen(e) })
}

// around returns the declaration for which is holds, of those in the innermost assignment or
// declaration around cur.
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
		_, isCall := cur.Node().(*ast.CallExpr)
		if kind != edge.AssignStmt_Rhs || parent.Tok != token.ASSIGN && parent.Tok != token.DEFINE || len(parent.Lhs) != len(parent.Rhs) && isCall {
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

// Initial returns the value that the declaration of v gives it, alone or beside others, nil for the
// zero value. ok is false for parameters, for one of several results and for variables of a range.
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

// Only returns the value that e has at all times: e is a local variable that is declared with the
// value, never written, and never has its address taken. ok is false for other expressions.
func (p *Package) Only(e ast.Expr) (value ast.Expr, ok bool) {
	v, ok := p.LocalVar(e)
	if !ok || len(p.Writes(v)) > 0 {
		return nil, false
	}
	value, ok = p.Initial(v)
	return value, ok && value != nil
}

// Through returns the value of e where that is a variable used nowhere else: what is written in place of the value
// stands for e. It is e itself otherwise.
func (p *Package) Through(e ast.Expr) ast.Expr {
	value, only := p.Only(e)
	if v, _ := p.LocalVar(e); only && len(p.Uses(v)) == 1 && !p.InLiteral(v) {
		return value
	}
	return e
}

// names are those that a specification declares.
func names(s ast.Spec) []*ast.Ident {
	if spec, ok := s.(*ast.ValueSpec); ok {
		return spec.Names
	}
	return nil
}

// specified records the variable that spec declares by its i-th name, and reports whether there is one.
func (d *Decl) specified(spec *ast.ValueSpec, i int) bool {
	if d.gen.Tok != token.VAR || len(spec.Names) > 1 && len(spec.Values) > 0 || len(spec.Values) > 1 {
		return false
	}
	d.spec, d.Name, d.Type, d.Value = spec, spec.Names[i], spec.Type, nil
	if len(spec.Values) == 1 {
		d.Value = spec.Values[0]
	}
	return d.variable() && !(d.listed() && d.File.HasComment(spec.Pos(), spec.End()))
}

// listed reports whether the variable shares its type with others, as in var v, w T.
func (d *Decl) listed() bool { return d.spec != nil && len(d.spec.Names) > 1 }

// unlist takes the name out of the list.
func (d *Decl) unlist() TextEdit {
	if i := slices.Index(d.spec.Names, d.Name); i > 0 {
		return Replace(d.spec.Names[i-1].End(), d.Name.End(), "")
	}
	return Replace(d.Name.Pos(), d.spec.Names[1].Pos(), "")
}

// variable records the variable that d.Name declares, and reports whether no other part of the
// statement mentions it.
func (d *Decl) variable() bool {
	pkg := d.File.Pkg
	v, ok := pkg.Info.Defs[d.Name].(*types.Var)
	if !ok || d.Name.Name == "_" {
		return false
	}
	d.Var = v
	return pkg.Mentions(d.Stmt, v) == 0
}

// Grouped reports whether the statement declares other variables.
func (d *Decl) Grouped() bool { return d.gen != nil && (len(d.gen.Specs) > 1 || d.listed()) }

// Typed reports whether there is a value and the variable has its type, not that of an interface,
// say.
func (d *Decl) Typed() bool {
	return d.Value != nil && types.Identical(d.Var.Type(), d.File.Pkg.Info.TypeOf(d.Value))
}

// Before lists the specifications of the statement in front of this one.
func (d *Decl) Before() []ast.Node {
	return d.others(func(pos token.Pos) bool { return pos < d.spec.Pos() })
}

// After lists the specifications of the statement behind this one.
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

// Node returns the declaration alone: its specification in parentheses, else the statement.
func (d *Decl) Node() ast.Node {
	if d.listed() {
		return d.Name
	}
	if d.gen != nil && d.gen.Lparen.IsValid() {
		return d.spec
	}
	return d.Stmt
}

// HasComment reports whether a comment stands inside of the declaration.
func (d *Decl) HasComment() bool { return d.File.HasComment(d.Node().Pos(), d.Node().End()) }

// Set returns the edits that give the variable another value, and the type of that value.
//
//	v := x          var v T          var ( v T )          var v T = x        var v, w T
//	----------      ----------       --------------       ------------       ----------
//	v := value      v := value       var ( v = value )    var v = value      v := value
//	                                                                         var w T
func (d *Decl) Set(value string) []TextEdit {
	switch {
	case d.listed() && d.gen.Lparen.IsValid():
		return []TextEdit{d.unlist(), d.File.Before(d.spec, d.Name.Name+" = "+value)}
	case d.listed():
		return d.Instead(d.Name.Name + " := " + value)
	}
	return []TextEdit{d.set(value)}
}

func (d *Decl) set(value string) TextEdit {
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

// Instead returns the edits that put lines in the place of the declaration. The other
// specifications of its group stay in front of the lines and behind them, with their comments.
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
//
// Of var v, w T the others stay.
func (d *Decl) Instead(lines ...string) []TextEdit {
	text := d.File.joined(d.Stmt.Pos(), lines)
	if d.listed() {
		return []TextEdit{d.unlist(), d.File.Before(d.Stmt, lines...)}
	}
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

// Statements is Instead of a declaration that may stand in front of the condition of an if or
// switch. There several lines go above the whole statement. ok is false if they cannot: a comment
// would be lost, or the function has the variable's name elsewhere.
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

// Remove returns the edit that removes the declaration, and leaves the rest of its group.
func (d *Decl) Remove() TextEdit {
	if d.listed() {
		return d.unlist()
	} else if !d.Grouped() {
		return d.File.Remove(d.Stmt)
	}
	return d.File.Remove(&ast.DeclStmt{Decl: &ast.GenDecl{TokPos: d.spec.Pos(), Specs: []ast.Spec{d.spec}}})
}

// Text returns the declaration as a statement of its own.
func (d *Decl) Text() string {
	if d.listed() {
		return "var " + d.Name.Name + " " + d.File.Text(d.Type)
	} else if d.gen == nil || !d.gen.Lparen.IsValid() {
		return d.File.Text(d.Stmt)
	} else if d.spec.Type == nil {
		return d.Name.Name + " := " + d.File.Text(d.Value)
	}
	return "var " + strings.TrimSpace(d.File.Text(d.spec))
}
