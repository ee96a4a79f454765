package sliced

import (
	"sort"
	"strings"
	"sync"
)

type user struct {
	name  string
	roles []string
}

// basic test: nil stays nil if there are no users
func names(users []user) []string {
	var out []string
	for _, u := range users {
		out = append(out, u.name) // or "make..]string, 0, len.users.." // want "grows by append"
	}
	return out
}

// an empty slice is not nil before and is not nil after
func empty(users []user) []string {
	out := []string{} // want "grows by append"
	for _, u := range users {
		out = append(out, u.name)
	}
	return out
}

func made(users []user) []string {
	out := make([]string, 0) // want "grows by append"
	for i := range users {
		out = append(out, users[i].name, "x")
	}
	return out
}

// nobody can tell nil from empty
func joined(users []user) string {
	var out []string // want "grows by append"
	for _, u := range users {
		out = append(out, u.name)
	}
	return strings.Join(out, ",")
}

// perhaps nobody has a name: no memory is needed then
func joinedSome(users []user) string {
	var out []string
	for _, u := range users {
		if u.name != "" {
			out = append(out, u.name) // want "grows by append"
		}
	}
	return strings.Join(out, ",")
}

// an upper bound; nil stays nil if nobody has a name
func conditional(users []user) []string {
	var out []string
	for _, u := range users {
		if u.name == "" {
			continue
		}
		out = append(out, u.name) // want `grows by append.*review: .*who keeps the result keeps room for`
	}
	return out
}

// want +3 "grows by append"
func merge(groups [][]int) []int {
	var out []int
	for _, g := range groups {
		out = append(out, g...)
	}
	return out
}

// a comment inside would be lost by Concat
func mergeComment(groups [][]int) []int {
	var out []int
	for _, g := range groups {
		out = append(out, g...) // want "grows by append"
	}
	return out
}

// the empty slice stays empty: Concat would return nil
func mergeEmpty(groups [][]int) []int {
	out := []int{} // want "grows by append"
	for _, g := range groups {
		out = append(out, g...)
	}
	return out
}

func nested(groups [][]string) []string {
	var out []string
	for _, g := range groups {
		for _, s := range g {
			out = append(out, strings.ToUpper(s)) // want "grows by append"
		}
	}
	return out
}

func allRoles(users []user) []string {
	var out []string
	for _, u := range users {
		out = append(out, u.name)     // want "grows by append"
		out = append(out, u.roles...) // counted with the line above
	}
	return out
}

func product(xs, ys []int) []int {
	var out []int
	for _, x := range xs {
		for _, y := range ys {
			out = append(out, x*y) // want "grows by append"
		}
	}
	return out
}

func counted(n int) []int {
	var out []int
	for i := 0; i < n; i++ {
		out = append(out, i) // want "grows by append"
	}
	return out
}

func overInt(n int) []int {
	out := []int{} // want "grows by append"
	for i := range n {
		out = append(out, i)
	}
	return out
}

// n is not to be trusted while the first element may fail
func untrusted(n int, next func() (int, error)) ([]int, error) {
	var out []int
	for i := 0; i < n; i++ {
		v, err := next()
		if err != nil {
			return nil, err
		}
		out = append(out, v) // want `grows by append.*\(review: memory for n is reserved`
	}
	return out, nil
}

func split(s string) []string {
	var out []string // want "grows by append"
	for _, p := range strings.Split(s, ",") {
		out = append(out, strings.TrimSpace(p))
	}
	return out
}

// the parts need no list, and so their number is not taken from one
func walked(s string) ([]string, int) {
	parts := strings.Split(s, ",")
	out := []string{} // want "grows by append"
	n := len(s)
	for _, p := range parts {
		out = append(out, strings.TrimSpace(p))
	}
	return out, n
}

// but this one needs it
func listed(s string) ([]string, string) {
	parts := strings.Split(s, ",")
	out := []string{} // want "grows by append"
	for _, p := range parts {
		out = append(out, strings.TrimSpace(p))
	}
	return out, parts[0]
}

func keys(m map[string]int) (out []string) {
	for k := range m {
		out = append(out, k) // want "grows by append"
	}
	return out
}

func header(rows []string) []string {
	var out []string // want "grows by append"
	out = append(out, "header")
	for _, r := range rows {
		out = append(out, r)
	}
	return out
}

