package stack

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A construction is the statement that makes the result of a constructor.
type construction struct {
	stmt *ast.AssignStmt
	v    *types.Var
	typ  ast.Expr
	lit  *ast.CompositeLit // nil for new(T)
}

// constructor splits a function that has t := &T{…} and returns t. It reports whether
// it does.
func (s *stacker) constructor(t *target) bool {
	c, ok := s.made(t)
	if !ok || !s.splittable(t, c.v) || !s.returned(t, c.v) || !s.worthwhile(t, true) {
		return false
	}
	params := t.decl.Type.Params
	if t.file.HasComment(params.Pos(), params.End()) || !t.file.Universe(t.decl.Body.Lbrace+1, "new") || !t.file.Visible(c.typ, t.decl.Body.Lbrace+1) {
		return false
	}
	set, ok := s.set(t, c)
	if !ok {
		return false
	}
	s.reportSplit(t, c.stmt.Rhs[0], s.split(t, c.v.Name(), c.typ), set)
	return true
}

// reportSplit reports that the result made at the given place is on the heap.
func (s *stacker) reportSplit(t *target, at ast.Node, edits ...source.TextEdit) {
	s.pass.Report(rule.Finding{
		At:      at,
		Message: fmt.Sprintf("the result of %s is on the heap, since %s is too big to be inlined", t.decl.Name.Name, t.decl.Name.Name),
		Title:   "split " + t.decl.Name.Name + ", so that its callers can keep the result on the stack",
		Class:   rule.Safe,
		Edits:   edits,
	})
}

// bodyStart returns where the statements of the body begin: in the line below the
// brace, if nothing but a comment follows it.
func (t *target) bodyStart() token.Pos {
	after := t.decl.Body.Lbrace + 1
	next := t.file.LineBelow(after)
	rest := strings.TrimSpace(t.file.Between(after, next))
	if rest == "" || strings.HasPrefix(rest, "//") {
		return next
	}
	return after
}

// made recognises the first statement t := &T{…} of the body, not in a block inside
// of it. No name up to there may be t, and nothing may lead back to it.
func (s *stacker) made(t *target) (construction, bool) {
	before := make(map[string]bool)
	for _, stmt := range t.decl.Body.List {
		if assign, ok := stmt.(*ast.AssignStmt); ok && assign.Tok == token.DEFINE && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 {
			if typ, lit, ok := s.newLiteral(assign.Rhs[0]); ok {
				id := assign.Lhs[0].(*ast.Ident)
				v, ok := s.info.Defs[id].(*types.Var)
				addNames(assign.Rhs[0], before) // token := &token{}
				return construction{assign, v, typ, lit}, ok && !before[id.Name] && !hasGoto(t.decl.Body)
			}
		}
		addNames(stmt, before)
	}
	return construction{}, false
}

// addNames adds the identifiers in n to names.
func addNames(n ast.Node, names map[string]bool) {
	for m := range ast.Preorder(n) {
		if id, ok := m.(*ast.Ident); ok {
			names[id.Name] = true
		}
	}
}

func hasGoto(body *ast.BlockStmt) bool {
	for n := range ast.Preorder(body) {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
			return true
		}
	}
	return false
}

// maxImplicit is the size above which the compiler puts new(T) on the heap whatever
// happens to it: 64 KiB (cmd/compile/internal/ir, MaxImplicitStackVarSize).
const maxImplicit = 64 << 10

// huge reports whether new(T) is on the heap whatever happens. A size that depends on type
// arguments is taken for a small one.
func (s *stacker) huge(t types.Type) bool {
	size, ok := s.pkg.Sizeof(t)
	return ok && size > maxImplicit
}

// splittable reports whether the signature can be repeated, and the variable is one
// that could be on a stack.
func (s *stacker) splittable(t *target, v *types.Var) bool {
	if directive(t.decl, false) || len(t.decl.Body.List) < 2 || t.decl.Type.Results == nil {
		return false
	}
	elem := v.Type().Underlying().(*types.Pointer).Elem()
	return !s.huge(elem) && !s.pkg.Captured(v) && len(s.pkg.Writes(v)) == 0 && s.repeatable(t, v.Name())
}

// repeatable reports whether a function can be split in two with the same parameters,
// and nothing in it looks at the frames of its callers. taken is a name that the
// second function needs for itself.
func (s *stacker) repeatable(t *target, taken string) bool {
	if !named(t.decl.Type.Params, taken) || !named(t.decl.Recv, taken) || !named(t.decl.Type.TypeParams, taken) || len(t.decl.Type.Results.List[0].Names) > 0 {
		return false
	}
	return !s.framed(t.decl.Body)
}

