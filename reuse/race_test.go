//go:build race

package reuse_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/unheap/unheap/reuse"
)

// racers are programs with a race of the user's: two goroutines change a
// counter that nothing guards, and take and return values meanwhile.
var racers = map[string]func(work func(use func())){
	"Pool": func(work func(func())) {
		var p reuse.Pool[flat]
		work(func() { p.Put(p.Get()) })
	},
	"Pool with Reset": func(work func(func())) {
		p := reuse.Pool[linked]{Reset: func(*linked) bool { return true }}
		work(func() { p.Put(p.Get()) })
	},
	"Local": func(work func(func())) {
		var p reuse.Pool[flat]
		work(func() { l := p.Local(); l.Put(l.Get()); l.Close() })
	},
	"Handle": func(work func(func())) {
		var p reuse.Pool[flat]
		work(func() { p.Handle().Put() })
	},
	"FreeList": func(work func(func())) {
		var p reuse.FreeList[flat]
		work(func() { p.Put(p.Get()) })
	},
	"Bytes": func(work func(func())) {
		var p reuse.Bytes
		work(func() { p.Put(p.Get(1000)) })
	},
	"Bytes with a Budget": func(work func(func())) {
		p := reuse.Bytes{Budget: 1 << 20}
		work(func() { p.Put(p.Get(10_000)) })
	},
	"BufferPool": func(work func(func())) {
		var p reuse.BufferPool
		work(func() {
			b := p.Get()
			b.WriteString("some text that a Buffer grows for, as it has none yet that is of any use to anybody at all")
			p.Put(b)
		})
	},
	"Stats": func(work func(func())) {
		var p reuse.Pool[flat]
		work(func() { p.Stats() })
	},
}

// sharers are programs whose race is that two goroutines use what is for one.
var sharers = map[string]func() func(){
	"shared Local": func() func() {
		l := new(reuse.Pool[flat]).Local()
		return func() { l.Put(l.Get()) }
	},
	"shared BytesLocal": func() func() {
		l := new(reuse.Bytes).Local()
		return func() { l.Put(l.Get(100)) }
	},
	"shared Unshared": func() func() {
		f := &reuse.FreeList[flat]{Unshared: true}
		return func() { f.Put(f.Get()) }
	},
}

func init() {
	for name, use := range sharers {
		racers[name] = func(func(func())) { run(use(), 200) }
	}
}

const racerEnv = "REUSE_TEST_RACER"

// TestUsersRace: a race of the user's is reported, every time, although both
// goroutines use a pool before, after and during it.
func TestUsersRace(t *testing.T) {
	if name := os.Getenv(racerEnv); name != "" {
		race(racers[name])
		return
	}
	runs := 10
	if testing.Short() {
		runs = 2
	}
	for name := range racers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen := 0
			for range runs {
				cmd := exec.Command(os.Args[0], "-test.run=^TestUsersRace$")
				cmd.Env = append(os.Environ(), racerEnv+"="+name)
				out, _ := cmd.CombinedOutput() // it fails where the race is seen
				if strings.Contains(string(out), "DATA RACE") && strings.Contains(string(out), "race_test.go:") {
					seen++
				}
			}
			if seen != runs {
				t.Errorf("%d of %d runs report the race", seen, runs)
			}
		})
	}
}

// race lets the other goroutine come between a change and the next use, ten times: one that
// is through before the other begins, as on a busy machine, hands it what is in the pool, and
// with that an order.
func race(racer func(func(func()))) {
	for range 10 {
		racer(func(use func()) {
			counter := 0
			run(func() { use(); counter++; runtime.Gosched(); use() }, 200)
		})
	}
}

// run calls f n times in each of two goroutines.
func run(f func(), n int) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range n {
				f()
			}
		})
	}
	wg.Wait()
}

// TestHandOver: what one goroutine leaves in a value and another finds there
// is no race, nor is what Reset does; the detector would say so.
func TestHandOver(t *testing.T) {
	p := reuse.Pool[linked]{Reset: func(x *linked) bool { x.n++; x.next = nil; return x.n < 1000 }}
	list := reuse.FreeList[linked]{Reset: p.Reset}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 3000 {
				x, y := p.Get(), list.Get()
				x.n += i % 2
				x.next, y.next = y, x
				p.Put(x)
				list.Put(y)
			}
		})
	}
	wg.Wait()
}
