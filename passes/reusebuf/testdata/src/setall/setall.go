// Package setall has lists that a loop fills from one end to the other: only what it may leave is cleared.
package setall

import "os"

func filled(rows [][]int, n int) (sum int) {
	for _, row := range rows {
		marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics`
		for i := range marks {
			if row == nil {
				sum++
			}
			marks[i] = row[i] * 2
			if marks[i] == 0 {
				continue
			}
			sum += marks[i]
		}
		sum += total(marks)
	}
	return sum
}

func fixed(f *os.File, rows []string) {
	for _, row := range rows {
		line := make([]byte, 4096) // want `line is made anew in each iteration$`
		for i := 0; i < len(line); i++ {
			line[i] = row[i]
		}
		f.Write(line)
	}
}

func ended(rows [][]int, n int) (sum int) {
	for _, row := range rows {
		marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics`
		for i := range marks {
			marks[i] = row[i]
			if row[i] == 0 {
				break
			}
		}
		sum += total(marks)
	}
	return sum
}

func skipped(rows [][]int, n int) (sum int) {
	for _, row := range rows {
		marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics`
		for i := range marks {
			if row[i] == 0 {
				continue
			}
			marks[i] = row[i]
		}
		sum += total(marks)
	}
	return sum
}

func ahead(rows [][]int, n int) (sum int) {
	for _, row := range rows {
		marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics`
		for i := range marks {
			marks[i] = row[i]
			sum += marks[n-1]
		}
	}
	return sum
}

func lentIn(rows [][]int, n int) (sum int) {
	for _, row := range rows {
		marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics`
		for i := range marks {
			marks[i] = row[i]
			sum += total(marks)
		}
	}
	return sum
}

func added(rows [][]int, n int) (sum int) {
	for _, row := range rows {
		marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics`
		for i := range marks {
			marks[i] += row[i]
		}
		sum += total(marks)
	}
	return sum
}

func outer(rows [][]int, n int) (sum int) {
rows:
	for _, row := range rows {
		marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics`
		for i := range marks {
			marks[i] = row[i]
			if row[i] < 0 {
				continue rows
			}
		}
		sum += total(marks)
	}
	return sum
}

func branched(rows [][]int, n int) (sum int) {
	for _, row := range rows {
		marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics`
		for i := range marks {
			if row[i] > 0 {
				marks[i] = row[i]
			}
		}
		sum += total(marks)
	}
	return sum
}

func total(list []int) (sum int) {
	for _, n := range list {
		sum += n
	}
	return sum
}

func entries(rows []string) (n int) {
	for _, row := range rows {
		m := make(map[string]int, 100) // want `m is made anew in each iteration`
		for k := range m {
			m[k] = 0
		}
		m[row]++
		n += m[row]
	}
	return n
}

// The number is the same for all goroutines.
func shared(rows [][]int, each func(func(row []int)), n int) {
	size := n * n
	each(func(row []int) {
		for range row {
			marks := make([]int, size) // want `marks is made anew in each iteration .review: a negative size panics even if the loop ends at once`
			marks[0]++
		}
	})
}

// Only some turns need it.
func some(rows [][]int, n int) (sum int) {
	for _, row := range rows {
		if len(row) > 3 {
			marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics in other words`
			marks[0]++
			sum += marks[0]
		}
	}
	return sum
}

// The number changes.
func shrinks(rows [][]int, n int) (sum int) {
	for range rows {
		marks := make([]int, n) // want `marks is made anew in each iteration .review: a negative n panics in other words`
		marks[0]++
		sum += marks[0]
		n--
	}
	return sum
}
