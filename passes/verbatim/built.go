package verbatim

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// built asks, in front of a loop that builds a text of the bytes or runes of another text, whether the two differ.
//
//	                                     changed := false
//	                                     for _, r := range s {
//	                                             if r == '<' {
//	                                                     changed = true
//	                                                     break
//	                                             }
//	                                             if r == '\uFFFD' {
//	                                                     changed = true
//	                                                     break
//	                                             }
//	                                     }
//	                                     if !changed {
//	                                             return s
//	                                     }
//	var b strings.Builder                var b strings.Builder
//	for _, r := range s {                for _, r := range s {
//		if r == '<' {                        if r == '<' {
//			b.WriteString("&lt;")                b.WriteString("&lt;")
//			continue                             continue
//		}                                    }
//		b.WriteRune(r)                       b.WriteRune(r)
//	}                                    }
//	return b.String()                    return b.String()
//
// An iteration changes nothing if it writes only its unit: the byte or rune of the other text that it is at. Where the
// range yields '\uFFFD' the text may have a byte that is not part of a rune.
func (p *printer) built(d source.Decl) {
	c := &building{change: &change{printer: p, decl: d}}
	if !c.begins() || !c.goesOver() {
		return
	}
	c.leaf, c.builds = c.writes, true
	written, ends, ok := c.walk(c.turns(), none, place{last: true, outer: true})
	if !ok || !ends && written == either || len(c.copied()) > 0 || !c.read() {
		return
	}
	if !ends && written == none {
		c.answers = append(c.answers, answer{pos: c.body.Rbrace, end: c.body.Rbrace, changes: true, inFront: true})
	}
	some := func(is func(answer) bool) bool { return slices.ContainsFunc(c.answers, is) }
	if some(func(a answer) bool { return !a.changes }) && some(func(a answer) bool { return a.changes || a.cond != "" }) {
		c.ask()
	}
}

// A building is a text that a loop builds of the bytes or runes of another text.
type building struct {
	*change
	// key is the variable for the index of the iteration's unit, unit the one for the unit itself; either may be nil.
	key, unit *types.Var
	runes     bool
}

// begins recognises an empty builder, buffer or slice, followed by the loop.
func (c *building) begins() bool {
	rest := c.decl.Rest
	switch kind := source.WriterKind(c.decl.Var.Type()); {
	case !c.apart():
		return false
	case kind == "Builder" || kind == "Buffer":
		lit, isLit := ast.Unparen(c.decl.Value).(*ast.CompositeLit)
		if source.IsA[*types.Pointer](c.decl.Var.Type()) || c.decl.Value != nil && !(isLit && len(lit.Elts) == 0) {
			return false
		}
		if len(rest) > 0 && c.grows(rest[0]) {
			rest = rest[1:]
		}
	case source.IsBytes(c.decl.Var.Type()):
		if c.decl.Value != nil && !c.empty(c.decl.Value) && !c.room(c.decl.Value) {
			return false
		}
	default:
		return false
	}
	if len(rest) < 2 {
		return false
	}
	c.begin(rest)
	return true
}

// grows recognises the statement b.Grow(n).
func (c *building) grows(s ast.Stmt) bool {
	stmt, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	return ok && c.method(call, "Grow") && source.NotNegative(c.Info, call.Args[0])
}

// method reports whether the call is one of the builder's methods in names.
func (c *building) method(call *ast.CallExpr, names ...string) bool {
	recv := source.Receiver(c.Info, call)
	return recv != nil && c.Pkg.Is(recv, c.decl.Var) && slices.Contains(names, source.CalleeName(call))
}

// room recognises make([]byte, 0) and make([]byte, 0, n).
func (c *building) room(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(c.Info, call, "make") || len(call.Args) < 2 {
		return false
	}
	length, isConst := source.IntConst(c.Info, call.Args[1])
	return isConst && length == 0 && (len(call.Args) == 2 || source.NotNegative(c.Info, call.Args[2]))
}

// goesOver recognises a loop over all bytes, or all runes, of a text.
//
//	for i, r := range s    for i := 0; i < len(s); i++    for i := range len(s)    for _, c := range []byte(s)
func (c *building) goesOver() bool {
	var over, key, unit ast.Expr
	switch s := c.loop.(type) {
	case *ast.RangeStmt:
		if s.Tok != token.DEFINE {
			return false
		}
		key, unit, c.body = s.Key, s.Value, s.Body
		call, isCall := ast.Unparen(s.X).(*ast.CallExpr)
		switch {
		case !isCall:
			over, c.runes = s.X, true
		case source.IsConversion(c.Info, call) && source.IsBytes(c.Info.TypeOf(call)):
			over = call.Args[0]
		default:
			over, _ = source.LenOf(c.Info, call)
		}
	case *ast.ForStmt:
		_, to, ok := c.Pkg.Counter(s)
		if !ok {
			return false
		}
		over, _ = source.LenOf(c.Info, to)
		key, c.body = s.Init.(*ast.AssignStmt).Lhs[0], s.Body
	default:
		return false
	}
	text, ok := ast.Unparen(over).(*ast.Ident)
	if !ok || c.Info.Types[over].Value != nil || !source.IsString(c.Info.TypeOf(over).Underlying()) {
		return false
	}
	c.text = text
	c.key, c.unit = c.declared(key), c.declared(unit)
	return !c.hides() && effect.StableBetween(c.Pkg, text, c.decl.Stmt.Pos(), c.rest[0].End())
}

