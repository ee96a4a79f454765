package negative

// nope: the loop over s reads its first array, which append leaves only if there is no room
func moved(n int) (sum int) {
	for range n {
		var s []int
		s = append(s, 1, 2)
		for i, x := range s {
			if i == 0 {
				s = append(s, 3)
				s[1] = 100
			}
			sum += x
		}
	}
	return sum
}
