package compared

type outer struct{ in inside }

type inside struct{ n int }

func (t *inside) f(a, b outer) bool {
	t.n++
	var list []int // nope: and those in others // refused "objects of type inside are compared"
	list = append(list, t.n)
	return a == b && len(list) > 0
}
