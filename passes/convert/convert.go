// Package convert defines an analyzer that removes conversions between string,
// []byte and []rune.
//
// Invariant: results, panics and the bytes that are read or written stay the same, and
// so does the number of evaluations of each operand.
//
// Model: a table of pairs, a function on strings and its twin on bytes. If a
// conversion exists only to call one of a pair, the other is called.
//
// What it blurs: whether a conversion is free. The compiler makes no copy where a
// string made of bytes is only compared, looked up or concatenated,
// and where a function neither retains nor changes the bytes of a string; such
// places are left out by a list, not by a proof.
//
// # Analyzer convert
//
// convert: call the twin function instead of converting
//
//	strings.HasPrefix(string(b), "x")     =>   bytes.HasPrefix(b, []byte("x"))
//	for … { strings.Contains(string(b), s) }
//	                                      =>   sBytes := []byte(s)
//	                                           for … { bytes.Contains(b, sBytes) }
//	bytes.Contains([]byte(s), []byte(t))  =>   strings.Contains(s, t)
//	re.MatchString(string(b))             =>   re.Match(b)
//	utf8.ValidString(string(b))           =>   utf8.Valid(b)
//	w.Write([]byte(s))                    =>   w.WriteString(s), io.WriteString(w, s)
//	w.Write([]byte{'<', '/'})             =>   w.WriteString("</")
//	b.WriteString(string(p))              =>   b.Write(p)
//	w.Write([]byte(fmt.Sprintf(f, x)))    =>   fmt.Fprintf(w, f, x)
//	append(dst, string(b)...)             =>   append(dst, b...)
//	for _, r := range []rune(s)           =>   for _, r := range s
//	[]byte(string(b))                     =>   append([]byte{}, b...)
//	el.Key() == k                         =>   string(el.key) == k
//	switch l.word() {                     =>   switch string(l.word()) {
//	s := string(b)                        =>
//	if v, ok := m[s]; ok {                     if v, ok := m[string(b)]; ok {
//	    return v, nil                              return v, nil
//	}                                          }
//	return 0, &unknownError{s}                 return 0, &unknownError{string(b)}
//	line := sc.Text()                     =>   line := sc.Bytes()
//	if strings.HasPrefix(line, "#") {          if bytes.HasPrefix(line, []byte("#")) {
//	    continue                                   continue
//	}                                          }
//	list = append(list, line)                  list = append(list, string(line))
//
// Conditions of the safe class:
//
//   - the operand of the conversion has exactly the type string or []byte, and so
//     has the parameter;
//
//   - the other arguments contain no calls, which could change the bytes;
//
//   - the other argument of a twin needs no copy: it is a constant of at most 32
//     bytes, a conversion that is removed as well, or the function does not retain it;
//     or it is the text that the function searches for, which is copied instead of the text that it
//     searches; or it is a variable that a loop around the call does not change, copied once;
//
//   - bytes that are written as characters are a text for a writer that has WriteString;
//
//   - a writer is an *os.File, *strings.Builder or *bytes.Buffer, whose WriteString and
//     Write do the same, or the result of bufio.NewWriter, for a constant that its buffer
//     can hold;
//
//   - a range over runes does not use the index. A variable that holds the runes is set once and not captured, and
//     only counted and ranged over in this way, in no loop behind its declaration; the text is a variable or a field
//     that is not written in between;
//
//   - a function of the package, called for a text that is compared, looked up, concatenated or the tag of a switch,
//     does nothing but return string(b), where b is made of fields, elements and parts of its operands. The
//     operands are variables or fields, mean the same in both places, and nothing beside the call can change what
//     is read. Or it returns string(f(…)) of a function or method that gets such operands, and no pointer to one;
//
//   - a variable that is set once, to string(b) or such a call, is compared, looked up or the tag of a
//     switch. Some path that returns no error does not retain the text (if no path does, a text of more
//     than 32 bytes is on the heap); of the statements that retain it at most one runs, or the text is
//     made in front of the first of them, in no loop; code that may run before the bytes are converted
//     changes no memory but variables and maps, and waits for nothing; at most four conversions replace the
//     one. The token of a bufio.Scanner of the function is such a text, too, and so is one with its ends trimmed:
//     only Scan changes it, as the scanner reads into memory of its own;
//
//   - a function, or a method that no interface of the package has, all calls of which are known, is
//     too big to be inlined, defers nothing, and returns only string(b) or "", where b is memory from before
//     the call: it returns b, and each caller makes a string of it at once, which is free for some of them;
//     nothing beside the call may change memory. A variable that is set once, to such a call, and only looked at,
//     holds the bytes, if nothing changes memory before it is looked at.
//
// Class review: "WriteString of the writer may do other than its Write" and "the
// writer may keep or change what it is given", for writers of other types; "the writer
// below may do other in WriteString than in Write with a text that is longer than the
// buffer", for a *bufio.Writer, and for the other direction "the writer below sees other
// chunks …"; "the bytes must not be part of the buffer, which moves them when it grows".
//
// Not proposed, because it is free or changes behaviour: string(b) in comparisons,
// map lookups, switch and concatenation; append(dst, []byte(s)...) and copy(dst,
// []byte(s)); Write([]byte(s)) to a Builder or Buffer; string([]byte(s)), which is
// how strings are cloned; string([]rune(s)), which replaces invalid UTF-8;
// string(b)[:n], which panics at other lengths than b[:n]; m[string(b)]++, which needs
// the string when the key is new, and there is no lookup that returns the place.
package convert

