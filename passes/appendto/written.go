package appendto

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A text is a function that makes a string, or bytes, in a builder or buffer, and whose callers write the
// result to another builder.
type text struct {
	producer
	// whole and write are the methods of the builder that return its text, and that write a text: String and
	// WriteString, or Bytes and Write if the function returns bytes.
	whole, write string
	lent         []inspector.Cursor // the uses &b
	fills        []ast.Node         // the calls that write to the builder
	ends         map[*ast.ReturnStmt]ending
	writes       []written
}

// A written text is the statement w.WriteString(f(…)), or w.Write(f(…)).
type written struct {
	stmt ast.Node
	call *ast.CallExpr
	name *ast.Ident // f
	to   ast.Expr   // w
	own  bool       // w is the builder of f itself
}

// An ending is a return statement with the text of a builder.
type ending struct {
	out  *types.Var
	text *ast.CallExpr // out.String(), or out.Bytes()
	// held is the declaration of a variable for the text, in front of the statement; nil if there is none.
	held *source.Decl
}

// writers are the methods of builders and buffers that write. fillers are the methods that cannot show
// whether a text was written at once or in parts.
var (
	writers = []string{"Write", "WriteString", "WriteByte", "WriteRune", "Grow"}
	fillers = append([]string{"String", "Len", "Reset", "Cap"}, writers...)
)

// texts gives a function the builder that callers write its result to, as a parameter.
//
//	func list(names []string) string {     func list(b *strings.Builder, names []string) {
//		var b strings.Builder
//		for _, n := range names {              for _, n := range names {
//			b.WriteString(n)                       b.WriteString(n)
//		}                                      }
//		return b.String()
//	}                                      }
//	w.WriteString(list(names))             list(&w, names)
func (a *appender) texts(fn *inline.Func) {
	t := &text{producer: producer{Func: fn}}
	if !a.isText(t) || !a.callsOf(t) {
		return
	}
	at := t.decl.Node()
	if !a.lends(&t.producer, at) {
		return
	}
	unwrapped, whole := t.Unwrap()
	edits, ok := a.leaves(t)
	if !ok {
		a.Refuse(at, t.Name()+" may return something else than "+t.out.Name()+" when it has written to it")
		return
	}
	if !whole || t.decl.HasComment() {
		a.Refuse(at, "a comment is in the way")
		return
	}
	edits = append(append(edits, unwrapped...), t.decl.Remove())
	for _, use := range t.lent {
		edits = append(edits, source.ReplaceNode(use.Node(), t.out.Name()))
	}
	param := t.out.Name() + " *" + a.Text(t.typ)
	name, title := t.Name(), "Let "+t.Name()+" write to what it is given"
	if t.kept {
		name = a.FreshBeside(t.Decl, "write"+inline.Capital(name))
		title = "Let a function beside " + t.Name() + " write to what it is given"
		edits = append(edits, a.apart(t, name, param))
	} else {
		edits = append(edits, a.signature(t, param)...)
	}
	class := rule.Safe
	for _, w := range t.writes {
		f := a.Pkg.FileOf(w.stmt)
		to := f.Text(w.to)
		switch {
		case w.own:
			to = t.out.Name()
		case !source.IsA[*types.Pointer](a.Info.TypeOf(w.to)):
			to = "&" + to
		}
		edits = append(edits, source.Replace(w.stmt.Pos(), w.call.Pos(), ""), inFront(f, w.call.Lparen, w.call.Args, to), source.Replace(w.call.End(), w.stmt.End(), ""))
		if t.kept {
			edits = append(edits, source.ReplaceNode(w.name, name))
		}
		if !w.own && !a.alone(w.to) {
			class = class.And(a.early(t, w))
		}
	}
	a.Report(rule.Finding{
		At:      at,
		Message: "what " + t.Name() + " returns is written to something else",
		Title:   title,
		Class:   class,
		Edits:   edits,
	})
}

