package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/cost"
	"github.com/unheap/unheap/internal/escape"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/heap"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/site"
	"github.com/unheap/unheap/internal/term"
)

// A measurement is one run of find: load, measure, join, explain, in this
// order. Each stage fills what the next one reads.
type measurement struct {
	settings
	*findFlags
	handler record.Handler
	bar     *term.Bar
	stages  []string // the stages whose progress is shown; nil for all
	in      io.Reader
	command []string

	// allocated, if not nil, is called with what each workload has allocated, with all of the user's frames in the
	// stacks. Binaries are not removed then.
	allocated func(w record.Workload, allocs []record.Alloc)
	// place, if not nil, returns the folder in which the processes of the package in dir run.
	place func(ctx context.Context, dir string) (string, error)

	// beside, if not nil, is called with the packages that are going to be built, and must not block. Goroutines that
	// it starts must be counted in running, and end with the context.
	beside  func(ctx context.Context, packages []listed)
	running sync.WaitGroup

	// left, if not nil, estimates the time until the end of the run; negative if it is not known. It may be called by
	// several goroutines.
	left func() time.Duration
	// taken is the number of packages that have been run, or could not be.
	taken int

	// printable is set when enough is known for a report.
	printable bool

	// loaded, if not nil, is called when the program is loaded, before anything is run. An error ends measure.
	loaded func(ctx context.Context) error
	// begun, if not nil, is called when the first binary is there, and measured after the workloads of each package
	// have run. Nothing is built while measured runs.
	begun    func()
	measured func(ctx context.Context, binary *bench.Binary) error
	quiet    sync.RWMutex // read-locked by builds, locked by what a build would disturb
	stop     func()       // cancels building

	given     *profile.Profile // the profile of -profile
	builds    building
	model     *cost.Model
	bench     *bench.Bench
	program   *load.Program
	problems  []record.Problem
	workloads []record.Workload
	joiner    *site.Joiner // holds sums, no stacks
	fresh     *site.Joiner // for the package that is being measured
	lines     packageLines
	decisions []record.Decision
	logged    map[string]bool // parts of the compiler's log that have been read
	cpus      []record.CPU
	sites     []record.Site
	files     []record.FileSum // files that the proof of fix rests on
}

// run measures, explains and reports.
func (m *measurement) run(ctx context.Context) error {
	done, err := m.guardModule(ctx)
	defer done()
	if err != nil {
		return err
	}
	err = m.measure(ctx)
	if m.bench == nil {
		return err
	}
	defer m.close(m.bench)
	interrupted := ctx.Err() != nil
	return errors.Join(err, m.report(interrupted))
}

// close waits for the building to end and removes what was built.
func (m *measurement) close(b *bench.Bench) {
	if b == nil {
		return
	}
	m.stop()
	for range m.builds.done {
	}
	m.running.Wait()
	b.Close()
}

// measure does everything up to the explained sites. With an error, what was found out by then is in m.
func (m *measurement) measure(ctx context.Context) error {
	m.model, _ = cost.Load(ctx, cost.Dir()) // with an error it is the fallback, good enough for a ranking
	collectLater()                          // not earlier: Load may measure the model, which needs collections
	build, stop := context.WithCancel(ctx)
	m.stop = stop
	building := m.startBuilding(build) // concurrently with loading
	m.progress(record.Progress{Stage: "load", Text: strings.Join(m.patterns, " ")})
	var err error
	m.program, m.problems, err = load.Load(ctx, load.Options{
		Dir: ".", Patterns: m.patterns, BuildFlags: m.buildFlags(), Tests: true,
	})
	if errors.Is(err, load.ErrNone) && m.profile != "" && len(m.patterns) == 0 {
		err = m.outside()
	}
	if err != nil {
		stop() // a build may take minutes, and nothing will run the binary
	}
	b := <-building
	m.builds = b
	if errors.Is(b.err, gocmd.ErrNoGo) {
		return b.err // without the details that the loader's error would have
	}
	if errors.Is(err, load.ErrNone) {
		err = m.whyNone(ctx, err)
	}
	if err != nil {
		m.close(b.bench)
		return err
	}
	if b.err != nil {
		return b.err
	}
	m.bench, m.joiner = b.bench, m.newJoiner()
	if m.loaded != nil {
		if err := m.loaded(ctx); err != nil {
			return err
		}
	}
	understood := make(chan error, 1)
	go func() { // concurrently with the build: it may compile a small file
		env := m.bench.Environment()
		understood <- escape.CheckOnce(ctx, ".", cost.Dir(), env.Identity(), m.environment()...)
	}()
	if m.profile != "" {
		err = m.readProfile(ctx)
	} else {
		err = m.runWorkloads(ctx)
	}
	if cerr := <-understood; cerr != nil && ctx.Err() == nil {
		m.problem(record.Problem{Text: "the compiler's log is not understood, so reasons are missing: " + firstLine(cerr)})
		m.decisions = nil
	}
	if len(m.workloads) > 0 {
		m.join()
		if m.allocated != nil {
			return err // fix does the rest itself
		}
		m.followOut(ctx)
		m.advise(ctx)
		if m.paths {
			m.countPaths(ctx)
		}
	}
	return err
}

