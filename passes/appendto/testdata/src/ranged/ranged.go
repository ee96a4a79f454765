package ranged

import (
	"fmt"
	"io"
	"strings"
)

type node struct {
	up   *node
	kids []*node
	name string
	size int
}

// above returns the nodes that n is below.
func (n *node) above() []*node {
	var out []*node
	for p := n.up; p != nil; p = p.up {
		out = append(out, p) // want `what above returns is only ranged over \(review: where above panics, the loop has run for the elements in front, or has ended\)`
	}
	return out
}

func (n *node) under(name string) bool {
	for _, p := range n.above() {
		if p.name == name {
			return true
		}
	}
	return false
}

func (n *node) path(w io.Writer) int {
	depth := 0
	for range n.above() {
		depth++
	}
	return depth
}

func (n *node) large(min int) []*node {
	large := make([]*node, 0, len(n.kids))
	for _, k := range n.kids {
		if k.size < min {
			continue // too small
		}
		large = append(large, k) // want `what large returns is only ranged over \(review: what the loop calls must not change what large reads; where large panics`
	}
	return large
}

func (n *node) print(w io.Writer) {
	for _, k := range n.large(10) {
		fmt.Fprintln(w, k.name)
	}
}

// digits has no memory in common with anybody.
func digits(n int) (list []int) {
	for n > 0 {
		list = append(list, n%10) // want "what digits returns is only ranged over$"
		n /= 10
	}
	return
}

func (n *node) digits(ch chan int) {
	for _, d := range digits(n.size) {
		n.size += d
		ch <- d
	}
}

func except[T comparable](list []T, not T) []T {
	var (
		out []T
		n   int
	)
	for _, x := range list {
		if x == not {
			n++
			continue
		}
		out = append(out, x) // want "what except returns is only ranged over$"
	}
	return out
}

func sumOf(list []int, not int) (sum int) {
	for _, x := range except(list, not) {
		sum += x
	}
	return sum
}

func words(s string) []string {
	list := []string{}
	if s == "" {
		return nil
	}
	start := 0
	for i, r := range s {
		if r == ' ' {
			list = append(list, s[start:i]) // want `what words returns is only ranged over \(review: where words panics`
			start = i + 1
		}
	}
	if start < len(s) {
		list = append(list, s[start:])
	}
	return list
}

func long(s string) (n int) {
	all := words(s)
	for _, w := range all {
		if len(w) > 8 {
			n++
		}
	}
	return n
}

func short(s string) (n int) {
	all := words(s)
	for i := 0; i < len(all); i++ {
		w := all[i]
		if len(w) < 3 {
			n++
		}
	}
	return n
}

func count(text string) map[string]int {
	seen := make(map[string]int)
	for _, w := range words(text) {
		seen[w]++
	}
	return seen
}

func pairs(n int) []string {
	var list []string
	for i := range n {
		if i == 7 {
			return append(list, "seven") // want "what pairs returns is only ranged over$"
		}
		list = append(list, "a", "b")
	}
	return append(list, "end")
}

func join(n int) string {
	var b strings.Builder
	for _, s := range pairs(n) {
		b.WriteString(s)
	}
	return b.String()
}

func unique(list []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s) // want "what unique returns is only ranged over$"
		}
	}
	return out
}

func longest(list []string) (max int) {
	for _, s := range unique(list) {
		if len(s) > max {
			max = len(s)
		}
	}
	return max
}

func gather(all [][]string) []string {
	var out []string
	for _, list := range all {
		for _, s := range unique(list) {
			out = append(out, s)
		}
	}
	return out
}
