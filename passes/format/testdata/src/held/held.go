package held

import (
	"errors"
	"fmt"
	"strings"
)

type value interface{}

type row struct {
	key  any
	name string
}

func returned(x any) string {
	return fmt.Sprint(x) // want "fmt.Sprint copies the string that x may hold .review: who keeps the text"
}

func beside(x any, err error) (string, int, error) {
	return fmt.Sprintf("%v", x), 1, err // want "fmt.Sprintf copies the string that x may hold .review: who"
}

func names(s, ok value) (string, any) {
	return fmt.Sprintf("%s", s), ok // want "copies the string that s may hold .review: who"
}

func defined(x any) bool {
	v := fmt.Sprint(x) // want "copies the string that x may hold$"
	if v != "" {
		ok := v[0] == '-' // another ok
		return ok
	}
	return false
}

func commented(r *row) (v string) {
	// What the row is about.
	key := (fmt.Sprint(r.key)) // want "copies the string that r.key may hold .review: who"
	return key + "="
}

func assigned(x any, r *row) {
	r.name = fmt.Sprint(x) // want "copies the string that x may hold .review: who"
}

func elements(xs []any) []string {
	list := make([]string, len(xs))
	for i, x := range xs {
		list[i] = fmt.Sprint(x) // want "copies the string that x may hold .review: who"
	}
	for _, x := range xs {
		list = append(list, fmt.Sprintf("%v", x)) // want "copies the string that x may hold .review: who"
	}
	return list
}

func counts(rows []row) map[string]int {
	n := make(map[string]int)
	for i := range rows {
		n[fmt.Sprint(rows[i].key)]++ // refused "no statement in front"
	}
	return n
}

func looked(n map[string]int, x any, m map[string]any) (int, bool) {
	got := n[fmt.Sprint(x)] // want "copies the string that x may hold$"
	if fmt.Sprint(m["a"]) == "b" { // want "may hold$"
		got++
	}
	return got, got > 1
}

func written(b *strings.Builder, p *any) {
	x := *p
	b.WriteString(fmt.Sprint(x)) // want "copies the string that x may hold$"
}

func hidden(x any) string {
	x, sep := fmt.Sprint(x), "," // want "may hold .review: who"
	if x := x; x != nil {
		x := fmt.Sprint(x) // want "may hold .review: who"
		return x + sep
	}
	return sep
}

func shared(x any) func() string {
	v := fmt.Sprint(x) // want "may hold .review: who"
	return func() string { return v }
}

func added(xs ...any) (text string) {
	for _, x := range xs {
		text += fmt.Sprint(x) // want "may hold .review: who"
	}
	return text
}

func switched(x any) string {
	switch v := x.(type) {
	case nil:
		return ""
	case int, string:
		return fmt.Sprint(v) // want "may hold .review: who"
	case error:
		return v.Error()
	}
	return "other"
}

func otherSwitch(x any) string {
	switch x.(type) {
	case error, bool:
	default:
		return fmt.Sprint(x) // want "may hold .review: who"
	}
	return ""
}

func literal(xs []any) (f func(i int) (string, error)) {
	return func(i int) (string, error) {
		if i < 0 {
			return "", errors.New("negative")
		}
		return fmt.Sprint(xs[i]), nil // want "may hold .review: who"
	}
}

func oneLine(x any) string { return fmt.Sprint(x) } // want "may hold .review: who"

func pointed(p *any) string {
	return fmt.Sprint(*p) // want `fmt.Sprint copies the string that .p may hold .review: `
}
