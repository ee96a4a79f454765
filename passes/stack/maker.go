package stack

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A maker is a function that ends with the return of a function literal, and is too
// big to be inlined for what it does before.
type maker struct {
	*target
	prepare []ast.Stmt
	ret     *ast.ReturnStmt
	needs   []*types.Var // receiver and parameters that the statements before mention, in order
	carried []capture    // variables that they set and the return mentions, in order
	// params and results are the signature of the function that prepares, without the
	// receiver.
	params, results string
}

// What the compiler counts for a function that calls another, and then returns a
// literal: 76, one less if a method is called. Each argument counts 1, as does each
// further result; each result of the call 1, or 3 if it needs a variable, and 1 for the
// assignment. (Measured with -gcflags=-m=2; the same in 1.25, 1.26 and 1.27.)
const (
	makerCost  = 76
	resultCost = 1
	newVarCost = 3
)

// maker splits a function that prepares and then returns a literal, so that the second
// part is inlined.
func (s *stacker) maker(t *target) {
	m, ok := s.recogniseMaker(t)
	if !ok || directive(t.decl, false) || !s.worthwhile(t, false) {
		return
	}
	if !s.movable(m) || !s.carries(m) || !s.fits(m) || !m.written() {
		return
	}
	s.pass.Report(rule.Finding{
		At:      m.ret.Results[literalIn(s.info, m.ret)],
		Message: fmt.Sprintf("the function that %s returns is on the heap, since %s is too big to be inlined", t.decl.Name.Name, t.decl.Name.Name),
		Title:   "split " + t.decl.Name.Name + ", so that its callers can keep the function, and what it captures, on the stack",
		Class:   rule.Safe,
		Edits:   s.splitMaker(m),
	})
}

// recogniseMaker recognises the last statement, and that no other one returns.
func (s *stacker) recogniseMaker(t *target) (*maker, bool) {
	list := t.decl.Body.List
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || len(list) < 2 || literalIn(s.info, ret) < 0 || len(ownReturns(t.decl.Body)) != 1 {
		return nil, false
	}
	m := &maker{target: t, prepare: list[:len(list)-1], ret: ret}
	return m, cost(s.info, m.prepare) > budget // otherwise both parts are inlined, or none
}

// literalIn returns the index of the result that is a function literal, converted or
// not, -1 if there is none. The other results must be names or constants.
func literalIn(info *types.Info, ret *ast.ReturnStmt) int {
	found := -1
	for i, r := range ret.Results {
		r = ast.Unparen(r)
		if call, ok := r.(*ast.CallExpr); ok && len(call.Args) == 1 && source.IsConversion(info, call) {
			r = ast.Unparen(call.Args[0])
		}
		switch r.(type) {
		case *ast.FuncLit:
			found = i
		case *ast.Ident, *ast.BasicLit:
		default:
			return -1
		}
	}
	return found
}

// worthwhile reports whether some caller may keep the result to itself: it looks into
// it, has it in a variable, hands it on, or, if that may be, returns it. Callers of an
// exported function are not known, nor those of one that only tests call.
func (s *stacker) worthwhile(t *target, returned bool) bool {
	uses := s.pkg.Uses(t.fn)
	if t.fn.Exported() || len(uses) == 0 {
		return true
	}
	for _, use := range uses {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		use = source.Parens(use)
		switch use.ParentEdgeKind() {
		case edge.IndexExpr_X, edge.IndexListExpr_X:
			use = source.Parens(use.Parent()) // of a generic function
		}
		if use.ParentEdgeKind() == edge.CallExpr_Fun && s.mayStay(use.Parent(), returned) {
			return true
		}
	}
	return false
}

