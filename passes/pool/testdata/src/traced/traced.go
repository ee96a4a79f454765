package traced

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

var bufPool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer {
	b := bufPool.Get().(*bytes.Buffer)
	trace("get")
	return b
}

func putBuffer(b *bytes.Buffer) {
	b.Reset()
	bufPool.Put(b)
}

var seen []string

// the function that takes from the pool calls this one
func trace(s string) {
	var buf bytes.Buffer // want `it could come from bufPool .review: `
	fmt.Fprintf(&buf, "<%s>", s)
	seen = append(seen, buf.String())
}

func upper(s string) string {
	var buf bytes.Buffer // want `it could come from bufPool .review: `
	fmt.Fprintf(&buf, "<%s>", s)
	return strings.ToUpper(buf.String())
}
