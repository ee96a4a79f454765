package follow

import (
	"bytes"
	"io"
	"strconv"
)

func salt(w io.Writer, name string, n int) int {
	var b bytes.Buffer // want `b is made in each call`
	b.WriteString(name)
	b.WriteString(strconv.Itoa(n))
	text := b.Bytes()
	head := text[:len(text)-1]
	w.Write(text)
	return len(text) + int(head[0])
}

// nope: the text is kept.
func saltKept(name string, n int) {
	var b bytes.Buffer // refused "b may be retained"
	b.WriteString(name)
	b.WriteString(strconv.Itoa(n))
	text := b.Bytes()
	kept = text
}

// nope: the text is returned.
func saltReturned(name string, n int) []byte {
	var b bytes.Buffer // refused "b may be retained"
	b.WriteString(name)
	b.WriteString(strconv.Itoa(n))
	text := b.Bytes()
	return text
}

// nope: whether text changes depends on whether there is room.
func saltAgain(w io.Writer, name string, n int) {
	var b bytes.Buffer // refused "b may be retained"
	b.WriteString(name)
	text := b.Bytes()
	b.Reset()
	b.WriteString(strconv.Itoa(n))
	w.Write(text)
}

// nope: text[:100] shows bytes of another call.
func saltBehind(w io.Writer, name string) {
	var b bytes.Buffer // refused "b may be retained"
	b.WriteString(name)
	text := b.Bytes()
	w.Write(text[:100])
}

// nope: once more in the loop
func saltLoop(w io.Writer, names []string) {
	var b bytes.Buffer // refused "b may be retained"
	for _, name := range names {
		b.WriteString(name)
		text := b.Bytes()
		w.Write(text)
	}
}

// The literal is only called.
func saltLiteral(w io.Writer, names []string) {
	var b bytes.Buffer // want `b is made in each call`
	add := func(name string) { b.WriteString(name) }
	for _, name := range names {
		add(name)
	}
	w.Write(b.Bytes())
}

// nope: the literal runs in another goroutine.
func saltGo(w io.Writer, names []string) {
	var b bytes.Buffer // refused "b may be retained"
	add := func(name string) { b.WriteString(name) }
	for _, name := range names {
		go add(name)
	}
	w.Write(b.Bytes())
}
