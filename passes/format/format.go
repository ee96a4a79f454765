// Package format defines an analyzer that replaces calls of fmt on plain values.
//
// Invariant: the text that is produced, the order and number of evaluations of
// the operands, and the type of an error stay.
//
// Model: package verbs takes the call apart into pieces; pieces become a
// concatenation, calls of strconv, appends to a buffer that stays on the stack, or
// writes to the buffer that was written to.
//
// What it blurs: how long strings are. The buffer is given room for 32 bytes a
// string and grows on the heap beyond. And memory: a string that is printed alone is
// the operand itself, which keeps alive what it is a part of.
//
// # Analyzer format
//
// format: replace fmt on strings, numbers and booleans
//
// fmt takes its operands as interfaces, and every operand that is put into one
// is an allocation; strconv and + take them as they are:
//
//	s := fmt.Sprintf("%s:%s", host, port)     =>   s := host + ":" + port
//	s := fmt.Sprintf("%d", n)                 =>   s := strconv.Itoa(n)
//	s := fmt.Sprintf("%x", b)                 =>   s := hex.EncodeToString(b)
//	s := fmt.Sprintf("%08x", u)               =>   s := hex.EncodeToString(binary.BigEndian.AppendUint32(nil, u))
//	b := []byte(fmt.Sprintf("%s/%s", s, t))   =>   b := []byte(s + "/" + t)
//	s := fmt.Sprint(a, b)                     =>   s := strconv.Itoa(a) + " " + strconv.Itoa(b)
//	s := fmt.Sprintf("100%%")                 =>   s := "100%"
//	s := fmt.Sprintf("after %v", d)           =>   s := "after " + d.String()
//	err := fmt.Errorf("no user %s", name)     =>   err := errors.New("no user " + name)
//	fmt.Fprintf(&b, "%d,", n)                 =>   b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(n), 10))
//	                                               b.WriteByte(',')
//	n := m[fmt.Sprintf("%s/%s", a, b)]        =>   buf := append(make([]byte, 0, 64), a...)
//	                                               buf = append(buf, '/')
//	                                               buf = append(buf, b...)
//	                                               n := m[string(buf)]
//	s := fmt.Sprintf("%s=%d", k, v)           =>   buf := append(make([]byte, 0, 64), k...)
//	                                               buf = append(buf, '=')
//	                                               buf = strconv.AppendInt(buf, int64(v), 10)
//	                                               s := string(buf)
//	                                          or   s := k + "=" + strconv.Itoa(v), if that saves as much
//	s := fmt.Sprintf("%d:%02d", m, n)         =>   buf := strconv.AppendInt(make([]byte, 0, 64), int64(m), 10)
//	                                               buf = append(buf, ':')
//	                                               if 0 <= n && n < 10 {
//	                                                   buf = append(buf, '0')
//	                                               }
//	                                               buf = strconv.AppendInt(buf, int64(n), 10)
//	                                               s := string(buf)
//
//	return fmt.Sprint(x) // x an any          =>   if s, ok := x.(string); ok {
//	                                                   return s
//	                                               }
//	                                               return fmt.Sprint(x)
//
//	w.Write([]byte(fmt.Sprintf("%s\n", s)))  =>   buf := append(w.AvailableBuffer(), s...)
//	                                               buf = append(buf, '\n')
//	                                               w.Write(buf)
//	                                          or   fmt.Fprintf(&w, "%s\n", s), likewise
//
// Handled are Sprintf, Errorf, Sprint, Sprintln, Fprintf, Fprint and Fprintln, Appendf,
// append(b, fmt.Sprintf(…)...) and writes of fmt.Sprintf(…), with any number of the verbs %s %d %v %q %t %c %f
// %.2f %g %x without other flags, up to three integers under %02d or %2d where statements can go
// in front, and %02x, %04x, %08x and %016x of unsigned integers that
// have so many digits at most.
//
// Conditions of the safe class:
//   - the format is constant, has as many verbs as there are operands, and is no raw string of several lines;
//   - each operand has a basic type, or is a []byte under %s, %q or %x, or an array of
//     bytes under %x, which stands alone if it is no variable, and has no method that fmt would call: Format, or under %s %v %q %x also Error and String, unless that is
//     the String or Error of a type of the standard library that cannot panic
//     (time.Duration, net/netip.Addr, …); no operand is an interface, a pointer or of a
//     type parameter, so that nil does not occur; a constant text is returned, assigned or
//     passed, where the compiler makes nothing of it;
//   - Errorf has no %w;
//   - an interface that is asked for a string is one without methods, is all that Sprint, or
//     Sprintf with %v or %s, prints, can be read twice without effect, and nothing else in the
//     function asks it for one; either only the string's bytes are looked at afterwards, or the
//     class is review, as of other texts that are printed alone;
//   - where an operand is a call, it cannot change the others: they are constants,
//     calls, or local variables that only their name reaches, or no call behind them changes
//     anything; none does where a []byte is printed, whose bytes fmt reads last; where a statement
//     is split, nothing else in it can be noticed to happen later; operands that can panic, or
//     do something, are evaluated before the first write, unless nobody could see what was
//     written;
//   - what is appended to is appended to piece by piece only if it is a local variable that
//     begins with memory of its own and is only appended to, read and returned;
//     otherwise the text goes over the stack;
//   - Fprintf writes to a variable or field of type strings.Builder, bytes.Buffer or
//     bufio.Writer (or a pointer to one; where a []byte is printed, a local one of which nobody
//     has had a part by then), or to a local one that holds a new hash; where its results are used, or where a
//     bufio.Writer could flush in between, the text is written at once, as before.
//
// Class review: "a panic in a String or Error method is not caught", where an operand has
// another type with such a method, other than in the value of a package-level variable;
// fmt prints the panic. A method that the package declares, and that cannot panic, needs no review. "What has a method Format, or Error beside String, is not printed by
// that, nor a nil pointer as <nil>", where it is in an interface, which a condition has found
// not to be nil; not for an error whose text would need a buffer. "What such a method changes is printed changed", where operands
// beside it are more than local variables, or bytes; fmt reads them all before. "Such a method may have run where an operand
// panics", where the method prints or changes memory. "What such a method
// mentions is initialized before variables that need its text", where the value of a
// package-level variable may come from the function: fmt calls the method unseen.
// "The writer below sees other chunks of a text that is longer than the buffer, in Write instead of
// WriteString": WriteString of a bufio.Writer. "Who keeps the text may keep an operand, and all
// of the memory that this is a part of", where nothing but texts is printed: the others may be
// empty.
//
// Not proposed: fmt.Errorf without verbs, which costs the same as errors.New
// since Go 1.26; []byte(fmt.Sprintf(…)) of other than texts and up to two numbers or quoted texts among
// them, which fmtappendf of x/tools rewrites.
package format

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

