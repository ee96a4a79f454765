package mechanism

// Reasons within the standard library and other packages that are called.
const (
	Channel     = "channel"
	Timer       = "timer"
	Context     = "context"
	ErrorValue  = "error-value"
	Regexp      = "regexp"
	Reflect     = "reflect"
	Encoding    = "encoding"
	Sort        = "sort"
	Constructor = "constructor"
	PoolMiss    = "pool-miss"
	Finalizer   = "finalizer"
	Cgo         = "cgo"
	Callee      = "callee"
)

var library = []Mechanism{{
	Name:   Channel,
	Title:  "a channel is made",
	Remedy: "keep the channel, or use a WaitGroup or Mutex",
	Doc: `A channel is always on the heap, since goroutines share it: a header of 112
bytes with its buffer behind it, or, for elements with pointers, the buffer in
an object of its own.`,
	Before: `done := make(chan struct{})
go func() { work(); close(done) }()
<-done`,
	After: `wg.Go(work) // one WaitGroup for many goroutines
wg.Wait()`,
	Removable:    Partly,
	CannotRemove: `Goroutines must meet here. A channel that is kept can be used again as long as it is not closed.`,
	Program:      "channel",
}, {
	Name:   Timer,
	Title:  "a timer is made",
	Remedy: "keep one timer and Reset it",
	Doc: `time.NewTimer, After, NewTicker and Tick make a timer and a channel: three
objects. AfterFunc makes one. A timer that is kept can be started again by
Reset.`,
	Before: `select {
case v := <-c:
case <-time.After(time.Second):
}`,
	After: `timer.Reset(time.Second) // one timer for all rounds
select {
case v := <-c:
case <-timer.C:
}`,
	Removable:    Partly,
	CannotRemove: `Each timer runs at the same time as others.`,
	Program:      "timer",
}, {
	Name:   Context,
	Title:  "a context is derived",
	Remedy: "derive one context per request, with one value for all",
	Doc: `Each context.With… makes a node that points to its parent: with a cancel
function two objects, with a value one and what is boxed of it, with a deadline
a timer as well.`,
	Before: `ctx = context.WithValue(ctx, userKey, user)
ctx = context.WithValue(ctx, traceKey, trace)`,
	After:        `ctx = context.WithValue(ctx, requestKey, &request) // one node for all`,
	Removable:    Partly,
	CannotRemove: `Each request needs to be cancelled for itself. Derive once per request, not once per call.`,
	Program:      "context",
}, {
	Name:   ErrorValue,
	Title:  "an error is made",
	Remedy: "make an error that never differs once, in a package variable",
	Doc: `errors.New makes an object, fmt.Errorf another one for its text, and what it
formats is boxed. An error that is always the same can be made once; an error
that is normal, such as not found, should be.`,
	Before: `return errors.New("not found")`,
	After: `var errNotFound = errors.New("not found")

return errNotFound`,
	Removable:    Partly,
	CannotRemove: `The text differs from case to case. A type with fields makes one object and formats only when it is printed.`,
	Program:      "errorvalue",
}, {
	Name:   Regexp,
	Title:  "a regular expression is compiled or returns its matches",
	Remedy: "compile it once, in a package variable; prefer Match to Find",
	Doc: `Compiling builds a program of dozens of objects; once, in a package variable,
is enough. Match looks without an object. The Find functions return positions
or parts in new slices.`,
	Before: `func valid(s string) bool { return regexp.MustCompile(pattern).MatchString(s) }`,
	After: `var re = regexp.MustCompile(pattern)

func valid(s string) bool { return re.MatchString(s) }`,
	Removable:    Partly,
	CannotRemove: `The matches are needed: one or two objects per Find. For simple patterns, strings.Cut and Index find the same.`,
	Program:      "regexp",
}, {
	Name:   Reflect,
	Title:  "reflection makes values of types known at run time",
	Remedy: "use a type switch or a generic function, or read fields in place",
	Doc: `Behind reflect a value has a size that the compiler does not know, so New,
Interface, Call, Append and the iteration of maps make objects. Reading fields
and numbers in place does not. Interface copies a value that has an address;
reflect.TypeAssert[T](v) looks at its type first.`,
	Before:       `v := reflect.ValueOf(&p).Elem().Field(i).Interface()`,
	After:        `v := reflect.ValueOf(&p).Elem().Field(i).Int() // no copy`,
	Removable:    Partly,
	CannotRemove: `The type really is known only at run time.`,
	Program:      "reflect",
}, {
	Name:   Encoding,
	Title:  "an encoder or decoder works through reflection",
	Remedy: "keep the encoder and its buffer, or encode the type by hand",
	Doc: `json, xml, gob and their like walk values whose types they learn at run time.
The result, the state, and what they make of the input are objects. Encoders
that are kept, with one buffer, need fewer; generated code for a type needs
few.`,
	Before: `b, err := json.Marshal(v)`,
	After: `enc := json.NewEncoder(&buf) // kept
err := enc.Encode(v)`,
	Removable:    Partly,
	CannotRemove: `What is decoded must be somewhere: strings, slices and maps of the result are objects.`,
	Program:      "encoding",
}, {
	Name:   Sort,
	Title:  "sort works through interfaces and reflection",
	Remedy: "use slices.Sort or slices.SortFunc",
	Doc: `sort.Slice takes any slice as an any, which boxes its header, and makes a
function that swaps its elements. slices.Sort and slices.SortFunc are generic
and make nothing.`,
	Before:    `sort.Slice(rows, func(i, j int) bool { return rows[i].Key < rows[j].Key })`,
	After:     `slices.SortFunc(rows, func(a, b Row) int { return cmp.Compare(a.Key, b.Key) })`,
	Removable: Yes,
	Program:   "sort",
}, {
	Name:   Constructor,
	Title:  "a reader, writer, scanner or hash is made for the call",
	Remedy: "keep one for many calls, with Reset if it has that, or take it from a sync.Pool",
	Doc: `bufio, gzip, flate, hashes, scanners and encoders bring state and buffers of
up to hundreds of kilobytes. Nearly all have a Reset method, so that one can be
kept or taken from a pool.`,
	Before: `zr, err := gzip.NewReader(r)`,
	After: `zr := pool.Get().(*gzip.Reader)
err := zr.Reset(r)
defer pool.Put(zr)`,
	Removable:    Partly,
	CannotRemove: `It cannot be reset, or lives as long as what it reads.`,
	Program:      "constructor",
}, {
	Name:   PoolMiss,
	Title:  "a sync.Pool was empty",
	Remedy: "Put on every path what Get returned",
	Doc: `Get calls New when the pool holds nothing: at first, after a garbage
collection (two without use empty it), and whenever more is taken than was put
back. If it happens in every operation, some path forgets to Put.`,
	Before: `buf := pool.Get().(*bytes.Buffer)
if err := fill(buf); err != nil {
	return err // and buf is lost
}
pool.Put(buf)`,
	After: `buf := pool.Get().(*bytes.Buffer)
defer pool.Put(buf)`,
	Removable:    Partly,
	CannotRemove: `Collections are so frequent that the pool is mostly empty. Then a bounded free list keeps more.`,
	Program:      "poolmiss",
}, {
	Name:   Finalizer,
	Title:  "a cleanup or finalizer is attached",
	Remedy: "close explicitly",
	Doc: `runtime.AddCleanup keeps the function and its argument until the object is
gone, which takes objects of their own. A finalizer or cleanup also keeps the
object itself on the heap.`,
	Before:       `runtime.AddCleanup(f, closeFD, f.fd)`,
	After:        `defer f.Close()`,
	Removable:    Partly,
	CannotRemove: `Callers may forget to close, and the resource must not leak.`,
	Program:      "finalizer",
}, {
	Name:   Cgo,
	Title:  "data crosses the border to C",
	Remedy: "pass one buffer that lives longer, and copy into it",
	Doc: `What C is given a pointer to must not move, and stacks do, so it is on the
heap. What comes back through C.GoString and C.GoBytes is a copy, one object
each. C.CString takes its memory from C, where no profile of Go sees it, and
must be freed.`,
	Before: `var buf [64]C.char
C.fill(&buf[0])          // an object for each call`,
	After:        `C.fill(&reader.buf[0])   // one for all calls`,
	Removable:    Partly,
	CannotRemove: `The data is needed on the other side. Fewer, larger calls cost less.`,
	Program:      "cgo",
}, {
	Name:   Callee,
	Title:  "a function of another package allocates",
	Remedy: "look for a form of the function that takes a buffer or a receiver to reuse",
	Doc: `The line itself makes nothing; a function of the standard library or of a
dependency does, on its behalf. The report says which one inside. Whether it
can be avoided depends on what else that package offers: a form that takes a
buffer, a receiver that is used again, a Reset.`,
	Before:       `sum := new(big.Int).Add(a, b)`,
	After:        `sum.Add(a, b) // one sum, used again`,
	Removable:    Partly,
	CannotRemove: `The package offers no other way.`,
	Program:      "callee",
}}
