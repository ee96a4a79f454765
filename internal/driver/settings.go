package driver

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/mod/modfile"

	"github.com/unheap/unheap/internal/gocmd"
)

// settings are the flags that say what to measure and how. They have the names of flags of go test with the same
// meaning, if there are any.
type settings struct {
	chdir     string
	bench     string
	run       string
	skip      string
	benchtime string
	timeout   time.Duration
	tests     bool
	stock     bool
	tags      string
	race      bool
	gcflags   string
	ldflags   string
	pgo       string
	mod       string
	modfile   string
	patterns  []string
	workspace bool   // set by guardModule
	goflags   string // replaces the user's GOFLAGS for commands that take no flags of ours; empty to leave them
}

func (s *settings) register(fs *flag.FlagSet) {
	fs.StringVar(&s.chdir, "C", "", "change to `DIR` first")
	fs.StringVar(&s.bench, "bench", ".", "run only benchmarks that match `REGEXP`; ^$ for none")
	fs.StringVar(&s.run, "run", ".", "where tests are the workload, run only those that match `REGEXP`")
	fs.StringVar(&s.skip, "skip", "", "leave out benchmarks and tests that match `REGEXP`")
	fs.StringVar(&s.benchtime, "benchtime", "", "operations (100x) or time (1s) of each benchmark (default: what a\ncomment //unheap:benchtime=1000x in a test file says, or as few as make the\ncounts exact, 100 for most)")
	fs.DurationVar(&s.timeout, "timeout", 2*time.Minute, "give up a benchmark or test after this time, and go on with the next")
	fs.BoolVar(&s.tests, "tests", false, "take tests and examples as workload although there are benchmarks")
	fs.BoolVar(&s.stock, "stock", false, "count with the stock heap profile, which misses small objects")
	fs.StringVar(&s.tags, "tags", "", "build `tags`, separated by commas")
	fs.BoolVar(&s.race, "race", false, "build with the race detector, which changes what allocates")
	fs.StringVar(&s.gcflags, "gcflags", "", "`flags` of the compiler, as for go build")
	fs.StringVar(&s.ldflags, "ldflags", "", "`flags` of the linker, as for go build")
	fs.StringVar(&s.pgo, "pgo", "", "profile for profile-guided optimization, as for go build")
	fs.StringVar(&s.mod, "mod", "", "module download `mode`, as for go build")
	fs.StringVar(&s.modfile, "modfile", "", "use `FILE` instead of go.mod")
}

// check returns an error for invalid flags, changes to the directory of -C, and takes args as the patterns.
func (s *settings) check(args []string) error {
	for _, f := range []struct{ name, pattern string }{{"bench", s.bench}, {"run", s.run}, {"skip", s.skip}} {
		for _, part := range strings.Split(f.pattern, "/") {
			if _, err := regexp.Compile(part); err != nil {
				return usagef("-%s: %v", f.name, err)
			}
		}
	}
	if err := checkBenchtime(s.benchtime); s.benchtime != "" && err != nil {
		return usagef("-benchtime=%s: %v", s.benchtime, err)
	}
	if s.timeout <= 0 {
		return usagef("-timeout=%v: want a time above zero", s.timeout)
	}
	s.patterns = args
	if err := changeTo(s.chdir); err != nil {
		return err
	}
	for _, arg := range args {
		// An import path may end in .go, too: github.com/nats-io/nats.go.
		if info, err := os.Stat(arg); err == nil && !info.IsDir() {
			return usagef("%s: name packages, not files", arg)
		}
	}
	return nil
}

// changeTo changes to a directory, if one is given.
func changeTo(dir string) error {
	if dir == "" {
		return nil
	}
	return os.Chdir(dir)
}

// guardModule prevents the go commands of the run from changing go.mod and go.sum: with -mod=mod, from the command
// line or GOFLAGS, the commands get copies of both files. In a workspace the go command refuses that mode itself.
// done, which is never nil, removes the copies. Without a go command or a module guardModule does nothing, and leaves
// the error to the stages that need a go command or a module.
func (s *settings) guardModule(ctx context.Context) (done func(), err error) {
	nothing := func() {}
	env, err := gocmd.Env(ctx, ".")
	if err != nil {
		return nothing, nil
	}
	s.workspace = env.GOWORK != "" && env.GOWORK != "off"
	mod, file := s.mod, s.modfile
	for _, flag := range strings.Fields(env.GOFLAGS) {
		switch name, value, _ := strings.Cut(strings.TrimLeft(flag, "-"), "="); {
		case name == "mod" && s.mod == "":
			mod = value
		case name == "modfile" && s.modfile == "":
			file = value
		}
	}
	file = cmp.Or(file, env.GOMOD)
	if mod != "mod" || s.workspace || file == "" || file == os.DevNull {
		return nothing, nil
	}
	dir, remove, err := gocmd.MkdirTemp("mod")
	if err != nil {
		return nothing, err
	}
	done = func() { _ = remove() }
	for _, name := range []string{".mod", ".sum"} {
		text, err := os.ReadFile(strings.TrimSuffix(file, ".mod") + name)
		if errors.Is(err, fs.ErrNotExist) && name == ".sum" {
			continue
		}
		if err == nil && name == ".mod" {
			text = withLanguage(text)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "go"+name), text, 0o666)
		}
		if err != nil {
			done()
			return nothing, err
		}
	}
	s.modfile = filepath.Join(dir, "go.mod")
	s.goflags = env.GOFLAGS + " -modfile=" + s.modfile
	return done, nil
}

// withLanguage returns the text of a go.mod with the version of the language that it has without a go line, go1.16 (the
// reference of modules, "go directive"): with -mod=mod the go command puts in its own version, for which other code builds than for
// the module as it is.
func withLanguage(text []byte) []byte {
	if f, err := modfile.ParseLax("go.mod", text, nil); err != nil || f.Go != nil {
		return text
	}
	return append(text, "\ngo 1.16\n"...)
}

// environment is added to the environment of go commands that take no flags of the run.
func (s *settings) environment() []string {
	if s.goflags == "" {
		return nil
	}
	return []string{"GOFLAGS=" + s.goflags}
}

// buildFlags are passed to every go command of the run that builds.
func (s *settings) buildFlags() []string {
	args := flags("tags", s.tags, "gcflags", s.gcflags, "ldflags", s.ldflags, "pgo", s.pgo, "mod", s.mod, "modfile", s.modfile)
	if s.race {
		args = append(args, "-race")
	}
	return args
}
