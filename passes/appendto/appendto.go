// Package appendto defines an analyzer that formats into memory that is there.
//
// Invariant: the bytes that are appended or written stay, and so does the order
// of evaluation.
//
// Model: a table of functions that return a string, each with its twin that
// appends the same text to a slice.
//
// What it blurs: the capacity of the slice that is appended to; if it does not
// suffice, appending allocates as before.
//
// # Analyzer appendto
//
// appendto: append the formatted text instead of making a string of it
//
//	b = append(b, t.Format(layout)...)    =>   b = t.AppendFormat(b, layout)
//	return append(b, strconv.Itoa(n)...)  =>   return strconv.AppendInt(b, int64(n), 10)
//	b = append(b, fmt.Sprintf(f, x)...)   =>   b = fmt.Appendf(b, f, x)
//	b = append(b, h.Sum(nil)...)          =>   b = h.Sum(b)
//	buf.WriteString(strconv.Itoa(n))      =>   buf.Write(strconv.AppendInt(buf.AvailableBuffer(), int64(n), 10))
//	sb.WriteString(strconv.Itoa(n))       =>   sb.Write(strconv.AppendInt(make([]byte, 0, 20), int64(n), 10))
//
// Functions: strconv.Itoa, FormatInt, FormatUint, FormatFloat, FormatBool, Quote,
// QuoteToASCII, QuoteRune; time.Time.Format; (*big.Int).Text; fmt.Sprintf, Sprint
// and Sprintln; Sum(nil) of a hash.
//
// Conditions of the safe class:
//   - the slice that is appended to is a []byte, and neither it nor the operands
//     contain calls, whose order could show;
//   - the writer is a variable of type strings.Builder, bytes.Buffer or bufio.Writer,
//     or a pointer to one; AvailableBuffer is of go1.18 (bufio) and go1.21 (bytes);
//   - fmt.Append is of go1.19; calls of Sprintf that need no fmt at all are left to
//     the pass format.
//
// Class review: "Sum of the hash may do other than append", for hash.Hash, whose
// implementation is not known.
//
// Not proposed: h.Sum(buf[:0]) to spare the result of Sum(nil): through an interface
// the array escapes and costs as much.
package appendto

import (
	_ "embed"
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/edit"
	"github.com/unheap/unheap/passes/internal/verbs"
)

//go:embed appendto.go
var source string

// Analyzer is the appendto pass.
var Analyzer = &analysis.Analyzer{
	Name:     "appendto",
	Doc:      edit.Doc(source),
	URL:      "https://pkg.go.dev/github.com/unheap/unheap/passes/appendto",
	Requires: []*analysis.Analyzer{edit.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, f := range edit.Of(pass).Files {
		a := &appender{pass: pass, file: f, pkg: f.Pkg, info: f.Pkg.Info}
		for cur := range f.Cursor.Preorder((*ast.CallExpr)(nil)) {
			call := cur.Node().(*ast.CallExpr)
			if a.file.HasComment(call.Pos(), call.End()) {
				continue
			}
			a.appended(call)
			a.written(call)
		}
	}
	return nil, nil
}

type appender struct {
	pass *analysis.Pass
	file *edit.File
	pkg  *edit.Package
	info *types.Info
}

// appended rewrites append(b, F(x)...).
func (a *appender) appended(call *ast.CallExpr) {
	if !edit.IsBuiltin(a.info, call, "append") || !call.Ellipsis.IsValid() || len(call.Args) != 2 {
		return
	}
	dst := call.Args[0]
	inner, ok := ast.Unparen(call.Args[1]).(*ast.CallExpr)
	if !ok || !edit.IsBytes(a.info.TypeOf(dst)) || !edit.Pure(a.info, dst) || !a.quiet(inner) {
		return
	}
	t, ok := a.text(inner)
	if !ok {
		return
	}
	edit.Report(a.pass, edit.Fix{
		At:      inner,
		Message: t.name + " makes memory only to be appended",
		Title:   "Append to " + a.file.Text(dst) + " directly",
		Class:   t.class,
		Edits:   append(t.imports, edit.ReplaceNode(call, t.to(a.file.Text(dst)))),
	})
}

// quiet reports whether neither receiver nor arguments contain calls.
func (a *appender) quiet(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if !edit.Pure(a.info, arg) {
			return false
		}
	}
	recv := edit.Receiver(a.info, call)
	if recv == nil {
		return true
	}
	if _, isNow := edit.CallTo(a.info, recv, "time", "Now"); isNow {
		return true // reads the clock, and nothing else
	}
	return edit.Pure(a.info, recv)
}

