// Package outlineclosure defines an analyzer that splits functions which return a function
// literal, so that their callers can keep it on the stack.
//
// Invariant: every caller gets a function that does the same, with variables of its own.
// No signature changes.
//
// Model: a function literal that is returned is on the heap with what it captures, unless
// the function that returns it is inlined. What it prepares before moves to a function of
// its own, which hands over the variables that the literal needs.
//
// What it blurs: the compiler's budget, which has room for little beside the literal.
// Stack traces show one frame more.
//
// # Analyzer outlineclosure
//
// outlineclosure: split functions that return a function literal, so that callers can keep it
//
//	func adder(start int) func(int) int {        func adder(start int) func(int) int {
//	    …                                            start = prepareAdder(start)
//	    total := start                       =>      return func(n int) int { start += n; return start }
//	    return func(n int) int {                 }
//	        total += n                           func prepareAdder(start int) int {
//	        return total                             …
//	    }                                            total := start
//	}                                                return total
//	                                             }
//
// Conditions:
//   - the function has no directive (//go:…), and is too big to be inlined, for what it
//     does before that return;
//   - what moves mentions no type parameter, since a generic call leaves no room for anything;
//   - that return is the only one, wherever it stands: all ways out of the function lead through it, or
//     panic. What it returns may have been assigned to the named results right in front of it, the literal
//     to a variable that nothing else reads; the whole body may be that of a literal which is called;
//   - nothing else uses the names of results, the other results are names and constants, and no name would
//     mean another variable at the top of the function; only methods of package sync are deferred, and
//     then no result is a package-level variable;
//   - what moves calls neither recover, nor anything that is known to look at the frames
//     of callers: of runtime, log/slog, a method Helper, or through the package;
//   - of the variables that the literal mentions, nobody takes the address before it, no
//     literal before it changes one, nor reads one that it changes; they have at most 128
//     bytes, nothing of sync inside, and types that can be written;
//   - what is handed over is read there, not only assigned to;
//   - what stays is small enough: with one variable to hand over, there is room for two
//     arguments if it can have the place of a parameter, for the receiver otherwise;
//   - some caller may keep the function to itself, or it is exported.
//
// Class: safe.
//
// Not proposed: anything in generated files.
package outlineclosure

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed outlineclosure.go
var docText string

// Rule is the outlineclosure rewrite.
var Rule = rule.New("outlineclosure", docText, run, "closure", "captured", "returned", "range-func")

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		for _, t := range inline.Funcs(r.File) {
			if t.Big() {
				(&splitter{r}).maker(t)
			}
		}
	}
}

type splitter struct{ *rule.Run }

// A maker is a function that returns a function literal in one place, and that is too big to be inlined because of the
// statements before the return.
type maker struct {
	*inline.Func
	ret inline.Return
	lit ast.Expr // the literal, perhaps with a conversion around it
	// held is the declaration of the variable that holds the literal and is returned; nil if the literal itself is.
	held    *source.Decl
	needs   []*types.Var     // receiver and parameters that the statements before the return use, in order
	carried []source.Capture // variables that these statements set and the return uses, in order
	// params and results are those of the new function, which prepares; without the receiver.
	params, results string
	unwrapped       []source.TextEdit // edits that remove the literal that the function's body consists of, if it does
}

// The compiler's cost of a function that calls another one and then returns a literal is 76, or 75 if it calls a
// method. Each argument of the call adds 1, and so does each further result of the function; each result of the call
// adds 1, or 3 if it declares a variable; the assignment adds 1. (Measured with -gcflags=-m=2; the same in 1.25, 1.26
// and 1.27.)
const (
	makerCost  = 76
	resultCost = 1
	newVarCost = 3
)

// maker splits a function that prepares and then returns a literal, so that the part with the literal is inlined.
func (s *splitter) maker(t *inline.Func) {
	m, ok := s.recogniseMaker(t)
	if !ok || t.Directive(false) || !t.Worthwhile(false) {
		return
	}
	if !s.movable(m) || !s.carries(m) || !s.fits(m) || !m.written() {
		return
	}
	s.Report(rule.Finding{
		At:      m.lit,
		Message: fmt.Sprintf("the function that %s returns is on the heap, since %s is too big to be inlined", t.Name(), t.Name()),
		Title:   "split " + t.Name() + ", so that its callers can keep the function, and what it captures, on the stack",
		Class:   rule.Safe,
		Edits:   s.splitMaker(m),
	})
}

