package record

import "cmp"

import "encoding/json"

// A Class says how far a rewrite preserves behaviour.
type Class string

const (
	// Safe: the change preserves behaviour by construction; every condition that the rewrite needs is checked in code.
	Safe Class = "safe"
	// Review: the change may differ in the ways that Candidate.Caveats names. Written only on request.
	Review Class = "review"
)

// A Caveat is one way in which a program may behave differently after a rewrite.
type Caveat struct {
	// Kind is the kind of difference: "nil-or-empty". The comparison of the old and the new version ignores
	// differences of that kind. Empty in older records.
	Kind string `json:"kind,omitempty"`
	// Text says how, in words that a reader can check in the code.
	Text string `json:"text"`
}

func (c Caveat) String() string { return c.Text }

// UnmarshalJSON also reads a string, the text alone, which is what older records have.
func (c *Caveat) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &c.Text) == nil {
		return nil
	}
	type plain Caveat
	return json.Unmarshal(data, (*plain)(c))
}

// An Edit replaces the bytes Start..End of a file by New.
type Edit struct {
	File  string `json:"file"`  // as in Position
	Start int    `json:"start"` // byte offset, from 0
	End   int    `json:"end"`
	New   string `json:"new"`
}

// A Local is a local variable, and a range of text in which its name means it.
type Local struct {
	Name  string `json:"name"`
	File  string `json:"file"`  // as in Position
	Start int    `json:"start"` // byte offset, from 0
	End   int    `json:"end"`
}

// A Candidate is one fix for one place, before it is judged.
type Candidate struct {
	// ID consists of rewrite, file and ordinal. It is the same for equal input.
	ID string `json:"id"`
	// Rewrite is the name of the analyzer that offers the candidate.
	Rewrite string   `json:"rewrite"`
	Class   Class    `json:"class"`
	Pos     Position `json:"pos"`
	Package string   `json:"package"`
	// Message says in one sentence what the edits do and why.
	Message string `json:"message"`
	// Caveats are the ways in which behaviour may differ; empty if Safe.
	Caveats []Caveat `json:"caveats,omitempty"`
	// Form is the same for candidates of one rewrite in places that a reader expects to look alike: the call and the
	// words of its format. It may be empty.
	Form string `json:"form,omitempty"`
	// Local says that only the candidates of one function are expected to look alike. It is no part of a stream.
	Local bool `json:"-"`
	// Places is the number of places that look alike from which the candidate was made; 0 for one place. It is no part
	// of a stream.
	Places int `json:"-"`
	// Parts are the candidates of one function, or of one file, from which the candidate was made, and which are
	// judged in its place if it is not kept. What two candidates were made from is a part of the first. It is empty for a
	// candidate of one function and form that shares nothing with another, and no part of a stream.
	Parts []Candidate `json:"-"`
	// Of are the IDs of the candidates that make up this one, one after the other; empty for one that a rule offers.
	// It is no part of a stream.
	Of []string `json:"-"`
	// Functions are the functions whose bodies the edits touch, and the functions that benefit: callers whose
	// arguments need no memory any more.
	Functions []string `json:"functions,omitempty"`
	// Undeclared are the local variables whose declarations the edits remove, or give another type.
	Undeclared []Local `json:"undeclared,omitempty"`
	// Sites are the IDs of the measured sites that the candidate is meant to remove: those in its functions whose
	// mechanism names the rewrite.
	Sites []string `json:"sites,omitempty"`
	// Heat is the number of objects that these functions allocate in one operation of the workload that allocates most
	// in them. 0 where nothing was measured.
	Heat float64 `json:"heat_allocs_per_op,omitempty"`
	// ProfileShare is the share that these functions have of the estimated cost of all allocation in a given profile;
	// 0 without a profile.
	ProfileShare float64 `json:"profile_share,omitempty"`
	// Observed is the measurement from which a number in the edits comes; nil if there is none.
	Observed *Observed `json:"observed,omitempty"`
	Edits    []Edit    `json:"edits"`
}

// An Observed says how large growing values became, of those that were seen to grow on the heap.
type Observed struct {
	// Capacity is the capacity that the edits reserve, in elements, or in bytes of a text.
	Capacity int64 `json:"capacity"`
	// P50, P90 and P99 are the capacities that half, 90 % and 99 % of the values did not exceed in the end, with equal
	// weight for each workload. Lengths are at most that.
	P50 int64 `json:"p50"`
	P90 int64 `json:"p90"`
	P99 int64 `json:"p99"`
	// Waste is the largest share of the reserved memory that may stay unused.
	Waste float64 `json:"waste"`
}

// An Outcome is the result of judging a Candidate.
type Outcome string

const (
	Kept         Outcome = "kept"
	NoGain       Outcome = "no-gain"
	Slower       Outcome = "slower"
	TestsFail    Outcome = "tests-fail"
	Differs      Outcome = "differs"
	BuildFail    Outcome = "build-fail"
	NotExercised Outcome = "not-exercised"
	// NotReached: the time allowed was over before the candidate could be judged.
	NotReached Outcome = "not-reached"
)

