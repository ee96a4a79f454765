// Package verbs takes formatting calls of fmt apart into pieces that can be
// written without it.
//
// Invariant: the text of the pieces, one after the other, is what fmt would have
// written, for every value of the operands.
//
// Model: a piece is a constant text; or one operand of a basic type under a verb without flags, or an
// integer under %2d or %02d; or bytes under %x and %q; or an unsigned integer under %x with all its
// digits (%08x); or the result of the method of an operand that fmt would call (Error or String). A
// type with a method Format is refused, and so are type parameters, except those of predeclared
// integers, and interfaces and pointers, except variables that are not nil: only the static type is
// trusted.
//
// The model blurs that fmt recovers from a panic of a method, where the pieces do not, see
// [Piece.Catches], and that fmt prefers other methods of the value in an interface, see
// [Piece.Dynamic].
package verbs

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A Piece is a part of a formatted text: a constant text or a formatted operand.
type Piece struct {
	// Arg is the operand, nil for constant text.
	Arg ast.Expr
	// Text is the constant text.
	Text string

	file   *source.File
	verb   string // "d", ".2f", …
	kind   kind
	method string // the method whose result is the piece: Error or String; empty for none
	name   string // name of the variable that holds the operand; empty for none
	pad    byte   // the byte in front of a number of one digit; 0 for none
}

// Named returns the piece with its operand replaced by a variable of that name.
func (p Piece) Named(name string) Piece {
	p.name = name
	return p
}

// IsNamed reports whether the operand is in a variable.
func (p Piece) IsNamed() bool { return p.name != "" }

// operand returns the operand as source text.
func (p Piece) operand() string {
	if p.name != "" {
		return p.name
	}
	return p.file.Text(p.Arg)
}

// Names are the qualifiers of the packages that pieces use: "strconv.", or "" for none.
type Names struct{ Strconv, Hex, Binary string }

// A kind says by which expression an operand is formatted.
type kind int

const (
	text    kind = iota // string(x)
	bytes               // string(x), x a []byte
	integer             // strconv.FormatInt
	natural             // strconv.FormatUint
	boolean             // strconv.FormatBool
	float32Kind
	float64Kind
	quoted     // strconv.Quote, x a string or a []byte
	quotedChar // strconv.QuoteRune, x a byte or a rune
	char       // string(x), x a rune
	hexed      // hex.EncodeToString, x a []byte, a string or an array of bytes
	wide       // hex.EncodeToString of the bytes of an unsigned integer, the highest first
)

// Of takes apart a call fmt.F(format, args...), where at is the index of the argument format. ok is false if a piece
// cannot be written without fmt, or only with another outcome if a method panics.
func Of(f *source.File, call *ast.CallExpr, at int) (pieces []Piece, ok bool) {
	pieces, ok = WithMethods(f, call, at)
	for _, p := range pieces {
		ok = ok && !p.Catches() && !p.IsPadded() && !p.IsLoose()
	}
	return pieces, ok
}

// WithMethods is Of that also allows pieces for which [Piece.Catches], [Piece.IsPadded] or [Piece.IsLoose] is true.
func WithMethods(f *source.File, call *ast.CallExpr, at int) (pieces []Piece, ok bool) {
	format, isConst := source.StringConst(f.Pkg.Info, call.Args[at])
	if !isConst || !utf8.ValidString(format) {
		return nil, false
	}
	args := call.Args[at+1:]
	for len(format) > 0 {
		lit, rest, more := strings.Cut(format, "%")
		pieces = addText(pieces, lit)
		if !more {
			break
		}
		if strings.HasPrefix(rest, "%") {
			pieces, format = addText(pieces, "%"), rest[1:]
			continue
		}
		if len(args) == 0 {
			return nil, false
		}
		if text, after, ok := literal(f, args[0], rest); ok {
			pieces, args, format = addText(pieces, text), args[1:], after
			continue
		}
		pad, rest := cutPad(rest)
		verb, after := cutVerb(rest)
		if verb == "" {
			return nil, false // flags, widths, indexes
		}
		p, ok := operand(f, args[0], verb)
		if p.pad = pad; !ok || p.IsPadded() && !p.paddable() {
			return nil, false
		}
		pieces, args, format = append(pieces, p), args[1:], after
	}
	return pieces, len(args) == 0
}

