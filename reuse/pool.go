package reuse

import (
	"reflect"
	"sync"
	"unsafe"
)

// A Pool is a set of values of type T that may be taken and returned by many goroutines. It is a [sync.Pool] with a
// type, with a reset that cannot be forgotten and with a Put that notices a value that is idle already.
//
// The zero Pool is ready to use: its values start as T's zero value, and Put sets them back to it. A Pool must not be
// copied, nor its fields changed, after first use.
//
// Get returns a *T, and not a T as the pool of golang/go#71076 would for a T that is a pointer: the word that says
// whether a value is idle follows the T in one block, so that a Put finds it without a search, and so that nothing is
// boxed. If a constructor makes the values, let T be a struct with a field for them; see the example.
//
// Idle values may disappear at any GC, as in sync.Pool, so a Pool never holds more than its users returned during the
// last two cycles. Each value takes 8 bytes more than a T; where a T fills a size class of the allocator exactly, the
// value takes the next class.
//
// Do not use a Pool for a T of 32 bytes or less, for a T that is as cheap to make as to reset, or where the last user
// of a value is not known.
type Pool[T any] struct {
	_ noCopy

	// Name identifies the Pool in panics and statistics. If empty, its type does.
	Name string

	// Init prepares a value that Get has just allocated. Nil leaves the zero value. A Pool with Init must have Reset:
	// without one, Put would clear what Init made, so Get panics.
	Init func(*T)

	// Reset is called by Put, before anyone else can see the value. It should drop what the user left in the value,
	// references above all, and keep what was expensive to make. It returns false for a value that must not be handed
	// out again, for instance because it has grown too large; this counts as a drop. Reset may Get and Put other
	// values. Nil sets the value to T's zero value.
	Reset func(*T) (keep bool)

	items   sync.Pool // *seal of an item[T], a type that needs no generic dictionary
	bundles sync.Pool // full *bundle[T], from Locals
	empties sync.Pool // empty *bundle[T], for Locals to fill
	books   books
	ident   ident
}

// Get returns an idle value, or a new one. The value is as Init or Reset left it.
func (p *Pool[T]) Get() *T {
	if checking {
		return p.owner().checkedGet()
	}
	s, _ := p.items.Get().(*seal)
	if s == nil || !s.is(p.ident.tag()|idle) {
		return p.getOdd(s)
	}
	s.goOut()
	return &sealed[T](s).v
}

// Put resets v and keeps it for a later Get. The caller must not use v afterwards. Put panics if v is nil, is idle or
// is not from this Pool. A second Put that comes after the value has been handed out again cannot be told from the Put
// of its new user; for that there is [Pool.Handle].
func (p *Pool[T]) Put(v *T) {
	it := itemOf(v)
	if checking || it == nil || !it.is(p.ident.tag()|out) {
		p.putOdd(it)
		return
	}
	it.goIdle()
	if p.Reset == nil {
		wipe(v)
	} else if !p.Reset(v) {
		p.refuse()
		return
	}
	p.items.Put(&it.seal)
}

// Stats returns the Pool's counters.
func (p *Pool[T]) Stats() Stats {
	return p.books.account().stats(nameOr[T]("Pool", p.Name))
}

func (p *Pool[T]) owner() owner[T] {
	return owner[T]{"Pool", p.Name, reflect.TypeFor[T](), &p.ident, p.Init, p.Reset, &p.books}
}

func (p *Pool[T]) book() (string, account) { return p.owner().book() }

func (p *Pool[T]) refuse() { p.books.ledger.Load().drops.add(1) }

// getOdd is Get for an item that is watched or, by mistake, out, or if s is nil. For nil it takes the first item of a
// bundle from a [Local], or allocates one.
func (p *Pool[T]) getOdd(s *seal) *T {
	if s == nil {
		b, _ := p.bundles.Get().(*bundle[T])
		if b == nil {
			return &p.owner().make().v
		}
		for _, it := range b[1:] {
			p.items.Put(&it.seal)
		}
		s = &b[0].seal
		*b = bundle[T]{}
		p.empties.Put(b)
	}
	it := sealed[T](s)
	p.owner().take(it)
	return &it.v
}

// putOdd is Put for an item that is watched or has a full lot. It panics for an item that is nil, idle or not p's.
func (p *Pool[T]) putOdd(it *item[T]) {
	if checking {
		p.owner().checkedPut((*T)(unsafe.Pointer(it)))
		return
	}
	if p.owner().giveBack(it) {
		p.items.Put(&it.seal)
	}
}
