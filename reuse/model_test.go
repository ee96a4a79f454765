package reuse_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/unheap/unheap/reuse"
)

// A unit is the T of the model tests: owner is checked and changed by whoever
// has it, kept is what Reset leaves alone.
type unit struct {
	owner int
	kept  *int
	tail  [5]uint64
}

// unitSize is what an idle unit takes: itself and its seal.
const unitSize = int64(unsafe.Sizeof(unit{})) + 8

func initUnit(u *unit)       { u.kept = new(int); *u.kept = 1 }
func resetUnit(u *unit) bool { u.owner, u.tail = 0, [5]uint64{}; return true }

// A source is anything with statistics.
type source interface{ Stats() reuse.Stats }

// A taker is what Pool, Local and FreeList have in common.
type taker interface {
	Get() *unit
	Put(*unit)
}

// takers returns a fresh one of each. many says that goroutines may share it.
func takers() []struct {
	name string
	t    taker
	many bool
	src  source
} {
	type row = struct {
		name string
		t    taker
		many bool
		src  source
	}
	pool := &reuse.Pool[unit]{Init: initUnit, Reset: resetUnit}
	under := &reuse.Pool[unit]{Init: initUnit, Reset: resetUnit}
	list := &reuse.FreeList[unit]{Init: initUnit, Reset: resetUnit}
	short := &reuse.FreeList[unit]{Init: initUnit, Reset: resetUnit, Max: 3}
	sized := &reuse.FreeList[unit]{Init: initUnit, Reset: resetUnit, MaxBytes: 1000, Size: func(u *unit) int { return 300 * *u.kept }}
	alone := &reuse.FreeList[unit]{Init: initUnit, Reset: resetUnit, Unshared: true}
	return []row{
		{"Pool", pool, true, pool},
		{"Local", under.Local(), false, under},
		{"FreeList", list, true, list},
		{"FreeList of 3", short, true, short},
		{"FreeList of 1000 bytes", sized, true, sized},
		{"FreeList, unshared", alone, false, alone},
	}
}

// play runs a schedule, a byte a step, against the model: a set of values that
// are out, each with its one owner.
func play(t *testing.T, x taker, schedule []byte) {
	t.Helper()
	var out []*unit
	owners := make(map[*unit]int)
	for step, op := range schedule {
		switch {
		case op%16 == 15:
			runtime.GC()
		case op%2 == 0 && len(out) < 200:
			u := x.Get()
			if other, ok := owners[u]; ok {
				t.Fatalf("step %d: Get returned the value taken in step %d", step, other)
			}
			if u.owner != 0 || u.tail != [5]uint64{} {
				t.Fatalf("step %d: Get returned a value that was not reset: %+v", step, *u)
			}
			if u.kept == nil || *u.kept != 1 {
				t.Fatalf("step %d: Get returned a value without what Init made", step)
			}
			u.owner, u.tail[4] = step+1, 7
			owners[u] = step
			out = append(out, u)
		case len(out) > 0:
			i := int(op/2) % len(out)
			u := out[i]
			if u.owner != owners[u]+1 {
				t.Fatalf("step %d: the value taken in step %d was changed by another user: %+v", step, owners[u], *u)
			}
			out[i] = out[len(out)-1]
			out = out[:len(out)-1]
			delete(owners, u)
			x.Put(u)
		}
	}
	for _, u := range out {
		x.Put(u)
	}
}

// schedule returns n random steps; a GC is one in 64 of them.
func schedule(r *rand.Rand, n int) []byte {
	s := make([]byte, n)
	for i := range s {
		s[i] = byte(r.Uint32())
		if s[i]%16 == 15 && r.IntN(4) > 0 {
			s[i]--
		}
	}
	return s
}

func TestModel(t *testing.T) {
	for _, x := range takers() {
		t.Run(x.name, func(t *testing.T) {
			for seed := range uint64(5) {
				play(t, x.t, schedule(rand.New(rand.NewPCG(seed, 1)), 1000))
			}
			if s := x.src.Stats(); s.Misses == 0 || s.Leaked != 0 || len(s.Leaks) != 0 {
				t.Errorf("Stats = %+v after use without a mistake", s)
			}
		})
	}
}

func TestModelParallel(t *testing.T) {
	for _, procs := range []int{1, 2, 4} {
		for _, x := range takers() {
			if !x.many {
				continue
			}
			t.Run(fmt.Sprintf("%s/procs=%d", x.name, procs), func(t *testing.T) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
				var wg sync.WaitGroup
				for g := range uint64(4) {
					wg.Go(func() { play(t, x.t, schedule(rand.New(rand.NewPCG(g, 2)), 500)) })
				}
				wg.Wait()
			})
		}
	}
}

