package reusebuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A field is x.f, which a statement sets to a new buffer, although x may have one from before.
type field struct {
	*buffer
	target *ast.SelectorExpr
	value  ast.Expr
	setter *ast.FuncDecl // the function with the statement
	lent   bool          // unknown functions, or functions that may call the setter, get the memory
	varies bool          // the field may have had more elements than it gets
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
	if f.varies {
		f.largest(name, "call")
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
	if f.setter, ok = r.DeclAt(s.Pos()).(*ast.FuncDecl); !ok || v == nil || !v.IsField() || v.Exported() || v.Pkg() != r.Pkg.Types {
		return nil, false
	}
	if _, _, inList := source.StmtList(cur); !inList || r.asked(cur, f, v) {
		return nil, false
	}
	f.buffer = &buffer{v: v.Origin(), end: s.End()}
	return f, r.isAnew(f) && r.old(f)
}

// asked reports whether the statement at cur runs only under a condition that mentions the field, or
// compares another field of the object with nil: the buffer is then made where there is none. The statement
// may also stand behind an if statement that mentions the field and returns.
func (r *reuser) asked(cur inspector.Cursor, f *field, v *types.Var) bool {
	asks := func(e ast.Expr) bool { return r.Pkg.Mentions(e, v) > 0 || r.asksNil(e, f.target.X) }
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil)) {
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			if asks(n.Cond) {
				return true
			}
		case *ast.CaseClause:
			if slices.ContainsFunc(n.List, asks) {
				return true
			}
		}
	}
	list, i, _ := source.StmtList(cur)
	return slices.ContainsFunc(list[:i], func(s ast.Stmt) bool {
		branch, ok := s.(*ast.IfStmt)
		return ok && r.Pkg.Mentions(branch.Cond, v) > 0 && source.Has[*ast.ReturnStmt](branch.Body)
	})
}

// asksNil reports whether a condition compares some field of the object with nil.
func (r *reuser) asksNil(cond, object ast.Expr) bool {
	for compare := range source.Nodes[*ast.BinaryExpr](cond) {
		if !r.Info.Types[compare.X].IsNil() && !r.Info.Types[compare.Y].IsNil() {
			continue
		}
		for _, e := range []ast.Expr{compare.X, compare.Y} {
			if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && r.Text(sel.X) == r.Text(object) {
				return true
			}
		}
	}
	return false
}

// isAnew reports whether the value is new memory, of a kind of buffer that can be emptied, and notes the kind.
func (r *reuser) isAnew(f *field) bool {
	lit, isLit := f.value.(*ast.CompositeLit)
	if isLit && len(lit.Elts) > 0 {
		f.kind = retain.EmptySlice
		r.retains(f.buffer)
		return source.IsA[*types.Slice](f.v.Type()) && lit.Type != nil && r.elements(lit, f.v)
	}
	if _, edits := r.copied(f.value, ""); edits != nil {
		f.kind = retain.EmptySlice
		r.retains(f.buffer)
		return r.Pkg.Mentions(f.value, f.v) == 0
	}
	if r.Info.Types[f.value].IsNil() {
		// Such a function makes the object ready for its next use; others give up the memory.
		return firstWord(f.setter.Name.Name, "reset", "clear") && r.emptied(f.buffer)
	}
	call, isCall := f.value.(*ast.CallExpr)
	if !isLit && !(isCall && source.IsBuiltin(r.Info, call, "make")) || source.IsBuffer(f.v.Type()) {
		return false
	}
	if isCall && source.IsA[*types.Map](f.v.Type()) {
		return effect.Pure(r.Info, call.Args[1:]...) && r.emptied(f.buffer) // only the first map gets the size hint
	}
	if !r.made(f.buffer, f.value) {
		return false
	}
	return f.kind == retain.EmptySlice || f.kind == retain.FullSlice || f.kind == retain.Table
}