// Plain takes apart fmt.Sprint(args...), which formats each operand like %v and puts a space between two operands of
// which neither is a string. ok is as in [Of].
func Plain(f *source.File, args []ast.Expr) (pieces []Piece, ok bool) {
	for i, arg := range args {
		p, ok := operand(f, arg, "v")
		if !ok || p.Catches() {
			return nil, false
		}
		if i > 0 && !isText(f, args[i-1]) && !isText(f, arg) {
			pieces = addText(pieces, " ")
		}
		if value, isConst := source.StringConst(f.Pkg.Info, arg); isConst && isLiteral(arg) {
			pieces = addText(pieces, value)
		} else {
			pieces = append(pieces, p)
		}
	}
	return pieces, len(pieces) > 0
}

// isText reports whether Sprint treats the operand as a string: its underlying type is string, with or without
// methods.
func isText(f *source.File, arg ast.Expr) bool {
	b, ok := f.Pkg.Info.TypeOf(arg).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// Line takes apart fmt.Sprintln(args...), which formats each operand like %v, with spaces between them and a newline
// at the end. ok is as in [Of].
func Line(f *source.File, args []ast.Expr) (pieces []Piece, ok bool) {
	for i, arg := range args {
		p, ok := operand(f, arg, "v")
		if !ok || p.Catches() {
			return nil, false
		}
		if i > 0 {
			pieces = addText(pieces, " ")
		}
		pieces = append(pieces, p)
	}
	return addText(pieces, "\n"), len(args) > 0
}

func isLiteral(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.BasicLit)
	return ok
}

func addText(pieces []Piece, s string) []Piece {
	if s == "" {
		return pieces
	}
	if n := len(pieces); n > 0 && pieces[n-1].Arg == nil {
		pieces[n-1].Text += s
		return pieces
	}
	return append(pieces, Piece{Text: s})
}

// cutPad cuts the width 2 off a verb of numbers, and returns the byte that fills it up: '0' or a space; 0 for no
// width.
func cutPad(s string) (pad byte, rest string) {
	switch {
	case strings.HasPrefix(s, "02d"):
		return '0', s[2:]
	case strings.HasPrefix(s, "2d"):
		return ' ', s[1:]
	}
	return 0, s
}

// cutVerb cuts the first verb off s. It accepts no flags or widths, but the precision of floats and the widths of
// integers that are written in hexadecimal with all their digits.
func cutVerb(s string) (verb, rest string) {
	for _, verb := range []string{"02x", "04x", "08x", "016x"} {
		if rest, ok := strings.CutPrefix(s, verb); ok {
			return verb, rest
		}
	}
	if strings.HasPrefix(s, ".") {
		n := 1
		for n < len(s) && '0' <= s[n] && s[n] <= '9' {
			n++
		}
		if n > 1 && n < 4 && n < len(s) && s[n] == 'f' {
			return s[:n+1], s[n+1:]
		}
		return "", ""
	}
	if s != "" && strings.IndexByte("sdvqtcfgx", s[0]) >= 0 {
		return s[:1], s[1:]
	}
	return "", ""
}

// Letters returns the letters of the verbs of a format, without their flags. each is false if the format has argument
// indexes, or takes widths from operands: then operands do not correspond to verbs one by one.
func Letters(format string) (letters string, each bool) {
	each = true
	_, rest, more := strings.Cut(format, "%")
	for more {
		verb := strings.TrimLeft(rest, "-+# 0123456789.*[]")
		each = each && !strings.ContainsAny(rest[:len(rest)-len(verb)], "*[")
		rest = verb[min(1, len(verb)):]
		letters += strings.TrimPrefix(verb[:len(verb)-len(rest)], "%")
		_, rest, more = strings.Cut(rest, "%")
	}
	return letters, each
}

