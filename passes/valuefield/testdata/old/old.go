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
