package reuse_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/unheap/unheap/reuse"
)

// gunzip is shared by all goroutines. A gzip.Reader is 41 KiB in 7 allocations:
// worth keeping. Reset lets go of the stream it read from.
var gunzip = reuse.Pool[gzip.Reader]{
	Name:  "gunzip",
	Reset: func(z *gzip.Reader) { z.Reset(strings.NewReader("")) }, // fails, and that is fine
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
		Reset: func(p *packer) { p.Writer.Reset(nil) },
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
	fmt.Println("values made:", particles.Stats().Misses)
	// Output: values made: 1
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
	s := npcs.Stats()
	fmt.Println("made:", s.Misses, "idle:", npcs.Len())
	// Output: made: 1 idle: 1
}

// An event loop owns its connections: no lock.
func ExampleStack() {
	conns := reuse.Stack[struct{ buf [4096]byte }]{MaxBytes: 64 << 10}
	for range 100 {
		c := conns.Get()
		c.buf[0] = 1
		conns.Put(c)
	}
	fmt.Println("made:", conns.Stats().Misses)
	// Output: made: 1
}

// A row of a batch.
type row struct {
	key, value string
	score      int
}

// Row batches whose rows live on: in chunks that waste nothing.
func ExampleSlab() {
	rows := reuse.Slab[row]{Hint: 820}
	index := make(map[string]*row)
	for i := range 820 {
		r := rows.New()
		r.key, r.value, r.score = fmt.Sprint("k", i), "v", i
		index[r.key] = r
	}
	asked := 820 * int64(unsafe.Sizeof(row{}))
	fmt.Println(index["k819"].score, "chunks:", rows.Stats().Misses, "wasted:", (rows.Stats().Held-asked)*100/asked, "%")
	// Output: 819 chunks: 2 wasted: 0 %
}

// Row batches whose rows die together: the same memory for each batch.
func ExampleRegion() {
	var rows reuse.Region[row]
	for batch := range 3 {
		sum := 0
		for i := range 100 {
			r := rows.New()
			r.value, r.score = "v", i*batch
			sum += r.score
		}
		fmt.Println(rows.Len(), sum)
		rows.Reset() // no row may be used from here on
	}
	// Output:
	// 100 0
	// 100 4950
	// 100 9900
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
