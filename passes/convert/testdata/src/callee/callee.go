package callee

type elem struct {
	key []byte
	sub *elem
}

func (e *elem) Key() string { return string(e.key) }

func (e elem) first() string { return string(e.key[:1]) }

func text(b []byte, n int) string {
	return string(b[:n])
}

func compared(e *elem, list []elem, k string) bool {
	if e.Key() != k { // want "bytes are copied to a string that is only looked at"
		return k+e.sub.Key() == "x" // want "bytes are copied"
	}
	for i, el := range list {
		if (el.first()) == k || el.Key() < k { // want "bytes are copied" "bytes are copied"
			return text(el.key, i) == "" // want "bytes are copied"
		}
	}
	return false
}

func chosen(e *elem, m map[string]int) int {
	switch e.Key() { // want "bytes are copied"
	case "a":
		return 1
	}
	if n, ok := m[e.first()]; ok { // want "bytes are copied"
		return n
	}
	return 0
}

func kept(e *elem, m map[string]int) string {
	m[e.Key()] = 1 // nope: the map keeps it
	m[e.Key()]++   // nope: likewise
	s := e.Key()   // want "bytes are copied"
	if s == "x" {
		return ""
	}
	return e.Key() // nope: it is returned
}

func change(e *elem) string {
	e.key[0]++
	return "x"
}

func ordered(e *elem) bool {
	return e.Key() == change(e) // refused "cannot replace its parameters"
}

func made() *elem { return &elem{} }

func calls() bool {
	return made().Key() == "" // refused "cannot replace its parameters"
}

type outer struct {
	elem
	key string
}

func embedded(o *outer) bool {
	return o.Key() == "" // refused "cannot replace its parameters"
}

type named string

func (e *elem) name() named { return named(e.key) }

func others(e *elem) bool {
	return e.name() == "" // nope: not a string
}

var sep = []byte(".")

func (e *elem) dotted() string { return string(sep) }

func unused(e *elem) bool {
	return e.dotted() == "" // refused "does not look at all of its operands"
}

func dot() string { return string(sep) }

func shadowed(sep []byte) bool {
	return dot() == string(sep) // refused "sep means something else"
}

func global(k string) bool {
	return dot() == k // want "bytes are copied"
}

func (e *elem) counted() string {
	calls()
	return string(e.key)
}

func more(e *elem) bool {
	return e.counted() == "" // nope: it does more
}

//go:noinline
func (e *elem) apart() string { return string(e.key) }

func directive(e *elem) bool {
	return e.apart() == "" // nope: it says how it wants to be compiled
}

type self []byte

func (s *self) text() string { return string(*s) }

func pointed(s *self) bool {
	return s.text() == "" // nope: another type than []byte
}

type raw = []byte

func (e *elem) part(b *raw) string { return string(*b) }

func taken(e *elem, b raw) bool {
	return e.part(&b) == "" // refused "cannot replace its parameters"
}

func generic[T any](b []byte) string { return string(b) }

func instance(b []byte) bool {
	return generic[int](b) == "" // nope: it has type parameters
}

type getter interface{ Key() string }

func dynamic(g getter) bool {
	return g.Key() == "" // nope: it may be any
}
