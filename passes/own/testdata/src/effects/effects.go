// Package effects has places at which the order, the number or the time of what is evaluated
// decides.
package effects

import (
	"fmt"
	"lib"
	"strconv"
	"strings"
)

var (
	count  int
	global = "g"
)

func next() string {
	count++
	global = strconv.Itoa(count)
	return global
}

func cheap(s string) string { return strings.TrimSpace(s) }

type node struct {
	name string
	next *node
}

// in the same order, once: nothing shows.
func ordered() string {
	return lib.Join(next(), next()) // want "beforeJoin matches"
}

func reversed(n *node, a string) string {
	s := fmt.Sprintf("%[2]s%[1]s", next(), next())                  // want "beforeReverse matches"
	t := fmt.Sprintf("%[2]s%[1]s", next(), a)                       // want "beforeReverse matches"
	u := fmt.Sprintf("%[2]s%[1]s", next(), "x")                     // want "beforeReverse matches"
	v := fmt.Sprintf("%[2]s%[1]s", n.name, next())                  // want "beforeReverse matches"
	if s == "" && fmt.Sprintf("%[2]s%[1]s", next(), next()) == "" { // refused "needs a statement"
		return t + u
	}
	for fmt.Sprintf("%[2]s%[1]s", next(), next()) == "" { // refused "needs a statement"
	}
	return v
}

func twice(n *node) string {
	s := fmt.Sprintf("%s%[1]s", next())           // want "beforeDouble matches"
	t := fmt.Sprintf("%s%[1]s", cheap(s))         // want "beforeDouble matches"
	u := fmt.Sprintf("%s%[1]s", n.next.name)      // want "beforeDouble matches"
	return t + u + fmt.Sprintf("%s%[1]s", next()) // want "beforeDouble matches"
}

// a call beside it may change what a sum reads, and a call read at its time.
func beside(n *node) string {
	s := next() + lib.Join(global, "") // refused "a call in the same statement may change what is read here"
	t := next() + lib.Join(s, "")      // want "beforeJoin matches"
	u := lib.Join(global, s) + t       // want "beforeJoin matches"
	return u
}

func branch(s string) bool {
	if lib.Fast(s, "") == "/" && next() == "" { // refused "may not be evaluated"
		return true
	}
	return lib.Fast(s, "") == "/" && s != "" // want "beforeAnd matches"
}

func through(p, q []byte, s string) bool {
	x := string(p)
	if s == "" {
		return false
	}
	y := string(q)
	s += "!"
	return strings.EqualFold(x, y) // want "beforeEqual matches"
}

func changed(p, q []byte) bool {
	x, y := string(p), string(q) // both at once: not looked through
	a := string(p)
	p[0] = 'x'
	b := string(q)
	if x == y {
		return true
	}
	return strings.EqualFold(a, b) // refused "what lies between a and its use may see the difference"
}

func reassigned(p, q []byte) bool {
	a := string(p)
	p = q
	return strings.EqualFold(a, string(q)) // refused "what lies between a and its use may see the difference"
}

func block(p, q []byte, ok bool) bool {
	a := string(p)
	if ok {
		return strings.EqualFold(a, string(q)) // refused "a is set in another block"
	}
	return false
}

func used(p, q []byte) (string, bool) {
	a := string(p)
	return a, strings.EqualFold(a, string(q)) // a is used twice, and matches nothing
}

func loop(p, q []byte) (n int) {
	a := string(p)
	for range q {
		if strings.EqualFold(a, string(q)) { // a is made once, and used often
			n++
		}
	}
	return n
}

func captured(p, q []byte) func() bool {
	a := string(p)
	return func() bool { return strings.EqualFold(a, string(q)) } // made before it is called
}

// a nil pointer panics before what is printed, or behind it.
func panics(p *int) string {
	n := strconv.Itoa(*p)
	fmt.Println("it is there")
	return fmt.Sprint(n) // refused "what lies between n and its use may see the difference"
}

func early(p *int, ok bool) string {
	n := strconv.Itoa(*p)
	if !ok {
		return ""
	}
	return fmt.Sprint(n) // refused "what lies between n and its use may see the difference"
}

func named(p *int) (s string) {
	defer func() { recover() }()
	n := strconv.Itoa(*p)
	s = "set"
	return fmt.Sprint(n) // refused "what lies between n and its use may see the difference"
}

func near(p *int) string {
	n := strconv.Itoa(*p)
	return fmt.Sprint(n) // want "beforeRead matches"
}

func lazy(s string, n *node) []func() string {
	later := s
	list := []func() string{
		func() string { return lib.Fast(s, s) },           // want "beforeLazy matches"
		func() string { return lib.Fast(n.name, n.name) }, // refused "may change between|evaluated when a function literal is called"
		func() string { return lib.Fast(later, later) },   // refused "may change between|evaluated when a function literal is called"
	}
	later = ""
	return list
}

func deferred(a, b string) {
	defer lib.Log(lib.Join(a, b)) // want "beforeJoin matches"
	go lib.Join(a, b)
	defer lib.Join(a, b)
	lib.Join(a, b)
}

func jumps(p, q []byte) bool {
	a := string(p)
	if len(p) > 0 {
		goto end
	}
end:
	return strings.EqualFold(a, string(q)) // refused "might come before its value"
}

var initial = lib.Join("a", "b") // in no function

// a literal makes another object each time.
func objects(v []string) {
	for _, x := range v { // refused "what fills s may be made more than once, each time another one"
		(&lib.Stack{}).Push(x)
	}
}

func lists(v, w []string) []string {
	a := lib.Every([]string{"x"}, func(v string) string { return lib.Fast(v, v) }) // want "beforeEach matches"
	return append(a, w...)
}
