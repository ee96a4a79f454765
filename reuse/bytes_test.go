package reuse_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/unheap/unheap/reuse"
)

// A sheet is a slice that is out in the model, filled with its mark.
type sheet struct {
	b    []byte
	mark byte
}

func (s sheet) fill() {
	for i := range s.b {
		s.b[i] = s.mark
	}
}

func (s sheet) intact() bool {
	for _, c := range s.b {
		if c != s.mark {
			return false
		}
	}
	return true
}

// playBytes runs a schedule, two bytes a step, against the model: the slices
// that are out, each full of its user's mark.
func playBytes(t *testing.T, p *reuse.Bytes, schedule []byte) {
	t.Helper()
	var out []sheet
	for step := 0; step+1 < len(schedule); step += 2 {
		op, arg := schedule[step], int(schedule[step+1])
		switch {
		case op%32 == 31:
			runtime.GC()
		case op%2 == 0 && len(out) < 50:
			n := arg << (op >> 1 % 11) // up to 255 KiB
			s := sheet{p.Get(n), byte(step)}
			if op%4 == 0 {
				s.b = p.GetZeroed(n)
				if !(sheet{s.b, 0}).intact() {
					t.Fatalf("step %d: GetZeroed(%d) is not zero", step, n)
				}
			}
			if len(s.b) != n {
				t.Fatalf("step %d: Get(%d) has length %d", step, n, len(s.b))
			}
			s.b = s.b[:cap(s.b)]
			s.fill()
			out = append(out, s)
		case len(out) > 0:
			i := arg % len(out)
			s := out[i]
			if !s.intact() {
				t.Fatalf("step %d: a slice of %d bytes was written by another user", step, cap(s.b))
			}
			out[i] = out[len(out)-1]
			out = out[:len(out)-1]
			p.Put(s.b[:arg%(len(s.b)+1)]) // the length does not matter
		}
	}
	for _, s := range out {
		if !s.intact() {
			t.Fatal("a slice was written by another user")
		}
		p.Put(s.b)
	}
}

func TestBytesModel(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    *reuse.Bytes
	}{
		{"zero", &reuse.Bytes{}},
		{"small", &reuse.Bytes{MaxSize: 1000}},
		{"budget", &reuse.Bytes{Budget: 1 << 20}},
		{"tight budget", &reuse.Bytes{Budget: 5000}},
		{"both", &reuse.Bytes{MaxSize: 5000, Budget: 50000}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range uint64(3) {
				playBytes(t, tt.p, schedule(rand.New(rand.NewPCG(seed, 3)), 1000))
			}
			var wg sync.WaitGroup
			for g := range uint64(3) {
				wg.Go(func() { playBytes(t, tt.p, schedule(rand.New(rand.NewPCG(g, 4)), 500)) })
			}
			wg.Wait()
			if n := tt.p.Idle(); n < 0 || n > tt.p.Budget {
				t.Errorf("%d bytes idle, budget %d", n, tt.p.Budget)
			}
		})
	}
}

func FuzzBytes(f *testing.F) {
	f.Add([]byte{0, 10, 2, 255, 1, 0, 31, 0, 0, 10}, int64(0), 0)
	f.Add(schedule(rand.New(rand.NewPCG(1, 1)), 200), int64(5000), 4000)
	f.Fuzz(func(t *testing.T, s []byte, budget int64, limit int) {
		if len(s) > 1000 {
			return
		}
		p := &reuse.Bytes{Budget: max(budget, 0), MaxSize: max(limit, 0)}
		playBytes(t, p, s)
		if n := p.Idle(); n < 0 || n > p.Budget {
			t.Errorf("%d bytes idle, budget %d", n, p.Budget)
		}
	})
}

