package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/gctune"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
)

// A program is what gc runs repeatedly.
type program struct {
	name  string
	gauge bool // whether it writes a journal; otherwise the runtime's trace is read
	proc  gocmd.Command
	drive string // as in gcFlags
	wait  time.Duration
	most  time.Duration                                 // time limit of one run
	sites func(context.Context) ([]record.GCCut, error) // nil if find has no workload
	said  func(stdout string) string                    // the part of stdout that says why a run failed; nil for none
	end   func() error                                  // cleans up; nil if there is nothing to clean up
}

func (p *program) close() {
	if p.end != nil {
		_ = p.end() // the next run removes a folder that is left
	}
}

// cuts returns the sites that allocate most.
func (p *program) cuts(ctx context.Context) ([]record.GCCut, error) {
	if p.sites == nil {
		return nil, nil
	}
	return p.sites(ctx)
}

// open prepares the program to run, with its files in dir.
func (m *tuning) open(ctx context.Context, dir string) (*program, error) {
	if len(m.patterns) == 0 {
		return m.openCommand()
	}
	m.progress(record.Progress{Stage: "build", Text: m.patterns[0]})
	args := append([]string{"list", "-f", "{{.Name}}\t{{.Dir}}\t{{.ImportPath}}"}, m.buildFlags()...)
	out, err := gocmd.Go(ctx, ".", append(args, "--", m.patterns[0])...)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	parts := strings.Split(lines[0], "\t")
	if len(lines) != 1 || len(parts) != 3 {
		return nil, usagef("gc: %s names %d packages; gc tunes one", m.patterns[0], len(lines))
	}
	name, folder, path := parts[0], parts[1], parts[2]
	if name == "main" && !m.given["bench"] {
		if err := m.checkKind(aMain); err != nil {
			return nil, err
		}
		return m.openMain(ctx, dir, folder, path)
	}
	if err := m.checkKind(aBenchmark); err != nil {
		return nil, err
	}
	if len(m.command) > 0 {
		return nil, usagef("gc: %s is to be tuned by a benchmark, which takes no arguments behind --", path)
	}
	return m.openBenchmark(ctx, name, folder, path)
}

// openCommand returns the program of a command line that is run as it is.
func (m *tuning) openCommand() (*program, error) {
	return &program{
		name:  strings.Join(m.command, " "),
		proc:  gocmd.Command{Path: m.command[0], Args: m.command[1:], Keep: keptOutput},
		drive: m.drive, wait: m.wait, most: m.timeout,
	}, nil
}

// keptOutput is how much of a program's output is retained, in bytes, to be shown if it fails.
const keptOutput = 64 << 10

// shownOutput is how much of keptOutput is shown, in bytes, after removing the lines of the trace.
const shownOutput = 4 << 10

// openMain builds a command that has a gauge.
func (m *tuning) openMain(ctx context.Context, dir, folder, path string) (*program, error) {
	list, err := overlay.Set{filepath.Join(folder, "unheap_gauge.go"): gctune.Gauge("main")}.Write(dir)
	if err != nil {
		return nil, err
	}
	binary := filepath.Join(dir, filepath.Base(folder))
	args := append([]string{"build", "-o", binary, "-overlay=" + list}, m.buildFlags()...)
	if _, err := gocmd.Go(ctx, ".", append(args, "--", path)...); err != nil {
		return nil, err
	}
	return &program{
		name:  strings.Join(append([]string{path}, m.command...), " "),
		gauge: true,
		proc:  gocmd.Command{Path: binary, Args: m.command, Keep: keptOutput},
		drive: m.drive, wait: m.wait, most: m.timeout,
	}, nil
}

