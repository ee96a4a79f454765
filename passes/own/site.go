package own

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A site is a file that is searched for a pair.
type site struct {
	*rule.Run
	pair  *Pair
	class rule.Class
	// dry: nothing is reported; matched is the first node that matches.
	dry     bool
	matched ast.Node
}

// search finds the places below cur that do what before does.
func (s *site) search(cur inspector.Cursor) {
	b := s.pair.before
	if len(b.stmts) > 0 {
		for c := range cur.Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil), (*ast.IfStmt)(nil)) {
			s.searchList(c, listOf(c.Node()))
		}
		return
	}
	for c := range cur.Preorder(b.resolve(b.results[0])) {
		m := newMatch(b, s.File)
		if m.root(c.Node().(ast.Expr)) && s.replaceable(m, c) {
			s.found(c.Node(), func() string { return s.expression(m, c) })
		}
	}
}

// found handles a match at n: it calls edit, and refuses n if edit returns a reason why it stays.
func (s *site) found(n ast.Node, edit func() string) {
	if s.dry {
		s.matched = n
		return
	}
	for _, known := range s.pair.after.calls {
		if !s.Since(n, known.Since, path.Base(known.Path)+"."+known.Name) {
			return
		}
	}
	if why := edit(); why != "" {
		s.Refuse(n, why)
	}
}

func listOf(n ast.Node) []ast.Stmt {
	if n, ok := n.(*ast.IfStmt); ok && n.Init != nil {
		return []ast.Stmt{n.Init}
	}
	return source.Statements(n)
}

// replaceable reports whether the expression at cur is a value within a function that another expression may replace.
func (s *site) replaceable(m *match, cur inspector.Cursor) bool {
	if _, inFunc := s.DeclAt(cur.Node().Pos()).(*ast.FuncDecl); !inFunc {
		return false
	}
	e := cur.Node().(ast.Expr)
	if s.Info.Types[e].IsType() || s.File.Pkg.Changes(cur) || !m.args.unify(m.Info.TypeOf(m.results[0]), typeOf(s.Info, e)) || !s.becomes(m, cur) {
		return false
	}
	switch source.Parens(cur).ParentEdgeKind() {
	case edge.GoStmt_Call, edge.DeferStmt_Call, edge.SelectorExpr_Sel, edge.KeyValueExpr_Key:
		return false
	case edge.ExprStmt_X:
		if s.pair.after.picked() != nil {
			return true
		}
		call, ok := ast.Unparen(s.pair.after.results[0]).(*ast.CallExpr)
		return ok && !source.IsConversion(m.Info, call) && !m.Info.Types[call.Fun].IsBuiltin()
	}
	return true
}

// becomes reports whether replacing the value at cur converts to the same type. Where before returns a value as an
// interface, that requires that the value at cur is passed to a parameter of that interface.
func (s *site) becomes(m *match, cur inspector.Cursor) bool {
	want := m.sig.Results().At(0).Type()
	is := func(b *body) bool { return types.Identical(b.Info.TypeOf(b.results[0]), want) }
	if len(m.results) != m.sig.Results().Len() || !isInterface(want) || is(m.body) && is(s.pair.after) {
		return true
	}
	call := source.ArgumentOf(cur)
	if call == nil || s.Info.Types[call.Fun].IsType() || s.Info.Types[call.Fun].IsBuiltin() {
		return false
	}
	sig, ok := source.Core(s.Info.TypeOf(call.Fun)).(*types.Signature)
	_, i := source.Parens(cur).ParentEdge()
	return ok && m.args.unify(want, parameter(sig, i, call.Ellipsis.IsValid()))
}

// picked returns the call of which after returns one result, if after does nothing else:
//
//	_, err := f(x)
//	return err
func (b *body) picked() *ast.CallExpr {
	if len(b.stmts) != 1 || len(b.results) != 1 {
		return nil
	}
	s, ok := b.stmts[0].(*ast.AssignStmt)
	if !ok || s.Tok != token.DEFINE || len(s.Rhs) != 1 || len(s.Lhs) < 2 {
		return nil
	}
	v, _ := b.LocalVar(b.results[0])
	for _, e := range s.Lhs {
		if id := e.(*ast.Ident); id.Name != "_" && b.Info.Defs[id] != v {
			return nil
		}
	}
	call, _ := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
	return call
}

// pick returns how after assigns in place of the expression at cur, which must be the only value assigned to a
// variable, or be a statement: the call, the variable, and the format of the statement with its blanks; nil if cur is
// neither.
//
//	err = x     _, err = f(x)
func (s *site) pick(cur inspector.Cursor) (call *ast.CallExpr, target ast.Expr, format string) {
	if call = s.pair.after.picked(); call == nil {
		return nil, nil, ""
	}
	switch parent := source.Parens(cur).Parent().Node().(type) {
	case *ast.ExprStmt:
		return call, nil, ""
	case *ast.AssignStmt:
		if len(parent.Lhs) != 1 || parent.Tok != token.DEFINE && parent.Tok != token.ASSIGN {
			break
		}
		if id, ok := parent.Lhs[0].(*ast.Ident); ok && id.Name == "_" {
			break
		}
		var names []string
		for _, e := range s.pair.after.stmts[0].(*ast.AssignStmt).Lhs {
			if name := e.(*ast.Ident).Name; name == "_" {
				names = append(names, "_")
			} else {
				names = append(names, s.Text(parent.Lhs[0]))
			}
		}
		return call, parent.Lhs[0], strings.Join(names, ", ")
	}
	return nil, nil, ""
}

