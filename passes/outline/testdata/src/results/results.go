package results

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

type token struct {
	kind string
	pos  int
}

func (t *token) advance(n int) { t.pos += n }

// scan is documented.
func scan(s string, from int) *token {
	s = strings.TrimSpace(strings.ToLower(s))
	if i := strings.Index(s, " "); i >= 0 {
		return &token{kind: s[:i], pos: from + i} // want `the result of scan is on the heap, since scan is too big to be inlined`
	}
	return &token{kind: strings.ToUpper(s), pos: from}
}

func count(lines []string) (n int) {
	for _, l := range lines {
		t := scan(l, n)
		t.advance(1)
		n += t.pos
	}
	return n
}

// Exported functions keep their signature.
func Exported(v string, more ...string) *token {
	var t token
	t.kind = strings.TrimSpace(strings.Join(more, v))
	t.pos++
	return &t // want `the result of Exported is on the heap`
}

type rays struct{ dirs []token }

func (r *rays) turned(
	i int,
	by string,
) *token {
	d := r.dirs[i]
	d.kind = strings.TrimSpace(strings.ToLower(by))
	if d.pos < 0 {
		return &token{kind: by} // want `the result of turned is on the heap`
	}
	d.pos = strings.Index(by, d.kind)
	return &d
}

func anonymous(s string) *struct{ x, y int } {
	return &struct{ x, y int }{strings.Index(s, "x"), strings.Index(s, "y")} // want `the result of anonymous is on the heap`
}

// nope: who gets nil each time would make one each time.
func maybe(s string) *token {
	s = strings.TrimSpace(strings.ToLower(s))
	if s == "" {
		return nil
	}
	return &token{kind: s} // refused "a return of maybe needs no new object, but its callers would make one"
}

var last *token

// nope: something else has it as well.
func kept(s string) *token {
	t := &token{kind: strings.TrimSpace(strings.ToLower(s))}
	last = t
	return last
}

// nope: the same, by its address.
func address(s string) *token {
	var t token
	t.kind = strings.TrimSpace(strings.ToLower(s))
	last = &t
	return &t
}

// A method that keeps nothing may have its address.
func method(s string) *token {
	t := token{kind: strings.TrimSpace(strings.ToLower(s))}
	t.advance(1)
	return &t // want `the result of method is on the heap`
}

// nope: a literal changes it after the return.
func literal(s string) *token {
	t := token{kind: strings.TrimSpace(strings.ToLower(s))}
	defer func() { t.pos++ }()
	return &t
}

type guarded struct {
	mu sync.Mutex
	n  int
}

// It must not be copied, but can be written in place.
func guard(s string) *guarded {
	return &guarded{n: strings.Index(s, "x") + strings.Index(s, "y")} // want `the result of guard is on the heap`
}

// So can this one.
func guardCopy(s string) *guarded {
	var g guarded // want `the result of guardCopy is on the heap`
	g.n = strings.Index(s, "x") + strings.Index(s, "y")
	return &g
}

type counted struct{ n atomic.Int64 }

func counter(s string) *counted {
	fmt.Println(strings.TrimSpace(s))
	return &counted{} // want `the result of counter is on the heap`
}

type big struct{ a [100]int }

func large(s string) *big {
	return &big{[100]int{strings.Index(s, "x"), strings.Index(s, "y")}} // want `the result of large is on the heap`
}

// Too big to be copied, it is filled in place.
func largeCopy(s string) *big {
	var b big // want `the result of largeCopy is on the heap`
	b.a[0] = strings.Index(s, "x")
	b.a = [100]int{strings.Index(s, "x"), strings.Index(s, "y")}
	return &b
}

type huge struct{ a [100000]byte }

// nope: on the heap in any case.
func enormous(s string) *huge {
	fmt.Println(strings.TrimSpace(s))
	return &huge{}
}

// nope: inlined anyway.
func tiny() *token { return &token{} }

// nope: it must not be inlined.
//
//go:noinline
func directed() *token { return &token{} }

// The name of a result is documentation.
func named(s string) (t *token) {
	return &token{kind: strings.TrimSpace(strings.ToLower(s))} // want `the result of named is on the heap`
}

func two(s string) (*token, error) {
	switch strings.ToLower(s) {
	case "":
		return nil, fmt.Errorf("empty")
	case "x":
		t := token{pos: 1}
		t.pos++
		return &t, nil // want `the result of two is on the heap`
	case "y":
		return nil, fmt.Errorf("y")
	}
	return &token{
		kind: strings.TrimSpace(s), // the kind
	}, nil
}

