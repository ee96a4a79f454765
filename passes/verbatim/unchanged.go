package verbatim

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// unchanged asks, in front of a copy of a text whose bytes a loop changes, whether the loop changes any.
//
//	                                  changed := false
//	                                  for i := 0; i < len(s); i++ {
//	                                          if s[i] == '-' {
//	                                                  changed = true
//	                                                  break
//	                                          }
//	                                  }
//	                                  if !changed {
//	                                          return s
//	                                  }
//	b := []byte(s)                    b := []byte(s)
//	for i := range b {                for i := range b {
//		if b[i] == '-' {                  if b[i] == '-' {
//			b[i] = '_'                        b[i] = '_'
//		}                                 }
//	}                                 }
//	return string(b)                  return string(b)
//
// The old code is unchanged, and runs as before if the answer is yes. The loop that asks is a copy of the old one up
// to the first byte that is set, and has no effect.
func (p *printer) unchanged(d source.Decl) {
	c := &change{printer: p, decl: d}
	if c.copies() && c.loops() && c.read() && c.covers() {
		c.ask()
	}
}

// ask reports the finding, whose fix asks first.
func (c *change) ask() {
	ret, ok := c.returned()
	if !ok || !c.means() || c.asked(ret) {
		return
	}
	p, d := c.printer, c.decl
	name, label := p.Fresh(d.Stmt.Pos(), "changed"), ""
	if slices.ContainsFunc(c.answers, func(a answer) bool { return a.inSwitch && (a.changes || a.cond != "") }) {
		label = p.FreshLabel(d.Stmt.Pos(), "asking")
	}
	lines := []string{name + " := false", c.question(name, label), "if !" + name + " {"}
	for _, s := range ret {
		lines = append(lines, "\t"+s)
	}
	p.Report(rule.Finding{
		At:      d.Node(),
		Message: c.text.Name + " is copied even if nothing of it changes",
		Title:   "Return " + c.text.Name + " itself if nothing of it changes",
		Class:   p.class(),
		Edits:   []source.TextEdit{p.Before(d.Stmt, append(lines, "}")...)},
	})
}

// A change is a text that is copied, followed by a loop that changes bytes of the copy.
type change struct {
	*printer
	decl source.Decl // the declaration of the copy
	text *ast.Ident  // the text that is copied
	// blank: the copy begins as zeros, so the loop must set each of its bytes.
	blank bool
	loop  ast.Stmt
	body  *ast.BlockStmt
	rest  []ast.Stmt // the statements after the loop
	// labels are the labels of the loop. edits remove them from the new loop.
	labels []types.Object
	edits  []source.TextEdit
	// kept has the nodes that the loop that asks has in common with the old one. answers replace the others.
	kept    []ast.Node
	answers []answer
	// leaf returns the answer that replaces a statement that writes; is says whether s is such a statement.
	leaf func(s ast.Stmt, behind []ast.Stmt, before written, at place) (a answer, is, ok bool)
	// builds: the text is built, so what an iteration does not write is missing from it.
	builds bool
	// stores: a byte of the copy is set. always is the byte that every iteration sets; nil if there is none.
	stores bool
	always *ast.IndexExpr
	// skips: an iteration, or the loop, may end without setting a byte.
	skips bool
}

// An answer replaces statements of the loop in the loop that asks.
type answer struct {
	pos, end token.Pos
	// changes: the statements change something. Otherwise they do if cond holds; an empty cond never holds.
	changes bool
	cond    string
	// goesOn: a continue must be written after it. ends: the iteration ends here.
	goesOn, ends bool
	// stmt is the replaced statement, to be removed if the answer is empty.
	stmt ast.Stmt
	// inFront: the answer is inserted in front of the end of the body.
	inFront bool
	// inSwitch: the answer is in a switch, where a break without a label would not leave the loop.
	inSwitch bool
}

