package digested

import (
	"bytes"
	"fmt"
	"hash"
	"io"
	"strings"
)

type signed interface {
	Command() string
	Sid() []byte
}

// bytes are printed to a buffer of which nobody has a part
func hashed(h hash.Hash, command string, sid []byte, run uint32, sum [32]byte) []byte {
	buf := new(bytes.Buffer)
	buf.Grow(128)
	fmt.Fprintf(buf, "tag,%s,%x,%d,%x", command, sid, run, sum[:]) // want "plain values"
	h.Write(buf.Bytes())
	return h.Sum(nil)
}

// what a call changes is read behind it, as fmt does
func called(m signed, sum []byte) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%x %s", sum, m.Command()) // want "plain values"
	return b.String()
}

func inLoop(w io.Writer, list [][]byte) {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%s;", p) // want "plain values"
	}
	io.WriteString(w, b.String())
}

func handedOut(p []byte) string {
	var b bytes.Buffer
	b.Write(p)
	q := b.Bytes()
	b.Reset()
	fmt.Fprintf(&b, "%x,%s", p, q) // nope: q would be overwritten
	return b.String()
}

func handedOutLater(list []string) string {
	var b bytes.Buffer
	var q []byte
	for i, s := range list {
		b.Reset()
		fmt.Fprintf(&b, "%d%s", i, q) // nope: q is from the iteration before
		b.WriteString(s)
		q = b.Bytes()
	}
	return b.String()
}

func given(array, p []byte) string {
	b := bytes.NewBuffer(array)
	fmt.Fprintf(b, "%x", p) // nope: p may be a part of the array
	return b.String()
}

func passedOn(w io.Writer, p []byte) string {
	var b bytes.Buffer
	b.WriteString("x")
	b.WriteTo(w)
	fmt.Fprintf(&b, "%x%s", p, p) // nope: w may have kept it
	return b.String()
}