// mayStay reports whether the result of the call at cur may be the caller's own.
func (s *stacker) mayStay(cur inspector.Cursor, returned bool) bool {
	cur = source.Parens(cur)
	switch parent := cur.Parent().Node().(type) {
	case *ast.CallExpr:
		return !source.IsBuiltin(s.info, parent, "append", "panic")
	case *ast.AssignStmt:
		for _, lhs := range parent.Lhs {
			if v, ok := s.pkg.LocalVar(lhs); ok && (returned || v.Kind() != types.ResultVar) {
				return true
			}
		}
		return false
	case *ast.ValueSpec:
		_, local := source.EnclosingFunc(cur)
		return local
	case *ast.ReturnStmt:
		return returned
	case *ast.KeyValueExpr, *ast.CompositeLit, *ast.SendStmt:
		return false
	}
	return true
}

// movable reports whether the statements before the return may run in a function of
// their own: nothing in them depends on whose frame it is.
func (s *stacker) movable(m *maker) bool {
	results := m.decl.Type.Results
	if len(results.List[0].Names) > 0 {
		return false
	}
	for _, stmt := range m.prepare {
		if s.framed(stmt) || s.mayRecover(stmt) || defers(stmt) && s.returnsShared(m) {
			return false
		}
	}
	return true
}

// defers reports whether n has a deferred call, in literals or not.
func defers(n ast.Node) bool {
	for m := range ast.Preorder(n) {
		if _, ok := m.(*ast.DeferStmt); ok {
			return true
		}
	}
	return false
}

// returnsShared reports whether a result is a package-level variable, which the return
// reads before the deferred calls, that may unlock it, but would read after them.
func (s *stacker) returnsShared(m *maker) bool {
	return slices.ContainsFunc(m.ret.Results, func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return false
		}
		v, isVar := s.info.Uses[id].(*types.Var)
		return isVar && !m.owns(v)
	})
}

// carries finds the variables that have to get from one part to the other. ok is false
// if that would make two variables of one that is shared.
func (s *stacker) carries(m *maker) (ok bool) {
	index := make(map[*types.Var]int)
	for n := range ast.Preorder(m.ret) {
		id, isIdent := n.(*ast.Ident)
		if !isIdent {
			continue
		}
		obj := s.info.Uses[id]
		if obj == nil || !m.owns(obj) || m.ret.Pos() <= obj.Pos() && obj.Pos() < m.ret.End() {
			continue
		}
		v, isVar := obj.(*types.Var)
		if !isVar {
			return false // a type or constant of the function
		}
		if v.IsField() {
			continue
		}
		i, seen := index[v]
		if !seen {
			i = len(m.carried)
			index[v] = i
			m.carried = append(m.carried, capture{v: v, name: v.Name()})
		}
		m.carried[i].uses = append(m.carried[i].uses, id)
	}
	for _, c := range m.carried {
		if s.shared(m, c.v) {
			return false
		}
	}
	m.carried = slices.DeleteFunc(m.carried, func(c capture) bool { return !s.setBefore(m, c.v) })
	slices.SortFunc(m.carried, func(a, b capture) int { return cmp.Compare(a.v.Pos(), b.v.Pos()) })
	s.parametersOf(m)
	return true
}

// owns reports whether the function declares obj.
func (m *maker) owns(obj types.Object) bool {
	return m.decl.Pos() <= obj.Pos() && obj.Pos() < m.decl.End()
}

// before reports whether the use at cur is in the statements before the return.
func (m *maker) before(cur inspector.Cursor) bool {
	return m.decl.Body.Lbrace < cur.Node().Pos() && cur.Node().Pos() < m.ret.Pos()
}

// shared reports whether both parts could see one another's assignments to v: its
// address is taken before, a literal there changes it, or reads it while the
// returned one changes it.
func (s *stacker) shared(m *maker, v *types.Var) bool {
	captured, changed := false, false
	for _, use := range s.pkg.Uses(v) {
		if !m.before(use) {
			changed = changed || s.pkg.Changes(use)
			continue
		}
		if s.pkg.Addressed(use) {
			return true
		}
		if lit, ok := source.EnclosingFunc(use); ok && lit.Node() != m.decl {
			captured = true
			if s.pkg.Changes(use) {
				return true
			}
		}
	}
	return captured && changed
}