// copies recognises a copy of a string, followed by the loop.
//
//	b := []byte(s)    b := append([]byte(nil), s...)    b := make([]byte, len(s)); copy(b, s)
func (c *change) copies() bool {
	call, ok := ast.Unparen(c.decl.Value).(*ast.CallExpr)
	if !ok || !source.IsBytes(c.decl.Var.Type()) || !c.apart() {
		return false
	}
	rest := c.decl.Rest
	var of ast.Expr
	switch {
	case source.IsConversion(c.Info, call):
		of = call.Args[0]
	case source.IsBuiltin(c.Info, call, "append") && len(call.Args) == 2 && call.Ellipsis.IsValid() && c.empty(call.Args[0]):
		of = call.Args[1]
	case source.IsBuiltin(c.Info, call, "make") && len(call.Args) == 2:
		of, c.blank = source.LenOf(c.Info, call.Args[1])
		if len(rest) > 0 && c.filled(rest[0], of) {
			rest, c.blank = rest[1:], false
		}
	}
	if of == nil || len(rest) < 2 {
		return false
	}
	if c.text, ok = ast.Unparen(of).(*ast.Ident); !ok || !source.IsA[*types.Basic](c.Info.TypeOf(of)) || c.Info.Types[of].Value != nil {
		return false
	}
	c.begin(rest)
	return source.IsString(c.Info.TypeOf(of).Underlying()) && effect.StableBetween(c.Pkg, c.text, call.Pos(), c.rest[0].End())
}

// apart reports whether the loop that asks may be put in front of the statement of the declaration: other variables in
// that statement have values without effects.
func (c *change) apart() bool {
	does := effect.Of(c.Pkg, append(c.decl.Before(), c.decl.After()...)...)
	return does.Movable() && !does.MayEnd() && !c.Jumps(c.decl.Name.Pos())
}

// begin notes the loop, its labels, and the statements after it.
func (c *change) begin(list []ast.Stmt) {
	c.loop, c.rest = source.Unlabeled(list[0]), list[1:]
	for s := list[0]; s != c.loop; s = s.(*ast.LabeledStmt).Stmt {
		c.labels = append(c.labels, c.Info.Defs[s.(*ast.LabeledStmt).Label])
	}
}

// turns returns the statements of an iteration, without a continue at its end.
func (c *change) turns() []ast.Stmt {
	list := c.Pkg.Iteration(c.loop).List
	if n := len(list); n < len(c.body.List) {
		c.edits = append(c.edits, c.Remove(c.body.List[n]))
	}
	return slices.DeleteFunc(slices.Clone(list), func(s ast.Stmt) bool { _, isEmpty := s.(*ast.EmptyStmt); return isEmpty })
}

// branches reports whether the branch stays within the loop, and removes the label of a continue.
func (c *change) branches(s *ast.BranchStmt) bool {
	if s.Label == nil {
		return true
	}
	c.edits = append(c.edits, source.ReplaceNode(s, s.Tok.String()))
	return s.Tok == token.CONTINUE && slices.Contains(c.labels, c.Info.Uses[s.Label])
}

// empty reports whether e is []byte(nil) or []byte{}.
func (c *change) empty(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return source.IsConversion(c.Info, e) && c.Info.Types[e.Args[0]].IsNil()
	}
	return false
}

// filled recognises copy(b, s), where s is the variable of.
func (c *change) filled(stmt ast.Stmt, of ast.Expr) bool {
	s, isCall := stmt.(*ast.ExprStmt)
	v, isVar := c.Pkg.LocalVar(of)
	if !isCall || !isVar {
		return false
	}
	call, ok := ast.Unparen(s.X).(*ast.CallExpr)
	return ok && source.IsBuiltin(c.Info, call, "copy") && c.Pkg.Is(call.Args[0], c.decl.Var) && c.Pkg.Is(call.Args[1], v)
}

// loops takes the loop apart. It returns false if running a part of the loop twice could be noticed.
func (c *change) loops() bool {
	switch s := c.loop.(type) {
	case *ast.RangeStmt:
		basic, _ := c.Info.TypeOf(s.X).Underlying().(*types.Basic)
		if s.Tok != token.DEFINE || !c.over(s) && (basic == nil || !c.repeats(s.X)) {
			return false
		}
		c.body = s.Body
	case *ast.ForStmt:
		if s.Init == nil || s.Cond == nil || s.Post == nil || !c.repeats(s.Init, s.Cond, s.Post) {
			return false
		}
		c.body = s.Body
	default:
		return false
	}
	c.leaf = c.sets
	_, _, ok := c.walk(c.turns(), once, place{outer: true, last: true})
	return ok && c.stores
}