//go:embed format.go
var docText string

// Rule is the format rewrite.
var Rule = rule.New("format", docText, run, "boxing", "format", "error-value")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil)) {
		p := &formatter{r}
		p.call(cur)
	}
}

type formatter struct{ *rule.Run }

// A site is one call of fmt, taken apart.
type site struct {
	cur    inspector.Cursor // of the call
	call   *ast.CallExpr
	name   string // "Sprintf", …
	pieces []verbs.Piece
}

func (p *formatter) call(cur inspector.Cursor) {
	if x, ok := p.holder(cur); ok {
		p.held(cur, x)
		return
	}
	s, ok := p.recognise(cur)
	if !ok || p.constantText(s) || !p.check(s) {
		return
	}
	value := p.value(s)
	outer, t, written := p.written(s, value)
	spread := source.SpreadInto(p.Info, value)
	switch {
	case slices.ContainsFunc(s.pieces, verbs.Piece.IsLoose):
		p.array(s)
	case strings.HasPrefix(s.name, "Fprint"):
		if t, ok := p.target(s.call.Args[0]); ok {
			p.writes(s, s.cur, t)
		}
	case written && len(s.pieces) > 1:
		pointer, said := t.pointer, p.Said()
		p.writes(s, outer, t)
		if p.Said() > said && (t.kind == "Builder" || t.kind == "Buffer") {
			p.printed(s, outer, pointer)
		}
	case s.name == "Appendf":
		p.appends(s, s.cur, s.call.Args[0])
	case spread != nil && s.name != "Sprintln":
		p.appends(s, value.Parent(), spread.Args[0])
	case value != source.Parens(s.cur):
		if p.sumSaves(s) {
			p.expression(s, p.Report)
		}
	case s.name != "Errorf" && (p.needsBuffer(s) || p.lookedAt(s)) && p.splittable(s):
		if p.buffer(s) && (p.sumSaves(s) || p.oneInteger(s)) {
			p.expression(s, p.Offer)
		}
	case s.padded() > 0:
		p.Refuse(s.call, "there is no room for the statements that fill a number up")
	default:
		p.expression(s, p.Report)
	}
}

// mostMade is the number of operands of a sum that may be converted to strings for it.
const mostMade = 2

