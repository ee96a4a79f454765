package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// A tested holds the results of the tests of one package.
type tested struct {
	Package      string
	Safe, Review int // numbers of fixes applied to it
	// Passed is the number of tests that pass with all fixes of the target that do not conflict.
	Passed int
	// Failing is the number of tests that fail with fixes, and without any change as well.
	Failing int
	Culprit []failure
}

// test runs the tests of changed packages with all fixes, and then the tests of packages that fail with the safe fixes
// only, and without any.
func (c *corpus) test(ctx context.Context, o options) error {
	chosen := c.choose(o)
	if len(chosen) == 0 {
		return nil
	}
	log.Printf("%s: tests of %d packages", c.Name, len(chosen))
	sets := [2][]record.Candidate{c.all(record.Safe), c.all(record.Review)}
	all, err := c.run(ctx, sets[1], chosen)
	if err != nil {
		return err
	}
	var safe, before outcome
	if broken := failing(chosen, all); len(broken) > 0 {
		if safe, err = c.run(ctx, sets[0], broken); err != nil {
			return err
		}
		if before, err = c.run(ctx, nil, broken); err != nil {
			return err
		}
	}
	for _, path := range chosen {
		i := slices.IndexFunc(c.changed, func(p *changed) bool { return p.Path == path })
		t := tested{Package: path, Safe: c.changed[i].Safe, Review: c.changed[i].Review, Passed: all[path].passed}
		if before[path] != nil {
			t.Failing = len(before[path].failed)
			if err := c.blame(ctx, &t, sets, [2]outcome{safe, all}, before[path]); err != nil {
				return err
			}
		}
		c.Tests = append(c.Tests, t)
	}
	return nil
}

// failing returns the packages with tests that fail.
func failing(packages []string, o outcome) []string {
	var some []string
	for _, path := range packages {
		if len(o[path].failed) > 0 {
			some = append(some, path)
		}
	}
	return some
}

// blame finds the fixes that make tests fail that pass without changes.
func (c *corpus) blame(ctx context.Context, t *tested, sets [2][]record.Candidate, runs [2]outcome, before *result) error {
	for i, set := range sets {
		broken := newly(before, runs[i][t.Package])
		if broken == "" {
			continue
		}
		log.Printf("%s: %s: %s fails", c.Name, t.Package, broken)
		found, err := c.culprits(ctx, t.Package, set, before)
		t.Culprit = append(t.Culprit, found...)
		if err != nil || i == 0 {
			return err // the set of all fixes includes the safe ones
		}
	}
	return nil
}

// choose returns the import paths of the packages to test: all that fixes change and that have tests or, for std, a
// sample of these if one is asked for.
func (c *corpus) choose(o options) []string {
	var paths []string
	for _, p := range c.changed {
		if len(p.candidates) > 0 && c.checker.Tested(p.Path) {
			paths = append(paths, p.Path)
		}
	}
	if c.Name != "std" {
		return paths
	}
	if o.packages != nil {
		return slices.DeleteFunc(paths, func(p string) bool { return !slices.Contains(o.packages, p) })
	}
	if o.sample == 0 {
		return paths
	}
	random := rand.New(rand.NewPCG(o.seed, 0))
	random.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	paths = paths[:min(len(paths), o.sample)]
	slices.Sort(paths)
	return paths
}

// all returns the fixes of that class, and of the better class, that can be applied together.
func (c *corpus) all(class record.Class) []record.Candidate {
	var set []record.Candidate
	for _, p := range c.changed {
		var some []record.Candidate
		for _, x := range p.candidates {
			if class == record.Review || x.Class == record.Safe {
				some = append(some, x)
			}
		}
		if len(some) > 0 {
			set = append(set, rewrite.Disjoint(some)[0]...)
		}
	}
	return set
}

// An outcome has the results of tests, by import path.
type outcome map[string]*result

// A result is the result of one package's tests.
type result struct {
	passed int
	failed []string // sorted by name; a package that ends early has "(package)"
	output []string // of the failing tests
}

// newly returns the first test that fails now and did not fail before; "" if there is none.
func newly(before, now *result) string {
	for _, name := range now.failed {
		if !slices.Contains(before.failed, name) {
			return name
		}
	}
	return ""
}

