package joined

import (
	"sync"
	"time"
	"unicode"
)

type addr struct {
	expired bool
	until   time.Time
}

func (a *addr) expiredBy(t time.Time) bool { return !t.Before(a.until) }

type segment struct {
	addrs  map[string]map[string]addr
	signed map[string][]byte
}

// Entries of another map go with those of the first.
func (s *segment) gc() {
	var collected []string
	for p, amap := range s.addrs {
		for k, a := range amap {
			if a.expired {
				delete(amap, k)
			}
		}
		if len(amap) == 0 {
			delete(s.addrs, p)
			collected = append(collected, p) // want "collected is only ranged over$"
		}
	}
	// remove what was signed
	for _, peer := range collected {
		delete(s.signed, peer)
	}
}

// An entry may go while its map is ranged over.
func sweep(m map[string]addr) {
	gone := make([]string, 0, len(m))
	for k, a := range m {
		if a.expired {
			gone = append(gone, k) // want "gone is only ranged over$"
		}
	}
	for _, k := range gone {
		delete(m, k)
	}
}

func lowered(src []byte) (out []rune) {
	var lower []rune
	for _, r := range string(src) {
		lower = append(lower, unicode.ToLower(r)) // want "lower is only ranged over$"
	}
	for _, r2 := range lower {
		out = append(out, r2, ' ')
	}
	return out
}

func total(list []int) (sum, n int) {
	var (
		even  []int
		count int
	)
	for i := 0; i < len(list); i++ {
		if list[i]%2 == 0 {
			even = append(even, list[i]) // want "even is only ranged over"
			count++
		}
	}
	for _, e := range even {
		double := e * 2
		sum += double
	}
	return sum, count
}

func times(list []string) (n int) {
	all := []string{}
	for _, s := range list {
		if s != "" {
			all = append(all, s) // want "all is only ranged over$"
		}
	}
	for range all {
		n++
	}
	return n
}

type book struct {
	sync.Mutex
	addrs  map[string]map[string]*addr
	signed map[string][]byte
}

func gc(all []*book) {
	now := time.Now()
	for _, s := range all {
		s.Lock()
		var gone []string
		for p, list := range s.addrs {
			for k, a := range list {
				if a.expiredBy(now) {
					delete(list, k)
				}
			}
			if len(list) == 0 {
				delete(s.addrs, p)
				gone = append(gone, p) // want "review: where a turn panics"
			}
		}
		for _, p := range gone {
			delete(s.signed, p)
		}
		s.Unlock()
	}
}

// a panic is recovered from, and the result read
func recovered(all []int) (sum int) {
	defer func() { recover() }()
	var list []int
	for _, n := range all {
		list = append(list, 100/n) // want "review: where a turn panics"
	}
	for _, x := range list {
		sum += x
	}
	return sum
}
