package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/fix"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
	"github.com/unheap/unheap/internal/verify"
	"github.com/unheap/unheap/internal/verify/equiv"
)

// dirOf is the folder of a package of the program; empty if the package has no files.
func dirOf(program *load.Program, path string) string {
	for _, pkg := range program.Packages() {
		if len(pkg.Files) > 0 && (pkg.Path == path || pkg.ForTest == path) {
			return filepath.Dir(pkg.Files[0].Path)
		}
	}
	return ""
}

// place returns the folder in which the processes of the package in dir run: in a copy of the modules, without any
// change.
func (r *fixing) place(ctx context.Context, dir string) (string, error) {
	if err := r.listSources(ctx); err != nil {
		return "", err
	}
	if r.tree == nil {
		tree, err := verify.NewTree(ctx, r.sources.modules)
		if err != nil {
			return "", err
		}
		r.tree = tree
	}
	return r.tree.Dir(dir), r.tree.Show(ctx, nil)
}

// promise is the estimated cost of a candidate's linked sites, to try the most useful first; among candidates without
// linked sites those in hotter functions come first. With -profile it is the candidate's share of the profile.
func (r *fixing) promise(c *record.Candidate) float64 {
	if r.profiled != nil {
		return c.ProfileShare
	}
	sum := c.Heat / 1e3 // at most picoseconds: less than any site
	for _, s := range r.sites {
		if slices.Contains(c.Sites, s.ID) {
			sum += s.Cost
		}
	}
	return sum
}

// readTypes starts to read the types that the first package to be judged imports, for other builds, while the
// compiler keeps only one processor busy.
func (r *fixing) readTypes(ctx context.Context, packages []listed) {
	r.others = retype.NewOthers(workingDir(), nil, r.buildFlags())
	i := slices.IndexFunc(packages, func(p listed) bool { return p.tests })
	if i < 0 {
		return
	}
	first := packages[i]
	r.running.Go(func() {
		for _, b := range retype.BuildsOf(first.dir, runtime.GOOS, runtime.GOARCH, retype.TagsOf(r.buildFlags())) {
			_ = r.others.Check(ctx, b, first.path, nil) // an error in the package is found again when it is judged
		}
	})
}

// input gathers what verification needs to know of a unit.
func (r *fixing) input(u fix.Unit) verify.Input {
	times, _ := r.benchtimeOf(u.Load.Package) // no error: the package was measured with it
	in := verify.Input{
		Tree: r.tree,
		Root: r.program.Root(), Dir: workingDir(), Flags: r.buildFlags(),
		Package: u.Package, PackageDir: dirOf(r.program, u.Package), Users: r.sources.importers(u.Package),
		Workload: u.Load.Package, WorkloadDir: dirOf(r.program, u.Load.Package),
		Candidates: u.Candidates, Faster: r.mustSaveTime(), Own: r.own.names(), Base: r.kept(), Source: r.original,
		Skip: r.skip, Benchtime: times, Timeout: r.timeout,
		Partial: r.importersRule == "partial", All: r.all,
		Standing: r.standing, Others: r.others, EscapeLog: r.builds.log, Model: r.model, Rel: r.program.Rel,
		Progress: func(p record.Progress) {
			p.Done, p.Total = 0, 0 // no counts: its steps take seconds or minutes
			r.progress(p)
		},
	}
	if i := slices.IndexFunc(r.binaries, func(b *bench.Binary) bool { return b.Package == u.Load.Package }); i >= 0 && !r.changes(in.Base, u.Load.Package) {
		in.Binary = r.binaries[i]
	}
	if u.Load.Tests {
		in.Run = r.settings.run
	} else {
		in.Bench = r.settings.bench
	}
	for _, c := range r.waiting {
		if c.Package == u.Package && !slices.ContainsFunc(u.Candidates, func(own record.Candidate) bool { return own.ID == c.ID }) {
			in.Beside = append(in.Beside, c)
		}
	}
	in.Equiv, in.NoEquiv = describePackage(r.program, u.Package)
	return in
}

// changes reports whether a candidate changes a package that the test binary of the package path is built from.
func (r *fixing) changes(set []record.Candidate, path string) bool {
	return slices.ContainsFunc(set, func(c record.Candidate) bool { return slices.Contains(r.sources.needs[path], c.Package) })
}

func (r *fixing) hasBenchmarks(path string) bool {
	return slices.ContainsFunc(r.workloads, func(w record.Workload) bool {
		return w.Package == path && w.Kind == record.KindBenchmark
	})
}

// readTexts reads, once, every file of the user's packages. A file whose length has changed since it was parsed is an
// error, as offsets into it mean nothing.
func (r *fixing) readTexts() error {
	if r.texts != nil {
		return nil
	}
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

// describePackage describes a package of a program for the comparison of old and new, or returns the reason why
// nothing can be compared.
func describePackage(program *load.Program, path string) (*equiv.Package, string) {
	if program == nil {
		return nil, "there is no old version"
	}
	module, moduleDir := program.ModuleOf(path)
	if module == "" {
		return nil, "the package belongs to no module"
	}
	i := slices.IndexFunc(program.Packages(), func(p *load.Package) bool { return p.Path == path })
	if i < 0 {
		return nil, "the package has no syntax"
	}
	pkg := program.Packages()[i]
	dir, err := filepath.Rel(program.Root(), dirOf(program, path))
	if err != nil {
		return nil, err.Error()
	}
	moduleDir, err = filepath.Rel(program.Root(), moduleDir)
	if err != nil {
		return nil, err.Error()
	}
	p := &equiv.Package{
		Path: path, Dir: filepath.ToSlash(dir), Module: module, ModuleDir: filepath.ToSlash(moduleDir),
		Fset: program.Fset, Info: pkg.Info, Types: pkg.Types, Source: os.ReadFile,
	}
	for _, f := range pkg.Files {
		if !f.Test {
			p.Files = append(p.Files, f.Syntax)
		}
	}
	return p, ""
}
