package appendto

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// usualRoom is the size in bytes of the buffer that a caller passes for a text of unknown length, mostRoom that of the
// largest buffer.
const (
	usualRoom = 64
	mostRoom  = 256
)

// otherChunks is the class of writing bytes to a bufio.Writer, which passes on many bytes at once.
var otherChunks = rule.Review(rule.Writes.Caveat("the writer below may see other chunks"))

// A spelled is a function that makes a string of bytes, or in a builder, some callers of which only look
// at the string, or write it.
type spelled struct {
	producer
	name  string // of the function that appends
	room  int    // the size of the buffer that a caller passes, in bytes
	edits []source.TextEdit
	fills []ast.Node               // the nodes that append
	whole map[*ast.ReturnStmt]bool // the statements that return the whole text
	class rule.Class
	gains bool // some call needs no memory on the heap
}

// looked gives a function the memory for its text, if callers only look at the text.
//
//	func key(name string, n int) string {      func appendKey(b []byte, name string, n int) []byte {
//		var b strings.Builder
//		b.WriteString(name)                        b = append(b, name...)
//		b.WriteByte(':')                           b = append(b, ':')
//		b.WriteString(strconv.Itoa(n))             b = append(b, strconv.Itoa(n)...)
//		return b.String()                          return b
//	}                                          }
//	v, ok := m[key(s, 1)]                      v, ok := m[string(appendKey(make([]byte, 0, 64), s, 1))]
//
// With other, this is another form of the rewrite of [appender.texts].
func (a *appender) looked(fn *inline.Func, other bool) {
	t := &spelled{producer: producer{Func: fn}, room: usualRoom, whole: make(map[*ast.ReturnStmt]bool)}
	if !a.isSpelled(t) || len(t.Body().List) == 1 {
		return
	}
	at := t.decl.Node()
	t.name = a.FreshBeside(t.Decl, "append"+inline.Capital(noun(t.Name())))
	calls := a.lookers(t)
	if !t.gains {
		return
	}
	if def, _ := a.Pkg.Def(t.out); effect.Recursive(a.Pkg, def) {
		a.Refuse(at, t.Name()+" may call itself")
		return
	}
	if !a.lends(&t.producer, at) {
		return
	}
	if !a.finishes(t) {
		a.Refuse(at, t.Name()+" may return something else than "+t.out.Name()+" when it has appended to it")
		return
	}
	unwrapped, whole := t.Unwrap()
	if !whole || !a.Universe(t.Decl.Body.Lbrace+1, "byte", "append", "make", "string") || a.HasComment(t.Decl.Type.Pos(), t.Decl.Type.End()) {
		a.Refuse(at, "a comment, or a name, is in the way")
		return
	}
	title := "Let " + t.Name() + " append to what its callers lend"
	edits := append(append(t.edits, unwrapped...), calls...)
	if t.kept {
		title = "Let a function beside " + t.Name() + " append to what callers lend"
		edits = append(edits, a.spelledBeside(t))
	} else {
		edits = append(edits, a.respelled(t)...)
	}
	report := a.Report
	if other {
		report = a.Offer
	}
	report(rule.Finding{
		At:      at,
		Message: "what " + t.Name() + " returns is only looked at, or written",
		Title:   title,
		Class:   t.class,
		Edits:   edits,
	})
}

// noun returns the name of a function without a verb that append replaces: formatKey becomes appendKey.
func noun(name string) string {
	for _, verb := range []string{"build", "make", "format", "gen", "get"} {
		rest := strings.TrimPrefix(inline.Small(name), verb)
		if rest != inline.Small(name) && rest != "" && rest == inline.Capital(rest) {
			return rest
		}
	}
	return name
}

// isSpelled recognises a function that collects one text, in bytes or in a builder, and returns it. It adds the edits
// that make the function append.
func (a *appender) isSpelled(t *spelled) bool {
	results := t.Obj.Signature().Results()
	if t.Directive(true) || results.Len() != 1 || !types.Identical(results.At(0).Type(), types.Typ[types.String]) || len(a.Pkg.Uses(results.At(0))) > 0 {
		return false
	}
	return a.spellsBytes(t) || a.spellsBuilder(t)
}

