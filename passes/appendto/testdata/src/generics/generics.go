package generics

import (
	"fmt"
	"strings"
)

type tree[T any] struct {
	value       T
	left, right *tree[T]
}

// values has its type argument from the tree.
func values[T any](t *tree[T]) []T {
	if t == nil {
		return nil
	}
	var out []T
	out = append(out, t.value) // want "what values returns is appended to something else"
	out = append(out, values(t.left)...)
	return append(out, values[T](t.right)...)
}

func sum(t *tree[int]) (n int) {
	all := values(t)
	all = append(all, values[int](t.right)...)
	for _, v := range all {
		n += v
	}
	return n
}

// zeros has its type argument from the caller.
func zeros[T any](n int) []T {
	var out []T
	for range n {
		var zero T
		out = append(out, zero) // BAD: the slice of the caller has the type of an instance
	}
	return out
}

func pairs(n int) []string {
	list := make([]string, 0, 2*n)
	list = append(list, "x")
	list = append(list, zeros[string](n)...)
	return list
}

func others(n int) []int { return zeros[int](n) }

// Lines is called by others, too.
func Lines[T fmt.Stringer](list []T) string {
	var b strings.Builder // want "what Lines returns is written to something else"
	for _, x := range list {
		b.WriteString(x.String())
		b.WriteByte('\n')
	}
	return b.String()
}

func page[T fmt.Stringer](list []T) string {
	var b strings.Builder
	b.WriteString("<pre>")
	b.WriteString(Lines(list))
	b.WriteString("</pre>")
	return b.String()
}

// shown consists of a literal.
func shown(names []string) string {
	return func() string {
		var b strings.Builder // want "what shown returns is written to something else"
		for _, n := range names {
			b.WriteString(n)
		}
		return b.String()
	}()
}

func shows(names []string) string {
	var b strings.Builder
	b.WriteString(shown(names))
	b.WriteString(shown(names[1:]))
	return b.String()
}

// nope: it is a value with one of its type arguments
func valued[T any](n int) []T {
	var out []T
	out = append(out, make([]T, n)...)
	return out
}

var ints = valued[int]
