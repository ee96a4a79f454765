package old

func both(n int) float64 {
	return sum(square{1, 2, 3}, n) + sum(disc{1, 2, 3}, n)
}
