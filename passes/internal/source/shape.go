package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
)

// Shapes that several rules recognise.

// IsPath reports whether e is one or more names: x, or x.y.z.
func IsPath(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return IsPath(e.X)
	}
	return false
}

// Operands returns the operands of the sum e, from left to right, or e alone if it is no sum. A
// constant sum is one operand.
func Operands(info *types.Info, e ast.Expr) []ast.Expr {
	sum, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD || info.Types[e].Value != nil {
		return []ast.Expr{e}
	}
	return append(Operands(info, sum.X), Operands(info, sum.Y)...)
}

// Is reports whether e is the local variable v.
func (p *Package) Is(e ast.Expr, v *types.Var) bool {
	w, ok := p.LocalVar(e)
	return ok && w == v
}

// LenOf returns x of e = len(x), nil of other expressions.
func LenOf(info *types.Info, e ast.Expr) (x ast.Expr, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !IsBuiltin(info, call, "len") {
		return nil, false
	}
	return ast.Unparen(call.Args[0]), true
}

// IsLast reports whether e is len(v)-1.
func (p *Package) IsLast(e ast.Expr, v *types.Var) bool {
	minus, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || minus.Op != token.SUB {
		return false
	}
	x, ok := LenOf(p.Info, minus.X)
	one, isConst := IntConst(p.Info, minus.Y)
	return ok && isConst && one == 1 && p.Is(x, v)
}

// NotNegative reports whether e is made of constants that are not negative and of lengths, by + and
// *.
func NotNegative(info *types.Info, e ast.Expr) bool {
	if n, ok := IntConst(info, e); ok {
		return n >= 0
	}
	if sum, ok := ast.Unparen(e).(*ast.BinaryExpr); ok {
		return (sum.Op == token.ADD || sum.Op == token.MUL) && NotNegative(info, sum.X) && NotNegative(info, sum.Y)
	}
	_, isLen := LenOf(info, e)
	return isLen
}

// Mentions counts the identifiers in n that stand for obj.
func (p *Package) Mentions(n ast.Node, obj types.Object) int { return len(p.UsesIn(n, obj)) }

// UsesIn returns the cursors of the identifiers in n that stand for obj, in source order.
func (p *Package) UsesIn(n ast.Node, obj types.Object) (list []inspector.Cursor) {
	for _, use := range p.Uses(obj) {
		if Contains(n, use.Node()) {
			list = append(list, use)
		}
	}
	return list
}

// Qualified returns how a call of a function of another package is written: "strings." and "Cut"
// for strings.Cut(…), "" and "Cut" under a dot import. ok is false under a dot import if one of the
// members means something else there.
func (f *File) Qualified(call *ast.CallExpr, members ...string) (q, name string, ok bool) {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return f.Text(sel.X) + ".", sel.Sel.Name, true
	}
	return "", CalleeName(call), f.dotted(call.Pos(), members...)
}

// Spelled reports whether at pos the function of call, and members of its package, may be written
// with the qualifier of call.
func (f *File) Spelled(call *ast.CallExpr, pos token.Pos, members ...string) bool {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return f.Visible(sel.X, pos)
	}
	return f.dotted(pos, members...)
}

// dotted reports whether each of the members of a dot import means itself at pos.
func (f *File) dotted(pos token.Pos, members ...string) bool {
	scope := f.Pkg.scopeAt(f, pos)
	return !slices.ContainsFunc(members, func(name string) bool {
		in, _ := scope.LookupParent(name, pos)
		return in != f.Pkg.Info.Scopes[f.Syntax]
	})
}

// CalleeName returns the name of the function or method that is called, "" for other functions.
func CalleeName(call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return ""
}

// ArgumentOf returns the call or conversion that has the expression at cur as an argument, nil if
// there is none.
func ArgumentOf(cur inspector.Cursor) *ast.CallExpr {
	cur = Parens(cur)
	if cur.ParentEdgeKind() != edge.CallExpr_Args {
		return nil
	}
	return cur.Parent().Node().(*ast.CallExpr)
}

// RunsLater reports whether the call at cur is that of a defer or go statement, which evaluates the arguments before
// it runs.
func RunsLater(cur inspector.Cursor) bool {
	kind := Parens(cur).ParentEdgeKind()
	return kind == edge.DeferStmt_Call || kind == edge.GoStmt_Call
}