// sumSaves reports whether a sum makes fewer objects than fmt: fmt makes one for each operand that is a string and no
// constant. For a number or a quoted string fmt and the sum make one each.
func (p *formatter) sumSaves(s site) bool {
	boxed, made := 0, 0
	for _, piece := range s.pieces {
		switch {
		case !piece.IsText():
			made++
		case piece.Arg != nil && p.Info.Types[piece.Arg].Value == nil:
			boxed++
		}
	}
	return boxed > 0 && made <= mostMade && !p.lookedAt(s) && !s.catches() && s.padded() == 0
}

// oneInteger reports whether an integer stands among constant texts: the sum is all that is made where strconv.Itoa makes nothing,
// for numbers below 100.
func (p *formatter) oneInteger(s site) bool {
	integers := 0
	for _, piece := range s.pieces {
		switch {
		case piece.Arg == nil:
		case piece.IsInteger():
			integers++
		default:
			return false
		}
	}
	return integers == 1 && !p.lookedAt(s) && !s.catches() && s.padded() == 0
}

// mostPadded is the number of numbers that may be padded, each of which takes three lines.
const mostPadded = 3

// padded returns the number of operands that are padded to two digits, which takes statements.
func (s site) padded() (n int) {
	for _, piece := range s.pieces {
		if piece.IsPadded() {
			n++
		}
	}
	return n
}

// recognise takes a call of fmt apart; ok is false if it is not one that the rule knows.
func (p *formatter) recognise(cur inspector.Cursor) (site, bool) {
	s := site{cur: cur, call: cur.Node().(*ast.CallExpr)}
	_, ok := source.CallTo(p.Info, s.call, "fmt", "Sprintf", "Errorf", "Fprintf", "Appendf", "Sprint", "Fprint", "Sprintln", "Fprintln")
	if !ok {
		return s, false
	}
	s.name = typeutil.StaticCallee(p.Info, s.call).Name()
	first := 0
	if s.name[0] == 'F' || s.name[0] == 'A' {
		first = 1 // the first argument is the writer or the slice that is appended to
	}
	switch {
	case strings.HasSuffix(s.name, "f"):
		s.pieces, ok = verbs.WithMethods(p.File, s.call, first)
		return s, ok || p.Refuse(s.call, "a verb, or the type of an operand, needs fmt")
	case strings.HasSuffix(s.name, "ln"):
		s.pieces, ok = verbs.Line(p.File, s.call.Args[first:])
	default:
		s.pieces, ok = verbs.Plain(p.File, s.call.Args[first:])
	}
	return s, ok
}

// check refuses calls that no form of the rewrite may replace.
func (p *formatter) check(s site) bool {
	if len(s.args()) == 0 || p.constant(s) || !p.boxes(s) {
		return false // such a call costs nothing since Go 1.26
	}
	if p.HasComment(s.call.Pos(), s.call.End()) || !p.Universe(s.call.Pos(), verbs.Predeclared()...) ||
		source.Has[*ast.CompositeLit](s.call) {
		return p.Refuse(s.call, "a comment, a function literal, or another meaning of a predeclared name is in the way")
	}
	if p.severalLines(s.call) {
		return p.Refuse(s.call, "the format has several lines, which show how the text looks")
	}
	if s.padded() > mostPadded {
		return p.Refuse(s.call, "so many numbers are filled up that fmt is shorter")
	}
	// The order of a call and the read of a variable beside it is not specified, but the fix must not change the order
	// that the compiler has today.
	args := s.args()
	if s.catches() && !effect.Pure(p.Info, args[s.caught():]...) {
		return p.Refuse(s.call, "a String or Error method would run between operands with effects")
	}
	if s.name == "Errorf" && p.needsBuffer(s) && !p.sumSaves(s) {
		return p.Refuse(s.call, "a sum would save nothing, and a buffer is too much for the text of an error")
	}
	if _, inFunc := source.EnclosingFunc(s.cur); s.catches() && !inFunc {
		return false // variables that the method uses would be initialized first
	}
	// fmt reads bytes after it has evaluated all operands; so does the fix if it assigns the calls among them to
	// variables.
	read := s.readsBytes() && !strings.HasPrefix(s.name, "Fprint") && !effect.Of(p.Pkg, args...).Quiet()
	return len(args) == 1 || !read && effect.Sequenced(p.Pkg, args...) || p.Refuse(s.call, "an operand may change what another one is")
}

// severalLines reports whether an argument is a raw string of several lines.
func (p *formatter) severalLines(call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		lit, ok := ast.Unparen(e).(*ast.BasicLit)
		return ok && strings.Contains(lit.Value, "\n")
	})
}

// readsBytes reports whether a piece is the contents of bytes that may be shared.
func (s site) readsBytes() bool { return slices.ContainsFunc(s.pieces, verbs.Piece.IsBytes) }

