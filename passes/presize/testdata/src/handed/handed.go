// Package handed returns lists to functions of its own.
package handed

import (
	"fmt"
	"strings"
)

type user struct {
	name   string
	active bool
	age    int
}

// basic test: the caller only looks at the list
func active(users []user) []string {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows by append although its length is bounded$`
		}
	}
	return out
}

func text(users []user) string {
	names := active(users)
	if len(names) == 0 {
		return "none"
	}
	return names[0] + strings.Join(active(users), ", ")
}

// with an error, and through another function
func ages(users []user) ([]int, error) {
	var out []int
	for _, u := range users {
		if u.age > 0 {
			out = append(out, u.age) // want `out grows by append although its length is bounded$`
		}
	}
	return out, nil
}

func again(users []user) ([]int, error) {
	list, err := ages(users)
	return list, err
}

func sum(users []user) (n int) {
	list, _ := again(users)
	for _, age := range list {
		n += age
	}
	return n + len(list)
}

// the result of a recursion
func older(users []user, age int) []int {
	if age > 100 {
		return older(users, age-1)
	}
	var out []int
	for _, u := range users {
		if u.age > age {
			out = append(out, u.age) // want `out grows by append although its length is bounded$`
		}
	}
	return out
}

func count(users []user) int { return len(older(users, 18)) }

var kept []string

func keeps(users []user) []string {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows .*review: who keeps the result keeps room`
		}
	}
	return out
}

func keep(users []user) {
	names := keeps(users)
	kept = names
}

func compared(users []user) []string {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows .*review: who keeps the result keeps room`
		}
	}
	return out
}

func none(users []user) bool {
	names := compared(users)
	return names == nil
}

func printed(users []user) []string {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows .*review: who keeps the result keeps room`
		}
	}
	return out
}

func print(users []user) { fmt.Printf("%#v\n", printed(users)) }

func appended(users []user) []string {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows .*review: who keeps the result keeps room`
		}
	}
	return out
}

func extend(users []user) int { return len(append(appended(users), "x")) }

func value(users []user) []string {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows .*review: who keeps the result keeps room`
		}
	}
	return out
}

var function = value

func Exported(users []user) []string {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows .*review: who keeps the result keeps room`
		}
	}
	return out
}

func look(users []user) int { return len(Exported(users)) + len(value(users)) }

type lister interface{ list(users []user) []string }

type all struct{}

func (all) list(users []user) []string {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows .*review: who keeps the result keeps room`
		}
	}
	return out
}

func behind(l lister, users []user) []string { return l.list(users) }

func direct(users []user) int { return len(all{}.list(users)) }

func sent(users []user) []string {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows .*review: who keeps the result keeps room`
		}
	}
	return out
}

func send(users []user, c chan []string) {
	var names []string
	go func() { names = sent(users) }()
	_ = names
	c <- nil
}

func both(users []user) []string {
	var out []string // want `out grows by append although its length is known$`
	for _, u := range users {
		if u.active {
			out = append(out, u.name)
		}
		if u.age > 0 {
			out = append(out, "grown up")
		}
	}
	return out
}

func line(users []user) string {
	names := both(users)
	return strings.Join(names, ", ")
}

func either(users []user) ([]string, bool) {
	var out []string
	for _, u := range users {
		if u.active {
			out = append(out, u.name) // want `out grows .*review: who keeps the result .*; nil becomes empty`
		}
		if u.age > 0 {
			out = append(out, "grown up")
		}
	}
	return out, len(out) > 3
}

func first(users []user) string {
	names, many := either(users)
	if names == nil || many {
		return ""
	}
	return names[0]
}
