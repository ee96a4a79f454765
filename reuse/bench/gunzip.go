package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"sync"

	kgzip "github.com/klauspost/compress/gzip"
)

const (
	nameGzipPool  = "compress/gzip, sync.Pool"
	nameKgzipPool = "klauspost/compress, sync.Pool"
)

// zipped is n bytes of text, one letter in three out of place, compressed.
func zipped(n int) []byte {
	plain := make([]byte, n)
	newText().fill(plain)
	r := rand.New(rand.NewPCG(3, 4))
	for i := 0; i < n; i += 3 {
		plain[i] = byte('a' + r.IntN(26))
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write(plain) // a bytes.Buffer does not fail
	w.Close()
	return z.Bytes()
}

// An unzipper is what the two packages' readers have in common.
type unzipper interface {
	io.Reader
	Reset(io.Reader) error
}

// drain resets z to in and reads all of dst from it.
func drain(z unzipper, from *bytes.Reader, in, dst []byte) {
	from.Reset(in)
	if err := z.Reset(from); err != nil {
		panic("bench: the input is a gzip stream of our own: " + err.Error())
	}
	if _, err := io.ReadFull(z, dst); err != nil {
		panic("bench: the input is a gzip stream of our own: " + err.Error())
	}
}

// gunzipLoop is a loop in which get finds a reader and put gives it back. The
// calls are a hundredth of the work at most.
func gunzipLoop(n int, get func() unzipper, put func(unzipper)) func(ops int) {
	in, dst, from := zipped(n), make([]byte, n), new(bytes.Reader)
	return func(ops int) {
		for range ops {
			z := get()
			drain(z, from, in, dst)
			put(z)
		}
	}
}

// gunzipPeers decompress n bytes. An operation is one payload.
func gunzipPeers(n int) []looper {
	forget := func(unzipper) {}
	pooled := func(name string, k kind, fresh func() any) looper {
		return shared(name, k, func() func(int) {
			p := &sync.Pool{New: fresh}
			return gunzipLoop(n, func() unzipper { return p.Get().(unzipper) }, func(z unzipper) { p.Put(z) })
		})
	}
	stdReader := func() any { return new(gzip.Reader) }
	fastReader := func() any { return new(kgzip.Reader) }
	return []looper{
		shared("floor: one reader", floor, func() func(int) {
			z := new(gzip.Reader)
			return gunzipLoop(n, func() unzipper { return z }, forget)
		}),
		shared("compress/gzip, new reader", usual, func() func(int) {
			return gunzipLoop(n, func() unzipper { return new(gzip.Reader) }, forget)
		}),
		pooled(nameGzipPool, usual, stdReader),
		shared("klauspost/compress, new reader", peer, func() func(int) {
			return gunzipLoop(n, func() unzipper { return new(kgzip.Reader) }, forget)
		}),
		pooled(nameKgzipPool, peer, fastReader),
	}
}
