package appendto

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A visit is the loop of a series that replaces the loop of its caller.
type visit struct {
	loop inspector.Cursor // a for or range statement
	body *ast.BlockStmt   // the body of the loop
	elem ast.Expr         // the appended element
}

// unrolls replaces the only loop over the result of a function by the loop of the function.
//
//	func (s *store) open() []*item {
//		var out []*item
//		for _, it := range s.items {
//			if !it.done {
//				out = append(out, it)
//			}
//		}
//		return out
//	}
//	for _, x := range s.open() {           for _, x := range s.items {
//		n += x.size                            if !x.done {
//	}                                              n += x.size
//	                                           }
//	                                       }
func (a *appender) unrolls(s *series, at ast.Node) {
	if len(s.loops) != 1 {
		a.Since(at, "go1.23", "range over functions")
		return
	}
	v := s.loops[0]
	in, ok := a.shape(s)
	if !ok {
		a.Refuse(at, s.Name()+" does more than append in one loop")
		return
	}
	class, ok := a.between(s)
	if !ok {
		return
	}
	before, names, ok := a.operands(s, in, v)
	if !ok {
		a.Refuse(v.call, "what "+s.Name()+" is given cannot stand in its loop")
		return
	}
	text, ok := a.merged(s, in, v, names)
	if !ok {
		a.Refuse(v.call, "a name, or an element, means something else in the loop of "+s.Name())
		return
	}
	f := a.Pkg.FileOf(v.loop)
	edits := []source.TextEdit{source.ReplaceNode(v.stmt, text), a.gone(s.Decl)}
	if v.held != nil {
		edits = append(edits, v.held.Remove())
	}
	if len(before) > 0 {
		edits = append(edits, f.Before(v.stmt, before...))
	}
	a.Report(rule.Finding{
		At:      at,
		Message: "what " + s.Name() + " returns is only ranged over",
		Title:   "Put the loop of " + s.Name() + " in the place of the one over its result",
		Class:   class,
		Edits:   edits,
	})
}

// shape recognises a function that consists of a slice, a loop and the return of the slice. The loop appends
// one element in one place, behind which the iteration ends.
func (a *appender) shape(s *series) (in visit, ok bool) {
	body := s.Decl.Body.List
	if s.Generic() || s.Decl.Doc != nil || s.decl.Var == nil || s.decl.Grouped() || len(body) != 3 || body[0] != s.decl.Stmt || len(s.appends) != 1 || len(s.Returns()) != 1 || len(s.Returns()[0].Stmt.Results) != 1 {
		return in, false
	}
	stmt := source.Parens(s.appends[0]).Parent()
	in.elem = s.appends[0].Node().(*ast.CallExpr).Args[1]
	in.loop = cursorOf(a.File, body[1])
	switch loop := body[1].(type) {
	case *ast.ForStmt:
		in.body = loop.Body
	case *ast.RangeStmt:
		in.body = loop.Body
	default:
		return in, false
	}
	for {
		list, i, inList := source.StmtList(stmt)
		block := stmt.Parent()
		if !inList || i+1 < len(list) {
			return in, false
		}
		if block.Node() == in.body {
			return in, true
		}
		if kind := block.ParentEdgeKind(); kind != edge.IfStmt_Body && kind != edge.IfStmt_Else {
			return in, false
		}
		for stmt = block.Parent(); stmt.ParentEdgeKind() == edge.IfStmt_Else; {
			stmt = stmt.Parent()
		}
	}
}

// operands returns the names that replace the parameters of a function, and its receiver: the arguments of the call,
// if the loop does not change them, otherwise variables, which the lines before declare in front of the loop.
func (a *appender) operands(s *series, in visit, v visited) (before []string, names []source.Capture, ok bool) {
	sig := s.Obj.Signature()
	given := make(map[types.Object]ast.Expr)
	if sig.Variadic() || len(v.call.Args) != sig.Params().Len() {
		return nil, nil, false
	}
	for i, arg := range v.call.Args {
		given[sig.Params().At(i)] = arg
	}
	if recv := sig.Recv(); recv != nil {
		sel, isSelector := ast.Unparen(v.call.Fun).(*ast.SelectorExpr)
		if !isSelector || len(a.Info.Selections[sel].Index()) != 1 || !types.Identical(a.Info.TypeOf(sel.X), recv.Type()) {
			return nil, nil, false
		}
		given[recv] = sel.X
	}
	names, ok = a.Pkg.Captures(in.loop.Node(), func(obj types.Object) bool { return given[obj] != nil })
	if !ok {
		return nil, nil, false
	}
	f := a.Pkg.FileOf(v.call)
	for i, c := range names {
		arg := given[c.Var]
		same := a.Info.Types[arg].Value == nil && types.Identical(a.Info.TypeOf(arg), c.Var.Type())
		stays := same && source.IsPath(arg) && effect.StableBetween(a.Pkg, arg, v.stmt.Pos(), v.stmt.End())
		name := c.Var.Name()
		switch {
		case len(a.Pkg.Writes(c.Var)) > 0 || a.Pkg.Captured(c.Var):
			return nil, nil, false
		case stays || same && source.IsPath(arg) && isHead(in, c):
			names[i].Name = f.Text(arg)
		case !effect.Pure(a.Info, arg) || !source.Infers(a.Info, arg, c.Var.Type()) || a.Fresh(v.loop.Pos(), name) != name:
			return nil, nil, false
		default:
			before = append(before, name+" := "+f.Text(arg))
		}
		delete(given, c.Var)
	}
	for _, arg := range given {
		if !effect.Total(a.Info, arg) || !a.Pkg.ReadBeside(arg) {
			return nil, nil, false
		}
	}
	if _, _, inList := source.StmtList(cursorOf(f, v.stmt)); len(before) > 0 && !inList {
		return nil, nil, false
	}
	return before, names, true
}

