package reuse

import (
	"math"
	"sync/atomic"
	"unsafe"
)

// A Stack is a [FreeList] for one goroutine: the same contract without the
// lock. The zero Stack is ready to use. It must not be copied after first use,
// nor used by two goroutines at the same time.
//
// A Stack shrinks by its own clock: after every 1024 Gets a quarter of those
// values go that were idle all that time.
type Stack[T any] struct {
	Name        string       // as in FreeList
	Init, Reset func(*T)     // as in FreeList
	Max         int          // as in FreeList
	MaxBytes    int64        // as in FreeList
	Size        func(*T) int // as in FreeList

	gets   uint
	idle   list[T]
	ledger atomic.Pointer[ledger]
}

// shrinkEvery is how many Gets pass between two times a Stack shrinks.
const shrinkEvery = 1024

// Get is [FreeList.Get].
func (s *Stack[T]) Get() *T {
	if s.gets++; s.gets%shrinkEvery == 0 {
		s.idle.shrink()
	}
	it := s.idle.get()
	if it == nil {
		it = s.owner().make()
		return &it.v
	}
	if it.state() != s.tag()|idle {
		s.owner().take(it)
	} else if it.goOut() {
		s.ledger.Load().hits.Add(lot)
	}
	return &it.v
}

// Put is [FreeList.Put].
func (s *Stack[T]) Put(v *T) {
	it := itemOf(v)
	if checking || it == nil || it.state() != s.tag()|out {
		state := s.owner().giveBack(it)
		it.setState(state)
	} else {
		resetWith(s.Reset, it)
		it.goIdle()
	}
	size := int(itemSize[T]())
	if s.Size != nil {
		size = s.owner().measure(s.Size, it)
	}
	s.idle.put(it, size, boundOr(s.Max, defaultMax), boundOr(s.MaxBytes, math.MaxInt64))
}

// Stats is [FreeList.Stats].
func (s *Stack[T]) Stats() Stats {
	st := lazily(&s.ledger).stats(nameOr[T]("Stack", s.Name))
	s.idle.stats(&st)
	return st
}

// Len returns how many values lie idle.
func (s *Stack[T]) Len() int { return len(s.idle.s) }

func (s *Stack[T]) tag() uint32 { return tagOf(unsafe.Pointer(s)) }

func (s *Stack[T]) owner() owner[T] {
	return owner[T]{"Stack", s.Name, s.tag(), s.Init, s.Reset, &s.ledger}
}

func (s *Stack[T]) book() (string, *ledger) { return s.owner().book() }
