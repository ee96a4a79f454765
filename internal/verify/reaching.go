package verify

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/atomicfile"
	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// Lines says of each line with code whether it was run: by file, named by import path and base name, and by line.
type Lines map[string]map[int]bool

// readLines reads a cover profile. A line that is part of several blocks was run if one of them was.
func readLines(text []byte) Lines {
	lines := make(Lines)
	for _, b := range bench.ReadBlocks(text) {
		for line := b.Line; line <= b.EndLine; line++ {
			lines.add(b.File, line, b.Times > 0)
		}
	}
	return lines
}

// Merge adds other to l. A line was run if it was run in either.
func (l Lines) Merge(other Lines) {
	for file, lines := range other {
		for line, ran := range lines {
			l.add(file, line, ran)
		}
	}
}

// add adds a line, which was run if it was run before or now.
func (l Lines) add(file string, line int, ran bool) {
	if l[file] == nil {
		l[file] = make(map[int]bool)
	}
	l[file][line] = l[file][line] || ran
}

// Cover runs the tests of packages with the change and returns which lines of the packages over they run. Tests that
// fail or do not build are no error, but their result is not cached in kept.
func (p *Prover) Cover(ctx context.Context, packages, over []string, kept Kept) (Lines, error) {
	file := kept.file("cover", packages, over)
	if k := readCoverage(file); k != nil {
		return k.Ran[""].lines(), nil
	}
	text, got, err := p.judge().cover(ctx, p.set, append([]string{"-coverpkg=" + strings.Join(over, ",")}, packages...)...)
	if text == nil {
		return make(Lines), err // nothing ran
	}
	lines := readLines(text)
	if len(got.failed) == 0 {
		writeCoverage(file, &coverage{Ran: map[string]packed{"": pack(lines)}})
	}
	return lines, nil
}

// A Search says which workloads of a package to look at for those that run some lines.
type Search struct {
	Package, Dir string   // import path and folder of the workloads
	Over         []string // import paths of the packages in which the lines are
	Tests        bool     // look at tests, examples and fuzz targets instead of benchmarks
	Pattern      string   // regular expression for the names to look at
	Kept         Kept
}

// matches returns the names of a list that the search looks at.
func (s *Search) matches(listed []string) ([]string, error) {
	pattern, err := regexp.Compile(s.Pattern)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(listed), func(name string) bool {
		return s.Tests == strings.HasPrefix(name, "Benchmark") || !pattern.MatchString(name)
	}), nil
}

// slowest bounds the search: one benchmark, or all tests together, that take longer are taken to reach the lines.
const slowest = 10 * time.Second

// Reaching returns the workloads of a search, in the order of their declaration, that run lines which asked accepts.
// Each workload runs by itself, a benchmark for one operation and a fuzz target on its corpus, and only once for each
// state of the files: s.Kept retains the lines. A workload that takes longer than slowest is taken to reach them.
func (p *Prover) Reaching(ctx context.Context, s Search, asked func(Lines) bool) ([]string, error) {
	file := s.Kept.file("reach", []string{s.Package}, s.Over)
	known := readCoverage(file)
	if known == nil {
		known = &coverage{Ran: make(map[string]packed)}
	}
	c := &covering{Search: s, judge: p.judge(), set: p.set}
	defer c.close()
	if known.Listed == nil {
		if ok, err := c.build(ctx); !ok || err != nil {
			return nil, err
		}
		var err error
		if known.Listed, err = c.list(ctx); err != nil {
			return nil, err
		}
	}
	matching, err := s.matches(known.Listed)
	if err != nil {
		return nil, err
	}
	var names []string
	began, ran := time.Now(), len(known.Ran)
	for i, name := range matching {
		lines, have := known.Ran[name]
		if !have && s.Tests && time.Since(began) > slowest { // the remaining tests are taken to reach the lines
			names = append(names, matching[i:]...)
			break
		}
		if !have {
			got, how, err := c.run(ctx, name)
			if err != nil {
				return nil, err
			}
			if how == late {
				names = append(names, name)
				continue
			}
			if lines = got; how == passed {
				known.Ran[name] = lines
			}
		}
		if asked(lines.lines()) {
			names = append(names, name)
		}
	}
	if len(known.Ran) > ran {
		writeCoverage(file, known)
	}
	return names, nil
}

// A covering runs workloads one by one, and returns the lines that each runs. Its binary is built on first use.
type covering struct {
	Search
	judge *judge
	set   []record.Candidate

	built           bool
	binary, profile string
	remove          func() error
}

func (c *covering) close() {
	if c.remove != nil {
		_ = c.remove() // the next run removes what is left
	}
}