// firstLine is the first line of an error's text.
func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}

// progress shows p; an error of writing to the terminal is ignored.
func (m *measurement) progress(p record.Progress) {
	if m.left != nil {
		p.LeftNs = int64(m.left())
	}
	if m.stages == nil || slices.Contains(m.stages, p.Stage) {
		_ = m.bar.Progress(&p)
	}
}

// problem notes something wrong in the user's code or setup that does not end the run.
func (m *measurement) problem(p record.Problem) { m.problems = append(m.problems, p) }

// named returns the packages that were asked for: import path to folder.
func (m *measurement) named() map[string]string {
	dirs := make(map[string]string)
	for _, pkg := range m.program.Packages() {
		if !pkg.Named || len(pkg.Files) == 0 {
			continue
		}
		path := pkg.Path
		if pkg.ForTest != "" {
			path = strings.TrimSuffix(pkg.ForTest, "_test")
		}
		dirs[path] = filepath.Dir(pkg.Files[0].Path)
	}
	return dirs
}

// runWorkloads runs every package as soon as its binary is built. A package that cannot be built or run is reported
// as a problem, and the others go on. One that could not be loaded has been reported already.
func (m *measurement) runWorkloads(ctx context.Context) error {
	dirs := m.named()
	if len(dirs) == 1 {
		m.lines.w = nil
	}
	for b := range m.binaries() {
		m.taken++
		if m.begun != nil {
			m.begun()
			m.begun = nil
		}
		if _, ok := dirs[b.path]; !ok {
			m.unloaded(b)
			continue
		}
		err := b.err
		if err == nil && m.place != nil {
			b.binary.Dir, err = m.place(ctx, b.binary.Dir)
		}
		if err == nil {
			err = m.runPackage(ctx, b.path, b.binary)
		}
		if err == nil && m.measured != nil {
			m.quiet.Lock()
			err = m.measured(ctx, b.binary)
			m.quiet.Unlock()
		}
		if b.binary != nil && m.allocated == nil {
			b.binary.Remove() // Close removes what cannot be removed now
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			m.problem(m.asProblem(b.path, err))
		}
	}
	if len(m.workloads) == 0 {
		return &noWork{m.problems}
	}
	return nil
}

// unloaded reports why a package cannot be used in the words of the go command, which knows more than the loader:
// that a module is missing, for example, and how to add it.
func (m *measurement) unloaded(b built) {
	var said *bench.BuildError
	if !errors.As(b.err, &said) {
		return // the loader has given the reason
	}
	m.problems = slices.DeleteFunc(m.problems, func(p record.Problem) bool { return p.Package == b.path })
	m.problem(m.asProblem(b.path, b.err))
}

// binaries yields the binaries as they are built. If times are taken, it waits for all first, so that no build
// disturbs a timing.
func (m *measurement) binaries() iter.Seq[built] {
	each := func(yield func(built) bool) {
		for b := range m.builds.done {
			if !yield(b) {
				return
			}
		}
	}
	if m.timing || m.cpu {
		return slices.Values(slices.Collect(each))
	}
	return each
}

// asProblem turns the error of a package into a problem for the record.
func (m *measurement) asProblem(path string, err error) record.Problem {
	var build *bench.BuildError
	switch {
	case errors.As(err, &build):
		p := record.Problem{Package: path, Text: build.Text, Detail: tail(build.Output)}
		if build.File != "" {
			p.Pos = record.Position{File: m.program.Rel(path, build.File), Line: build.Line, Column: build.Column}
		}
		return p
	case errors.Is(err, bench.ErrNoTests):
		return record.Problem{Package: path, Text: "no benchmarks, tests or examples: nothing to run"}
	}
	var directive *directiveError
	if errors.As(err, &directive) {
		return record.Problem{Package: path, Pos: directive.at, Text: directive.text}
	}
	text, detail, _ := strings.Cut(err.Error(), "\n")
	return record.Problem{Package: path, Text: text, Detail: tail(detail)}
}

