package made

import (
	"errors"
	"fmt"
	"strings"
)

type field struct{ n [4]uint32 }

// Set returns its receiver, so that calls can be chained.
func (f *field) Set(g *field) *field {
	*f = *g
	return f
}

func (f *field) parse(s string) bool {
	for i := range f.n {
		f.n[i] = uint32(strings.Count(s, fmt.Sprint(i)))
	}
	return f.n[0] == 0
}

type key struct{ x, y field }

func newKey(x, y *field) *key {
	var k key
	k.x.Set(x)
	k.y.Set(y)
	return &k
}

// Parse is documented.
func Parse(s string) (parsed *key, err error) {
	var x, y field
	if x.parse(s) {
		return nil, errors.New("no x")
	}
	// Now the rest.
	if y.parse(s[1:]) {
		return nil, errors.New("no y")
	}
	return newKey(&x, &y), nil // want `the result of Parse is on the heap, since Parse is too big to be inlined`
}

type ring struct{ keys []key }

func (r *ring) newKey(i int) *key {
	k := &key{x: r.keys[i].x}
	k.y.Set(&r.keys[i].y)
	return k
}

// at returns several, each in its own way.
func (r *ring) at(s string) (_ *key, n int, _ error) {
	i := strings.Index(s, strings.ToUpper(s))
	switch {
	case i < 0:
		return nil, 0, fmt.Errorf("no %s", s)
	case i == 0:
		return r.newKey(0), i, nil // want `the result of at is on the heap`
	case i == 1:
		return &key{x: r.keys[1].x}, i, nil
	}
	k := r.keys[i]
	k.x.parse(s)
	return &k, i, nil
}

// The names are taken: k of the type, and parsed of the result.
func taken(k string) (parsed *key, err error) {
	if parsed := strings.ToUpper(k); parsed == k {
		fmt.Println(parsed, strings.ToLower(k))
		return nil, errors.New(parsed)
	}
	return newKey(new(field), new(field)), nil // want `the result of taken is on the heap`
}

func all(s string) *key {
	var x field
	if x.parse(strings.TrimSpace(s)) {
		fmt.Println(s)
		return newKey(&x, &x) // want `the result of all is on the heap`
	}
	return &key{x: x}
}

type pair[K comparable] struct{ a, b K }

func newPair[K comparable](a, b K) *pair[K] { return &pair[K]{a, b} }

func words(s string) (*pair[string], error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		return nil, errors.New("no words")
	}
	return newPair[string](s, s), nil // want `the result of words is on the heap`
}

func use(s string) uint32 {
	k, err := Parse(s)
	if err != nil {
		return 0
	}
	l, _ := taken(s)
	m, _, _ := (&ring{}).at(s)
	return k.x.n[0] + l.x.n[0] + m.x.n[0] + all(s).x.n[0]
}
