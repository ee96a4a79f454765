package results

import (
	"fmt"
	"strings"
	"sync"
)

type token struct {
	kind string
	pos  int
}

func (t *token) advance(n int) { t.pos += n }

func (t token) String() string { return t.kind }

func scan(s string, from int) *token {
	s = strings.TrimSpace(strings.ToLower(s))
	if i := strings.Index(s, " "); i >= 0 {
		return &token{kind: s[:i], pos: from + i} // want `the result of scan is on the heap, though its callers need no pointer`
	}
	return &token{kind: strings.ToUpper(s), pos: from}
}

func count(lines []string) (n int) {
	for _, l := range lines {
		t := scan(l, n)
		t.advance(1)
		n += t.pos + len(t.String())
	}
	return n
}

//go:noinline
func point(x, y int) *struct{ x, y int } {
	return &struct{ x, y int }{x, y} // want `the result of point is on the heap`
}

func sum(n int) (s int) {
	for i := range n {
		p := point(i, i)
		s += p.x + p.y
	}
	return s
}

// nope: the caller passes the pointer on.
//
//go:noinline
func passed() *token { return &token{} }

func keep(*token) {}

func pass() {
	t := passed()
	keep(t)
}

// nope: nil is a result, too.
//
//go:noinline
func maybe(ok bool) *token {
	if !ok {
		return nil
	}
	return &token{}
}

func maybes() int {
	t := maybe(true)
	return t.pos
}

// nope: the callee keeps it as well.
var last *token

//go:noinline
func kept() *token {
	t := &token{}
	last = t
	return t
}

func keeps() int {
	t := kept()
	return t.pos
}

// nope: exported.
//
//go:noinline
func Exported() *token { return &token{} }

func exports() int {
	t := Exported()
	return t.pos
}

// nope: a method value.
//
//go:noinline
func bound() *token { return &token{} }

func binds() func(int) {
	t := bound()
	return t.advance
}

// nope: used as a value.
//
//go:noinline
func funcValue() *token { return &token{} }

var ref = funcValue

func refs() int {
	t := funcValue()
	return t.pos
}

// nope: must not be copied.
type guarded struct {
	mu sync.Mutex
	n  int
}

//go:noinline
func guard() *guarded { return &guarded{} }

func guards() int {
	g := guard()
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.n
}

// nope: assigned again.
//
//go:noinline
func again(n int) *token { return &token{pos: n} }

func agains() int {
	t := again(1)
	u := t.advance
	t = again(2)
	u(1)
	return t.pos
}

// nope: too big to be copied.
type big struct{ a [100]int }

//go:noinline
func large() *big { return &big{} }

func larges() int {
	b := large()
	return b.a[0]
}

// nope: inlined anyway.
func tiny() *token { return &token{} }

func tinies() int {
	t := tiny()
	return t.pos
}

// nope: used in an expression.
//
//go:noinline
func direct() *token { return &token{} }

func directs() { fmt.Println(direct()) }
