// Package format renders records as "key=value", one string each, and then in forms that
// need fewer strings.
package format

import (
	"fmt"
	"strconv"
	"strings"
)

// A Record is a name and a number.
type Record struct {
	Key string
	Val int
}

// Sprintf is what one writes first: the list grows, and each call boxes the key and the
// value besides making the string.
func Sprintf(records []Record) []string {
	lines := []string{}
	for _, r := range records {
		lines = append(lines, fmt.Sprintf("%s=%d", r.Key, r.Val))
	}
	return lines
}

// Builder makes the list once and builds each string piece by piece. Reset gives the
// builder's array away, so each string grows from nothing: "requests" asks for 8 bytes,
// the '=' for 16, a longer number for more, and Itoa makes a string of its own for
// everything above 99.
func Builder(records []Record) []string {
	lines := make([]string, 0, len(records))
	var b strings.Builder
	for _, r := range records {
		b.Reset()
		b.WriteString(r.Key)
		b.WriteByte('=')
		b.WriteString(strconv.Itoa(r.Val))
		lines = append(lines, b.String())
	}
	return lines
}

// digits is how many bytes an int has at most as text: those of -1 << 63.
const digits = 20

// Grown is Builder with room for the whole string from the beginning: one object a string,
// with some bytes more than it needs.
func Grown(records []Record) []string {
	lines := make([]string, 0, len(records))
	for _, r := range records {
		var b strings.Builder
		b.Grow(len(r.Key) + 1 + digits)
		b.WriteString(r.Key)
		b.WriteByte('=')
		var number [digits]byte
		b.Write(strconv.AppendInt(number[:0], int64(r.Val), 10))
		lines = append(lines, b.String())
	}
	return lines
}

// Append builds each string in a buffer on the stack and copies it, at its length: one
// object a string and one for the list. No function with this signature whose strings
// can be collected one by one needs fewer.
func Append(records []Record) []string {
	lines := make([]string, 0, len(records))
	buf := make([]byte, 0, 64)
	for _, r := range records {
		buf = appendRecord(buf[:0], r)
		lines = append(lines, string(buf))
	}
	return lines
}

// Together builds all strings in one array and cuts it: two objects, however many records.
// A builder only appends, and this one never grows, so what has been cut off stays where
// and what it is. One string that is kept keeps the text of all.
func Together(records []Record) []string {
	n := 0
	for _, r := range records {
		n += len(r.Key) + 1 + digits
	}
	var b strings.Builder
	b.Grow(n)
	lines := make([]string, 0, len(records))
	for _, r := range records {
		start := b.Len()
		b.WriteString(r.Key)
		b.WriteByte('=')
		var number [digits]byte
		b.Write(strconv.AppendInt(number[:0], int64(r.Val), 10))
		lines = append(lines, b.String()[start:])
	}
	return lines
}

// AppendLines appends the records to dst, a line each, and returns it: for a caller who
// wants to write them somewhere and has no use for strings. No object once dst is large
// enough.
func AppendLines(dst []byte, records []Record) []byte {
	for _, r := range records {
		dst = append(appendRecord(dst, r), '\n')
	}
	return dst
}

func appendRecord(dst []byte, r Record) []byte {
	dst = append(dst, r.Key...)
	dst = append(dst, '=')
	return strconv.AppendInt(dst, int64(r.Val), 10)
}