// TestBytesSizes: every length gets a slice of it, alone in its array.
func TestBytesSizes(t *testing.T) {
	var p reuse.Bytes
	for _, n := range []int{0, 1, 63, 64, 65, 80, 81, 112, 113, 1 << 10, 1<<10 + 1, 32 << 10, 1 << 20, 64 << 20, 64<<20 + 1} {
		b := p.Get(n)
		if len(b) != n || cap(b) < n {
			t.Errorf("Get(%d): length %d, capacity %d", n, len(b), cap(b))
		}
		if n > 64 && n <= 64<<20 && float64(cap(b)) > 1.7*float64(n) {
			t.Errorf("Get(%d): capacity %d", n, cap(b))
		}
		p.Put(b)
	}
}

// TestBytesReuse: a slice comes back to its class and, every other time that
// class has none, to the class below.
func TestBytesReuse(t *testing.T) {
	if reuse.Checking() {
		t.Skip("counts what sync.Pool keeps")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var p reuse.Bytes
	for i, tt := range []struct {
		n              int
		misses, steals uint64
	}{
		{1000, 1, 0}, // the class of 1136 bytes is empty, and so is the next
		{1000, 1, 0},
		{1136, 1, 0},
		{881, 1, 0},
		{880, 2, 0}, // the class of 880 is empty and may not steal this time
		{880, 2, 0},
		{560, 2, 1}, // that of 560 may
		{560, 3, 1}, // and has given it back to 880
		{560, 3, 1},
	} {
		p.Put(p.Get(tt.n))
		if s := p.Stats(); s.Misses != tt.misses || s.Steals != tt.steals {
			t.Errorf("step %d: Get(%d): %d misses and %d steals, want %d and %d", i, tt.n, s.Misses, s.Steals, tt.misses, tt.steals)
		}
	}
}

// TestBytesMaxSize: above the limit nothing is kept.
func TestBytesMaxSize(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	p := reuse.Bytes{MaxSize: 1000}
	for range 3 {
		p.Put(p.Get(1001 + 500))
	}
	if s := p.Stats(); s.Misses != 3 || s.Drops != 3 {
		t.Errorf("Stats = %+v, want 3 misses and 3 drops", s)
	}
}

// TestBytesBudget: what lies idle never exceeds the budget, survives a GC when
// it is in use, and goes by the second when it is not.
func TestBytesBudget(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	const budget = 100_000
	p := reuse.Bytes{Budget: budget}
	use := func(k, n int) {
		var out [][]byte
		for range k {
			out = append(out, p.Get(n))
		}
		for _, b := range out {
			p.Put(b)
			if idle := p.Idle(); idle > budget {
				t.Fatalf("%d bytes idle", idle)
			}
		}
	}
	use(100, 5000)
	if s := p.Stats(); s.Drops == 0 || p.Idle() < budget*9/10 {
		t.Errorf("%d bytes idle after a burst, Stats = %+v", p.Idle(), s)
	}
	use(10, 1000) // most of it does not fit and must wait for the burst to go
	for range 10 {
		collect()
		use(10, 1000)
	}
	made := p.Stats().Misses
	for range 10 {
		collect()
		use(10, 1000)
	}
	if s := p.Stats(); s.Misses != made {
		t.Errorf("%d slices made while the working set of 10 did not change", s.Misses-made)
	}
	if idle := p.Idle(); idle > 20*1200 {
		t.Errorf("%d bytes idle long after the burst, 10 slices of 1000 are in use", idle)
	}
	for range 10 {
		collect()
	}
	if idle := p.Idle(); idle != 0 {
		t.Errorf("%d bytes idle though nobody used any over 10 GCs", idle)
	}
}

// TestBurstGone: after a burst of large buffers and small use, the memory is
// free: by the second GC for Bytes, by the first for a BufferPool, which did
// not even keep it.
func TestBurstGone(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build does not give idle values to the GC")
	}
	const n, size = 4, 16 << 20
	var p reuse.Bytes
	var q reuse.BufferPool
	for _, tt := range []struct {
		name  string
		gcs   int
		burst func()
		small func()
	}{
		{"Bytes", 2, func() {
			var out [n][]byte
			for i := range out {
				out[i] = p.Get(size)
			}
			for _, b := range out {
				p.Put(b)
			}
		}, func() { p.Put(p.Get(1000)) }},
		{"Bytes with a Budget", 2, func() {
			strong := reuse.Bytes{Budget: 1 << 30}
			strong.Put(strong.Get(size))
		}, func() {}},
		{"BufferPool", 1, func() {
			var out [n]*reuse.Buffer
			for i := range out {
				out[i] = q.Get()
				out[i].Extend(size)
			}
			for _, b := range out {
				q.Put(b)
			}
		}, func() {
			b := q.Get()
			b.Extend(1000)
			q.Put(b)
		}},
	} {
		runtime.GC()
		runtime.GC()
		before := heap()
		tt.burst()
		for range tt.gcs {
			for range 100 {
				tt.small()
			}
			collect()
		}
		if after := heap(); after > before+size/2 {
			t.Errorf("%s: %d MiB more in use %d GCs after a burst", tt.name, (after-before)>>20, tt.gcs)
		}
	}
	runtime.KeepAlive(&p)
	runtime.KeepAlive(&q)
}

