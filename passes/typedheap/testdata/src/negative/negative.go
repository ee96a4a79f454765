package negative

import "container/heap"

type item struct{ n, index int }

type base []item

func (q base) Len() int           { return len(q) }
func (q base) Less(i, j int) bool { return q[i].n < q[j].n }
func (q base) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *base) Push(x any)        { *q = append(*q, x.(item)) }
func (q *base) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// nope: what is evaluated beside it
func beside(q *base, next func() item, sum func(a, b int) int, list []item) int {
	heap.Push(q, next())                   // refused "what is pushed may change the heap"
	n := len(*q) + heap.Pop(q).(item).n    // refused "what is evaluated beside it may change"
	list[(*q)[0].n] = heap.Pop(q).(item)   // refused "what is evaluated beside it may change"
	if n > 0 && heap.Pop(q).(item).n > 0 { // refused "what is evaluated beside it may change"
		defer heap.Pop(q)
	}
	return sum(next().n, heap.Pop(q).(item).n) // refused "what is evaluated beside it may change"
}

// nope: another type is asked for, or the interface is
func asserted(q *base) (any, bool) {
	_, ok := heap.Pop(q).(item)
	heap.Push(q, struct{ n, index int }{1, 2})
	return heap.Pop(q), ok
}

type tree struct {
	open *base
	sub  struct{ q base }
}

// nope: what the pointer is may change
func fields(t *tree, each func(func())) {
	heap.Push(t.open, item{})
	heap.Push(&t.sub.q, item{})
	var q *base
	each(func() { q = new(base) })
	heap.Push(q, item{})
}

// nope: pointers cost nothing
type pointers []*item

func (q pointers) Len() int           { return len(q) }
func (q pointers) Less(i, j int) bool { return q[i].n < q[j].n }
func (q pointers) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *pointers) Push(x any)        { *q = append(*q, x.(*item)) }
func (q *pointers) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

func pointed(q *pointers) { heap.Push(q, &item{}) }

// nope: Push counts
type counted []item

var pushes int

func (q counted) Len() int           { return len(q) }
func (q counted) Less(i, j int) bool { return q[i].n < q[j].n }
func (q counted) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *counted) Push(x any)        { *q = append(*q, x.(item)); pushes++ }
func (q *counted) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

func counts(q *counted) {
	heap.Push(q, item{}) // refused "a method of counted does more than is usual"
}

// nope: Pop returns what it has cleared
type cleared []item

func (q cleared) Len() int           { return len(q) }
func (q cleared) Less(i, j int) bool { return q[i].n < q[j].n }
func (q cleared) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *cleared) Push(x any)        { *q = append(*q, x.(item)) }
func (q *cleared) Pop() any {
	old := *q
	old[len(old)-1] = item{}
	*q = old[:len(old)-1]
	return old[len(old)-1]
}

func clears(q *cleared) {
	heap.Push(q, item{}) // refused "a method of cleared does more"
}

// nope: Pop marks what it returns
type marked []item

func (q marked) Len() int           { return len(q) }
func (q marked) Less(i, j int) bool { return q[i].n < q[j].n }
func (q marked) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *marked) Push(x any)        { *q = append(*q, x.(item)) }
func (q *marked) Pop() any {
	old := *q
	x := old[len(old)-1]
	x.index = -1
	*q = old[:len(old)-1]
	return x
}

func marks(q *marked) {
	heap.Push(q, item{}) // refused "a method of marked does more"
}

// nope: Pop shrinks by two
type shrinks []item

func (q shrinks) Len() int           { return len(q) }
func (q shrinks) Less(i, j int) bool { return q[i].n < q[j].n }
func (q shrinks) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *shrinks) Push(x any)        { *q = append(*q, x.(item)) }
func (q *shrinks) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-2]
	return x
}

func shrink(q *shrinks) {
	heap.Push(q, item{}) // refused "a method of shrinks does more"
}

// nope: Less looks at the length
type lengths []item

func (q lengths) Len() int           { return len(q) }
func (q lengths) Less(i, j int) bool { return q[i].n+len(q) < q[j].n+q[len(q)-1].n }
func (q lengths) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *lengths) Push(x any)        { *q = append(*q, x.(item)) }
func (q *lengths) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

func length(q *lengths) {
	heap.Push(q, item{}) // refused "a method of lengths does more"
}

// nope: Swap may change which slice it is
type switched []item

var current *switched

func (q switched) Len() int           { return len(q) }
func (q switched) Less(i, j int) bool { return q[i].n < q[j].n }
func (q switched) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	*current = nil
}
func (q *switched) Push(x any) { *q = append(*q, x.(item)) }
func (q *switched) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

func switches(q *switched) {
	heap.Push(q, item{}) // refused "a method of switched does more"
}

// nope: Less asks somebody
type asked []item

var order func(a, b item) bool

func (q asked) Len() int           { return len(q) }
func (q asked) Less(i, j int) bool { return order(q[i], q[j]) }
func (q asked) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *asked) Push(x any)        { *q = append(*q, x.(item)) }
func (q *asked) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

func asks(q *asked) {
	heap.Push(q, item{}) // refused "a method of asked does more"
}

// nope: an interface
func anything(h heap.Interface) {
	heap.Push(h, 1)
	heap.Pop(h)
}
