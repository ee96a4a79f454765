// Package appendto defines an analyzer that writes text to its destination instead
// of making a string of it first.
//
// Invariant: the same bytes arrive at the same place and no others are written, and
// operands are evaluated as often, and where it can be seen in the same order, as
// before.
//
// Model: functions of the standard library that return a string have a twin that
// appends to a slice. If the string is copied at once, to a slice, a buffer or
// into a longer string, the twin appends to that slice, or to one on the stack.
// A twin differs from append: it may write bytes behind the slice and take them back, or
// leave the beginning of a text there that did not fit. If other code could see these bytes,
// the text is made on the stack and copied.
//
// What it blurs: how long texts are. A buffer on the stack has room for what the
// function itself reserves, or for 64 bytes; longer text moves it to the heap,
// which costs what the string cost.
//
// # Analyzer appendto
//
// appendto: append text where it goes instead of making a string first
//
// A string that is made only to be copied is an allocation for nothing:
//
//	b = append(b, t.Format(layout)...)      =>   b = append(b, t.AppendFormat(make([]byte, 0, 64), layout)...)
//	b = append(b, strconv.Itoa(n)...)       =>   b = strconv.AppendInt(b, int64(n), 10), for review where other code may share its array
//	b = append(b, fmt.Sprintf("%v", x)...)  =>   b = fmt.Appendf(b, "%v", x)
//	b = append(b, h.Sum(nil)...)            =>   b = h.Sum(b)
//	buf.WriteString(strconv.Itoa(n))        =>   buf.Write(strconv.AppendInt(make([]byte, 0, 24), int64(n), 10))
//	                                        or   writeInt(&buf, int64(n)), a function for four places in a file and more
//	buf.WriteString(fmt.Sprint(x))          =>   fmt.Fprint(&buf, x)
//	bw.WriteString(t.Format(layout))        =>   bw.Write(t.AppendFormat(bw.AvailableBuffer(), layout))
//	w.Write([]byte(strconv.Quote(s)))       =>   w.Write(strconv.AppendQuote(make([]byte, 0, 64), s))
//	key := "id-" + strconv.Itoa(n)          =>   text := append(make([]byte, 0, 32), "id-"...)
//	                                             text = strconv.AppendInt(text, int64(n), 10)
//	                                             key := string(text)
//	s := strconv.Itoa(n)                    =>   s := strconv.AppendInt(make([]byte, 0, 24), int64(n), 10)
//	pad -= len(s)                                pad -= len(s)
//	b = append(b, s...)                          b = append(b, s...)
//	hex.EncodeToString(sha.Sum(nil))        =>   hex.EncodeToString(sha.Sum(make([]byte, 0, sha256.Size)))
//	return hex.EncodeToString(sum[:])       =>   return string(hex.AppendEncode(make([]byte, 0, 2*len(sum)), sum[:]))
//
// A text that grows in branches is collected, as each += copies all of it to a new string:
//
//	s := base + "/" + path                  =>   s := append(make([]byte, 0, 128), base...)
//	                                             s = append(s, '/')
//	                                             s = append(s, path...)
//	if query != "" {                             if query != "" {
//	    s += "?" + query                             s = append(s, '?')
//	                                                 s = append(s, query...)
//	}                                            }
//	return s                                     return string(s)
//
// binary.Write, which makes an interface and a slice of a number, becomes a Write of the bytes:
//
//	err := binary.Write(w, binary.BigEndian, n)
//	                                        =>   _, err := w.Write(binary.BigEndian.AppendUint32(make([]byte, 0, 4), n))
//
// A function of the package whose callers append its result gets the slice that they append to:
//
//	func names(n *node) []string {          =>   func appendNames(out []string, n *node) []string {
//	    var out []string
//	    out = append(out, n.name)                    out = append(out, n.name)
//	    for _, c := range n.list {                   for _, c := range n.list {
//	        out = append(out, names(c)...)               out = appendNames(out, c)
//	    }                                            }
//	    return out                                   return out
//	}                                            }
//	all := names(root)                           all := appendNames(nil, root)
//
// A function of the package whose callers write its result writes to their builder:
//
//	func list(names []string) string {      =>   func list(b *strings.Builder, names []string) {
//	    var b strings.Builder
//	    for _, n := range names {                    for _, n := range names {
//	        b.WriteString(n)                             b.WriteString(n)
//	    }                                            }
//	    return b.String()
//	}                                            }
//	w.WriteString(list(names))                   list(&w, names)
//
// The functions of the library are Itoa, the Format and Quote functions of strconv, Time.Format, String
// and Text of big.Int, fmt.Sprint, Sprintf and Sprintln, hex.EncodeToString and EncodeToString of
// base64 and base32.
// They are recognised as the spread operand of append, in a conversion to []byte,
// in WriteString of a strings.Builder, bytes.Buffer or bufio.Writer, in
// concatenations, and as the value of a variable. The functions that encode make a slice before they make the string; they
// are recognised everywhere else, too.
//
// Conditions of the safe class:
//   - the slice has type []byte;
//   - the twin appends to it directly only if it is a local variable that nothing
//     captures (or a part of one), or a constant text, or the operands of the function and what it runs
//     (fmt runs String and Error methods) change no memory and wait for nobody; and only if the twin appends in one step (fmt, booleans, integers
//     without a sign), or the slice is a local variable that begins with memory of its
//     own and is only appended to, read and returned. Otherwise the twin appends to a slice on
//     the stack, and the result is appended, unless the twin is of fmt (class review);
//   - the receiver of WriteString has the named type itself, or embeds it and declares no
//     writing method; the receiver of a bufio.Writer is a local variable set once,
//     to bufio.NewWriter(…), and the text has at most 64 bytes: a smaller buffer passes
//     on other pieces;
//   - a concatenation has at least one such function, its other operands are free of
//     calls, and the statement around it evaluates it always, once, and nothing else
//     with side effects (x += … and operands of WriteString are left to concat);
//   - the value of a variable: its type is string, it has no other value, nothing captures it, and it is copied, by append,
//     copy, or WriteString of a strings.Builder or bytes.Buffer, and else only indexed, compared, looked up, or asked for its
//     length. A part of it ends with it, as that of a slice may reach further;
//   - a text that grows: it is in a local variable of type string that nothing captures, and that is only set, appended to
//     by statements, and read; one of them stands in a branch, none in a loop that begins behind the declaration. Some
//     way makes two strings. What keeps the string, or gives it to a function, is in no such loop, no two of them are on one
//     way, and on each way to one a string has been made. The operands of each statement can be evaluated one
//     after the other. The code grows by at most three lines for each string that is saved, and by one where the text
//     is that of an error;
//   - a call that a defer or go statement makes gets a string: the buffer may have another text when it runs;
//   - Sum(nil): the hash is a local variable set once to md5.New(), sha1.New(),
//     sha256.New(), sha512.New() or their kin, which the compiler devirtualizes, and
//     the sum is used only by functions that do not retain it; append(b, h.Sum(nil)...):
//     the same hashes;
//   - EncodeToString elsewhere: it encodes a part of an array, a slice made in a constant
//     length, or the sum of a hash, and the text has more than the 32 bytes that the
//     compiler reserves on the stack, and at most 512;
//   - binary.Write: of a number of a known size, in a named byte order, to a writer that is a
//     variable or field, and that a call in the number does not replace. For a bufio.Writer the number is free of
//     calls, which might use the free part of its buffer. A single byte is written to a bytes.Buffer,
//     strings.Builder or bufio.Writer only;
//   - a function of the package whose result is appended: the function, or the method that no interface of the
//     package has, is only called, and no file that the analysis does not see mentions it. Otherwise it stays, and
//     calls a new function that appends, with the same parameters, which have names; it then does not look at the
//     frames of its callers. A call stands in
//     v = append(v, f(…)...) or return append(v, f(…)...), where v is a local variable of the
//     same type, which begins with memory of its own and is only appended to and read before; or, for
//     review, in x.v = append(x.v, f(…)...) of a field, or of a variable that function literals share, if f is not
//     seen to set fields or elements.
//     The function appends to one variable that begins empty, uses it for nothing else, and returns
//     it, or something else before it has appended; and it does not recover;
//   - a function of the package whose text is written, or whose bytes are, by Write: the same, for a local strings.Builder or
//     bytes.Buffer that it only writes to, by methods, fmt.Fprint and its kin and io.WriteString, and a call in the statement
//     w.WriteString(f(…)), for a variable or field w of the same type that is not an argument of f; a text that the function
//     returns before it writes is written, too. w is a local variable with a builder, which is only written
//     to and read by the same functions, String, Len, and a returned Bytes: nothing else sees it in between;
//   - no comment is lost; predeclared names mean what they should; the file's Go version
//     has the function (fmt.Append go1.19, AvailableBuffer go1.18, AppendEncode go1.22).
//
// Class review:
//   - "what an operand, or its String or Error method, does to b is not seen": fmt, where they are unknown code, or change
//     memory, and b is a field, or a variable that others reach;
//   - "the writer below may see other chunks": text of unknown length to a bufio.Writer,
//     or to one of unknown size;
//   - "h.Sum must append, as hash.Hash says": append(b, h.Sum(nil)...) of any other hash;
//   - "f must not read the memory behind the elements of v, which it writes to", and "what is
//     appended to it and kept under another name may share its array, or no longer do so":
//     where a function appends to a v that other code shares; "what f calls, and others meanwhile, must
//     not give x.v another value", where f calls unknown code;
//   - "what f returns is nil where it was empty", for callers that pass nil instead of an empty slice;
//   - "f returns a copy where it returned x itself, or another slice without elements", for the same callers;
//   - "where f panics, a part of its text is in w", "f must not read w, or memory of it, which it writes
//     to", and "what f calls, and others meanwhile, must not use w": of a w that other code may share.
//
// Not proposed: append(b, string(r)...) and others that make no string on the heap;
// fmt on plain values, which format rewrites; []byte(fmt.Sprintf(…)), which
// fmtappendf of x/tools does; netip.Addr.AppendTo, which writes nothing where String
// writes "invalid IP"; h.Sum(buf[:0]) through an interface, where buf escapes.
package appendto

