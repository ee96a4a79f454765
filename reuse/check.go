package reuse

import (
	"unsafe"

	"github.com/unheap/unheap/reuse/internal/poison"
)

// checking reports whether this is the misuse build.
const checking = poison.On

// The misuse build does not hand out what was Put last. An idle value waits in
// a quarantine, first in, first out, poisoned, and its memory is not used
// again before as many others have come; where nothing is lost by it (values
// that Put clears, arrays of bytes) it is not used again at all. So a Put that
// comes too late, after any number of Gets, meets a value that is idle. Each
// operation looks at some of what waits there, so that a write to an idle
// value is found soon, and CheckLeaks looks at all of it.

const (
	quarantineLen   = 256
	quarantineBytes = 8 << 20
	inspectBytes    = 32 << 10 // what an operation looks at besides the last value
)

// A quarantine is where idle values wait in the misuse build. The zero
// quarantine is empty.
type quarantine struct {
	mu          quietMutex
	first, last *resting
	cursor      *resting // what is inspected next
	n           int
	bytes       uintptr
}

// A resting is a value in quarantine.
type resting struct {
	next    *resting
	block   unsafe.Pointer // keeps it alive; its address is that of the record
	at      unsafe.Pointer // what is poisoned
	size    uintptr        // bytes at at
	pattern byte
	content unsafe.Pointer // what Reset left, a *T, or nil
	what    string         // to say if it was written
	owner   unsafe.Pointer // the block whose record has the stacks
}

//go:norace
func (r *resting) intact() bool { return poison.Filled(r.at, r.size, r.pattern) }

// report says what was written, with the stacks of the value's last Get and
// Put, for a panic.
//
//go:norace
func (r *resting) report(a account) (what, stacks string) { return r.what, a.last(r.owner) }

// parts returns the value's block and what Reset left.
//
//go:norace
func (r *resting) parts() (block, content unsafe.Pointer) { return r.block, r.content }

// put adds r, lets the first ones go if it is full, and returns a value that
// was written, if it has seen one.
//
//go:norace
func (q *quarantine) put(r *resting) (late *resting) {
	q.mu.lock()
	late = q.inspect()
	if q.last == nil {
		q.first = r
	} else {
		q.last.next = r
	}
	q.last = r
	q.n++
	q.bytes += r.size
	for q.n > quarantineLen || q.bytes > quarantineBytes && q.n > 1 {
		if x := q.pop(); late == nil && !x.intact() {
			late = x
		}
	}
	q.mu.unlock()
	return late
}

// get returns the value that waited longest, if reusable is set and as many
// wait as may, and a value that was written, if it has seen one.
//
//go:norace
func (q *quarantine) get(reusable bool) (r, late *resting) {
	q.mu.lock()
	late = q.inspect()
	if reusable && late == nil && (q.n >= quarantineLen || q.bytes > quarantineBytes/2 && q.n > 1) {
		if r = q.pop(); !r.intact() {
			r, late = nil, r
		}
	}
	q.mu.unlock()
	return r, late
}

// pop takes the first value out. There is one.
//
//go:norace
func (q *quarantine) pop() *resting {
	r := q.first
	if q.cursor == r {
		q.cursor = r.next
	}
	q.first, r.next = r.next, nil
	if q.first == nil {
		q.last = nil
	}
	q.n--
	q.bytes -= r.size
	return r
}

// inspect looks at the last value and, unless they are large, at two others,
// so that every value is looked at again and again. A large one is looked at
// when it leaves.
//
//go:norace
func (q *quarantine) inspect() (late *resting) {
	if q.last == nil {
		return nil
	}
	if !q.last.intact() {
		return q.last
	}
	for range 2 {
		if q.cursor == nil {
			q.cursor = q.first
		}
		if q.cursor.size <= inspectBytes && !q.cursor.intact() {
			return q.cursor
		}
		q.cursor = q.cursor.next
	}
	return nil
}

//go:norace
func (q *quarantine) inspectAll() (late *resting) {
	q.mu.lock()
	for r := q.first; r != nil && late == nil; r = r.next {
		if !r.intact() {
			late = r
		}
	}
	q.mu.unlock()
	return late
}

//go:norace
func (q *quarantine) stats() (n int, bytes int64) {
	q.mu.lock()
	n, bytes = q.n, int64(q.bytes)
	q.mu.unlock()
	return n, bytes
}

// rest poisons s, which belongs to the value whose record is at owner, and puts
// it into quarantine; what is to be said if it is written there. It returns
// something that was, if it has seen it.
func rest[E any](a account, s []E, what string, owner unsafe.Pointer) (late *resting) {
	r := &resting{
		at: unsafe.Pointer(unsafe.SliceData(s)), size: uintptr(len(s)) * unsafe.Sizeof(*new(E)),
		pattern: poison.Pattern[E](), what: what, owner: owner,
	}
	if r.size == 0 {
		return nil
	}
	r.block = r.at
	if r.pattern == poison.Byte {
		written(r.at, int(r.size))
	}
	poison.Values(s)
	return a.quarantine.put(r)
}

// enroll opens the record of a value that was made for a Get in the misuse
// build.
func (a account) enroll(v unsafe.Pointer, size int) (n uint64) {
	a.sample(v, size)
	a.misses.add(1)
	return a.open(v, size, here(2)).number()
}

//go:norace
func (r *record) number() uint64 { return r.n }

// A place is where a value that a user Puts should stand: at at, size bytes
// from the start of its block to its end, the start of which is front bytes
// before at and its seal sealed bytes after it.
type place struct {
	at     unsafe.Pointer
	front  uintptr
	sealed int
	size   int
}

// recordOf returns the record of the value at x if it is there and its seal
// says so. Nothing is read before the ledger knows the address. The lock is
// held.
//
//go:norace
func (a account) recordOf(x place) *record {
	r := a.records.find(uintptr(x.at) - x.front)
	if r == nil || r.size != x.size || *(*uint64)(unsafe.Add(x.at, x.sealed))>>numberShift<<numberShift != r.n {
		return nil
	}
	return r
}

// surrender notes a Put of the value at x, or says what is wrong with it, with
// the stacks of its last Get and Put. at is that of this Put.
//
//go:norace
func (a account) surrender(x place, at stack) (what string, got, put stack) {
	a.mu.lock()
	switch r := a.recordOf(x); {
	case r == nil:
		what = foreign
	case !r.out:
		what, got, put = twice, r.got, r.put
	default:
		r.out, r.put = false, at
	}
	a.mu.unlock()
	return what, got, put
}

// What surrender finds.
const (
	foreign = "not from here"
	twice   = "Put twice"
)

// enclosing returns the stack of the Get of the value that v points into.
//
//go:norace
func (a account) enclosing(v unsafe.Pointer) (got stack, ok bool) {
	a.mu.lock()
	if r := a.records.around(uintptr(v)); r != nil {
		got, ok = r.got, true
	}
	a.mu.unlock()
	return got, ok
}

// culprits prints what surrender found.
func culprits(at, got, put stack) string {
	return "\nPut:\n" + at.String() + "Put before it:\n" + put.String() + "Get before that:\n" + got.String()
}
