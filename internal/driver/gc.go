package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
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
a command, run with the arguments behind "--"; or, without a package, the command behind
"--", which can be any Go program. It is run at three values of GOGC in turns. What was
seen is fitted to a model of the collector, which is shown beside each run, predicts
other settings, and is checked by a run at the advised one.

A benchmark and a package are built with a file more, through an overlay, which reads
runtime/metrics. A command that is built already is watched through GODEBUG=gctrace=1,
whose sizes are whole MiB.

A service that runs already is only asked (-service), for figures of runtime.MemStats
which expvar or net/http/pprof serve. Of these no CPU time follows, and nothing is run at
the advised setting.

A server does not end by itself: -drive is a shell command that loads it. Only what
happens while that runs is looked at; then the server is interrupted. A run that takes
longer than -timeout is an error, as is a program that sets the collector itself.

The memory that there is comes from the control group of this process, or -memory.
GOGC and GOMEMLIMIT of the environment are the setting of today.`,
		run: runGC,
	}
}

// A gcFlags is the command line of gc.
type gcFlags struct {
	settings
	renderFlags
	memory     string
	headroom   float64
	drive      string
	wait       time.Duration
	service    string
	watched    time.Duration
	duration   time.Duration
	count      int
	grid       bool
	benchmarks bool
	command    []string // behind --
	need       gctune.Need
}

func (f *gcFlags) register(fs *flag.FlagSet) {
	f.settings.register(fs)
	f.renderFlags.register(fs)
	fs.StringVar(&f.memory, "memory", "", "what the process may have: `512MiB`, 2GiB (default: the limit of the control group)")
	fs.Float64Var(&f.headroom, "headroom", 0.1, "the `part` of the memory that stays free")
	fs.StringVar(&f.drive, "drive", "", "the shell `command` that loads a server while it is watched")
	fs.DurationVar(&f.wait, "wait", time.Second, "how long a server gets to start before -drive")
	fs.StringVar(&f.service, "service", "", "watch the live service at `URL` instead of running anything")
	fs.DurationVar(&f.watched, "for", 30*time.Second, "how long to watch -service")
	fs.DurationVar(&f.duration, "duration", 2*time.Second, "about how long one run of a benchmark is to take")
	fs.BoolVar(&f.benchmarks, "benchmark", false, "of a package that is a command, tune a benchmark and not the command")
	fs.BoolVar(&f.grid, "grid", false, "run every setting that is predicted, not only the advised one")
	fs.IntVar(&f.count, "count", 3, "run each setting so many times")
}

func runGC(ctx context.Context, std streams, args []string) error {
	c := gcCommand()
	fs := newFlags()
	f := gcFlags{renderFlags: renderFlags{plots: true}}
	f.register(fs)
	own, behind := splitAt(args, "--")
	if err := parse(c, fs, std, own); err != nil {
		return err
	}
	f.command = behind
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
	return errors.Join(closeBar(bar), finish(out, err, m.printable))
}

// splitAt cuts args at the first that is sep.
func splitAt(args []string, sep string) (before, behind []string) {
	for i, a := range args {
		if a == sep {
			return args[:i], args[i+1:]
		}
	}
	return args, nil
}

// check refuses what cannot work, and reads the environment.
func (f *gcFlags) check(args []string) error {
	if err := f.renderFlags.check(); err != nil {
		return err
	}
	if err := f.settings.check(args); err != nil {
		return err
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
	case f.duration <= 0 || f.wait < 0:
		return usagef("-duration and -wait: want times above zero")
	}
	if f.service == "" && len(args)+len(f.command) == 0 {
		f.patterns = []string{"."}
	}
	f.need.Headroom = f.headroom
	if f.memory != "" {
		n, err := parseBytes(f.memory)
		if err != nil {
			return usagef("-memory=%s: %v", f.memory, err)
		}
		f.need.Memory, f.need.From = n, "-memory"
	} else {
		f.need.Memory, f.need.From = gctune.Container(os.DirFS("/"))
	}
	return f.readEnvironment(os.Getenv)
}

// readEnvironment takes the setting of today, in the forms that the runtime knows.
func (f *gcFlags) readEnvironment(getenv func(string) string) error {
	s := &f.need.Current
	s.GOGC = 100
	switch v := getenv("GOGC"); v {
	case "":
	case "off":
		s.GOGC = gctune.Off
	default:
		n, err := strconv.ParseInt(v, 10, 32)
		if err != nil {
			return fmt.Errorf("GOGC=%s: want a number of percent, or off", v)
		}
		s.GOGC = max(int(n), gctune.Off) // any below 0 is off
	}
	if v := getenv("GOMEMLIMIT"); v != "" && v != "off" {
		n, err := parseBytes(v)
		if err != nil {
			return fmt.Errorf("GOMEMLIMIT=%s: %v", v, err)
		}
		s.Limit = n
	}
	return nil
}

// parseBytes reads a size as GOMEMLIMIT is written: a number with B, KiB, MiB, GiB, TiB
// or nothing behind it.
func parseBytes(text string) (int64, error) {
	digits, unit := strings.TrimRight(text, "KMGTiB"), int64(1)
	switch text[len(digits):] {
	case "", "B":
	case "KiB":
		unit = 1 << 10
	case "MiB":
		unit = 1 << 20
	case "GiB":
		unit = 1 << 30
	case "TiB":
		unit = 1 << 40
	default:
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
	printable bool // there is something to show
}

func (m *tuning) progress(p record.Progress) {
	if m.bar != nil {
		_ = m.bar.Progress(&p)
	}
}

// run measures, fits, advises and checks, and hands the result to out.
func (m *tuning) run(ctx context.Context, out record.Handler) error {
	config := &record.Config{Protocol: record.Protocol, Unheap: version(), Command: m.args, GOOS: runtime.GOOS, GOARCH: runtime.GOARCH}
	var t *record.Tuning
	var err error
	if m.service != "" {
		t, err = m.watch(ctx)
	} else {
		t, err = m.experiment(ctx, config)
	}
	if err != nil {
		return err
	}
	m.printable = true
	return errors.Join(out.Config(config), out.Tuning(t), out.Summary(&record.Summary{}))
}

// watch asks a live service.
func (m *tuning) watch(ctx context.Context) (*record.Tuning, error) {
	service, err := capture.Open(ctx, m.service)
	if err != nil {
		return nil, err
	}
	polled := gctune.NewPolled(m.need.Current)
	every := max(m.watched/200, 50*time.Millisecond)
	for begin := time.Now(); time.Since(begin) < m.watched; {
		stats, err := service.MemStats(ctx)
		if err != nil {
			return nil, err
		}
		if err := polled.Add(time.Now(), stats); err != nil {
			return nil, fmt.Errorf("%s: %w", m.service, err)
		}
		m.progress(record.Progress{Stage: "watch", Text: m.service, Done: int(time.Since(begin) / time.Second), Total: int(m.watched / time.Second)})
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(every):
		}
	}
	o := polled.Observe()
	model, err := gctune.Fit([]*gctune.Observation{o})
	if err != nil {
		return nil, fmt.Errorf("%s: in %v %w", m.service, m.watched, err)
	}
	t := &record.Tuning{Workload: m.service, Runs: []record.GCPair{model.Compare(o.Run)}}
	model.Advise(t, m.need)
	return t, nil
}

// experiment runs a program.
func (m *tuning) experiment(ctx context.Context, config *record.Config) (*record.Tuning, error) {
	if env, err := gocmd.Env(ctx, "."); err == nil {
		config.GoVersion = env.GOVERSION
	} else if len(m.patterns) > 0 {
		return nil, err // a command that is built needs no go command
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

// tune makes the runs of one program.
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
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	model.Advise(t, m.need)
	if err != nil {
		t.Warnings = append(t.Warnings, fmt.Sprintf("What allocates most is not known: %v.", err))
	}
	return t, m.again(ctx, program, model, t)
}

// again runs the program at the advised setting or, with -grid, at all that were
// predicted.
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
