package a

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"strings"
)

var kept []byte

func keep(b []byte) { kept = b }

// nope: kept.
func stored(list []string) (out [][]byte) {
	for _, s := range list {
		var buf bytes.Buffer // refused "buf may be retained, or told from a new one, by buf.Bytes\(\)"
		buf.WriteString(s)
		out = append(out, buf.Bytes())
	}
	return out
}

// nope: keep may keep it.
func passed(list []string) {
	for _, s := range list {
		var buf bytes.Buffer // refused "buf may be retained"
		buf.WriteString(s)
		keep(buf.Bytes())
	}
}

// nope: returned.
func returned(list []string) []byte {
	for _, s := range list {
		var b []byte
		b = append(b, s...)
		if len(b) > 3 {
			return b
		}
	}
	return nil
}

// nope: sent.
func sent(list []string, ch chan []byte) {
	for _, s := range list {
		var b []byte
		b = append(b, s...)
		ch <- b
	}
}

// nope: captured.
func captured(list []string) (fs []func() int) {
	for _, s := range list {
		var b []byte
		b = append(b, s...)
		fs = append(fs, func() int { return len(b) })
	}
	return fs
}

// nope: used when the function ends.
func deferred(list []string) {
	for _, s := range list {
		var buf bytes.Buffer
		buf.WriteString(s)
		defer buf.WriteString("x")
	}
}

// nope: an alias.
func alias(list []string) (out [][]byte) {
	for _, s := range list {
		var b []byte
		b = append(b, s...)
		c := b
		out = append(out, c)
	}
	return out
}

// nope: its address is taken.
func address(list []int) (out []*int) {
	for _, x := range list {
		var b []int
		b = append(b, x)
		out = append(out, &b[0])
	}
	return out
}

// nope: nil is not empty.
func isNil(list []string) (n int) {
	for _, s := range list {
		var b []byte
		b = append(b, s...)
		if b == nil {
			n++
		}
	}
	return n
}

// nope: the capacity tells.
func capacity(list []string) (n int) {
	for _, s := range list {
		var b []byte
		b = append(b, s...)
		n += cap(b)
	}
	return n
}

// nope: old contents would show.
func reslices(list []int) (n byte) {
	for _, x := range list {
		b := make([]byte, 0, len(list))
		b = b[:x]
		n += b[0]
	}
	return n
}

// nope: the compiler keeps it on the stack.
func onStack(list []string) (n int) {
	for _, s := range list {
		b := make([]byte, 64)
		n += copy(b, s)
	}
	return n
}

// nope: Reset of a strings.Builder frees its memory.
func builder(list []string) (n int) {
	for _, s := range list {
		var b strings.Builder
		b.WriteString(s)
		n += b.Len()
	}
	return n
}

// nope: a bufio.Reader may be returned as it is.
func reader(list []io.Reader) (n int) {
	for _, r := range list {
		br := bufio.NewReader(r)
		if _, err := br.ReadByte(); err == nil {
			n++
		}
	}
	return n
}

// nope: not in a loop of this function.
func literal(list []string) (n int) {
	for _, s := range list {
		n += func() int {
			var buf bytes.Buffer
			buf.WriteString(s)
			return buf.Len()
		}()
	}
	return n
}

// nope: the type is made in the loop.
func localType(list []string) (n int) {
	for _, s := range list {
		type row string
		var b []row
		b = append(b, row(s))
		n += len(b)
	}
	return n
}

// nope: so is the size.
func localConst(list []io.Reader) {
	for _, r := range list {
		const size = 512
		b := make([]byte, size)
		r.Read(b)
	}
}

// nope: the map is kept by what ranges over it.
func iterator(list []string) (out []func(func(string) bool)) {
	for _, s := range list {
		m := make(map[string]bool)
		m[s] = true
		out = append(out, maps.Keys(m))
	}
	return out
}

// nope: a value that may be nil or not.
func printed(list []string) {
	for _, s := range list {
		var b []string
		b = append(b, s)
		fmt.Println(b)
	}
}

// nope: another Buffer.
type Buffer struct{ n int }

func other(list []string) (n int) {
	for range list {
		var b Buffer
		b.n++
		n += b.n
	}
	return n
}

// nope: a comment would be lost.
func commented(list []string) (n int) {
	for _, s := range list {
		var buf /* small */ bytes.Buffer
		buf.WriteString(s)
		n += buf.Len()
	}
	return n
}

// nope: goto must not jump over a declaration.
func jumps(list []string, skip bool) (n int) {
	if skip {
		goto done
	}
	for _, s := range list {
		var buf bytes.Buffer
		buf.WriteString(s)
		n += buf.Len()
	}
done:
	return n
}
