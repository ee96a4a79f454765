package negative

import (
	"bytes"
	"slices"
	"sort"
)

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

func median(list []int) int {
	sort.Ints(list)
	return list[len(list)/2]
}

// nope: with room behind s, append makes no copy for median to sort
func extended(lists [][]int) (n int) {
	for _, list := range lists {
		s := make([]int, len(list))
		copy(s, list)
		n += median(append(s, 0)) - s[0]
	}
	return n
}

func reversed(lists [][]byte) (n int) {
	for _, list := range lists {
		var b bytes.Buffer
		b.Write(list)
		slices.Reverse(append(b.Bytes(), 'x'))
		n += bytes.Index(b.Bytes(), list)
	}
	return n
}

// nope: fourth looks behind the end, where earlier iterations wrote
func behind(lists [][]byte) (n int) {
	for _, list := range lists {
		var b bytes.Buffer
		b.Write(list)
		n += fourth(b.Bytes())
	}
	return n
}

func fourth(p []byte) int { return int(p[:4][3]) }
