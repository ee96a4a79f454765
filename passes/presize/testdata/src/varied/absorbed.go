package varied

import (
	"crypto/sha3"
	"io"
)

// The hash fills the slice, and retains nothing.
func sample(seed []byte, eta byte) (sum int) {
	prf := sha3.NewSHAKE256()
	prf.Write(seed)
	noise := make([]byte, 64*eta) // want "noise is on the heap, since its length varies, although it stays in the function$"
	prf.Read(noise)
	for i := range noise {
		sum += int(noise[i])
	}
	return sum
}

// The callers give it two or three.
func noise(prf io.Reader, eta int) (sum int) {
	sample := make([]byte, 64*eta) // want "sample is on the heap, since its length varies, although it stays in the function$"
	for i := range sample {
		sample[i] ^= byte(i)
		sum += int(sample[i])
	}
	return sum
}

func noises(prf io.Reader, wide bool) int {
	eta := 2
	if wide {
		eta = 3
	}
	return noise(prf, eta) + noise(prf, 2)
}

// One caller gives it anything.
func open(eta int) (sum int) {
	sample := make([]byte, 64*eta) // want "review: 64.eta panics in other words"
	for i := range sample {
		sum += int(sample[i])
	}
	return sum
}

func Opens(n int) int { return open(n) + open(2) }

// The length is a difference that may be negative.
func less(a, b uint8) (sum int) {
	sample := make([]byte, int(a)-int(b)) // want "review: .* panics in other words"
	for i := range sample {
		sum += int(sample[i])
	}
	return sum
}

func few(list []string, next func() byte) (sum int) {
	bytes := make([]byte, 0, min(len(list), 24)) // want "bytes is on the heap"
	for range list {
		bytes = append(bytes, next())
	}
	for _, b := range bytes {
		sum += int(b)
	}
	return sum
}

func low(bits int, next func() byte) (sum int) {
	const mask = 31
	n := bits & mask
	bytes := make([]byte, n) // want "bytes is on the heap"
	for i := range bytes {
		bytes[i] = next()
	}
	for _, b := range bytes {
		sum += int(b)
	}
	return sum
}

// The capacity is the only use of n.
func masked(bits int, next func() byte) (sum int) {
	n := bits & 31
	bytes := make([]byte, 0, n) // want "bytes is on the heap"
	for range bits {
		bytes = append(bytes, next())
	}
	for _, b := range bytes {
		sum += int(b)
	}
	return sum
}
