package reuse_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/unheap/unheap/reuse"
)

// gunzip is shared by all goroutines. A gzip.Reader is 41 KiB in 7 allocations:
// worth keeping. Reset lets go of the stream it read from.
var gunzip = reuse.Pool[gzip.Reader]{
	Name: "gunzip",
	Reset: func(z *gzip.Reader) bool {
		z.Reset(strings.NewReader("")) // fails, and that is fine
		return true
	},
}

// Gzip readers: expensive to make, cheap to reset, used by any goroutine.
func ExamplePool() {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.WriteString(w, strings.Repeat("how now brown cow ", 1024))
	w.Close()

	for range 3 {
		z := gunzip.Get()
		if err := z.Reset(bytes.NewReader(packed.Bytes())); err != nil {
			fmt.Println(err)
		}
		n, err := io.Copy(io.Discard, z)
		fmt.Println(n, err)
		gunzip.Put(z)
	}
	// Output:
	// 18432 <nil>
	// 18432 <nil>
	// 18432 <nil>
}

// A value made by a constructor is wrapped: the Pool keeps the wrapper.
func ExamplePool_constructor() {
	type packer struct{ *gzip.Writer }
	pack := reuse.Pool[packer]{
		Init:  func(p *packer) { p.Writer, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed) },
		Reset: func(p *packer) bool { p.Writer.Reset(nil); return true },
	}
	p := pack.Get()
	var out bytes.Buffer
	p.Reset(&out)
	io.WriteString(p, strings.Repeat("how now brown cow ", 1024))
	p.Close()
	pack.Put(p)
	fmt.Println(out.Len() < 500)
	// Output: true
}

// A second Put of the same value is a bug that corrupts data far away. It ends
// here instead, in every build.
func ExamplePool_Put() {
	defer func() {
		line, stacks, _ := strings.Cut(fmt.Sprint(recover()), "\n")
		fmt.Println(line)
		_ = stacks // of both culprits, in the misuse build
	}()
	var points reuse.Pool[struct{ x, y int }]
	p := points.Get()
	points.Put(p)
	points.Put(p)
	// Output: reuse: Pool[struct { x int; y int }]: value Put twice
}

// A worker that takes and returns values in a hot loop has its own handle.
func ExamplePool_Local() {
	type particle struct{ x, y, dx, dy float64 }
	var particles reuse.Pool[particle]

	mine := particles.Local()
	defer mine.Close()
	for step := range 1000 {
		p := mine.Get()
		p.x, p.y, p.dx, p.dy = float64(step), 0, 0.5, 0.5
		p.x, p.y = p.x+p.dx, p.y+p.dy
		mine.Put(p)
	}
	fmt.Println(mine.Get().x) // reset by Put
	// Output: 0
}

// Slices of any size, given back when the frame is written.
func ExampleBytes() {
	var frames reuse.Bytes
	for _, n := range []int{10, 300, 70_000} {
		b := frames.Get(n)
		fmt.Println(len(b), cap(b))
		frames.Put(b)
	}
	// Output:
	// 10 80
	// 300 400
	// 70000 73712
}

// One buffer per request, of unknown size.
func ExampleBufferPool() {
	var bodies reuse.BufferPool
	respond := func(w io.Writer, items int) {
		b := bodies.Get()
		defer bodies.Put(b)
		b.WriteByte('[')
		for i := range items {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(i), 10))
		}
		b.WriteByte(']')
		b.WriteTo(w)
	}
	var out strings.Builder
	respond(&out, 5)
	fmt.Println(out.String())
	// Output: [0,1,2,3,4]
}

// An npc is born and dies all the time; a GC pause must not find the list
// empty.
type npc struct {
	name  [64]byte
	blood int
	x, y  float64
}

// Game objects: kept across GCs, never more than 256 of them idle.
func ExampleFreeList() {
	npcs := reuse.FreeList[npc]{Max: 256}
	spawn := func(name string, x, y float64) *npc {
		n := npcs.Get()
		copy(n.name[:], name)
		n.x, n.y, n.blood = x, y, 100
		return n
	}
	for range 10 {
		orc := spawn("orc", 1, 2)
		npcs.Put(orc)
	}
	fmt.Println("kept:", npcs.Len() > 0, "of at most", npcs.Max)
	// Output: kept: true of at most 256
}

// An event loop owns its connections: no lock.
func ExampleFreeList_unshared() {
	conns := reuse.FreeList[struct{ buf [4096]byte }]{Unshared: true, MaxBytes: 64 << 10}
	for range 100 {
		c := conns.Get()
		c.buf[0] = 1
		conns.Put(c)
	}
	fmt.Println("kept:", conns.Len() > 0)
	// Output: kept: true
}

// In the tests of a program, run with -tags reusecheck or -race.
func ExampleCheckLeaks() {
	var bodies reuse.BufferPool
	test := func(t *testing.T) {
		reuse.CheckLeaks(t, &bodies)
		b := bodies.Get()
		defer bodies.Put(b) // without this line the test fails and names the Get
		b.WriteString("hello")
	}
	_ = test
}
