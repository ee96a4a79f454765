// Package load turns package patterns into type-checked syntax, and finds in it every expression that may allocate on
// the heap.
//
// Invariant: a position means the same everywhere. [Program.Rel] is the only place where file names of the go
// command, of the compiler, of binaries and of profiles become those of a [record.Position], and columns are counted
// as the compiler counts them.
//
// Model: a [Program] is the named packages with their test files, and the packages of the main modules that they
// import, so that there is syntax for every line of the user's. Of other packages only names are known.
//
// What the model blurs: a package is seen with its test files in it, so a declaration that differs without them,
// which is rare, is not seen. Names of closures are numbered in source order, from which the compiler deviates when
// it copies a closure while inlining.
package load

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/unheap/unheap/internal/record"
)

// Options say what to load. The zero value is the package in the current
// directory without its tests.
type Options struct {
	// Dir is where the go command runs; empty for the current directory.
	Dir string
	// Patterns are those of the go command; none means ".".
	Patterns []string
	// BuildFlags are passed to the go command, such as "-tags=x".
	BuildFlags []string
	// Env is the environment of the go command; nil for the environment of the process.
	Env []string
	// Tests adds the _test.go files of the named packages.
	Tests bool
}

// named is what is loaded of the packages that the patterns name. Types of dependencies come from export data, which
// the build needs anyway.
const named = packages.LoadSyntax | packages.NeedModule | packages.NeedForTest

// Load reads, parses and type-checks the packages that the patterns name.
//
// A package that cannot be used, because it does not compile, has no Go files or does not exist, is reported as a
// Problem, and the others are loaded. It is an error if the go command cannot be run, or if none of the named
// packages exists.
func Load(ctx context.Context, opts Options) (*Program, []record.Problem, error) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, nil, fmt.Errorf("load packages: %v", err)
	}
	if len(opts.Patterns) == 0 {
		opts.Patterns = []string{"."}
	}
	opts.Dir = dir
	p := newProgram(dir)
	roots, err := p.load(ctx, opts, opts.Patterns, opts.Tests)
	if err != nil {
		return nil, nil, err
	}
	p.learnModules(roots)
	problems := p.problems(roots)
	if err := nothing(opts.Patterns, roots, problems); err != nil {
		return nil, nil, err
	}
	p.add(roots, true)
	if more := p.ownImports(roots); len(more) > 0 {
		imported, err := p.load(ctx, opts, more, false)
		if err != nil {
			return nil, nil, err
		}
		p.add(imported, false)
	}
	p.index()
	return p, problems, nil
}

// Outside returns a program of which only the import paths of the user's packages are known.
func Outside(own []string) *Program {
	p := newProgram("")
	for _, path := range own {
		p.paths[path] = &module{path: path, main: true}
		p.hasMain = p.hasMain || path == "main"
	}
	return p
}

// load runs the loader of x/tools once.
func (p *Program) load(ctx context.Context, opts Options, patterns []string, tests bool) ([]*packages.Package, error) {
	roots, err := packages.Load(&packages.Config{
		Mode:       named,
		Context:    ctx,
		Dir:        opts.Dir,
		Env:        opts.Env,
		BuildFlags: append(slices.Clip(opts.BuildFlags), "-trimpath=false"), // rules read files of imported packages
		Fset:       p.Fset,
		Tests:      tests,
	}, patterns...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("list packages %s: %s", strings.Join(patterns, " "), said(err))
	}
	return roots, nil
}

// said is the go command's message in an error, without the prefix that the loader adds: "err: exit status 1: stderr:
// go: inconsistent vendoring in /m:".
func said(err error) string {
	text := err.Error()
	if _, stderr, ok := strings.Cut(text, ": stderr: "); ok && stderr != "" {
		text = stderr
	}
	return strings.TrimSpace(text)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// ErrNone says that the go command listed no package at all. The loader of x/tools does not give the reason.
var ErrNone = errors.New("no packages match")

// nothing returns an error if no package has a Go file, or would have one if it compiled.
func nothing(patterns []string, roots []*packages.Package, problems []record.Problem) error {
	if len(roots) == 0 {
		return fmt.Errorf("%w %s", ErrNone, strings.Join(patterns, " "))
	}
	for _, pkg := range roots {
		if len(pkg.GoFiles) > 0 || len(pkg.CompiledGoFiles) > 0 {
			return nil
		}
	}
	if len(problems) > 0 {
		return errors.New(problems[0].Text)
	}
	return fmt.Errorf("no Go files in %s", strings.Join(patterns, " "))
}

// problems returns the errors in the named packages and in those of the main modules that they import, each once,
// sorted by position.
func (p *Program) problems(roots []*packages.Package) []record.Problem {
	var all []record.Problem
	seen := make(map[record.Problem]bool)
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if !p.Own(pkg.PkgPath) && !slices.Contains(roots, pkg) {
			return
		}
		for _, e := range pkg.Errors {
			problem := p.problem(pkg, e)
			if !seen[problem] {
				seen[problem] = true
				all = append(all, problem)
			}
		}
	})
	slices.SortFunc(all, func(a, b record.Problem) int {
		if c := strings.Compare(a.Package, b.Package); c != 0 {
			return c
		}
		if c := a.Pos.Compare(b.Pos); c != 0 {
			return c
		}
		return strings.Compare(a.Text, b.Text)
	})
	return dropEchoes(all)
}