// A Verdict is what verification found of one Candidate.
type Verdict struct {
	Candidate Candidate `json:"candidate"`
	Outcome   Outcome   `json:"outcome"`
	// Reason gives the reason in one line: the compiler's error, the test that failed, the input on which results
	// differed.
	Reason string `json:"reason,omitempty"`
	// Diff is the unified diff of this candidate alone, with file names
	// relative to the module.
	Diff string `json:"diff,omitempty"`
	// Tests is the number of tests that passed with the change in place.
	Tests int `json:"tests,omitempty"`
	// Red are tests, listed under their packages, that fail or do not run without the change as well, and packages
	// whose tests do not build. They do not count against the candidate.
	Red []string `json:"red_tests,omitempty"`
	// Unsteady are tests that failed with a change of the package in place, and passed when all tests of their
	// packages were run three times more.
	Unsteady []string `json:"unsteady_tests,omitempty"`
	// Vet is the number of lines that go vet prints about the package without any change. They do not count against a
	// candidate, and the package is measured all the same.
	Vet int `json:"vet,omitempty"`
	// Inputs is the number of generated inputs on which the old and the new version agreed; 0 together with
	// NoEquivalence if no inputs could be generated.
	Inputs int `json:"inputs,omitempty"`
	// Exempt names what the comparison left out, because a caveat of the candidate says that it may differ: "nil or
	// empty". Empty for a safe candidate, which is compared in everything.
	Exempt        []string `json:"exempt,omitempty"`
	NoEquivalence string   `json:"no_equivalence,omitempty"`
	// Unmeasured are changed functions that no workload allocates in, which go with those that one does: the comparison
	// and the tests say that they do the same, and nothing says how much they save.
	Unmeasured []string `json:"unmeasured,omitempty"`
	// Importers counts the packages of the module that import the package, and those of them whose tests ran and
	// passed. The two are equal unless the run was cut short.
	Importers Part `json:"importers,omitzero"`
	// Reach counts the lines that the candidate changes, and those of them that the package's own tests run. Empty if
	// that was not asked for.
	Reach Part `json:"reach,omitzero"`
	// Untimed says why it is not known whether the candidate makes something slower: "the run ended before". Empty if
	// the candidate was timed.
	Untimed string `json:"untimed,omitempty"`
	// Trade compares, in estimated cost, the objects that are saved with the bytes that are added. Empty unless bytes
	// rise.
	Trade string `json:"trade,omitempty"`
	// Comparisons are the workloads before and after the change.
	Comparisons []Comparison `json:"comparisons,omitempty"`
	// TestsReach says that a test allocates in the functions of a candidate that is not-exercised: it could be judged
	// with tests as workloads.
	TestsReach bool `json:"tests_reach,omitempty"`
	// Written says that the edits have been written to the user's files.
	Written bool `json:"written,omitempty"`
	// Number is the number of a kept candidate in the report, from 1, by which it can be applied; 0 for others. Its
	// Diff is then relative to the files with the candidates of smaller numbers in place.
	Number int `json:"number,omitempty"`
}

// Saved returns what the candidate saves in the workload where it saves most allocs/op or, if these are equal, bytes.
// The zero value means that it saves nothing.
func (v *Verdict) Saved() (most Measure) {
	for _, c := range v.Comparisons {
		m := Measure{AllocsPerOp: c.Before.AllocsPerOp - c.After.AllocsPerOp, BytesPerOp: c.Before.BytesPerOp - c.After.BytesPerOp}
		if cmp.Or(cmp.Compare(m.AllocsPerOp, most.AllocsPerOp), cmp.Compare(m.BytesPerOp, most.BytesPerOp)) > 0 {
			most = m
		}
	}
	return most
}

// A FileSum identifies the content of a file during a run.
type FileSum struct {
	Name   string `json:"name"`   // as in Position
	SHA256 string `json:"sha256"` // of its content, in hexadecimal
}

// WriteClass returns the class by which the candidate may be written: its own class, or Review if a function could not
// be compared and tests do not run all changed lines.
func (v *Verdict) WriteClass() Class {
	if v.NoEquivalence != "" && (v.Reach.Total == 0 || v.Reach.Done < v.Reach.Total) {
		return Review
	}
	return v.Candidate.Class
}

// A Part says how many of a total were done. The zero value means that there was nothing to do.
type Part struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// A Comparison is one workload before and after a change.
type Comparison struct {
	Workload string     `json:"workload"`
	Package  string     `json:"package"`
	Before   Measure    `json:"before"`
	After    Measure    `json:"after"`
	Time     TimeChange `json:"time"`
}

// A Measure holds allocs/op and B/op. They are the minimum of Samples runs, and exact if Spread is zero.
type Measure struct {
	AllocsPerOp float64 `json:"allocs_per_op"`
	BytesPerOp  float64 `json:"bytes_per_op"`
	Samples     int     `json:"samples"`
	// Cost is the estimated time of these allocations in nanoseconds per operation,
	// garbage collection included; 0 where it was not estimated.
	Cost float64 `json:"estimated_ns_per_op,omitempty"`
	// Spread is the difference in allocs/op between runs, in the part that the rewrite changes. 0 if all agree.
	Spread float64 `json:"spread,omitempty"`
}

// A TimeChange is a ratio of times with its interval.
type TimeChange struct {
	BeforeNs float64 `json:"before_ns"` // median
	AfterNs  float64 `json:"after_ns"`  // median
	// Ratio is after/before; Low and High are its 95 % interval. Proven says that 1 is outside of the interval,
	// corrected for the number of candidates compared.
	Ratio   float64 `json:"ratio"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Samples int     `json:"samples"`
	Proven  bool    `json:"proven"`
}