// TestLocals: values wander between Locals, their Pool and goroutines.
func TestLocals(t *testing.T) {
	pool := &reuse.Pool[unit]{Init: initUnit, Reset: resetUnit}
	hand := make(chan *unit, 1000)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			l := pool.Local()
			defer l.Close()
			for i := range 500 {
				u := l.Get()
				if u.owner != 0 {
					t.Errorf("value of %d handed to %d", u.owner, g+1)
				}
				u.owner = g + 1
				if i%3 == 0 {
					hand <- u
				} else {
					u.owner = 0
					l.Put(u)
				}
				if i%5 == 0 {
					select {
					case v := <-hand:
						l.Put(v)
					default:
					}
				}
			}
		})
	}
	wg.Wait()
	close(hand)
	for u := range hand {
		pool.Put(u)
	}
	// Everything is back: the values made suffice from now on, unless a GC
	// takes some.
	made := int(pool.Stats().Misses)
	seen := make(map[*unit]bool)
	for range made {
		u := pool.Get()
		if seen[u] {
			t.Fatal("a value is in the pool twice")
		}
		seen[u] = true
	}
}

// TestLocalMoves: more values than a Local holds go to the Pool in bundles and
// come back.
func TestLocalMoves(t *testing.T) {
	pool := &reuse.Pool[unit]{Reset: resetUnit}
	a, b := pool.Local(), pool.Local()
	const n = 5 * reuse.LocalMax
	var held [n]*unit
	for i := range held {
		held[i] = a.Get()
	}
	for _, u := range held {
		a.Put(u)
	}
	a.Close()
	seen := make(map[*unit]bool)
	for range n {
		u := b.Get()
		if seen[u] {
			t.Fatal("a value came twice")
		}
		seen[u] = true
	}
	reused := 0
	for _, u := range held {
		if seen[u] {
			reused++
		}
	}
	if reused < n/2 && !reuse.Checking() { // a GC may have come in between; without one it is all
		t.Errorf("%d of %d values came back", reused, n)
	}
	for u := range seen {
		b.Put(u)
	}
	if s := pool.Stats(); !reuse.Checking() && s.Misses > 2*n {
		t.Errorf("Stats = %+v, %d values made for %d", s, s.Misses, n)
	}
}

func FuzzTakers(f *testing.F) {
	f.Add([]byte{0, 0, 1, 1, 15, 0, 2, 4, 6, 1, 3, 5})
	f.Add(schedule(rand.New(rand.NewPCG(1, 1)), 300))
	f.Fuzz(func(t *testing.T, s []byte) {
		if len(s) > 1000 {
			return
		}
		for _, x := range takers() {
			play(t, x.t, s)
		}
	})
}

// TestFreeListBounds: never more than the bound, in count or in bytes.
func TestFreeListBounds(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	const size = unitSize
	for _, tt := range []struct {
		name     string
		list     *reuse.FreeList[unit]
		most     int
		heldMost int64
	}{
		{"default", &reuse.FreeList[unit]{}, reuse.DefaultMax, reuse.DefaultMax * size},
		{"one", &reuse.FreeList[unit]{Max: 1}, 1, size},
		{"ten", &reuse.FreeList[unit]{Max: 10}, 10, 10 * size},
		{"one by bytes", &reuse.FreeList[unit]{MaxBytes: size}, 1, size},
		{"none by bytes", &reuse.FreeList[unit]{MaxBytes: size - 1}, 0, 0},
		{"five by bytes", &reuse.FreeList[unit]{MaxBytes: 6*size - 1}, 5, 5 * size},
		{"by size", &reuse.FreeList[unit]{MaxBytes: 1000, Size: func(u *unit) int { return 300 }}, 3, 900},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := tt.list
			var out []*unit
			for range 2000 {
				out = append(out, f.Get())
			}
			for _, u := range out {
				f.Put(u)
				if n := f.Len(); n > tt.most {
					t.Fatalf("%d values idle, bound %d", n, tt.most)
				}
				if s := f.Stats(); s.Held > tt.heldMost {
					t.Fatalf("%d bytes idle, bound %d", s.Held, tt.heldMost)
				}
			}
			if n := f.Len(); n != tt.most {
				t.Errorf("%d of 2000 values kept, want %d", n, tt.most)
			}
			if s := f.Stats(); s.Drops != uint64(2000-tt.most) || s.Misses != 2000 || s.High != tt.heldMost {
				t.Errorf("Stats = %+v", s)
			}
		})
	}
}