// maxDetail bounds how much of a program's output is shown, in bytes.
const maxDetail = 2 << 10

func tail(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > maxDetail {
		text = "…" + text[len(text)-maxDetail:]
	}
	return text
}

// runPackage runs the workloads of one package.
func (m *measurement) runPackage(ctx context.Context, path string, binary *bench.Binary) error {
	m.readLog(path, binary.EscapeLog)
	sel, err := m.selection(ctx, binary)
	if err != nil {
		return err
	}
	run, err := m.record(ctx, binary, sel)
	if run == nil {
		return err
	}
	if len(run.Workloads) == 0 && err == nil {
		return fmt.Errorf("nothing of %s matches -%s", path, selected(sel))
	}
	if m.timing && err == nil {
		err = m.time(ctx, binary, sel, run.Workloads)
	}
	if m.cpu && err == nil {
		err = m.splitCPU(ctx, binary, sel)
	}
	m.workloads = append(m.workloads, run.Workloads...)
	return errors.Join(err, m.line(path, run))
}

// record runs the workloads and adds what each allocated to the joins, as soon as the workload has ended.
func (m *measurement) record(ctx context.Context, binary *bench.Binary, sel bench.Select) (*bench.Run, error) {
	m.fresh = m.newJoiner()
	sel.Own = m.own()
	run, err := binary.Record(ctx, sel, func(w record.Workload, p *profile.Profile) error {
		allocs, err := heap.Convert(p, m.heapOptions(binary))
		if err != nil {
			return err
		}
		m.joiner.Add(w, allocs)
		if m.lines.w != nil || m.allocated != nil {
			m.fresh.Add(w, allocs)
		}
		if m.allocated != nil {
			m.allocated(w, allocs)
		}
		return nil
	})
	if run == nil {
		return nil, err
	}
	for _, w := range run.Workloads {
		if w.Failure != "" {
			m.joiner.Forget(w.Package, w.Name)
			m.fresh.Forget(w.Package, w.Name)
		}
	}
	return run, err
}

// newJoiner returns an empty joiner for the program.
func (m *measurement) newJoiner() *site.Joiner {
	return site.NewJoiner(m.joinInput(m.program))
}

// joinInput is the part of a join's input that comes from a program.
func (m *measurement) joinInput(program *load.Program) site.Input {
	return site.Input{Points: program.Points, Own: program.Own, Name: program.PackageName, Source: program.Source}
}

// callers is how many calls above the user's innermost frame find records: what leads to a site. More would be too
// many: a recursive program may have as many stacks as objects.
const callers = 8

// own returns which frames of a stack are recorded.
func (m *measurement) own() bench.Own {
	packages, modules, others := m.program.OwnPaths()
	o := bench.Own{Packages: packages, Trees: modules, Others: others, Callers: callers}
	if m.allocated != nil {
		o.Callers = -1
	}
	return o
}

// selected is the flag that selects the workloads.
func selected(sel bench.Select) string {
	if sel.Bench != "" {
		return "bench=" + sel.Bench
	}
	return "run=" + sel.Run
}

// heapOptions are for what a binary has allocated. A stock profile lacks the primitives of allocations, which are
// looked up in the binary.
func (m *measurement) heapOptions(binary *bench.Binary) heap.Options {
	o := heap.Options{Rel: m.program.Rel, Package: binary.Package}
	if m.bench.Counter() != "exact" {
		o.Binary = binary.Path
	}
	return o
}

// selection selects the workloads: benchmarks, or tests and examples if there are no benchmarks or the user asks for
// tests.
func (m *measurement) selection(ctx context.Context, binary *bench.Binary) (bench.Select, error) {
	names, err := binary.List(ctx)
	if err != nil {
		return bench.Select{}, err
	}
	times, err := m.benchtimeOf(binary.Package)
	if err != nil {
		return bench.Select{}, err
	}
	sel := bench.Select{Skip: m.skip, Benchtime: times, Timeout: m.timeout}
	switch {
	case len(names.Benchmarks) > 0 && !m.tests:
		sel.Bench, sel.Half = m.settings.bench, m.allocated == nil
	case len(names.Tests)+len(names.Examples)+len(names.Fuzz) > 0:
		sel.Run, sel.Twice = m.settings.run, m.allocated == nil
	case len(names.Benchmarks) > 0:
		return sel, errors.New("no tests or examples; without -tests its benchmarks can be measured")
	default:
		return sel, bench.ErrNoTests
	}
	return sel, nil
}

