// Package verbatim defines an analyzer that gives back a text that would only be copied.
//
// Invariant: the same bytes. A string that is printed alone is what it was, and so are a
// format without a verb that has no operands, and a copy of which no byte differs.
//
// Model: functions that pass their operands on to fmt (loggers, errors, messages of
// tests) are mostly called with one text and nothing to fill in, and cannot say so. What
// they were given is looked at where they pass it on. Functions that spell a text in another
// way mostly get one that is spelled so already, and can find that out before they copy it.
//
// What it blurs: how much memory that is. The result is the caller's string, not a copy of
// it, and keeps alive what that is a part of, as any assignment of a string does.
//
// # Analyzer verbatim
//
// verbatim: return a text that stands alone instead of printing it
//
//	func (l *Logger) Infof(format string, args ...any) {
//		l.write(fmt.Sprintf(format, args...))    =>     l.write(sprintf(format, args...))
//	}
//
//	                                                func sprintf(format string, args ...any) string {
//	                                                        if len(args) == 0 && !strings.Contains(format, "%") {
//	                                                                return format
//	                                                        }
//	                                                        return fmt.Sprintf(format, args...)
//	                                                }
//
//	func text(args ...any) string {                 func text(args ...any) string {
//		return fmt.Sprint(args...)       =>             if len(args) == 1 {
//	}                                                               if s, ok := args[0].(string); ok {
//	                                                                        return s
//	                                                                }
//	                                                        }
//	                                                        return fmt.Sprint(args...)
//	                                                }
//
// A function that does nothing but return the text is changed itself; the other calls of
// a file get one function. Handled are Sprint, Sprintf, and Sprintln of which the
// line break is cut off:
//
//	msg := fmt.Sprintln(args...)
//	return msg[:len(msg)-1]
//
// Conditions:
//   - args is a parameter of type []any, and its length is asked for nowhere: somebody
//     who did has thought of it;
//   - the format is not constant: a constant one that gets operands has verbs;
//   - the names that are written mean what they should.
//
// A string of a named type, or with a method String, is left to fmt, as is "%%".
//
// A copy of a text of which a loop sets bytes is made where it sets one:
//
//	                                  changed := false
//	                                  for i := 0; i < len(s); i++ {
//	                                          c := s[i]
//	                                          if c == '-' {
//	                                                  changed = true
//	                                                  break
//	                                          }
//	                                  }
//	                                  if !changed {
//	                                          return s
//	                                  }
//	b := []byte(s)             =>     b := []byte(s)
//	for i, c := range b {             for i, c := range b {
//		if c == '-' {                     if c == '-' {
//			b[i] = '_'                        b[i] = '_'
//		}                                 }
//	}                                 }
//	return string(b)                  return string(b)
//
// So is a text that a loop builds of each byte or rune of another one, by methods of a
// strings.Builder or bytes.Buffer, or append:
//
//	                                  changed := false
//	                                  for i := 0; i < len(s); i++ {
//	                                          if s[i] == '"' {
//	                                                  changed = true
//	                                                  break
//	                                          }
//	                                  }
//	                                  if !changed {
//	                                          return s
//	                                  }
//	var b strings.Builder      =>     var b strings.Builder
//	for i := 0; i < len(s); i++ {     for i := 0; i < len(s); i++ {
//		if s[i] == '"' {                  if s[i] == '"' {
//			b.WriteByte('\\')                 b.WriteByte('\\')
//		}                                 }
//		b.WriteByte(s[i])                 b.WriteByte(s[i])
//	}                                 }
//	return b.String()                 return b.String()
//
// Conditions:
//   - the copy, the loop and the return follow one another; what is returned is string(b), a view
//     of all of b, or what a function makes of these, and of the type of the text, which is a
//     local variable that keeps its value;
//   - up to where it changes something the loop has no effect, but on variables of the iteration,
//     makes nothing, and reads of b but bytes and the length, of a builder nothing;
//   - of a copy, an iteration ends where it sets a byte; if it begins as zeros, each iteration sets
//     the next byte of all;
//   - the loop that builds goes over all bytes or runes, and on each way through an iteration it is
//     known whether the byte or rune has been written;
//   - the text is not returned before, other than where it, or its length, is compared with a
//     constant.
//
// Class: review, "who keeps the text may keep an operand, and all of the memory that this is
// a part of"; and where the package, or one outside of the standard library that it depends
// on, imports unsafe, "the text may be an operand itself, which is no copy".
package verbatim

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed verbatim.go
var docText string

