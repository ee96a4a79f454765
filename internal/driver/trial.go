package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/cost"
	"github.com/unheap/unheap/internal/diff"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
	"github.com/unheap/unheap/internal/verify"
)

// A trial is the judgement of one change. While it lasts, the current directory is the module in the old version,
// which has the new tests if they build there.
type trial struct {
	*proving
	change *diff.Change
	proof  *record.Proof

	module   string            // folder of the module, relative to both versions
	packages []*touched        // packages with changed source, by import path
	tested   []string          // packages that import changed ones and whose tests ran
	oldTests map[string][]byte // old text of test files that new ones replace
	apart    bool              // whether each version has its own tests, since the new ones do not build with the old code
	sources  *sources
	env      *gocmd.Environment
	users    []string // import paths of packages that import a changed one, the nearest first
	prover   *verify.Prover
	laid     *verify.Prover // runs in the new version on disk, for tools that see no overlay
	input    verify.Input
	old, now *load.Program

	counts  []*verify.Count
	weighed []verify.Workload   // the workload of each of counts
	benched map[place]bool      // changed lines that benchmarks ran
	inputs  verify.Lines        // lines of the new version that generated inputs ran
	above   map[string][]string // by path and name of a compared function: the changed functions it stands in for
	// onlyTests names a call where an object is still on the heap that only benchmarks save; empty for none.
	onlyTests string
	unsure    []string // what the change does that no comparison shows
	slower    string
	elsewhere *elsewhere
	lost      string // a workload that no longer runs; empty for none
	failed    string // a test that fails with the change in the form it had before
}

// A touched is a package with changed source.
type touched struct {
	dir       string // relative to both versions, slash-separated
	path      string // import path
	was, is   bool   // whether the package exists before, and after
	files     []diff.File
	decls     []diff.Decl
	unplain   string // why nothing can be compared, such as cgo or assembly
	benchmark bool   // whether its tests have benchmarks
}

func (t *trial) close() {
	if e := t.elsewhere; e != nil {
		e.cancel()
		<-e.done
	}
	t.input.Tree.Close()
}

func (t *trial) say(text string) {
	t.progress(record.Progress{Stage: "prove", Text: text})
}

func (t *trial) doubt(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(t.proof.Doubts, text) {
		t.proof.Doubts = append(t.proof.Doubts, text)
	}
}

// run takes the steps of the trial, up to the first error.
func (t *trial) run(ctx context.Context) error {
	steps := []func(context.Context) error{t.locate, t.describe, t.prepare, t.count, t.test, t.compare, t.reach, t.builds, t.time, t.hazards, t.conclude, t.minimize}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return err
		}
	}
	return nil
}

// locate finds the module, and changes to its folder in the old version.
func (t *trial) locate(ctx context.Context) error {
	modules := make(map[string]bool)
	source, tests := false, false
	for _, f := range t.change.Files {
		source = source || f.Go()
		tests = tests || f.Test()
		if f.Go() {
			modules[t.moduleOf(path.Dir(f.Name))] = true
		}
	}
	switch {
	case !source && tests:
		return fmt.Errorf("%s touches tests only: there is nothing to prove", t.change.Name)
	case !source:
		return fmt.Errorf("%s touches no Go source: %s", t.change.Name, t.change.Files[0].Name)
	}
	t.module = t.moduleOf(t.change.Dir)
	if !modules[t.module] && t.module == "" && len(modules) == 1 {
		t.module = sortedKeys(modules)[0]
	}
	if t.module == "" || !modules[t.module] {
		return fmt.Errorf("%s changes nothing in the module of %s, but in %s", t.change.Name, t.change.Dir, strings.Join(sortedKeys(modules), ", "))
	}
	delete(modules, t.module)
	if len(modules) > 0 {
		t.doubt("changes in other modules are not judged: %s", strings.Join(sortedKeys(modules), ", "))
	}
	if os.Getenv("GOWORK") != "off" {
		os.Setenv("GOWORK", "") // a workspace named in the environment is the user's, not this tree's
	}
	return os.Chdir(filepath.Join(t.change.Old, filepath.FromSlash(t.module)))
}

