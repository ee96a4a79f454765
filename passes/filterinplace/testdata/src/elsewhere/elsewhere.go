package elsewhere

// nope: another build of the package may need what it passes.
func positive(in []int) []int {
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x) // refused "other builds of the package may call positive"
		}
	}
	return out
}

func count(f func() []int) int { return len(positive(f())) }
