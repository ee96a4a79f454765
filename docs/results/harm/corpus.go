package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/passes"
)

// A target holds the results for std or for one module.
type target struct {
	Name     string
	Packages int
	Left     []string          // packages that cannot be examined, with the reason
	Changed  int               // number of packages for which a fix is proposed
	Passes   map[string]*count // by pass
	Rounds   int               // number of sets of fixes without conflicts that together have all fixes
	Tests    []tested
	Builds   map[string]held // by build
	Failures []failure
}

// A changed is a package for which a fix is proposed.
type changed struct {
	*load.Package
	candidates []record.Candidate // with edits that type-check alone
	Safe       int
	Review     int
}

// A count has the counts of one pass.
type count struct {
	Findings, Safe, Review int
	Circular               int // fixes that would cause an import cycle in std
	Alone, Together        int // fixes that type-check
	Again                  int // proposals in the pass's own result
}

// A failure is a row of the page that should not exist.
type failure struct {
	Where, Pass, Class, What, Reason string
}

// A corpus is a target while it is examined.
type corpus struct {
	target
	tmp, dir string
	prog     *load.Program
	changed  []*changed // packages for which a fix is proposed, by path
	checker  *retype.Checker
	texts    map[string][]byte // of files, by load.File.Name
	paths    map[string]string // paths of these files
}

// mayImport are the packages whose imports fixes add.
var mayImport = []string{
	"bufio", "bytes", "encoding/hex", "errors", "fmt", "hash", "io", "iter", "maps", "math", "math/bits", "slices", "strconv", "strings",
	"sync", "time", "unicode/utf8", "unsafe",
}

// environment returns the environment of every go command: no workspace, this toolchain, and permission to add what
// go.mod lacks to the copy.
func (c *corpus) environment() []string {
	env := []string{"GOWORK=off", "GOTOOLCHAIN=local"}
	if c.Name != "std" {
		env = append(env, "GOFLAGS=-mod=mod")
	}
	return env
}

// patterns returns the packages of the target. In std it leaves out those that the runtime consists of: they are
// compiled by rules of their own, which no other code has to keep and no pass knows.
func (c *corpus) patterns(ctx context.Context, env ...string) ([]string, error) {
	if c.Name != "std" {
		return []string{"./..."}, nil
	}
	all, err := c.list(ctx, env, "std")
	if err != nil {
		return nil, err
	}
	of, err := c.list(ctx, env, "-deps", "runtime")
	return slices.DeleteFunc(all, func(path string) bool { return slices.Contains(of, path) }), err
}

func (c *corpus) list(ctx context.Context, env []string, args ...string) ([]string, error) {
	out, err := gocmd.Command{Args: append([]string{"list"}, args...), Dir: c.dir, Env: append(c.environment(), env...)}.Run(ctx)
	return strings.Fields(string(out.Stdout)), err
}

// load loads the target and runs the passes.
func (c *corpus) load(ctx context.Context) error {
	patterns, err := c.patterns(ctx)
	if err != nil {
		return err
	}
	opts := load.Options{Dir: c.dir, Patterns: patterns, Env: append(os.Environ(), c.environment()...)}
	prog, problems, err := load.Load(ctx, opts)
	if err != nil {
		return err
	}
	for _, p := range problems {
		c.Left = append(c.Left, fmt.Sprintf("%s: %s", p.Package, p.Text))
	}
	c.prog, c.Passes = prog, make(map[string]*count)
	c.texts, c.paths = make(map[string][]byte), make(map[string]string)
	opts.Env = c.environment()
	if c.checker, err = retype.New(ctx, prog, opts, mayImport...); err != nil {
		return err
	}
	var packages []*load.Package
	for _, pkg := range prog.Packages() {
		if !pkg.Named {
			continue
		}
		with, err := c.checker.WithTests(pkg)
		if err != nil {
			c.Left = append(c.Left, fmt.Sprintf("the tests of %s: %v", pkg.Path, err))
			with = pkg
		}
		packages = append(packages, with)
		if err := c.read(with); err != nil {
			return err
		}
	}
	c.Packages = len(packages)
	all, err := c.propose(ctx, packages, passes.Suite...)
	if err != nil {
		return err
	}
	c.sort(packages, all)
	return nil
}

func (c *corpus) read(pkg *load.Package) error {
	for _, f := range pkg.Files {
		text, err := os.ReadFile(f.Path)
		if err != nil {
			return err
		}
		c.texts[f.Name], c.paths[f.Name] = text, f.Path
	}
	return nil
}

// propose runs the passes on versions of packages.
func (c *corpus) propose(ctx context.Context, packages []*load.Package, suite ...passes.Rule) ([]record.Candidate, error) {
	proposed, err := rewrite.Propose(ctx, c.prog, rewrite.Options{Suite: suite, Packages: packages})
	if err != nil {
		return nil, err
	}
	for _, err := range proposed.Failed {
		c.Failures = append(c.Failures, failure{What: "a pass gives up", Reason: err.Error()})
	}
	return proposed.Candidates, nil
}