// spellsBytes recognises a function that returns string(b), where b is only appended to.
func (a *appender) spellsBytes(t *spelled) bool {
	for _, ret := range t.Returns() {
		if len(ret.Stmt.Results) != 1 {
			return false
		}
		conv, ok := a.text(ret.Stmt.Results[0])
		if !ok {
			continue
		}
		v := a.root(conv.Args[0])
		if v == nil || t.out != nil && t.out != v {
			return false
		}
		t.out, t.whole[ret.Stmt] = v, true
		t.edits = append(t.edits, source.Replace(conv.Pos(), conv.Args[0].Pos(), ""), source.Replace(conv.Args[0].End(), conv.End(), ""))
	}
	if t.out == nil || t.out.Kind() != types.LocalVar || a.Pkg.Captured(t.out) || !types.Identical(t.out.Type(), types.NewSlice(types.Typ[types.Byte])) {
		return false
	}
	var ok bool
	if t.decl, ok = a.DeclOf(t.out); !ok || source.InLoop(t.decl.Cur) || t.decl.Grouped() || t.decl.HasComment() || !a.opens(t) {
		return false
	}
	return a.Pkg.Every(t.out, func(use inspector.Cursor) bool {
		use = source.Parens(use)
		if use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			s := use.Parent().Node().(*ast.AssignStmt)
			t.fills = append(t.fills, s)
			return s.Tok == token.ASSIGN && len(s.Lhs) == 1 && len(s.Rhs) == 1 && a.root(s.Rhs[0]) == t.out
		}
		return a.appendedOn(t, use)
	})
}

// appendedOn reports whether the bytes at a use are only appended to, and the result is assigned to the variable, or
// returned as a text.
func (a *appender) appendedOn(t *spelled, use inspector.Cursor) bool {
	for {
		kind, i := use.ParentEdge()
		switch {
		case kind == edge.AssignStmt_Rhs:
			s := use.Parent().Node().(*ast.AssignStmt)
			return len(s.Lhs) == 1 && a.Pkg.Is(s.Lhs[0], t.out)
		case kind != edge.CallExpr_Args || i > 0:
			return false
		}
		call := use.Parent().Node().(*ast.CallExpr)
		if _, isText := a.text(call); isText {
			ret, isReturn := source.Parens(use.Parent()).Parent().Node().(*ast.ReturnStmt)
			return isReturn && t.whole[ret]
		}
		if !source.IsBuiltin(a.Info, call, "append") && !retain.Appends(a.Info, call) {
			return false
		}
		use = source.Parens(use.Parent())
	}
}

// text recognises string(b) of bytes.
func (a *appender) text(e ast.Expr) (*ast.CallExpr, bool) {
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	return conv, ok && source.IsConversion(a.Info, conv) && types.Identical(a.Info.TypeOf(conv), types.Typ[types.String]) && source.IsBytes(a.Info.TypeOf(conv.Args[0]))
}

// innermost returns the slice that nested appends in e begin with; e itself if it appends nothing.
func (a *appender) innermost(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	call, ok := e.(*ast.CallExpr)
	if ok && len(call.Args) > 0 && (source.IsBuiltin(a.Info, call, "append") || retain.Appends(a.Info, call)) {
		return a.innermost(call.Args[0])
	}
	return e
}

// root returns the local variable that e is, or appends to; nil if there is none.
func (a *appender) root(e ast.Expr) *types.Var {
	if v, ok := a.Pkg.LocalVar(a.innermost(e)); ok {
		return v
	}
	return nil
}

// opens adds the edits that remove the memory in which the function begins its text. It reports false if
// that is not new memory.
//
//	var b []byte    b := make([]byte, 0, 16)    b := make([]byte, 0, len(s))     b := []byte(s)
//	-------------------------------------------------------------------------------------------------
//	                                            b = slices.Grow(b, len(s))       b = append(b, s...)
//
//	b := append(make([]byte, 0, 16), s...)      b := strconv.AppendInt(array[:0], n, 10)
//	-------------------------------------------------------------------------------------------------
//	b = append(b, s...)                         b = strconv.AppendInt(b, n, 10)
func (a *appender) opens(t *spelled) bool {
	value, out := t.decl.Value, t.out.Name()
	if value == nil {
		t.edits = append(t.edits, t.decl.Remove())
		return true
	}
	s, isAssign := t.decl.Stmt.(*ast.AssignStmt)
	first := a.innermost(value)
	switch {
	case first != ast.Unparen(value):
		if !isAssign || !a.isEmpty(t, first) {
			return false
		}
		t.fills = append(t.fills, s)
		t.edits = append(t.edits, source.Replace(s.TokPos, s.TokPos+token.Pos(len(":=")), "="), source.ReplaceNode(first, out))
		return true
	case a.isEmpty(t, first):
		t.edits = append(t.edits, t.decl.Remove())
		return true
	}
	edits, ok := a.filled(t, first)
	t.edits = append(t.edits, edits...)
	return ok
}

