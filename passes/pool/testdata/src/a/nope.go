package a

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"io"
	"os"
)

var gzipReaders, buffers int // names that are taken

// nope: the caller gets it.
func open(r io.Reader) (*gzip.Reader, error) {
	z, err := gzip.NewReader(r) // refused "z may be retained"
	if err != nil {
		return nil, err
	}
	return z, nil
}

// nope: its bytes leave.
func buffer(s string) []byte {
	var buf bytes.Buffer // refused "buf may be retained"
	buf.WriteString(s)
	return buf.Bytes()
}

// nope: nil would no longer tell.
func unchecked(r io.Reader) bool {
	z, err := gzip.NewReader(r)
	_ = err
	return z == nil
}

// nope: used in spite of the error.
func used(r io.Reader) int {
	z, err := gzip.NewReader(r)
	if err != nil {
		z.Close()
		return 1
	}
	return 0
}

// nope: a field would need another reset.
func named(w io.Writer) {
	z := gzip.NewWriter(w)
	z.Name = "x"
	z.Close()
}

// nope: in a loop the deferred Puts pile up.
func loops(list [][]byte, w io.Writer) {
	for _, p := range list {
		z := gzip.NewWriter(w)
		z.Write(p)
		z.Close()
	}
}

// nope: captured.
func captured(w io.Writer) func() error {
	z := gzip.NewWriter(w)
	return func() error { return z.Close() }
}

// nope: a goroutine has it.
func concurrent(w io.Writer) {
	z := gzip.NewWriter(w)
	go z.Close()
}

type holder struct{ z *gzip.Writer }

// nope: stored.
func stored(h *holder, w io.Writer) {
	z := gzip.NewWriter(w)
	h.z = z
}

var lastUsed io.Writer

func use(w io.Writer) { lastUsed = w }

// nope: use keeps it.
func passed(w io.Writer) {
	z := gzip.NewWriter(w)
	use(z)
	z.Close()
}

// nope: the scanner leaves.
func scanner(r io.Reader) (*bufio.Scanner, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	sc := bufio.NewScanner(z)
	return sc, nil
}

// nope: may be a bufio.Reader already.
func buffered(r io.Reader) byte {
	br := bufio.NewReader(r)
	b, _ := br.ReadByte()
	return b
}

// nope: the compiler keeps it on the stack.
func hash(p []byte) []byte {
	h := sha256.New()
	h.Write(p)
	return h.Sum(nil)
}

// nope: small.
func small(r io.Reader) byte {
	b := make([]byte, 64)
	r.Read(b)
	return b[0]
}

// nope: runs once.
func init() {
	var buf bytes.Buffer
	buf.WriteString("x")
	_ = buf.String()
}

// nope: a comment would be lost.
func commented(w io.Writer) {
	z := gzip.NewWriter( /* the response */ w)
	z.Close()
}

// nope: an alias.
func alias(s string) string {
	var buf bytes.Buffer
	b := &buf
	b.WriteString(s)
	return buf.String()
}

// nope: another package of that name.
type zipper struct{}

func (zipper) NewWriter(io.Writer) *bytes.Buffer { return nil }

func shadowed(gzip zipper, w io.Writer) {
	z := gzip.NewWriter(w)
	z.Reset()
}

// BAD: a constructor with a level.
func level(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	return z.Close()
}

type odd struct{ last []byte }

func (o *odd) Write(p []byte) (n int, ok bool) {
	o.last = p
	return len(p), true
}

// nope: no io.Writer.
func oddly(o *odd, s string) {
	var buf bytes.Buffer
	buf.WriteString(s)
	o.Write(buf.Bytes())
}

// nope: behind the declaration the name of what it writes to is that of the writer itself
func shadowedWriter(w *os.File, p []byte) error {
	{
		w := gzip.NewWriter(w)
		w.Write(p)
		return w.Close()
	}
}

// nope: likewise of a reader
func shadowedReader(r *os.File) (int, error) {
	{
		r, err := gzip.NewReader(r)
		if err != nil {
			return 0, err
		}
		return r.Read(make([]byte, 8))
	}
}

type counts struct{ of [1 << 15]int }

// nope: behind the declaration the name of the type is that of the table
func shadowedType(k int) int {
	var counts counts
	counts.of[k]++
	return counts.of[k/2]
}
