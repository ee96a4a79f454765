package convert

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// The caveats of writers of unknown types, of buffers that may get a part of their own memory, and
// of a bufio.Writer.
var (
	otherString = rule.Contract.Caveat("WriteString of the writer may do other than its Write")
	keeps       = rule.Contract.Caveat("the writer may keep or change what it is given")
	ownPart     = rule.Sharing.Caveat("the bytes must not be part of the buffer, which moves them when it grows")
	below       = rule.Writes.Caveat("the writer below may do other in WriteString than in Write with a text that is longer than the buffer")
)

// known returns the name of a standard writer type whose Write and WriteString do the same and
// neither retain nor change their argument; "" for other types.
func known(t types.Type) string {
	if of := stdlib.TypeOf(t); of.Alike {
		return of.Path + "." + of.Name
	}
	return ""
}

// writer returns w of a method call w.NAME(x), if w is an io.Writer.
func (c *converter) writer(call *ast.CallExpr, name string) (ast.Expr, bool) {
	w, fn := source.Receiver(c.Info, call), source.Func(c.Info, call)
	return w, w != nil && !c.Info.Types[w].IsType() && source.IsIO(fn) && fn.Name() == name
}

// write writes a text without the conversion.
func (c *converter) write(call *ast.CallExpr) bool {
	if w, ok := c.writer(call, "Write"); ok {
		if s, ok := c.bytesOf(call.Args[0]); ok {
			text, isConst := source.StringConst(c.Info, s)
			return c.writeString(call, w, c.Text(s), isConst && len(text) <= retain.UsualSize)
		}
		if text, ok := source.Characters(c.Info, call.Args[0]); ok && c.writesString(w) {
			return c.writeString(call, w, strconv.Quote(text), len(text) <= retain.UsualSize)
		}
	}
	if w, ok := c.writer(call, "WriteString"); ok && known(c.Info.TypeOf(w)) != "" {
		if b, ok := c.stringOf(call.Args[0]); ok {
			return c.rename(call, "Write", c.Text(b), c.writerClass(w))
		}
	}
	if _, ok := source.CallTo(c.Info, call, "io", "WriteString"); ok {
		if b, ok := c.stringOf(call.Args[1]); ok {
			return c.writeBytes(call, b)
		}
	}
	return false
}

// writesString reports whether w has a method WriteString.
func (c *converter) writesString(w ast.Expr) bool {
	obj, _, _ := types.LookupFieldOrMethod(c.Info.TypeOf(w), true, c.Pkg.Types, "WriteString")
	fn, _ := obj.(*types.Func)
	return source.IsIO(fn)
}

// writeString writes a string as it is. fits says that it fits into any usual buffer.
//
//	w.Write([]byte(s))     w.Write([]byte{'<', '/'})     w.Write([]byte(s))
//	------------------     -------------------------     -------------------- w any io.Writer
//	w.WriteString(s)       w.WriteString("</")           io.WriteString(w, s)
func (c *converter) writeString(call *ast.CallExpr, w ast.Expr, s string, fits bool) bool {
	switch known(c.Info.TypeOf(w)) {
	case "strings.Builder", "bytes.Buffer":
		return false // the compiler makes no copy
	case "bufio.Writer":
		if fits && retain.UsualWriter(c.Pkg, w) {
			return c.rename(call, "WriteString", s, rule.Safe)
		}
		return c.rename(call, "WriteString", s, rule.Review(below))
	case "os.File":
		return c.rename(call, "WriteString", s, rule.Safe)
	}
	if !types.IsInterface(c.Info.TypeOf(w)) {
		return false // a concrete type, most of which have no WriteString
	}
	if c.writesString(w) {
		return c.rename(call, "WriteString", s, rule.Review(otherString))
	}
	io, edits, ok := c.Import("io", "WriteString", call.Pos())
	if !ok {
		return false
	}
	text := io + "WriteString(" + c.Text(w) + ", " + s + ")"
	return c.report(call, rule.Review(otherString), "the string is copied to bytes to be written",
		append(edits, source.ReplaceNode(call, text))...)
}

// writeBytes writes bytes as they are.
//
//	io.WriteString(w, string(b))
//	----------------------------
//	w.Write(b)
func (c *converter) writeBytes(call *ast.CallExpr, b ast.Expr) bool {
	w := call.Args[0]
	class := c.writerClass(w)
	if ref, ok := ast.Unparen(w).(*ast.UnaryExpr); ok && ref.Op == token.AND && source.IsPath(ref.X) {
		w = ref.X
	}
	switch w.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr, *ast.ParenExpr:
	default:
		return false // the expression would need parentheses
	}
	return c.report(call, class, "bytes are copied to a string to be written",
		source.ReplaceNode(call, c.Text(w)+".Write("+c.Text(b)+")"))
}