// early returns the class of a call that writes to a builder before it returns, if other code may share the
// builder.
func (a *appender) early(t *text, w written) rule.Class {
	name, to := t.Name(), types.ExprString(w.to)
	class := rule.Review(rule.Writes.Caveat("where " + name + " panics, a part of its text is in " + to))
	if a.reaches(t.Decl) {
		class = class.And(rule.Review(rule.Sharing.Caveat(name + " must not read " + to + ", or memory of it, which it writes to")))
	}
	if !retain.Undisturbed(effect.Of(a.Pkg, w.call)) {
		class = class.And(rule.Review(rule.Order.Caveat("what " + name + " calls, and others meanwhile, must not use " + to)))
	}
	return class
}

// reaches reports whether a function mentions a variable that is declared outside of its body, like a parameter, and
// is not of a basic type.
func (a *appender) reaches(fn *ast.FuncDecl) bool {
	for id := range source.Idents(fn) {
		v, isVar := a.Info.ObjectOf(id).(*types.Var)
		if isVar && !v.IsField() && (v.Pos() < fn.Body.Pos() || fn.Body.End() < v.Pos()) && !source.IsA[*types.Basic](v.Type()) {
			return true
		}
	}
	return false
}

// isText reports whether the function declares a builder or buffer, only writes to it, and returns
// its text.
func (a *appender) isText(t *text) bool {
	results := t.Decl.Type.Results
	if t.Directive(true) || results == nil || t.Obj.Signature().Results().Len() != 1 || len(a.Pkg.Uses(t.Obj.Signature().Results().At(0))) > 0 {
		return false
	}
	switch result := t.Obj.Signature().Results().At(0).Type(); {
	case source.IsString(result):
		t.whole, t.write = "String", "WriteString"
	case source.IsBytes(result):
		t.whole, t.write = "Bytes", "Write"
	default:
		return false
	}
	t.ends = make(map[*ast.ReturnStmt]ending)
	texts := make(map[*ast.CallExpr]bool)
	for _, ret := range t.Returns() {
		if len(ret.Stmt.Results) != 1 {
			return false
		}
		if e, ok := a.ending(t, ret.Stmt); ok {
			t.out, t.ends[ret.Stmt], texts[e.text] = e.out, e, true
		}
	}
	if t.out == nil || t.out.Kind() != types.LocalVar || a.Pkg.InLiteral(t.out) {
		return false
	}
	var ok bool
	if t.decl, ok = a.DeclOf(t.out); !ok || source.InLoop(t.decl.Cur) {
		return false
	}
	if t.typ, ok = a.zero(t.decl); !ok || source.WriterKind(t.out.Type()) == "Writer" {
		return false
	}
	return a.Pkg.Every(t.out, func(use inspector.Cursor) bool {
		cur, lent := a.usesWriter(use, writers)
		switch call, _ := cur.Node().(*ast.CallExpr); {
		case call == nil:
			call, isCall := source.Parens(source.Parens(use).Parent()).Parent().Node().(*ast.CallExpr)
			return isCall && texts[call]
		case lent && source.Parens(use).ParentEdgeKind() == edge.UnaryExpr_X:
			t.lent = append(t.lent, source.Parens(use).Parent())
			fallthrough
		default:
			t.fills = append(t.fills, call)
			return true
		}
	})
}

// usesWriter returns the call that a use of a builder stands in: of one of the methods, or, if lent, of a function
// that writes to the builder. The cursor is that of no node for other uses.
func (a *appender) usesWriter(use inspector.Cursor, methods []string) (cur inspector.Cursor, lent bool) {
	use = source.Parens(use)
	if use.ParentEdgeKind() == edge.SelectorExpr_X {
		sel := source.Parens(use.Parent())
		call, isCall := sel.Parent().Node().(*ast.CallExpr)
		if isCall && sel.ParentEdgeKind() == edge.CallExpr_Fun && slices.Contains(methods, source.CalleeName(call)) {
			return sel.Parent(), false
		}
		return use.Inspector().Root(), false
	}
	if unary, isUnary := use.Parent().Node().(*ast.UnaryExpr); isUnary && unary.Op == token.AND {
		use = source.Parens(use.Parent())
	}
	if kind, i := use.ParentEdge(); kind == edge.CallExpr_Args && i == 0 {
		call := use.Parent().Node().(*ast.CallExpr)
		_, prints := source.CallTo(a.Info, call, "fmt", "Fprint", "Fprintf", "Fprintln")
		_, writes := source.CallTo(a.Info, call, "io", "WriteString")
		if prints || writes {
			return use.Parent(), true
		}
	}
	return use.Inspector().Root(), false
}

