package copies

import (
	"errors"
	"fmt"
	"strings"
)

func log(...any) {}

var touch func()

func cases(a string, n int) string {
	key := a + "/" // want "key is made"
	switch n {
	case 1:
		log(key)
	case 2:
		return key
	case 3:
		touch()
	}
	return ""
}

func chain(name string, ok, loud bool) {
	text := strings.ToUpper(name) // want "text is made"
	if !ok {
		fmt.Printf("no %s\n", text)
	} else if loud {
		line := text + "!"
		fmt.Printf("yes %s\n", line)
	}
}

// In an operation it has parentheses.
func operand(a, b string, n int) int {
	key := a + b // want "key is made"
	if n > 3 {
		return len(key[1:])
	} else if n > 2 {
		log(key + "!")
	}
	return n
}

func typed(v any, name string) {
	text := name + ":" // want "text is made"
	switch v := v.(type) {
	case int:
		log(text, v)
	case string:
		log(v + text)
	case nil:
	}
}

type group struct{ fs []func() }

func (g *group) run(f func()) { g.fs = append(g.fs, f) }

func literal(g *group, n int) {
	total := 0
	add := func() { total += n } // want "add is made"
	switch n {
	case 1:
		g.run(add)
	case 2:
		touch()
		g.run(add)
	default:
		return
	}
}

// nope: all cases need it
func all(a string, n int) {
	key := a + "/"
	switch n {
	case 1:
		log(key, 1)
	case 2:
		log(key, 2)
	}
}

// nope: it is needed on all ways but an error
func failing(a string, n int) (string, error) {
	key := a + "/"
	if n > 3 {
		return key, nil
	} else if n > 2 {
		return key + "2", nil
	}
	return "", errors.New("small")
}

// nope: one branch needs it twice
func twice(a string, n int) {
	key := a + "/"
	if n > 3 {
		log(key)
	} else if n > 2 {
		log(key, key)
	}
}

// nope: it would be made in each iteration
func loops(a string, n int) {
	key := a + "/"
	if n > 3 {
		for range n {
			log(key)
		}
	} else if n > 2 {
		log(key)
	}
}

// nope: or when a literal runs
func later(a string, n int) func() {
	key := a + "/"
	if n > 3 {
		return func() { log(key) }
	} else if n > 2 {
		log(key)
	}
	return nil
}

// nope: each of the branches changes another
func written(a string, n int) {
	b := []byte(a)
	if n > 3 {
		b = append(b, '!')
	} else if n > 2 {
		log(b)
	}
}

// nope: the bytes may be other ones by then
func elements(b []byte, n int) {
	text := string(b) // refused "what text is made of may change"
	if n > 3 {
		touch()
		log(text)
	} else if n > 2 {
		log(text)
	}
}

// nope: a name means something else there
func shadowed(a string, n int) {
	key := a + "/" // refused "a means something else"
	if a := n; n > 3 {
		log(key, a)
	} else if n > 2 {
		log(key)
	}
}

// nope: a call of a literal makes nothing
func called(n int) int {
	add := func() { n++ }
	if n > 3 {
		add()
	} else if n > 2 {
		add()
	}
	return n
}

// nope: it is long
func long(a, b, c string, n int) {
	key := a + "/" + b + "/" + c + "?" + strings.ToLower(a) + strings.ToUpper(b)
	if n > 3 {
		log(key)
	} else if n > 2 {
		log(key)
	}
}

// nope: it is read in a condition
func head(a string, n int) {
	key := a + "/"
	if n > 3 {
		log(key)
	} else if key > "b" {
		log(n)
	}
}

// nope: the second operand is not evaluated as a rule
func second(a string, n int) bool {
	key := a + "/"
	if n > 3 {
		return n > 4 && key == "b"
	} else if n > 2 {
		return key == "c"
	}
	return false
}
