package makers

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
)

// adder is documented.
func adder(start, modulus int) func(int) int {
	if modulus <= 0 {
		panic(fmt.Sprintf("modulus %d", modulus))
	}
	total := start
	for total < 0 {
		total += modulus // never negative
	}

	// The function changes total.
	return func(n int) int { // want `the function that adder returns is on the heap, since adder is too big to be inlined`
		total += n // in place
		for total >= modulus {
			total -= modulus
		}
		return total
	}
}

func sums(starts []int) (n int) {
	for _, s := range starts {
		add := adder(s, 1000)
		add(600)
		n += add(700)
	}
	return n
}

// checked only looks at what it is given.
func checked(name string, limit int) (func(string) bool, error) {
	if name == "" || limit < 0 {
		panic(fmt.Sprintf("checked: %q, %d", name, limit))
	}
	fmt.Println(name)
	return func(s string) bool { return len(s) < limit && s != name }, nil // want `the function that checked returns is on the heap`
}

func check(list []string) (n int) {
	for _, s := range list {
		ok, _ := checked("x", 3)
		if ok(s) {
			n++
		}
	}
	return n
}

type set struct {
	m  map[string]int
	mu sync.Mutex
}

// All is a method of which the callers are not known.
func (s *set) All() iter.Seq[string] {
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []string
	for k := range s.m {
		keys = append(keys, strings.ToLower(k))
	}
	slices.Sort(keys)
	return func(yield func(string) bool) { // want `the function that All returns is on the heap`
		for _, k := range keys {
			if !yield(k) {
				return
			}
		}
	}
}

type matcher func(string) bool

// A parameter that is set, and a conversion.
func folded(want string, _ ...string) matcher {
	want = strings.TrimSpace(strings.ToLower(want))
	return matcher(func(s string) bool { return strings.EqualFold(s, want) }) // want `the function that folded returns is on the heap`
}

func folds(list []string) (n int) {
	for _, s := range list {
		if folded(s)("x") {
			n++
		}
	}
	return n
}

// A literal that only reads, before the return of one that does too.
func sorted(list []string) iter.Seq[string] {
	list = append(list, "x")
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(list[0]+a, list[0]+b) })
	fmt.Println(len(list))
	return func(yield func(string) bool) { yield(list[0]) } // want `the function that sorted returns is on the heap`
}

func sorts(list []string) (n int) {
	for s := range sorted(list) {
		n += len(s)
	}
	return n
}

// nope: it is inlined as it is.
func small(n int) func() int {
	n++
	return func() int { return n }
}

// nope: small together with what it captures, but for the rest.
func nearly(a, b int) func() int {
	if a > b {
		panic("x")
	}
	return func() int { return a + len(strings.Repeat("x", b)) + strings.Index("x", "y") }
}

func smalls() int { return small(1)() + nearly(1, 2)() }

// nope: it returns before.
func early(s string) func() string {
	if s == "" {
		return nil
	}
	s = strings.TrimSpace(strings.ToLower(s))
	return func() string { return s }
}

func earlies() string { return early("x")() }

// nope: too many variables for the compiler's budget.
func many(s string) func() string {
	a, b, c := strings.ToLower(s), strings.ToUpper(s), strings.TrimSpace(s)
	return func() string { return a + b + c }
}

func manies() string { return many("x")() }

// nope: a literal before changes the variable that the last one sees.
func shared(s string) func() string {
	set := func() { s += "x" }
	strings.Map(func(r rune) rune { set(); return r }, s)
	fmt.Println(s)
	return func() string { return s }
}

func shares() string { return shared("x")() }

// nope: the other way round.
func watched(s string) func() string {
	s = strings.ToLower(s)
	go func() { fmt.Println(s) }()
	fmt.Println(s)
	return func() string { s += "x"; return s }
}

func watches() string { return watched("x")() }

// nope: somebody has its address.
func pointed(s string) func() string {
	var b strings.Builder
	b.WriteString(strings.ToLower(s))
	b.WriteString(strings.ToLower(s))
	return func() string { return b.String() }
}

func points() string { return pointed("x")() }

// nope: a deferred call may recover, and the function return nil.
func recovers(s string) func() string {
	defer clean()
	s = strings.ToLower(s)
	return func() string { return s }
}

func clean() { recover() }

func recovered() string { return recovers("x")() }

func named(s string) (f func() string) {
	s = strings.TrimSpace(strings.ToLower(s))
	return func() string { return s } // want `the function that named returns is on the heap`
}

// nope: a result that the function sets.
func failing(s string) (f func() string, err error) {
	s = strings.TrimSpace(strings.ToLower(s))
	err = nil
	return func() string { return s }, err
}

func names() string {
	f, _ := failing("x")
	return named("x")() + f()
}

// nope: a type of the function.
func local(s string) func() string {
	type wrapped struct{ s string }
	w := wrapped{strings.TrimSpace(strings.ToLower(s))}
	return func() string { return w.s }
}

func locals() string { return local("x")() }

// nope: all callers keep it.
func kept(s string) func() string {
	s = strings.TrimSpace(strings.ToLower(s))
	return func() string { return s }
}

var keeper = kept("x")

func keeps() func() string { return kept("x") }

// nope: a generic call counts too much.
func generic[T any](x T) func() string {
	s := strings.TrimSpace(fmt.Sprint(x))
	return func() string { return s }
}

func generics() string { return generic(1)() }

// nope: a lock must not be copied.
func locked(s string) func() string {
	var mu sync.Mutex
	fmt.Println(strings.TrimSpace(s))
	return func() string { mu.Lock(); defer mu.Unlock(); return s }
}

func locks() string { return locked("x")() }
