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

// Options say how positions of a log are to be rewritten.
type Options struct {
	// Dir is the directory in which the go command ran; files that the log
	// names relative to it are joined to it. Empty leaves them relative.
	Dir string
	// Trimmed says that the build had -trimpath: files are named by import
	// path or module, and are not joined to Dir.
	Trimmed bool
	// Rel turns a file, met while pkg was compiled, into the form of
	// record.Position. It is called once for each pair. Nil keeps the file,
	// slash-separated.
	Rel func(pkg, file string) string
}

// A Log is what could be read from a compiler's log.
type Log struct {
	// Decisions are sorted by package, plain before test variant, position,
	// kind and expression. No two are equal.
	Decisions []record.Decision
	// Packages are the import paths that the log speaks of, sorted. A package
	// without functions is compiled silently and does not occur.
	Packages []string
	// Dirs are the folders of the packages that Load was asked for, by import path.
	// Parse does not know them.
	Dirs map[string]string
	// Unknown counts lines that were not understood, Sample is the first.
	Unknown int
	Sample  string
}

// maxLine bounds one line of a log. "can inline" lines carry a whole function
// body; the longest in the standard library is below 100 kB.
const maxLine = 16 << 20

// Parse reads the output of the go command for builds with -gcflags=-m=2 (or
// -m, which has no flows). Errors: r fails, holds no line of the compiler, or
// holds only lines that this version does not understand.
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
	// A package is compiled once for each test binary it is part of.
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
		cmp.Compare(end(a), end(b)),
	)
}

// end is how the flow of a value ends that stands where a call was inlined: several of
// one text may.
func end(d record.Decision) string {
	if len(d.Inlined) == 0 || len(d.Flow) == 0 {
		return ""
	}
	return d.Flow[len(d.Flow)-1].Expr
}

// A parser holds the state of one log. The fields from pkg on belong to the
// package being compiled and are emptied by begin.
type parser struct {
	opts       Options
	files      map[[2]string]string // (package, file) -> Rel
	log        Log
	understood int

	pkg  string
	test bool
	skip bool // the generated main package of a test binary
	// found are the decisions, in the order of the log, none twice.
	found []record.Decision
	seen  map[identity]bool
	// flows are the long forms that wait for their verdict. current is the
	// one that "flow" and "from" lines belong to.
	flows   []*flow
	byValue map[value][]*flow
	current *flow
	// calls are the callees inlined at a position, in the order of the log.
	calls map[record.Position][]string
}

// A value is what long form and verdict have in common.
type value struct {
	pos  record.Position
	expr string
	leak bool
}

// An identity distinguishes a decision within a package.
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
	full     string // the expression, where value.expr is shortened
	function string
	dst      string // of a leak: where to, and behind how many pointers
	derefs   int
	steps    []record.Step
	used     bool
}

// begin starts the log of a package.
func (p *parser) begin(pkg string, test bool) {
	p.pkg, p.test = pkg, test
	p.skip = strings.HasSuffix(pkg, ".test") // its source is nobody's
	p.found, p.flows, p.current = nil, nil, nil
	p.seen = make(map[identity]bool)
	p.byValue = make(map[value][]*flow)
	p.calls = make(map[record.Position][]string)
}

// end files what is known of the package.
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

// orphans places the long forms that met no verdict. Where a value converted
// to an interface was replaced by its constant in between, the verdict at that
// position names the constant. The others are the closures that the compiler
// wraps around the call of a go statement, or of a defer in a loop: they are
// on the heap, only their verdict is not printed.
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

// markInlined names the callees that a value belongs to if it stands where a
// call was inlined: the "(" of the call. Of the caller's own values only two
// can stand there, the array of variadic arguments and a converted result, and
// those are left alone. So is all of a range over a function, where "for" is
// the place of the call as well as of the loop's own closure and state.
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

// line files one line of the log.
func (p *parser) line(s string) {
	if s == "" {
		return
	}
	if header, ok := strings.CutPrefix(s, "# "); ok {
		p.header(header)
		return
	}
	file, pos, text, ok := splitPos(s)
	switch {
	case p.skip || file == "<autogenerated>" || strings.HasPrefix(s, nowhere) || !ok && beside(s):
		p.current = nil
		p.understood++ // a wrapper, or a variable of the compiler's own
	case !ok:
		p.unknown(s)
	default:
		pos.File = p.rel(file)
		if p.continuation(pos, text) || p.longForm(pos, text) || p.shortForm(pos, text) || beside(text) {
			p.understood++
		} else {
			p.unknown(s)
		}
	}
}

// nowhere stands for the position of the state of some ranges over a function.
const nowhere = "<unknown line number>: "

// header reads "pkg" or "pkg [pkg.test]". The go command prints "[desc]" on a
// line of its own where desc does not name the package; that changes nothing.
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
	if p.log.Sample == "" {
		p.log.Sample = shorten(s)
	}
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

// add files a decision together with the flow that explains it, f may be nil.
func (p *parser) add(d record.Decision, f *flow) {
	d.Package, d.Test = p.pkg, p.test
	if f != nil {
		f.used = true
		d.Function, d.Flow = f.function, f.steps
		if d.Reason == "" {
			d.Reason = heapReason(f.steps)
		}
	}
	key := identity{d.Kind, d.Pos, d.Expr, d.Function, d.Reason, ""}
	if p.markInlined(&d); d.Kind != record.Leaks {
		key.end = end(d)
	}
	if !p.seen[key] {
		p.seen[key] = true
		p.found = append(p.found, d)
	}
}

// heapReason returns the reason of a flow that is none: the value itself
// cannot live on a stack. The texts are those of HeapAllocReason in
// cmd/compile/internal/escape.
func heapReason(steps []record.Step) string {
	for _, s := range steps {
		switch s.Why {
		case "too large for stack", "too aligned for stack", "zero-sized element", "non-constant size":
			return s.Why
		}
	}
	return ""
}
