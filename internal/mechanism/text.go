package mechanism

// Reasons of strings and byte slices.
const (
	Concat        = "concat"
	ConcatLoop    = "concat-loop"
	BytesToString = "bytes-to-string"
	StringToBytes = "string-to-bytes"
	Runes         = "runes"
	Format        = "format"
	NumberText    = "number-text"
	TextResult    = "text-result"
	Builder       = "builder"
)

var text = []Mechanism{{
	Name:   Concat,
	Title:  "strings are joined into a new one",
	Remedy: "join everything in one expression, or append to a buffer that is reused",
	Doc: `A string never changes, so a + b is a new one. A whole expression a + b + c
costs one object, however many operands it has; three statements cost three.
A result of up to 32 bytes that stays in the function is on the stack, and
joining with an empty string returns the other operand.`,
	Before: `key := prefix + ":" + id
m[key]++`,
	After: `buf = append(append(append(buf[:0], prefix...), ':'), id...)
m[string(buf)]++   // looks up without a copy`,
	Removable:    Partly,
	CannotRemove: `The string is kept. One object is the least for a new string.`,
	Program:      "concat",
}, {
	Name:   ConcatLoop,
	Title:  "a string grows by + in a loop",
	Remedy: "use a strings.Builder with Grow",
	Doc: `Each s += x copies all that was there. For n pieces that is n objects, and
bytes that grow with the square of n. A strings.Builder grows like a slice,
and with Grow it is one object.`,
	Before: `for _, p := range parts {
	s += p
}`,
	After: `var b strings.Builder
b.Grow(n)
for _, p := range parts {
	b.WriteString(p)
}
s := b.String()`,
	Removable:    Partly,
	CannotRemove: `The resulting string itself is one object.`,
	Program:      "concatloop",
}, {
	Name:   BytesToString,
	Title:  "bytes are copied into a string",
	Remedy: "use the function of package bytes, or convert where the compiler needs no copy",
	Doc: `A string must not change, and a byte slice may, so string(b) copies, unless
the compiler sees that the string is gone before b can change: in a map lookup
m[string(b)], a comparison, a switch, as an operand of +, and in a range. Up
to 32 bytes that stay in the function are copied on the stack; a single byte
is free.

Storing, m[string(b)] = v, keeps the string and does copy.`,
	Before:       `if strings.HasPrefix(string(line), "GET ") {`,
	After:        `if bytes.HasPrefix(line, []byte("GET ")) {`,
	Removable:    Partly,
	CannotRemove: `The string is kept and the bytes will change. unsafe.String avoids the copy only if the bytes never change and the string does not outlive them.`,
	Program:      "bytesstring",
}, {
	Name:   StringToBytes,
	Title:  "a string is copied into bytes",
	Remedy: "use the form that takes a string, or append to a buffer that exists",
	Doc: `A byte slice may be changed and a string must not be, so []byte(s) copies,
unless the compiler sees that the bytes are only read and do not get away
(since Go 1.22, within functions it can look into). Up to 32 bytes that stay
in the function are copied on the stack.`,
	Before: `w.Write([]byte(s))`,
	After: `io.WriteString(w, s)     // most writers take the string as it is
buf = append(buf[:0], s...)`,
	Removable:    Partly,
	CannotRemove: `The bytes are changed or kept. append into a buffer that exists copies without an object.`,
	Program:      "bytesstring",
}, {
	Name:   Runes,
	Title:  "text is converted to or from runes",
	Remedy: "range over the string, or use unicode/utf8",
	Doc: `[]rune(s) takes four bytes per character, and string(runes) or string(r)
makes a new string. A range over the string visits the same runes, and the
functions of unicode/utf8 count and cut them, without an object.`,
	Before: `r := []rune(s)
first := string(r[0])`,
	After: `_, n := utf8.DecodeRuneInString(s)
first := s[:n]`,
	Removable:    Partly,
	CannotRemove: `The characters are changed in place, or indexed at will.`,
	Program:      "runes",
}, {
	Name:   Format,
	Title:  "fmt builds a new string",
	Remedy: "use strconv and +, or append to a buffer that exists",
	Doc: `Sprintf, Sprint and Sprintln write into a buffer of their own and return a
copy of it. What they box of their arguments is counted as boxing. Append and
Fprintf write into a buffer or writer that exists, and plain verbs are better
done by strconv and +.`,
	Before: `s := fmt.Sprintf("%s=%d", key, n)`,
	After: `s := key + "=" + strconv.Itoa(n)
buf = strconv.AppendInt(append(append(buf, key...), '='), int64(n), 10)`,
	Removable:    Partly,
	CannotRemove: `The string is kept: one object for it. Values that format themselves need fmt.`,
	Program:      "fmt",
}, {
	Name:   NumberText,
	Title:  "a number becomes a new string",
	Remedy: "use the Append form of strconv with a buffer that exists",
	Doc: `The Format functions of strconv, Itoa and Quote return a string, which is an
object. Integers from 0 to 99 are ready made. The Append functions write into
a buffer that exists.`,
	Before: `w.WriteString(strconv.Itoa(n))`,
	After: `buf = strconv.AppendInt(buf[:0], int64(n), 10)
w.Write(buf)`,
	Removable:    Partly,
	CannotRemove: `The string is kept.`,
	Program:      "numbertext",
}, {
	Name:   TextResult,
	Title:  "a library function returns a new text",
	Remedy: "write it piece by piece to where it goes, or keep the result",
	Doc: `ToUpper, Replace, Join, Repeat, Map, time.Format and their like return a new
string or byte slice, of one object. Most return their argument itself when
there is nothing to change. Some have an Append form, and comparing does not
need a changed copy (EqualFold).`,
	Before:       `if strings.ToLower(a) == strings.ToLower(b) {`,
	After:        `if strings.EqualFold(a, b) {`,
	Removable:    Partly,
	CannotRemove: `The new text is what was wanted.`,
	Program:      "textresult",
}, {
	Name:   Builder,
	Title:  "a strings.Builder or bytes.Buffer grows or copies its text",
	Remedy: "call Grow with the final size, or keep the Buffer and Reset it",
	Doc: `Both begin empty and grow like a slice. Grow makes the room at once. A Buffer
that is kept and Reset does not grow again; a Builder gives its array away with
String and has to begin anew. String of a Buffer copies.`,
	Before: `var b strings.Builder
b.WriteString(key)
b.WriteString(value)`,
	After: `var b strings.Builder
b.Grow(len(key) + len(value))
b.WriteString(key)
b.WriteString(value)`,
	Removable:    Partly,
	CannotRemove: `The text is kept: one object for it.`,
	Program:      "builder",
}}
