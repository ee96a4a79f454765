package unmade

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type key struct {
	text string
	self *key
	n    int
}

var last *key

func (k *key) link()        { k.self = k }
func (k *key) same() *key   { return k }
func (k *key) count(n *int) { k.n, *n = k.n+1, k.n }

// nope: linkedKey keeps the address in the object.
func linked(s string) (*key, error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		return nil, errors.New("no key")
	}
	return linkedKey(s), nil
}

func linkedKey(s string) *key {
	k := key{text: s}
	k.link()
	return &k
}

// nope: remembered is somebody else's as well.
func remembers(s string) (*key, error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		return nil, errors.New("no key")
	}
	return remembered(s), nil
}

func remembered(s string) *key {
	last = &key{text: s}
	return last
}

// nope: it may be nil.
func maybe(s string) (*key, error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		return nil, errors.New("no key")
	}
	return keyOf(s), nil
}

func keyOf(s string) *key {
	if s == "" {
		return nil
	}
	return &key{text: s}
}

// nope: the same object again.
func aliased(s string) (*key, error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		return nil, errors.New("no key")
	}
	return last.same(), nil
}

// nope: what calls makes has two results.
func two(s string) (*key, error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		return nil, errors.New("no key")
	}
	return keyAnd(s)
}

func keyAnd(s string) (*key, error) { return &key{text: s}, nil }

// nope: the other result may come first, and changes what newKey reads.
func ordered(n int) (*key, int) {
	if strings.TrimSpace(fmt.Sprint(n)) == strings.ToLower(fmt.Sprint(n)) {
		return &key{}, 0
	}
	return newKey(&n), next(&n)
}

func newKey(n *int) *key { return &key{n: *n} }

func next(n *int) int {
	*n++
	return *n
}

// nope: the variable changes while newKey runs.
func beside(n int) (*key, int) {
	if strings.TrimSpace(fmt.Sprint(n)) == strings.ToLower(fmt.Sprint(n)) {
		return &key{}, 0
	}
	return nextKey(&n), n
}

func nextKey(n *int) *key {
	*n++
	return &key{n: *n}
}

// nope: bigKey is not inlined, and keeps what it returns.
func big(s string) (*key, error) {
	if s == "" {
		return nil, errors.New("no key")
	}
	return bigKey(s), nil
}

func bigKey(s string) *key {
	last = &key{text: strings.TrimSpace(strings.ToLower(s))}
	return last
}

// nope: the name of the result hides the type.
func hidden(s string) (key *key, err error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		return nil, errors.New(s)
	}
	return keyFor(s), nil
}

func keyFor(s string) *key { return &key{text: s} }

// nope: a mutex must not be copied.
type guarded struct {
	sync.Mutex
	n int
}

func newGuarded(n int) *guarded { return &guarded{n: n} }

func guard(s string) (*guarded, error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		return nil, errors.New("none")
	}
	return newGuarded(len(s)), nil
}

// nope: the method runs after the return.
func late(s string) *key {
	k := key{text: strings.TrimSpace(strings.ToLower(s))}
	var n int
	defer k.count(&n)
	return &k
}

// nope: beside it.
func goes(s string) *key {
	k := key{text: strings.TrimSpace(strings.ToLower(s))}
	go k.link()
	return &k
}

// nope: a method value keeps it.
func value(s string) (*key, func()) {
	k := key{text: strings.TrimSpace(strings.ToLower(s))}
	return &k, k.link
}
