package reuse_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/unheap/unheap/reuse"
)

// panicked returns what f panics with, or "".
func panicked(f func()) (what string) {
	defer func() {
		if r := recover(); r != nil {
			what = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// A mistake is a wrong use of a primitive and who notices.
type mistake struct {
	name   string
	make   func() // commits it
	always string // what the panic says in every build, or ""
	check  string // and in the misuse build
}

// flat is a T without pointers, linked one with.
type (
	flat   struct{ a, b uint64 }
	linked struct {
		next *linked
		n    int
	}
)

func mistakes() []mistake {
	pool, other := &reuse.Pool[flat]{Name: "p"}, &reuse.Pool[flat]{}
	links := &reuse.Pool[linked]{}
	local, closed := pool.Local(), pool.Local()
	list, stack := &reuse.FreeList[flat]{}, &reuse.FreeList[flat]{Unshared: true}
	bytes, strong, bufs := &reuse.Bytes{Name: "b"}, &reuse.Bytes{Budget: 1 << 20}, &reuse.BufferPool{}
	closed.Close()
	const (
		p       = `reuse: Pool[reuse_test.flat] "p": `
		foreign = "Put of a value that is not from"
		twice   = "value Put twice"
		late    = "value written after Put"
		part    = `reuse: Bytes "b": Put of a part of Get's slice`
	)
	both := func(name, what string, f func()) mistake { return mistake{name, f, what, what} }
	only := func(name, what string, f func()) mistake { return mistake{name, f, "", what} }
	return []mistake{
		both("Pool: Put twice", p+twice, func() { v := pool.Get(); pool.Put(v); pool.Put(v) }),
		both("Pool: Put twice, a Put and a GC between", p+twice, func() {
			v, w := pool.Get(), pool.Get()
			pool.Put(v)
			pool.Put(w)
			runtime.GC()
			pool.Put(v)
		}),
		both("Pool: Put twice when a lot is full", p+twice, func() {
			v := pool.Get()
			for range reuse.Lot {
				pool.Put(v)
				v = pool.Get()
			}
			pool.Put(v)
			pool.Put(v)
		}),
		both("Pool: Put of nil", p+"Put of nil", func() { pool.Put(nil) }),
		both("Pool: foreign Put", p+foreign, func() { pool.Put(new([4]flat)[0:1:4][0].self()) }),
		both("Pool: Put of another pool's", p+foreign, func() { pool.Put(other.Get()) }),
		only("Pool: write after Put", p+late, func() { v := pool.Get(); pool.Put(v); v.b = 1; pool.Get() }),
		only("Pool: write of a pointer after Put", late, func() { v := links.Get(); v.n++; links.Put(v); v.next = v; links.Get() }),
		both("Pool: Init without Reset", "Init without Reset", func() { (&reuse.Pool[flat]{Init: func(*flat) {}}).Get() }),

		both("Local: Put twice", p+twice, func() { v := local.Get(); local.Put(v); local.Put(v) }),
		both("Local: Put to it and to the Pool", p+twice, func() { v := local.Get(); local.Put(v); pool.Put(v) }),
		both("Local: Put of nil", p+"Put of nil", func() { local.Put(nil) }),
		both("Local: foreign Put", p+foreign, func() { local.Put(other.Get()) }),
		both("Local: Get after Close", "Get after Close", func() { closed.Get() }),
		both("Local: Put after Close", "Put after Close", func() { closed.Put(pool.Get()) }),
		both("Local: Close after Close", "Close after Close", func() { closed.Close() }),

		both("FreeList: Put twice", "FreeList[reuse_test.flat]: "+twice, func() { v := list.Get(); list.Put(v); list.Put(v) }),
		both("FreeList: foreign Put", foreign, func() { list.Put(pool.Get()) }),
		both("FreeList: Put of nil", "Put of nil", func() { list.Put(nil) }),
		only("FreeList: write after Put", late, func() { v := list.Get(); list.Put(v); v.a++; list.Get() }),
		both("FreeList, unshared: Put twice", "FreeList[reuse_test.flat]: "+twice, func() { v := stack.Get(); stack.Put(v); stack.Put(v) }),
		both("FreeList, unshared: foreign Put", foreign, func() { stack.Put(pool.Get()) }),
		both("FreeList, unshared: Put of nil", "Put of nil", func() { stack.Put(nil) }),
		only("FreeList, unshared: write after Put", late, func() { v := stack.Get(); stack.Put(v); v.a++; stack.Get() }),

		both("Bytes: Put twice", `reuse: Bytes "b": slice Put twice`, func() { b := bytes.Get(100); bytes.Put(b); bytes.Put(b) }),
		both("Bytes: Put twice, once shorter", "slice Put twice", func() { b := bytes.Get(100); bytes.Put(b[:10]); bytes.Put(b) }),
		both("Bytes: Put twice with a Budget", "slice Put twice", func() { b := strong.Get(100); strong.Put(b); strong.Put(b) }),
		both("Bytes: Get of a negative length", "negative", func() { bytes.Get(-1) }),
		only("Bytes: Put of a suffix", part, func() { bytes.Put(bytes.Get(1024)[512:]) }),
		only("Bytes: Put with a shorter capacity", part, func() { bytes.Put(bytes.Get(1024)[:10:64]) }),
		only("Bytes: foreign Put", "Put of a slice that is not from Get", func() { bytes.Put(make([]byte, 1024)) }),
		only("Bytes: Put of another's", "Put of a slice that is not from Get", func() { bytes.Put(strong.Get(1024)) }),
		only("Bytes: write after Put", "slice written after Put", func() { b := bytes.Get(300); bytes.Put(b); b[299] = 1; bytes.Get(300) }),
		only("Bytes: write after Put with a Budget", "slice written after Put", func() { b := strong.Get(300); strong.Put(b); b[0] = 1; strong.Get(300) }),

		both("Buffer: Put twice", "BufferPool: ", func() { b := bufs.Get(); bufs.Put(b); bufs.Put(b) }),
		both("Buffer: Put of nil", "Put of nil", func() { bufs.Put(nil) }),
		both("Buffer: foreign Put", "BufferPool: Put of a Buffer that is not from here", func() { bufs.Put(new(reuse.BufferPool).Get()) }),
		both("Buffer: of no pool, Put twice", "Buffer Put twice", func() { b := new(reuse.Buffer); bufs.Put(b); bufs.Put(b) }),
		both("Buffer: write after Put", "Buffer written after Put", func() { b := bufs.Get(); bufs.Put(b); b.WriteByte(1) }),
		both("Buffer: Grow after Put", "Buffer written after Put", func() { b := bufs.Get(); bufs.Put(b); b.Grow(1) }),
		only("Buffer: write to its bytes after Put", "Buffer's bytes written after Put", func() {
			b := bufs.Get()
			b.WriteString("abc")
			s := b.Bytes()
			bufs.Put(b)
			s[0] = 'x'
			bufs.Get()
		}),
		both("Buffer: Grow by a negative length", "negative", func() { bufs.Get().Grow(-1) }),
		both("Buffer: Extend by a negative length", "negative", func() { bufs.Get().Extend(-1) }),
		both("Buffer: Truncate below zero", "out of range", func() { bufs.Get().Truncate(-1) }),
		both("Buffer: Truncate beyond the end", "out of range", func() { bufs.Get().Truncate(1) }),
		both("Buffer: reader without shame", "impossible count", func() { bufs.Get().ReadFrom(liar{}) }),
	}
}

// self is a pointer to f, wherever f is.
func (f flat) self() *flat { return &f }

// A liar claims to have read more than there was room for.
type liar struct{}

func (liar) Read(p []byte) (int, error) { return len(p) + 1, nil }

// TestMistakes says who notices which mistake in which build. A mistake that a
// build does not notice must not make it panic either.
func TestMistakes(t *testing.T) {
	for i, m := range mistakes() {
		t.Run(m.name, func(t *testing.T) {
			m := mistakes()[i] // fresh ones: a mistake leaves its primitive in pieces
			want := m.always
			if reuse.Checking() {
				want = m.check
			}
			got := panicked(m.make)
			switch {
			case want == "" && got != "":
				t.Errorf("panic: %s", got)
			case !strings.Contains(got, want):
				t.Errorf("panic %q, want one with %q", got, want)
			case want != "" && !strings.HasPrefix(got, "reuse: "):
				t.Errorf("panic %q does not name the package", got)
			}
		})
	}
}

// TestIdleTwice: a value that two Puts at the same instant made idle twice is
// not handed out twice.
func TestIdleTwice(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build decides under a lock which Put is the first")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for name, f := range map[string]func(){
		"Pool": func() {
			p := &reuse.Pool[flat]{}
			v := p.Get()
			p.Put(v)
			p.Duplicate(v)
			p.Get()
			p.Get()
		},
		"Local": func() {
			p := &reuse.Pool[flat]{}
			l := p.Local()
			v := l.Get()
			l.Put(v)
			p.Duplicate(v)
			l.Get()
			l.Get()
		},
		"FreeList": func() {
			p := &reuse.FreeList[flat]{}
			v := p.Get()
			p.Put(v)
			p.Duplicate(v)
			p.Get()
			p.Get()
		},
		"Bytes": func() {
			p := &reuse.Bytes{}
			b := p.Get(100)
			p.Put(b)
			p.Duplicate(b)
			p.Get(100)
			p.Get(100)
		},
		"BufferPool": func() {
			p := &reuse.BufferPool{}
			b := p.Get()
			p.Put(b)
			p.Duplicate(b)
			p.Get()
			p.Get()
		},
	} {
		if got := panicked(f); !strings.Contains(got, "Put twice at the same time") {
			t.Errorf("%s: panic %q", name, got)
		}
	}
}

// TestNames: panics and statistics say which of several it was.
func TestNames(t *testing.T) {
	for _, tt := range []struct {
		src  source
		want string
	}{
		{&reuse.Pool[flat]{}, "Pool[reuse_test.flat]"},
		{&reuse.Pool[flat]{Name: "x"}, "x"},
		{&reuse.FreeList[*flat]{}, "FreeList[*reuse_test.flat]"},
		{&reuse.FreeList[flat]{Name: "x", Unshared: true}, "x"},
		{&reuse.Bytes{}, "Bytes"},
		{&reuse.Bytes{Name: "x"}, "x"},
		{&reuse.BufferPool{}, "BufferPool"},
		{&reuse.BufferPool{Name: "x"}, "x"},
	} {
		s := tt.src.Stats()
		if s.Name != tt.want {
			t.Errorf("Name = %q, want %q", s.Name, tt.want)
		}
		if s.Hits|s.Misses|s.Steals|s.Drops|s.Leaked != 0 || s.Held|s.High != 0 || len(s.Leaks) != 0 {
			t.Errorf("%s: Stats = %+v before any use", s.Name, s)
		}
	}
}

// TestCulprits: the misuse build names the functions of both who Put.
func TestCulprits(t *testing.T) {
	if !reuse.Checking() {
		t.Skip("stacks of both are known in the misuse build only")
	}
	pool := &reuse.Pool[flat]{}
	bytes := &reuse.Bytes{}
	bufs := &reuse.BufferPool{}
	v, b, f := pool.Get(), bytes.Get(10), bufs.Get()
	firstPut(pool, v, bytes, b, bufs, f)
	for name, second := range map[string]func(){
		"Pool":       func() { secondPut(func() { pool.Put(v) }) },
		"Bytes":      func() { secondPut(func() { bytes.Put(b) }) },
		"BufferPool": func() { secondPut(func() { bufs.Put(f) }) },
	} {
		got := panicked(second)
		for _, want := range []string{"firstPut", "secondPut", "misuse_test.go:"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: the panic does not mention %s:\n%s", name, want, got)
			}
		}
	}
	v = pool.Get()
	firstPut(pool, v, bytes, bytes.Get(10), bufs, bufs.Get())
	v.a = 1
	if got := panicked(func() { pool.Get() }); !strings.Contains(got, "firstPut") || !strings.Contains(got, "TestCulprits") {
		t.Errorf("the panic about a late write does not name the Put and the Get before it:\n%s", got)
	}
}

//go:noinline
func firstPut(p *reuse.Pool[flat], v *flat, bs *reuse.Bytes, b []byte, bp *reuse.BufferPool, f *reuse.Buffer) {
	p.Put(v)
	bs.Put(b)
	bp.Put(f)
}

//go:noinline
func secondPut(f func()) { f() }

// TestPoisoned: in the misuse build an idle value does not look like its last
// content to a user who kept it.
func TestPoisoned(t *testing.T) {
	if !reuse.Checking() {
		t.Skip("idle memory is poisoned in the misuse build only")
	}
	pool := &reuse.Pool[flat]{Reset: func(*flat) bool { return true }}
	v := pool.Get()
	v.a = 7
	pool.Put(v)
	if v.a == 7 {
		t.Error("a value reads as before after Put")
	}
	bytes := &reuse.Bytes{}
	b := bytes.Get(3)
	copy(b, "abc")
	bytes.Put(b)
	if string(b) == "abc" {
		t.Error("a slice reads as before after Put")
	}
}

// TestDroppedSlices: outside the misuse build a slice that is not Get's is
// counted and never handed out, and so is nothing of it.
func TestDroppedSlices(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build panics")
	}
	var p, other reuse.Bytes
	big := make([]byte, 1<<16)
	long := p.Get(1024)
	long = append(long, make([]byte, 4096)...)
	for _, tt := range []struct {
		name string
		b    []byte
	}{
		{"suffix", p.Get(1024)[512:]},
		{"suffix by a class", p.Get(4096)[reuse.Capacities[0]:]},
		{"suffix by one", p.Get(1024)[1:]},
		{"suffix by sixteen", p.Get(1024)[16:]},
		{"suffix by thirty-two", p.Get(1024)[32:]},
		{"shorter capacity", p.Get(1024)[:10:20]},
		{"capacity of another class", p.Get(1024)[:10:reuse.Capacities[2]]},
		{"of make", make([]byte, 1024)},
		{"of make, with the capacity of a class", make([]byte, reuse.Capacities[5])},
		{"inside a larger one", big[16 : 16+10 : 16+reuse.Capacities[5]]},
		{"moved by append", long},
		{"another's", other.Get(100)},
		{"above the limit", make([]byte, 100, reuse.MaxClassLen+1)},
	} {
		before := p.Stats().Drops
		p.Put(tt.b)
		if d := p.Stats().Drops - before; d != 1 {
			t.Errorf("%s: %d drops counted, want 1", tt.name, d)
		}
		for range 3 {
			for c := range reuse.Classes - 10 {
				b := p.Get(reuse.Capacities[c])
				if overlap(b, tt.b) {
					t.Fatalf("%s: Get(%d) returned memory of it", tt.name, len(b))
				}
			}
		}
	}
	before := p.Stats().Drops
	p.Put(nil)
	if p.Stats().Drops != before {
		t.Error("Put of nil is counted as a drop")
	}
}

