package verify

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestCredit holds what counts as a gain, from the objects per operation that
// each run of the old and of the new version charged to the function.
func TestCredit(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after []float64
		want          string // the reason of a refusal
	}{
		{"exact", []float64{3, 3}, []float64{2, 2}, ""},
		{"nothing", []float64{3, 3}, []float64{3, 3}, "no workload allocates less with it"},
		{"more", []float64{3, 3}, []float64{4, 4}, "BenchmarkX allocates more: 103 → 104 allocs/op, 1030 → 1040 B/op"},
		{"a pool is emptied now and then", []float64{17, 17}, []float64{0, 0.02}, ""},
		{"a pool is emptied often", []float64{17, 17}, []float64{4, 1}, ""},
		{"noise of maps", []float64{5430692, 5478102, 5441002}, []float64{5429448, 5450000, 5478102},
			"no workload allocates less with it by more than its count varies from run to run: BenchmarkX"},
		{"noise that looks like more", []float64{5430692, 5478102}, []float64{5478000, 5479000}, "no workload allocates less with it"},
		{"noise, and apart by less than it", []float64{110, 120}, []float64{100, 109},
			"no workload allocates less with it by more than its count varies from run to run: BenchmarkX"},
		{"noise, and well apart", []float64{110, 120}, []float64{50, 55}, ""},
		{"not charged in one of the runs", []float64{0, 10}, []float64{0, 0}, "no workload allocates less with it"},
	} {
		c := record.Candidate{ID: "c", Functions: []string{"F"}}
		v := &record.Verdict{Candidate: c}
		j := &judge{Input: Input{All: true}, verdicts: map[string]*record.Verdict{"c": v}, before: countsOf(tt.before)}
		ok := j.credit(c, countsOf(tt.after))
		if v.Reason != tt.want || ok != (tt.want == "") || ok != (len(v.Comparisons) == 1) {
			t.Errorf("%s: %v, %q, %d comparisons, want %q", tt.name, ok, v.Reason, len(v.Comparisons), tt.want)
		}
	}
}

// TestOnce holds that objects which a longer run does not make more of are no gain of an operation.
func TestOnce(t *testing.T) {
	const once = "it saves in BenchmarkX what is made once, however many operations there are"
	for _, tt := range []struct {
		name                  string
		before, after         []float64 // objects of an operation, by run
		laterBefore, laterNow float64   // of one that only the longer run has; negative where none was counted
		want                  string
	}{
		{"each operation", []float64{3, 3}, []float64{2, 2}, 3, 2, ""},
		{"the set-up", []float64{3, 3}, []float64{0.5, 0.5}, 0.5, 0.5, once},
		{"the set-up, and all of it", []float64{2.5, 2.5}, []float64{0, 0}, 0, -1, once},
		{"what grows by doubling", []float64{0.5, 0.5}, []float64{0.25, 0.25}, 0.1, 0.1, once},
		{"both", []float64{3, 3}, []float64{1, 1}, 2, 1, ""},
		{"not counted", []float64{3, 3}, []float64{2, 2}, -1, -1, ""},
		{"not counted again", []float64{3, 3}, []float64{2, 2}, 2, -1, ""},
		{"a count that varies", []float64{3, 4}, []float64{1, 1}, 1, 1, ""},
	} {
		c := record.Candidate{ID: "c", Functions: []string{"F"}}
		v := &record.Verdict{Candidate: c}
		of := func(runs []float64, later float64) *counts {
			n := countsOf(runs)
			if later >= 0 {
				n.later = map[string]map[string]float64{"F": {"BenchmarkX": later}}
			}
			return n
		}
		j := &judge{Input: Input{All: true}, verdicts: map[string]*record.Verdict{"c": v}, before: of(tt.before, tt.laterBefore)}
		if ok := j.credit(c, of(tt.after, tt.laterNow)); v.Reason != tt.want || ok != (tt.want == "") {
			t.Errorf("%s: %v, %q, want %q", tt.name, ok, v.Reason, tt.want)
		}
	}
}