// heap returns the bytes of live and not yet swept objects.
func heap() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestHeldFollows: Held counts what is made and falls when it has died.
func TestHeldFollows(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build does not give idle values to the GC")
	}
	var p reuse.Bytes
	var out [][]byte
	for range 1000 {
		out = append(out, p.Get(3000), p.Get(60000))
	}
	want := int64(1000 * (3200 + 65536 + 8192))
	if s := p.Stats(); s.Held < want*9/10 || s.Held > want*11/10 {
		t.Errorf("Held = %d with %d bytes made", s.Held, want)
	}
	for _, b := range out {
		p.Put(b)
	}
	out = nil
	for range 50 {
		collect()
		if p.Stats().Held == 0 {
			break
		}
	}
	if s := p.Stats(); s.Held != 0 || s.High < want*9/10 {
		t.Errorf("Held = %d, High = %d after everything has died", s.Held, s.High)
	}
}

// TestPressure: nothing depends on when, or whether, the GC runs.
func TestPressure(t *testing.T) {
	for _, tt := range []struct {
		name  string
		gc    int
		limit int64
	}{
		{"GOGC=off", -1, -1},
		{"GOGC=1", 1, -1},
		{"GOMEMLIMIT near", 100, heap() + 24<<20},
		{"GOGC=off and GOMEMLIMIT near", -1, heap() + 24<<20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			defer debug.SetGCPercent(debug.SetGCPercent(tt.gc))
			if tt.limit > 0 {
				defer debug.SetMemoryLimit(debug.SetMemoryLimit(tt.limit))
			}
			r := rand.New(rand.NewPCG(7, 7))
			playBytes(t, &reuse.Bytes{}, schedule(r, 600))
			playBytes(t, &reuse.Bytes{Budget: 1 << 20}, schedule(r, 600))
			playBuffers(t, &reuse.BufferPool{}, schedule(r, 600))
			for _, x := range takers() {
				play(t, x.t, schedule(r, 300))
			}
		})
	}
}

// playBuffers runs a schedule, two bytes a step, on Buffers beside
// bytes.Buffers.
func playBuffers(t *testing.T, p *reuse.BufferPool, schedule []byte) {
	t.Helper()
	type pair struct {
		b    *reuse.Buffer
		want *bytes.Buffer
	}
	var out []pair
	for step := 0; step+1 < len(schedule); step += 2 {
		op, arg := schedule[step], int(schedule[step+1])
		if op%8 == 0 && len(out) < 20 || len(out) == 0 {
			b := p.Get()
			if b.Len() != 0 || b.String() != "" || len(b.AvailableBuffer()) != 0 {
				t.Fatalf("step %d: Get returned a Buffer with %d bytes", step, b.Len())
			}
			out = append(out, pair{b, new(bytes.Buffer)})
			continue
		}
		i := arg % len(out)
		b, want := out[i].b, out[i].want
		switch op % 16 {
		case 0, 8, 13, 14:
			p.Put(b)
			out = append(out[:i], out[i+1:]...)
			continue
		}
		changeBuffer(t, step, b, want, op, arg)
		if !bytes.Equal(b.Bytes(), want.Bytes()) || b.Len() != want.Len() || b.Cap() < b.Len() {
			t.Fatalf("step %d, op %d: %d bytes, want %d", step, op%16, b.Len(), want.Len())
		}
	}
	for _, x := range out {
		if x.b.String() != x.want.String() {
			t.Fatal("a Buffer was written by another user")
		}
		p.Put(x.b)
	}
}

