package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
)

// compiles builds what is measured with a set of candidates in place: the
// package with its tests, and that of the workload. The failure is nil if that
// succeeds.
func (j *judge) compiles(ctx context.Context, set []record.Candidate) (*failure, error) {
	files, err := j.overlay(set)
	if err != nil {
		return &failure{record.BuildFail, err.Error()}, nil
	}
	return j.complaint(ctx, files, "list", export("-test", j.Package, j.Workload)...)
}

// export are the arguments with which go list compiles like go build, and links
// nothing.
func export(args ...string) []string { return append([]string{"-export", "-f="}, args...) }

// check builds, vets and tests a set of candidates together. The failure is
// nil if all of it passes; tests is the number of tests that did.
func (j *judge) check(ctx context.Context, set []record.Candidate) (f *failure, tests int, err error) {
	files, err := j.overlay(set)
	if err != nil {
		return &failure{record.BuildFail, err.Error()}, 0, nil
	}
	if f, err = j.complaint(ctx, files, "list", export(j.packages()...)...); f != nil || err != nil {
		return f, 0, err
	}
	if f, err = j.complaint(ctx, files, "vet", j.Package); f != nil || err != nil {
		return f, 0, err
	}
	failed, tests, err := j.test(ctx, files)
	if err != nil {
		return nil, 0, err
	}
	maps.DeleteFunc(failed, func(name string, _ bool) bool { return j.broken[name] })
	name, err := j.failsAgain(ctx, files, slices.Sorted(maps.Keys(failed)))
	if name != "" || err != nil {
		return &failure{record.TestsFail, name}, 0, err
	}
	return nil, tests, nil
}

// again is how often a test that fails with a rewrite is run alone, to tell it from
// one that fails now and then on its own: a server that is waited for, on a busy
// machine. It must pass each time.
const again = 3

// failsAgain runs the named tests again, only them, and returns the first that fails
// again, or "". Those that do not are noted.
func (j *judge) failsAgain(ctx context.Context, files overlay.Set, names []string) (string, error) {
	for range again {
		for _, name := range names {
			path, pattern := j.testPattern(name)
			if path == "" {
				return name, nil // of no package that is known here
			}
			said, ok, err := j.goCommand(ctx, files, "test", "-vet=off", "-count=1", "-run="+pattern, path)
			switch {
			case err != nil:
				return "", err
			case !ok:
				return name, nil
			case strings.Contains(said, "[no tests to run]"):
				return name, nil // it cannot be run alone
			}
		}
	}
	j.unsteady = append(j.unsteady, names...)
	return "", nil
}

// testPattern takes the name of a failed test apart: the package, and the pattern of the
// top-level test, or of all tests if it is the package that failed. path is empty if it
// is of none of the packages.
//
//	example.com/p.TestX/y   example.com/p   ^(TestX)$
//	example.com/p           example.com/p   .
func (j *judge) testPattern(name string) (path, pattern string) {
	for _, pkg := range j.packages() {
		if name == pkg {
			return pkg, "."
		}
		if test, ok := strings.CutPrefix(name, pkg+"."); ok && len(pkg) > len(path) {
			path, pattern = pkg, tops([]string{test})
		}
	}
	return path, pattern
}

// packages are those that a change can break.
func (j *judge) packages() []string { return append([]string{j.Package}, j.Users...) }

// complaint is a failure with the first line that the go command says with
// files in place and does not say without them, or nil.
func (j *judge) complaint(ctx context.Context, files overlay.Set, verb string, args ...string) (*failure, error) {
	said, ok, err := j.goCommand(ctx, files, verb, args...)
	if err != nil || ok {
		return nil, err
	}
	key := strings.Join(append([]string{verb}, args...), " ")
	if _, known := j.complaints[key]; !known {
		before, fine, err := j.goCommand(ctx, nil, verb, args...)
		if err != nil {
			return nil, err
		}
		if fine {
			before = ""
		}
		j.complaints[key] = complaints(before)
	}
	if line := news(complaints(said), j.complaints[key]); line != "" {
		return &failure{record.BuildFail, line}, nil
	}
	return nil, nil
}

