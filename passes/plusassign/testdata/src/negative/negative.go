package negative

import (
	"fmt"
	"strings"
)

var (
	seen = map[string]int{}
	last string
)

type name string

func returned(s string) string {
	s += "!" // nope: it leaves the function // refused "s may leave the function"
	return s
}

func named(x string) (s string) {
	s = "id:"
	s += x // nope: a bare return hands it on // refused "s may leave the function"
	return
}

func stored(s string) {
	s += "!" // nope: the map keeps it // refused "s may leave the function"
	seen[s]++
}

func trimmed(s string) bool {
	s += "!" // nope: the result may be a part of it // refused "s may leave the function"
	return strings.TrimSpace(s) == ""
}

func printed(s string) error {
	s += "!" // nope: in an interface it is on the heap // refused "s may leave the function"
	return fmt.Errorf("no %s", s)
}

func assigned(s string) int {
	s += "!" // nope: another variable keeps it // refused "s may leave the function"
	last = s + "!"
	return len(s)
}

func loop(parts []string) int {
	s := ""
	for _, p := range parts {
		s += p // nope: it outlives the iteration // refused "s grows in a loop"
	}
	return len(s)
}

func captured(s string, each func(func(string))) int {
	each(func(x string) {
		s += x // nope: who knows when // refused "shares s"
	})
	return len(s)
}

func number(n int) int {
	n += 1 // nope: not a string
	return n
}

func defined(n name) int {
	n += "!" // BAD: a string by another name would do, too
	return len(n)
}