// overlap reports whether the arrays of a and b have memory in common.
func overlap(a, b []byte) bool {
	start := func(s []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }
	return start(a) < start(b)+uintptr(cap(b)) && start(b) < start(a)+uintptr(cap(a))
}

// A fakeTB records what CheckLeaks reports.
type fakeTB struct {
	cleanups []func()
	errors   []string
}

func (f *fakeTB) Helper()          {}
func (f *fakeTB) Cleanup(c func()) { f.cleanups = append(f.cleanups, c) }
func (f *fakeTB) Errorf(format string, a ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, a...))
}

// TestCheckLeaks: what a test takes and does not Put is reported at its end,
// with the place of the Get; what was out before, or came back, is not.
func TestCheckLeaks(t *testing.T) {
	pool, list, stack := &reuse.Pool[flat]{Name: "p"}, &reuse.FreeList[flat]{Name: "f"}, &reuse.FreeList[flat]{Name: "s", Unshared: true}
	bytes, bufs := &reuse.Bytes{Name: "b"}, &reuse.BufferPool{Name: "u"}
	before := pool.Get()
	tb := &fakeTB{}
	reuse.CheckLeaks(tb, pool, list, stack, bytes, bufs)
	pool.Put(pool.Get())
	bytes.Put(bytes.Get(10))
	keep := []any{leakOne(pool), leakOne(pool), list.Get(), stack.Get(), bytes.Get(10), bufs.Get()}
	leakOne(pool) // another place, and collected before the end
	runtime.GC()
	runtime.GC()
	for _, c := range tb.cleanups {
		c()
	}
	runtime.KeepAlive(keep)
	runtime.KeepAlive(before)
	if !reuse.Checking() {
		if len(tb.errors) != 0 {
			t.Errorf("errors outside the misuse build: %q", tb.errors)
		}
		return
	}
	for _, want := range []string{
		`Pool[reuse_test.flat] "p": 2 values taken and not Put`,
		`Pool[reuse_test.flat] "p": 1 value taken and not Put`,
		`FreeList[reuse_test.flat] "f": 1 value taken`,
		`FreeList[reuse_test.flat] "s": 1 value`,
		`Bytes "b": 1 value`,
		`BufferPool "u": 1 value`,
	} {
		i := slices.IndexFunc(tb.errors, func(e string) bool { return strings.Contains(e, want) })
		if i < 0 {
			t.Errorf("no error with %q in\n%s", want, strings.Join(tb.errors, "\n"))
		} else if !strings.Contains(tb.errors[i], "misuse_test.go:") {
			t.Errorf("the error does not say where:\n%s", tb.errors[i])
		}
	}
	if len(tb.errors) != 6 {
		t.Errorf("%d errors, want 6:\n%s", len(tb.errors), strings.Join(tb.errors, "\n"))
	}
}

