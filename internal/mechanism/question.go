package mechanism

// A Question is one by which engineers can check whether they have understood allocations, with its answer.
type Question struct {
	// Name is what "unheap explain" calls it: "question-1".
	Name string
	Ask  string
	// Answer is the answer, in paragraphs separated by empty lines.
	Answer string
	// Program is the name of the question's program in internal/testprog.
	Program string
}

// Questions returns all of them, in order.
func Questions() []Question {
	return []Question{{
		Name: "question-1",
		Ask:  "Why does returning &local force an object on the heap, while returning local does not?",
		Answer: `A pointer that is returned is used after the function's frame is gone, so what
it points to cannot be in the frame. A value is copied into the caller's frame,
and the local one may go.

The exception proves the rule: when the function is inlined, its frame is the
caller's frame, and a pointer that the caller does not pass on costs nothing.`,
		Program: "pointer",
	}, {
		Name: "question-2",
		Ask:  "Two services hold the same live heap, and one allocates 40 times as fast. Which one spends more CPU on collection, and why is the size of the heap not what decides?",
		Answer: `The one that allocates faster, about 40 times as much. A collection starts
when the bytes allocated since the last one reach a share of the live heap
(GOGC, 100 % by default). Each costs about the same, because it marks the same
live heap; how often they come is the rate of allocation divided by that share.

The live heap decides what one collection costs, and how much room there is
between two. It is the same in both services, so it does not tell them apart.`,
		Program: "rate",
	}, {
		Name: "question-3",
		Ask:  "What does make([]int, 0, n) save, compared with var s []int and append?",
		Answer: `All arrays but one, and all copying. Growing one by one makes an array each
time the last is full, about twice as large, later a quarter larger: some
log2(n) arrays, and about two to three copied elements for each one kept. With
the capacity given there is one array and nothing to copy. The number need not
be exact: what is too much is only unused.`,
		Program: "presize",
	}, {
		Name: "question-4",
		Ask:  "When does sync.Pool hurt rather than help?",
		Answer: `When the values are cheap: Get, the type assertion and Put cost more than a
small object, and far more than a variable that never leaves its function.

When the pool is used rarely: collections empty it, so that Get calls New
nearly every time.

When what is put back is not a pointer: the value is copied to the heap by each
Put, one object to save one.

When the sizes differ much: one large request makes the pool hold large buffers
for small users. What is larger than a limit should not be put back.

And always: what comes out of a pool still holds what its last user left there.
Reset it before it is used.`,
		Program: "pool",
	}, {
		Name: "question-5",
		Ask:  "Collection takes too much CPU. Does the search begin with inuse_space, alloc_space or alloc_objects?",
		Answer: `Not with inuse_space: it shows what is held, which is the question when memory
grows. Garbage is what the two others show, and they answer different halves.

How often the collector runs follows the bytes: one GiB of garbage starts as
many collections in blocks of 16 bytes as in blocks of a MiB, if the live heap
is the same. So alloc_space leads to what drives the collections. What the
program itself spends on allocating follows the number of objects: 16-byte
blocks take many times as long for the same bytes. So alloc_objects, which is
also what allocs/op counts, leads to what drives the allocator.

Where both point to the same line, begin there. It is often said that
alloc_objects drives the collections; measured, it does not.`,
		Program: "lens",
	}, {
		Name: "question-6",
		Ask:  "Which guarantee does unsafe.String break, and under which two conditions is it safe?",
		Answer: `That a string never changes. The string is a view of the bytes, not a copy: if
the bytes change, so does the string, and maps, comparisons and other
goroutines that relied on it go wrong without a word.

It is safe when nobody writes to the bytes as long as the string is used, and
when the string is not used longer than the bytes are what they were: a buffer
that goes back to a pool or is filled again ends that time.`,
		Program: "view",
	}}
}
