package fields

import (
	"fmt"
	"io"
	"sync"
)

type lender struct {
	mu      sync.Mutex
	looked  []int
	locked  []int
	printed []int
	written []byte
	asked   map[int]bool
	kept    map[int]bool
	held    []int
	whole   func(*lender)
}

func (l *lender) Set(n int) {
	l.looked = []int{n, n}               // want "l.looked is made anew each time$"
	l.locked = []int{n, n}               // nope: others get in while the loop goes on // refused "range l.locked"
	l.printed = []int{n, n}              // want "l.printed is made anew each time .review: who was lent l.printed and keeps it"
	l.written = []byte{byte(n), byte(n)} // want "l.written is made anew each time .review: who was lent l.written and keeps it"
	l.asked = make(map[int]bool)         // want "l.asked is made anew each time .review: .*keeps as much memory as its largest call needed, which each later call clears"
	l.kept = make(map[int]bool)          // nope: the function keeps it // refused "by keepMap"
	l.held = append([]int(nil), n)       // BAD: not a new list in this spelling
}

// sum calls what changes nothing while the loop goes on.
func (l *lender) sum() (n int) {
	for _, x := range l.looked {
		n += square(x) + l.first()
	}
	return n
}

func square(n int) int { return n * n }

func (l *lender) first() int { return l.looked[0] }

func (l *lender) each(f chan int) {
	for _, x := range l.locked {
		l.mu.Unlock()
		l.mu.Lock()
		f <- x
	}
}

// print gives each to a Stringer, say, which may come back.
func (l *lender) print(w io.Writer) {
	for _, x := range l.printed {
		fmt.Fprintln(w, x)
	}
}

// write gives a writer of which nothing is known the list.
func (l *lender) write(w io.Writer) { w.Write(l.written) }

func (l *lender) has(n int) bool { return lookUp(l.asked, n) }

func lookUp(m map[int]bool, n int) bool { return m[n] || len(m) == 0 }

func (l *lender) keep() { keepMap(l.kept) }

var keptMaps []map[int]bool

func keepMap(m map[int]bool) { keptMaps = append(keptMaps, m) }
