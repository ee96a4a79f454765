package sprintf

import "fmt"

type key string

type record struct {
	Key string
	Val int
}

// basic tests
func text(host, port string) string {
	return fmt.Sprintf("%s:%s", host, port) // want "fmt.Sprintf"
}

func number(n int) string {
	return fmt.Sprintf("%d", n) // want "fmt.Sprintf"
}

func named(k key, u uint32, i int64, r rune) []string {
	return []string{
		fmt.Sprintf("%s", k),   // want "fmt.Sprintf puts .*review: who keeps the text may keep an operand"
		fmt.Sprintf("%v", u),   // want "fmt.Sprintf"
		fmt.Sprintf("%x", i),   // want "fmt.Sprintf"
		fmt.Sprintf("<%c>", r), // want "fmt.Sprintf"
	}
}

func numbers(f float64, g float32, ok bool) (string, string, string) {
	a := fmt.Sprintf("%.2f", f) // want "fmt.Sprintf"
	b := fmt.Sprint(g)          // want "fmt.Sprint"
	c := fmt.Sprintf("%t", ok)  // want "fmt.Sprintf"
	return a, b, c
}

// a buffer on the stack: one allocation for the result
func loop(recs []record) []string {
	out := make([]string, 0, len(recs))
	for _, r := range recs {
		s := fmt.Sprintf("%s=%d", r.Key, r.Val) // want "fmt.Sprintf"
		out = append(out, s)
	}
	return out
}

func nested(recs []record) []string {
	out := make([]string, 0, len(recs))
	for _, r := range recs {
		out = append(out, fmt.Sprintf("%s=%d", r.Key, r.Val)) // want "fmt.Sprintf"
	}
	return out
}

func returned(x, y int) string {
	return fmt.Sprintf("(%d, %d)", x, y) // want "fmt.Sprintf"
}

// a pointer may be nil: it panics alike
func pointer(r *record) string {
	return fmt.Sprintf("%s=%d", r.Key, r.Val) // want "fmt.Sprintf"
}

// two may panic: the order is kept
func twice(m map[string]string, r, q *record) {
	m[q.Key] = fmt.Sprintf("%s=%d", r.Key, r.Val) // want "fmt.Sprintf"
}

// only one branch evaluates it
func branch(ok bool, n int) bool {
	return ok && fmt.Sprintf("n%d", n) == "n1" // want "fmt.Sprintf"
}

// another call stands in front of it
func beside(f func() int, n int) (int, string) {
	return f(), fmt.Sprintf("n%d", n) // want "fmt.Sprintf"
}

func indexed(a, b string) byte {
	return fmt.Sprintf("%s-%s", a, b)[0] // want "fmt.Sprintf"
}

func percent(n int) string {
	return fmt.Sprintf("%d%% \"of\" it", n) // or `strconv.Itoa\(n\) \+ ` // want "fmt.Sprintf"
}

func errorf(name string, n int) error {
	if n > 0 {
		return fmt.Errorf("%s: %d too many", name, n) // want "fmt.Errorf"
	}
	return fmt.Errorf("no user %q in %s", name, name) // want "fmt.Errorf"
}

func spread(b []byte, r record) []byte {
	b = append(b, fmt.Sprintf("%s=%d", r.Key, r.Val)...) // want "fmt.Sprintf"
	b = fmt.Appendf(b, "%t;", r.Val > 0)                 // want "fmt.Appendf"
	return append(b, fmt.Sprintf("%d", r.Val)...)        // want "fmt.Sprintf"
}

// its own memory: piece by piece
func own(r record, f float64) []byte {
	var b []byte
	b = append(b, fmt.Sprintf("%s=%d", r.Key, r.Val)...) // want "fmt.Sprintf"
	b = fmt.Appendf(b, "%v", f)                          // want "fmt.Appendf"
	return b
}

// memory of others: what does not fit is not begun
func shared(all []byte, f float64, s string) []byte {
	b := all[:10]
	b = fmt.Appendf(b, "%s=%v", s, f) // want "fmt.Appendf"
	b = fmt.Appendf(b, "%q", s)       // want "fmt.Appendf"
	return append(b, all[10:]...)
}

