package lengths

func columns(list []string) ([]string, []string) {
	var names, sizes []string
	for _, s := range list {
		names = append(names, s)     // want "names grows by append"
		sizes = append(sizes, s+"x") // want "sizes grows by append"
	}
	return names, sizes
}

func marks(list []string) ([]string, string) {
	var names, marks []string // want "marks grows by append"
	for i, s := range list {
		names = append(names, s+"!") // want "names grows by append"
		marks = append(marks, list[i]+"?")
	}
	return names, marks[0]
}

func grouped(list []string) ([]string, string) {
	var (
		first, rest []string // want "first grows by append"
		n           int
	)
	for _, s := range list {
		first = append(first, s[:1])
		rest = append(rest, s[1:]) // want "rest grows by append"
		n++
	}
	return rest, first[n-1]
}

// one row more than there are elements
func table(a, b []int) [][]int {
	var rows [][]int // want "rows grows by append"
	for i := 0; i <= len(a); i++ {
		rows = append(rows, make([]int, len(b)+1))
	}
	return rows
}

func gaps(a []int) []int {
	var out []int
	for i := 1; i < len(a); i++ {
		out = append(out, a[i]-a[i-1]) // want "out grows by append although its length is known$"
	}
	return out
}

func upTo(n int) []int {
	var out []int
	for i := 0; i <= n; i++ {
		out = append(out, i) // want "out grows by append although its length is known$"
	}
	return out
}

// a number that is too large for an int makes no iteration
func converted(n uint64) []int {
	out := []int{} // want "out grows by append although its length is known$"
	for i := 0; i < int(n); i++ {
		out = append(out, i)
	}
	return out
}

func convertedRange(n uint) []int {
	out := []int{} // want "out grows by append although its length is known$"
	for i := range int(n) {
		out = append(out, i)
	}
	return out
}

func convertedByte(n uint8) []int {
	out := []int{} // want "out grows by append although its length is known$"
	for i := 0; i < int(n); i++ {
		out = append(out, i)
	}
	return out
}

// the smallest int less three is a large number
func fromThree(n int) []int {
	out := []int{} // want "out grows by append although its length is known$"
	for i := 3; i < n; i++ {
		out = append(out, i)
	}
	return out
}