// recogniseMaker recognises a function whose only return has a function literal as a result.
func (s *splitter) recogniseMaker(t *inline.Func) (*maker, bool) {
	returns := t.Returns()
	if len(returns) != 1 || len(t.Body().List) < 2 && t.Body().List[0] == ast.Stmt(returns[0].Stmt) {
		return nil, false
	}
	m := &maker{Func: t, ret: returns[0]}
	unwrapped, ok := t.Unwrap()
	if !ok || !s.literal(m) {
		return nil, false
	}
	m.unwrapped = unwrapped
	rest := inline.CostWithout(s.Pkg, t.Body().List, m.parts()...)
	return m, rest > inline.Budget // otherwise the compiler inlines both parts, or none
}

// literal finds the result that is a function literal. The other results must be names or constants.
func (s *splitter) literal(m *maker) bool {
	for _, r := range m.ret.Values {
		r = ast.Unparen(r)
		switch {
		case s.isLiteral(r):
			m.lit, m.held = r, nil
		case s.holdsLiteral(m, r):
		case !isName(r):
			return false
		}
	}
	return m.lit != nil
}

func isName(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	}
	return false
}

func (s *splitter) isLiteral(e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 && source.IsConversion(s.Info, call) {
		e = ast.Unparen(call.Args[0])
	}
	_, ok := e.(*ast.FuncLit)
	return ok
}

// holdsLiteral recognises a variable whose only use is to return a literal.
//
//	f := func() { … }
//	return f
func (s *splitter) holdsLiteral(m *maker, e ast.Expr) bool {
	value, ok := s.Pkg.Only(e)
	if !ok || m.lit != nil || !s.isLiteral(value) {
		return false
	}
	v, _ := s.Pkg.LocalVar(e)
	d, ok := m.File.DeclOf(v)
	if !ok || len(s.Pkg.Uses(v)) != 1 || !d.Typed() || d.Rest == nil || m.File.HasComment(d.Node().Pos(), value.Pos()) || m.File.HasComment(value.End(), d.Node().End()) {
		return false
	}
	for range m.File.Misread(value, m.ret.Pos()) {
		return false
	}
	m.lit, m.held = value, &d
	return true
}

// parts returns the nodes that return the literal: the return, and the assignment or declaration in front of it.
func (m *maker) parts() []ast.Node {
	list := []ast.Node{m.ret.Stmt}
	if m.ret.Set != nil {
		list = append(list, m.ret.Set)
	}
	if m.held != nil {
		list = append(list, m.held.Node())
	}
	return list
}

// moving returns the other nodes of the body, which move to the new function.
func (m *maker) moving() (list []ast.Node) {
	parts := m.parts()
	ast.Inspect(m.Body(), func(n ast.Node) bool {
		if n == nil || slices.ContainsFunc(parts, func(part ast.Node) bool { return source.Contains(part, n) }) {
			return false
		}
		if slices.ContainsFunc(parts, func(part ast.Node) bool { return source.Contains(n, part) }) {
			return true
		}
		list = append(list, n)
		return false
	})
	return list
}

// parametric reports whether n depends on a type parameter.
func (s *splitter) parametric(n ast.Node) bool {
	for id := range source.Idents(n) {
		switch obj := s.Info.ObjectOf(id).(type) {
		case nil:
		case *types.Func:
			for arg := range s.Info.Instances[id].TypeArgs.Types() {
				if source.Parametric(arg) {
					return true
				}
			}
		default:
			if source.Parametric(obj.Type()) {
				return true
			}
		}
	}
	return false
}

// before reports whether the use at cur is in the body outside of parts, and so runs before the return.
func (m *maker) before(cur inspector.Cursor) bool {
	n := cur.Node()
	if n.Pos() < m.Decl.Body.Lbrace || m.Decl.Body.Rbrace < n.Pos() {
		return false
	}
	return !slices.ContainsFunc(m.parts(), func(part ast.Node) bool { return source.Contains(part, n) })
}

