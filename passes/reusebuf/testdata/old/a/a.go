// Package a is of a time without clear and slices.Grow.
package a

// clear needs go1.21.
func distinct(list [][]string) (n int) {
	for _, words := range list {
		seen := make(map[string]bool) // want "seen is made anew in each iteration$"
		for _, w := range words {
			seen[w] = true
		}
		n += len(seen)
	}
	return n
}

// slices.Grow needs go1.21.
func sized(list [][]int) (n int) {
	for _, xs := range list {
		b := make([]int, 0, len(xs)) // want "b is made anew in each iteration$"
		b = append(b, xs...)
		n += len(b)
	}
	return n
}

type set struct {
	names  map[string]bool
	points map[float64]bool
	k      map[[2]int]string
}

func (k *set) Begin() {
	k.names = make(map[string]bool)   // want "k.names is made anew each time .review: .*keeps as much memory as its largest call needed, which each later call clears"
	k.points = make(map[float64]bool) // nope: NaN stays
	k.k = make(map[[2]int]string)     // want "k.k is made anew each time .review: .*keeps as much memory as its largest call needed, which each later call clears"
}

func (k *set) add(s string, p float64) {
	k.names[s], k.points[p], k.k[[2]int{1, 2}] = true, true, s
}

func Add(s string) {
	k := new(set)
	k.Begin()
	k.add(s, 1)
}

func zeroed(list [][]int, n int) (sum int) {
	for _, xs := range list {
		b := make([]int, len(xs)) // want "b is made anew in each iteration$"
		copy(b[1:], xs)
		sum += b[0]
		room := make([]string, 0, n) // want "room is made anew in each iteration .review: .*a negative n panics no more"
		for range xs {
			room = append(room, "x")
		}
		sum += len(room)
	}
	return sum
}

type i struct{ n int }

// nope: in the loop that clears them i is the index.
func named(list [][]int) (n int) {
	for _, xs := range list {
		all := make([]i, len(xs))
		for j, x := range xs {
			all[j].n += x
		}
		for _, x := range all {
			n = n*3 + x.n
		}
	}
	return n
}
