// A pointer put into something that lives longer than the call (a package
// variable, a field, an element, a map) keeps its target alive: the target
// goes to the heap.

package truth

import "testing"

type storedNode struct {
	next  *storedNode
	value int
}

type storedList struct{ head *storedNode }

var (
	storedGlobal *storedNode
	storedMap    = map[int]*storedNode{}
	storedSlice  = make([]*storedNode, 1)
	storedInts   []int
	storedHead   = &storedList{}
	storedSlot   = new(*int)
)

//go:noinline
func storedInGlobal(v int) {
	n := storedNode{value: v} // heap: stored 1
	storedGlobal = &n
}

//go:noinline
func storedInField(l *storedList, v int) {
	l.head = &storedNode{value: v} // heap: stored 1
}

//go:noinline
func storedInMap(v int) {
	storedMap[1] = &storedNode{value: v} // heap: stored 1
}

//go:noinline
func storedInElement(s []*storedNode, v int) {
	s[0] = &storedNode{value: v} // heap: stored 1
}

//go:noinline
func storedThroughPointer(p **int, v int) { // heap: stored 1
	*p = &v
}

//go:noinline
func storedLiteral(v int) {
	storedInts = []int{1, 2, 3, v} // heap: stored 1
}

//go:noinline
func storedMake() {
	storedInts = make([]int, 10) // heap: stored 1
}

//go:noinline
func storedArray(v int) {
	a := [4]int{1, 2, 3, v} // heap: stored 1
	storedInts = a[:]
}

//go:noinline
func storedNested(v int) {
	storedGlobal = &storedNode{ // heap: stored 1
		next:  &storedNode{}, // heap: stored 1
		value: v,
	}
}

func BenchmarkStored(b *testing.B) {
	for b.Loop() {
		storedInGlobal(1)
		storedInField(storedHead, 1)
		storedInMap(1)
		storedInElement(storedSlice, 1)
		storedThroughPointer(storedSlot, 1)
		storedLiteral(1)
		storedMake()
		storedArray(1)
		storedNested(1)
	}
}