// expression rewrites the expression at cur. It returns the reason if it cannot.
func (s *site) expression(m *match, cur inspector.Cursor) (why string) {
	fillings, hoists, why := m.filled(s.pair)
	if why != "" {
		return why
	}
	stmt, lifts := effect.LiftAs(s.File, cur, s.total(m, cur))
	if stmt == nil {
		if c, ok := source.EnclosingStmt(cur); ok {
			stmt = c.Node().(ast.Stmt)
		}
	}
	call, target, names := s.pick(cur)
	above := len(hoists) > 0 || len(s.pair.after.stmts) > 0 && call == nil
	if above && !lifts {
		return s.pair.After + " needs a statement, and what is evaluated beside this expression might see it"
	}
	if why := m.moves(stmt, lifts); why != "" {
		return why
	}
	reads := m.reads() || s.pair.after.reads()
	if !above && (reads || !calls(m.Info, m.resolve(m.results[0])) || call == nil && !calls(m.Info, s.pair.after.results[0])) {
		var operands []ast.Expr
		for _, f := range fillings {
			operands = append(operands, f.Expr)
		}
		if !effect.Unfolds(s.File.Pkg, cur, reads, operands...) {
			return "a call in the same statement may change what is read here"
		}
	}
	w := s.writer(m, cur.Node().Pos(), fillings)
	lines := w.hoist(hoists)
	w.head = call != nil && inHead(cur)
	var edits []source.TextEdit
	if call != nil {
		edits = append(edits, source.ReplaceNode(source.Parens(cur).Node(), w.text(call)))
	} else {
		lines = append(lines, w.statements()...)
		edits = append(edits, source.ReplaceNode(cur.Node(), w.value(cur)))
	}
	if target != nil {
		edits = append(edits, source.ReplaceNode(target, names))
	}
	if above {
		edits = append(edits, s.Before(stmt, lines...))
	}
	return s.report(w, cur.Node(), edits)
}

// total reports whether neither the match at cur, including the values of its variables, nor its replacement can
// panic.
func (s *site) total(m *match, cur inspector.Cursor) bool {
	return effect.Total(s.Info, cur.Node().(ast.Expr)) &&
		!slices.ContainsFunc(m.through, func(d source.Decl) bool { return effect.Of(s.File.Pkg, d.Value).MayEnd() }) &&
		!slices.ContainsFunc(s.pair.after.items, func(it item) bool { return it.does.MayEnd() })
}

// reads reports whether the body itself reads memory, not only a function that it calls.
func (b *body) reads() bool {
	return slices.ContainsFunc(b.items, func(it item) bool {
		e, ok := it.node.(ast.Expr)
		return it.hole < 0 && ok && it.does.Reads && !calls(b.Info, e)
	})
}

// calls reports whether e is a call of a function: the language specifies the order of such calls.
func calls(info *types.Info, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && !source.IsConversion(info, call) && !info.Types[call.Fun].IsBuiltin()
}

// inHead reports whether cur is in the head of a statement, where a brace begins its body.
func inHead(cur inspector.Cursor) bool {
	for c := range cur.Enclosing() {
		switch c.ParentEdgeKind() {
		case edge.IfStmt_Init, edge.IfStmt_Cond, edge.ForStmt_Init, edge.ForStmt_Cond, edge.ForStmt_Post, edge.RangeStmt_X, edge.SwitchStmt_Init, edge.SwitchStmt_Tag, edge.TypeSwitchStmt_Init, edge.TypeSwitchStmt_Assign:
			return true
		case edge.CallExpr_Args, edge.ParenExpr_X, edge.BlockStmt_List:
			return false
		}
	}
	return false
}

// searchList finds the statements of before in a list.
func (s *site) searchList(cur inspector.Cursor, list []ast.Stmt) {
	b := s.pair.before
	for i := 0; i+len(b.stmts) <= len(list); i++ {
		part := list[i : i+len(b.stmts)]
		m := newMatch(b, s.File)
		if !m.stmts(b.stmts, part) {
			continue
		}
		if b.returnsVars() || len(b.results) == 0 {
			s.found(part[0], func() string { return s.list(m, part, nil) })
			continue
		}
		if i+len(part) < len(list) {
			s.tail(cur, part, list[i+len(part)])
		}
	}
}

// returnsVars reports whether all results of the body are variables that it declares, and there is one.
func (b *body) returnsVars() bool {
	for _, e := range b.results {
		if v, ok := b.LocalVar(e); !ok || !b.local(v) {
			return false
		}
	}
	return len(b.results) > 0
}

