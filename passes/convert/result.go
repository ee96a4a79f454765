package convert

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// result lets a function return bytes instead of a string made of them, if some callers only look at the
// string. The other callers convert the result.
//
//	func (l *lexer) word() string {           func (l *lexer) word() []byte {
//		…                                         …
//		return string(l.src[start:l.pos])         return l.src[start:l.pos]
//	}                                         }
//	switch l.word() {                         switch string(l.word()) {
//	name := l.word()                          name := string(l.word())
func (c *converter) result(t *inline.Func) {
	results := t.Decl.Type.Results
	if results == nil || results.NumFields() != 1 || !source.IsString(t.Obj.Signature().Results().At(0).Type()) || t.Generic() || t.Directive(false) ||
		t.Body() != t.Decl.Body || len(c.Pkg.Uses(t.Obj.Signature().Results().At(0))) > 0 || !t.Big() {
		return
	}
	edits, at := c.returned(t)
	calls, known := t.Calls()
	if at == nil || !known {
		return
	}
	if source.Has[*ast.DeferStmt](t.Decl.Body) {
		c.Refuse(at, "what "+t.Name()+" defers may change the bytes")
		return
	}
	gains := false
	for _, cur := range calls {
		edit, gain, ok := c.received(t, cur)
		if !ok {
			return
		}
		edits, gains = append(edits, edit...), gains || gain
	}
	if !gains || !c.Universe(t.Decl.Body.Lbrace, "byte") {
		return
	}
	c.Report(rule.Finding{
		At:      at,
		Message: "bytes are copied to a string that some callers of " + t.Name() + " only look at",
		Title:   "Return the bytes",
		Class:   rule.Safe,
		Edits:   append(edits, source.ReplaceNode(results.List[0].Type, "[]byte")),
	})
}

// returned returns the edits that return the bytes of each string(b), and the first of these conversions. Both are
// nil if the function may return anything else but "", or bytes that it has made itself.
func (c *converter) returned(t *inline.Func) (edits []source.TextEdit, at ast.Node) {
	for _, ret := range t.Returns() {
		if len(ret.Stmt.Results) != 1 || t.File.HasComment(ret.Pos(), ret.End()) {
			return nil, nil
		}
		e := ret.Stmt.Results[0]
		if s, isConst := source.StringConst(c.Info, e); isConst && s == "" && t.File.Universe(e.Pos(), "nil") {
			edits = append(edits, source.ReplaceNode(e, "nil"))
			continue
		}
		e = t.File.Held(ret.Stmt, e)
		b, ok := c.stringOf(e)
		if !ok || !c.stands(b) || t.File.HasComment(e.Pos(), e.End()) {
			return nil, nil
		}
		if at == nil {
			at = e
		}
		edits = append(edits, source.ReplaceNode(e, t.File.Text(b)))
	}
	return edits, at
}

// stands reports whether the bytes are a part of memory from before: of a parameter, a field, a package-level
// variable, or the result of another function.
func (c *converter) stands(b ast.Expr) bool {
	switch b := ast.Unparen(b).(type) {
	case *ast.SliceExpr:
		return !source.IsA[*types.Array](c.Info.TypeOf(b.X)) && c.stands(b.X)
	case *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
		return true
	case *ast.CallExpr:
		return !source.IsConversion(c.Info, b) && !source.IsBuiltin(c.Info, b)
	case *ast.Ident:
		v, isLocal := c.Pkg.LocalVar(b)
		if !isLocal || v.Kind() == types.ParamVar {
			return true
		}
		value, ok := c.Pkg.Only(b)
		return ok && value != nil && c.stands(value)
	}
	return false
}

// received returns the edits that convert the result of a call to a string, where a string is needed. gain
// says that this needs no memory on the heap. ok is false if the function cannot return bytes.
func (c *converter) received(t *inline.Func, cur inspector.Cursor) (edits []source.TextEdit, gain, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	f := c.Pkg.FileOf(call)
	if !f.Universe(call.Pos(), "string", "len") {
		return nil, false, c.Refuse(call, "string means something else here")
	}
	outer := source.Parens(cur)
	switch outer.ParentEdgeKind() {
	case edge.ExprStmt_X, edge.GoStmt_Call, edge.DeferStmt_Call:
		return nil, false, true
	}
	if !effect.Unfolds(c.Pkg, cur, true, call) {
		return nil, false, c.Refuse(call, "what is called beside "+t.Name()+" may change the bytes")
	}
	if retain.BytesDo(c.Pkg, cur) {
		return nil, true, true
	}
	if w := source.ArgumentOf(cur); w != nil {
		if kind, recv := source.WriterCall(c.Info, w, "WriteString"); kind != "" && len(c.writerClass(recv).Caveats) == 0 && known(c.Info.TypeOf(recv)) != "" {
			return []source.TextEdit{source.ReplaceNode(ast.Unparen(w.Fun).(*ast.SelectorExpr).Sel, "Write")}, true, true
		}
	}
	if conv := source.ArgumentOf(cur); conv != nil && source.IsConversion(c.Info, conv) && source.IsBytes(c.Info.TypeOf(conv)) && f.Universe(call.Pos(), "append", "byte") {
		return []source.TextEdit{source.Replace(conv.Pos(), call.Pos(), "append([]byte{}, "), source.Replace(call.End(), conv.End(), "...)")}, true, true
	}
	if uses, ok := c.lookedAt(f, cur); ok {
		for _, use := range uses {
			edits = append(edits, source.Insert(use.Node().Pos(), "string("), source.Insert(use.Node().End(), ")"))
		}
		return edits, true, true
	}
	gain = retain.Looks(c.Pkg, cur) || c.added(cur)
	return []source.TextEdit{source.Insert(call.Pos(), "string("), source.Insert(call.End(), ")")}, gain, true
}

// lookedAt returns the uses that need a string, of a variable that is declared with the result of the call at
// cur. ok is false if a use retains the string, or the bytes may change before one.
func (c *converter) lookedAt(f *source.File, cur inspector.Cursor) (uses []inspector.Cursor, ok bool) {
	d, isDecl := f.DeclWith(cur)
	fn, inFunc := source.EnclosingFunc(cur)
	if !isDecl || !inFunc || f != c.File || d.Type != nil || len(c.Pkg.Writes(d.Var)) > 0 {
		return nil, false
	}
	t := &text{Decl: d, fn: fn.Node()}
	ok = c.sort(t) && len(t.kept) == 0 && len(t.looks) > 0 && t.graph != nil && c.spares(t) && c.lasts(t)
	return t.looks, ok
}
