package branch

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var debug bool

func log(...any) {}

func sprintf(name string, n int) {
	msg := fmt.Sprintf("%s: %d", name, n) // want "msg is made where it may not be needed"
	if n > 3 {
		log(msg)
	}
}

func orElse(a, b string, n int) string {
	key := a + "/" + b // want "key is made"
	if n > 3 {
		return a
	} else if n > 2 {
		return b
	} else {
		return key
	}
}

func deep(a string, n int) {
	low := strings.ToLower(a) // want "low is made"
	if n > 3 {
		log("more")
		if n > 4 {
			log(n)
			for range n {
				log(low)
			}
		}
	}
}

func cases(b string, kind int) int {
	buf := []byte(b) // want "buf is made"
	switch kind {
	case 1:
		return 1
	case 2:
		buf[0] = 'x'
		return len(buf)
	}
	return 0
}

func typed(x any, n int) string {
	text := strconv.Itoa(n) // want "text is made"
	switch x := x.(type) {
	case string:
		return x + text
	}
	return ""
}

func selected(c chan string, n int) string {
	text := strconv.Itoa(n) // want "text is made"
	select {
	case s := <-c:
		return s + text
	default:
		return ""
	}
}

type node struct {
	name string
	next *node
}

func object(name string, n int) *node {
	x := &node{name: name} // want "x is made"
	if n > 0 {
		x.next = x
		return x
	}
	return nil
}

// The variable is on the heap, whatever its value is.
func zero(n int) *node {
	var x node // want "x is made"
	if n > 0 {
		x.name = "x"
		return &x
	}
	return nil
}

func buffer(n int, f func(*bytes.Buffer)) string {
	var buf bytes.Buffer // want "buf is made"
	if n > 0 {
		f(&buf)
		return buf.String()
	}
	return ""
}

func failure(n int) error {
	err := errors.New("too large") // want "err is made"
	if n > 3 {
		return err
	}
	return nil
}

func closure(n int, each func(func())) int {
	add := func() { log(n) } // want "add is made"
	if n > 3 {
		each(add)
	}
	return n
}

type table struct {
	name string
	rows map[string]int
}

// The operand behind the pointer is not written until then, and the pointer is
// followed before.
func (t *table) method(n int) {
	rows := len(t.rows)
	title := t.name + ":" // want "title is made"
	if rows > n && n > 2 {
		log(title)
	}
}

// The pointer is followed in the very next condition.
func (t *table) next(n int) {
	title := t.name + ":" // want "title is made"
	if t.rows != nil {
		log(title)
	}
}

func generic[T ~string](x T, n int) {
	text := strings.ToUpper(string(x)) // want "text is made"
	if n > 3 {
		log(text)
	}
}

// The text is of the message.
func commented(name string, n int) {
	// msg says what is wrong.
	msg := "wrong: " + name // want "msg is made"
	if n > 3 {
		// Say it.
		log(msg)
	}
}

func inLoop(names []string, n int) {
	for _, name := range names {
		key := name + "/" // want "key is made"
		if n > 3 {
			log(key)
		}
	}
}

func several(x, y string, n int) {
	a := x + y // want "a is made"
	b := y + x // want "b is made"

	if n > 3 {
		log(a)
	} else {
		log(b)
	}
}

func typedDecl(x string, n int) {
	var b []byte = []byte(x) // want "b is made"
	if n > 3 {
		b[0] = 1
		log(b)
	}
}

func snapshot(list []string, n int) []string {
	c := append([]string(nil), list...) // want "c is made"
	m := n
	m++
	if m > 3 {
		return c
	}
	return nil
}

func numbers(n int64, x float64) {
	text := strconv.FormatInt(n, 16) + strconv.FormatFloat(x, 'f', -1, 64) + strings.Repeat("-", 3) // want "text is made"
	if n > 3 {
		log(text)
	}
}

func (t *table) names(n int) []string {
	for name := range t.rows {
		n += len(name)
	}
	names := []string{t.name} // want "names is made"
	if n > 3 {
		return names
	}
	return nil
}

// a line of a group becomes a statement
func grouped(words []string, all bool) (n int) {
	var (
		total int
		buf   = make([]byte, 0, 1024) // want "buf is made"
	)
	if all {
		for _, w := range words {
			buf = append(buf[:0], w...)
			log(buf)
			total += len(buf)
		}
	}
	return total
}

// a value that is only returned needs no name
func ranks(text string) (map[rune]int, error) {
	seen := map[rune]int{}
	err := fmt.Errorf("not a rank: %s", // want "err is made"
		text)
	for _, r := range text {
		seen[r]++
	}
	if len(seen) > 8 {
		return nil, err
	}
	return seen, nil
}

// another result stands beside it
func counted(text string) (int, error) {
	n := 0
	err := fmt.Errorf("not a rank: %s", text) // want "err is made"
	for range text {
		n++
	}
	if n > 8 {
		return n, err
	}
	return n, nil
}