// written rewrites w.WriteString(F(x)).
//
//	buf.WriteString(strconv.Itoa(n))
//	--------------------------------------------------------------
//	buf.Write(strconv.AppendInt(buf.AvailableBuffer(), int64(n), 10))
func (a *appender) written(call *ast.CallExpr) {
	w, room, ok := a.writer(call)
	if !ok {
		return
	}
	inner, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	t, ok := a.text(inner)
	if !ok || t.size == 0 || !a.file.Universe(call.Pos(), "make", "byte") {
		return
	}
	if room == "" {
		room = "make([]byte, 0, " + strconv.Itoa(t.size) + ")"
	}
	sel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	edit.Report(a.pass, edit.Fix{
		At:      inner,
		Message: t.name + " makes a string only to be written to " + w,
		Title:   "Append to the buffer directly",
		Class:   t.class,
		Edits:   append(t.imports, edit.ReplaceNode(sel.Sel, "Write"), edit.ReplaceNode(call.Args[0], t.to(room))),
	})
}

// writer recognises WriteString of a buffer. room is where text can be made: in
// the free part of the buffer, or on the stack ("") for a strings.Builder, whose
// Write keeps nothing.
func (a *appender) writer(call *ast.CallExpr) (w, room string, ok bool) {
	for _, t := range []struct{ pkg, method, version string }{
		{"strings", "Builder.WriteString", "go1.10"},
		{"bytes", "Buffer.WriteString", "go1.21"},
		{"bufio", "Writer.WriteString", "go1.18"},
	} {
		if _, ok := edit.CallTo(a.info, call, t.pkg, t.method); !ok {
			continue
		}
		id, isIdent := ast.Unparen(edit.Receiver(a.info, call)).(*ast.Ident)
		if !isIdent || !a.file.AtLeast(t.version) {
			return "", "", false
		}
		if t.pkg == "strings" {
			return id.Name, "", true
		}
		return id.Name, id.Name + ".AvailableBuffer()", true
	}
	return "", "", false
}

// A text is a call that makes a string or slice, and its twin.
type text struct {
	name    string
	to      func(dst string) string // the twin
	size    int                     // how long the text usually is at most, 0 if unknown
	class   edit.Class
	imports []edit.TextEdit
}

// text finds the twin of a call.
func (a *appender) text(call *ast.CallExpr) (text, bool) {
	fn, ok := typeutil.Callee(a.info, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return text{}, false
	}
	name := edit.FuncName(fn)
	switch fn.Pkg().Path() {
	case "strconv":
		return a.strconv(call, name)
	case "time":
		return a.time(call, name)
	case "fmt":
		return a.fmt(call, name)
	}
	return a.sum(call, fn)
}

// strconvTwins name the twin, how long the text is, and what stands before the
// arguments' end.
var strconvTwins = map[string]struct {
	twin string
	size int
}{
	"FormatInt": {"AppendInt", 65}, "FormatUint": {"AppendUint", 64}, "FormatFloat": {"AppendFloat", 24}, "FormatBool": {"AppendBool", 5},
	"Quote": {"AppendQuote", 64}, "QuoteToASCII": {"AppendQuoteToASCII", 64}, "QuoteRune": {"AppendQuoteRune", 12},
}

