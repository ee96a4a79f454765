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

type rays struct{ dirs []token }

func (r *rays) turned(i int, by string) *token {
	d := r.dirs[i]
	d.kind = strings.TrimSpace(strings.ToLower(by))
	if d.pos < 0 {
		return &token{kind: by} // want `the result of turned is on the heap`
	}
	d.pos = strings.Index(by, d.kind)
	return &d
}

func (r *rays) all(by string) (n int) {
	for i := range r.dirs {
		t := r.turned(i, by)
		n += t.pos
	}
	return n
}

type turner interface{ turn() *token }

// nope: an interface may call it.
//
//go:noinline
func (r *rays) turn() *token { return &token{} }

func turns(r *rays) int {
	t := r.turn()
	return t.pos
}

// nope: a method may keep it.
var kepts []*token

func (t *token) keep() { kepts = append(kepts, t) }

//go:noinline
func address() *token {
	var t token
	t.keep()
	return &t
}

func addresses() int {
	t := address()
	return t.pos
}

// nope: a literal may change it.
//
//go:noinline
func literal() (*token, func()) {
	var t token
	return &t, func() { t.pos++ }
}

//go:noinline
func literals() *token {
	var t token
	defer func() { t.pos++ }()
	return &t
}

func useLiterals() int {
	t := literals()
	return t.pos
}
