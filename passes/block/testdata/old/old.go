package old

type node struct{ name string }

// nope: max is of Go 1.21, and n may be negative
func counted(n int) (out []*node) {
	for i := 0; i < n; i++ {
		out = append(out, &node{})
	}
	return out
}
