package dot

import (
	"crypto/sha1"
	. "hash"
)

// nope: the import of hash would have no use left
func sum(h Hash, b []byte) []byte {
	h.Write(b)
	return h.Sum(nil)
}

func sha(b []byte) []byte { return sum(sha1.New(), b) } // refused "hash is imported with a dot"