// ending recognises the text of a builder as the result.
//
//	return b.String()    s := b.String(); return s
func (a *appender) ending(t *text, ret *ast.ReturnStmt) (e ending, ok bool) {
	result := ast.Unparen(ret.Results[0])
	if value, ok := a.Pkg.Only(result); ok {
		v, _ := a.Pkg.LocalVar(result)
		held, ok := a.DeclOf(v)
		if !ok || len(held.Rest) == 0 || held.Rest[0] != ret || held.Grouped() || held.HasComment() {
			return e, false
		}
		result, e.held = ast.Unparen(value), &held
	}
	if e.text, ok = result.(*ast.CallExpr); !ok {
		return e, false
	}
	_, recv := source.WriterCall(a.Info, e.text, t.whole)
	if recv == nil {
		return e, false
	}
	e.out, ok = a.Pkg.LocalVar(recv)
	return e, ok
}

// zero returns the expression of the type of a builder that begins empty. ok is false for other declarations.
func (a *appender) zero(d source.Decl) (typ ast.Expr, ok bool) {
	if d.Value == nil {
		return d.Type, source.WriterKind(d.Var.Type()) != "" && !source.IsA[*types.Pointer](d.Var.Type())
	}
	typ, lit, ok := source.NewOf(a.Info, d.Value)
	if !ok {
		if lit, ok = ast.Unparen(d.Value).(*ast.CompositeLit); ok {
			typ = lit.Type
		}
	}
	return typ, ok && typ != nil && source.WriterKind(a.Info.TypeOf(typ)) != "" && (lit == nil || len(lit.Elts) == 0)
}

// callsOf sorts the calls, and reports whether the result of one is written to a builder of the same
// type. If there are other calls, the function is kept for them.
func (a *appender) callsOf(t *text) bool {
	others := false
	for name, cur := range a.plain(&t.producer) {
		call := cur.Node().(*ast.CallExpr)
		outer := source.ArgumentOf(cur)
		if outer == nil || len(call.Args) != t.Obj.Signature().Params().Len() {
			t.kept = true
			continue
		}
		kind, recv := source.WriterCall(a.Info, outer, t.write)
		stmt := source.Parens(cur).Parent().Parent().Node()
		w := written{stmt: stmt, call: call, name: name, to: recv}
		_, isStmt := stmt.(*ast.ExprStmt)
		if kind == "" || !isStmt || !a.takes(t, &w) || a.Pkg.FileOf(stmt).HasComment(stmt.Pos(), stmt.End()) {
			t.kept = true
			continue
		}
		others = others || !w.own
		t.writes = append(t.writes, w)
	}
	return others
}

// takes reports whether the text can be written to w.to piece by piece.
func (a *appender) takes(t *text, w *written) bool {
	is := a.Info.TypeOf(w.to)
	if p, isPointer := is.Underlying().(*types.Pointer); isPointer {
		is = p.Elem()
	}
	if !types.Identical(is, a.Info.TypeOf(t.typ)) || !source.IsPath(w.to) {
		return false
	}
	v, isLocal := a.Pkg.LocalVar(w.to)
	w.own = isLocal && v == t.out
	if isLocal {
		return a.Pkg.Mentions(w.call, v) == 0
	}
	return true
}

// alone reports whether e is a local builder that is only written to and read by methods that
// cannot show when a text was written.
func (a *appender) alone(e ast.Expr) bool {
	v, ok := a.Pkg.LocalVar(e)
	return ok && v.Kind() == types.LocalVar && !source.IsA[*types.Pointer](v.Type()) && !a.Pkg.InLiteral(v) && a.Pkg.Every(v, func(use inspector.Cursor) bool {
		cur, _ := a.usesWriter(use, fillers)
		_, ok := cur.Node().(*ast.CallExpr)
		return ok || a.isWhole(use)
	})
}

