package sums

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"hash/fnv"
	"io"
)

// basic test
func digest(p []byte) string {
	h := sha256.New()
	h.Write(p)
	return hex.EncodeToString(h.Sum(nil)) // want `Sum\(nil\) makes a slice that is only read` `makes a slice, and a string of it`
}

func variable(p, want []byte) bool {
	h := sha512.New384()
	h.Write(p)
	sum := h.Sum(nil) // want `Sum\(nil\) makes`
	return len(sum) > 4 && bytes.Equal(sum[:4], want)
}

func appended(b, p []byte) []byte {
	h := md5.New()
	h.Write(p)
	return append(b, h.Sum(nil)...) // want `Sum\(nil\) makes a slice that is only read$`
}

func foreign(b []byte, h hash.Hash) []byte {
	return append(b, h.Sum(nil)...) // want `Sum\(nil\) makes .*\(review: h.Sum must append, as hash.Hash says\)`
}

// nope: returned; the slice is needed
func returned(p []byte) []byte {
	h := sha256.New()
	h.Write(p)
	return h.Sum(nil)
}

// nope: kept in a variable that is returned
func kept(p []byte) []byte {
	h := sha256.New()
	h.Write(p)
	sum := h.Sum(nil)
	return sum[:8]
}

// unknown hash: a buffer for Sum would escape through the interface, that for its text does not
func unknown(h hash.Hash) string {
	return hex.EncodeToString(h.Sum(nil)) // want `hex.EncodeToString makes a slice, and a string of it`
}

// nope: set twice, so that Sum gets no buffer
func twice(p []byte) string {
	h := sha256.New()
	if len(p) > 100 {
		h = md5.New()
	}
	h.Write(p)
	return hex.EncodeToString(h.Sum(nil)) // want `hex.EncodeToString makes a slice, and a string of it`
}

// nope: the compiler does not see the type behind hmac.New
func keyed(key, p []byte) string {
	h := hmac.New(sha256.New, key)
	h.Write(p)
	return hex.EncodeToString(h.Sum(nil)) // want `hex.EncodeToString makes a slice, and a string of it`
}

// nope: costs nothing already
func small(p []byte) bool {
	h := fnv.New64a()
	h.Write(p)
	return bytes.Equal(h.Sum(nil), p)
}

// nope: there is something to append to
func onto(p, b []byte) string {
	h := sha256.New()
	h.Write(p)
	return hex.EncodeToString(h.Sum(b))
}

// nope: sha256 means something else at the Sum
func shadowed(p []byte) string {
	h := sha256.New()
	h.Write(p)
	{
		sha256 := len(p)
		p = p[:sha256]
		return hex.EncodeToString(h.Sum(nil)) // want `hex.EncodeToString makes a slice, and a string of it`
	}
}

// nope: b may change while the sum is made, for all we know
func field(s *struct{ b []byte }, h hash.Hash) {
	s.b = append(s.b, h.Sum(nil)...)
}

// a whole stream
func copied(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil // nope: a sum costs little beside the stream that is hashed
}

func looped(lines [][]byte) string {
	h := sha256.New()
	for _, line := range lines {
		h.Write(line)
	}
	return hex.EncodeToString(h.Sum(nil)) // nope: a sum costs little beside the stream that is hashed
}

// What is written is no stream.
func joined(a, b string) string {
	h := sha256.New()
	io.WriteString(h, a)
	io.WriteString(h, b)
	return hex.EncodeToString(h.Sum(nil)) // want `Sum\(nil\) makes` `makes a slice, and a string of it`
}
