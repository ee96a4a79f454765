package negative

import (
	"sort"
	"strings"
)

var swaps int

// nope: Swap does more
type counting []item

func (s counting) Len() int           { return len(s) }
func (s counting) Less(i, j int) bool { return s[i].key < s[j].key }
func (s counting) Swap(i, j int)      { s[i], s[j] = s[j], s[i]; swaps++ }

// nope: Swap moves another slice too
type pairs struct {
	items []item
	ranks []int
}

func (s pairs) Len() int           { return len(s.items) }
func (s pairs) Less(i, j int) bool { return s.items[i].key < s.items[j].key }
func (s pairs) Swap(i, j int) {
	s.items[i], s.items[j] = s.items[j], s.items[i]
	s.ranks[i], s.ranks[j] = s.ranks[j], s.ranks[i]
}

// nope: Len is not the length
type most []item

func (s most) Len() int           { return len(s) - 1 }
func (s most) Less(i, j int) bool { return s[i].key < s[j].key }
func (s most) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// nope: Less looks at other elements, or at indices
type others []item

func (s others) Len() int           { return len(s) }
func (s others) Less(i, j int) bool { return s[i].key < s[j].key+s[0].key }
func (s others) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

type indices []item

func (s indices) Len() int           { return len(s) }
func (s indices) Less(i, j int) bool { return s[i].key < s[j].key || i < j }
func (s indices) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// nope: Swap does nothing
type still []item

func (s still) Len() int           { return len(s) }
func (s still) Less(i, j int) bool { return s[i].key < s[j].key }
func (s still) Swap(i, j int)      { s[i], s[j] = s[i], s[j] }

// nope: by pointer
type pointed []item

func (s *pointed) Len() int           { return len(*s) }
func (s *pointed) Less(i, j int) bool { return (*s)[i].key < (*s)[j].key }
func (s *pointed) Swap(i, j int)      { (*s)[i], (*s)[j] = (*s)[j], (*s)[i] }

// nope: Less counts
type compared []item

func (s compared) Len() int           { return len(s) }
func (s compared) Less(i, j int) bool { swaps++; return s[i].key < s[j].key }
func (s compared) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

func sorts(s []item, r []int, any sort.Interface) {
	sort.Sort(counting(s))
	sort.Sort(pairs{s, r})
	sort.Sort(most(s))
	sort.Sort(others(s))
	sort.Sort(indices(s))
	sort.Sort(still(s))
	sort.Sort((*pointed)(&s))
	sort.Sort(compared(s))
	sort.Sort(any)
	sort.Sort(byElsewhere(s)) // refused "cmp of Less means something else here"
	sort.Sort(&shared)
	defer sort.Sort(byFold(s))
	sort.Sort(byFold(nil))
	sort.Sort(byFold( /* all */ s))
}

type byFold []item

func (s byFold) Len() int           { return len(s) }
func (s byFold) Less(i, j int) bool { return strings.ToLower(s[i].key) < strings.ToLower(s[j].key) }
func (s byFold) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

var shared = held{}

type held struct{ items []item }

func (s *held) Len() int           { return len(s.items) }
func (s *held) Less(i, j int) bool { return s.items[i].key < s.items[j].key }
func (s *held) Swap(i, j int)      { s.items[i], s.items[j] = s.items[j], s.items[i] }

func hidden(s []item, strings string) {
	sort.Sort(byFold(s)) // refused "strings of Less means something else here"
}

type generic[T int | string] []T

func (s generic[T]) Len() int           { return len(s) }
func (s generic[T]) Less(i, j int) bool { return s[i] < s[j] }
func (s generic[T]) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

func generics(s []int) {
	sort.Sort(generic[int](s)) // BAD: it could be done
}

type bySeveral []item

func (s bySeveral) Len() int { return len(s) }

func (s bySeveral) Less(i, j int) bool {
	if s[i].key == s[j].key {
		return s[i].rank < s[j].rank
	}
	return s[i].key < s[j].key
}

func (s bySeveral) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

// nope: it would stand there twice
func several(s []item) {
	sort.Sort(bySeveral(s))               // refused "Less is long, and sorts in several places"
	sort.Sort(sort.Reverse(bySeveral(s))) // refused "Less is long, and sorts in several places"
}
