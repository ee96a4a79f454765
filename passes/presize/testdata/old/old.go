package old

// nope: slices.Grow is of go1.21
func nilSlice(src []string) []string {
	var out []string
	for _, s := range src {
		out = append(out, s)
	}
	return out
}

// nope: max is of go1.21
func integer(n int) []string {
	out := []string{}
	for i := 0; i < n; i++ {
		out = append(out, "x")
	}
	return out
}
