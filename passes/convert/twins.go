package convert

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// stackBytes is the length of the longest text that a conversion puts on the stack, if it
// does not escape (runtime.tmpStringBufSize).
const stackBytes = 32

// twin calls the function that package stdlib lists for the other kind of text.
func (c *converter) twin(cur inspector.Cursor, call *ast.CallExpr) bool {
	known := stdlib.Of(source.Func(c.Info, call))
	if _, ok := source.CallTo(c.Info, call, known.Path, known.Name); !ok || known.Text == "" {
		return false
	}
	switch known.Text {
	case "bytes":
		return c.toBytes(cur, call, known)
	case "strings":
		return c.toStrings(call, known)
	}
	name := known.Text[strings.LastIndex(known.Text, ".")+1:]
	if text, ok := c.stringOf(call.Args[0]); ok {
		return c.rename(call, name, c.Text(text), rule.Safe)
	}
	text, ok := c.bytesOf(call.Args[0])
	return ok && c.rename(call, name, c.Text(text), rule.Safe)
}

// isText reports whether the second parameter of the called function is a string or bytes: not a byte or rune.
func (c *converter) isText(call *ast.CallExpr) bool {
	operand := c.Info.TypeOf(call.Fun).(*types.Signature).Params().At(1).Type()
	return source.IsString(operand) || source.IsBytes(operand)
}

// toBytes calls the twin on bytes.
//
//	strings.F(string(b), "x")      strings.F(string(b), string(c))
//	-------------------------      -------------------------------
//	bytes.F(b, []byte("x"))        bytes.F(b, c)
func (c *converter) toBytes(cur inspector.Cursor, call *ast.CallExpr, known stdlib.Func) bool {
	name, free, both := known.Name, known.Free, c.isText(call)
	b, first := c.bytesBehind(call.Args[0])
	d, second := c.bytesBehind(call.Args[1])
	if !first && !(second && free) {
		return false
	}
	x, okX := c.asBytes(call.Args[0], b, first, free)
	y, okY := c.Text(call.Args[1]), true
	if both {
		y, okY = c.asBytes(call.Args[1], d, second, free || first && known.Needle)
	}
	bytes, edits, ok := c.Import("bytes", name, call.Pos())
	if okX && ok && both && !free && !second { // otherwise each call would copy y
		if bytes, before, isOnce := c.once(cur, call.Args[1]); isOnce {
			y, okY, edits = bytes, true, append(edits, before)
		}
	}
	if !okX || !okY {
		return c.Refuse(call, "the other operand would be copied to bytes instead")
	}
	if !ok {
		return false
	}
	text := bytes + name + "(" + x + ", " + y + ")"
	return c.titled("Call bytes."+name, call, rule.Safe, "bytes are copied to a string to call strings."+name, append(edits, source.ReplaceNode(call, text))...)
}

// bytesBehind returns the expression of the bytes that a conversion, or a scanner, makes the text e of.
//
//	string(b)    sc.Text()
//	---------    ----------
//	b            sc.Bytes()
func (c *converter) bytesBehind(e ast.Expr) (bytes string, ok bool) {
	if b, ok := c.stringOf(e); ok {
		return c.Text(b), true
	}
	call, ok := source.CallTo(c.Info, e, "bufio", "Scanner.Text")
	if !ok {
		return "", false
	}
	x := source.Receiver(c.Info, call)
	if x == nil || c.Info.Types[x].IsType() {
		return "", false // a method expression
	}
	return c.Text(x) + ".Bytes()", true
}

// once converts the variable e in front of the outermost loop around cur that does not change
// it, and returns the name of the bytes. ok is false if there is no such loop.
//
//	                                   for … { strings.F(string(b), s) }
//	--------------------------------
//	sBytes := []byte(s)
//	                                   for … { bytes.F(b, sBytes) }
func (c *converter) once(cur inspector.Cursor, e ast.Expr) (name string, before source.TextEdit, ok bool) {
	v, isVar := c.Pkg.LocalVar(e)
	if !isVar || !source.IsString(v.Type()) || c.Jumps(e.Pos()) {
		return "", source.TextEdit{}, false
	}
	var at ast.Node
	for outer := range source.Loops(cur) {
		loop := outer.Node().(ast.Stmt)
		if !effect.StableBetween(c.Pkg, e, loop.Pos(), loop.End()) || !c.Visible(e, loop.Pos()) {
			break
		}
		if _, _, inList := source.StmtList(outer); inList {
			at = loop
		}
	}
	if at == nil {
		return "", source.TextEdit{}, false
	}
	name = c.Fresh(at.Pos(), v.Name()+"Bytes")
	return name, c.Before(at, name+" := []byte("+v.Name()+")"), true
}

// asBytes returns e, or the converted bytes of e, as an expression that makes no copy on the heap. ok
// is false if there is none.
func (c *converter) asBytes(e ast.Expr, bytes string, converted, free bool) (text string, ok bool) {
	if converted {
		return bytes, true
	}
	if s, isConst := source.StringConst(c.Info, e); isConst && len(s) <= stackBytes || free {
		return "[]byte(" + c.Text(e) + ")", source.IsString(c.Info.TypeOf(e)) || isConst
	}
	return "", false
}

// toStrings calls the twin on strings.
//
//	bytes.F([]byte(s), []byte(t))
//	-----------------------------
//	strings.F(s, t)
func (c *converter) toStrings(call *ast.CallExpr, known stdlib.Func) bool {
	s, ok := c.bytesOf(call.Args[0])
	if !ok || known.Free {
		return false // the compiler makes no copy
	}
	other, name := c.Text(call.Args[1]), known.Name
	if c.isText(call) {
		second, converted := c.bytesOf(call.Args[1])
		switch {
		case converted:
			other = c.Text(second)
		case known.Needle && source.IsBytes(c.Info.TypeOf(call.Args[1])):
			other = "string(" + other + ")"
		default:
			return c.Refuse(call, "the other operand would be copied to a string instead")
		}
	}
	strings, edits, ok := c.Import("strings", name, call.Pos())
	if !ok {
		return false
	}
	text := strings + name + "(" + c.Text(s) + ", " + other + ")"
	return c.titled("Call strings."+name, call, rule.Safe, "a string is copied to bytes to call bytes."+name, append(edits, source.ReplaceNode(call, text))...)
}

// rename calls another function of the same package, or another method, with the operand of the
// conversion.
//
//	re.MatchString(string(b))     utf8.RuneCountInString(string(b))
//	-------------------------     ---------------------------------
//	re.Match(b)                   utf8.RuneCount(b)
func (c *converter) rename(call *ast.CallExpr, name, arg string, class rule.Class) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || c.Info.Types[sel.X].IsType() {
		return false // a method expression has the receiver among its arguments
	}
	return c.report(call, class, "the text is copied to call "+sel.Sel.Name,
		source.ReplaceNode(sel.Sel, name), source.ReplaceNode(call.Args[0], arg))
}
