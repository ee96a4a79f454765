// Package books makes many small objects that live and die together: each by itself, all
// in one array, as values without pointers to them, and in blocks that the allocator has.
//
// A heap object takes a block of one of some seventy sizes; what it does not need of it is
// lost. Above 512 bytes a block with pointers has a header of 8 bytes, and above 32 KiB a
// block is whole pages of 8 KiB. So one array for n objects is cheaper than n objects for
// nearly all n, and wastes most just above 32 KiB: see [OneBlock].
package books

import "github.com/unheap/unheap/reuse/chunk"

// A Book has 40 bytes on a 64-bit machine, and takes a block of 48.
type Book struct {
	Title  string
	Author string
	Pages  int
}

// Each makes n books one by one. They can be collected one by one too.
func Each(n int) []*Book {
	list := make([]*Book, n)
	for i := range list {
		list[i] = new(Book)
	}
	return list
}

// OneBlock makes n books in one array: two objects, however many books. One book that is
// kept keeps all. From 820 books on the array is larger than 32 KiB and takes whole pages:
// with 820, of 40,960 bytes 8,160 are lost.
func OneBlock(n int) []*Book {
	block := make([]Book, n)
	list := make([]*Book, n)
	for i := range list {
		list[i] = &block[i]
	}
	return list
}

// Values makes n books without pointers to them: one object. Whoever takes the address of
// an element keeps all of them, and an append moves them away from it.
func Values(n int) []Book { return make([]Book, n) }

// Chunks makes n books in blocks that are full: at most 2 % are lost for any n from 100 to
// 1000. A chunk of up to 32 KiB can be collected when its last book is dead.
func Chunks(n int) []*Book {
	slab := chunk.Slab[Book]{Hint: n}
	list := make([]*Book, n)
	for i := range list {
		list[i] = slab.New()
	}
	return list
}
