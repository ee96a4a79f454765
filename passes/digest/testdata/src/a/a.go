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
