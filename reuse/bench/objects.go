package main

import (
	"container/list"
	"sync"

	"github.com/bytedance/gopkg/lang/syncx"
	"github.com/prometheus/prometheus/util/zeropool"
)

// An NPC is the object of the object workloads: 104 bytes with pointers, in size class 112.
type NPC struct {
	Name          string
	X, Y, Z       float64
	HP, MP, L, XP int64
	Target        *NPC
	Items         []int
}

const npcSize = 104

// spawn uses a fresh NPC and checks that it was reset.
func (n *NPC) spawn() {
	if n.HP != 0 {
		panic("bench: an object was not reset")
	}
	n.respawn()
}

// respawn is spawn without the check, for the one contender that does not reset.
func (n *NPC) respawn() {
	n.Name = "orc"
	n.HP = 10
	n.X = 1
}

// liveCount is the number of objects that are out at one time in the live workload.
const liveCount = 64

type crowd [liveCount]*NPC

const (
	nameSyncReset  = "sync.Pool and reset"
	nameMutexSlice = "mutex and slice, bound 1024"
	nameMutexList  = "article: mutex and container/list"
	nameHeap       = "heap: &NPC{}"
	nameWrapper    = "typed wrapper of sync.Pool, reset func"
	nameStackFloor = "floor: private stack and reset"
)

// objectPeers returns the same contenders twice: taking one object at a time
// and taking 64. An operation is one object in both.
func objectPeers() (pair, live []looper) {
	add := func(name string, k kind, start func() (pair, live func(n int))) {
		pair = append(pair, shared(name, k, func() func(int) { p, _ := start(); return p }))
		live = append(live, shared(name, k, func() func(int) { _, l := start(); return l }))
	}
	pair = append(pair, looper{name: nameStackFloor, kind: floor, alone: true, start: stackPair})
	live = append(live, looper{name: nameStackFloor, kind: floor, alone: true, start: stackLive})
	add(nameHeap, usual, heapObjects)
	add("sync.Pool without reset", usual, syncPoolDirty)
	add(nameSyncReset, usual, syncPoolReset)
	add(nameWrapper, usual, typedWrapper)
	add(nameMutexList, usual, mutexList)
	add(nameMutexSlice, usual, mutexSlice)
	add("channel of 1024", usual, channelObjects)
	add("zeropool of *NPC, reset", peer, zeropoolObjects)
	add("bytedance syncx.Pool, reset", peer, syncxObjects)
	return pair, live
}

func stackPair() func() func(int) {
	return func() func(int) {
		stack := []*NPC{new(NPC)}
		return func(n int) {
			for range n {
				x := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				x.spawn()
				*x = NPC{}
				stack = append(stack, x)
			}
		}
	}
}

func stackLive() func() func(int) {
	return func() func(int) {
		var out crowd
		stack := make([]*NPC, liveCount)
		for i := range stack {
			stack[i] = new(NPC)
		}
		return func(n int) {
			for i := 0; i < n; i += liveCount {
				for j := range out {
					out[j] = stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					out[j].spawn()
				}
				for j := range out {
					*out[j] = NPC{}
					stack = append(stack, out[j])
				}
			}
		}
	}
}

func heapObjects() (pair, live func(n int)) {
	pair = func(n int) {
		for range n {
			heapSpawn()
		}
	}
	live = func(n int) {
		out := new(crowd)
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = heapSpawn()
			}
		}
	}
	return pair, live
}

// heapSpawn must not be inlined: its object would stay on the stack.
//
//go:noinline
func heapSpawn() *NPC {
	x := &NPC{}
	x.spawn()
	return x
}

func syncPoolDirty() (pair, live func(n int)) {
	p := &sync.Pool{New: func() any { return new(NPC) }}
	pair = func(n int) {
		for range n {
			x := p.Get().(*NPC)
			x.respawn()
			p.Put(x)
		}
	}
	live = func(n int) {
		var out crowd
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = p.Get().(*NPC)
				out[j].respawn()
			}
			for j := range out {
				p.Put(out[j])
			}
		}
	}
	return pair, live
}

