package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
)

// check vets a set of candidates, type-checks it for other builds, and runs the package's
// own tests with it. The failure
// is nil if all of it passes; tests is the number of tests that did.
func (j *judge) check(ctx context.Context, set []record.Candidate) (f *failure, tests int, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan vetted, 1)
	go func() { // beside the tests: both mostly wait for the compiler
		v, begun := j.begun.vetted(set)
		if !begun {
			v = j.vet(ctx, set)
		}
		done <- v
	}()
	f, tests, _, err = j.testSet(ctx, set, []string{j.Package})
	if f != nil || err != nil {
		cancel()
		<-done
		return f, 0, err
	}
	vet := <-done
	return vet.f, tests, vet.err
}

// vet has go vet look at a set, and type-checks it for other builds.
func (j *judge) vet(ctx context.Context, set []record.Candidate) vetted {
	files, err := j.overlay(set)
	if err != nil {
		return vetted{&failure{record.BuildFail, err.Error()}, nil}
	}
	f, err := j.complaint(ctx, files, "vet", j.Package)
	if f == nil && err == nil {
		f, err = j.typechecks(ctx, files)
	}
	return vetted{f, err}
}

// testSet runs the tests of some packages with a set in place. The failure is nil if none
// fails that passes without it; failed are the packages in which one does.
func (j *judge) testSet(ctx context.Context, set []record.Candidate, paths []string) (f *failure, tests int, failed []string, err error) {
	if _, err := j.overlay(set); err != nil {
		return &failure{record.BuildFail, err.Error()}, 0, paths, nil
	}
	name := key(set)
	got, err := j.test(ctx, set, paths, false, func(path string) {
		j.passed[path] = name
		if path != j.Package {
			j.enterUsers(set)
		}
	})
	if err != nil {
		return nil, 0, nil, err
	}
	if err := j.forgive(ctx, got.failed); err != nil {
		return nil, 0, nil, err
	}
	for _, test := range slices.Sorted(maps.Keys(got.failed)) {
		if said, ok := got.unbuilt[got.failed[test]]; ok {
			return &failure{record.BuildFail, said}, 0, []string{got.failed[test]}, nil
		}
	}
	again, err := j.failsAgain(ctx, set, got.failed)
	if err != nil {
		return nil, 0, nil, err
	}
	if again != "" {
		return &failure{record.TestsFail, again}, 0, slices.Compact(slices.Sorted(maps.Values(got.failed))), nil
	}
	for _, path := range paths {
		j.passed[path] = name
	}
	return nil, got.tests, nil, nil
}

// forgive takes out of failed, tests by their packages, what fails without any change as
// well. Only packages in which something fails are tested without one, and only once.
func (j *judge) forgive(ctx context.Context, failed map[string]string) error {
	var unknown []string
	for _, path := range slices.Compact(slices.Sorted(maps.Values(failed))) {
		if _, known := j.broken[path]; !known {
			unknown = append(unknown, path)
		}
	}
	if len(unknown) > 0 {
		before, err := j.test(ctx, nil, unknown, false, nil)
		if err != nil {
			return err
		}
		for _, path := range unknown {
			j.broken[path] = make(map[string]bool)
		}
		for name, path := range before.failed {
			if j.broken[path] != nil {
				j.broken[path][name] = true
			}
		}
		for _, path := range unknown {
			if err := j.enterRed(ctx, path, before); err != nil {
				return err
			}
		}
	}
	maps.DeleteFunc(failed, func(name, path string) bool { return j.broken[path][name] })
	return nil
}

// enterRed notes which tests of a package fail or do not run without any change: one
// that panics takes those behind it along.
func (j *judge) enterRed(ctx context.Context, path string, before *tested) error {
	if len(j.broken[path]) == 0 {
		return nil
	}
	said, ok, err := j.goCommand(ctx, nil, "test", "-list=.", "-vet=off", path)
	if err != nil {
		return err
	}
	if !ok { // it does not build, and has no tests to name
		j.red = append(j.red, path)
		return nil
	}
	for line := range strings.Lines(said) {
		name := path + "." + strings.TrimSpace(line)
		isTest := strings.HasPrefix(line, "Test") || strings.HasPrefix(line, "Example") || strings.HasPrefix(line, "Fuzz")
		if isTest && !before.passed[name] && !before.skipped[name] {
			j.red = append(j.red, name)
		}
	}
	slices.Sort(j.red)
	return nil
}