import (
	_ "embed"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed convert.go
var docText string

// Rule is the convert rewrite.
var Rule = rule.New("convert", docText, run, "bytes-to-string", "string-to-bytes", "runes", "text-result")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil), (*ast.RangeStmt)(nil), (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		c := &converter{r}
		switch n := cur.Node().(type) {
		case *ast.AssignStmt, *ast.DeclStmt:
			for d := range c.Decls(cur) {
				c.text(d)
				c.heldRunes(d)
			}
			if s, ok := n.(*ast.AssignStmt); ok && (cur.ParentEdgeKind() == edge.IfStmt_Init || cur.ParentEdgeKind() == edge.SwitchStmt_Init) {
				if d, ok := c.DeclWith(cur.ChildAt(edge.AssignStmt_Rhs, 0)); ok && len(s.Rhs) == 1 {
					c.text(d)
					c.heldRunes(d)
				}
			}
		case *ast.RangeStmt:
			c.runes(n)
		case *ast.CallExpr:
			c.call(cur, n)
		}
	}
	for r := range pass.Runs() {
		for _, t := range inline.Funcs(r.File) {
			(&converter{r}).result(t)
		}
	}
}

type converter struct{ *rule.Run }

func (c *converter) call(cur inspector.Cursor, call *ast.CallExpr) {
	if c.HasComment(call.Pos(), call.End()) || !c.Universe(call.Pos(), "string", "byte", "append") {
		return
	}
	// A conversion is a snapshot of the bytes: without it, an argument that is evaluated
	// later and changes the bytes would change what the function gets. So would what runs before a deferred call.
	evaluated := slices.DeleteFunc(slices.Clone(call.Args), c.isConst)
	sequenced := len(evaluated) < 2 || effect.Pure(c.Info, evaluated...)
	if source.RunsLater(cur) || c.formatted(call) || !sequenced {
		return
	}
	_ = c.callee(cur, call) || c.twin(cur, call) || c.write(call) || c.spread(call) || c.double(call)
}

// stringOf returns b of a conversion string(b) of a []byte.
func (c *converter) stringOf(e ast.Expr) (ast.Expr, bool) {
	arg, ok := c.conversion(e)
	return arg, ok && source.IsString(c.Info.TypeOf(e)) && source.IsBytes(c.Info.TypeOf(arg))
}