// build builds the binary; ok is false if there are no tests, or they do not build.
func (c *covering) build(ctx context.Context) (ok bool, err error) {
	if c.built {
		return true, nil
	}
	work, remove, err := gocmd.MkdirTemp("verify")
	if err != nil {
		return false, err
	}
	c.remove = remove
	files, err := c.judge.overlay(c.set)
	if err != nil {
		return false, err
	}
	c.binary, c.profile = filepath.Join(work, "cover.test"), filepath.Join(work, "cover.out")
	_, ok, err = c.judge.run(ctx, gocmd.Command{}, files, "test", "-c", "-vet=off", "-o", c.binary, "-coverpkg="+strings.Join(c.Over, ","), c.Package)
	_, missing := os.Stat(c.binary)
	c.built = ok && err == nil && missing == nil
	return c.built, err
}

func (c *covering) command(args ...string) gocmd.Command {
	return gocmd.Command{Path: c.binary, Dir: c.judge.Tree.Dir(c.Dir), Env: c.judge.Env, Keep: keptOutput, Args: args}
}

// list returns the names of all workloads of the package.
func (c *covering) list(ctx context.Context) ([]string, error) {
	out, err := c.command("-test.list=.").Run(ctx)
	names := slices.DeleteFunc(strings.Fields(string(out.Stdout)), func(name string) bool {
		return !slices.ContainsFunc([]string{"Benchmark", "Test", "Example", "Fuzz"}, func(kind string) bool { return strings.HasPrefix(name, kind) })
	})
	return append([]string{}, names...), err
}

// An ending is how the run of a workload ended.
type ending int

const (
	failed ending = iota // the failure is reported when the workload is counted
	passed
	late // it took longer than slowest
)

// run runs one workload and returns the lines that it runs, as far as that is known.
func (c *covering) run(ctx context.Context, name string) (packed, ending, error) {
	if ok, err := c.build(ctx); !ok || err != nil {
		return nil, failed, err
	}
	limit, cancel := context.WithTimeout(ctx, slowest)
	defer cancel()
	os.Remove(c.profile)
	which := []string{"-test.run=^$", "-test.bench=^" + name + "$", "-test.benchtime=1x"}
	if c.Tests {
		which = []string{"-test.run=^" + name + "$"}
	}
	_, err := c.command(append(which, "-test.coverprofile="+c.profile)...).Run(limit)
	switch {
	case ctx.Err() != nil:
		return nil, failed, context.Cause(ctx)
	case limit.Err() != nil:
		return nil, late, nil
	}
	how := passed
	if err != nil {
		how = failed
	}
	text, err := os.ReadFile(c.profile)
	if err != nil {
		return nil, failed, nil
	}
	return pack(readLines(text)), how, nil
}

// Kept is the cache of the lines that workloads run. The zero value caches nothing.
type Kept struct {
	Dir string // its folder, which is created if missing
	// Sum is a checksum of everything that decides the lines: files, toolchain, flags.
	Sum string
}

// file is the name of the cache file for some packages, by the sum; empty if nothing is cached.
func (k Kept) file(what string, packages, over []string) string {
	if k.Dir == "" || k.Sum == "" {
		return ""
	}
	of := strings.Join(slices.Concat([]string{k.Sum, what}, packages, []string{""}, over), "\x00")
	sum := sha256.Sum256([]byte(of))
	return filepath.Join(k.Dir, fmt.Sprintf("%x.json", sum[:16]))
}

// A coverage is what is cached about the workloads of a package.
type coverage struct {
	Listed []string          // names of all workloads; nil if they were not listed
	Ran    map[string]packed // by name of the workloads that have run; "" is all tests together
}

// readCoverage returns nil for a file that is missing or damaged. Reading a file sets its time to now, so that it
// counts as used.
func readCoverage(file string) *coverage {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var c coverage
	if json.Unmarshal(text, &c) != nil || c.Ran == nil {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(file, now, now) // fails on a file of another user
	return &c
}

// writeCoverage writes c to file. A failure to write is no error: nothing is cached then.
func writeCoverage(file string, c *coverage) {
	text, err := json.Marshal(c)
	if err == nil && file != "" && os.MkdirAll(filepath.Dir(file), 0o777) == nil {
		_ = atomicfile.WriteFile(file, text)
	}
}

// A packed is Lines in few bytes: by file, ranges of lines that were run and that were not, each range as its first
// and last line.
type packed map[string]struct{ Ran, Not []int }

func pack(lines Lines) packed {
	all := make(packed)
	for file, of := range lines {
		p := all[file]
		for _, line := range slices.Sorted(maps.Keys(of)) {
			to := &p.Not
			if of[line] {
				to = &p.Ran
			}
			if n := len(*to); n > 0 && (*to)[n-1] == line-1 {
				(*to)[n-1] = line
			} else {
				*to = append(*to, line, line)
			}
		}
		all[file] = p
	}
	return all
}

func (p packed) lines() Lines {
	lines := make(Lines)
	for file, of := range p {
		for ran, ranges := range map[bool][]int{false: of.Not, true: of.Ran} {
			for i := 0; i+1 < len(ranges); i += 2 {
				for line := ranges[i]; line <= ranges[i+1]; line++ {
					lines.add(file, line, ran)
				}
			}
		}
	}
	return lines
}
