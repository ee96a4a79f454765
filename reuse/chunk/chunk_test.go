package chunk_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/unheap/unheap/reuse"
	"github.com/unheap/unheap/reuse/chunk"
	"github.com/unheap/unheap/reuse/internal/block"
)

type book struct {
	title, author string
	pages         int
}

const bookSize = int(unsafe.Sizeof(book{}))

// TestSlabBytes: 820 values of 40 bytes, by what the allocator really books.
func TestSlabBytes(t *testing.T) {
	if bookSize != 40 {
		t.Skip("the numbers are those of 64-bit words")
	}
	for _, tt := range []struct{ n, most int }{
		{1, 48},
		{100, 4064},
		{819, 32768},
		{820, 32816},
		{852, 34176},
		{1638, 65536},
		{1640, 65632},
	} {
		got := booked(func() {
			s := chunk.Slab[book]{Hint: tt.n}
			for range tt.n {
				s.New()
			}
		})
		if got > tt.most {
			t.Errorf("%d values of 40 bytes take %d bytes, want at most %d", tt.n, got, tt.most)
		}
	}
}

// TestSlabWaste: what the chunks waste at worst, for every number of values
// from 100 to 1000.
func TestSlabWaste(t *testing.T) {
	if bookSize != 40 {
		t.Skip("the numbers are those of 64-bit words")
	}
	for _, tt := range []struct {
		size int
		most float64
	}{
		{8, 0.017}, {16, 0.017}, {24, 0.017}, {32, 0.017}, {40, 0.017}, {48, 0.017}, {56, 0.017},
		{64, 0.0172}, // BAD: a chunk's 8-byte header costs a whole slot where slots divide blocks
		{72, 0.0199}, // BAD: 112 values; the third chunk is small, and its blocks are 8 or 16 bytes apart
		{104, 0.017}, {120, 0.017}, {152, 0.017}, {200, 0.017},
	} {
		worst, at := 0.0, 0
		for n := 100; n <= 1000; n++ {
			total := 0
			for _, k := range chunk.Chunks(n, tt.size, n) {
				total += block.Charged(k * tt.size)
			}
			if w := float64(total)/float64(n*tt.size) - 1; w > worst {
				worst, at = w, n
			}
		}
		if worst > tt.most {
			t.Errorf("size %d: %.2f %% wasted for %d values, want at most %.2f %%", tt.size, worst*100, at, tt.most*100)
		}
	}
}

// TestSlabChunks: without a hint every chunk fills its block to the last slot;
// with one the chunks end exactly there.
func TestSlabChunks(t *testing.T) {
	for _, size := range []int{1, 7, 8, 40, 104, 500, 513, 4096, 10000, 16385, 32760, 32768, 100000} {
		for i, k := range chunk.Chunks(3000, size, 0) {
			if k < 1 || size <= 16384 && block.Charged(k*size) == block.Charged((k+1)*size) {
				t.Errorf("size %d: chunk %d of %d values has room for one more", size, i, k)
				break
			}
		}
		for _, hint := range []int{1, 10, 100, 819, 820, 2999} {
			sum := 0
			for _, k := range chunk.Chunks(hint, size, hint) {
				sum += k
			}
			if sum != hint {
				t.Errorf("size %d: chunks for %d values hold %d", size, hint, sum)
			}
		}
	}
}

// TestSlabValues: every value is zero, its own, and survives the Slab and the GC.
func TestSlabValues(t *testing.T) {
	for _, hint := range []int{0, 1, 100, 820, 2000} {
		t.Run(fmt.Sprint("hint=", hint), func(t *testing.T) {
			s := &chunk.Slab[book]{Hint: hint}
			seen := make(map[*book]int)
			for i := range 2000 {
				b := s.New()
				if *b != (book{}) {
					t.Fatalf("value %d is not zero: %+v", i, *b)
				}
				if j, ok := seen[b]; ok {
					t.Fatalf("values %d and %d are the same", j, i)
				}
				seen[b] = i
				b.title, b.author, b.pages = fmt.Sprint("book ", i), "me", i
			}
			st := s.Stats()
			if st.Hits+st.Misses != 2000 || st.Held < 2000*int64(bookSize) || st.Held > 2000*int64(bookSize)*2 {
				t.Errorf("Stats = %+v after 2000 values of %d bytes", st, bookSize)
			}
			s = nil
			runtime.GC()
			for b, i := range seen {
				if b.title != fmt.Sprint("book ", i) || b.pages != i {
					t.Fatalf("value %d is %+v", i, *b)
				}
			}
		})
	}
}