// SpreadInto returns the call append(b, x...) whose x is at cur, nil if there is none.
func SpreadInto(info *types.Info, cur inspector.Cursor) *ast.CallExpr {
	call := ArgumentOf(cur)
	if call == nil || !call.Ellipsis.IsValid() || len(call.Args) != 2 || !IsBuiltin(info, call, "append") {
		return nil
	}
	return call
}

// WriterCall returns "Builder", "Buffer" or "Writer", and x, if call is x.M(…) for one of the
// methods, and x is a strings.Builder, a bytes.Buffer or a bufio.Writer, or embeds one and promotes
// all of its methods that write; "" and nil for other calls.
func WriterCall(info *types.Info, call *ast.CallExpr, methods ...string) (kind string, x ast.Expr) {
	recv := Receiver(info, call)
	if recv == nil || info.Types[recv].IsType() || !slices.Contains(methods, ast.Unparen(call.Fun).(*ast.SelectorExpr).Sel.Name) {
		return "", nil
	}
	if kind = WriterKind(info.TypeOf(recv)); kind == "" {
		kind = embedded(info.Selections[ast.Unparen(call.Fun).(*ast.SelectorExpr)])
	}
	if kind == "" {
		return "", nil
	}
	return kind, recv
}

// embedded returns the kind of the writer from which a method is promoted, "" if its receiver has a
// method that writes from elsewhere.
func embedded(sel *types.Selection) string {
	fn, ok := sel.Obj().(*types.Func)
	if !ok || types.IsInterface(fn.Signature().Recv().Type()) {
		return ""
	}
	kind := WriterKind(fn.Signature().Recv().Type())
	path := sel.Index()[:len(sel.Index())-1]
	for _, name := range []string{"Write", "WriteString", "WriteByte", "WriteRune", "AvailableBuffer"} {
		_, index, _ := types.LookupFieldOrMethod(sel.Recv(), true, fn.Pkg(), name)
		promoted := len(index) > 0 && slices.Equal(index[:len(index)-1], path)
		if kind == "" || !promoted && !(kind == "Builder" && name == "AvailableBuffer") {
			return ""
		}
	}
	return kind
}

// WriterKind returns "Builder", "Buffer" or "Writer" for a strings.Builder, a
// bytes.Buffer or a bufio.Writer, or a pointer to one, "" for other types.
func WriterKind(t types.Type) string {
	for _, w := range [][2]string{{"strings", "Builder"}, {"bytes", "Buffer"}, {"bufio", "Writer"}} {
		if IsNamed(t, w[0], w[1]) {
			return w[1]
		}
	}
	return ""
}

// Misread yields the names in n that would mean something else at pos, with their objects: not
// fields and methods behind a dot, nor names that n declares.
func (f *File) Misread(n ast.Node, pos token.Pos) iter.Seq2[*ast.Ident, types.Object] {
	return func(yield func(*ast.Ident, types.Object) bool) {
		scope := f.Pkg.scopeAt(f, pos)
		behindDot := make(map[*ast.Ident]bool)
		for m := range ast.Preorder(n) {
			if sel, ok := m.(*ast.SelectorExpr); ok {
				behindDot[sel.Sel] = true
			}
			id, ok := m.(*ast.Ident)
			if !ok || behindDot[id] {
				continue
			}
			obj := f.Pkg.Info.Uses[id]
			if obj == nil || obj.Parent() == nil || n.Pos() <= obj.Pos() && obj.Pos() < n.End() {
				continue
			}
			if _, found := scope.LookupParent(id.Name, pos); found != obj && !yield(id, obj) {
				return
			}
		}
	}
}

// NewOf returns T and the literal of e = &T{…}, or T and nil of new(T).
func NewOf(info *types.Info, e ast.Expr) (typ ast.Expr, lit *ast.CompositeLit, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if lit, ok = ast.Unparen(e.X).(*ast.CompositeLit); ok && lit.Type != nil {
			return lit.Type, lit, e.Op == token.AND
		}
	case *ast.CallExpr:
		if IsBuiltin(info, e, "new") && info.Types[e.Args[0]].IsType() {
			return e.Args[0], nil, true // new(expr) is of Go 1.26
		}
	}
	return nil, nil, false
}

