package large

import (
	"sort"
	"sync/atomic"
)

const tableSize = 1 << 16

// histogram has a table that is too large for the stack.
func histogram(p []byte) (most int) {
	var table [tableSize]uint32 // want `table is made in each call and used up in it; it could come from a pool$`
	for i := 1; i < len(p); i++ {
		table[int(p[i-1])<<8|int(p[i])]++
	}
	for i := range table {
		if table[i] > table[most] {
			most = i
		}
	}
	clear(table[:len(table)/2])
	return most
}

type tokens struct {
	list  [tableSize]token
	n     int
	names map[string]int
}

type token struct{ from, to int32 }

func (t *tokens) add(x token) {
	t.list[t.n] = x
	t.n++
}

func (t *tokens) all() []token { return t.list[:t.n] }

func (t tokens) size() int { return t.n }

func fill(t *tokens, p []byte) {
	if t == nil {
		return
	}
	for i := range p {
		t.add(token{int32(i), int32(p[i])})
	}
}

func longest(p []byte) int32 {
	var t tokens // want `t is made in each call`
	fill(&t, p)
	t.add(token{})
	t.names = make(map[string]int)
	t.names["x"]++
	var best int32
	for _, x := range t.list {
		best = max(best, x.to-x.from)
	}
	return best
}

func pointed(p []byte) token {
	t := new(tokens) // want `t is made in each call`
	fill(t, p)
	x := t.list[0]
	if (t).n > 1 {
		x.to++
	}
	return x
}

func literal(p []byte) int {
	t := tokens{} // want `t is made in each call`
	fill(&(t), p)
	return t.n
}

// the length is a constant of the function.
func local(p []byte) uint64 {
	const size = 1 << 17
	var table [size]uint64 // want `table is made in each call`
	for i, x := range p {
		table[int(x)<<8] = uint64(i)
	}
	return table[0]
}

// nope: the type is one of the function.
func own() int {
	type table struct{ list [1 << 18]int }
	var t table
	t.list[3]++
	return t.list[4]
}

// nope: the deferred calls would pile up.
func again(p []byte) (n byte) {
next:
	n++
	var table [tableSize]uint32
	table[n]++
	if table[p[n]] == 0 {
		goto next
	}
	return n
}

// nope: returned in part.
func leaks(p []byte) []token {
	var t tokens
	fill(&t, p)
	return t.all()
}

// nope: kept in part.
func keeps(p []byte) []token {
	var t tokens
	fill(&t, p)
	return t.list[:t.n]
}

// nope: copied as a whole.
func copies(p []byte) int {
	var t tokens
	fill(&t, p)
	u := t
	return u.n
}

// nope: in an interface.
func sorts(less func(i, j int) bool) token {
	var t tokens
	sort.Slice(t.list[:], less)
	return t.list[0]
}

// nope: a range over a pointer makes no copy.
func ranges() (sum uint32) {
	var table [tableSize]uint32
	for i, x := range table {
		table[(i+1)%tableSize] = x + 1
		sum += x
	}
	return sum
}

// nope: an address is kept.
func address() *token {
	var t tokens
	return &t.list[3]
}

var last *tokens

func remember(t *tokens) { last = t }

// nope: remember does.
func remembers() {
	var t tokens
	remember(&t)
}

// nope: fits the stack.
func fits() byte {
	var table [1 << 10]byte
	table[3] = 1
	return table[4]
}

// nope: too large for a pool.
func huge() byte {
	var table [64 << 20]byte
	table[3] = 1
	return table[4]
}

// A link refers to its own type by way of a type argument.
type link struct{ next atomic.Pointer[link] }

// nope: small.
func linked() *link {
	var l link
	return l.next.Load()
}