// setBefore reports whether the statements before the return declare v or assign to it.
func (s *stacker) setBefore(m *maker, v *types.Var) bool {
	if v.Pos() > m.decl.Body.Lbrace {
		return true
	}
	for _, use := range s.pkg.Uses(v) {
		if m.before(use) && s.pkg.Changes(use) {
			return true
		}
	}
	return false
}

// parametersOf lists the parameters, receiver first, that the statements mention.
func (s *stacker) parametersOf(m *maker) {
	sig := m.fn.Signature()
	vars := slices.Collect(sig.Params().Variables())
	if sig.Recv() != nil {
		vars = append([]*types.Var{sig.Recv()}, vars...)
	}
	for _, v := range vars {
		if slices.ContainsFunc(s.pkg.Uses(v), m.before) {
			m.needs = append(m.needs, v)
		}
	}
}

// fits reports whether what is left will be inlined. Where a variable more is too much,
// a parameter that the return does not mention takes the place of one.
func (s *stacker) fits(m *maker) bool {
	size := int64(0)
	for _, c := range m.carried {
		n, ok := s.pkg.Sizeof(c.v.Type())
		if !ok || typefact.NoCopy(c.v.Type()) {
			return false
		}
		size += n
	}
	if size > maxValue {
		return false
	}
	for i := range m.carried {
		if m.cost() <= budget {
			break
		}
		s.replace(m, &m.carried[i])
	}
	unread := func(c capture) bool { return !m.isParam(c.name) && !s.read(m, c.v) }
	return m.cost() <= budget && !slices.ContainsFunc(m.carried, unread)
}

// read reports whether the return does more with v than assign to it. The compiler
// refuses a variable of which nobody does.
func (s *stacker) read(m *maker, v *types.Var) bool {
	return slices.ContainsFunc(s.pkg.Uses(v), func(use inspector.Cursor) bool {
		if m.before(use) {
			return false
		}
		target := source.Parens(use)
		assign, ok := target.Parent().Node().(*ast.AssignStmt)
		return !ok || target.ParentEdgeKind() != edge.AssignStmt_Lhs || assign.Tok != token.ASSIGN
	})
}

// cost is what the compiler will count for the part that stays.
func (m *maker) cost() int {
	sum := makerCost + len(m.needs) + len(m.ret.Results) - 1
	if m.method() {
		sum--
	}
	for i, c := range m.carried {
		if i == 0 {
			sum += resultCost
		}
		sum += resultCost
		if !m.isParam(c.name) {
			sum += newVarCost - resultCost
		}
	}
	return sum
}

// method reports whether the statements use the receiver.
func (m *maker) method() bool {
	return len(m.needs) > 0 && m.needs[0] == m.fn.Signature().Recv()
}

// isParam reports whether name is that of a parameter or the receiver.
func (m *maker) isParam(name string) bool { return m.param(name) != nil }

func (m *maker) param(name string) *types.Var {
	sig := m.fn.Signature()
	for v := range sig.Params().Variables() {
		if v.Name() == name {
			return v
		}
	}
	if r := sig.Recv(); r != nil && r.Name() == name {
		return r
	}
	return nil
}

// replace lets a parameter of the same type, which nothing in the return is called
// like, take the place of a variable of the body.
func (s *stacker) replace(m *maker, c *capture) {
	if m.isParam(c.name) {
		return
	}
	named := make(map[string]bool)
	for n := range ast.Preorder(m.ret) {
		if id, ok := n.(*ast.Ident); ok {
			named[id.Name] = true
		}
	}
	for _, o := range m.carried {
		named[o.name] = true
	}
	for p := range m.fn.Signature().Params().Variables() {
		if p.Name() != "" && p.Name() != "_" && !named[p.Name()] && types.Identical(p.Type(), c.v.Type()) {
			c.name = p.Name()
			return
		}
	}
}

