package reusebuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A field is x.f, which a statement sets to a buffer that is new, although x may have one.
type field struct {
	*buffer
	target *ast.SelectorExpr
	value  ast.Expr
	caller *ast.FuncDecl // that the statement stands in
	lent   bool          // to functions of which nothing is known
}

// field empties the buffer that an object has from an earlier call.
//
//	x.f = []T{a, b}               x.f = make([]byte, 0, 64)    x.seen = make(map[string]bool)
//	--------------------------    -------------------------    ------------------------------
//	x.f = append(x.f[:0], a, b)   x.f = slices.Grow(           if x.seen == nil {
//	                                  x.f[:0], 64)                 x.seen = make(map[string]bool)
//	                                                           } else {
//	                                                               clear(x.seen)
//	                                                           }
func (r *reuser) field(cur inspector.Cursor) {
	f, ok := r.recogniseField(cur)
	if !ok || !r.checkField(f) {
		return
	}
	name := r.Text(f.target)
	if f.lent {
		f.caveats = append(f.caveats, rule.Sharing.Caveat("who was lent "+name+" and keeps it sees it overwritten"))
	}
	edits, ok := r.editField(cur, f, name)
	if !ok {
		return
	}
	r.Report(rule.Finding{
		At:      cur.Node(),
		Message: fmt.Sprintf("%s is made anew each time", name),
		Title:   fmt.Sprintf("empty %s", name),
		Class:   rule.Review(f.caveats...),
		Edits:   append(f.imports, edits...),
	})
}

// recogniseField matches x.f = y, where y is an empty buffer, or a list of elements, and x is
// not made by the function.
func (r *reuser) recogniseField(cur inspector.Cursor) (f *field, ok bool) {
	s, ok := cur.Node().(*ast.AssignStmt)
	if !ok || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return nil, false
	}
	f = &field{value: ast.Unparen(s.Rhs[0])}
	if f.target, ok = s.Lhs[0].(*ast.SelectorExpr); !ok || !source.IsPath(f.target) {
		return nil, false
	}
	v, _ := r.Info.Uses[f.target.Sel].(*types.Var)
	if f.caller, ok = r.DeclAt(s.Pos()).(*ast.FuncDecl); !ok || v == nil || !v.IsField() || v.Exported() || v.Pkg() != r.Pkg.Types {
		return nil, false
	}
	if _, _, inList := source.StmtList(cur); !inList || r.asked(cur, v) {
		return nil, false
	}
	f.buffer = &buffer{v: v.Origin(), end: s.End()}
	return f, r.isAnew(f) && r.old(f)
}

// asked reports whether the statement at cur stands in a branch of a question about the field:
// it is made where there is none.
func (r *reuser) asked(cur inspector.Cursor, v *types.Var) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.SwitchStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			if r.Pkg.Mentions(n.Cond, v) > 0 {
				return true
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				if r.Pkg.Mentions(e, v) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// isAnew reports whether the value is new memory of a kind that can be emptied.
func (r *reuser) isAnew(f *field) bool {
	lit, isLit := f.value.(*ast.CompositeLit)
	if isLit && len(lit.Elts) > 0 {
		f.kind = retain.EmptySlice
		r.retains(f.buffer)
		return source.IsA[*types.Slice](f.v.Type()) && lit.Type != nil && r.elements(lit, f.v)
	}
	if r.Info.Types[f.value].IsNil() {
		// To make the object ready for its next use, not to let go of the memory.
		return begins(f.caller.Name.Name, "reset", "clear") && r.emptied(f.buffer)
	}
	call, isCall := f.value.(*ast.CallExpr)
	if !isLit && !(isCall && source.IsBuiltin(r.Info, call, "make")) || isBuffer(f.v.Type()) || !r.made(f.buffer, f.value) {
		return false
	}
	return f.kind == retain.EmptySlice || f.kind == retain.FullSlice || f.kind == retain.Table
}

// begins reports whether a name begins with one of the words, small or capital.
func begins(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(strings.ToLower(name), word) })
}

// elements reports whether the literal is a list of elements that do not mention the field,
// and each has the type that it has by itself.
func (r *reuser) elements(lit *ast.CompositeLit, v *types.Var) bool {
	for _, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); keyed {
			return false
		}
		if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
			if _, named := types.Unalias(r.Info.TypeOf(inner)).(*types.Named); !named {
				return false // of a pointer, or written otherwise
			}
		}
	}
	return r.Pkg.Mentions(lit, v) == 0
}

