package retype

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/unheap/unheap/internal/gocmd"
)

// A Build is a way to build a package that differs from that of the run.
type Build struct {
	GOOS, GOARCH string // empty if as in the run
	Tag          string // one more build tag; empty for none
}

func (b Build) String() string {
	if b.Tag != "" {
		return "-tags=" + b.Tag
	}
	return b.GOOS + "/" + b.GOARCH
}

// mostBuilds bounds the number of builds for one folder. Each takes about a second of a processor once, for the types
// of the standard library.
const mostBuilds = 8

// BuildsOf returns the builds for which a change in a folder should be type-checked, besides that for goos and goarch
// with the given tags: another system, a 32-bit processor, and each system and build tag that the folder mentions. A
// file that cannot be read is skipped.
func BuildsOf(dir, goos, goarch string, tags []string) []Build {
	all := []Build{{GOOS: "windows", GOARCH: "amd64"}, {GOOS: goos, GOARCH: "386"}}
	if goos == "windows" {
		all[0].GOOS = "linux"
	}
	if goarch == "386" {
		all[1].GOARCH = "amd64"
	}
	mentioned := mentions(dir)
	for _, word := range mentioned {
		if slices.Contains(systems, word) && word != goos && word != all[0].GOOS {
			all = append(all, Build{GOOS: word, GOARCH: systemArch(word)})
		}
	}
	for _, word := range mentioned {
		if isTag(word) && !slices.Contains(tags, word) {
			all = append(all, Build{Tag: word})
		}
	}
	return all[:min(len(all), mostBuilds)]
}

// systems and processors are the values of GOOS and GOARCH for which there is a port of Go.
var (
	systems = []string{"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd",
		"openbsd", "plan9", "solaris", "wasip1", "windows"}
	processors = []string{"386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64",
		"ppc64le", "riscv64", "s390x", "wasm"}
	// others are build tags that the go command sets by itself, or never.
	others = []string{"unix", "cgo", "gc", "gccgo", "ignore", "race", "msan", "asan", "compiler_bootstrap"}
)

func systemArch(goos string) string {
	switch goos {
	case "js", "wasip1":
		return "wasm"
	case "aix":
		return "ppc64"
	case "android", "ios":
		return "arm64"
	}
	return "amd64"
}

func isTag(word string) bool {
	return !slices.Contains(systems, word) && !slices.Contains(processors, word) && !slices.Contains(others, word) &&
		!strings.HasPrefix(word, "go1.") && !strings.HasPrefix(word, "goexperiment.")
}

