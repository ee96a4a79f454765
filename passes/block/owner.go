package block

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// An owner is a statement that makes an object whose fields point to other new objects:
// &T{f: &U{…}, g: []E{…}}, or v := &T{} with v.f = &U{} in the same list.
type owner struct {
	cur    inspector.Cursor // of the statement
	stmt   ast.Stmt
	object ast.Expr // &T{…} or new(T), or T{…} of a variable that becomes a pointer
	typ    ast.Expr
	lit    *ast.CompositeLit // nil for new(T)
	parts  []owned
	// addresses are the &v of a variable that becomes a pointer.
	addresses []*ast.UnaryExpr
}

// An owned is an object, or the elements of a slice, that a field points to.
type owned struct {
	field string
	expr  ast.Expr
	typ   ast.Expr // of the object, or of an element
	lit   *ast.CompositeLit
	n     int      // the number of elements, 0 for an object
	stmt  ast.Stmt // v.f = …, nil if the literal of the owner has the object
}

// maxParts is the number of elements up to which a slice becomes an array of the block.
const maxParts = 8

// owners offers one block for each object and the objects that it owns.
func (b *blocker) owners() {
	offer := func(o owner, ok bool) {
		if ok && len(o.parts) > 0 && b.joins(o) {
			b.join(o)
		}
	}
	for cur := range b.Cursor.Preorder((*ast.UnaryExpr)(nil), (*ast.CallExpr)(nil)) {
		offer(b.owner(cur))
	}
	for cur := range b.Cursor.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		for d := range b.Decls(cur) {
			offer(b.variable(d))
		}
	}
}

// variable recognises a variable that holds an object, if only its fields, methods and address are
// used, and the address leaves the function.
//
//	v := T{f: &U{}}        v := &all.t
//	v.n = 1                v.n = 1
//	return &v              return v
func (b *blocker) variable(d source.Decl) (o owner, ok bool) {
	lit, ok := ast.Unparen(d.Value).(*ast.CompositeLit)
	if !ok || lit.Type == nil || d.Type != nil || !b.first(d) || !source.IsA[*types.Struct](d.Var.Type()) || b.Jumps(d.Stmt.Pos()) {
		return o, false
	}
	o = owner{cur: d.Cur, stmt: d.Stmt, object: lit, typ: lit.Type, lit: lit}
	escapes := false
	for _, use := range b.Pkg.Uses(d.Var) {
		use = source.Parens(use)
		switch use.ParentEdgeKind() {
		case edge.SelectorExpr_X:
		case edge.UnaryExpr_X:
			address := use.Parent().Node().(*ast.UnaryExpr)
			o.addresses = append(o.addresses, address)
			escapes = escapes || b.keeps(use.Parent())
			if address.Op != token.AND {
				return o, false
			}
		default:
			return o, false
		}
	}
	if !escapes {
		return o, false // on the stack
	}
	b.literal(&o)
	b.stores(&o, d.Var, d.Rest)
	return o, true
}

// owner recognises the object at cur, and what it owns.
func (b *blocker) owner(cur inspector.Cursor) (o owner, ok bool) {
	o.object = cur.Node().(ast.Expr)
	o.typ, o.lit, ok = source.NewOf(b.Info, o.object)
	if !ok || !source.IsA[*types.Struct](b.Info.TypeOf(o.typ)) {
		return o, false
	}
	cur = source.Parens(cur)
	switch parent := cur.Parent(); cur.ParentEdgeKind() {
	case edge.ReturnStmt_Results:
		o.cur = parent
	case edge.AssignStmt_Rhs:
		o.cur, ok = parent, len(parent.Node().(*ast.AssignStmt).Lhs) == 1
	case edge.ValueSpec_Values:
		d, isDecl := b.DeclWith(cur)
		o.cur, ok = d.Cur, isDecl && b.first(d)
	default:
		return o, false
	}
	if !ok {
		return o, false
	}
	o.stmt = o.cur.Node().(ast.Stmt)
	list, i, inList := source.StmtList(o.cur)
	if !inList || b.Jumps(o.stmt.Pos()) {
		return o, false
	}
	b.literal(&o)
	if v, stmt, held := b.Pkg.Holder(cur); held && stmt.Node() == o.stmt && len(b.Pkg.Writes(v)) == 0 {
		if !b.stored(v) {
			return o, false // on the stack
		}
		b.stores(&o, v, list[i+1:])
	}
	return o, true
}

// first reports whether the value of the declaration may be evaluated in front of the statement.
func (b *blocker) first(d source.Decl) bool {
	does := effect.Of(b.Pkg, d.Before()...)
	return len(d.Before()) == 0 || does.Movable() && !does.MayEnd() && b.Visible(d.Value, d.Stmt.Pos())
}

