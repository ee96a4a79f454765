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
	got, err := j.test(ctx, files, j.packages())
	if err != nil {
		return nil, 0, err
	}
	maps.DeleteFunc(got.failed, func(name, _ string) bool { _, before := j.broken[name]; return before })
	name, err := j.failsAgain(ctx, files, got.failed)
	if name != "" || err != nil {
		return &failure{record.TestsFail, name}, 0, err
	}
	return nil, got.tests, nil
}

// again is how often tests run again of which one failed with a rewrite, to tell it
// from one that fails now and then on its own: a server that is waited for, on a busy
// machine. It must pass each time.
const again = 3

// failsAgain runs the tests of the packages again in which one failed, all of them, as
// they ran when it did: one that fails because of what others do at the same time would
// pass alone. It returns the first that fails again or does not run, or "". Those that
// pass are noted.
func (j *judge) failsAgain(ctx context.Context, files overlay.Set, failed map[string]string) (string, error) {
	if len(failed) == 0 {
		return "", nil
	}
	names := slices.Sorted(maps.Keys(failed))
	paths := slices.Compact(slices.Sorted(maps.Values(failed)))
	for _, name := range names {
		if !slices.Contains(j.packages(), failed[name]) {
			return name, nil // did not build: "p [q.test]"
		}
	}
	for range again {
		got, err := j.test(ctx, files, append([]string{"-count=1"}, paths...))
		if err != nil {
			return "", err
		}
		if i := slices.IndexFunc(names, func(name string) bool { return !got.passed[name] }); i >= 0 {
			return names[i], nil
		}
	}
	j.unsteady = append(j.unsteady, names...)
	return "", nil
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

// tested is what go test said. Tests stand under package and name, example.com/p.TestX/y,
// packages under their path.
type tested struct {
	// failed are the tests that failed, with their packages, and the packages that
	// failed without a failing test: they panicked, or did not build.
	failed map[string]string
	passed map[string]bool
	tests  int // that passed
	events int
}

// test runs the tests of the packages that args end with.
func (j *judge) test(ctx context.Context, files overlay.Set, args []string) (tested, error) {
	said, _, err := j.goCommand(ctx, files, "test", append([]string{"-json", "-vet=off"}, args...)...)
	if err != nil {
		return tested{}, err
	}
	got := readEvents([]byte(said))
	if got.events == 0 {
		return tested{}, fmt.Errorf("go test %s: %s", j.Package, firstLine(said))
	}
	return got, nil
}

func readEvents(output []byte) tested {
	got := tested{failed: make(map[string]string), passed: make(map[string]bool)}
	inPackage := make(map[string]bool) // packages with a failing test
	var packages []string
	for line := range bytes.Lines(output) {
		var e testEvent
		if json.Unmarshal(line, &e) != nil || e.Action == "" {
			continue // what the go command says itself
		}
		got.events++
		name := e.Package
		if e.Test != "" {
			name += "." + e.Test
		}
		switch {
		case e.Action == "pass":
			got.passed[name] = true
			if e.Test != "" {
				got.tests++
			}
		case e.Action == "fail" && e.Test != "":
			got.failed[name] = e.Package
			inPackage[e.Package] = true
		case e.Action == "fail" || e.Action == "build-fail":
			packages = append(packages, strings.TrimSpace(e.Package))
		}
	}
	for _, pkg := range packages {
		if !inPackage[pkg] {
			got.failed[pkg] = pkg
		}
	}
	return got
}