func bytes(k []byte) string {
	return fmt.Sprintf("key %s", k) // want "fmt.Sprintf"
}

func several(a, b string) string {
	return fmt.Sprint(a, b) // want "fmt.Sprint puts .*review: who keeps the text may keep an operand"
}

// the name strconv is taken
func shadowed(strconv int) string {
	return fmt.Sprintf("%d", strconv) // want "fmt.Sprintf"
}

func taken(buf []byte, n int) string {
	s := fmt.Sprintf("%d bytes", n) // want "fmt.Sprintf"
	return s + string(buf)
}

func closure(n int) func() string {
	return func() string {
		return fmt.Sprintf("n=%d", n) // want "fmt.Sprintf"
	}
}

func generic[T int | int32 | int64](v T) string {
	return fmt.Sprintf("%d", v) // want "fmt.Sprintf"
}

// the compiler makes no string for a lookup or a comparison
func lookups(m map[string]int, host, path string) (int, bool) {
	n := m[fmt.Sprintf("%s/%s", host, path)]       // want "plain values into interfaces"
	_, ok := m[fmt.Sprintf("%s/%v", path, host)]   // want "plain values into interfaces"
	if fmt.Sprintf("%s:%s", host, path) == "a:b" { // want "plain values into interfaces"
		n++
	}
	m[fmt.Sprintf("%s:%s", host, path)]++   // want "plain values into interfaces"
	m[fmt.Sprintf("%s %s", host, path)] = n // want "plain values into interfaces"
	return n, ok
}

// calls that nothing beside them depends on
func calls(i int, err func() string, list []string) (string, error) {
	list[i] = fmt.Sprintf("[%d]: %s", i, err()) // want "plain values into interfaces"
	if err() == "" {
		return "", fmt.Errorf("%s: %s", err(), err()) // want "plain values into interfaces"
	}
	return fmt.Sprintf("%d%s", i, err()), nil // want "plain values into interfaces"
}

type person struct{ name string }

func (p *person) rename() string {
	p.name = "new"
	return "renamed"
}

// the call stays in its place beside what it may change
func inPlace(p *person, list []string) (string, string) {
	i := 0
	step := func() int { i++; return i }
	list[i] = fmt.Sprintf("%d of %d", step(), 3)       // want "plain values into interfaces"
	return p.name, fmt.Sprintf("%s=%d", p.rename(), 3) // want "plain values into interfaces"
}

// the calls stay in their order
func inTurn(f, g func() string) string {
	return fmt.Sprintf("%s %s", f(), g()) // want "plain values into interfaces"
}

type page struct{ kids, all string }

// what the text is appended to
func (p *page) add(kids []*page, number int, word string) bool {
	p.kids = fmt.Sprintf("%s%s ", p.kids, word)                     // want "puts plain values into interfaces"
	kids[number].all = fmt.Sprintf("%s %s", kids[number].all, word) // want "puts plain values into interfaces"
	p.all = fmt.Sprintf("%s %s", p.kids, word)                      // want "puts plain values into interfaces"
	seen := p.all
	seen = fmt.Sprintf("%s:%s", seen, word) // want "puts plain values into interfaces"
	return seen == "a:b"
}

// the bytes are a copy of the text
func bytesOf(a, b string, n int, list []byte) (first, second, third []byte) {
	first = []byte(fmt.Sprintf("%s/%s", a, b))      // want "fmt.Sprintf puts"
	second = ([]byte)((fmt.Sprintf("%s=%d", a, n))) // want "fmt.Sprintf puts"
	third = []byte(fmt.Sprint(a, b))                // want "fmt.Sprint puts"
	return first, second, third
}

type message []byte

func messageOf(w interface{ Write([]byte) (int, error) }, kind string) message {
	w.Write([]byte(fmt.Sprintf("%s\n", kind))) // want "fmt.Sprintf puts"
	return message(fmt.Sprintf("<%s>", kind))  // want "fmt.Sprintf puts"
}