// writerClass returns the class of writing bytes to w instead of a string.
func (c *converter) writerClass(w ast.Expr) rule.Class {
	switch known(c.Info.TypeOf(w)) {
	case "":
		return rule.Review(otherString, keeps)
	case "bufio.Writer":
		return rule.Review(rule.Chunks, keeps)
	case "bytes.Buffer":
		w = ast.Unparen(w)
		if ref, ok := w.(*ast.UnaryExpr); ok {
			w = ref.X
		}
		if v, ok := c.Pkg.LocalVar(w); !ok || !effect.Closed(c.Pkg, v) {
			return rule.Review(ownPart)
		}
	}
	return rule.Safe
}

// formatted formats the text into the writer, without making a string first.
//
//	w.Write([]byte(fmt.Sprintf(f, x)))     io.WriteString(w, fmt.Sprintf(f, x))
//	----------------------------------     ------------------------------------
//	fmt.Fprintf(w, f, x)                   fmt.Fprintf(w, f, x)
//
// The text is complete before the first byte is written, in both cases.
func (c *converter) formatted(call *ast.CallExpr) bool {
	w, text, ok := c.formattedWrite(call)
	if !ok {
		return false
	}
	inner, ok := source.CallOf(c.Info, text, "fmt", "Sprintf", "Sprint", "Sprintln")
	if !ok || len(inner.Args) == 0 || source.IsA[*types.Tuple](c.Info.TypeOf(inner.Args[0])) {
		return false
	}
	name := typeutil.StaticCallee(c.Info, inner).Name()
	fmt, edits, ok := c.Import("fmt", "F"+name[1:], call.Pos())
	target, okW := c.asWriter(w)
	if !ok || !okW {
		return false
	}
	if c.plain(w, inner, name) {
		return true
	}
	class := c.formattedClass(call, w)
	args := c.Between(inner.Args[0].Pos(), inner.Rparen)
	out := fmt + "F" + name[1:] + "(" + target + ", " + args + ")"
	return c.report(call, class, "the text is made a string only to be written", append(edits, source.ReplaceNode(call, out))...)
}

// formattedClass returns the class of formatting into w the text that call writes as a string.
func (c *converter) formattedClass(call *ast.CallExpr, w ast.Expr) rule.Class {
	_, asString := source.CallTo(c.Info, call, "io", "WriteString")
	switch kind := known(c.Info.TypeOf(w)); {
	case kind == "" && asString:
		return rule.Review(otherString, keeps)
	case kind == "":
		return rule.Review(keeps)
	case kind == "bufio.Writer" && asString:
		return rule.Review(rule.Chunks, keeps)
	case kind == "bufio.Writer" && retain.Trusted(c.Pkg, c.Info.TypeOf(w)) != retain.Borrowed:
		return rule.Review(keeps)
	}
	return rule.Safe
}

// plain reports whether the rule format writes the values to w without fmt.
func (c *converter) plain(w ast.Expr, call *ast.CallExpr, name string) bool {
	_, isIdent := ast.Unparen(w).(*ast.Ident)
	if kind := known(c.Info.TypeOf(w)); !isIdent || kind == "" || kind == "os.File" || name != "Sprintf" || call.Ellipsis.IsValid() {
		return false
	}
	pieces, ok := verbs.Of(c.File, call, 0)
	return ok && len(pieces) > 1
}

// formattedWrite returns the writer and the string of w.Write([]byte(s)) and io.WriteString(w, s).
func (c *converter) formattedWrite(call *ast.CallExpr) (w, text ast.Expr, ok bool) {
	if w, ok := c.writer(call, "Write"); ok {
		s, ok := c.bytesOf(call.Args[0])
		return w, s, ok
	}
	if _, ok := source.CallTo(c.Info, call, "io", "WriteString"); ok {
		return call.Args[0], call.Args[1], true
	}
	return nil, nil, false
}

// asWriter returns w as an argument of type io.Writer: &w if its methods have a
// pointer receiver and w is a variable.
func (c *converter) asWriter(w ast.Expr) (string, bool) {
	t := c.Info.TypeOf(w)
	if types.NewMethodSet(t).Lookup(c.Pkg.Types, "Write") != nil {
		return c.Text(w), true
	}
	if _, isIdent := ast.Unparen(w).(*ast.Ident); !isIdent {
		return "", false
	}
	return "&" + c.Text(w), true
}