// over reports whether the statement ranges over the copy, with an index that only the statement sets.
func (c *change) over(s *ast.RangeStmt) bool {
	key, ok := s.Key.(*ast.Ident)
	if !ok || !c.Pkg.Is(s.X, c.decl.Var) || source.IsBlank(key) {
		return false
	}
	return !c.Pkg.WrittenIn(c.Info.Defs[key].(*types.Var), s.Body.Pos(), s.End())
}

// sets returns the answer for a statement that sets a byte of the copy; is says whether s does. The answer is a
// change, unless every iteration reaches the statement and does nothing after it.
func (c *change) sets(s ast.Stmt, behind []ast.Stmt, _ written, at place) (a answer, is, ok bool) {
	to, is := c.store(s)
	if !is {
		return a, false, true
	}
	c.stores = true
	a = answer{pos: s.Pos(), end: s.End(), changes: !at.outer, inSwitch: at.inSwitch}
	if a.changes {
		return a, true, true
	}
	switch {
	case len(behind) == 1 && c.continues(behind[0]):
		a.end = behind[0].End()
	case len(behind) > 0:
		return a, true, false
	}
	value := stored(s)
	if value == nil || c.misread(to.Pos()) || !c.repeats(value, to.Index) {
		return a, true, false
	}
	c.always, a.cond, a.ends = to, c.asText(value)+" != "+c.asText(to), true
	return a, true, true
}

// continues reports whether s is a continue of the loop.
func (c *change) continues(s ast.Stmt) bool {
	branch, ok := s.(*ast.BranchStmt)
	return ok && branch.Tok == token.CONTINUE && (branch.Label == nil || slices.Contains(c.labels, c.Info.Uses[branch.Label]))
}

// store recognises b[i] = x, b[i] += x and b[i]++.
func (c *change) store(s ast.Stmt) (*ast.IndexExpr, bool) {
	var to ast.Expr
	switch s := s.(type) {
	case *ast.AssignStmt:
		if len(s.Lhs) == 1 {
			to = s.Lhs[0]
		}
	case *ast.IncDecStmt:
		to = s.X
	}
	at, ok := ast.Unparen(to).(*ast.IndexExpr)
	return at, ok && c.Pkg.Is(at.X, c.decl.Var)
}

// stored returns x of b[i] = x, or nil for another statement.
func stored(s ast.Stmt) ast.Expr {
	if assign, ok := s.(*ast.AssignStmt); ok && assign.Tok == token.ASSIGN {
		return assign.Rhs[0]
	}
	return nil
}

// repeats reports whether running the nodes once more, before the loop, makes no difference: they change nothing but
// variables of the loop. If so, it adds them to kept.
func (c *change) repeats(nodes ...ast.Node) bool {
	for _, n := range nodes {
		var changed []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			changed = n.Lhs
		case *ast.IncDecStmt:
			changed = []ast.Expr{n.X}
		case *ast.DeclStmt:
			if n.Decl.(*ast.GenDecl).Tok != token.VAR {
				return false
			}
		case ast.Stmt:
			return false
		}
		if slices.ContainsFunc(changed, func(e ast.Expr) bool { return !c.own(e) }) {
			return false
		}
		does := effect.Of(c.Pkg, n)
		if !does.Movable() || does.Methods || does.Allocates || does.Literals {
			return false
		}
		c.kept = append(c.kept, n)
	}
	return true
}

// own reports whether e is a variable that the loop, or its body, declares.
func (c *change) own(e ast.Expr) bool {
	if source.IsBlank(e) {
		return true
	}
	v, ok := c.Pkg.LocalVar(e)
	return ok && c.loop.Pos() <= v.Pos() && v.Pos() < c.loop.End() && !c.Pkg.Captured(v)
}

