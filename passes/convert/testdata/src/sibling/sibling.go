package sibling

import (
	"io"
	"os"
	"runtime"
)

type doc struct{ text []byte }

func Parse(s string) (*doc, error) { return ParseBytes([]byte(s)) }

func ParseBytes(b []byte) (*doc, error) { return &doc{b}, nil }

func read(r io.Reader) (*doc, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return Parse(string(b)) // want "the text is copied for Parse, which converts it back for ParseBytes$"
}

func file(name string) (*doc, error) {
	b, _ := os.ReadFile(name)
	return Parse(string(b)) // want `\(review: ParseBytes must neither .*; ParseBytes is given nil where b is nil\)`
}

func each(r io.Reader, n int) (list []*doc) {
	for range make([]int, n) {
		b := make([]byte, n)
		r.Read(b)
		d, _ := Parse(string(b)) // want "the text is copied for Parse, which converts it back for ParseBytes$"
		list = append(list, d)
	}
	return list
}

func again(r io.Reader) (*doc, int) {
	b, _ := io.ReadAll(r)
	d, _ := Parse(string(b)) // want `\(review: ParseBytes must neither change nor keep the bytes that it is given, nor let others change them meanwhile\)`
	return d, len(b)
}

func refilled(r io.Reader) (list []*doc) {
	b := make([]byte, 8)
	for {
		if n, _ := r.Read(b); n < 8 {
			return list
		}
		d, _ := Parse(string(b)) // want `\(review: ParseBytes must`
		list = append(list, d)
	}
}

func deferred(r io.Reader) {
	b := make([]byte, 8)
	defer Parse(string(b)) // want `\(review: ParseBytes must`
	r.Read(b)
}

type set map[string]bool

func (s set) has(key string, or ...bool) bool { return s[key] || len(or) > 0 }

func (s set) hasBytes(key []byte, or ...bool) bool { return s.has(string(key), or...) }

func (s set) add(key string) set { s[key] = true; return s }

func (s set) addBytes(key []byte) set { return s.add(string(key)) }

func lookUp(s set, key string, or []bool) bool {
	s = s.addBytes([]byte(key))           // want `\(review: who keeps the text may keep an operand, and all of the memory that this is a part of\)`
	return s.hasBytes([]byte(key), or...) // want "the text is copied for hasBytes, which converts it back for has$"
}

func (d *doc) set(s string) int { return d.setBytes([]byte(s), 1) }

func (d *doc) setBytes(b []byte, n int) int { return copy(d.text, b) + n }

func (d doc) get(s string) int { return d.getBytes([]byte(s)) }

func (d *doc) getBytes(b []byte) int { return len(b) }

func where(s string) string { return whereBytes([]byte(s)) }

func whereBytes(b []byte) string {
	_, file, _, _ := runtime.Caller(1)
	return file + string(b)
}

func box(s string) any { return boxBytes([]byte(s)) }

func boxBytes(b []byte) []byte { return b }

func others(d *doc, b []byte) int {
	n := d.set(string(b)) // nope: it is not called with the operands of set alone
	n += d.get(string(b)) // nope: get has a copy of the document
	_ = where(string(b))  // refused "looks at the frames"
	_ = box(string(b))    // nope: the result is another one
	ParseBytes := len(b)
	Parse(string(b)) // refused "ParseBytes means something else"
	return n + ParseBytes
}