// mayRecover reports whether a deferred call in n may recover, so that the function
// returns what it would not return otherwise. Only those that unlock surely do not.
func (s *stacker) mayRecover(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // its deferred calls are its own
		case *ast.DeferStmt:
			fn, ok := typeutil.Callee(s.info, n.Call).(*types.Func)
			found = found || !ok || fn.Pkg() == nil || fn.Pkg().Path() != "sync"
		}
		return !found
	})
	return found
}

// named reports whether every field has names that can be passed on, other than
// taken.
func named(list *ast.FieldList, taken string) bool {
	if list == nil {
		return true
	}
	for _, field := range list.List {
		if len(field.Names) == 0 {
			return false
		}
		for _, name := range field.Names {
			if name.Name == "_" || name.Name == taken {
				return false
			}
		}
	}
	return true
}

// returned reports whether v leaves the function by a return only.
func (s *stacker) returned(t *target, v *types.Var) bool {
	found := false
	for _, ret := range ownReturns(t.decl.Body) {
		for _, r := range ret.Results {
			if id, ok := ast.Unparen(r).(*ast.Ident); ok && s.info.Uses[id] == v {
				found = true
			}
		}
	}
	return found
}

// split returns the edit that puts a function of the old name in front of the body,
// which gets a name of its own, and the variable v to fill.
//
//	func New(a int) *T {
//		…
//	-----------------------------------
//	func New(a int) *T {
//		return initNew(new(T), a)
//	}
//
//	func initNew(t *T, a int) *T {
//		…
func (s *stacker) split(t *target, v string, typ ast.Expr) source.TextEdit {
	f, fd := t.file, t.decl
	name := s.names.FreshGlobal(s.pkg, s.pass.Files, "init"+capital(fd.Name.Name))
	call, params := t.forward(name, []string{"new(" + f.Text(typ) + ")"})
	decl := t.method(name) + t.typeParams()
	return t.insert(fmt.Sprintf("\treturn %s\n}\n\nfunc %s(%s) %s {\n", call, decl,
		strings.TrimSuffix(v+" *"+f.Text(typ)+", "+params, ", "), f.Text(fd.Type.Results)))
}

// set returns the edit that fills what new(T) made, and false if it would leave a
// comment alone.
//
//	t := &T{a: a}     t := &T{}
//	-------------     ---------
//	*t = T{a: a}
func (s *stacker) set(t *target, c construction) (source.TextEdit, bool) {
	f, first := t.file, c.stmt
	if c.lit != nil && len(c.lit.Elts) > 0 {
		return source.Replace(first.Pos(), c.lit.Pos(), "*"+c.v.Name()+" = "), !f.HasComment(first.Pos(), c.lit.Pos())
	}
	below := f.LineBelow(first.End())
	if !f.AloneOnLine(first.Pos()) || strings.TrimSpace(f.Between(first.End(), below)) != "" {
		return source.Replace(first.Pos(), first.End(), "*"+c.v.Name()+" = "+f.Text(c.typ)+"{}"), !f.HasComment(first.Pos(), first.End())
	}
	return source.Replace(first.Pos(), below, ""), !f.HasComment(t.bodyStart(), first.End())
}

// typeParams returns the type parameters of the function as they are written.
func (t *target) typeParams() string {
	if t.decl.Type.TypeParams == nil {
		return ""
	}
	return t.file.Text(t.decl.Type.TypeParams)
}

// typeArgs returns the type parameters of the function as arguments.
func (t *target) typeArgs() string {
	if t.decl.Type.TypeParams == nil {
		return ""
	}
	var list []string
	for _, field := range t.decl.Type.TypeParams.List {
		for _, id := range field.Names {
			list = append(list, id.Name)
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// method returns name with the receiver of the function before it, if it has one.
func (t *target) method(name string) string {
	if t.decl.Recv == nil {
		return name
	}
	return t.file.Text(t.decl.Recv) + " " + name
}

// forward returns a call of name with the given arguments and then the parameters of
// the function, and the text of these parameters.
func (t *target) forward(name string, args []string) (call, params string) {
	for _, field := range t.decl.Type.Params.List {
		for _, id := range field.Names {
			args = append(args, id.Name)
		}
	}
	call = name + t.typeArgs() + "(" + strings.Join(args, ", ")
	if t.fn.Signature().Variadic() {
		call += "..."
	}
	if t.decl.Recv != nil {
		call = t.decl.Recv.List[0].Names[0].Name + "." + call
	}
	params = strings.TrimSpace(t.file.Between(t.decl.Type.Params.Opening+1, t.decl.Type.Params.Closing))
	return call + ")", strings.TrimSuffix(params, ",")
}

// insert returns the edit that puts text, which ends one function and begins another,
// before the statements of the body.
func (t *target) insert(text string) source.TextEdit {
	if t.bodyStart() == t.decl.Body.Lbrace+1 {
		text = "\n" + text
	}
	return source.Insert(t.bodyStart(), text)
}