// read reports whether the kept nodes use the copy only to read its bytes and its length, for which the text can be
// used instead, and read each variable that they declare.
func (c *change) read() bool {
	for _, use := range c.copied() {
		use := source.Parens(use)
		isLen := c.Pkg.Asks(use, "len")
		if use.ParentEdgeKind() != edge.IndexExpr_X && !isLen {
			return false
		}
		if c.blank && !isLen || c.misread(use.Node().Pos()) {
			return false
		}
	}
	for _, n := range c.kept {
		for id := range source.Idents(n) {
			if c.unread(id) {
				return false
			}
		}
	}
	s, ok := c.loop.(*ast.RangeStmt)
	return !ok || c.over(s) || s.Value != nil || !c.unread(s.Key)
}

// unread reports whether e declares a variable that no kept node reads.
func (c *change) unread(e ast.Expr) bool {
	id, isName := e.(*ast.Ident)
	v, ok := c.Info.Defs[id].(*types.Var)
	return isName && ok && id.Name != "_" && !c.keeps(v)
}

// copied returns the uses of the copy in the kept nodes.
func (c *change) copied() (uses []inspector.Cursor) {
	for _, n := range c.kept {
		uses = append(uses, c.Pkg.UsesIn(n, c.decl.Var)...)
	}
	return uses
}

// misread reports whether the name of the text means something else at pos.
func (c *change) misread(pos token.Pos) bool { return !c.Visible(c.text, pos) }

// keeps reports whether a kept node reads v.
func (c *change) keeps(v *types.Var) bool {
	return slices.ContainsFunc(c.kept, func(n ast.Node) bool {
		return slices.ContainsFunc(c.Pkg.UsesIn(n, v), func(use inspector.Cursor) bool {
			kind := source.Parens(use).ParentEdgeKind()
			return kind != edge.AssignStmt_Lhs && kind != edge.IncDecStmt_X
		})
	})
}

// covers reports whether a copy that begins as zeros has each of its bytes set, one in each iteration, in order.
func (c *change) covers() bool {
	if !c.blank {
		return true
	}
	var key ast.Expr
	switch s := c.loop.(type) {
	case *ast.RangeStmt:
		if !c.over(s) && !c.length(s.X) {
			return false
		}
		key = s.Key
	case *ast.ForStmt:
		if _, to, ok := c.Pkg.Counter(s); !ok || !c.length(to) {
			return false
		}
		key = s.Init.(*ast.AssignStmt).Lhs[0]
	}
	id, isName := key.(*ast.Ident)
	if !isName || c.skips || len(c.answers) != 1 || c.always == nil {
		return false
	}
	v, ok := c.Info.Defs[id].(*types.Var)
	return ok && c.Pkg.Is(c.always.Index, v) && !c.Pkg.WrittenIn(v, c.body.Pos(), c.body.End())
}

// length reports whether e is the length of the text or of its copy.
func (c *change) length(e ast.Expr) bool {
	x, ok := source.LenOf(c.Info, e)
	text, _ := c.Info.Uses[c.text].(*types.Var)
	return ok && (c.Pkg.Is(x, c.decl.Var) || c.Pkg.Is(x, text))
}

// returned returns the first one or two statements after the loop, up to the return, with the text in place of the
// copy. They must convert the copy to a string of the text's type, and return it, assign it to a variable, or pass it
// to a function.
func (c *change) returned() (text []string, ok bool) {
	end := 0
	if _, ok := c.rest[0].(*ast.ReturnStmt); !ok {
		end = 1
		switch c.rest[0].(type) {
		case *ast.AssignStmt, *ast.DeclStmt:
		default:
			return nil, false
		}
		if len(c.rest) < 2 {
			return nil, false
		}
		if _, ok := c.rest[1].(*ast.ReturnStmt); !ok {
			return nil, false
		}
	}
	c.rest = c.rest[:end+1]
	var uses []inspector.Cursor
	for _, s := range c.rest {
		uses = append(uses, c.Pkg.UsesIn(s, c.decl.Var)...)
		if c.HasComment(s.Pos(), s.End()) {
			return nil, false
		}
	}
	if len(uses) != 1 {
		return nil, false
	}
	whole := uses[0]
	for of := ast.Expr(nil); of == nil || !c.Pkg.Is(of, c.decl.Var); {
		whole = whole.Parent()
		e, isExpr := whole.Node().(ast.Expr)
		if !isExpr {
			return nil, false
		}
		of = c.whole(e)
	}
	switch call := source.ArgumentOf(whole); source.Parens(whole).ParentEdgeKind() {
	case edge.ReturnStmt_Results, edge.AssignStmt_Rhs, edge.ValueSpec_Values:
	default:
		if call == nil || source.IsConversion(c.Info, call) {
			return nil, false
		}
	}
	e := whole.Node().(ast.Expr)
	for _, s := range c.rest {
		var edits []source.TextEdit
		if source.Contains(s, e) {
			edits = append(edits, source.ReplaceNode(e, c.text.Name))
		}
		text = append(text, c.Edited(s.Pos(), s.End(), edits))
	}
	return text, types.Identical(c.Info.TypeOf(e), c.Info.TypeOf(c.text))
}

