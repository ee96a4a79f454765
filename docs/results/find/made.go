package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// made is the name on the page of the module that makeModule writes.
const made = "of 300 packages, made for this"

// packagesMade is the number of packages of that module.
const packagesMade = 300

// makeModule writes a module of many packages, each of which imports two others and has benchmarks: of a list that
// grows, a tree built by recursion, so that there are many stacks, strings, a map, and the functions of the imported
// packages.
func makeModule(dir string) error {
	err := writeFile(filepath.Join(dir, "go.mod"), "module example.com/made\n\ngo 1.25\n")
	for i := range packagesMade {
		below := filepath.Join(dir, fmt.Sprintf("p%03d", i))
		imports, uses := "", ""
		if left, right := (i-1)/2, i/3; i > 1 {
			imports = fmt.Sprintf("\tleft \"example.com/made/p%03d\"\n\tright \"example.com/made/p%03d\"\n", left, right)
			uses = "\tn += len(left.Texts(2)) + right.Grow(2)\n"
		}
		err = errors.Join(err,
			writeFile(filepath.Join(below, "p.go"), fmt.Sprintf(madeSource, i, imports, uses)),
			writeFile(filepath.Join(below, "p_test.go"), fmt.Sprintf(madeTests, i)))
	}
	return err
}

func writeFile(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o666)
}

const madeSource = `package p%03[1]d

import (
	"fmt"
	"strings"

%[2]s)

type Node struct {
	Name        string
	Left, Right *Node
	Items       []int
}

func Grow(n int) int {
	var list []int
	for i := range n {
		list = append(list, i)
	}
	return use(list)
}

//go:noinline
func use(list []int) int { return len(list) }

func Tree(path string, depth int) *Node {
	n := &Node{Name: path}
	if depth > 0 {
		if depth%%2 == 0 {
			n.Items = append(n.Items, depth)
		}
		n.Left = Tree(path+"l", depth-1)
		n.Right = Tree(path+"r", depth-1)
	}
	return n
}

func Texts(n int) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%%d of %%d", i, n), strings.Repeat("x", i))
	}
	return all
}

func Count(words []string) map[string]int {
	counts := map[string]int{}
	for _, w := range words {
		counts[strings.ToUpper(w)]++
	}
	return counts
}

func All(n int) int {
%[3]s	n += Grow(n) + len(Texts(n))
	n += len(Count(Texts(n)))
	return n + len(Tree("", 3).Name)
}
`

const madeTests = `package p%03d

import "testing"

var (
	tree  *Node
	total int
)

func BenchmarkGrow(b *testing.B) {
	for b.Loop() {
		total += Grow(100)
	}
}

func BenchmarkTree(b *testing.B) {
	for b.Loop() {
		tree = Tree("", 8)
	}
}

func BenchmarkTexts(b *testing.B) {
	for range b.N {
		total += len(Texts(20)) + len(Count(Texts(10)))
	}
}

func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		total = All(4)
	}
}

func TestAll(t *testing.T) {
	if All(4) == 0 {
		t.Error("nothing")
	}
}
`
