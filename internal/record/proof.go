package record

// A ProofOutcome is the verdict on a change that somebody made.
type ProofOutcome string

const (
	// Held: the change allocates less, no test fails that passed before, and the old and the new version agree
	// wherever they were compared, which is nearly everywhere.
	Held ProofOutcome = "held"
	// NothingGained: the change is right as far as can be seen, but does not allocate less.
	NothingGained ProofOutcome = "no-gain"
	// Differing: there is an input on which the old and the new version differ.
	Differing ProofOutcome = "differs"
	// Failing: a test fails that passes without the change, or the change does not build for another system.
	Failing ProofOutcome = "tests-fail"
	// Unknown: too little of the change was reached to say.
	Unknown ProofOutcome = "unknown"
)

// A Proof holds the findings on one change.
type Proof struct {
	// Change is what was judged, Base what it was compared with, both in the form that people use: "1a2b3c4 parse:
	// fewer copies", "HEAD (9f8e7d6)". A pair of functions from a file of rules has no base.
	Change string `json:"change"`
	Base   string `json:"base"`
	// Outcome is the verdict. Reasons are the reasons for it, the first one decisive. A change that could not be
	// judged at all has no outcome, and Reasons say why.
	Outcome ProofOutcome `json:"outcome,omitempty"`
	Reasons []string     `json:"reasons,omitempty"`
	// Changed lists what the change touches.
	Changed ChangedParts `json:"changed"`
	// Comparisons are all workloads before and after: whole benchmarks, whichever function allocates.
	Comparisons []Comparison `json:"comparisons,omitempty"`
	// Sites are the sites whose objects went, came or moved.
	Sites []SiteChange `json:"sites,omitempty"`
	// Tests are the results of the tests of the changed packages and of the packages that import them.
	Tests TestProof `json:"tests"`
	// Functions are the functions that changed, and callers that were compared in their place.
	Functions []FunctionProof `json:"functions,omitempty"`
	// Lines are the changed lines that hold code, in the new version, and the numbers of them that tests, generated
	// inputs, and either of the two ran. Benchmarks is the number that benchmarks ran.
	Lines ReachedLines `json:"lines"`
	// Hazards are mistakes that a linter finds on the changed lines.
	Hazards []Problem `json:"hazards,omitempty"`
	// Doubts say what is not known and, if a change is more than bodies of functions, how far it was judged.
	Doubts []string `json:"doubts,omitempty"`
	// Smaller is the unified diff of a part of the change that is enough for the gain; empty if that is all of the
	// change, or if it was not asked for.
	Smaller string `json:"smaller,omitempty"`
}

// ChangedParts are the parts of a program that a change touches.
type ChangedParts struct {
	Packages []string `json:"packages,omitempty"` // import paths
	// Functions are those whose signature is the same before and after; those whose signature changed are in
	// Signatures. Each name is an import path followed by a name as in Candidate.Functions.
	Functions  []string `json:"functions,omitempty"`
	Signatures []string `json:"signatures,omitempty"`
	New        []string `json:"new,omitempty"`
	Gone       []string `json:"gone,omitempty"`
	// Declarations are types, constants and variables: "type T".
	Declarations []string `json:"declarations,omitempty"`
	// Files are the files that were added, "+a.go", removed, "-b.go", or are no Go source.
	Files       []string `json:"files,omitempty"`
	TestFiles   []string `json:"test_files,omitempty"`
	Constraints []string `json:"constraints,omitempty"` // files whose build constraints changed
	// API are the changes that matter to users of the packages, incompatible ones first, in the words of apidiff.
	API          []string `json:"api,omitempty"`
	Incompatible int      `json:"incompatible,omitempty"` // how many of API are incompatible
	Module       bool     `json:"module,omitempty"`       // go.mod, go.sum, go.work or vendor changed
}

// A SiteChange is a site whose objects in one workload changed.
type SiteChange struct {
	ID       string   `json:"id"` // of Site
	Pos      Position `json:"pos"`
	Function string   `json:"function"`
	Expr     string   `json:"expr,omitempty"`
	Workload string   `json:"workload"`
	// Before and After are allocs/op.
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	// How is "went", "came", "moved", "less" or "more".
	How string `json:"how"`
}

// A TestProof holds the results of tests.
type TestProof struct {
	Passed   int `json:"passed"`   // with the change
	Packages int `json:"packages"` // number of packages whose tests ran
	// Failed is the first test that fails with the change and passes without it.
	Failed string `json:"failed,omitempty"`
	// Unbuilt says that Failed is a package whose tests do not build, with the error.
	Unbuilt bool `json:"unbuilt,omitempty"`
	// Red and Unsteady are as in Verdict.
	Red      []string `json:"red,omitempty"`
	Unsteady []string `json:"unsteady,omitempty"`
	// Flaky are tests that failed with the change more than once, but also passed with it, and never failed without
	// it.
	Flaky []string `json:"flaky,omitempty"`
}

// A FunctionProof is the comparison of a function with its old version.
type FunctionProof struct {
	Package string `json:"package"`
	Name    string `json:"name"`
	// For are the functions in whose place it was compared: functions it calls that have no old version with the same
	// signature. Empty if it changed itself.
	For []string `json:"for,omitempty"`
	// Inputs is the number of inputs on which both versions agreed, Panics the number of these on which both panicked.
	Inputs int `json:"inputs"`
	Panics int `json:"panics,omitempty"`
	// Skipped says why the function could not be compared.
	Skipped string `json:"skipped,omitempty"`
	// Differs is the first difference, with its input, made as small as possible.
	Differs string `json:"differs,omitempty"`
	// Doubt is a difference, described as in Differs, on a state that callers may never make.
	Doubt string `json:"doubt,omitempty"`
	// Frames is the first difference in what the function sees of the stack, if that does not count, as in Differs.
	// Lines is the first difference in numbers that may be line numbers.
	Frames string `json:"frames,omitempty"`
	Lines  string `json:"lines,omitempty"`
	// RetainedBefore and RetainedAfter are the bytes that a result retains, on average over the inputs; both are zero
	// if nothing is known.
	RetainedBefore int64 `json:"retained_before,omitempty"`
	RetainedAfter  int64 `json:"retained_after,omitempty"`
	// Repro is a file with a test that fails with the change and passes without it.
	Repro string `json:"repro,omitempty"`
}

// ReachedLines are the changed lines, and how many of them were run.
type ReachedLines struct {
	Total      int `json:"total"`
	Tests      int `json:"tests"`
	Inputs     int `json:"inputs"`
	Either     int `json:"either"`
	Benchmarks int `json:"benchmarks"`
	// Missed are the places that neither tests nor generated inputs ran, "p/p.go:12-14".
	Missed []string `json:"missed,omitempty"`
}