// whole returns b of string(b), of b.String() of a builder or buffer, of a string that is a view of all of b, and of
// f(b) where f is a function of the package that returns such a view of its parameter; nil for another expression.
func (c *change) whole(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	call, isCall := e.(*ast.CallExpr)
	if !isCall {
		return retain.View(c.Pkg, e) // *(*string)(unsafe.Pointer(&b))
	}
	if kind, builder := source.WriterCall(c.Info, call, "String"); kind == "Builder" || kind == "Buffer" {
		return builder
	}
	if source.IsConversion(c.Info, call) && source.IsBytes(c.Info.TypeOf(call.Args[0])) {
		return call.Args[0]
	}
	if fn := typeutil.StaticCallee(c.Info, call); fn != nil && len(call.Args) == 1 {
		body := c.Pkg.FuncBody(fn)
		if body == nil || len(body.List) != 1 {
			return nil
		}
		ret, ok := body.List[0].(*ast.ReturnStmt)
		if ok && len(ret.Results) == 1 && fn.Signature().Params().Len() == 1 && c.Pkg.Is(c.whole(ret.Results[0]), fn.Signature().Params().At(0)) {
			return call.Args[0]
		}
		return nil
	}
	of := retain.View(c.Pkg, call) // unsafe.String(unsafe.SliceData(b), len(b))
	if v, ok := c.Pkg.LocalVar(of); ok && len(call.Args) == 2 {
		if x, _ := source.LenOf(c.Info, call.Args[1]); c.Pkg.Is(x, v) {
			return of
		}
	}
	return nil
}

// means reports whether the code that is added in front of the copy means the same there.
func (c *change) means() bool {
	for _, n := range append([]ast.Stmt{c.loop}, c.rest...) {
		for _, obj := range c.Misread(n, c.decl.Stmt.Pos()) {
			own := c.rest[0].Pos() <= obj.Pos() && obj.Pos() < c.rest[0].End()
			if obj != c.decl.Var && !own && !slices.Contains(c.labels, obj) {
				return false
			}
		}
	}
	return c.Universe(c.decl.Stmt.Pos(), "false", "true", "len")
}

// asked reports whether the code returns the text in the same way before the copy is made, other than under a
// comparison of the text, or of its length, with a constant. If so, it refuses.
func (c *change) asked(ret []string) bool {
	text := c.Info.Uses[c.text].(*types.Var)
	for _, use := range c.Pkg.Uses(text) {
		stmt, inList := source.EnclosingStmt(use)
		if !inList || use.Node().Pos() > c.decl.Stmt.Pos() {
			continue
		}
		guard, isIf := stmt.Parent().Parent().Node().(*ast.IfStmt)
		if !isIf || len(guard.Body.List) != len(ret) || c.constant(guard.Cond, text) {
			continue
		}
		same := true
		for i, s := range guard.Body.List {
			same = same && c.Text(s) == ret[i]
		}
		if same {
			return !c.Refuse(c.decl.Node(), text.Name()+" is returned as it is already")
		}
	}
	return false
}

// constant recognises len(s) == 0 and s == "x", with any operator, where s is text.
func (c *change) constant(cond ast.Expr, text *types.Var) bool {
	cmp, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || c.Info.Types[cmp.Y].Value == nil {
		return false
	}
	x, _ := source.LenOf(c.Info, cmp.X)
	return c.Pkg.Is(cmp.X, text) || c.Pkg.Is(x, text)
}

