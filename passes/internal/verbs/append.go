package verbs

import (
	"go/ast"
	"go/token"
	"strconv"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// appenders are the functions of fmt that append what another function of fmt writes, or returns as
// a string.
var appenders = map[string]string{
	"Fprintf": "Appendf", "Fprint": "Append", "Fprintln": "Appendln",
	"Sprintf": "Appendf", "Sprint": "Append", "Sprintln": "Appendln",
}

// Appended returns the edits that replace the statement at a use of a builder or buffer, which
// writes to it, by one that appends the same text to the bytes in the variable name. ok is false if
// there is no such statement.
//
//	b.WriteString(x)       b.WriteRune(r)                fmt.Fprintf(&b, f, x)
//	-------------------    --------------------------    ------------------------
//	b = append(b, x...)    b = utf8.AppendRune(b, r)     b = fmt.Appendf(b, f, x)
func Appended(f *source.File, use inspector.Cursor, name string) ([]source.TextEdit, bool) {
	call, method := writing(use)
	stmt, ok := source.EnclosingStmt(use)
	if x, isExpr := stmt.Node().(*ast.ExprStmt); !ok || !isExpr || call == nil || x.X != call || len(call.Args) == 0 || f.HasComment(call.Pos(), call.Args[0].Pos()) {
		return nil, false
	}
	arg := call.Args[0]
	end := ")"
	switch method {
	case "WriteString", "Write":
		_, isLit := ast.Unparen(arg).(*ast.BasicLit) // the name of a constant stays
		if text, _ := source.StringConst(f.Pkg.Info, arg); isLit && len(text) == 1 && text[0] < utf8.RuneSelf {
			return []source.TextEdit{source.ReplaceNode(stmt.Node(), name+" = append("+name+", "+strconv.QuoteRune(rune(text[0]))+")")}, f.Universe(call.Pos(), "append")
		}
		if bytes := Listed(f, arg); bytes != "" {
			return []source.TextEdit{source.ReplaceNode(stmt.Node(), name+" = append("+name+", "+bytes+")")}, f.Universe(call.Pos(), "append")
		}
		if made, ok := made(f, arg, name); ok {
			return []source.TextEdit{source.ReplaceNode(stmt.Node(), name+" = "+made)}, true
		}
		end = "...)"
	case "WriteByte":
	case "WriteRune":
		_, isLit := ast.Unparen(arg).(*ast.BasicLit) // may be a byte; a named constant may be a rune
		if r, isConst := source.IntConst(f.Pkg.Info, arg); isLit && isConst && r >= 0 && r < 0x80 {
			break
		}
		text, edits, ok := AppendRune(f, call.Pos(), name, f.Text(arg), untyped(f, arg))
		return append(edits, source.ReplaceNode(stmt.Node(), name+" = "+text)), ok
	case "":
		return printed(f, call, name)
	default:
		return nil, false
	}
	return []source.TextEdit{
		source.Replace(stmt.Node().Pos(), arg.Pos(), name+" = append("+name+", "),
		source.Replace(arg.End(), stmt.Node().End(), end),
	}, f.Universe(call.Pos(), "append")
}

// AppendRune returns an expression that appends char, an expression for a rune, to buf: by
// package utf8, or by a conversion where the language version has no function for it. Only a parameter gives char
// its type if it is untyped. ok is false if a name that the expression needs means something else at pos.
//
//	utf8.AppendRune(b, r)     append(b, string(r)...)     append(b, string(rune(0x20ac))...)
func AppendRune(f *source.File, pos token.Pos, buf, char string, untyped bool) (text string, imports []source.TextEdit, ok bool) {
	if !f.AtLeast(stdlib.Named("unicode/utf8", "AppendRune").Since) {
		if untyped {
			char = "rune(" + char + ")"
		}
		return "append(" + buf + ", string(" + char + ")...)", nil, f.Universe(pos, "append", "string") && (!untyped || f.Universe(pos, "rune"))
	}
	q, edits, ok := f.Import("unicode/utf8", "AppendRune", pos)
	return q + "AppendRune(" + buf + ", " + char + ")", edits, ok && q != buf+"." && (len(edits) == 0 || q == "utf8.")
}

// untyped reports whether e may have its type only from where it stands: a constant, but for a character, or what shifts one.
func untyped(f *source.File, e ast.Expr) bool {
	if lit, ok := ast.Unparen(e).(*ast.BasicLit); ok {
		return lit.Kind != token.CHAR
	}
	return f.Pkg.Info.Types[e].Value != nil || source.Has[*ast.BinaryExpr](e)
}

// Listed returns the elements of e = []byte{…} as source text, "" for other expressions, and for
// literals that are empty or have keys.
func Listed(f *source.File, e ast.Expr) string {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || len(lit.Elts) == 0 || !source.IsBytes(f.Pkg.Info.TypeOf(lit)) || source.Has[*ast.KeyValueExpr](lit) {
		return ""
	}
	return f.Between(lit.Lbrace+1, lit.Rbrace)
}

// writing returns the call of a method of the variable at a use, and the method's name; or the call
// of a function whose first argument is the variable, or its address, and ""; or nil.
func writing(use inspector.Cursor) (call *ast.CallExpr, method string) {
	use = source.Parens(use)
	if use.ParentEdgeKind() == edge.SelectorExpr_X {
		sel := source.Parens(use.Parent())
		if sel.ParentEdgeKind() != edge.CallExpr_Fun {
			return nil, ""
		}
		return sel.Parent().Node().(*ast.CallExpr), use.Parent().Node().(*ast.SelectorExpr).Sel.Name
	}
	if unary, isUnary := use.Parent().Node().(*ast.UnaryExpr); isUnary && unary.Op == token.AND {
		use = source.Parens(use.Parent())
	}
	if kind, i := use.ParentEdge(); kind != edge.CallExpr_Args || i > 0 {
		return nil, ""
	}
	return use.Parent().Node().(*ast.CallExpr), ""
}

// made returns an expression that appends the text of a call of fmt, arg, which is made only to be
// written.
//
//	b.WriteString(fmt.Sprintf(f, x))
//	--------------------------------
//	b = fmt.Appendf(b, f, x)
func made(f *source.File, arg ast.Expr, name string) (string, bool) {
	call, ok := ast.Unparen(arg).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || f.HasComment(call.Pos(), call.End()) {
		return "", false
	}
	if _, ok := source.CallTo(f.Pkg.Info, call, "fmt", "Sprintf", "Sprint", "Sprintln"); !ok {
		return "", false
	}
	to := appenders[source.CalleeName(call)]
	q, _, ok := f.Qualified(call, to)
	return q + to + "(" + name + ", " + f.Between(call.Lparen+1, call.End()), ok && f.AtLeast(stdlib.Named("fmt", to).Since)
}

// printed returns the edits that append what a function of fmt, or io.WriteString, writes to &b.
func printed(f *source.File, call *ast.CallExpr, name string) ([]source.TextEdit, bool) {
	if len(call.Args) < 2 {
		return nil, false
	}
	if _, ok := source.CallTo(f.Pkg.Info, call, "io", "WriteString"); ok {
		return []source.TextEdit{
			source.Replace(call.Pos(), call.Args[1].Pos(), name+" = append("+name+", "),
			source.Replace(call.Args[1].End(), call.End(), "...)"),
		}, f.Universe(call.Pos(), "append")
	}
	if _, ok := source.CallTo(f.Pkg.Info, call, "fmt", "Fprintf", "Fprint", "Fprintln"); !ok {
		return nil, false
	}
	to := appenders[source.CalleeName(call)]
	q, _, ok := f.Qualified(call, to)
	return []source.TextEdit{source.Replace(call.Pos(), call.Args[0].End(), name+" = "+q+to+"("+name)}, ok && f.AtLeast(stdlib.Named("fmt", to).Since)
}
