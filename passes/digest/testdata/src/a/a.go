package a

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	sha "crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"io"
)

func key(s string) string {
	h := sha256.New() // want "a hash is made to sum one slice of bytes"
	h.Write([]byte(s))
	return hex.EncodeToString(h.Sum(nil))
}

func etag(body []byte, weak bool) string {
	var hasher = md5.New() // want "a hash is made"
	hasher.Write(body)
	if weak {
		return fmt.Sprintf("W/%x", (hasher).Sum(nil)[:8])
	}
	return ""
}

func short(s string) []byte {
	h := sha1.New() // want "a hash is made"
	io.WriteString(h, s+"!")
	sum := h.Sum(nil)
	return sum
}

func (k keys) add(b []byte) {
	for i := range b {
		h := sha.New512_256() // want "a hash is made"
		h.Write(b[i:])        // the rest
		k[string(h.Sum(nil)[:20])] = i
	}
}

type keys map[string]int

func parts(host, path string, n int) (uint64, error) {
	h := fnv.New64a() // want "io.WriteString takes the hash as an interface"
	io.WriteString(h, host)
	if _, err := io.WriteString((h), "/"+path); err != nil {
		return 0, err
	}
	for range n {
		h.Write([]byte{0})
		defer io.WriteString(h, `end`)
	}
	return h.Sum64(), nil
}

func several(list []string) []byte {
	var (
		sum = sha1.New() // want "io.WriteString takes the hash"
	)
	for _, s := range list {
		sum.Reset()
		io.WriteString(sum, s) // each
	}
	return sum.Sum(nil)
}

// a text goes to the function by the stack
func text(s, t string, b []byte) (sums [3][32]byte) {
	sums[0] = sha256.Sum256([]byte(s))                               // want "a text of more than 32 bytes is copied to the heap to be summed"
	sums[1] = sha256.Sum256([]byte(s + ":" + t))                     // want "a text of more than 32 bytes is copied"
	sums[2] = sha.Sum512_256([]byte("<" + s + "é"))                  // want "a text of more than 32 bytes is copied"
	sums[2] = sha256.Sum256([]byte(fmt.Sprintf("%s:%d", s, len(t)))) // want "a text of more than 32 bytes is copied"
	return sums
}

// nope: constants, bytes, and operands that change one another
func others(s string, b []byte, p *struct{ s string }, f func() string) (sums [3][32]byte) {
	sums[0] = sha256.Sum256([]byte("constant"))
	sums[1] = sha256.Sum256(append([]byte(s), b...))
	sums[2] = sha256.Sum256([]byte(p.s + f()))
	return sums
}

func keyed(name string) (sums [4][sha256.Size]byte) {
	key := []byte(name) // want "a text of more than 32 bytes is copied"
	sums[0] = sha256.Sum256(key)
	twice := []byte(name) // nope: it is used twice
	sums[1] = sha256.Sum256(twice)
	sums[2] = sha256.Sum256(twice[1:])
	set := []byte(name) // nope: it is set
	set = append(set, name...)
	sums[3] = sha256.Sum256(set)
	return sums
}