// literal notes the objects that fields in the literal of the owner point to.
func (b *blocker) literal(o *owner) {
	if o.lit == nil {
		return
	}
	t := b.Info.TypeOf(o.typ).Underlying().(*types.Struct)
	for i, elt := range o.lit.Elts {
		field := t.Field(i).Name()
		if pair, ok := elt.(*ast.KeyValueExpr); ok {
			field, elt = pair.Key.(*ast.Ident).Name, pair.Value
		}
		if p, ok := b.part(field, elt); ok && b.early(o, p) {
			o.parts = append(o.parts, p)
		}
	}
}

// part recognises &U{…}, new(U) and []E{…} of at most maxParts elements.
func (b *blocker) part(field string, e ast.Expr) (p owned, ok bool) {
	p.field, p.expr = inline.Small(field), e
	if p.typ, p.lit, ok = source.NewOf(b.Info, e); ok {
		ok = !source.IsOpen(p.typ)
	} else if p.lit, ok = ast.Unparen(e).(*ast.CompositeLit); ok {
		var list *ast.ArrayType
		list, ok = p.lit.Type.(*ast.ArrayType)
		p.n = len(p.lit.Elts)
		ok = ok && list.Len == nil && 0 < p.n && p.n <= maxParts && !slices.ContainsFunc(p.lit.Elts, func(elt ast.Expr) bool {
			_, isPair := elt.(*ast.KeyValueExpr)
			return isPair
		})
		if ok {
			p.typ = list.Elt
		}
	}
	return p, ok && field != "_" && !token.IsKeyword(p.field) && b.sized(b.Info.TypeOf(p.typ))
}

// early reports whether a part of the literal may be made before the rest of the literal is
// evaluated.
func (b *blocker) early(o *owner, p owned) bool {
	if p.lit == nil || effect.Total(b.Info, o.lit) {
		return true
	}
	return !slices.ContainsFunc(source.Elements(p.lit), func(elt ast.Expr) bool { return !effect.Steady(b.Pkg, elt) })
}

// stores notes the fields of v that are set to objects behind its declaration, up to the
// first statement that may leave.
func (b *blocker) stores(o *owner, v *types.Var, rest []ast.Stmt) {
	for _, stmt := range rest {
		if s, ok := stmt.(*ast.AssignStmt); ok && len(s.Lhs) == 1 && len(s.Rhs) == 1 {
			sel, isSel := s.Lhs[0].(*ast.SelectorExpr)
			if isSel && b.Pkg.Is(sel.X, v) && len(b.Info.Selections[sel].Index()) == 1 {
				if p, ok := b.part(sel.Sel.Name, s.Rhs[0]); ok && p.n == 0 {
					p.stmt = s
					o.parts = append(o.parts, p)
				}
			}
		}
		if mayLeave(stmt) {
			return
		}
	}
}

// joins reports whether the parts can be fields of one block with their owner.
func (b *blocker) joins(o owner) bool {
	names := map[string]bool{b.member(o): true}
	total, _ := b.Pkg.Sizeof(b.Info.TypeOf(o.typ))
	if total == 0 || !b.Universe(o.stmt.Pos(), "new") {
		return false
	}
	for _, p := range o.parts {
		t := b.Info.TypeOf(p.typ)
		if size, ok := b.Pkg.Sizeof(t); !ok || names[p.field] || !b.Visible(p.typ, o.stmt.Pos()) || b.HasComment(p.expr.Pos(), p.expr.End()) {
			return false
		} else if total += size * int64(max(p.n, 1)); total > 1<<10 {
			return b.Refuse(o.object, "the block would be large")
		}
		if retain.Finalized(b.Pkg, t) || retain.Finalized(b.Pkg, b.Info.TypeOf(o.typ)) {
			return b.Refuse(o.object, "a finalizer or cleanup is set on such objects")
		}
		if b.Pkg.AtomicIn(t) {
			return b.Refuse(o.object, "on 32 bit an atomic number of 64 bits has to come first")
		}
		names[p.field] = true
	}
	return b.besides(o)
}

// besides reports whether the literal may be evaluated before the other operands of the statement.
func (b *blocker) besides(o owner) bool {
	var others []ast.Expr
	switch s := o.stmt.(type) {
	case *ast.ReturnStmt:
		others = s.Results
	case *ast.AssignStmt:
		if _, isName := s.Lhs[0].(*ast.Ident); isName {
			return true
		}
		sel, ok := s.Lhs[0].(*ast.SelectorExpr)
		if !ok {
			return false
		}
		others = []ast.Expr{sel.X}
	}
	return !slices.ContainsFunc(others, func(e ast.Expr) bool {
		return ast.Unparen(e) != o.object && !b.Info.Types[e].IsNil() && !effect.Steady(b.Pkg, e)
	})
}

