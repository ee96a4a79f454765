package negative

import (
	"fmt"
	"io"
	"os"
	"sync"
)

type level int

func (l level) printf(format string, args ...any) {
	if l < 3 {
		return
	}
	fmt.Printf(format, args...)
}

type logger struct{ on bool }

func (l *logger) printf(format string, args ...any) {
	if l == nil {
		return
	}
	fmt.Printf(format, args...)
}

func talk(l *level, lg logger, i int) {
	l.printf("%d", i)  // nope: the question is for a level, not for a pointer to one
	lg.printf("%d", i) // nope: the other way round
}

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}

var _ io.Writer = (*counter)(nil)

var increment = func(c *counter) int {
	c.n++
	return c.n
}

func countSome(yes bool) int {
	var c counter // nope: only what increment returns is printed
	if yes {
		fmt.Println(increment(&c))
	}
	return c.n
}

func countWritten(yes bool) int {
	var c counter // nope: it is written to
	if yes {
		fmt.Fprintf(&c, "%d", 1)
	}
	return c.n
}

var (
	mu     sync.Mutex
	serial int
)

// nope: serial is read before the deferred call unlocks it.
func numbered(n int) (func() int, int) {
	mu.Lock()
	defer mu.Unlock()
	for i := range n {
		n += i * n
		fmt.Fprintln(os.Stderr, n)
		fmt.Fprintln(os.Stderr, n)
	}
	serial++
	return func() int { return n }, serial
}

type pair struct{ a, b int }

// nope: which of the results panics first?
func first(p *pair, list []int) (*pair, int) {
	for i := range list {
		p.b += i
		fmt.Fprintln(os.Stderr, i)
		fmt.Fprintln(os.Stderr, p.b)
	}
	if len(list) > 3 {
		return nil, 0
	}
	return &pair{a: p.a}, list[0]
}

// nope: change might come first.
func changed(p *pair) (*pair, int) {
	for i := range p.b {
		fmt.Fprintln(os.Stderr, i)
		fmt.Fprintln(os.Stderr, p.b)
	}
	if p == nil {
		return nil, 0
	}
	return &pair{a: change(p)}, p.b
}

func change(p *pair) int {
	p.b++
	return p.b
}

type label struct{ text, more string }

func (l label) String() string { return l.text + suffix }

// A call of label.String in full would have suffix initialized first.
var (
	full   = join(label{"a", "b"})
	suffix = fmt.Sprint("!")
)

// nope: a package-level variable needs it.
func join(s fmt.Stringer) string {
	out := s.String()
	for i := range 3 {
		out += fmt.Sprint(i) + s.String()
	}
	return out
}

// nope: its own type would be one for each T, and an argument for T.
func nested(s fmt.Stringer, depth int) string {
	type deeper struct {
		label
		depth int
	}
	out := s.String()
	for i := range depth {
		out += fmt.Sprint(i) + s.String()
	}
	if depth > 0 {
		out += nested(deeper{label{"a", "b"}, depth}, depth-1)
	}
	return out
}

func callNested() string { return nested(label{"a", "b"}, 3) }

type steps struct{ n int }

// nope: a variable that is only assigned to is an error
func (s *steps) setter() func(string) {
	last := ""
	for i := range s.n {
		fmt.Fprintln(os.Stderr, last, i)
		fmt.Fprintln(os.Stderr, i)
		last = fmt.Sprint(i)
	}
	return func(next string) { last = next }
}

func callSetter(s *steps) { s.setter()("") }