// boxes reports whether fmt needs an object for one of the operands: not for an interface, for a value of the shape of
// a pointer, or for a byte in hexadecimal, as the runtime has an object for each value of a byte.
func (p *formatter) boxes(s site) bool {
	return slices.ContainsFunc(s.pieces, func(piece verbs.Piece) bool {
		if piece.Arg == nil || p.Info.Types[piece.Arg].Value != nil || piece.Dynamic() {
			return false
		}
		t := p.Info.TypeOf(piece.Arg)
		size, _ := p.Pkg.Sizeof(t)
		return !typefact.Boxless(t) && !(piece.IsWide() && size == 1)
	})
}

// catches reports whether an operand has a method whose panic fmt would catch.
func (s site) catches() bool {
	return slices.ContainsFunc(s.pieces, verbs.Piece.Catches)
}

// caught returns the number of operands in front of the first that has such a method.
func (s site) caught() (n int) {
	for _, piece := range s.pieces {
		switch {
		case piece.Catches():
			return n
		case piece.Arg != nil:
			n++
		}
	}
	return n
}

// constant reports whether all operands are constants: then the result would be constant too, and might repeat a case
// or be out of range.
func (p *formatter) constant(s site) bool {
	return !slices.ContainsFunc(s.args(), func(arg ast.Expr) bool { return p.Info.Types[arg].Value == nil })
}

// args returns the operands, in their order.
func (s site) args() []ast.Expr {
	var args []ast.Expr
	for _, p := range s.pieces {
		if p.Arg != nil {
			args = append(args, p.Arg)
		}
	}
	return args
}

// unordered returns the operands that the sum reads without a call around them: the language does not order such
// reads.
func (s site) unordered() []ast.Expr {
	var args []ast.Expr
	for _, p := range s.pieces {
		if p.Arg != nil && p.IsConversion() {
			args = append(args, p.Arg)
		}
	}
	return args
}

// expression replaces the call in its place.
//
//	fmt.Sprintf("%s:%s", a, b)      fmt.Errorf("bad %s", a)
//	--------------------------      -----------------------
//	a + ":" + b                     errors.New("bad " + a)
func (p *formatter) expression(s site, report func(rule.Finding)) {
	if !p.usedAsValue(s) {
		return
	}
	if s.name != "Errorf" && !effect.Unfolds(p.Pkg, s.cur, s.readsBytes(), s.unordered()...) {
		p.Refuse(s.call, "what is evaluated beside it may change an operand")
		return
	}
	if len(s.pieces) > 1 && slices.ContainsFunc(s.pieces, verbs.Piece.IsQuotedBytes) {
		p.Refuse(s.call, "quoted bytes would be copied three times in a sum")
		return
	}
	conv, edits, ok := p.qualify(s)
	errors, more, canNew := p.errors(s)
	if !ok || !canNew {
		return
	}
	edits = append(edits, more...)
	var parts []string
	for _, piece := range s.pieces {
		parts = append(parts, piece.String(conv))
	}
	text := strings.Join(parts, " + ")
	if s.name == "Errorf" {
		text = errors + "New(" + text + ")"
	} else if len(parts) > 1 && indexed(s.cur) {
		text = "(" + text + ")"
	}
	if p.assignedToItself(s, text) {
		return
	}
	if assign := p.appendedTo(s, parts); assign != nil {
		edits, text = append(edits, source.Replace(assign.TokPos, assign.TokPos, "+")), strings.Join(parts[1:], " + ")
	}
	f := p.finding(s, append(edits, source.ReplaceNode(s.call, text)), p.class(s).And(p.copied(s)))
	f.Form += " in place"
	report(f)
}

// array encodes an array that is no variable, which could not be sliced, in a variable.
//
//	                          s := fmt.Sprintf("%x", md5.Sum(b))
//	-----------------
//	sum := md5.Sum(b)
//	                          s := hex.EncodeToString(sum[:])
func (p *formatter) array(s site) {
	if len(s.pieces) > 1 || s.name != "Sprintf" || !p.splittable(s) {
		p.Refuse(s.call, "there is no room for a variable that holds an array")
		return
	}
	stmt, _ := effect.Lift(p.File, s.cur)
	arg := s.pieces[0].Arg
	name := p.Fresh(stmt.Pos(), p.called(arg))
	s.pieces = []verbs.Piece{s.pieces[0].Named(name)}
	p.expression(s, func(f rule.Finding) {
		f.Edits = append(f.Edits, p.Before(stmt, name+" := "+p.Text(arg)))
		p.Report(f)
	})
}