// filled returns the edits that append the elements that bytes begin with, or ask for their room. ok is false for
// other values.
func (a *appender) filled(t *spelled, first ast.Expr) (edits []source.TextEdit, ok bool) {
	out := t.out.Name()
	switch first := first.(type) {
	case *ast.CompositeLit:
		t.fills = append(t.fills, t.decl.Stmt)
		return t.decl.Instead(out + " = append(" + out + ", " + a.Between(first.Lbrace+1, first.Rbrace) + ")"), plain(first.Elts) && !a.HasComment(first.Pos(), first.End())
	case *ast.CallExpr:
		if source.IsConversion(a.Info, first) {
			t.fills = append(t.fills, t.decl.Stmt)
			return t.decl.Instead(out + " = append(" + out + ", " + a.Text(first.Args[0]) + "...)"), source.IsString(types.Default(a.Info.TypeOf(first.Args[0])))
		}
		if !source.IsBuiltin(a.Info, first, "make") || len(first.Args) != 3 || !source.NotNegative(a.Info, first.Args[2]) {
			return nil, false
		}
		n, isConst := source.IntConst(a.Info, first.Args[1])
		lines, edits, ok := a.Grow(first.Pos(), out, t.out.Type(), a.Text(first.Args[2]))
		return append(edits, t.decl.Instead(lines...)...), ok && isConst && n == 0 && (len(lines) == 1 || effect.Pure(a.Info, first.Args[2]))
	}
	return nil, false
}

// plain reports whether a literal has elements, and none has a key.
func plain(elts []ast.Expr) bool {
	for _, e := range elts {
		if _, isKeyed := e.(*ast.KeyValueExpr); isKeyed {
			return false
		}
	}
	return len(elts) > 0
}

// isEmpty reports whether e is a slice without elements in new memory of constant size. If e is a slice of an array, it
// adds the edit that removes the array.
func (a *appender) isEmpty(t *spelled, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.SliceExpr:
		array, isLocal := a.Pkg.LocalVar(e.X)
		high, isConst := source.IntConst(a.Info, e.High)
		if !isLocal || e.Low != nil || e.Slice3 || !isConst || high != 0 || len(a.Pkg.Uses(array)) != 1 {
			return false
		}
		d, ok := a.DeclOf(array)
		typ, isArray := array.Type().Underlying().(*types.Array)
		if !ok || !isArray || d.Value != nil || d.HasComment() {
			return false
		}
		t.edits = append(t.edits, d.Remove())
		t.lend(typ.Len())
		return true
	case *ast.CallExpr:
		if source.IsConversion(a.Info, e) {
			return a.Info.Types[e.Args[0]].IsNil()
		}
		if !source.IsBuiltin(a.Info, e, "make") {
			return false
		}
		n, isConst := source.IntConst(a.Info, e.Args[1])
		room, known := source.IntConst(a.Info, e.Args[len(e.Args)-1])
		t.lend(room)
		return isConst && known && n == 0 && room <= mostRoom
	}
	return a.Info.Types[e].IsNil()
}

// lend notes the room that the function gave its text, if it is not too large.
func (t *spelled) lend(room int64) {
	if 0 < room && room <= mostRoom {
		t.room = int(room)
	}
}

// spellsBuilder recognises the text of a builder or buffer that is only written to.
func (a *appender) spellsBuilder(t *spelled) bool {
	b := &text{producer: t.producer}
	if t.out != nil || !a.isText(b) || b.decl.HasComment() {
		return false
	}
	t.out, t.decl, t.typ, t.fills = b.out, b.decl, b.typ, b.fills
	t.edits = append(t.edits, t.decl.Remove())
	for ret, e := range b.ends {
		if e.out != t.out {
			return false
		}
		t.whole[ret] = true
		if e.held != nil {
			t.edits = append(t.edits, e.held.Remove())
		}
		t.edits = append(t.edits, source.ReplaceNode(ret.Results[0], t.out.Name()))
	}
	return a.Pkg.Every(t.out, func(use inspector.Cursor) bool {
		if cur, _ := a.usesWriter(use, writers); cur.Node() == nil || a.grows(t, cur) {
			return true // a return reads the text, or Grow is rewritten
		}
		edits, ok := verbs.Appended(a.File, use, t.out.Name())
		t.edits = append(t.edits, edits...)
		return ok
	})
}

