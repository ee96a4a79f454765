package decoder

import (
	"io"
	"slices"
	"sync"
)

// Locked returns a decoder that many goroutines may use, of one that they may not: calls
// wait for one another, and each result is copied before the next call overwrites it. One
// object a call, and the throughput of one processor. A reader that calls the decoder
// again from its Read waits forever.
func Locked(decode Func) Func {
	var mu sync.Mutex
	return func(r io.Reader) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		b, err := decode(r)
		return slices.Clone(b), err
	}
}

// decodersIdle are those of AppendTo.
var decodersIdle = sync.Pool{New: func() any { return new(Fast) }}

// AppendTo appends what Fast decodes to dst, for any number of goroutines: buffers come
// from a pool, as many as there are calls at a time, and the result is the caller's. No
// object once dst is large enough.
func AppendTo(dst []byte, r io.Reader) ([]byte, error) {
	f := decodersIdle.Get().(*Fast)
	b, err := f.Decode(r)
	dst = append(dst, b...)
	if cap(f.out) <= maxIdle {
		decodersIdle.Put(f)
	}
	return dst, err
}

// maxIdle is how large the result of a decoder may have been that is kept, in bytes: one
// very long input must not stay in memory for all the short ones after it.
const maxIdle = 64 << 10
