package record

import "cmp"

import "encoding/json"

// A Class says how far a rewrite preserves behaviour.
type Class string

const (
	// Safe: behaviour is preserved by construction; every condition the
	// rewrite needs is checked in code.
	Safe Class = "safe"
	// Review: faster, but it may differ in the ways that Candidate.Caveats
	// names. Written only on request.
	Review Class = "review"
)

// A Caveat is one way in which a program may behave differently after a rewrite.
type Caveat struct {
	// Kind is what kind of difference it is: "nil-or-empty". The comparison of the
	// old and the new version leaves that out. Empty in records that are older.
	Kind string `json:"kind,omitempty"`
	// Text says it in words that a reader can check against her code.
	Text string `json:"text"`
}

func (c Caveat) String() string { return c.Text }

// UnmarshalJSON reads the text alone, too, which is all that older records have.
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

// A Local is a local variable, and the text in which its name means it.
type Local struct {
	Name  string `json:"name"`
	File  string `json:"file"`  // as in Position
	Start int    `json:"start"` // byte offset, from 0
	End   int    `json:"end"`
}

// A Candidate is one fix for one place, not yet judged.
type Candidate struct {
	// ID is stable for equal input: rewrite, file, ordinal.
	ID string `json:"id"`
	// Rewrite is the name of the analyzer that offers it.
	Rewrite string   `json:"rewrite"`
	Class   Class    `json:"class"`
	Pos     Position `json:"pos"`
	Package string   `json:"package"`
	// Message says what is done and why, in one sentence.
	Message string `json:"message"`
	// Caveats are the ways in which behaviour may differ; empty if Safe.
	Caveats []Caveat `json:"caveats,omitempty"`
	// Form is the same for candidates of one rewrite in places that a reader expects to look
	// alike: the call and the words of its format. It may be empty.
	Form string `json:"form,omitempty"`
	// Places are of how many places that look alike it was made; 0 for one. It is no part of a stream.
	Places int `json:"-"`
	// Parts are the candidates of one function, or one file, each that it was made of, which are judged in its place if
	// it does not hold. It is empty for a candidate of one function, and no part of a stream.
	Parts []Candidate `json:"-"`
	// Of are the IDs of the candidates that it is, one after the other; empty for one that a rule offers. It is no part of a stream.
	Of []string `json:"-"`
	// Functions are the functions whose bodies the edits touch, and those that they are for:
	// callers whose arguments need no memory any more.
	Functions []string `json:"functions,omitempty"`
	// Undeclared are local variables whose declarations the edits take away, or give another type.
	Undeclared []Local `json:"undeclared,omitempty"`
	// Sites are the IDs of the measured sites it is meant to remove: those in its
	// functions whose mechanism names the rewrite.
	Sites []string `json:"sites,omitempty"`
	// Heat is what these functions allocate in one operation of the workload
	// that allocates most in them, in objects. 0 where nothing was measured.
	Heat float64 `json:"heat_allocs_per_op,omitempty"`
	// ProfileShare is the part of the estimated cost of all allocation in a given
	// profile that these functions have; 0 without one.
	ProfileShare float64 `json:"profile_share,omitempty"`
	// Observed is the measurement that a number in the edits is from; nil where there is none.
	Observed *Observed `json:"observed,omitempty"`
	Edits    []Edit    `json:"edits"`
}

// An Observed is how large values became that grow, of those that were seen to grow on the heap.
type Observed struct {
	// Capacity is how many elements, or bytes of a text, the edits make room for.
	Capacity int64 `json:"capacity"`
	// P50, P90 and P99 are how many elements half, 90 % and 99 % of the values had room for in the end, each
	// workload counting alike. They had at most so many elements.
	P50 int64 `json:"p50"`
	P90 int64 `json:"p90"`
	P99 int64 `json:"p99"`
	// Waste is the share of the memory with that capacity that may hold nothing, at most.
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
	// NotReached: the time allowed was over before it could be judged.
	NotReached Outcome = "not-reached"
)

