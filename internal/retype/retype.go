// Package retype type-checks versions of packages that are not on disk: loaded
// packages some of whose files have another text.
//
// Invariant: a version passes only if its syntax and types are those of a Go
// program. What the compiler refuses beyond types, an unused import or
// variable, is an error too.
//
// Model: what a version imports comes from the export data that the go command
// has of it, all of it listed once.
//
// What the model blurs: imports are those on disk. A version that changes what
// others use of it passes, and a build finds out.
package retype

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/load"
)

// A Checker type-checks versions of the packages of one program. Its methods must not be called concurrently.
type Checker struct {
	prog     *load.Program
	importer types.Importer
	exports  map[string]string   // from import path to file
	deps     map[string][]string // from import path to the import paths of what the package needs
	tests    map[string][]string // from import path to test files
	external map[string]bool     // import paths of packages with external tests
}

// ErrCycle says that a version imports a package that needs it. That happens only to packages on which the standard
// library is built.
var ErrCycle = errors.New("import cycle")

// New returns a Checker for the named packages of prog, which was loaded with opts. Versions may import what these
// packages and their tests import, and the packages in more.
func New(ctx context.Context, prog *load.Program, opts load.Options, more ...string) (*Checker, error) {
	c := &Checker{
		prog: prog, exports: make(map[string]string), deps: make(map[string][]string),
		tests: make(map[string][]string), external: make(map[string]bool),
	}
	wanted := slices.Concat(opts.Patterns, more)
	err := list(ctx, opts, opts.Patterns, []string{"-json=ImportPath,Dir,TestGoFiles,XTestGoFiles,TestImports"}, func(p *listed) {
		for _, name := range p.TestGoFiles {
			c.tests[p.ImportPath] = append(c.tests[p.ImportPath], filepath.Join(p.Dir, name))
		}
		c.external[p.ImportPath] = len(p.XTestGoFiles) > 0
		wanted = append(wanted, p.TestImports...)
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	err = list(ctx, opts, wanted, []string{"-export", "-deps", "-json=ImportPath,Export,Deps"}, func(p *listed) {
		c.exports[p.ImportPath], c.deps[p.ImportPath] = p.Export, p.Deps
	})
	c.importer = importer.ForCompiler(prog.Fset, "gc", c.open)
	return c, err
}

// A listed has the fields that are read of "go list -json".
type listed struct {
	ImportPath, Dir, Export                      string
	Deps, TestGoFiles, XTestGoFiles, TestImports []string
}

// list runs "go list" and calls yield for each package, including those with errors.
func list(ctx context.Context, opts load.Options, patterns, flags []string, yield func(*listed)) error {
	args := slices.Concat([]string{"list", "-e"}, flags, opts.BuildFlags, patterns)
	out, err := gocmd.Command{Args: args, Dir: opts.Dir, Env: opts.Env}.Run(ctx)
	if err != nil {
		return err
	}
	for p, err := range gocmd.Listed[listed](out.Stdout) {
		if err != nil {
			return err
		}
		yield(p)
	}
	return nil
}

// open returns the export data of a package. Packages that the standard library vendors are listed under another path
// than the one by which they are imported.
func (c *Checker) open(path string) (io.ReadCloser, error) {
	name := c.exports[path]
	name = cmp.Or(name, c.exports["vendor/"+path])
	if name == "" {
		return nil, fmt.Errorf("no export data of %s", path)
	}
	return os.Open(name)
}

// Tested reports whether the package of that import path has test files, including external tests.
func (c *Checker) Tested(path string) bool { return len(c.tests[path]) > 0 || c.external[path] }

// WithTests returns pkg with its test files, as Load would with Options.Tests, without a build of what the tests
// import. External tests belong to another package and are left out.
func (c *Checker) WithTests(pkg *load.Package) (*load.Package, error) {
	with := *pkg
	with.Files = slices.Clone(pkg.Files)
	texts := make(map[string][]byte)
	for _, path := range c.tests[pkg.Path] {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f := &load.File{Name: c.prog.Rel(pkg.Path, path), Path: path, Test: true}
		with.Files = append(with.Files, f)
		texts[f.Name] = text
	}
	return c.Check(&with, texts)
}

// Check returns pkg with the texts in place of its files, by the name that load.File has. The error is the first error
// in the result.
func (c *Checker) Check(pkg *load.Package, texts map[string][]byte) (*load.Package, error) {
	version := *pkg
	version.Files = nil
	var syntax []*ast.File
	for _, old := range pkg.Files {
		f := *old
		f.Package = &version
		if text, ok := texts[f.Name]; ok {
			var err error
			f.Text = text
			f.Syntax, err = parser.ParseFile(c.prog.Fset, f.Path, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			f.Generated = f.Generated || ast.IsGenerated(f.Syntax)
			if err := c.cycle(pkg.Path, f.Syntax); err != nil {
				return nil, err
			}
		}
		version.Files = append(version.Files, &f)
		syntax = append(syntax, f.Syntax)
	}
	version.Info = newInfo()
	conf := types.Config{Importer: c.importer, Sizes: pkg.Sizes, GoVersion: pkg.Types.GoVersion(), FakeImportC: true}
	var err error
	version.Types, err = conf.Check(pkg.Path, c.prog.Fset, syntax, version.Info)
	return &version, err
}

// cycle returns an error if f, a file of package path, imports a package that needs path.
func (c *Checker) cycle(path string, f *ast.File) error {
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		if imported == path || slices.Contains(c.deps[imported], path) {
			return fmt.Errorf("%s imports %s: %w", path, imported, ErrCycle)
		}
	}
	return nil
}

func newInfo() *types.Info {
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
}
