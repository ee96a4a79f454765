package coldaddr

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A pointer is p := &T{…} or p := new(T), some uses of which read or fill the object, and
// others, behind them, let the pointer escape.
type pointer struct {
	source.Decl
	typ   ast.Expr
	lit   *ast.CompositeLit  // nil for new(T)
	looks []inspector.Cursor // the uses that read or fill the object
	keeps []keep
}

// A keep is a place from which on, to the end of its statement list, the object has to be on the
// heap. Its first element is the statement there, the others are the statements around that one
// in outer lists, up to the list of the declaration.
type keep []inspector.Cursor

func (k keep) stmt() ast.Node { return k[0].Node() }

// holds reports whether n is a part of the statement, or of one behind it in its list.
func (k keep) holds(n ast.Node) bool {
	return k.stmt().Pos() <= n.Pos() && source.Contains(k[0].Parent().Node(), n)
}

// late makes an object a local variable, and allocates a copy where the pointer is retained.
func (s *copier) late(cur inspector.Cursor) {
	for d := range s.Decls(cur) {
		p, ok := s.pointer(d)
		if !ok || len(p.looks) == 0 || len(p.keeps) == 0 {
			continue
		}
		if !s.settle(&p) || !s.pays(p) {
			s.Refuse(d.Name, d.Var.Name()+" is retained on every path, or used after another statement retains it")
			continue
		}
		s.keepLate(p)
	}
}

// pointer recognises the declaration, and sorts the uses of the pointer. ok is false if the object
// cannot be copied, or if the pointer is retained in a place that has no level, see [source.Levels].
func (s *copier) pointer(d source.Decl) (p pointer, ok bool) {
	p.Decl = d
	p.typ, p.lit, ok = source.NewOf(s.Info, d.Value)
	if !ok || d.Type != nil || !d.Typed() || s.Pkg.InLiteral(d.Var) || len(s.Pkg.Writes(d.Var)) > 0 || s.Jumps(d.Stmt.Pos()) {
		return p, false
	}
	switch elem := s.Info.TypeOf(p.typ); elem.Underlying().(type) {
	case *types.Struct, *types.Array:
		if size, _ := s.Pkg.Sizeof(elem); size == 0 || !s.duplicable(elem) || source.IsOpen(p.typ) {
			return p, false
		}
	default:
		return p, false
	}
	home := d.Cur.Parent().Node()
	for _, use := range s.Pkg.Uses(d.Var) {
		if s.looksAt(d.Var, use) {
			p.looks = append(p.looks, use)
		} else if k := keep(source.Levels(use, home)); len(k) > 0 {
			p.keeps = append(p.keeps, k)
		} else {
			return p, false
		}
	}
	return p, true
}

// looksAt reports whether the use of the pointer v does not retain the object, and can be
// written with a variable in its place.
func (s *copier) looksAt(v *types.Var, use inspector.Cursor) bool {
	if s.loads(use) {
		return true
	}
	if !s.borrowed(v, use) {
		return false
	}
	switch source.Parens(use).ParentEdgeKind() {
	case edge.StarExpr_X, edge.SelectorExpr_X, edge.IndexExpr_X, edge.SliceExpr_X, edge.CallExpr_Args:
		return true
	}
	return false
}

// loads reports whether the use of a pointer reads or sets a field that points elsewhere:
// the value of the field may then be retained, as it is no part of the object.
func (s *copier) loads(use inspector.Cursor) bool {
	for c := source.Parens(use); c.ParentEdgeKind() == edge.SelectorExpr_X; {
		sel := s.Info.Selections[c.Parent().Node().(*ast.SelectorExpr)]
		if sel == nil || sel.Kind() != types.FieldVal {
			return false
		}
		c = source.Parens(c.Parent())
		u, isUnary := c.Parent().Node().(*ast.UnaryExpr)
		taken := isUnary && u.Op == token.AND
		switch s.Info.TypeOf(c.Node().(ast.Expr)).Underlying().(type) {
		case *types.Pointer, *types.Interface, *types.Chan, *types.Signature:
			return !taken
		case *types.Slice, *types.Map:
			return !taken && c.ParentEdgeKind() != edge.SelectorExpr_X
		}
	}
	return false
}

