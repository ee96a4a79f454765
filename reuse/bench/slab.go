package main

// A Book is the record of the slab workloads: 40 bytes with pointers, in size class 48.
type Book struct {
	Title, Author string
	Pages         int
}

const (
	bookSize       = 40
	nameOneBlock   = "one block: make([]Book, n)"
	nameManyNew    = "many: new(Book)"
	nameBlockFloor = "floor: one block kept, cleared and filled"
)

// A shelf holds pointers to the records of a slab while it is in use, as a program would.
type shelf []*Book

func (s shelf) add(i int, b *Book) {
	if b.Pages != 0 {
		panic("bench: a record was not zero")
	}
	b.Title, b.Pages = "t", i+1
	s[i] = b
}

// slabContenders turns loopers that fill s into contenders. Between operations the last records made are out, on the
// shelf.
func slabContenders(s shelf, loopers []looper) []contender {
	cs := singles(0, loopers...)
	for i, c := range cs {
		cs[i].start = func() session {
			x := c.start()
			x.hold = func() int { return len(s) * bookSize }
			x.drop = func() { clear(s) }
			return x
		}
	}
	return cs
}

// slabPeers are the ways to fill s without this project. An operation fills the shelf once.
func slabPeers(s shelf) []looper {
	n := len(s)
	return []looper{
		{name: nameBlockFloor, kind: floor, alone: true, start: func() func() func(int) {
			return func() func(int) {
				block := make([]Book, n)
				return func(ops int) {
					for range ops {
						clear(block)
						for i := range block {
							s.add(i, &block[i])
						}
					}
				}
			}
		}},
		shared(nameOneBlock, usual, func() func(int) {
			return func(ops int) {
				for range ops {
					block := make([]Book, n)
					for i := range block {
						s.add(i, &block[i])
					}
				}
			}
		}),
		shared(nameManyNew, usual, func() func(int) {
			return func(ops int) {
				for range ops {
					for i := range n {
						s.add(i, new(Book))
					}
				}
			}
		}),
		shared("append from nil", usual, func() func(int) {
			return func(ops int) {
				for range ops {
					var all []Book
					for i := range n {
						all = append(all, Book{Title: "t", Pages: i + 1})
					}
					for i := range all {
						s[i] = &all[i]
					}
				}
			}
		}),
		shared("chunks of 64", usual, func() func(int) {
			return func(ops int) {
				for range ops {
					var chunk []Book
					for i := range n {
						if len(chunk) == 0 {
							chunk = make([]Book, 64)
						}
						s.add(i, &chunk[0])
						chunk = chunk[1:]
					}
				}
			}
		}),
	}
}