// copied recognises a copy of a list, or of a text. It returns the original, and the edits that append it to
// the emptied buffer called buf instead; edits is nil if e is no copy.
//
//	append([]T(nil), x...)    slices.Clone(x)          []byte(s)
//	----------------------    ---------------------    ---------------------
//	append(buf[:0], x...)     append(buf[:0], x...)    append(buf[:0], s...)
func (r *reuser) copied(e ast.Expr, buf string) (of ast.Expr, edits []source.TextEdit) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || !source.IsA[*types.Slice](r.Info.TypeOf(call)) {
		return nil, nil
	}
	fn := source.Func(r.Info, call)
	of = call.Args[0]
	switch {
	case source.IsBuiltin(r.Info, call, "append"):
		if len(call.Args) != 2 || !call.Ellipsis.IsValid() || !r.isNone(of) {
			return nil, nil
		}
		return call.Args[1], []source.TextEdit{source.ReplaceNode(of, buf+"[:0]")}
	case source.IsConversion(r.Info, call):
		ok = source.IsString(r.Info.TypeOf(of).Underlying()) && source.IsBytes(r.Info.TypeOf(call).Underlying())
	default:
		ok = fn != nil && (fn.FullName() == "slices.Clone" || fn.FullName() == "bytes.Clone")
	}
	if !ok {
		return nil, nil
	}
	return of, []source.TextEdit{
		source.Replace(call.Pos(), of.Pos(), "append("+buf+"[:0], "),
		source.Replace(of.End(), call.End(), "...)"),
	}
}

// isNone reports whether e is a slice without elements, and so without memory: []T{} or []T(nil).
func (r *reuser) isNone(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return source.IsConversion(r.Info, e) && r.Info.Types[e.Args[0]].IsNil()
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	}
	return false
}

// firstWord reports whether the first word of a name is one of the words, small or capital: Reset and
// resetAll begin with reset, Freeze does not begin with free.
func firstWord(name string, words ...string) bool {
	end := strings.IndexFunc(name[1:], func(c rune) bool { return !unicode.IsLower(c) }) + 1
	if end == 0 {
		end = len(name)
	}
	return slices.Contains(words, strings.ToLower(name[:end]))
}

// elements reports whether the literal has elements without keys that do not mention the field, and that
// can be written as arguments: those without a type have a named one.
func (r *reuser) elements(lit *ast.CompositeLit, v *types.Var) bool {
	for _, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); keyed {
			return false
		}
		if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
			if _, named := types.Unalias(r.Info.TypeOf(inner)).(*types.Named); !named {
				return false // the element stands for a pointer, or for an unnamed type
			}
		}
	}
	return r.Pkg.Mentions(lit, v) == 0
}

// old reports whether x may have a buffer from before: x is a parameter of the function, a variable of the
// package, or taken from another object, and some caller of the function has not made x.
func (r *reuser) old(f *field) bool {
	v := r.root(f.target.X)
	if v == nil || !source.IsA[*types.Pointer](v.Type()) || len(r.Pkg.Writes(v)) > 0 || v.Kind() == types.LocalVar && !r.taken(v) {
		return false // x is a copy of the function's own, or an object that it has made
	}
	fn, _ := r.Info.Defs[f.setter.Name].(*types.Func)
	if fn == nil || firstWord(fn.Name(), "init", "initialize", "initialise", "new", "close", "release", "stop", "shutdown", "free") {
		return false // the function makes the object, or gives up its memory
	}
	if fn.Exported() || v.Kind() == types.PackageVar || v.Kind() == types.LocalVar {
		return true
	}
	made := v.Type().Underlying().(*types.Pointer).Elem()
	for _, use := range r.Pkg.Uses(fn) {
		if r.Pkg.FileOf(use.Node()) == nil {
			continue // generated
		}
		if by, ok := r.Pkg.FileOf(use.Node()).DeclAt(use.Node().Pos()).(*ast.FuncDecl); ok && by != f.setter && !r.makesOne(by, made) {
			return true
		}
	}
	return false
}

// root returns the variable at which a path of fields and elements begins, nil if e is no such path.
func (r *reuser) root(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := r.Info.Uses[e].(*types.Var)
		return v
	case *ast.SelectorExpr:
		return r.root(e.X)
	case *ast.IndexExpr:
		return r.root(e.X)
	}
	return nil
}

