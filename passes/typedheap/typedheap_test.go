package typedheap_test

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/typedheap"
)

func Test(t *testing.T) { passtest.Run(t, typedheap.Rule) }

// A queue is a heap that logs what is asked of it.
type queue []int

var log []string

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	log = append(log, fmt.Sprint("less ", i, j))
	return q[i]%100 < q[j]%100
}
func (q queue) Swap(i, j int) {
	log = append(log, fmt.Sprint("swap ", i, j))
	q[i], q[j] = q[j], q[i]
}
func (q *queue) Push(x any) { *q = append(*q, x.(int)) }
func (q *queue) Pop() any {
	old := *q
	n := len(old)
	x := old[n-1]
	*q = old[:n-1]
	return x
}

func push(q *queue, x int) {
	*q = append(*q, x)
	heap.Fix(q, len(*q)-1)
}

func pop(q *queue) int {
	old := *q
	last := len(old) - 1
	old.Swap(0, last)
	*q = old[:last]
	heap.Fix(q, 0)
	return old[last]
}

// TestSame holds the library to the model of the package comment: the two forms compare and
// swap the same elements, and leave the same slice.
func TestSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var a, b queue
	for range 5000 {
		var x, y int
		var before []string
		if len(a) == 0 || r.IntN(3) > 0 && len(a) < 60 {
			x = r.IntN(10000)
			log = nil
			heap.Push(&a, x)
			before, log = log, nil
			push(&b, x)
			y = x
		} else {
			log = nil
			x = heap.Pop(&a).(int)
			before, log = log, nil
			y = pop(&b)
		}
		if x != y || !slices.Equal(a, b) || !slices.Equal(before, log) {
			t.Fatalf("%d and %d, %v and %v, %v and %v", x, y, a, b, before, log)
		}
	}
}

// TestLibrary holds the library to what makes it worth it.
func TestLibrary(t *testing.T) {
	q := make(queue, 0, 10)
	n := 1000
	log = nil
	old := testing.AllocsPerRun(100, func() {
		heap.Push(&q, n)
		heap.Pop(&q)
		log = log[:0]
	})
	now := testing.AllocsPerRun(100, func() {
		push(&q, n)
		pop(&q)
		log = log[:0]
	})
	if now >= old {
		t.Errorf("%v objects with Push and Pop, %v without", old, now)
	}
}
