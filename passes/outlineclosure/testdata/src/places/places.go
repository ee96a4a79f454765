package places

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

var total = "t"

// limiter returns in a branch, and panics in the other.
func limiter(spec string, size int) func(int) bool {
	if name, n, ok := strings.Cut(spec, "/"); ok {
		max := size + len(strings.TrimSpace(name))*len(n)
		fmt.Println(max)
		// One more for each call.
		return func(n int) bool { return n < max } // want `the function that limiter returns is on the heap`
	}
	panic(fmt.Sprintf("limiter: %q", spec))
}

// retry returns out of a loop.
func retry(name string) func() string {
	for {
		name = strings.TrimPrefix(strings.ToLower(name), "x")
		if fmt.Println(name); !strings.HasPrefix(name, "x") {
			return func() string { return name } // want `the function that retry returns is on the heap`
		}
	}
}

// twoCases returns in one of two cases.
func twoCases(kind int, name string) (f func() int, err error) {
	switch {
	case kind > 0:
		fmt.Println(strings.ToLower(name))
		f, err = func() int { kind++; return kind }, nil // want `the function that twoCases returns is on the heap`
		return
	default:
		panic(errors.New(strings.ToUpper(name)))
	}
}

// held has the literal in a variable.
func held(name string) func(string) bool {
	name = strings.TrimSpace(strings.ToLower(name))
	same := func(s string) bool { // want `the function that held returns is on the heap`
		return strings.EqualFold(s, name) // in any case
	}
	fmt.Println(name)
	return same
}

// wrapped consists of a literal.
func wrapped(name string) func() string {
	return func() func() string {
		name = strings.TrimSpace(strings.ToLower(name))
		fmt.Println(name)
		return func() string { return name } // want `the function that wrapped returns is on the heap`
	}()
}

// typed has a type parameter, which only the literal mentions.
func typed[K comparable, V any](name string, m map[K]V) func(K) V {
	fmt.Println(strings.TrimSpace(name), strings.ToLower(name))
	name = strings.ToUpper(name)
	return func(k K) V { fmt.Println(name); return m[k] } // want `the function that typed returns is on the heap`
}

type list[T any] struct {
	all  []T
	name string
}

// each is a method of a generic type, which only the literal uses.
func (l *list[T]) each(name string) func(func(T)) {
	name = strings.TrimSpace(strings.ToLower(name))
	fmt.Println(name)
	return func(yield func(T)) { // want `the function that each returns is on the heap`
		for _, x := range l.all {
			fmt.Println(name)
			yield(x)
		}
	}
}

// nope: the rest needs the receiver, and with it the type parameter
func (l *list[T]) named(name string) func() string {
	name = strings.TrimSpace(strings.ToLower(name)) + l.name
	fmt.Println(name)
	return func() string { return name }
}

// nope: the variable in the branch hides a parameter of another type
func hiding(n int) func() string {
	if n > 0 {
		n := strings.TrimSpace(strings.Repeat("x", n))
		fmt.Println(n)
		return func() string { return n }
	}
	panic(fmt.Sprint(n))
}

// nope: the literal means another variable of that name than the second result
func both(n int) (func() int, int) {
	f := func() int { return n }
	if n > 0 {
		n := len(strings.TrimSpace(strings.Repeat("x", n)))
		fmt.Println(n)
		return f, n
	}
	panic(fmt.Sprint(n))
}

// nope: the literal means the variable of the package
func global(n int) (func() string, string) {
	f := func() string { return total }
	if n > 0 {
		total := strings.TrimSpace(strings.Repeat("x", n))
		fmt.Println(total)
		return f, total
	}
	panic(fmt.Sprint(n))
}

// nope: the value would be that of another variable where the function returns
func inner(n int) func() int {
	n += len(strings.TrimSpace(strings.Repeat("x", n)))
	f := func() int { return n }
	if n > 0 {
		n := len(strings.TrimSpace(strings.Repeat("x", n)))
		fmt.Println(n)
		return f
	}
	panic(fmt.Sprint(n))
}

// nope: the variable has the name of a result
func result(n int) (f func() string, err error) {
	if n > 0 {
		err := strings.TrimSpace(strings.Repeat("x", n))
		fmt.Println(err)
		return func() string { return err }, nil
	}
	panic(fmt.Sprint(n))
}

// nope: what is called before may have called the literal, which changes what it captures
func used(n int) func() int {
	f := func() int { n++; return n }
	fmt.Println(strings.Repeat("x", f()), strings.Repeat("y", f()))
	return f
}

// nope: the variable that holds the literal has another one later
func again(name string) func() string {
	name = strings.TrimSpace(strings.ToLower(name))
	f := func() string { return name }
	if fmt.Println(name); name == "" {
		f = func() string { return "" }
	}
	return f
}

// nope: a goroutine of the rest shares the variable that the literal changes
func shared(n int) func() int {
	for {
		go func() { fmt.Println(n, strings.Repeat("x", n)) }()
		if fmt.Println(n); n > 0 {
			return func() int { n++; return n }
		}
	}
}

// nope: two returns
func either(name string) func() string {
	name = strings.TrimSpace(strings.ToLower(name))
	if fmt.Println(name); name == "" {
		return func() string { return "none" }
	}
	return func() string { return name }
}

var mu sync.Mutex

// nope: the name is read before the deferred call unlocks it
func locked(n int) (f func() int, name string) {
	if mu.Lock(); n > 0 {
		defer mu.Unlock()
		fmt.Println(strings.Repeat("x", n), n)
		f, name = func() int { return n }, total
		return
	}
	panic(n)
}

// nope: the result is set before, too
func twice(name string) (f func() string) {
	f = errors.New(name).Error
	name = strings.TrimSpace(strings.ToLower(name))
	f = func() string { return name }
	return
}

// nope: the rest defers what may recover
func recovers(name string) func() string {
	return func() func() string {
		defer clean()
		name = strings.TrimSpace(strings.ToLower(name))
		fmt.Println(name)
		return func() string { return name }
	}()
}

func clean() { recover() }

func use() {
	limiter("a/b", 1)(1)
	retry("x")()
	f, _ := twoCases(1, "x")
	f()
	held("x")("y")
	wrapped("x")()
	typed("x", map[int]int{})(1)
	l := &list[int]{}
	l.each("x")(func(int) {})
	l.named("x")()
	hiding(1)()
	g, _ := both(1)
	g()
	inner(1)()
	h, _ := global(1)
	h()
	h, _ = result(1)
	h()
	used(1)()
	again("x")()
	shared(1)()
	either("x")()
	g, _ = locked(1)
	g()
	twice("x")()
	recovers("x")()
}
