package driver

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/fix"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// sources are the packages of the main modules and their dependencies, with the files that the go command builds them
// from.
type sources struct {
	needs map[string][]string // import path to the packages that it or its tests need, itself included
	own   map[string]bool     // import paths of packages of the main modules
	files map[string][]string // import path to absolute paths
	sums  map[string]string   // path to the sum when it was listed, for files that can change
	// modules are the folders of the main modules.
	modules []string
}

// listedSources is the part of the output of "go list -json" that is read.
type listedSources struct {
	ImportPath, Dir string
	Deps            []string
	Standard        bool
	Module          *struct {
		Main bool
		Dir  string
	}
	GoFiles, CgoFiles, CFiles, CXXFiles, HFiles, SFiles     []string
	SysoFiles, EmbedFiles, TestEmbedFiles, XTestGoFiles     []string
	XTestEmbedFiles, TestGoFiles, FFiles, MFiles, SwigFiles []string
}

const listedFields = "-json=ImportPath,Dir,Deps,Standard,Module,GoFiles,CgoFiles,CFiles,CXXFiles,HFiles,SFiles,SysoFiles,EmbedFiles," +
	"TestEmbedFiles,XTestGoFiles,XTestEmbedFiles,TestGoFiles,FFiles,MFiles,SwigFiles"

// listSources lists, once, the packages of the main modules, and notes the sums of their files: proofs from now on
// hold for these texts.
func (r *fixing) listSources(ctx context.Context) error {
	if r.sources != nil {
		return nil
	}
	if r.program.Module() == "" {
		r.sources = new(sources) // no importers to test, and no files that may change
		return nil
	}
	args := slices.Concat([]string{"list", "-e", "-test", "-deps", listedFields}, r.buildFlags(), []string{"work"})
	out, err := gocmd.Go(ctx, ".", args...)
	if err != nil {
		return err
	}
	env := r.bench.Environment()
	r.sources, err = readSources(out, env.GOROOT, env.GOMODCACHE)
	if err != nil {
		return err
	}
	for _, path := range r.moduleFiles() {
		r.sources.note(path)
	}
	return nil
}

// readSources reads the output of "go list -deps -test". No sums are taken of files below the fixed folders, which do
// not change.
func readSources(list []byte, fixed ...string) (*sources, error) {
	s := &sources{needs: make(map[string][]string), own: make(map[string]bool), files: make(map[string][]string), sums: make(map[string]string)}
	for p, err := range gocmd.Listed[listedSources](list) {
		if err != nil {
			return nil, err
		}
		path := plainPath(p.ImportPath)
		s.needs[path] = append(s.needs[path], path)
		for _, dep := range p.Deps {
			s.needs[path] = append(s.needs[path], plainPath(dep))
		}
		if p.Module != nil && p.Module.Main {
			s.own[path] = true
			if !slices.Contains(s.modules, p.Module.Dir) {
				s.modules = append(s.modules, p.Module.Dir)
			}
		}
		if p.Standard || strings.HasSuffix(p.ImportPath, ".test") || slices.ContainsFunc(fixed, func(dir string) bool { return dir != "" && below(p.Dir, dir) }) {
			continue
		}
		for _, names := range [][]string{p.GoFiles, p.CgoFiles, p.CFiles, p.CXXFiles, p.HFiles, p.SFiles, p.SysoFiles, p.EmbedFiles,
			p.TestEmbedFiles, p.XTestGoFiles, p.XTestEmbedFiles, p.TestGoFiles, p.FFiles, p.MFiles, p.SwigFiles} {
			for _, name := range names {
				if !filepath.IsAbs(name) { // a file that the go command has generated, in its cache
					name = filepath.Join(p.Dir, name)
					s.files[path] = append(s.files[path], name)
					s.note(name)
				}
			}
		}
	}
	return s, nil
}

// plainPath returns the path of a package without the mark of a test variant; for a test program it is the path of
// the package under test.
//
//	m/b [m/a.test], m/b.test, m/b_test [m/b.test]   m/b
func plainPath(path string) string {
	path, _, _ = strings.Cut(path, " [")
	return strings.TrimSuffix(strings.TrimSuffix(path, ".test"), "_test")
}

func below(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// note enters the sum of a file. A file that cannot be read has no sum, and counts as changed ever after.
func (s *sources) note(path string) {
	if _, ok := s.sums[path]; !ok {
		s.sums[path] = ""
		if text, err := os.ReadFile(path); err == nil {
			s.sums[path] = fix.Sum(text)
		}
	}
}

// importers returns the packages of the main modules that import path, directly or not, in their tests too.
func (s *sources) importers(path string) []string {
	var users []string
	for user, needs := range s.needs {
		if user != path && s.own[user] && slices.Contains(needs, path) {
			users = append(users, user)
		}
	}
	slices.Sort(users)
	return users
}

// moduleFiles returns the files that say which versions of dependencies are built.
func (r *fixing) moduleFiles() []string {
	env := r.bench.Environment()
	var all []string
	add := func(path string) {
		if _, err := os.Stat(path); err == nil && !slices.Contains(all, path) {
			all = append(all, path)
		}
	}
	if env.GOWORK != "" && env.GOWORK != "off" {
		add(env.GOWORK)
		add(env.GOWORK + ".sum")
	}
	for _, pkg := range r.program.Packages() {
		if _, dir := r.program.ModuleOf(pkg.Path); dir != "" {
			add(filepath.Join(dir, "go.mod"))
			add(filepath.Join(dir, "go.sum"))
			add(filepath.Join(dir, "vendor", "modules.txt"))
		}
	}
	return all
}

// proofFiles returns the files that the proofs of the kept candidates rest on, with their sums at that time: the
// files of the changed packages, of the workloads, of all packages that import these, and of all dependencies.
func (r *fixing) proofFiles() []record.FileSum {
	if r.sources == nil {
		return nil
	}
	wanted := make(map[string]bool)
	for _, v := range r.verdicts {
		if v.Outcome != record.Kept {
			continue
		}
		roots := append(r.sources.importers(v.Candidate.Package), v.Candidate.Package)
		for _, c := range v.Comparisons {
			roots = append(roots, c.Package)
		}
		for _, root := range roots {
			for _, needed := range r.sources.needs[root] {
				for _, path := range r.sources.files[needed] {
					wanted[path] = true
				}
			}
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	for _, path := range r.moduleFiles() {
		wanted[path] = true
	}
	var files []record.FileSum
	for _, path := range slices.Sorted(maps.Keys(wanted)) {
		if name, err := filepath.Rel(r.program.Root(), path); err == nil {
			files = append(files, record.FileSum{Name: filepath.ToSlash(name), SHA256: r.sources.sums[path]})
		}
	}
	slices.SortFunc(files, func(a, b record.FileSum) int { return strings.Compare(a.Name, b.Name) })
	return files
}