// grows adds the edit that removes b.Grow(n) of a constant, which becomes the room of callers, or turns b.Grow(n) into
// b = slices.Grow(b, n). It reports false for other calls.
func (a *appender) grows(t *spelled, cur inspector.Cursor) bool {
	call, isCall := cur.Node().(*ast.CallExpr)
	stmt, isStmt := cur.Parent().Node().(*ast.ExprStmt)
	if !isCall || !isStmt || source.Receiver(a.Info, call) == nil || source.CalleeName(call) != "Grow" || !source.NotNegative(a.Info, call.Args[0]) {
		return false
	}
	if n, isConst := source.IntConst(a.Info, call.Args[0]); isConst && n <= mostRoom {
		t.lend(n)
		t.edits = append(t.edits, a.Remove(stmt))
		return true
	}
	n := a.Text(call.Args[0])
	lines, edits, ok := a.Grow(call.Pos(), t.out.Name(), types.NewSlice(types.Universe.Lookup("byte").Type()), n)
	t.edits = append(t.edits, edits...)
	if len(lines) == 1 {
		t.edits = append(t.edits, source.Replace(call.Pos(), call.Args[0].Pos(), strings.TrimSuffix(lines[0], n+")")))
		return ok
	}
	t.edits = append(t.edits, source.ReplaceNode(stmt, strings.Join(lines, "\n"+a.Indent(stmt.Pos()))))
	return ok && effect.Pure(a.Info, call.Args[0])
}

// finishes adds the edits that return bytes, also where the function returns a constant text before it has appended
// anything. It reports false if it may return another text.
//
//	return ""    return "none"
//	-----------------------------------------
//	return b     return append(b, "none"...)
func (a *appender) finishes(t *spelled) bool {
	graph := flow.New(a.Info, t.Body())
	if graph == nil {
		return false
	}
	for _, ret := range t.Returns() {
		e := ret.Stmt.Results[0]
		if t.whole[ret.Stmt] {
			continue
		}
		s, isConst := source.StringConst(a.Info, e)
		if !isConst || len(s) > t.room || a.HasComment(ret.Pos(), ret.End()) {
			return false
		}
		for _, fill := range t.fills {
			if graph.Reaches(fill, ret.Stmt) {
				return false
			}
		}
		text := t.out.Name()
		if s != "" {
			text = "append(" + text + ", " + a.Text(e) + "...)"
		}
		t.edits = append(t.edits, source.ReplaceNode(e, text))
	}
	return true
}

// lookers returns the edits of the calls that only look at the text, or write it. The function is kept for other calls.
func (a *appender) lookers(t *spelled) (edits []source.TextEdit) {
	for name, cur := range a.plain(&t.producer) {
		call := cur.Node().(*ast.CallExpr)
		f := a.Pkg.FileOf(call)
		if !a.oneByOne(call) || f.HasComment(call.Pos(), call.End()) || !f.Universe(call.Pos(), "make", "byte", "string", "append") {
			t.kept = true
			continue
		}
		lent, buffer, ok := a.looks(t, f, cur)
		if !ok {
			t.kept = true
			continue
		}
		t.gains = true
		edits = append(append(edits, lent...), source.ReplaceNode(name, t.name), inFront(f, call.Lparen, call.Args, buffer))
	}
	return edits
}

// oneByOne reports whether each operand of a call is one value: the call is not f(g()), where g has several results.
func (a *appender) oneByOne(call *ast.CallExpr) bool {
	return len(call.Args) != 1 || !source.IsA[*types.Tuple](a.Info.TypeOf(call.Args[0]))
}