// openBenchmark builds the test binary of a package with a gauge, and determines the benchmark and its number of
// operations.
func (m *tuning) openBenchmark(ctx context.Context, name, folder, path string) (*program, error) {
	files := overlay.Set{filepath.Join(folder, "unheap_gauge_test.go"): gctune.Gauge(name)}
	b, err := bench.Open(ctx, bench.Options{Flags: m.buildFlags(), Overlay: files, Stock: true, Progress: m.progress})
	if err != nil {
		return nil, err
	}
	p := &program{gauge: true, end: b.Close, most: m.timeout}
	binary, err := b.Build(ctx, path, folder)
	if err == nil {
		err = m.chooseBenchmark(ctx, p, binary)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	p.sites = func(ctx context.Context) ([]record.GCCut, error) { return m.topSites(ctx, p.name) }
	return p, nil
}

// chooseBenchmark determines the only benchmark that -bench matches, and has it run for about -duration, with the
// same number of operations at each setting.
func (m *tuning) chooseBenchmark(ctx context.Context, p *program, binary *bench.Binary) error {
	sel := bench.Select{Bench: m.bench, Skip: m.skip, Benchtime: "1x", Timeout: m.timeout}
	samples, err := binary.Measure(ctx, sel)
	if err != nil {
		return err
	}
	var names []string
	for _, s := range samples {
		if err := failed(s); err != nil {
			return err
		}
		names = append(names, s.Name)
	}
	switch len(names) {
	case 0:
		if m.bench == "." {
			return fmt.Errorf("%s has no benchmarks and is no command: gc tunes one of these, or any command behind --", binary.Package)
		}
		return fmt.Errorf("%s: no benchmark matches -bench=%s", binary.Package, m.bench)
	case 1:
	default:
		return usagef("gc: -bench=%s selects %d benchmarks (%s); gc tunes one, name it: -bench='%s' is the first", m.bench, len(names), few(names), bench.Exactly(names[0]))
	}
	p.name = names[0]
	p.said = func(stdout string) string { return bench.Failed(stdout, p.name) }
	times := m.benchtime
	if times == "" {
		if times, err = m.operations(ctx, binary, p.name); err != nil {
			return err
		}
	}
	p.proc = gocmd.Command{Path: binary.Path, Dir: binary.Dir, Keep: keptOutput, Args: []string{
		"-test.run=^$", "-test.bench=" + bench.Exactly(p.name), "-test.benchtime=" + times, "-test.count=1", "-test.timeout=0",
	}}
	return nil
}

// failed returns the error of a benchmark that failed, with its output; nil if it did not.
func failed(s bench.Sample) error {
	if s.Failure == "" {
		return nil
	}
	return errors.New(strings.TrimSpace(s.Name + ": " + s.Failure + "\n" + s.Output))
}

// few lists the first names.
func few(names []string) string {
	if len(names) > 4 {
		names = append(slices.Clone(names[:3]), "…")
	}
	return strings.Join(names, ", ")
}

// operations returns how many operations of a benchmark fit into the time of one run, as a value of -benchtime.
func (m *tuning) operations(ctx context.Context, binary *bench.Binary, name string) (string, error) {
	samples, err := binary.Measure(ctx, bench.Select{Bench: bench.Exactly(name), Benchtime: "200ms", Timeout: m.timeout})
	if err != nil {
		return "", err
	}
	if len(samples) != 1 {
		return "", fmt.Errorf("%s ran %d times when it was to be timed once", name, len(samples))
	}
	if err := failed(samples[0]); err != nil {
		return "", err
	}
	if samples[0].NsPerOp <= 0 {
		return "", fmt.Errorf("%s takes no time: there is nothing to tune", name)
	}
	n := float64(m.duration.Nanoseconds()) / samples[0].NsPerOp
	return strconv.Itoa(int(max(1, n))) + "x", nil
}

// run runs the program once.
func (p *program) run(ctx context.Context, s record.GCSetting) (*gctune.Observation, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, p.most, p.tooLong())
	defer cancel()
	o, err := p.observe(ctx, s)
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return o, err
}

// explained adds to the error of a run the program's own output, without the trace.
func (p *program) explained(out gocmd.Output, err error) error {
	if failed := (*gocmd.Error)(nil); errors.As(err, &failed) {
		own := gctune.WithoutTrace(string(out.Stderr))
		if p.said != nil {
			own = p.said(string(out.Stdout)) + own
		}
		failed.Stderr = strings.TrimSpace(own[max(0, len(own)-shownOutput):])
	}
	return err
}

// tooLong is the error of a run that did not end in time.
func (p *program) tooLong() error {
	if p.drive != "" {
		return fmt.Errorf("-drive did not end within -timeout=%v", p.most)
	}
	return fmt.Errorf("%s did not end within -timeout=%v: name the load of a server with -drive, or give a program that takes longer a larger -timeout", p.name, p.most)
}

