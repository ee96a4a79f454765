package load

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/unheap/unheap/internal/record"
)

// A module is a module of the build. The standard library has none.
type module struct {
	path string
	dir  string
	main bool
}

// learnModules records the module of every package of the import graph, and
// chooses the root.
func (p *Program) learnModules(roots []*packages.Package) {
	byPath := make(map[string]*module)
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if strings.HasSuffix(pkg.ID, ".test") {
			return
		}
		p.paths[importPath(pkg)] = p.moduleOf(byPath, pkg.Module)
	})
	for _, pkg := range roots {
		m := p.paths[importPath(pkg)]
		if m == nil || !m.main { // standard library, a dependency, or a file by itself
			p.paths[importPath(pkg)] = &module{path: importPath(pkg), main: true}
			continue
		}
		if p.rooted == nil && m.dir != "" {
			p.rooted, p.root = m, m.dir
		}
	}
	p.widenRoot()
}

// widenRoot sets the root to a folder that holds every main module of a workspace and the directory of the go
// command, so that the files of all of them have relative names. Folders that have nothing in common with the root
// are ignored.
func (p *Program) widenRoot() {
	if p.rooted == nil {
		return
	}
	dirs := []string{p.dir}
	for _, m := range p.modules {
		if m.main && m.dir != "" {
			dirs = append(dirs, m.dir)
		}
	}
	for _, dir := range dirs {
		if both := common(p.root, dir); both != filepath.Dir(both) {
			p.root = both
		}
	}
}

// common returns the deepest folder that holds a and b, which are absolute.
func common(a, b string) string {
	for !within(b, a) {
		a = filepath.Dir(a)
	}
	return a
}

// within reports whether path is dir or below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err != nil || filepath.IsLocal(rel) // with an error there is no relation, and no way up
}

func (p *Program) moduleOf(byPath map[string]*module, from *packages.Module) *module {
	if from == nil {
		return nil
	}
	m := byPath[from.Path]
	if m == nil {
		m = &module{path: from.Path, dir: from.Dir, main: from.Main}
		byPath[from.Path] = m
		p.modules = append(p.modules, m)
	}
	return m
}

// Module returns the path of the first main module with a named package; empty if there is none.
func (p *Program) Module() string {
	if p.rooted == nil {
		return ""
	}
	return p.rooted.path
}

// ModuleOf returns the path and the folder of the main module of a package;
// empty if it belongs to none.
func (p *Program) ModuleOf(pkg string) (path, dir string) {
	if m := p.paths[strings.TrimSuffix(pkg, "_test")]; m != nil && m.main && m.dir != "" {
		return m.path, m.dir
	}
	return "", ""
}

// Root returns the directory that positions are relative to: that of the main module or, if there are several, a
// folder that holds them all.
func (p *Program) Root() string { return p.root }

// Own reports whether the package with an import path is the user's: in a main module, or named. "main", the linker's
// name for a main package, is the user's if a main package was named.
func (p *Program) Own(pkg string) bool {
	pkg, _, _ = strings.Cut(pkg, " [")
	if pkg == "main" {
		return p.hasMain
	}
	m, known := p.paths[pkg]
	if !known {
		m, known = p.paths[strings.TrimSuffix(pkg, "_test")]
	}
	if !known {
		m = p.longestModule(pkg) // for a package that the named ones do not import
	}
	return m != nil && m.main
}

// OwnPaths returns what [Program.Own] decides as sorted lists of import paths: single packages, modules whose
// packages are all the user's, and modules with paths below these whose packages are not.
func (p *Program) OwnPaths() (packages, modules, others []string) {
	for path, m := range p.paths {
		if m != nil && m.main && m.dir == "" {
			packages = append(packages, path)
		}
	}
	if p.hasMain {
		packages = append(packages, "main")
	}
	for _, m := range p.modules {
		if m.main {
			modules = append(modules, m.path)
			continue
		}
		below := func(own *module) bool { return own.main && strings.HasPrefix(m.path, own.path+"/") }
		if slices.ContainsFunc(p.modules, below) {
			others = append(others, m.path)
		}
	}
	slices.Sort(packages)
	slices.Sort(modules)
	slices.Sort(others)
	return packages, modules, others
}

// longestModule returns the module whose path is the longest prefix of pkg.
func (p *Program) longestModule(pkg string) *module {
	var best *module
	for _, m := range p.modules {
		if pkg == m.path || strings.HasPrefix(pkg, m.path+"/") {
			if best == nil || len(m.path) > len(best.path) {
				best = m
			}
		}
	}
	return best
}

