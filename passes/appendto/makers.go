package appendto

import (
	"encoding/base64"
	"encoding/hex"
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// A maker is a call that returns a string and has a twin that appends.
type maker struct {
	call     *ast.CallExpr
	name     string     // "strconv.Itoa"
	operands []ast.Expr // all that it evaluates, a receiver included
	// before and after are the text of the twin's call around the slice.
	before, after string
	// room is the capacity of a buffer that usually suffices, in bytes.
	room int
	// short: the text is never longer than 64 bytes.
	short bool
	// exact: the twin appends in one step, as append does: it writes no byte behind
	// the slice but those of the text, and none if they do not fit.
	exact bool
	// reads: the twin reads memory while it appends, which may lie behind the slice.
	reads bool
	// quiet: it runs no code of the program.
	quiet bool
}

// append returns the expression that appends the text to dst.
func (m maker) append(dst string) string { return m.before + dst + m.after }

// buffer returns an empty slice that the compiler can keep on the stack.
func (m maker) buffer() string { return "make([]byte, 0, " + strconv.Itoa(m.room) + ")" }

// recognise finds the twin of a call.
func (a *appender) recognise(call *ast.CallExpr) (maker, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return maker{}, false // a dot import: the twin may be hidden by another name
	}
	m := maker{call: call, operands: call.Args, quiet: true}
	m.name = a.Text(sel)
	return m, a.number(&m) || a.quote(&m) || a.time(&m, sel) || a.encoding(&m, sel) || a.print(&m)
}

// twin sets the twin to f(dst, args...), f being in the package of the call.
func (a *appender) twin(m *maker, f string, args ...string) {
	sel := ast.Unparen(m.call.Fun).(*ast.SelectorExpr)
	m.before = a.Text(sel.X) + "." + f + "("
	m.after = ")"
	if len(args) > 0 {
		m.after = ", " + strings.Join(args, ", ") + ")"
	}
}

// texts returns the source of the call's arguments.
func (a *appender) texts(m *maker) []string {
	var texts []string
	for _, arg := range m.call.Args {
		texts = append(texts, a.Text(arg))
	}
	return texts
}

// number recognises strconv's functions for numbers and booleans.
//
//	strconv.Itoa(n)                    strconv.FormatFloat(f, 'g', -1, 64)
//	---------------------------------- ----------------------------------------
//	strconv.AppendInt(b, int64(n), 10) strconv.AppendFloat(b, f, 'g', -1, 64)
func (a *appender) number(m *maker) bool {
	for name, f := range map[string]func(args []string){
		"Itoa": func(args []string) {
			a.twin(m, "AppendInt", "int64("+args[0]+")", "10")
			m.room = 24
		},
		"FormatInt":   func(args []string) { a.twin(m, "AppendInt", args...); m.room = a.digits(m) },
		"FormatUint":  func(args []string) { a.twin(m, "AppendUint", args...); m.room = a.digits(m) },
		"FormatBool":  func(args []string) { a.twin(m, "AppendBool", args...); m.room = 8 },
		"FormatFloat": func(args []string) { a.twin(m, "AppendFloat", args...); m.room = 32 },
	} {
		if _, ok := source.CallTo(a.Info, m.call, "strconv", name); ok {
			if name == "Itoa" && source.Shifts(a.Info, m.call.Args[0]) {
				return false
			}
			f(a.texts(m))
			m.short = name != "FormatFloat" && m.room <= 64
			m.exact = name == "FormatUint" || name == "FormatBool" || name != "FormatFloat" && a.unsigned(m.call.Args[0])
			return true
		}
	}
	return false
}

