package params

import (
	"fmt"
	"time"
)

type point struct{ x, y int }

func (p point) String() string { return fmt.Sprint(p.x, p.y) }

func (p point) Len() int { return p.x }

//go:noinline
func width(s fmt.Stringer, n int) int {
	return len(s.String()) + n
}

func widths(list []point) (n int) {
	for _, p := range list {
		n += width(p, 1) // want `each call of width copies its argument to the heap to make an interface of it`
	}
	return n + width(point{1, 2}, 2)
}

//go:noinline
func show(d interface{ Seconds() float64 }) float64 {
	return d.Seconds()
}

func shows() float64 { return show(3 * time.Second) } // want `each call of show copies its argument`

// Two types.
//
//go:noinline
func two(n int, s fmt.Stringer) int { return len(s.String()) + n }

func twos() int {
	return two(1, point{}) + // want `each call of two copies its argument`
		two(2, time.Second) + two(3, &point{})
}

// nope: two types that need no copy.
//
//go:noinline
func twoPointers(s fmt.Stringer) int { return len(s.String()) }

func pointerTwos(p *point, q *wrapped) int { return twoPointers(p) + twoPointers(q) }

type wrapped struct{ point }

type printer struct{ n int }

// nope: a method has no type parameters.
//
//go:noinline
func (p *printer) width(s fmt.Stringer) int { return len(s.String()) + p.n }

func (p *printer) widths() int { return p.width(point{}) + p.width(time.Second) }

// One of a kind for a method.
//
//go:noinline
func (p *printer) one(s fmt.Stringer) int { return len(s.String()) + p.n }

func (p *printer) ones() int { return p.one(point{}) } // want `each call of one copies its argument`

// The two parameters: one of them.
//
//go:noinline
func both(s, t fmt.Stringer, u fmt.Stringer, v interface{ Seconds() float64 }) float64 {
	return float64(len(s.String())+len(t.String())+len(u.String())) + v.Seconds()
}

func boths() float64 {
	return both(point{}, point{}, point{}, time.Second) + // want `each call of both copies its argument` `each call of both copies its argument`
		both(point{}, point{}, time.Hour, time.Second)
}

// nope: inside of a generic function, the type is not one type.
//
//go:noinline
func inGeneric(s fmt.Stringer) int { return len(s.String()) }

func generics[T fmt.Stringer](x T) int { return inGeneric(x) }

// nope: a pointer needs no copy.
//
//go:noinline
func pointer(s fmt.Stringer) int { return len(s.String()) }

func pointers(p *point) int { return pointer(p) }

// nope: passed on.
//
//go:noinline
func printed(s fmt.Stringer) { fmt.Println(s) }

func prints() { printed(point{}) }

// nope: its type is asked for.
//
//go:noinline
func asked(s fmt.Stringer) bool {
	_, ok := s.(interface{ Len() int })
	return ok && s.String() != ""
}

func asks() bool { return asked(point{}) }

// nope: nil.
//
//go:noinline
func none(s fmt.Stringer, ok bool) int {
	if ok {
		return len(s.String())
	}
	return 0
}

func nones() int { return none(nil, false) + none(point{}, true) }

// nope: an interface already.
//
//go:noinline
func iface(s fmt.Stringer) int { return len(s.String()) }

func ifaces(s fmt.Stringer) int { return iface(s) }

// nope: exported.
//
//go:noinline
func Exported(s fmt.Stringer) int { return len(s.String()) }

func exports() int { return Exported(point{}) }

// nope: used as a value.
//
//go:noinline
func valued(s fmt.Stringer) int { return len(s.String()) }

var ref func(fmt.Stringer) int = valued

func values() int { return valued(point{}) }

// nope: a multi-value call.
//
//go:noinline
func multi(s fmt.Stringer, n int) int { return len(s.String()) + n }

func pair() (point, int) { return point{}, 1 }

func multis() int { return multi(pair()) }

// nope: inlined anyway.
func tiny(s fmt.Stringer) string { return s.String() }

func tinies() string { return tiny(point{}) }

// Two types, and a list.
//
//go:noinline
func widest(s fmt.Stringer, more ...string) int { return len(s.String()) + len(more) }

func widests(list []string) int {
	return widest(point{}) + // want `each call of widest copies its argument`
		widest(time.Second, list...) + widest(point{}, "a", "b")
}
