package sliced

// A list was made of as many: n fits into an int, and is not negative.
func narrow(n uint32) (list []int, ids []uint32) {
	list = make([]int, n)
	for i := range list {
		list[i] = len(list) - i
	}
	for i := uint32(0); i < n; i++ {
		ids = append(ids, i) // want "ids grows"
	}
	return list, ids
}

// It may have been any number.
func unknown(n uint32) (ids []uint32) {
	for i := uint32(0); i < n; i++ {
		ids = append(ids, i) // want "ids grows"
	}
	return ids
}

// Counting down from a number is counting up to it.
func between(n int, stop bool) (list, ids []int) {
	list = make([]int, n)
	if stop {
		return list, nil
	}
	for i := n - 1; i >= 0; i-- {
		ids = append(ids, list[i]) // want "ids grows"
	}
	return list, ids
}