// Appended recognises v = append(v, …), of a local variable, and returns the call.
func (p *Package) Appended(s ast.Node) (v *types.Var, call *ast.CallExpr, ok bool) {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil, nil, false
	}
	v, isLocal := p.LocalVar(assign.Lhs[0])
	call, isCall := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	return v, call, isLocal && isCall && IsBuiltin(p.Info, call, "append") && p.Is(call.Args[0], v)
}

// Held returns x if e is a variable v, the statement right in front of stmt is v := x, and v has no
// other use; otherwise e.
//
//	v := x
//	return v
func (f *File) Held(stmt ast.Stmt, e ast.Expr) ast.Expr {
	v, isLocal := f.Pkg.LocalVar(e)
	if !isLocal {
		return e
	}
	d, ok := f.DeclOf(v)
	if !ok || d.Type != nil || d.Value == nil || len(d.Rest) == 0 || d.Rest[0] != stmt || len(f.Pkg.Uses(v)) != 1 {
		return e
	}
	return d.Value
}

// Elements returns the values in the composite literal e, without their keys; nil if e is none.
func Elements(e ast.Expr) (values []ast.Expr) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return nil
	}
	for _, elt := range lit.Elts {
		if pair, ok := elt.(*ast.KeyValueExpr); ok {
			elt = pair.Value
		}
		values = append(values, elt)
	}
	return values
}

// Statements returns the list of statements of a block or a clause, nil for another node.
func Statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// Clauses returns the lists of statements of the clauses of a switch or select.
func Clauses(body *ast.BlockStmt) (lists [][]ast.Stmt) {
	for _, clause := range body.List {
		lists = append(lists, Statements(clause))
	}
	return lists
}

// FallsThrough reports whether a clause goes on into the next one.
func FallsThrough(clause ast.Node) bool {
	list := Statements(clause)
	if len(list) == 0 {
		return false
	}
	b, ok := Unlabeled(list[len(list)-1]).(*ast.BranchStmt)
	return ok && b.Tok == token.FALLTHROUGH
}

// HasDefault reports whether one clause of a switch runs in any case.
func HasDefault(body *ast.BlockStmt) bool {
	return slices.ContainsFunc(body.List, func(s ast.Stmt) bool { return s.(*ast.CaseClause).List == nil })
}

// LoopSince reports whether a loop around cur begins behind pos.
func LoopSince(cur inspector.Cursor, pos token.Pos) bool {
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if loop.Node().Pos() > pos {
			return true
		}
	}
	return false
}

// Looked reports whether the slice or map at cur is only read: an element is read, its elements are
// ranged over, or its length is taken.
func (p *Package) Looked(cur inspector.Cursor) bool {
	cur = Parens(cur)
	switch cur.ParentEdgeKind() {
	case edge.RangeStmt_X:
		return true
	case edge.IndexExpr_X:
		return !p.Changes(cur.Parent())
	}
	return p.Asks(cur, "len")
}

// Asked reports whether the builtin function of that name is called with v as an argument.
func (p *Package) Asked(v *types.Var, builtin string) bool {
	return !p.Every(v, func(use inspector.Cursor) bool { return !p.Asks(use, builtin) })
}

// Asks reports whether the value at cur is an argument of one of the builtin functions.
func (p *Package) Asks(cur inspector.Cursor, builtins ...string) bool {
	call := ArgumentOf(cur)
	return call != nil && IsBuiltin(p.Info, call, builtins...)
}

// Enclosed puts text, an operation with the operator op, into parentheses if it becomes an operand of another operator at
// cur.
func Enclosed(cur inspector.Cursor, op token.Token, text string) string {
	switch parent := cur.Parent().Node().(type) {
	case *ast.BinaryExpr:
		if parent.Op == op {
			return text
		}
	case *ast.UnaryExpr:
	default:
		return text
	}
	return "(" + text + ")"
}

// Referent returns x of e = &x, and e itself if it is no address.
func Referent(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if ref, ok := e.(*ast.UnaryExpr); ok && ref.Op == token.AND {
		return ast.Unparen(ref.X)
	}
	return e
}

