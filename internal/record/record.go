// Package record holds the nouns of a run: what was measured, what the
// compiler decided, where the two meet, which change is proposed and how it
// was judged. Every other package fills or reads these values; none of them
// imports another stage.
//
// Invariant: a report is a function of the record alone. So a record carries
// no absolute path, no pointer into a syntax tree and nothing that must be
// looked up again on the user's disk, and an old one stays readable.
//
// Model: a run is a stream of [Message] values. Config comes first and says
// the protocol version; Progress messages may be dropped anywhere without
// making the stream invalid; Summary comes last when the run was not cut short.
//
// What the model blurs: counts are integers of the whole measured phase, and
// "per operation" is always computed from them and [Workload.Ops], never
// stored, so that sums are exact.
package record

// Protocol is the version of the JSON stream. The major part changes when an
// old reader would misread a new stream, the minor part when fields are added.
const Protocol = "1.0"

// A Position is a place in source text.
//
// File is slash-separated. For the user's own files it is relative to the root, which is the folder of the main module
// or, in a workspace, the folder that holds its modules. For files of dependencies and of the standard library it is
// import path + "/" + base name. It is empty if unknown. Line and Column count from 1; 0 means unknown. Columns are in
// bytes.
type Position struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// A Frame is one logical call frame: an inlined callee has a frame of its own.
type Frame struct {
	// Function is the linker's name: "example.com/m/p.(*T).Method",
	// "example.com/m/p.F[...]", "example.com/m/p.F.func1".
	Function string `json:"function"`
	// Package is the import path of the function. The external test package
	// keeps its "_test" suffix. Empty when unknown.
	Package string `json:"package,omitempty"`
	// File and Line are as in Position. Go profiles have no columns.
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	// Inlined says that this frame was inlined into the next one of the stack.
	Inlined bool `json:"inlined,omitempty"`
	// Others says of a frame in a Caller that it does not itself call the frame before it: functions between them are
	// not the user's.
	Others bool `json:"others,omitempty"`
	// PC is the return address minus one in the measured binary. All logical frames of one physical frame have the
	// same PC. 0 if unknown.
	PC uint64 `json:"pc,omitempty"`
}

// A Phase says when within a benchmark something was allocated.
type Phase string

const (
	// PhaseSetup is outside of the timed region: before the first StartTimer or ResetTimer, between StopTimer and
	// StartTimer, after the end. Neither testing nor any sum here counts it.
	PhaseSetup Phase = "setup"
	// PhaseFirst is the first operation of a benchmark, in which caches, pools and lazily built tables are filled.
	PhaseFirst Phase = "first"
	// PhaseSteady is everything after the first operation.
	PhaseSteady Phase = "steady"
	// PhaseHalf is about half as many operations as the steady phase, for comparison: the first half of the steady
	// phase, whose objects are in both phases, or a run of its own.
	PhaseHalf Phase = "half"
)

// An Alloc is one line of a measured profile: all objects of one requested size that one stack allocated in one phase
// of one workload.
type Alloc struct {
	// Workload is the name of a Workload; empty for a profile that was not taken from a benchmark or test.
	Workload string `json:"workload,omitempty"`
	// Package is the package of the Workload, and so says in which test binary the PCs are. Empty for a profile that
	// was not taken from a benchmark or test.
	Package string `json:"package,omitempty"`
	Phase   Phase  `json:"phase,omitempty"`
	// Stack is leaf first. In a profile of the counting runtime it begins
	// with the runtime's own frames; in a stock profile those are missing.
	Stack []Frame `json:"stack"`
	// Primitive is the runtime function that user or library code called,
	// for example "runtime.growslice". Empty when it could not be found.
	Primitive string `json:"primitive,omitempty"`
	// Type is the runtime's name of the allocated type, or of the element
	// type of an array. Empty when the allocation has none (strings, bytes
	// without type) or the profile does not carry it.
	Type string `json:"type,omitempty"`
	// Size is the number of bytes requested per object. 0 if unknown.
	Size int64 `json:"size,omitempty"`
	// Block is the number of bytes that the heap gave per object. 0 for an object that fitted into a tiny block opened
	// by another object.
	Block int64 `json:"block,omitempty"`
	// Objects counts objects, as MemStats.Mallocs does.
	Objects int64 `json:"objects"`
	// Bytes is Objects × Block, as MemStats.TotalAlloc counts.
	Bytes int64 `json:"bytes"`
	// InuseObjects and InuseBytes are what had not been freed when the profile was taken. 0 if the profile does not
	// say.
	InuseObjects int64 `json:"inuse_objects,omitempty"`
	InuseBytes   int64 `json:"inuse_bytes,omitempty"`
}