// again is how often tests run again of which one failed with a rewrite, to tell it
// from one that fails now and then on its own: a server that is waited for, on a busy
// machine. It must pass each time.
const again = 3

// failsAgain runs the tests of the packages again in which one failed, all of them, as
// they ran when it did: one that fails because of what others do at the same time would
// pass alone. It returns the first that fails again or does not run, or "". Those that
// pass are noted.
func (j *judge) failsAgain(ctx context.Context, set []record.Candidate, failed map[string]string) (string, error) {
	if len(failed) == 0 {
		return "", nil
	}
	names := slices.Sorted(maps.Keys(failed))
	paths := slices.Compact(slices.Sorted(maps.Values(failed)))
	for range again {
		got, err := j.test(ctx, set, paths, true, nil)
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
	j.asking.Lock()
	defer j.asking.Unlock()
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
	laid = regexp.MustCompile(`\S*(verify|equiv)-\d+[/\\]\d+_`)
)

// unplaced is a line without positions: edits move lines, and a file of an overlay
// has another folder.
func unplaced(line string) string { return place.ReplaceAllString(line, "") }

// named is a line with the files of an overlay under their base name.
func named(line string) string { return laid.ReplaceAllString(line, "") }

// goCommand runs the go command with files laid over the tree. ok is false if it
// ran and found something wrong.
func (j *judge) goCommand(ctx context.Context, files overlay.Set, verb string, args ...string) (said string, ok bool, err error) {
	out, ok, err := j.run(ctx, gocmd.Command{}, files, verb, args...)
	if !ok {
		return string(out.Stderr) + string(out.Stdout), ok, err
	}
	return string(out.Stdout), ok, err
}

// run is goCommand for a command with more than arguments.
func (j *judge) run(ctx context.Context, c gocmd.Command, files overlay.Set, verb string, args ...string) (out gocmd.Output, ok bool, err error) {
	dir, remove, err := gocmd.MkdirTemp("verify")
	if err != nil {
		return out, false, err
	}
	defer remove()
	c.Args = append([]string{verb}, j.Flags...)
	if len(files) > 0 {
		name, err := files.Write(dir)
		if err != nil {
			return out, false, err
		}
		c.Args = append(c.Args, "-overlay="+name)
	}
	c.Args, c.Dir, c.Env = append(c.Args, args...), j.Dir, slices.Concat(j.Env, c.Env)
	out, err = c.Run(ctx)
	if ctx.Err() != nil {
		return out, false, context.Cause(ctx)
	}
	var failed *gocmd.Error
	if errors.As(err, &failed) && failed.Code > 0 {
		return out, false, nil
	}
	return out, err == nil, err
}

// A testEvent is one line of go test -json (cmd/test2json).
type testEvent struct {
	Action, Package, Test, Output, ImportPath, FailedBuild string
}

// tested is what go test said. Tests stand under package and name, example.com/p.TestX/y,
// packages under their path.
type tested struct {
	// failed are the tests that failed, with their packages, and the packages that
	// failed without a failing test: they panicked, or did not build.
	failed map[string]string
	passed map[string]bool
	// skipped are the tests that skipped themselves.
	skipped map[string]bool
	// unbuilt are the packages that did not build, with what the compiler says first.
	unbuilt map[string]string
	tests   int // that passed
	events  int

	inPackage map[string]bool   // packages with a failing test
	builds    map[string]string // what was said of what did not build, by its name
}

// test runs the tests of packages with a set in place, those that go test knows the result
// of too if fresh. Passed, unless it is nil, is told each package in which nothing failed.
func (j *judge) test(ctx context.Context, set []record.Candidate, paths []string, fresh bool, passed func(path string)) (*tested, error) {
	files, err := j.overlay(set)
	if err != nil {
		return nil, err
	}
	if j.before != nil && len(paths) == 1 && paths[0] == j.Package && j.Workload == j.Package {
		return j.testOwn(ctx, set, files, passed)
	}
	args := paths
	if fresh {
		args = append([]string{"-count=1"}, paths...)
	}
	return j.goTest(ctx, files, args, passed)
}

// goTest runs the tests of the packages that args end with, in the copy of the tree.
func (j *judge) goTest(ctx context.Context, files overlay.Set, args []string, passed func(path string)) (*tested, error) {
	if err := j.Tree.Show(ctx, files); err != nil {
		return nil, err
	}
	flags, env := j.Tree.arguments()
	got := newTested()
	c := gocmd.Command{Env: env, Keep: keptOutput, Line: func(line string) {
		if e, ok := got.read(line); ok && e.Test == "" && (e.Action == "pass" || e.Action == "skip") && passed != nil {
			passed(e.Package)
		}
	}}
	out, _, err := j.run(ctx, c, files, "test", slices.Concat([]string{"-json", "-vet=off"}, flags, args)...)
	if err != nil {
		return nil, err
	}
	if got.events == 0 {
		return nil, fmt.Errorf("go test %s: %s", strings.Join(args, " "), firstLine(string(out.Stderr)+string(out.Stdout)))
	}
	return got, nil
}

// testOwn runs the package's own tests in the binary that is counted: to compile the package
// once more for them takes as long as all else together. What it has in place of the
// runtime counts objects when it is told to, and does nothing otherwise.
func (j *judge) testOwn(ctx context.Context, set []record.Candidate, files overlay.Set, passed func(path string)) (*tested, error) {
	if err := j.Tree.Show(ctx, files); err != nil {
		return nil, err
	}
	got := newTested()
	end := testEvent{Action: "pass", Package: j.Package}
	binary, err := j.binary(ctx, set)
	if err == nil {
		err = binary.Test(ctx, func(line string) {
			if e, ok := verbose(line, j.Package); ok {
				got.enter(e)
			}
		})
	}
	var failed *gocmd.Error
	var unbuilt *bench.BuildError
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &unbuilt):
		end.Action, end.FailedBuild = "fail", j.Package
		got.builds[j.Package] = unbuilt.Error()
	case errors.As(err, &failed) && failed.Ran():
		end.Action = "fail"
	case err != nil:
		return nil, err
	case passed != nil:
		passed(j.Package)
	}
	got.enter(end)
	return got, nil
}