// looks returns the edits around a call for whose place bytes do, and the buffer that the call gets. ok is false for
// other calls.
//
//	m[f(x)]                           w.WriteString(f(x))
//	------------------------------    --------------------------
//	m[string(appendF(buffer, x))]     w.Write(appendF(buffer, x))
func (a *appender) looks(t *spelled, f *source.File, cur inspector.Cursor) (edits []source.TextEdit, buffer string, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	buffer = verbs.Buffer(t.room)
	if retain.Looks(a.Pkg, cur) {
		return []source.TextEdit{source.Insert(call.Pos(), "string("), source.Insert(call.End(), ")")}, buffer, true
	}
	outer := source.ArgumentOf(cur)
	switch {
	case outer == nil:
		edits, ok = a.held(f, cur)
		return edits, buffer, ok
	case source.SpreadInto(a.Info, cur) != nil:
		return nil, buffer, source.IsBytes(a.Info.TypeOf(outer))
	case source.IsConversion(a.Info, outer):
		ok = types.Identical(a.Info.TypeOf(outer), types.NewSlice(types.Typ[types.Byte]))
		return []source.TextEdit{source.Replace(outer.Pos(), call.Pos(), ""), source.Replace(call.End(), outer.End(), "")}, buffer, ok
	}
	kind, recv := source.WriterCall(a.Info, outer, "WriteString")
	if kind == "Writer" {
		if !effect.Pure(a.Info, recv) || !retain.Undisturbed(effect.Of(a.Pkg, call)) || !f.AtLeast(stdlib.Named("bufio", "Writer.AvailableBuffer").Since) {
			return nil, "", false
		}
		t.class = t.class.And(otherChunks)
		buffer = f.Text(recv) + ".AvailableBuffer()"
	}
	if kind == "" {
		return nil, "", false
	}
	return []source.TextEdit{source.ReplaceNode(ast.Unparen(outer.Fun).(*ast.SelectorExpr).Sel, "Write")}, buffer, true
}

// held returns the edits of a variable that holds the text, if at most one use does more than look at it.
//
//	k := f(x)                     k := appendF(buffer, x)
//	if v, ok := m[k]; ok {        if v, ok := m[string(k)]; ok {
//		return v                      return v
//	}                             }
//	m[k] = v                      m[string(k)] = v
func (a *appender) held(f *source.File, cur inspector.Cursor) (edits []source.TextEdit, ok bool) {
	d, isDecl := f.DeclWith(cur)
	if !isDecl || d.Type != nil || d.Grouped() || len(d.Rest) == 0 || len(a.Pkg.Writes(d.Var)) > 0 || a.Pkg.Captured(d.Var) {
		return nil, false
	}
	looks, keeps := 0, 0
	for _, use := range a.Pkg.Uses(d.Var) {
		switch {
		case retain.BytesDo(a.Pkg, use):
			looks++
			continue
		case retain.Looks(a.Pkg, use):
			looks++
		case source.LoopSince(use, d.Var.Pos()):
			return nil, false
		default:
			keeps++
		}
		if !f.Universe(use.Node().Pos(), "string") {
			return nil, false
		}
		// not two insertions: a buffer may come in front of the same operand
		edits = append(edits, source.ReplaceNode(use.Node(), "string("+d.Var.Name()+")"))
	}
	return edits, looks > 0 && keeps <= 1
}

// respelled returns the edits that change the name and the type of the function, and its doc comment.
func (a *appender) respelled(t *spelled) (edits []source.TextEdit) {
	params, out := t.Decl.Type.Params, t.out.Name()
	edits = append(edits, source.ReplaceNode(t.Decl.Name, t.name), inFront(a.File, params.Opening, params.List, out+" []byte"), source.ReplaceNode(t.Decl.Type.Results.List[0].Type, "[]byte"))
	if doc := t.Decl.Doc; doc != nil {
		first, prefix := doc.List[0], "// "+t.Name()
		if strings.HasPrefix(first.Text, prefix+" ") {
			edits = append(edits, source.Replace(first.Pos()+token.Pos(len("// ")), first.Pos()+token.Pos(len(prefix)), t.name))
		}
		edits = append(edits, a.says(t.Func, "appends")...)
	}
	return edits
}

// spelledBeside returns the edit that moves the body to a new function, which appends, and which the function calls.
//
//	func Key(name string) string {
//		…
//	----------------------------------------------------
//	func Key(name string) string {
//		return string(appendKey(make([]byte, 0, 64), name))
//	}
//
//	// appendKey appends to b what Key returns.
//	func appendKey(b []byte, name string) []byte {
//		…
func (a *appender) spelledBeside(t *spelled) source.TextEdit {
	out := t.out.Name()
	call, params := t.Forward(t.name, []string{verbs.Buffer(t.room)})
	params = strings.TrimSuffix(out+" []byte, "+params, ", ")
	return t.Insert("\treturn string(" + call + ")\n}\n\n// " + t.name + " appends to " + out + " what " + t.Name() + " returns.\nfunc " + t.Method(t.name) + t.TypeParams() + "(" + params + ") []byte {\n")
}