// A WorkloadKind says what was run.
type WorkloadKind string

const (
	KindBenchmark WorkloadKind = "benchmark"
	KindTest      WorkloadKind = "test"    // a test or example, each run of which is an operation
	KindProfile   WorkloadKind = "profile" // a profile that was given
)

// A Total is what a workload allocates in its steady phase.
type Total struct {
	Ops     int64 `json:"ops"`
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// A Workload is one thing that was run and measured.
type Workload struct {
	// Name is the full name, sub-benchmarks included and without the
	// GOMAXPROCS suffix: "BenchmarkDecode/simple".
	Name    string       `json:"name"`
	Package string       `json:"package"`
	Kind    WorkloadKind `json:"kind"`
	// Ops is the number of operations of the steady phase; 1 for a test; 0
	// for a profile of unknown length.
	Ops int64 `json:"ops"`
	// Objects and Bytes are the MemStats counts of the steady phase, not the sum over sites: the two are compared, and
	// the difference is shown.
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
	// FirstObjects and FirstBytes are the counts of the first operation; 0 if there is no other operation, as for a
	// test that takes too long to be run twice.
	FirstObjects int64 `json:"first_objects,omitempty"`
	FirstBytes   int64 `json:"first_bytes,omitempty"`
	// HalfOps is about half of Ops, and HalfObjects and HalfBytes are the counts of that many operations. They show
	// what depends, per operation, on the number of operations. All are 0 if this was not asked for or takes too long.
	HalfOps     int64 `json:"half_ops,omitempty"`
	HalfObjects int64 `json:"half_objects,omitempty"`
	HalfBytes   int64 `json:"half_bytes,omitempty"`
	// Exact says that the counting runtime recorded every object. Without it the sites lack tiny objects, and Missing
	// is their number.
	Exact bool `json:"exact"`
	// Missing is Objects minus the sum over sites in the steady phase.
	Missing int64 `json:"missing,omitempty"`
	// NsPerOp are samples of the time of one operation, in nanoseconds, from
	// runs that recorded no profile. Empty when time was not asked for.
	NsPerOp []float64 `json:"ns_per_op,omitempty"`
	// Left is what the workload allocates with everything in place that a run of fix kept. It is nil if nothing was
	// kept, and for a workload that reaches what was kept but was not counted again before the run ended.
	Left *Total `json:"left,omitempty"`
	// Failure is the reason why the workload has no figures (failed, panicked, timed out, called os.Exit), with the
	// end of its output. Empty if the workload ran.
	Failure string `json:"failure,omitempty"`
	Output  string `json:"output,omitempty"`
}

// A DecisionKind is the kind of a decision of the compiler.
type DecisionKind string

const (
	Escapes      DecisionKind = "escapes"       // "x escapes to heap"
	Moved        DecisionKind = "moved"         // "moved to heap: x"
	Stays        DecisionKind = "stays"         // "x does not escape"
	ZeroCopy     DecisionKind = "zero-copy"     // "zero-copy string->[]byte conversion"
	Leaks        DecisionKind = "leaks"         // "leaking param: x", "leaking param content: x"
	Inlines      DecisionKind = "inlines"       // "can inline F"
	CannotInline DecisionKind = "cannot-inline" // "cannot inline F: reason"
	InlinesCall  DecisionKind = "inlines-call"  // "inlining call to F"
)

// A Decision is one decision of the compiler on one value.
type Decision struct {
	Kind DecisionKind `json:"kind"`
	// Package is the import path of the compiled package. Test says that it was compiled together with its test files.
	Package string `json:"package"`
	Test    bool   `json:"test,omitempty"`
	// Function is the enclosing function in the compiler's form. Empty if the log does not say.
	Function string   `json:"function,omitempty"`
	Pos      Position `json:"pos"`
	// Expr is the compiler's text of the value: "make([]int, n)", "x",
	// "func literal", "... argument".
	Expr string `json:"expr,omitempty"`
	// Reason is the compiler's own reason where it gives one, for example
	// "too large for stack" or "function too complex: cost 90 exceeds budget 80".
	Reason string `json:"reason,omitempty"`
	// Inlined names the functions inlined at Pos, in the order of the log, if
	// the value belongs to the body of one of them and not to the line itself.
	Inlined []string `json:"inlined,omitempty"`
	// Flow is the chain of assignments that forced the value to the heap, from the value outward. Empty unless Kind is
	// Escapes, Moved or Leaks.
	Flow []Step `json:"flow,omitempty"`
}

// EndOfCopy describes how a value in an inlined copy of a function escapes. All values of the copy have the position of
// the call, and those with equal text are distinguished by this.
func (d *Decision) EndOfCopy() string {
	if len(d.Inlined) == 0 || len(d.Flow) == 0 {
		return ""
	}
	return d.Flow[len(d.Flow)-1].Expr
}

// A Step is one link of a Flow: Dst receives Src because of Why at Pos.
type Step struct {
	Dst  string   `json:"dst"`            // "{heap}", "~r0", "p"
	Src  string   `json:"src,omitempty"`  // "&{storage for x}"
	Expr string   `json:"expr,omitempty"` // the expression that moves it
	Why  string   `json:"why,omitempty"`  // "return", "call parameter", "captured by a closure"
	Pos  Position `json:"pos"`
}

// A Match says how certain the join of a site with its source is.
type Match string

const (
	Measured    Match = "measured"    // measured, and its reason found
	Shared      Match = "shared"      // several allocations that cannot be told apart
	Unexplained Match = "unexplained" // measured, no reason found
	Unmeasured  Match = "unmeasured"  // the compiler says that it is on the heap, but the run did not reach it
)

// A Site is one place in the user's code that allocates, with its cost in each workload and the reason.
type Site struct {
	// ID does not change with edits elsewhere in the file: it consists of package, function, text of the expression,
	// and ordinal among equal ones, and has no line number.
	ID       string   `json:"id"`
	Pos      Position `json:"pos"`
	Package  string   `json:"package"`
	Function string   `json:"function"`
	// Test says that the site is in a _test.go file.
	Test bool `json:"test,omitempty"`
	// Expr is the source text of the expression, shortened to one line. Empty if the join could not tell which
	// expression of the line it is.
	Expr string `json:"expr,omitempty"`
	// Source is the whole line, without its indentation.
	Source string `json:"source,omitempty"`
	Match  Match  `json:"match"`
	// Kind is the kind of the Point that was joined with the site; empty if the join could not tell, and for
	// allocations that no line of the user's asked for.
	Kind PointKind `json:"kind,omitempty"`
	// Callee is the function outside of the user's code that the line called, in the form of the stack; empty unless
	// Inside says what that function allocated.
	Callee string `json:"callee,omitempty"`
	// Primitive and Type are those of the Allocs that make up the site; empty if these differ.
	Primitive string `json:"primitive,omitempty"`
	Type      string `json:"type,omitempty"`
	// Mechanism is the name of the reason in the catalogue. It is empty if Match is Unexplained, and for an Unmeasured
	// site for which no reason was found.
	Mechanism string `json:"mechanism,omitempty"`
	// Why says in plain words why this value is on the heap.
	Why string `json:"why,omitempty"`
	// Chain is the flow that forced the value to the heap, one step per line, in plain words.
	Chain []ChainStep `json:"chain,omitempty"`
	// Remedy says whether and how the site can be removed. Removable is "yes", "partly", "no" or "unknown". Way is who
	// can do it.
	Remedy    string `json:"remedy,omitempty"`
	Removable string `json:"removable,omitempty"`
	Way       Way    `json:"way,omitempty"`
	// Rewrite is the rewrite of fix that would remove the site, with its class; Remedy then says what the rewrite
	// would do. Empty if fix has none for this place.
	Rewrite      string `json:"rewrite,omitempty"`
	RewriteClass Class  `json:"rewrite_class,omitempty"`
	// Cause is what the site has in common with other sites: the place in a function where everything that is passed
	// to it escapes, or the variable that all of them box. Sites of one cause go together. Empty for a site of its
	// own. CausePos is that place.
	Cause    string   `json:"cause,omitempty"`
	CausePos Position `json:"cause_pos,omitzero"`
	// Holder is the ID of the site whose object holds this one, which is why the compiler puts it on the heap: the
	// code shows no other reference to it. Empty for other sites.
	Holder string `json:"holder,omitempty"`
	// Callers are the paths of calls to the site, most objects first. Empty if the stacks have no more frames.
	Callers []Caller `json:"callers,omitempty"`
	// Path says how often the code of the site runs in the workload in which it allocates most; nil if that was not
	// counted.
	Path *Path `json:"path,omitempty"`
	// Decisions are the compiler's verdicts that the join used.
	Decisions []Decision `json:"decisions,omitempty"`
	// Inside is what functions that are not the user's allocated, most first. Empty if the user's own expression
	// allocates.
	Inside []Inner `json:"inside,omitempty"`
	// Usage is the cost in each workload, in the order of the workloads.
	Usage []Usage `json:"usage,omitempty"`
	// Ladder is the sequence of block sizes, in bytes, that a growing value took, smallest first. Empty for other
	// sites.
	Ladder []int64 `json:"ladder,omitempty"`
	// Cost is the estimated cost in nanoseconds per operation, averaged over the workloads that reach the site. It is
	// for ranking.
	Cost float64 `json:"cost_ns,omitempty"`
	// Left is Usage with everything in place that a run of fix kept, for workloads that have Left. A site with Usage
	// and no Left was removed; a site with only Left was added by what was kept.
	Left []Usage `json:"left,omitempty"`
	// NotFixed says why the site is still there. Runs of fix set it for the sites that together make up 95 % of what
	// is left; empty otherwise.
	NotFixed string `json:"not_fixed,omitempty"`
}

// A ChainStep is one link of the explanation of a Site.
type ChainStep struct {
	Text string   `json:"text"`
	Pos  Position `json:"pos"`
}

// An Inner is one allocating place below the user's line.
type Inner struct {
	Frame     Frame  `json:"frame"`
	Primitive string `json:"primitive,omitempty"`
	Type      string `json:"type,omitempty"`
	Mechanism string `json:"mechanism,omitempty"`
	Objects   int64  `json:"objects"` // steady phase, all workloads
	Bytes     int64  `json:"bytes"`
}

// A Way is how a Site can be removed.
type Way string

const (
	WayFix   Way = "fix"   // fix has a rewrite for the place, whose conditions hold
	WayHand  Way = "hand"  // by hand
	WayReuse Way = "reuse" // the object is needed; it can be kept for reuse or taken from a pool
	WayNone  Way = "none"  // not at all
	// WayOthers: a function that is not the user's allocates; its documentation may say how to avoid that.
	WayOthers Way = "others"
)

// A Caller is a path of calls to a Site.
type Caller struct {
	// Frames are the user's frames above the site, innermost first, at most a few.
	Frames []Frame `json:"frames"`
	// Pool says that sync.Pool's Get called New between the site and the Frames.
	Pool    bool  `json:"pool,omitempty"`
	Objects int64 `json:"objects"` // steady phase, all workloads
}

// A Path says how often the code of a Site runs. It was counted in a run of its own.
type Path struct {
	Workload string `json:"workload"`
	Package  string `json:"package"` // with Workload the key of a Workload
	Ops      int64  `json:"ops"`     // number of operations of the workload in which all counts were made
	// Times is the number of times that the statement of the site ran, Calls the number of calls of its function.
	Times int64 `json:"times"`
	Calls int64 `json:"calls"`
	// Away is the number of times that the statement ran through which the value escapes, the last one of the Chain in
	// the user's code. AwayPos is its position; empty if it is the statement of the site, if values of other sites get
	// there too, or if several values share it.
	Away    int64    `json:"away,omitempty"`
	AwayPos Position `json:"away_pos,omitzero"`
	// Text says all that in words, and how many of the times make an object.
	Text string `json:"text"`
}

// A Usage is the cost of one Site in one Workload.
type Usage struct {
	Workload string `json:"workload"`
	Package  string `json:"package"` // with Workload the key of a Workload
	// Objects, Bytes and Requested are totals of the steady phase. Bytes is the size of the blocks, Requested the
	// bytes asked for; -1 if unknown.
	Objects   int64 `json:"objects"`
	Bytes     int64 `json:"bytes"`
	Requested int64 `json:"requested"`
	// FirstObjects and FirstBytes are the counts of the first operation.
	FirstObjects int64 `json:"first_objects,omitempty"`
	FirstBytes   int64 `json:"first_bytes,omitempty"`
	// HalfObjects and HalfBytes are the counts of the workload's HalfOps operations.
	HalfObjects int64 `json:"half_objects,omitempty"`
	HalfBytes   int64 `json:"half_bytes,omitempty"`
	// InuseObjects and InuseBytes are set for given profiles only.
	InuseObjects int64 `json:"inuse_objects,omitempty"`
	InuseBytes   int64 `json:"inuse_bytes,omitempty"`
	// Growth are the blocks that growing values took in the steady phase, smallest first. Empty unless the site has a
	// Ladder.
	Growth []Rung `json:"growth,omitempty"`
	// Cost is the estimated cost in nanoseconds of one operation of this workload, for ranking: see Shares. 0 if it
	// was not estimated.
	Cost float64 `json:"cost_ns,omitempty"`
}

// A Rung says how often growing values took a block of one size.
type Rung struct {
	// Size is the most that was requested of such a block, in bytes; Bytes is the size of all these blocks together.
	Size    int64 `json:"size"`
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// A CPULine is the CPU time of one of the user's lines, by what the time was spent on. All values are nanoseconds over
// the whole profile.
type CPULine struct {
	Pos      Position `json:"pos"`
	Function string   `json:"function,omitempty"`
	Alloc    int64    `json:"alloc_ns"`  // in mallocgc and below, assists excluded
	Assist   int64    `json:"assist_ns"` // marking done on behalf of the allocation
	Rest     int64    `json:"rest_ns"`
}

// A CPU is a whole CPU profile, split by what the time was spent on.
type CPU struct {
	Source     string `json:"source,omitempty"`  // where the profile came from
	Samples    int64  `json:"samples,omitempty"` // 0 when unknown
	Total      int64  `json:"total_ns"`
	Alloc      int64  `json:"alloc_ns"`
	Assist     int64  `json:"assist_ns"`
	Background int64  `json:"background_ns"` // background mark workers
	Sweep      int64  `json:"sweep_ns"`      // sweeping and scavenging
	Rest       int64  `json:"rest_ns"`
	// Lines is sorted by Alloc + Assist, largest first.
	Lines []CPULine `json:"lines,omitempty"`
}

// A Problem is a part of the user's program that could not be measured; the run goes on with the rest.
type Problem struct {
	Package string   `json:"package,omitempty"`
	Pos     Position `json:"pos"`
	// Text is one line without the position. Detail is the end of what a compiler or test printed.
	Text   string `json:"text"`
	Detail string `json:"detail,omitempty"`
}

// A Config is the first message of a stream.
type Config struct {
	Protocol string `json:"protocol"`
	// Unheap is the version of this program, Command its arguments.
	Unheap    string   `json:"unheap,omitempty"`
	Command   []string `json:"command,omitempty"`
	GoVersion string   `json:"go_version,omitempty"` // of the user's toolchain
	GOOS      string   `json:"goos,omitempty"`
	GOARCH    string   `json:"goarch,omitempty"`
	Module    string   `json:"module,omitempty"` // path of the first main module
	Packages  []string `json:"packages,omitempty"`
	// Dir is the directory in which the command was started, slash-separated and relative to the root of positions;
	// "." for the root itself.
	Dir string `json:"dir,omitempty"`
	// Counter says how objects were counted: "exact", or "stock" followed by the reason why the counting runtime could
	// not be used.
	Counter string `json:"counter,omitempty"`
}

// A Progress says what the program is doing. It is for people, and never part of a result.
type Progress struct {
	Stage string `json:"stage"`          // "build", "run", "join"
	Text  string `json:"text"`           // "BenchmarkDecode/simple"
	Done  int    `json:"done,omitempty"` // of Total; 0 when unknown
	Total int    `json:"total,omitempty"`
	// LeftNs is the estimated time until the end of the run; 0 if the steps of the stage tell as much, negative if it
	// is not known.
	LeftNs int64 `json:"left_ns,omitempty"`
}

// A SourceLine is a line of the user's source. It is in the record so that a listing can be rendered from that alone.
type SourceLine struct {
	Pos  Position `json:"pos"` // Column is 0
	Text string   `json:"text"`
}

// A Summary is the last message of a complete find run.
type Summary struct {
	// Objects and Bytes are totals of the steady phase over all workloads.
	Objects     int64 `json:"objects"`
	Bytes       int64 `json:"bytes"`
	Unexplained int64 `json:"unexplained"` // objects
	Shared      int64 `json:"shared"`      // objects
	Missing     int64 `json:"missing"`     // objects
	// Interrupted says that the run was cut short, and that the figures are those known by then.
	Interrupted bool `json:"interrupted,omitempty"`
	// Files are the user's files on which the proof of what a run of fix kept depends, sorted by name: those of the
	// changed packages, of the workloads, of all packages that import them, and of what these need, and the go.mod and
	// go.sum of their modules. Empty if nothing was kept.
	Files []FileSum `json:"files,omitempty"`
}
