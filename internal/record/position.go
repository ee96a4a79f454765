package record

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// String returns file:line:col, without what is unknown; "-" if nothing is known.
func (p Position) String() string {
	switch {
	case p.File == "":
		return "-"
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Compare orders positions by file, line and column.
func (p Position) Compare(q Position) int {
	return cmp.Or(
		cmp.Compare(p.File, q.File),
		cmp.Compare(p.Line, q.Line),
		cmp.Compare(p.Column, q.Column),
	)
}

// FunctionPackage returns the import path in a linker symbol: "a/b.c" for "a/b.c.(*T).M", "example.com/m.v2/p" for
// "example.com/m.v2/p.F[...]". The linker writes a dot in the last element of the path as %2e, which is undone.
func FunctionPackage(function string) string {
	name, _, _ := strings.Cut(function, "[") // type arguments may hold slashes
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return ""
	}
	return strings.ReplaceAll(name[:slash+dot], "%2e", ".")
}

// SymbolPath is an import path in the form it has in symbol names: dots in the last element are escaped, and special
// characters everywhere.
func SymbolPath(path string) string {
	last := strings.LastIndexByte(path, '/')
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		if c == '.' && i > last || c <= ' ' || c == '%' || c == '"' || c >= 0x7f {
			fmt.Fprintf(&b, "%%%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Standard reports whether an import path can be one of the standard
// library: its first element has no dot.
func Standard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".") && pkg != "main"
}

// CutPosition splits "file:line:col: text", or "file:line: text", as the compiler prints it. A Windows drive belongs to
// the file. ok is false if s does not begin with a position.
func CutPosition(s string) (pos Position, text string, ok bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != ':' {
			continue
		}
		line, rest, ok := cutNumber(s[i+1:])
		if !ok {
			continue
		}
		pos.File, pos.Line = s[:i], line
		if col, after, ok := cutNumber(rest); ok {
			pos.Column, rest = col, after
		}
		text, ok = strings.CutPrefix(rest, " ")
		return pos, text, ok && i > 0
	}
	return Position{}, "", false
}

// cutNumber reads the number of "12:" and returns what follows it.
func cutNumber(s string) (n int, rest string, ok bool) {
	digits, rest, ok := strings.Cut(s, ":")
	of, err := strconv.ParseUint(digits, 10, 31)
	return int(of), rest, ok && err == nil
}

// WithoutTypeArguments removes every [...] from a linker symbol: "slices.Clone" for
// "slices.Clone[go.shape.[]int,go.shape.int]".
func WithoutTypeArguments(function string) string {
	if strings.IndexByte(function, '[') < 0 {
		return function
	}
	var b strings.Builder
	depth := 0
	for i := range len(function) {
		switch c := function[i]; {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// DottedTypeArguments replaces the type arguments in a linker symbol by dots, as the runtime does: "p.F[go.shape.int]"
// becomes "p.F[...]".
func DottedTypeArguments(function string) string {
	open, end := strings.IndexByte(function, '['), strings.LastIndexByte(function, ']')
	if open < 0 || end < open {
		return function
	}
	return function[:open] + "[...]" + function[end+1:]
}