// errors makes the package errors usable if the call makes an error. qualifier is its name with a dot.
func (p *formatter) errors(s site) (qualifier string, edits []source.TextEdit, ok bool) {
	if s.name != "Errorf" {
		return "", nil, true
	}
	return p.Import("errors", "New", s.call.Pos())
}

// copied returns the class of a fix whose text may be one of the operands itself, because all others are empty.
func (p *formatter) copied(s site) rule.Class {
	texts := 0
	for _, piece := range s.pieces {
		if piece.Arg == nil || !piece.IsText() {
			return rule.Safe // a constant, or a formatted number, which is a new string
		}
		texts++
	}
	switch {
	case texts == 0:
		return rule.Safe
	case p.value(s) != source.Parens(s.cur):
		return rule.Safe // the slice is a copy
	case p.Pkg.Views():
		return rule.Review(rule.View, rule.Whole)
	}
	return rule.Review(rule.Whole)
}

// appendedTo returns the statement that assigns the call to its own first operand, if += makes no more objects than
// the sum: the text is not on the stack.
//
//	x.y = fmt.Sprintf("%s, %s", x.y, z)
//	-----------------------------------
//	x.y += ", " + z
func (p *formatter) appendedTo(s site, parts []string) *ast.AssignStmt {
	assign, ok := s.cur.Parent().Node().(*ast.AssignStmt)
	if !ok || s.name == "Errorf" || len(parts) < 2 || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || p.Text(assign.Lhs[0]) != parts[0] || !effect.Pure(p.Info, assign.Lhs[0]) {
		return nil
	}
	v, local := p.Pkg.LocalVar(assign.Lhs[0])
	looked := func(use inspector.Cursor) bool {
		return source.Contains(s.call, use.Node()) || retain.LooksAt(p.Pkg, use, v)
	}
	if local && !p.Pkg.Captured(v) && !source.LoopSince(s.cur, v.Pos()) && p.Pkg.Every(v, looked) {
		return nil
	}
	return assign
}

// assignedToItself reports whether the fix would leave s = s, which go vet reports.
func (p *formatter) assignedToItself(s site, text string) bool {
	cur := source.Parens(s.cur)
	kind, i := cur.ParentEdge()
	if kind != edge.AssignStmt_Rhs {
		return false
	}
	assign := cur.Parent().Node().(*ast.AssignStmt)
	return len(assign.Lhs) == len(assign.Rhs) && p.Text(assign.Lhs[i]) == text
}

// value returns the conversion of the text to a slice, or the call itself, with its parentheses.
func (p *formatter) value(s site) inspector.Cursor {
	value := source.Parens(s.cur)
	conv := source.ArgumentOf(value)
	if conv != nil && source.IsConversion(p.Info, conv) && source.IsA[*types.Slice](p.Info.TypeOf(conv)) {
		return source.Parens(value.Parent())
	}
	return value
}

// usedAsValue reports whether the call is no statement.
func (p *formatter) usedAsValue(s site) bool {
	switch source.Parens(s.cur).ParentEdgeKind() {
	case edge.ExprStmt_X, edge.GoStmt_Call, edge.DeferStmt_Call:
		return false // the text alone would not be a statement
	}
	return true
}

// indexed reports whether the value is indexed or sliced, which binds more tightly than +.
func indexed(cur inspector.Cursor) bool {
	kind := cur.ParentEdgeKind()
	return kind == edge.IndexExpr_X || kind == edge.SliceExpr_X
}

// qualify makes the packages that the pieces need usable, and returns their names.
func (p *formatter) qualify(s site) (names verbs.Names, edits []source.TextEdit, ok bool) {
	marks, used := verbs.Names{Strconv: "\x00", Hex: "\x01", Binary: "\x02"}, ""
	for _, piece := range s.pieces {
		used += piece.Append(marks, "") + piece.String(marks)
	}
	for _, pkg := range []struct {
		path, mark string
		name       *string
	}{
		{"strconv", marks.Strconv, &names.Strconv},
		{"encoding/hex", marks.Hex, &names.Hex},
		{"encoding/binary", marks.Binary, &names.Binary},
	} {
		members := called(used, pkg.mark)
		if len(members) == 0 {
			continue
		}
		q, more, ok := p.Import(pkg.path, members[0], s.call.Pos(), members[1:]...)
		if !ok {
			return verbs.Names{}, nil, false
		}
		*pkg.name, edits = q, append(edits, more...)
	}
	return names, edits, true
}

// called lists the functions of the package that the text calls, without the qualifier.
func called(text, qualifier string) (names []string) {
	for _, call := range strings.Split(text, qualifier)[1:] {
		names = append(names, call[:strings.IndexAny(call, "(.")])
	}
	return names
}

