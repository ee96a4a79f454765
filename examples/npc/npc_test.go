package npc

import (
	"strings"
	"sync"
	"testing"
)

var variants = []struct {
	name   string
	new    func() Crowd
	shared bool // several goroutines may use it
}{
	{"Heap", func() Crowd { return Heap{} }, true},
	{"List", func() Crowd { return new(List) }, true},
	{"Bounded", func() Crowd { return &Bounded{Max: 1000} }, true},
	{"Single", func() Crowd { return new(Single) }, false},
	{"Pool", func() Crowd { return new(Pool) }, true},
	{"Free", func() Crowd { return new(Free) }, true},
	{"FreeSingle", func() Crowd { return NewFreeSingle() }, false},
}

func TestSpawn(t *testing.T) {
	for _, v := range variants {
		crowd := v.new()
		for _, name := range []string{"Ada", strings.Repeat("x", 80), ""} {
			c := Spawn(crowd, name, 1, 2)
			if want := name[:min(len(name), 64)]; c.Name() != want || c.X != 1 || c.Y != 2 || c.Health != 0 || c.Traits != 0 {
				t.Errorf("%s: spawned %+v, want the name %q", v.name, c, want)
			}
			c.Health, c.Traits = 9, 9 // must not be seen by the next one
			crowd.Remove(c)
		}
	}
}

// TestNames: what does not fit is cut off between two characters.
func TestNames(t *testing.T) {
	long := strings.Repeat("x", 63) + "é" // 65 bytes, the last two are one character
	if got := Spawn(Heap{}, long, 0, 0).Name(); got != long[:63] {
		t.Errorf("got %q, want 63 times x", got)
	}
	fits := strings.Repeat("x", 62) + "é"
	if got := Spawn(Heap{}, fits, 0, 0).Name(); got != fits {
		t.Errorf("got %q, want %q", got, fits)
	}
}

// TestDistinct holds that nobody is handed out twice.
func TestDistinct(t *testing.T) {
	for _, v := range variants {
		crowd := v.new()
		for range 3 {
			seen := make(map[*NPC]bool)
			for range 50 {
				c := crowd.Get()
				if seen[c] {
					t.Fatalf("%s hands out one character twice", v.name)
				}
				seen[c] = true
			}
			for c := range seen {
				crowd.Remove(c)
			}
		}
	}
}

func TestBound(t *testing.T) {
	crowd := &Bounded{Max: 2}
	for _, c := range []*NPC{crowd.Get(), crowd.Get(), crowd.Get()} {
		crowd.Remove(c)
	}
	if len(crowd.idle) != 2 {
		t.Errorf("%d are idle, want the bound of 2", len(crowd.idle))
	}
}

// TestTwice: the one mistake that the free list of reuse notices in every build.
func TestTwice(t *testing.T) {
	for _, crowd := range []Crowd{new(Free), NewFreeSingle()} {
		c := crowd.Get()
		crowd.Remove(c)
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the second Remove of one character went unnoticed")
				}
			}()
			crowd.Remove(c)
		}()
	}
}

// TestTogether is for the race detector.
func TestTogether(t *testing.T) {
	for _, v := range variants {
		if !v.shared {
			continue
		}
		crowd := v.new()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 200 {
					c := Spawn(crowd, "Ada", 3, 4)
					if c.Name() != "Ada" {
						t.Errorf("%s: one character for two", v.name)
					}
					crowd.Remove(c)
				}
			})
		}
		wg.Wait()
	}
}

// benchmark lets a hundred characters appear and vanish in each operation.
func benchmark(b *testing.B, crowd Crowd) {
	var frame [100]*NPC
	b.ReportAllocs()
	for b.Loop() {
		for i := range frame {
			frame[i] = Spawn(crowd, "a villager", float64(i), 0)
		}
		for _, c := range frame {
			crowd.Remove(c)
		}
	}
}

func BenchmarkHeap(b *testing.B)       { benchmark(b, Heap{}) }
func BenchmarkList(b *testing.B)       { benchmark(b, new(List)) }
func BenchmarkBounded(b *testing.B)    { benchmark(b, &Bounded{Max: 1000}) }
func BenchmarkSingle(b *testing.B)     { benchmark(b, new(Single)) }
func BenchmarkPool(b *testing.B)       { benchmark(b, new(Pool)) }
func BenchmarkFree(b *testing.B)       { benchmark(b, new(Free)) }
func BenchmarkFreeSingle(b *testing.B) { benchmark(b, NewFreeSingle()) }
