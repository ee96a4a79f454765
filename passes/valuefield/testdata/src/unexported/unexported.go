// Package unexported has constructors that other packages may call.
package unexported

import (
	"fmt"
	"sync"
)

// nope: must not be copied
type Locked struct {
	mu sync.Mutex
	n  int
}

func NewLocked() *Locked { return &Locked{n: 1} }

type Locking struct{ p *Locked }

func NewLocking() *Locking { return &Locking{p: NewLocked()} } // refused "other packages may call NewLocked"

// nope: too large to be copied
type Large struct{ a [64]int }

func NewLarge() *Large { return new(Large) }

type Big struct{ p *Large }

func NewBig() *Big { return &Big{p: NewLarge()} } // refused "other packages may call NewLarge"

// nope: not always another object
type Small struct{ a, b int }

var cache [8]Small

func NewSmall(n int) *Small {
	if n < len(cache) {
		return &cache[n]
	}
	return &Small{a: n}
}

type Cached struct{ p *Small }

func NewCached(n int) *Cached { return &Cached{p: NewSmall(n)} } // refused "other packages may call NewSmall"

// nope: not inlined, so that the object is on the heap first
func NewLong(n int) *Small {
	s := &Small{a: n}
	for i := range n {
		for j := range i {
			fmt.Println(i, j, s.a, s.b, i+j, i-j, i*j, n-i, n-j, n-i-j)
			s.b += i * j
		}
	}
	return s
}

type Slow struct{ p *Small }

func NewSlow(n int) *Slow { return &Slow{p: NewLong(n)} } // refused "other packages may call NewLong"

// nope: known elsewhere
var last *Small

func NewLast(n int) *Small {
	s := &Small{a: n}
	last = s
	return s
}

type Known struct{ p *Small }

func NewKnown(n int) *Known { return &Known{p: NewLast(n)} } // refused "other packages may call NewLast"