// readLog reads the compiler's log of a build. Without it sites are still measured, and the report says that reasons
// are missing.
//
// The go command repeats the log of a package for each test binary that the package is part of. It is read once.
func (m *measurement) readLog(path string, log []byte) {
	if m.logged == nil {
		m.logged = make(map[string]bool)
	}
	if log = unread(log, m.logged); len(log) == 0 && len(m.logged) > 0 {
		return
	}
	l, err := escape.Parse(strings.NewReader(string(log)), escape.Options{Rel: m.program.Rel, Dir: workingDir()})
	if err != nil {
		m.problem(record.Problem{Package: path, Text: "the compiler's log could not be used: " + err.Error()})
		return
	}
	m.decisions = append(m.decisions, l.Decisions...)
}

// workingDir is the directory that relative file names in the compiler's log start from.
func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// join joins what was measured with the compiler's decisions, and explains each site.
func (m *measurement) join() {
	m.progress(record.Progress{Stage: "join", Text: fmt.Sprintf("%d workloads", len(m.workloads))})
	m.workloads, m.sites = m.explained(m.program, m.decisions, m.joiner.Result(m.workloads, m.decisions))
}

// explained gives each site of a join its reason and its cost. Of the unmeasured sites it returns those in modules
// with a named package.
func (m *measurement) explained(program *load.Program, decisions []record.Decision, result site.Result) ([]record.Workload, []record.Site) {
	unmeasured := slices.DeleteFunc(result.Unmeasured, func(s record.Site) bool {
		pkg := s.Package
		if file := program.File(s.Pos.File); file != nil {
			pkg = file.Package.Path // a generic function may be compiled in another package
		}
		module, _ := program.ModuleOf(pkg)
		return module != "" && !inNamedModule(program, pkg)
	})
	sites := slices.Concat(result.Sites, unmeasured)
	log := mechanism.NewLog(program, decisions)
	for i := range sites {
		mechanism.Explain(&sites[i], program, log)
		m.estimate(&sites[i], result.Workloads)
	}
	return result.Workloads, sites
}

// rounds is how often the logs of further packages are requested: a value may pass from one package into the next.
const rounds = 3

// followOut explains again the sites whose values go into functions of other packages, with the compiler's log of
// those packages.
func (m *measurement) followOut(ctx context.Context) {
	log := mechanism.NewLog(m.program, m.decisions)
	for range rounds {
		for i := range m.sites {
			if s := &m.sites[i]; s.Match != record.Unmeasured {
				mechanism.Explain(s, m.program, log)
			}
		}
		mechanism.Link(m.sites, m.program, log)
		missing := log.Missing()
		if len(missing) == 0 {
			return
		}
		more, err := escape.Load(ctx, escape.LoadOptions{
			Options:  escape.Options{Dir: workingDir(), Rel: m.program.Rel},
			Packages: missing, Flags: m.buildFlags(), GCFlags: m.gcflags,
		})
		if err != nil {
			return // reasons end at the call, as with any package without a log
		}
		log.Add(more.Decisions, more.Dirs)
	}
}

// estimate sets the estimated cost of a site in each workload, and the mean over the workloads that reach it.
func (m *measurement) estimate(s *record.Site, workloads []record.Workload) {
	pointers := cost.Pointers(s.Primitive, s.Type)
	sum, n := 0.0, 0
	for i := range s.Usage {
		u := &s.Usage[i]
		w := workloadOf(u, workloads)
		if w == nil || u.Objects == 0 {
			continue
		}
		u.Cost = m.model.Estimate(w.PerOp(u.Objects), w.PerOp(u.Bytes), pointers)
		sum += u.Cost
		n++
	}
	if n > 0 {
		s.Cost = sum / float64(n)
	}
}

func workloadOf(u *record.Usage, workloads []record.Workload) *record.Workload {
	for i := range workloads {
		if w := &workloads[i]; w.Name == u.Workload && w.Package == u.Package {
			return w
		}
	}
	return nil
}
