package mechanism

// Reasons of function values, and of code that runs later or elsewhere.
const (
	Closure     = "closure"
	MethodValue = "method-value"
	GoStatement = "go-statement"
	DeferLoop   = "defer-loop"
	RangeFunc   = "range-func"
	IterPull    = "iter-pull"
)

var functions = []Mechanism{{
	Name:   Closure,
	Title:  "a function literal carries variables and outlives the call",
	Remedy: "pass what it carries as parameters, or make it once outside of the loop",
	Doc: `A function value is a pointer to an object that holds the code and the
variables the literal uses. When it is returned, stored or passed to someone
who keeps it, that object is on the heap. A literal that uses no variable of
its surroundings needs no object, and one that is only called here, or passed
to a function that does not keep it, is on the stack.`,
	Before:       `sort.by = func(i, j int) bool { return rows[i].Key < rows[j].Key }`,
	After:        `sort.by = byKey // func byKey(rows []Row, i, j int) bool: carries nothing`,
	Removable:    Partly,
	CannotRemove: `The variables are needed later. One function value made before a loop instead of one per iteration is often possible.`,
	Program:      "closure",
}, {
	Name:   MethodValue,
	Title:  "a method value carries its receiver and outlives the call",
	Remedy: "pass the receiver itself, or make the method value once",
	Doc: `x.Method without a call is a function value that remembers x: the same object
as a function literal that calls it. (T).Method, which takes x as its first
argument, carries nothing.`,
	Before:       `queue.each(worker.step) // func (q *Queue) each(f func(Job))`,
	After:        `queue.eachStep(worker)  // func (q *Queue) eachStep(w stepper): the receiver itself`,
	Removable:    Partly,
	CannotRemove: `The API wants a function. Make the value once and keep it.`,
	Program:      "methodvalue",
}, {
	Name:   GoStatement,
	Title:  "a go statement packs its arguments for the new goroutine",
	Remedy: "start a fixed number of goroutines that take their work from a channel",
	Doc: `A goroutine begins with a function without arguments. The arguments and the
variables the statement uses are packed into an object that the goroutine
takes with it. go f() with a plain function needs none.

The goroutine itself, about 2 KiB of stack and a record, is reused from
finished ones.`,
	Before: `for _, job := range jobs {
	go run(job)
}`,
	After: `for range workers {
	go worker() // takes jobs from a channel
}`,
	Removable:    Partly,
	CannotRemove: `Each job needs a goroutine of its own. One object is little beside what a goroutine costs.`,
	Program:      "gostatement",
}, {
	Name:   DeferLoop,
	Title:  "a defer in a loop packs the arguments of each call",
	Remedy: "move the body of the loop into a function of its own",
	Doc: `A defer outside of loops has its place in the frame. In a loop the number of
deferred calls is not known: each one that has arguments or captures a
variable packs them into an object, and they all wait for the end of the
function.`,
	Before: `for _, f := range files {
	defer f.Close()
}`,
	After: `for _, f := range files {
	func() {
		defer f.Close() // at the end of each iteration
		use(f)
	}()
}`,
	Removable: Yes,
	Program:   "deferloop",
}, {
	Name:   RangeFunc,
	Title:  "the body of a range over a function could not be inlined",
	Remedy: "keep the iterator small enough to be inlined, or loop without it",
	Doc: `for v := range f makes a function of the loop body and calls f with it. When
the compiler can inline f into the loop, nothing of this remains. Otherwise
f may keep the body, as far as the compiler knows: the body, a word of state
that guards it, and the variables that it assigns to are on the heap.`,
	Before: `for v := range tree.All() { // All is too big to inline
	sum += v
}`,
	After: `func (t *Tree) All() iter.Seq[int] {
	return func(yield func(int) bool) { t.walk(yield) } // small: inlined
}`,
	Removable:    Partly,
	CannotRemove: `The iterator is recursive, belongs to someone else, or is a value that is only known at run time.`,
	Program:      "rangefunc",
}, {
	Name:   IterPull,
	Title:  "iter.Pull runs its iterator as a coroutine",
	Remedy: "range over the iterator instead of pulling from it",
	Doc: `iter.Pull turns an iterator inside out. It needs a coroutine with a record and
several small objects that next, stop and the iterator share. A plain range
loop over the iterator needs none of them.`,
	Before:       `next, stop := iter.Pull(seq)`,
	After:        `for v := range seq {`,
	Removable:    Partly,
	CannotRemove: `Two iterators advance together, or next is called from elsewhere.`,
	Program:      "iterpull",
}}