// old reports whether x may have the field from before: it is an operand of the function, or a
// variable of the package, and the function is called by somebody who has not made x.
func (r *reuser) old(f *field) bool {
	root := f.target.X
	for sel, ok := ast.Unparen(root).(*ast.SelectorExpr); ok; sel, ok = ast.Unparen(root).(*ast.SelectorExpr) {
		root = sel.X
	}
	id, ok := ast.Unparen(root).(*ast.Ident)
	if !ok {
		return false
	}
	v, _ := r.Info.Uses[id].(*types.Var)
	if v == nil || v.Kind() == types.LocalVar || !source.IsA[*types.Pointer](v.Type()) || len(r.Pkg.Writes(v)) > 0 {
		return false // its own copy, or one that it has made
	}
	fn, _ := r.Info.Defs[f.caller.Name].(*types.Func)
	if fn == nil || begins(fn.Name(), "init", "new") {
		return false // made for the first time
	}
	if fn.Exported() || v.Kind() == types.PackageVar {
		return true
	}
	made := v.Type().Underlying().(*types.Pointer).Elem()
	for _, use := range r.Pkg.Uses(fn) {
		if r.Pkg.FileOf(use.Node()) == nil {
			continue // generated
		}
		if by, ok := r.Pkg.FileOf(use.Node()).DeclAt(use.Node().Pos()).(*ast.FuncDecl); ok && by != f.caller && !r.makesOne(by, made) {
			return true
		}
	}
	return false
}

// makesOne reports whether a function makes a value of the type.
func (r *reuser) makesOne(fn *ast.FuncDecl, t types.Type) bool {
	for n := range ast.Preorder(fn) {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if types.Identical(r.Info.TypeOf(n), t) {
				return true
			}
		case *ast.CallExpr:
			if source.IsBuiltin(r.Info, n, "new") && types.Identical(r.Info.TypeOf(n.Args[0]), t) {
				return true
			}
		}
	}
	return false
}

// checkField requires that nobody has the memory of the field but the field: all that the
// package does with it keeps nothing, whatever it is set to is new memory, and it is at most lent, by
// functions that do not set it, to others; and that there are no copies of the struct.
func (r *reuser) checkField(f *field) bool {
	at := r.Text(f.target)
	if r.Pkg.Elsewhere(f.v.Name()) || r.unkeyed(f.v) {
		return r.Refuse(f.target, "files beside the package, or literals without names, may set "+at)
	}
	setters := make(map[ast.Decl]bool)
	uses := r.Pkg.Uses(f.v)
	for _, use := range uses {
		if r.Pkg.FileOf(use.Node()) == nil {
			return r.Refuse(f.target, "a generated file mentions "+at)
		}
		if set(use) != nil {
			setters[r.Pkg.FileOf(use.Node()).DeclAt(use.Node().Pos())] = true
		}
	}
	k := &retain.Checker{Pkg: r.Pkg, Var: f.v, Kind: f.kind, Fixed: f.fixed}
	for _, use := range uses {
		value, call := set(use), r.lentTo(use)
		if value != nil && r.isNew(value) || k.Lets(use) || value == nil && r.alone(use) {
			// Who keeps nothing may come back to who makes it anew.
			f.lent = f.lent || call != nil && retain.ComesBack(r.Pkg, call)
			continue
		}
		file := r.Pkg.FileOf(use.Node())
		if call != nil && !setters[file.DeclAt(use.Node().Pos())] && r.Pkg.FuncBody(source.Func(r.Info, call)) == nil {
			f.lent = true
			continue
		}
		return r.Refuse(f.target, at+" may be retained, or told from another one, by "+k.Shown(use))
	}
	f.lent = f.lent || k.Disturbed
	f.caveats = append(f.caveats, k.Caveats()...)
	return r.checkCopies(f, at)
}

// checkCopies requires that the package keeps no copy of the struct, which would have the memory of
// the field, too.
func (r *reuser) checkCopies(f *field, at string) bool {
	copied, others := retain.Copies(r.Pkg, f.v)
	if copied != "" {
		return r.Refuse(f.target, at+" may be that of a copy, too, by "+copied)
	}
	if others {
		f.caveats = append(f.caveats, rule.Sharing.Caveat("a copy of "+r.Text(f.target.X)+" shares "+at+" with it"))
	}
	return true
}

// set is what the field at a use is set to by a statement or literal; nil if it is not.
func set(use inspector.Cursor) ast.Expr {
	if use.ParentEdgeKind() == edge.KeyValueExpr_Key {
		return use.Parent().Node().(*ast.KeyValueExpr).Value
	}
	target := source.Parens(use.Parent())
	if use.ParentEdgeKind() != edge.SelectorExpr_Sel || target.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return nil
	}
	s := target.Parent().Node().(*ast.AssignStmt)
	_, i := target.ParentEdge()
	if len(s.Lhs) != len(s.Rhs) {
		return s.Rhs[0]
	}
	return s.Rhs[i]
}

// isNew reports whether e is memory that nobody else has.
func (r *reuser) isNew(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return source.IsBuiltin(r.Info, e, "make", "new")
	}
	return r.Info.Types[e].IsNil()
}

// alone reports whether the use only asks whether there is a field.
func (r *reuser) alone(use inspector.Cursor) bool {
	c := source.Parens(use.Parent())
	compare, ok := c.Parent().Node().(*ast.BinaryExpr)
	return ok && (r.Info.Types[compare.X].IsNil() || r.Info.Types[compare.Y].IsNil())
}

