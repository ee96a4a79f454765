package traps

import "errors"
import "io"
import "regexp"

// nope: each caller gets bytes of its own
func fresh() []byte {
	return []byte("hello")
}

// nope: the elements are written
func written(w io.Writer) {
	for i := range byte(3) {
		b := []byte("hello")
		b[0] = i
		w.Write(b)
	}
}

// nope: T is another type in each instance
func generic[T any](xs []T) {
	for range xs {
		p := new(T)
		sink(p)
	}
}

func sink(any) {}

// nope: shadowed names
func shadowed(s string, regexp maker) bool {
	return regexp.MustCompile("x").MatchString(s)
}

type maker struct{}

func (maker) MustCompile(string) *regexp.Regexp { return nil }

// nope: wrapped, so that it is not constant
func wrapped(err error) error {
	return errors.Join(err, io.EOF)
}