// question returns the loop that asks, without comments. name is the variable for the answer. label is the label of
// the loop, if a break must leave a switch too, or "".
func (c *change) question(name, label string) string {
	edits := slices.Clone(c.edits)
	start := c.loop.Pos()
	header := ""
	if s, ok := c.loop.(*ast.RangeStmt); ok && c.over(s) {
		header, start = c.header(s), c.body.Lbrace+1
	} else if ok {
		for _, e := range []ast.Expr{s.Key, s.Value} {
			if c.unread(e) {
				edits = append(edits, source.ReplaceNode(e, "_"))
			}
		}
	}
	for _, use := range c.copied() {
		edits = append(edits, source.ReplaceNode(use.Node(), c.text.Name))
	}
	for _, a := range c.answers {
		edits = slices.DeleteFunc(edits, func(e source.TextEdit) bool { return a.pos <= e.Pos && e.Pos < a.end })
		if text := c.answer(a, name, label); text != "" {
			edits = append(edits, source.Replace(a.pos, a.end, text))
		} else {
			edits = append(edits, c.Remove(a.stmt))
		}
	}
	for _, group := range c.Syntax.Comments {
		for _, comment := range group.List {
			within := func(e source.TextEdit) bool { return e.Pos <= comment.Pos() && comment.Pos() < e.End }
			if start <= comment.Pos() && comment.Pos() < c.loop.End() && !slices.ContainsFunc(edits, within) {
				edits = append(edits, c.uncomment(comment))
			}
		}
	}
	if label != "" {
		header = label + ":\n" + c.Indent(c.loop.Pos()) + header
	}
	return header + c.Edited(start, c.loop.End(), edits)
}

// uncomment returns the edit that removes a comment, with its line if the comment has the line to itself.
func (c *change) uncomment(comment *ast.Comment) source.TextEdit {
	start, end := comment.Pos(), comment.End()
	if below := c.LineBelow(end); c.AloneOnLine(start) && strings.TrimSpace(c.Between(end, below)) == "" {
		return source.Replace(start-token.Pos(len(c.Indent(start))), below, "")
	}
	return source.Replace(start, end, "")
}

// answer returns the source of an answer; "" if there is nothing to write.
func (c *change) answer(a answer, name, label string) string {
	changes := []string{name + " = true", "break"}
	if a.inSwitch {
		changes[1] += " " + label
	}
	var lines []string
	switch {
	case a.changes:
		lines = changes
	case a.cond != "":
		lines = []string{"if " + a.cond + " {", "\t" + changes[0], "\t" + changes[1], "}"}
	}
	if a.goesOn {
		lines = append(lines, "continue")
	}
	separator := "\n" + c.Indent(a.pos)
	switch {
	case a.inFront && c.AloneOnLine(a.pos):
		return "\t" + strings.Join(lines, separator+"\t") + separator
	case a.inFront:
		return "\n" + strings.Join(lines, "\n") + "\n"
	case a.changes && !c.AloneOnLine(a.pos):
		separator = "; "
	}
	return strings.Join(lines, separator)
}

// asText returns e with the text in place of its copy.
func (c *change) asText(e ast.Expr) string {
	uses, _ := c.Pkg.Captures(e, func(obj types.Object) bool { return obj == c.decl.Var })
	for i := range uses {
		uses[i].Name = c.text.Name
	}
	return c.Renamed(e, uses)
}

// header returns the head of the loop that asks if the old loop ranges over the copy: a range over the text would
// yield runes.
func (c *change) header(s *ast.RangeStmt) string {
	key, of := s.Key.(*ast.Ident).Name, c.text.Name
	header := "for " + key + " := 0; " + key + " < len(" + of + "); " + key + "++ {"
	if id, ok := s.Value.(*ast.Ident); ok && !source.IsBlank(id) && !c.unread(id) {
		header += "\n" + c.Indent(s.Pos()) + "\t" + id.Name + " := " + of + "[" + key + "];"
	}
	return header
}