// operand returns the piece that formats arg under the verb.
func operand(f *source.File, arg ast.Expr, verb string) (Piece, bool) {
	info := f.Pkg.Info
	t := info.TypeOf(arg)
	if t == nil || isFormatter(t) || source.Shifts(info, arg) {
		return Piece{}, false
	}
	if strings.Contains("svqx", verb) && hasMethod(t, "Error", "String") {
		return method(f, arg, verb, t)
	}
	k, ok := kindOf(types.Default(t), verb)
	if k == wide && verb != "02x" {
		ok = ok && f.AtLeast(stdlib.Named("encoding/binary", "bigEndian.AppendUint32").Since)
	}
	if verb == "v" && !sameType(f, arg) {
		return Piece{}, false
	}
	return Piece{Arg: arg, file: f, verb: verb, kind: k}, ok
}

// sameType reports whether the operand has the same type in every build: it does not if it is a constant of the
// package that another build may declare with a type that has a method String.
func sameType(f *source.File, arg ast.Expr) bool {
	id, _ := ast.Unparen(arg).(*ast.Ident)
	c, isConst := f.Pkg.Info.Uses[id].(*types.Const)
	return !isConst || c.Pkg() == nil || f.Pkg.Everywhere(c)
}

func kindOf(t types.Type, verb string) (kind, bool) {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		switch verb {
		case "x":
			return hexed, types.Identical(u.Elem(), types.Typ[types.Byte])
		case "q":
			return quoted, types.Identical(u.Elem(), types.Typ[types.Byte])
		}
		return bytes, verb == "s" && types.Identical(u.Elem(), types.Typ[types.Byte])
	case *types.Array:
		return hexed, verb == "x" && types.Identical(u.Elem(), types.Typ[types.Byte])
	}
	b, ok := basic(t)
	if !ok {
		return 0, false
	}
	last := verb[len(verb)-1]
	_, isParam := types.Unalias(t).(*types.TypeParam)
	switch {
	case verb[0] == '0':
		digits, isWide := digits[b.Kind()]
		return wide, isWide && !isParam && verb == digits+"x"
	case isParam:
		return integer, last == 'd' || last == 'x'
	case b.Info()&types.IsString != 0:
		switch last {
		case 'q':
			return quoted, true
		case 'x':
			return hexed, true
		}
		return text, last == 's' || last == 'v'
	case b.Info()&types.IsBoolean != 0:
		return boolean, last == 't' || last == 'v'
	case b.Kind() == types.Float32:
		return float32Kind, last == 'f' || last == 'g' || last == 'v'
	case b.Kind() == types.Float64:
		return float64Kind, last == 'f' || last == 'g' || last == 'v'
	case b.Kind() == types.Uintptr:
		return 0, false
	case b.Info()&types.IsInteger != 0:
		switch last {
		case 'c':
			return char, b.Kind() == types.Int32
		case 'q':
			return quotedChar, b.Kind() == types.Int32 || b.Kind() == types.Uint8
		}
		if b.Info()&types.IsUnsigned != 0 {
			return natural, last == 'd' || last == 'v' || last == 'x'
		}
		return integer, last == 'd' || last == 'v' || last == 'x'
	}
	return 0, false
}

// digits has, for each unsigned type, the flags with which %x writes all its digits.
var digits = map[types.BasicKind]string{types.Uint8: "02", types.Uint16: "04", types.Uint32: "08", types.Uint64: "016"}

// basic returns the basic type under t: int64 for a type parameter whose constraint lists predeclared
// signed integers (without ~, so that none of them has methods), which fmt formats alike.
func basic(t types.Type) (*types.Basic, bool) {
	param, isParam := types.Unalias(t).(*types.TypeParam)
	if !isParam {
		b, ok := t.Underlying().(*types.Basic)
		return b, ok
	}
	iface := param.Constraint().Underlying().(*types.Interface)
	if iface.NumEmbeddeds() != 1 || iface.NumExplicitMethods() > 0 {
		return nil, false
	}
	union, ok := iface.EmbeddedType(0).(*types.Union)
	if !ok {
		return nil, false
	}
	for term := range union.Terms() {
		b, ok := types.Unalias(term.Type()).(*types.Basic)
		if !ok || term.Tilde() || b.Info()&types.IsInteger == 0 || b.Info()&types.IsUnsigned != 0 {
			return nil, false // BAD: unsigned integers and floats would be possible
		}
	}
	return types.Typ[types.Int64], true
}

