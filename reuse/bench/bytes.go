package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
)

// A bytePool is one way of getting n bytes and giving them back. H is the type that the pool takes back: the slice
// itself or a handle of the pool's own, so that no pool pays for the wrapping of another.
type bytePool[H any] struct {
	get func(n int) (H, []byte) // len(b) == n
	put func(H)
}

// A byteLib is a bytePool without the type parameter H: every workload of byte pools, ready to run.
type byteLib struct {
	name  string
	kind  kind
	warm  int // as in contender
	loop  func(copyBytes bool) session
	mixed func() session
	burst func() burstRow
	check func() error
	try   func() []cell // as in suspect
}

// byteLibOf returns the workloads over a pool that open makes.
func byteLibOf[H any](name string, k kind, open func() bytePool[H]) byteLib {
	return byteLib{
		name:  name,
		kind:  k,
		loop:  func(copyBytes bool) session { return loopSession(open(), copyBytes) },
		mixed: func() session { return mixedSession(func() bytePool[H] { return open() }, false) },
		burst: func() burstRow { return burst(name, k, open()) },
		check: func() error { return checkBytes(open()) },
		try: func() []cell {
			return misuseBytes(func() (bytePool[H], func() uint64) { return open(), nil })
		},
	}
}

// bigSize is the length in bytes of the large request of the loop workload: one less than 256 KiB.
const bigSize = 256<<10 - 1

// loopSizes are 64 loops of 50 requests, exactly one in ten of them large.
var loopSizes = func() []int {
	sizes := make([]int, 64*50)
	for i := range sizes {
		sizes[i] = 10
	}
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(sizes))[:len(sizes)/10] {
		sizes[i] = bigSize
	}
	return sizes
}()

// text is a reader that repeats a 4 KiB page, so that a read is a copy from the first-level cache.
type text struct {
	page [4096]byte
	at   int
}

func newText() *text {
	t := new(text)
	for i := range t.page {
		t.page[i] = "abcdefghijklmnopqrstuvwxyz 0123456789\n"[i%38]
	}
	return t
}

func (t *text) fill(b []byte) {
	for len(b) > 0 {
		n := copy(b, t.page[t.at:])
		t.at = (t.at + n) % len(t.page)
		b = b[n:]
	}
}

// loopSession holds 50 buffers, fills each of them or touches both its ends, and gives all back. One operation is the
// whole loop.
func loopSession[H any](p bytePool[H], copyBytes bool) session {
	var held [50]H
	var capacity, asked int64
	src := newText()
	k := 0
	out := false
	fill := func() int {
		before := asked
		out = true
		for j := range held {
			n := loopSizes[k]
			if k++; k == len(loopSizes) {
				k = 0
			}
			h, b := p.get(n)
			if copyBytes {
				src.fill(b)
			} else {
				b[0], b[n-1] = 1, 1
			}
			held[j] = h
			capacity += int64(cap(b))
			asked += int64(n)
		}
		return int(asked - before)
	}
	drop := func() {
		if !out {
			return
		}
		out = false
		var zero H
		for j := range held {
			p.put(held[j])
			held[j] = zero
		}
	}
	return session{
		run: func(n int) {
			for range n {
				fill()
				drop()
			}
		},
		hold:   fill,
		drop:   drop,
		handed: func() (int64, int64) { return capacity, asked },
	}
}

// mixedSizes are lognormal around 4 KiB (sigma 1.8), clipped to 64 B … 1 MiB.
var mixedSizes = func() []int {
	r := rand.New(rand.NewPCG(7, 9))
	sizes := make([]int, 8192)
	for i := range sizes {
		v := 4096 * math.Exp(1.8*r.NormFloat64())
		sizes[i] = int(min(max(v, 64), 1<<20))
	}
	return sizes
}()

// mixer is one goroutine of the mixed workload: a ring of 8 buffers out, the oldest
// given back whenever a new one comes.
type mixer[H any] struct {
	p               bytePool[H]
	k, i            int
	held            [8]H
	sizes           [8]int // 0 for an empty slot
	capacity, asked int64
	_               [64]byte // keeps two mixers off one cache line
}

func (m *mixer[H]) run(n int) {
	for range n {
		size := mixedSizes[m.k]
		m.k = (m.k + 1) % len(mixedSizes)
		h, b := m.p.get(size)
		for o := 0; o < size; o += 4096 { // touch every page
			b[o] = 1
		}
		b[size-1] = 1
		m.capacity += int64(cap(b))
		m.asked += int64(size)
		if m.sizes[m.i] != 0 {
			m.p.put(m.held[m.i])
		}
		m.held[m.i], m.sizes[m.i] = h, size
		m.i = (m.i + 1) % len(m.held)
	}
}

