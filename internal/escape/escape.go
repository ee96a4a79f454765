// Package escape reads the verdicts of the compiler's escape analysis and
// inliner from its log: what it put on the heap, what it kept on the stack,
// and the flow of assignments that forced it.
//
// Invariant: not being able to read the log is an error, never an empty list.
// A log without lines, a log in which no line is understood, and a toolchain
// whose wording of a known escape has changed ([Check]) are all reported.
//
// Model: the text that `go build -gcflags=-m=2` prints. It, and not the JSON
// form, is replayed from the build cache, and does not lose the records of
// files of equal base name. The compiler says the same thing twice: first a
// long form with the function and the flow, then, sorted by position, the
// verdict. Both are one [record.Decision].
//
// What the model blurs: positions are those after inlining, so a value in an
// inlined body stands at the call, with [record.Decision].Inlined naming the
// callees it may belong to. Columns above 255 are missing. The log explains
// and does not count: a value that "does not escape" may still be allocated
// when it grows, and one that "escapes" may cost nothing.
package escape

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// Options say how the positions of a log are rewritten.
type Options struct {
	// Dir is the directory in which the go command ran. Relative file names of the log are joined to it. If it is
	// empty, they stay relative.
	Dir string
	// Trimmed says that the build had -trimpath: file names begin with an import path or module, and are not joined to
	// Dir.
	Trimmed bool
	// Rel turns a file, compiled as a part of pkg, into the form of record.Position. It is called once for each pair.
	// Nil keeps the name, with slashes.
	Rel func(pkg, file string) string
}

// A Log is what could be read from a compiler's log.
type Log struct {
	// Decisions are sorted by package, plain before test variant, position,
	// kind and expression. No two are equal.
	Decisions []record.Decision
	// Packages are the import paths in the log, sorted. A package without functions leaves no line and is missing.
	Packages []string
	// Dirs are the folders of the packages that Load was asked for, by import path. Parse leaves it empty.
	Dirs map[string]string
	// Unknown is the number of lines that were not understood, Sample the first of them.
	Unknown int
	Sample  string
}

// maxLine bounds one line of a log, in bytes. "can inline" lines have a whole function body; the longest in the
// standard library is below 100 kB.
const maxLine = 16 << 20

// Parse reads the output of the go command for builds with -gcflags=-m=2 (or -m, which has no flows). It is an error
// if r fails, has no line of the compiler, or has only lines that this version does not understand.
func Parse(r io.Reader, opts Options) (*Log, error) {
	p := &parser{opts: opts, files: make(map[[2]string]string)}
	p.begin("", false)
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 64<<10), maxLine)
	for sc.Scan() {
		p.line(strings.TrimSuffix(sc.Text(), "\r"))
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read compiler log: %v", err)
	}
	p.end()
	switch {
	case p.understood > 0:
		p.log.sort()
		return &p.log, nil
	case p.log.Unknown > 0:
		return nil, fmt.Errorf("no line of the compiler log is understood, the first is %q", p.log.Sample)
	}
	return nil, errors.New("the compiler log is empty")
}

func (l *Log) sort() {
	slices.SortStableFunc(l.Decisions, compare)
	// A package is compiled once for each test binary that it is part of.
	l.Decisions = slices.CompactFunc(l.Decisions, func(a, b record.Decision) bool { return compare(a, b) == 0 })
	slices.Sort(l.Packages)
	l.Packages = slices.Compact(l.Packages)
}

func compare(a, b record.Decision) int {
	switch {
	case a.Package != b.Package:
		return strings.Compare(a.Package, b.Package)
	case a.Test != b.Test:
		if b.Test {
			return -1
		}
		return 1
	}
	return cmp.Or(
		a.Pos.Compare(b.Pos),
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Expr, b.Expr),
		cmp.Compare(a.Function, b.Function),
		cmp.Compare(a.Reason, b.Reason),
		cmp.Compare(a.EndOfCopy(), b.EndOfCopy()),
	)
}

// A parser holds the state of one log. The fields from pkg on are those of the package being compiled, and begin
// resets them.
type parser struct {
	opts       Options
	files      map[[2]string]string // the result of Rel, by package and file
	log        Log
	understood int

	pkg  string
	test bool
	skip bool // the package is the generated main package of a test binary
	// found are the decisions, in the order of the log, without duplicates.
	found []record.Decision
	seen  map[identity]bool
	// flows are the long forms whose verdicts have not been read yet. current is the flow to which "flow" and "from"
	// lines belong.
	flows   []*flow
	byValue map[value][]*flow
	current *flow
	// calls are the callees inlined at each position, in the order of the log.
	calls map[record.Position][]string
}

// A value identifies what long form and verdict are about.
type value struct {
	pos  record.Position
	expr string
	leak bool
}

// An identity identifies a decision within a package.
type identity struct {
	kind     record.DecisionKind
	pos      record.Position
	expr     string
	function string
	reason   string
	end      string
}

// A flow is one long form.
type flow struct {
	value
	full     string // the whole expression, if value.expr is shortened
	function string
	dst      string // of a leak: destination and number of pointers in front
	derefs   int
	steps    []record.Step
	used     bool
}

// begin starts the log of a package.
func (p *parser) begin(pkg string, test bool) {
	p.pkg, p.test = pkg, test
	p.skip = strings.HasSuffix(pkg, ".test") // nobody wrote its source
	p.found, p.flows, p.current = nil, nil, nil
	p.seen = make(map[identity]bool)
	p.byValue = make(map[value][]*flow)
	p.calls = make(map[record.Position][]string)
}

