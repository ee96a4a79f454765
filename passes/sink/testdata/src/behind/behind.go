package behind

import (
	"fmt"
	"strings"
	"time"
)

func log(...any) {}

func early(a, b string, n int) string {
	key := a + "/" + b // want "key is made"
	if n == 0 {
		return ""
	}
	return key
}

func sizes(list []string, n int) []string {
	out := make([]string, 0, len(list)+1) // want "out is made"
	if n == 0 {
		return list
	}

	for _, s := range list {
		out = append(out, s)
	}
	return out
}

func next(names []string) {
	for i, name := range names {
		low := strings.ToLower(name) // want "low is made"
		if i%2 == 0 {
			continue
		}
		log(low)
	}
}

func broken(n int) {
	for {
		text := fmt.Sprint(n) // want "text is made"
		switch n {
		case 1:
			break
		case 2:
			return
		}
		log(text)
	}
}

func out(n int) {
outer:
	for {
		for {
			m := map[string]int{} // want "m is made"
			n++
			if n > 3 {
				break outer
			}
			m["a"] = n
			log(m)
		}
	}
}

func next2(name string, n int, handler func() error) error {
	key := name + "/" // want "key is made"
	if n > 3 {
		return handler()
	}
	log(key)
	return nil
}

// Two cases need it, and nothing can stand between cases.
func twoCases(a string, n int) {
	key := a + "/" // want "key is made"
	if n == 0 {
		return
	}
	switch n {
	case 1:
		log(key, 1)
	case 2:
		log(key, 2)
	}
}

func twoComms(a string, c chan int, n int) {
	key := a + "/" // want "key is made"
	if n == 0 {
		return
	}
	select {
	case n := <-c:
		log(key, n)
	default:
		log(key)
	}
}

// What an earlier case writes does not matter in a later one.
func otherCase(a string, n int) string {
	key := a + "/" // want "key is made"
	switch n {
	case 1:
		a = "other"
		log(a)
		return a
	case 2:
		return key
	}
	return ""
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

func label(s string) string {
	var b strings.Builder
	b.WriteByte('<')
	b.WriteString(s)
	return b.String()
}

type level int

func (l level) String() string { return "level" }

// The functions of the package and the methods between are seen to change nothing.
func known(words []string, l level, d time.Duration, n int) {
	text := strings.Join(words, " ") // want "text is made"
	if blank(words[0]) || fmt.Sprint(l, d) == "" {
		return
	}
	log(text)
}

// So is a function of the package that makes the value.
func made(s string, n int) {
	text := label(s) // want "text is made"
	if n > 3 {
		log(text)
	}
}

// A buffer that nobody else has is written.
func buffered(words []string, n int) string {
	text := strings.Join(words, " ") // want "text is made"
	var b strings.Builder
	b.WriteString("a")
	if n > 3 {
		return b.String()
	}
	return text + b.String()
}