// newModule is the folder of the module in the new version.
func (t *trial) newModule() string { return filepath.Join(t.change.New, filepath.FromSlash(t.module)) }

// newDir is the folder of a package in the new version.
func (t *trial) newDir(path string) string {
	rel, err := filepath.Rel(t.change.Old, t.oldDir(path))
	if err != nil { // both are in the same folder
		return t.change.New
	}
	return filepath.Join(t.change.New, rel)
}

// moduleOf returns the folder of the module that a folder belongs to; "" for none.
func (t *trial) moduleOf(dir string) string {
	for ; ; dir = path.Dir(dir) {
		for _, version := range []string{t.change.New, t.change.Old} {
			if _, err := os.Stat(filepath.Join(version, filepath.FromSlash(dir), "go.mod")); err == nil {
				return dir
			}
		}
		if dir == "." || dir == "/" {
			return ""
		}
	}
}

// describe finds out what changed.
func (t *trial) describe(ctx context.Context) error {
	t.say("what changed")
	byDir := make(map[string]*touched)
	for _, f := range t.change.Files {
		dir := path.Dir(f.Name)
		if t.moduleOf(dir) != t.module {
			continue
		}
		base := path.Base(f.Name)
		c := &t.proof.Changed
		switch {
		case slices.Contains([]string{"go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt"}, base):
			c.Module = true
		case f.Test():
			c.TestFiles = append(c.TestFiles, f.Name)
		case !f.Go():
			if f.Build() {
				c.Files = append(c.Files, f.Name)
			}
		case f.Old == nil:
			c.Files = append(c.Files, "+"+f.Name)
		case f.New == nil:
			c.Files = append(c.Files, "-"+f.Name)
		}
		if f.Go() && !strings.Contains("/"+dir+"/", "/vendor/") {
			if byDir[dir] == nil {
				byDir[dir] = &touched{dir: dir}
			}
			byDir[dir].files = append(byDir[dir].files, f)
			if diff.Generated(f.Name, f.Old) || diff.Generated(f.Name, f.New) {
				t.doubt("%s is generated: the next run of its generator takes the change away", f.Name)
			}
		}
	}
	t.proof.Changed.Constraints = diff.Constraints(t.change.Files)
	for _, dir := range sortedKeys(byDir) {
		pkg := byDir[dir]
		var err error
		if pkg.decls, err = diff.Decls(pkg.files); err != nil {
			return fmt.Errorf("%s: %v", t.change.Name, err)
		}
		t.packages = append(t.packages, pkg)
	}
	if len(t.packages) == 0 {
		return fmt.Errorf("%s changes vendored code only, which is not yours to prove", t.change.Name)
	}
	if err := t.list(ctx); err != nil {
		return err
	}
	t.enterDecls()
	return nil
}

// enterDecls enters the changed declarations into the proof, by kind.
func (t *trial) enterDecls() {
	c := &t.proof.Changed
	for _, pkg := range t.packages {
		c.Packages = append(c.Packages, pkg.path)
		for _, d := range pkg.decls {
			name := pkg.path + "." + d.Name
			switch {
			case d.Kind != diff.Func:
				c.Declarations = append(c.Declarations, fmt.Sprintf("%s %s", d.Kind, name))
			case d.How == diff.Body:
				c.Functions = append(c.Functions, name)
			case d.How == diff.Signature:
				c.Signatures = append(c.Signatures, name)
			case d.How == diff.New:
				c.New = append(c.New, name)
			default:
				c.Gone = append(c.Gone, name)
			}
		}
	}
}

// A listedPackage is the part of the output of "go list -json" for a changed folder that is read.
type listedPackage struct {
	ImportPath, Dir                                      string
	GoFiles, CgoFiles, SFiles, TestGoFiles, XTestGoFiles []string
}

