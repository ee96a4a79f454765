package arrays

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"sync"
)

// sum is used where bytes are compared and copied.
func sum(input []byte) []byte {
	once := sha256.Sum256(input)
	twice := sha256.Sum256(once[:]) // want "the result of sum is on the heap"
	return twice[:4]
}

func check(b []byte) bool { return bytes.Equal(b[4:], sum(b[:4])) }

func seal(b []byte) []byte { return append(b, sum(b)...) }

// Key mentions the array as a whole, by its address and by its parts.
func Key(parts ...[]byte) (out []byte, n int, err error) {
	if len(parts) == 0 {
		return nil, 0, errors.New("no parts")
	}
	var key, last [32]byte // want "the result of Key is on the heap"
	for _, p := range parts {
		key = sha256.Sum256(append(key[:], p...))
		last = key
		mix(&key)
		for i, b := range key {
			key[i] ^= b + last[i]
		}
		n += len(key) + size(key)
	}
	if key == last {
		key, last = last, key
	}
	return key[:], n, nil
}

func mix(b *[32]byte)     { b[0], b[1] = b[1], b[0] }
func size(b [32]byte) int { return int(b[0]) }

// encode returns a part of the list.
func encode(a, b uint64) []byte {
	buf := make([]byte, 2*binary.MaxVarintLen64) // want "the result of encode is on the heap"
	n := binary.PutUvarint(buf, a)
	n += binary.PutUvarint(buf[n:], b)
	return buf[:n]
}

func length(a, b uint64) int { return len(encode(a, b)) }

type state struct {
	mu   sync.Mutex
	data [200]byte
	n    int
}

func (s *state) add(b []byte)  { s.n += copy(s.data[s.n:], b) }
func (s *state) check() *state { return s }

// A large one is not copied, nor one with a lock.
func newState(b []byte) *state {
	var s state // want "the result of newState is on the heap"
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(bytes.TrimSpace(bytes.ToLower(b)))
	p := &s
	if p.n > 10 {
		(&s).n = 10
	}
	return &s
}

func used(b []byte) int { return newState(b).n }

// A variable without a comment needs no statement.
func plain(b []byte) []byte {
	var /* of SHA-256 */ h, last [32]byte // want "the result of plain is on the heap"
	for range b {
		h = sha256.Sum256(append(h[:], last[:]...))
		last = sha256.Sum256(h[:])
	}
	return (h)[1:3:5]
}

// nope: the literal would have the pointer, which is the caller's.
func later(b []byte) ([]byte, func()) {
	h := sha256.Sum256(b) // refused "a function literal shares it"
	h = sha256.Sum256(h[:])
	return h[:], func() { h[0]++ }
}

// nope: another h is declared with it.
func again(b []byte) []byte {
	var h [32]byte
	h, n := sha256.Sum256(b), len(b)
	h = sha256.Sum256(h[:n])
	return h[:]
}

// nope: what it returns is a copy.
func whole(b []byte) [32]byte {
	h := sha256.Sum256(b)
	h = sha256.Sum256(h[:])
	return h
}

// nope: each turn has one.
func each(list [][]byte) []byte {
	for _, b := range list {
		h := sha256.Sum256(b)
		h = sha256.Sum256(h[:])
		if h[0] == 0 {
			return h[:]
		}
	}
	return nil
}

// nope: its callers keep it.
func kept(b []byte) []byte {
	h := sha256.Sum256(b) // refused "no caller of kept can keep the result on the stack"
	h = sha256.Sum256(h[:])
	return h[:]
}

type keeper struct{ b []byte }

func keep(b []byte) keeper { return keeper{b: kept(b)} }

// A zero value that is written out is the one of the caller.
func zeroed(words []uint64) []byte {
	b := [64]byte{} // want "the result of zeroed is on the heap"
	for i, w := range words {
		binary.LittleEndian.PutUint64(b[8*i:], w)
	}
	return b[:] // the rest is zero
}