// settle merges and moves the keeps outward until no use of the pointer that belongs to none of
// them can run behind one. It reports whether that was possible, and whether the pointer can be
// declared at each of them.
func (s *copier) settle(p *pointer) bool {
	for i := 0; i < len(p.keeps); i++ {
		k := p.keeps[i]
		others := slices.DeleteFunc(slices.Clone(p.keeps), func(o keep) bool { return o[0] == k[0] })
		switch {
		case slices.ContainsFunc(others, func(o keep) bool { return o.holds(k.stmt()) }):
			p.keeps = slices.Delete(p.keeps, i, i+1)
			i = -1
		case s.ledOn(p.Var, k):
			if p.keeps[i] = k[1:]; len(k) == 1 {
				return false
			}
			i = -1
		}
	}
	slices.SortFunc(p.keeps, func(a, b keep) int { return int(a.stmt().Pos() - b.stmt().Pos()) })
	p.keeps = slices.CompactFunc(p.keeps, func(a, b keep) bool { return a[0] == b[0] })
	for _, k := range p.keeps {
		obj := s.Info.Scopes[s.Syntax].Innermost(k.stmt().Pos()).Lookup(p.Var.Name())
		if obj != nil && obj != p.Var || !s.Visible(p.typ, k.stmt().Pos()) || !s.Universe(k.stmt().Pos(), "new") {
			return false
		}
	}
	return true
}

// ledOn reports whether a use of v outside of the statement list of a keep may run after it.
func (s *copier) ledOn(v *types.Var, k keep) bool {
	list, from, _ := source.StmtList(k[0])
	last, ends := list[len(list)-1], false
	switch last := last.(type) {
	case *ast.ReturnStmt:
		ends = true
	case *ast.BranchStmt:
		ends = last.Tok == token.CONTINUE && last.Label == nil
		if last.Tok == token.FALLTHROUGH {
			return true
		}
	}
	for _, stmt := range list[from:] {
		ends = ends && !source.Any(stmt, func(b *ast.BranchStmt) bool { return b.Tok == token.BREAK || b.Label != nil })
	}
	if ends {
		return false
	}
	for _, level := range k[1:] {
		list, i, _ := source.StmtList(level)
		if slices.ContainsFunc(list[i+1:], func(after ast.Stmt) bool { return s.Pkg.Mentions(after, v) > 0 }) {
			return true
		}
	}
	return false
}

// pays reports whether some path avoids all keeps: a statement in front of one may leave,
// or the if, switch or select that a keep stands in has a branch without one.
func (s *copier) pays(p pointer) bool {
	keeps := func(n ast.Node) bool {
		return slices.ContainsFunc(p.keeps, func(k keep) bool { return source.Contains(n, k.stmt()) })
	}
	behind := func(pos token.Pos) bool {
		return slices.ContainsFunc(p.keeps, func(k keep) bool { return k.stmt().Pos() > pos })
	}
	for _, k := range p.keeps {
		for _, level := range k {
			list, i, _ := source.StmtList(level)
			for _, before := range list[:i] {
				if before.Pos() > p.Stmt.Pos() && !keeps(before) && flow.Leaves(s.Info, before) {
					return true
				}
			}
		}
		for c := k[0]; c != k[len(k)-1]; c = c.Parent() {
			branch, isBranch := beside(c)
			if isBranch && !behind(branch.End()) && !coversAll(branch, keeps) {
				return true
			}
		}
	}
	return false
}

// beside returns the if, switch or select that has the statement list around c as a branch.
func beside(c inspector.Cursor) (ast.Stmt, bool) {
	switch c.ParentEdgeKind() {
	case edge.IfStmt_Body, edge.IfStmt_Else:
		return c.Parent().Node().(ast.Stmt), true
	case edge.CaseClause_Body, edge.CommClause_Body:
		return c.Parent().Parent().Parent().Node().(ast.Stmt), true
	}
	return nil, false
}

// coversAll reports whether each branch of an if, switch or select has a keep.
func coversAll(branch ast.Stmt, keeps func(ast.Node) bool) bool {
	switch n := branch.(type) {
	case *ast.IfStmt:
		return n.Else != nil && keeps(n.Body) && keeps(n.Else)
	case *ast.SelectStmt:
		return !slices.ContainsFunc(n.Body.List, func(c ast.Stmt) bool { return !keeps(c) })
	case *ast.SwitchStmt:
		return clauses(n.Body, keeps)
	case *ast.TypeSwitchStmt:
		return clauses(n.Body, keeps)
	}
	return true
}

// clauses reports whether each clause has a keep, and one of the clauses is the default.
func clauses(body *ast.BlockStmt, keeps func(ast.Node) bool) bool {
	return source.HasDefault(body) && !slices.ContainsFunc(body.List, func(c ast.Stmt) bool { return !keeps(c) })
}

