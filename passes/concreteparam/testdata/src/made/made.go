package made

import (
	"crypto/md5"
	"crypto/sha1"
	"hash"
	"hash/fnv"
	"io"
)

func sum(h hash.Hash, b []byte) []byte {
	h.Write(b)
	return h.Sum(nil)
}

func sha(b []byte) []byte { return sum(sha1.New(), b) } // want "a hash is made for sum, which calls its methods through an interface"

func shas(list [][]byte) (out [][]byte) {
	for _, b := range list {
		out = append(out, sum(sha1.New(), b[:10]))
	}
	return out
}

type key struct{ a, b string }

func (k *key) hash(seed int, h hash.Hash64) uint64 {
	h.Write([]byte(k.a))
	h.Write([]byte(k.b))
	return h.Sum64() + uint64(seed)
}

func (k *key) hashes() uint64 {
	return k.hash(1, fnv.New64a()) ^ // want "a hash is made for hash"
		k.hash(
			2,
			fnv.New64a(),
		)
}

func empty(h hash.Hash) []byte {
	// Nothing is written.
	io.WriteString(h, "")
	return h.Sum(nil)
}

func empties() []byte {
	return empty((md5.New()))// want "a hash is made for empty"

}

// nope: two hashes
func two(h hash.Hash, b []byte) []byte {
	h.Write(b)
	return h.Sum(nil)
}

func twos(b []byte) []byte { return append(two(sha1.New(), b), two(md5.New(), b)...) }

// nope: another type, of which the function may ask
func writer(w io.Writer, b []byte) {
	w.Write(b)
	w.Write(b)
}

func writers(b []byte) { writer(sha1.New(), b) }

// nope: a call beside it could panic before
func beside(h hash.Hash, b []byte) []byte {
	h.Write(b)
	return h.Sum(nil)
}

func besides(f func() []byte) []byte { return beside(sha1.New(), f()) }

// nope: it is kept
func keeps(h hash.Hash, b []byte) []byte {
	h.Write(b)
	last = h
	return h.Sum(nil)
}

var last hash.Hash

func kept(b []byte) []byte { return keeps(sha1.New(), b) }

// nope: used as a value
func valued(h hash.Hash, b []byte) []byte {
	h.Write(b)
	return h.Sum(nil)
}

var _ = valued

func values(b []byte) []byte { return valued(sha1.New(), b) }

// nope: it is inlined, and its type known there
func small(h hash.Hash32) uint32 { return h.Sum32() }

func smalls() uint32 { return small(fnv.New32()) }

func joined(h hash.Hash, parts ...[]byte) []byte {
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}

func join(a, b []byte) []byte { return joined(sha1.New(), a, b) } // want "a hash is made for joined"

func joinAll(list [][]byte) []byte { return joined(sha1.New(), list...) }

func joinNone() []byte { return joined(sha1.New()) }

// nope: the arguments are the results of one call
func spread(h hash.Hash, parts ...[]byte) []byte {
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}

func spreads(f func() (hash.Hash, []byte)) []byte { return append(spread(f()), spread(sha1.New())...) }

// nope: several hashes, each in the list of one call
func lists(list ...hash.Hash) (sums []byte) {
	for _, h := range list {
		h.Write([]byte("list"))
		sums = h.Sum(sums)
	}
	return sums
}

func listed() []byte { return lists(sha1.New()) }
