package main

import (
	"context"
	"errors"
	"fmt"
	"go/build/constraint"
	"go/token"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
	"github.com/unheap/unheap/internal/rewrite"
)

// A build is a way to build a target that differs from the one that the passes saw.
type build struct {
	Name     string
	env      []string
	flags    []string
	patterns []string // packages for which it makes a difference; empty for all
}

// A held counts what type-checks in one build.
type held struct {
	Packages int // number of changed packages that exist in the build and type-check unchanged
	Fixes    int // number of fixes of these packages with an edit in a file of the build
	Alone    int
	Together int
}

// builds returns the builds in which each fix must type-check as well: another system, another size of int, and each
// build tag in files of its folder.
func (c *corpus) builds() []build {
	list := []build{
		{Name: "windows/amd64", env: []string{"GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0"}},
		{Name: "linux/386", env: []string{"GOOS=linux", "GOARCH=386", "CGO_ENABLED=0"}},
	}
	tags := c.tags()
	for _, tag := range slices.Sorted(maps.Keys(tags)) {
		list = append(list, build{Name: "-tags=" + tag, flags: []string{"-tags=" + tag}, patterns: tags[tag]})
	}
	return list
}

// tags returns the build tags in the files of changed packages, with the packages, without "ignore" and the tags that
// the go command sets itself.
func (c *corpus) tags() map[string][]string {
	found := make(map[string][]string)
	for _, p := range c.changed {
		for _, text := range c.beside(p) {
			for _, tag := range asked(text) {
				if !slices.Contains(found[tag], p.Path) {
					found[tag] = append(found[tag], p.Path)
				}
			}
		}
	}
	maps.DeleteFunc(found, func(tag string, _ []string) bool {
		return known[tag] || strings.HasPrefix(tag, "go1.") || strings.HasPrefix(tag, "goexperiment.")
	})
	return found
}

// known are tags that whoever builds the package does not choose: systems, architectures, compilers, and those that
// keep a file out of every build. The race detector and cgo change what is linked, but not the lines that a fix
// touches.
var known = func() map[string]bool {
	set := make(map[string]bool)
	for _, tag := range strings.Fields(`ignore cgo race msan asan gc gccgo purego unix boringcrypto compiler_bootstrap
		aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos
		386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le
		riscv riscv64 s390 s390x sparc sparc64 wasm appengine`) {
		set[tag] = true
	}
	return set
}()

// beside returns the texts of all Go files in the folder of p, including those that belong to no build here.
func (c *corpus) beside(p *changed) (texts []string) {
	if len(p.Files) == 0 {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(filepath.Dir(p.Files[0].Path), "*.go"))
	for _, name := range names {
		text, readErr := os.ReadFile(name)
		err = errors.Join(err, readErr)
		texts = append(texts, string(text))
	}
	if err != nil {
		c.Failures = append(c.Failures, failure{Where: p.Path, What: "its folder cannot be read", Reason: err.Error()})
	}
	return texts
}

// asked returns the tags in the //go:build line of a file.
func asked(text string) (tags []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if token.IsKeyword(strings.SplitN(line+" ", " ", 2)[0]) {
			return tags // no constraint follows the package clause
		}
		if !constraint.IsGoBuild(line) {
			continue
		}
		expr, err := constraint.Parse(line)
		if err != nil {
			return tags
		}
		expr.Eval(func(tag string) bool { tags = append(tags, tag); return true })
		expr.Eval(func(tag string) bool { tags = append(tags, tag); return false })
		return tags
	}
	return tags
}

// elsewhere type-checks each fix, alone and with others, in each other build.
func (c *corpus) elsewhere(ctx context.Context) error {
	c.Builds = make(map[string]held)
	for _, b := range c.builds() {
		h, err := c.in(ctx, b)
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			c.Left = append(c.Left, fmt.Sprintf("all of it with %s: %v", b.Name, err))
			continue
		}
		c.Builds[b.Name] = h
	}
	return nil
}

// in type-checks the fixes in one build.
func (c *corpus) in(ctx context.Context, b build) (held, error) {
	log.Printf("%s: %s", c.Name, b.Name)
	var h held
	env := append(c.environment(), b.env...)
	patterns := b.patterns
	if patterns == nil {
		var err error
		if patterns, err = c.patterns(ctx, env...); err != nil {
			return h, err
		}
	}
	opts := load.Options{Dir: c.dir, Patterns: patterns, BuildFlags: b.flags, Env: append(os.Environ(), env...)}
	prog, _, err := load.Load(ctx, opts) // packages that do not type-check unchanged are left out
	if err != nil {
		return h, err
	}
	opts.Env = env
	checker, err := retype.New(ctx, prog, opts, mayImport...)
	if err != nil {
		return h, err
	}
	named := make(map[string]*load.Package)
	for _, pkg := range prog.Packages() {
		if pkg.Named {
			named[pkg.Path] = pkg
		}
	}
	hollows := newHollows(prog)
	for _, p := range c.changed {
		pkg := named[p.Path]
		if pkg == nil || ctx.Err() != nil {
			continue
		}
		if with, err := checker.WithTests(pkg); err == nil {
			pkg = with
		}
		if err := c.check(&h, b, checker, hollows, pkg, p.candidates); err != nil {
			return h, err
		}
	}
	return h, ctx.Err()
}

// check type-checks the fixes of one package as a build has it.
func (c *corpus) check(h *held, b build, checker *retype.Checker, hollows hollows, pkg *load.Package, all []record.Candidate) error {
	h.Packages++
	files := make(map[string]bool)
	for _, f := range pkg.Files {
		files[f.Name] = true
	}
	here := func(x record.Candidate) bool {
		return slices.ContainsFunc(x.Edits, func(e record.Edit) bool { return files[e.File] })
	}
	try := func(what string, pkg *load.Package, set ...record.Candidate) (bool, error) {
		texts, err := rewrite.Apply(c.source, set...)
		if err != nil {
			return false, err
		}
		_, err = checker.Check(pkg, texts)
		if err != nil && !(errors.Is(err, retype.ErrCycle) && c.Name == "std") {
			c.fail(set[0], b.Name+", "+what, err)
			return false, nil
		}
		return true, nil
	}
	for _, set := range rewrite.Disjoint(all) {
		set = slices.DeleteFunc(slices.Clone(set), func(x record.Candidate) bool { return !here(x) })
		if len(set) == 0 {
			continue
		}
		h.Fixes += len(set)
		ok, err := try(fmt.Sprintf("with %d others", len(set)-1), pkg, set...)
		if err != nil {
			return err
		}
		if ok {
			h.Together += len(set)
		}
		for _, x := range set {
			ok, err := try("alone", hollows.around(pkg, x), x)
			if err != nil {
				return err
			}
			if ok {
				h.Alone++
			}
		}
	}
	return nil
}
