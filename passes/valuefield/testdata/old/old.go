package old

type item struct {
	name string
	n    int
}

func loop(items []item) int {
	var l []*item
	for _, i := range items {
		l = append(l, &i) // nope: all point to one variable, before go1.22 // refused "i is one variable for all iterations"
	}
	return l[0].n
}

func later(items []item) (fs []func() int) {
	var l []*item
	for _, i := range items {
		l = append(l, &item{n: i.n}) // nope: what runs meanwhile may be lent one that changes // refused "p is one variable for all iterations"
	}
	for _, p := range l {
		fs = append(fs, func() int { return count(p) })
	}
	return fs
}

func count(i *item) int { return i.n }
