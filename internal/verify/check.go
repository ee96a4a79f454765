package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// check builds, vets and tests a set of candidates together. The failure is
// nil if all of it passes; tests is the number of tests that did.
func (j *judge) check(ctx context.Context, set []record.Candidate) (f *failure, tests int, err error) {
	files, err := j.overlay(set)
	var conflict *rewrite.Conflict
	switch {
	case errors.As(err, &conflict):
		return &failure{record.BuildFail, err.Error()}, 0, nil
	case err != nil:
		return &failure{record.BuildFail, err.Error()}, 0, nil
	}
	// go list -export compiles like go build, and links nothing.
	for _, command := range [][]string{{"list", "-export", "-f="}, {"vet"}} {
		said, ok, err := j.goCommand(ctx, files, command[0], command[1:]...)
		if err != nil {
			return nil, 0, err
		}
		if !ok {
			return &failure{record.BuildFail, firstLine(said)}, 0, nil
		}
	}
	failed, tests, err := j.test(ctx, files)
	if err != nil {
		return nil, 0, err
	}
	for _, name := range slices.Sorted(maps.Keys(failed)) {
		if !j.broken[name] {
			return &failure{record.TestsFail, name}, 0, nil
		}
	}
	return nil, tests, nil
}

// packages are those that a change can break.
func (j *judge) packages() []string { return append([]string{j.Package}, j.Users...) }

// goCommand runs the go command over packages with files laid over the tree.
// ok is false if it ran and found something wrong.
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
	out, err := gocmd.Command{Args: append(all, j.packages()...), Dir: j.Dir, Env: j.Env}.Run(ctx)
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
	said, _, err := j.goCommand(ctx, files, "test", "-json", "-vet=off")
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
