package a

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// zip is documented.
func zip(p []byte) ([]byte, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out) // want `z is made in each call and used up in it; it could come from a pool$`
	if _, err := z.Write(p); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func unzip(p []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(p)) // want `z is made in each call .*review: the pool keeps what was last read until the next use, or two garbage collections.`
	if err != nil {
		return nil, fmt.Errorf("unzip: %w", err)
	}
	defer z.Close()
	return io.ReadAll(z)
}

func unzipJSON(s string, x any) (err error) {
	z, err := gzip.NewReader(strings.NewReader(s)) // want `z is made in each call .*review: the pool keeps what was last read until the next use, or two garbage collections.`
	if err != nil {
		return err
	}
	return json.NewDecoder(z).Decode(x)
}

func countLines(p []byte) (n int, err error) {
	z, err := gzip.NewReader(bytes.NewBuffer(p)) // want `z is made in each call .*review: the pool keeps what was last read until the next use, or two garbage collections.`
	if err != nil {
		return 0, err
	}
	sc := bufio.NewScanner(z)
	for sc.Scan() {
		n++
	}
	return n, sc.Err()
}

func deflate(w io.Writer, p []byte) error {
	z := zlib.NewWriter(w) // want `z is made in each call`
	defer z.Close()
	_, err := z.Write(p)
	return err
}

func copyLines(f *os.File) (n int) {
	r := bufio.NewReader(f) // want `r is made in each call`
	for {
		if _, err := r.ReadString('\n'); err != nil {
			return n
		}
		n++
	}
}

func render(x any) string {
	var buf bytes.Buffer // want `buf is made in each call`
	fmt.Fprintf(&buf, "<%v>", x)
	buf.WriteByte('\n')
	return buf.String()
}

func send(w io.Writer, x any) error {
	buf := new(bytes.Buffer) // want `buf is made in each call`
	if err := json.NewEncoder(buf).Encode(x); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

type conn struct{ r io.Reader }

func (c *conn) discard() error {
	b := make([]byte, 8192) // want `b is made in each call`
	for {
		if _, err := c.r.Read(b); err != nil {
			return err
		}
	}
}

func generic[T any](x T) string {
	buf := &bytes.Buffer{} // want `buf is made in each call`
	fmt.Fprint(buf, x)
	return buf.String()
}

// literal is documented, too.
var literal = func(x any) string {
	buf := &bytes.Buffer{} // want `buf is made in each call`
	fmt.Fprint(buf, x)
	return buf.String()
}

func unzipFrom(r io.Reader, p []byte) (int, error) {
	z, err := gzip.NewReader(r) // want `z is made in each call .*review: the pool keeps what was last read until the next use, or two garbage collections.`
	if err != nil {
		return 0, err
	}
	return io.ReadFull(z, p)
}

func copied(r io.Reader) (string, error) {
	var buf bytes.Buffer // want `buf is made in each call .*review: the other side of io.Copy must not keep the buffer.`
	_, err := io.Copy(&buf, r)
	return buf.String(), err
}

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) {
	c.add(p)
	for len(p) > 0 {
		p = p[1:]
	}
	return len(p), nil
}

func (c *counter) add(p []byte) { c.n += len(p) }

// count writes to a type of the package that keeps nothing.
func count(c *counter, x any) {
	var buf bytes.Buffer // want `buf is made in each call`
	fmt.Fprint(&buf, x)
	buf.WriteTo(c)
}

func grouped(w io.Writer, p []byte) error {
	var (
		n = len(p)
		z = gzip.NewWriter(w) // want `z is made in each call`
	)
	if _, err := z.Write(p[:n]); err != nil {
		return err
	}
	return z.Close()
}

// nope: a variable of another type.
func typed(w io.Writer, p []byte) error {
	var z io.WriteCloser = gzip.NewWriter(w)
	if _, err := z.Write(p); err != nil {
		return err
	}
	return z.Close()
}
