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

// nope: two types.
//
//go:noinline
func two(s fmt.Stringer) int { return len(s.String()) }

func twos() int { return two(point{}) + two(time.Second) }

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
