package fields

import "io"

type region struct{ from, to int }

type command struct {
	regions []region
	names   []string
	seen    map[string]bool
	buf     []byte
	sums    []int
}

// pool is a free list.
type pool struct{ free []*command }

func (p *pool) get() *command {
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		return c
	}
	return new(command)
}

func (c *command) Set(from, to int) {
	c.regions = []region{{from, to}} // want "c.regions is made anew each time$"
}

func (c *command) draw() (n int) {
	for _, r := range c.regions {
		n += r.to - r.from
	}
	return n
}

func (c *command) Reset(names []string) {
	c.names = make([]string, 0, 16)  // want "c.names is made anew each time .review: .*keeps as much memory as its largest call needed.$"
	c.seen = make(map[string]bool)   // want "c.seen is made anew each time .review: .*keeps as much memory as its largest call needed, which each later call clears"
	c.buf = make([]byte, 4096)       // want "c.buf is made anew each time .*review: who was lent c.buf and keeps it"
	c.sums = make([]int, len(names)) // want "c.sums is made anew each time .*review: c.sums stays nil"
}

func (c *command) add(name string) {
	if !c.seen[name] {
		c.seen[name] = true
		c.names = append(c.names, name)
	}
	for i := range c.sums {
		c.sums[i]++
	}
}

type source interface{ Fill(p []byte) int }

func (c *command) read(s source, r io.Reader) int {
	r.Read(c.buf)
	return s.Fill(c.buf)
}

func use(p *pool) {
	c := p.get()
	c.Set(1, 2)
	c.add("x")
	c.begin("y")
	c.draw()
}

func (c *command) begin(name string) {
	c.names = []string{name, "end"} // want "c.names is made anew each time .review: .*keeps as much memory as its largest call needed.$"
}

type message struct {
	values map[int]string
	list   []int
}

func (m *message) Reset() {
	m.values = nil // want "m.values is made anew each time .*review: "
	m.list = nil   // want "m.list is made anew each time .*review: "
}

func (m *message) set(i int, s string) {
	if m.values == nil {
		m.values = make(map[int]string)
	}
	m.values[i] = s
	m.list = append(m.list, i)
}

func (m *message) Close() {
	m.list = nil
}

type record struct {
	id   int
	data []byte
}

type log interface{ Read(i int, r *record) error }

func replay(l log, n int) (sum int, err error) {
	for i := range n {
		var r record // want "r is made anew in each iteration .*review: who keeps"
		if err := l.Read(i, &r); err != nil {
			return sum, err
		}
		sum += r.id + len(r.data)
	}
	for i := 0; i < n; i++ {
		one := record{} // want "one is made anew in each iteration .*review: who keeps"
		l.Read(i, &one)
		one.id++
		sum += one.id
	}
	return sum, nil
}
