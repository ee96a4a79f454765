package source

import (
	"go/ast"
	gobuild "go/build"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	modpath "golang.org/x/mod/module"
)

// Export data leads to the packages whose names it mentions, and to no other imports. Those are
// looked for where the go command finds them.

type dirsKey struct{}

// dirs returns the folders of the packages that types lead to, by import path; the standard library
// is left out.
func (p *Package) dirs() map[string]string {
	return p.Once(dirsKey{}, func() any {
		dirs := make(map[string]string)
		var visit func(pkg *types.Package)
		visit = func(pkg *types.Package) {
			for _, imp := range pkg.Imports() {
				if _, seen := dirs[imp.Path()]; !seen && !standard(imp.Path(), p.Types.Path()) {
					dirs[imp.Path()] = p.dirOf(imp)
					visit(imp)
				}
			}
		}
		visit(p.Types)
		return dirs
	}).(map[string]string)
}

// imported returns the folder of the package at pkgPath, which the package at by, in the folder
// dir, imports; false if it is not known.
func (p *Package) imported(pkgPath, by, dir string) (folder string, ok bool) {
	if folder, ok = p.dirs()[pkgPath]; ok {
		return folder, true
	}
	found := p.Once(importing{pkgPath, by, dir}, func() any {
		if m, ok := moduleOf(dir, by); ok {
			if folder, ok := m.folder(pkgPath); ok {
				return located{folder, true}
			}
		}
		m, ok := moduleOf(p.dirOf(p.Types), p.Types.Path())
		if !ok {
			return located{}
		}
		folder, ok := m.required(pkgPath)
		return located{folder, ok}
	}).(located)
	return found.dir, found.ok
}

type (
	// An importing is the import of a package by another one, in a folder; located says where the
	// imported package lies.
	importing struct{ pkgPath, by, dir string }
	located   struct {
		dir string
		ok  bool
	}
)

// required returns the folder of a package of another module: below vendor, or in the version or
// replacement that go.mod requires. ok is false in a workspace, which may choose another version,
// and for modules that go.mod does not list, as before go1.17.
func (m module) required(pkgPath string) (dir string, ok bool) {
	if dir, ok = (module{dir: filepath.Join(m.dir, "vendor")}).folder("/" + pkgPath); ok {
		return dir, true
	}
	for above := m.dir; above != filepath.Dir(above); above = filepath.Dir(above) {
		if _, err := os.Stat(filepath.Join(above, "go.work")); err == nil {
			return "", false
		}
	}
	text, err := os.ReadFile(filepath.Join(m.dir, "go.mod"))
	if err != nil {
		return "", false
	}
	file, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return "", false
	}
	for _, r := range file.Require {
		if dir, ok := (module{m.chosen(file, r.Mod), r.Mod.Path}).folder(pkgPath); ok {
			return dir, true
		}
	}
	return "", false
}

// chosen returns the folder of a module that the go.mod of m requires, replacements applied.
func (m module) chosen(file *modfile.File, mod modpath.Version) string {
	for _, r := range file.Replace {
		if r.Old.Path == mod.Path && (r.Old.Version == "" || r.Old.Version == mod.Version) {
			mod = r.New
		}
	}
	if mod.Version == "" {
		if filepath.IsAbs(mod.Path) {
			return mod.Path
		}
		return filepath.Join(m.dir, filepath.FromSlash(mod.Path))
	}
	cache := os.Getenv("GOMODCACHE")
	if cache == "" {
		first, _, _ := strings.Cut(gobuild.Default.GOPATH, string(filepath.ListSeparator))
		cache = filepath.Join(first, "pkg", "mod")
	}
	name, err := modpath.EscapePath(mod.Path)
	version, err2 := modpath.EscapeVersion(mod.Version)
	if err != nil || err2 != nil {
		return filepath.Join(cache, "none")
	}
	return filepath.Join(cache, filepath.FromSlash(name)+"@"+version)
}

var importsOf cache[[]string] // of readImports

func readImports(_ string, syntax *ast.File) (paths []string) {
	for _, spec := range syntax.Imports {
		paths = append(paths, strings.Trim(spec.Path.Value, "\"`"))
	}
	return paths
}

// Views reports whether a string may be a view of bytes that change, so that a copy of a string
// must stay one: a file of the module, or of a package that it imports, directly or through others,
// imports unsafe, or cannot be read. The standard library is left out.
func (p *Package) Views() bool { return p.importsAnywhere("unsafe") }

// Reflects reports whether code that knows no types may copy a value: a file as for [Package.Views]
// imports reflect or unsafe, or cannot be read.
func (p *Package) Reflects() bool { return p.importsAnywhere("unsafe") || p.importsAnywhere("reflect") }

// Imports reports whether the package imports the package at path.
func (p *Package) Imports(path string) bool {
	return slices.ContainsFunc(p.Types.Imports(), func(imp *types.Package) bool { return imp.Path() == path })
}

// othersImport reports whether a Go file of the package that this build leaves out, tests excepted, imports the package at
// path, or cannot be read.
func (p *Package) othersImport(path string) bool {
	names, ok := goFiles(p.dirOf(p.Types))
	return !ok || slices.ContainsFunc(names, func(name string) bool {
		if p.own[name] != nil {
			return false
		}
		paths, ok := importsOf.of(name, nil, readImports)
		return !ok || slices.Contains(paths, path)
	})
}

// An importsKey is the key of importsAnywhere for [Package.Once].
type importsKey struct{ path string }

func (p *Package) importsAnywhere(path string) bool {
	return p.Once(importsKey{path}, func() any {
		m, ok := moduleOf(p.dirOf(p.Types), p.Types.Path())
		if !ok || p.Imports(path) {
			return true
		}
		files, ok := m.files()
		s := &importSearch{pkg: p, of: path, seen: make(map[string]bool)}
		if !ok || s.read(importee{m.path, m.dir}, files) {
			return true
		}
		for len(s.queue) > 0 {
			next := s.queue[0]
			s.queue = s.queue[1:]
			if files, ok := goFiles(next.dir); !ok || s.read(next, files) {
				return true
			}
		}
		return false
	}).(bool)
}

// An importee is a package, and its folder.
type importee struct{ path, dir string }

// An importSearch visits all packages that the files of a module lead to, for one that imports of.
type importSearch struct {
	pkg   *Package
	of    string
	seen  map[string]bool
	queue []importee
}

// read reports whether one of the files of a package imports s.of, or a package that cannot be
// found, and adds the other imports to the queue.
func (s *importSearch) read(at importee, files []string) bool {
	for _, name := range files {
		paths, ok := importsOf.of(name, nil, readImports)
		if !ok || slices.Contains(paths, s.of) {
			return true
		}
		for _, path := range paths {
			if s.seen[path] || standard(path, s.pkg.Types.Path()) {
				continue
			}
			s.seen[path] = true
			dir, ok := s.pkg.imported(path, at.path, at.dir)
			if !ok {
				return true
			}
			s.queue = append(s.queue, importee{path, dir})
		}
	}
	return false
}