// hides reports whether the name of key, unit or the text means something else somewhere in the loop.
func (c *building) hides() bool {
	for id := range source.Idents(c.body) {
		obj := c.Info.Defs[id]
		if obj != nil && (id.Name == c.text.Name || c.key != nil && id.Name == c.key.Name() || c.unit != nil && id.Name == c.unit.Name()) {
			return true
		}
	}
	return false
}

// declared returns the variable that e declares, if nothing in the loop writes it.
func (c *building) declared(e ast.Expr) *types.Var {
	id, _ := e.(*ast.Ident)
	v, ok := c.Info.Defs[id].(*types.Var)
	if !ok || c.Pkg.WrittenIn(v, c.body.Pos(), c.body.End()) || c.Pkg.Captured(v) {
		return nil
	}
	return v
}

// writes returns the answer for a statement that mentions the text that is built; is says whether s does. The answer
// is a change, unless the statement writes one byte or rune that the new loop can compare with the iteration's unit.
func (c *building) writes(s ast.Stmt, behind []ast.Stmt, before written, at place) (a answer, is, ok bool) {
	switch s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.DeclStmt, *ast.IncDecStmt:
	default:
		return a, false, true
	}
	if c.Pkg.Mentions(s, c.decl.Var) == 0 {
		return a, false, true
	}
	a = answer{pos: s.Pos(), end: s.End(), inSwitch: at.inSwitch}
	value, isUnit := c.wrote(s)
	if before == none && value != nil && (isUnit || c.Info.Types[value].Value == nil && c.repeats(value)) {
		a.cond, a.goesOn, a.stmt = c.differs(value, isUnit), at.last && len(behind) == 0 && !at.outer, s
		a.ends = a.goesOn
	} else {
		a.changes = true
	}
	return a, true, before != either
}

// wrote returns the byte or rune that a statement writes, or nil if it writes anything else; isUnit says that it is
// the iteration's unit.
//
//	b.WriteByte(x)    b.WriteRune(x)    b = append(b, x)
func (c *building) wrote(s ast.Stmt) (x ast.Expr, isUnit bool) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		name := "WriteByte"
		if c.runes {
			name = "WriteRune"
		}
		if !ok || !c.method(call, name) {
			return nil, false
		}
		x = call.Args[0]
	case *ast.AssignStmt:
		v, call, ok := c.Pkg.Appended(s)
		if !ok || v != c.decl.Var || c.runes || len(call.Args) != 2 || call.Ellipsis.IsValid() {
			return nil, false
		}
		x = call.Args[1]
	default:
		return nil, false
	}
	if c.Pkg.Mentions(x, c.decl.Var) > 0 || c.at() == "" {
		return nil, false
	}
	return x, c.isUnit(x)
}

// isUnit reports whether e is the iteration's unit.
func (c *building) isUnit(e ast.Expr) bool {
	if c.unit != nil && c.Pkg.Is(e, c.unit) {
		return true
	}
	if value, ok := c.Pkg.Only(e); ok {
		e = value
	}
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	text, _ := c.Info.Uses[c.text].(*types.Var)
	return ok && !c.runes && c.key != nil && c.Pkg.Is(index.X, text) && c.Pkg.Is(index.Index, c.key)
}

// at returns the source of the iteration's unit; "" if it has no name.
func (c *building) at() string {
	switch {
	case c.unit != nil:
		return c.unit.Name()
	case c.key != nil && !c.runes:
		return c.text.Name + "[" + c.key.Name() + "]"
	}
	return ""
}

// differs returns the condition under which value is not the iteration's unit, or the unit may not be a valid rune; ""
// if neither can be.
func (c *building) differs(value ast.Expr, isUnit bool) string {
	cond := ""
	if !isUnit {
		cond = c.Text(value) + " != " + c.at()
	}
	if !c.runes {
		return cond
	}
	c.kept = append(c.kept, value)
	if cond != "" {
		cond += " || "
	}
	return cond + c.at() + ` == '\uFFFD'`
}