// Letter returns the letter of the verb of an operand; "" for constant text.
func (p Piece) Letter() string { return p.verb[max(len(p.verb)-1, 0):] }

// IsText reports whether the piece is constant text, or an operand that is a string or converts to
// one without an allocation.
func (p Piece) IsText() bool { return p.Arg == nil || p.kind == text }

// IsConversion reports whether String returns the operand or a conversion of it, not a call.
func (p Piece) IsConversion() bool {
	return p.Arg != nil && p.method == "" && (p.kind == text || p.kind == bytes || p.kind == char || p.IsQuotedBytes())
}

// IsBytes reports whether the operand is a []byte or an array of bytes.
func (p Piece) IsBytes() bool {
	_, isString := p.basic()
	return p.Arg != nil && (p.kind == bytes || p.kind == hexed && !isString || p.IsQuotedBytes())
}

// IsLoose reports whether the operand is an array that must be held by a variable, as only that can be sliced.
func (p Piece) IsLoose() bool {
	return p.Arg != nil && p.name == "" && source.IsA[*types.Array](p.file.Pkg.Info.TypeOf(p.Arg)) && !p.file.Pkg.Info.Types[p.Arg].Addressable()
}

// IsContents reports whether the piece is the content of a []byte, unchanged.
func (p Piece) IsContents() bool { return p.Arg != nil && p.kind == bytes }

// Contents returns the []byte of a piece for which [Piece.IsContents] is true, as source text.
func (p Piece) Contents() string { return p.operand() }

// IsQuotedBytes reports whether the operand is a []byte that is quoted: quoting copies it, and a piece that is a
// string is copied again.
func (p Piece) IsQuotedBytes() bool {
	_, isString := p.basic()
	return p.Arg != nil && p.kind == quoted && p.method == "" && !isString
}

// IsWide reports whether the operand is an integer whose hexadecimal digits are all written.
func (p Piece) IsWide() bool { return p.Arg != nil && p.kind == wide }

// basic returns the basic type of the operand; ok is false if it has none.
func (p Piece) basic() (*types.Basic, bool) {
	if p.Arg == nil {
		return nil, false
	}
	return basic(types.Default(p.file.Pkg.Info.TypeOf(p.Arg)))
}

// IsChar reports whether the operand is a rune.
func (p Piece) IsChar() bool { return p.Arg != nil && p.kind == char }

// IsInteger reports whether the piece is an integer in decimal digits, as %d makes them.
func (p Piece) IsInteger() bool { return p.Arg != nil && p.kind == integer && p.verb == "d" }

// Rune returns the operand as a rune, as source text. [Piece.IsChar] must be true, or the operand be quoted as a rune.
func (p Piece) Rune() string { return p.as("rune", types.Typ[types.Rune]) }

// Exact reports whether the piece can be appended in one step, as append does: then, if the text does not fit into the
// capacity, none of it is written behind the slice.
func (p Piece) Exact() bool {
	switch {
	case p.Arg == nil:
		return true
	case p.kind == integer:
		return false // the sign is appended first
	}
	return p.kind != quoted && p.kind != quotedChar && p.kind != float32Kind && p.kind != float64Kind
}

// String returns the source text of an expression of type string that is the piece.
func (p Piece) String(names Names) string {
	if p.Arg == nil {
		return Quote(p.Text)
	}
	x, strconv := p.operand(), names.Strconv
	switch p.kind {
	case text:
		return p.as("string", types.Typ[types.String])
	case bytes, char:
		return "string(" + x + ")"
	case hexed, wide:
		return names.Hex + "EncodeToString(" + p.sliced(names) + ")"
	case quoted:
		return strconv + "Quote(" + p.as("string", types.Typ[types.String]) + ")"
	case quotedChar:
		return strconv + "QuoteRune(" + p.Rune() + ")"
	case integer:
		if p.verb != "x" && p.narrow() {
			return strconv + "Itoa(" + p.as("int", types.Typ[types.Int]) + ")"
		}
	}
	function, args := p.format()
	return strconv + "Format" + function + "(" + args + ")"
}

