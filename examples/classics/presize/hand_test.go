package presize

import (
	"bytes"
	"slices"
	"strings"
)

func handC01(src []int) []int {
	if len(src) == 0 {
		return nil
	}
	out := make([]int, len(src))
	for i, v := range src {
		out[i] = 3 * v
	}
	return out
}

func (t *Team) handC01Method() []string {
	names := make([]string, len(t.users))
	for i := range t.users {
		names[i] = t.users[i].Name
	}
	return names
}

func handC01Generic[T, U any](src []T, f func(T) U) []U {
	if len(src) == 0 {
		return nil
	}
	out := make([]U, 0, len(src))
	for _, v := range src {
		out = append(out, f(v))
	}
	return out
}

func handC01Filter(users []User) []string {
	var out []string
	for _, u := range users {
		if u.Active {
			if out == nil {
				out = make([]string, 0, len(users))
			}
			out = append(out, u.Name)
		}
	}
	return out
}

// handC01Nested cuts the rows from one array, each with a capacity that ends
// where the next begins.
func handC01Nested(rows [][]int, limit int) [][]int {
	n := 0
	for _, row := range rows {
		n += len(row)
	}
	all := make([]int, 0, n)
	out := make([][]int, len(rows))
	for i, row := range rows {
		if len(row) == 0 {
			continue
		}
		start := len(all)
		for _, v := range row {
			all = append(all, min(v, limit))
		}
		out[i] = all[start:len(all):len(all)]
	}
	return out
}

func handC01Assign(r *Report, words map[int]string) {
	r.Lines = nil
	if len(words) == 0 {
		return
	}
	r.Lines = make([]string, len(words))
	for i := range r.Lines {
		r.Lines[i] = words[i]
	}
}

func handC02(groups [][]int) []int { return slices.Concat(groups...) }

func handC02Field(groups []Group) []string {
	n := 0
	for _, g := range groups {
		n += len(g.Members)
	}
	if n == 0 {
		return nil
	}
	out := make([]string, 0, n)
	for _, g := range groups {
		out = append(out, g.Members...)
	}
	return out
}

func handC02Generic[T any](groups ...[]T) []T {
	n := 0
	for _, g := range groups {
		n += len(g)
	}
	out := make([]T, 0, n)
	for _, g := range groups {
		out = append(out, g...)
	}
	return out
}

func handC02b(groups [][]int) []int { return slices.Concat(groups...) }

func handC02bField(groups []Group) []string {
	n := 0
	for _, g := range groups {
		n += len(g.Members)
	}
	out := make([]string, 0, n)
	for _, g := range groups {
		for _, m := range g.Members {
			out = append(out, strings.TrimSpace(m))
		}
	}
	return out
}

func handC19(lines []string) string {
	n := len(lines)
	for _, l := range lines {
		n += len(l)
	}
	var b strings.Builder
	b.Grow(n)
	for _, l := range lines {
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String()
}

func handC19Bytes(lines []string) []byte {
	if len(lines) == 0 {
		return nil
	}
	n := 2 * len(lines)
	for _, l := range lines {
		n += len(l)
	}
	b := bytes.NewBuffer(make([]byte, 0, n))
	for _, l := range lines {
		b.WriteString("> ")
		b.WriteString(l)
	}
	return b.Bytes()
}

func handC19b(lines []string) string {
	n := 2 * len(lines)
	for _, l := range lines {
		n += len(l)
	}
	var b strings.Builder
	b.Grow(n)
	for _, l := range lines {
		b.WriteString(l)
		b.WriteString(", ")
	}
	return b.String()
}

func (t *Team) handC19bMethod(sep string) string {
	n := len(sep) * len(t.users)
	for _, u := range t.users {
		n += len(u.Name)
	}
	var b strings.Builder
	b.Grow(n)
	for i, u := range t.users {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(u.Name)
	}
	return b.String()
}

func handC21(keys []string) map[string]int {
	m := make(map[string]int, len(keys))
	for i, k := range keys {
		m[k] = i
	}
	return m
}

func handC21Literal(users []User) map[string]User {
	byName := make(map[string]User, len(users))
	for _, u := range users {
		byName[u.Name] = u
	}
	return byName
}

func handC21b(keys []string) map[string]bool {
	set := make(map[string]bool, len(keys))
	for _, k := range keys {
		set[k] = true
	}
	return set
}

func handC21bGeneric[K comparable](keys []K) map[K]struct{} {
	set := make(map[K]struct{}, len(keys))
	for _, k := range keys {
		set[k] = struct{}{}
	}
	return set
}
