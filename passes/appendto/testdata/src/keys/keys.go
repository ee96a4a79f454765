package keys

import (
	"maps"
	"slices"
)

func sumOf(m map[string]int) (sum int) {
	for _, k := range slices.Collect(maps.Keys(m)) { // want "the keys of a map are listed only to be ranged over$"
		sum += m[k]
	}
	for _, n := range slices.Collect(maps.Values(m)) { // want "the values of a map are listed only to be ranged over$"
		sum += n
	}
	keys := slices.Collect(maps.Keys(m)) // want "the keys of a map are listed only to be ranged over$"
	for _, k := range keys {
		if len(k) > 3 {
			delete(m, k)
		}
	}
	return sum
}

func each(m map[string]int, do func(string)) {
	for _, k := range slices.Collect(maps.Keys(m)) { // want "review: what the loop calls must not change m"
		do(k)
	}
}

// nope: entries are set, others deleted, the index is used, or the keys are sorted
func changes(m map[string]int, other map[string]int) (n int) {
	for _, k := range slices.Collect(maps.Keys(m)) { // refused "the loop may change the map"
		other[k+"x"] = 1
	}
	for _, v := range slices.Collect(maps.Values(m)) { // refused "the loop may change the map"
		delete(m, string(rune(v)))
	}
	for i, k := range slices.Collect(maps.Keys(m)) {
		n += i * len(k)
	}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		n += len(k)
	}
	keys := slices.Collect(maps.Keys(m))
	for _, k := range keys {
		n += len(k) * len(keys)
	}
	return n
}
