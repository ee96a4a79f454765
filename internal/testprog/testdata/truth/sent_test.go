// What is sent on a channel is received by someone whose lifetime the compiler
// does not know, so a pointer that is sent points to the heap.

package truth

import "testing"

type sentEvent struct{ id, kind int }

var (
	sentPointers = make(chan *sentEvent, 1)
	sentValues   = make(chan sentEvent, 1)
	sentTotal    int
)

//go:noinline
func sentPointer(id int) {
	sentPointers <- &sentEvent{id: id} // heap: sent 1
}

//go:noinline
func sentVariable(id int) {
	e := sentEvent{id: id} // heap: sent 1
	select {
	case sentPointers <- &e:
	default:
	}
}

//go:noinline
func sentValue(id int) {
	sentValues <- sentEvent{id: id} // heap: none
}

func BenchmarkSent(b *testing.B) {
	for b.Loop() {
		sentPointer(1)
		sentTotal += (<-sentPointers).id
		sentVariable(2)
		sentTotal += (<-sentPointers).id
		sentValue(3)
		sentTotal += (<-sentValues).id
	}
}
