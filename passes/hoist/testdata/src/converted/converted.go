package converted

type member struct{ name string }

type index interface {
	Find(key []byte) int
	Distance(a []rune) int
	Write(p []byte) (int, error)
}

var weigh func([]rune) int

func distance(a, b []rune) (n int) {
	for i, r := range a {
		if i >= len(b) || b[i] != r {
			n++
		}
	}
	return n
}

func reversed(a []rune) []rune {
	a[0], a[1] = a[1], a[0]
	return a
}

func closest(name string, others map[string]int) (best string) {
	min := len(name)
	for other := range others {
		if d := distance([]rune(name), []rune(other)); d < min { // want "the conversion gives the same in each iteration$"
			best, min = other, d
		}
	}
	return best
}

func (m *member) closest(others []index) (sum int) {
	if m.name == "" {
		return 0
	}
	for _, other := range others {
		sum += other.Distance([]rune(m.name)) // want "review: Distance must neither change nor keep what it is given; what the loop calls must not change m.name"
	}
	return sum
}

func found(all []index, key string) (n int) {
	for _, x := range all {
		n += x.Find([]byte(key)) // want "review: Find must neither change nor keep what it is given"
	}
	return n
}

// nope: it is written to, as the field may be
func (m *member) turned(n int) (sum int) {
	for range n {
		sum += len(reversed([]rune(m.name)))
	}
	return sum
}

// nope: m may be nil, and the loop have no turn
func (m *member) unsure(others []index) (sum int) {
	for _, other := range others {
		sum += other.Distance([]rune(m.name))
	}
	return sum
}

// nope: it is another text each time, is not always reached, or is looked at where it stands
func others(all []string, key string) (n int) {
	for i, s := range all {
		n += distance([]rune(s), nil)
		if i > 0 {
			n += distance([]rune(key), nil)
		}
		n += len([]rune(key)) + weigh([]rune(key))
		key += s
	}
	return n
}

// nope: the compiler makes no copy
func counted(all []string, key string) (n int) {
	for range all {
		n += count([]byte(key))
	}
	return n
}

func count(b []byte) int { return len(b) }

// nope: e.base may be nil, and the loop have no turn
func (e *embedder) unsure(others []index) (sum int) {
	e.n++
	for _, other := range others {
		sum += other.Distance([]rune(e.name))
	}
	return sum
}

type embedder struct {
	*member
	n int
}

// nope: an element is looked at, but that is the slice, which is written to through another name
func variadic(all []string, key string) (n int) {
	for range all {
		n += firstOf(1, []rune(key))
	}
	return n
}

func firstOf(n int, lists ...[]rune) int {
	first := lists[0]
	first[0]++
	return n + int(first[0])
}