//go:noinline
func leakOne(p *reuse.Pool[flat]) *flat {
	return p.Get()
}

// TestSampledLeaks: in production a place that loses values shows up in Stats,
// with about the right number.
func TestSampledLeaks(t *testing.T) {
	pool := &reuse.Pool[flat]{}
	bufs := &reuse.BufferPool{}
	const n = 40 * reuse.WatchEvery
	for range n {
		leakOne(pool)
		bufs.Put(bufs.Get()) // no leak here
	}
	var s reuse.Stats
	for range 50 {
		collect()
		if s = pool.Stats(); s.Leaked == n {
			break
		}
	}
	if s.Leaked != n {
		t.Errorf("Leaked = %d, want %d", s.Leaked, n)
	}
	if len(s.Leaks) != 1 || !strings.Contains(only(s.Leaks), "leakOne") {
		t.Errorf("Leaks = %+v, want leakOne alone", s.Leaks)
	}
	if s := bufs.Stats(); s.Leaked != 0 {
		t.Errorf("Leaked = %d where nothing leaks", s.Leaked)
	}
}

// TestLeakAfterUse: a value lost later in its life is found too, at the Get
// that lost it, as long as it is watched.
func TestLeakAfterUse(t *testing.T) {
	list := &reuse.FreeList[flat]{}
	for range 20 * reuse.WatchEvery {
		for range reuse.WatchUses / 4 {
			list.Put(list.Get())
		}
		lose(list)
	}
	var s reuse.Stats
	for range 50 {
		if collect(); len(list.Stats().Leaks) > 0 {
			break
		}
	}
	s = list.Stats()
	if len(s.Leaks) != 1 || !strings.Contains(only(s.Leaks), "reuse_test.lose") {
		t.Errorf("Leaks = %+v, want lose alone", s.Leaks)
	}
}

//go:noinline
func lose(l *reuse.FreeList[flat]) { l.Get() }

// TestManyLeaks: the number of stacks kept is bounded.
func TestManyLeaks(t *testing.T) {
	if !reuse.Checking() {
		t.Skip("takes a watched value per stack")
	}
	pool := &reuse.Pool[flat]{}
	for depth := range reuse.MaxLeaks + 40 {
		deep(pool, depth)
	}
	for range 50 {
		if collect(); pool.Stats().Leaked >= reuse.MaxLeaks+30 {
			break
		}
	}
	s := pool.Stats()
	if len(s.Leaks) > reuse.MaxLeaks || s.Leaked < reuse.MaxLeaks {
		t.Errorf("%d stacks kept of %d leaks, bound %d", len(s.Leaks), s.Leaked, reuse.MaxLeaks)
	}
}

//go:noinline
func deep(p *reuse.Pool[flat], depth int) {
	if depth > 0 {
		deep(p, depth-1)
		return
	}
	p.Get()
}

// only returns the stack of the only place that leaks.
func only(leaks map[string]uint64) string {
	for at := range leaks {
		return at
	}
	return ""
}
