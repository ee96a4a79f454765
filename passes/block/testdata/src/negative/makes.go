package negative

// nope: other types
func types(n int) ([]int, []uint) {
	a := make([]int, n)
	b := make([]uint, n)
	return a, b
}

// nope: the second may not be needed
func early(n int, ok bool) ([]int, []int) {
	a := make([]int, n)
	if !ok {
		return a, nil
	}
	b := make([]int, n)
	return a, b
}

// nope: n changes
func changes(n int) ([]int, []int) {
	a := make([]int, n)
	n++
	b := make([]int, n)
	return a, b
}

// nope: the size is not known yet
func later(xs []int) ([]int, []int) {
	a := make([]int, len(xs))
	n := copy(a, xs)
	b := make([]int, n)
	return a, b
}

// nope: with n < 0 the sum may do
func negatives(n, m int) ([]int, []int) {
	a := make([]int, n)
	b := make([]int, m)
	return a, b
}

// nope: three times n may be positive again
func thrice(n int) (a, b, c []int) {
	a, b, c = make([]int, n), make([]int, n), make([]int, n)
	return
}

// nope: the double may not fit
func narrow(n uint8) ([]int, []int) {
	a := make([]int, n)
	b := make([]int, n)
	return a, b
}

// nope: on the stack already
func small() (sum int) {
	a := make([]int, 8)
	b := make([]int, 8)
	for i := range a {
		a[i], b[i] = i, i
	}
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// nope: on the stack, unless f keeps them, which only the compiler knows
func lentOut(f func(p, q []byte) int) int {
	a := make([]byte, 8)
	b := make([]byte, 8)
	return f(a, b)
}

// nope: f may change n
func called(n int, f func(*int)) ([]int, []int) {
	a := make([]int, n)
	f(&n)
	b := make([]int, n)
	return a, b
}

// nope: a length and a capacity
func both(n int) ([]int, []int) {
	a := make([]int, 1, n)
	b := make([]int, 1, n)
	return a, b
}

// nope: one in each branch
func branches(n int, ok bool) (a []int) {
	if ok {
		a = make([]int, n)
	} else {
		a = make([]int, n)
	}
	return a
}

// nope: the panic for n < 0 comes before that of f
func panics(n int, f func() int) (c, d []int, x int) {
	x, c = f(), make([]int, n)
	d = make([]int, n)
	return c, d, x
}

type fields struct{ a, b []int }

// nope: as above: x may be nil
func pointer(x *fields, n int) {
	x.a = make([]int, n)
	x.b = make([]int, n)
}

type titled struct {
	name  string
	a, b  []int
	inner fields
}

// nope: the panic for n < 0 comes before that of f
func inLiteral(f func() string, n int) titled {
	return titled{name: f(), a: make([]int, n), b: make([]int, n)}
}

// nope: or before that of the index
func indexed(names []string, n int) (p *titled) {
	p = &titled{name: names[n], inner: fields{a: make([]int, n), b: make([]int, n)}}
	return p
}

// nope: or before that of a key that has no hash
func keyed(k any, n int) map[any][]int {
	return map[any][]int{k: nil, 1: make([]int, n), 2: make([]int, n)}
}
