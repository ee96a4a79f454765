package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/capture"
	"github.com/unheap/unheap/internal/gctune"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/term"
)

func gcCommand() command {
	return command{
		name:  "gc",
		args:  "[flags] [package] [-- command or arguments]",
		short: "measure the garbage collector, predict, advise a setting, and run it",
		long: `
Gc measures a program and says what the garbage collector costs, whether the allocation rate is what to
work on, and only then which GOGC and GOMEMLIMIT fit.

The program is one benchmark of the package (-bench), or the package itself where it is
a command and -bench is not given, run with the arguments behind "--"; or, without a
package, the command behind "--", which can be any Go program. It is run at three values
of GOGC in turns. What was seen is fitted to a model of the collector, which is shown
beside each run, predicts other settings, and is checked by a run at the advised one.

A benchmark and a package are built with a file more, through an overlay, which reads
runtime/metrics. A command that is built already is watched through GODEBUG=gctrace=1,
whose sizes are whole MiB.

A service that runs already is only asked (-service), for figures of runtime.MemStats
which expvar or net/http/pprof serve. Of these no CPU time follows, and nothing is run at
the advised setting. What was seen is reported also when the service goes away, or gc is
interrupted, before -for has passed. Set GOGC and GOMEMLIMIT to what the service has.

A server does not end by itself: -drive is a shell command that loads it. Only what
happens while that runs is looked at; then the server is interrupted. A run that takes
longer than -timeout is an error, as is a program that sets the collector itself.

The memory that there is comes from the control group of this process, or -memory; that
of a service from -memory alone. GOGC and GOMEMLIMIT of the environment are the setting
of today.`,
		run: runGC,
	}
}

// A gcFlags is the command line of gc.
type gcFlags struct {
	settings
	renderFlags
	memory   string
	headroom float64
	drive    string
	wait     time.Duration
	service  string
	watched  time.Duration
	duration time.Duration
	count    int
	grid     bool
	given    map[string]bool // the flags of the command line
	command  []string        // the command line behind --
	need     gctune.Need
}

// A gcKind is a set of things that gc can tune; flags are for one or several of them.
type gcKind int

const (
	aService gcKind = 1 << iota
	aCommand
	aMain
	aBenchmark

	aRun     = aCommand | aMain | aBenchmark
	aBuild   = aMain | aBenchmark
	anything = aService | aRun
)

