package a

import "bytes"

// nope: tests misuse pools on purpose.
func misuse() *bytes.Buffer {
	buf := bufs.Get().(*bytes.Buffer)
	if buf.Len() > 0 {
		return nil
	}
	bufs.Put(buf)
	return buf
}
