package main

import (
	"bytes"
	"container/list"
	. "sync"
)

func main() {
	q := newQueue(1)
	q.put("a")
	q.each(func(s string) { println(s) })
	b := newBucket(q.len())
	b.add(2)
	println(b.n, b.total(), newShared().count().n)
}

type queue struct {
	mu    Mutex
	ready *Cond
	items *list.List
	old   *list.List
	log   *bytes.Buffer
}

func newQueue(n int) *queue {
	q := &queue{
		items: list.New(),           // want "each queue has its items in an allocation of its own .review: who keeps items"
		log:   bytes.NewBuffer(nil), // want "each queue has its log in an allocation of its own"
	}
	q.old = list.New()       // want "each queue has its old in an allocation of its own .review: who keeps old"
	q.ready = NewCond(&q.mu) // nope: NewCond is documented as the way to make one
	return q
}

func (q *queue) put(s string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items.PushBack(s)
	q.log.WriteString(s)
	q.ready.Signal()
}

func (q *queue) each(f func(string)) {
	for e := q.items.Front(); e != nil; e = e.Next() {
		f(e.Value.(string))
	}
}

func (q *queue) len() int { return q.items.Len() + q.old.Len() }

type stat struct{ n, sum int }

func (s *stat) add(n int)  { s.n, s.sum = s.n+1, s.sum+n }
func (s *stat) total() int { return s.sum }

// bucket has the fields and methods of its stat.
type bucket struct {
	*stat
	start int
}

func newBucket(start int) *bucket {
	return &bucket{stat: &stat{}, start: start} // want "each bucket has its stat in an allocation of its own"
}

func (b *bucket) reset() { *b.stat = stat{} }

// shared gives its counter away.
type shared struct{ *counter }

type counter struct{ n int }

func (c *counter) count() *counter { return c }

func newShared() *shared { return &shared{counter: new(counter)} } // want "each shared has its counter in an allocation of its own .review: who keeps counter of a shared keeps all of it"
