package objects

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// An array is an object, too.
type grid [9]int32

func (g *grid) fill(n int32) *grid {
	for i := range g {
		g[i] = n
	}
	return g
}

func (g *grid) copy(h *grid) *grid { *g = *h; return g.twice().turn() }
func (g *grid) turn() *grid        { g[0], g[8] = g[8], g[0]; return g }
func (g *grid) twice() *grid       { g[4] *= 2; return g }

// other may be another one.
func (g *grid) other(h *grid) *grid {
	if h != nil {
		return h
	}
	return g
}

var errEmpty = errors.New("empty")

func parse(s string) (*grid, error) {
	if s == "" {
		return nil, errEmpty
	}
	g := new(grid) // want "the result of parse is on the heap"
	for i, field := range strings.Fields(strings.TrimSpace(s)) {
		if _, err := fmt.Sscan(field, &g[i%9]); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func merged(a, b *grid) (sum *grid) {
	switch {
	case a == nil:
		return new(grid).copy(b) // want "the result of merged is on the heap"
	case b == nil:
		return (&grid{}).fill(1).copy(a)
	}
	sum = new(grid)
	for i := range sum {
		sum[i] = a[i] + b[i]
		fmt.Println(strings.Repeat("-", int(sum[i])))
	}
	if sum[0] == 0 {
		return new(grid).fill(sum[1]) // it is not zero any more
	}
	return
}

func turned(a *grid, times int) *grid {
	b := new(grid).copy(a) // want "the result of turned is on the heap"
	for range times {
		b.turn()
		fmt.Println(strings.ToUpper(fmt.Sprint(b[0])))
	}
	return b
}

// nope: what comes back may be the other one, in each iteration
func chosen(a *grid, list []*grid) (best *grid) {
	for _, h := range list {
		best = new(grid).other(h)
		fmt.Println(strings.ToUpper(fmt.Sprint(best[0])))
	}
	return best
}

// nope: one for each iteration
func last(list []*grid) (g *grid) {
	for _, h := range list {
		g = new(grid).copy(h)
		fmt.Println(strings.ToUpper(fmt.Sprint(g[0])))
	}
	return g
}

type mask uint16

func (m *mask) set(i int) { *m |= 1 << i }

func flags(s string) *mask {
	var ( // the value is zero
		m = new(mask) // want "the result of flags is on the heap"
		n = len(s)
	)
	for i, field := range strings.Fields(strings.ToLower(s)) {
		if strings.Contains(field, "x") {
			m.set(i + n)
		}
	}
	return m
}

func masked(s string) (*mask, bool) {
	m := mask(len(s))
	if i := strings.Index(strings.ToLower(s), "x"); i > 0 {
		m |= 1 << i
		return &m, true // want "the result of masked is on the heap"
	}
	up := strings.Contains(strings.ToUpper(s), "Y")
	return &m, up
}

// The name of a result is used.
func named(s string) (found *grid, err error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		err = errors.New("no grid")
		return nil, err
	}
	return &grid{int32(len(s))}, nil // want `the result of named is on the heap`
}

// nope: a return without values may return no error.
func bare(s string) (found *grid, err error) {
	if strings.TrimSpace(s) == strings.ToLower(s) {
		return
	}
	return &grid{int32(len(s))}, nil
}

// A deferred literal sets the result.
func deferred(s string) (found *grid, err error) {
	defer func() { err = errors.New(strings.TrimSpace(s)) }()
	return &grid{int32(len(s))}, nil // want `the result of deferred is on the heap`
}

// A slice of a constant length.
func (g *grid) bytes() []byte {
	out := make([]byte, 0, 4*len(grid{})) // want "the result of bytes is on the heap"
	for _, n := range g {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
		out[0] ^= out[len(out)-1]
	}
	fmt.Println(strings.ToUpper("bytes"))
	return out
}

func digits(n int) []byte {
	text := make([]byte, 20) // want "the result of digits is on the heap"
	for i := range text {
		text[len(text)-i-1] = byte('0' + n%10)
		n /= 10
	}
	fmt.Println(strings.ToUpper("digits"))
	return text
}

// nope: too long for the stack, or nobody knows how long
func long(n int) ([]byte, []int) {
	text := make([]byte, 1<<17)
	list := make([]int, n)
	for i := range text {
		text[i] = byte(i)
	}
	fmt.Println(strings.ToUpper("long"))
	return text, list
}

func use(s string, dst []byte, n int) []byte {
	g, _ := parse(s)
	fmt.Println(g.turn()[0], merged(g, g)[0], turned(g, 2)[0], *flags(s))
	m, _ := masked(s)
	fmt.Println(*m, g.bytes()[3], chosen(g, nil)[0], last(nil)[0], len(long2(n)))
	g, _ = named(s)
	g, _ = bare(s)
	g, _ = deferred(s)
	return append(dst, digits(n)...)
}

func long2(n int) []byte { b, _ := long(n); return b }

func counted(s string) *mask {
	var (m = new(mask); n = len(s)) // want "the result of counted is on the heap"
	for i, field := range strings.Fields(strings.ToUpper(s)) {
		if strings.Contains(field, "Y") {
			m.set(i + n)
		}
	}
	return m
}

func callsCounted() int { return int(*counted("x y")) }