// lentTo returns the call that is made where it stands and of which the field, or a part of it, is an
// operand; nil if there is none.
func (r *reuser) lentTo(use inspector.Cursor) *ast.CallExpr {
	c := source.Parens(use.Parent())
	for c.ParentEdgeKind() == edge.SliceExpr_X {
		c = source.Parens(c.Parent())
	}
	call := source.ArgumentOf(c)
	if call == nil || source.IsConversion(r.Info, call) || source.IsBuiltin(r.Info, call) {
		return nil
	}
	switch source.Parens(source.Parens(c).Parent()).ParentEdgeKind() {
	case edge.GoStmt_Call, edge.DeferStmt_Call:
		return nil
	}
	return call
}

// unkeyed reports whether a literal of the package sets the field without its name.
func (r *reuser) unkeyed(v *types.Var) bool {
	for _, file := range r.Pkg.Files {
		for c := range file.Cursor.Preorder((*ast.CompositeLit)(nil)) {
			lit := c.Node().(*ast.CompositeLit)
			t, ok := source.Core(r.Info.TypeOf(lit)).(*types.Struct)
			if !ok || len(lit.Elts) == 0 {
				continue
			}
			if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); keyed {
				continue
			}
			for other := range t.Fields() {
				if other.Origin() == v {
					return true
				}
			}
		}
	}
	return false
}

// editField writes what takes the place of the statement.
func (r *reuser) editField(cur inspector.Cursor, f *field, name string) ([]source.TextEdit, bool) {
	s := cur.Node().(*ast.AssignStmt)
	if lit, ok := f.value.(*ast.CompositeLit); ok && len(lit.Elts) > 0 {
		if !r.Universe(s.Pos(), "append") {
			return nil, false
		}
		edits := []source.TextEdit{
			source.Replace(f.value.Pos(), lit.Lbrace+1, "append("+name+"[:0], "),
			source.Replace(lit.Rbrace, lit.Rbrace+1, ")"),
		}
		for _, e := range lit.Elts {
			if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
				text, ok := r.TypeText(r.Info.TypeOf(inner), inner.Pos())
				if !ok {
					return nil, false
				}
				edits = append(edits, source.Insert(inner.Pos(), text))
			}
		}
		return edits, true
	}
	if r.HasComment(s.Pos(), s.End()) {
		return nil, false
	}
	indent := r.Indent(s.Pos())
	call, _ := f.value.(*ast.CallExpr)
	switch {
	case f.kind == retain.Table && call == nil && r.Info.Types[f.value].IsNil():
		f.caveats = append(f.caveats, rule.NilOrEmpty.Caveat(name+" is empty where it was nil"))
		return []source.TextEdit{source.ReplaceNode(s, "clear("+name+")")}, true
	case f.kind == retain.Table:
		text := fmt.Sprintf("if %[1]s == nil {\n%[2]s\t%[1]s = %[3]s\n%[2]s} else {\n%[2]s\tclear(%[1]s)\n%[2]s}", name, indent, r.Text(f.value))
		return []source.TextEdit{source.ReplaceNode(s, text)}, r.Universe(s.Pos(), "nil")
	case f.kind == retain.FullSlice:
		r.mayStayNil(f, name, call.Args[1])
		n := r.Text(call.Args[1])
		text := fmt.Sprintf("if cap(%[1]s) < %[2]s {\n%[3]s\t%[1]s = %[4]s\n%[3]s}\n%[3]s%[1]s = %[1]s[:%[2]s]\n%[3]sclear(%[1]s)", name, n, indent, r.Text(call))
		return []source.TextEdit{source.ReplaceNode(s, text)}, r.Universe(s.Pos(), "cap")
	case f.fixed:
		if !r.Has(s, "slices", "Grow") {
			return nil, false
		}
		r.mayStayNil(f, name, call.Args[2])
		q, imports, ok := r.Import("slices", "Grow", s.Pos())
		f.imports = append(f.imports, imports...)
		return []source.TextEdit{source.ReplaceNode(f.value, q+"Grow("+name+"[:0], "+r.Text(call.Args[2])+")")}, ok
	case call != nil && len(call.Args) == 3:
		r.mayStayNil(f, name, call.Args[2])
		return []source.TextEdit{source.ReplaceNode(s, f.empty(name, indent))}, true
	}
	f.caveats = append(f.caveats, rule.NilOrEmpty.Caveat(name+" is empty, or nil, as it was before"))
	return []source.TextEdit{source.ReplaceNode(f.value, name+"[:0]")}, true
}

// mayStayNil adds the caveat of a field that is given no memory if it has none and is made for
// size elements, which may be none.
func (r *reuser) mayStayNil(f *field, name string, size ast.Expr) {
	if n, isConst := source.IntConst(r.Info, size); !isConst || n == 0 {
		f.caveats = append(f.caveats, rule.NilOrEmpty.Caveat(name+" stays nil if it has no elements"))
	}
}