// taken reports whether a local variable points to an object from before the call: an element, a field, or
// the operand of a type assertion, as of what a pool gives.
func (r *reuser) taken(v *types.Var) bool {
	def, ok := r.Pkg.Def(v)
	if !ok {
		return false
	}
	value, ok := r.Pkg.Initial(v)
	if loop, isRange := def.Parent().Node().(*ast.RangeStmt); isRange {
		value, ok = loop.X, true
	}
	if !ok {
		return false
	}
	switch e := value.(type) {
	case *ast.TypeAssertExpr:
		return true
	case *ast.UnaryExpr:
		value = e.X // &list[i]
	}
	from := r.root(value)
	return from != nil && from != v && (from.Kind() != types.LocalVar || source.IsA[*types.Pointer](from.Type()) && r.taken(from))
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

// checkField requires that only the field refers to its memory: the package sets it to new memory only,
// retains nothing of it, passes it to other packages only in functions that do not set it, and makes
// no copies of the struct.
func (r *reuser) checkField(f *field) bool {
	at := r.Text(f.target)
	if others := r.Pkg.OtherBuilds(); others == nil || others[f.v.Name()] || len(r.Pkg.Unkeyed(f.v)) > 0 {
		return r.Refuse(f.target, "other builds of the package, or literals without names, may set "+at)
	}
	setters := make(map[ast.Decl]bool)
	uses := r.Pkg.Uses(f.v)
	for _, use := range uses {
		if r.Pkg.FileOf(use.Node()) == nil {
			return r.Refuse(f.target, "a generated file mentions "+at)
		}
		if setTo(use) != nil {
			setters[r.Pkg.FileOf(use.Node()).DeclAt(use.Node().Pos())] = true
		}
	}
	k := &retain.Checker{Pkg: r.Pkg, Var: f.v, Kind: f.kind, Cuts: true}
	overtaken := false
	size, isSized := r.sized(f.value, f.v)
	for _, use := range uses {
		value, call := setTo(use), r.lentTo(use)
		overtaken = overtaken || r.overtaken(use)
		if value != nil && !r.Info.Types[value].IsNil() {
			n, ok := r.sized(value, f.v)
			f.varies = f.varies || !ok || n > size || !isSized
		}
		if value != nil && r.isNew(value) || k.Lets(use) || value == nil && source.ComparedWithNil(r.Info, use.Parent()) {
			// A function that retains nothing may still call one that makes the field anew.
			f.lent = f.lent || call != nil && retain.ComesBack(r.Pkg, call)
			continue
		}
		file := r.Pkg.FileOf(use.Node())
		if call != nil && !setters[file.DeclAt(use.Node().Pos())] && r.Pkg.FuncBody(source.Func(r.Info, call)) == nil {
			f.lent = true
			continue
		}
		return r.Refuse(f.target, at+" may be retained, or told from a new one, by "+retain.Shown(r.Pkg, use, f.v.Name()))
	}
	f.lent = f.lent || k.Disturbed
	if overtaken {
		f.caveats = append(f.caveats, rule.Sharing.Caveat("a call behind "+at+" in a statement may overwrite what it had there"))
	}
	if k.Cut {
		f.caveats = append(f.caveats, rule.Contents.Caveat("a part of "+at+" that goes beyond its length has what was there before"))
	}
	f.caveats = append(f.caveats, k.Caveats()...)
	return r.checkCopies(f, at)
}

// sized returns the number of elements of a new list, if it is constant.
func (r *reuser) sized(e ast.Expr, v *types.Var) (n int64, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return int64(len(e.Elts)), len(e.Elts) > 0 && r.elements(e, v)
	case *ast.CallExpr:
		if source.IsBuiltin(r.Info, e, "make") && source.IsA[*types.Slice](v.Type()) && len(e.Args) == 2 {
			return source.IntConst(r.Info, e.Args[1])
		}
	}
	return 0, false
}

// checkCopies requires that the package retains no copy of the struct: the copy would share the memory
// of the field.
func (r *reuser) checkCopies(f *field, at string) bool {
	copied, others := retain.Copies(r.Pkg, f.v)
	if copied != "" {
		return r.Refuse(f.target, "a copy of the struct may share "+at+": "+copied)
	}
	if others {
		f.caveats = append(f.caveats, rule.Sharing.Caveat("a copy of "+r.Text(f.target.X)+" shares "+at+" with it"))
	}
	return true
}

// setTo returns the value that a statement or composite literal sets the field at a use to; nil if the use
// does not set the field.
func setTo(use inspector.Cursor) ast.Expr {
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

// isNew reports whether e is new memory, or nil.
func (r *reuser) isNew(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		_, edits := r.copied(e, "")
		return edits != nil || source.IsBuiltin(r.Info, e, "make", "new")
	}
	return r.Info.Types[e].IsNil()
}

// lentTo returns the call that has the field, or a slice of it, as an argument; nil if there is none, or
// if it is a go or defer statement, a conversion or a call of a builtin function.
func (r *reuser) lentTo(use inspector.Cursor) *ast.CallExpr {
	c := source.Parens(use.Parent())
	for c.ParentEdgeKind() == edge.SliceExpr_X {
		c = source.Parens(c.Parent())
	}
	call := source.ArgumentOf(c)
	if call == nil || source.IsConversion(r.Info, call) || source.IsBuiltin(r.Info, call) || source.RunsLater(source.Parens(c).Parent()) {
		return nil
	}
	return call
}

