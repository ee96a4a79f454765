// Package presize holds the classic cases of things that grow step by step
// although their final size could be known: slices, maps and buffers.
package presize

import (
	"bytes"
	"strings"
)

// C01 appends to a slice in a loop over another, without capacity.
func C01(src []int) []int {
	var out []int
	for _, v := range src {
		out = append(out, 3*v)
	}
	return out
}

// A User is someone with a name.
type User struct {
	Name   string
	Active bool
}

// A Team is a list of users.
type Team struct{ users []User }

// C01Method is C01 as a method that reads a field.
func (t *Team) C01Method() []string {
	names := []string{}
	for i := range t.users {
		names = append(names, t.users[i].Name)
	}
	return names
}

// C01Generic is C01 with type parameters and a function.
func C01Generic[T, U any](src []T, f func(T) U) []U {
	var out []U
	for _, v := range src {
		out = append(out, f(v))
	}
	return out
}

// C01Filter is C01 with a condition: the length is only bounded.
func C01Filter(users []User) []string {
	var out []string
	for _, u := range users {
		if u.Active {
			out = append(out, u.Name)
		}
	}
	return out
}

// C01Nested is C01 once per row.
func C01Nested(rows [][]int, limit int) [][]int {
	out := make([][]int, len(rows))
	for i, row := range rows {
		var clipped []int
		for _, v := range row {
			clipped = append(clipped, min(v, limit))
		}
		out[i] = clipped
	}
	return out
}

// A Report is a list of lines.
type Report struct{ Lines []string }

// C01Assign is C01 assigned to a field at the end.
func C01Assign(r *Report, words map[int]string) {
	var lines []string
	for i := 0; i < len(words); i++ {
		lines = append(lines, words[i])
	}
	r.Lines = lines
}

// C02 merges groups: the length is a sum, and takes a loop to know.
func C02(groups [][]int) []int {
	var out []int
	for _, g := range groups {
		out = append(out, g...)
	}
	return out
}

// A Group has members.
type Group struct{ Members []string }

// C02Field is C02 with the slices in fields.
func C02Field(groups []Group) []string {
	var out []string
	for _, g := range groups {
		out = append(out, g.Members...)
	}
	return out
}

// C02Generic is C02 with a type parameter, into a result that is not nil.
func C02Generic[T any](groups ...[]T) []T {
	out := make([]T, 0)
	for i := range groups {
		out = append(out, groups[i]...)
	}
	return out
}

// C02b merges groups element by element.
func C02b(groups [][]int) []int {
	var out []int
	for _, g := range groups {
		for _, v := range g {
			out = append(out, v)
		}
	}
	return out
}

// C02bField is C02b where each element is changed on the way.
func C02bField(groups []Group) []string {
	out := []string{}
	for _, g := range groups {
		for _, m := range g.Members {
			out = append(out, strings.TrimSpace(m))
		}
	}
	return out
}

// C19 fills a bytes.Buffer whose length could be computed.
func C19(lines []string) string {
	var b bytes.Buffer
	for _, l := range lines {
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String()
}

// C19Bytes is C19 with bytes for a result.
func C19Bytes(lines []string) []byte {
	var b bytes.Buffer
	for _, l := range lines {
		b.WriteString("> ")
		b.WriteString(l)
	}
	return b.Bytes()
}

// C19b fills a strings.Builder whose length could be computed.
func C19b(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l)
		b.WriteString(", ")
	}
	return b.String()
}

// C19bMethod is C19b as a method, with a separator before all but the first.
func (t *Team) C19bMethod(sep string) string {
	var b strings.Builder
	for i, u := range t.users {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(u.Name)
	}
	return b.String()
}

// C21 fills a map from a slice, without a hint.
func C21(keys []string) map[string]int {
	m := make(map[string]int)
	for i, k := range keys {
		m[k] = i
	}
	return m
}

// C21Literal is C21 with a literal and the key in a field.
func C21Literal(users []User) map[string]User {
	byName := map[string]User{}
	for _, u := range users {
		byName[u.Name] = u
	}
	return byName
}

// C21b makes a set of a slice, without a hint.
func C21b(keys []string) map[string]bool {
	set := make(map[string]bool)
	for _, k := range keys {
		set[k] = true
	}
	return set
}

// C21bGeneric is C21b with a type parameter and no memory for the values.
func C21bGeneric[K comparable](keys []K) map[K]struct{} {
	set := map[K]struct{}{}
	for _, k := range keys {
		set[k] = struct{}{}
	}
	return set
}
