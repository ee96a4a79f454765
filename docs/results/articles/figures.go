package main

// The articles, by the letters of the page.
var articles = []struct{ letter, title, about string }{
	{"A", "Squashing memory allocations in Go", "2018, Go 1.10, macOS"},
	{"B", "Memory Allocations, from Go Optimizations 101", "Go 1.19"},
	{"C", "Solving Performance Hotspots With Memory Pooling in Golang", "about 2019"},
	{"D", "Memory and Allocation Optimization, middle level", "Go 1.20 or later"},
	{"E", "The Impact of Preallocating Slice Memory in Golang (Continued)", "2024"},
}

// none marks a figure that the article does not give.
const none = -1

// A figure is one benchmark of ours, with the article's figures for it, if it has any.
type figure struct {
	example, bench string // names of ours: "merge", "OneLoop"
	row            string // row in the list of what the articles have; "" if no article has it
	theirName      string
	ns             float64
	bytes, allocs  int64
	first          bool   // the times of the group are shown relative to this one
	why            string // why today's Go gives another answer, or how our code differs
}

// beyond returns a figure of ours that no article has.
func beyond(example, bench, why string) figure {
	return figure{example, bench, "", "", none, none, none, false, why}
}

// figures are in the order of the page. Where an article gives several figures for one benchmark, the last ones are
// used.
var figures = []figure{
	{"decoder", "DecodeSimple", "A3", "DecodeSimple", 2108, 3384, 9, true, "`read-all`: io.ReadAll needs one array of 512 bytes for 208; ioutil.ReadAll took a bytes.Buffer and two arrays. `growth`: 4 arrays of 8 to 64 bytes, as then"},
	{"decoder", "DecodePrealloc", "A3", "DecodePrealloc", 1252, 1104, 2, false, "`split`: 56 strings are 896 bytes, a size of block; since Go 1.22 one with pointers has a header of 8 bytes, and so this takes 1,024"},
	{"decoder", "DecodeNoAlloc", "A3", "DecodeNoAlloc", 288, 0, 0, false, "ours checks digits, ranges and offsets, theirs does not"},
	{"decoder", "DecodeDynamic", "A3", "DecodeDynamic", 309, 0, 0, false, "the same"},
	{"decoder", "DecodeConcurrent", "A3", "DecodeConcurrent", 553, 0, 0, false, "ours runs in one goroutine, theirs in several with channels"},
	beyond("decoder", "DecodeFast", "a number at a step"),
	beyond("decoder", "First/concurrent", "A5: what the average hides, the first call of a decoder"),
	beyond("decoder", "First/fast", "A5: the same"),
	beyond("decoder", "Long/simple", "A4: 32 KiB of input"),
	beyond("decoder", "Long/dynamic", "A4: the same"),
	beyond("decoder", "Long/concurrent", "A4: the same"),
	beyond("decoder", "Long/fast", "A4: the same"),
	beyond("decoder", "Shared/locked", "A4: one decoder for all goroutines"),
	beyond("decoder", "Shared/appendto", "A4: decoders from a pool"),
	beyond("decoder", "Shared/own", "A4: one for each goroutine"),

	{"blocks", "Five", "B1", "&[5]int64{}", none, 48, none, true, ""},
	{"blocks", "Pages", "B1", "make([]byte, 32769)", none, 40960, none, false, ""},
	{"blocks", "Twice", "B1", "string(s) + string(s)", none, 176, 3, false, ""},
	beyond("blocks", "Line", "`concat`: a constant in the sum, and the compiler copies no operand"),
	beyond("blocks", "Joined", "`bytes-to-string`: joined on the stack, copied once"),

	{"merge", "OneLoop", "B4", "MergeWithOneLoop", 636.6, 352, 4, true, ""},
	{"merge", "TwoLoops", "B4", "MergeWithTwoLoops", 268.4, 144, 1, false, "ours stops at an overflow"},
	beyond("merge", "Concat", "slices.Concat"),
	beyond("merge", "Into", "into memory of the caller"),

	{"filter", "Evens", "B5", "FilterOneAllocation", 7263, 8192, 1, true, ""},
	{"filter", "EvensInPlace", "B5", "FilterNoAllocations", 903.3, 0, 0, false, "both on a list that the call before has sorted into even and odd: every branch is predicted"},
	beyond("filter", "EvensInPlaceFresh", "the honest figure: the list is restored each time, a copy of 8 KiB included"),
	beyond("filter", "New", "the test as a parameter"),
	beyond("filter", "InPlace", "the same, in place"),
	beyond("filter", "DeleteFresh", "slices.DeleteFunc on a restored list"),
	beyond("filter", "Into", "into memory of the caller"),
	beyond("filter", "Seq", "an iterator"),
	beyond("filter", "Load", "what fix makes in place, before it; the restored list included"),

	{"books", "Each/100", "B6", "ManySmallBlocks, 100", 18017, 5696, 101, true, ""},
	{"books", "OneBlock/100", "B6", "OneLargeBlock, 100", 4372, 4992, 2, false, ""},
	beyond("books", "Values/100", "no pointers"),
	beyond("books", "Chunks/100", "`reuse/chunk.Slab`"),
	{"books", "Each/820", "B6", "ManySmallBlocks, 820", 145204, 46144, 821, true, ""},
	{"books", "OneBlock/820", "B6", "OneLargeBlock, 820", 30491, 47744, 2, false, "`size-class`: 819 books and a header of 8 bytes fill 32 KiB exactly"},
	beyond("books", "Values/820", "no pointers"),
	beyond("books", "Chunks/820", "`reuse/chunk.Slab`: no page is wasted"),

	{"npc", "Heap", "B7", "newNPC without a pool", none, none, none, true, "the article gives no figures; 100 characters an operation"},
	{"npc", "List", "B7", "mutex and container/list", none, none, none, false, "each PushBack makes an element of 48 bytes"},
	beyond("npc", "Bounded", "mutex and slice, bounded"),
	{"npc", "Single", "B7", "single goroutine", none, none, none, false, "a slice"},
	{"npc", "Pool", "B8", "sync.Pool", none, none, none, false, ""},
	beyond("npc", "Free", "`reuse.FreeList`"),
	beyond("npc", "FreeSingle", "`reuse.FreeList`, Unshared"),

	{"gunzip", "Fresh", "C2", "GunzipNopool", 14286, 41343, 6, true, ""},
	{"gunzip", "Pooled", "C2", "GunzipPooled", 9332, 48, 1, false, ""},
	beyond("gunzip", "Both", "`reuse.Pool`, with what it reads from, and a limit"),
	beyond("gunzip", "Counter", "kept by one goroutine, and a limit"),

	{"classes", "Heap", "C3", "HeapAlloc", 210195, 1306198, 50, true, ""},
	{"classes", "One", "C3", "SyncAlloc", 93332, 4892, 50, false, "`pool-box`: the slice header at each Put, 24 bytes; and what is too small is made anew"},
	{"classes", "Powers", "C3", "PoolAlloc", 57815, 196, 0, false, ""},
	beyond("classes", "Reuse", "`reuse.Bytes`: for many goroutines"),
	beyond("classes", "Local", "`reuse.BytesLocal`"),

	{"prealloc", "Bytes", "E1", "NoPreallocateByElement", 2129, 3320, 9, true, "`growth` begins in 32 bytes on the stack since Go 1.25: the arrays of 8, 16 and 32 bytes are gone, those of 64 to 1,408 are the same"},
	{"prealloc", "BytesSized", "E1", "PreallocateByElement", 1311, 1024, 1, false, ""},
	{"prealloc", "Whole", "E1", "NoPreallocate", 310.3, 1024, 1, false, ""},
	{"prealloc", "WholeSized", "E1", "Preallocate", 315.4, 1024, 1, false, ""},
	beyond("prealloc", "Clone", "slices.Clone"),
	{"prealloc", "Into", "E1", "Preallocate2", 18.76, 0, 0, false, ""},
	{"prealloc", "BytesFromSlicePool", "E1", "PoolByElement", 1233, 24, 1, false, "`pool-box`"},
	{"prealloc", "FromSlicePool", "E2", "Pool", 85.19, 24, 1, false, "`pool-box`"},
	beyond("prealloc", "FromPointerPool", "pointers in the pool: no box"),
	beyond("prealloc", "FromBufferPool", "`reuse.BufferPool`, which learns its sizes"),

	{"format", "Sprintf", "D8", "format, first version", 22841, 14208, 402, true, "the article's code has 3 objects a record at most, `boxing` of key and value and the string, and 8 for the list: 308, not 402. Ours has 2 for values below 256, which are not copied, and 6 for the list, whose first arrays are on the stack (`growth`)"},
	{"format", "Builder", "D8", "format, rewritten", 5436, 4816, 101, false, "`builder`: Reset gives the array away, so each text grows from nothing; `number-text`: Itoa makes a string from 100 on. 101 is right for numbers below 100 and texts that fit the block of their name"},
	beyond("format", "Grown", "what the article's figure needs: a builder with room"),
	beyond("format", "Append", "what `unheap fix` writes"),
	beyond("format", "Together", "one array for all strings"),
	beyond("format", "AppendLines", "no strings"),
}