// list asks the go command for the packages of the changed folders, in both versions.
func (t *trial) list(ctx context.Context) error {
	for _, version := range []string{t.change.Old, t.change.New} {
		root := filepath.Join(version, filepath.FromSlash(t.module))
		args := append([]string{"list", "-e", "-json=ImportPath,Dir,GoFiles,CgoFiles,SFiles,TestGoFiles,XTestGoFiles"}, t.buildFlags()...)
		for _, pkg := range t.packages {
			if _, err := os.Stat(filepath.Join(version, filepath.FromSlash(pkg.dir))); err == nil {
				args = append(args, "./"+relative(t.module, pkg.dir))
			}
		}
		out, err := gocmd.Go(ctx, root, args...)
		if err != nil {
			return err
		}
		for l, err := range gocmd.Listed[listedPackage](out) {
			if err != nil {
				return err
			}
			t.enterListed(version, l)
		}
	}
	t.packages = slices.DeleteFunc(t.packages, func(pkg *touched) bool {
		if pkg.path == "" {
			t.doubt("%s has no package that is built here", pkg.dir)
		}
		return pkg.path == ""
	})
	if len(t.packages) == 0 {
		return fmt.Errorf("%s changes no package that is built for this system: %s", t.change.Name, strings.Join(t.proof.Doubts, "; "))
	}
	return nil
}

func (t *trial) enterListed(version string, l *listedPackage) {
	dir, err := filepath.Rel(version, l.Dir)
	if err != nil {
		return
	}
	i := slices.IndexFunc(t.packages, func(pkg *touched) bool { return pkg.dir == filepath.ToSlash(dir) })
	if i < 0 || len(l.GoFiles)+len(l.CgoFiles) == 0 {
		return
	}
	pkg := t.packages[i]
	pkg.path = l.ImportPath
	if version == t.change.Old {
		pkg.was = true
	} else {
		pkg.is = true
		pkg.benchmark = hasBenchmarks(l.Dir, slices.Concat(l.TestGoFiles, l.XTestGoFiles))
	}
	for _, f := range pkg.files {
		built := slices.Contains(slices.Concat(l.GoFiles, l.CgoFiles), path.Base(f.Name))
		if there := version == t.change.New && f.New != nil; there && f.Go() && !built {
			t.doubt("%s is not built for this system, and is judged by nothing", f.Name)
		}
	}
	if len(l.CgoFiles) > 0 {
		pkg.unplain = "the package uses cgo"
	}
	changesAssembly := slices.ContainsFunc(t.change.Files, func(f diff.File) bool { return path.Dir(f.Name) == pkg.dir && strings.HasSuffix(f.Name, ".s") })
	if len(l.SFiles) > 0 && changesAssembly {
		t.doubt("%s: assembly changed, which is judged by its tests only", pkg.path)
	}
}

// relative returns name, which is below the folder dir, relative to dir.
func relative(dir, name string) string {
	if dir == "." {
		return name
	}
	return strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
}

// prepare lays the new tests over the old version if they build there, and loads both versions.
func (t *trial) prepare(ctx context.Context) error {
	t.say("build both versions")
	module := filepath.Join(t.change.Old, filepath.FromSlash(t.module))
	t.input = verify.Input{
		Root: module, Dir: module, Flags: t.buildFlags(),
		Skip: t.skip, Benchtime: t.benchtime, Timeout: t.timeout, Others: retype.NewOthers(module, nil, t.buildFlags()),
	}
	t.input.Rel = func(pkg, file string) string { return t.old.Rel(pkg, file) } // t.old is loaded later
	t.input.Model, _ = cost.Load(ctx, cost.Dir())
	t.input.Files = t.filesBelow(module)
	var err error
	if t.input.Tree, err = verify.NewTree(ctx, []string{module}); err != nil {
		return err
	}
	if err := t.listUsers(ctx); err != nil {
		return err
	}
	t.input.Package, t.input.Users = t.packages[0].path, t.all()[1:]
	if err := t.layTests(ctx); err != nil {
		return err
	}
	if t.old, err = t.load(ctx, t.change.Old, func(pkg *touched) bool { return pkg.was }); err != nil {
		return err
	}
	if t.now, err = t.load(ctx, t.change.New, func(pkg *touched) bool { return pkg.is }); err != nil {
		return err
	}
	t.enterAPI()
	t.startElsewhere(ctx)
	return nil
}

