package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify"
	"github.com/unheap/unheap/internal/verify/equiv"
)

// workloadOf is the package whose workloads judge a rewrite of path: path
// itself if it has benchmarks that allocate there or nobody else allocates
// there, else the one that allocates most in it, benchmarks before tests.
func (r *fixing) workloadOf(path string) string {
	costs := make(map[string]float64)
	for _, s := range r.sites {
		if s.Package != path || s.Match == record.Unmeasured {
			continue
		}
		for _, u := range s.Usage {
			costs[u.Package] += u.Cost
		}
	}
	if len(costs) == 0 || costs[path] > 0 && r.hasBenchmarks(path) {
		return path
	}
	best := ""
	better := func(a, b string) bool {
		if x, y := r.hasBenchmarks(a), r.hasBenchmarks(b); x != y {
			return x
		}
		return costs[a] > costs[b]
	}
	for _, p := range sortedKeys(costs) {
		if best == "" || better(p, best) {
			best = p
		}
	}
	return best
}

// dirOf is the folder of a package of the program, empty if it has no files.
func (r *fixing) dirOf(path string) string {
	for _, pkg := range r.program.Packages() {
		if len(pkg.Files) > 0 && (pkg.Path == path || pkg.ForTest == path) {
			return filepath.Dir(pkg.Files[0].Path)
		}
	}
	return ""
}

// promise is what the linked sites cost, to try the most useful first. Of those
// without one the hotter function comes first.
func (r *fixing) promise(c record.Candidate) float64 {
	sum := c.Heat / 1e3 // picoseconds: less than any site
	for _, s := range r.sites {
		if slices.Contains(c.Sites, s.ID) {
			sum += s.Cost
		}
	}
	return sum
}

// input gathers what verification needs to know of one package.
func (r *fixing) input(ctx context.Context, path string, candidates []record.Candidate) (verify.Input, error) {
	slices.SortStableFunc(candidates, func(a, b record.Candidate) int {
		switch pa, pb := r.promise(a), r.promise(b); {
		case pa > pb:
			return -1
		case pa < pb:
			return 1
		}
		return 0
	})
	users, err := r.importers(ctx, path)
	if err != nil {
		return verify.Input{}, err
	}
	workload := r.workloadOf(path)
	in := verify.Input{
		Root: r.program.Root(), Dir: workingDir(), Flags: r.buildFlags(),
		Package: path, PackageDir: r.dirOf(path), Users: users,
		Workload: workload, WorkloadDir: r.dirOf(workload),
		Candidates: candidates, Faster: r.mustSaveTime(), Source: r.original,
		Skip: r.skip, Benchtime: r.benchtime, Timeout: r.timeout, Progress: r.progress,
	}
	if r.hasBenchmarks(workload) {
		in.Bench = r.settings.bench
	} else {
		in.Run = r.settings.run
	}
	in.Equiv, in.NoEquiv = r.equivalence(path)
	return in, nil
}

func (r *fixing) hasBenchmarks(path string) bool {
	return slices.ContainsFunc(r.workloads, func(w record.Workload) bool {
		return w.Package == path && w.Kind == record.KindBenchmark
	})
}

// readTexts reads every file of the named packages. One that is no longer as
// long as it was when it was parsed has changed, and offsets into it mean
// nothing.
func (r *fixing) readTexts() error {
	r.texts = make(map[string][]byte)
	for _, pkg := range r.program.Packages() {
		for _, f := range pkg.Files {
			text, err := os.ReadFile(f.Path)
			if err != nil {
				return err
			}
			if len(text) != r.program.Fset.File(f.Syntax.FileStart).Size() {
				return fmt.Errorf("%s: changed while it was being measured", f.Name)
			}
			r.texts[f.Name] = text
		}
	}
	return nil
}

// importers returns the packages of the module, or of the workspace, that import
// path, directly or not, in their tests too.
func (r *fixing) importers(ctx context.Context, path string) ([]string, error) {
	module, dir := r.program.ModuleOf(path)
	if module == "" {
		return nil, nil
	}
	if r.deps == "" {
		args := append([]string{"list", "-e", "-test", "-f", "{{.ImportPath}} {{join .Deps \" \"}}"}, r.buildFlags()...)
		out, err := gocmd.Go(ctx, dir, append(args, "work")...)
		if err != nil {
			return nil, err
		}
		r.deps = string(out)
	}
	return importersOf(path, r.deps), nil
}

// importersOf reads lines of "go list -test": the import path of a package or
// of one of its test variants, and what it depends on.
//
//	m/b [m/b.test] m/a fmt
//	m/b.test m/a m/b testing
func importersOf(path, list string) []string {
	var users []string
	for line := range strings.Lines(list) {
		words := strings.Fields(line)
		if len(words) == 0 || !slices.Contains(words[1:], path) {
			continue
		}
		user := strings.TrimSuffix(strings.TrimSuffix(words[0], ".test"), "_test")
		if user != path && !slices.Contains(users, user) {
			users = append(users, user)
		}
	}
	slices.Sort(users)
	return users
}

// equivalence describes the package for the comparison of old and new, or
// says why nothing can be compared.
func (r *fixing) equivalence(path string) (*equiv.Package, string) {
	module, moduleDir := r.program.ModuleOf(path)
	if module == "" {
		return nil, "the package belongs to no module"
	}
	i := slices.IndexFunc(r.program.Packages(), func(p *load.Package) bool { return p.Path == path })
	if i < 0 {
		return nil, "the package has no syntax"
	}
	pkg := r.program.Packages()[i]
	dir, err := filepath.Rel(r.program.Root(), r.dirOf(path))
	if err != nil {
		return nil, err.Error()
	}
	moduleDir, err = filepath.Rel(r.program.Root(), moduleDir)
	if err != nil {
		return nil, err.Error()
	}
	p := &equiv.Package{
		Path: path, Dir: filepath.ToSlash(dir), Module: module, ModuleDir: filepath.ToSlash(moduleDir),
		Fset: r.program.Fset, Info: pkg.Info, Types: pkg.Types,
		Source: func(name string) ([]byte, error) { return os.ReadFile(name) },
	}
	for _, f := range pkg.Files {
		if !f.Test {
			p.Files = append(p.Files, f.Syntax)
		}
	}
	return p, ""
}