// keepLate reports the object, and writes the variable. Variable or pointer, whichever is
// mentioned more often, gets the old name.
//
//	p := &T{a: 1}         *p       p.f        f(p)         keep(p)
//	----------------------------------------------------------------------
//	value := T{a: 1}      value    value.f    f(&value)    p := new(T)
//	                                                       *p = value
//	                                                       keep(p)
//	----------------------------------------------------------------------
//	p := T{a: 1}          p        p.f        f(&p)        kept := new(T)
//	                                                       *kept = p
//	                                                       keep(kept)
func (s *copier) keepLate(p pointer) {
	var before, behind []inspector.Cursor
	for _, use := range s.Pkg.Uses(p.Var) {
		if slices.ContainsFunc(p.keeps, func(k keep) bool { return k.holds(use.Node()) }) {
			behind = append(behind, use)
		} else {
			before = append(before, use)
		}
	}
	was := p.Name.Name
	value, kept := was, was
	var edits []source.TextEdit
	copied := s.byField(p, behind)
	if copied != "" {
		edits = append(edits, source.ReplaceNode(behind[0].Node(), copied), s.Before(p.keeps[0].stmt(), "// Only what is kept is allocated."))
		p.keeps = nil
	} else if len(before) > len(behind) {
		kept = s.Fresh(p.Stmt.Pos(), "kept")
		for _, use := range behind {
			edits = append(edits, source.ReplaceNode(use.Node(), kept))
		}
	} else {
		value = s.Fresh(p.Stmt.Pos(), "value")
		edits = append(edits, source.ReplaceNode(p.Name, value))
	}
	if p.lit == nil {
		edits = append(edits, source.ReplaceNode(p.Value, s.Text(p.typ)+"{}"))
	} else {
		edits = append(edits, source.Replace(p.Value.Pos(), p.lit.Pos(), ""))
		if p.lit.End() < p.Value.End() { // in parentheses
			edits = append(edits, source.Replace(p.lit.End(), p.Value.End(), ""))
		}
	}
	for _, use := range before {
		edits = append(edits, s.ofValue(source.Parens(use), value, was)...)
	}
	for _, k := range p.keeps {
		edits = append(edits, s.Before(k.stmt(), kept+" := new("+s.Text(p.typ)+") // only what is kept is allocated", "*"+kept+" = "+value))
	}
	s.Report(rule.Finding{
		At:      p.Name,
		Message: fmt.Sprintf("%s is on the heap also where nothing keeps it", was),
		Title:   fmt.Sprintf("allocate %s where it is kept", was),
		Class:   s.deep(p.Cur, s.Info.TypeOf(p.typ)),
		Edits:   edits,
	})
}

// mostFields is the number of fields up to which a struct is copied field by field. In a longer
// list nobody would notice that a field added later is missing.
const mostFields = 3

// byField returns the composite literal that replaces the only use which retains the pointer,
// made of the fields of the variable. It is "" if there are several such uses, or too many fields.
//
//	p := &T{a: 1}     *p     p.f     keep(p)
//	-----------------------------------------------------------
//	p := T{a: 1}      p      p.f     // Only what is kept is allocated.
//	                                 keep(&T{a: p.a, f: p.f})
func (s *copier) byField(p pointer, behind []inspector.Cursor) string {
	t, ok := s.Info.TypeOf(p.typ).Underlying().(*types.Struct)
	if !ok || t.NumFields() > mostFields || len(behind) != 1 || !simple(p.keeps[0].stmt()) {
		return ""
	}
	var fields []string
	for f := range t.Fields() {
		if f.Name() == "_" || !f.Exported() && f.Pkg() != s.Pkg.Types {
			return ""
		}
		fields = append(fields, f.Name()+": "+p.Name.Name+"."+f.Name())
	}
	return "&" + s.Text(p.typ) + "{" + strings.Join(fields, ", ") + "}"
}

// ofValue returns the edits that make a use of the pointer, called was, one of the variable called value.
func (s *copier) ofValue(cur inspector.Cursor, value, was string) []source.TextEdit {
	switch cur.ParentEdgeKind() {
	case edge.StarExpr_X:
		return []source.TextEdit{source.ReplaceNode(source.Parens(cur.Parent()).Node(), value)}
	case edge.CallExpr_Args:
		if !source.IsBuiltin(s.Info, source.ArgumentOf(cur)) {
			value = "&" + value
		}
	}
	if value == was {
		return nil
	}
	return []source.TextEdit{source.ReplaceNode(cur.Node(), value)}
}