// ComparedWithNil reports whether the value at cur is compared with nil.
func ComparedWithNil(info *types.Info, cur inspector.Cursor) bool {
	compare, ok := Parens(cur).Parent().Node().(*ast.BinaryExpr)
	return ok && (info.Types[compare.X].IsNil() || info.Types[compare.Y].IsNil())
}

// IsBlank reports whether e is the blank identifier.
func IsBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// IsA reports whether the underlying type of t is a T, *types.Slice, say.
func IsA[T types.Type](t types.Type) bool {
	_, ok := t.Underlying().(T)
	return ok
}

// IsOpen reports whether t is [...]E, which only a literal can have.
func IsOpen(t ast.Expr) bool {
	array, ok := t.(*ast.ArrayType)
	if !ok {
		return false
	}
	_, ok = array.Len.(*ast.Ellipsis)
	return ok
}

// Called returns the call of the function that the identifier at cur names: f(…), x.f(…) or
// f[T](…). ok is false if the function is not called there.
func Called(cur inspector.Cursor) (call inspector.Cursor, ok bool) {
	if cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	cur = Parens(cur)
	switch cur.ParentEdgeKind() {
	case edge.IndexExpr_X, edge.IndexListExpr_X:
		cur = Parens(cur.Parent()) // of a generic function
	}
	return cur.Parent(), cur.ParentEdgeKind() == edge.CallExpr_Fun
}

// Sizeof returns the size of a value of type t in bytes. ok is false, and the size 0, if the size
// is not known or depends on a type argument, for which types.Sizes panics.
func (p *Package) Sizeof(t types.Type) (size int64, ok bool) {
	if p.sizes == nil || !typefact.Sized(t) {
		return 0, false
	}
	return p.sizes.Sizeof(t), true
}

// Unkeyed returns the literals in the package, generated files included, that set the field without its name.
func (p *Package) Unkeyed(field *types.Var) (lits []*ast.CompositeLit) {
	if len(p.Files) == 0 {
		return nil
	}
	for c := range p.Files[0].Cursor.Parent().Preorder((*ast.CompositeLit)(nil)) {
		lit := c.Node().(*ast.CompositeLit)
		of := Core(p.Info.TypeOf(lit))
		if pointer, ok := of.(*types.Pointer); ok {
			of = pointer.Elem().Underlying() // {…} for &T{…}, as an element
		}
		t, ok := of.(*types.Struct)
		if !ok || len(lit.Elts) == 0 {
			continue
		}
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); keyed {
			continue
		}
		for other := range t.Fields() {
			if other.Origin() == field {
				lits = append(lits, lit)
			}
		}
	}
	return lits
}

// Grows recognises s += x and s = s + x, where s is v, and returns the operands of x.
func (p *Package) Grows(s ast.Stmt, v *types.Var) (operands []ast.Expr, ok bool) {
	assign, isAssign := s.(*ast.AssignStmt)
	if !isAssign || len(assign.Lhs) != 1 || !p.Is(assign.Lhs[0], v) {
		return nil, false
	}
	operands = Operands(p.Info, assign.Rhs[0])
	switch assign.Tok {
	case token.ADD_ASSIGN:
	case token.ASSIGN:
		if len(operands) < 2 || !p.Is(operands[0], v) {
			return nil, false
		}
		operands = operands[1:]
	default:
		return nil, false
	}
	return operands, true
}

// OwnOperand reports whether the use is the first operand of s = s + x.
func (p *Package) OwnOperand(use inspector.Cursor, v *types.Var) bool {
	for cur := range use.Enclosing((*ast.AssignStmt)(nil)) {
		assign := cur.Node().(*ast.AssignStmt)
		if _, ok := p.Grows(assign, v); ok && assign.Tok == token.ASSIGN {
			return Operands(p.Info, assign.Rhs[0])[0] == use.Node()
		}
		break
	}
	return false
}

// ReadsInside reports whether s, for which [Package.Grows] holds, also reads the string.
func (p *Package) ReadsInside(s *ast.AssignStmt, v *types.Var) bool {
	own := 1
	if s.Tok == token.ASSIGN {
		own = 2
	}
	return p.Mentions(s, v) != own
}