// TestUnsharedBounds is the same without the lock, shorter.
func TestUnsharedBounds(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	s := reuse.FreeList[unit]{Unshared: true, Max: 10, MaxBytes: 7 * unitSize}
	var out []*unit
	for range 100 {
		out = append(out, s.Get())
	}
	for _, u := range out {
		s.Put(u)
	}
	if n, st := s.Len(), s.Stats(); n != 7 || st.Held != 7*unitSize || st.Drops != 93 {
		t.Errorf("Len = %d, Stats = %+v, want 7 values", n, st)
	}
}

// TestFreeListSurvivesGC: what is in use stays over any number of GCs.
func TestFreeListSurvivesGC(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	f := &reuse.FreeList[unit]{}
	work := func() {
		var out [50]*unit
		for i := range out {
			out[i] = f.Get()
		}
		for _, u := range out {
			f.Put(u)
		}
	}
	work()
	for range 20 {
		collect()
		work()
	}
	if s := f.Stats(); s.Misses != 50 {
		t.Errorf("%d values made for 50 in use over 20 GCs", s.Misses)
	}
}

// TestFreeListShrinks: a burst goes, a quarter of the surplus at each GC, and
// what is needed stays.
func TestFreeListShrinks(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	f := &reuse.FreeList[unit]{}
	use := func(n int) {
		out := make([]*unit, n)
		for i := range out {
			out[i] = f.Get()
		}
		for _, u := range out {
			f.Put(u)
		}
	}
	use(1000)
	if n := f.Len(); n != 1000 {
		t.Fatalf("%d values idle after a burst of 1000", n)
	}
	for range 60 {
		least, gcs := f.Len(), collections()
		use(10)
		collect()
		for range collections() - gcs + 1 { // a trim may come late
			least = least*3/4 - 1
		}
		if n := f.Len(); n < least {
			t.Fatalf("%d values idle after %d GCs, want at least %d", n, collections()-gcs, least)
		}
	}
	if n := f.Len(); n > 12 || n < 10 {
		t.Errorf("%d values idle after 60 GCs, 10 are in use", n)
	}
}

// TestUnsharedShrinks is the same by the list's own clock.
func TestUnsharedShrinks(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	s := reuse.FreeList[unit]{Unshared: true}
	use := func(n int) {
		out := make([]*unit, n)
		for i := range out {
			out[i] = s.Get()
		}
		for _, u := range out {
			s.Put(u)
		}
	}
	use(1000)
	for range 60 * reuse.ShrinkEvery / 10 {
		use(10)
	}
	if n := s.Len(); n > 12 || n < 10 {
		t.Errorf("%d values idle after %d Gets, 10 are in use", n, 60*reuse.ShrinkEvery)
	}
}

// collections returns how many GCs there were.
func collections() uint32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NumGC
}

// collect runs one GC and waits until its cleanups have run, or most of them:
// they run concurrently, in no promised order.
func collect() {
	done := make(chan bool)
	forget(done)
	runtime.GC()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
	for range 10 {
		runtime.Gosched()
	}
}

// forget leaves behind a dead object whose cleanup closes done.
//
//go:noinline
func forget(done chan bool) {
	type sentinel struct{ _ *byte }
	runtime.AddCleanup(new(sentinel), func(done chan bool) { close(done) }, done)
}

// TestShelf plays random pushes, pops and trims against a slice.
func TestShelf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s reuse.Shelf
	var model []int
	low := 0
	for step := range 20000 {
		switch r.IntN(7) {
		case 0, 1, 2:
			s.Push(step)
			model = append(model, step)
		case 3, 4, 5:
			e, ok := s.Pop()
			if ok != (len(model) > 0) {
				t.Fatalf("step %d: Pop ok = %v with %d things", step, ok, len(model))
			}
			if ok {
				if e != model[len(model)-1] {
					t.Fatalf("step %d: Pop = %d, want %d", step, e, model[len(model)-1])
				}
				model = model[:len(model)-1]
				low = min(low, len(model))
			}
		case 6:
			if s.Low() != low {
				t.Fatalf("step %d: low = %d, want %d", step, s.Low(), low)
			}
			n := low / 2
			s.Trim(n)
			model = model[n:]
			low = len(model)
		}
		if fmt.Sprint(s.Values()) != fmt.Sprint(model) && step%100 == 0 {
			t.Fatalf("step %d: %v, want %v", step, s.Values(), model)
		}
	}
}