// mentions returns the words of the build constraints in a folder, in comments and in names of files, sorted.
func mentions(dir string) (words []string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, file := range files {
		base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".go"), "_test")
		for _, part := range strings.Split(base, "_")[1:] {
			if slices.Contains(systems, part) {
				words = append(words, part)
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for line := range bytes.Lines(text) {
			if bytes.HasPrefix(line, []byte("package ")) {
				break
			}
			if expr, err := constraint.Parse(strings.TrimSpace(string(line))); err == nil {
				expr.Eval(func(tag string) bool { // of all tags, whatever it returns
					words = append(words, tag)
					return true
				})
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// Others type-checks packages for builds that differ from that of the run, from source: nothing is compiled for them.
// What was read for a build is used for all packages. The zero value cannot be used; call NewOthers. Its methods may
// be called concurrently.
type Others struct {
	dir        string
	env, flags []string
	mu         sync.Mutex
	builds     map[Build]*other
}

// NewOthers returns an Others for the module or workspace in dir, with the environment and the build flags of the run.
func NewOthers(dir string, env, flags []string) *Others {
	return &Others{dir: dir, env: env, flags: flags, builds: make(map[Build]*other)}
}

// Check type-checks a package, without its tests, for a build. texts replaces files by absolute path, also of packages
// that it imports. The error is the first type error, with its position; or the reason why the go command could not
// list the package; or that of the context.
func (o *Others) Check(ctx context.Context, b Build, path string, texts map[string][]byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	c := o.builds[b]
	if c == nil {
		c = &other{Others: o, build: b, fset: token.NewFileSet(), listed: make(map[string]*listedFor), types: make(map[string]*types.Package)}
		o.builds[b] = c
		if err := c.list(ctx, "work"); err != nil && ctx.Err() != nil {
			delete(o.builds, b)
			return context.Cause(ctx)
		}
	}
	return c.check(ctx, path, texts)
}

// An other holds what was read for one build.
type other struct {
	*Others
	build  Build
	fset   *token.FileSet
	listed map[string]*listedFor
	types  map[string]*types.Package // of dependencies, as complete as they can be had
}

// A listedFor is a package as the go command lists it for one build.
type listedFor struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
	Imports           []string
	ImportMap         map[string]string
	Module            *struct{ GoVersion string }
}

func (c *other) list(ctx context.Context, pattern string) error {
	env, flags := slices.Clone(c.env), slices.Clone(c.flags)
	if c.build.Tag != "" {
		flags = addTag(flags, c.build.Tag)
	} else {
		env = append(env, "GOOS="+c.build.GOOS, "GOARCH="+c.build.GOARCH, "CGO_ENABLED=0")
	}
	args := append([]string{"list", "-e", "-deps", "-json=ImportPath,Dir,GoFiles,CgoFiles,Imports,ImportMap,Module"}, flags...)
	out, err := gocmd.Command{Args: append(args, "--", pattern), Dir: c.dir, Env: env}.Run(ctx)
	if err != nil {
		return err
	}
	for p, err := range gocmd.Listed[listedFor](out.Stdout) {
		if err != nil {
			return err
		}
		c.listed[p.ImportPath] = p
	}
	return nil
}

// addTag adds a build tag to those of the flags. It comes last, as the go command obeys the last -tags.
func addTag(flags []string, tag string) []string {
	tags := TagsOf(flags)
	return append(flags, "-tags="+strings.Join(append(tags, tag), ","))
}

// TagsOf returns the build tags that build flags set.
func TagsOf(flags []string) (tags []string) {
	for _, flag := range flags {
		if list, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "tags="); ok {
			tags = strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
		}
	}
	return tags
}

func (c *other) check(ctx context.Context, path string, texts map[string][]byte) error {
	p := c.listed[path]
	if p == nil {
		if err := c.list(ctx, path); err != nil {
			return err
		}
		if p = c.listed[path]; p == nil {
			return fmt.Errorf("%s is not listed", path)
		}
	}
	if len(p.GoFiles)+len(p.CgoFiles) == 0 {
		return fmt.Errorf("%s has no files", path)
	}
	_, err := c.load(ctx, p, &version{texts: texts, touched: make(map[string]bool), types: make(map[string]*types.Package)}, nil)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// A version holds the texts of changed files, and the types of the dependencies that depend on them.
type version struct {
	texts   map[string][]byte
	touched map[string]bool // by import path, as far as known: whether the package, or one that it imports, is changed
	types   map[string]*types.Package
}

// touches reports whether a package, or one that it imports, directly or indirectly, is changed.
func (v *version) touches(c *other, path string) bool {
	if is, known := v.touched[path]; known {
		return is
	}
	v.touched[path] = false // ends the recursion in an import cycle
	p := c.listed[path]
	if p == nil {
		return false
	}
	is := slices.ContainsFunc(slices.Concat(p.GoFiles, p.CgoFiles), func(name string) bool {
		_, changed := v.texts[filepath.Join(p.Dir, name)]
		return changed
	}) || slices.ContainsFunc(p.Imports, func(imported string) bool { return v.touches(c, imported) })
	v.touched[path] = is
	return is
}

// load type-checks a package. For a package that is imported, bodies of functions are left out. above are the packages
// being loaded, each of which imports the next.
func (c *other) load(ctx context.Context, p *listedFor, v *version, above []string) (*types.Package, error) {
	var files []*ast.File
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		file := filepath.Join(p.Dir, name)
		var source any
		if text, ok := v.texts[file]; ok {
			source = text
		}
		f, err := parser.ParseFile(c.fset, file, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{
		Importer:         sources{ctx, c, p, v, append(above, p.ImportPath)},
		IgnoreFuncBodies: len(above) > 0,
		FakeImportC:      true,
		Sizes:            types.SizesFor("gc", cmp.Or(c.build.GOARCH, runtime.GOARCH)),
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	if len(above) > 0 {
		conf.Error = func(error) {} // errors in a dependency are ignored
	}
	return conf.Check(p.ImportPath, c.fset, files, nil)
}

// A sources is the importer for one package.
type sources struct {
	ctx   context.Context
	c     *other
	p     *listedFor
	v     *version
	above []string
}

func (i sources) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if mapped, ok := i.p.ImportMap[path]; ok {
		path = mapped
	}
	known := i.c.types // shared by all versions
	if i.v.touches(i.c, path) {
		known = i.v.types
	}
	if t := known[path]; t != nil {
		return t, nil
	}
	if i.ctx.Err() != nil {
		return nil, context.Cause(i.ctx)
	}
	if slices.Contains(i.above, path) {
		return nil, fmt.Errorf("import cycle: %s", path)
	}
	if i.c.listed[path] == nil {
		if err := i.c.list(i.ctx, path); err != nil {
			return nil, err
		}
	}
	p := i.c.listed[path]
	if p == nil || len(p.GoFiles)+len(p.CgoFiles) == 0 {
		return nil, fmt.Errorf("no package %s for %v", path, i.c.build)
	}
	t, err := i.c.load(i.ctx, p, i.v, i.above)
	if t == nil || i.ctx.Err() != nil {
		return nil, err
	}
	known[path] = t
	return t, nil
}
