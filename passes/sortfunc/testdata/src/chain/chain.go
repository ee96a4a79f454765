package chain

import (
	"sort"
	"strings"
)

type params struct {
	hash, iterations uint8
	salt             string
}

type order []string

func (o order) compare(p order) int { return len(o) - len(p) }

type entry struct {
	params
	order order
	next  *entry
	seq   uint64
}

func (e *entry) rank() int { return len(e.order) }

// three keys, of elements with names
func groups(order []params, sequence map[params]uint64) {
	sort.Slice(order, func(i, j int) bool { // want "sort.Slice"
		left, right := order[i], order[j]
		if sequence[left] != sequence[right] {
			return sequence[left] > sequence[right]
		}
		if left.hash != right.hash {
			return left.hash < right.hash
		}
		if right.iterations != left.iterations {
			return right.iterations > left.iterations
		}
		return left.salt < right.salt
	})
}

// the first comparison follows the pointers that the others follow
func pointers(s []*entry) {
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		if s[i].seq != s[j].seq {
			return s[i].seq < s[j].seq
		}
		if len(s[i].order) != len(s[j].order) {
			return len(s[i].order) > len(s[j].order)
		}
		return s[i].next == nil
	})
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		if s[i].seq != s[j].seq {
			return s[i].seq < s[j].seq
		}
		if len(s[i].order) != len(s[j].order) {
			return (len(s[i].order) > len(s[j].order))
		}
		return s[i].order[0] < s[j].order[0]
	})
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		if s[i].seq != s[j].seq {
			return s[i].seq < s[j].seq
		}
		if len(s[i].order) != len(s[j].order) {
			return len(s[i].order) > len(s[j].order)
		}
		return int(s[i].seq) > int(s[j].seq)
	})
}

// what comes last could panic where the first keys differ
func behind(s []*entry) {
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		if s[i].seq != s[j].seq {
			return s[i].seq < s[j].seq
		}
		if s[i].order == nil != (s[j].order == nil) {
			return s[i].order == nil
		}
		return s[i].next.seq < s[j].next.seq
	})
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		if s[i].seq != s[j].seq {
			return s[i].seq < s[j].seq
		}
		if s[i].salt != s[j].salt {
			return s[i].salt < s[j].salt
		}
		return s[i].next.seq < s[j].next.seq
	})
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		if s[i].seq != s[j].seq {
			return s[i].seq < s[j].seq
		}
		// salt is random
		if s[i].hash != s[j].hash {
			return s[i].hash < s[j].hash
		}
		return s[i].salt < s[j].salt
	})
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		if s[i].seq != s[j].seq {
			return s[i].seq < s[j].seq
		}
		if s[i].hash != s[j].iterations {
			return s[i].hash < s[j].hash
		}
		return s[i].seq < s[j].seq
	})
}

// a number with a sign
func signs(s []*entry) {
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		compared := s[i].order.compare(s[j].order)
		if compared != 0 {
			return compared < 0
		}
		return s[i].seq < s[j].seq
	})
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		if c := strings.Compare(s[i].salt, s[j].salt); c != 0 {
			return (c) > 0
		}
		return s[i].rank() > s[j].rank()
	})
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		c := s[i].order.compare(s[j].order)
		if c == 0 {
			c = len(s[i].salt) - len(s[j].salt)
		}
		return c > 0
	})
	sort.Slice(s, func(i, j int) bool { // want "sort.Slice"
		c := int8(s[i].hash) - int8(s[j].hash)
		return c < 0
	})
}
