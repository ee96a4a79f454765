package tables

type unit struct {
	name  string
	bytes int
}

// basic test
func month(s string) int {
	m := map[string]int{ // want "a map of constants is made anew"
		"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5,
		"jun": 6, // the middle
		"jul": 7, "aug": 8, "sep": 9,
	}
	if n, ok := m[s]; ok {
		return n
	}
	return len(m)
}

func direct(i int) string {
	return map[int]string{0: "a", 1: "b", 2: "c", 3: "d", 4: "e", 5: "f", 6: "g", 7: "h", 8: "i"}[i] // want "a map of constants"
}

func structs(s string) (sum int) {
	var units = map[string]unit{ // want "a map of constants"
		"a": {"a", 1}, "b": {"b", 2}, "c": {"c", 3}, "d": {"d", 4}, "e": {"e", 5},
		"f": {name: "f", bytes: 6}, "g": {"g", 7}, "h": {"h", 8}, "i": {"i", 9},
	}
	for _, u := range units {
		sum += u.bytes
	}
	return sum + units[s].bytes
}

// nope: on the stack
func small(s string) int {
	m := map[string]int{"a": 1, "b": 2}
	return m[s]
}

// nope: written
func written(s string) int {
	m := map[int]int{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
	m[len(s)]++
	n := map[int]int{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
	n[len(s)] = 3
	d := map[int]int{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
	delete(d, len(s))
	for m[0] = range 3 {
	}
	return m[0] + n[0] + d[0]
}

// nope: handed on
func handed() (map[int]int, map[int]int) {
	m := map[int]int{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
	n := m
	return map[int]int{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}, n
}

// nope: elements that could be changed through the map
func slices(i int) []int {
	m := map[int][]int{0: {1}, 1: {1}, 2: {1}, 3: {1}, 4: {1}, 5: {1}, 6: {1}, 7: {1}, 8: {1}}
	return m[i]
}

// nope: not constant
func variable(i int) int {
	m := map[int]int{0: i, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
	return m[i]
}

// nope: a local type
func local(i int) int {
	type key int
	m := map[key]int{0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
	return m[key(i)]
}

// nope: a local constant that is not a string
func constant(i int) int {
	const zero = 0
	m := map[int]int{zero: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
	return m[i]
}
