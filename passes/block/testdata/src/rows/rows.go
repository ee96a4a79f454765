package rows

import "errors"

// basic test
func table(n, w int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, w) // want `each row is made in an allocation of its own \(review: one row in use keeps all len\(m\) of them; a width that is negative, or rows that are too large together, panic in front of the loop\)$`
	}
	return m
}

func counted(text, other string) (d [][]int) {
	d = make([][]int, len(text)+1)
	for i := 0; i < len(d); i++ {
		d[i] = make([]int, len(other)+1) // want `each row is made .*review: `
		d[i][0] = i
	}
	return d
}

func appended(n, w int) (rows [][]byte) {
	for range n {
		rows = append(rows, make([]byte, w)) // want `each row is made .*review: `
	}
	return rows
}

func variable(lists [][]string, w int) [][]string {
	out := make([][]string, 0, len(lists))
	for _, list := range lists {
		row := make([]string, w) // want `each row is made .*review: `
		copy(row, list)
		out = append(out, row)
	}
	return out
}

func constant(lists [][]byte) (sums [][]byte) {
	for _, list := range lists {
		sum := make([]byte, 4) // want `each row is made in an allocation of its own \(review: one row in use keeps all len\(lists\) of them\)$`
		copy(sum, list)
		sums = append(sums, sum)
	}
	return sums
}

type grid struct {
	cells [][]bool
}

func newGrid(h, w int) *grid {
	g := &grid{cells: make([][]bool, h)}
	for y := 0; y < h; y++ {
		g.cells[y] = make([]bool, w) // want `each row is made .*review: `
	}
	return g
}

func cube(n, h, w int) [][][]int {
	m := make([][][]int, n)
	for i := range m {
		m[i] = make([][]int, h) // want `each row is made .*review: `
		for j := 0; j < h; j++ {
			m[i][j] = make([]int, w) // want `each row is made .*review: `
		}
	}
	return m
}

type point struct{ x, y *int }

func generic[T ~[]point](n, w int) []T {
	m := make([]T, n)
	for i := range m {
		m[i] = T(make([]point, w)) // nope: a conversion of a row
	}
	return m
}

func checked(names []string, w int) ([][]int, error) {
	m := make([][]int, len(names))
	for i, name := range names {
		if name == "" {
			return nil, errors.New("no name")
		}
		m[i] = make([]int, w) // want `each row is made .*review: .*room for len\(names\) rows is taken even if fewer are made`
	}
	return m, nil
}

func ragged(lists [][]int) [][]int {
	m := make([][]int, len(lists))
	for i, list := range lists {
		m[i] = make([]int, len(list)) // nope: each row has a width of its own // refused "the width of the rows is not known"
		copy(m[i], list)
	}
	return m
}

func square(m [][]int) {
	for i := range m {
		m[i] = make([]int, len(m[0])) // nope: there may be no first row // refused "the width of the rows is not known"
	}
}

func widening(n, w int) (m [][]int) {
	for range n {
		m = append(m, make([]int, w)) // nope: the width changes // refused "the width of the rows is not known"
		w++
	}
	return m
}

func unknown(next func() bool, w int) (m [][]int) {
	for next() {
		m = append(m, make([]int, w)) // nope: nobody knows how many // refused "nothing says beforehand"
	}
	return m
}

func growing(m map[int][]int, w int) {
	for k := range m {
		m[k+1] = make([]int, w) // nope: it may go on for longer // refused "nothing says beforehand"
	}
}

func local(lists [][]int, w int) (n int) {
	for _, list := range lists {
		row := make([]int, w) // nope: it does not outlive its iteration
		n += copy(row, list)
	}
	return n
}

func nothing(n, w int) (m [][]struct{}) {
	for range n {
		m = append(m, make([]struct{}, w)) // nope: elements without a size
	}
	return m
}

func once(n, w int) (m [][]int) {
	for range n {
		m = append(m, make([]int, w)) // nope: only the first iteration makes one
		break
	}
	return m
}

func long(n int, w int64) (m [][]int) {
	for range n {
		m = append(m, make([]int, w)) // nope: n*w is no int
	}
	return m
}

func roomy(n, w int) (m [][]int) {
	for range n {
		m = append(m, make([]int, 0, w)) // nope: it may grow beyond
	}
	return m
}

func literal(n, w int) (fs []func() []int) {
	for range n {
		fs = append(fs, func() []int {
			row := make([]int, w) // nope: nobody knows when it runs
			return row
		})
	}
	return fs
}

func retried(n, w int, ok func() bool) (m [][]int) {
	for i := 0; i < n; i++ {
		m = append(m, make([]int, w)) // nope: an iteration may be made again // refused "nothing says beforehand"
		if !ok() {
			i--
		}
	}
	return m
}

func jumps(n, w int) (m [][]int) {
again:
	for range n {
		m = append(m, make([]int, w)) // nope: a goto leads back
	}
	if len(m) < w {
		goto again
	}
	return m
}

func hidden(n, w int) (m []any) {
	for range n {
		type cell int
		m = append(m, make([]cell, w)) // nope: the type is one of the loop // refused "declares"
	}
	return m
}
