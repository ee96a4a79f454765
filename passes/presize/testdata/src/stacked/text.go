package stacked

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

func joined(m map[string]int) string {
	var b strings.Builder // want "b grows although its text may fit on the stack"
	for k, v := range m {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(k)
		fmt.Fprintf(&b, "=%d", v)
	}
	return b.String()
}

func seen(table map[string]bool, names []string, sep rune) bool {
	key := &bytes.Buffer{} // want "key grows although"
	for i, name := range names {
		if i > 0 && name != "" {
			key.WriteRune(sep)
			io.WriteString(key, name)
			fmt.Fprintln(key, "x")
		}
	}
	return table[key.String()]
}

func several(list []fmt.Stringer, w io.Writer) (string, error) {
	var (
		text strings.Builder // want "text grows although"
		n    int
	)
	for _, s := range list {
		text.WriteString(s.String())
		text.WriteRune(';')
		n++
		if n > 3 {
			return text.String(), nil
		}
	}
	return text.String(), io.EOF
}

const typed rune = ':'

func constants(m map[string]int) string {
	var b strings.Builder // want "b grows although"
	for k := range m {
		b.WriteRune(typed)
		b.WriteRune((','))
		fmt.Fprint(&b, k)
	}
	return b.String()
}

func lent(parts [][]byte, h []byte) bool {
	var b bytes.Buffer // want "b grows although .*review: Bytes of an unused"
	for _, p := range parts {
		if len(p) > 0 {
			b.Write(p)
			fmt.Fprint(&b, len(p), ";")
		}
	}
	return bytes.Equal(b.Bytes(), h)
}
