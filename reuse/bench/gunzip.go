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

// zipped returns n bytes of text, compressed. One letter in three is replaced by a random one.
func zipped(n int) []byte {
	plain := make([]byte, n)
	newText().fill(plain)
	r := rand.New(rand.NewPCG(3, 4))
	for i := 0; i < n; i += 3 {
		plain[i] = byte('a' + r.IntN(26))
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write(plain) // a bytes.Buffer returns no error
	w.Close()
	return z.Bytes()
}

// An unzipper is the interface that the readers of the two packages share.
type unzipper interface {
	io.Reader
	Reset(io.Reader) error
}

// A payload is what the gunzip workloads decompress, one at a time.
type payload struct {
	zip, plain []byte
	from       bytes.Reader
}

func newPayload(n int) *payload {
	return &payload{zip: zipped(n), plain: make([]byte, n)}
}

// loop takes a reader with get, uses it, and gives it back with put. The indirect calls are at most a hundredth of the
// work.
func (p *payload) loop(get func() unzipper, put func(unzipper)) func(ops int) {
	return func(ops int) {
		for range ops {
			z := get()
			p.drain(z)
			put(z)
		}
	}
}

// drain resets z to the payload and reads all of it.
func (p *payload) drain(z unzipper) {
	p.from.Reset(p.zip)
	err := z.Reset(&p.from)
	if err == nil {
		_, err = io.ReadFull(z, p.plain)
	}
	if err != nil {
		panic("bench: zipped made this stream: " + err.Error())
	}
}

// gunzipPeers decompress a payload. An operation is one payload.
func gunzipPeers(load *payload) []looper {
	forget := func(unzipper) {}
	pooled := func(name string, k kind, fresh func() any) looper {
		return shared(name, k, func() func(int) {
			p := &sync.Pool{New: fresh}
			return load.loop(func() unzipper { return p.Get().(unzipper) }, func(z unzipper) { p.Put(z) })
		})
	}
	fresh := func(name string, k kind, fresh func() any) looper {
		return shared(name, k, func() func(int) {
			return load.loop(func() unzipper { return fresh().(unzipper) }, forget)
		})
	}
	stdReader := func() any { return new(gzip.Reader) }
	fastReader := func() any { return new(kgzip.Reader) }
	return []looper{
		shared("floor: one reader", floor, func() func(int) {
			z := new(gzip.Reader)
			return load.loop(func() unzipper { return z }, forget)
		}),
		fresh("compress/gzip, new reader", usual, stdReader),
		pooled(nameGzipPool, usual, stdReader),
		fresh("klauspost/compress, new reader", peer, fastReader),
		pooled(nameKgzipPool, peer, fastReader),
	}
}
