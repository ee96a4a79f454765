package ungrown

import (
	"errors"
	"strconv"
	"strings"
)

var last string

func free(name string, more bool) string {
	s := name // nope: without more nothing is copied
	if more {
		s += "!"
	}
	return s
}

func straight(a, b, c string) string {
	s := a + b // nope: concat writes one expression
	s += c
	return s
}

func loop(names []string, more bool) string {
	s := "names: " + names[0] // nope: a builder does
	for _, n := range names {
		if more {
			s += n
		}
	}
	return s
}

func looked(m map[string]int, a, b string, more bool) int {
	s := a + ":" + b // nope: nothing keeps the text
	if more {
		s += b
	}
	return m[s]
}

func twice(a, b string, more bool) string {
	s := a + b // nope: a second text would be made
	if more {
		last = s
		s += "+"
	}
	return s
}

func kept(list []string, a, b string) []string {
	s := a + b // nope: a text would be made for each element
	if a == "" {
		s += "!"
	}
	for i := range list {
		list[i] = s
	}
	return list
}

func shared(a, b string, each func(func(string))) string {
	s := a + b // nope: the literal is called who knows when
	if a == "" {
		s += "!"
	}
	each(func(x string) { s += x })
	return s
}

func reset(a, b string) string {
	s := a + b // nope: none is no copy
	if a == "" {
		s += "!"
	}
	if b == "" {
		s = "none"
	}
	return s
}

func itself(a, b string) string {
	s := a + b // nope: a part of it is appended
	if a == "" {
		s += s[1:]
	}
	return s
}

func exclusive(name string, n int) string {
	s := "help for " // nope: each way makes one text
	if name == "" {
		s += "all"
	} else {
		s += name
	}
	return s
}

func number(n int, more bool) string {
	s := strconv.Itoa(n) // nope: a small number is no object
	if more {
		s += "+"
		s += "+"
	}
	return s
}

func changed(a, b string) string {
	s := a + b // nope: it is not only appended to
	if a == "" {
		s += "y"
		s += b
		if strings.HasSuffix(s, "yy") {
			s = s[1:]
		}
	}
	return s
}

func ranged(a string, list []string) string {
	s := a + "x" // nope: the loop sets it
	if a == "" {
		s += "y"
		s += a
	}
	for _, s = range list {
	}
	return s
}

func several(a, b string, f func() (string, error)) string {
	s := a + b // nope: a call with two results sets it
	if a == "" {
		s += "y"
		s += b
	}
	if b == "" {
		s, _ = f()
	}
	return s
}

func early(a, b string, more bool) string {
	s := "" // nope: where more is false nothing is copied
	if more {
		s += a + b
	}
	s = strings.TrimSpace(s)
	return s
}

type text string

func named(a, b text) text {
	s := a + b // nope: of another type
	if a == "" {
		s += "!"
	}
	return s
}

func hidden(a, b string) string {
	append := strings.Join
	s := a + b // nope: append means something else
	if a == "" {
		s += append(nil, b)
	}
	return s
}

func result(a, b string) (s string) {
	s = a + b // nope: a panic would return what there is
	if a == "" {
		s += b[1:2]
	}
	return s
}

func commented(a, b string) string {
	s := a + b // nope: the comment would be lost
	if a == "" {
		s += /* why */ b
	}
	return s
}

func jumps(a, b string) string {
	s := a + b // nope: a goto
again:
	if len(a) > len(b) {
		s += "!"
		b += a
		goto again
	}
	return s
}

func (c *counter) moves(a string) string {
	s := a + c.name // nope: the call changes the name that is read beside it
	if a == "" {
		s += c.name + c.next()
	}
	return s
}

type counter struct {
	name string
	n    int
}

func (c *counter) next() string { c.name += "x"; return c.name }

type nameError struct{ name, server, err string }

func (e *nameError) Error() string {
	s := "lookup " + e.name // nope: an error is rare, and this would take three lines more for two strings
	if e.server != "" {
		s += " on " + e.server
	}
	s += ": " + e.err
	return s
}

type failure string

func (f failure) Error() string { return string(f) }

func failed(name, space, found string) error {
	e := "expected element <" + name + "> in name space " + space + " but have " // nope: four lines more for an error
	if found == "" {
		e += "no name space"
	} else {
		e += found
	}
	if name == "" {
		return errors.New(e)
	}
	return failure(e)
}

func long(a, b, c, d string) string {
	s := a + ":" + b + ":" + c // nope: five lines more for one string
	if d != "" {
		s += ":" + d
	}
	return s
}
