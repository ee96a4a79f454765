package convert

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// twins are functions of the same name in strings and bytes that do the same.
// The value says whether the second operand is free to convert because the
// function neither keeps nor changes it, to the knowledge of the compiler.
var twins = map[string]bool{
	"HasPrefix": true, "HasSuffix": true, "EqualFold": true, "LastIndex": true,
	"Contains": false, "Count": false, "Index": false, "Compare": false,
}

// needles are those twins that look for the second operand in the first. It is
// mostly the shorter one, often short enough for the stack, and then the one to
// copy if one has to be.
var needles = map[string]bool{"Contains": true, "Count": true, "Index": true}

// byteTwins take a byte or rune as the second argument.
var byteTwins = map[string]bool{"IndexByte": true, "LastIndexByte": true, "IndexRune": true, "ContainsRune": true}

// utf8Twins are functions of unicode/utf8, on strings and on bytes.
var utf8Twins = map[string]string{
	"RuneCountInString": "RuneCount", "ValidString": "Valid", "DecodeRuneInString": "DecodeRune",
	"DecodeLastRuneInString": "DecodeLastRune", "FullRuneInString": "FullRune",
}

// stackBytes is the longest constant that []byte(c) keeps on the stack
// (runtime.tmpStringBufSize).
const stackBytes = 32

// twin calls the function of the other package.
func (c *converter) twin(cur inspector.Cursor, call *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(c.info, call).(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	if _, ok := source.CallTo(c.info, call, fn.Pkg().Path(), fn.Name()); !ok {
		return false
	}
	switch fn.Pkg().Path() {
	case "strings":
		return c.toBytes(cur, call, fn.Name())
	case "bytes":
		return c.toStrings(call, fn.Name())
	case "unicode/utf8":
		return c.utf8(call, fn.Name())
	}
	return false
}

// toBytes calls the twin on bytes.
//
//	strings.F(string(b), "x")      strings.F(string(b), string(c))
//	-------------------------      -------------------------------
//	bytes.F(b, []byte("x"))        bytes.F(b, c)
func (c *converter) toBytes(cur inspector.Cursor, call *ast.CallExpr, name string) bool {
	free, known := twins[name]
	if !known && !byteTwins[name] {
		return false
	}
	b, first := c.stringOf(call.Args[0])
	d, second := c.stringOf(call.Args[1])
	if !first && !(second && free) {
		return false
	}
	x, okX := c.asBytes(call.Args[0], b, first, free)
	y, okY := c.file.Text(call.Args[1]), true
	if known {
		y, okY = c.asBytes(call.Args[1], d, second, free || first && needles[name])
	}
	bytes, edits, ok := c.file.Import("bytes", name, call.Pos())
	if okX && ok && known && !free && !second { // a copy of y would be made for each call
		if bytes, before, isOnce := c.once(cur, call.Args[1]); isOnce {
			y, okY, edits = bytes, true, append(edits, before)
		}
	}
	if !okX || !okY || !ok {
		return false
	}
	text := bytes + name + "(" + x + ", " + y + ")"
	return c.report(call, rule.Safe, "bytes are copied to a string to call strings."+name, append(edits, source.ReplaceNode(call, text))...)
}

// once converts the variable e in front of the outermost loop around cur in which it
// keeps its value, and returns the name of the bytes.
//
//	                                   for … { strings.F(string(b), s) }
//	--------------------------------
//	sBytes := []byte(s)
//	                                   for … { bytes.F(b, sBytes) }
func (c *converter) once(cur inspector.Cursor, e ast.Expr) (name string, before source.TextEdit, ok bool) {
	v, isVar := c.file.Pkg.LocalVar(e)
	if !isVar || !source.IsString(v.Type()) || c.file.Jumps(e.Pos()) {
		return "", source.TextEdit{}, false
	}
	var at ast.Node
	for outer := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		loop, isLoop := outer.Node().(ast.Stmt)
		if !isLoop || !effect.StableBetween(c.file.Pkg, e, loop.Pos(), loop.End()) || !c.file.Visible(e, loop.Pos()) {
			break
		}
		if _, _, inList := source.StmtList(outer); inList && repeats(loop, e.Pos()) {
			at = loop
		}
	}
	if at == nil {
		return "", source.TextEdit{}, false
	}
	name = c.names.Fresh(c.file, at.Pos(), v.Name()+"Bytes")
	return name, c.file.Before(at, name+" := []byte("+v.Name()+")"), true
}