// TestCreditBytes holds that fewer objects of more bytes are refused where they are
// estimated to cost as much, that the trade is named where they are not, and that what is
// too little is refused.
func TestCreditBytes(t *testing.T) {
	for _, tt := range []struct {
		after         amount
		reason, trade string
	}{
		{amount{1, 900, 500}, "", ""},
		{amount{1, 1100, 650}, "", "BenchmarkX: 4 objects less for 100 B more: estimated 700 → 650 ns/op"},
		{amount{4.5, 990, 699}, "it pays 0.14 % of what BenchmarkX costs at most, 5 → 4.5 allocs/op, 1000 → 990 B/op: less than 1 %, which -all keeps", ""},
		{amount{1, 1710, 900}, "BenchmarkX allocates more bytes than fewer objects make up for: 5 → 1 allocs/op, 1000 → 1710 B/op, estimated 700 → 900 ns/op", ""},
		{amount{4, 1710, 700}, "BenchmarkX allocates more bytes than fewer objects make up for: 5 → 4 allocs/op, 1000 → 1710 B/op, estimated 700 → 700 ns/op", ""},
	} {
		of := func(a amount) *counts {
			s := map[string]spread{"BenchmarkX": {a, a}}
			return &counts{workloads: s, runs: map[string]int{"BenchmarkX": 2}, functions: map[string]map[string]spread{"F": s}}
		}
		c := record.Candidate{ID: "c", Functions: []string{"F"}}
		v := &record.Verdict{Candidate: c}
		j := &judge{verdicts: map[string]*record.Verdict{"c": v}, before: of(amount{5, 1000, 700})}
		if ok := j.credit(c, of(tt.after)); v.Reason != tt.reason || v.Trade != tt.trade || ok != (tt.reason == "") {
			t.Errorf("%v: %v, %q, trade %q", tt.after, ok, v.Reason, v.Trade)
		}
	}
}

// TestFloor holds what is too little to be worth new lines.
func TestFloor(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after amount // of the workload
		all, pays     bool
	}{
		{"BenchmarkX", amount{21591, 1e6, 5e5}, amount{21587, 1e6 - 64, 5e5 - 80}, false, false},
		{"BenchmarkX", amount{21591, 1e6, 5e5}, amount{21587, 1e6 - 64, 5e5 - 80}, true, true},
		{"BenchmarkX", amount{500, 1e6, 5e5}, amount{499, 1e6 - 16, 5e5 - 20}, false, true},    // a whole object
		{"BenchmarkX", amount{21591, 1e6, 5e5}, amount{21587, 9e5, 4.9e5}, false, true},        // 2 % of the cost
		{"BenchmarkX", amount{500, 1e6, 5e5}, amount{499.5, 1e6 - 16, 5e5 - 20}, false, false}, // half an object
		{"BenchmarkX", amount{0.5, 40, 20}, amount{0, 0, 0}, false, true},                      // half an object, and all there is
		{"TestX", amount{500, 0, 0}, amount{499, 0, 0}, false, false},                          // nothing is estimated
		{"TestX", amount{500, 1e6, 5e5}, amount{499, 1e6 - 16, 5e5 - 20}, false, false},        // a test has no operation
		{"TestX", amount{500, 1e6, 5e5}, amount{450, 9e5, 4.5e5}, false, true},
	} {
		of := func(a amount) record.Measure {
			return record.Measure{AllocsPerOp: a.objects, BytesPerOp: a.bytes, Cost: a.cost}
		}
		c := record.Candidate{ID: "c"}
		v := &record.Verdict{Candidate: c, Comparisons: []record.Comparison{{Workload: tt.name, Before: of(tt.before), After: of(tt.after)}}}
		j := &judge{Input: Input{All: tt.all}, verdicts: map[string]*record.Verdict{"c": v}}
		if got := j.worthwhile(c); got != tt.pays || got != (v.Outcome != record.NoGain) {
			t.Errorf("%s %v → %v: %v, %q", tt.name, tt.before, tt.after, got, v.Reason)
		}
	}
}

// TestTested holds that a test pays for lines only with what it repeats.
func TestTested(t *testing.T) {
	line := []record.Edit{{File: "p.go", Start: 10, End: 10, New: "\nvar x int\n"}}
	for _, tt := range []struct {
		name   string
		edits  []record.Edit
		now    float64 // objects of 1000
		reason string
	}{
		{"TestX", nil, 980, ""},
		{"TestX", line, 800, ""},
		{"ExampleX", line, 980, "only tests show it, which do not say that it is often: ExampleX saves 20 objects, and what it adds costs 200, which -all keeps"},
		{"BenchmarkX", line, 980, ""},
	} {
		of := func(n float64) record.Measure { return record.Measure{AllocsPerOp: n, BytesPerOp: n, Cost: n} }
		c := record.Candidate{ID: "c", Edits: tt.edits}
		v := &record.Verdict{Candidate: c, Comparisons: []record.Comparison{{Workload: tt.name, Before: of(1000), After: of(tt.now)}}}
		j := &judge{verdicts: map[string]*record.Verdict{"c": v}, Input: Input{Source: func(string) ([]byte, error) { return []byte("package p\n"), nil }}}
		if ok := j.worthwhile(c); ok != (tt.reason == "") || v.Reason != tt.reason {
			t.Errorf("%s → %v: %v, %q, want %q", tt.name, tt.now, ok, v.Reason, tt.reason)
		}
	}
}

