package mechanism

// Reasons of objects that the program does not request itself.
const (
	Goroutine = "goroutine"
	Runtime   = "runtime"
	Testing   = "testing"
)

var background = []Mechanism{{
	Name:   Goroutine,
	Title:  "the runtime makes the record of a goroutine",
	Remedy: "run fewer goroutines at once",
	Doc: `Each goroutine has a record of about 480 bytes. Those of finished goroutines
are used again, so that it shows only when more goroutines run at once than
ever before. It belongs to no line: the runtime makes it on a stack of its own.`,
	Before: `for _, job := range jobs {
	go run(job) // as many goroutines as jobs
}`,
	After: `for range runtime.GOMAXPROCS(0) {
	go worker()
}`,
	Removable:    Partly,
	CannotRemove: `So many goroutines are needed at once.`,
	Program:      "runtime",
}, {
	Name:   Runtime,
	Title:  "the runtime keeps a record of its own",
	Remedy: "nothing: it does not grow with the number of operations",
	Doc: `Waiting at a channel or lock, growing a pool's shards, starting a thread, the
caches of type assertions and the workers of the garbage collector need
records. They are made once and used again, and are charged to whatever line
ran at that moment. In a steady program they fade away.`,
	Before:       `v := <-c // the first goroutines to wait make the records`,
	Removable:    No,
	CannotRemove: `It is the runtime's, and does not grow with the number of operations.`,
	Program:      "runtime",
}, {
	Name:   Testing,
	Title:  "the test or benchmark itself allocates",
	Remedy: "keep it out of what is measured",
	Doc: `The testing package counts everything between the start and the stop of its
timer, its own work included: Cleanup, Run, Log, TempDir. It is not part of the
program. Set-up belongs before the loop.`,
	Before: `for b.Loop() {
	dir := b.TempDir()
	run(dir)
}`,
	After: `dir := b.TempDir()
for b.Loop() {
	run(dir)
}`,
	Removable: Yes,
	Program:   "testing",
}}
