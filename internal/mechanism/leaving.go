package mechanism

// Reasons of values that would be on the stack if no pointer to them escaped.
const (
	Returned      = "returned"
	Stored        = "stored"
	Captured      = "captured"
	Sent          = "sent"
	Passed        = "passed"
	UnknownCallee = "unknown-callee"
	LoopVariable  = "loop-variable"
)

var leaving = []Mechanism{{
	Name:   Returned,
	Title:  "a pointer to it is returned",
	Remedy: "return the value instead of a pointer, or let the caller pass in where it goes",
	Doc: `A function's variables live in its stack frame, and the frame is gone when
it returns. What a returned pointer, slice, map or function refers to must
live on, so it is on the heap.

A returned value is copied into the caller's frame instead. For anything up
to a few hundred bytes the copy is cheaper than an object. A pointer is also
free when the function is inlined into a caller that does not pass the
pointer on: small constructors are, large ones are not.`,
	Before: `func New(name string) *User { return &User{Name: name} }`,
	After: `func New(name string) User { return User{Name: name} } // a copy
func (u *User) Init(name string) { u.Name = name }    // the caller's variable`,
	Removable: Partly,
	CannotRemove: `The caller must share the object with others, or the function belongs to
an API that hands out pointers. Then only fewer objects help: one array
for many, or reuse.`,
	Program: "returned",
}, {
	Name:   Stored,
	Title:  "a pointer to it is kept in something that outlives the call",
	Remedy: "keep the value itself instead of a pointer to it, or many values in one array",
	Doc: `A pointer was put into a package variable, a field, an element of a slice,
a map, or another object that is itself on the heap. Whoever reads it later
must still find the value, so the value is on the heap.

The compiler does not look at how long the destination lives: everything
behind a pointer counts as outliving the function.`,
	Before: `list.head = &Node{Value: v}`,
	After: `nodes = append(nodes, Node{Value: v}) // the values themselves, in one array
list.head = len(nodes) - 1`,
	Removable: Partly,
	CannotRemove: `The value really is kept. Keep it by value, make many in one array, or
reuse those that are given back.`,
	Program: "stored",
}, {
	Name:   Captured,
	Title:  "a function literal that outlives the call assigns to it",
	Remedy: "pass the variable as a parameter, or put the shared state into one struct",
	Doc: `A function literal shares the variables it uses. One that is never assigned
again after the literal was made is copied into the function value. One that
is assigned must be shared, and when the function value gets away, returned,
stored or run by go, so does the variable: an object of its own, besides the
one of the function value.`,
	Before: `total := 0
onItem = func(n int) { total += n }`,
	After: `type counter struct{ total int } // one object for all of it
func (c *counter) item(n int) { c.total += n }`,
	Removable:    Partly,
	CannotRemove: `The function value is kept and the state must be shared with it. Several shared variables in one struct are one object.`,
	Program:      "captured",
}, {
	Name:   Sent,
	Title:  "a pointer to it is sent on a channel",
	Remedy: "send the value instead of a pointer, or have the receiver give it back for reuse",
	Doc: `The receiver of a channel is another goroutine, whose stack is another one.
What a sent pointer refers to must be where both can reach it. A sent value
is copied through the channel.`,
	Before:       `events <- &Event{ID: id}`,
	After:        `events <- Event{ID: id} // chan Event`,
	Removable:    Partly,
	CannotRemove: `The value is large, or both sides must see its changes. Then the receiver can give it back for reuse.`,
	Program:      "sent",
}, {
	Name:   Passed,
	Title:  "it is passed to a function that keeps it",
	Remedy: "pass what is needed of it by value, or make one and reuse it",
	Doc: `The compiler notes of each parameter whether the function lets it get away:
stores it, returns it, sends it, or passes it on to someone who does. The
argument of such a parameter must be on the heap, in every caller. Assembly
and linked functions count as keeping everything unless they say otherwise.

The chain names the parameter and what its function does with it. Often it is
one rare path, a log line or an error, that costs every call an object.`,
	Before: `var c Conn
register(&c)  // func register(c *Conn) { last = c }`,
	After: `var c Conn
register(c.ID)  // what is needed of it, by value`,
	Removable:    Partly,
	CannotRemove: `The function is not yours, or it is right to keep the value.`,
	Program:      "passed",
}, {
	Name:   UnknownCallee,
	Title:  "it is passed to a function that is only known at run time",
	Remedy: "call a concrete type, or make the value once and reuse it",
	Doc: `A call through an interface, a function value or a type parameter may reach
any function of that shape. The compiler must assume that it keeps what it is
given: pointers and slices passed to it, and the receiver, go to the heap.

A call of a method of a concrete type is looked into. So is one through an
interface whose concrete type the compiler can see in the same function after
inlining. Type parameters do not help: generic code is compiled once for all
pointer types.`,
	Before: `func readByte(r io.Reader) byte {
	var buf [1]byte
	r.Read(buf[:])
	return buf[0]
}`,
	After: `type byteReader struct {
	r   io.Reader
	buf [1]byte // one for all calls
}`,
	Removable:    Partly,
	CannotRemove: `The function must stay open to any implementation. Then the value can be reused: a field of something that lives longer, or a pool.`,
	Program:      "unknowncallee",
}, {
	Name:   LoopVariable,
	Title:  "a variable of a loop outlives its iteration",
	Remedy: "point into the slice (&s[i]), or keep the value instead of a pointer",
	Doc: `Each iteration has its own loop variables (since Go 1.22) and its own copy
of what its body declares. A frame has room for one of each. When a pointer to
one outlives the iteration, in a variable outside of the loop, a slice, a
function literal, each iteration makes a new object, even if nothing leaves
the function.`,
	Before: `for _, item := range items {
	if best == nil || item.Score > best.Score {
		best = &item
	}
}`,
	After: `for i := range items {
	if best == nil || items[i].Score > best.Score {
		best = &items[i] // points into the slice, copies nothing
	}
}`,
	Removable:    Yes,
	CannotRemove: `Each value is kept for itself and there is no slice to point into. One array for all iterations is one object.`,
	Program:      "loopvar",
}}