// class returns the class of the fix, with the ways in which it may change the program.
func (p *formatter) class(s site) rule.Class {
	if !s.catches() {
		return rule.Safe
	}
	class, run := rule.Safe, p.run(s)
	if run.MayEnd() {
		class = rule.Review(rule.UncaughtPanic.Caveat("a panic in a String or Error method is not caught"))
	}
	args := s.args()
	unsteady := func(e ast.Expr) bool { return !effect.Steady(p.Pkg, e) }
	if !run.Quiet() && len(args) > 1 && (s.readsBytes() || slices.ContainsFunc(args, unsteady)) {
		class = class.And(rule.Review(rule.Contents.Caveat("what such a method changes is printed changed")))
	}
	if (run.Prints || !run.Quiet()) && effect.Of(p.Pkg, args...).MayEnd() {
		class = class.And(rule.Review(rule.LatePanic.Caveat("such a method may have run where an operand panics")))
	}
	for _, piece := range s.pieces {
		if fn, _ := piece.Method(); fn != nil && fn.Pkg() == p.Pkg.Types && !p.Pkg.Everywhere(fn) {
			class = class.And(rule.Review(rule.Builds.Caveat(fn.Name() + " may be declared otherwise in other builds")))
		}
	}
	if slices.ContainsFunc(s.pieces, verbs.Piece.Dynamic) {
		class = class.And(rule.Review(rule.Contents.Caveat("what has a method Format, or Error beside String, is not printed by that, nor a nil pointer as <nil>")))
	}
	if effect.Initializes(p.Pkg, p.Pass.Files, s.cur) {
		class = class.And(rule.Review(rule.Order.Caveat("what such a method mentions is initialized before variables that need its text")))
	}
	return class
}

// run returns what the methods that fmt calls may do.
func (p *formatter) run(s site) (all effect.Summary) {
	for _, piece := range s.pieces {
		fn, declared := piece.Method()
		switch {
		case !piece.Catches():
		case declared:
			all = all.With(effect.Function(p.Pkg, fn))
		default:
			all.Methods = true
		}
	}
	return all
}

func (p *formatter) report(s site, edits []source.TextEdit, class rule.Class) {
	p.Report(p.finding(s, edits, class))
}

func (p *formatter) finding(s site, edits []source.TextEdit, class rule.Class) rule.Finding {
	return rule.Finding{
		At:      s.call,
		Message: "fmt." + s.name + " puts plain values into interfaces",
		Title:   "Write the values without fmt." + s.name,
		Class:   class,
		Edits:   edits,
		Form:    p.form(s),
	}
}

// form returns the Form of the finding, by which a reader recognises the same call elsewhere: the function, the words
// of the format, and the verbs of the operands that are not strings. Parentheses and digits are left out, so that
// "(%s) AS %s" has the form of "%s AS %s", and "%s = %s - 1" that of "%s = %s - %s". If there are no other words, they
// stay.
func (p *formatter) form(s site) string {
	var texts, words, verbs []string
	for _, piece := range s.pieces {
		switch {
		case piece.Arg == nil:
			texts = append(texts, piece.Text)
			words = append(words, strings.FieldsFunc(piece.Text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("()0123456789", r) })...)
		case !piece.IsText():
			verbs = append(verbs, piece.Letter())
		}
	}
	if len(words) == 0 {
		words = texts
	}
	slices.Sort(verbs)
	return fmt.Sprintf("%s%q%q", s.name, slices.Compact(verbs), words)
}

// needsBuffer reports whether a concatenation would make strings only to copy them into the result.
func (p *formatter) needsBuffer(s site) bool {
	if len(s.pieces) == 1 {
		return s.padded() > 0
	}
	return slices.ContainsFunc(s.pieces, func(piece verbs.Piece) bool {
		return !piece.IsText() && !piece.IsBytes() || piece.IsQuotedBytes()
	})
}

// lookedAt reports whether the text is only the key of a map lookup or an operand of a comparison: there, the compiler
// makes no string from bytes.
func (p *formatter) lookedAt(s site) bool {
	outer := source.Parens(s.cur)
	if len(s.pieces) == 1 || s.name == "Errorf" {
		return false
	}
	switch parent := outer.Parent().Node().(type) {
	case *ast.BinaryExpr:
		return parent.Op != token.ADD
	case *ast.IndexExpr:
		_, isMap := p.Info.TypeOf(parent.X).Underlying().(*types.Map)
		return isMap && outer.ParentEdgeKind() == edge.IndexExpr_Index && !p.Pkg.Changes(outer.Parent()) // an assignment would store the key in the map
	}
	return false
}

