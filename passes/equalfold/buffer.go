package equalfold

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// A spelling is a text that is made of another text, character by character: by ToLower or ToUpper,
// and by ReplaceAll of one character.
type spelling struct {
	call    *ast.CallExpr // the outermost call
	x       ast.Expr      // the original text
	steps   []step        // in the order of evaluation
	mapping string        // "ToUpper", "" if case is not mapped
	class   rule.Class
}

// A step is what one call does to a character: it maps the case, or replaces the character.
type step struct {
	mapping  string // "ToUpper", "" for a replacement
	old, new string // an empty new one removes the character
}

// spelling recognises the calls that make a spelling.
func (p *folder) spelling(e ast.Expr) (t spelling, ok bool) {
	for {
		call, isCall := source.CallTo(p.Info, e, "strings", "ToLower", "ToUpper", "ReplaceAll")
		if !isCall {
			break
		}
		if t.call == nil {
			t.call = call
		}
		_, name, _ := p.Qualified(call)
		s := step{mapping: name}
		if name == "ReplaceAll" {
			if s, ok = p.replaced(call); !ok {
				return t, false
			}
		} else {
			t.mapping = name
		}
		t.steps, e = append(t.steps, s), ast.Unparen(call.Args[0])
		t.x = e
	}
	slices.Reverse(t.steps)
	first := slices.IndexFunc(t.steps, func(s step) bool { return s.mapping != "" })
	if slices.ContainsFunc(t.steps[:max(first, 0)], func(s step) bool { return s.new == "" }) {
		t.class = rule.Review(rule.Letters.Caveat("bytes that are no UTF-8 do not come together where what stood between them is taken out"))
	}
	return t, len(t.steps) > 0 && p.Info.Types[t.x].Value == nil
}

// replaced recognises the replacement of one ASCII character by another one, or by nothing.
func (p *folder) replaced(call *ast.CallExpr) (s step, ok bool) {
	from, isConst := source.StringConst(p.Info, call.Args[1])
	to, isConst2 := source.StringConst(p.Info, call.Args[2])
	ascii := func(text string) bool { return len(text) == 1 && text[0] < 0x80 }
	return step{old: from, new: to}, isConst && isConst2 && ascii(from) && (to == "" || ascii(to))
}

// lookedUp makes the text in stack memory in front of the statement that looks it up, or compares it. It
// reports whether it does.
//
//	                                          return units[strings.ToUpper(name)]
//	-------------------------------------
//	upper := make([]byte, 0, 64)
//	for _, r := range name {
//		upper = utf8.AppendRune(upper, unicode.ToUpper(r))
//	}
//	                                          return units[string(upper)]
func (p *folder) lookedUp(cur inspector.Cursor) bool {
	call, isCall := cur.Node().(*ast.CallExpr)
	if !isCall || !retain.Looks(p.Pkg, cur) {
		return false
	}
	t, ok := p.spelling(call)
	if !ok {
		return false
	}
	stmt, ok := effect.LiftAs(p.File, cur, effect.Total(p.Info, t.x))
	if !ok || p.Jumps(call.Pos()) || !effect.Undisturbed(p.File, cur, stmt, t.x) {
		return p.refuse(call, "something else in the statement has to be evaluated first")
	}
	name := p.bytesName(t, stmt)
	lines, imports, ok := p.written(t, name)
	if ok {
		p.spelled(call, t, append(imports, p.Before(stmt, lines...), source.ReplaceNode(call, "string("+name+")")))
	}
	return ok
}

// chosen is lookedUp for the tag of a switch, which is refused with the condition if that does not
// work either. It returns false, for the caller to return.
func (p *folder) chosen(s *site, condition string) bool {
	tag := s.cur.Node().(*ast.SwitchStmt).Tag
	cur, ok := s.cur.FindNode(ast.Unparen(tag))
	if ok && p.through.Var == nil && p.lookedUp(cur) {
		return false
	}
	return p.refuse(tag, condition)
}

// bytesName returns a free name for the bytes in front of a statement.
func (p *folder) bytesName(t spelling, stmt ast.Stmt) string {
	bases := []string{"key", "text", "word", "lookup"}
	if base := strings.ToLower(strings.TrimPrefix(t.mapping, "To")); base != "" {
		bases = slices.Insert(bases, 0, base)
	}
	return p.Fresh(stmt.Pos(), bases...)
}