// testMark stands in front of what the testing package says itself, with
// -test.v=test2json; a test may have left the line unfinished before.
const testMark = "\x16"

// verbose reads a line of a test binary about the end of a test:
//
//	--- PASS: TestX (0.00s)
//	    --- SKIP: TestX/y (0.00s)
func verbose(line, pkg string) (e testEvent, ok bool) {
	_, said, ok := strings.Cut(line, testMark)
	if !ok {
		return e, false
	}
	said, ok = strings.CutPrefix(strings.TrimLeft(said, " "), "--- ")
	action, rest, found := strings.Cut(said, ": ")
	if !ok || !found {
		return e, false
	}
	name := rest[:max(0, strings.LastIndex(rest, " ("))]
	return testEvent{Action: strings.ToLower(action), Package: pkg, Test: name}, true
}

// keptOutput is how much of what tests print is kept, in bytes: each line is read as it
// comes.
const keptOutput = 64 << 10

func newTested() *tested {
	return &tested{
		failed: make(map[string]string), passed: make(map[string]bool), skipped: make(map[string]bool), unbuilt: make(map[string]string),
		inPackage: make(map[string]bool), builds: make(map[string]string),
	}
}

// read takes in one line; ok is false for one that is no event, what the go command says
// itself.
func (got *tested) read(line string) (e testEvent, ok bool) {
	if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
		return e, false
	}
	got.enter(e)
	return e, true
}

// enter takes in an event.
func (got *tested) enter(e testEvent) {
	got.events++
	name := e.Package
	if e.Test != "" {
		name += "." + e.Test
	}
	switch {
	case e.Action == "build-output":
		got.builds[e.ImportPath] += e.Output
	case e.Action == "pass":
		got.passed[name] = true
		if e.Test != "" {
			got.tests++
		}
	case e.Action == "skip":
		got.skipped[name] = true
	case e.Action == "fail" && e.Test != "":
		got.failed[name] = e.Package
		got.inPackage[e.Package] = true
	case e.Action == "fail":
		if e.FailedBuild != "" {
			got.unbuilt[e.Package] = named(firstLine(got.builds[e.FailedBuild]))
		}
		if !got.inPackage[e.Package] {
			got.failed[e.Package] = e.Package
		}
	}
}