func generic[T any, S ~[]T](src S, f func(T) T) []T {
	var out []T
	for _, v := range src {
		out = append(out, f(v)) // want "grows by append"
	}
	return out
}

type list struct{ items []int }

// the range is read at that moment anyway
func (l *list) doubled() []int {
	var out []int
	for _, v := range l.items {
		out = append(out, 2*v) // want "grows by append"
	}
	return out
}

func inClosure(src []int) func() []int {
	return func() []int {
		var out []int
		for _, v := range src {
			out = append(out, v) // want "grows by append"
		}
		return out
	}
}

// the name slices is taken
func shadowed(slices []int) []int {
	var out []int
	for _, v := range slices {
		out = append(out, v) // want "grows by append"
	}
	return out
}

func comments(src []int) []int {
	// out is the result.
	var out []int // nil at first
	// All of them.
	for _, v := range src { // each
		out = append(out, v) // want "grows by append"
	}
	return out
}

func labelled(rows []int) []int {
	var out []int
rows:
	for _, r := range rows {
		for i := range r {
			if i > 3 {
				continue rows
			}
		}
		out = append(out, r) // want `grows by append.*review: .*who keeps the result keeps room for`
	}
	return out
}

func branches(src []int) []int {
	out := []int{} // want "grows by append"
	for _, v := range src {
		if v > 0 {
			out = append(out, v, v)
		} else {
			out = append(out, -v)
		}
	}
	return out
}

// a few lines in a lot of text
func lines(text []byte) []user {
	out := []user{} // want `grows by append.*\(review: more memory may`
	for _, c := range text {
		if c == '\n' {
			out = append(out, user{})
		}
	}
	return out
}

// next may panic when there is no more
func decode(n int, next func() int) []int {
	out := []int{} // want `grows by append.*\(review: memory for n is`
	for range n {
		out = append(out, next())
	}
	return out
}

// the range is called once, and gets a name
func called(f func() []int) []int {
	var out []int
	for _, v := range f() {
		out = append(out, v) // want "grows by append"
	}
	return out
}

func calledGroups(f func() [][]int) []int {
	out := []int{} // want "grows by append"
	for _, g := range f() {
		out = append(out, g...)
	}
	return out
}

var length = 1024

var testtext = make([]byte, length)

// nothing in the loop can change the bound
func global() []byte {
	out := []byte{} // want `grows by append.*\(review: memory for length is reserved`
	for j := 0; j < length; j++ {
		out = append(out, testtext[j])
	}
	return out
}

func byIndex[T any](groups ...[]T) []T {
	out := make([]T, 0) // want "grows by append"
	for i := range groups {
		out = append(out, groups[i]...)
	}
	return out
}

// it stays nil where no element comes
func (l *list) some() []int {
	var out []int
	for _, v := range l.items {
		if v > 0 {
			out = append(out, v) // want `grows by append.*\(review: who keeps the result keeps room`
		}
	}
	return out
}

// appending nothing leaves nil
func spread(groups [][]int) []int {
	var out []int
	for _, g := range groups {
		if g != nil {
			out = append(out, g...) // want "grows by append"
		}
	}
	return out
}

// a short group adds nothing
func spreadLong(groups [][]int) []int {
	var out []int
	for _, g := range groups {
		if len(g) > 1 {
			out = append(out, g...) // want `grows by append.*\(review: who keeps the result keeps room .*; nil becomes empty`
		}
	}
	return out
}

// n may be far too large for src, whose end is a panic
func runsOut(n int, src []int) []int {
	out := []int{} // want `grows by append.*\(review: memory for n is reserved`
	for i := 0; i < n; i++ {
		out = append(out, src[i])
	}
	return out
}

// the memory is asked for behind the check
func checked(n int) []int {
	out := []int{}
	if n > 1000 {
		return nil
	}
	for i := range n {
		out = append(out, i) // want "grows by append"
	}
	return out
}

// the elements are counted behind Lock
func behindLock(mu *sync.Mutex, groups [][]int, m map[int]bool) ([]int, []int) {
	out := []int{}
	keys := []int{}
	mu.Lock()
	for _, g := range groups {
		out = append(out, g...) // want "grows by append"
	}
	for k := range m {
		keys = append(keys, k) // want "grows by append"
	}
	mu.Unlock()
	return out, keys
}

