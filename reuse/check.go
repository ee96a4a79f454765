package reuse

import (
	"unsafe"

	"github.com/unheap/unheap/reuse/internal/poison"
)

// checking reports whether this is the misuse build.
const checking = poison.On

// In the misuse build Put does not make a value available at once. An idle value waits in a quarantine, first in,
// first out, poisoned. Where a new value serves as well (values that Put clears, arrays of bytes) its memory is never
// handed out again; otherwise not before the quarantine is full. So a Put that comes too late, after any number of
// Gets, meets a value that is idle. Each operation checks some of the values in quarantine, so that a write to an idle
// value is found soon, and CheckLeaks checks all of them.

const (
	quarantineLen   = 256
	quarantineBytes = 8 << 20
	inspectBytes    = 32 << 10 // a value of more bytes is checked only as the last one, and when it leaves
)

// A quarantine holds idle values in the misuse build, in the order of their Puts. The zero quarantine is empty.
type quarantine struct {
	mu          quietMutex
	first, last *resting
	cursor      *resting // the value to check next
	n           int
	bytes       uintptr
}

// A resting is a value in quarantine.
type resting struct {
	next    *resting
	block   unsafe.Pointer // the start of the value's block: keeps it alive, and is the address in its record
	at      unsafe.Pointer // start of the poisoned bytes
	size    uintptr        // number of poisoned bytes
	pattern byte
	content unsafe.Pointer // a copy of the value as Reset left it, a *T, or nil
	what    string         // text of the panic if the poison was overwritten
	owner   unsafe.Pointer // the block in whose record the stacks are
}

//go:norace
func (r *resting) intact() bool { return poison.Filled(r.at, r.size, r.pattern) }

// report returns the text of the panic about a value that was written, and the stacks of its last Get and Put.
//
//go:norace
func (r *resting) report(a account) (what, stacks string) { return r.what, a.last(r.owner) }

// parts returns the value's block, and the copy of the value as Reset left it.
//
//go:norace
func (r *resting) parts() (block, content unsafe.Pointer) { return r.block, r.content }

// put adds r and drops the oldest values as long as the quarantine exceeds a bound. late is a value that was written
// while idle, if the checks found one.
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

// get takes out r, the oldest value, if reusable is set and the quarantine is full; r is nil otherwise. late is a
// value that was written while idle, if the checks found one.
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

// pop takes out the oldest value. The quarantine must not be empty.
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

// inspect checks the value put last and, of the others, two per call in turn, so that every value is checked again and
// again. Values above inspectBytes are left out of the turn: they are checked when they leave. inspect returns a value
// that was written, or nil.
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

// rest poisons s, which belongs to the value whose record is that of owner, and puts it into quarantine. what is the
// text of the panic if s is written there. late is a value that was written while idle, if the checks found one.
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

// enroll opens the record of a value that Get has allocated in the misuse build, and returns the record's number.
func (a account) enroll(v unsafe.Pointer, size int) (n uint64) {
	a.sample(v, size)
	a.misses.add(1)
	return a.open(v, size, here(2)).number()
}

//go:norace
func (r *record) number() uint64 { return r.n }

// A place says where the seal and the record of a value that a user Puts must be, if the value is ours. at is the
// user's pointer. The block, whose address the record has, begins front bytes before at. The seal is sealed bytes
// after at, and size is the number of bytes in the record.
type place struct {
	at     unsafe.Pointer
	front  uintptr
	sealed int
	size   int
}

// recordOf returns the record of the value at x, or nil if there is none or if the seal has another number. The seal
// is read only after the address was found in the ledger. The caller holds the lock.
//
//go:norace
func (a account) recordOf(x place) *record {
	r := a.records.find(uintptr(x.at) - x.front)
	if r == nil || r.size != x.size || *(*uint64)(unsafe.Add(x.at, x.sealed))>>numberShift<<numberShift != r.n {
		return nil
	}
	return r
}

// surrender notes a Put, with stack at, of the value at x. If the Put is a mistake, what says which, and got and put
// are the stacks of the value's last Get and Put; otherwise what is empty.
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

// What surrender returns for a Put that is a mistake.
const (
	foreign = "not from here"
	twice   = "Put twice"
)

// enclosing returns the stack of the last Get of the value that v points into; ok is false if there is no such value.
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

// culprits prints the stacks of a second Put, and of the Put and the Get before it.
func culprits(at, got, put stack) string {
	return "\nPut:\n" + at.String() + "Put before it:\n" + put.String() + "Get before that:\n" + got.String()
}
