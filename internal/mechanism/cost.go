package mechanism

// Reasons about the cost of an object rather than its place.
const (
	SizeClass = "size-class"
	TinyBlock = "tiny-block"
)

var cost = []Mechanism{{
	Name:   SizeClass,
	Title:  "the block is larger than the value",
	Remedy: "make many values in one block, or choose a size that fills one",
	Doc: `The heap gives blocks of 67 sizes up to 32 KiB (8, 16, 24, 32, 48, 64, 80 …)
and whole pages of 8 KiB above. A value of 40 bytes takes 48; one of 32,769
takes 40,960. With pointers inside, a value above 512 bytes takes 8 more. The
report shows the difference as waste.`,
	Before: `type Book struct { Title, Author string; Pages int }   // 40 bytes in 48
p := &Book{}`,
	After: `books := make([]Book, 100)                             // 4000 bytes in 4096
p := &books[i]`,
	Removable:    Partly,
	CannotRemove: `The heap has no smaller block. One block for many values wastes less, except just above 32 KiB.`,
	Program:      "sizeclass",
	Cost:         true,
}, {
	Name:   TinyBlock,
	Title:  "small values without pointers share a block",
	Remedy: "keep the value itself instead of a pointer to it",
	Doc: `Values below 16 bytes without pointers are put into blocks of 16 that several
share: two of 8 bytes, sixteen of 1. Each counts as an object, but only the one
that opens a block is charged for its bytes. The block stays until the last of
them is garbage.

A profile of the standard runtime does not show those that found room.`,
	Before:       `p := new(int64) // 8 bytes: half a block`,
	After:        `var n int64     // a value`,
	Removable:    Partly,
	CannotRemove: `The values are reached through pointers or interfaces.`,
	Program:      "tiny",
	Cost:         true,
}}
