package main

import (
	"container/list"
	"sync"

	"github.com/bytedance/gopkg/lang/syncx"
	"github.com/prometheus/prometheus/util/zeropool"
	"github.com/unheap/unheap/reuse"
	"github.com/unheap/unheap/reuse/chunk"
)

// peerSuspects are the byte pools of the workloads, and the object pools in the hands of a user who has forgotten the
// reset, where it is the user's to do.
func peerSuspects() []suspect {
	var all []suspect
	for _, l := range bytePeers() {
		if l.name != nameMake {
			all = append(all, suspect{l.name, l.kind, l.try})
		}
	}
	for _, o := range []struct {
		name string
		kind kind
		open func() objectPool[*NPC]
	}{
		{"sync.Pool of *NPC", usual, func() objectPool[*NPC] {
			p := &sync.Pool{New: func() any { return new(NPC) }}
			return pointers(func() *NPC { return p.Get().(*NPC) }, func(x *NPC) { p.Put(x) }, nil)
		}},
		{nameWrapper, usual, func() objectPool[*NPC] {
			p := &typedPool[NPC]{reset: func(x *NPC) { *x = NPC{} }}
			return pointers(p.Get, p.Put, nil)
		}},
		{nameMutexList, usual, func() objectPool[*NPC] {
			var mu sync.Mutex
			free := list.New()
			return pointers(func() *NPC {
				mu.Lock()
				defer mu.Unlock()
				if e := free.Front(); e != nil {
					return free.Remove(e).(*NPC)
				}
				return new(NPC)
			}, func(x *NPC) {
				mu.Lock()
				defer mu.Unlock()
				free.PushFront(x)
			}, nil)
		}},
		{"channel of 1024 *NPC", usual, func() objectPool[*NPC] {
			free := make(chan *NPC, 1024)
			return pointers(func() *NPC {
				select {
				case x := <-free:
					return x
				default:
					return new(NPC)
				}
			}, func(x *NPC) {
				select {
				case free <- x:
				default:
				}
			}, nil)
		}},
		{"zeropool of *NPC", peer, func() objectPool[*NPC] {
			p := zeropool.New(func() *NPC { return new(NPC) })
			return pointers(p.Get, p.Put, nil)
		}},
		{"bytedance syncx.Pool of *NPC", peer, func() objectPool[*NPC] {
			p := &syncx.Pool{New: func() any { return new(NPC) }}
			return pointers(func() *NPC { return p.Get().(*NPC) }, func(x *NPC) { p.Put(x) }, nil)
		}},
	} {
		all = append(all, suspect{o.name, o.kind, func() []cell { return misuseObjects(o.open) }})
	}
	return all
}

// ownSuspects are this project's primitives, in this build of them.
func ownSuspects() []suspect {
	objects := func(name string, open func() objectPool[*NPC]) suspect {
		return suspect{name, ours, func() []cell { return misuseObjects(open) }}
	}
	return []suspect{
		objects(namePool, func() objectPool[*NPC] {
			p := new(reuse.Pool[NPC])
			return pointers(p.Get, p.Put, lost(p))
		}),
		objects(nameLocal, func() objectPool[*NPC] {
			p := new(reuse.Pool[NPC])
			l := p.Local()
			return pointers(l.Get, l.Put, lost(p))
		}),
		{nameHandle, ours, func() []cell {
			return misuseObjects(func() objectPool[reuse.Handle[NPC]] {
				p := new(reuse.Pool[NPC])
				return objectPool[reuse.Handle[NPC]]{
					get:   func() (reuse.Handle[NPC], *NPC) { h := p.Handle(); return h, h.Value() },
					put:   reuse.Handle[NPC].Put,
					leaks: lost(p),
				}
			})
		}},
		objects(nameFreeList, func() objectPool[*NPC] {
			p := new(reuse.FreeList[NPC])
			return pointers(p.Get, p.Put, lost(p))
		}),
		objects(nameStack, func() objectPool[*NPC] {
			p := &reuse.FreeList[NPC]{Unshared: true}
			return pointers(p.Get, p.Put, lost(p))
		}),
		{nameBytes, ours, func() []cell {
			return misuseBytes(func() (bytePool[[]byte], func() uint64) {
				p := new(reuse.Bytes)
				return bytesPool(p), lost(p)
			})
		}},
		{nameBytesFixed, ours, func() []cell {
			return misuseBytes(func() (bytePool[[]byte], func() uint64) {
				p := &reuse.Bytes{Budget: 1 << 20}
				return bytesPool(p), lost(p)
			})
		}},
		{nameBuffer, ours, func() []cell {
			return misuseBytes(func() (bytePool[*reuse.Buffer], func() uint64) {
				p := new(reuse.BufferPool)
				return bufferPool(p), lost(p)
			})
		}},
		{nameRegion, ours, misuseRegion},
		{nameSlab, ours, func() []cell {
			no := cell{cannot, "no Put"}
			return []cell{no, no, no, no, {harmless, "every value is new"}, {harmless, "left to the GC"}, no, no, no}
		}},
	}
}

// lost returns a function that returns the number of lost values that a primitive reports.
func lost(s interface{ Stats() reuse.Stats }) func() uint64 {
	return func() uint64 { return s.Stats().Leaked }
}

// misuseRegion is the suite for a Region, whose only Put is a Reset of all values.
func misuseRegion() []cell {
	no := cell{cannot, "no Put"}
	return []cell{
		attempt(func() cell {
			r := new(chunk.Region[NPC])
			x := r.New()
			r.Reset()
			r.Reset()
			if y := r.New(); y == x && r.New() == x {
				return cell{silent, "two owners"}
			}
			return cell{harmless, "second Reset finds nothing"}
		}),
		attempt(func() cell {
			r := new(chunk.Region[NPC])
			x := r.New()
			r.Reset()
			x.HP = 10
			if y := r.New(); y == x && y.HP != 0 {
				return cell{silent, "reaches the next user"}
			}
			return cell{harmless, "cleared at New"}
		}),
		no,
		no,
		attempt(func() cell {
			r := new(chunk.Region[NPC])
			r.New().respawn()
			r.Reset()
			if r.New().HP != 0 {
				return cell{silent, "old values visible"}
			}
			return cell{harmless, "cleared by Reset"}
		}),
		{harmless, "Reset takes all back"},
		no,
		no,
		no,
	}
}