// String names the kinds in the set.
func (k gcKind) String() string {
	var names []string
	for i, name := range []string{"a live service", "a command behind --", "a package that is a command", "a benchmark"} {
		if k&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// gcFlagKinds are the flags of gc, and the kinds that each is for.
var gcFlagKinds = map[string]gcKind{
	"C": anything, "format": anything, "o": anything, "color": anything, "memory": anything, "headroom": anything,
	"service": aService, "for": aService,
	"count": aRun, "grid": aRun, "timeout": aRun,
	"drive": aCommand | aMain, "wait": aCommand | aMain,
	"tags": aBuild, "race": aBuild, "gcflags": aBuild, "ldflags": aBuild, "pgo": aBuild, "mod": aBuild, "modfile": aBuild,
	"bench": aBenchmark, "skip": aBenchmark, "benchtime": aBenchmark, "duration": aBenchmark, "stock": aBenchmark,
}

// register adds the flags of gc. Of the flags that several subcommands share it takes those in gcFlagKinds.
func (f *gcFlags) register(fs *flag.FlagSet) {
	shared := newFlags()
	f.settings.register(shared)
	f.renderFlags.register(shared)
	shared.VisitAll(func(x *flag.Flag) {
		if gcFlagKinds[x.Name] != 0 {
			fs.Var(x.Value, x.Name, x.Usage)
		}
	})
	fs.Lookup("bench").Usage = "tune the benchmark that matches `REGEXP`, also of a package that is a command"
	fs.Lookup("skip").Usage = "leave out benchmarks that match `REGEXP`"
	fs.Lookup("benchtime").Usage = "let the benchmark run so many operations (100x) or so `long` (1s)\n(default: operations for about -duration)"
	fs.Lookup("timeout").Usage = "give up when one run takes longer than this"
	fs.StringVar(&f.memory, "memory", "", "what the process may have: `512MiB`, 2GiB (default: the limit of the control group)")
	fs.Float64Var(&f.headroom, "headroom", 0.1, "the `part` of the memory that stays free")
	fs.StringVar(&f.drive, "drive", "", "the shell `command` that loads a server while it is watched")
	fs.DurationVar(&f.wait, "wait", time.Second, "how long a server gets to start before -drive")
	fs.StringVar(&f.service, "service", "", "watch the live service at `URL` instead of running anything")
	fs.DurationVar(&f.watched, "for", 30*time.Second, "how long to watch -service")
	fs.DurationVar(&f.duration, "duration", 2*time.Second, "about how long one run of a benchmark is to take")
	fs.BoolVar(&f.grid, "grid", false, "run every setting that is predicted, not only the advised one")
	fs.IntVar(&f.count, "count", 3, "run each setting so many times")
}

func runGC(ctx context.Context, std streams, args []string) error {
	c := gcCommand()
	fs := newFlags()
	f := gcFlags{renderFlags: renderFlags{plots: true}, given: make(map[string]bool)}
	f.register(fs)
	own := args
	if i := slices.Index(args, "--"); i >= 0 {
		own, f.command = args[:i], args[i+1:]
	}
	if err := parse(c, fs, std, own); err != nil {
		return err
	}
	fs.Visit(func(x *flag.Flag) { f.given[x.Name] = true })
	if err := f.check(fs.Args()); err != nil {
		return err
	}
	out, err := f.renderFlags.open(std.out)
	if err != nil {
		return err
	}
	bar := newBar(std)
	m := &tuning{gcFlags: &f, bar: bar, args: append([]string{"gc"}, args...)}
	err = m.run(ctx, out)
	return errors.Join(bar.Close(), finish(out, err, m.printable))
}

// check returns an error for invalid flags, and calls learnNeed.
func (f *gcFlags) check(args []string) error {
	if err := f.renderFlags.check(); err != nil {
		return err
	}
	if err := f.settings.check(args); err != nil {
		return err
	}
	if i := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") }); i > 0 {
		return usagef("gc: %s stands behind the package: flags come first", args[i])
	}
	switch {
	case len(args) > 1:
		return usagef("gc: one package at a time, got %d", len(args))
	case f.service != "" && len(args)+len(f.command) > 0:
		return usagef("gc: -service watches a program that runs already; name no other")
	case f.watched <= 0:
		return usagef("-for=%v: want a time above zero", f.watched)
	case !(f.headroom >= 0 && f.headroom < 1): // NaN too
		return usagef("-headroom=%v: want a part of at least 0 and below 1", f.headroom)
	case f.count < 1:
		return usagef("-count=%d: want at least 1", f.count)
	case f.duration <= 0:
		return usagef("-duration=%v: want a time above zero", f.duration)
	case f.wait < 0:
		return usagef("-wait=%v: want a time, or 0", f.wait)
	case f.given["wait"] && f.drive == "":
		return usagef("-wait is how long a server gets before -drive, and there is no -drive")
	case f.given["duration"] && f.benchtime != "":
		return usagef("-duration and -benchtime both say how long a benchmark runs: give one")
	}
	kind := aBuild
	switch {
	case f.service != "":
		kind = aService
	case len(args) == 0 && len(f.command) > 0:
		kind = aCommand
	case len(args) == 0:
		f.patterns = []string{"."}
	}
	if err := f.checkKind(kind); err != nil {
		return err
	}
	return f.learnNeed(os.DirFS("/"))
}

// checkKind returns an error for a flag that does not apply to the kind.
func (f *gcFlags) checkKind(kind gcKind) error {
	for _, name := range slices.Sorted(maps.Keys(f.given)) {
		if of := gcFlagKinds[name]; of&kind == 0 {
			return usagef("-%s is for %v, and gc is to tune %v", name, of, kind)
		}
	}
	return nil
}

// learnNeed sets the memory limit, from -memory or from the control group of the machine, and the present setting of
// the collector. A service may run on another machine, whose files are not known here.
func (f *gcFlags) learnNeed(machine fs.FS) error {
	f.need.Current, f.need.Headroom = today(), f.headroom
	if f.service == "" {
		f.need.Memory, f.need.From = gctune.Container(machine)
		f.need.Machine = gctune.Machine(machine)
	}
	if f.memory == "" {
		return nil
	}
	n, err := parseBytes(f.memory)
	if err != nil {
		return usagef("-memory=%s: %v", f.memory, err)
	}
	f.need.Memory, f.need.From = n, "-memory"
	return nil
}

// today is the setting in the environment, as the runtime of this process has read it: a parser of our own might read
// odd values differently. A limit of 0 is returned as one byte, which leaves as little.
func today() record.GCSetting {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		return record.GCSetting{GOGC: 100} // what the runtime reports now was set by collectLater
	}
	told := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(told)
	s := record.GCSetting{GOGC: gctune.Off}
	if n := told[0].Value.Uint64(); n <= math.MaxInt32 {
		s.GOGC = int(n)
	}
	if n := told[1].Value.Uint64(); n < math.MaxInt64 {
		s.Limit = max(int64(n), 1)
	}
	return s
}

