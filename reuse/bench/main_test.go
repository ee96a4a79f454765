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
	"reuse.Pool":                {"cS-hhcSSS", "cc-hhcccc"},
	"reuse.Local":               {"cS-hhcSSS", "cc-hhcccc"},
	"reuse.Handle":              {"cS-hhcccc", "cc-hhcccc"},
	"reuse.FreeList":            {"cS-hhcSSS", "cc-hhcccc"},
	"reuse.FreeList, unshared":  {"cS-hhcSSS", "cc-hhcccc"},
	"reuse.Bytes":               {"cShhScSSS", "ccchhcccc"},
	"reuse.Bytes with a Budget": {"cShhScSSS", "ccchhcccc"},
	"reuse.BufferPool":          {"cS-hSccSc", "cc-hhcccc"},
	"reuse/chunk.Region":        {"hS--hh---", "hc--hh---"},
	"reuse/chunk.Slab":          {"----hh---", "----hh---"},
}

// misusePeers are those on the others. A line changes when a new version of a
// peer catches more.
var misusePeers = map[string]string{
	"sync.Pool of *[]byte":                   "SS-SSSSSS",
	"sync.Pool of []byte, boxed":             "SSSSSSSSS",
	"sync.Pool of *bytes.Buffer":             "SS-SSSSSS",
	"sync.Pool for each power of two":        "SS-hSSSSS",
	"article: power-of-two lists, one mutex": "SSSSSSSSS",
	"channel of 64 × 1 MiB":                  "SSSSSSSSS",
	"valyala/bytebufferpool":                 "SS-SSSSSS",
	"libp2p/go-buffer-pool":                  "SSShSSSSS",
	"bytedance mcache":                       "SSShSSSSS",
	"grpc/mem, default sizes":                "Sh-hhSSSS",
	"grpc/mem, all powers of two":            "Sh-hhSSSS",
	"prometheus util/pool":                   "SSShSSSSS",
	"gobwas/pool pbytes":                     "SSShSSSSS",
	"zeropool of []byte":                     "SSSSSSSSS",
	"sync.Pool of *NPC":                      "SS-SSSSSS",
	"typed wrapper of sync.Pool, reset func": "SS-hhSSSS",
	"article: mutex and container/list":      "SS-SSSSSS",
	"channel of 1024 *NPC":                   "SS-SSSSSS",
	"zeropool of *NPC":                       "SS-SSSSSS",
	"bytedance syncx.Pool of *NPC":           "SS-SSSSSS",
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
