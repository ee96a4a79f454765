package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// check vets a set of candidates, type-checks it for other builds, and runs the package's own tests with it. The
// failure is nil if everything passes; tests is the number of tests that passed.
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

// vet runs go vet on a set, and type-checks the set for other builds.
func (j *judge) vet(ctx context.Context, set []record.Candidate) vetted {
	files, err := j.overlay(set)
	if err != nil {
		return vetted{&failure{outcome: record.BuildFail, reason: err.Error()}, nil}
	}
	f, err := j.complaint(ctx, files, "vet", j.Package)
	if f == nil && err == nil {
		f, err = j.typechecks(ctx, files)
	}
	return vetted{f, err}
}

// testSet runs the tests of the packages paths with a set in place. The failure is nil if no test fails that passes
// without the set; failed are the packages with such a failure.
func (j *judge) testSet(ctx context.Context, set []record.Candidate, paths []string) (f *failure, tests int, failed []string, err error) {
	if _, err := j.overlay(set); err != nil {
		return &failure{outcome: record.BuildFail, reason: err.Error()}, 0, paths, nil
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
			return &failure{outcome: record.BuildFail, reason: said}, 0, []string{got.failed[test]}, nil
		}
	}
	again, err := j.failsAgain(ctx, set, got.failed)
	if err != nil {
		return nil, 0, nil, err
	}
	if again != "" {
		return &failure{outcome: record.TestsFail, reason: again}, 0, slices.Compact(slices.Sorted(maps.Values(got.failed))), nil
	}
	for _, path := range paths {
		j.passed[path] = name
	}
	return nil, got.tests, nil, nil
}

// forgive deletes from failed, which maps tests to their packages, the tests that fail without any change as well.
// Only packages with a failure are tested unchanged, and each only once.
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

// enterRed notes the tests of a package that fail or do not run without any change: a test that panics keeps the
// tests behind it from running.
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

// again is how often a package's tests run again after one failed with a rewrite, to recognise tests that fail now
// and then on their own, such as one that waits for a server on a busy machine. The test must pass every time.
const again = 3

// failsAgain runs all tests of the packages with a failure again, not just the failed ones: a test that fails because
// of others that run at the same time would pass alone. It returns the first test that fails again or does not run,
// or "". Tests that pass now are noted as unsteady.
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

// packages are the package and its importers: the packages that a change can break.
func (j *judge) packages() []string { return append([]string{j.Package}, j.Users...) }

// complaint returns a failure with the first line that the go command prints with files in place and does not print
// without them, or nil.
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
		return &failure{outcome: record.BuildFail, reason: line}, nil
	}
	return nil, nil
}

// news is the first line that occurs more often in now than in before; empty if there is none.
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

// complaints are the lines of said, without the headings that only name a package.
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
	// place matches a position in a Go file.
	place = regexp.MustCompile(`\S+\.go:\d+(:\d+)?`)
	// laid matches what Set.Write puts in front of the base name of a file.
	laid = regexp.MustCompile(`\S*(verify|equiv)-\d+[/\\]\d+_`)
)

// unplaced is a line without its positions: edits move lines, and the files of an overlay lie in another folder.
func unplaced(line string) string { return place.ReplaceAllString(line, "") }

// named is a line in which the files of an overlay have their base names.
func named(line string) string { return laid.ReplaceAllString(line, "") }

// functionsIn returns the functions, of the version with a set in place, in which text has positions: messages of the
// compiler, or the stack of a panic.
func (j *judge) functionsIn(set []record.Candidate, text string) (names []string) {
	files, err := j.overlay(set)
	if err != nil {
		return nil
	}
	lines := placesIn(text)
	for _, file := range slices.Sorted(maps.Keys(files)) {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, files[file], parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range f.Decls {
			start, end := fset.Position(d.Pos()).Line, fset.Position(d.End()).Line
			within := func(line int) bool { return start <= line && line <= end }
			if decl, ok := d.(*ast.FuncDecl); ok && slices.ContainsFunc(lines[filepath.Base(file)], within) {
				names = append(names, rewrite.FuncName(decl))
			}
		}
	}
	return names
}

// placesIn returns the lines that a text mentions, by the base name of their file.
func placesIn(text string) map[string][]int {
	lines := make(map[string][]int)
	for _, at := range place.FindAllString(named(text), -1) {
		file, rest, _ := strings.Cut(filepath.Base(at), ":")
		number, _, _ := strings.Cut(rest, ":")
		if line, err := strconv.Atoi(number); err == nil {
			lines[file] = append(lines[file], line)
		}
	}
	return lines
}

// goCommand runs the go command with files laid over the tree. ok is false if the command ran and reported a problem.
func (j *judge) goCommand(ctx context.Context, files overlay.Set, verb string, args ...string) (said string, ok bool, err error) {
	out, ok, err := j.run(ctx, gocmd.Command{}, files, verb, args...)
	if !ok {
		return string(out.Stderr) + string(out.Stdout), ok, err
	}
	return string(out.Stdout), ok, err
}

// run is goCommand with further settings of the command, such as Keep.
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

// tested is the result of go test. Tests are named by package and name, example.com/p.TestX/y, packages by their
// path.
type tested struct {
	// failed maps tests that failed to their packages. A package that failed without a failing test, because of a
	// panic or as it did not build, is mapped to itself.
	failed map[string]string
	passed map[string]bool
	// skipped are the tests that skipped themselves.
	skipped map[string]bool
	// unbuilt maps the packages that did not build to the compiler's first words.
	unbuilt map[string]string
	tests   int // number of tests that passed
	events  int

	inPackage map[string]bool   // packages with a failing test
	builds    map[string]string // compiler output of failed builds, by their names
}

// test runs the tests of packages with a set in place; fresh also runs those whose result go test has cached. The
// function passed, unless nil, is called with each package in which nothing failed.
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

// goTest runs go test with args, which end with the packages, in the copy of the tree.
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

// testOwn runs the package's own tests in the binary that counts, since compiling the package once more for them
// takes as long as everything else together. The runtime of that binary counts objects when it is told to, and does
// nothing otherwise.
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

// testMark is what the testing package, with -test.v=test2json, puts in front of its own output; a test may have left
// the line before it unfinished.
const testMark = "\x16"

// verbose reads a line of a test binary's output that tells the end of a test:
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

// keptOutput is how much of the tests' output is retained, in bytes: each line is read as it arrives.
const keptOutput = 64 << 10

func newTested() *tested {
	return &tested{
		failed: make(map[string]string), passed: make(map[string]bool), skipped: make(map[string]bool), unbuilt: make(map[string]string),
		inPackage: make(map[string]bool), builds: make(map[string]string),
	}
}

// read takes in one line of output; ok is false if the line is no event but the go command's own output.
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