// append(b, strconv.Itoa(n)...)         append(b, strconv.Quote(s)...)
// -----------------------------------   ------------------------------
// strconv.AppendInt(b, int64(n), 10)    strconv.AppendQuote(b, s)
func (a *appender) strconv(call *ast.CallExpr, name string) (text, bool) {
	q, ok := a.qualifier(call)
	if _, own := edit.CallTo(a.info, call, "strconv", name); !ok || !own {
		return text{}, false
	}
	if name == "Itoa" {
		if !a.file.Universe(call.Pos(), "int64") {
			return text{}, false
		}
		n := "int64(" + a.file.Text(call.Args[0]) + ")"
		to := func(dst string) string { return q + "AppendInt(" + dst + ", " + n + ", 10)" }
		return text{name: "strconv.Itoa", to: to, size: 20}, true
	}
	twin, ok := strconvTwins[name]
	args := a.file.Between(call.Args[0].Pos(), call.Args[len(call.Args)-1].End())
	to := func(dst string) string { return q + twin.twin + "(" + dst + ", " + args + ")" }
	return text{name: "strconv." + name, to: to, size: twin.size}, ok
}

// append(b, t.Format(layout)...)
// ------------------------------
// t.AppendFormat(b, layout)
func (a *appender) time(call *ast.CallExpr, name string) (text, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if _, own := edit.CallTo(a.info, call, "time", "Time.Format"); !ok || !own || name != "Time.Format" || !isMethodValue(a.info, sel) {
		return text{}, false
	}
	recv, layout := a.file.Text(sel.X), a.file.Text(call.Args[0])
	to := func(dst string) string { return recv + ".AppendFormat(" + dst + ", " + layout + ")" }
	return text{name: "Format", to: to, size: 64}, true
}

// append(b, fmt.Sprintf(f, x)...)
// -------------------------------
// fmt.Appendf(b, f, x)
func (a *appender) fmt(call *ast.CallExpr, name string) (text, bool) {
	twins := map[string]string{"Sprintf": "Appendf", "Sprint": "Append", "Sprintln": "Appendln"}
	q, ok := a.qualifier(call)
	if twins[name] == "" || !ok || len(call.Args) == 0 || !a.file.AtLeast("go1.19") {
		return text{}, false
	}
	if plain(a.file, call, name) {
		return text{}, false // the pass format needs no fmt
	}
	args := a.file.Between(call.Args[0].Pos(), call.Rparen)
	to := func(dst string) string { return q + twins[name] + "(" + dst + ", " + args + ")" }
	return text{name: "fmt." + name, to: to}, true
}

// plain reports whether the pass format rewrites the call.
func plain(f *edit.File, call *ast.CallExpr, name string) bool {
	var pieces []verbs.Piece
	var ok bool
	switch {
	case call.Ellipsis.IsValid() || name == "Sprintln":
		return false
	case name == "Sprintf":
		pieces, ok = verbs.Of(f, call, 0)
	default:
		pieces, ok = verbs.Plain(f, call.Args)
	}
	return ok && len(pieces) > 0
}

// append(b, h.Sum(nil)...)
// ------------------------
// h.Sum(b)
func (a *appender) sum(call *ast.CallExpr, fn *types.Func) (text, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fn.Name() != "Sum" || len(call.Args) != 1 || !a.info.Types[call.Args[0]].IsNil() || !isMethodValue(a.info, sel) {
		return text{}, false
	}
	sig := fn.Signature()
	if sig.Params().Len() != 1 || sig.Results().Len() != 1 || !edit.IsBytes(sig.Params().At(0).Type()) || !edit.IsBytes(sig.Results().At(0).Type()) {
		return text{}, false
	}
	recv := a.file.Text(sel.X)
	to := func(dst string) string { return recv + ".Sum(" + dst + ")" }
	return text{name: "Sum", to: to, class: edit.Review("Sum of the hash may do other than append")}, true
}

// isMethodValue reports whether sel is x.M rather than T.M, and M one of x's own
// methods rather than of a field embedded in it.
func isMethodValue(info *types.Info, sel *ast.SelectorExpr) bool {
	s := info.Selections[sel]
	return s != nil && s.Kind() == types.MethodVal && len(s.Index()) == 1
}

// qualifier returns how the call names its package.
func (a *appender) qualifier(call *ast.CallExpr) (string, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return "", false // a dot import
	}
	return strings.TrimSpace(a.file.Text(sel.X)) + ".", true
}
