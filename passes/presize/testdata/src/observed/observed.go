package observed

import (
	"bufio"
	"bytes"
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

func words(s *bufio.Scanner) []string {
	var words []string // open `words := make\(\[\]string, 0, N\) review: the room is .*; nil becomes empty`
	for s.Scan() {
		words = append(words, s.Text()) // refused "nothing says beforehand how much is appended to words"
	}
	return words
}

func empty(s *bufio.Scanner) []string {
	words := []string{} // open `make\(\[\]string, 0, N\) review: the room is [^;]*$`
	for s.Scan() {
		words = append(words, s.Text())
	}
	return words
}

func result(s *bufio.Scanner) (words []string, err error) {
	if s == nil {
		return nil, bufio.ErrTooLong
	}
	for s.Scan() { // open `words = make\(\[\]string, 0, N\)`
		words = append(words, s.Text()) // refused "nothing says beforehand"
	}
	return words, s.Err()
}

func inLiteral(root ast.Node) []*ast.Ident {
	var names []*ast.Ident // open `names := make\(\[\]\*ast.Ident, 0, N\)`
	ast.Inspect(root, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names = append(names, id) // refused "a function literal, or a pointer, shares names"
		}
		return true
	})
	return names
}

func byLibrary(next func() int64) string {
	var text []byte // open `text := make\(\[\]byte, 0, N\) review: .*nil becomes empty`
	for n := next(); n > 0; n = next() {
		text = strconv.AppendInt(text, n, 10)
	}
	last = text
	return ""
}

var last []byte

func forks(s *bufio.Scanner) (lists [][]string) {
	words := []string{} // open `make\(\[\]string, 0, N\) review: .*may share its array`
	for s.Scan() { // open `lists = make\(\[\]\[\]string, 0, N\)`
		words = append(words, s.Text())
		lists = append(lists, append(words, "."))
	}
	return lists
}

func asksCapacity(s *bufio.Scanner) int {
	var words []string
	for s.Scan() {
		words = append(words, s.Text()) // refused "the capacity of words is asked for"
	}
	return cap(words)
}

func pointed(s *bufio.Scanner, fill func(*[]string)) []string {
	var words []string
	for s.Scan() {
		words = append(words, s.Text()) // refused "a function literal, or a pointer, shares words"
	}
	fill(&words)
	return words
}

func hasRoom(s *bufio.Scanner) (words []string) {
	words = slices.Grow(words, 10)
	for s.Scan() {
		words = append(words, s.Text())
	}
	return words
}

func counts(s *bufio.Scanner) map[string]int {
	counts := map[string]int{} // open `make\(map\[string\]int, N\) review: the room is [^;]*$`
	for s.Scan() {
		counts[s.Text()]++
	}
	return counts
}

func group(s *bufio.Scanner, each func(func(string))) map[string]bool {
	seen := make(map[string]bool) // open `make\(map\[string\]bool, N\)`
	each(func(s string) { seen[s] = true })
	return seen
}

func bools() map[bool]int {
	m := map[bool]int{}
	m[true]++
	return m
}

func text(s *bufio.Scanner) string {
	var b strings.Builder // open `b.Grow\(N\)`
	for s.Scan() {
		write(&b, s.Text())
	}
	return b.String()
}

func write(b *strings.Builder, s string) { b.WriteString(s) }

func shown(s *bufio.Scanner) []byte {
	var b bytes.Buffer // open `b.Grow\(N\)\s+review: .*Bytes of an unused buffer is empty`
	for s.Scan() {
		b.WriteString(s.Text())
	}
	return b.Bytes()
}

func available(s *bufio.Scanner) []byte {
	var b bytes.Buffer
	for s.Scan() {
		b.Write(append(b.AvailableBuffer(), s.Text()...))
	}
	return b.Bytes()
}

type tree struct {
	leaves []string
	names  map[string]int
}

func plant(s *bufio.Scanner) *tree {
	t := &tree{names: map[string]int{}} // open `make\(map\[string\]int, N\)`
	for s.Scan() { // open `t.leaves = make\(\[\]string, 0, N\)\s+review: .*nil becomes empty`
		t.leaves = append(t.leaves, s.Text())
		t.names[s.Text()]++
	}
	return t
}

func replant(t *tree, s *bufio.Scanner) {
	for s.Scan() {
		t.leaves = append(t.leaves, s.Text()) // somebody else may have filled it
	}
}

func refill(t *tree, s *bufio.Scanner) {
	t.leaves = []string{} // open `make\(\[\]string, 0, N\)`
	for s.Scan() {
		t.leaves = append(t.leaves, s.Text())
	}
}
