package keys

import (
	"sort"
	"strings"
)

// by their length
func words(words []string) {
	sort.Slice(words, func(i, j int) bool { // want "sort.Slice"
		return len(words[j]) < len(words[i])
	})
}

func lines(lines []string) {
	sort.Slice(lines, func(i, j int) bool { return len(lines[i]) < len(lines[j]) }) // want "sort.Slice"
}

// by what a function makes of them
func folded(names []string) {
	sort.Slice(names, func(i, j int) bool { // want "sort.Slice"
		a, b := names[i], names[j]
		return strings.ToLower(a) < strings.ToLower(b)
	})
}

type image struct{ w, height int }

type book struct{ images map[string]image }

// by what a map has for them
func (b *book) keys() []string {
	var keyList []string
	for key := range b.images {
		keyList = append(keyList, key)
	}
	sort.Slice(keyList, func(i, j int) bool { return b.images[keyList[i]].w < b.images[keyList[j]].w }) // want "sort.Slice"
	return keyList
}

func (b *book) high(keys []string) {
	sort.Slice(keys, func(i, j int) bool { return b.images[keys[i]].height > b.images[keys[j]].height }) // want "sort.Slice"
}

func distances(options []string, optionsByDistance map[string]int) {
	sort.Slice(options, func(i, j int) bool { // want "sort.Slice"
		return optionsByDistance[options[i]] < optionsByDistance[options[j]]
	})
}

// nothing says what they are sorted by
func crossings(crossings [][2]int) {
	sort.Slice(crossings, func(i, j int) bool { // want "sort.Slice"
		it, jt := crossings[i], crossings[j]
		if it[1] != jt[1] {
			return it[1] < jt[1]
		}
		return it[0] < jt[0]
	})
}

func indices(sortedIndices []int, less func(i, j int) bool) {
	sort.Slice(sortedIndices, func(i, j int) bool { return sortedIndices[i]%3 < sortedIndices[j]%3 }) // want "sort.Slice"
}

type frame struct{ sizes []uint64 }

// from the largest on
func (f *frame) falling(sizes []uint64) {
	sort.Slice(sizes, func(i, j int) bool { return sizes[i] > sizes[j] }) // want "sort.Slice"
}
