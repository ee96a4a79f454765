package reuse_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/unheap/unheap/reuse"
)

// A wide value keeps pointers over Reset, as values do that were expensive to
// make. It takes some ten microseconds to look at all of them.
type wide [8 << 10]*target

// A target fills a span of its own.
type target [16 << 10]byte

// scattered returns targets far from one another, with freed memory in
// between: most addresses that share only the upper bytes with one of them
// are bad ones.
func scattered() []*target {
	all := make([]*target, 2<<10)
	for i := range all {
		all[i] = new(target)
	}
	var kept []*target
	for i := 63; i < len(all); i += 64 {
		kept = append(kept, all[i])
	}
	return kept
}

// TestHideUnderGC: to take away the content of an idle value, and to give it
// back, must never show the collector half a pointer. It ends the process when
// it does.
func TestHideUnderGC(t *testing.T) {
	if !reuse.Checking() {
		t.Skip("nothing is taken away")
	}
	targets := scattered()
	runtime.GC()
	p := &reuse.FreeList[wide]{ // the collector must find the same values again
		Init: func(w *wide) {
			for i := range w {
				w[i] = targets[i%len(targets)]
			}
		},
		Reset: func(*wide) bool { return true },
	}
	var stop atomic.Bool
	var wg sync.WaitGroup
	for range 32 { // most of them are stopped somewhere while the collector looks
		wg.Go(func() {
			for !stop.Load() {
				a, b := p.Get(), p.Get()
				if last := len(a) - 1; a[0] != targets[0] || b[last] != targets[last%len(targets)] {
					t.Error("what Init made is gone")
					return
				}
				p.Put(a)
				p.Put(b)
			}
		})
	}
	cycles := 60
	if testing.Short() {
		cycles = 5
	}
	for range cycles {
		runtime.GC()
	}
	stop.Store(true)
	wg.Wait()
}

// A tree is given back by its root: Reset Puts the children.
type tree struct{ left, right *tree }

func growTree(get func() *tree, depth int) *tree {
	x := get()
	if depth > 0 {
		x.left, x.right = growTree(get, depth-1), growTree(get, depth-1)
	}
	return x
}

// TestResetPuts: a Reset may Put other values to where it was called from, and
// nothing is lost.
func TestResetPuts(t *testing.T) {
	if reuse.Checking() {
		t.Skip("counts what is handed out again")
	}
	var p reuse.Pool[tree]
	var l *reuse.Local[tree]
	p.Reset = func(x *tree) bool {
		left, right := x.left, x.right
		*x = tree{}
		if left != nil {
			l.Put(left)
			l.Put(right)
		}
		return true
	}
	l = p.Local()
	const depth, rounds = 2, 1000
	for range rounds {
		l.Put(growTree(l.Get, depth))
	}
	if n := p.Stats().Misses; n > 10*(1<<(depth+1)) {
		t.Errorf("%d values made for %d that are live at one time", n, 1<<(depth+1)-1)
	}
}

// TestResetGets: a Reset may take values from where it was called from, and
// keep them.
func TestResetGets(t *testing.T) {
	var p reuse.Pool[tree]
	var l *reuse.Local[tree]
	children := make(map[*tree]bool)
	busy := false
	p.Reset = func(x *tree) bool {
		if x.left == nil && !busy {
			busy = true
			x.left = l.Get()
			busy = false
			children[x.left] = true
		}
		return true
	}
	l = p.Local()
	for range 1000 {
		var out [3]*tree
		for i := range out {
			if out[i] = l.Get(); children[out[i]] {
				t.Fatal("a value that a Reset has taken was handed out again")
			}
		}
		for _, x := range out {
			l.Put(x)
		}
	}
}

// TestClearInPlace: without a Reset a large value is cleared where it is.
func TestClearInPlace(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build allocates")
	}
	type large struct{ b [200 << 10]byte }
	var p reuse.Pool[large]
	l := p.Local()
	var s reuse.FreeList[large]
	for name, f := range map[string]func(){
		"Pool":     func() { v := p.Get(); v.b[5] = 1; p.Put(v) },
		"Local":    func() { v := l.Get(); v.b[5] = 1; l.Put(v) },
		"FreeList": func() { v := s.Get(); v.b[5] = 1; s.Put(v) },
	} {
		f()
		if got := allocatedBytes(func() {
			for range 10 {
				f()
			}
		}); got > 250<<10 { // one new value, should a collection take the idle one
			t.Errorf("%s: %d bytes for ten Gets and Puts", name, got)
		}
	}
}

