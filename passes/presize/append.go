package presize

import (
	"go/ast"
	"go/token"
	"strconv"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// appenders are the functions of fmt that append what another function of fmt writes, or returns as
// a string.
var appenders = map[string]string{
	"Fprintf": "Appendf", "Fprint": "Append", "Fprintln": "Appendln",
	"Sprintf": "Appendf", "Sprint": "Append", "Sprintln": "Appendln",
}

// appended returns the edits that replace the statement at a use of a buffer, which writes to the buffer, by one that
// appends the same text to the bytes in the variable name. ok is false if the use is no such statement.
//
//	b.WriteString(x)       b.WriteRune(r)                fmt.Fprintf(&b, f, x)
//	-------------------    --------------------------    ------------------------
//	b = append(b, x...)    b = utf8.AppendRune(b, r)     b = fmt.Appendf(b, f, x)
func (p *presizer) appended(use inspector.Cursor, name string) (edits []source.TextEdit, ok bool) {
	call, i := p.givenTo(use)
	method := p.method(use)
	if method != "" {
		call, i = called(use).(*ast.CallExpr), 0
	}
	stmt, ok := source.EnclosingStmt(use)
	if x, isExpr := stmt.Node().(*ast.ExprStmt); !ok || !isExpr || i > 0 || x.X != call || len(call.Args) == 0 || p.HasComment(call.Pos(), call.Args[0].Pos()) {
		return nil, false
	}
	arg := call.Args[0]
	end := ")"
	switch method {
	case "WriteString", "Write":
		_, isLit := ast.Unparen(arg).(*ast.BasicLit) // the name of a constant stays
		if text, _ := source.StringConst(p.Info, arg); isLit && len(text) == 1 && text[0] < utf8.RuneSelf {
			return []source.TextEdit{source.ReplaceNode(stmt.Node(), name+" = append("+name+", "+strconv.QuoteRune(rune(text[0]))+")")}, p.Universe(call.Pos(), "append")
		}
		if bytes := p.bytesIn(arg); bytes != "" {
			return []source.TextEdit{source.ReplaceNode(stmt.Node(), name+" = append("+name+", "+bytes+")")}, p.Universe(call.Pos(), "append")
		}
		if made, ok := p.made(arg, name); ok {
			return []source.TextEdit{source.ReplaceNode(stmt.Node(), name+" = "+made)}, true
		}
		end = "...)"
	case "WriteByte":
	case "WriteRune":
		_, isLit := ast.Unparen(arg).(*ast.BasicLit) // may be a byte; a named constant may be a rune
		if r, isConst := source.IntConst(p.Info, arg); isLit && isConst && r >= 0 && r < 0x80 {
			break
		}
		text, edits, ok := verbs.AppendRune(p.File, call.Pos(), name, p.Text(arg), p.untyped(arg))
		return append(edits, source.ReplaceNode(stmt.Node(), name+" = "+text)), ok
	case "":
		return p.printed(call, name)
	default:
		return nil, false
	}
	return []source.TextEdit{
		source.Replace(stmt.Node().Pos(), arg.Pos(), name+" = append("+name+", "),
		source.Replace(arg.End(), stmt.Node().End(), end),
	}, p.Universe(call.Pos(), "append")
}

// untyped reports whether e may have its type only from where it stands: a constant, but for a character, or what shifts one.
func (p *presizer) untyped(e ast.Expr) bool {
	if lit, ok := ast.Unparen(e).(*ast.BasicLit); ok {
		return lit.Kind != token.CHAR
	}
	return p.Info.Types[e].Value != nil || source.Has[*ast.BinaryExpr](e)
}

// bytesIn returns the elements of e = []byte{…} as source text, "" for other expressions, and for literals that are empty
// or have keys.
func (p *presizer) bytesIn(e ast.Expr) string {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || !source.IsBytes(p.Info.TypeOf(lit)) {
		return ""
	}
	text, _ := p.listed(lit)
	return text
}

// made returns an expression that appends the text of a call of fmt, arg, which is made only to be
// written.
//
//	b.WriteString(fmt.Sprintf(f, x))
//	--------------------------------
//	b = fmt.Appendf(b, f, x)
func (p *presizer) made(arg ast.Expr, name string) (string, bool) {
	call, ok := ast.Unparen(arg).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || p.HasComment(call.Pos(), call.End()) {
		return "", false
	}
	if _, ok := source.CallTo(p.Info, call, "fmt", "Sprintf", "Sprint", "Sprintln"); !ok {
		return "", false
	}
	to := appenders[source.CalleeName(call)]
	q, _, ok := p.Qualified(call, to)
	return q + to + "(" + name + ", " + p.Between(call.Lparen+1, call.End()), ok && p.AtLeast(stdlib.Named("fmt", to).Since)
}

// printed returns the edits that append what a function of fmt, or io.WriteString, writes to &b.
func (p *presizer) printed(call *ast.CallExpr, name string) ([]source.TextEdit, bool) {
	if len(call.Args) < 2 {
		return nil, false
	}
	if _, ok := source.CallTo(p.Info, call, "io", "WriteString"); ok {
		return []source.TextEdit{
			source.Replace(call.Pos(), call.Args[1].Pos(), name+" = append("+name+", "),
			source.Replace(call.Args[1].End(), call.End(), "...)"),
		}, p.Universe(call.Pos(), "append")
	}
	if _, ok := source.CallTo(p.Info, call, "fmt", "Fprintf", "Fprint", "Fprintln"); !ok {
		return nil, false
	}
	to := appenders[source.CalleeName(call)]
	q, _, ok := p.Qualified(call, to)
	return []source.TextEdit{source.Replace(call.Pos(), call.Args[0].End(), name+" = "+q+to+"("+name)}, ok && p.AtLeast(stdlib.Named("fmt", to).Since)
}