// filesBelow returns the changed files of the module, except tests, in their new texts, named relative to a folder of
// the old version.
func (t *trial) filesBelow(root string) map[string][]byte {
	files := make(map[string][]byte)
	for _, f := range t.change.Files {
		name, err := filepath.Rel(root, filepath.Join(t.change.Old, filepath.FromSlash(f.Name)))
		if err == nil && t.moduleOf(path.Dir(f.Name)) == t.module && !f.Test() {
			files[filepath.ToSlash(name)] = f.New
		}
	}
	return files
}

// paths returns the changed packages that exist in the new version.
func (t *trial) paths() (paths []string) {
	for _, pkg := range t.packages {
		if pkg.is {
			paths = append(paths, pkg.path)
		}
	}
	return paths
}

// both returns the changed packages that exist in both versions.
func (t *trial) both() []*touched {
	return slices.DeleteFunc(slices.Clone(t.packages), func(pkg *touched) bool { return !pkg.was || !pkg.is })
}

// all returns the changed packages and those that import them.
func (t *trial) all() []string { return slices.Concat(t.paths(), t.users) }

// listUsers finds the packages that import the changed ones, in the new version.
func (t *trial) listUsers(ctx context.Context) error {
	var err error
	if t.env, err = gocmd.Env(ctx, "."); err != nil {
		return err
	}
	args := slices.Concat([]string{"list", "-e", "-test", "-deps", listedFields}, t.buildFlags(), []string{"./..."})
	out, err := gocmd.Go(ctx, t.newModule(), args...)
	if err != nil {
		return err
	}
	if t.sources, err = readSources(out, t.env.GOROOT, t.env.GOMODCACHE); err != nil {
		return err
	}
	for _, p := range t.paths() {
		for _, user := range t.sources.importers(p) {
			if !slices.Contains(t.users, user) && !slices.Contains(t.paths(), user) {
				t.users = append(t.users, user)
			}
		}
	}
	if len(t.paths()) == 0 {
		return fmt.Errorf("%s removes every package that it changes: %s", t.change.Name, t.packages[0].path)
	}
	return nil
}

// layTests puts the new tests into the old version, and removes them again if they do not build there. It is an error
// if either version does not build by itself.
func (t *trial) layTests(ctx context.Context) error {
	before := make(map[string][]byte)
	for _, f := range t.change.Files {
		if f.Test() && t.moduleOf(path.Dir(f.Name)) == t.module {
			before[f.Name] = f.Old
			if err := t.putOld(f.Name, f.New); err != nil {
				return err
			}
		}
	}
	prover, err := verify.NewProver(ctx, t.input)
	if err != nil {
		return err
	}
	t.prover = prover
	in := t.input
	in.Dir = t.newModule()
	in.Root, in.Tree, in.Files = in.Dir, nil, nil
	in.Rel = func(pkg, file string) string { return t.now.Rel(pkg, file) }
	if t.laid, err = verify.NewProver(ctx, in); err != nil {
		return err
	}
	t.users = slices.DeleteFunc(prover.Users(), func(user string) bool { return slices.Contains(t.paths(), user) })
	broken, err := prover.Build(ctx, false, t.paths())
	if err != nil {
		return err
	}
	for _, p := range sortedKeys(broken) {
		return fmt.Errorf("%s does not build: %s: %s", t.change.Name, p, broken[p])
	}
	var was []string
	for _, pkg := range t.both() {
		was = append(was, pkg.path)
	}
	t.oldTests = before
	if len(was) == 0 {
		return nil
	}
	broken, err = prover.Build(ctx, true, was)
	if err != nil || len(broken) == 0 {
		return err
	}
	for name, text := range before {
		if err := t.putOld(name, text); err != nil {
			return err
		}
	}
	t.oldTests, t.apart = nil, true
	t.doubt("each version has its own tests, since the new ones do not build with %s: %s", t.change.Base, broken[sortedKeys(broken)[0]])
	broken, err = prover.Build(ctx, true, was)
	for _, p := range sortedKeys(broken) {
		return fmt.Errorf("%s does not build: %s: %s", t.change.Base, p, broken[p])
	}
	return err
}