// overtaken reports whether the field at the use is cut, or appended to, before a call in the same
// statement that may make the field anew.
//
//	append(x.f[:1], x.next())    append(append(x.f, 1), x.next())
func (r *reuser) overtaken(use inspector.Cursor) bool {
	c := source.Parens(use.Parent())
	for begun := false; ; begun = true {
		for c.ParentEdgeKind() == edge.SliceExpr_X {
			c, begun = source.Parens(c.Parent()), true
		}
		call := source.ArgumentOf(c)
		if call == nil || !source.IsBuiltin(r.Info, call, "append", "copy") {
			return false
		}
		_, i := c.ParentEdge()
		for _, arg := range call.Args[i+1:] {
			if begun && !retain.Undisturbed(effect.Of(r.Pkg, arg)) {
				return true
			}
		}
		if c = source.Parens(c.Parent()); i > 0 || source.IsBuiltin(r.Info, call, "copy") {
			return false // append and copy only read the elements of later arguments
		}
	}
}

// editField returns the edits of the statement, and adds caveats. ok is false if a comment would be lost,
// or a name means something else.
func (r *reuser) editField(cur inspector.Cursor, f *field, name string) (edits []source.TextEdit, ok bool) {
	s := cur.Node().(*ast.AssignStmt)
	if does := effect.Of(r.Pkg, f.value); !does.Quiet() || does.Prints {
		f.caveats = append(f.caveats, rule.Order.Caveat("nothing of "+r.Text(f.value)+" runs if "+r.Text(f.target.X)+" is nil"))
	}
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
	if _, edits := r.copied(f.value, name); edits != nil {
		f.caveats = append(f.caveats, rule.NilOrEmpty.Caveat(name+" of no elements is empty, or nil, as it was before"))
		return edits, r.Universe(s.Pos(), "append")
	}
	call, _ := f.value.(*ast.CallExpr)
	switch {
	case f.kind == retain.Table && call == nil && r.Info.Types[f.value].IsNil():
		f.caveats = append(f.caveats, rule.NilOrEmpty.Caveat(name+" is empty where it was nil"))
		return []source.TextEdit{source.ReplaceNode(s, f.empty(name, indent))}, true
	case f.kind == retain.Table:
		text := fmt.Sprintf("if %[1]s == nil {\n%[2]s\t%[1]s = %[3]s\n%[2]s} else {\n%[2]s\t%[4]s\n%[2]s}", name, indent, r.Text(f.value), f.empty(name, indent+"\t"))
		return []source.TextEdit{source.ReplaceNode(s, text)}, r.Universe(s.Pos(), "nil")
	case f.kind == retain.FullSlice:
		if f.fixed && !r.resized(f.buffer, call) {
			return nil, false
		}
		r.mayStayNil(f, name, call.Args[1])
		return []source.TextEdit{source.ReplaceNode(s, f.empty(name, indent))}, true
	case f.fixed && r.roomFor(call.Args[2]) > littleRoom:
		lines, imports, ok := r.Emptied(s.Pos(), name+" = ", name, r.Info.TypeOf(call), r.Text(call.Args[2]))
		r.mayStayNil(f, name, call.Args[2])
		f.imports = append(f.imports, imports...)
		return []source.TextEdit{source.ReplaceNode(s, strings.Join(lines, "\n"+indent))}, ok && r.isInt(call.Args[2])
	case call != nil && len(call.Args) == 3 && !f.fixed:
		r.mayStayNil(f, name, call.Args[2])
		return []source.TextEdit{source.ReplaceNode(s, f.empty(name, indent))}, true
	}
	f.caveats = append(f.caveats, rule.NilOrEmpty.Caveat(name+" is empty, or nil, as it was before"))
	return []source.TextEdit{source.ReplaceNode(f.value, name+"[:0]")}, true
}

// littleRoom is the number of elements up to which a field that has been emptied is not asked for its room: it has room from the
// call before, and append makes some in the first.
const littleRoom = 8

// roomFor returns the value of a constant.
func (r *reuser) roomFor(size ast.Expr) int64 {
	n, _ := source.IntConst(r.Info, size)
	return n
}

// mayStayNil adds the caveat of a field that is nil and may stay so, as it is made for size elements, which
// may be none.
func (r *reuser) mayStayNil(f *field, name string, size ast.Expr) {
	if n, isConst := source.IntConst(r.Info, size); !isConst || n == 0 {
		f.caveats = append(f.caveats, rule.NilOrEmpty.Caveat(name+" stays nil if it has no elements"))
	}
}