func allocatedBytes(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestWriteOwnBytes: what is written may be the Buffer's own content.
func TestWriteOwnBytes(t *testing.T) {
	var p reuse.BufferPool
	b := p.Get()
	want := []byte("0123456789abcdef")
	b.Write(want)
	for range 12 {
		b.Write(b.Bytes())
		want = append(want, want...)
		if !bytes.Equal(b.Bytes(), want) {
			t.Fatalf("after a Write of its own %d bytes a Buffer has other ones", len(want)/2)
		}
	}
	p.Put(b)
}

// TestPutCost: in the misuse build a Put costs the same however many slices
// are out.
func TestPutCost(t *testing.T) {
	cost := func(live int) time.Duration {
		var p reuse.Bytes
		out := make([][]byte, live)
		for i := range out {
			out[i] = p.Get(64)
		}
		var costs []time.Duration
		for range 50 {
			b := p.Get(64)
			start := time.Now()
			p.Put(b)
			costs = append(costs, time.Since(start))
		}
		runtime.KeepAlive(out)
		slices.Sort(costs)
		return costs[len(costs)/2] // the least is that of a lucky search
	}
	few, many := cost(10), cost(20000)
	if many > 20*few+20*time.Microsecond {
		t.Errorf("a Put costs %v with 10 slices out and %v with 20000", few, many)
	}
}

// TestNoCopy: vet reports a copy of anything that must not be copied.
func TestNoCopy(t *testing.T) {
	dir := t.TempDir()
	var src strings.Builder
	src.WriteString("package p\n\nimport \"github.com/unheap/unheap/reuse\"\nimport \"github.com/unheap/unheap/reuse/chunk\"\n\n")
	types := []string{"reuse.Pool[int]", "reuse.Local[int]", "reuse.Bytes", "reuse.Buffer", "reuse.BufferPool", "reuse.FreeList[int]", "chunk.Slab[int]", "chunk.Region[int]"}
	for i, typ := range types {
		fmt.Fprintf(&src, "func f%d(x *%s) any { y := *x; return &y }\n", i, typ)
	}
	write(t, dir+"/p.go", src.String())
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir+"/go.mod", "module p\n\ngo 1.25\n\nrequire github.com/unheap/unheap/reuse v0.0.0\n\nreplace github.com/unheap/unheap/reuse => "+root+"\n")
	cmd := exec.Command("go", "vet", "-copylocks", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, _ := cmd.CombinedOutput() // it fails: that is the point
	for i, typ := range types {
		if !strings.Contains(string(out), fmt.Sprintf("p.go:%d:", 6+i)) {
			t.Errorf("vet says nothing of a copied %s", typ)
		}
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A session gives itself back when the collector finds it lost.
type session struct {
	_  *string
	id int
}

// TestPutInFinalizer: a value may come back from its finalizer.
func TestPutInFinalizer(t *testing.T) {
	var p reuse.Pool[session]
	back := make(chan string, 1)
	func() {
		s := p.Get()
		s.id = 1
		runtime.SetFinalizer(s, func(s *session) {
			runtime.SetFinalizer(s, nil)
			back <- panicked(func() { p.Put(s) })
		})
	}()
	for range 100 {
		runtime.GC()
		select {
		case got := <-back:
			if got != "" {
				t.Errorf("Put in a finalizer: %s", got)
			}
			if n := p.Stats().Leaked; n != 0 {
				t.Errorf("%d values leaked, it came back", n)
			}
			return
		case <-time.After(time.Millisecond):
		}
	}
	t.Error("the finalizer did not run")
}

// TestMaxSizeNotServed: a request above MaxSize gets an array of its own, also
// where the class of MaxSize has room for it.
func TestMaxSizeNotServed(t *testing.T) {
	for _, budget := range []int64{0, 1 << 20} {
		p := reuse.Bytes{MaxSize: 1000, Budget: budget}
		for range 5 {
			b := p.Get(1000)
			p.Put(b)
			c := p.Get(1100)
			if unsafe.SliceData(b) == unsafe.SliceData(c) {
				t.Fatal("Get(1100) is served from what is kept, MaxSize is 1000")
			}
			p.Put(c)
		}
	}
}

// TestIdleWithinBudget: nobody ever sees more idle than the budget.
func TestIdleWithinBudget(t *testing.T) {
	p := reuse.Bytes{Budget: 10_000}
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 20000 / slowdown {
				a, b := p.Get(3000), p.Get(3000)
				p.Put(a)
				p.Put(b)
			}
		})
	}
	seen := make(chan int64)
	go func() {
		var most int64
		for !done.Load() {
			most = max(most, p.Idle())
		}
		seen <- most
	}()
	wg.Wait()
	done.Store(true)
	if most := <-seen; most > p.Budget {
		t.Errorf("%d bytes idle at some time, the budget is %d", most, p.Budget)
	}
}

