package interfaces

import (
	"errors"
	"io"
	"strings"
)

type writer interface{ write(s string) }

type lines struct {
	n    int
	name string
}

func (l *lines) write(s string) { l.n += strings.Count(strings.TrimSpace(s), "\n") }

type words struct{ n int }

func (w *words) write(s string) { w.n += len(strings.Fields(s)) }

// New always returns the same type, and callers know it if the new function does.
func New(name string) writer {
	l := &lines{name: strings.ToLower(name)} // want "the result of New is on the heap"
	l.n = strings.Count(name, "\n") + strings.Count(name, "\r")
	return l
}

func useNew(s string) { New(s).write(s) }

// newLines makes one at each return.
func newLines(name string) (w writer, n int) {
	name = strings.TrimSpace(strings.ToLower(name))
	if i := strings.Index(name, "/"); i >= 0 {
		return &lines{name: name[i:]}, i // want "the result of newLines is on the heap"
	}
	return &lines{name: name}, 0
}

func useLines(s string) int {
	w, n := newLines(s)
	w.write(s)
	return n
}

// The interface is one of another package.
func first(s string) io.Writer {
	s = strings.TrimSpace(strings.ToLower(s))
	return &file{name: strings.TrimPrefix(s, "/")} // want "the result of first is on the heap"
}

type file struct{ name string }

func (f *file) Write(b []byte) (int, error) { return len(b), nil }

func useFirst(s string) { io.WriteString(first(s), s) }

// nope: nil would be a writer that is nil.
func Open(name string) (writer, error) {
	if strings.TrimSpace(name) == "" {
		return nil, errors.New("no name")
	}
	l := &lines{name: strings.ToLower(name)} // refused "a result of Open is an interface, in which the compiler does not know the object"
	l.n = strings.Count(name, "\n")
	return l, nil
}

// nope: one of two types.
func Choose(name string) writer {
	l := &lines{name: strings.ToLower(name)} // refused "a result of Choose is an interface"
	if l.n = strings.Count(name, "\n"); l.n == 0 {
		return l
	}
	if strings.TrimSpace(name) == "" {
		return l
	}
	return &words{n: 1}
}

// nope: the same, the other one first.
func Change(name string) writer {
	l := &lines{name: strings.ToLower(name)} // refused "a result of Change is an interface"
	if l.n = strings.Count(name, "\n"); l.n == 0 {
		return &words{n: 1}
	}
	return l
}

// nope: the other result may hold it, too.
func Both(name string) (writer, any) {
	l := &lines{name: strings.ToLower(name)} // refused "a result of Both is an interface"
	if l.n = strings.Count(name, "\n"); l.n == 0 {
		return l, nil
	}
	return l, l
}

// nope: the body uses the names.
func Named(name string) (w writer) {
	l := &lines{name: strings.ToLower(name)} // refused "a result of Named is an interface"
	w = l
	w.write(strings.TrimSpace(name))
	return l
}

type failure struct{ text string }

func (f *failure) Error() string { return f.text }

// nope: an error is handed on.
func fail(s string) error {
	f := &failure{text: strings.ToLower(strings.TrimSpace(s))} // refused "the result of fail is an error, which callers hand on"
	f.text = strings.TrimPrefix(f.text, s)
	return f
}

type maker interface{ make(name string) writer }

type shop struct{ n int }

// nope: it is called through an interface.
func (s *shop) make(name string) writer {
	l := &lines{name: strings.ToLower(name)} // refused "no caller of make can keep the result on the stack"
	l.n = strings.Count(name, "\n") + strings.Count(name, "\r") + s.n
	return l
}

type finder interface {
	find(s string) *lines
	Find(s string) *lines
	search(s string) *lines
}

// nope: nothing is inlined through an interface.
func (s *shop) find(name string) *lines {
	l := &lines{name: strings.ToLower(name)} // refused "no caller of find can keep the result on the stack"
	l.n = strings.Count(name, "\n") + strings.Count(name, "\r") + s.n
	return l
}

// nope: the same, of a type that other packages cannot name.
func (s *shop) Find(name string) *lines {
	l := &lines{name: strings.ToLower(name)} // refused "no caller of Find can keep the result on the stack"
	l.n = strings.Count(name, "\n") + strings.Count(name, "\r") + s.n
	return l
}

// It is called by its name as well.
func (s *shop) search(name string) *lines {
	l := &lines{name: strings.ToLower(name)} // want "the result of search is on the heap"
	l.n = strings.Count(name, "\n") + strings.Count(name, "\r") + s.n
	return l
}

func useSearch(s *shop) int { return s.search("x").n }

// A list of errors is none.
func failures(s string) []failure {
	list := make([]failure, 2) // want "the result of failures is on the heap"
	list[0].text = strings.ToLower(strings.TrimSpace(s))
	list[1].text = strings.TrimPrefix(list[0].text, s)
	return list
}

type errorList []string

func (l errorList) Error() string { return l[0] }

// nope: but one that is an error.
func listed(s string) errorList {
	list := make([]string, 2) // refused "the result of listed is an error"
	list[0] = strings.ToLower(strings.TrimSpace(s))
	list[1] = strings.TrimPrefix(list[0], s)
	return list
}

type coded interface {
	error
	code() int
}

func (f *failure) code() int { return len(f.text) }

// nope: an interface that has error.
func status(s string) coded {
	s = strings.ToLower(strings.TrimSpace(s))
	return &failure{text: strings.TrimPrefix(s, "x")} // refused "the result of status is an error"
}

// nope: its own type, which becomes an error in the end.
func newFailure(s string) *failure {
	f := &failure{text: strings.ToLower(strings.TrimSpace(s))} // refused "the result of newFailure is an error"
	f.text = strings.TrimPrefix(f.text, s)
	return f
}
