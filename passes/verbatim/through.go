package verbatim

import (
	"go/token"
	"strings"

	"github.com/unheap/unheap/passes/internal/source"
)

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
