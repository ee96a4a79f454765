package reuse

import (
	"reflect"
	"strconv"
	"sync/atomic"
	"unsafe"
)

// An item is a value of a [Pool], [FreeList] or [Stack] with its seal. The
// value comes first, so that a pointer to it is a pointer to the item.
type item[T any] struct {
	v T
	seal
}

// itemOf returns the item around v. If v never was in one, the result's seal
// lies in foreign memory and may only be compared; in the misuse build not even
// that, until the ledger knows v. It is then that checkptr would complain.
//
//go:nocheckptr
func itemOf[T any](v *T) *item[T] {
	return (*item[T])(unsafe.Pointer(v))
}

// sealed returns the item that s is the seal of.
func sealed[T any](s *seal) *item[T] {
	return (*item[T])(unsafe.Add(unsafe.Pointer(s), -int(unsafe.Offsetof(item[T]{}.seal))))
}

// title names a primitive in panics and statistics.
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

// nameOr returns name, or the title if there is none.
func nameOr[T any](kind, name string) string {
	if name != "" {
		return name
	}
	return title[T](kind, "")
}

// misuse panics: what happened to a value of the primitive called title, and
// the stacks that are known.
func misuse(title, what, stacks string) {
	panic("reuse: " + title + ": " + what + stacks)
}

// An owner is what the slow paths of a primitive over T need to know of it.
type owner[T any] struct {
	kind, name  string
	tag         uint32
	init, reset func(*T)
	ledger      *atomic.Pointer[ledger]
}

func (o owner[T]) book() (string, *ledger) { return o.title(), lazily(o.ledger) }

func (o owner[T]) title() string { return title[T](o.kind, o.name) }

// make allocates an item that is out.
func (o owner[T]) make() *item[T] {
	if o.init != nil && o.reset == nil {
		misuse(o.title(), "Init without Reset: Put would clear what Init made", "")
	}
	it := new(item[T])
	it.setState(o.tag | out)
	if o.init != nil {
		o.init(&it.v)
	}
	if lazily(o.ledger).born(unsafe.Pointer(it), int(unsafe.Sizeof(*it))) {
		it.setState(it.state() | watched)
	}
	return it
}

// take marks an idle item out and counts a hit. It panics if it finds the item out.
func (o owner[T]) take(it *item[T]) {
	switch it.state() {
	case o.tag | idle:
	case o.tag | idle | watched:
		l := lazily(o.ledger)
		if checking {
			reveal(l, o.title(), it)
		}
		l.taken(unsafe.Pointer(it))
	default:
		misuse(o.title(), "Get found a value that is out: it was Put twice at the same time", "")
	}
	if it.goOut() {
		lazily(o.ledger).hits.Add(lot)
	}
}

// giveBack resets an item that is out and returns the state it gets now. Any
// other item is not the owner's to take back: it panics.
func (o owner[T]) giveBack(it *item[T]) (state uint32) {
	l := lazily(o.ledger)
	switch {
	case it == nil:
		misuse(o.title(), "Put of nil", "")
	case checking:
		if what, stacks := l.judge(unsafe.Pointer(it), here(2)); what != "" {
			misuse(o.title(), what, stacks)
		}
	case it.state()&^watched == o.tag|idle:
		misuse(o.title(), "value Put twice", l.last(unsafe.Pointer(it)))
	case it.state()&^watched != o.tag|out:
		misuse(o.title(), "Put of a value that is not from here", "")
	}
	resetWith(o.reset, it)
	if checking {
		hide(l, it)
	}
	if it.state()&watched != 0 && l.returned(unsafe.Pointer(it)) {
		return o.tag | idle | watched
	}
	return o.tag | idle
}

// resetWith makes a value as if it were new.
func resetWith[T any](reset func(*T), it *item[T]) {
	if reset != nil {
		reset(&it.v)
		return
	}
	var zero T
	it.v = zero
}

// hide takes the content of an idle value away in the misuse build: a user who
// still reads it finds a pattern, or zeros where T has pointers, and what a
// user writes is found by reveal.
func hide[T any](l *ledger, it *item[T]) {
	content := it.v
	l.setSaved(unsafe.Pointer(it), &content)
	fill(bytesOf(&it.v), pattern[T]())
}

// reveal gives a value its content back, or panics if it was written while idle.
func reveal[T any](l *ledger, title string, it *item[T]) {
	content := l.savedOf(unsafe.Pointer(it)).(*T)
	if !filled(bytesOf(&it.v), pattern[T]()) {
		misuse(title, "value written after Put", l.last(unsafe.Pointer(it)))
	}
	it.v = *content
}

// poison is what idle memory is filled with in the misuse build: as a size, a
// count or an index it is absurd at any width.
const poison = 0xDB

// pattern returns poison, or zero if T has pointers, which must stay valid.
func pattern[T any]() byte {
	if hasPointers(reflect.TypeFor[T]()) {
		return 0
	}
	return poison
}

func bytesOf[T any](v *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))
}

func bytesOfAll[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), uintptr(len(s))*unsafe.Sizeof(s[0]))
}

// fill is for memory that may not hold pointers afterwards.
func fill(b []byte, c byte) {
	for i := range b {
		b[i] = c
	}
}

func filled(b []byte, c byte) bool {
	for _, x := range b {
		if x != c {
			return false
		}
	}
	return true
}

// hasPointers reports whether a value of type t contains pointers.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return t.Kind() == reflect.String || t.Kind() > reflect.Complex128
}
