package mechanism

// Reasons around values in interfaces.
const (
	Boxing   = "boxing"
	Variadic = "variadic"
	Panic    = "panic"
	PoolBox  = "pool-box"
)

var interfaces = []Mechanism{{
	Name:   Boxing,
	Title:  "a value is copied to the heap to become an interface",
	Remedy: "pass a concrete type or a pointer that exists anyway, or use generics",
	Doc: `An interface is two words: a type, and a pointer to the value. A value that is
not itself a pointer is copied to where the pointer can lead: an object of 8
bytes for an int, 16 for a string, 24 for a slice.

Free are constants, zero-size values, single bytes and bools, integers below
256, empty strings and nil slices, and everything that is a pointer inside:
pointers, maps, channels, functions. Free as well is a value up to 1024 bytes
given to a function that does not keep it: the copy is on the stack.`,
	Before: `var cache map[string]any
cache[key] = point // copied to the heap`,
	After: `var cache map[string]Point
cache[key] = point // copied into the map`,
	Removable:    Partly,
	CannotRemove: `The interface belongs to an API that is not yours. A pointer to something that exists anyway is not copied.`,
	Program:      "boxing",
}, {
	Name:   Variadic,
	Title:  "a call puts its extra arguments into a slice that is kept",
	Remedy: "call it only when its result is used, or pass a slice that exists",
	Doc: `f(a, b, c) of a variadic function makes a slice of its extra arguments. It is
on the caller's stack unless the function keeps it, or is one that is only
known at run time. A call without extra arguments makes none.`,
	Before: `logger.Info("done", "n", n)  // interface method: may keep its arguments`,
	After: `if logger.Enabled(LevelInfo) { // made only when it is used
	logger.Info("done", "n", n)
}`,
	Removable:    Partly,
	CannotRemove: `The function is not yours. Passing one slice that exists, f(args...), makes no new one.`,
	Program:      "variadic",
}, {
	Name:   Panic,
	Title:  "the operand of panic is boxed",
	Remedy: "panic with a constant, or return an error",
	Doc: `panic takes an any, and its operand goes with it to whoever recovers. A
constant is free, everything else is boxed as it is for any interface. It
matters only where panics are part of the normal flow.`,
	Before:    `panic(code)`,
	After:     `panic("out of range") // or return an error`,
	Removable: Partly,
	CannotRemove: `The value is needed where it is recovered. A panic costs far more than its
object.`,
	Program: "panics",
}, {
	Name:   PoolBox,
	Title:  "a value that is not a pointer is put into a sync.Pool",
	Remedy: "put a pointer into the pool",
	Doc: `sync.Pool holds values of type any. Put of a slice or struct copies its header
to the heap, each time: one object to save one. Put of a pointer copies
nothing.`,
	Before: `pool.Put(buf[:0])         // 24 bytes for the slice header`,
	After: `*p = buf[:0]
pool.Put(p)               // the *[]byte that Get returned`,
	Removable: Yes,
	Program:   "poolbox",
}}
