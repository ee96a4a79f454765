// Package names has places at which names, types and operators decide.
package names

import (
	. "fmt"
	l "lib"
	"sort"
	str "strings"
)

type text string

var _ Stringer // a use of fmt that stays

func dots(s string, t text) string {
	a := Sprintf("%q", s) // want "beforeQuote matches"
	return a + Sprintf("%q", t)
}

func Quote(strconv string) string {
	return Sprintf("%q", strconv) // want "beforeQuote matches"
}

func universe(p []byte, m map[string]int, string int) int {
	n := m[str.ToLower("x")]
	return n + string
}

func hides(m map[string]int, len []string) []string {
	var keys []string // refused "len means something else here"
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func hidden(m map[string]int) int {
	var make []string // refused "afterKeys uses make, which would be another one here"
	for k := range m {
		make = append(make, k)
	}
	sort.Strings(make)
	return len(make)
}

func sorted(m map[string]map[string]int) []string {
	{
		// want +1 "beforeKeys matches"
		var m []string
		for k := range map[string]int(nil) {
			m = append(m, k)
		}
		sort.Strings(m)
		return m
	}
}

func constants(n int) (float64, string, any) {
	half := l.Div(1, 2)                    // want "beforeScale matches"
	half = l.Div(1, float64(n))            // want "beforeScale matches"
	half = 2 * l.Div(half, half+1)         // want "beforeScale matches"
	return half, l.Half(1 << n), l.Half(7) // want "beforeHalf matches" "beforeHalf matches"
}

func places(list []string) (p *string) {
	s := list[:1][0] // want "beforeFirst matches"
	list[:1][0] = s
	list[:1][0] += s
	return &list[:1][0]
}

func results(m map[string]int, k []byte) (int, bool) {
	if _, ok := m[string(k)]; ok {
		s := string(k)
		return m[s], true // want "beforeGet matches"
	}
	m[string(k)] = 1
	m[string(k)]++
	v, ok := m[string(k)]
	return v, ok
}

func spread(list []string) int {
	n := l.Lines(list...) // want "beforeLines matches"
	return n + l.Lines("a") + l.Lines(list[0], list[1])
}

func values(s *l.Stack, names []string) {
	push := s.Push
	for _, name := range names {
		push(name)
	}
outer:
	for _, name := range names {
		s.Push(name)
		continue outer
	}
	// want +1 "beforePushes matches"
	for _, name := range names {
		(s.Push)(name)
	}
	// want +1 "beforePushes matches"
	for _, name := range append(names, str.Fields("a b")...) {
		s.Push(name)
	}
}

type named []string

func assignable(s *l.Stack, n named, id l.ID) []byte {
	_ = l.Lines(n...) // want "beforeLines matches"
	for _, name := range n {
		s.Push(name) // the hole has another type, and no function takes it
	}
	return []byte(id.String()) // want "beforeID matches"
}

func operators(a, b string) int {
	n := len(l.Join(a, b) + "x")         // want "beforeJoin matches"
	n += len("x" + l.Join(a, b))         // want "beforeJoin matches"
	n += len(l.Join(a+"x", b))           // want "beforeJoin matches"
	n += int(l.Join(a, b)[0])            // want "beforeJoin matches"
	n += int(l.Div(1, float64(n+1)))     // want "beforeScale matches"
	m := l.Div(2, 3)                     // want "beforeScale matches"
	return n - int(l.Div(float64(n), m)) // want "beforeScale matches"
}

func generic[T ~string](list []T, v T) bool {
	// want +1 "beforeIndex matches"
	set := make(map[T]bool)
	for _, x := range list {
		set[x] = true
	}
	return set[v]
}