// splittable reports whether the call can be evaluated before the statement around it. Its operands are evaluated one
// after the other in any case, and if one panics, what was written is lost.
func (p *formatter) splittable(s site) bool {
	stmt, ok := effect.Lift(p.File, s.cur)
	run := s.args()
	if s.catches() {
		run = append(run, s.call) // the call runs methods
	}
	return ok && p.usedAsValue(s) && !p.Jumps(s.call.Pos()) && effect.Undisturbed(p.File, s.cur, stmt, run...)
}

// buffer writes the pieces into a buffer on the stack. It returns false if it cannot.
//
//	                                                   s := fmt.Sprintf("%s=%d", k, v)
//	----------------------------------------------
//	buf := append(make([]byte, 0, 64), k...)
//	buf = append(buf, '=')
//	buf = strconv.AppendInt(buf, int64(v), 10)
//	                                                   s := string(buf)
func (p *formatter) buffer(s site) bool {
	conv, edits, ok := p.qualify(s)
	errors, more, canNew := p.errors(s)
	if !ok || !canNew {
		return false
	}
	stmt, _ := effect.Lift(p.File, s.cur)
	buf, lines := p.filled(s, stmt, conv, p.room(s))
	text := "string(" + buf + ")"
	if s.name == "Errorf" {
		text = errors + "New(" + text + ")"
	}
	edits = append(edits, more...)
	edits = append(edits, p.Before(stmt, lines...), source.ReplaceNode(s.call, text))
	p.report(s, edits, p.class(s))
	return true
}

// appends writes the pieces to the slice that was appended to.
//
//	b = append(b, fmt.Sprintf("%s=%d", k, v)...)     b = fmt.Appendf(b, "%s=%d", k, v)
//	--------------------------------------------     --------------------------------------------
//	b = append(b, k...)                              b = append(b, k...)
//	b = append(b, '=')                               b = append(b, '=')
//	b = strconv.AppendInt(b, int64(v), 10)           b = strconv.AppendInt(b, int64(v), 10)
//
// Text that does not fit is not begun in the room behind b, which may be seen through
// another slice: it goes over the stack unless the memory of b is its own.
func (p *formatter) appends(s site, outer inspector.Cursor, dst ast.Expr) {
	conv, edits, ok := p.qualify(s)
	if !ok || s.catches() || p.HasComment(outer.Node().Pos(), outer.Node().End()) || !source.IsBytes(p.Info.TypeOf(dst)) {
		return
	}
	for _, piece := range s.pieces {
		if piece.IsBytes() {
			return // the variable might share the array that is appended to
		}
	}
	own := retain.OwnRoom(p.Pkg, dst)
	if piece := s.pieces[0]; len(s.pieces) == 1 && s.padded() == 0 && effect.Pure(p.Info, dst) && effect.Pure(p.Info, piece.Arg) {
		text := ""
		if own || piece.Exact() {
			text = piece.Append(conv, p.Text(dst))
		} else {
			text = "append(" + p.Text(dst) + ", " + piece.Append(conv, p.room(s)) + "...)"
		}
		p.report(s, append(edits, source.ReplaceNode(outer.Node(), text)), rule.Safe)
		return
	}
	if !own || s.padded() > 0 {
		p.overStack(s, outer, dst)
		return
	}
	assign, ok := source.Parens(outer).Parent().Node().(*ast.AssignStmt)
	if !ok || !p.assignsTo(assign, dst) {
		return
	}
	if _, _, ok := source.StmtList(source.Parens(outer).Parent()); !ok {
		return
	}
	b := p.Text(dst)
	var lines []string
	for _, piece := range s.pieces {
		if piece.Arg != nil && (!effect.Total(p.Info, piece.Arg) || p.mentions(piece.Arg, dst)) {
			return // b would be changed before an operand reads it, or a panic would leave a part of the text
		}
		lines = append(lines, b+" = "+piece.Append(conv, b))
	}
	text := strings.Join(lines, "\n"+p.Indent(assign.Pos()))
	p.report(s, append(edits, source.ReplaceNode(assign, text)), rule.Safe)
}

// overStack writes the pieces into a buffer on the stack, and then appends the buffer.
//
//	                                                 b = fmt.Appendf(b, "%s=%d", k, v)
//	--------------------------------------------
//	buf := append(make([]byte, 0, 64), k...)
//	buf = append(buf, '=')
//	buf = strconv.AppendInt(buf, int64(v), 10)
//	                                                 b = append(b, buf...)
func (p *formatter) overStack(s site, outer inspector.Cursor, dst ast.Expr) {
	stmt, ok := effect.Lift(p.File, outer)
	if !ok || !effect.Pure(p.Info, s.args()...) || !effect.Total(p.Info, dst) || p.Jumps(s.call.Pos()) {
		return // the operands would be evaluated before the slice
	}
	conv, edits, _ := p.qualify(s)
	buf, lines := p.filled(s, stmt, conv, p.room(s))
	text := "append(" + p.Text(dst) + ", " + buf + "...)"
	p.report(s, append(edits, p.Before(stmt, lines...), source.ReplaceNode(outer.Node(), text)), rule.Safe)
}