// movable reports whether the statements before the return may run in a function of their own: nothing in them depends
// on whose frame they run in.
func (s *splitter) movable(m *maker) bool {
	for v := range m.Results().Variables() {
		if !s.Pkg.Every(v, func(use inspector.Cursor) bool {
			return m.ret.Set != nil && source.Contains(m.ret.Set, use.Node()) && s.Pkg.Changes(use)
		}) {
			return false
		}
	}
	for _, n := range m.moving() {
		if effect.Frames(s.Pkg, n) || inline.MayRecover(s.Info, n) || source.Has[*ast.DeferStmt](n) && s.returnsShared(m) || m.Generic() && s.parametric(n) {
			return false
		}
	}
	return true
}

// returnsShared reports whether a result is a variable from outside the function. The return reads it before the
// deferred calls run, which may release a lock; after the split it would read the variable after them.
func (s *splitter) returnsShared(m *maker) bool {
	return slices.ContainsFunc(m.ret.Values, func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return false
		}
		v, isVar := s.Info.Uses[id].(*types.Var)
		return isVar && !m.owns(v)
	})
}

// carries finds the variables that must get from one part to the other. ok is false if both parts would need to share
// one.
func (s *splitter) carries(m *maker) (ok bool) {
	if m.carried, ok = s.captures(m); !ok {
		return false
	}
	for _, c := range m.carried {
		if s.shared(m, c.Var) || m.taken(c.Var) {
			return false
		}
	}
	m.carried = slices.DeleteFunc(m.carried, func(c source.Capture) bool { return !s.setBefore(m, c.Var) })
	slices.SortFunc(m.carried, func(a, b source.Capture) int { return cmp.Compare(a.Var.Pos(), b.Var.Pos()) })
	s.parametersOf(m)
	return true
}

// captures lists the variables of the function that the results use.
func (s *splitter) captures(m *maker) (list []source.Capture, ok bool) {
	declares := func(obj types.Object) bool {
		_, isType := obj.(*types.TypeName)
		_, isParam := obj.Type().(*types.TypeParam)
		return m.owns(obj) && !(isType && isParam)
	}
	for _, e := range m.returned() {
		own, ok := s.Pkg.Captures(e, declares)
		if !ok {
			return nil, false
		}
		for _, c := range own {
			if i := slices.IndexFunc(list, func(o source.Capture) bool { return o.Var == c.Var }); i >= 0 {
				list[i].Uses = append(list[i].Uses, c.Uses...)
			} else {
				list = append(list, c)
			}
		}
	}
	return list, true
}

// returned returns the results, with the variable that holds the literal replaced by the literal.
func (m *maker) returned() []ast.Expr {
	list := slices.Clone(m.ret.Values)
	for i, r := range list {
		if id, ok := ast.Unparen(r).(*ast.Ident); ok && m.held != nil && id.Name == m.held.Var.Name() {
			list[i] = m.lit
		}
	}
	return list
}

// taken reports whether the name of v is also the name of a result, or of a parameter of another type, so that v
// cannot be declared at the top of the function.
func (m *maker) taken(v *types.Var) bool {
	if p := m.param(v.Name()); p != nil && !types.Identical(p.Type(), v.Type()) {
		return true
	}
	for r := range m.Results().Variables() {
		if r.Name() == v.Name() {
			return true
		}
	}
	return false
}

// owns reports whether obj is declared within the function.
func (m *maker) owns(obj types.Object) bool {
	return m.Decl.Pos() <= obj.Pos() && obj.Pos() < m.Decl.End()
}

// shared reports whether one part could see the other one assign to v: the first part takes the address of v, or has a
// function literal that changes v, or one that uses v while the returned literal changes it.
func (s *splitter) shared(m *maker, v *types.Var) bool {
	captured, changed := false, false
	for _, use := range s.Pkg.Uses(v) {
		if !m.before(use) {
			changed = changed || s.Pkg.Changes(use)
			continue
		}
		if s.Pkg.Addressed(use) {
			return true
		}
		if fn, ok := source.EnclosingFunc(use); ok && source.Body(fn.Node()) != m.Body() {
			captured = true
			if s.Pkg.Changes(use) {
				return true
			}
		}
	}
	return captured && changed
}

// setBefore reports whether the statements before the return declare v or assign to it.
func (s *splitter) setBefore(m *maker, v *types.Var) bool {
	return v.Pos() > m.Decl.Body.Lbrace || slices.ContainsFunc(s.Pkg.Writes(v), m.before)
}

