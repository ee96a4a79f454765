package carved

type table struct{ rows [][]int }

// one array for all rows; an empty row stays nil
func clip(rows [][]int, limit int) [][]int {
	out := make([][]int, len(rows))
	for i, row := range rows {
		var clipped []int // want `clipped gets an array of its own in each iteration .review: keeping one of the slices`
		for _, v := range row {
			clipped = append(clipped, min(v, limit)) // want "grows by append"
		}
		out[i] = clipped
	}
	return out
}

func (t *table) doubled() (out [][]int) {
	out = make([][]int, 0, len(t.rows))
	for _, row := range t.rows {
		var twice []int // want `twice gets an array of its own in each iteration .review: keeping one of the slices`
		for i := range row {
			twice = append(twice, row[i], row[i]) // want "grows by append"
		}
		out = append(out, twice)
	}
	return out
}

// nope: stays in the function
func sum(rows [][]int) (n int) {
	for _, row := range rows {
		odd := make([]int, 0, len(row)) // want `odd is on the heap, since its length varies`
		for _, v := range row {
			odd = append(odd, v|1)
		}
		for _, v := range odd {
			n += v
		}
	}
	return n
}

// nope: nil would become empty where nothing is added
func some(rows [][]int) (out [][]int) {
	out = make([][]int, 0, len(rows))
	for _, row := range rows {
		var odd []int
		for _, v := range row {
			if v%2 == 1 {
				if odd == nil {
					odd = make([]int, 0, len(row))
				}
				odd = append(odd, v)
			}
		}
		out = append(out, odd)
	}
	return out
}

// nope: nothing tells how long all rows are
func received(rows chan []int, use func([]int)) {
	for row := range rows {
		all := make([]int, 0, len(row))
		for _, v := range row {
			all = append(all, v)
		}
		use(all)
	}
}