// isHead reports whether a parameter is only used in the range expression of the loop, which is evaluated once.
func isHead(in visit, c source.Capture) bool {
	loop, isRange := in.loop.Node().(*ast.RangeStmt)
	return isRange && len(c.Uses) == 1 && source.Contains(loop.X, c.Uses[0])
}

// merged returns the loop of a function, with the body of the caller's loop instead of the append, as source text. ok is
// false if a name would mean something else.
func (a *appender) merged(s *series, in visit, v visited, names []source.Capture) (text string, ok bool) {
	f, loop := a.Pkg.FileOf(v.loop), in.loop.Node()
	for _, obj := range f.Misread(loop, v.loop.Pos()) {
		if obj != s.out && !isOne(names, obj) {
			return "", false
		}
	}
	edits, bound := []source.TextEdit(nil), ""
	elem, isDeclared := a.Pkg.LocalVar(in.elem)
	isDeclared = isDeclared && source.Contains(loop, a.defOf(elem))
	here, there := a.bare(loop, func(obj types.Object) bool { return isOne(names, obj) }), a.bare(v.loop.Body, func(types.Object) bool { return false })
	declared := a.declaredIn(loop)
	if v.loop.Value != nil && !source.IsBlank(v.loop.Value) {
		id := v.loop.Value.(*ast.Ident)
		x := a.Info.Defs[id].(*types.Var)
		if len(a.Pkg.Writes(x)) > 0 || a.Pkg.Captured(x) || here[id.Name] && !(isDeclared && elem.Name() == id.Name) || !source.Infers(a.Info, in.elem, x.Type()) {
			return "", false
		}
		if isDeclared {
			delete(declared, elem.Name())
			edits = append(edits, a.renamed(elem, id.Name)...)
		} else {
			bound = id.Name + " := "
		}
	} else if !effect.Total(a.Info, in.elem) {
		return "", false
	}
	for name := range declared {
		if there[name] {
			return "", false
		}
	}
	for name := range a.declaredIn(v.loop.Body) {
		if here[name] {
			return "", false
		}
	}
	for _, c := range names {
		for _, id := range c.Uses {
			edits = append(edits, source.ReplaceNode(id, c.Name))
		}
		if root, _, _ := strings.Cut(c.Name, "."); declared[root] || a.names(v.loop.Value, root) {
			return "", false
		}
	}
	stmt := source.Parens(s.appends[0]).Parent().Node()
	var around, inside []source.TextEdit
	for _, e := range edits {
		switch {
		case in.elem.Pos() <= e.Pos && e.End <= in.elem.End():
			inside = append(inside, e)
		case e.End <= stmt.Pos() || stmt.End() <= e.Pos:
			around = append(around, e)
		}
	}
	if bound != "" {
		bound += a.Edited(in.elem.Pos(), in.elem.End(), inside) + "\n"
	}
	body := strings.Trim(f.Between(v.loop.Body.Lbrace+1, v.loop.Body.Rbrace), "\n\t ")
	if f.HasComment(v.loop.Body.Lbrace, v.loop.Body.Rbrace) {
		body += "\n" // the last line may end in a comment
	}
	return a.Edited(loop.Pos(), loop.End(), append(around, source.ReplaceNode(stmt, bound+body))), true
}

// isOne reports whether obj is among the captured variables.
func isOne(names []source.Capture, obj types.Object) bool {
	for _, c := range names {
		if c.Var == obj {
			return true
		}
	}
	return false
}

// names reports whether e is an identifier with that name.
func (a *appender) names(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// bare returns the unqualified names in n, except for the objects that skip reports: no fields and methods.
func (a *appender) bare(n ast.Node, skip func(types.Object) bool) map[string]bool {
	names := make(map[string]bool)
	for id := range source.Idents(n) {
		obj := a.Info.ObjectOf(id)
		if v, isVar := obj.(*types.Var); obj == nil || isVar && v.IsField() || skip(obj) {
			continue
		}
		if fn, isFunc := obj.(*types.Func); isFunc && fn.Signature().Recv() != nil {
			continue
		}
		names[id.Name] = true
	}
	return names
}

// defOf returns the identifier that declares a variable.
func (a *appender) defOf(v *types.Var) ast.Node {
	def, _ := a.Pkg.Def(v)
	return def.Node()
}

// declaredIn returns the names that n declares.
func (a *appender) declaredIn(n ast.Node) map[string]bool {
	names := make(map[string]bool)
	for id := range source.Idents(n) {
		if a.Info.Defs[id] != nil && id.Name != "_" {
			names[id.Name] = true
		}
	}
	return names
}

// renamed returns the edits that give a variable another name.
func (a *appender) renamed(v *types.Var, name string) (edits []source.TextEdit) {
	if v.Name() == name {
		return nil
	}
	edits = append(edits, source.ReplaceNode(a.defOf(v), name))
	for _, use := range a.Pkg.Uses(v) {
		edits = append(edits, source.ReplaceNode(use.Node(), name))
	}
	return edits
}

// gone returns the edit that removes a function, with its line end and a blank line in front of it.
func (a *appender) gone(fn *ast.FuncDecl) source.TextEdit {
	end := fn.End()
	if next := a.LineBelow(end); strings.TrimSpace(a.Between(end, next)) == "" {
		end = next
	}
	start := fn.Pos()
	if before := a.Between(a.Syntax.FileStart, start); strings.HasSuffix(before, "\n\n") {
		start -= token.Pos(len("\n"))
	}
	return source.Replace(start, end, "")
}
