package questions

import "fmt"

type flag bool

type value struct {
	n     int
	quiet flag
	on    bool
	of    any
	next  *value
}

// What was asked before may have another answer by now, but for nil of a variable that stays.
func askedBefore(l, other *logger, list []*logger, n int, always bool) {
	if l != nil && l != other {
		l.twice(info, n) // want `even if twice does nothing$`
		l = list[0]
		l.twice(info, n) // want `even if twice does nothing$`
	} else {
		l.twice(debug, n) // want `even if twice does nothing$`
	}
	if always || n > 3 && other != nil {
		other.twice(info, n) // want `even if twice does nothing$`
	}
	if other != nil {
		other := list[1]
		other.twice(info, n) // want `even if twice does nothing$`
	}
}

// The first question is asked already, of another one: it is asked again, and follows v.
func (v *value) both(args ...any) {
	if !v.on {
		return
	}
	if *verbosity < 3 {
		return
	}
	fmt.Println(args...)
}

func boths(v *value, n int) {
	if v.on {
		v = v.next
		v.both(n, v.n) // want `even if both does nothing$`
	}
}

// No && joins a bool with a flag.
func (v *value) flags(args ...any) {
	if v.quiet {
		return
	}
	if !v.on {
		return
	}
	fmt.Println(args...)
}

// The question is one for a pointer, although the method copies what it points to.
func (v *value) some() bool { return v != nil && v.on }

func (v value) show(args ...any) {
	if v.some() {
		fmt.Println(args...)
	}
}

// A constant has another type where an interface is asked for.
func (v *value) is(x any) bool { return v.of == x }

func (v *value) kind(at level, args ...any) {
	if v.is(at) {
		fmt.Println(args...)
	}
}

func (v *value) same(at level, of any, args ...any) {
	if at == of {
		fmt.Println(args...)
	}
}

func between(low, high level, args ...any) {
	if low <= info || high <= info {
		return
	}
	fmt.Println(args...)
}

func hooked(f func(), args ...any) {
	if f == nil {
		return
	}
	fmt.Println(args...)
}

func flags(v *value, n int, name string, at level, quiet flag, debug bool, hook func()) {
	v.flags(n)          // want `even if flags does nothing$`
	v.show(n)           // want `review: an argument that panics`
	v.kind(at, n)       // want `even if kind does nothing$`
	v.kind(2, n)        // nope: it would be an int
	v.same(at, v.of, n) // want `even if same does nothing$`
	v.same(2, v.of, n)  // nope: it would be an int
	between(at, at, n)  // nope: the same would be asked twice
	hooked(hook, n)     // want `even if hooked does nothing$`
	hooked(v.run, n)    // nope: a method is not nil
}

func (v *value) run() {}

func (v *value) inner(args ...any) {
	if !v.on || !(v.n > 3 && v.n < 5) {
		return
	}
	fmt.Println(args...)
}

func inners(v *value, n int) {
	v.inner(n) // want `even if inner does nothing$`
}

// Where l is there, the last question stands alone.
func (l *logger) alone(args ...any) {
	if l == nil {
		return
	}
	if l.on || l.min > info {
		fmt.Println(args...)
	}
}

func alones(l *logger, n int) {
	l.min++
	l.alone(n) // want `even if alone does nothing$`
}

// What may be said of both is said once.
func mergedReview(l *logger, list []int) {
	l.debugf("%d", list[0]) // want `review: [^;]*$`
	l.debugf("%d", list[1])
}
