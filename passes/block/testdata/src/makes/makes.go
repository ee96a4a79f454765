package makes

// basic test
func pair(n int) ([]int, []int) {
	a := make([]int, n) // want `2 slices of one type are made in allocations of their own \(review: one of the slices in use keeps the memory of all of them\)`
	b := make([]int, n)
	return a, b
}

// distance is the usual reason for two slices.
func distance(s, t string) int {
	prev := make([]int, len(t)+1) // want `2 slices of one type are made in allocations of their own$`
	cur := make([]int, len(t)+1)
	for i := range prev {
		prev[i] = i
	}
	for i := range len(s) {
		cur[0] = i + 1
		for j := range len(t) {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			cur[j+1] = min(prev[j]+cost, prev[j+1]+1, cur[j]+1)
		}
		prev, cur = cur, prev
	}
	return prev[len(t)]
}

type table struct {
	keys, values []string
	extra        []string
	counts       []int
}

func newTable(names []string) *table {
	return &table{
		keys:   make([]string, 0, len(names)), // want `3 slices of one type .*review: `
		values: make([]string, len(names)),
		extra:  make([]string, 0, 8),
		counts: make([]int, 8),
	}
}

func (t *table) grow(names, more []string) {
	n := len(names)
	m := len(more) * 2
	t.keys = make([]string, n) // want `2 slices of one type .*review: `
	copy(t.keys, names)
	t.values = make([]string, m)
}

type bits []uint64

func named(n int) (a, b bits) {
	a, b = make(bits, n), make(bits, n) // want `2 slices of one type .*review: `
	return a, b
}

func empties(xs []int) (even, odd []int) {
	even = make([]int, 0, len(xs)) // want `2 slices of one type .*review: `
	odd = make([]int, 0, len(xs))
	for _, x := range xs {
		if x%2 == 0 {
			even = append(even, x)
		} else {
			odd = append(odd, x)
		}
	}
	return even, odd
}

// one after the other: two groups
func groups(n int, ok bool) (a, b, c, d []byte) {
	a = make([]byte, n) // want `2 slices of one type .*review: `
	b = make([]byte, n)
	if ok {
		return a, b, nil, nil
	}
	c = make([]byte, n) // want `2 slices of one type .*review: `
	d = make([]byte, n)
	return a, b, c, d
}

type record struct {
	n    int
	k, v []string
}

// counted: what says how many may be wrong, and panics as before
func counted(count func() int) *record {
	n := count()
	r := &record{
		n: n,
		k: make([]string, 0, n), // want `2 slices of one type .*review: `
		v: make([]string, 0, n),
	}
	return r
}

func returned(n int) (string, record) {
	return "x", record{v: make([]string, 0, n), k: make([]string, n)} // want `2 slices of one type .*review: `
}

func assigned(n int) (a, b []int) {
	a = make([]int, 0, n) // want `2 slices of one type .*review: `
	b = make([]int, n)
	return a, b
}

func lengths(n int) record {
	return record{k: make([]string, n), v: make([]string, 0, n)} // want `2 slices of one type .*review: `
}

func declared(n int) ([]int, []int) {
	var a = make([]int, n) // want `2 slices of one type are made in allocations of their own \(review: `
	var (
		b = make([]int, n)
		_ = n
	)
	return a, b
}