// tail looks for the result of before in next, the statement after those that match.
func (s *site) tail(cur inspector.Cursor, part []ast.Stmt, next ast.Stmt) {
	b := s.pair.before
	below, ok := cur.FindNode(next)
	if !ok {
		return
	}
	for c := range below.Preorder(b.resolve(b.results[0])) {
		m := newMatch(b, s.File)
		if m.stmts(b.stmts, part) && m.root(c.Node().(ast.Expr)) && s.replaceable(m, c) {
			s.found(part[0], func() string {
				if stmt, ok := effect.LiftAs(s.File, c, s.total(m, c)); !ok || stmt != next {
					return "what is evaluated beside the result might see the difference"
				}
				return s.list(m, part, &c)
			})
			return
		}
	}
}

// list rewrites the statements part and, unless tail is nil, the expression at tail. It returns the reason if it
// cannot.
func (s *site) list(m *match, part []ast.Stmt, tail *inspector.Cursor) (why string) {
	fillings, hoists, why := m.filled(s.pair)
	if why != "" {
		return why
	}
	if why := m.moves(s.inList(part[0]), true); why != "" {
		return why
	}
	if why := s.survives(m, part, tail); why != "" {
		return why
	}
	w := s.writer(m, part[0].Pos(), fillings)
	w.head = s.inList(part[0]) != part[0]
	named := w.nameResults(tail)
	lines := append(w.hoist(hoists), w.statements()...)
	var edits []source.TextEdit
	switch {
	case tail != nil:
		edits = append(edits, source.ReplaceNode(tail.Node(), w.value(*tail)))
	default:
		for i, e := range m.results {
			if v, _ := m.LocalVar(e); !named[i] {
				lines = append(lines, m.vars[v].Name()+" := "+w.result(i))
			}
		}
	}
	if len(lines) != 1 && s.inList(part[0]) != part[0] {
		return s.pair.After + " needs a statement of its own"
	}
	if len(lines) > 0 {
		text := strings.Join(lines, "\n"+s.Indent(part[0].Pos()))
		edits = append(edits, source.Replace(part[0].Pos(), part[len(part)-1].End(), text))
	} else {
		for _, stmt := range part {
			edits = append(edits, s.Remove(stmt))
		}
	}
	return s.report(w, part[0], edits)
}

// inList returns stmt or, if stmt is in the head of an if statement, that statement.
func (s *site) inList(stmt ast.Stmt) ast.Stmt {
	cur, _ := s.Cursor.FindNode(stmt)
	if head, ok := cur.Parent().Node().(*ast.IfStmt); ok && head.Init == stmt {
		return head
	}
	return stmt
}

// survives says which variable of the code would be missing, or unused, once the statements are replaced; empty if
// none.
func (s *site) survives(m *match, part []ast.Stmt, tail *inspector.Cursor) string {
	for v, w := range m.vars {
		isResult := tail == nil && slices.ContainsFunc(m.results, func(e ast.Expr) bool { r, _ := m.LocalVar(e); return r == v })
		outside := slices.ContainsFunc(s.File.Pkg.Uses(w), func(use inspector.Cursor) bool {
			in := slices.ContainsFunc(part, func(p ast.Stmt) bool { return source.Contains(p, use.Node()) })
			return !in && !(tail != nil && source.Contains(tail.Node(), use.Node()))
		})
		if outside && !isResult {
			return w.Name() + " is used behind the statements"
		}
		if isResult && !outside {
			return w.Name() + " is not used behind the statements"
		}
	}
	return ""
}

// nameResults gives those variables that after returns the names of the corresponding variables of the code. It
// reports for each result whether it has such a variable.
func (w *writer) nameResults(tail *inspector.Cursor) []bool {
	a := w.after()
	named := make([]bool, len(a.results))
	for i, e := range a.results {
		v, ok := a.LocalVar(e)
		if tail != nil || !ok || !a.local(v) || v.Parent() != a.Info.Scopes[a.decl.Type] || w.names[v] != "" {
			continue
		}
		r, _ := w.m.LocalVar(w.m.results[i])
		w.names[v], named[i] = w.m.vars[r].Name(), true
		w.lent[w.names[v]] = true
	}
	return named
}

// report reports the rewrite, unless it could not be written: then it returns the reason.
func (s *site) report(w *writer, at ast.Node, edits []source.TextEdit) (why string) {
	for name := range w.lent {
		if w.said[name] {
			w.refuse(s.pair.After + " uses " + name + ", which would be another one here")
		}
	}
	if w.why != "" {
		return w.why
	}
	for _, d := range w.m.through {
		edits = append(edits, d.Remove())
	}
	class := s.class
	s.Report(rule.Finding{
		At:      at,
		Message: s.pair.Message,
		Title:   s.pair.Title,
		Class:   class,
		Edits:   append(edits, w.imports...),
		Form:    s.pair.Title,
	})
	return ""
}