// sort assigns candidates to their packages.
func (c *corpus) sort(packages []*load.Package, all []record.Candidate) {
	byPath := make(map[string]*changed)
	for _, pkg := range packages {
		byPath[pkg.Path] = &changed{Package: pkg}
	}
	for _, x := range all {
		n := c.count(x.Rewrite)
		n.Findings++
		if len(x.Edits) > 0 {
			byPath[x.Package].candidates = append(byPath[x.Package].candidates, x)
		}
	}
	for _, p := range byPath {
		if len(p.candidates) > 0 {
			c.changed = append(c.changed, p)
		}
	}
	c.Changed = len(c.changed)
	slices.SortFunc(c.changed, func(a, b *changed) int { return cmp.Compare(a.Path, b.Path) })
}

func (c *corpus) count(pass string) *count {
	if c.Passes[pass] == nil {
		c.Passes[pass] = new(count)
	}
	return c.Passes[pass]
}

// alone applies each fix by itself. Fixes that do not type-check are not applied together with others.
func (c *corpus) alone(ctx context.Context) error {
	hollows := newHollows(c.prog)
	for _, p := range c.changed {
		hold := p.candidates[:0]
		for _, x := range p.candidates {
			if err := ctx.Err(); err != nil {
				return err
			}
			n := c.count(x.Rewrite)
			_, err := c.version(hollows.around(p.Package, x), x)
			if errors.Is(err, retype.ErrCycle) && c.Name == "std" {
				n.Circular++
				continue
			}
			if x.Class == record.Safe {
				n.Safe++
				p.Safe++
			} else {
				n.Review++
				p.Review++
			}
			if err != nil {
				c.fail(x, "alone", err)
				continue
			}
			n.Alone++
			hold = append(hold, x)
		}
		p.candidates = hold
	}
	return nil
}

// version applies candidates to a package and type-checks it.
func (c *corpus) version(pkg *load.Package, list ...record.Candidate) (*load.Package, error) {
	texts, err := rewrite.Apply(c.source, list...)
	if err != nil {
		return nil, err
	}
	return c.checker.Check(pkg, texts)
}

func (c *corpus) source(name string) ([]byte, error) {
	if text, ok := c.texts[name]; ok {
		return text, nil
	}
	return nil, fmt.Errorf("%s: not read", name)
}

func (c *corpus) fail(x record.Candidate, what string, err error) {
	where := fmt.Sprintf("%s:%d", x.Pos.File, x.Pos.Line)
	c.Failures = append(c.Failures, failure{where, x.Rewrite, string(x.Class), what, err.Error()})
}

// together applies, package by package, as many fixes as do not conflict, and again with the rest, until each was
// applied once. Then it does the same with the fixes of each pass by themselves, and runs the pass on the result.
func (c *corpus) together(ctx context.Context) error {
	log.Printf("%s: together", c.Name)
	for _, p := range c.changed {
		if err := ctx.Err(); err != nil {
			return err
		}
		rounds := rewrite.Disjoint(p.candidates)
		c.Rounds = max(c.Rounds, len(rounds))
		for _, set := range rounds {
			if _, err := c.version(p.Package, set...); err != nil {
				c.fail(set[0], fmt.Sprintf("with %d others", len(set)-1), err)
				continue
			}
			for _, x := range set {
				c.count(x.Rewrite).Together++
			}
		}
		for _, a := range passes.Suite {
			if err := c.again(ctx, p, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// again runs a pass on its own result. In no function may it propose more than was left out there because of a
// conflict.
func (c *corpus) again(ctx context.Context, p *changed, a passes.Rule) error {
	var own []record.Candidate
	for _, x := range p.candidates {
		if x.Rewrite == a.Name() {
			own = append(own, x)
		}
	}
	at := func(x record.Candidate) string { return strings.Join(x.Functions, " ") }
	for _, set := range rewrite.Disjoint(own) {
		after, err := c.version(p.Package, set...)
		if err != nil {
			c.fail(set[0], fmt.Sprintf("with %d others of the pass", len(set)-1), err)
			continue
		}
		again, err := c.propose(ctx, []*load.Package{after}, a)
		if err != nil {
			return err
		}
		left := make(map[string]int)
		for _, x := range own {
			left[at(x)]++
		}
		for _, x := range set {
			left[at(x)]--
		}
		for _, x := range again {
			if len(x.Edits) == 0 {
				continue
			}
			if left[at(x)]--; left[at(x)] < 0 {
				c.count(x.Rewrite).Again++
				c.fail(x, "proposed again in the result", errors.New(x.Message))
			}
		}
	}
	return nil
}