// TestTiny holds that lines are no price for objects of a few bytes.
func TestTiny(t *testing.T) {
	for _, tt := range []struct {
		lines string
		bytes float64 // of 38
		want  string
	}{
		{"\nvar x int\nvar y int\nvar z int\n", 32, "the objects that it saves are tiny, which -all keeps: BenchmarkX, 3 → 1 allocs/op, 38 → 32 B/op"},
		{"\nvar x int\nvar y int\n", 32, ""},
		{"\nvar x int\nvar y int\nvar z int\n", 22, ""},
	} {
		c := record.Candidate{ID: "c", Edits: []record.Edit{{File: "p.go", Start: 10, End: 10, New: tt.lines}}}
		v := &record.Verdict{Candidate: c, Comparisons: []record.Comparison{{Workload: "BenchmarkX", Before: record.Measure{AllocsPerOp: 3, BytesPerOp: 38, Cost: 60}, After: record.Measure{AllocsPerOp: 1, BytesPerOp: tt.bytes, Cost: 25}}}}
		j := &judge{verdicts: map[string]*record.Verdict{"c": v}, Input: Input{Source: func(string) ([]byte, error) { return []byte("package p\n"), nil }}}
		if ok := j.worthwhile(c); ok != (tt.want == "") || v.Reason != tt.want {
			t.Errorf("%q, %v B: %v, %q, want %q", tt.lines, tt.bytes, ok, v.Reason, tt.want)
		}
	}
}

// countsOf is the counts of runs in which F allocates so many objects of 10 bytes
// and the rest of the benchmark 100.
func countsOf(runs []float64) *counts {
	h := new(counts)
	for _, n := range runs {
		one := func(n float64) spread { return spread{amount{n, 10 * n, 20 * n}, amount{n, 10 * n, 20 * n}} }
		run := &counts{
			workloads: map[string]spread{"BenchmarkX": one(100 + n)},
			runs:      map[string]int{"BenchmarkX": 1},
			functions: make(map[string]map[string]spread),
		}
		if n > 0 {
			run.functions["F"] = map[string]spread{"BenchmarkX": one(n)}
		}
		h.widen(run)
	}
	return h
}

