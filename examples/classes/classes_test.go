package classes

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/unheap/unheap/reuse"
)

var variants = []struct {
	name string
	new  func() Allocator
}{
	{"Heap", func() Allocator { return Heap{} }},
	{"One", func() Allocator { return new(One) }},
	{"Powers", func() Allocator { return &Powers{Max: 100} }},
	{"Reuse", func() Allocator { return new(Reuse) }},
	{"Local", func() Allocator { return NewLocal() }},
}

// TestAlloc holds many slices at once, of which each must keep what was written to it.
func TestAlloc(t *testing.T) {
	for _, v := range variants {
		a, random := v.new(), rand.New(rand.NewPCG(1, 2))
		type held struct {
			b    []byte
			fill byte
		}
		var all []held
		for i := range 5000 {
			if len(all) > 0 && random.IntN(2) == 0 {
				k := random.IntN(len(all))
				h := all[k]
				if bytes.Count(h.b, []byte{h.fill}) != len(h.b) {
					t.Fatalf("%s: a slice of %d bytes was written by somebody else", v.name, len(h.b))
				}
				a.Free(h.b)
				all[k] = all[len(all)-1]
				all = all[:len(all)-1]
				continue
			}
			n := random.IntN(1 << random.IntN(14))
			b := a.Alloc(n)
			if len(b) != n {
				t.Fatalf("%s: Alloc(%d) has %d bytes", v.name, n, len(b))
			}
			h := held{b, byte(i)}
			for j := range b {
				b[j] = h.fill
			}
			all = append(all, h)
		}
	}
}

// TestEdges has the lengths at which a class begins or ends.
func TestEdges(t *testing.T) {
	for _, v := range variants {
		a := v.new()
		for shift := range maxShift + 2 {
			for _, n := range []int{1<<shift - 1, 1 << shift, 1<<shift + 1} {
				for range 2 {
					b := a.Alloc(n)
					if len(b) != n {
						t.Fatalf("%s: Alloc(%d) has %d bytes", v.name, n, len(b))
					}
					a.Free(b)
				}
			}
		}
	}
}

// TestForeign: whatever comes back, what is handed out is long enough.
func TestForeign(t *testing.T) {
	p := &Powers{Max: 100}
	own := p.Alloc(100)
	for _, b := range [][]byte{nil, make([]byte, 0, 100), make([]byte, 7), own[100:], make([]byte, 1<<20)} {
		p.Free(b)
	}
	for n := range 300 {
		if b := p.Alloc(n); len(b) != n {
			t.Errorf("Alloc(%d) has %d bytes", n, len(b))
		}
	}
}

func TestBound(t *testing.T) {
	p := &Powers{Max: 3}
	for range 5 {
		p.Free(make([]byte, 64))
	}
	if n := len(p.lists[6]); n != 3 {
		t.Errorf("%d arrays of 64 bytes are kept, want the bound of 3", n)
	}
}

// TestTwice shows the mistake, and who notices it.
func TestTwice(t *testing.T) {
	p := &Powers{Max: 100}
	b := p.Alloc(64)
	p.Free(b)
	p.Free(b)
	if x, y := p.Alloc(64), p.Alloc(64); &x[0] != &y[0] {
		t.Error("Powers noticed a second Free; its documentation says that it does not")
	}
	defer func() {
		if recover() == nil {
			t.Error("Reuse did not notice a second Free")
		}
	}()
	r := new(Reuse)
	b = r.Alloc(64)
	r.Free(b)
	r.Free(b)
}

// TestSteady holds the point of it: no objects once the lists are full.
func TestSteady(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build hands nothing out again")
	}
	p := &Powers{Max: 100}
	if n := testing.AllocsPerRun(100, func() { p.Free(p.Alloc(1000)) }); n != 0 {
		t.Errorf("%v objects for each pair of Alloc and Free", n)
	}
}

// large is the longest of the lengths of the benchmark, text what is read.
const large = 256<<10 - 1

var text = strings.Repeat("the quick red fox", 16<<10)

// benchmark takes fifty slices at once, of 10 bytes or, one time in ten, of 256 KiB less
// one, fills them from a reader and frees them. The lengths are the same for everybody.
func benchmark(b *testing.B, a Allocator) {
	from := strings.NewReader(text)
	random := rand.New(rand.NewPCG(7, 11))
	var held [50][]byte
	b.ReportAllocs()
	for b.Loop() {
		for i := range held {
			n := 10
			if random.IntN(10) == 0 {
				n = large
			}
			held[i] = a.Alloc(n)
		}
		for _, buf := range held {
			from.Reset(text)
			if _, err := io.ReadFull(from, buf); err != nil {
				b.Fatal(err)
			}
		}
		for _, buf := range held {
			a.Free(buf)
		}
	}
}

func BenchmarkHeap(b *testing.B)   { benchmark(b, Heap{}) }
func BenchmarkOne(b *testing.B)    { benchmark(b, new(One)) }
func BenchmarkPowers(b *testing.B) { benchmark(b, &Powers{Max: 100}) }
func BenchmarkReuse(b *testing.B)  { benchmark(b, new(Reuse)) }
func BenchmarkLocal(b *testing.B)  { benchmark(b, NewLocal()) }
