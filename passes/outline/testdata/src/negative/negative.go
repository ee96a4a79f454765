package negative

import (
	"fmt"
	"os"
	"strings"
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
		return &pair{}, 0
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
		return &pair{}, 0
	}
	return &pair{a: change(p)}, p.b
}

func change(p *pair) int {
	p.b++
	return p.b
}

type words struct {
	list []string
	n    int
}

// nope: the type has another name outside of the body.
func local(s string) *words {
	type alias = words
	w := &alias{list: strings.Fields(s)}
	w.list = append(w.list, strings.ToLower(strings.TrimSpace(s)))
	return w
}

// nope: the goto makes two of them.
func again(s string) *words {
	var kept []*words
more:
	kept = append(kept, nil)
	w := &words{list: strings.Fields(strings.TrimSpace(s))}
	if kept[0] = w; len(kept) < 2 {
		goto more
	}
	return w
}

// nope: on the heap in any case.
func newHuge(s string) *huge {
	h := &huge{}
	copy(h.text[:], strings.ToLower(strings.TrimSpace(s)))
	copy(h.text[len(s):], strings.ToUpper(strings.TrimSpace(s)))
	return h
}

type huge struct{ text [100000]byte }

// nope: new is something else in the body.
func shadowed(new string) (*words, error) {
	fmt.Println(strings.TrimSpace(strings.ToLower(new)))
	if new == "" {
		return nil, os.ErrInvalid
	}
	return &words{list: strings.Fields(new)}, nil
}

// nope: comments among the parameters.
func documented(
	s string, // what is split
) (*words, error) {
	fmt.Println(strings.TrimSpace(strings.ToLower(s)))
	if s == "" {
		return nil, os.ErrInvalid
	}
	return &words{list: strings.Fields(s)}, nil
}

// nope: here as well.
func described(
	s string, // what is split
) *words {
	fmt.Println(strings.TrimSpace(strings.ToLower(s)))
	return &words{list: strings.Fields(s)}
}

type reply struct {
	to   *mail
	head map[string]int
	w    *scribe
}

type scribe struct{ lines []string }

// newReply is inlined, and would not be any more with what newScribe became.
func newReply(to *mail, head map[string]int, n, m int) *reply {
	return &reply{to: to, head: head, w: newScribe(to, n+m, n-m)}
}

type mail struct{ lines []string }

func newScribe(to *mail, n, m int) *scribe {
	list := append(to.lines, strings.Repeat("a", n))
	list = append(list, strings.Repeat("b", m))
	return &scribe{list} // nope: newReply would be too big // refused "newReply would be too big"
}

func scribbled(to *mail) int { return len(newScribe(to, 1, 2).lines) }