// TestPrice holds that what adds lines must pay for them.
func TestPrice(t *testing.T) {
	text := "package p\n\nimport \"fmt\"\n\nfunc F(s string) string {\n\treturn fmt.Sprint(s)\n}\n\nvar err = fmt.Errorf(s)\n\nfunc E() error { return fmt.Errorf(s) }\n\nfunc G(b bool) { panic(fmt.Sprint(b)) }\n\nfunc H(x interface{ Grow() }) { x.Grow() }\n\nfunc B(b *B) { b.Grow(n) }\n\nfunc O(x string) error { return fmt.Errorf(\"bad %s\", x) }\n"
	at := func(old, now string) record.Edit {
		i := strings.Index(text, old)
		return record.Edit{File: "p.go", Start: i, End: i + len(old), New: now}
	}
	for _, tt := range []struct {
		name   string
		edits  []record.Edit
		price  int     // in percent
		now    float64 // objects of 100, each of which costs 1
		reason string
	}{
		{"in its place", []record.Edit{at("fmt.Sprint(s)", "s"), at("import \"fmt\"\n\n", "")}, 0, 99, ""},
		{"an import", []record.Edit{at("import \"fmt\"\n", "import \"fmt\"\nimport \"strconv\"\n")}, 0, 99, ""},
		{"a path", []record.Edit{{File: "p.go", Start: 25, End: 25, New: "\n\t\"strconv\""}}, 0, 99, ""},
		{"a line", []record.Edit{at("\treturn", "\tbuf := s\n\treturn")}, 2, 98, ""},
		{"an error", []record.Edit{at("return fmt.Errorf(s)", "return errors.New(s)")}, 10, 91,
			"it pays 9 % of what BenchmarkX costs at most, 100 → 91 allocs/op, 1600 → 1456 B/op: less than 10 %, the price of what it adds, which -all keeps"},
		{"the words of an error", []record.Edit{at(`"bad %s"`, `"worse %s"`)}, 10, 90, ""},
		{"an operand of an error", []record.Edit{at(`"bad %s", x`, `"bad %s", y`)}, 0, 99, ""},
		{"three lines pay", []record.Edit{at("\treturn", "\ta()\n\tb()\n\tc()\n\treturn")}, 6, 94, ""},
		{"four lines", []record.Edit{at("\treturn", "\ta()\n\tb()\n\tc()\n\td()\n\treturn")}, 58, 42, ""},
		{"a name that is taken", []record.Edit{at("\treturn", "\tbuf2 := s\n\treturn")}, 5, 95, ""},
		{"a second name", []record.Edit{at("return fmt.Sprint(s)", "t = s[:0]")}, 3, 97, ""},
		{"the same name", []record.Edit{at("return fmt.Sprint(s)", "s = s[:0]")}, 0, 99, ""},
		{"a loop", []record.Edit{at("\treturn", "\tfor range 3 {\n\t}\n\treturn")}, 14, 86, ""},
		{"three lines", []record.Edit{at("\treturn", "\ta()\n\tb()\n\tc()\n\treturn")}, 6, 95,
			"it pays 5 % of what BenchmarkX costs at most, 100 → 95 allocs/op, 1600 → 1520 B/op: less than 6 %, the price of what it adds, which -all keeps"},
		{"a guess", []record.Edit{at("fmt.Sprint(s)", "string(append(make([]byte, 0, 64), s...))")}, 3, 97, ""},
		{"a panic", []record.Edit{at("fmt.Sprint(b)", "b")}, 10, 91,
			"it pays 9 % of what BenchmarkX costs at most, 100 → 91 allocs/op, 1600 → 1456 B/op: less than 10 %, the price of what it adds, which -all keeps"},
		{"a parameter", []record.Edit{at("s string", "out []byte, s string")}, 2, 98, ""},
		{"a sum", []record.Edit{at("fmt.Sprint(s)", "s + \"=\" + s + s")}, 0, 99, ""},
		{"a long sum", []record.Edit{at("fmt.Sprint(s)", "s + \"=\" + s + \"=\" + s + s")}, 2, 98, ""},
		{"a sum of numbers", []record.Edit{at("fmt.Sprint(s)", "n(1 + 2 + 3 + 4 + 5)")}, 0, 99, ""},
		{"room on the stack", []record.Edit{at("fmt.Sprint(s)", "string(append(make([]byte, 0, 64), make([]byte, n)...))")}, 50, 50, ""},
		{"a builder", []record.Edit{at("fmt.Sprint(s)", "built(new(strings.Builder), s)")}, 1, 99, ""},
		{"a pool", []record.Edit{at("func F", "var pool = sync.Pool{}\n\nfunc F")}, 62, 37.9, ""},
		{"a copy", []record.Edit{at("fmt.Sprint(s)", "strings.Clone(s)")}, 1, 99, ""},
		{"room that was asked for", []record.Edit{at("b.Grow(n)", "b.x()")}, 10, 90, ""},
		{"an operand of a sum", []record.Edit{at("fmt.Sprint(s)", "s + \": \"")}, 0, 99, ""},
		{"what an error is moved to", []record.Edit{at("var err = fmt.Errorf(s)", "var wrong = fmt.Errorf(s)")}, 0, 99, ""},
		{"another head", []record.Edit{at("func F(s string)", "func F(t string)")}, 2, 98, ""},
		{"a condition", []record.Edit{at("fmt.Sprint(s)", "x(a || b)")}, 2, 98, ""},
		{"a length", []record.Edit{at("fmt.Sprint(s)", "f(make([]byte, 0, 3))")}, 0, 99, ""},
		{"a length on the stack", []record.Edit{at("fmt.Sprint(s)", "f(make([]byte, 0, 24))")}, 3, 97, ""},
		{"a large one", []record.Edit{at("fmt.Sprint(s)", "f(make([]byte, 0, 256))")}, 10, 90, ""},
		{"append to a length", []record.Edit{at("fmt.Sprint(s)", "string(append(make([]byte, 0, n), s...))")}, 3, 97, ""},
		{"append to what grew", []record.Edit{at("fmt.Sprint(s)", "string(slices.Grow(make([]byte, 0, 64), n))")}, 50, 50, ""},
		{"a part with a limit", []record.Edit{at("fmt.Sprint(s)", "f(s[:n:n])")}, 3, 97, ""},
		{"an element of a block", []record.Edit{at("fmt.Sprint(s)", "f(&block[i])")}, 3, 97, ""},
		{"a struct without a name", []record.Edit{at("fmt.Sprint(s)", "f(new(struct{ a A }))")}, 20, 80, ""},
		{"a copy by fields", []record.Edit{at("fmt.Sprint(s)", "f(T{A: x.A, B: x.B, C: y})")}, 3, 97, ""},
		{"what would be tidied up", []record.Edit{at("x.Grow()", "x.s = x.s + s")}, 3, 97, ""},
		{"an error that is made once", []record.Edit{at("func E() error { return fmt.Errorf(s) }", "var errS = fmt.Errorf(s)\n\nfunc E() error { return errS }")}, 12, 88, ""},
		{"append to append", []record.Edit{at("fmt.Sprint(s)", "f(append(append(t, s), s))")}, 3, 97, ""},
		{"append to append to a make", []record.Edit{at("fmt.Sprint(s)", "f(append(append(make([]byte, 0, n), s), s))")}, 33, 67, ""},
		{"a sum of formats", []record.Edit{at("fmt.Sprint(s)", "f(fmt.Sprint(a) + fmt.Sprint(b) + fmt.Sprint(c) + fmt.Sprint(d) + fmt.Sprint(e) + fmt.Sprint(g))")}, 2, 98, ""},
		{"memory made twice", []record.Edit{at("x.Grow()", "if n > len(x) { x = make([]T, n) }")}, 98, 2, ""},
		{"parts cut in a loop", []record.Edit{at("fmt.Sprint(s)", "f(func() { for rest, more := s, true; more; {} })")}, 91, 9, ""},
		{"a copy of a constructor's object", []record.Edit{at("fmt.Sprint(s)", "f(T{s: *newS(s)})")}, 3, 97, ""},
		{"sort the address of a list", []record.Edit{at("fmt.Sprint(s)", "f(sort.Sort((*byName)(&s)))")}, 30, 70, ""},
		{"a function with a switch without a tag", []record.Edit{at("fmt.Sprint(s)", "f(func() { switch { case a == b: } })")}, 61, 39, ""},
		{"a detour", []record.Edit{at("fmt.Sprint(s)", "f(err.(*E))")}, 10, 90, ""},
		{"zeros put in front by hand", []record.Edit{at("x.Grow()", "if n < 10 { buf = append(buf, '0') }")}, 78, 22, ""},
		{"groups gathered by hand", []record.Edit{at("fmt.Sprint(s)", "f(func() { for loc := re.FindStringSubmatchIndex(s); len(loc) > 0; loc = loc[2:] {} })")}, 131, -31, ""},
		{"groups where they stand", []record.Edit{at("fmt.Sprint(s)", "f(re.FindStringSubmatchIndex(s))")}, 15, 85, ""},
		{"letters mapped by hand", []record.Edit{at("fmt.Sprint(s)", "f(unicode.ToUpper(r))")}, 100, 0, ""},
		{"an index counted by hand", []record.Edit{at("x.Grow()", "i := -1; x.Grow(&i)")}, 20, 80, ""},
		{"a variable with a number", []record.Edit{at("var err", "var err2")}, 20, 80, ""},
		{"a function", []record.Edit{at("func F", "func f() {}\n\nfunc F")}, 12, 90,
			"it pays 10 % of what BenchmarkX costs at most, 100 → 90 allocs/op, 1600 → 1440 B/op: less than 12 %, the price of what it adds, which -all keeps"},
	} {
		of := func(objects float64) *counts {
			s := map[string]spread{"BenchmarkX": {amount{objects, 16 * objects, objects}, amount{objects, 16 * objects, objects}}}
			return &counts{workloads: s, runs: map[string]int{"BenchmarkX": 2}, functions: map[string]map[string]spread{"F": s}}
		}
		c := record.Candidate{ID: "c", Functions: []string{"F"}, Edits: tt.edits}
		v := &record.Verdict{Candidate: c}
		j := &judge{verdicts: map[string]*record.Verdict{"c": v}, before: of(100), Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
		if got := j.price(c); got != tt.price {
			t.Errorf("%s: %d %%, want %d", tt.name, got, tt.price)
		}
		if ok := j.credit(c, of(tt.now)); ok != (tt.reason == "") || v.Reason != tt.reason {
			t.Errorf("%s: %v, %q, want %q", tt.name, ok, v.Reason, tt.reason)
		}
	}
}

// TestPriceObjects: half of the objects of a benchmark pay for a few lines although they are small, not for a
// function, nor do those of a test; a fifth does where that is ten, a tenth where it is a hundred.
func TestPriceObjects(t *testing.T) {
	text := "package p\n\nfunc F() {\n\tf()\n}\n"
	few, function := "\tg()\n\th()\n", "func g() {}\n\n"
	for _, tt := range []struct {
		workload, add string
		at            int
		was, is       float64 // objects
		want          bool
	}{
		{"BenchmarkX", few, strings.Index(text, "\tf()"), 2, 1, true},
		{"BenchmarkX", function, strings.Index(text, "func"), 2, 1, false},
		{"TestX", few, strings.Index(text, "\tf()"), 2, 1, false},
		{"BenchmarkX", few, strings.Index(text, "\tf()"), 50, 46, false},
		{"BenchmarkX", few, strings.Index(text, "\tf()"), 50, 40, true},
		{"BenchmarkX", few, strings.Index(text, "\tf()"), 1000, 890, true},
	} {
		of := func(a amount) *counts {
			s := map[string]spread{tt.workload: {a, a}}
			return &counts{workloads: s, runs: map[string]int{tt.workload: 2}, functions: map[string]map[string]spread{"F": s}}
		}
		c := record.Candidate{ID: "c", Functions: []string{"F"}, Edits: []record.Edit{{File: "p.go", Start: tt.at, End: tt.at, New: tt.add}}}
		j := &judge{verdicts: map[string]*record.Verdict{"c": {Candidate: c}}, before: of(amount{tt.was, 6576, 1000}),
			Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
		if got := j.credit(c, of(amount{tt.is, 6528, 990})); got != tt.want {
			t.Errorf("%s, %q: %v, want %v: %s", tt.workload, tt.add, got, tt.want, j.verdicts["c"].Reason)
		}
	}
}

// TestPriceParts: what a reader stops at counts once for places that are alike, lines count each.
func TestPriceParts(t *testing.T) {
	text := "package p\n\nvar x = f()\n\nvar y = f()\n"
	edit := func(at int) record.Edit {
		return record.Edit{File: "p.go", Start: at, End: at + 3, New: "new(\nstrings.Builder)"}
	}
	c := record.Candidate{ID: "c", Edits: []record.Edit{edit(strings.Index(text, "f()")), edit(strings.LastIndex(text, "f()"))}}
	j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
	if got := j.price(c); got != 6 {
		t.Errorf("%d %%, want 6", got)
	}
	c.ID, c.Places = "whole", 2
	if got := j.price(c); got != 5 {
		t.Errorf("of two places %d %%, want 5", got)
	}
}

// TestPriceChanges: lines in other words are free up to a few in each place; imports and comments are none.
func TestPriceChanges(t *testing.T) {
	text := "package p\n\nfunc F() {\n" + strings.Repeat("\tf() // once\n", 10) + "}\n"
	for _, tt := range []struct{ lines, places, want int }{{4, 0, 0}, {7, 0, 3}, {10, 0, 46}, {10, 2, 2}} {
		c := record.Candidate{ID: "c", Places: tt.places}
		for i := range tt.lines {
			at := strings.Index(text, "\tf()") + i*len("\tf() // once\n")
			c.Edits = append(c.Edits, record.Edit{File: "p.go", Start: at + 1, End: at + 2, New: "g"})
		}
		j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
		if got := j.price(c); got != tt.want {
			t.Errorf("%d lines in %d places: %d %%, want %d", tt.lines, tt.places, got, tt.want)
		}
	}
}

// TestPriceObserved: room that was measured is priced once, whatever number it is.
func TestPriceObserved(t *testing.T) {
	const text = "package p\n\nvar m = map[int]int{}\n"
	at := strings.Index(text, "map")
	for _, made := range []string{"make(map[int]int, 24)", "make([]int, 0, 48)", "make([]int, 0, 64)"} {
		c := record.Candidate{ID: "c", Observed: &record.Observed{}, Edits: []record.Edit{{File: "p.go", Start: at, End: len(text) - 1, New: made}}}
		j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
		if got := j.price(c); got != pricedMeasured {
			t.Errorf("%s: %d %%, want %d", made, got, pricedMeasured)
		}
	}
}

// TestPriceSpare: room for more than may come is paid for.
func TestPriceSpare(t *testing.T) {
	const text = "package p\n\nvar m = []int{}\n"
	c := record.Candidate{ID: "c", Caveats: []record.Caveat{{Kind: "spare"}}, Edits: []record.Edit{{File: "p.go", Start: strings.Index(text, "[]int"), End: len(text) - 1, New: "make([]int, 0, len(x))"}}}
	j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
	if got := j.price(c); got != pricedSpare {
		t.Errorf("%d %%, want %d", got, pricedSpare)
	}
}

// TestPriceErrors: what a method of an error says is as rare as the error, and so is a function that only fails.
func TestPriceErrors(t *testing.T) {
	text := "package p\n\nfunc (e *failure) Error() string { return e.text() }\n\nfunc wrong(x string) error { return status.Errorf(x) }\n\n" +
		"func stop(x string) {\n\tclose()\n\tpanic(x)\n}\n\nfunc check(x int) error {\n\tif x < 0 {\n\t\treturn newError(x)\n\t}\n\treturn nil\n}\n\n" +
		"func (e *failure) text() string { return f(e) }\n"
	at := strings.LastIndex(text, "f(e)")
	for function, want := range map[string]int{"(*failure).text": 10, "(*other).text": 0, "failure": 0, "wrong": 10, "stop": 10, "check": 0} {
		c := record.Candidate{ID: "c", Functions: []string{function}, Edits: []record.Edit{{File: "p.go", Start: at, End: at + 1, New: "g"}}}
		j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
		if got := j.price(c); got != want {
			t.Errorf("%s: %d %%, want %d", function, got, want)
		}
	}
}

// TestPriceWords: a text for who looks at a value is as rare as an error where its code becomes longer, and a sum on one
// line is no shorter than a call on three.
func TestPriceWords(t *testing.T) {
	const call = "fmt.Sprintf(\n\t\t\"<%s>\",\n\t\tx)"
	text := "package p\n\nfunc (x T) String() string {\n\treturn " + call + "\n}\n\nfunc show(x T) { fmt.Fprintln(os.Stderr, x) }\n\nfunc write(x T) { fmt.Fprintln(w, x) }\n"
	for _, tt := range []struct {
		function, now string
		want          int
	}{
		{"(*T).String", `"<" + x + ">"`, 0},
		{"T.String", `"<" + f(x, "longer than it was") + ">"`, 10},
		{"T.Strings", `"<" + f(x, "longer than it was") + ">"`, 0},
		{"dumpAll", `"<" + f(x, "longer than it was") + ">"`, 10},
		{"T.String", `"<" + x + y + z + a + ">"`, 2},
		{"show", `"<" + f(x, "longer than it was") + ">"`, 10},
		{"write", `"<" + f(x, "longer than it was") + ">"`, 0},
	} {
		at := strings.Index(text, call)
		c := record.Candidate{ID: "c", Functions: []string{tt.function}, Edits: []record.Edit{{File: "p.go", Start: at, End: at + len(call), New: tt.now}}}
		j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
		if got := j.price(c); got != tt.want {
			t.Errorf("%s in %s: %d %%, want %d", tt.now, tt.function, got, tt.want)
		}
	}
}

// TestPriceAlike: a function of the file, or of the same name, with a place in the same words that stays counts
// like a line, however many fixes there are for it, and so does one that did not hold with a part of a part.
func TestPriceAlike(t *testing.T) {
	place := func(id, file, function, form string) record.Candidate {
		return record.Candidate{ID: id, Rewrite: "format", Form: form, Functions: []string{function}, Pos: record.Position{File: file}}
	}
	j := &judge{verdicts: make(map[string]*record.Verdict), wholes: make(map[string]record.Candidate), Input: Input{Candidates: []record.Candidate{
		place("c", "p.go", "C", "Sprint"), place("sum", "p.go", "F", "Sprint"), place("buffer", "p.go", "F", "Sprint"),
		place("other words", "p.go", "G", "Sprintf"), place("other file", "q.go", "H", "Sprint"), place("no gain", "p.go", "I", "Sprint"),
		place("namesake", "q.go", "T.C", "Sprint"),
	}}}
	for _, c := range j.Candidates {
		j.verdicts[c.ID] = &record.Verdict{Candidate: c, Outcome: record.NotExercised}
	}
	j.verdicts["c"].Outcome, j.verdicts["no gain"].Outcome = "", record.NoGain
	j.wholes["part"] = record.Candidate{ID: "in file", Functions: []string{"C", "F", "I"}}
	j.wholes["in file"] = record.Candidate{ID: "whole", Functions: []string{"C", "F", "I", "U.C"}}
	for _, tt := range []struct {
		c    record.Candidate
		want int
	}{
		{j.Candidates[0], 2},
		{place("none", "p.go", "K", ""), 0},
		{place("error", "p.go", "K.Error", ""), 10},
		{place("usage", "p.go", "K.FlagUsagesWrapped", ""), 10},
		{place("helper", "p.go", "helper", ""), 0},
		{place("part", "p.go", "C", "Sprint"), 4},
	} {
		if got := j.price(tt.c); got != tt.want {
			t.Errorf("%s: %d %%, want %d", tt.c.ID, got, tt.want)
		}
	}
}

// TestFunctionsIn holds that a failure points at the functions in which the changed version has the lines that it mentions,
// however the file is named: laid over the tree by the go command, or in its place in a stack.
func TestFunctionsIn(t *testing.T) {
	const src = "package p\n\nfunc F() {\n\tprintln()\n}\n\nfunc (t *T) M() {\n\tprintln()\n}\n\ntype T int\n"
	c := record.Candidate{ID: "c", Edits: []record.Edit{{File: "sub/p.go", Start: 11, End: 11, New: "// One line more.\n"}}}
	j := &judge{Input: Input{Root: filepath.FromSlash("/root"), Source: func(string) ([]byte, error) { return []byte(src), nil }}}
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"/tmp/verify-123/0_p.go:5:2: undefined: x", []string{"F"}},
		{"goroutine 7 [running]:\np.(*T).M(...)\n\t/root/sub/p.go:9 +0x1d\nmain.main()\n\t/root/main.go:5 +0x1\n", []string{"(*T).M"}},
		{"p.go:9\np.go:4", []string{"F", "(*T).M"}},
		{"p.go:12: outside of functions, and q.go:5", nil},
		{"it says nothing", nil},
	} {
		if got := j.functionsIn([]record.Candidate{c}, tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}

// TestPriceKind: what a price depends on beside the text.
func TestPriceKind(t *testing.T) {
	const text = "package p\n\nfunc S(n int) string {\n\tif n > 0 {\n\t\treturn fmt.Sprint(n)\n\t}\n\treturn fmt.Sprintf(\"%d of %d\", n, n)\n}\n"
	at := strings.Index(text, "fmt.Sprint(n)")
	edit := record.Edit{File: "p.go", Start: at, End: at + len("fmt.Sprint(n)"), New: "strconv.Itoa(n)"}
	for _, tt := range []struct {
		c    record.Candidate
		want int
	}{
		{record.Candidate{Rewrite: "format"}, pricedHalf}, // the other text stays
		{record.Candidate{Rewrite: "scratch"}, pricedRetained},
		{record.Candidate{Rewrite: "outline"}, pricedSplit},
		{record.Candidate{Rewrite: "valuefield"}, pricedField},
		{record.Candidate{Rewrite: "reusebuf"}, pricedAnew},
		{record.Candidate{Rewrite: "typedheap"}, pricedHeap},
		{record.Candidate{Pos: record.Position{File: "internal/benchmarks/p.go"}}, pricedFixture},
		{record.Candidate{Pos: record.Position{File: "benchmarker/p.go"}}, 0},
	} {
		tt.c.ID, tt.c.Edits = "c", []record.Edit{edit}
		j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
		if got := j.price(tt.c); got != tt.want {
			t.Errorf("%s %s: %d %%, want %d", tt.c.Rewrite, tt.c.Pos.File, got, tt.want)
		}
	}
}

// TestPriceOwn: what a rule of the user's own adds costs nothing.
func TestPriceOwn(t *testing.T) {
	const text = "package p\n\nvar x int\n"
	for _, own := range []bool{false, true} {
		j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
		want := pricedLine
		if own {
			j.Own, want = []string{"beforeX"}, 0
		}
		c := record.Candidate{ID: "c", Rewrite: "beforeX", Edits: []record.Edit{{File: "p.go", Start: len(text), End: len(text), New: "\nvar y int\n"}}}
		if got := j.price(c); got != want {
			t.Errorf("own: %v: %d %%, want %d", own, got, want)
		}
	}
}

// TestPriceStale: a comment that names what a function no longer declares costs its readers an edit.
func TestPriceStale(t *testing.T) {
	const text = "package p\n\n// F takes tokens apart.\nfunc F(s string) {\n\ttokens := f(s)\n\t// tokens[0] is the key.\n\tg(tokens)\n\tfor _, tokens := range h() {\n\t\tg(tokens)\n\t}\n}\n\n// G has tokens.\nfunc G() {}\n"
	at := func(old, now string) record.Edit {
		i := strings.Index(text, old)
		return record.Edit{File: "p.go", Start: i, End: i + len(old), New: now}
	}
	for _, tt := range []struct {
		name  string
		edits []record.Edit
		want  int
	}{
		{"one of two is gone", []record.Edit{at("tokens := f(s)", "key, _ := f(s)"), at("g(tokens)", "g(key)")}, pricedStale},
		{"both are gone", []record.Edit{at("tokens := f(s)", "key, _ := f(s)"), at("_, tokens := range h() {\n\t\tg(tokens)", "_, key := range h() {\n\t\tg(key)")}, 2 * pricedStale},
		{"all stay", []record.Edit{at("f(s)", "k(s)")}, 0},
		{"a part is written out", []record.Edit{at("g(tokens)", "g(s[i+len(sep):], s[i+len(sep):])")}, pricedWrittenOut},
		{"a part is written once", []record.Edit{at("g(tokens)", "g(s[:i], s[i+len(sep):])")}, 0},
	} {
		j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(text), nil }}}
		if got := j.price(record.Candidate{ID: "c", Functions: []string{"F"}, Edits: tt.edits}); got != tt.want {
			t.Errorf("%s: %d %%, want %d", tt.name, got, tt.want)
		}
	}
}