// changeBuffer does what op and arg say to b, and to want.
func changeBuffer(t *testing.T, step int, b *reuse.Buffer, want *bytes.Buffer, op byte, arg int) {
	t.Helper()
	data := bytes.Repeat([]byte{op}, arg<<(op>>5))
	switch op % 16 {
	case 1, 2:
		n, err := b.Write(data)
		want.Write(data)
		if n != len(data) || err != nil {
			t.Fatalf("step %d: Write of %d bytes: %d, %v", step, len(data), n, err)
		}
	case 3:
		b.WriteString(string(data))
		want.WriteString(string(data))
	case 4:
		b.WriteByte(op)
		want.WriteByte(op)
	case 5:
		copy(b.Extend(len(data)), data)
		want.Write(data)
	case 6:
		room := b.Cap() - b.Len()
		b.Grow(arg)
		if arg <= room && b.Cap()-b.Len() != room || b.Cap()-b.Len() < arg {
			t.Fatalf("step %d: Grow(%d) from %d free to %d", step, arg, room, b.Cap()-b.Len())
		}
	case 7:
		n, err := b.ReadFrom(iotest.OneByteReader(bytes.NewReader(data[:min(len(data), 1000)])))
		if n != int64(min(len(data), 1000)) || err != nil {
			t.Fatalf("step %d: ReadFrom: %d, %v", step, n, err)
		}
		want.Write(data[:n])
	case 9:
		n := arg % (b.Len() + 1)
		b.Truncate(n)
		want.Truncate(n)
	case 10:
		if arg%4 == 0 {
			b.Reset()
			want.Reset()
		}
	case 11:
		b.Write(append(b.AvailableBuffer(), data...))
		want.Write(data)
	case 12:
		var sink bytes.Buffer
		if n, err := b.WriteTo(&sink); n != int64(b.Len()) || err != nil || sink.String() != want.String() {
			t.Fatalf("step %d: WriteTo: %d, %v", step, n, err)
		}
	case 15:
		if arg%8 == 0 {
			runtime.GC()
		}
	}
}

func TestBufferModel(t *testing.T) {
	for _, p := range []*reuse.BufferPool{{}, {MaxSize: 1000}, {MaxSize: 1 << 20}} {
		t.Run(fmt.Sprint("max=", p.MaxSize), func(t *testing.T) {
			for seed := range uint64(5) {
				playBuffers(t, p, schedule(rand.New(rand.NewPCG(seed, 5)), 2000))
			}
			var wg sync.WaitGroup
			for g := range uint64(3) {
				wg.Go(func() { playBuffers(t, p, schedule(rand.New(rand.NewPCG(g, 6)), 1000)) })
			}
			wg.Wait()
		})
	}
}

func FuzzBuffers(f *testing.F) {
	f.Add([]byte{0, 0, 1, 255, 3, 10, 15, 0, 8, 0, 0, 0}, 0)
	f.Add(schedule(rand.New(rand.NewPCG(1, 1)), 300), 1000)
	f.Fuzz(func(t *testing.T, s []byte, limit int) {
		if len(s) < 1000 {
			playBuffers(t, &reuse.BufferPool{MaxSize: max(limit, 0)}, s)
		}
	})
}

// TestPutBuffer: a Buffer that was Put is empty to whoever kept it.
func TestPutBuffer(t *testing.T) {
	var p reuse.BufferPool
	b := p.Get()
	b.WriteString("abc")
	p.Put(b)
	if b.Len() != 0 || cap(b.Bytes()) != 0 || b.String() != "" {
		t.Errorf("a Buffer that was Put has %q", b.String())
	}
}