// isWhole reports whether the use of a buffer at cur stands in return b.Bytes().
func (a *appender) isWhole(cur inspector.Cursor) bool {
	cur, _ = a.usesWriter(cur, []string{"Bytes"})
	_, isCall := cur.Node().(*ast.CallExpr)
	return isCall && inline.IsReturned(a.Info, cur)
}

// leaves returns the edits of the return statements. ok is false if the function may return another text after
// it has written to the builder.
//
//	return ""    return b.String()    return x
//	---------------------------------------------------------
//	return       return               b.WriteString(x); return
func (a *appender) leaves(t *text) (edits []source.TextEdit, ok bool) {
	graph := flow.New(a.Info, t.Body())
	if graph == nil {
		return nil, false
	}
	for _, ret := range t.Returns() {
		e := ret.Stmt.Results[0]
		if a.HasComment(ret.Pos(), ret.End()) {
			return nil, false
		}
		switch end, ok := t.ends[ret.Stmt]; {
		case ok && end.out == t.out:
			if end.held != nil {
				edits = append(edits, end.held.Remove())
			}
			if body := t.Body().List; body[len(body)-1] == ret.Stmt {
				edits = append(edits, a.Remove(ret.Stmt))
				continue
			}
		case slices.ContainsFunc(t.fills, func(n ast.Node) bool { return graph.Reaches(n, ret.Stmt) }) || slices.ContainsFunc(t.writes, func(w written) bool { return source.Contains(e, w.call) }):
			return nil, false
		default:
			if value, isConst := source.StringConst(a.Info, e); isConst && value == "" || a.Info.Types[e].IsNil() {
				break
			}
			separator := "; "
			if a.AloneOnLine(ret.Pos()) {
				separator = "\n" + a.Indent(ret.Pos())
			}
			edits = append(edits, source.Insert(ret.Pos(), t.out.Name()+"."+t.write+"("+a.Text(e)+")"+separator))
		}
		edits = append(edits, source.Replace(ret.Stmt.Pos(), ret.Stmt.End(), "return"))
	}
	return edits, true
}

// apart returns the edit that moves the body to a new function, which writes, and which the function calls.
//
//	func List(names []string) string {
//		…
//	----------------------------------------------------
//	func List(names []string) string {
//		var b strings.Builder
//		writeList(&b, names)
//		return b.String()
//	}
//
//	// writeList writes to b what List returns.
//	func writeList(b *strings.Builder, names []string) {
//		…
func (a *appender) apart(t *text, name, param string) source.TextEdit {
	out := t.out.Name()
	call, params := t.Forward(name, []string{"&" + out})
	return t.Insert("\tvar " + out + " " + a.Text(t.typ) + "\n\t" + call + "\n\treturn " + out + "." + t.whole + "()\n}\n\n// " +
		name + " writes to " + out + " what " + t.Name() + " returns.\nfunc " + t.Method(name) + t.TypeParams() + "(" + strings.TrimSuffix(param+", "+params, ", ") + ") {\n")
}

// signature returns the edits that make the builder a parameter instead of the result, also in the doc comment.
func (a *appender) signature(t *text, param string) (edits []source.TextEdit) {
	params := t.Decl.Type.Params
	edits = append(edits, inFront(a.File, params.Opening, params.List, param), source.Replace(params.End(), t.Decl.Type.Results.End(), ""))
	return append(edits, a.says(t.Func, "writes")...)
}

// says returns the edit that puts verb in the place of returns in the doc comment of a function.
func (a *appender) says(t *inline.Func, verb string) (edits []source.TextEdit) {
	doc := t.Decl.Doc
	if doc == nil {
		return nil
	}
	first := doc.List[0]
	if at := strings.Index(first.Text, t.Name()+" returns "); at >= 0 {
		at += len(t.Name()) + 1
		edits = append(edits, source.Replace(first.Pos()+token.Pos(at), first.Pos()+token.Pos(at+len("returns")), verb))
	}
	return edits
}
