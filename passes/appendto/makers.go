package appendto

import (
	"encoding/base64"
	"encoding/hex"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// A maker is a call that returns a string and has a twin that appends.
type maker struct {
	call     *ast.CallExpr
	name     string     // "strconv.Itoa"
	operands []ast.Expr // the arguments, and the receiver of a method
	// before and after are the text of the twin's call around the slice.
	before, after string
	// room is the capacity of a buffer that usually suffices, in bytes.
	room int
	// short: the text is never longer than 64 bytes.
	short bool
	// exact: the twin appends in one step, like append: it writes only the text behind the slice, and
	// nothing if the text does not fit.
	exact bool
	// reads: the twin reads memory while it appends, which may lie behind the slice.
	reads bool
	// quiet: the call runs no code of the program, like a String method.
	quiet bool
}

// append returns the expression that appends the text to dst.
func (m maker) append(dst string) string { return m.before + dst + m.after }

// form returns the form of findings for the call: one for all whole numbers, otherwise the name.
func (m maker) form() string {
	switch m.name[strings.LastIndexByte(m.name, '.')+1:] {
	case "Itoa", "FormatInt", "FormatUint":
		return "number"
	}
	return m.name
}

// buffer returns the expression of an empty slice that the compiler can put on the stack.
func (m maker) buffer() string { return verbs.Buffer(m.room) }

// recognise returns the maker of a call. ok is false if the call has no twin, or the twin cannot be named.
//
//	strconv.Itoa(n)                    t.Format(layout)
//	---------------------------------- --------------------------
//	strconv.AppendInt(b, int64(n), 10) t.AppendFormat(b, layout)
func (a *appender) recognise(call *ast.CallExpr) (m maker, ok bool) {
	known := stdlib.Of(source.Func(a.Info, call))
	_, isCall := source.CallTo(a.Info, call, known.Path, known.Name)
	spread := known.Methods && call.Ellipsis.IsValid()
	if known.Append == "" || !isCall && !spread || !a.AtLeast(stdlib.Named(known.Path, known.Append).Since) {
		return maker{}, false
	}
	q, _, visible := a.Qualified(call, known.Append)
	if !visible {
		return maker{}, false
	}
	m = maker{
		call: call, name: a.Text(ast.Unparen(call.Fun)), operands: call.Args, before: q, room: a.roomOf(call, known),
		exact: known.Exact, reads: strings.HasPrefix(known.Path, "encoding/"), quiet: !known.Methods,
	}
	twin := known.Append
	if _, method, isMethod := strings.Cut(twin, "."); isMethod {
		sel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if a.Info.Types[sel.X].IsType() {
			return maker{}, false // a method expression
		}
		twin, m.name, m.operands = method, known.Name, append([]ast.Expr{sel.X}, call.Args...)
	}
	args := a.Between(call.Lparen+1, call.Rparen)
	switch known.Name {
	case "Itoa", "FormatInt":
		m.short, m.exact = m.room <= 64, a.unsigned(call.Args[0])
	case "FormatUint", "FormatBool":
		m.short = m.room <= 64
	}
	if known.Name == "Itoa" {
		if source.Shifts(a.Info, call.Args[0]) {
			return maker{}, false
		}
		if n := a.unconverted(call.Args[0]); n != call.Args[0] && !a.HasComment(call.Pos(), call.End()) {
			args = a.Text(n)
		}
		args = "int64(" + args + "), 10"
	}
	if known.Name == "Int.String" {
		args = "10"
	}
	if args != "" {
		args = ", " + args
	}
	m.before, m.after = m.before+twin+"(", strings.Replace(args, ", \n", ",\n", 1)+")" // each argument stays on its line
	return m, true
}

// unconverted returns x if e is int(x), for an integer type whose values fit into an int; otherwise e.
func (a *appender) unconverted(e ast.Expr) ast.Expr {
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !source.IsConversion(a.Info, conv) || !types.Identical(a.Info.TypeOf(conv), types.Typ[types.Int]) || a.Info.Types[e].Value != nil {
		return e
	}
	switch b, _ := a.Info.TypeOf(conv.Args[0]).Underlying().(*types.Basic); {
	case b == nil:
		return e
	case slices.Contains([]types.BasicKind{types.Int, types.Int8, types.Int16, types.Int32, types.Uint8, types.Uint16}, b.Kind()):
		return conv.Args[0]
	}
	return e
}

// roomOf returns the number of bytes to reserve for the text of a call: the most that it needs, or what it
// usually needs. For a time it is what Time.Format itself reserves.
func (a *appender) roomOf(call *ast.CallExpr, known stdlib.Func) int {
	switch known.Name {
	case "FormatBool":
		return 8
	case "Itoa":
		return 24
	case "FormatInt", "FormatUint":
		if base, ok := source.IntConst(a.Info, call.Args[1]); ok && base >= 10 {
			return 24
		}
		return 72 // a sign and 64 binary digits
	case "FormatFloat":
		return 32
	case "Time.Format":
		layout, _ := source.StringConst(a.Info, call.Args[0])
		return max(64, len(layout)+10)
	case "EncodeToString":
		return hex.EncodedLen(a.encodes(call.Args[0]))
	case "Encoding.EncodeToString":
		return max(64, base64.StdEncoding.EncodedLen(a.encodes(call.Args[0])))
	}
	return 64
}

// encodes returns the length to expect of p: the largest, if that is known, but at least 32.
func (a *appender) encodes(p ast.Expr) int {
	if n, ok := a.mostBytes(p); ok && n <= 1024 {
		return int(max(n, 32))
	}
	return 32
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

// leftToFormat reports whether the rule format replaces the call: by a single piece, or by several
// statements if lines allows that.
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

// roomFor reports whether the twin of m may append to dst itself.
func (a *appender) roomFor(m maker, dst ast.Expr) bool {
	switch {
	case m.exact && !m.reads:
		return true
	case a.empty(dst):
		return false // the slice would grow in steps
	}
	cut := source.Has[*ast.SliceExpr](dst) // the twin may read the memory behind the part
	return retain.OwnRoom(a.Pkg, dst) && !(m.reads && cut)
}