// TestZeroBuffer: a Buffer of no pool is an ordinary one.
func TestZeroBuffer(t *testing.T) {
	var b reuse.Buffer
	if b.Len() != 0 || b.String() != "" {
		t.Error("the zero Buffer is not empty")
	}
	want := strings.Repeat("reuse ", 10000)
	for _, w := range strings.SplitAfter(want, " ") {
		b.WriteString(w)
	}
	if b.String() != want {
		t.Error("the zero Buffer lost something")
	}
}

// TestBufferErrors: ReadFrom and WriteTo pass on what happened.
func TestBufferErrors(t *testing.T) {
	var p reuse.BufferPool
	b := p.Get()
	defer p.Put(b)
	n, err := b.ReadFrom(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	if n != 3 || err != io.ErrUnexpectedEOF || b.String() != "abc" {
		t.Errorf("ReadFrom = %d, %v, read %q", n, err, b.String())
	}
	if n, err := b.WriteTo(shortWriter{}); n != 2 || err != io.ErrShortWrite {
		t.Errorf("WriteTo a short writer = %d, %v", n, err)
	}
	if n, err := b.WriteTo(iotest.TruncateWriter(io.Discard, 1)); n != 3 || err != nil || b.String() != "abc" {
		t.Errorf("WriteTo = %d, %v, leaves %q", n, err, b.String())
	}
}

type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) - 1, nil }

// TestBufferLearns: what Get returns follows the traffic, up and down, within
// two rounds; and a few large users do not move it.
func TestBufferLearns(t *testing.T) {
	if reuse.Checking() {
		t.Skip("learns the same in every build, and the misuse build takes minutes")
	}
	var p reuse.BufferPool
	use := func(n int) {
		b := p.Get()
		b.Extend(n)
		p.Put(b)
	}
	for _, tt := range []struct {
		name   string
		puts   int
		length func(i int) int
		start  int
	}{
		{"first, 1 KiB", 64, func(int) int { return 1024 }, 1024},
		{"one in 50 is 1 MiB", 3000, func(i int) int { return 1024 + i%50/49<<20 }, 1024},
		{"up to 20 KiB", 2 * reuse.FullRound, func(int) int { return 20 << 10 }, 24 << 10},
		{"one of two is 200 KiB", 3 * reuse.FullRound, func(i int) int { return 20<<10 + i%2*180<<10 }, 256 << 10},
		{"down to 100 bytes", 3 * reuse.FullRound, func(int) int { return 100 }, 128},
		{"nothing written", 3 * reuse.FullRound, func(int) int { return 0 }, 64},
	} {
		for i := range tt.puts {
			use(tt.length(i))
		}
		if got := p.Start(); got != tt.start {
			t.Errorf("%s: Get aims at %d bytes, want %d", tt.name, got, tt.start)
		}
	}
}

// TestBufferKeepsLarge: above 1 MiB Buffers are kept only while enough users
// need them, and never above MaxSize.
func TestBufferKeepsLarge(t *testing.T) {
	if reuse.Checking() {
		t.Skip("learns the same in every build, and the misuse build takes minutes")
	}
	// A collection empties the pool, and which uses are in the sample would
	// depend on when it comes.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, tt := range []struct {
		name    string
		max     int
		length  func(i int) int
		largest int
	}{
		{"none", 0, func(int) int { return 1000 }, 1 << 20},
		{"all 3 MiB", 0, func(int) int { return 3 << 20 }, 3 << 20},
		{"one in 4 is 3 MiB", 0, func(i int) int { return 1000 + i%4/3*(3<<20-1000) }, 3 << 20},
		{"one in 50 is 3 MiB", 0, func(i int) int { return 1000 + i%50/49*(3<<20-1000) }, 1 << 20},
		{"all 3 MiB, limit 2", 2 << 20, func(int) int { return 3 << 20 }, 2 << 20},
		{"all small, limit 1000", 1000, func(int) int { return 1000 }, 768},
	} {
		p := reuse.BufferPool{MaxSize: tt.max}
		for i := range 200 {
			b := p.Get()
			b.Extend(tt.length(i))
			p.Put(b)
		}
		if got := p.Largest(); got != tt.largest {
			t.Errorf("%s: the largest kept is %d, want %d", tt.name, got, tt.largest)
		}
		if s := p.Stats(); tt.max == 0 && strings.HasPrefix(tt.name, "one in 50") && s.Drops == 0 {
			t.Errorf("%s: Stats = %+v, want drops", tt.name, s)
		}
	}
}

