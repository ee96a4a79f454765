package fields

import (
	"bytes"
	"io"
	"sync"
)

type tables struct {
	probs   []uint16
	lengths []int
	ids     []uint32
	wide    []int
	more    []int
	pairs   []region
	names   map[string]int
	line    []byte
	bits    int
}

func (t *tables) Begin(n int, count uint16, total uint64) {
	t.probs = make([]uint16, 0x300<<uint(t.bits)) // want "t.probs is made anew each time .review: a negative .* panics in other words; .*t.probs stays nil"
	t.lengths = make([]int, n)                    // want "t.lengths is made anew each time .review: a negative n panics"
	t.ids = make([]uint32, count)                 // want "t.ids is made anew each time .review: t.ids stays nil"
	t.wide = make([]int, total)                   // BAD: int may be too small for it
	t.more = make([]int, 0, n+1)                  // want "t.more is made anew each time .review: a negative n.1 panics"
	t.pairs = make([]region, t.bits)              // want "t.pairs is made anew each time .review: a negative t.bits panics"
	t.names = make(map[string]int, n)             // want "t.names is made anew each time .review: .*keeps as much memory as its largest call needed, which each later call clears"
}

func (t *tables) sum() (n int) {
	t.lengths = append(t.lengths, n)
	for i := range t.pairs {
		t.pairs[i].to++
		n += t.pairs[i].from + int(t.probs[i]) + t.lengths[i] + int(t.ids[i]) + t.more[i] + t.names["x"]
	}
	return n
}

func (t *tables) Read(r io.Reader, n int) int {
	t.line = make([]byte, n) // want "t.line is made anew each time .review: .*a part of t.line that goes beyond its length .*who was lent t.line and keeps it"
	n, _ = r.Read(t.line)
	return bytes.Count(t.line[:n], nil)
}

type item struct {
	parts []int
	owned []*int
}

var items = sync.Pool{New: func() any { return new(item) }}

func take(list []*item) (n int) {
	it := items.Get().(*item)
	it.parts = make([]int, 0, 8) // want "it.parts is made anew each time .review: .*keeps as much memory as its largest call needed.$"
	it.parts = append(it.parts, len(list))
	n = len(it.parts)
	items.Put(it)
	for _, it := range list {
		it.owned = make([]*int, 0, 8) // want "it.owned is made anew each time .review: elements of an earlier iteration"
		it.owned = append(it.owned, &n)
	}
	own := make([]item, n)
	for i := range own {
		it := &own[i]
		it.parts = make([]int, 0, 8) // nope: likewise
	}
	fresh := &item{}
	fresh.parts = make([]int, 0, 8) // nope: there is none yet
	return n + len(fresh.parts)
}

type addressed struct{ pairs []region }

func (a *addressed) Set(n int) {
	a.pairs = make([]region, n) // nope: somebody has an element // refused "a.pairs may be retained"
}

func (a *addressed) one(i int) *int { return &a.pairs[i].from }

type lazy struct {
	list  []int
	seen  map[int]bool
	freed []int
}

func (l *lazy) Begin(n int) {
	if l.list == nil {
		l.list = make([]int, 0, n)
		l.seen = make(map[int]bool) // nope: neither is there yet
	}
	l.list, l.freed = append(l.list, n), append(l.freed, n)
	l.seen[n] = true
}

func (l *lazy) Again() {
	if l.seen != nil {
		return
	}
	l.seen = make(map[int]bool) // nope: there is none
}

func (l *lazy) Close() {
	l.freed = []int{} // nope: it is let go of
}

func (l *lazy) Freeze() {
	l.seen = make(map[int]bool) // want "l.seen is made anew each time .review: .*keeps as much memory as its largest call needed, which each later call clears"
}