// Rule is the verbatim rewrite.
var Rule = rule.New("verbatim", docText, run, "format", "string-to-bytes", "bytes-to-string", "variable-size", "builder", "growth")

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		p := &printer{r}
		calls := make(map[string][]printing)
		for cur := range p.Cursor.Preorder((*ast.CallExpr)(nil)) {
			c, ok := p.recognise(cur)
			if !ok {
				continue
			}
			if put, pos, ok := p.place(c); ok {
				if w, ok := p.wording(c, pos); ok {
					p.report(c, append(w.imports, put(w.alone...)...))
					continue
				}
			}
			if c.name != "Sprintln" {
				calls[c.name] = append(calls[c.name], c)
			}
		}
		for _, name := range []string{"Sprint", "Sprintf"} {
			p.through(calls[name])
		}
		for cur := range p.Cursor.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
			for d := range p.Decls(cur) {
				p.unchanged(d)
				p.built(d)
			}
		}
	}
}

type printer struct{ *rule.Run }

// A printing is a call of fmt that passes on a parameter of the function around it.
type printing struct {
	cur    inspector.Cursor // of the call
	call   *ast.CallExpr
	name   string // "Sprint", "Sprintf" or "Sprintln"
	args   *types.Var
	format ast.Expr // the format of a Sprintf; nil for others
}

// recognise finds fmt.Sprint(args...), fmt.Sprintf(format, args...) and fmt.Sprintln(args...).
func (p *printer) recognise(cur inspector.Cursor) (printing, bool) {
	c := printing{cur: cur, call: cur.Node().(*ast.CallExpr)}
	if _, ok := source.CallOf(p.Info, c.call, "fmt", "Sprint", "Sprintln", "Sprintf"); !ok || !c.call.Ellipsis.IsValid() {
		return c, false
	}
	c.name = typeutil.StaticCallee(p.Info, c.call).Name()
	if c.name == "Sprintf" {
		c.format = c.call.Args[0]
		if p.Info.Types[c.format].Value != nil {
			return c, false
		}
	}
	args, ok := p.Pkg.LocalVar(c.call.Args[len(c.call.Args)-1])
	c.args = args
	return c, ok && p.given(args) && (!p.Pkg.Asked(args, "len") || p.Refuse(c.call, "the length of "+args.Name()+" is asked for already"))
}

// given reports whether v is a parameter of type []any.
func (p *printer) given(v *types.Var) bool {
	def, ok := p.Pkg.Def(v)
	if !ok || def.ParentEdgeKind() != edge.Field_Names {
		return false
	}
	list := def.Parent().Parent()
	slice, ok := types.Unalias(v.Type()).(*types.Slice)
	return ok && list.ParentEdgeKind() == edge.FuncType_Params && types.Identical(slice.Elem(), types.NewInterfaceType(nil, nil))
}

// place returns how lines are put before the call, where it is all that a statement
// returns, or what Sprintln declares to be returned without its last letter.
//
//	                                                return fmt.Sprintf(format, args...)
//	-----------------------------------------------
//	if len(args) == 0 && !strings.Contains(format, "%") {
//	        return format
//	}
//	                                                return fmt.Sprintf(format, args...)
func (p *printer) place(c printing) (put func(lines ...string) []source.TextEdit, pos token.Pos, ok bool) {
	cur := source.Parens(c.cur)
	stmt := cur.Parent()
	if c.name == "Sprintln" {
		d, ok := p.DeclWith(cur)
		if !ok || !p.withoutLine(d) || !p.returnsString(cur) {
			return nil, token.NoPos, false
		}
		if d.Grouped() {
			return func(lines ...string) []source.TextEdit { return d.Instead(append(lines, d.Text())...) }, d.Stmt.Pos(), true
		}
		stmt = d.Cur
	} else if ret, isReturn := stmt.Node().(*ast.ReturnStmt); !isReturn || len(ret.Results) != 1 || !p.returnsString(cur) {
		return nil, token.NoPos, false
	}
	if c.format != nil {
		if _, local := p.Pkg.LocalVar(c.format); !local {
			return nil, token.NoPos, false
		}
	}
	_, _, ok = source.StmtList(stmt)
	return func(lines ...string) []source.TextEdit {
		return []source.TextEdit{p.Before(stmt.Node(), lines...)}
	}, stmt.Node().Pos(), ok
}

