package traps

import "errors"
import "io"
import "regexp"
import "strconv"
import "strings"

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

// nope: made of elements, which the loop writes
func ofElements(b []byte) (list []string) {
	for i := range b {
		list = append(list, strings.ToLower(string(b)), string(b)+"!")
		b[i] = '-'
	}
	return list
}

// nope: a map and a channel grow without an assignment
func ofLengths(words []string, c chan string) (list []string) {
	seen := make(map[string]bool)
	for _, w := range words {
		list = append(list, strconv.Itoa(len(seen)), strconv.Itoa(len(c)))
		seen[w] = true
		c <- w
	}
	return list
}