// oddGOGC warns of a value of GOGC that the runtime silently takes for 100.
func oddGOGC(value string) []string {
	if _, err := strconv.ParseInt(value, 10, 32); err == nil || value == "" || value == "off" {
		return nil
	}
	return []string{fmt.Sprintf("GOGC=%s is neither a number of percent nor off: a Go program takes that for 100.", value)}
}

// parseBytes parses a size as in GOMEMLIMIT: a number, with B, KiB, MiB, GiB, TiB or no unit.
func parseBytes(text string) (int64, error) {
	digits := strings.TrimRight(text, "KMGTiB")
	unit := map[string]int64{"": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}[text[len(digits):]]
	if unit == 0 {
		return 0, errors.New("want a number with B, KiB, MiB, GiB or TiB behind it")
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n > (1<<62)/unit {
		return 0, errors.New("want a number above zero, with B, KiB, MiB, GiB or TiB behind it")
	}
	return n * unit, nil
}

// A tuning is one run of gc.
type tuning struct {
	*gcFlags
	bar       *term.Bar // nil where there is no terminal
	args      []string
	printable bool // whether there is something to show
}

func (m *tuning) progress(p record.Progress) {
	_ = m.bar.Progress(&p)
}

// run measures, fits, advises and checks, and passes the result to out; with an error, it passes what is known by
// then.
func (m *tuning) run(ctx context.Context, out record.Handler) error {
	config := &record.Config{Protocol: record.Protocol, Unheap: version(), Command: m.args, GOOS: runtime.GOOS, GOARCH: runtime.GOARCH}
	var t *record.Tuning
	var err error
	if m.service != "" {
		t, err = m.watch(ctx)
	} else {
		t, err = m.experiment(ctx, config)
	}
	if t == nil {
		return err
	}
	t.Warnings = append(oddGOGC(os.Getenv("GOGC")), t.Warnings...)
	m.printable = true
	return errors.Join(out.Config(config), out.Tuning(t), out.Summary(&record.Summary{}), err)
}

// watch polls a live service. If the service goes away, or on an interrupt, it ends early, and the result says so.
func (m *tuning) watch(ctx context.Context) (*record.Tuning, error) {
	service, err := capture.Open(ctx, m.service)
	if err != nil {
		return nil, err
	}
	polled := gctune.NewPolled(m.need.Current)
	begin := time.Now()
	lost := m.poll(ctx, service, polled, begin)
	seen := time.Since(begin).Round(time.Millisecond)
	if errors.Is(lost, gctune.ErrOthers) {
		return nil, fmt.Errorf("%s: %w", m.service, lost)
	}
	o := polled.Observe()
	model, err := gctune.Fit([]*gctune.Observation{o})
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil && lost != nil:
		return nil, fmt.Errorf("%s: lost after %v, in which %w: %v", m.service, seen, err, lost)
	case err != nil:
		return nil, fmt.Errorf("%s: in %v %w", m.service, m.watched, err)
	}
	m.need.Find = fmt.Sprintf("curl -s %s/debug/pprof/allocs | unheap find -profile=-", strings.TrimSuffix(m.service, "/"))
	t := &record.Tuning{Workload: m.service, Runs: []record.GCPair{model.Compare(o.Run)}}
	model.Advise(t, m.need)
	if ctx.Err() != nil {
		lost = errors.New("interrupted")
	}
	if lost != nil {
		t.Warnings = append([]string{fmt.Sprintf("All of this rests on %v, not on %v: %v.", seen, m.watched, lost)}, t.Warnings...)
	}
	return t, context.Cause(ctx)
}