// repeats reports whether the loop evaluates what is at pos in each iteration.
func repeats(loop ast.Stmt, pos token.Pos) bool {
	switch s := loop.(type) {
	case *ast.ForStmt:
		return s.Init == nil || pos >= s.Init.End()
	case *ast.RangeStmt:
		return pos >= s.Body.Pos()
	}
	return false
}

// asBytes returns e as bytes that are not copied to the heap.
func (c *converter) asBytes(e, operand ast.Expr, converted, free bool) (string, bool) {
	if converted {
		return c.file.Text(operand), true
	}
	if s, isConst := source.StringConst(c.info, e); isConst && len(s) <= stackBytes || free {
		return "[]byte(" + c.file.Text(e) + ")", source.IsString(c.info.TypeOf(e)) || isConst
	}
	return "", false
}

// toStrings calls the twin on strings.
//
//	bytes.F([]byte(s), []byte(t))
//	-----------------------------
//	strings.F(s, t)
func (c *converter) toStrings(call *ast.CallExpr, name string) bool {
	free, known := twins[name]
	s, ok := c.bytesOf(call.Args[0])
	if !ok || free || !known && !byteTwins[name] {
		return false // free already
	}
	second := call.Args[1]
	if known {
		second, ok = c.bytesOf(call.Args[1])
	}
	other := ""
	switch {
	case ok:
		other = c.file.Text(second)
	case needles[name] && source.IsBytes(c.info.TypeOf(call.Args[1])):
		other = "string(" + c.file.Text(call.Args[1]) + ")"
	default:
		return false // would be copied to a string instead
	}
	strings, edits, ok := c.file.Import("strings", name, call.Pos())
	if !ok {
		return false
	}
	text := strings + name + "(" + c.file.Text(s) + ", " + other + ")"
	return c.report(call, rule.Safe, "a string is copied to bytes to call bytes."+name, append(edits, source.ReplaceNode(call, text))...)
}

// utf8 calls the twin on bytes.
//
//	utf8.RuneCountInString(string(b))
//	---------------------------------
//	utf8.RuneCount(b)
func (c *converter) utf8(call *ast.CallExpr, name string) bool {
	other, ok := utf8Twins[name]
	if !ok {
		return false
	}
	b, ok := c.stringOf(call.Args[0])
	if !ok {
		return false
	}
	q, edits, ok := c.file.Import("unicode/utf8", other, call.Pos())
	if !ok {
		return false
	}
	return c.report(call, rule.Safe, "bytes are copied to a string to call utf8."+name,
		append(edits, source.ReplaceNode(call, q+other+"("+c.file.Text(b)+")"))...)
}

// regexpTwins are methods of regexp.Regexp, on strings and on bytes, whose
// results do not hold the text.
var regexpTwins = map[string]string{
	"MatchString": "Match", "FindStringIndex": "FindIndex", "FindStringSubmatchIndex": "FindSubmatchIndex",
	"FindAllStringIndex": "FindAllIndex", "FindAllStringSubmatchIndex": "FindAllSubmatchIndex",
}

// method calls the twin method of a regular expression.
//
//	re.MatchString(string(b))     re.Match([]byte(s))
//	-------------------------     -------------------
//	re.Match(b)                   re.MatchString(s)
func (c *converter) method(call *ast.CallExpr) bool {
	for onString, onBytes := range regexpTwins {
		if _, ok := source.CallTo(c.info, call, "regexp", "Regexp."+onString); ok {
			b, ok := c.stringOf(call.Args[0])
			return ok && c.rename(call, onBytes, b, rule.Safe)
		}
		if _, ok := source.CallTo(c.info, call, "regexp", "Regexp."+onBytes); ok {
			s, ok := c.bytesOf(call.Args[0])
			return ok && c.rename(call, onString, s, rule.Safe)
		}
	}
	return false
}

// rename calls another method with the operand of the conversion.
func (c *converter) rename(call *ast.CallExpr, name string, arg ast.Expr, class rule.Class) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || c.info.Selections[sel] == nil || c.info.Selections[sel].Kind() != types.MethodVal {
		return false // a method expression has the receiver among its arguments
	}
	return c.report(call, class, "the text is copied to call "+sel.Sel.Name,
		source.ReplaceNode(sel.Sel, name), source.ReplaceNode(call.Args[0], c.file.Text(arg)))
}
