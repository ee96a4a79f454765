package reuse

import (
	"reflect"
	"strconv"
	"unsafe"

	"github.com/unheap/unheap/reuse/internal/poison"
)

// An item is a value of a [Pool] or [FreeList] with its seal. The value comes
// first, so that a pointer to it is a pointer to the item.
type item[T any] struct {
	v T
	seal
}

// itemOf returns the item around v. If v is not in an item, the seal of the result is foreign memory and may only be
// compared. In the misuse build it may not even be read until the ledger knows v: checkptr, which the race detector
// turns on, would report it.
//
//go:nocheckptr
func itemOf[T any](v *T) *item[T] {
	return (*item[T])(unsafe.Pointer(v))
}

// sealed returns the item that s is the seal of.
func sealed[T any](s *seal) *item[T] {
	return (*item[T])(unsafe.Add(unsafe.Pointer(s), -int(unsafe.Offsetof(item[T]{}.seal))))
}

func itemSize[T any]() int64 { return int64(unsafe.Sizeof(item[T]{})) }

// title returns the name of a primitive over T in panics and statistics.
func title[T any](kind, name string) string {
	return untyped(kind+"["+reflect.TypeFor[T]().String()+"]", name)
}

// untyped is title for a primitive without a type parameter.
func untyped(kind, name string) string {
	if name != "" {
		kind += " " + strconv.Quote(name)
	}
	return kind
}

// nameOr returns name or, if it is empty, the title.
func nameOr[T any](kind, name string) string {
	if name != "" {
		return name
	}
	return title[T](kind, "")
}

// misuse panics. title names the primitive, what says what happened to a value of it, and stacks are the stacks that
// are known, or empty.
func misuse(title, what, stacks string) {
	panic("reuse: " + title + ": " + what + stacks)
}

// An owner is a Pool, FreeList or Slices as the slow paths see it.
type owner[T any] struct {
	kind, name string
	of         reflect.Type // the type T, part of the title
	ident      *ident
	init       func(*T)
	reset      func(*T) bool
	books      *books
}

func (o owner[T]) account() account { return o.books.account() }

func (o owner[T]) book() (string, account) { return o.title(), o.account() }

func (o owner[T]) title() string { return untyped(o.kind+"["+o.of.String()+"]", o.name) }

// allocate makes an item whose seal is not set. It panics if there is an Init and no Reset.
func (o owner[T]) allocate() *item[T] {
	if o.init != nil && o.reset == nil {
		misuse(o.title(), "Init without Reset: Put would clear what Init made", "")
	}
	it := new(item[T])
	if o.init != nil {
		o.init(&it.v)
	}
	return it
}

// make allocates an item that is out.
func (o owner[T]) make() *item[T] {
	it := o.allocate()
	it.begin(o.ident.assign() | out | o.account().born(unsafe.Pointer(it), int(unsafe.Sizeof(*it))))
	return it
}

// take marks an idle item out and counts a hit. It panics if the item is out already.
func (o owner[T]) take(it *item[T]) {
	if !o.account().takeOut(unsafe.Pointer(it), &it.seal, o.ident.tag()) {
		misuse(o.title(), "Get found a value that is out: it was Put twice at the same time", "")
	}
}

// giveBack makes an item that is out idle, resets its value, and reports whether the item may be handed out again. It
// panics for an item that is nil, idle or not the owner's.
func (o owner[T]) giveBack(it *item[T]) (keep bool) {
	if it == nil {
		misuse(o.title(), "Put of nil", "")
	}
	a := o.account()
	switch it.whose(o.ident.tag()) {
	case out:
		a.putBack(unsafe.Pointer(it), &it.seal)
	case idle:
		misuse(o.title(), "value Put twice", a.last(unsafe.Pointer(it)))
	default:
		misuse(o.title(), "Put of a value that is not from here", "")
	}
	return o.resetIdle(&it.v)
}

// resetIdle resets an idle value and reports whether it may be handed out again. If not, it counts a drop.
func (o owner[T]) resetIdle(v *T) (keep bool) {
	if o.reset == nil {
		wipe(v)
		return true
	}
	if o.reset(v) {
		return true
	}
	o.account().drops.add(1)
	return false
}

// wipeCopied is the size in bytes of the largest T that is cleared by an assignment, which the compiler unrolls.
const wipeCopied = 256

// wipe sets v to zero in place. An assignment would copy a zero value, which for a large T is on the heap.
func wipe[T any](v *T) {
	if unsafe.Sizeof(*v) <= wipeCopied {
		var zero T
		*v = zero
		return
	}
	clear(unsafe.Slice(v, 1))
}

// Get and Put in the misuse build.

// checkedGet returns a value that has waited in a full quarantine, if there is a Reset, or else a new one.
func (o owner[T]) checkedGet() *T {
	a := o.account()
	r, late := a.quarantine.get(o.reset != nil)
	if late != nil {
		o.blame(late)
	}
	if r == nil {
		it := o.allocate()
		it.bits = a.enroll(unsafe.Pointer(it), int(unsafe.Sizeof(*it))) | outBit
		return &it.v
	}
	block, content := r.parts()
	acquired(block)
	it := (*item[T])(block)
	it.v = *(*T)(content)
	it.bits = a.taken(block) | outBit
	a.hits.add(1)
	return &it.v
}

// checkedPut resets v and puts it into quarantine. It panics where Put would, with the stacks of all culprits, and for
// a value in quarantine that was written.
func (o owner[T]) checkedPut(v *T) {
	if v == nil {
		misuse(o.title(), "Put of nil", "")
	}
	a, at := o.account(), here(2)
	it := itemOf(v)
	what, got, put := a.surrender(place{unsafe.Pointer(v), 0, int(unsafe.Offsetof(it.seal)), int(itemSize[T]())}, at)
	switch what {
	case "":
	case foreign:
		misuse(o.title(), "Put of a value that is not from here", "\nPut:\n"+at.String())
	default:
		misuse(o.title(), "value "+what, culprits(at, got, put))
	}
	it.bits -= outBit
	keep := o.resetIdle(v)
	r := &resting{
		block: unsafe.Pointer(it), at: unsafe.Pointer(v), size: unsafe.Sizeof(*v), pattern: poison.Pattern[T](),
		what: "value written after Put", owner: unsafe.Pointer(it),
	}
	if o.reset != nil && keep {
		content := *v
		r.content = unsafe.Pointer(&content)
	}
	if r.pattern == poison.Byte {
		written(r.at, int(r.size))
	}
	poison.Values(unsafe.Slice(v, 1))
	if !keep {
		return
	}
	released(r.block)
	if late := a.quarantine.put(r); late != nil {
		o.blame(late)
	}
}

// blame panics about a value that was written while idle.
func (o owner[T]) blame(late *resting) {
	what, stacks := late.report(o.account())
	misuse(o.title(), what, stacks)
}
