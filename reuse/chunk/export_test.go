package chunk

// Chunks returns the lengths of the chunks for n values of size bytes.
func Chunks(n, size, hint int) (lens []int) {
	var p plan
	for n > 0 {
		k := p.next(size, hint)
		lens = append(lens, k)
		n -= k
	}
	return lens
}