// filled returns a new variable, and the lines in front of stmt that declare it as the slice empty and append the
// pieces.
func (p *formatter) filled(s site, stmt ast.Stmt, conv verbs.Names, empty string) (buf string, lines []string) {
	buf = p.Fresh(stmt.Pos(), "buf", "scratch")
	if s.pieces[0].IsPadded() {
		lines = []string{buf + " := " + empty}
	}
	for _, piece := range s.pieces {
		if piece.IsPadded() {
			if _, isName := ast.Unparen(piece.Arg).(*ast.Ident); !isName && !piece.IsNamed() {
				name := p.Fresh(stmt.Pos(), p.called(piece.Arg))
				lines = append(lines, name+" := "+p.Text(piece.Arg))
				piece = piece.Named(name)
			}
			lines = append(lines, piece.Pad(buf, p.Indent(stmt.Pos())))
		}
		if len(lines) == 0 {
			lines = append(lines, buf+" := "+piece.Append(conv, empty))
		} else {
			lines = append(lines, buf+" = "+piece.Append(conv, buf))
		}
	}
	return buf, lines
}

// room returns an empty slice on the stack with a capacity in which the text of s usually fits.
func (p *formatter) room(s site) string {
	need := 0
	for _, piece := range s.pieces {
		need += piece.Bound(func(e ast.Expr) (int64, bool) { return size.Most(p.Pkg, e) })
	}
	return verbs.Buffer(effect.Room(p.Pkg, s.cur, need))
}

// assignsTo reports whether the statement is dst = …, where dst is a local variable to which nothing else has access.
func (p *formatter) assignsTo(s *ast.AssignStmt, dst ast.Expr) bool {
	if s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return false
	}
	v, ok := p.Pkg.LocalVar(dst)
	return ok && p.Pkg.Is(s.Lhs[0], v) && !p.Pkg.Captured(v)
}

// mentions reports whether e mentions the variable dst.
func (p *formatter) mentions(e, dst ast.Expr) bool {
	id, ok := ast.Unparen(dst).(*ast.Ident)
	return ok && p.Pkg.Mentions(e, p.Info.Uses[id]) > 0
}

// padded matches a verb with a width.
var padded = regexp.MustCompile(`%[-+# 0]*[1-9]`)

// constantText replaces the call by its text, if it has no operands. It leaves calls alone where the compiler would
// treat a constant differently: it may refuse one, or make the expression around it constant too.
//
//	s := fmt.Sprintf("100%%")
//	-------------------------
//	s := "100%"
func (p *formatter) constantText(s site) bool {
	if s.name != "Sprintf" || len(s.args()) > 0 || len(s.pieces) != 1 || !p.isValue(s) || p.HasComment(s.call.Pos(), s.call.End()) {
		return false
	}
	format := ast.Unparen(s.call.Args[0])
	text := p.Text(format)
	if value, _ := source.StringConst(p.Info, format); value != s.pieces[0].Text {
		if padded.MatchString(value) {
			return p.Refuse(s.call, "the widths may be those of other lines")
		}
		if _, isLit := format.(*ast.BasicLit); !isLit {
			return false // a named constant
		}
		text = verbs.Quote(s.pieces[0].Text)
	}
	class := rule.Safe
	if p.Pkg.Views() {
		class = rule.Review(rule.View)
	}
	p.Report(rule.Finding{
		At:      s.call,
		Message: "fmt.Sprintf copies a constant",
		Title:   "Write the constant",
		Class:   class,
		Edits:   []source.TextEdit{source.ReplaceNode(s.call, text)},
	})
	return true
}

// isValue reports whether the text is returned, assigned, or passed to a function.
func (p *formatter) isValue(s site) bool {
	cur := source.Parens(s.cur)
	if _, inFunc := source.EnclosingFunc(cur); !inFunc {
		return false // the variable would be initialized before others
	}
	switch cur.ParentEdgeKind() {
	case edge.ReturnStmt_Results, edge.AssignStmt_Rhs, edge.ValueSpec_Values, edge.SendStmt_Value, edge.KeyValueExpr_Value:
		return true
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		return typeutil.StaticCallee(p.Info, call) != nil && len(call.Args) > 0
	}
	return false
}
