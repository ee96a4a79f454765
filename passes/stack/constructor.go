package stack

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/edit"
)

// constructor splits a function that begins with t := &T{…} and returns t.
func (s *stacker) constructor(t *target) {
	v, typ, lit, ok := s.made(t)
	if !ok || !s.splittable(t, v) || !s.returned(t, v) {
		return
	}
	params := t.decl.Type.Params
	if t.file.HasComment(params.Pos(), params.End()) || t.file.HasComment(t.bodyStart(), t.decl.Body.List[0].End()) || !t.file.Universe(t.decl.Body.Lbrace+1, "new") {
		return // a comment would change sides
	}
	edit.Report(s.pass, edit.Fix{
		At:      t.decl.Body.List[0].(*ast.AssignStmt).Rhs[0],
		Message: fmt.Sprintf("the result of %s is on the heap, since %s is too big to be inlined", t.decl.Name.Name, t.decl.Name.Name),
		Title:   "split " + t.decl.Name.Name + ", so that its callers can keep the result on the stack",
		Class:   edit.Safe,
		Edits:   s.split(t, v, typ, lit),
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

// made recognises the first statement.
func (s *stacker) made(t *target) (v *types.Var, typ ast.Expr, lit *ast.CompositeLit, ok bool) {
	assign, ok := t.decl.Body.List[0].(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil, nil, nil, false
	}
	typ, lit, ok = s.newLiteral(assign.Rhs[0])
	if !ok {
		return nil, nil, nil, false
	}
	v, ok = s.info.Defs[assign.Lhs[0].(*ast.Ident)].(*types.Var)
	return v, typ, lit, ok
}

// maxImplicit is the size above which the compiler puts new(T) on the heap whatever
// happens to it: 64 KiB (cmd/compile/internal/ir, MaxImplicitStackVarSize).
const maxImplicit = 64 << 10

// splittable reports whether the signature can be repeated, and the variable is one
// that could be on a stack.
func (s *stacker) splittable(t *target, v *types.Var) bool {
	if directive(t.decl, false) || len(t.decl.Body.List) < 2 || t.decl.Type.Results == nil {
		return false
	}
	elem := v.Type().Underlying().(*types.Pointer).Elem()
	if s.pkg.Sizes == nil || s.pkg.Sizes.Sizeof(elem) > maxImplicit || s.pkg.Captured(v) || len(s.pkg.Writes(v)) > 0 {
		return false
	}
	return s.repeatable(t, v.Name())
}

// repeatable reports whether a function can be split in two with the same parameters,
// and nothing in it looks at the frames of its callers. taken is a name that the
// second function needs for itself.
func (s *stacker) repeatable(t *target, taken string) bool {
	if !named(t.decl.Type.Params, taken) || !named(t.decl.Recv, taken) || len(t.decl.Type.Results.List[0].Names) > 0 {
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

// split returns the edits that make two functions of one.
//
//	func New(a int) *T {
//		t := &T{a: a}
//		…
//	-----------------------------------
//	func New(a int) *T {
//		return initNew(new(T), a)
//	}
//
//	func initNew(t *T, a int) *T {
//		*t = T{a: a}
//		…
func (s *stacker) split(t *target, v *types.Var, typ ast.Expr, lit *ast.CompositeLit) []edit.TextEdit {
	f, fd := t.file, t.decl
	name := s.names.FreshGlobal(s.pkg, s.pass.Files, "init"+strings.ToUpper(fd.Name.Name[:1])+fd.Name.Name[1:])
	call, params := t.forward(name, []string{"new(" + f.Text(typ) + ")"})
	head := fmt.Sprintf("\treturn %s\n}\n\nfunc %s(%s) %s {\n", call, t.method(name),
		strings.TrimSuffix(v.Name()+" *"+f.Text(typ)+", "+params, ", "), f.Text(fd.Type.Results))
	first := fd.Body.List[0]
	set := edit.Replace(first.Pos(), f.LineBelow(first.End()), "")
	if lit != nil && len(lit.Elts) > 0 {
		set = edit.Replace(first.Pos(), lit.Pos(), "*"+v.Name()+" = ")
	} else if !f.AloneOnLine(first.Pos()) || strings.TrimSpace(f.Between(first.End(), f.LineBelow(first.End()))) != "" {
		set = edit.Replace(first.Pos(), first.End(), "*"+v.Name()+" = "+f.Text(typ)+"{}")
	}
	return []edit.TextEdit{t.insert(head), set}
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
	call = name + "(" + strings.Join(args, ", ")
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
func (t *target) insert(text string) edit.TextEdit {
	if t.bodyStart() == t.decl.Body.Lbrace+1 {
		text = "\n" + text
	}
	return edit.Insert(t.bodyStart(), text)
}