// run runs the tests of packages with the fixes overlaid on the target. The go command may use its cache where a test
// has passed with the same texts of all it is built from.
func (c *corpus) run(ctx context.Context, set []record.Candidate, packages []string) (outcome, error) {
	texts, err := rewrite.Apply(c.source, set...)
	if err != nil {
		return nil, err
	}
	lay := c.write
	if c.Name == "std" {
		lay = c.overlay
	}
	flags, undo, err := lay(texts)
	if err != nil {
		return nil, errors.Join(err, undo())
	}
	args := slices.Concat([]string{"test", "-json", "-short", "-timeout=5m"}, flags, packages)
	out, err := gocmd.Command{Args: args, Dir: c.dir, Env: c.environment()}.Run(ctx)
	if uerr := undo(); uerr != nil {
		return nil, uerr
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var failed *gocmd.Error
	if err != nil && !(errors.As(err, &failed) && failed.Code > 0) {
		return nil, err
	}
	return read(out.Stdout, packages)
}

// overlay makes the go command read texts instead of files, until undo is called.
func (c *corpus) overlay(texts map[string][]byte) (flags []string, undo func() error, err error) {
	dir, err := os.MkdirTemp(c.tmp, "overlay-")
	if err != nil {
		return nil, func() error { return nil }, err
	}
	over := make(overlay.Set)
	for name, text := range texts {
		over[c.paths[name]] = text
	}
	file, err := over.Write(dir)
	return []string{"-overlay=" + file}, func() error { return os.RemoveAll(dir) }, err
}

// write writes texts to the copy of a module, where its tests may read them, until undo is called.
func (c *corpus) write(texts map[string][]byte) (flags []string, undo func() error, err error) {
	undo = func() error {
		var errs []error
		for name := range texts {
			errs = append(errs, os.WriteFile(c.paths[name], c.texts[name], 0o666))
		}
		return errors.Join(errs...)
	}
	for name, text := range texts {
		if err := os.WriteFile(c.paths[name], text, 0o666); err != nil {
			return nil, undo, err
		}
	}
	return nil, undo, nil
}

// read reads the output of go test -json.
func read(stream []byte, packages []string) (outcome, error) {
	o := make(outcome)
	for _, path := range packages {
		o[path] = &result{}
	}
	in := bufio.NewScanner(bytes.NewReader(stream))
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var e struct{ Action, Package, ImportPath, Test, Output string }
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("go test -json: %v: %s", err, in.Text())
		}
		path, _, _ := strings.Cut(cmp.Or(e.Package, e.ImportPath), " ")
		r := o[path]
		switch {
		case r == nil:
		case e.Action == "pass" && e.Test != "":
			r.passed++
		case e.Action == "fail" && e.Test != "":
			r.failed = append(r.failed, e.Test)
		case e.Action == "fail" && len(r.failed) == 0:
			r.failed = []string{"(package)"}
		case strings.HasSuffix(e.Action, "output"):
			r.output = append(r.output, e.Output)
		}
	}
	for _, r := range o {
		slices.Sort(r.failed)
	}
	return o, in.Err()
}

// culprits finds the fixes that make tests of a package fail that did not fail before, one after the other, until no
// test fails. A test that passes when it is run again with the same changes does not count.
func (c *corpus) culprits(ctx context.Context, path string, set []record.Candidate, before *result) ([]failure, error) {
	fails := func(set []record.Candidate) (test string, output []string, err error) {
		out, err := c.run(ctx, set, []string{path})
		if err != nil {
			return "", nil, err
		}
		return newly(before, out[path]), out[path].output, nil
	}
	var found []failure
	for range 8 {
		test, output, err := fails(set)
		if err != nil {
			return found, err
		}
		if test == "" {
			return found, nil
		}
		guilty, err := smallest(c.suspects(path, set), func(some []record.Candidate) (bool, error) {
			test, _, err := fails(some)
			return test != "", err
		})
		if err != nil {
			return found, err
		}
		// A test that depends on the clock fails at times without any change.
		unchanged, err := c.run(ctx, nil, []string{path})
		if err != nil {
			return found, err
		}
		if slices.Contains(unchanged[path].failed, test) {
			before.failed = append(before.failed, test)
			continue
		}
		for _, x := range guilty {
			found = append(found, failure{
				Where: fmt.Sprintf("%s:%d", x.Pos.File, x.Pos.Line), Pass: x.Rewrite, Class: class(x),
				What: path + ": " + test, Reason: tail(output, test),
			})
		}
		set = without(set, guilty)
	}
	return found, nil
}

func class(x record.Candidate) string {
	if len(x.Caveats) == 0 {
		return string(x.Class)
	}
	text := string(x.Class) + ": " + x.Caveats[0].Text
	for _, c := range x.Caveats[1:] {
		text += "; " + c.Text
	}
	return text
}

// suspects puts the fixes of the package itself first, to be tried before others.
func (c *corpus) suspects(path string, set []record.Candidate) []record.Candidate {
	var own, others []record.Candidate
	for _, x := range set {
		if x.Package == path {
			own = append(own, x)
		} else {
			others = append(others, x)
		}
	}
	return append(own, others...)
}

// smallest halves a set as long as one half fails by itself. The set that it returns fails, and is one fix unless
// several fail only together.
func smallest(set []record.Candidate, fails func([]record.Candidate) (bool, error)) ([]record.Candidate, error) {
	for len(set) > 1 {
		half := len(set) / 2
		front, err := fails(set[:half])
		if err != nil {
			return nil, err
		}
		if front {
			set = set[:half]
			continue
		}
		back, err := fails(set[half:])
		if err != nil {
			return nil, err
		}
		if !back {
			return set, nil
		}
		set = set[half:]
	}
	return set, nil
}

func without(set, gone []record.Candidate) []record.Candidate {
	return slices.DeleteFunc(slices.Clone(set), func(x record.Candidate) bool {
		return slices.ContainsFunc(gone, func(g record.Candidate) bool { return g.ID == x.ID })
	})
}

// tail returns the part of a test's output that says why it failed, in one line.
func tail(output []string, test string) string {
	var lines []string
	for _, line := range output {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- PASS") && line != "PASS" {
			lines = append(lines, line)
		}
	}
	i := slices.IndexFunc(lines, func(s string) bool { return strings.HasPrefix(s, "--- FAIL: "+test) })
	if i < 0 { // the package does not build, or its test ends early
		i = max(0, slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, "panic: ") || strings.Contains(s, "error: ") }))
	}
	text := strings.Join(lines[i:min(len(lines), i+4)], " ")
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	return text
}