// unsigned reports whether e is a length or a constant that is not negative. The
// minus sign of others may be appended before it is known that the digits fit.
func (a *appender) unsigned(e ast.Expr) bool {
	if n, ok := source.IntConst(a.Info, e); ok {
		return n >= 0
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if ok && source.IsConversion(a.Info, call) && types.Identical(a.Info.TypeOf(call), types.Typ[types.Int64]) {
		return a.unsigned(call.Args[0])
	}
	return ok && source.IsBuiltin(a.Info, call, "len", "cap")
}

// digits is how many bytes an integer in the base of the call may take.
func (a *appender) digits(m *maker) int {
	if base, ok := source.IntConst(a.Info, m.call.Args[1]); ok && base >= 10 {
		return 24
	}
	return 72 // a sign and 64 binary digits
}

// quote recognises strconv's Quote functions.
func (a *appender) quote(m *maker) bool {
	for _, name := range []string{
		"Quote", "QuoteToASCII", "QuoteToGraphic", "QuoteRune", "QuoteRuneToASCII", "QuoteRuneToGraphic",
	} {
		if _, ok := source.CallTo(a.Info, m.call, "strconv", name); ok {
			a.twin(m, "Append"+name, a.texts(m)...)
			m.room = 64
			return true
		}
	}
	return false
}

// time recognises t.Format(layout). It reserves what the method itself does.
//
//	t.Format(layout)
//	--------------------------
//	t.AppendFormat(b, layout)
func (a *appender) time(m *maker, sel *ast.SelectorExpr) bool {
	if _, ok := source.CallTo(a.Info, m.call, "time", "Time.Format"); !ok || !source.IsNamed(a.Info.TypeOf(sel.X), "time", "Time") {
		return false
	}
	if a.receiver(m.call) == nil {
		return false // a method expression
	}
	a.twin(m, "AppendFormat", a.texts(m)...)
	m.name = "Time.Format"
	m.operands = []ast.Expr{sel.X, m.call.Args[0]}
	m.room = 64
	if layout, ok := source.StringConst(a.Info, m.call.Args[0]); ok {
		m.room = max(64, len(layout)+10)
	}
	return true
}

// encoding recognises EncodeToString of hex and base64.
//
//	hex.EncodeToString(p)
//	-----------------------
//	hex.AppendEncode(b, p)
func (a *appender) encoding(m *maker, sel *ast.SelectorExpr) bool {
	_, isHex := source.CallTo(a.Info, m.call, "encoding/hex", "EncodeToString")
	_, isBase64 := source.CallTo(a.Info, m.call, "encoding/base64", "Encoding.EncodeToString")
	if !isHex && !isBase64 || !a.AtLeast("go1.22") {
		return false
	}
	if isBase64 {
		if a.receiver(m.call) == nil || !source.IsNamed(a.Info.TypeOf(sel.X), "encoding/base64", "Encoding") {
			return false
		}
		m.operands = []ast.Expr{sel.X, m.call.Args[0]}
	}
	a.twin(m, "AppendEncode", a.texts(m)...)
	m.room = a.encoded(m.call.Args[0], isHex)
	m.exact, m.reads = true, true
	return true
}

// encoded is how many bytes the encoding of p takes, as far as that is known: p is
// all of an array, or 32 bytes.
func (a *appender) encoded(p ast.Expr, isHex bool) int {
	n := int64(32)
	if part, ok := ast.Unparen(p).(*ast.SliceExpr); ok {
		if array, ok := source.Core(a.Info.TypeOf(part.X)).(*types.Array); ok && array.Len() <= 1024 {
			n = max(n, array.Len())
		}
	}
	if isHex {
		return hex.EncodedLen(int(n))
	}
	return max(64, base64.StdEncoding.EncodedLen(int(n)))
}

// short returns the text of e where it can stand in a caveat.
func (a *appender) short(e ast.Expr, otherwise string) string {
	text := a.Text(e)
	if len(text) > 40 || strings.ContainsAny(text, "\n;]") {
		return otherwise
	}
	return text
}

// print recognises fmt's functions. They run methods of their operands, and append
// only when all text is there.
//
//	fmt.Sprintf("%v", x)
//	-------------------------
//	fmt.Appendf(b, "%v", x)
func (a *appender) print(m *maker) bool {
	for name, twin := range map[string]string{"Sprintf": "Appendf", "Sprint": "Append", "Sprintln": "Appendln"} {
		_, ok := source.CallTo(a.Info, m.call, "fmt", name)
		spread := m.call.Ellipsis.IsValid() && a.fullName(m.call) == "fmt."+name
		if !ok && !spread || !a.AtLeast("go1.19") {
			continue
		}
		a.twin(m, twin)
		if args := a.Between(m.call.Lparen+1, m.call.Rparen); strings.HasPrefix(args, "\n") {
			m.after = "," + args + ")" // each argument stays on its line
		} else if args != "" {
			m.after = ", " + args + ")"
		}
		m.room, m.exact, m.quiet = 64, true, false
		return true
	}
	return false
}

// receiver returns x of the method call x.M(…), nil for T.M(x, …) and functions.
func (a *appender) receiver(call *ast.CallExpr) ast.Expr {
	recv := source.Receiver(a.Info, call)
	if recv == nil || a.Info.Types[recv].IsType() {
		return nil
	}
	return recv
}

// fullName returns "path.Name" of the function that is called, "" if it is not
// known.
func (a *appender) fullName(call *ast.CallExpr) string {
	if fn, ok := typeutil.Callee(a.Info, call).(*types.Func); ok {
		return fn.FullName()
	}
	return ""
}

// leftToFormat reports whether the format pass replaces the call altogether, which
// it does with several pieces only where lines says so.
func (a *appender) leftToFormat(m maker, lines bool) bool {
	if m.quiet || m.call.Ellipsis.IsValid() {
		return false
	}
	pieces, ok := []verbs.Piece(nil), false
	switch {
	case strings.HasSuffix(m.name, "Sprintf"):
		pieces, ok = verbs.Of(a.File, m.call, 0)
	case strings.HasSuffix(m.name, "Sprint"):
		pieces, ok = verbs.Plain(a.File, m.call.Args)
	}
	return ok && (lines || len(pieces) == 1)
}