func (m *mixer[H]) drop() {
	var zero H
	for j, size := range m.sizes {
		if size != 0 {
			m.p.put(m.held[j])
		}
		m.held[j], m.sizes[j] = zero, 0
	}
}

// mixedSession runs a mixer on every processor, with one pool for all or, if alone is set, one each.
func mixedSession[H any](open func() bytePool[H], alone bool) session {
	p := open()
	mixers := make([]*mixer[H], runtime.GOMAXPROCS(0))
	loops := make([]func(int), len(mixers))
	for i := range mixers {
		if alone {
			p = open()
		}
		mixers[i] = &mixer[H]{p: p, k: i * 1237}
		loops[i] = mixers[i].run
	}
	return session{
		run: func(n int) { together(loops, n) },
		hold: func() (asked int) {
			for _, m := range mixers {
				for _, size := range m.sizes {
					asked += size
				}
			}
			return asked
		},
		drop: func() {
			for _, m := range mixers {
				m.drop()
			}
		},
		handed: func() (capacity, asked int64) {
			for _, m := range mixers {
				capacity += m.capacity
				asked += m.asked
			}
			return capacity, asked
		},
	}
}

// A burstRow is what a pool retains after eight buffers of 16 MiB were used once and then only 1 KiB buffers, four at
// a time, with a collection after every 2000 of them. It is in bytes over what was reachable before the pool was made.
type burstRow struct {
	Name string `json:"name"`
	Kind kind   `json:"kind"`
	// Kept[g-1] is what is retained after collection g.
	Kept []int64 `json:"kept"`
	// Idle is what is retained after everything was given back and two more collections.
	Idle int64 `json:"idle"`
}

const (
	burstSize   = 16 << 20
	burstRounds = 40
	// bytes: a pool that retains fewer has given up the burst
	burstGone = 1 << 20
)

// gone returns the first collection after which the burst was given up, or -1.
func (r burstRow) gone() int {
	if i := slices.IndexFunc(r.Kept, func(n int64) bool { return n < burstGone }); i >= 0 {
		return i + 1
	}
	return -1
}

func burst[H any](name string, k kind, p bytePool[H]) burstRow {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	collect(3)
	base := reachable()
	useBig(p)
	r := burstRow{Name: name, Kind: k}
	var held [4]H
	used := 0
	for range burstRounds {
		for range 2000 {
			h, b := p.get(1024)
			b[0] = 1
			if used >= len(held) {
				p.put(held[used%len(held)])
			}
			held[used%len(held)] = h
			used++
		}
		collect(1)
		r.Kept = append(r.Kept, reachable()-base)
	}
	for _, h := range held {
		p.put(h)
	}
	clear(held[:])
	collect(2)
	r.Idle = reachable() - base
	runtime.KeepAlive(p)
	return r
}

// useBig uses the buffers of the burst, in a function of its own so that no buffer stays on the stack.
//
//go:noinline
func useBig[H any](p bytePool[H]) {
	var big [8]H
	for i := range big {
		h, b := p.get(burstSize)
		b[0] = 1
		big[i] = h
	}
	for _, h := range big {
		p.put(h)
	}
}

// checkBytes returns an error unless the adapter does what the workloads rely on: slices have the length asked for,
// and no two of them share memory while they are out.
func checkBytes[H any](p bytePool[H]) error {
	sizes := []int{10, 64, 65, 1000, 1024, 1025, 5000, 40000, bigSize, 1 << 20, 3 << 20}
	for round := range 3 {
		var held []H
		var views [][]byte
		for i, n := range sizes {
			h, b := p.get(n)
			if len(b) != n {
				return fmt.Errorf("round %d: get(%d) gave %d bytes", round, n, len(b))
			}
			for j := range b {
				b[j] = byte(i + round)
			}
			held, views = append(held, h), append(views, b)
		}
		for i, b := range views {
			for j := range b {
				if b[j] != byte(i+round) {
					return fmt.Errorf("round %d: buffer of %d bytes: byte %d was written through another buffer", round, sizes[i], j)
				}
			}
		}
		for _, h := range held {
			p.put(h)
		}
	}
	return nil
}
