package main

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/reuse"
)

// TestWorkloads runs every contender of every workload for a moment. The
// loops check what they get (lengths, contents, resets) and panic when it is wrong.
func TestWorkloads(t *testing.T) {
	for _, w := range workloads() {
		t.Run(w.name, func(t *testing.T) {
			for _, c := range w.list {
				s := c.start()
				s.run(3)
				if s.hold == nil {
					if s.asked <= 0 {
						t.Errorf("%s: asked for %d bytes", c.name, s.asked)
					}
					continue
				}
				if asked := s.hold(); asked <= 0 {
					t.Errorf("%s: asked for %d bytes", c.name, asked)
				}
				s.drop()
				if s.handed == nil {
					continue
				}
				if capacity, asked := s.handed(); capacity < asked {
					t.Errorf("%s: handed out %d bytes of capacity for %d asked for", c.name, capacity, asked)
				}
			}
		})
	}
}

// TestBytePools: a buffer has the length asked for and shares no memory with
// another that is out.
func TestBytePools(t *testing.T) {
	loop, mixed := byteFloors()
	for _, l := range append(append(bytePeers(), byteOurs()...), loop, mixed) {
		if l.name == nameLoopFloor {
			continue // knows only the two sizes of its workload
		}
		if err := l.check(); err != nil {
			t.Errorf("%s: %v", l.name, err)
		}
	}
}

// misuseOurs are the verdicts on this project, a letter for each mistake, in
// the default build and in the misuse build: c caught, h harmless, S silent,
// - impossible.
var misuseOurs = map[string][2]string{
	"reuse.Pool":                {"cS-hhc", "cc-hhc"},
	"reuse.Local":               {"cS-hhc", "cc-hhc"},
	"reuse.FreeList":            {"cS-hhc", "cc-hhc"},
	"reuse.FreeList, unshared":  {"cS-hhc", "cc-hhc"},
	"reuse.Bytes":               {"cShhSc", "cccShc"},
	"reuse.Bytes with a Budget": {"cShhSc", "ccchhc"},
	"reuse.BufferPool":          {"cS-hSc", "cc-hhc"},
	"reuse/chunk.Region":        {"hS--hh", "hc--hh"},
	"reuse/chunk.Slab":          {"----hh", "----hh"},
}

// misusePeers are those on the others. A line changes when a new version of a
// peer catches more.
var misusePeers = map[string]string{
	"sync.Pool of *[]byte":                   "SS-SSS",
	"sync.Pool of []byte, boxed":             "SSSSSS",
	"sync.Pool of *bytes.Buffer":             "SS-SSS",
	"sync.Pool for each power of two":        "SS-hSS",
	"article: power-of-two lists, one mutex": "SSSSSS",
	"channel of 64 × 1 MiB":                  "SSSSSS",
	"valyala/bytebufferpool":                 "SS-SSS",
	"libp2p/go-buffer-pool":                  "SSShSS",
	"bytedance mcache":                       "SSShSS",
	"grpc/mem, default sizes":                "Sh-hhS",
	"grpc/mem, all powers of two":            "Sh-hhS",
	"prometheus util/pool":                   "SSShSS",
	"gobwas/pool pbytes":                     "SSShSS",
	"zeropool of []byte":                     "SSSSSS",
	"sync.Pool of *NPC":                      "SS-SSS",
	"typed wrapper of sync.Pool, reset func": "SS-hhS",
	"article: mutex and container/list":      "SS-SSS",
	"channel of 1024 *NPC":                   "SS-SSS",
	"zeropool of *NPC":                       "SS-SSS",
	"bytedance syncx.Pool of *NPC":           "SS-SSS",
}

// TestMisuse makes every mistake with every pool. Not for -race, under which
// sync.Pool drops values at random.
func TestMisuse(t *testing.T) {
	build := 0
	if reuse.Checking() {
		build = 1
	}
	for _, r := range judge(append(ownSuspects(), peerSuspects()...)) {
		want, ok := misusePeers[r.Name]
		if r.Kind == ours {
			want, ok = misuseOurs[r.Name][build], misuseOurs[r.Name][build] != ""
		}
		if got := letters(r); !ok || got != want {
			t.Errorf("%s: %q, want %q: %v", r.Name, got, want, r.Cells)
		}
	}
}

// TestMisuseCaught: no mistake with this project is silent in both builds.
func TestMisuseCaught(t *testing.T) {
	for name, l := range misuseOurs {
		for i, m := range mistakes {
			if l[0][i] == 'S' && l[1][i] == 'S' {
				t.Errorf("%s: %s is silent in both builds", name, m)
			}
		}
	}
}

func letters(r misuseRow) string {
	var s strings.Builder
	for _, c := range r.Cells {
		s.WriteByte(map[verdict]byte{caught: 'c', harmless: 'h', silent: 'S', cannot: '-'}[c.Verdict])
	}
	return s.String()
}
