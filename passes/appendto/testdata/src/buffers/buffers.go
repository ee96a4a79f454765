package buffers

import (
	"bytes"
	"fmt"
	"io"
)

type node struct {
	name string
	kids []*node
	size int
}

// list returns the text of a list.
func (n *node) list(indent int) []byte {
	var buf bytes.Buffer // want "what list returns is written to something else$"
	if len(n.kids) == 0 {
		return nil
	}
	buf.WriteByte('[')
	for _, k := range n.kids {
		fmt.Fprintf(&buf, "%*s", indent, k.name)
		buf.Write(k.list(indent + 1))
	}
	buf.WriteString("]\n")
	return buf.Bytes()
}

func (n *node) print(w io.Writer) error {
	var out bytes.Buffer
	out.WriteString(n.name)
	out.Write(n.list(2))
	_, err := io.WriteString(w, out.String())
	return err
}

func (n *node) text() []byte {
	var out bytes.Buffer
	out.WriteString(n.name)
	out.Write(n.list(2))
	return out.Bytes()
}

// row is also wanted by others.
func row(n *node) []byte {
	buf := bytes.Buffer{} // want `what row returns is written to something else \(review: where row panics, a part of its text is in out; row must not read out, or memory of it, which it writes to; what row calls`
	if n.size == 0 {
		return []byte(n.name)
	}
	buf.WriteString(n.name)
	buf.WriteByte(byte(n.size))
	return buf.Bytes()
}

func rows(list []*node, out *bytes.Buffer) []byte {
	for _, n := range list {
		out.Write(row(n))
	}
	return row(list[0])
}

func own(n *node) []byte {
	var buf bytes.Buffer
	buf.WriteString(n.name)
	b := buf.Bytes() // nope: what it holds is changed
	b[0] = '-'
	return b
}

func useOwn(n *node, out *bytes.Buffer) { out.Write(own(n)) }

func view(b []byte) []byte {
	var buf bytes.Buffer // want `what view returns is written to something else \(review: where view panics, a part of its text is in out; view must not read out`
	buf.Write(append(b, '.'))
	return buf.Bytes()
}

func useView(n *node) []byte {
	var out bytes.Buffer
	out.WriteString(n.name)
	seen := out.Bytes()
	out.Write(view(seen))
	return seen
}

func counted(n *node) []byte {
	var buf bytes.Buffer
	buf.WriteString(n.name)
	return buf.Bytes()
}

func useCounted(n *node, out *bytes.Buffer) (int, error) {
	return out.Write(counted(n)) // nope: who else says how many bytes there are
}
