// Package follow gives memory of a pool to functions of its own.
package follow

import "io"

func lines(r io.Reader) int {
	b := make([]byte, 4096) // want `b is made in each call`
	n, _ := r.Read(b)
	return count(b[:n])
}

func count(p []byte) (n int) {
	for _, c := range p {
		if c == '\n' {
			n++
		}
	}
	return n + rest(p[1:])
}

func rest(p []byte) int { return len(p) }

var kept []byte

func keep(p []byte) { kept = p }

// nope: the function keeps a part.
func keeps(r io.Reader) {
	b := make([]byte, 4096)
	r.Read(b)
	keep(b[:10])
}

func behind(p []byte) byte { return p[:100][99] }

// nope: the function sees what is behind the end, which is another call's.
func looksBehind(r io.Reader) byte {
	b := make([]byte, 4096)
	r.Read(b)
	return behind(b[:10])
}

func lend(p []byte, w io.Writer) { w.Write(p) }

func lends(r io.Reader, w io.Writer) {
	b := make([]byte, 4096) // want `b is made in each call`
	r.Read(b)
	lend(b, w)
}

func again(p []byte, n int) {
	if n > 0 {
		again(p, n-1)
	}
}

func deep(r io.Reader) {
	b := make([]byte, 4096) // want `b is made in each call`
	r.Read(b)
	again(b, 10)
}