// problem turns an error of the loader into one of the run. The loader gives
// the position as text: "file:line:col", "file:line", "-" or nothing.
func (p *Program) problem(pkg *packages.Package, e packages.Error) record.Problem {
	path := importPath(pkg)
	text := strings.TrimSpace(e.Msg)
	if strings.HasPrefix(text, "# ") { // the go command's heading of a package
		_, text, _ = strings.Cut(text, "\n")
	}
	if p.dir != "" {
		text = strings.ReplaceAll(text, p.dir+string(filepath.Separator), "")
	}
	text = unread(text)
	return record.Problem{Package: path, Pos: p.parsePosition(path, e.Pos), Text: firstLine(text)}
}

// unreadable matches the error for a compiled package in a format that the reader does not understand.
var unreadable = regexp.MustCompile(`^could not import (\S+) \((?s:.*)internal error in importing `)

// unread replaces the text of such an error, which asks for a report to the reader's authors, by what helps: mostly
// the package was compiled by a newer Go than the one that built this program.
func unread(text string) string {
	m := unreadable.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	return fmt.Sprintf("could not import %s: unheap, which %s built, cannot read what the Go in use has compiled; build unheap with that Go", m[1], runtime.Version())
}

// dropEchoes removes errors without a position if their package has an error with a position: they repeat the
// compiler's errors in other words.
func dropEchoes(all []record.Problem) []record.Problem {
	placed := make(map[string]bool)
	for _, problem := range all {
		if problem.Pos.Line > 0 {
			placed[problem.Package] = true
		}
	}
	return slices.DeleteFunc(all, func(problem record.Problem) bool {
		return problem.Pos.Line == 0 && placed[problem.Package]
	})
}

// importPath returns the path without the mark of a test variant:
// "a/b" for "a/b [a/b.test]".
func importPath(pkg *packages.Package) string {
	path, _, _ := strings.Cut(pkg.PkgPath, " [")
	return path
}

// ownImports returns the import paths, sorted, of packages of the main modules that the named packages import and
// whose syntax has not been read.
func (p *Program) ownImports(roots []*packages.Package) []string {
	have := make(map[string]bool)
	for _, pkg := range p.packages {
		have[pkg.Path] = true
	}
	var more []string
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		path := importPath(pkg)
		if !have[path] && p.Own(path) && len(pkg.Errors) == 0 && !strings.HasSuffix(pkg.ID, ".test") {
			have[path] = true
			more = append(more, path)
		}
	})
	slices.Sort(more)
	return more
}

// add adds the packages that can be used. If there is a variant compiled with test files, only the variant is added,
// which has all files.
func (p *Program) add(roots []*packages.Package, isNamed bool) {
	best := make(map[string]*packages.Package)
	for _, pkg := range roots {
		if !usable(pkg) {
			continue
		}
		path := importPath(pkg)
		if old := best[path]; old == nil || len(pkg.CompiledGoFiles) > len(old.CompiledGoFiles) {
			best[path] = pkg
		}
	}
	for path, pkg := range best {
		own := &Package{
			Path: path, Name: pkg.Name, ForTest: pkg.ForTest, Named: isNamed,
			Types: pkg.Types, Info: pkg.TypesInfo, Sizes: pkg.TypesSizes,
		}
		for _, syntax := range pkg.Syntax {
			own.Files = append(own.Files, p.newFile(own, syntax))
		}
		markGenerated(own.Files)
		p.packages = append(p.packages, own)
	}
	slices.SortFunc(p.packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
}

// usable reports whether pkg was type-checked and is not the generated main package of a test binary.
func usable(pkg *packages.Package) bool {
	return len(pkg.Errors) == 0 && !pkg.IllTyped && pkg.TypesInfo != nil && len(pkg.Syntax) > 0 &&
		!(pkg.Name == "main" && strings.HasSuffix(pkg.ID, ".test"))
}

// lineCache holds the lines of files, read when first requested.
type lineCache struct {
	mu    sync.Mutex
	lines map[string][]string
}

// of returns the lines of the file at path, nil if it cannot be read.
func (c *lineCache) of(path string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if lines, ok := c.lines[path]; ok {
		return lines
	}
	var lines []string
	if text, err := os.ReadFile(path); err == nil {
		lines = splitLines(text)
	}
	c.lines[path] = lines
	return lines
}

func splitLines(text []byte) []string {
	return strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
}

// newProgram returns an empty Program that knows no module.
func newProgram(dir string) *Program {
	return &Program{
		Fset:    token.NewFileSet(),
		dir:     dir,
		root:    dir,
		paths:   make(map[string]*module),
		files:   make(map[string]*File),
		byLine:  make(map[string]map[int][]record.Point),
		sources: lineCache{lines: make(map[string][]string)},
	}
}