// news is the first line of now of which there are more than in before; empty if
// there is none.
func news(now, before []string) string {
	rest := slices.Clone(before)
	for _, line := range now {
		i := slices.IndexFunc(rest, func(old string) bool { return unplaced(old) == unplaced(line) })
		if i < 0 {
			return line
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return ""
}

// complaints are the lines that say something, other than of which package.
func complaints(said string) []string {
	var lines []string
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	if lines == nil && strings.TrimSpace(said) != "" {
		lines = []string{strings.TrimSpace(said)}
	}
	return lines
}

var (
	// place is a position in a Go file.
	place = regexp.MustCompile(`\S+\.go:\d+(:\d+)?`)
	// laid is what Set.Write puts in front of the base name of a file.
	laid = regexp.MustCompile(`\S*unheap-(verify|equiv)-\d+[/\\]\d+_`)
)

// unplaced is a line without positions: edits move lines, and a file of an overlay
// has another folder.
func unplaced(line string) string { return place.ReplaceAllString(line, "") }

// named is a line with the files of an overlay under their base name.
func named(line string) string { return laid.ReplaceAllString(line, "") }

// goCommand runs the go command with files laid over the tree. ok is false if it
// ran and found something wrong.
func (j *judge) goCommand(ctx context.Context, files overlay.Set, verb string, args ...string) (said string, ok bool, err error) {
	dir, err := os.MkdirTemp("", "unheap-verify-")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	all := append([]string{verb}, j.Flags...)
	if len(files) > 0 {
		name, err := files.Write(dir)
		if err != nil {
			return "", false, err
		}
		all = append(all, "-overlay="+name)
	}
	all = append(all, args...)
	out, err := gocmd.Command{Args: all, Dir: j.Dir, Env: j.Env}.Run(ctx)
	if ctx.Err() != nil {
		return "", false, context.Cause(ctx)
	}
	var failed *gocmd.Error
	if errors.As(err, &failed) && failed.Code > 0 {
		return string(out.Stderr) + string(out.Stdout), false, nil
	}
	return string(out.Stdout), err == nil, err
}

// A testEvent is one line of go test -json (cmd/test2json).
type testEvent struct {
	Action, Package, Test, Output string
}

// test runs the tests of all packages and returns the names of those that
// failed and the number of those that passed. A package that fails without a
// failing test (it panicked, or did not build) stands under its own name.
func (j *judge) test(ctx context.Context, files overlay.Set) (failed map[string]bool, passed int, err error) {
	said, _, err := j.goCommand(ctx, files, "test", append([]string{"-json", "-vet=off"}, j.packages()...)...)
	if err != nil {
		return nil, 0, err
	}
	failed, passed, events := readEvents([]byte(said))
	if events == 0 {
		return nil, 0, fmt.Errorf("go test %s: %s", j.Package, firstLine(said))
	}
	return failed, passed, nil
}

func readEvents(output []byte) (failed map[string]bool, passed, events int) {
	failed = make(map[string]bool)
	inPackage := make(map[string]bool) // packages with a failing test
	var packages []string
	for line := range bytes.Lines(output) {
		var e testEvent
		if json.Unmarshal(line, &e) != nil || e.Action == "" {
			continue // what the go command says itself
		}
		events++
		switch {
		case e.Action == "pass" && e.Test != "":
			passed++
		case e.Action == "fail" && e.Test != "":
			failed[e.Package+"."+e.Test] = true
			inPackage[e.Package] = true
		case e.Action == "fail":
			packages = append(packages, e.Package)
		case e.Action == "build-fail":
			packages = append(packages, strings.TrimSpace(e.Package))
		}
	}
	for _, pkg := range packages {
		if !inPackage[pkg] {
			failed[pkg] = true
		}
	}
	return failed, passed, events
}
