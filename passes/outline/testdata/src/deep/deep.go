package deep

import "strings"

type page struct {
	bytes [2000]byte
	name  string
}

type row struct {
	cells [30]int
	name  string
}

// A caller in another package may call itself.
func NewPage(name string) *page {
	p := &page{} // want `the result of NewPage .*review: a caller that calls itself keeps 2016 bytes of stack at each level`
	for i := range p.bytes {
		p.bytes[i] = name[i%len(name)]
	}
	p.name = strings.ToUpper(strings.TrimSpace(name)) + strings.Repeat(name, 3)
	return p
}

func NewRow(name string) *row {
	r := &row{} // want `the result of NewRow is on the heap, since NewRow is too big to be inlined$`
	for i := range r.cells {
		r.cells[i] = int(name[i%len(name)])
	}
	r.name = strings.ToUpper(strings.TrimSpace(name)) + strings.Repeat(name, 3)
	return r
}

func newRow(name string) *row {
	r := &row{} // want `the result of newRow .*review: a caller that calls itself keeps 256 bytes`
	for i := range r.cells {
		r.cells[i] = int(name[i%len(name)])
	}
	r.name = strings.ToUpper(strings.TrimSpace(name)) + strings.Repeat(name, 3)
	return r
}

type visitor interface{ visit(depth int) int }

type even struct{ next visitor }

// visit calls odd's, which calls it.
func (e even) visit(depth int) int {
	r := newRow("even")
	if depth == 0 {
		return r.cells[3]
	}
	return e.next.visit(depth-1) + r.cells[5]
}

type odd struct{}

func (o odd) visit(depth int) int { return even{o}.visit(depth) }

func newPage(name string) *page {
	p := &page{} // want `the result of newPage is on the heap, since newPage is too big to be inlined$`
	for i := range p.bytes {
		p.bytes[i] = name[i%len(name)]
	}
	p.name = strings.ToUpper(strings.TrimSpace(name)) + strings.Repeat(name, 3)
	return p
}

func once() byte { return newPage("once").bytes[3] }
