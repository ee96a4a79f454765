package record

// A ProofOutcome is the verdict on a change that somebody made.
type ProofOutcome string

const (
	// Held: it allocates less, no test fails that passed, and old and new agree wherever
	// they were compared, which is nearly everywhere.
	Held ProofOutcome = "held"
	// NothingGained: it is right as far as can be seen, and allocates no less.
	NothingGained ProofOutcome = "no-gain"
	// Differing: there is an input on which old and new differ.
	Differing ProofOutcome = "differs"
	// Failing: a test fails that passes without it, or it does not build for another system.
	Failing ProofOutcome = "tests-fail"
	// Unknown: too little of it was reached to say.
	Unknown ProofOutcome = "unknown"
)

// A Proof is what was found of one change.
type Proof struct {
	// Change is what was judged, Base what it was compared with, both as a person names
	// them: "1a2b3c4 parse: fewer copies", "HEAD (9f8e7d6)". A pair of functions, of a file of
	// rules, has no base.
	Change string `json:"change"`
	Base   string `json:"base"`
	// Outcome is the verdict, Reasons why, the first one decisive. A change that could not
	// be judged at all has no outcome, and Reasons say why.
	Outcome ProofOutcome `json:"outcome,omitempty"`
	Reasons []string     `json:"reasons,omitempty"`
	// Changed is what the change touches.
	Changed ChangedParts `json:"changed"`
	// Comparisons are all workloads, before and after: whole benchmarks, whichever
	// function allocates.
	Comparisons []Comparison `json:"comparisons,omitempty"`
	// Sites are those whose objects went, came or moved.
	Sites []SiteChange `json:"sites,omitempty"`
	// Tests are those of the changed packages and of those that import them.
	Tests TestProof `json:"tests"`
	// Functions are those that changed, and callers that were compared in their place.
	Functions []FunctionProof `json:"functions,omitempty"`
	// Lines are the changed lines that hold code, in the new version, and how many of them
	// tests, generated inputs, and either of them ran. Benchmarks of them that benchmarks ran.
	Lines ReachedLines `json:"lines"`
	// Hazards are mistakes that a linter sees on the changed lines.
	Hazards []Problem `json:"hazards,omitempty"`
	// Doubts say what is not known, and how far a change was judged that is more than the
	// bodies of functions.
	Doubts []string `json:"doubts,omitempty"`
	// Smaller is the unified diff of the part of the change that is enough for the gain;
	// empty if that is all of it or was not asked.
	Smaller string `json:"smaller,omitempty"`
}

// ChangedParts are the parts of a program that a change touches.
type ChangedParts struct {
	Packages []string `json:"packages,omitempty"` // import paths
	// Functions have the same signature before and after; those with another one are in
	// Signatures. Names are those of Candidate.Functions behind the import path.
	Functions  []string `json:"functions,omitempty"`
	Signatures []string `json:"signatures,omitempty"`
	New        []string `json:"new,omitempty"`
	Gone       []string `json:"gone,omitempty"`
	// Declarations are types, constants and variables, "type T".
	Declarations []string `json:"declarations,omitempty"`
	// Files are those that came, "+a.go", went, "-b.go", or are no Go source.
	Files       []string `json:"files,omitempty"`
	TestFiles   []string `json:"test_files,omitempty"`
	Constraints []string `json:"constraints,omitempty"` // files with other build constraints
	// API are the changes that users of the packages must know, incompatible ones first,
	// as apidiff words them.
	API          []string `json:"api,omitempty"`
	Incompatible int      `json:"incompatible,omitempty"` // how many of API
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

// A TestProof is what tests said.
type TestProof struct {
	Passed   int `json:"passed"`   // with the change
	Packages int `json:"packages"` // whose tests ran
	// Failed is the first test that fails with the change and not without it.
	Failed string `json:"failed,omitempty"`
	// Unbuilt says that Failed is a package whose tests do not build, and what is said.
	Unbuilt bool `json:"unbuilt,omitempty"`
	// Red and Unsteady are as in Verdict.
	Red      []string `json:"red,omitempty"`
	Unsteady []string `json:"unsteady,omitempty"`
	// Flaky are tests that failed with the change more than once, passed with it too, and
	// never failed without it.
	Flaky []string `json:"flaky,omitempty"`
}

// A FunctionProof is a function that was compared with its old version.
type FunctionProof struct {
	Package string `json:"package"`
	Name    string `json:"name"`
	// For are the functions in whose place it was compared: those it calls and that have
	// no old version of the same signature. Empty if it changed itself.
	For []string `json:"for,omitempty"`
	// Inputs is the number on which both agreed, Panics how many of them made both panic.
	Inputs int `json:"inputs"`
	Panics int `json:"panics,omitempty"`
	// Skipped says why it could not be compared.
	Skipped string `json:"skipped,omitempty"`
	// Differs is the first difference, with its input, as small as it could be made.
	Differs string `json:"differs,omitempty"`
	// Doubt is a difference on a state that no caller may ever make, as Differs.
	Doubt string `json:"doubt,omitempty"`
	// Frames is the first difference in what it sees of the stack, where that does not
	// count, as Differs; Lines one in numbers that may be lines of the source.
	Frames string `json:"frames,omitempty"`
	Lines  string `json:"lines,omitempty"`
	// RetainedBefore and RetainedAfter are the bytes that a result keeps alive, on average
	// over the inputs; both zero where nothing is known.
	RetainedBefore int64 `json:"retained_before,omitempty"`
	RetainedAfter  int64 `json:"retained_after,omitempty"`
	// Repro is the file with a test that fails with the change and passes without it.
	Repro string `json:"repro,omitempty"`
}

// ReachedLines are changed lines and who ran them.
type ReachedLines struct {
	Total      int `json:"total"`
	Tests      int `json:"tests"`
	Inputs     int `json:"inputs"`
	Either     int `json:"either"`
	Benchmarks int `json:"benchmarks"`
	// Missed are the places that neither ran, "p/p.go:12-14".
	Missed []string `json:"missed,omitempty"`
}