// format returns the function of strconv that formats the operand, without the prefix Format or Append of its name,
// and its arguments.
func (p Piece) format() (function, args string) {
	switch p.kind {
	case integer:
		return "Int", p.as("int64", types.Typ[types.Int64]) + ", " + p.base()
	case natural:
		return "Uint", p.as("uint64", types.Typ[types.Uint64]) + ", " + p.base()
	case boolean:
		return "Bool", p.as("bool", types.Typ[types.Bool])
	case quoted:
		return "Quote", p.as("string", types.Typ[types.String])
	case quotedChar:
		return "QuoteRune", p.Rune()
	}
	return "Float", p.float()
}

// Append returns the source text of an expression of type []byte that appends the piece to dst.
func (p Piece) Append(names Names, dst string) string {
	if p.Arg == nil {
		if len(p.Text) == 1 {
			return "append(" + dst + ", " + byteLit(p.Text[0]) + ")"
		}
		return "append(" + dst + ", " + Quote(p.Text) + "...)"
	}
	x, strconv := p.operand(), names.Strconv
	switch p.kind {
	case text:
		return "append(" + dst + ", " + p.receiver(x) + "...)"
	case bytes:
		return "append(" + dst + ", " + x + "...)"
	case hexed, wide:
		if p.file.AtLeast(stdlib.Named("encoding/hex", "AppendEncode").Since) {
			return names.Hex + "AppendEncode(" + dst + ", " + p.sliced(names) + ")"
		}
		return "append(" + dst + ", " + names.Hex + "EncodeToString(" + p.sliced(names) + ")...)"
	case char:
		return "append(" + dst + ", string(" + x + ")...)"
	}
	function, args := p.format()
	return strconv + "Append" + function + "(" + dst + ", " + args + ")"
}

// IsPadded reports whether a byte stands in front of an operand of one digit. [Piece.Append] and [Piece.String] write
// the digits without it.
func (p Piece) IsPadded() bool { return p.pad != 0 }

// paddable reports whether the operand can be compared with 0 and 10 in code. A constant cannot: its value may differ
// in another build.
func (p Piece) paddable() bool {
	return (p.kind == integer || p.kind == natural) && p.file.Pkg.Info.Types[p.Arg].Value == nil
}

// Pad returns the lines that append to buf the byte in front of a padded operand, which must be a name. A negative
// number has two characters anyway.
//
//	if 0 <= n && n < 10 {
//	        buf = append(buf, '0')
//	}
func (p Piece) Pad(buf, indent string) string {
	x := p.operand()
	digit := x + " < 10"
	if p.kind == integer && !source.NotNegative(p.file.Pkg.Info, p.Arg) {
		digit = "0 <= " + x + " && " + digit
	}
	return "if " + digit + " {\n" + indent + "\t" + buf + " = append(" + buf + ", " + byteLit(p.pad) + ")\n" + indent + "}"
}

// Bound returns the number of bytes that the piece takes at most, or usually if it is a string. most returns the largest
// value of an integer that is not negative, if that is known.
func (p Piece) Bound(most func(ast.Expr) (int64, bool)) int {
	if p.Arg == nil {
		return len(p.Text)
	}
	switch p.kind {
	case boolean:
		return len("false")
	case integer, natural:
		if k, ok := most(p.Arg); ok {
			base, _ := strconv.Atoi(p.base())
			return max(len(strconv.FormatInt(k, base)), 2) // one may be padded
		}
		return len("-9223372036854775808")
	case float32Kind, float64Kind:
		return len("-1.7976931348623157e+308")
	case char:
		return utf8.UTFMax
	case wide:
		return len("ffffffffffffffff")
	case quotedChar:
		return len(`'\U0010ffff'`)
	}
	return 32
}

// Buffer returns the source text of an empty slice with a capacity of room bytes, which is on the stack.
func Buffer(room int) string { return "make([]byte, 0, " + strconv.Itoa(room) + ")" }

// Fill returns the lines that declare buf, which is empty at first, and append a text for each function of appends.
// Such a function returns the expression that appends its text to dst.
func Fill(buf, empty string, appends []func(dst string) string) []string {
	lines := []string{buf + " := " + appends[0](empty)}
	for _, text := range appends[1:] {
		lines = append(lines, buf+" = "+text(buf))
	}
	return lines
}