// observe runs the program once and evaluates its journal if it has a gauge, and the runtime's trace otherwise.
func (p *program) observe(ctx context.Context, s record.GCSetting) (*gctune.Observation, error) {
	c := p.proc
	c.Env = append(slices.Clone(c.Env), gctune.Env(s)...)
	trace := new(gctune.Trace)
	c.Env = append(c.Env, gctune.TraceEnv(os.Getenv("GODEBUG")))
	c.Line = func(line string) { trace.Line(line) }
	if !p.gauge {
		return p.traced(ctx, c, s, trace)
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	c.Env = append(c.Env, gctune.JournalVariable+"=1")
	c.Files = []*os.File{w}
	var journal *gctune.Journal
	read := make(chan error, 1)
	go func() {
		var err error
		journal, err = gctune.ReadJournal(r)
		_, _ = io.Copy(io.Discard, r) // keep reading: a program whose output is not read would block
		read <- err
	}()
	span, err := p.watch(ctx, c)
	if rerr := <-read; err == nil {
		err = rerr
	}
	if err != nil {
		return nil, err
	}
	if p.drive == "" {
		span.begin, span.end = time.Time{}, time.Time{} // the whole run counts
	}
	return journal.Observe(s, trace, span.begin, span.end)
}

// traced runs a program that was not built here, and has no gauge.
func (p *program) traced(ctx context.Context, c gocmd.Command, s record.GCSetting, trace *gctune.Trace) (*gctune.Observation, error) {
	span, err := p.watch(ctx, c)
	if err != nil {
		return nil, err
	}
	cpu := span.cpu
	if p.drive != "" {
		cpu = 0 // it includes the time before the load
	}
	return trace.Observe(s, span.begin.Sub(span.start), span.end.Sub(span.start), cpu)
}

// A span is the time in which a program ran; begin and end bound the part that counts.
type span struct {
	start, begin, end time.Time
	cpu               time.Duration // of the whole program
}

// watch runs the program to its end or, if it is a server, until its load has ended.
func (p *program) watch(ctx context.Context, c gocmd.Command) (s span, err error) {
	s.start = time.Now()
	s.begin = s.start
	if p.drive == "" {
		out, err := c.Run(ctx)
		s.end, s.cpu = time.Now(), out.CPU
		return s, p.explained(out, err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := make(chan error, 1)
	go func() {
		out, err := c.Run(ctx)
		s.cpu = out.CPU
		done <- p.explained(out, err)
	}()
	select {
	case err := <-done:
		return s, endedEarly(p.name, "before -drive began", err)
	case <-time.After(p.wait):
	}
	s.begin = time.Now()
	driven := make(chan error, 1)
	go func() {
		_, err := gocmd.Command{Path: "/bin/sh", Args: []string{"-c", p.drive}, Keep: keptOutput}.Run(ctx)
		driven <- err
	}()
	select {
	case err := <-done:
		cancel(nil)
		<-driven
		return s, endedEarly(p.name, "while -drive ran", err)
	case err = <-driven:
	}
	s.end = time.Now()
	interrupted := ctx.Err()
	cancel(errDriven)
	if serr := <-done; err == nil && interrupted == nil && serr != nil && !errors.Is(serr, errDriven) {
		err = serr
	}
	if err != nil {
		err = fmt.Errorf("-drive: %w", err)
	}
	return s, err
}

// errDriven ends a server whose load has ended.
var errDriven = errors.New("the load has ended")

func endedEarly(name, when string, err error) error {
	if err != nil {
		return fmt.Errorf("%s ended %s: %w", name, when, err)
	}
	return fmt.Errorf("%s ended %s", name, when)
}

// topSites asks find for the sites that allocate most in a benchmark.
func (m *tuning) topSites(ctx context.Context, name string) ([]record.GCCut, error) {
	f := &findFlags{settings: m.settings}
	f.settings.bench, f.settings.benchtime = bench.Exactly(name), ""
	find := &measurement{settings: f.settings, findFlags: f, handler: record.Ignore{}, bar: m.bar, command: []string{"find"}}
	if err := find.run(ctx); err != nil {
		return nil, err
	}
	var all []record.GCCut
	sum := 0.0
	for _, s := range find.sites {
		cut := record.GCCut{Pos: s.Pos, Function: s.Function}
		for _, u := range s.Usage {
			cut.Bytes += float64(u.Bytes)
		}
		all, sum = append(all, cut), sum+cut.Bytes
	}
	slices.SortStableFunc(all, func(a, b record.GCCut) int { return cmp.Compare(b.Bytes, a.Bytes) })
	var cuts []record.GCCut
	for _, c := range all[:min(len(all), 3)] {
		if c.Bytes /= max(sum, 1); c.Bytes >= 0.01 {
			cuts = append(cuts, c)
		}
	}
	return cuts, nil
}
