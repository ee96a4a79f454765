/*
Unheap finds every heap allocation that a Go program makes while it does real
work, says why each one is on the heap, and rewrites the code so that it is
not, with a proof for each rewrite.

	$ unheap help
	unheap finds every heap allocation of a Go program and says why it is there.

	usage: unheap <command> [flags] [arguments]

	  find     measure, and say of every allocation why it is on the heap
	  show     tell all that is known of one site of the last run
	  fix      propose rewrites, prove each, and show the diffs that held
	  prove    judge a change that you made, as fix judges its own
	  apply    write the rewrites that a recorded run of fix has shown
	  gc       measure the garbage collector, predict, advise a setting, and run it
	  report   render a recorded run again
	  explain  describe a reason, or answer a question
	  mcp      serve an agent: find, show and prove as tools

	'unheap help <command>' describes one of them.

# Find

Find runs the benchmarks of a package, or its tests and examples where it has
no benchmarks, counts every object, and charges it to the line that asked for
it:

	$ unheap find -bench=Simple -sort=objects ./examples/decoder
	what to do first
	  57 %  examples/decoder/decoder.go:88:18  fix (presize): make output with capacity for strings.Cou…
	  14 %  examples/decoder/decoder.go:80:25  fix (split): range over strings.SplitSeq
	  14 %  examples/decoder/decoder.go:76:14  by hand: use the function of package bytes, or convert w…
	  next: unheap fix ./examples/decoder tries presize and proves it

	github.com/unheap/unheap/examples/decoder  1 benchmark, go1.26.8 linux/amd64
	  benchmark     allocs/op   B/op    n         first call  accounted for
	  DecodeSimple          7  1,864  100  7 allocs, 1,872 B  7 of 7, exact

	4 allocation sites; the first 3 are 86 % of the objects
	  71 % has a rewrite in fix; 14 % can go by hand; 14 % by reuse: one that is kept, or a pool

	#  objects  allocs/op   B/op  waste  place
	1     57 %          4    120    0 %  examples/decoder/decoder.go:88:18  append(output, byte(n))
	     why      growth: append(output, byte(n)) needs more room than its array has
	     remedy   fix (presize): make output with capacity for strings.Count(s, " ")+1
	     flow     examples/decoder/decoder.go:88:10: it is assigned: output = append(output, byte(n))
	              examples/decoder/decoder.go:91:2: it is returned: return output, nil
	     grows    0→16→32→64 B
	2     14 %          1  1,024   12 %  examples/decoder/decoder.go:80:25  strings.Split(s, " ")
	     why      split: strings.Split allocates: make in strings.genSplit
	     remedy   fix (split): range over strings.SplitSeq
	     inside   strings.genSplit (strings/strings.go:305) 100 % of the objects
	     wastes   1,024 B of blocks for 896 B asked for: 128 B lost
	3     14 %          1    208    0 %  examples/decoder/decoder.go:76:14  string(b)
	     why      bytes-to-string: string(b) copies the bytes, which may change, into a string, which
	              may not
	     remedy   by hand: use the function of package bytes, or convert where the compiler needs no
	              copy
	     flow     examples/decoder/decoder.go:76:4: it is assigned: s := string(b)
	              examples/decoder/decoder.go:80:25: it is passed on as s
	              examples/decoder/decoder.go:80:25: it is passed on: strings.genSplit(s, sep, 0, -1),
	              which strings.Split calls
	4     14 %          1    512    0 %  examples/decoder/decoder.go:72:22  io.ReadAll(r)
	     why      read-all: io.ReadAll allocates: make
	     remedy   reuse: where the size is known, use io.ReadFull with one buffer of it; else read into
	              a bytes.Buffer from a sync.Pool
	     inside   io.ReadAll (io/io.go:712) 100 % of the objects

	allocs/op, B/op and waste: exact, every object of the n operations in the table above.
	unheap explain NAME tells more of a reason (the word after why).

	not reached      29 places that the compiler puts on the heap and this run did not reach (-v lists
	                 them)

How to read it. First stand the costliest causes that can go, and the command
that comes next. The first table has the benchmarks: allocs/op and B/op are
those of "go test -benchmem", n is the number of operations they are an
average of, "first call" is what the first operation allocated, which averages
hide, and "accounted for" compares the sum over all places below with what the
runtime counted by itself. "exact" says that every object was recorded.

The second table has the places, the heaviest first. With -sort=cost, the
default, the rank is the estimated cost of the objects in time: their number
times what a block of that size takes on this machine, plus their bytes times
what collection takes for each. "waste" is the part of the blocks that was not
asked for. A share is of one operation of each benchmark together. Places of
one cause are one row, what test code allocates for itself is one line, and
what grows and is kept, so that hardly an operation pays for it, stands last.
Below each place stands why it is on the heap, in the word that "unheap
explain" knows and in a sentence, which goes on through the calls that take a
value; "remedy" says what to do, and who does it: fix, by a rewrite whose
conditions hold; you, by hand; or reuse, of one that is kept or from a pool.
"from" are the callers with their share; "flow" is the chain of assignments
that forced it there, from the compiler; "inside" is what allocated in code
that is not yours; "grows" is the ladder of blocks that a value went through.

Sites of which no reason is known are called unexplained, several allocations
that nothing tells apart are called shared, and a place that the compiler puts
on the heap and that the run never reached is listed as not reached. The tool
does not guess.

Objects are counted by the runtime of your own toolchain with a counter in its
allocator, built through an overlay: neither your tree nor your toolchain is
changed. Where that cannot be done, the stock heap profile is used, which
misses objects below 16 bytes that share a block, and what is missing has a
line of its own.

With -profile a heap profile is explained instead, from a file or from stdin;
give the program it was taken from with -binary, and allocations on one line
are told apart. With a CPU profile, or with -cpu, find says how much of the
time goes into allocation and garbage collection, so that you know whether to
read on.

With -paths the report says too in which part of the calls of its function each
costly place runs, how many of the times make an object, and whether the line by
which the value gets away runs at all. That takes another build and a short run.

# Fix

Fix takes the places that matter and tries rewrites of them, outside of your
tree. What it shows builds, passes go vet and the tests of the package and of
the packages that import it, agrees with the old version on some thousand
generated inputs, allocates less, and is not slower, with a pool faster:

	unheap fix ./...
	unheap fix -review -max-time=5m ./...
	unheap fix -w ./...

Rewrites are proposed for the named packages, and for packages of the same
module in which their benchmarks allocate. Packages are judged one after the
other, each by its own benchmarks as soon as they have run; what only the
benchmarks of another package reach is judged by those, and what only tests
reach is counted, and judged with -tests. What holds is told on stderr when it
does. Each that held is then shown with

	does     what it changes
	why      the reason for which something was on the heap
	in       each benchmark that allocates less: allocs/op and B/op before and
	         after, which are exact unless it says that the runs differ, and the
	         time of all that was kept together with its interval; ~ is within
	         the noise. Three benchmarks are shown; -v shows all
	checked  how many tests passed, of how many where some fail or do not run
	         without any change too, and on how many generated inputs old and
	         new version of each changed function were compared: results,
	         panics, changes to arguments, shared memory. What a caveat allows
	         to differ is not compared, and named; what could not be compared
	         is said
	may      how it may differ, for the class "review"

Then it says of every other rewrite why it was dropped: no-gain (no benchmark
allocates less, or not enough less), slower, tests-fail, differs, build-fail,
not-exercised (no benchmark allocates in that function), not-reached (-max-time
or an interrupt came first).

Last come the places that are left. The program with everything in place that
was kept is counted and explained like the first one, and what both have is
left: each place with its share of what is left, and why, or which condition
refused a rewrite of it. A place that only the second has is what a rewrite made
in place of more. Lines are those of the code before the rewrites.

However a run ends, what was proven by then stands: it is shown, and with -w
written. A rewrite stands when the tests of all packages that import it have
passed; with -importers=partial before, and the report says how many did. A
rewrite that saves less than 1 % of the estimated cost of each workload, or less
than what it adds costs who reads it, is kept only with -all. A line that there
is more of costs 2 %, and so do a part of a condition and other parameters; room
of a guessed size, or a trick, 3 %; another way to make an error or a help text,
a new function and a new loop 10 %; a sync.Pool 20 %; an operand of a text
beyond the fourth, or a changed line beyond the fourth of a place, 1 %. Each
percent of the objects of a benchmark pays 0.2 % of them if that is one, however
small it is, up to 0.5 % if it is 100; where nothing is added, a whole object of
a thousand is enough. What only tests show must save 100 objects of one of them
for each percent: they do not say that it is often. -max-time counts from when
the first package has been built.

What one rewrite does in one file goes together, and what it leaves beside it
goes along, although it does not pay by itself or, if it is safe, no workload
runs it: where no line is added, eight are reworded at most, and the functions
that no workload runs can be compared. The report names these.

What go vet and the tests say without any change counts against no rewrite: a
package that go test refuses to run for what go vet finds is measured all the
same, and the report says how much of its tests ran.

A rewrite of the class "safe" changes nothing that a program can rely on. One
of the class "review" may differ in the ways that it names, and is tried only
with -review. Nothing is written without -w; then each file is replaced in one
step, and a run that is killed leaves every file either old or new. Where one
cannot be written, none is. A rewrite of which a function could not be compared,
and whose lines tests do not reach, is shown, and written only with -review.

The diffs of a report build on one another, in the order of their numbers, and
can be given to "git apply" as they stand. What was shown can also be written
without another experiment, all of it or by number:

	unheap fix -format=json -o=run.json ./...
	unheap report run.json
	unheap apply run.json 1 3-5

Apply, and -w, look first at every file that the proof rested on, edited or not:
the files of the packages, of those that import them, and of what these need, and
go.mod and go.sum. If one of them is not what it was, nothing is written. Files
that tests open by themselves are not known, and not looked at. No command of a
run changes go.mod or go.sum, also with -mod=mod.

# Prove

Prove judges a change that somebody made, by the judge of fix: the working tree
against HEAD, a commit, each commit of a range, or a diff. Both versions are laid
out in a temporary folder; your tree is not touched.

	unheap prove
	unheap prove -format=markdown HEAD
	unheap prove main..work
	git diff | unheap prove -repro=/tmp/repro -

The first line is the verdict: held, no-gain, differs, tests-fail or unknown. Then

	changed   functions, signatures, declarations, and what the change does to the
	          exported API
	counted   each benchmark that runs a changed line, exactly, or the tests where
	          there is none
	sites     the places whose objects went, came or moved
	tests     of the changed packages and of those that import them; a test that
	          the change itself has altered is run as it was, too
	compared  functions whose old and new version were called side by side. The
	          whole old package stands beside the new one, so helpers, types and
	          signatures may change; of what has one version only the nearest
	          callers are compared. Values are made by constructors and methods,
	          from constants of the code, its tests and fuzz corpora, and follow
	          the coverage of both versions. Compared are results, errors and what
	          they wrap, panics, what becomes of arguments and of memory that
	          results share, the order of calls and writes, and what constructors,
	          methods and functions that were returned do afterwards
	reached   how many of the changed lines all that has run. Below three quarters
	          the verdict is unknown, however many inputs agreed
	hazards   mistakes that linters see on the changed lines: pooled memory that
	          escapes, shared buffers, unsafe views; and results that keep more
	          memory alive
	doubts    what is not known

A difference is told with the smallest input that shows it. -repro writes it as a
Go test; it has been run, passes with the old version and fails with the new one.
-minimize shows the part of a change that is enough for what it saves. Benchmarks
are timed, old and new in turns, where the change keeps something for later, in a
pool or a cache, and where they take more bytes; all of them with -time. What
functions see of the stack counts with -frames. Goroutines that outlive a call are
counted, and not waited for. It exits 0 if every change held, and 3 if one did not.

# GC

Gc comes last: it says what the garbage collector costs, whether the allocation rate is
what to work on, and which GOGC and GOMEMLIMIT fit into a memory.

	unheap gc -bench=Decode/large -memory=512MiB ./pkg
	unheap gc ./cmd/batch -- input.json
	unheap gc -drive='hey -n 20000 http://localhost:8080/' ./cmd/server
	unheap gc -service=http://localhost:6060 -memory=2GiB

The program is run at three values of GOGC. From these runs follows a model: what is live
at each point of its work, what a byte costs to scan, how far the heap grows past its goal.
Each run is shown beside what the model says of it. The advice is the setting with the least
CPU time that leaves -headroom of the memory free and holds if a quarter more is live; it is
run, and shown beside its prediction too. With -format=html the same is a drawing.

Of a service that runs already only figures of runtime.MemStats are read, which expvar and
net/http/pprof serve, so that collections are predicted and CPU time is not.

# Report

A run recorded as JSON, one object a line, can be rendered again in any form:

	unheap find -format=json -o=run.json ./...
	unheap report run.json
	unheap report -list run.json

The stream is described in docs/record.md.

# In a hurry, and for agents

With -brief there is one line for each cause, what costs most first, in at most
-budget bytes (2000), and no legend. The first word names the site: show tells all
that is known of it. The last runs of each module are kept in the user's cache
folder, and -since=last says only what has changed:

	unheap find -brief ./pkg
	unheap show 3f2
	unheap find -since=last ./pkg

Mcp offers find, show and prove to an agent by the Model Context Protocol, on stdin
and stdout. docs/agents/SKILL.md tells an agent how to go about it.

# Explain

Explain lists the reasons, describes one with the program that proves it, and
answers six questions to ask oneself:

	$ unheap explain returned
	returned: a pointer to it is returned

	A function's variables live in its stack frame, and the frame is gone when it
	returns. What a returned pointer, slice, map or function refers to must live on,
	so it is on the heap.

	A returned value is copied into the caller's frame instead. For anything up to a
	few hundred bytes the copy is cheaper than an object. A pointer is also free
	when the function is inlined into a caller that does not pass the pointer on:
	small constructors are, large ones are not.

	Before:

	    func New(name string) *User { return &User{Name: name} }

	After:

	    func New(name string) User { return User{Name: name} } // a copy
	    func (u *User) Init(name string) { u.Name = name }    // the caller's variable

	What to do: return the value instead of a pointer, or let the caller pass in
	where it goes.
	It can be removed in part, or in some cases.
	Rewrites: block, valuefield, outline, outlineclosure, coldaddr, rangeaddr, filterinplace.
	It must stay when: The caller must share the object with others, or the function
	belongs to an API that hands out pointers. Then only fewer objects help: one
	array for many, or reuse.

	returned_test.go, which shows it:

	    // A pointer that a function returns must stay valid after the call, and the
	    // stack frame does not: what it points to goes to the heap. A returned value
	    // is copied to the caller and costs nothing.

	    package truth

	    import "testing"

	    type returnedPoint struct{ x, y int }

	    //go:noinline
	    func returnedPointer(x, y int) *returnedPoint {
	    	p := returnedPoint{x, y} // heap: returned 1
	    	return &p
	    }

	    //go:noinline
	    func returnedLiteral(x, y int) *returnedPoint {
	    	return &returnedPoint{x, y} // heap: returned 1
	    }

	    //go:noinline
	    func returnedThroughLocal(n int) []int {
	    	s := make([]int, 10) // heap: returned 1
	    	s[0] = n
	    	t := s[:5]
	    	return t
	    }

	    //go:noinline
	    func returnedSized(n int) []int {
	    	return make([]int, n) // heap: returned 1
	    }

	    //go:noinline
	    func returnedSliceLiteral(n int) []int {
	    	return []int{1, 2, n} // heap: returned 1
	    }

	    //go:noinline
	    func returnedParameter(p returnedPoint) *returnedPoint { // heap: returned 1
	    	return &p
	    }

	    //go:noinline
	    func returnedValue(x, y int) returnedPoint {
	    	return returnedPoint{x, y} // heap: none
	    }

	    // returnedInlined is small enough for the compiler to copy it into its
	    // callers, where the point turns out to be used locally.
	    func returnedInlined(x, y int) *returnedPoint {
	    	return &returnedPoint{x, y} // heap: none
	    }

	    type returnedLogger interface {
	    	with(name string) returnedLogger
	    }

	    // A returnedNamed is copied for its method by a function that stands between, and has no frame.
	    type returnedNamed struct{ name, of string }

	    func (l returnedNamed) with(name string) returnedLogger {
	    	l.name += name
	    	return &l
	    }

	    //go:noinline
	    func returnedCopy(l returnedLogger) returnedLogger {
	    	return l.with("") // heap: returned 1 // says: l is returned by with
	    }

	    var returnedFirst returnedLogger = returnedNamed{}

	    var returnedTotal int

	    func BenchmarkReturned(b *testing.B) {
	    	for b.Loop() {
	    		returnedCopy(returnedFirst)
	    		returnedTotal += returnedPointer(1, 2).x
	    		returnedTotal += returnedLiteral(1, 2).x
	    		returnedTotal += len(returnedThroughLocal(3))
	    		returnedTotal += len(returnedSized(3))
	    		returnedTotal += len(returnedSliceLiteral(3))
	    		returnedTotal += returnedParameter(returnedPoint{1, 2}).y
	    		returnedTotal += returnedValue(1, 2).x
	    		returnedLocal()
	    	}
	    }

	    //go:noinline
	    func returnedLocal() {
	    	p := returnedInlined(1, 2) // heap: none
	    	returnedTotal += p.x + p.y
	    }

	Run it: go test -bench=Returned -benchmem returned_test.go

# Exit status

0 if the work was done, 1 if it could not be done, 2 if the command line made
no sense. Results go to stdout, everything else to stderr. Progress is shown
on a terminal only; NO_COLOR turns colour off. An interrupt prints what is
known by then and leaves nothing behind.
*/
package main
