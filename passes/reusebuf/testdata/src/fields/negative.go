package fields

type batch struct {
	items   []int
	rows    []int
	kept    []int
	given   []int
	Open    []int
	lazy    []int
	once    []int
	bare    []int
	looped  []int
	other   []int
	wrapped []byte
	send    func([]int)
}

func (b *batch) Flush() {
	items := b.items
	b.items = make([]int, 0, 8) // nope: the old one goes on // refused "items := b.items"
	go b.send(items)
}

func (b *batch) FlushRows() {
	b.send(b.rows)
	b.rows = make([]int, 0, 8) // nope: it may have been handed over // refused "b.send"
}

func (b *batch) Kept() []int {
	b.kept = []int{1, 2} // nope: the caller has it // refused "return b.kept"
	return b.kept
}

func (b *batch) Give(list []int) { b.given = list }

func (b *batch) Given() {
	b.given = []int{1} // nope: the array may be somebody else's // refused "b.given = list"
}

func (b *batch) Exported() {
	b.Open = []int{1} // nope: anybody has it
}

func (b *batch) Lazy() int {
	if b.lazy == nil {
		b.lazy = make([]int, 8) // nope: there is none
	}
	return len(b.lazy)
}

func newBatch() *batch {
	b := &batch{}
	b.once = make([]int, 0, 8) // nope: b is new
	b.init()
	return b
}

func (b *batch) init() {
	b.looped = make([]int, 0, 8) // nope: called for a new one only
	b.once = append(b.once, 1)
}

func (b batch) Value() int {
	b.other = []int{1, 2} // nope: a copy of the caller's
	return len(b.other)
}

type pair struct{ list, rest []int }

var pairs = []pair{{[]int{1}, nil}}

func (p *pair) Set(n int) {
	p.list = []int{n} // nope: others set it without its name // refused "literals without names"
}

func (b *batch) each() {
	for _, n := range b.bare {
		b.again(n)
	}
}

func (b *batch) again(n int) {
	b.bare = []int{n, n} // nope: the loop goes on in the old one // refused "range b.bare"
	if n > 3 {
		b.each()
	}
}

type finder interface {
	Find(r *record) *record
	Fill(r *record)
}

func variables(f finder, n int) (all []*record) {
	for range n {
		var r record // nope: the result may be its address
		all = append(all, f.Find(&r))
	}
	for range n {
		var r record // nope: it is kept
		f.Fill(&r)
		all = append(all, &r)
	}
	for range n {
		var r record // nope: it runs meanwhile
		go f.Fill(&r)
	}
	for range n {
		var r record // nope: a literal has it
		f.Fill(&r)
		defer func() { r.id++ }()
	}
	var r record // nope: no loop
	f.Fill(&r)
	return all
}

func literal(n int) (sum int) {
	add := func(r *record) { r.id++; sum += r.id }
	for range n {
		var r record // nope: the compiler knows the literal
		add(&r)
	}
	return sum
}

// bag has a method whose caller keeps what is in it: each method has the field of an instance.
type bag[T any] struct{ items []T }

func (b *bag[T]) Items() []T { return b.items }

func (b *bag[T]) Set(v T) {
	b.items = []T{v} // nope: a caller has the old ones // refused "return b.items"
}

type conn struct {
	sent  []byte
	noted []byte
	seen  map[int]bool
	marks []int
	sum   int
}

func (c *conn) add(p []byte) {
	for _, b := range p {
		c.sum += int(b)
	}
}

func (c *conn) Send() {
	go c.add(c.sent)
	c.sent = make([]byte, 0, 64) // nope: the goroutine reads the old one // refused "by c.add"
}

func (c *conn) Note() {
	defer c.add(c.noted)
	c.noted = make([]byte, 0, 64) // nope: the old one is read at the end // refused "by c.add"
}

func (c *conn) Restart(marks []int) {
	c.seen = make(map[int]bool)       // nope: a loop goes on in the old one // refused "range c.seen"
	c.marks = make([]int, len(marks)) // nope: likewise // refused "range c.marks"
}

func (c *conn) each(f func(int)) {
	for k := range c.seen {
		f(k)
	}
	for _, n := range c.marks {
		f(n)
	}
}