// parametersOf lists the parameters, receiver first, that the statements before the return use.
func (s *splitter) parametersOf(m *maker) {
	sig := m.Obj.Signature()
	vars := slices.Collect(sig.Params().Variables())
	if sig.Recv() != nil {
		vars = append([]*types.Var{sig.Recv()}, vars...)
	}
	for _, v := range vars {
		if slices.ContainsFunc(s.Pkg.Uses(v), m.before) {
			m.needs = append(m.needs, v)
		}
	}
}

// fits reports whether the part that stays will be inlined. If the declaration of a variable is one too many, a
// parameter that the return does not use holds its value instead.
func (s *splitter) fits(m *maker) bool {
	size := int64(0)
	for _, c := range m.carried {
		n, ok := s.Pkg.Sizeof(c.Var.Type())
		if !ok || typefact.NoCopy(c.Var.Type()) {
			return false
		}
		size += n
	}
	if size > inline.MaxValue {
		return false
	}
	for i := range m.carried {
		if m.cost() <= inline.Budget {
			break
		}
		s.replace(m, &m.carried[i])
	}
	unread := func(c source.Capture) bool { return !m.isParam(c.Name) && !s.read(m, c.Var) }
	return m.cost() <= inline.Budget && !slices.ContainsFunc(m.carried, unread)
}

// read reports whether the return does anything with v but assign to it. If not, the compiler would report v as
// unused.
func (s *splitter) read(m *maker, v *types.Var) bool {
	return slices.ContainsFunc(s.Pkg.Uses(v), func(use inspector.Cursor) bool {
		if m.before(use) {
			return false
		}
		target := source.Parens(use)
		assign, ok := target.Parent().Node().(*ast.AssignStmt)
		return !ok || target.ParentEdgeKind() != edge.AssignStmt_Lhs || assign.Tok != token.ASSIGN
	})
}

// cost estimates what the compiler counts for the part that stays.
func (m *maker) cost() int {
	sum := makerCost + len(m.needs) + len(m.ret.Values) - 1
	if m.onReceiver() {
		sum--
	}
	for i, c := range m.carried {
		if i == 0 {
			sum += resultCost
		}
		sum += resultCost
		if !m.isParam(c.Name) {
			sum += newVarCost - resultCost
		}
	}
	return sum
}

// onReceiver reports whether the statements before the return use the receiver.
func (m *maker) onReceiver() bool {
	return len(m.needs) > 0 && m.needs[0] == m.Obj.Signature().Recv()
}

// isParam reports whether name is the name of a parameter or of the receiver.
func (m *maker) isParam(name string) bool { return m.param(name) != nil }

