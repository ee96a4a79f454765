package reusebuf

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// variable moves a variable in front of the loop if its address, or the address of a part of it, escapes
// in the loop, so that each iteration makes one on the heap. It reports whether it does.
//
//	                                 var rec record
//	for … {                          for … {
//		var rec record                   rec = record{}
//		log.Read(i, &rec)        =>      log.Read(i, &rec)
//
//	                                 var req request
//	for … {                          for … {
//		req := request{id: i}            req = request{id: i}
//		do(&req)                 =>      do(&req)
func (r *reuser) variable(d source.Decl) bool {
	b, ok := r.lentVariable(d)
	if !ok {
		return false
	}
	for other := range r.Decls(d.Cur) {
		if _, too := r.lentVariable(other); too && other.Var != d.Var {
			return r.Refuse(d.Node(), d.Var.Name()+" is declared with others, not all of which can move")
		}
	}
	return r.fix(d, b)
}

// lentVariable recognises a variable for [reuser.variable].
func (r *reuser) lentVariable(d source.Decl) (*buffer, bool) {
	if !source.InLoop(d.Cur) || d.HasComment() || source.IsBuffer(d.Var.Type()) || source.WriterKind(d.Var.Type()) != "" || typefact.NoCopy(d.Var.Type()) {
		return nil, false
	}
	b, ok := r.assigned(d)
	if !ok || !r.lentOnly(b) {
		return nil, false
	}
	if seldom(d.Cur) {
		return nil, r.Refuse(d.Node(), d.Var.Name()+" is made in some iterations only")
	}
	if d.Value == nil && r.filled(d) {
		b.empty = nil // nothing reads the value before it is overwritten
	}
	return b, true
}

// seldom reports whether an iteration of the loop around cur may skip cur.
func seldom(cur inspector.Cursor) bool {
	for ; ; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.IfStmt_Body, edge.IfStmt_Else, edge.CaseClause_Body, edge.CommClause_Body:
			return true
		case edge.ForStmt_Body, edge.RangeStmt_Body, edge.File_Decls:
			return false
		}
	}
}

// group moves a statement that declares several variables, if [reuser.variable] would move each of them.
//
//	                                 var (
//	                                         id   int
//	                                         name string
//	                                 )
//	for … {                          for … {
//		var (
//			id   int
//			name string              id = 0
//		)                            name = ""
//		scan(&id, &name)     =>      scan(&id, &name)
func (r *reuser) group(cur inspector.Cursor) bool {
	decl, ok := cur.Node().(*ast.DeclStmt)
	if !ok {
		return false
	}
	gen := decl.Decl.(*ast.GenDecl)
	loop, ok := r.outermost(cur)
	if !ok || len(gen.Specs) < 2 || r.Jumps(cur.Node().Pos()) {
		return false
	}
	var set []string
	var caveats []rule.Caveat
	declared := false
	var vars []*types.Var
	for d := range r.Decls(cur) {
		b, ok := r.lentVariable(d)
		if !ok || slices.ContainsFunc(b.before, func(e ast.Expr) bool { return !r.Visible(e, loop.Pos()) }) {
			return false
		}
		if b.empty != nil {
			set = append(set, b.empty(d.Var.Name(), ""))
		}
		caveats = append(caveats, b.caveats...)
		declared = declared || d.Value != nil
		vars = append(vars, d.Var)
	}
	if declared || len(vars) != len(gen.Specs) || slices.ContainsFunc(vars, func(v *types.Var) bool { return !r.unique(v, loop) }) {
		return false
	}
	indent, outer := r.Indent(decl.Pos()), r.Indent(loop.Pos())
	instead := r.Remove(decl)
	if len(set) > 0 {
		instead = source.ReplaceNode(decl, strings.Join(set, "\n"+indent))
	}
	r.Report(rule.Finding{
		At:      decl,
		Message: "variables are made anew in each iteration",
		Title:   "make the variables once, before the loop",
		Class:   rule.Safe.And(rule.Review(caveats...)),
		Edits:   []source.TextEdit{r.Before(loop, strings.ReplaceAll(r.Text(decl), "\n"+indent, "\n"+outer)), instead},
	})
	return true
}

