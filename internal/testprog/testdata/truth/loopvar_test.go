// Since Go 1.22 each iteration has its own copy of the loop variable. If its
// address outlives the iteration, each copy is an object of its own. The same
// holds for a variable declared in the body.

package truth

import "testing"

type loopItem struct{ a, b int }

var (
	loopPointer *int
	loopItems   = []loopItem{{1, 2}, {3, 4}, {5, 6}}
	loopBest    int
)

//go:noinline
func loopVariable() {
	for i := range 3 { // heap: loop-variable 3
		loopPointer = &i
	}
}

//go:noinline
func loopElement(items []loopItem) *loopItem {
	var best *loopItem
	for _, item := range items { // heap: loop-variable 3
		if best == nil || item.a > best.a {
			best = &item
		}
	}
	return best
}

//go:noinline
func loopBody(items []loopItem) {
	var last *loopItem
	for i := range items {
		last = &loopItem{a: i} // heap: loop-variable 3
	}
	loopBest = last.a
}

// loopIndex points into the slice instead of at a copy.
//
//go:noinline
func loopIndex(items []loopItem) *loopItem {
	best := &items[0]
	for i := range items { // heap: none
		if items[i].a > best.a {
			best = &items[i]
		}
	}
	return best
}

func BenchmarkLoopVariable(b *testing.B) {
	for b.Loop() {
		loopVariable()
		loopBest += loopElement(loopItems).a
		loopBody(loopItems)
		loopBest += loopIndex(loopItems).b
	}
}