import (
	_ "embed"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

//go:embed appendto.go
var docText string

// Rule is the appendto rewrite.
var Rule = rule.New("appendto", docText, run, "growth", "return-copy", "concat", "format", "number-text", "text-result", "encoding")

func run(pass *rule.Pass) {
	helpers := make(map[string]helper)
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil), (*ast.BinaryExpr)(nil)) {
		a := &appender{r, helpers}
		a.visit(cur)
	}
	for r, cur := range pass.Nodes((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		for d := range r.Decls(cur) {
			(&appender{r, helpers}).grows(d)
		}
	}
	for r := range pass.Runs() {
		for _, t := range inline.Funcs(r.File) {
			(&appender{r, helpers}).collects(t)
			(&appender{r, helpers}).texts(t)
		}
	}
}

type appender struct {
	*rule.Run
	helpers map[string]helper // by file and kind of number
}

// visit looks for the rewrites of one expression: a concatenation, or a call of the library.
func (a *appender) visit(cur inspector.Cursor) {
	if !a.Universe(cur.Node().Pos(), "append", "make", "byte", "int64", "string") {
		return
	}
	if sum, ok := cur.Node().(*ast.BinaryExpr); ok {
		a.concatenation(cur, sum)
		return
	}
	call := cur.Node().(*ast.CallExpr)
	if a.sum(cur, call) || a.number(cur, call) {
		return
	}
	m, ok := a.recognise(call)
	if !ok {
		return
	}
	outer := cur
	if conv := source.ArgumentOf(cur); conv != nil && source.IsConversion(a.Info, conv) {
		if !source.IsBytes(a.Info.TypeOf(conv)) {
			return
		}
		outer = source.Parens(cur).Parent()
	}
	parent := source.ArgumentOf(outer)
	switch {
	case source.SpreadInto(a.Info, outer) != nil:
		a.spread(m, source.Parens(outer).Parent())
	case parent != nil && a.writer(parent) != "":
		if !source.RunsLater(source.Parens(outer).Parent()) { // the free part of a buffer, or what fmt prints, may be another by then
			a.write(m, source.Parens(outer).Parent())
		}
	case outer != cur:
		a.converted(m, source.Parens(outer))
	default:
		if d, ok := a.DeclWith(cur); !ok || !a.held(m, d) {
			a.encoded(m, cur)
		}
	}
}