// nothing tells how many there are, but none leaves the function
func stays(c chan int) (sum int) {
	var all []int // want "although it stays in the function"
	for v := range c {
		all = append(all, v)
	}
	sort.Ints(all)
	for i, v := range all {
		sum += i * v
	}
	return sum + len(all)
}

func staysEmpty(next func() (string, bool)) string {
	parts := []string{} // want "although it stays in the function"
	for {
		s, ok := next()
		if !ok {
			return strings.Join(parts, ",")
		}
		parts = append(parts, s)
	}
}

// nope: leaves the function
func leaves(c chan int) []int {
	var all []int
	for v := range c {
		all = append(all, v)
	}
	return all
}

func asks(c chan int) bool {
	var all []int
	for v := range c {
		all = append(all, v)
	}
	return all == nil
}

func part(c chan int) []int {
	var all []int
	for v := range c {
		all = append(all, v)
	}
	return all[:0]
}

// nope: one element at most
func once(c chan int) (n int) {
	var all []int
	all = append(all, <-c)
	return all[0]
}

// nope: four of them are too much
func large(c chan [128]byte) (n byte) {
	var all [][128]byte
	for v := range c {
		all = append(all, v)
	}
	return all[0][0]
}

type node struct{ items []int }

// what the branch checks is known inside
func behindNil(n *node) []int {
	out := []int{}
	if n != nil {
		for _, v := range n.items {
			out = append(out, v) // want "grows by append"
		}
	}
	return out
}

func behindCase(n *node, kind int) []int {
	var out []int
	switch kind {
	case 1:
		if kind > 0 {
			kind--
		} else {
			for _, v := range n.items {
				out = append(out, v) // want "grows by append"
			}
		}
	}
	return out
}

// f is only called on one branch
func behindBranch(do bool, f func() []int) []int {
	out := []int{}
	if do {
		for _, v := range f() {
			out = append(out, v) // want "grows by append"
		}
	}
	return out
}

var (
	mutex sync.Mutex
	all   []int
)

// the length is taken behind Lock
func locked(do bool) []int {
	var out []int
	if do {
		mutex.Lock()
		for _, v := range all {
			out = append(out, v) // want "grows by append"
		}
		mutex.Unlock()
	}
	return out
}

func lockedSome(do bool) []int {
	var out []int
	if do {
		for _, v := range all {
			if v > 0 {
				out = append(out, v) // want `grows by append.*\(review: who keeps the result keeps room .*; nil becomes empty`
			}
		}
	}
	return out
}

// two appends to a full slice copy it twice; with room, one overwrites the other
func forked(xs []int) ([]int, []int) {
	evens := []int{} // want `evens grows by append although its length is known .review: who keeps the result .*; what is appended to it`
	for _, x := range xs {
		if x%2 == 0 {
			evens = append(evens, x)
		}
	}
	a := append(evens, 100)
	b := append(evens, 200)
	return a, b
}

// only one is appended
func continued(xs []int) ([]int, int) {
	evens := []int{} // want `evens grows by append although its length is known .review: who keeps the result keeps room for len\(xs\), however little is in it\)$`
	for _, x := range xs {
		if x%2 == 0 {
			evens = append(evens, x)
		}
	}
	all := append(evens, 100)
	return all, len(evens)
}

func byNumber(groups [][]int) []int {
	var out []int
	for i := 0; i < len(groups); i++ {
		g := groups[i]
		out = append(out, g...) // want "grows by append"
	}
	return out
}

func byElement(groups [][]int) []int {
	out := []int{} // want "grows by append"
	for i := range len(groups) {
		out = append(out, groups[i]...)
		continue
	}
	return out
}

// nope: the list is another one in each iteration
func queue(groups [][]int) []int {
	var out []int
	for i := 0; i < len(groups); i++ {
		g := groups[i]
		out = append(out, g...)
		if len(g) > 3 {
			groups = append(groups, g[3:])
		}
	}
	return out
}

func calls(users []string, f func()) {
	out := ([]func())(nil) // want "grows by append"
	for range users {
		out = append(out, f)
	}
	for _, f := range out {
		f()
	}
}