// splitMaker returns the edits that make two functions of one.
//
//	func f(a, b int) func() int {
//		…
//		sum := a + b
//		return func() int { return sum }
//	}
//	--------------------------------
//	func f(a, b int) func() int {
//		sum := prepareF(a, b)
//		return func() int { return sum }
//	}
//
//	func prepareF(a, b int) int {
//		…
//		sum := a + b
//		return sum
//	}
func (s *stacker) splitMaker(m *maker) []source.TextEdit {
	f := m.file
	name := s.names.FreshGlobal(s.pkg, s.pass.Files, "prepare"+capital(m.decl.Name.Name))
	decl, call := name, name
	args := m.needs
	if m.method() {
		decl, call, args = m.target.method(name), args[0].Name()+"."+name, args[1:]
	}
	start, end := m.moves()
	moved := f.Between(start, m.ret.Pos()) + renamed(f, m.ret, m.carried) + f.Between(m.ret.End(), end)
	left := ""
	switch {
	case len(m.carried) > 0:
		left = "\treturn " + names(m.carried, func(c capture) string { return c.v.Name() })
	case end < m.decl.Body.Rbrace && f.AloneOnLine(start):
		end = f.LineBelow(end) // the line itself
	}
	call += "(" + names(args, (*types.Var).Name) + ")"
	text := fmt.Sprintf("\t%s%s\n%s\n}\n\nfunc %s(%s) %s{\n", m.assign(), call, moved, decl, m.params, m.results)
	return []source.TextEdit{m.insert(text), source.Replace(start, end, left)}
}

// moves returns the range of the return and of the comments that belong to it.
func (m *maker) moves() (start, end token.Pos) {
	start, end = m.ret.Pos(), m.ret.End()
	if m.file.AloneOnLine(start) {
		start = m.file.LineBelow(m.prepare[len(m.prepare)-1].End())
	}
	if below := m.file.LineBelow(end); below <= m.decl.Body.Rbrace {
		end = below - 1 // with a comment behind it
	}
	return start, end
}

// names joins what name returns for each element.
func names[T any](list []T, name func(T) string) string {
	var out []string
	for _, e := range list {
		out = append(out, name(e))
	}
	return strings.Join(out, ", ")
}

// assign returns what stands before the call of the new function.
func (m *maker) assign() string {
	if len(m.carried) == 0 {
		return ""
	}
	tok := token.ASSIGN
	for _, c := range m.carried {
		if !m.isParam(c.name) {
			tok = token.DEFINE // which leaves a parameter what it is
		}
	}
	return names(m.carried, func(c capture) string { return c.name }) + " " + tok.String() + " "
}

// written spells the signature of the new function; false if it has a type that cannot
// be spelled.
func (m *maker) written() bool {
	var types, params []string
	for _, c := range m.carried {
		text, ok := m.typeText(c.v)
		if !ok {
			return false
		}
		types = append(types, text)
	}
	for _, v := range m.needs {
		text, ok := m.typeText(v)
		if !ok {
			return false
		}
		if v != m.fn.Signature().Recv() {
			params = append(params, v.Name()+" "+text)
		}
	}
	m.params = strings.Join(grouped(params), ", ")
	switch len(types) {
	case 0:
	case 1:
		m.results = types[0] + " "
	default:
		m.results = "(" + strings.Join(types, ", ") + ") "
	}
	return true
}

// grouped leaves out the type of a parameter that the next one repeats: a, b int.
func grouped(params []string) []string {
	for i := range len(params) - 1 {
		name, this, _ := strings.Cut(params[i], " ")
		if _, next, _ := strings.Cut(params[i+1], " "); this == next {
			params[i] = name
		}
	}
	return params
}

// typeText returns the type of v as it is spelled in the signature of the function.
func (m *maker) typeText(v *types.Var) (string, bool) {
	for _, field := range m.decl.Type.Params.List {
		for _, id := range field.Names {
			if id.Pos() == v.Pos() {
				text := m.file.Text(field.Type)
				if elem, variadic := strings.CutPrefix(text, "..."); variadic {
					text = "[]" + elem
				}
				return text, true
			}
		}
	}
	return m.file.TypeText(v.Type(), m.decl.Pos())
}