// spread appends to the destination of the append itself. If the room behind that slice could tell the twin
// from append, the text goes to a slice on the stack first, and the direct form is offered for review.
//
//	append(b, strconv.FormatUint(u, 10)...)    append(b, t.Format(layout)...)
//	---------------------------------------    -----------------------------------------------------
//	strconv.AppendUint(b, u, 10)               append(b, t.AppendFormat(make([]byte, 0, 64), layout)...)
//
// fmt makes the text in memory of its own, and needs no other.
func (a *appender) spread(m maker, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	dst := call.Args[0]
	assigned := source.Parens(cur).ParentEdgeKind() == edge.AssignStmt_Rhs
	if !source.IsBytes(a.Info.TypeOf(dst)) || a.leftToFormat(m, assigned) {
		return
	}
	ordered := a.ordered(m, dst)
	switch {
	case ordered && a.roomFor(m, dst):
		a.replace(m, call, m.append(a.Text(dst)), rule.Safe)
		return
	case !m.quiet && m.exact:
		a.replace(m, call, m.append(a.Text(dst)), rule.Review(rule.Contents.Caveat("what an operand, or its String or Error method, does to "+a.Text(dst)+" is not seen")))
		return
	}
	arg := call.Args[1]
	if a.HasComment(arg.Pos(), arg.End()) {
		return
	}
	a.replace(m, arg, m.append(m.buffer()), rule.Safe)
	if ordered && m.quiet && !m.reads && !a.empty(dst) && !a.HasComment(call.Pos(), call.End()) {
		class := rule.Review(rule.Overwrites.Caveat("where the text does not fit behind " + a.Text(dst) + ", a part of it may be found there by who has the same array"))
		a.Offer(a.finding(m, call, m.append(a.Text(dst)), class))
	}
}