// filled reports whether the first statement behind the declarations sets all of v, or leaves
// without a mention of v if there is an error.
//
//	var v uint32
//	if err := binary.Read(r, order, &v); err != nil {
//		return err
//	}
func (r *reuser) filled(d source.Decl) bool {
	for i, stmt := range d.Rest {
		var then *ast.IfStmt
		call := r.errorOf(stmt)
		switch s := stmt.(type) {
		case *ast.DeclStmt:
			if r.Pkg.Mentions(s, d.Var) > 0 {
				return false
			}
			continue
		case *ast.IfStmt:
			then = s
			if call = nil; s.Init != nil {
				call = r.errorOf(s.Init)
			}
		case *ast.AssignStmt:
			if i+1 < len(d.Rest) {
				then, _ = d.Rest[i+1].(*ast.IfStmt)
			}
			if then != nil && then.Init != nil {
				return false
			}
		}
		return call != nil && then != nil && then.Else == nil && r.fails(then, stmt) && r.Pkg.Mentions(then.Body, d.Var) == 0 && r.fills(call, d.Var)
	}
	return false
}

// errorOf returns the call whose results the statement assigns; nil if there is none.
func (r *reuser) errorOf(s ast.Stmt) *ast.CallExpr {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return nil
	}
	call, _ := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	return call
}

// fails reports whether the if statement leaves on an error: the last result that its own init statement, or
// the statement kept, assigns.
//
//	if err := f(); err != nil { return err }
func (r *reuser) fails(then *ast.IfStmt, kept ast.Stmt) bool {
	if then.Init != nil {
		kept = then.Init
	}
	assign := kept.(*ast.AssignStmt)
	v, ok := r.Pkg.LocalVar(assign.Lhs[len(assign.Lhs)-1])
	cond, isCompare := ast.Unparen(then.Cond).(*ast.BinaryExpr)
	return ok && isCompare && cond.Op == token.NEQ && r.Pkg.Is(cond.X, v) && r.Info.Types[cond.Y].IsNil() && flow.Ends(r.Info, then.Body)
}

// fills reports whether the call sets all of v if it returns no error, and nothing reads v
// before, as a Scan method could.
func (r *reuser) fills(call *ast.CallExpr, v *types.Var) bool {
	if r.Pkg.Mentions(call, v) != 1 {
		return false
	}
	into := func(e ast.Expr) bool {
		ref, ok := ast.Unparen(e).(*ast.UnaryExpr)
		return ok && ref.Op == token.AND && r.Pkg.Is(ref.X, v)
	}
	if read, ok := source.CallTo(r.Info, call, "encoding/binary", "Read"); ok {
		return into(read.Args[2]) && plain(v.Type())
	}
	_, isBasic := types.Unalias(v.Type()).(*types.Basic) // a named type may have a method Scan
	scan, ok := source.CallOf(r.Info, call, "database/sql", "Rows.Scan", "Row.Scan")
	return ok && isBasic && slices.ContainsFunc(scan.Args, into)
}

// plain reports whether encoding/binary is known to set all of a t, which is not so for structs: it skips fields
// called _.
func plain(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Array:
		return plain(t.Elem())
	}
	return false
}

// assigned recognises a declaration that can be split into a declaration in front of the loop and an assignment.
func (r *reuser) assigned(d source.Decl) (*buffer, bool) {
	loop, ok := r.outermost(d.Cur)
	if !ok {
		return nil, false
	}
	b := &buffer{v: d.Var, around: loop.Pos(), end: d.Stmt.End()}
	if source.IsA[*types.Pointer](d.Var.Type()) && d.Type == nil {
		return b, r.object(d, b)
	}
	text := ""
	if d.Type != nil {
		text, b.before = r.Text(d.Type), []ast.Expr{d.Type}
	} else if lit, isLit := ast.Unparen(d.Value).(*ast.CompositeLit); isLit && lit.Type != nil && !source.IsOpen(lit.Type) {
		text, b.before = r.Text(ast.Unparen(lit.Type)), []ast.Expr{lit.Type}
	} else if text, ok = r.TypeText(d.Var.Type(), loop.Pos()); !ok {
		return nil, false
	}
	value, ok := r.value(d)
	if (d.Type == nil || d.Value == nil) && strings.Contains(text, "\n") {
		return nil, r.Refuse(d.Node(), "the type of "+d.Var.Name()+" takes several lines, which would be written twice")
	}
	b.declare, b.empty = as("var %s "+text), func(name, _ string) string { return name + " = " + value }
	return b, ok
}

