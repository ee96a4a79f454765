package chunk_test

import (
	"fmt"
	"unsafe"

	"github.com/unheap/unheap/reuse/chunk"
)

// A row of a batch.
type row struct {
	key, value string
	score      int
}

// Row batches whose rows live on: in chunks that waste nothing.
func ExampleSlab() {
	rows := chunk.Slab[row]{Hint: 820}
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
	var rows chunk.Region[row]
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
