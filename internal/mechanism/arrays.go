package mechanism

// Reasons of arrays behind slices.
const (
	Growth     = "growth"
	ReturnCopy = "return-copy"
	Clone      = "clone"
	Split      = "split"
	ReadAll    = "read-all"
)

var arrays = []Mechanism{{
	Name:   Growth,
	Title:  "append outgrows its array",
	Remedy: "give make the final capacity, or reuse the slice cut to [:0]",
	Doc: `append to a slice without room makes an array of about twice the size (a
quarter more above 256 elements) and copies. Growing to n elements one by one
makes about log2(n) arrays and copies 2n elements; all but the last array are
garbage. With the capacity given beforehand there is one.

Since Go 1.25 the first 32 bytes of a slice that stays in its function are on
the stack.`,
	Before: `var out []int
for _, v := range in {
	out = append(out, f(v))
}`,
	After: `out := make([]int, 0, len(in))
for _, v := range in {
	out = append(out, f(v))
}`,
	Removable:    Partly,
	CannotRemove: `Nothing bounds the number of elements. A slice that is kept and cut to [:0] does not grow twice.`,
	Program:      "growth",
}, {
	Name:   ReturnCopy,
	Title:  "a slice built on the stack is copied to the heap at return",
	Remedy: "append to a slice that the caller passes in",
	Doc: `Since Go 1.26 a slice that is built by append and then returned begins on the
stack. If it still fits there at the return, up to 32 bytes, it is copied to
the heap at its exact size: one object instead of several. The object is
charged to the return statement.`,
	Before: `var out []int
for _, v := range in {
	out = append(out, v)
}
return out`,
	After: `func collect(out []int, in []int) []int { // the caller's array
	return append(out, in...)
}`,
	Removable:    Partly,
	CannotRemove: `The function returns a new slice. One object is the least for that.`,
	Program:      "returncopy",
}, {
	Name:   Clone,
	Title:  "a copy is asked for",
	Remedy: "hand out the original, an iterator over it, or append to a slice of the caller",
	Doc: `slices.Clone, bytes.Clone, strings.Clone, maps.Clone, append([]T(nil), s...)
and make followed by copy make a new array and fill it: one object, more for a
map. The cost is asked for; the question is whether the copy is.`,
	Before: `func (s *Set) Items() []int { return slices.Clone(s.items) }`,
	After: `func (s *Set) All() iter.Seq[int] { return slices.Values(s.items) }
func (s *Set) AppendItems(dst []int) []int { return append(dst, s.items...) }`,
	Removable:    Partly,
	CannotRemove: `The copy and the original change independently, or the copy lets a much larger array go.`,
	Program:      "clone",
}, {
	Name:   Split,
	Title:  "the parts of a text are returned in a new slice",
	Remedy: "use Cut, Index or the Seq form, which make no slice",
	Doc: `strings.Split, Fields and their relatives count the parts and make a slice for
them. The parts themselves are cut from the text, for nothing. Cut and Index
find one part, and SplitSeq, FieldsSeq and Lines hand out one after the other.`,
	Before: `host := strings.Split(addr, ":")[0]
for _, f := range strings.Fields(line) {`,
	After: `host, _, _ := strings.Cut(addr, ":")
for f := range strings.FieldsSeq(line) {`,
	Removable:    Yes,
	CannotRemove: `The slice of parts is kept or indexed at will.`,
	Program:      "split",
}, {
	Name:   ReadAll,
	Title:  "all input is read into memory, of unknown size",
	Remedy: "read into one buffer of the known size, or keep the buffer",
	Doc: `io.ReadAll begins with 512 bytes and grows until the reader ends. When the
size is known, from a header, a file or the input itself, one buffer of that
size is enough; when the data is only passed on, a small one is.`,
	Before: `body, err := io.ReadAll(r)`,
	After: `body := make([]byte, size)
_, err := io.ReadFull(r, body)`,
	Removable:    Partly,
	CannotRemove: `The size is not known. A buffer that is kept grows only once.`,
	Program:      "readall",
}}