// TestRegionValues: what a Slab promises, over many rounds of different length.
func TestRegionValues(t *testing.T) {
	var r chunk.Region[book]
	for round, n := range []int{1, 10, 1000, 3, 0, 820, 5000, 1, 1} {
		seen := make(map[*book]int, n)
		for i := range n {
			b := r.New()
			if *b != (book{}) {
				t.Fatalf("round %d: value %d is not zero: %+v", round, i, *b)
			}
			if _, ok := seen[b]; ok {
				t.Fatalf("round %d: value %d twice", round, i)
			}
			seen[b] = i
			b.title, b.author, b.pages = fmt.Sprint("book ", i), "me", i
		}
		runtime.GC()
		for b, i := range seen {
			if b.title != fmt.Sprint("book ", i) || b.pages != i {
				t.Fatalf("round %d: value %d is %+v", round, i, *b)
			}
		}
		if r.Len() != n {
			t.Errorf("round %d: Len = %d, want %d", round, r.Len(), n)
		}
		r.Reset()
		if r.Len() != 0 {
			t.Errorf("round %d: Len = %d after Reset", round, r.Len())
		}
	}
}

// TestRegionShrinks: a burst is gone after twice 16 rounds, and what the
// rounds need stays.
func TestRegionShrinks(t *testing.T) {
	var r chunk.Region[book]
	round := func(n int) int64 {
		for range n {
			r.New()
		}
		r.Reset()
		return r.Stats().Held
	}
	small := round(100)
	burst := round(100000)
	if burst < 100000*int64(bookSize) {
		t.Fatalf("Held = %d during the burst", burst)
	}
	var after int64
	for range 32 {
		after = round(100)
	}
	if after > small {
		t.Errorf("Held = %d after 32 small rounds, %d before the burst", after, small)
	}
	misses := r.Stats().Misses
	for range 100 {
		round(100)
	}
	if m := r.Stats().Misses; m != misses {
		t.Errorf("%d chunks made in rounds that need no more than before", m-misses)
	}
	if st := r.Stats(); st.High < burst || st.Held != after {
		t.Errorf("Stats = %+v, want High %d and Held %d", st, burst, after)
	}
}

// TestRegionDropsReferences: Reset lets go of what the values pointed to.
func TestRegionDropsReferences(t *testing.T) {
	var r chunk.Region[[2]*[64]byte]
	gone := make(chan bool, 1)
	func() {
		big := new([64]byte)
		runtime.AddCleanup(big, func(c chan bool) { c <- true }, gone)
		r.New()[0] = big
	}()
	r.Reset()
	for range 100 {
		runtime.GC()
		select {
		case <-gone:
			runtime.KeepAlive(&r)
			return
		default:
			runtime.Gosched()
		}
	}
	t.Error("the Region still refers to it")
}

// TestSlabZeroSize: a type without size has no waste and no end.
func TestSlabZeroSize(t *testing.T) {
	var s chunk.Slab[struct{}]
	var r chunk.Region[struct{}]
	for range 100 {
		if s.New() == nil || r.New() == nil {
			t.Fatal("New returned nil")
		}
	}
	r.Reset()
}

// booked returns the bytes that f allocates: the least of several runs, since
// other goroutines of the runtime may allocate too.
func booked(f func()) int {
	least := math.MaxInt
	for range 5 {
		var a, b runtime.MemStats
		runtime.ReadMemStats(&a)
		f()
		runtime.ReadMemStats(&b)
		least = min(least, int(b.TotalAlloc-a.TotalAlloc))
	}
	return least
}

// TestLateWrite: in the misuse build a write to a value after Reset makes the
// New that hands it out again panic; elsewhere nobody notices.
func TestLateWrite(t *testing.T) {
	type flat struct{ a, _ uint64 }
	type linked struct {
		next *linked
		_    int
	}
	flats, links := &chunk.Region[flat]{Name: "r"}, &chunk.Region[linked]{}
	for want, f := range map[string]func(){
		"reuse: Region[chunk_test.flat] \"r\": value written after Reset": func() {
			v := flats.New()
			flats.Reset()
			v.a = 1
			flats.New()
		},
		"reuse: Region[chunk_test.linked]: value written after Reset": func() {
			v := links.New()
			links.Reset()
			v.next = v
			links.New()
		},
	} {
		got := panicked(f)
		if !reuse.Checking() {
			want = ""
		}
		if got != want && (want == "" || !strings.HasPrefix(got, want+"\nReset:\n\t") || !strings.Contains(got, "chunk_test.go:")) {
			t.Errorf("panic %q, want %q", got, want)
		}
	}
}

func panicked(f func()) (what string) {
	defer func() {
		if r := recover(); r != nil {
			what = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// TestNames: statistics say which of several it was.
func TestNames(t *testing.T) {
	if n := new(chunk.Slab[book]).Stats().Name; n != "Slab[chunk_test.book]" {
		t.Errorf("Name = %q", n)
	}
	if n := (&chunk.Region[book]{Name: "x"}).Stats().Name; n != "x" {
		t.Errorf("Name = %q", n)
	}
}

// TestRegionPerOp: a Region that has its chunks allocates nothing.
func TestRegionPerOp(t *testing.T) {
	if reuse.Checking() {
		t.Skip("the misuse build records where Reset was called")
	}
	var r chunk.Region[book]
	if n := testing.AllocsPerRun(200, func() {
		for range 10 {
			r.New()
		}
		r.Reset()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
