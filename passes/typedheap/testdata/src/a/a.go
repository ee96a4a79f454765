package a

import (
	"container/heap"
	pq "container/heap"
)

type item struct {
	node int
	dist float64
}

type queue []item

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].dist < q[j].dist }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(item)) }

func (q *queue) Pop() any {
	old := *q
	n := len(old)
	x := old[n-1]
	*q = old[0 : n-1]
	return x
}

func path(edges [][]item, from int) (total float64) {
	var q queue
	heap.Init(&q)
	heap.Push(&q, item{from, 0}) // want "heap.Push puts the element into an interface"
	for len(q) > 0 {
		next := heap.Pop(&q).(item) // want "heap.Pop puts"
		total += next.dist
		for _, e := range edges[next.node] {
			e.dist += next.dist
			heap.Push(&q, e) // want "heap.Push puts"
		}
	}
	return total
}

type graph struct{ open queue }

func (g *graph) step(n int) int {
	if n > 0 {
		heap.Push(&g.open, item{node: n}) // want "heap.Push puts"
	}
	if len(g.open) > 100 {
		heap.Pop(&g.open) // want "heap.Pop puts"
	}
	return heap.Pop(&g.open).(item).node // want "heap.Pop puts"
}

func given(q *queue, list []item) (first item) {
	for i := range list {
		heap.Push(q, list[i]) // want "heap.Push puts"
	}
	first = heap.Pop(q).(item) // want "heap.Pop puts"
	return first
}

// Strings are cleared, and an index is kept.
type names []entry

type entry struct {
	name string
	at   *place
}

type place struct{ index int }

func (h names) Len() int { return len(h) }

func (h names) Less(a, b int) bool {
	return h[a].name < h[b].name || h[a].at.index < h[b].at.index
}

func (h names) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at.index = i
	h[j].at.index = j
}

func (h *names) Push(x interface{}) {
	e := x.(entry)
	*h = append(*h, e)
}

func (h *names) Pop() interface{} {
	last := len(*h) - 1
	e := (*h)[last]
	(*h)[last] = entry{}
	*h = (*h)[:last]
	return e
}

var all names

func add(name string) string {
	pq.Push(&all, entry{name, &place{}})        // want "heap.Push puts"
	if e := pq.Pop(&all).(entry); e.at != nil { // want "heap.Pop puts the element into an interface .review: "
		return e.name
	} else if e := pq.Pop(&all).(entry); e.at == nil { // nope: not in a list
		return e.name
	}
	e := pq.Pop(&all).(entry) // want "heap.Pop puts the element into an interface .review: a panic in Less or Swap finds the element that is popped cut off"
	pq.Pop(&all)              // want "review: "
	return e.name
}

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[j] < h[i] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	n := len(*h) - 1
	x := (*h)[n]
	*h = (*h)[:n]
	return x
}

func largest(list []int, k int) []int {
	h := &ints{}
	for _, n := range list {
		if heap.Push(h, n); len(*h) > k { // nope: not in a list
			heap.Pop(h) // want "heap.Pop puts"
		}
	}
	out := make([]int, 0, k)
	for len(*h) > 0 {
		out = append(out, heap.Pop(h).(int)) // want "heap.Pop puts"
	}
	heap.Push(h, 5) // want "heap.Push puts"
	return out
}
