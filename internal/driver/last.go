package driver

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/atomicfile"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/report/brief"
)

// A briefFlags holds the flags of find for a brief report, of about two thousand bytes.
type briefFlags struct {
	brief  bool
	budget int
	since  string
}

func (b *briefFlags) register(fs *flag.FlagSet) {
	fs.BoolVar(&b.brief, "brief", false, "write one line for each cause, what costs most first, with a name\nthat 'unheap show' knows")
	fs.IntVar(&b.budget, "budget", brief.Budget, "write at most so many `bytes` with -brief")
	fs.StringVar(&b.since, "since", "", "write only what has changed since an earlier run: `last`, or a file\nthat -format=json has made; implies -brief")
}

// check returns an error for flags that exclude each other.
func (b *briefFlags) check(f *renderFlags) error {
	b.brief = b.brief || b.since != ""
	switch {
	case b.budget <= 0:
		return usagef("-budget=%d: want a number of bytes above zero", b.budget)
	case b.brief && (f.format != "text" || f.list):
		return usagef("find: -brief is a format of its own")
	}
	return nil
}

// writer returns the handler of a brief report, without its destination. It reads the earlier run before the new one
// takes its place.
func (b *briefFlags) writer(ctx context.Context) (*brief.Writer, error) {
	out := &brief.Writer{Budget: b.budget}
	if b.since == "" {
		return out, nil
	}
	name, err := b.since, error(nil)
	if name == "last" {
		if name, err = lastRun(ctx); err != nil {
			return nil, fmt.Errorf("-since=last: %w", err)
		}
	}
	out.Last, err = readRun(name)
	return out, err
}

// readRun reads a recorded run.
func readRun(name string) (*brief.Run, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := new(brief.Run)
	if err := record.Decode(f, r); err != nil {
		return nil, fmt.Errorf("%s: %v", name, err)
	}
	return r, nil
}

// keptRuns is how many runs of a module are stored.
const keptRuns = 4

// runsDir is the folder with the stored runs of the module of the working directory.
func runsDir(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	env, err := gocmd.Env(ctx, ".")
	if err != nil {
		return "", err
	}
	root := filepath.Dir(env.GOMOD)
	if env.GOMOD == "" || env.GOMOD == os.DevNull {
		root = workingDir()
	}
	return filepath.Join(cache, "unheap", "runs", fmt.Sprintf("%x", sha256.Sum256([]byte(root)))[:16]), nil
}

// lastRuns returns the files with the stored runs of the module, the newest first.
func lastRuns(ctx context.Context) ([]string, error) {
	dir, err := runsDir(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var runs []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), ".jsonl") {
			runs = append(runs, info)
		}
	}
	slices.SortFunc(runs, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	var names []string
	for _, info := range runs {
		names = append(names, filepath.Join(dir, info.Name()))
	}
	return names, err
}

// lastRun returns the file with the last run of the module.
func lastRun(ctx context.Context) (string, error) {
	names, err := lastRuns(ctx)
	if err == nil && len(names) == 0 {
		err = errors.New("no run of this module is known; 'unheap find' makes one")
	}
	if err != nil {
		return "", err
	}
	return names[0], nil
}

// keep returns a handler that stores the run as the last one of the module, under the name of its commit, and a
// function to call at the end, which completes that if anything was measured. If the run cannot be stored, keep does
// nothing: that is no reason to fail.
func keep(ctx context.Context) (record.Handler, func(measured bool)) {
	dir, err := runsDir(ctx)
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		return record.Ignore{}, func(bool) {}
	}
	file, err := atomicfile.Create(filepath.Join(dir, commit(ctx)+".jsonl"))
	if err != nil {
		return record.Ignore{}, func(bool) {}
	}
	out := &quiet{w: file}
	return record.Encode(out), func(measured bool) {
		if out.err != nil || !measured {
			file.Discard()
			return
		}
		_ = file.Commit()
		names, _ := lastRuns(ctx)
		for _, old := range names[min(keptRuns, len(names)):] {
			os.Remove(old)
		}
		forget(filepath.Dir(dir))
	}
}

// commit names the revision that is checked out, for use in a file name.
func commit(ctx context.Context) string {
	out, err := gocmd.Command{Path: "git", Args: []string{"rev-parse", "--short=12", "HEAD"}, Env: []string{"LC_ALL=C"}}.Run(ctx)
	if text := strings.TrimSpace(string(out.Stdout)); err == nil && text != "" {
		return text
	}
	return "none"
}

// forgotten is the age at which the stored runs of a module are removed.
const forgotten = 30 * 24 * time.Hour

// forget removes the runs of modules in which nothing was measured for that long.
func forget(runs string) {
	entries, _ := os.ReadDir(runs) // unreadable entries stay
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > forgotten {
			os.RemoveAll(filepath.Join(runs, e.Name()))
		}
	}
}

// A quiet is a writer that remembers its first error instead of returning it.
type quiet struct {
	w   io.Writer
	err error
}

func (q *quiet) Write(p []byte) (int, error) {
	if q.err == nil {
		_, q.err = q.w.Write(p)
	}
	return len(p), nil
}

func showCommand() command {
	return command{
		name:  "show",
		args:  "[flags] ID",
		short: "tell all that is known of one site of the last run",
		long: `
Show tells of one site of the last run of find in this module what it costs, why it
is on the heap, who calls, the source around it and the remedy. It is named as
"find -brief" names it.`,
		run: runShow,
	}
}

func runShow(ctx context.Context, std streams, args []string) error {
	fs := newFlags()
	dir := fs.String("C", "", "change to `DIR` first")
	if err := parse(showCommand(), fs, std, args); err != nil {
		return err
	}
	if fs.NArg() != 1 {
		return usagef("show: want the name of one site, as 'unheap find -brief' has it")
	}
	if err := changeTo(*dir); err != nil {
		return err
	}
	return show(ctx, std.out, fs.Arg(0))
}

// show writes the details of a site of the last run.
func show(ctx context.Context, w io.Writer, name string) error {
	r, s, err := lastSite(ctx, name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, r.Show(s))
	return err
}

// lastSite returns the site of the last run that a name means, and that run.
func lastSite(ctx context.Context, name string) (*brief.Run, *record.Site, error) {
	last, err := lastRun(ctx)
	if err != nil {
		return nil, nil, err
	}
	r, err := readRun(last)
	if err != nil {
		return nil, nil, err
	}
	s, err := r.Lookup(name)
	return r, s, err
}
