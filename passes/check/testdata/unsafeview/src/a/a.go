package a

import (
	"bytes"
	"io"
	"strconv"
	"unsafe"
)

func b2s(b []byte) string {
	return *(*string)(unsafe.Pointer(&b))
}

func s2b(s string) []byte {
	if s == "" {
		return nil
	}
	return unsafe.Slice(unsafe.StringData(s), len(s))
}

func use(string) {}

func element(b []byte) {
	s := unsafe.String(unsafe.SliceData(b), len(b))
	b[0] = 'x' // want `b is modified here, while the view of it that was made by unsafe.String lives`
	use(s)
}

func firstElement() {
	var b [8]byte
	s := unsafe.String(&b[0], len(b))
	copy(b[:], "abc") // want `b is modified here`
	use(s)
}

func header(b []byte, r io.Reader) {
	s := *(*string)(unsafe.Pointer(&b))
	io.ReadFull(r, b) // want `b is modified here, while the view of it that was made by \*\(\*string\)\(unsafe.Pointer\(&b\)\) lives`
	use(s)
}

func wrapper(r io.Reader, b []byte) string {
	n, _ := r.Read(b)
	s := b2s(b[:n])
	r.Read(b) // want `b is modified here, while the view of it that was made by b2s lives`
	return s
}

func mapKeys(words []int) map[string]int {
	m := make(map[string]int)
	var b []byte
	for i, w := range words {
		b = strconv.AppendInt(b[:0], int64(w), 10) // want `b is modified here`
		m[b2s(b)] = i
	}
	return m
}

func list(words [][]byte) (out []string) {
	b := make([]byte, 0, 100)
	for _, w := range words {
		b = append(b[:0], w...) // want `b is modified here`
		s := b2s(b)
		out = append(out, s)
	}
	return out
}

func buffer(words [][]byte) (out []string) {
	var buf bytes.Buffer
	for _, w := range words {
		buf.Reset() // want `buf is modified here`
		buf.Write(w)
		out = append(out, b2s(buf.Bytes()))
	}
	return out
}

func literal(s string) {
	b := s2b(s)
	b[0] = 'x' // want `b is a view of a string: writing to it changes the string, or crashes the program`
}

func literalAppend(s string) []byte {
	b := unsafe.Slice(unsafe.StringData(s), len(s))
	return append(b[:1], 'x') // want `b is a view of a string`
}

// nope: written before.
func before(b []byte) string {
	b[0] = 'x'
	return b2s(b)
}

// nope: nobody uses it afterwards.
func done(b []byte) {
	s := b2s(b)
	use(s)
	b[0] = 'x'
}

// nope: a new view each time.
func loop(r io.Reader, b []byte) {
	for range 10 {
		n, _ := r.Read(b)
		s := b2s(b[:n])
		use(s)
	}
}

// nope: a lookup keeps nothing.
func lookup(m map[string]int, r io.Reader, b []byte) (sum int) {
	for range 10 {
		n, _ := r.Read(b)
		sum += m[b2s(b[:n])]
		delete(m, b2s(b[:n]))
	}
	return sum
}

// nope: memory of its own for each key.
func ownMemory(words []int) map[string]int {
	m := make(map[string]int)
	for i, w := range words {
		b := make([]byte, 0, 20)
		b = strconv.AppendInt(b[:0], int64(w), 10)
		m[b2s(b)] = i
	}
	return m
}

// nope: the same, assigned.
func renewed(words []int) map[string]int {
	m := make(map[string]int)
	var b []byte
	for i, w := range words {
		b = nil
		b = strconv.AppendInt(b[:0], int64(w), 10)
		m[b2s(b)] = i
	}
	return m
}

// nope: appending changes no byte that the view has.
func grows(b []byte) string {
	s := b2s(b)
	b = append(b, 'x')
	return s + string(b)
}

// nope: the buffer is not written again.
func resetOnly(buf *bytes.Buffer) string {
	s := b2s(buf.Bytes())
	buf.Reset()
	return s
}

// nope: read only.
func reads(s string) byte {
	b := s2b(s)
	return b[0]
}

// nope: the slice was copied first.
func clones(s string) []byte {
	b := append([]byte(nil), s2b(s)...)
	b[0] = 'x'
	return b
}

// nope: an ordinary conversion.
func converts(b []byte) {
	s := string(b)
	b[0] = 'x'
	use(s)
}

// BAD: another variable for the same memory.
func otherName(b []byte) {
	c := b
	s := b2s(b)
	c[0] = 'x'
	use(s)
}

type reader struct{ buf []byte }

// BAD: fields are not followed.
func (r *reader) field() string {
	s := b2s(r.buf)
	r.buf[0] = 'x'
	return s
}

// BAD: the deferred write runs when the view is used by the caller.
func later(b []byte) string {
	defer clear(b)
	return b2s(b)
}

func truncated(words [][]byte) (out []string) {
	var b []byte
	for _, w := range words {
		b = b[:0] // want `b is modified here`
		b = append(b, w...)
		out = append(out, b2s(b))
	}
	return out
}

func inPlace(b []byte) {
	s := b2s(b[1:])
	b[0] ^= 'x' // want `b is modified here`
	use(s)
}

func declared(b []byte) {
	var s = b2s(b)
	b[0] = 'x' // want `b is modified here`
	use(s)
}

// nope: the bytes behind the view are new.
func shorter(b []byte) {
	s := b2s(b)
	b = b[:0]
	use(s)
}

func appended(b []byte) {
	s := ""
	s += unsafe.String(unsafe.SliceData(b), len(b))
	b[0] = 'x' // += copies the view
	use(s)
}