// putOld writes a file of the old version.
func (t *trial) putOld(name string, text []byte) error {
	to := filepath.Join(t.change.Old, filepath.FromSlash(name))
	if text == nil {
		return os.RemoveAll(to)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}

// load type-checks the changed packages of one version; nil if the version has none.
func (t *trial) load(ctx context.Context, version string, has func(*touched) bool) (*load.Program, error) {
	var patterns []string
	for _, pkg := range t.packages {
		if has(pkg) {
			patterns = append(patterns, pkg.path)
		}
	}
	if len(patterns) == 0 {
		return nil, nil
	}
	program, problems, err := load.Load(ctx, load.Options{Dir: filepath.Join(version, filepath.FromSlash(t.module)), Patterns: patterns, BuildFlags: t.buildFlags(), Tests: true})
	if err == nil && len(program.Packages()) == 0 && len(problems) > 0 {
		err = errors.New(problems[0].Text)
	}
	return program, err
}

// testAsBefore runs the old form of tests that the change also edits, since the edits may have adapted the tests to
// the change.
func (t *trial) testAsBefore(ctx context.Context) error {
	if len(t.oldTests) == 0 {
		return nil
	}
	for name, text := range t.oldTests {
		if err := t.putOld(name, text); err != nil {
			return err
		}
	}
	before, err := t.prover.Tests(ctx, t.paths())
	switch {
	case err != nil:
		return err
	case before.Unbuilt:
		t.doubt("the tests as they were do not build with the change: %s", before.Failed)
	default:
		t.failed = before.Failed
	}
	for _, f := range t.change.Files {
		if _, laid := t.oldTests[f.Name]; laid {
			if err := t.putOld(f.Name, f.New); err != nil {
				return err
			}
		}
	}
	return nil
}

// test runs the tests of the changed packages, with the change and without, and then, as long as there is time, the
// tests of the packages that import them.
func (t *trial) test(ctx context.Context) error {
	t.say("tests of the changed packages")
	var err error
	if t.apart {
		t.proof.Tests, err = t.laid.TestsApart(ctx, t.prover, t.all())
		return err
	}
	if t.proof.Tests, err = t.prover.Tests(ctx, t.paths()); err != nil || t.proof.Tests.Failed != "" {
		return err
	}
	if err := t.testAsBefore(ctx); err != nil {
		return err
	}
	deadline := time.Now().Add(t.importers)
	for i, user := range t.users {
		if time.Now().After(deadline) {
			t.doubt("the tests of %d of %d packages that import the changed ones did not run within -importers-time=%v", len(t.users)-i, len(t.users), t.importers)
			break
		}
		t.say("tests of " + user)
		more, err := t.prover.Tests(ctx, []string{user})
		if err != nil {
			return err
		}
		t.tested = append(t.tested, user)
		all := &t.proof.Tests
		all.Passed, all.Packages, all.Failed = all.Passed+more.Passed, all.Packages+1, more.Failed
		all.Red, all.Unsteady, all.Flaky = append(all.Red, more.Red...), append(all.Unsteady, more.Unsteady...), append(all.Flaky, more.Flaky...)
		if more.Failed != "" {
			break
		}
	}
	return nil
}