// member returns the name of the owner in the block: the name of its type, or object if that is taken.
func (b *blocker) member(o owner) string {
	name := "object"
	switch t := o.typ.(type) {
	case *ast.Ident:
		name = inline.Small(t.Name)
	case *ast.SelectorExpr:
		name = inline.Small(t.Sel.Name)
	}
	if token.IsKeyword(name) || slices.ContainsFunc(o.parts, func(p owned) bool { return p.field == name }) {
		return "object"
	}
	return name
}

// join reports the objects, and writes the block.
//
//	return &T{f: &U{a: 1}, g: 2}         v := &T{}          v.f = new(U)
//	--------------------------------------------------------------------
//	all := new(struct {                  all := new(…)
//		t T
//		f U
//	})
//	all.f = U{a: 1}
//	all.t = T{f: &all.f, g: 2}
//	return &all.t                        v := &all.t        v.f = &all.f
func (b *blocker) join(o owner) {
	all, member := b.Fresh(o.stmt.Pos(), "all"), b.member(o)
	indent := b.Indent(o.stmt.Pos())
	decl := all + " := new(struct {\n" + indent + "\t" + member + " " + b.Text(o.typ) + "\n"
	var lines []string
	var edits []source.TextEdit
	for _, p := range o.parts {
		typ, value := b.Text(p.typ), ""
		if p.n > 0 {
			typ = "[" + strconv.Itoa(p.n) + "]" + typ
		}
		decl += indent + "\t" + p.field + " " + typ + "\n"
		if p.lit != nil && !b.zeroed(p.lit) {
			value = all + "." + p.field + " = " + typ + b.Between(p.lit.Lbrace, p.lit.End())
		}
		if p.stmt != nil {
			edits = append(edits, source.ReplaceNode(p.expr, "&"+all+"."+p.field))
		}
		switch {
		case value != "" && p.stmt != nil:
			edits = append(edits, b.Before(p.stmt, value))
		case value != "":
			lines = append(lines, value)
		}
	}
	lines = append([]string{decl + indent + "})"}, lines...)
	if o.lit != nil && len(o.lit.Elts) > 0 {
		lines = append(lines, all+"."+member+" = "+b.owning(o, all))
	}
	for _, address := range o.addresses {
		edits = append(edits, source.Replace(address.Pos(), address.X.Pos(), ""))
	}
	edits = append(edits, b.Before(o.stmt, lines...), source.ReplaceNode(o.object, "&"+all+"."+member))
	b.Report(rule.Finding{
		At:      o.object,
		Message: "the " + member + " and what it owns are made in allocations of their own",
		Title:   "Make the objects in one block",
		Class:   b.pinned(o),
		Edits:   edits,
	})
}

// zeroed reports whether a literal is the zero value of its type.
func (b *blocker) zeroed(lit *ast.CompositeLit) bool {
	t := b.Info.TypeOf(lit)
	return len(lit.Elts) == 0 && (source.IsA[*types.Struct](t) || source.IsA[*types.Array](t))
}

// owning returns the literal of the owner, with pointers to the parts in the block.
func (b *blocker) owning(o owner, all string) string {
	var text strings.Builder
	pos := o.lit.Pos()
	for _, p := range o.parts {
		if p.stmt != nil {
			continue
		}
		text.WriteString(b.Between(pos, p.expr.Pos()))
		if p.n > 0 {
			text.WriteString(all + "." + p.field + "[:]")
		} else {
			text.WriteString("&" + all + "." + p.field)
		}
		pos = p.expr.End()
	}
	return text.String() + b.Between(pos, o.lit.End())
}

// pinned returns the class of the block, with the memory that it keeps alive.
func (b *blocker) pinned(o owner) rule.Class {
	size, _ := b.Pkg.Sizeof(b.Info.TypeOf(o.typ))
	pointers := typefact.HasPointers(b.Info.TypeOf(o.typ))
	one, sum, fields := typefact.Block(size, pointers), size, []string{}
	for _, p := range o.parts {
		t := b.Info.TypeOf(p.typ)
		part, _ := b.Pkg.Sizeof(t)
		part *= int64(max(p.n, 1))
		one, sum = one+typefact.Block(part, typefact.HasPointers(t)), sum+part
		pointers = pointers || typefact.HasPointers(t)
		fields = append(fields, p.field)
	}
	caveats := []rule.Caveat{
		rule.Retention.Caveat(fmt.Sprintf("whoever keeps one of it and %s keeps all %d bytes%s", strings.Join(fields, ", "), sum, retain.AlsoKept(b.Info.TypeOf(o.typ), fields...))),
		rule.Order.Caveat("a finalizer or cleanup of one of them fails or waits for all"),
	}
	if all := typefact.Block(sum, pointers); all > one {
		caveats = append(caveats, rule.Retention.Caveat(fmt.Sprintf("the block takes %d bytes, the objects one by one %d", all, one)))
	}
	return rule.Review(caveats...)
}
