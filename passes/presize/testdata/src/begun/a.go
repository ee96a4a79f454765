package begun

import "os"

func arguments(extra []string, verbose bool) []string {
	args := []string{"build", "-o", os.DevNull}
	if verbose {
		args = append(args, "-v") // want "args grows by append although its length is known"
	}
	args = append(args, extra...)
	return args
}

func lines(a, b string, rest []string) []string {
	s := []string{
		a,
		b,
	}
	for _, r := range rest {
		s = append(s, r) // want "s grows by append"
	}
	return s
}

func header(n int, body []byte) []byte {
	b := make([]byte, n)
	b = append(b, body...) // want "b grows by append"
	return b
}

func fixed(a, b byte) []byte {
	b4 := make([]byte, 4)
	b4 = append(b4, a) // want "b4 grows by append"
	b4 = append(b4, b)
	return b4
}

type pair struct{ a, b int }

func pairs(more []pair) []pair {
	list := []pair{{1, 2}, {3, 4}}
	list = append(list, more...) // want "list grows by append although its length is known"
	return list
}

// nope: by index
func keyed(more []string) []string {
	list := []string{2: "c"}
	list = append(list, more...)
	return list
}

// nope: it has room
func roomy(more []string) []string {
	list := make([]string, 2, 9)
	list = append(list, more...)
	return list
}

// nope: the length is that of another type
func other(n uint8, more []string) []string {
	list := make([]string, n)
	list = append(list, more...)
	return list
}

// nope: the length changes
func shared(n *int, more []string) []string {
	list := make([]string, *n)
	list = append(list, more...)
	return list
}

// nope: perhaps nothing is appended
func perhaps(more bool) []string {
	list := []string{"a"}
	if more {
		list = append(list, "b")
	}
	return list
}

// nope: captured
func captured(more []string) func() []string {
	list := []string{"a"}
	list = append(list, more...)
	return func() []string { list = append(list, "c"); return list }
}

func set(more []string) []string {
	list := make([]string, 2)
	list[0] = "a"
	list = append(list, more...) // want "list grows by append although its length is known"
	return list
}

type owner struct{ extra []string }

func (o *owner) name() string { calls++; return "name" }

var calls int

// nope: name is called first, and then a nil owner panics
func called(o, p *owner) []string {
	args := []string{o.name()}
	args = append(args, p.extra...)
	return args
}

func plain(o *owner) []string {
	args := []string{"a"}
	args = append(args, o.extra...) // want "args grows by append"
	return args
}

// the elements are of another slice of the name
func renamed(args, extra []string) []string {
	{
		args := []string{args[0]}
		for _, e := range extra {
			args = append(args, e) // want "args grows by append"
		}
		return args
	}
}

func field(o *owner, more []string) []string {
	extra := []string{o.extra[0], o.name()}
	for _, e := range more {
		extra = append(extra, e) // want "extra grows by append"
	}
	return extra
}