// TestReusedAddress: a value of a list that is gone is foreign to another list
// that happens to lie at the same place.
func TestReusedAddress(t *testing.T) {
	list := new(reuse.FreeList[session])
	v := list.Get()
	list.Put(v)
	v = list.Get()
	*list = reuse.FreeList[session]{} //nolint: what a new one at this place looks like
	if got := panicked(func() { list.Put(v) }); !strings.Contains(got, "Put of a value that is not from") {
		t.Errorf("a new list at an old place takes the old one's value: %q", got)
	}
}

// TestSlicesOfOddElements: an array is found again also if a class's length is
// no multiple of an element's, or no element fits into the smallest class.
func TestSlicesOfOddElements(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	foundAgain[[3]byte](t)
	foundAgain[[24]byte](t)
	foundAgain[[40]byte](t)
	foundAgain[[100]byte](t)
	foundAgain[[5]*int](t)
	foundAgain[[1000]byte](t)
}

func foundAgain[T any](t *testing.T) {
	for n := range 200 {
		var p reuse.Slices[T]
		for range 20 {
			v := p.Get(n)
			if len(*v) != n {
				t.Fatalf("Slices of %T: Get(%d) has length %d", *new(T), n, len(*v))
			}
			p.Put(v)
		}
		if s := p.Stats(); s.Misses != 1 || s.Drops != 0 {
			t.Errorf("Slices of %T: %d misses and %d drops in 20 Gets of %d, want 1 and 0", *new(T), s.Misses, s.Drops, n)
		}
	}
}

// TestLateSlicesWrite: the misuse build finds a write to the array of a
// slice that was Put.
func TestLateSlicesWrite(t *testing.T) {
	if !reuse.Checking() {
		t.Skip("not noticed")
	}
	for name, late := range map[string]string{
		"plain":    lateWrite(10),
		"pointers": lateWrite(new(int)),
	} {
		if !strings.Contains(late, "slice written after Put") || !strings.Contains(late, "last Put:") {
			t.Errorf("%s: after a late write Put says %q", name, late)
		}
	}
}

func lateWrite[T any](x T) string {
	var p reuse.Slices[T]
	v := p.Get(5)
	s := *v
	p.Put(v)
	s[3] = x
	return panicked(func() {
		for range 3 {
			p.Put(p.Get(5))
		}
	})
}

// TestLateBufferAppend: a B that was appended to after Put is noticed, and
// never handed out with the capacity of another array. To drop it is harmless.
func TestLateBufferAppend(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for name, late := range map[string]struct {
		write func(*reuse.Buffer)
		want  string
	}{
		"append": {func(b *reuse.Buffer) { b.B = append(b.B, 'x') }, "B assigned after Put"},
		"Adopt":  {func(b *reuse.Buffer) { b.Adopt(make([]byte, 5)) }, "B assigned after Put"},
		"nil":    {func(b *reuse.Buffer) { b.B = nil }, ""},
		"Detach": {func(b *reuse.Buffer) { b.Detach() }, ""},
		"Reset":  {func(b *reuse.Buffer) { b.Reset() }, ""},
	} {
		got := panicked(func() {
			var p reuse.BufferPool
			for range 10 { // the sampled Put of one in sixteen is another one
				b := p.Get()
				p.Put(b)
				late.write(b)
				b = p.Get()
				if b.Len() != 0 || b.Cap() > 0 && cap(append(b.B[:0], 0)) < b.Cap() {
					panic("Get returned a Buffer that is not empty")
				}
				b.WriteString("hello")
				p.Put(b)
			}
		})
		if want := late.want; want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s after Put: %q, want %q", name, got, want)
		}
	}
}

// TestBufferMaxSize: MaxSize bounds the capacity of what is kept, and not that
// of its class.
func TestBufferMaxSize(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, c := range []struct{ max, kept, dropped int }{
		{1024, 1024, 1400},
		{1000, 1000, 1001},
		{1, 64, 65},
	} {
		p := reuse.BufferPool{MaxSize: c.max}
		for i, size := range []int{c.kept, c.dropped} {
			b := p.Get()
			b.Adopt(make([]byte, 0, size))
			p.Put(b)
			if got := p.Stats().Drops; !reuse.Checking() && got != uint64(i) {
				t.Errorf("MaxSize %d: %d drops after a Put of capacity %d, want %d", c.max, got, size, i)
			}
		}
	}
}

// slowdown divides the length of a test that only repeats itself: the misuse
// build takes microseconds for what others do in nanoseconds.
var slowdown = func() int {
	if reuse.Checking() {
		return 20
	}
	return 1
}()
