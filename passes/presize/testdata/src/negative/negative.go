package negative

import (
	"fmt"
	"strings"
	"sync"
)

// nope: has a capacity already
func sized(src []int) []int {
	out := make([]int, 0, 10)
	for _, v := range src {
		out = append(out, v)
	}
	return out
}

// nope: channels tell no length
func channel(c chan int) (out []int) {
	for v := range c {
		out = append(out, v) // refused "nothing says beforehand how much is appended to out"
	}
	return out
}

// nope: the closure sees the slice
func captured(src []int) []int {
	var out []int
	show := func() { fmt.Println(out == nil) }
	for _, v := range src {
		out = append(out, v) // refused "a function literal, or a pointer, shares out"
	}
	show()
	return out
}

// nope: the address is taken
func addressed(src []int) []int {
	var out []int
	p := &out
	for _, v := range src {
		out = append(out, v) // refused "shares out"
	}
	return *p
}

// nope: 32 bytes are on the stack already
func small() []int {
	var out []int
	for i := range 4 {
		out = append(out, i)
	}
	return out
}

// nope: the product may be far more than is ever needed
func early(xs, ys []int) []int {
	var out []int
	for _, x := range xs {
		for _, y := range ys {
			if y == x {
				return out
			}
			out = append(out, y)
		}
	}
	return out
}

// nope: len means something else
func shadowed(src []int, len func([]int) int) []int {
	var out []int
	for _, v := range src {
		out = append(out, v+1)
	}
	return out
}

// nope: a deferred function sees the result after a panic
func deferred(src []int) (out []int) {
	defer func() { _ = recover() }()
	for _, v := range src {
		out = append(out, 1/v)
	}
	return out
}

// nope: elements without a size need no memory
func nothing(src []int) []struct{} {
	var out []struct{}
	for range src {
		out = append(out, struct{}{})
	}
	return out
}

// nope: shares its declaration with another variable
func together(src []int) ([]int, int) {
	var out, n = []int{}, 0
	for _, v := range src {
		out = append(out, v)
	}
	return out, n
}

type node struct{ items []int }

// nope: a nil node would panic before the nodes in front of it are handled
func pointers(nodes []*node) []int {
	var out []int
	for _, n := range nodes { // BAD: fine where the loop does nothing else
		out = append(out, n.items...)
	}
	return out
}

// nope: keys that are already there
func reset(m map[int]bool, src []int) map[int]bool {
	for _, v := range src {
		m[v] = true
	}
	return m
}

// nope: eight keys fit into the first group
func few() map[int]bool {
	m := map[int]bool{}
	for i := range 8 {
		m[i] = true
	}
	return m
}

// nope: the map is replaced
func replaced(src []int) map[int]bool {
	m := map[int]bool{}
	for _, v := range src {
		m = map[int]bool{}
		m[v] = true
	}
	return m
}

// nope: the loop cuts its own bound
func cut(n int) []int {
	var out []int
	for i := 0; i < n; i++ {
		if i == 3 {
			n = 4
		}
		out = append(out, i)
	}
	return out
}

// nope: at most 256 keys
func histogram(b []byte) map[byte]bool {
	m := map[byte]bool{}
	for _, c := range b {
		m[c] = true
	}
	return m
}

var limit = 100

// nope: the call may change the bound
func bound(f func() int) []int {
	var out []int
	for i := 0; i < limit; i++ {
		out = append(out, f())
	}
	return out
}

// nope: the loop changes the groups
func changes(groups [][]int) []int {
	var out []int
	for i := range groups {
		if i > 0 {
			groups[i] = nil
		}
		out = append(out, groups[i]...)
	}
	return out
}

// nope: n is only known to be small behind the if
func checkedMap(n int) map[int]bool {
	m := map[int]bool{}
	if n > 1000 {
		return nil
	}
	for i := range n { // BAD: the map could be made here
		m[i] = true
	}
	return m
}

