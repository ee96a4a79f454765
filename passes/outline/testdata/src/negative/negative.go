package negative

import (
	"fmt"
	"os"
)

type pair struct{ a, b int }

// nope: which of the results panics first?
func first(p *pair, list []int) (*pair, int) {
	for i := range list {
		p.b += i
		fmt.Fprintln(os.Stderr, i)
		fmt.Fprintln(os.Stderr, p.b)
	}
	if len(list) > 3 {
		return nil, 0
	}
	return &pair{a: p.a}, list[0]
}

// nope: change might come first.
func changed(p *pair) (*pair, int) {
	for i := range p.b {
		fmt.Fprintln(os.Stderr, i)
		fmt.Fprintln(os.Stderr, p.b)
	}
	if p == nil {
		return nil, 0
	}
	return &pair{a: change(p)}, p.b
}

func change(p *pair) int {
	p.b++
	return p.b
}