// TestHitsPerOp: a hit allocates nothing.
func TestHitsPerOp(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build allocates records")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var (
		pool    reuse.Pool[unit]
		reset   = reuse.Pool[unit]{Init: initUnit, Reset: resetUnit}
		local   = pool.Local()
		list    reuse.FreeList[unit]
		stack   = reuse.FreeList[unit]{Unshared: true}
		slices  reuse.Bytes
		strong  = reuse.Bytes{Budget: 1 << 20}
		bufs    reuse.BufferPool
		payload = make([]byte, 1024)
		held    [100]*unit
		out     [8][]byte
	)
	for name, f := range map[string]func(){
		"Pool":               func() { pool.Put(pool.Get()) },
		"Pool with Reset":    func() { reset.Put(reset.Get()) },
		"Local":              func() { local.Put(local.Get()) },
		"FreeList":           func() { list.Put(list.Get()) },
		"FreeList, unshared": func() { stack.Put(stack.Get()) },
		"Bytes":              func() { slices.Put(slices.Get(1000)) },
		"Bytes zeroed":       func() { slices.Put(slices.GetZeroed(1000)) },
		"Bytes, budget":      func() { strong.Put(strong.Get(1000)) },
		"Buffer":             func() { b := bufs.Get(); b.Write(payload); bufs.Put(b) },
		"Buffer, growing":    func() { b := bufs.Get(); b.Extend(100 << 10); bufs.Put(b) },
		"Pool, 100 live": func() {
			for i := range held {
				held[i] = pool.Get()
			}
			for _, u := range held {
				pool.Put(u)
			}
		},
		"Local, 100 live": func() {
			for i := range held {
				held[i] = local.Get()
			}
			for _, u := range held {
				local.Put(u)
			}
		},
		"FreeList, 100 live": func() {
			for i := range held {
				held[i] = list.Get()
			}
			for _, u := range held {
				list.Put(u)
			}
		},
		"Bytes, 8 live": func() {
			for i := range out {
				out[i] = slices.Get(100 << i)
			}
			for _, b := range out {
				slices.Put(b)
			}
		},
	} {
		for range 100 {
			f()
		}
		if n := testing.AllocsPerRun(200, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestStatsHits: hits are complete up to a lot per value.
func TestStatsHits(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const n = 10000
	pool, list, stack := &reuse.Pool[unit]{Name: "p"}, &reuse.FreeList[unit]{}, &reuse.FreeList[unit]{Unshared: true}
	slices, bufs := &reuse.Bytes{}, &reuse.BufferPool{}
	for range n {
		pool.Put(pool.Get())
		list.Put(list.Get())
		stack.Put(stack.Get())
		slices.Put(slices.Get(100))
		b := bufs.Get()
		b.WriteByte(1)
		bufs.Put(b)
	}
	for _, x := range []struct {
		name string
		src  source
	}{
		{"p", pool}, {"FreeList[reuse_test.unit]", list}, {"FreeList[reuse_test.unit]", stack}, {"Bytes", slices}, {"BufferPool", bufs},
	} {
		s := x.src.Stats()
		if s.Name != x.name {
			t.Errorf("Name = %q, want %q", s.Name, x.name)
		}
		if got := s.Hits + s.Misses; got > n || got < n-s.Misses*reuse.Lot {
			t.Errorf("%s: %d hits and %d misses, want about %d", s.Name, s.Hits, s.Misses, n)
		}
	}
}
