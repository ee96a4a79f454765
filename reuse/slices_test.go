package reuse_test

import (
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/unheap/unheap/reuse"
)

// TestSlices plays with slices of pointers: everyone's are zero at first and
// its own until it is given back.
func TestSlices(t *testing.T) {
	var p reuse.Slices[*int]
	reuse.CheckLeaks(t, &p)
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			r, mine := rand.New(rand.NewPCG(1, uint64(g))), new(int)
			var out []*[]*int
			for range 300 {
				v := p.Get(r.IntN(300))
				for _, x := range *v {
					if x != nil {
						t.Error("Get returned an element that is not zero")
						return
					}
				}
				*v = append(*v, make([]*int, r.IntN(300))...)
				for i := range *v {
					(*v)[i] = mine
				}
				if out = append(out, v); len(out) < 5 {
					continue
				}
				for _, x := range *out[0] {
					if x != mine {
						t.Error("a slice was written by another user")
						return
					}
				}
				p.Put(out[0])
				out = out[1:]
			}
			for _, v := range out {
				p.Put(v)
			}
		})
	}
	wg.Wait()
}

func TestSlicesReuse(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands out nothing at once")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := reuse.Slices[uint32]{MaxLen: 5000}
	for range 10 {
		p.Put(p.Get(100))
	}
	if s := p.Stats(); s.Misses != 1 {
		t.Errorf("%d slices made for one at a time", s.Misses)
	}
	p.Put(p.Get(6000))
	p.Put(p.Get(0))
	if s := p.Stats(); s.Drops != 1 {
		t.Errorf("%d drops, want the one above MaxLen", s.Drops)
	}
	var big reuse.Slices[[1 << 20]byte]
	for range 2 {
		if v := big.Get(65); len(*v) != 65 { // above the largest class
			t.Errorf("Get(65) has length %d", len(*v))
		} else {
			big.Put(v)
		}
	}
	if n := testing.AllocsPerRun(100, func() { p.Put(p.Get(100)) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestSlicesMistakes(t *testing.T) {
	for want, f := range map[string]func(p *reuse.Slices[int]){
		"value Put twice":                func(p *reuse.Slices[int]) { v := p.Get(9); p.Put(v); p.Put(v) },
		"Put of nil":                     func(p *reuse.Slices[int]) { p.Put(nil) },
		"not from here":                  func(p *reuse.Slices[int]) { p.Put(new(reuse.Slices[int]).Get(9)) },
		"negative":                       func(p *reuse.Slices[int]) { p.Get(-1) },
		`reuse: Slices[int] "rows": Put`: func(p *reuse.Slices[int]) { p.Put(nil) },
	} {
		if got := panicked(func() { f(&reuse.Slices[int]{Name: "rows"}) }); !strings.Contains(got, want) {
			t.Errorf("panic %q, want one with %q", got, want)
		}
	}
}

// TestHandle: a Handle knows that its value was put, also when somebody else
// has it again.
func TestHandle(t *testing.T) {
	var p reuse.Pool[flat]
	for name, f := range map[string]func(){
		"value Put twice":      func() { h := p.Handle(); h.Put(); h.Put() },
		"value used after Put": func() { h := p.Handle(); h.Put(); h.Value() },
		"zero Handle":          func() { new(reuse.Handle[flat]).Put() },
	} {
		if got := panicked(f); !strings.Contains(got, name) {
			t.Errorf("panic %q, want %q", got, name)
		}
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, gets := range []int{1, 3, 100} {
		h := p.Handle()
		h.Value().a = 1
		h.Put()
		var out []reuse.Handle[flat]
		for range gets {
			out = append(out, p.Handle())
		}
		for _, f := range []func(){h.Put, func() { h.Value() }} {
			if got := panicked(f); !strings.Contains(got, "Put") {
				t.Errorf("a late use after %d Gets is not noticed: %q", gets, got)
			}
		}
		for _, h := range out {
			h.Put()
		}
	}
}

// TestRefused: a value that Reset refuses is not handed out again, and is no
// leak.
func TestRefused(t *testing.T) {
	refuse := func(v *flat) bool { ok := v.a < 5; *v = flat{}; return ok }
	pool, list := &reuse.Pool[flat]{Reset: refuse}, &reuse.FreeList[flat]{Reset: refuse}
	local := pool.Local()
	for name, x := range map[string]struct {
		get func() *flat
		put func(*flat)
		src source
	}{
		"Pool": {pool.Get, pool.Put, pool}, "Local": {local.Get, local.Put, pool}, "FreeList": {list.Get, list.Put, list},
	} {
		reuse.CheckLeaks(t, x.src)
		before := x.src.Stats().Drops
		seen := make(map[*flat]bool)
		for range 1000 {
			v := x.get()
			if seen[v] {
				t.Fatalf("%s: a refused value is handed out again", name)
			}
			seen[v] = true
			v.a = 7
			x.put(v)
			if got := panicked(func() { x.put(v) }); !strings.Contains(got, "Put twice") {
				t.Errorf("%s: a second Put of a refused value: %q", name, got)
			}
		}
		clear(seen)
		for range 3 {
			collect()
		}
		if s := x.src.Stats(); s.Drops-before != 1000 || s.Leaked != 0 {
			t.Errorf("%s: %d drops and %d leaks, want 1000 and none", name, s.Drops-before, s.Leaked)
		}
	}
}

// TestBytesLocal: slices wander between handles and their Bytes.
func TestBytesLocal(t *testing.T) {
	for _, p := range []*reuse.Bytes{{}, {Budget: 1 << 20}, {MaxSize: 500}} {
		reuse.CheckLeaks(t, p)
		var wg sync.WaitGroup
		hand := make(chan sheet, 100)
		for g := range 3 {
			wg.Go(func() {
				l, r := p.Local(), rand.New(rand.NewPCG(7, uint64(g)))
				defer l.Close()
				for range 500 {
					s := sheet{l.Get(r.IntN(1 << (4 + r.IntN(13)))), byte(g + 1)}
					s.fill()
					select {
					case hand <- s:
					default:
						l.Put(s.b)
					}
					select {
					case x := <-hand:
						if !x.intact() {
							t.Error("a slice was written by another user")
						}
						l.Put(x.b)
					default:
					}
				}
			})
		}
		wg.Wait()
		close(hand)
		for s := range hand {
			p.Put(s.b)
		}
	}
	if reuse.Checking() {
		return
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	l := new(reuse.Bytes).Local()
	if n := testing.AllocsPerRun(100, func() { l.Put(l.Get(1000)) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if got := panicked(func() { b := l.Get(100); l.Put(b); l.Put(b) }); !strings.Contains(got, "slice Put twice") {
		t.Errorf("a second Put: %q", got)
	}
}