// bytesOf returns s of a conversion []byte(s) of a string.
func (c *converter) bytesOf(e ast.Expr) (ast.Expr, bool) {
	arg, ok := c.conversion(e)
	return arg, ok && source.IsBytes(c.Info.TypeOf(e)) && c.isString(arg)
}

// isConst reports whether e is a constant, or a constant converted to bytes.
func (c *converter) isConst(e ast.Expr) bool {
	if s, ok := c.bytesOf(e); ok {
		e = s
	}
	return c.Info.Types[e].Value != nil
}

// isString reports whether e has the type string, not a type declared as string, or is an untyped constant.
func (c *converter) isString(e ast.Expr) bool {
	b, ok := c.Info.TypeOf(e).(*types.Basic)
	return ok && (b.Kind() == types.String || b.Kind() == types.UntypedString)
}

// conversion returns the operand of a conversion.
func (c *converter) conversion(e ast.Expr) (operand ast.Expr, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !source.IsConversion(c.Info, call) {
		return nil, false
	}
	return call.Args[0], true
}

// report reports a conversion that is removed. It returns true.
func (c *converter) report(at ast.Node, class rule.Class, message string, edits ...source.TextEdit) bool {
	return c.titled("Remove the conversion", at, class, message, edits...)
}

// titled is report for a fix that does more. It returns true.
func (c *converter) titled(title string, at ast.Node, class rule.Class, message string, edits ...source.TextEdit) bool {
	c.Report(rule.Finding{At: at, Message: message, Title: title, Class: class, Edits: edits, Form: message})
	return true
}

// spread removes a conversion whose result is only copied.
//
//	append(dst, string(b)...)     copy(dst, string(b))
//	-------------------------     --------------------
//	append(dst, b...)             copy(dst, b)
//
// Append and copy work even if b and dst overlap.
func (c *converter) spread(call *ast.CallExpr) bool {
	isAppend := source.IsBuiltin(c.Info, call, "append") && call.Ellipsis.IsValid()
	if len(call.Args) != 2 || !isAppend && !source.IsBuiltin(c.Info, call, "copy") {
		return false
	}
	b, ok := c.stringOf(call.Args[1])
	if !ok {
		return false
	}
	return c.report(call, rule.Safe, "bytes are copied to a string only to be copied again",
		source.ReplaceNode(call.Args[1], c.Text(b)))
}

// double removes the string between two slices of bytes.
//
//	[]byte(string(b))
//	----------------------
//	append([]byte{}, b...)
//
// The result is a copy, and not nil, in both cases.
func (c *converter) double(call *ast.CallExpr) bool {
	inner, ok := c.bytesOf(call)
	if !ok {
		return false
	}
	b, ok := c.stringOf(inner)
	if !ok {
		return false
	}
	return c.report(call, rule.Safe, "bytes are copied twice, through a string",
		source.ReplaceNode(call, "append([]byte{}, "+c.Text(b)+"...)"))
}

// runes removes the []rune of a range that does not use the index: the index would count
// bytes instead of runes.
//
//	for _, r := range []rune(s)
//	---------------------------
//	for _, r := range s
func (c *converter) runes(r *ast.RangeStmt) {
	arg, ok := c.conversion(r.X)
	if !ok || !source.IsString(c.Info.TypeOf(arg)) || c.Info.Types[arg].Value != nil || c.HasComment(r.X.Pos(), r.X.End()) ||
		source.Has[*ast.CompositeLit](arg) {
		return
	}
	s, ok := types.Unalias(c.Info.TypeOf(r.X)).(*types.Slice)
	if !ok || !types.Identical(s.Elem(), types.Typ[types.Rune]) {
		return
	}
	if id, isIdent := r.Key.(*ast.Ident); r.Key != nil && (!isIdent || id.Name != "_") {
		return
	}
	c.report(r.X, rule.Safe, "the string is copied to runes only to be ranged over",
		source.ReplaceNode(r.X, c.Text(arg)))
}