// Rel returns the file name of a Position for a file name that the go command, the compiler, a binary or a profile
// uses in connection with package pkg. Known forms: absolute; of a build with -trimpath ("module/dir/file.go",
// "module@version/dir/file.go", "runtime/file.go"); relative to the directory of the go command.
func (p *Program) Rel(pkg, file string) string {
	if file == "" || file == "<autogenerated>" {
		return ""
	}
	pkg, _, _ = strings.Cut(pkg, " [")
	slashed := filepath.ToSlash(file)
	base := path.Base(slashed)
	if base == "_testmain.go" {
		return base
	}
	if p.Own(pkg) && slashed == base {
		slashed = p.besidePackage(pkg, base)
	}
	if own := p.relOwn(slashed); own != "" && (p.Own(pkg) || pkg == "") {
		return p.replayed(pkg, own, base)
	}
	if other := p.packageAt(slashed); other != "" && p.Own(pkg) {
		return other + "/" + base
	}
	if strings.HasSuffix(base, "_test.go") {
		pkg = strings.TrimSuffix(pkg, "_test")
	}
	if pkg == "" {
		return base
	}
	return pkg + "/" + base
}

// replayed returns name or, if only that was loaded or exists, the file of package pkg with that base name. The go
// command replays the compiler's output with names relative to the directory of its first run, which may have been
// another one; with -trimpath it names files that cgo has rewritten by the path of their package.
func (p *Program) replayed(pkg, name, base string) string {
	if p.files[name] != nil {
		return name
	}
	for _, loaded := range p.packages {
		if loaded.Path != pkg && loaded.ForTest != pkg {
			continue
		}
		for _, file := range loaded.Files {
			if path.Base(file.Name) == base {
				return file.Name
			}
		}
	}
	if own := p.relOwn(p.besidePackage(pkg, base)); own != "" && p.Lines(name) == nil && p.Lines(own) != nil {
		return own
	}
	return name
}

// besidePackage returns the file name for a base name that is relative to the directory of a main module's package,
// as in "//line gen.y:7".
func (p *Program) besidePackage(pkg, base string) string {
	pkg = strings.TrimSuffix(pkg, "_test")
	m := p.paths[pkg]
	if m == nil || m.dir == "" {
		return base
	}
	return path.Join(filepath.ToSlash(m.dir), strings.TrimPrefix(pkg, m.path), base)
}

// packageAt returns the import path of the package in whose directory a file is; empty if it is not known. It is
// needed for inlined function literals: their function name is that of the function they were inlined into, their
// file still the one they were written in.
func (p *Program) packageAt(file string) string {
	if strings.HasPrefix(file, "../") {
		file = path.Join(filepath.ToSlash(p.dir), file)
	}
	if !filepath.IsAbs(filepath.FromSlash(file)) {
		return ""
	}
	var best *module
	dir := path.Dir(file)
	for _, m := range p.modules {
		root := filepath.ToSlash(m.dir)
		if m.dir != "" && (dir == root || strings.HasPrefix(dir, root+"/")) && (best == nil || len(m.dir) > len(best.dir)) {
			best = m
		}
	}
	if best != nil {
		return best.path + strings.TrimPrefix(dir, filepath.ToSlash(best.dir))
	}
	_, std, _ := strings.Cut(dir, "/src/")
	if first, _, _ := strings.Cut(std, "/"); strings.Contains(first, ".") {
		return "" // not the standard library
	}
	return std
}

// relOwn returns the name, relative to the root, of a file that is below the root, or is named by the path of its
// module; empty for other files.
func (p *Program) relOwn(file string) string {
	if !filepath.IsAbs(filepath.FromSlash(file)) {
		if m := p.longestModule(file); m != nil && m.main && m.dir != "" {
			file = path.Join(filepath.ToSlash(m.dir), strings.TrimPrefix(file, m.path))
		} else if strings.HasPrefix(file, "./") || strings.HasPrefix(file, "../") {
			file = path.Join(filepath.ToSlash(p.dir), file)
		}
	}
	rel, ok := strings.CutPrefix(file, filepath.ToSlash(p.root)+"/")
	if !ok || p.rooted == nil && !p.ownDir(file) {
		return ""
	}
	return rel
}

// ownDir reports whether file is a file named on the command line, outside any module, in the directory of the go
// command.
func (p *Program) ownDir(file string) bool {
	return path.Dir(file) == filepath.ToSlash(p.dir) && p.paths["command-line-arguments"] != nil
}

// abs returns the path on disk of one of the user's files; empty for a name that cannot be one.
func (p *Program) abs(name string) string {
	if file := p.files[name]; file != nil {
		return file.Path
	}
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) {
		return ""
	}
	return filepath.Join(p.root, local)
}

// parsePosition parses the loader's "file:line:col".
func (p *Program) parsePosition(pkg, text string) record.Position {
	if text == "" || text == "-" {
		return record.Position{}
	}
	pos, _, ok := record.CutPosition(text + ": ")
	if !ok {
		pos = record.Position{File: text}
	}
	pos.File = p.Rel(pkg, pos.File)
	return pos
}
