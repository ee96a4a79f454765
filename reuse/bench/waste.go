package main

import (
	"runtime"

	"github.com/unheap/unheap/reuse/chunk"
)

// A wasteRow says how much memory a way of making n records takes beyond the records, over every n from wasteFrom to
// wasteTo.
type wasteRow struct {
	Type string `json:"type"`
	Size int    `json:"size"` // of one record, in bytes
	How  string `json:"how"`
	Kind kind   `json:"kind"`
	// Worst and Mean are the bytes allocated beyond n*Size, as a fraction of n*Size.
	Worst float64 `json:"worst"`
	Mean  float64 `json:"mean"`
	At    int     `json:"at"`   // the n of Worst
	At820 int     `json:"b820"` // bytes allocated for n = 820
}

const wasteFrom, wasteTo = 100, 1000

// A way makes n records and drops them.
type way[T any] struct {
	name string
	kind kind
	make func(n int)
}

// waysOf returns the ways to make records of type T. They store a pointer to each record in kept, which the compiler
// must assume is read.
func waysOf[T any](kept *[wasteTo]*T) []way[T] {
	return []way[T]{
		{nameOneBlock, usual, func(n int) {
			block := make([]T, n)
			kept[0] = &block[0]
		}},
		{nameManyNew, usual, func(n int) {
			for i := range n {
				kept[i] = new(T)
			}
		}},
		{"chunks of 64", usual, func(n int) {
			for ; n > 0; n -= 64 {
				chunk := make([]T, 64)
				kept[n-1] = &chunk[0]
			}
		}},
		{nameSlab, ours, func(n int) {
			var s chunk.Slab[T]
			for i := range n {
				kept[i] = s.New()
			}
		}},
		{nameSlabHint, ours, func(n int) {
			s := chunk.Slab[T]{Hint: n}
			for i := range n {
				kept[i] = s.New()
			}
		}},
	}
}

// wasteOf measures every way for records of type T, which takes size bytes.
func wasteOf[T any](name string, size int) []wasteRow {
	var rows []wasteRow
	for _, w := range waysOf(new([wasteTo]*T)) {
		r := wasteRow{Type: name, Size: size, How: w.name, Kind: w.kind}
		for n := wasteFrom; n <= wasteTo; n++ {
			spent := min(allocated(func() { w.make(n) }), allocated(func() { w.make(n) }))
			waste := float64(spent-n*size) / float64(n*size)
			r.Mean += waste / (wasteTo - wasteFrom + 1)
			if waste > r.Worst {
				r.Worst, r.At = waste, n
			}
			if n == 820 {
				r.At820 = spent
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// allocated returns the number of heap bytes that f allocates, rounded up to size classes. The runtime may add a few
// of its own now and then: take the least of two.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

const nameBook = "40 B with pointers"

// Records of the waste table besides Book and NPC.
type (
	small  struct{ Next, Prev, Value *small } // 24 bytes
	large  struct{ P [25]*large }             // 200 bytes
	number struct{ A, B, C, D, E uint64 }     // 40 bytes, no pointers
)

func wastes() []wasteRow {
	rows := wasteOf[Book](nameBook, bookSize)
	rows = append(rows, wasteOf[number]("40 B without pointers", 40)...)
	rows = append(rows, wasteOf[small]("24 B with pointers", 24)...)
	rows = append(rows, wasteOf[NPC]("104 B with pointers", npcSize)...)
	return append(rows, wasteOf[large]("200 B with pointers", 200)...)
}

func wasteTable(p func(string, ...any), rows []wasteRow) {
	p("### Bytes beyond the records (`%s`)\n\n", partWaste)
	p("Bytes allocated for n records, exact, for every n from %d to %d; waste is what exceeds n times the size of a record.\n\n", wasteFrom, wasteTo)
	p("| record | made as | worst waste | at n | mean waste | bytes for n = 820 |\n|---|---|--:|--:|--:|--:|\n")
	for _, r := range rows {
		p("| %s | %s | %.2f %% | %d | %.2f %% | %d |\n", r.Type, bold(r.Kind, r.How), 100*r.Worst, r.At, 100*r.Mean, r.At820)
	}
	p("\n")
}