// poll passes figures of a service to polled until it has watched long enough. The error is the reason for an earlier
// end.
func (m *tuning) poll(ctx context.Context, service *capture.Service, polled *gctune.Polled, begin time.Time) error {
	every := max(m.watched/200, 50*time.Millisecond)
	for time.Since(begin) < m.watched {
		stats, err := service.MemStats(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		if err := polled.Add(time.Now(), stats); err != nil {
			return err
		}
		m.progress(record.Progress{Stage: "watch", Text: m.service, Done: int(time.Since(begin) / time.Second), Total: int(m.watched / time.Second)})
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(every):
		}
	}
	return nil
}

// experiment tunes a program by running it.
func (m *tuning) experiment(ctx context.Context, config *record.Config) (*record.Tuning, error) {
	if env, err := gocmd.Env(ctx, "."); err == nil {
		config.GoVersion = env.GOVERSION
	} else if len(m.patterns) > 0 {
		return nil, err // only a command that is run as it is needs no go command
	}
	dir, remove, err := gocmd.MkdirTemp("gc")
	if err != nil {
		return nil, err
	}
	defer remove()
	done, err := m.guardModule(ctx)
	defer done()
	if err != nil {
		return nil, err
	}
	program, err := m.open(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer program.close()
	return m.tune(ctx, program)
}

// tune makes the runs of one program, and fits a model to them.
func (m *tuning) tune(ctx context.Context, program *program) (*record.Tuning, error) {
	all, err := gctune.Calibrate(ctx, program.run, m.count, func(n, of int, s record.GCSetting) {
		m.progress(record.Progress{Stage: "measure", Text: program.name + " with " + s.String(), Done: n, Total: of + m.count})
	})
	if err != nil {
		return nil, err
	}
	model, err := gctune.Fit(all)
	if err != nil {
		return nil, err
	}
	t := &record.Tuning{Workload: program.name}
	for _, o := range all {
		t.Runs = append(t.Runs, model.Compare(o.Run))
	}
	m.need.Cuts, err = program.cuts(ctx)
	if program.sites == nil {
		m.need.Find = "unheap find -profile=FILE, of a heap profile of the program"
	}
	model.Advise(t, m.need)
	if err != nil {
		t.Warnings = append(t.Warnings, fmt.Sprintf("What allocates most is not known: %v.", err))
	}
	err = m.again(ctx, program, model, t)
	if err != nil && len(t.Checked) == 0 {
		t.Warnings = append(t.Warnings, "The advised setting was not run to an end: what is said of it is a prediction alone.")
	}
	return t, err
}

// again runs the program at the advised setting or, with -grid, at all settings that were predicted.
func (m *tuning) again(ctx context.Context, program *program, model *gctune.Model, t *record.Tuning) error {
	var settings []record.GCSetting
	if t.Advised != (record.GCSetting{}) {
		settings = append(settings, t.Advised)
	}
	for _, p := range t.Grid {
		if m.grid && p.Setting != t.Advised && !p.Thrashes {
			settings = append(settings, p.Setting)
		}
	}
	for i, s := range settings {
		var runs []*gctune.Observation
		for range m.count {
			m.progress(record.Progress{Stage: "check", Text: program.name + " with " + s.String(), Done: i, Total: len(settings)})
			o, err := program.run(ctx, s)
			if err != nil {
				return fmt.Errorf("a run with %v: %w", s, err)
			}
			runs = append(runs, o)
		}
		t.Checked = append(t.Checked, model.Compare(gctune.Median(runs)))
	}
	return nil
}