// end adds the decisions of the package to the log.
func (p *parser) end() {
	p.orphans()
	for i := range p.found {
		p.markInlined(&p.found[i])
	}
	if len(p.found) > 0 {
		p.log.Decisions = append(p.log.Decisions, p.found...)
		p.log.Packages = append(p.log.Packages, p.pkg)
	}
}

// orphans turns the long forms without a verdict into decisions. Where the compiler has replaced a value converted to
// an interface by its constant, the verdict at that position names the constant. The other long forms are closures
// that the compiler wraps around the call of a go statement, or of a defer in a loop: they are on the heap, but their
// verdict is not printed.
func (p *parser) orphans() {
	bare := make(map[record.Position]int)
	for i, d := range p.found {
		if d.Kind == record.Escapes && d.Flow == nil {
			bare[d.Pos] = i
		}
	}
	for _, f := range p.flows {
		if f.used || f.leak {
			continue
		}
		if i, ok := bare[f.pos]; ok && f.full != "func literal" {
			p.found[i].Function, p.found[i].Flow = f.function, f.steps
		} else {
			p.add(record.Decision{Kind: record.Escapes, Pos: f.pos, Expr: f.full}, f)
		}
	}
}

// markInlined sets Inlined to the callees that a value may belong to, if its position is that of an inlined call: the
// "(" of the call. Only two of the caller's own values can have that position, the array of variadic arguments and a
// converted result; these are not marked. Nor is any value of a range over a function, where "for" is the position of
// the call as well as of the loop's own closure and state.
func (p *parser) markInlined(d *record.Decision) {
	switch d.Kind {
	case record.Escapes, record.Moved, record.Stays, record.ZeroCopy:
	default:
		return
	}
	callees := p.calls[d.Pos]
	isRange := func(callee string) bool { return strings.Contains(callee, "-range") }
	if d.Pos.Column == 0 || d.Expr == "... argument" || strings.HasPrefix(d.Expr, "~r") || slices.ContainsFunc(callees, isRange) {
		return
	}
	d.Inlined = callees
}

// line handles one line of the log.
func (p *parser) line(s string) {
	if s == "" {
		return
	}
	if header, ok := strings.CutPrefix(s, "# "); ok {
		p.header(header)
		return
	}
	pos, text, ok := record.CutPosition(s)
	switch {
	case p.skip || pos.File == "<autogenerated>" || strings.HasPrefix(s, nowhere) || !ok && beside(s):
		p.current = nil
		p.understood++ // of a wrapper, or of a variable of the compiler's own
	case !ok:
		p.unknown(s)
	default:
		pos.File = p.rel(pos.File)
		if p.continuation(pos, text) || p.longForm(pos, text) || p.shortForm(pos, text) || beside(text) {
			p.understood++
		} else {
			p.unknown(s)
		}
	}
}

// nowhere is the position of the state of some ranges over a function.
const nowhere = "<unknown line number>: "

// header recognises "pkg" or "pkg [pkg.test]". The go command prints "[desc]" in a line of its own if desc does not
// name the package; that is ignored.
func (p *parser) header(s string) {
	if strings.HasPrefix(s, "[") {
		return
	}
	pkg, variant, ok := strings.Cut(s, " [")
	p.end()
	p.begin(pkg, ok && strings.HasSuffix(variant, ".test]"))
}

func (p *parser) unknown(s string) {
	p.log.Unknown++
	p.log.Sample = cmp.Or(p.log.Sample, shorten(s))
}

// shorten keeps an error readable when a line carries a function body.
func shorten(s string) string {
	if len(s) > 200 {
		return strings.ToValidUTF8(s[:200], "") + "…"
	}
	return s
}

func (p *parser) rel(file string) string {
	key := [2]string{p.pkg, file}
	if rel, ok := p.files[key]; ok {
		return rel
	}
	rel := file
	if p.opts.Dir != "" && !p.opts.Trimmed && !filepath.IsAbs(file) {
		rel = filepath.Join(p.opts.Dir, file)
	}
	if p.opts.Rel != nil {
		rel = p.opts.Rel(p.pkg, rel)
	} else {
		rel = filepath.ToSlash(rel)
	}
	p.files[key] = rel
	return rel
}

// add adds a decision, with the flow f that explains it; f may be nil.
func (p *parser) add(d record.Decision, f *flow) {
	d.Package, d.Test = p.pkg, p.test
	if f != nil {
		f.used = true
		d.Function, d.Flow = f.function, f.steps
		d.Reason = cmp.Or(d.Reason, heapReason(f.steps))
	}
	key := identity{d.Kind, d.Pos, d.Expr, d.Function, d.Reason, ""}
	if p.markInlined(&d); d.Kind != record.Leaks {
		key.end = d.EndOfCopy()
	}
	if !p.seen[key] {
		p.seen[key] = true
		p.found = append(p.found, d)
	}
}

// heapReason returns the reason in a flow that has no assignments: the value itself cannot be on a stack. The texts
// are those of HeapAllocReason in cmd/compile/internal/escape.
func heapReason(steps []record.Step) string {
	for _, s := range steps {
		switch s.Why {
		case "too large for stack", "too aligned for stack", "zero-sized element", "non-constant size":
			return s.Why
		}
	}
	return ""
}