// A Verdict is what verification found of one Candidate.
type Verdict struct {
	Candidate Candidate `json:"candidate"`
	Outcome   Outcome   `json:"outcome"`
	// Reason says why in one line: the compiler's error, the test that
	// failed, the input on which results differed.
	Reason string `json:"reason,omitempty"`
	// Diff is the unified diff of this candidate alone, with file names
	// relative to the module.
	Diff string `json:"diff,omitempty"`
	// Tests is the number of tests that passed with the change in place.
	Tests int `json:"tests,omitempty"`
	// Red are the tests, under their packages, that fail or do not run without any
	// change as well, and packages whose tests do not build. They say nothing.
	Red []string `json:"red_tests,omitempty"`
	// Unsteady are tests that failed with a change of the package in place, and
	// passed when all tests of their packages ran three times more.
	Unsteady []string `json:"unsteady_tests,omitempty"`
	// Vet is how many lines go vet says of the package without any change, which count
	// against none. Such a package is measured all the same.
	Vet int `json:"vet,omitempty"`
	// Inputs is the number of generated inputs on which old and new version
	// agreed; 0 together with NoEquivalence when none could be generated.
	Inputs int `json:"inputs,omitempty"`
	// Exempt names what was left out when these were compared, because a caveat
	// of the candidate says that it may differ: "nil or empty". Empty for a safe
	// candidate, which is compared in everything.
	Exempt        []string `json:"exempt,omitempty"`
	NoEquivalence string   `json:"no_equivalence,omitempty"`
	// Importers are the packages of the module that import the package, and those
	// of them whose tests ran and passed. All of them, unless the run was cut short.
	Importers Part `json:"importers,omitzero"`
	// Reach are the lines that the candidate changes, and those of them that the
	// package's own tests run. Empty where that was not asked.
	Reach Part `json:"reach,omitzero"`
	// Untimed says why it is not known whether the candidate makes something
	// slower: "the run ended before". Empty if it was timed.
	Untimed string `json:"untimed,omitempty"`
	// Trade says what fewer objects are paid for with, where bytes rise, in the
	// estimated cost of both. Empty where they do not.
	Trade string `json:"trade,omitempty"`
	// Comparisons are before and after, a workload each.
	Comparisons []Comparison `json:"comparisons,omitempty"`
	// TestsReach says, of a candidate that is not-exercised, that a test allocates
	// in its functions: with tests as workload it would be judged.
	TestsReach bool `json:"tests_reach,omitempty"`
	// Written says that its edits are in the user's files now.
	Written bool `json:"written,omitempty"`
	// Number is that of a kept candidate in the report, from 1, by which it can be
	// applied; 0 for others. Its Diff is then the one that it makes when those of
	// smaller numbers are in place.
	Number int `json:"number,omitempty"`
}

// Saved is what the candidate takes away where it takes most: allocs/op, and bytes
// where these are equal. The zero value is nothing.
func (v *Verdict) Saved() (most Measure) {
	for _, c := range v.Comparisons {
		m := Measure{AllocsPerOp: c.Before.AllocsPerOp - c.After.AllocsPerOp, BytesPerOp: c.Before.BytesPerOp - c.After.BytesPerOp}
		if cmp.Or(cmp.Compare(m.AllocsPerOp, most.AllocsPerOp), cmp.Compare(m.BytesPerOp, most.BytesPerOp)) > 0 {
			most = m
		}
	}
	return most
}

// A FileSum is a file as it was during a run.
type FileSum struct {
	Name   string `json:"name"`   // as in Position
	SHA256 string `json:"sha256"` // of its content, in hexadecimal
}

// WriteClass is how far the rewrite is known to preserve behaviour: the class of the
// candidate, or Review for one of which a function could not be compared and not all
// changed lines are run by tests.
func (v *Verdict) WriteClass() Class {
	if v.NoEquivalence != "" && (v.Reach.Total == 0 || v.Reach.Done < v.Reach.Total) {
		return Review
	}
	return v.Candidate.Class
}

// A Part is how many of a whole were done. The zero value is that of nothing to do.
type Part struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// A Comparison is one workload before and after.
type Comparison struct {
	Workload string     `json:"workload"`
	Package  string     `json:"package"`
	Before   Measure    `json:"before"`
	After    Measure    `json:"after"`
	Time     TimeChange `json:"time"`
}

// A Measure is allocs/op and B/op: the minimum of Samples runs, exact if Spread
// is zero.
type Measure struct {
	AllocsPerOp float64 `json:"allocs_per_op"`
	BytesPerOp  float64 `json:"bytes_per_op"`
	Samples     int     `json:"samples"`
	// Cost is the estimated time of these allocations in nanoseconds per operation,
	// garbage collection included; 0 where it was not estimated.
	Cost float64 `json:"estimated_ns_per_op,omitempty"`
	// Spread is by how many allocs/op the runs differ, in what the rewrite
	// changes. 0 where they agree.
	Spread float64 `json:"spread,omitempty"`
}

// A TimeChange is a ratio of times with its interval.
type TimeChange struct {
	BeforeNs float64 `json:"before_ns"` // median
	AfterNs  float64 `json:"after_ns"`  // median
	// Ratio is after/before; Low and High are its 95 % interval. Proven says
	// that 1 lies outside, corrected for the number of candidates compared.
	Ratio   float64 `json:"ratio"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Samples int     `json:"samples"`
	Proven  bool    `json:"proven"`
}