// ordered reports whether dst may be evaluated before the operands of m, and
// before m runs.
func (a *appender) ordered(m maker, dst ast.Expr) bool {
	switch {
	case a.private(dst), effect.Steady(a.Pkg, dst):
		return true
	case effect.Pure(a.Info, dst):
		does := effect.Of(a.Pkg, m.call)
		return does.Quiet() && !(does.Prints && effect.Of(a.Pkg, dst).MayEnd())
	}
	return m.quiet && !slices.ContainsFunc(m.operands, func(e ast.Expr) bool { return !effect.StableBetween(a.Pkg, e, e.Pos(), e.Pos()) })
}

// private reports whether e is a local variable that no function literal captures, or a part of its
// slice with constant bounds.
func (a *appender) private(e ast.Expr) bool {
	e = ast.Unparen(e)
	if part, ok := e.(*ast.SliceExpr); ok {
		for _, bound := range []ast.Expr{part.Low, part.High, part.Max} {
			if bound != nil && a.Info.Types[bound].Value == nil {
				return false
			}
		}
		return a.private(part.X)
	}
	v, ok := a.Pkg.LocalVar(e)
	return ok && !a.Pkg.Captured(v)
}

// empty reports whether e is a slice that is made in place, without spare room.
func (a *appender) empty(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return source.IsConversion(a.Info, e)
	}
	return a.Info.Types[e].IsNil()
}

// writer returns "Builder", "Buffer" or "Writer" for a call that writes to one.
func (a *appender) writer(call *ast.CallExpr) string {
	kind, _ := source.WriterCall(a.Info, call, "WriteString", "Write")
	return kind
}