type pair[K comparable] struct {
	key K
	n   int
}

func (p *pair[K]) next(keys []K, k K) (K, *pair[K]) {
	for i := range keys {
		if keys[i] == k && strings.ToLower(fmt.Sprint(k)) != "" {
			return k, &pair[K]{k, i} // want `the result of next is on the heap`
		}
	}
	return k, &pair[K]{}
}

// nope: the other result is a call, which might come first.
func called(s string) (*token, string) {
	return &token{kind: strings.TrimSpace(s)}, strings.ToLower(s)
}

// nope: a comment would be lost.
func commented(s string) (*token, error) {
	fmt.Println(strings.TrimSpace(strings.ToLower(s)))
	return &token{kind: s} /* new */, nil
}

// nope: token is no type in the body.
func hidden(token int) (*token, error) {
	t := scanned(strings.Repeat("x", token))
	return &t, nil
}

func scanned(s string) token { return token{kind: s} }

// nope: two pointers.
func twins(s string) (*token, *token) {
	fmt.Println(strings.TrimSpace(strings.ToLower(s)))
	return &token{kind: s}, &token{kind: s}
}

// nope: a package variable is not its own.
var shared token

func global(s string) *token {
	shared.kind = strings.TrimSpace(strings.ToLower(s))
	return &shared
}

func clean() { recover() }

// A deferred call may recover, and the function return nil.
func recovers(s string) *token {
	defer clean()
	return &token{kind: strings.TrimSpace(strings.ToLower(s))} // want `the result of recovers is on the heap`
}

var mu sync.Mutex

func unlocks(s string) *token {
	mu.Lock()
	defer mu.Unlock()
	return &token{kind: strings.TrimSpace(strings.ToLower(s))} // want `the result of unlocks is on the heap`
}

// Results are set in front of bare returns.
func bare(s string) (t *token, err error) {
	if s == "" {
		t, err = nil, errNone
		return
	}
	s = strings.TrimSpace(strings.ToLower(s))
	t, err = &token{ // want `the result of bare is on the heap`
		kind: s,
	}, nil
	return
}

// nope: one result is set elsewhere.
func partly(s string) (t *token, err error) {
	err = errNone
	s = strings.TrimSpace(strings.ToLower(s))
	t = &token{kind: s}
	return
}

var errNone = errors.New("none")

// nope: the error may be nil.
func absent(s string) (*token, error) {
	n, err := fmt.Sscan(strings.TrimSpace(s))
	if err != nil || n == 0 {
		return nil, err
	}
	return &token{kind: strings.ToLower(s)}, nil // refused "a return of absent needs no new object"
}

// nope: the same, behind the error.
func behind(s string) (*token, error) {
	n, err := fmt.Sscan(strings.TrimSpace(s))
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, err
	}
	return &token{kind: strings.ToLower(s)}, nil // refused "a return of behind needs no new object"
}

type source struct{ err error }

func (r *source) Err() error { return r.err }

// nope: a method that tells whether there was an error.
func (r *source) take(s string) (*token, error) {
	if strings.TrimSpace(s) == "" {
		return nil, r.Err()
	}
	return &token{kind: strings.ToLower(s), pos: strings.Index(s, ".")}, nil // refused "a return of take needs no new object"
}

// Errors that are known: of a condition, a field of one, a variable, one that was made, with a type.
func (r *source) known(s string) (*token, error) {
	n, err := fmt.Sscan(strings.TrimSpace(s))
	if err != nil && n == 0 {
		return nil, err
	} else if n < 0 {
		return nil, errNone
	}
	if r.err != nil {
		return nil, r.err
	}
	err = fmt.Errorf("%d", n)
	if n > 1 {
		fmt.Println(err)
		return nil, err
	}
	if n > 2 {
		return nil, &broken{n}
	}
	return &token{kind: strings.ToLower(s)}, nil // want `the result of known is on the heap`
}

// A literal mentions the error as well.
func mentioned(s string) (t *token, err error) {
	defer func() { fmt.Println(err) }()
	n, err := fmt.Sscan(strings.TrimSpace(s))
	if err != nil {
		return nil, err
	}
	return &token{kind: strings.ToLower(s), pos: n}, nil // want `the result of mentioned is on the heap`
}

type broken struct{ at int }

func (b *broken) Error() string { return "broken" }