// withoutLine reports whether msg := fmt.Sprintln(args...) is followed by return msg[:len(msg)-1].
func (p *printer) withoutLine(d source.Decl) bool {
	if len(d.Rest) == 0 || len(d.After()) > 0 || len(p.Pkg.Uses(d.Var)) != 2 {
		return false
	}
	ret, ok := d.Rest[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	cut, ok := ast.Unparen(ret.Results[0]).(*ast.SliceExpr)
	return ok && cut.Low == nil && p.Pkg.Is(cut.X, d.Var) && cut.High != nil && p.Pkg.IsLast(cut.High, d.Var)
}

// returnsString reports whether the function around cur has one result, a string.
func (p *printer) returnsString(cur inspector.Cursor) bool {
	fn, ok := source.EnclosingFunc(cur)
	if !ok {
		return false
	}
	var sig *types.Signature
	switch fn := fn.Node().(type) {
	case *ast.FuncDecl:
		sig = p.Info.Defs[fn.Name].Type().(*types.Signature)
	case *ast.FuncLit:
		sig = p.Info.TypeOf(fn).(*types.Signature)
	}
	return sig.Results().Len() == 1 && source.IsString(sig.Results().At(0).Type())
}

// A wording is the source of the check for a text that needs no formatting, as it is written at some place.
type wording struct {
	imports []source.TextEdit
	alone   []string // the if statement that returns the text
}

// wording returns the check for the parameters of c at pos.
func (p *printer) wording(c printing, pos token.Pos) (wording, bool) {
	args := c.args.Name()
	if c.format != nil {
		return p.formatted(p.Text(c.format), args, pos)
	}
	if !p.Universe(pos, "len", "string") {
		return wording{}, false
	}
	s, ok := p.Fresh(pos, "s", "text"), p.Fresh(pos, "ok", "isString")
	return wording{alone: alone(args, s, ok)}, true
}

// formatted returns the check for a format without operands.
func (p *printer) formatted(format, args string, pos token.Pos) (wording, bool) {
	pkg, imports, ok := p.Import("strings", "Contains", pos)
	return wording{imports, []string{
		"if len(" + args + ") == 0 && !" + pkg + `Contains(` + format + `, "%") {`,
		"\treturn " + format,
		"}",
	}}, ok && p.Universe(pos, "len")
}

// alone returns the lines of the check for a single string.
func alone(args, s, ok string) []string {
	return []string{
		"if len(" + args + ") == 1 {",
		"\tif " + s + ", " + ok + " := " + args + "[0].(string); " + ok + " {",
		"\t\treturn " + s,
		"\t}",
		"}",
	}
}

func (p *printer) report(c printing, edits []source.TextEdit) {
	message := " copies a text that stands alone"
	if c.format != nil {
		message = " copies a format that has nothing to fill in"
	}
	p.Report(rule.Finding{
		Class:   p.class(),
		At:      c.call,
		Message: "fmt." + c.name + message,
		Title:   "Return a text that stands alone without fmt." + c.name,
		Edits:   edits,
	})
}

// class returns the class of a fix that returns a string instead of a copy of it.
func (p *printer) class() rule.Class {
	if p.Pkg.Views() {
		return rule.Review(rule.View, rule.Whole)
	}
	return rule.Review(rule.Whole)
}

// through offers one new function in the file, to be called by all of calls, which call one function of fmt.
//
//	write(fmt.Sprint(args...))
//	---------------------------
//	write(sprint(args...))
//
// The function is added after the first declaration that calls it.
func (p *printer) through(calls []printing) {
	if len(calls) == 0 {
		return
	}
	first := calls[0]
	decl := p.DeclAt(first.call.Pos())
	name := p.FreshGlobal(strings.ToLower(first.name))
	text, edits, ok := p.function(first, name, decl.Pos())
	if !ok {
		return
	}
	for _, c := range calls {
		edits = append(edits, source.ReplaceNode(c.call.Fun, name))
	}
	p.report(first, append(edits, p.Behind(decl.Pos(), text)))
}

// function returns the source of the new function, which is called instead of the one of fmt.
func (p *printer) function(c printing, name string, pos token.Pos) (text string, imports []source.TextEdit, ok bool) {
	anything := "any"
	if !p.AtLeast("go1.18") || !p.Universe(pos, anything) {
		anything = "interface{}"
	}
	pkg, _, ok := p.Import("fmt", c.name, pos)
	if !ok || !p.Universe(pos, "len", "string") {
		return "", nil, false
	}
	doc, format, operands := "; a string alone is returned as it is.", "", "args..."
	w := wording{alone: alone("args", "s", "ok")}
	if c.format != nil {
		doc, format, operands = "; a format alone is returned as it is.", "format string, ", "format, args..."
		if w, ok = p.formatted("format", "args", pos); !ok {
			return "", nil, false
		}
	}
	lines := append([]string{
		"// " + name + " is fmt." + c.name + doc,
		"func " + name + "(" + format + "args ..." + anything + ") string {",
	}, indented(w.alone)...)
	lines = append(lines, "\treturn "+pkg+c.name+"("+operands+")", "}")
	return strings.Join(lines, "\n"), w.imports, true
}

func indented(lines []string) []string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = "\t" + line
	}
	return all
}
