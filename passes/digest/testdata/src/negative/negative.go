package negative

import (
	"crypto/hmac"
	"crypto/sha1"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
)

// nope: two writes
func twice(a, b []byte) []byte {
	h := sha1.New() // refused "more than one Write and one Sum"
	h.Write(a)
	h.Write(b)
	return h.Sum(nil)
}

// nope: no array has the sum of fnv
func other(a []byte) []byte {
	h := fnv.New64()
	h.Write(a)
	return h.Sum(nil)
}

// nope: a key
func keyed(key, a []byte) []byte {
	h := hmac.New(sha1.New, key)
	h.Write(a)
	return h.Sum(nil)
}

// nope: the sum is appended
func onto(dst, a []byte) []byte {
	h := sha1.New() // refused "more than one Write"
	h.Write(a)
	return h.Sum(dst)
}

// nope: written in a branch
func branch(a []byte) []byte {
	h := sha1.New() // refused "more than one Write"
	if len(a) > 3 {
		h.Write(a)
	}
	return h.Sum(nil)
}

// nope: each sum is a slice of its own
func loop(a []byte, n int) (all [][]byte) {
	h := sha1.New() // refused "in a loop"
	h.Write(a)
	for range n {
		all = append(all, h.Sum(nil))
	}
	return all
}

// nope: somebody else writes
func given(r io.Reader) []byte {
	h := sha1.New() // refused "more than one Write"
	io.Copy(h, r)
	return h.Sum(nil)
}

// nope: the number of bytes is used
func counted(a []byte) ([]byte, int) {
	h := sha1.New() // refused "more than one Write"
	n, _ := h.Write(a)
	return h.Sum(nil), n
}

// nope: in a function that may run later, or twice
func later(a []byte) func() []byte {
	h := sha1.New() // refused "is shared"
	h.Write(a)
	return func() []byte { return h.Sum(nil) }
}

// nope: summed first
func before(a []byte) []byte {
	h := sha1.New() // refused "more than one Write"
	sum := h.Sum(nil)
	h.Write(a)
	return sum
}

// nope: the package has another name at the write
func hidden(a []byte) []byte {
	h := sha1.New()
	sha1 := fmt.Sprint(a)
	h.Write([]byte(sha1))
	return h.Sum(nil)
}

// nope: a hash is made again
func reset(a []byte) []byte {
	h := sha1.New() // refused "another value"
	h.Write(a)
	h = sha1.New()
	return h.Sum(nil)
}

// nope: it leaves the function
func left(s string) hash.Hash32 {
	h := fnv.New32()
	io.WriteString(h, s)
	return h
}

// nope: an interface is taken of it all the same
func formatted(s string, n int) uint32 {
	h := fnv.New32()
	io.WriteString(h, s)
	fmt.Fprint(h, n)
	return h.Sum32()
}

// nope: another hash, which may have a method WriteString
func madeBy(f func() hash.Hash, s string) []byte {
	h := f()
	io.WriteString(h, s)
	return h.Sum(nil)
}

// nope: a function literal shares it
func shares(list []string, each func(func(string))) uint32 {
	h := fnv.New32()
	each(func(s string) { io.WriteString(h, s) })
	return h.Sum32()
}

// nope: byte means something else
func bytes(s string, byte int) uint32 {
	h := fnv.New32()
	io.WriteString(h, s)
	return h.Sum32()
}