// nope: len is a loop variable
func hidesLen(groups [][]int) []int {
	out := []int{}
	for _, len := range groups {
		out = append(out, len...)
	}
	return out
}

// nope: a jump over a new variable
func jumps(xs [][]int, skip bool) []int {
	out := []int{}
	if skip {
		goto end
	}
	for _, x := range xs {
		out = append(out, x...)
	}
end:
	return out
}

var (
	mu    sync.Mutex
	all   []int
	table = map[string][]int{}
)

// nope: others may be at work on the map until the lock is held
func lockedEach(keys []string) []int {
	var out []int
	for _, k := range keys {
		mu.Lock()
		out = append(out, table[k]...)
		mu.Unlock()
	}
	return out
}

func lockedMap(m map[int]bool) map[int]bool {
	set := map[int]bool{}
	mu.Lock()
	for k := range m {
		set[k] = true
	}
	mu.Unlock()
	return set
}

func signalled(groups [][]int, ready chan int) []int {
	out := []int{}
	for i := range groups {
		<-ready
		out = append(out, groups[i]...)
	}
	return out
}

// nope: each level of the recursion would need 512 bytes of stack
func walk(n *tree) (sum int) {
	var kids []*tree
	for k := n.first; k != nil; k = k.next {
		kids = append(kids, k)
	}
	for _, k := range kids {
		sum += walk(k)
	}
	return sum
}

type tree struct{ first, next *tree }

func walkFirst(n *tree) (sum int) {
	var kids []*tree
	for k := n.first; k != nil; k = k.next {
		kids = append(kids, k)
	}
	for _, k := range kids {
		sum += walkNext(k)
	}
	return sum
}

func walkNext(n *tree) int { return visitor(n).visit() }

type visitor interface{ visit() int }

// by way of an interface
func (n *tree) visit() int { return walkFirst(n) }

// a literal that calls itself by its variable
func walkLiteral(n *tree) int {
	var walk func(n *tree) int
	walk = func(n *tree) (sum int) {
		var kids []*tree
		for k := n.first; k != nil; k = k.next {
			kids = append(kids, k)
		}
		for _, k := range kids {
			sum += walk(k)
		}
		return sum
	}
	return walk(n)
}

// nope: looks after its capacity itself
func capacity(src []int) (n int) {
	var out []int
	for _, v := range src {
		if cap(out) == 0 {
			n++
		}
		out = append(out, v)
	}
	return n
}

// nope: a copy of a Builder that was grown must not be written to
func copiedBuilder(ss []string) string {
	var b strings.Builder
	for _, s := range ss {
		b.WriteString(s)
	}
	c := b
	c.WriteString(".")
	return c.String()
}

type shelf struct{ items []int }

// nope: a part of the condition in front of the bound says that there is such an element
func asksForIndex(a []int, k int) []int {
	out := []int{}
	for i := 0; k < len(a) && i < a[k]; i++ {
		out = append(out, i) // refused "nothing says beforehand how much is appended to out"
	}
	return out
}

// nope: the head of the loop sets what the bound is the length of
func setsInHead(x, y []int) []int {
	var out []int
	i := 0
	for i, x = 0, y; i < len(x); i++ {
		out = append(out, x[i]) // refused "nothing says beforehand how much is appended to out"
	}
	return out
}

// nope: there is no length before the head of the loop runs
func followsInHead(s, t *shelf) []int {
	out := []int{}
	i := 0
	for i, s = 0, t; i < len(s.items); i++ {
		out = append(out, s.items[i]) // refused "nothing says beforehand how much is appended to out"
	}
	return out
}

// nope: somebody has thought about it
func intended(src []string) map[string]bool {
	// Most of them are known, so room for all is
	// deliberately not made.
	seen := make(map[string]bool) // refused "the comment above it says that it is so intentionally"
	for _, s := range src {
		seen[s] = true
	}
	return seen
}