func syncPoolReset() (pair, live func(n int)) {
	p := &sync.Pool{New: func() any { return new(NPC) }}
	pair = func(n int) {
		for range n {
			x := p.Get().(*NPC)
			x.spawn()
			*x = NPC{}
			p.Put(x)
		}
	}
	live = func(n int) {
		var out crowd
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = p.Get().(*NPC)
				out[j].spawn()
			}
			for j := range out {
				*out[j] = NPC{}
				p.Put(out[j])
			}
		}
	}
	return pair, live
}

// typedPool is the wrapper of sync.Pool that many programs have: typed, with a reset function.
type typedPool[T any] struct {
	pool  sync.Pool
	reset func(*T)
}

func (p *typedPool[T]) Get() *T {
	if x, ok := p.pool.Get().(*T); ok {
		return x
	}
	return new(T)
}

func (p *typedPool[T]) Put(x *T) {
	p.reset(x)
	p.pool.Put(x)
}

func typedWrapper() (pair, live func(n int)) {
	p := &typedPool[NPC]{reset: func(x *NPC) { *x = NPC{} }}
	pair = func(n int) {
		for range n {
			x := p.Get()
			x.spawn()
			p.Put(x)
		}
	}
	live = func(n int) {
		var out crowd
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = p.Get()
				out[j].spawn()
			}
			for j := range out {
				p.Put(out[j])
			}
		}
	}
	return pair, live
}

// mutexList is the free list that articles show: a linked list under a lock, which allocates a node on every Put.
func mutexList() (pair, live func(n int)) {
	var mu sync.Mutex
	free := list.New()
	get := func() *NPC {
		mu.Lock()
		defer mu.Unlock()
		if e := free.Front(); e != nil {
			return free.Remove(e).(*NPC)
		}
		return new(NPC)
	}
	put := func(x *NPC) {
		*x = NPC{}
		mu.Lock()
		defer mu.Unlock()
		free.PushFront(x)
	}
	return objectLoops(get, put)
}

func mutexSlice() (pair, live func(n int)) {
	const bound = 1024
	var mu sync.Mutex
	var free []*NPC
	get := func() *NPC {
		mu.Lock()
		top := len(free) - 1
		if top < 0 {
			mu.Unlock()
			return new(NPC)
		}
		x := free[top]
		free[top] = nil
		free = free[:top]
		mu.Unlock()
		return x
	}
	put := func(x *NPC) {
		*x = NPC{}
		mu.Lock()
		if len(free) < bound {
			free = append(free, x)
		}
		mu.Unlock()
	}
	return objectLoops(get, put)
}

func channelObjects() (pair, live func(n int)) {
	free := make(chan *NPC, 1024)
	get := func() *NPC {
		select {
		case x := <-free:
			return x
		default:
			return new(NPC)
		}
	}
	put := func(x *NPC) {
		*x = NPC{}
		select {
		case free <- x:
		default:
		}
	}
	return objectLoops(get, put)
}

func zeropoolObjects() (pair, live func(n int)) {
	p := zeropool.New(func() *NPC { return new(NPC) })
	return objectLoops(p.Get, func(x *NPC) { *x = NPC{}; p.Put(x) })
}

func syncxObjects() (pair, live func(n int)) {
	p := &syncx.Pool{New: func() any { return new(NPC) }}
	pair = func(n int) {
		for range n {
			x := p.Get().(*NPC)
			x.spawn()
			*x = NPC{}
			p.Put(x)
		}
	}
	live = func(n int) {
		var out crowd
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = p.Get().(*NPC)
				out[j].spawn()
			}
			for j := range out {
				*out[j] = NPC{}
				p.Put(out[j])
			}
		}
	}
	return pair, live
}

// objectLoops are the two loops over a pool whose methods are too slow for
// an indirect call (about 2 ns) to matter. For noinline see poolObjects.
//
//go:noinline
func objectLoops(get func() *NPC, put func(*NPC)) (pair, live func(n int)) {
	pair = func(n int) {
		for range n {
			x := get()
			x.spawn()
			put(x)
		}
	}
	live = func(n int) {
		var out crowd
		for i := 0; i < n; i += liveCount {
			for j := range out {
				out[j] = get()
				out[j].spawn()
			}
			for j := range out {
				put(out[j])
			}
		}
	}
	return pair, live
}