// object recognises a pointer to a new struct that is never assigned again: its struct is set instead.
//
//	                           u := new(user)
//	for … {                    for … {
//		u := &user{id: 1}          *u = user{id: 1}
//
//	                           u := new(user)
//	for … {                    for … {
//		u := newUser(1)            *u = *newUser(1)
func (r *reuser) object(d source.Decl, b *buffer) bool {
	text, value, ok := r.madeObject(d, b)
	if !ok || len(r.Pkg.Writes(d.Var)) > 0 || !r.Universe(d.Stmt.Pos(), "new") {
		return false
	}
	b.points = true
	b.declare, b.empty = as("%s := new("+text+")"), func(name, _ string) string { return "*" + name + " = " + value }
	return true
}

// madeObject returns, as source text, the type and the value of the struct that the declaration makes, or that an
// inlined function makes for it.
func (r *reuser) madeObject(d source.Decl, b *buffer) (text, value string, ok bool) {
	if pointer, isPointer := types.Unalias(d.Var.Type()).(*types.Pointer); !isPointer || !source.IsA[*types.Struct](pointer.Elem()) || typefact.NoCopy(pointer.Elem()) {
		return "", "", false
	} else if call, isCall := ast.Unparen(d.Value).(*ast.CallExpr); isCall && retain.Makes(r.Pkg, call) && !source.Has[*ast.FuncLit](call) {
		text, ok = r.TypeText(pointer.Elem(), b.around)
		return text, "*" + r.Text(call), ok
	}
	typ, lit, ok := source.NewOf(r.Info, d.Value)
	if !ok || lit != nil && source.Has[*ast.FuncLit](lit) {
		return "", "", false
	}
	b.before, text = []ast.Expr{typ}, r.Text(ast.Unparen(typ))
	if lit != nil {
		return text, r.Text(lit), true
	}
	return text, text + "{}", true
}

// value returns the value that the declaration gives the variable, as source text. ok is false if the
// value has a function literal, or is the zero value of a type parameter or has a redeclared name.
func (r *reuser) value(d source.Decl) (text string, ok bool) {
	if d.Value != nil {
		return r.Text(d.Value), !source.Has[*ast.FuncLit](d.Value)
	}
	if _, isParam := types.Unalias(d.Var.Type()).(*types.TypeParam); isParam {
		return "", false
	}
	word := "nil"
	switch t := d.Var.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		return r.Text(ast.Unparen(d.Type)) + "{}", true // the type of a literal cannot be in parentheses
	case *types.Basic:
		switch {
		case t.Info()&types.IsString != 0:
			return `""`, true
		case t.Info()&types.IsNumeric != 0:
			return "0", true
		case t.Info()&types.IsBoolean != 0:
			word = "false"
		}
	}
	return word, r.Universe(d.Stmt.Pos(), word)
}

// lentOnly reports whether the address of the variable goes only to calls outside of go and defer
// statements, and escapes at one of them. It notes the caveats of calls that may retain the address.
func (r *reuser) lentOnly(b *buffer) bool {
	l := &retain.Borrowing{Pkg: r.Pkg, Var: b.v, Points: b.points}
	if !l.All() {
		if l.Retainer != nil {
			def, _ := r.Pkg.Def(b.v)
			r.Refuse(def.Node(), "the address of "+b.v.Name()+" is kept by "+r.Text(l.Retainer))
		}
		return false
	}
	b.caveats = append(b.caveats, l.Caveats...)
	if len(l.To) > 0 {
		what := "the address of " + b.v.Name()
		if b.points {
			what = "what " + b.v.Name() + " points to"
		}
		b.caveats = append(b.caveats, rule.Sharing.Caveat("who keeps "+what+" sees later iterations"))
	}
	return l.Escapes
}
