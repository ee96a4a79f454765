package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
)

// Types do not say what other packages do. Their files are read for it: those of the packages
// that this one imports, and of the whole module, any part of which may hand it a value.

// A cache holds what was read in files, by name and time of modification. Its zero value is empty.
type cache[T any] struct{ known sync.Map }

// A fileKey is a file as modified at a time, in nanoseconds since 1970.
type fileKey struct {
	name string
	time int64
}

// of returns what read finds in the syntax of a file, false if the file cannot be read. If the text
// of the file does not match, the zero value is found without parsing; nil matches any text.
func (c *cache[T]) of(name string, text *regexp.Regexp, read func(name string, syntax *ast.File) T) (found T, ok bool) {
	stat, err := os.Stat(name)
	if err != nil {
		return found, false
	}
	key := fileKey{name, stat.ModTime().UnixNano()}
	if known, ok := c.known.Load(key); ok {
		return known.(T), true
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return found, false
	}
	if text == nil || text.Match(src) {
		syntax, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return found, false
		}
		found = read(name, syntax)
	}
	c.known.Store(key, found)
	return found, true
}

// goFiles returns the paths of the Go files of a folder, tests left out; false if the folder cannot
// be read.
func goFiles(dir string) (names []string, ok bool) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if isGo(e) {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names, err == nil
}

func isGo(e fs.DirEntry) bool {
	return filepath.Ext(e.Name()) == ".go" && !strings.HasSuffix(e.Name(), "_test.go")
}

// dirOf returns the folder of a package, "" if the package declares nothing.
func (p *Package) dirOf(pkg *types.Package) string {
	for _, name := range pkg.Scope().Names() {
		if pos := pkg.Scope().Lookup(name).Pos(); pos.IsValid() {
			return filepath.Dir(p.fileName(pos))
		}
	}
	return ""
}

// A module is a folder and its import path.
type module struct{ dir, path string }

// moduleOf returns the module of the package with an import path in a folder: that of the next
// go.mod above, or, in the standard library and in a GOPATH, the folder of the path's first
// element. ok is false if the folder and the path do not fit.
func moduleOf(dir, pkgPath string) (module, bool) {
	dir, pkgPath = filepath.ToSlash(dir), strings.TrimSuffix(pkgPath, "_test")
	for root := dir; path.Dir(root) != root; root = path.Dir(root) {
		if text, err := os.ReadFile(filepath.FromSlash(root + "/go.mod")); err == nil {
			if name := modfile.ModulePath(text); name != "" && name+strings.TrimPrefix(dir, root) == pkgPath {
				return module{filepath.FromSlash(root), name}, true
			}
			break
		}
	}
	first, below, _ := strings.Cut(pkgPath, "/")
	root, ok := strings.CutSuffix(dir, strings.TrimSuffix("/"+below, "/"))
	if !ok || path.Base(root) != first || strings.Contains(first, ".") {
		return module{}, false
	}
	return module{filepath.FromSlash(root), first}, true
}

// folder returns the folder of a package of the module, false if there is none.
func (m module) folder(pkgPath string) (dir string, ok bool) {
	below, ok := strings.CutPrefix(pkgPath, m.path)
	dir = filepath.Join(m.dir, filepath.FromSlash(below))
	if !ok || below != "" && below[0] != '/' {
		return "", false
	}
	_, err := os.Stat(dir)
	return dir, err == nil
}

// files returns the paths of the Go files of the module, and of modules in folders of it, without
// tests and what the go command ignores; false if a folder cannot be read.
func (m module) files() (names []string, ok bool) {
	err := filepath.WalkDir(m.dir, func(name string, e fs.DirEntry, err error) error {
		switch base := filepath.Base(name); {
		case err != nil:
			return err
		case e.IsDir() && name != m.dir && (base[0] == '.' || base[0] == '_' || base == "testdata" || base == "vendor" || base == "node_modules"):
			return filepath.SkipDir
		case !e.IsDir() && isGo(e) && base[0] != '.' && base[0] != '_':
			names = append(names, name)
		}
		return nil
	})
	return names, err == nil
}

// importNames returns the paths that a file imports, by the names under which it mentions them. A
// package that is not renamed is assumed to have the name of its folder.
func importNames(syntax *ast.File) map[string]string {
	names := make(map[string]string)
	for _, spec := range syntax.Imports {
		pkgPath := strings.Trim(spec.Path.Value, "\"`")
		name := path.Base(pkgPath)
		if major.MatchString(name) {
			name = path.Base(path.Dir(pkgPath))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = pkgPath
	}
	return names
}

var major = regexp.MustCompile(`^v[0-9]+$`)

// Other packages are known by their types, without bodies. What their files show without types
// is read here. The functions of the standard library are in the table of package stdlib.

// A folderKey is the key of [Package.folder] for [Package.Once].
type folderKey struct{ dir string }

// folder returns what the Go files of a folder say, tests left out; nil if the folder, or one of
// the files, cannot be read.
func (p *Package) folder(dir string) []*sourceFile {
	return p.Once(folderKey{dir}, func() any {
		names, ok := goFiles(dir)
		files := []*sourceFile{}
		for _, name := range names {
			f := readFile(name)
			ok = ok && f != nil
			files = append(files, f)
		}
		if !ok {
			files = nil
		}
		return files
	}).([]*sourceFile)
}

// imports reports whether is holds for a package that pkg imports, directly or through others.
func imports(pkg *types.Package, is func(*types.Package) bool) bool {
	seen := make(map[*types.Package]bool)
	var visit func(pkg *types.Package) bool
	visit = func(pkg *types.Package) bool {
		return slices.ContainsFunc(pkg.Imports(), func(imp *types.Package) bool {
			first := !seen[imp]
			seen[imp] = true
			return first && (is(imp) || visit(imp))
		})
	}
	return visit(pkg)
}

// standard reports whether pkgPath is in the standard library, and not in the same folder of
// GOROOT/src as the package own.
func standard(pkgPath, own string) bool {
	first, _, _ := strings.Cut(pkgPath, "/")
	ours, _, _ := strings.Cut(own, "/")
	return first != ours && !strings.Contains(first, ".")
}