// write writes from a buffer on the stack. For a bufio.Writer, which may pass its argument to an
// unknown writer, so that it would escape, the free part of its own buffer is used.
//
//	b.WriteString(strconv.Itoa(n))
//	-------------------------------------------------------------
//	b.Write(strconv.AppendInt(make([]byte, 0, 24), int64(n), 10))
func (a *appender) write(m maker, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	kind, recv := source.WriterCall(a.Info, call, "WriteString", "Write")
	dst, class := m.buffer(), rule.Safe
	if kind == "Writer" {
		if !a.Has(call, "bufio", "Writer.AvailableBuffer") {
			return
		}
		if !m.quiet || !effect.Pure(a.Info, recv) || !effect.Pure(a.Info, m.operands...) {
			a.Refuse(call, "what makes the text may write to the same buffer")
			return
		}
		dst = a.Text(recv) + ".AvailableBuffer()"
		if !m.short || !retain.UsualWriter(a.Pkg, recv) {
			class = rule.Review(rule.Writes.Caveat("the writer below may see other chunks"))
		}
	}
	switch {
	case a.leftToFormat(m, true):
	case kind == "Writer" || m.quiet:
		a.replace(m, call, a.Text(recv)+".Write("+m.append(dst)+")", class)
		switch {
		case kind == "Buffer" && a.AtLeast(stdlib.Named("bytes", "Buffer.AvailableBuffer").Since):
			a.available(m, call, recv)
		case kind != "Writer":
			a.helped(m, cur, kind, recv)
		}
	default:
		a.printed(m, call, recv)
	}
}

// available offers the form that uses the free part of a bytes.Buffer itself: it needs no number for the
// size, and allocates nothing if the text fits.
//
//	b.WriteString(strconv.Itoa(n))
//	----------------------------------------------------------
//	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(n), 10))
func (a *appender) available(m maker, call *ast.CallExpr, recv ast.Expr) {
	if !effect.Pure(a.Info, recv) || !effect.Pure(a.Info, m.operands...) || m.reads || a.HasComment(call.Pos(), call.End()) {
		return
	}
	class, to := rule.Safe, a.Text(recv)
	if !m.exact && (!a.private(recv) || source.IsA[*types.Pointer](a.Info.TypeOf(recv))) {
		class = rule.Review(rule.Overwrites.Caveat("where the text does not fit into " + to + ", a part of it may be found behind it by who has the same array"))
	}
	a.Offer(a.finding(m, call, to+".Write("+m.append(to+".AvailableBuffer()")+")", class))
}

// printed lets fmt write to the receiver, which it does once, when the text is complete. The receiver
// escapes to the heap.
//
//	b.WriteString(fmt.Sprintf("%v", x))
//	-----------------------------------
//	fmt.Fprintf(&b, "%v", x)
func (a *appender) printed(m maker, call *ast.CallExpr, recv ast.Expr) {
	to := a.Text(recv)
	if !source.IsA[*types.Pointer](a.Info.TypeOf(recv)) {
		to = "&" + to
	}
	twin := "F" + strings.TrimPrefix(source.CalleeName(m.call), "S")
	if q, _, visible := a.Qualified(m.call, twin); visible {
		a.replace(m, call, q+twin+"("+to+m.after, rule.Safe)
	}
}

// converted replaces []byte(strconv.Itoa(n)).
//
//	[]byte(strconv.Itoa(n))
//	----------------------------------------------------
//	strconv.AppendInt(make([]byte, 0, 24), int64(n), 10)
func (a *appender) converted(m maker, outer inspector.Cursor) {
	if m.quiet {
		a.replace(m, outer.Node(), m.append(m.buffer()), rule.Safe)
	}
}

// replace reports the fix that puts text in the place of n.
func (a *appender) replace(m maker, n ast.Node, text string, class rule.Class) {
	if a.HasComment(n.Pos(), n.End()) {
		return
	}
	a.Report(a.finding(m, n, text, class))
}

// finding returns the finding whose fix puts text in the place of n.
func (a *appender) finding(m maker, n ast.Node, text string, class rule.Class) rule.Finding {
	return rule.Finding{
		At:      m.call,
		Message: m.name + " makes a string that is only copied",
		Title:   "Append the text instead of making a string",
		Class:   class,
		Edits:   []source.TextEdit{source.ReplaceNode(n, text)},
		Form:    m.form(),
	}
}
