package mechanism

// Reasons of values that stay in their function but do not fit its frame.
const (
	TooLarge     = "too-large"
	VariableSize = "variable-size"
)

var tooBig = []Mechanism{{
	Name:   TooLarge,
	Title:  "it is larger than the compiler puts on a stack",
	Remedy: "make it once and reuse it, or make it smaller",
	Doc: `A declared variable is on the stack up to 128 KiB, what new, &T{}, make or a
slice literal makes up to 64 KiB. Above, it is on the heap wherever it goes.`,
	Before:       `var table [200 << 10]byte`,
	After:        `var table [64 << 10]byte // or a package variable, a field, a pool`,
	Removable:    Partly,
	CannotRemove: `That much memory is needed in each call. Then it can be reused.`,
	Program:      "toolarge",
}, {
	Name:   VariableSize,
	Title:  "its size is only known at run time",
	Remedy: "use an array of a fixed size for the usual case, or reuse a buffer",
	Doc: `The slice never leaves the function, but a frame has a fixed size. For a make
whose length or capacity is not a constant the compiler reserves 32 bytes (none
before Go 1.25) and uses them if they are enough; more comes from the heap.`,
	Before: `buf := make([]byte, len(name)+1)`,
	After: `var array [64]byte // enough nearly always
buf := array[:0]   // append moves to the heap only what is longer`,
	Removable:    Partly,
	CannotRemove: `There is no useful upper bound. A buffer that lives longer can then be reused.`,
	Program:      "variablesize",
}}