// narrow reports whether every value of the operand fits into an int on every platform.
func (p Piece) narrow() bool {
	b, _ := p.basic()
	switch b.Kind() {
	case types.Int, types.Int8, types.Int16, types.Int32:
		return true
	}
	return false
}

func (p Piece) base() string {
	if p.verb == "x" {
		return "16"
	}
	return "10"
}

func (p Piece) float() string {
	format, prec, bits := "'g'", "-1", "64"
	if strings.HasSuffix(p.verb, "f") {
		format, prec = "'f'", "6"
		if digits := strings.Trim(p.verb, ".f"); digits != "" {
			prec = digits
		}
	}
	if p.kind == float32Kind {
		bits = "32"
	}
	return p.as("float64", types.Typ[types.Float64]) + ", " + format + ", " + prec + ", " + bits
}

// as returns the operand, converted to the basic type t if it has another type. name is the name of t.
func (p Piece) as(name string, t types.Type) string {
	x := p.operand()
	if p.method != "" {
		return p.receiver(x)
	}
	if types.Identical(p.file.Pkg.Info.TypeOf(p.Arg), t) {
		return x
	}
	return name + "(" + x + ")"
}

// sliced returns the operand as a []byte.
func (p Piece) sliced(names Names) string {
	x := p.operand()
	if p.kind == wide {
		return p.bigEndian(names.Binary)
	}
	switch p.file.Pkg.Info.TypeOf(p.Arg).Underlying().(type) {
	case *types.Array:
		if _, isStar := p.Arg.(*ast.StarExpr); isStar && p.name == "" {
			x = "(" + x + ")"
		}
		return x + "[:]"
	case *types.Basic:
		return "[]byte(" + x + ")"
	}
	return x
}

// bigEndian returns a []byte with the bytes of an unsigned integer, the highest first. binary is the qualifier of
// encoding/binary.
func (p Piece) bigEndian(binary string) string {
	if p.verb == "02x" {
		return "[]byte{" + p.as("byte", types.Typ[types.Byte]) + "}"
	}
	t := map[string]types.BasicKind{"04x": types.Uint16, "08x": types.Uint32, "016x": types.Uint64}[p.verb]
	name := types.Typ[t].Name()
	return binary + "BigEndian.AppendUint" + strings.TrimPrefix(name, "uint") + "(nil, " + p.as(name, types.Typ[t]) + ")"
}

// Predeclared are the predeclared names that the text of pieces may use.
func Predeclared() []string {
	return []string{"string", "int", "int64", "uint16", "uint32", "uint64", "float64", "bool", "append", "make", "byte", "rune", "nil"}
}

// Quote writes s as a Go string, raw if that is easier to read.
func Quote(s string) string {
	if strconv.CanBackquote(s) && strings.ContainsAny(s, `"\`) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

func byteLit(b byte) string {
	if b >= utf8.RuneSelf {
		return fmt.Sprintf("0x%02x", b)
	}
	return strconv.QuoteRune(rune(b))
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

// spec matches a verb with its flags, width and precision.
var spec = regexp.MustCompile(`^[-+# 0]*[0-9]*(\.[0-9]*)?[a-zA-Z]`)

// literal formats an operand that is a literal integer or string by the verb, with any flags, at
// the start of format, and returns the rest of the format. ok is false for other operands and
// verbs.
func literal(f *source.File, arg ast.Expr, format string) (text, rest string, ok bool) {
	lit, ok := ast.Unparen(arg).(*ast.BasicLit)
	verb := spec.FindString(format)
	if !ok || verb == "" {
		return "", "", false
	}
	var x any
	switch t, _ := f.Pkg.Info.TypeOf(lit).(*types.Basic); {
	case t == nil:
		return "", "", false
	case t.Kind() == types.String:
		x = constant.StringVal(f.Pkg.Info.Types[lit].Value)
	case t.Kind() == types.Int:
		n, exact := constant.Int64Val(f.Pkg.Info.Types[lit].Value)
		x, ok = int(n), exact && n == int64(int32(n))
	default:
		return "", "", false
	}
	text = fmt.Sprintf("%"+verb, x)
	return text, format[len(verb):], ok && !strings.Contains(text, "%!")
}
