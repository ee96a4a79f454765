package writes

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
)

func known(w *bufio.Writer, f *os.File, s string, b []byte) {
	f.Write([]byte("constant"))                  // want "to call Write"
	w.Write([]byte(fmt.Sprint(s)))               // want "only to be written"
	io.WriteString(f, fmt.Sprintf("%d", len(b))) // want "only to be written"
}

// what is longer than the buffer goes through
func through(w *bufio.Writer, s string, b []byte) {
	w.Write([]byte(s))                           // want `to call Write \(review: the writer below may do other in WriteString`
	w.WriteString(string(b))                     // want `to call WriteString \(review: the writer below sees other chunks.*; the writer may keep`
	io.WriteString(w, string(b))                 // want `copied to a string to be written \(review: the writer below sees other chunks.*; the writer may keep`
	io.WriteString(w, fmt.Sprintf("%d", len(b))) // want `only to be written \(review: the writer below sees other chunks.*; the writer may keep`
}

type markup interface {
	io.Writer
	io.StringWriter
}

func tags(w markup, bw *bufio.Writer, name string) (int, error) {
	w.Write([]byte{'<', '/'})          // want `to call Write \(review: WriteString of`
	w.Write([]byte(name))              // want `to call Write \(review: WriteString of`
	return bw.Write([]byte{'>', '\n'}) // want `to call Write \(review: the writer below may do other in WriteString`
}

// nope: numbers are no text, names say more than it, and a buffer on the stack costs nothing
func numbers(w markup, buf *bytes.Buffer) {
	const end = '.'
	w.Write([]byte{1, 2})
	w.Write([]byte{end, 0xff})
	w.Write([]byte{'é'})
	buf.Write([]byte{'<', '/'})
}

// nope: hoist makes it once
func plain(w io.Writer) { w.Write([]byte{'<', '/'}) }

func usual(w io.Writer) error {
	bw := bufio.NewWriter(w)
	bw.Write([]byte("constant")) // want "to call Write"
	bw.Write([]byte{':', ' '})   // want "to call Write$"
	return bw.Flush()
}

func anyString(w io.Writer, s string) {
	io.WriteString(w, fmt.Sprintf("%s", s)) // want `only to be written \(review: WriteString of.*; the writer may keep`
}

func any(w io.Writer, s string, b []byte) (int, error) {
	w.Write([]byte(s))                           // want `copied to bytes to be written.*\(review: WriteString of`
	io.WriteString(w, string(b))                 // want `copied to a string to be written.*\(review: WriteString of.*; the writer`
	return w.Write([]byte(fmt.Sprintf("%s", s))) // want `only to be written.*\(review: the writer may keep`
}

func buffers(s string, b []byte, args []interface{}) string {
	var buf bytes.Buffer
	buf.WriteString(string(b))               // want "to call WriteString"
	buf.Write([]byte(fmt.Sprintln(args...))) // want "only to be written"
	io.WriteString(&buf, string(b))          // want "copied to a string to be written"
	var sb strings.Builder
	sb.WriteString(string(b)) // want "to call WriteString"
	return sb.String() + buf.String()
}

// the bytes may be those of the buffer, which it moves when it grows
func ownBytes(b *bytes.Buffer, p []byte) {
	b.WriteString(string(p)) // want `to call WriteString .review: the bytes must not be part of the buffer`
}

func ownNext() string {
	var b bytes.Buffer
	b.WriteString("hello")
	p := b.Next(3)
	b.WriteString(string(p)) // want `to call WriteString .review: the bytes must not be part of the buffer`
	return b.String()
}

func foreignBytes(p []byte) string {
	var b bytes.Buffer
	b.WriteString("hello ")
	b.WriteString(string(p)) // want `to call WriteString$`
	return b.String()
}
