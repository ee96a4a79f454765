package a

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
)

func several(b []byte, h, i *header) error {
	r := bytes.NewReader(b) // nope: the second finds what the first has left
	if err := binary.Read(r, binary.BigEndian, h); err != nil {
		return err
	}
	return binary.Read(r, binary.BigEndian, i)
}

func limited(r io.Reader, h *header) error {
	return binary.Read(r, binary.BigEndian, h) // nope: any reader
}

func counted(w io.Writer, b []byte) int64 {
	n, _ := io.Copy(w, bytes.NewReader(b)) // nope: the number has another type
	return n
}

func floats(a, b []float64) bool { return reflect.DeepEqual(a, b) } // nope: NaN

func pointers(a, b []*int) bool { return reflect.DeepEqual(a, b) } // nope: what they point to is compared

func anything(a, b any) bool { return reflect.DeepEqual(a, b) } // nope: any type

func two(a []string, b []int) bool { return reflect.DeepEqual(a, b) } // nope: never

func bound(s string) int {
	r := bytes.NewReader([]byte(s)) // nope: it has the type of a reader of bytes
	return r.Len()
}

func generic[R io.Reader](r R) R { return r }

func kept(s string) *bytes.Reader {
	return generic(bytes.NewReader([]byte(s))) // nope: no interface
}

func anyReader(s string) { fmt.Println(bytes.NewReader([]byte(s))) } // nope: its fields are printed

func later(s string) *http.Request {
	body := bytes.NewBufferString(s) // nope: used twice
	req, _ := http.NewRequest("GET", "/", body)
	body.Reset()
	return req
}

func effects(w io.Writer, next func() string) {
	fmt.Fprint(w, next(), next()) // nope: two operands
}

func name(w io.Writer, n fmt.Stringer) { fmt.Fprint(w, n) } // nope: not a string

type title string

func (title) String() string { return "" }

func named(w io.Writer, t title) { fmt.Fprint(w, t) } // nope: it has a method

func closed(enc *base64.Encoding, out *bytes.Buffer, b []byte) error {
	e := base64.NewEncoder(enc, out) // nope: written twice
	e.Write(b)
	e.Write(b)
	return e.Close()
}

func trimmed(b []byte) string { return strings.TrimSpace(string(b)) } // nope: it is kept

func elided(rows []table, i int) []table {
	return append(rows[:i], append([]table{{nil}}, rows[i:]...)...) // nope: the element is written without its type
}