func (m *maker) param(name string) *types.Var {
	sig := m.Obj.Signature()
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

// replace makes a parameter of the same type hold the value of a variable of the body, if no name in the return is the
// parameter's.
func (s *splitter) replace(m *maker, c *source.Capture) {
	if m.isParam(c.Name) {
		return
	}
	named := make(map[string]bool)
	for _, part := range m.parts() {
		maps.Copy(named, source.NamesIn(part))
	}
	for _, o := range m.carried {
		named[o.Name] = true
	}
	for p := range m.Obj.Signature().Params().Variables() {
		if p.Name() != "" && p.Name() != "_" && !named[p.Name()] && types.Identical(p.Type(), c.Var.Type()) {
			c.Name = p.Name()
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
func (s *splitter) splitMaker(m *maker) []source.TextEdit {
	f := m.File
	name := s.FreshGlobal("prepare" + inline.Capital(m.Name()))
	decl, call := name, name
	args := m.needs
	if m.onReceiver() {
		decl, call, args = m.Func.Method(name), args[0].Name()+"."+name, args[1:]
	}
	start, end, last := m.moves()
	moved := f.Between(start, m.ret.Pos()) + m.text() + f.Between(m.ret.End(), end)
	left := ""
	switch {
	case len(m.carried) > 0:
		left = "\treturn " + names(m.carried, func(c source.Capture) string { return c.Var.Name() })
	case !last:
		left = "\treturn"
	case end < m.Decl.Body.Rbrace && f.AloneOnLine(start):
		end = f.LineBelow(end) // end of the line itself
	}
	call += "(" + names(args, (*types.Var).Name) + ")"
	text := fmt.Sprintf("\t%s%s\n%s\n}\n\nfunc %s(%s) %s{\n", m.assign(), call, moved, decl, m.params, m.results)
	edits := append(m.unwrapped, m.Insert(text), source.Replace(start, end, left))
	if m.held != nil {
		edits = append(edits, m.held.Remove())
	}
	return edits
}

// text returns the source of the return of the literal.
func (m *maker) text() string {
	start, end := m.ret.Pos(), m.ret.End()
	prefix, suffix := "", ""
	if m.ret.Set != nil {
		start, end = m.ret.Values[0].Pos(), m.ret.Set.End()
		prefix, suffix = "return ", strings.TrimRight(m.File.Between(end, m.ret.Stmt.Pos()), " \t\r\n")
	}
	var edits []source.TextEdit
	for i, e := range m.returned() {
		if own := m.ret.Values[i]; own == e {
			edits = append(edits, m.renames(own)...)
		} else {
			edits = append(edits, source.ReplaceNode(own, m.File.Edited(e.Pos(), e.End(), m.renames(e))))
		}
	}
	return prefix + m.File.Edited(start, end, edits) + strings.TrimPrefix(suffix, ";")
}

// renames returns the edits that rename variables in n to the parameters that hold their values.
func (m *maker) renames(n ast.Node) (edits []source.TextEdit) {
	for _, c := range m.carried {
		for _, id := range c.Uses {
			if source.Contains(n, id) {
				edits = append(edits, source.ReplaceNode(id, c.Name))
			}
		}
	}
	return edits
}

// moves returns the range of the return, with the comments that belong to it. last says that the body ends with it.
func (m *maker) moves() (start, end token.Pos, last bool) {
	start, end = m.ret.Pos(), m.ret.End()
	body := m.Body().List
	last = body[len(body)-1] == ast.Stmt(m.ret.Stmt)
	if m.File.AloneOnLine(start) {
		start = m.File.LineBelow(m.behind())
	}
	below := m.File.LineBelow(end)
	if rest := strings.TrimSpace(m.File.Between(end, below)); rest == "" || strings.HasPrefix(rest, "//") {
		end = below - 1 // include a comment after it
	}
	return start, end, last
}

// behind returns the end of the statement in front of the return or, if the return is the first of a list, the start
// of the list.
func (m *maker) behind() token.Pos {
	at := token.NoPos
	ast.Inspect(m.Body(), func(n ast.Node) bool {
		if n == nil || n.Pos() >= m.ret.Pos() {
			return false
		}
		if n.End() <= m.ret.Pos() {
			at = max(at, n.End())
			return false
		}
		switch n := n.(type) {
		case *ast.BlockStmt:
			at = max(at, n.Lbrace+1)
		case *ast.CaseClause:
			at = max(at, n.Colon+1)
		case *ast.CommClause:
			at = max(at, n.Colon+1)
		}
		return true
	})
	return at
}

// names returns the names of all elements, separated by commas.
func names[T any](list []T, name func(T) string) string {
	var out []string
	for _, e := range list {
		out = append(out, name(e))
	}
	return strings.Join(out, ", ")
}

// assign returns the text in front of the call of the new function: its variables, and = or :=.
func (m *maker) assign() string {
	if len(m.carried) == 0 {
		return ""
	}
	tok := token.ASSIGN
	for _, c := range m.carried {
		if !m.isParam(c.Name) {
			tok = token.DEFINE // it assigns to a parameter rather than declare it anew
		}
	}
	return names(m.carried, func(c source.Capture) string { return c.Name }) + " " + tok.String() + " "
}

// written notes the signature of the new function. It returns false if a type cannot be written.
func (m *maker) written() bool {
	var types, params []string
	for _, c := range m.carried {
		text, ok := m.typeText(c.Var)
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
		if v != m.Obj.Signature().Recv() {
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

// grouped removes the type of each parameter that has the type of the next: a, b int.
func grouped(params []string) []string {
	for i := range len(params) - 1 {
		name, this, _ := strings.Cut(params[i], " ")
		if _, next, _ := strings.Cut(params[i+1], " "); this == next {
			params[i] = name
		}
	}
	return params
}

// typeText returns the type of v as it is written in the signature of the function.
func (m *maker) typeText(v *types.Var) (string, bool) {
	for _, field := range m.Decl.Type.Params.List {
		for _, id := range field.Names {
			if id.Pos() == v.Pos() {
				text := m.File.Text(field.Type)
				if elem, variadic := strings.CutPrefix(text, "..."); variadic {
					text = "[]" + elem
				}
				return text, true
			}
		}
	}
	return m.File.TypeText(v.Type(), m.Decl.Pos())
}
