package looked

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

type label struct{ name, value string }

type registry struct {
	counters map[string]*int
	help     map[string]string
	out      bytes.Buffer
}

func (r *registry) get(name string, labels []label) *int {
	return r.counters[labelKey(name, labels)]
}

// labelKey returns the key of a counter.
func labelKey(name string, labels []label) string {
	var sb strings.Builder // want "what labelKey returns is only looked at, or written$"
	sb.WriteString(name)
	for _, l := range labels {
		sb.WriteByte(0xff)
		sb.WriteString(l.name)
		sb.WriteRune('é')
		fmt.Fprintf(&sb, "%s", l.value)
	}
	return sb.String()
}

// Key is kept for others.
func (r *registry) Key(method string, n int) string {
	if method == "" {
		return ""
	}
	b := make([]byte, 0, 32) // want "what Key returns is only looked at, or written$"
	b = append(b, method...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(n), 10)
	return string(b)
}

func (r *registry) described(method string, n int) (string, bool) {
	help, ok := r.help[r.Key(method, n)]
	return help, ok
}

func escape(v string) string {
	out := make([]byte, 0, len(v)) // want "what escape returns is only looked at, or written$"
	for i := 0; i < len(v); i++ {
		if v[i] == '"' {
			out = append(out, '\\')
		}
		out = append(out, v[i])
	}
	return string(out)
}

func pair(buf *bytes.Buffer, l label) {
	buf.WriteString(l.name)
	buf.WriteString(escape(l.value))
}

// bulkHeader is the line in front of a text.
func bulkHeader(n int) string {
	var array [24]byte
	out := append(array[:0], '$') // want `what bulkHeader returns is only looked at, or written \(review: the writer below may see other chunks\)`
	out = strconv.AppendInt(out, int64(n), 10)
	return string(append(out, '\r', '\n'))
}

func bulk(w io.Writer, texts []string) error {
	bw := bufio.NewWriter(w)
	for _, s := range texts {
		if _, err := bw.WriteString(bulkHeader(len(s))); err != nil {
			return err
		}
		bw.WriteString(s)
	}
	return bw.Flush()
}

func buildPath(elems ...string) string {
	b := []byte{'/'} // want "what buildPath returns is only looked at, or written$"
	for _, e := range elems {
		b = append(b, e...)
	}
	return string(b)
}

func same(a, b []string) bool { return buildPath(a...) == buildPath(b...) }

func spread(dst []byte) []byte { return append(dst, buildPath("x", "y")...) }

func snake(s string) string {
	var buf bytes.Buffer // want "what snake returns is only looked at, or written$"
	buf.Grow(len(s))
	for _, r := range s {
		if r == 'X' {
			buf.WriteByte('_')
		}
		buf.WriteRune(r)
	}
	return buf.String()
}

// column keeps the text only where it is new.
func column(cache map[string]int, field string) int {
	name := snake(field)
	if i, ok := cache[name]; ok {
		return i
	}
	i := len(cache) + len(name)
	cache[name] = i
	return i
}

func bytesOf(s string) []byte { return []byte(quoted(s)) }

func quoted(s string) string {
	b := []byte(s) // want "what quoted returns is only looked at, or written$"
	b = append(b, '"')
	return string(b)
}

// oid has the room that it asks for.
func oid(parts []string) string {
	var b strings.Builder // want "what oid returns is only looked at, or written$"
	b.Grow(32)
	for _, p := range parts {
		b.WriteByte('.')
		b.WriteString(p)
	}
	return b.String()
}

func known(parts []string) bool { return oid(parts) != ".1.2" }

func kind(s string) int {
	switch letters(s) {
	case "a":
		return 1
	case "b":
		return 2
	}
	return 0
}

func letters(s string) string {
	var b []byte // want "what letters returns is only looked at, or written$"
	for _, r := range s {
		if r < 0x80 {
			b = append(b, byte(r))
		}
	}
	return string(b)
}

type set[T ~int] struct{ all map[string]T }

func (s set[T]) key(t T) string {
	b := append(make([]byte, 0, 16), 'k') // BAD: each instance of the type has a method of its own
	b = strconv.AppendInt(b, int64(t), 10)
	return string(b)
}

func (s set[T]) has(t T) bool { _, ok := s.all[s.key(t)]; return ok }

// twice makes one text of another one.
func twice(s string) bool {
	once := quoted(s)
	again := quoted(once)
	return once == again
}