// held is lookedUp for a text that a variable holds.
//
//	name = strings.ToLower(name)    if _, ok := known[name]; ok
func (p *folder) held(d source.Decl) bool {
	t, ok := p.spelling(d.Value)
	if !ok || d.Type != nil || d.HasComment() || p.Pkg.Captured(d.Var) || len(p.Pkg.Writes(d.Var)) > 0 || !source.IsString(d.Var.Type()) || p.Jumps(d.Stmt.Pos()) {
		return false
	}
	var looks []inspector.Cursor
	some := false
	for _, use := range p.Pkg.Uses(d.Var) {
		switch {
		case retain.Looks(p.Pkg, use):
			looks, some = append(looks, use), true
		case p.inError(use):
			looks = append(looks, use)
		case !retain.BytesDo(p.Pkg, use):
			return false
		}
	}
	if !some || hides[d.Var.Name()] || source.NamesIn(t.x)[d.Var.Name()] {
		return false
	}
	lines, edits, ok := p.written(t, d.Var.Name())
	if !ok {
		return false
	}
	head, ok := d.Statements(lines...)
	if !ok {
		return p.refuse(d.Node(), "there is no room for more than one statement")
	}
	for _, use := range looks {
		if !p.Universe(use.Node().Pos(), "string") {
			return false
		}
		edits = append(edits, source.ReplaceNode(use.Node(), "string("+d.Var.Name()+")"))
	}
	p.spelled(t.call, t, append(edits, head...))
	return true
}

// inError reports whether the use is an operand of a call that makes an error.
func (p *folder) inError(use inspector.Cursor) bool {
	for c := range use.Enclosing((*ast.CallExpr)(nil), (*ast.BlockStmt)(nil)) {
		call, isCall := c.Node().(*ast.CallExpr)
		if !isCall {
			return false
		}
		if fn := source.Func(p.Info, call); fn != nil && flow.MakesError(fn) {
			return true
		}
	}
	return false
}

// hides are the names that a variable cannot keep when it holds bytes: the loop that fills it uses them.
var hides = map[string]bool{"append": true, "byte": true, "unicode": true, "utf8": true, "AppendRune": true, "ToLower": true, "ToUpper": true}

// room is the size of the buffer on the stack, in bytes. A longer text moves to the heap.
const room = 64

// written returns the statements that declare the bytes, and append to them. ok is false if a name in
// them means something else, a comment would be lost, or the language version lacks a function.
//
//	key := make([]byte, 0, 64)
//	for _, r := range x {
//		if r == '-' {
//			r = '_'
//		}
//		key = utf8.AppendRune(key, unicode.ToLower(r))
//	}
func (p *folder) written(t spelling, name string) (lines []string, imports []source.TextEdit, ok bool) {
	pos := t.call.Pos()
	if !p.Universe(pos, "make", "byte", "string", "append") || p.HasComment(t.call.Pos(), t.call.End()) {
		return nil, nil, false
	}
	r, of := "r", p.Text(t.x)
	if t.mapping == "" {
		r, of = "c", "[]byte("+of+")"
	}
	if name == r || source.NamesIn(t.x)[r] {
		if r = "char"; name == r { // nothing else in the loop has that name
			r = "letter"
		}
	}
	why := "// In stack memory, unlike what strings." + source.CalleeName(t.call) + " makes."
	lines = []string{why, name + " := make([]byte, 0, " + strconv.Itoa(room) + ")", "for _, " + r + " := range " + of + " {"}
	last := r
	for i, s := range t.steps {
		switch {
		case s.mapping != "":
			unicode, edits, ok := p.Import("unicode", s.mapping, pos)
			if !ok || len(edits) > 0 && unicode != "unicode." || unicode == name+"." {
				return nil, nil, false
			}
			imports = append(imports, edits...)
			if last = unicode + s.mapping + "(" + r + ")"; i < len(t.steps)-1 {
				lines, last = append(lines, "\t"+r+" = "+last), r
			}
		case s.new == "":
			lines = append(lines, "\tif "+r+" == "+character(s.old)+" {", "\t\tcontinue", "\t}")
		default:
			lines = append(lines, "\tif "+r+" == "+character(s.old)+" {", "\t\t"+r+" = "+character(s.new), "\t}")
		}
	}
	add := "append(" + name + ", " + last + ")"
	if t.mapping != "" {
		text, edits, ok := verbs.AppendRune(p.File, pos, name, last, false)
		if !ok {
			return nil, nil, false
		}
		add, imports = text, append(imports, edits...)
	}
	return append(lines, "\t"+name+" = "+add, "}"), imports, true
}

// character returns the literal of an ASCII character.
func character(c string) string { return strconv.QuoteRune(rune(c[0])) }

// spelled reports the text.
func (p *folder) spelled(at *ast.CallExpr, t spelling, edits []source.TextEdit) {
	p.Report(rule.Finding{
		At:      at,
		Message: source.CalleeName(at) + " makes a text that is only looked at",
		Title:   "Make the text in stack memory",
		Class:   t.class,
		Edits:   edits,
		Form:    "buffer",
	})
}
