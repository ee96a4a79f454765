package verify

import (
	"cmp"
	"context"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify/equiv"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// A comparer is a test binary that compares old and new versions of functions with a set
// of candidates in place.
type comparer struct {
	dir, path string
	why       string            // why it could not be built; empty if it was built
	skipped   map[string]string // functions that it does not compare, with the reasons
	remove    func()
}

// buildComparer writes and builds the comparer for functions.
func (j *judge) buildComparer(ctx context.Context, set []record.Candidate, functions []equiv.Function) (*comparer, error) {
	test, err := j.generate(functions)
	if err != nil {
		return nil, err
	}
	files, err := j.overlay(set)
	if err != nil {
		return nil, err
	}
	dir, release, err := gocmd.MkdirTemp("equiv")
	if err != nil {
		return nil, err
	}
	c := &comparer{dir: dir, path: filepath.Join(dir, "equiv.test"), skipped: test.Skipped, remove: func() { release() }}
	if len(test.Compared) == 0 {
		return c, nil
	}
	laid := make(overlay.Set)
	for name, text := range test.Files {
		laid[filepath.Join(j.Root, filepath.FromSlash(name))] = text
	}
	if j.Pair != nil {
		removeLaid, lerr := lay(laid)
		defer removeLaid()
		blank, berr := withoutTests(filepath.Join(j.Root, filepath.FromSlash(j.Pair.New.Dir)), laid)
		files, err = overlay.Merge(files, blank), errors.Join(lerr, berr)
	} else {
		files = overlay.Merge(files, laid)
	}
	if err == nil {
		c.why, err = j.compileComparer(ctx, c, files)
	}
	if err != nil {
		release()
		return nil, err
	}
	return c, nil
}

// withoutTests replaces the test files of a folder, except those in laid, by files without declarations: what tests
// do at start-up would affect the new version only.
func withoutTests(dir string, laid overlay.Set) (overlay.Set, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	blank := make(overlay.Set)
	for _, name := range names {
		if laid[name] != nil {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err != nil {
			return nil, err
		}
		blank[name] = []byte("package " + file.Name.Name + "\n")
	}
	return blank, err
}

// compileComparer compiles c. why is the go command's complaint if c does not build, and empty otherwise.
func (j *judge) compileComparer(ctx context.Context, c *comparer, files overlay.Set) (why string, err error) {
	name, err := files.Write(c.dir)
	if err != nil {
		return "", err
	}
	args := []string{"test", "-c", "-vet=off", "-o", c.path, "-overlay=" + name}
	if j.Pair == nil && j.Twins == nil { // functions do the same without inlining, and compile in two thirds of the time
		args = append(args, "-gcflags="+j.Package+"=-l")
	}
	args = append(args, j.Flags...)
	if j.Pair != nil { // the coverage of a run leads to inputs that cover more
		args = append(args, "-coverpkg="+j.Package+","+equiv.OldPath(j.Package))
	}
	out, err := gocmd.Command{Args: append(args, j.Package), Dir: j.Dir, Env: j.Env}.Run(ctx)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "the comparison does not build: " + named(firstLine(unwarned(string(out.Stderr)))), nil
	}
	return "", nil
}

// A testRun is the output of one process of a comparer, about functions.
type testRun struct {
	functions []equiv.Function
	results   []kit.Result
	why       string // why it was not built or did not end well; empty if it did
	stderr    string
}

// processes is the largest number of processes that a comparer runs at a time.
const processes = 4

// runComparer compares functions, a subset of those that c was built for, in one process per processor, at most
// processes.
func (j *judge) runComparer(ctx context.Context, c *comparer, functions []equiv.Function) ([]testRun, error) {
	functions = slices.DeleteFunc(slices.Clone(functions), func(f equiv.Function) bool { return c.skipped[f.Name] != "" })
	if len(functions) == 0 || c.why != "" {
		return []testRun{{functions: functions, why: c.why}}, nil
	}
	parts := min(len(functions), runtime.GOMAXPROCS(0), processes)
	if j.Pair != nil { // one process: its inputs build on what earlier inputs have covered
		parts = 1
	}
	type ended struct {
		testRun
		err error
	}
	runs, results := []testRun(nil), make([]chan ended, 0, parts)
	for part := range slices.Chunk(functions, (len(functions)+parts-1)/parts) {
		done := make(chan ended, 1)
		results = append(results, done)
		go func() {
			run, err := j.runOne(ctx, c, part)
			done <- ended{run, err}
		}()
	}
	var failed error
	for _, done := range results {
		run := <-done
		failed = cmp.Or(failed, run.err)
		runs = append(runs, run.testRun)
	}
	return runs, failed
}

// runOne compares functions in one process of c.
func (j *judge) runOne(ctx context.Context, c *comparer, functions []equiv.Function) (testRun, error) {
	run := testRun{functions: functions}
	var names []string
	for _, f := range functions {
		names = append(names, f.Name)
	}
	limit, cancel := context.WithTimeout(ctx, equivTimeout)
	defer cancel()
	args, profile := []string{"-test.run=^" + equiv.TestName + "$"}, filepath.Join(c.dir, "cover.out")
	if j.Pair != nil {
		args = append(args, "-test.coverprofile="+profile)
	}
	env := append(slices.Clone(j.Env), kit.Only+"="+strings.Join(names, "\n"))
	out, err := gocmd.Command{Path: c.path, Args: args, Dir: j.Tree.Dir(j.PackageDir), Env: env}.Run(limit)
	if ctx.Err() != nil {
		return run, context.Cause(ctx)
	}
	if err != nil {
		run.why = "the comparison ended early: " + firstLine(string(out.Stderr)+"\n"+err.Error())
	}
	if j.Pair != nil {
		if text, err := os.ReadFile(profile); err == nil {
			j.inputs.Merge(readLines(text))
		}
	}
	run.stderr = string(out.Stderr)
	run.results, err = equiv.Results(out.Stdout)
	return run, err
}
